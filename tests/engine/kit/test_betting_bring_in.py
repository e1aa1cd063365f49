"""The round after a bring-in, and bets that an open pair makes higher (rules.md C.4, D11)."""

from typing import Any

import pytest

from engine.kit import betting
from engine.kit.betting import Bounds, Round, Stakes

DEEP = (500,) * 3
ALL = (0, 1, 2)
SPLIT = Stakes("split", 10, most=20)
POT = Stakes("pot", 10)


def brought(stakes: Stakes, paid: int = 5, bring_in: int = 5) -> Round:
    """Seat 0 has brought it in."""
    return betting.brought_in(betting.begin(stakes, 3), 0, paid, bring_in)


@pytest.mark.parametrize("stakes", [SPLIT, POT], ids=lambda stakes: stakes.structure)
def test_a_bring_in_is_to_be_called_and_is_no_bet(stakes: Stakes) -> None:
    found = brought(stakes)
    assert (found.high, found.full, found.raised, found.aggressor) == (5, 0, 0, None)
    assert betting.price(found, 1, 500) == 5
    bounds = betting.bounds(found, 1, DEEP, ALL, 8)
    assert isinstance(bounds, Bounds)
    assert bounds.lo == 10


def test_the_opener_is_asked_again_only_after_a_bet() -> None:
    found = brought(SPLIT)
    for seat in (1, 2):
        found = betting.acted(found, seat, 5, ALL)
    assert betting.waiting(found, DEEP, ALL, 2) is None
    found = betting.acted(betting.acted(brought(SPLIT), 1, 10, ALL), 2, 10, ALL)
    assert betting.waiting(found, DEEP, ALL, 2) == 0
    assert betting.bounds(found, 0, DEEP, ALL, 28) == Bounds(20, 20)


@pytest.mark.parametrize("stakes", [SPLIT, POT], ids=lambda stakes: stakes.structure)
def test_completing_reopens_for_whoever_called_the_bring_in(stakes: Stakes) -> None:
    found = betting.acted(betting.acted(brought(stakes), 1, 5, ALL), 2, 10, ALL)
    assert isinstance(betting.bounds(found, 0, DEEP, ALL, 23), Bounds)
    found = betting.acted(found, 0, 10, ALL)
    assert isinstance(betting.bounds(found, 1, DEEP, ALL, 28), Bounds)


def test_a_short_one_is_owed_in_full() -> None:
    found = brought(SPLIT, paid=2)
    assert found.bets == (2, 0, 0)
    assert betting.price(found, 1, 500) == 5


def test_one_as_high_as_the_stake_is_the_bet() -> None:
    found = brought(SPLIT, paid=10, bring_in=10)
    assert (found.full, found.raised, found.aggressor) == (10, 1, 0)
    assert betting.bounds(found, 1, DEEP, ALL, 13) == Bounds(20, 20)


@pytest.mark.parametrize(
    ("bets", "expected"),
    [
        ((), Bounds(10, 20, 10)),
        ((10,), Bounds(20, 30, 10)),
        ((20,), Bounds(40, 40)),
        ((10, 30), Bounds(50, 50)),
    ],
)
def test_the_big_bet_beside_the_small_one(bets: tuple[int, ...], expected: Any) -> None:
    """After it there are no small ones."""
    found = betting.begin(Stakes("split", 10, most=20, double=20), 3)
    for seat, total in enumerate(bets):
        found = betting.acted(found, seat, total, ALL)
    assert betting.bounds(found, 2, DEEP, ALL, 3 + sum(bets)) == expected


def test_all_that_one_has_lies_between_the_two() -> None:
    found = betting.begin(Stakes("split", 10, most=20, double=20), 3)
    assert betting.bounds(found, 2, (500, 500, 14), ALL, 3) == Bounds(10, 14, 10)
