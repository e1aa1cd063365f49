"""A board dealt after everybody is all-in comes street by street (ux 5.14)."""

import re

import pytest

from engine.values.cards import Card
from tests.tui.layouts.betting_deals import (
    CHECK,
    call,
    deal,
    holdem10,
    more,
    raise_to,
    scene,
    showdown10,
    text,
)
from tests.tui.layouts.drawn import DE
from tests.tui.layouts.test_betting_showdown import BOARD, THREE
from tui.canvas.scene import GoOn
from tui.layouts import layout
from tui.layouts.betting import Betting

ALL_IN = scene("holdem", THREE)


def test_hands_first_then_a_street_at_a_time_then_the_result() -> None:
    assert Betting().steps(ALL_IN) == 4
    streets = {1: "PREFLOP", 2: "FLOP", 3: "TURN"}
    for step, street in streets.items():
        drawn = text(more(ALL_IN, revealed=step))
        assert re.search(rf" {street}  ·  6 von 6 dabei", drawn[10])
        assert "Pot 1.850" in drawn[5]
        assert "A♥K♠" in drawn[6]  # Ben's cards lie open
        assert "zurück" not in "".join(drawn)
        assert drawn[19] == "  Space alles zeigen"
    for done in (more(ALL_IN, revealed=4), ALL_IN):
        assert "Showdown" in text(done)[0]


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 18)])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_nothing_shows_what_is_still_to_come(size: tuple[int, int], step: int) -> None:
    known = {1: 0, 2: 3, 3: 4}[step]
    hidden = [Card(BOARD[at : at + 2]) for at in range(2 * known, 10, 2)]
    glyphs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    for ui in ({}, {"drawer": "log"}, {"listed": True}):
        drawn = "\n".join(text(more(ALL_IN, revealed=step, **ui), *size))
        for card in hidden:
            assert f"{card.rank}{glyphs[card.suit]}" not in drawn
        assert "gewinnt" not in drawn
        assert "teilen" not in drawn


def test_stacks_are_not_paid_before_the_end() -> None:
    """Anna has 500 of 1000 left; who wins shows in no stack and no mark."""
    drawn = text(more(ALL_IN, revealed=1))
    assert drawn[6].startswith(" 0 ")
    assert "Anna  du  500" in drawn[13]
    assert "★" not in "".join(drawn)


def test_space_shows_all_and_no_other_key_acts() -> None:
    at = more(ALL_IN, revealed=1)
    assert Betting().press(at, "space", DE) == GoOn()
    assert Betting().press(at, "c", DE) is None
    assert [b.label for b in Betting().buttons(at, DE)] == ["alles zeigen"]
    assert text(at)[23].startswith(" Space alles zeigen")


def test_where_the_board_was_whole_everything_is_there_at_once() -> None:
    assert Betting().steps(showdown10()) == 0
    assert Betting().steps(holdem10()) == 0
    assert "Showdown" in text(more(showdown10(), revealed=1))[0]


def test_an_all_in_on_the_turn_leaves_the_river() -> None:
    acts = (call(5), *(CHECK,) * 3, raise_to(990), call(990))
    at = scene("holdem", deal("holdem", (1000, 1000), {}, BOARD, acts))
    assert Betting().steps(at) == 2
    assert " TURN  ·  2 von 2 dabei" in text(more(at, revealed=1))[10]


def test_other_layouts_show_hands_one_by_one_at_a_showdown() -> None:
    running = holdem10()
    assert layout("pokerface").steps(running) == layout("nothing").steps(running) == 0
