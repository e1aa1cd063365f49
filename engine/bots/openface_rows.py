"""Rows of an open-face board as bots see them: what they are, and what may still come of them.

A row is the sum of its cards' keys, so that one card more is an addition; rows that are alike to
all purposes have the same number, which follows from the sum.
"""

from functools import cache
from typing import NamedTuple

from engine.kit.ranking import CATEGORY_BITS, FULL_HOUSE, HIGH_CARD, PAIR, TWO_PAIR, rank
from engine.values.cards import DECK

# Three bits count each rank, three bits above them each suit.
_SUITS_AT = 39
_RANKS = (1 << _SUITS_AT) - 1
_ONE_SUIT = frozenset(count << 3 * suit for count in range(6) for suit in range(4))

KEYS = tuple(1 << 3 * (card % 13) | 1 << _SUITS_AT + 3 * (card // 13) for card in range(52))
"""What each card, by its place in DECK, adds to a row."""

# The ranks of every straight, the ace low and high.
_RUNS = tuple(frozenset(rank % 13 for rank in range(low, low + 5)) for low in range(-1, 9))

# From which ranks on a high card, a pair, the higher of two pairs makes another form.
_STEPS = {HIGH_CARD: (9, 11, 12), PAIR: (4, 7, 10, 11, 12), TWO_PAIR: (9,)}
FORM_BITS = 8


class Row(NamedTuple):
    """A row so far: what decides about its worth, and its strength, which more cards never lessen.

    `key` is for the row alone, `form`, more roughly, for two rows side by side.
    """

    key: int
    form: int
    strength: int
    full: bool


def short(row: int) -> int:
    """The number of a front that is the sum of those keys: its ranks."""
    return (row & _RANKS) << 1


def long(row: int) -> int:
    """The number of a middle or back: its ranks, and whether they are of one suit."""
    return (row & _RANKS) << 1 | ((row >> _SUITS_AT) in _ONE_SUIT)


@cache
def three(number: int) -> Row:
    """The front of that number."""
    return _row(number >> 1, False, 3)


@cache
def five(number: int) -> Row:
    """The middle or back of that number."""
    return _row(number >> 1, bool(number & 1), 5)


def _row(counts: int, suited: bool, size: int) -> Row:
    # Any cards of these ranks, five of one suit only where they are.
    cards = [
        DECK[one + 13 * (0 if suited else (one + copy) % 4)]
        for one in range(13)
        for copy in range(counts >> 3 * one & 7)
    ]
    strength, room = rank(cards) if cards else 0, size - len(cards)
    category, top = strength >> CATEGORY_BITS, max((strength >> 16 & 0xF) - 2, 0)
    step = sum(top >= least for least in _STEPS.get(category, ()))
    if size == 3:
        second = max((strength >> 12 & 0xF) - 2, 0) if category == HIGH_CARD else 0
        key = ((category * 13 + top) * 13 + second) * 4 + room
        return Row(key, (category * 6 + step) * 4 + room, strength, not room)
    runs = 0
    if category or not room:
        suited = False
    else:
        ranks = {one for one in range(13) if counts >> 3 * one & 7}
        runs = min(sum(ranks <= run for run in _RUNS), 3)
        step = 2 * suited + (runs > 0)
    key = (((category * 13 + top) * 6 + room) * 2 + suited) * 4 + runs
    return Row(key, (min(category, FULL_HOUSE) * 6 + step) * 6 + room, strength, not room)
