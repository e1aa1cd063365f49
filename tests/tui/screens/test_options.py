"""Options (ux 5.17): in force at once on the screen below, kept, each explained by its line."""

import itertools
from typing import get_args

import pytest
from rich.cells import cell_len

from protocol.messages import Preferred
from server.run import Server
from tests.tui.screens.visit import ENGLISH, Visit, visit
from tui.app import words_of
from tui.canvas.palette import Depth
from tui.locale import LANGS, Lang
from tui.preferences import Preferences, read
from tui.screens.options_lines import OptionLine, OptionLines
from tui.start import Play, Start
from tui.terminal import Terminal

PLAYS = Start(play=Play("holdem", bots=1))


def lines(
    lang: Lang = "de",
    depth: Depth = "256",
    game: str | None = None,
    prefs: dict[str, Preferred] | None = None,
) -> dict[str, OptionLine]:
    """The lines at a terminal, by the names that they are kept by."""
    terminal = Terminal(lang, depth, ascii=False, motion=True, local=False)
    liked = read(prefs or {})
    listed = OptionLines(liked, terminal, terminal, words_of(lang), game).all()
    return {line.id: line for line in listed}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("depth", get_args(Depth))
def test_every_line_has_room_and_says_what_it_does(lang: Lang, depth: Depth) -> None:
    for line in lines(lang, depth, "indian_holdem").values():
        assert len(line.values) == len(line.labels) >= 2
        assert 0 < cell_len(line.label) <= 21
        assert 0 < cell_len(line.note) <= 72
        assert cell_len(line.why) <= 72
        # The values side by side, each with a blank or a bracket around it.
        assert sum(cell_len(label) + 2 for label in line.labels) <= 51


def test_every_value_is_understood_when_it_comes_back() -> None:
    for line in lines(game="stud7").values():
        for value in line.values:
            again = lines(game="stud7", prefs={line.id: value})[line.id]
            # The language is the terminal's until the app takes it up.
            assert line.id == "lang" or again.values[again.chosen] == value


def test_what_would_change_nothing_says_why() -> None:
    assert not any(line.why for line in lines(depth="true").values())
    assert lines(depth="16")["deck"].why == "Mit 16 Farben sind die Karten immer rot und schwarz."
    assert lines(depth="mono")["deck"].why
    assert lines(depth="mono")["theme"].why


def test_a_view_is_chosen_where_there_are_two() -> None:
    assert not any(name.startswith("view.") for name in lines())
    view = lines(game="stud7")["view.stud7"]
    # Stud begins as a list.
    assert view.values[view.chosen] == "list"


async def go_to(visited: Visit, name: str) -> None:
    """Move to the line of that name."""
    listed = [line.id for line in visited.screen.lines]  # type: ignore[attr-defined]
    await visited.press("home", *("down",) * listed.index(name))


async def test_the_language_changes_at_once_and_is_kept(server: Server) -> None:
    async with visit(server, ENGLISH) as visited:
        await visited.sees("No table yet")
        await visited.press("o")
        await visited.sees("In force at once, and saved with your account.")
        await visited.press("left")
        await visited.sees("Gespeichert mit deinem Konto.")
        await visited.press("escape")
        await visited.sees("Noch kein Tisch")
        assert visited.app.room.account.prefs == {"lang": "de"}


async def test_colours_and_signs_change_at_once(server: Server) -> None:
    async with visit(server, ENGLISH) as visited:
        await visited.sees("No table yet")
        felt = visited.app.get_css_variables()["felt"]
        await visited.press("o")
        await go_to(visited, "theme")
        await visited.press("right")
        light = visited.app.palette
        assert visited.app.get_css_variables()["felt"] == light.back.bg != felt
        assert visited.screen.canvas.rows[3][0].style.bg == light.back.bg
        await go_to(visited, "ascii")
        await visited.press("right", "right")
        assert visited.text.isascii()
        await go_to(visited, "colours")
        await visited.press("right", "right", "right", "right")
        assert visited.app.palette.depth == "mono"
        assert visited.app.no_color
        await visited.until(lambda: not visited.app.liking.sending)
        wanted = Preferences(theme="light", ascii="ascii", colours="mono")
        assert read(visited.app.room.account.prefs) == wanted


async def test_a_line_without_effect_explains_itself(server: Server) -> None:
    sixteen = Terminal("de", "16", ascii=False, motion=True, local=False)
    async with visit(server, sixteen) as visited:
        await visited.sees("Noch kein Tisch")
        await visited.press("o")
        await go_to(visited, "deck")
        await visited.press("right")
        assert visited.text.count("Mit 16 Farben sind die Karten immer rot und schwarz.") == 2
        assert visited.app.preferences.deck == "four"


async def test_the_table_below_takes_another_view_and_letters(server: Server) -> None:
    async with visit(server, start=PLAYS) as visited:
        await visited.until(lambda: bool(visited.shown) and visited.told)
        await visited.press("o")
        await visited.sees("Hold'em als")
        await go_to(visited, "view.holdem")
        await visited.press("right")
        await go_to(visited, "letters")
        await visited.press("right", "right")
        await visited.press("o")
        await visited.sees("Listenansicht")
        assert visited.app.words("cards.letter.Q") == "Q"
        assert visited.app.words("cards.rank.Q") == "Dame"


async def test_a_value_is_found_among_the_commands(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        await visited.press("colon")
        await visited.goes_to("palette")
        await visited.type("zwei")
        await visited.sees("Kartenfarben: zwei Farben")
        await visited.press("enter")
        await visited.goes_to("lobby")
        assert visited.app.preferences.deck == "two"
        await visited.press("colon")
        await visited.type("karten")
        await visited.sees("Kartenfarben: vier Farben")
        assert "zwei Farben" not in visited.text


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 36)])
async def test_the_line_that_keys_are_about_is_always_shown(
    server: Server, size: tuple[int, int]
) -> None:
    async with visit(server, size=size) as visited:
        await visited.press("o")
        await visited.goes_to("options")
        listed: tuple[OptionLine, ...] = visited.screen.lines  # type: ignore[attr-defined]
        assert len(listed) > 8
        # What looks like this stays within the frame, and lines that have no room are announced.
        framed = [line.rstrip() for line in visited.lines[1:-2]]
        assert {len(line) for line in framed} == {size[0] - 1 if size[0] <= 100 else 101}
        assert any(line.endswith("↓") for line in framed) == (size[1] == 18)
        for key, line in itertools.chain(
            zip(itertools.repeat("down"), listed[1:], strict=False),
            zip(itertools.repeat("up"), reversed(listed[:-1]), strict=False),
        ):
            await visited.press(key)
            (row,) = (y for y, text in enumerate(visited.lines) if text.strip(" │").startswith("▸"))
            assert line.label in visited.lines[row]
            assert line.note[:40] in visited.lines[row + 1]
