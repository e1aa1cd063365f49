"""How much of the chips in the middle a hand wins: sampled, against the hands of those still in.

Cards are places in DECK. A rival is given cards at random; one who has bet or called in this deal
has the best of several hands, by what they are worth on the board as it lies.
"""

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import shake_256
from itertools import combinations
from typing import NamedTuple

from engine.bots.holdings import percentiles
from engine.kit.low import NO_LOW, bits_of, low_of_bits
from engine.kit.ranking import CATEGORY_BITS, HOLDINGS, AnyFive, TwoAndThree

Places = tuple[int, ...]

WHOLE = 5  # cards of a whole board
MOST_TRIED = 3  # hands that a rival has the best of
SAMPLES = range(40, 401)

# A hand of two and three has some ten times as many ways as one of seven cards.
_OMAHA_COST = 8

# What a low is worth beside a high hand of so many categories: the best one, and, before there
# can be any, each rank up to the five, in pairs of cards that win against everything.
_LOW_WORTH = 5.0
_WHEEL_WORTH = 0.3
_WHEEL = 0b11111


class Kind(NamedTuple):
    """How hands are made: own cards, exactly two of them or any, whether a low shares the pot."""

    own: int
    omaha: bool = False
    low: bool = False


class Rival(NamedTuple):
    """A seat still in: how often it has shown strength, and how likely it stays in, 0…1."""

    seat: int
    claims: float
    stays: float


class Layer(NamedTuple):
    """Chips in the middle, and the rivals who can win them too."""

    chips: float
    seats: frozenset[int]


class Spot(NamedTuple):
    """A hand on a board, the rivals, and the chips by who can win them."""

    kind: Kind
    mine: Places
    board: Places
    rivals: tuple[Rival, ...]
    layers: tuple[Layer, ...]


class Sides(NamedTuple):
    """A hand on a board: its strength, and the bits of its low, the smaller the better."""

    high: int
    low: int = NO_LOW


def share(spot: Spot, work: int, chance: bytes) -> float:
    """The expected share of the layers' chips, 0…1, the same for the same chance.

    `work` is about how many hands of seven cards are ranked for it.
    """
    total = sum(layer.chips for layer in spot.layers)
    if not total:
        return 0.0
    hands = 1 + sum(1 + min(rival.claims, MOST_TRIED - 1) for rival in spot.rivals)
    samples = int(work / hands / (_OMAHA_COST if spot.kind.omaha else 1))
    samples = min(max(samples, SAMPLES[0]), SAMPLES[-1])
    return _sampled(spot, samples, chance) / total


def sides(kind: Kind, board: Sequence[int]) -> Callable[[Sequence[int]], Sides]:
    """What hands are on a board of three to five cards."""
    rank = (TwoAndThree if kind.omaha else AnyFive)(board).rank
    if kind.low and (common := bits_of(board)).bit_count() >= 3:
        return lambda hand: Sides(rank(hand), low_of_bits(bits_of(hand), common))
    return lambda hand: Sides(rank(hand))


def won(mine: Sides, others: Sequence[Sides]) -> float:
    """The share of a pot that `mine` wins against `others`, 0…1: half the high, half the low."""
    high = _part(mine.high, [other.high for other in others])
    lows = [-other.low for other in others]
    if max(-mine.low, *lows, -NO_LOW) == -NO_LOW:
        return high
    low = 0.0 if mine.low == NO_LOW else _part(-mine.low, lows)
    return (high + low) / 2


def _part(mine: int, others: Sequence[int]) -> float:
    best = max(others, default=0) if others else mine - 1
    if mine < best:
        return 0.0
    return 1.0 if mine > best else 1 / (1 + others.count(mine))


