"""Special hands of thirteen cards (rules.md D: CP-18)."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kit.special import VALUES, specials
from engine.values.cards import DECK, RANKS, Card, cards

# CP-18, and hands beside them.
HANDS = [
    ("2c2d5c5d7c7d9c9dJcJdKcKdAh", ("six_pairs",)),
    ("2c2d2h2s7c7d9c9dJcJdKcKdAh", ("six_pairs",)),
    ("2c2d2h5s5c7c7d9c9dJcJdKcKd", ("six_pairs",)),
    ("2c3d4h5s6c7d8h9sTcJdQhKsAc", ("dragon", "three_straights")),
    ("Ac2d3h4s5c5d6h7s8c9dJhQsKc", ("three_straights",)),
    ("2c4c6c8cTc3d5d7d9dJd2h5h9h", ("three_flushes",)),
    ("2c4c6c8cTc3c5c7c2d5d9dJdKd", ("three_flushes",)),
    ("2c4c6c8cTc3c5c7c2d5d9dJdKs", ()),
    # Suits 10/3 and 13.
    ("2c3c4c6c7c9cTcJcQcAc5d8dKd", ("dragon", "three_straights", "three_flushes")),
    ("2h3h4h5h6h7h8h9hThJhQhKhAh", ("dragon", "three_straights", "three_flushes")),
    # A sequence does not go round the corner.
    ("QcKdAh2s3c4c5d6h7s8c2d3d4h", ()),
    ("QcKdAh4s5c6d7h8s9cTdJh2d2h", ()),
    # Three and two of a rank are no two pairs more than one; five pairs are none.
    ("2c2d2h5s5c5d7d9c9dJcJdKcKd", ()),
]


@pytest.mark.parametrize(("text", "expected"), HANDS)
def test_cp_18(text: str, expected: tuple[str, ...]) -> None:
    assert specials(cards(text)) == expected


def test_values() -> None:
    assert VALUES == {"dragon": 13, "three_straights": 3, "three_flushes": 3, "six_pairs": 3}


def sequence(row: tuple[Card, ...]) -> bool:
    heights = sorted(RANKS.index(one.rank) for one in row)
    low = sorted(-1 if height == 12 else height for height in heights)
    return any(each == list(range(each[0], each[0] + len(each))) for each in (heights, low))


def slow_straights(hand: tuple[Card, ...]) -> bool:
    for front in combinations(hand, 3):
        if not sequence(front):
            continue
        rest = [one for one in hand if one not in front]
        for middle in combinations(rest, 5):
            if sequence(middle) and sequence(tuple(one for one in rest if one not in middle)):
                return True
    return False


@given(st.permutations(range(4)), st.lists(st.integers(0, 12), min_size=13, max_size=13))
@settings(max_examples=60, deadline=None)
def test_straights_by_brute_force(suits: list[int], heights: list[int]) -> None:
    hand: list[Card] = []
    for height in heights:
        free = [DECK[13 * s + height] for s in suits if DECK[13 * s + height] not in hand]
        hand += free[:1]
    hand += [one for one in DECK if one not in hand][: 13 - len(hand)]
    assert ("three_straights" in specials(hand)) == slow_straights(tuple(hand))


@pytest.mark.parametrize("text", ["AcAd", "Ac" * 13, "??" + "2c3c4c6c7c9cTcJcQcAc5d8d"])
def test_what_is_no_hand(text: str) -> None:
    with pytest.raises(ValueError):
        specials(cards(text))
