"""Thirteen cards that win as they are: the special hands of Chinese poker (rules.md D)."""

from collections.abc import Collection, Mapping
from itertools import combinations_with_replacement

from engine.kit.ranking import place
from engine.values.actions import SpecialName
from engine.values.cards import Card

VALUES: Mapping[SpecialName, int] = {
    "dragon": 13,
    "three_straights": 3,
    "three_flushes": 3,
    "six_pairs": 3,
}
"""Points from every opponent, the most valuable first."""

# How often each rank occurs is a number with a digit for each, as is a set of ranks.
_DIGIT = 3


def _run(low: int, length: int) -> int:
    """A sequence from the rank `low` upwards, 0…12; −1: the ace below the two."""
    return sum(1 << _DIGIT * (rank % 13) for rank in range(low, low + length))


_FIVES = [_run(low, 5) for low in range(-1, 9)]
_THREES = [_run(low, 3) for low in range(-1, 11)]
_STRAIGHTS = frozenset(
    three + one + other
    for three in _THREES
    for one, other in combinations_with_replacement(_FIVES, 2)
)
_FLUSHES = ([3, 5, 5], [5, 8], [3, 10], [13])


def specials(cards: Collection[Card]) -> tuple[SpecialName, ...]:
    """All that thirteen cards are, the most valuable first, none: they are nothing special.

    `dragon`: one of every rank. `three_straights`: sequences of 3, 5 and 5, each with the ace high
    or low, whatever their suits. `three_flushes`: 3, 5 and 5 of one suit each. `six_pairs`: six
    pairs and one more, four equal ones being two pairs. ValueError unless they are thirteen, known
    and different.
    """
    places = {place(card) for card in cards}
    if len(cards) != 13 or len(places) != 13:
        raise ValueError("not thirteen different cards")
    ranks, suits = [0] * 13, [0] * 4
    for one in places:
        ranks[one % 13] += 1
        suits[one // 13] += 1
    counts = sum(count << _DIGIT * rank for rank, count in enumerate(ranks))
    told: dict[SpecialName, bool] = {
        "dragon": max(ranks) == 1,
        "three_straights": counts in _STRAIGHTS,
        "three_flushes": sorted(filter(None, suits)) in _FLUSHES,
        "six_pairs": sum(count // 2 for count in ranks) == 6,
    }
    return tuple(name for name in VALUES if told[name])
