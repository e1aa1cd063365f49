"""Shares of pots, and the chance that hands are sampled by."""

import pytest

from engine.bots.betting_hands import (
    Layer,
    Luck,
    Rival,
    Sides,
    chips_won,
    hands_of,
    samples_for,
    won,
)


@pytest.mark.parametrize(
    ("mine", "others", "expected"),
    [
        # rules.md HL-09, HL-14 and C.10; strengths are any numbers, lows the smaller the better
        (Sides(9, 40), [Sides(8, 40)], 0.75),
        (Sides(8, 40), [Sides(9, 40)], 0.25),
        (Sides(9, 40), [Sides(9, 40)], 0.5),
        (Sides(9), [Sides(8)], 1),
        (Sides(9), [Sides(8, 40)], 0.5),
        (Sides(8, 40), [Sides(9), Sides(9)], 0.5),
        (Sides(9), [Sides(9), Sides(9)], 1 / 3),
        (Sides(7, 50), [Sides(8, 40), Sides(6, 60)], 0),
        (Sides(7), [], 1),
        (Sides(7, 50), [], 1),
    ],
)
def test_shares_of_a_pot(mine: Sides, others: list[Sides], expected: float) -> None:
    assert won(mine, others) == pytest.approx(expected)


def test_chips_are_won_of_the_pots_that_a_rival_can_win() -> None:
    layers = (Layer(100, frozenset({1, 2})), Layer(50, frozenset({2})))
    assert chips_won(layers, Sides(8), {1: Sides(9), 2: Sides(7)}) == 50
    assert chips_won(layers, Sides(8), {2: Sides(8)}) == 75
    assert chips_won(layers, Sides(8), {}) == 150


def test_more_hands_to_rank_leave_fewer_samples() -> None:
    some = [Rival(1, 0.0, 1.0)]
    assert samples_for(600, some) == 300
    assert samples_for(600, [*some, Rival(2, 1.0, 1.0)]) == 150
    assert samples_for(600, some, cost=3) == 100
    assert samples_for(1, some) == 40


def test_luck_deals_live_cards_each_as_likely() -> None:
    dead = frozenset(range(10, 52))
    luck = Luck(dead, 5, 4_000, 2, b"luck")
    first = [luck.cards()[0] for _ in range(4_000)]
    # A standard deviation of 19 each.
    assert all(320 < first.count(card) < 480 for card in range(10))
    assert {*first} == {*range(10)}
    numbers = [luck.below(10) for _ in range(4_000)]
    assert all(320 < numbers.count(number) < 480 for number in range(10))


def test_what_somebody_did_not_choose_comes_back_to_the_pool() -> None:
    luck = Luck(frozenset(), 5, 1, 20, b"luck")
    rivals = [Rival(1, 2.0, 1.0), Rival(2, 0.0, 0.0), Rival(3, 0.0, 1.0)]
    hands, rest = hands_of(rivals, [5, 3, 9, 4, 7], 1, luck, lambda seat: lambda hand: hand[0])
    assert hands == {1: [9], 3: [4]}
    assert sorted(rest) == [3, 5, 7]
