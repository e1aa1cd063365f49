"""How long a card held over the square is still meant."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.tui import squares
from tests.tui.squares import PICTURE, held
from tui.canvas.ghosts import kept, overlaid
from tui.canvas.scene import Ghost

TABLE = squares.scene().table


@pytest.mark.parametrize(
    "ghost",
    [held("5h", "b2"), held("5h"), held(at="e5"), held(column="c"), held("9c", "b2", "e")],
)
def test_it_stays_as_long_as_its_card_and_its_place_are_there(ghost: Ghost) -> None:
    assert kept(ghost, TABLE) == ghost
    assert overlaid(ghost, TABLE) is None


@pytest.mark.parametrize(
    "ghost",
    [
        None,
        Ghost(1),
        held("As", "b2"),  # laid, or never held
        Ghost(2, held("5h").card, held(at="b2").cell),  # of another deal
    ],
)
def test_it_goes_with_its_card_and_with_its_deal(ghost: Ghost | None) -> None:
    assert kept(ghost, TABLE) is None
    assert overlaid(ghost, TABLE) is None


def test_its_place_goes_when_somebody_else_takes_it() -> None:
    before = squares.scene(PICTURE[:11], hands=("5h9c7d", "Jd3c4s")).table
    ghost = held("5h", "c5")
    assert kept(ghost, before) == ghost
    assert kept(ghost, TABLE) == held("5h")
    assert overlaid(ghost, TABLE) == ghost.cell
    assert kept(held(at="c5"), TABLE) is None
    assert overlaid(held(at="c5"), TABLE) == ghost.cell


def test_a_column_that_is_full_can_be_meant_no_longer() -> None:
    assert kept(held("5h", column="b"), TABLE) == held("5h", column="b")
    assert kept(held("5h", column="a"), TABLE) == held("5h")
    assert kept(held(column="a"), TABLE) is None


def test_laying_it_oneself_is_no_surprise() -> None:
    after = squares.scene((*PICTURE, "5h b2"), hands=("9c7d2h", "Ad3c4s")).table
    assert kept(held("5h", "b2"), after) is None
    assert overlaid(held("5h", "b2"), after) is None


@pytest.mark.parametrize("change", [{"stage": "over"}, {"me": None}, {"view": None}])
def test_nothing_is_held_where_nothing_can_be_laid(change: dict[str, Any]) -> None:
    assert kept(held("5h", "b2"), replace(TABLE, **change)) is None
    assert overlaid(held("5h", "a1"), replace(TABLE, **change)) is None
