"""Hands over one board, in ints: the same strengths and lows as card by card."""

from itertools import combinations

import pytest

from engine.kit.low import NO_LOW, bits_of, low_of_bits, low_of_two_and_three
from engine.kit.ranking import AnyFive, TwoAndThree, place, rank5, rank7, rank_two_and_three
from engine.values.cards import DECK, cards
from engine.values.chance import Dice


def test_any_five_of_seven() -> None:
    dice = Dice(b"any five")
    for _ in range(300):
        deal = dice.shuffled(DECK)
        board, own = deal[:5], deal[5:7]
        ranker = AnyFive([place(card) for card in board])
        assert ranker.rank([place(card) for card in own]) == rank7((*board, *own))


@pytest.mark.parametrize("common", [3, 4, 5])
def test_two_and_three_is_the_best_of_all_ways(common: int) -> None:
    dice = Dice(b"two and three")
    for _ in range(150):
        # Half the deck, so that flushes and straight flushes are not rare.
        deal = dice.shuffled(DECK[:26])
        board, own = deal[:common], deal[5:9]
        best = max(
            rank5((*two, *three))
            for two in combinations(own, 2)
            for three in combinations(board, 3)
        )
        assert rank_two_and_three(own, board) == best
        assert TwoAndThree([place(c) for c in board]).rank([place(c) for c in own]) == best


@pytest.mark.parametrize(
    ("own", "board", "same_as"),
    [
        # rules.md OM-01, OM-02, OM-04
        ("7c7d3h2s", "AcAdAhAsKc", "AcAdAh7c7d"),
        ("KhQs9d2c", "AcAdAhAsKc", "AcAdAhKhQs"),
        ("AhKcQd2s", "Jh9h6h3h2c", "AhJh9h2s2c"),
        ("AcAd2h2s", "KcQdJhTs9c", "AcAdKcQdJh"),
    ],
)
def test_omaha_vectors(own: str, board: str, same_as: str) -> None:
    found = rank_two_and_three(cards(own), cards(board))
    assert found == rank5(cards(same_as))


def test_lows_in_bits_stand_in_the_same_order_as_lows() -> None:
    dice = Dice(b"lows")
    found = []
    for _ in range(400):
        deal = dice.shuffled(DECK)
        own, board = deal[:4], deal[4:9]
        bits = low_of_bits(bits_of(map(place, own)), bits_of(map(place, board)))
        low = low_of_two_and_three(own, board)
        assert (low is None) == (bits == NO_LOW)
        if low is not None:
            assert bits == sum(1 << height - 1 for height in low)
            found.append((low, bits))
    assert [bits for _, bits in sorted(found)] == sorted(bits for _, bits in found)
    assert len(found) > 50
