"""The title of several tables: whole tabs in every width, and what each says (ux 5.16)."""

import pytest
from rich.cells import cell_len

from tui.canvas.cells import Row, Style
from tui.canvas.palette import bold, on, palette
from tui.locale import Words
from tui.screens.tabs import Tab, row, tab_at

DE = Words("de")
RIGHT = (", . wechseln", "n dran", "? Hilfe")
THREE = (
    Tab("a", "Küche", waits=True, seconds=16, shown=True),
    Tab("b", "WG-Runde", waits=True),
    Tab("c", "13er"),
)


def text(drawn: Row) -> str:
    return "".join(run.text for run in drawn)


def shown(
    tabs: tuple[Tab, ...], width: int = 80, depth: str = "true", ascii: bool = False, home: str = ""
) -> str:
    looks = palette("mono" if depth == "mono" else "true", ascii)
    return text(row(tabs, RIGHT, width, looks, DE, home))


def test_three_tables_as_in_the_picture() -> None:
    assert shown(THREE) == (
        " 1 Küche ▸ 16 s  2 WG-Runde ●  3 13er ✓         , . wechseln · n dran · ? Hilfe "
    )


def test_what_a_tab_says() -> None:
    assert " 1 Küche ● 25 s " in shown((Tab("a", "Küche", waits=True, seconds=25),))
    assert " 1 Küche ● ! 10 s " in shown((Tab("a", "Küche", waits=True, seconds=10),))
    assert " 1 Küche ✓ t3 " in shown((Tab("a", "Küche", unread=3),))
    assert " 1 Küche ● t² " in shown((Tab("a", "Küche", waits=True, unread=2),))
    # Where one only looks on there is nothing that could be done.
    assert " 1 Küche   " in shown((Tab("a", "Küche", seated=False),))
    assert " 1 Küche   " in shown((Tab("a", "Küche", shown=True),))


def test_the_tab_that_is_shown_is_seen_without_colours() -> None:
    assert "[1 Küche ▸ 16 s] 2 WG-Runde ● " in shown(THREE, depth="mono")
    assert "[1 Kueche > 16 s] 2 WG-Runde * " in shown(THREE, ascii=True)


@pytest.mark.parametrize(
    ("seconds", "style"),
    [
        (11, bold(palette("true").accent)),
        (10, palette("true").bad),
        (6, palette("true").bad),
        (5, bold(palette("true").bad)),
    ],
)
def test_short_time_is_in_another_colour_and_then_bold(seconds: int, style: Style) -> None:
    drawn = row((Tab("a", "Küche", waits=True, seconds=seconds),), (), 80, palette("true"), DE)
    found = next(run for run in drawn if f"{seconds} s" in run.text)
    assert found.style == on(style, palette("true").head)


@pytest.mark.parametrize("width", [20, 40, 60, 79, 80, 120])
@pytest.mark.parametrize("at", [0, 3, 7])
def test_every_width_has_whole_tabs_and_the_one_that_is_shown(width: int, at: int) -> None:
    tabs = tuple(
        Tab(str(n), "漢字漢字漢字漢字漢字漢字", waits=True, seconds=180, shown=n == at)
        for n in range(8)
    )
    drawn = shown(tabs, width)
    assert cell_len(drawn) == width
    assert f"{at + 1} 漢" in drawn
    assert "▸ 180 s" in drawn


def test_the_parts_at_the_right_are_dropped_from_the_left() -> None:
    assert shown(THREE, 60).endswith(" n dran · ? Hilfe ")
    assert shown(THREE, 50).endswith(" ? Hilfe ")
    assert "Hilfe" not in shown(THREE, 44)


def test_names_are_harmless() -> None:
    assert "\x1b" not in shown((Tab("a", "K\x1b]2;x\x07üche"),))


def test_a_click_hits_the_tab_that_is_printed_there() -> None:
    drawn = shown(THREE, home="Lobby")
    for name, table in (("Küche", "a"), ("16 s", "a"), ("WG", "b"), ("13er", "c")):
        assert tab_at(THREE, drawn.index(name), 80, palette("true"), DE, "Lobby") == table
    assert tab_at(THREE, drawn.index("Lobby"), 80, palette("true"), DE, "Lobby") == ""
    assert tab_at(THREE, drawn.index("Hilfe"), 80, palette("true"), DE, "Lobby") is None
