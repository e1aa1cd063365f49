"""Eight-or-better lows: five different ranks from the ace up to the eight (rules.md C.10)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from engine.values.cards import DECK, RANKS, Card

# The ace is one here; the eight is the highest rank that qualifies.
_LOW = {rank: height for height, rank in enumerate("A2345678", 1)}
SIZE = 5
NO_LOW = 1 << 8

# The bit of each place in DECK: the ace's is the lowest, from the nine up there is none.
_BITS = [1 << _LOW[card.rank] - 1 if card.rank in _LOW else 0 for card in DECK]


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


def bits_of(places: Iterable[int]) -> int:
    """The different ranks up to the eight among cards (places in DECK), a bit each."""
    bits = 0
    for place in places:
        bits |= _BITS[place]
    return bits


@lru_cache(maxsize=1 << 16)
def low_of_bits(own: int, board: int) -> int:
    """The best low of two ranks of `own` and three of `board`, as its bits; NO_LOW: there is none.

    Smaller is better. For loops over hands: both as `bits_of` gives them, nothing is checked.
    """
    twos = [a | b for a, b in combinations(_single(own), 2)]
    threes = [a | b | c for a, b, c in combinations(_single(board), 3)]
    return min((two | three for two in twos for three in threes if not two & three), default=NO_LOW)


@lru_cache(maxsize=1 << 8)
def lowest_bits(bits: int) -> int:
    """The best low among ranks as `bits_of` gives them, as its bits; NO_LOW: there is none.

    Smaller is better.
    """
    singles = _single(bits)
    return sum(singles[:SIZE]) if len(singles) >= SIZE else NO_LOW


def _single(bits: int) -> list[int]:
    return [1 << place for place in range(8) if bits >> place & 1]


def ranks_of(heights: Sequence[int]) -> str:
    """The rank letters of a low, from the top: `7542A`."""
    return "".join("A" if height == 1 else RANKS[height - 2] for height in heights)
