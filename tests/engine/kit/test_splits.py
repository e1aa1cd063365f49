"""The best arrangements, against all 72,072 of a hand that somebody else's ranking allows."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kit.ranking import place, rank
from engine.kit.rows import Board, board
from engine.kit.splits import best, suggestions
from engine.values.cards import DECK, UNKNOWN, Card, cards
from engine.values.draft import Rows
from tests.engine.games.chinese_oracle import CLASSES, five, kinds

DECKS = st.permutations(DECK)
HANDS = [
    "AcAdKcKdKh9s8s7s6s5s4d3h2c",
    "2c2d3h5s7h8c9dTsJdQhQcKsAd",
    "2s4s6s8sTsQs3h5h7h9hJhKcAd",
]


def steep(front: int, middle: int, back: int) -> float:
    """All rows count, the front most."""
    return (3 * front + 2 * middle + back) / (1 << 20)


def level(front: int, middle: int, back: int) -> float:
    """Rows count by their kinds alone."""
    return (front >> 20) + (middle >> 20) + (back >> 20)


def legal(hand: Sequence[Card]) -> list[Board]:
    """The strengths of every arrangement of thirteen cards that is no foul."""
    value: dict[tuple[Card, ...], int] = {row: five(row) for row in combinations(hand, 5)}
    strength: dict[tuple[Card, ...], int] = {row: rank(row) for row in value}
    strength |= {row: rank(row) for row in combinations(hand, 3)}
    found = set()
    for front in combinations(hand, 3):
        (worst, most), mine = CLASSES[kinds(front)[0][0]], kinds(front)
        rest = [card for card in hand if card not in front]
        for middle in combinations(rest, 5):
            back = tuple(card for card in rest if card not in middle)
            between = value[middle]
            if between > value[back] or between < worst:
                continue
            if between <= most and mine > kinds(middle):
                continue
            found.add(Board(strength[front], strength[middle], strength[back]))
    return list(found)


@pytest.mark.parametrize(
    "text", [HANDS[0], *(pytest.param(hand, marks=pytest.mark.soak) for hand in HANDS[1:])]
)
def test_nothing_legal_is_better_than_the_best(text: str) -> None:
    hand = cards(text)
    every = legal(hand)
    for worth in (steep, level):
        found = best(hand, worth, 4)
        assert found[0].worth == max(worth(*one) for one in every)
        for split in found:
            assert split.board in every
            assert split.board == board(split.rows)
            assert split.worth == worth(*split.board)


def apart(rows: Rows) -> set[frozenset[Card]]:
    return {frozenset(row) for row in rows}


@given(DECKS, st.integers(13, 17))
@settings(max_examples=8, deadline=None)
def test_suggestions_are_legal_and_different(deck: list[Card], held: int) -> None:
    hand = deck[:held]
    found = suggestions(hand)
    assert 1 <= len(found) <= 5
    for rows in found:
        assert not board(rows).fouled
        assert {card for row in rows for card in row} <= set(hand)
    assert len({frozenset(apart(rows)) for rows in found}) == len(found)
    # None is beaten or equalled in every row by one before it.
    boards = [board(rows) for rows in found]
    for at, later in enumerate(boards):
        for earlier in boards[:at]:
            assert any(a > b for a, b in zip(later, earlier, strict=True))


@given(DECKS)
@settings(max_examples=3, deadline=None)
def test_the_order_of_the_cards_changes_nothing(deck: list[Card]) -> None:
    hand = deck[:14]
    assert suggestions(hand) == suggestions(sorted(hand, key=place))


def test_rows_are_shown_with_what_makes_them_first() -> None:
    first = suggestions(cards("AcAdKcKdKh9s8s7s6s5s4d3h2c"), 1)[0]
    assert first[2] == cards("9s8s7s6s5s")


def test_too_few_unknown_and_equal_cards() -> None:
    hand = DECK[:13]
    for wrong in (hand[:12], (*hand[:12], UNKNOWN), (*hand[:12], hand[0])):
        with pytest.raises(ValueError, match=r"ranked|twice"):
            suggestions(wrong)
