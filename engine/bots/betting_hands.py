"""What the sampling of hands has in common, whatever the kind of poker: rivals, pots, chance.

Cards are places in DECK. A rival is given cards at random; one who has bet or called in this deal
has the best of several hands, by what they are worth as far as they are dealt.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import shake_256
from typing import NamedTuple, Protocol

from engine.kit.low import NO_LOW
from engine.kit.ranking import place
from engine.values.cards import Card
from engine.values.events import Events
from engine.values.view import View

Places = tuple[int, ...]
Worth = Callable[[Sequence[int]], float]
"""What somebody sees in his hidden cards: any number, the higher the better."""

MOST_TRIED = 3  # hands that a rival has the best of
SAMPLES = range(40, 401)


class Rival(NamedTuple):
    """A seat still in: how often it has shown strength, and how likely it stays in, 0…1."""

    seat: int
    claims: float
    stays: float


class Layer(NamedTuple):
    """Chips in the middle, and the rivals who can win them too."""

    chips: float
    seats: frozenset[int]


class Sides(NamedTuple):
    """A hand: its strength, and the bits of its low, the smaller the better."""

    high: int
    low: int = NO_LOW


class Cards(Protocol):
    """What a seat knows of the cards of a deal."""

    @property
    def first(self) -> bool:
        """Whether it is the first betting round, before which nobody could show anything."""
        ...

    @property
    def last(self) -> bool:
        """Whether no cards are to come."""
        ...

    def share(
        self, rivals: Sequence[Rival], layers: Sequence[Layer], work: int, chance: bytes
    ) -> float:
        """The expected share of the layers' chips, 0…1, the same for the same chance.

        `work` is about how many hands are ranked for it.
        """
        ...

    def away(self, rivals: Sequence[Rival], work: int, chance: bytes) -> Places:
        """The own cards that are best put away, where cards are exchanged."""
        ...

    def opened(self) -> tuple[Sides, dict[int, Sides]]:
        """The own hand and those of others that lie open, by seat, once all is dealt."""
        ...


class Kind(Protocol):
    """How hands of a game are made: what the bot needs to read its cards off the table."""

    def read(self, view: View, events: Events, seat: int) -> Cards:
        """What `seat` knows; ValueError unless it sees its whole hand."""
        ...


def seen(view: View, zone_id: str) -> Places:
    """The cards that lie open in a zone for the viewer; none if there is no such zone."""
    zone = view.zone(zone_id)
    return tuple(place(cell) for cell in zone.cells if isinstance(cell, Card)) if zone else ()


def open_hands(view: View, seat: int, size: int) -> dict[int, Places]:
    """The whole hands of seats other than `seat` that lie open."""
    hands = {at: seen(view, f"hand.{at}") for at in range(len(view.seats)) if at != seat}
    return {at: hand for at, hand in hands.items() if len(hand) == size}


def own_hand(view: View, seat: int, sizes: range) -> Places:
    """The cards of the hand of `seat`; ValueError unless they are seen, and as many as can be."""
    zone = view.zone(f"hand.{seat}")
    mine = seen(view, f"hand.{seat}")
    if zone is None or len(mine) != len(zone.cells) or len(mine) not in sizes:
        raise ValueError("no view of the player to act")
    return mine


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


def chips_won(layers: Sequence[Layer], mine: Sides, others: Mapping[int, Sides]) -> float:
    """The chips that a hand wins against the hands of those who stayed in."""
    chips = 0.0
    for layer in layers:
        chips += layer.chips * won(mine, [others[seat] for seat in layer.seats if seat in others])
    return chips


def samples_for(work: int, rivals: Sequence[Rival], cost: float = 1.0) -> int:
    """How many samples are worth so much work, if a hand costs `cost` rankings."""
    hands = 1 + sum(1 + min(rival.claims, MOST_TRIED - 1) for rival in rivals)
    return min(max(int(work / hands / cost), SAMPLES[0]), SAMPLES[-1])


def tries(claims: float, luck: "Luck") -> int:
    """How many more hands somebody has the best of, who has shown that much."""
    return min(int(claims) + luck.happens(claims % 1), MOST_TRIED - 1)


def hands_of(
    rivals: Sequence[Rival], pool: list[int], size: int, luck: "Luck", worth: Callable[[int], Worth]
) -> tuple[dict[int, list[int]], list[int]]:
    """Hidden cards of the rivals who stay in, `size` for each, and what is left of the pool.

    `worth` is for a seat what its owner sees in them. Cards that somebody did not choose go back
    to the pool, behind the others.
    """
    at = 0
    hands = {}
    for seat, claims, stays in rivals:
        if not luck.happens(stays):
            continue
        hand = pool[at : at + size]
        at += size
        more = tries(claims, luck)
        if more:
            sees = worth(seat)
            best = sees(hand)
            for _ in range(more):
                other = pool[at : at + size]
                if len(other) < size:
                    break
                at += size
                if (value := sees(other)) > best:
                    hand, other, best = other, hand, value
                pool += other
        hands[seat] = hand
    return hands, pool[at:]


class Luck:
    """Cards and coins from one chance, fast: bytes of SHAKE-256, most of the work done in C."""

    def __init__(
        self, dead: frozenset[int], needed: int, samples: int, coins: int, chance: bytes
    ) -> None:
        """For so many samples of `needed` cards that are not dead; `coins` are for each."""
        live = 52 - len(dead)
        # 208 = 4 · 52: of these bytes each live card has four, all others are left out.
        other = bytes(byte for byte in range(256) if byte >= 208 or byte % 52 in dead)
        needed = min(needed, live)
        # Cards come with repetitions: so many are drawn until enough are different, and a third
        # more, for whoever is short of some is skipped.
        draws = sum(live / (live - have) for have in range(needed))
        self._length = int(draws * 4 / 3) + 8
        size = int(samples * self._length * 256 / (4 * live) * 1.05) + 256
        drawn = shake_256(b"cards" + chance).digest(size)
        self._cards = drawn.translate(_PLACES, other)
        self._at = 0
        self._coins = iter(shake_256(b"coins" + chance).digest(coins * samples))

    def cards(self) -> list[int]:
        """Different live cards in random order; rarely fewer than are needed."""
        drawn = self._cards[self._at : self._at + self._length]
        self._at += self._length
        return list(dict.fromkeys(drawn))

    def happens(self, likely: float) -> bool:
        """Whether something happens that is that likely; a coin."""
        return next(self._coins) < 256 * likely

    def below(self, n: int) -> int:
        """A number below `n`, each about as likely, at most 2¹⁶; two coins."""
        return (next(self._coins) << 8 | next(self._coins)) * n >> 16


_PLACES = bytes(byte % 52 for byte in range(256))
