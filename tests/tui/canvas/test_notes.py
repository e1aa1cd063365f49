"""A card over a table leaves the own cards, the prompt and the keys to be seen (ux 7)."""

import pytest
from rich.cells import cell_len

from tests.tui.scenes import showdown, turn
from tui.canvas.notes import Note, with_hint, with_note
from tui.canvas.palette import palette
from tui.layouts.pokerface import Pokerface
from tui.locale import Words

WORDS = Words("de")
NOTE = Note(
    title="Einführung  3/7",
    text=("Die Marken oben sind eure einzige Sprache. " * 2, "(1) heißt: schwächste Hand."),
    wish="Drück 5.",
    keys=(("Space", "zeig's mir"), ("Esc", "Einführung beenden")),
)


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (90, 31), (60, 18)])
def test_own_cards_prompt_and_keys_stay(size: tuple[int, int], ascii: bool) -> None:
    colours = palette("mono" if ascii else "true", ascii)
    rows = Pokerface().draw(turn(), size, colours, WORDS)
    covered = with_note(rows, NOTE, colours, WORDS)
    text = ["".join(run.text for run in row) for row in covered]
    assert [sum(cell_len(run.text) for run in row) for row in covered] == [size[0]] * size[1]
    whole = "\n".join(text)
    for wanted in ("Zwei Paare", "Du bist dran", "1–6" if not ascii else "1-6", "Passen"):
        assert wanted in whole, whole
    assert "5." in whole
    assert "zeig's mir" in whole


@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
def test_hands_that_are_shown_stay(size: tuple[int, int]) -> None:
    colours = palette("true")
    rows = Pokerface().draw(showdown(), size, colours, WORDS)
    ending = Note(NOTE.title, ("Hier stimmt sie nicht.",), "", NOTE.keys, ending=True)
    text = "\n".join(
        "".join(r.text for r in row) for row in with_note(rows, ending, colours, WORDS)
    )
    for name in ("(1) Carla", "(2) Frédéric", "(6) Eva"):
        assert name in text


def test_a_hint_takes_an_empty_row_or_none() -> None:
    colours = palette("true")
    rows = Pokerface().draw(turn(), (80, 24), colours, WORDS)
    hinted = with_hint(rows, "f c r", "Marke nehmen", colours, WORDS)
    assert [y for y in range(24) if hinted[y] != rows[y]] == [19]
    assert with_hint(rows, "f c r", "nirgends", colours, WORDS) == rows
    assert with_hint(rows, "f c r", "Anna", colours, WORDS) == rows
