"""What half-filled rows can still become, and when a foul can't be helped any more."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kit.outlook import Dead, dead, earned, earned_next, strongest, unseen
from engine.kit.ranking import name_of, rank
from engine.kit.rows import board, three_rows
from engine.kit.royalties import NONE, OPEN
from engine.values.cards import DECK, Card, cards
from engine.values.draft import FULL
from tests.engine.kit.boards_of_three import rows

DECKS = st.permutations(DECK)


@settings(max_examples=25)
@given(DECKS, st.sampled_from((3, 5)), st.integers(0, 3), st.integers(3, 12))
def test_the_strongest_of_all_ways_to_fill_a_row(
    deck: list[Card], size: int, free: int, left: int
) -> None:
    lying = size - free
    row, pool = deck[:lying], deck[lying : lying + left]
    most = max(rank((*row, *more)) for more in combinations(pool, free))
    assert strongest(row, size, pool) == most


@pytest.mark.parametrize(
    ("row", "left", "name", "ranks"),
    [
        ("9d9s5c5d", "", "full_house", "95"),
        ("JsJcJd", "", "four_of_a_kind", "JA"),
        ("Th9h4h", "", "flush", "AKT94"),
        ("ThJh8h", "", "straight_flush", "Q"),
        ("AcKc5d", "", "three_of_a_kind", "AK5"),
        ("5d7s", "", "four_of_a_kind", "75"),
        ("AcKc5d", "Ah5h2c", "two_pair", "A5K"),
    ],
)
def test_rows_and_what_they_can_become(row: str, left: str, name: str, ranks: str) -> None:
    lying = cards(row)
    found = strongest(lying, 5, cards(left) if left else unseen(lying))
    assert found is not None
    assert (name_of(found).name, name_of(found).ranks) == (name, ranks)


def test_with_four_free_places_or_too_few_cards_nothing_is_known() -> None:
    assert strongest(cards("5d"), 5, unseen(cards("5d"))) is None
    assert strongest((), 5, DECK) is None
    assert strongest(cards("5d6d7d"), 5, cards("Ah")) is None


@settings(max_examples=40)
@given(DECKS, st.lists(st.integers(0, 5), min_size=3, max_size=3))
def test_what_can_still_be_right_is_not_called_a_foul(deck: list[Card], lying: list[int]) -> None:
    """Whatever part of right rows lies already: those that are missing make it right."""
    full = sorted(three_rows(deck[:13]), key=lambda row: (len(row), rank(row)))
    if board(full).fouled:
        return
    half = [row[: min(count, size)] for row, count, size in zip(full, lying, FULL, strict=True)]
    assert dead(half, unseen(card for row in half for card in row)) is None
    missing = [card for row, part in zip(full, half, strict=True) for card in row[len(part) :]]
    assert dead(half, missing) is None


@pytest.mark.parametrize(
    ("text", "left", "found"),
    [
        # Full rows in the wrong order.
        ("KsKh2d | 5c5d7h8sTc | AcAd", "", Dead("front", "middle")),
        ("2c2h4d | AcAd7h8sTc | KcKd9h9sJc", "", None),
        ("2c2h4d | AcAd7h7sTc | KcKd9h9sJc", "", Dead("middle", "back")),
        # What is missing could still help, or could not.
        ("AsAhAd | 2c7d9hJs | 3c", "", Dead("front", "middle")),
        ("AsAhAd | 2c3c4cTc | 3d", "", None),
        ("KsKh2d | QcQd7h8s | 3c", "", None),
        ("KsKh2d | QcQd7h8s | 3c", "QhQs5d", None),
        ("KsKh2d | QcQd7h8s | 3c", "5d6d9d", Dead("front", "middle")),
        # The middle may grow with the back, but that has too little room.
        ("AsAhAd | 2c | 3c7d9hJs", "", Dead("front", "back")),
        ("KsKh2d | QcQd | 8c8d3s", "", None),
    ],
)
def test_dead_rows(text: str, left: str, found: Dead | None) -> None:
    lying = rows(text)
    assert dead(lying, cards(left) if left else unseen(c for row in lying for c in row)) == found


def test_royalties_as_rows_lie_and_with_one_card_more() -> None:
    lying = rows("Kc | 9d9s5c5d | JsJcJd")
    left = unseen(c for row in lying for c in row)
    assert earned(lying, OPEN) == (0, 0, 0)
    # A nine makes the full house in the middle; a king would be a pair in front, worth 8.
    assert earned_next(lying, OPEN, left) == 12
    assert earned_next(lying, OPEN, cards("Kh2c")) == 8
    assert earned_next(lying, NONE, left) == 0
    assert earned(rows("QsQd | 7h7c7d | Ah"), OPEN) == (7, 2, 0)
    assert earned_next(rows("QsQd2c | 7h | Ah"), OPEN, cards("3c")) == 7
