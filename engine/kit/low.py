"""Eight-or-better lows: five different ranks from the ace up to the eight (rules.md C.10)."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from engine.values.cards import RANKS, Card

# The ace is one here; the eight is the highest rank that qualifies.
_LOW = {rank: height for height, rank in enumerate("A2345678", 1)}
SIZE = 5


def low(cards: Iterable[Card]) -> tuple[int, ...] | None:
    """The best low of five or more cards, its heights from the top (1: ace); None: no low.

    Smaller is better. Straights and flushes do not count.
    """
    heights = sorted({_LOW[card.rank] for card in cards if card.rank in _LOW})
    return tuple(reversed(heights[:SIZE])) if len(heights) >= SIZE else None


def low_of_two_and_three(own: Sequence[Card], board: Sequence[Card]) -> tuple[int, ...] | None:
    """The best low of exactly two own and three common cards, as in Omaha; None: no low."""
    mine = sorted({_LOW[card.rank] for card in own if card.rank in _LOW})
    common = sorted({_LOW[card.rank] for card in board if card.rank in _LOW})
    found = (
        tuple(sorted((*two, *three), reverse=True))
        for two in combinations(mine, 2)
        for three in combinations(common, 3)
        if not set(two) & set(three)
    )
    return min(found, default=None)


def ranks_of(heights: Sequence[int]) -> str:
    """The rank letters of a low, from the top: `7542A`."""
    return "".join("A" if height == 1 else RANKS[height - 2] for height in heights)
