"""Title, time, action bar and footer: whole things are dropped, never cut inside."""

import pytest
from msgspec.structs import replace

from protocol.messages import Clock
from tests.tui import scenes
from tui.canvas import frame
from tui.canvas.palette import palette
from tui.canvas.pen import Pen
from tui.canvas.scene import Button
from tui.locale import Words

DE = Words("de")


def _pen(width: int, height: int = 1, depth: str = "true") -> Pen:
    return Pen(width, height, palette("mono" if depth == "mono" else "true"), DE)


FOOTER = (
    Button("a", "?", "Hilfe"),
    Button("b", "t", "Sätze", rank=2),
    Button("c", "l", "Protokoll", rank=4),
    Button("d", ":", "Befehle", rank=5),
    Button("e", "q", "Verlassen", rank=3),
)


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (80, " ? Hilfe  t Sätze  l Protokoll  : Befehle  q Verlassen"),
        (45, " ? Hilfe  t Sätze  l Protokoll  q Verlassen"),
        (40, " ? Hilfe  t Sätze  q Verlassen"),
        (20, " ? Hilfe  t Sätze"),
        (10, " ? Hilfe"),
        (5, " ? Hi"),
    ],
)
def test_the_footer_drops_whole_items_and_never_help(width: int, expected: str) -> None:
    pen = _pen(width)
    frame.footer(pen, 0, FOOTER)
    assert pen.text()[0].rstrip() == expected


def test_ascii_explains_its_suits() -> None:
    pen = Pen(110, 1, palette("16", ascii=True), DE)
    frame.footer(pen, 0, FOOTER)
    assert pen.text()[0].rstrip().endswith("s=Pik h=Herz d=Karo c=Kreuz")


BUTTONS = (
    Button("a", "1–6", "Marke nehmen", tone="good", rank=3),
    Button("b", "p", "Passen", enabled=False, rank=1),
)


def test_buttons_side_by_side_or_wrapped_or_dropped() -> None:
    pen = _pen(40, 2)
    assert frame.bar(pen, 0, 40, BUTTONS, 2) == (1, 31)
    assert pen.text() == ("  1–6 Marke nehmen    p Passen ".ljust(40), " " * 40)
    pen = _pen(24, 2)
    assert frame.bar(pen, 0, 24, BUTTONS, 2)[0] == 2
    assert pen.text() == ("  1–6 Marke nehmen ".ljust(24), "  p Passen ".ljust(24))
    pen = _pen(24, 2)
    assert frame.bar(pen, 0, 24, BUTTONS, 1)[0] == 1
    assert pen.text()[0].strip() == "p Passen"


def test_buttons_have_their_tone_and_disabled_ones_none() -> None:
    colours = palette("true")
    live = frame.button_spans(BUTTONS[0], colours)
    assert {style.bg for _, style in live} == {"#27503d"}
    assert live[0][1].fg == "#f0bf4c"
    dead = frame.button_spans(BUTTONS[1], colours)
    assert {style for _, style in dead} == {colours.disabled}
    guarded = frame.button_spans(BUTTONS[0], colours, guarded=True)
    assert {style for _, style in guarded} == {colours.disabled}


def test_buttons_in_brackets_without_colours_take_the_same_room() -> None:
    pen = _pen(40, 1, "mono")
    assert frame.bar(pen, 0, 40, BUTTONS, 1) == (1, 31)
    assert pen.text()[0].rstrip() == " [1–6] Marke nehmen  [p] Passen"


def _clocked(seconds: int) -> Pen:
    scene = scenes.turn(seconds=seconds)
    scene = replace(scene, table=replace(scene.table, clock=Clock(40_000, 40_000)))
    pen = _pen(40, 2)
    frame.time_bar(pen, 0, 40, scene, mine=True)
    pen.right(1, frame.seconds_span(scene, pen.palette, DE, True))
    return pen


@pytest.mark.parametrize(
    ("seconds", "cells", "colour", "text"),
    [
        (40, 40, "#f0bf4c", "40 s"),
        (20, 20, "#f0bf4c", "20 s"),
        (10, 10, "#ff7a5c", "! 10 s"),
        (5, 5, "#ff7a5c", "! 5 s"),
    ],
)
def test_the_time_bar_shrinks_and_warns(seconds: int, cells: int, colour: str, text: str) -> None:
    pen = _clocked(seconds)
    run = pen.rows()[0][0]
    assert (len(run.text), run.style.fg) == (cells, colour)
    assert pen.text()[1].strip() == text


def test_the_bar_is_empty_when_time_is_up() -> None:
    run = _clocked(0).rows()[0][0]
    assert (len(run.text), run.style.fg) == (40, "#26352f")


def test_without_a_clock_there_is_a_plain_line_and_no_seconds() -> None:
    pen = _pen(40)
    scene = scenes.turn(seconds=12)
    frame.time_bar(pen, 0, 40, scene, mine=True)
    assert pen.text() == ("─" * 40,)
    assert frame.seconds_span(scene, pen.palette, DE, True) == ()


def test_the_title_keeps_help_as_long_as_it_can() -> None:
    for width in range(1, 90):
        pen = _pen(width)
        frame.title(pen, "Pokerface", ["Ein langer Tisch", "Durchgang 4"], ["6/6", "24 ms"], "")
        text = pen.text()[0].rstrip()
        assert width < 13 or text.startswith(" Pokerface")
        if width > 30:
            assert text.endswith("? Hilfe")
    pen = _pen(60)
    frame.title(pen, "Pokerface", ["Tisch", "Durchgang 4"], ["6/6", "24 ms"], "")
    assert pen.text()[0].rstrip() == " Pokerface   Tisch · Durchgang 4      6/6 · 24 ms · ? Hilfe"


@pytest.mark.parametrize(
    ("names", "expected"),
    [([], ""), (["Ben"], "Ben"), (["Ben", "Eva"], "Ben und Eva"), (list("abc"), "a, b und c")],
)
def test_names_in_a_sentence(names: list[str], expected: str) -> None:
    assert frame.spread(names, DE) == expected