def _sampled(spot: Spot, samples: int, chance: bytes) -> float:
    """The chips won on average."""
    kind = spot.kind
    missing = WHOLE - len(spot.board)
    least = missing + kind.own * len(spot.rivals)
    worth = _worth(kind, spot.board)
    on_board = None if missing else sides(kind, spot.board)
    luck = _Luck(spot, samples, chance)
    chips, done = 0.0, 0
    for _ in range(samples):
        pool = luck.cards()
        if len(pool) < least:
            continue
        done += 1
        of_hand = on_board or sides(kind, (*spot.board, *pool[:missing]))
        mine = of_hand(spot.mine)
        others = {
            seat: of_hand(hand) for seat, hand in _hands(spot, pool[missing:], luck, worth).items()
        }
        for layer in spot.layers:
            met = [others[seat] for seat in layer.seats if seat in others]
            chips += layer.chips * won(mine, met)
    return chips / max(done, 1)


def _hands(
    spot: Spot, pool: list[int], luck: "_Luck", worth: Callable[[Sequence[int]], float]
) -> dict[int, list[int]]:
    """Hands of the rivals who stay in. Cards that somebody did not choose go back to the pool."""
    own, at = spot.kind.own, 0
    hands = {}
    for seat, claims, stays in spot.rivals:
        if not luck.happens(stays):
            continue
        hand = pool[at : at + own]
        at += own
        more = min(int(claims) + luck.happens(claims % 1), MOST_TRIED - 1)
        best = worth(hand) if more else 0.0
        for _ in range(more):
            other = pool[at : at + own]
            if len(other) < own:
                break
            at += own
            if (value := worth(other)) > best:
                hand, other, best = other, hand, value
            pool += other
        hands[seat] = hand
    return hands


class _Luck:
    """Cards and coins from one chance, fast: bytes of SHAKE-256, most of the work done in C."""

    def __init__(self, spot: Spot, samples: int, chance: bytes) -> None:
        dead = {*spot.mine, *spot.board}
        live = 52 - len(dead)
        # 208 = 4 · 52: of these bytes each live card has four, all others are left out.
        other = bytes(byte for byte in range(256) if byte >= 208 or byte % 52 in dead)
        needed = WHOLE - len(spot.board) + spot.kind.own * (len(spot.rivals) + MOST_TRIED - 1)
        needed = min(needed, live)
        # Cards come with repetitions: so many are drawn until enough are different, and a third
        # more, for whoever is short of some is skipped.
        draws = sum(live / (live - have) for have in range(needed))
        self._length = int(draws * 4 / 3) + 8
        size = int(samples * self._length * 256 / (4 * live) * 1.05) + 256
        drawn = shake_256(b"cards" + chance).digest(size)
        self._cards = drawn.translate(_PLACES, other)
        self._at = 0
        self._coins = iter(shake_256(b"coins" + chance).digest(2 * samples * len(spot.rivals)))

    def cards(self) -> list[int]:
        """Different live cards in random order; rarely fewer than are needed."""
        drawn = self._cards[self._at : self._at + self._length]
        self._at += self._length
        return list(dict.fromkeys(drawn))

    def happens(self, likely: float) -> bool:
        """Whether something happens that is that likely."""
        return next(self._coins) < 256 * likely


_PLACES = bytes(byte % 52 for byte in range(256))


def _worth(kind: Kind, board: Places) -> Callable[[Sequence[int]], float]:
    """What somebody sees in a hand on the board as it lies: any number, the higher the better."""
    if not board:
        pairs = _pairs()

        def opening(hand: Sequence[int]) -> float:
            worth = sum(pairs[a * 52 + b] for a, b in combinations(hand, 2))
            if kind.low:
                worth += _WHEEL_WORTH * (bits_of(hand) & _WHEEL).bit_count()
            return worth

        return opening
    of_hand = sides(kind, board)

    def so_far(hand: Sequence[int]) -> float:
        high, low = of_hand(hand)
        return high / (1 << CATEGORY_BITS) + _LOW_WORTH * (NO_LOW - low) / NO_LOW

    return so_far


@cache
def _pairs() -> list[float]:
    """For two places a and b, at 52 · a + b: the share of all holdings that they beat."""
    pairs = [0.0] * 52 * 52
    for (a, b), beaten in zip(HOLDINGS, percentiles(()), strict=True):
        pairs[a * 52 + b] = pairs[b * 52 + a] = beaten
    return pairs
