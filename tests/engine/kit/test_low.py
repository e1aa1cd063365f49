"""Eight-or-better lows by the vectors of rules.md (HL-01 … HL-13) and cases.md A9."""

from itertools import combinations, pairwise

import pytest

from engine.kit.low import NO_LOW, bits_of, low, low_of_two_and_three, lowest_bits, ranks_of
from engine.values.cards import DECK, cards
from engine.values.chance import Dice


def named(text: str) -> str | None:
    found = low(cards(text))
    return None if found is None else ranks_of(found)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("7c5d4h2sAc", "7542A"),
        ("8h7h6h5h4h", "87654"),
        ("5c4c3c2cAc", "5432A"),
        ("As2s3s4d6sKcKs", "6432A"),
        ("AsAd2h2c3s4dKh", None),
        ("Ac2c3c4c5cKdKh", "5432A"),
        ("8s7d6c5h4sKdQh", "87654"),
        ("8h7c6s3c2hAcAd", "7632A"),
        ("9c5d4h2sAc", None),
    ],
)
def test_five_different_ranks_up_to_the_eight(hand: str, expected: str | None) -> None:
    assert named(hand) == expected


def test_smaller_from_the_top_is_better() -> None:
    order = ["5432A", "6432A", "6543A", "7432A", "7542A", "8432A", "87654"]
    lows = [low(cards("".join(rank + "c" for rank in ranks))) for ranks in order]
    assert all(one is not None for one in lows)
    assert lows == sorted(lows, key=lambda one: one or ())


def test_bits_compare_as_the_lows_do() -> None:
    dice = Dice(b"lows")
    hands = [dice.shuffled(range(52))[:7] for _ in range(500)]
    for one, other in pairwise(hands):
        mine, theirs = (low(DECK[place] for place in hand) for hand in (one, other))
        first, second = lowest_bits(bits_of(one)), lowest_bits(bits_of(other))
        assert (first == NO_LOW) == (mine is None)
        if mine and theirs:
            assert (first < second, first == second) == (mine < theirs, mine == theirs)


def test_there_are_56_lows() -> None:
    ranks = {low(hand) for hand in combinations(cards("Ac2c3c4c5c6c7c8c"), 5)}
    assert len(ranks - {None}) == 56


@pytest.mark.parametrize(
    ("own", "board", "expected"),
    [
        ("Ac2dKhKs", "3c4d8hTsQc", "8432A"),
        ("AcKdKhKs", "2c3d4h5sQc", None),
        ("Ac2dKhKs", "2c3d7hTs8c", "8732A"),
        ("Ac2d4hKs", "2c3d7hTs8c", "7432A"),
        ("Ac2dKhKs", "3c4d5hTsQc", "5432A"),
        ("Ac2d3h4s", "5c5d5hKsQc", None),
    ],
)
def test_exactly_two_of_one_s_own_and_three_of_the_board(
    own: str, board: str, expected: str | None
) -> None:
    found = low_of_two_and_three(cards(own), cards(board))
    assert (None if found is None else ranks_of(found)) == expected


def test_two_and_three_is_the_best_of_all_ways() -> None:
    deck = DECK[::5] + DECK[1::7]
    for start in range(9):
        own, board = deck[start : start + 4], deck[start + 4 : start + 9]
        ways = [
            low((*two, *three)) for two in combinations(own, 2) for three in combinations(board, 3)
        ]
        best = min((way for way in ways if way is not None), default=None)
        assert low_of_two_and_three(own, board) == best
