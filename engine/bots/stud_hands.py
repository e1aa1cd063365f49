"""Hands of stud: how much of the chips in the middle one wins, by sampled hidden and later cards.

Whatever lies open counts, that of folded seats too: those cards come to nobody any more.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from engine.bots.betting_hands import (
    MOST_TRIED,
    Layer,
    Luck,
    Places,
    Rival,
    Sides,
    Worth,
    chips_won,
    hands_of,
    own_hand,
    samples_for,
    seen,
)
from engine.kit import soko
from engine.kit.low import NO_LOW, SIZE, bits_of, lowest_bits
from engine.kit.ranking import CATEGORY_BITS, FLUSH, STRAIGHT, AnyFive
from engine.values.cards import Hidden
from engine.values.events import Events
from engine.values.view import View

# Hands differ from player to player, and from sample to sample by many cards.
_COST = 2.5

# How likely somebody gets one, two or three cards that he lacks (first index: how many) in as many
# cards to come (second). Counted with 9, 10 and 11 of a suit, 6 ends of a straight or so, and the
# ranks of a low, in some 45 unseen cards.
_FLUSH = (
    (1.0, 1.0, 1.0, 1.0, 1.0),
    (0.0, 0.20, 0.36, 0.49, 0.59),
    (0.0, 0.0, 0.05, 0.12, 0.20),
)
_STRAIGHT = (
    (1.0, 1.0, 1.0, 1.0, 1.0),
    (0.0, 0.14, 0.26, 0.37, 0.46),
    (0.0, 0.0, 0.04, 0.10, 0.17),
)
_LOW = (
    (1.0, 1.0, 1.0, 1.0, 1.0),
    (0.0, 0.36, 0.58, 0.73, 0.83),
    (0.0, 0.0, 0.14, 0.32, 0.48),
    (0.0, 0.0, 0.0, 0.05, 0.14),
)

# What a low is worth beside a high hand of so many categories.
_LOW_WORTH = 3.0

# Four to a straight or a flush at Soko, as categories of its own.
_FOURS = 2


class Stud(NamedTuple):
    """How hands are made: cards dealt down at first, of how many; Soko's order; a low."""

    down: int = 2
    whole: int = 7
    low: bool = False
    soko: bool = False

    def read(self, view: View, events: Events, seat: int) -> "StudCards":
        """What `seat` knows of the cards; ValueError unless it sees its hand of this game."""
        board = seen(view, "board")
        seats = range(len(view.seats))
        down = own_hand(view, seat, range(self.down, self.down + 2))
        mine = down + seen(view, f"up.{seat}")
        if not self.down < len(mine) <= self.whole:
            raise ValueError("no view of the player to act")
        others = {
            other: seen(view, f"hand.{other}") + seen(view, f"up.{other}")
            for other in seats
            if other != seat
        }
        zones = [zone for zone in view.zones if zone.owner is not None]
        return StudCards(
            kind=self,
            mine=mine,
            board=board,
            shown=others,
            hidden={
                zone.owner: sum(isinstance(cell, Hidden) for cell in zone.cells)
                for zone in zones
                if zone.kind == "hand" and zone.owner is not None
            },
            stub=52 - len(board) - sum(len(zone.cells) for zone in zones),
        )


class StudCards(NamedTuple):
    """The own cards, the common one, the open ones of others; how many hidden ones each has.

    `stub` is how many cards have not been dealt.
    """

    kind: Stud
    mine: Places
    board: Places
    shown: dict[int, Places]
    hidden: dict[int, int]
    stub: int

    @property
    def first(self) -> bool:
        """Whether the first open cards lie there."""
        return len(self.mine) == self.kind.down + 1

    @property
    def last(self) -> bool:
        """Whether all cards are dealt."""
        return not self._coming

    @property
    def _coming(self) -> int:
        return self.kind.whole - len(self.mine) - len(self.board)

    def share(
        self, rivals: Sequence[Rival], layers: Sequence[Layer], work: int, chance: bytes
    ) -> float:
        """The expected share of the layers' chips; `work` counts hands of seven cards."""
        samples = samples_for(work, rivals, _COST)
        coming = self._coming
        size = max((self.hidden[rival.seat] for rival in rivals), default=0)
        known = [card for shown in self.shown.values() for card in shown]
        dead = frozenset((*self.mine, *self.board, *known))
        needed = coming + (size + coming) * len(rivals)
        luck = Luck(dead, needed + size * (MOST_TRIED - 1), samples, 2 * len(rivals), chance)
        worths = {r.seat: _worth(self.kind, self.shown[r.seat], coming) for r in rivals}
        own = sides(self.kind, (*self.mine, *self.board))
        of_hand = {r.seat: sides(self.kind, (*self.shown[r.seat], *self.board)) for r in rivals}
        chips, done = 0.0, 0
        for _ in range(samples):
            pool = luck.cards()
            if len(pool) < size * len(rivals):
                continue
            hands, rest = hands_of(rivals, pool, size, luck, worths.__getitem__)
            # Where the stub is too short for all, the last card is common.
            common = self.stub < coming * (1 + len(hands))
            each = coming - common
            if len(rest) < each * (1 + len(hands)) + common:
                continue
            done += 1
            board, at = rest[:common], common + each
            mine = own(rest[:at])
            others = {}
            for seat, hand in hands.items():
                others[seat] = of_hand[seat]([*hand, *rest[at : at + each], *board])
                at += each
            chips += chips_won(layers, mine, others)
        return chips / max(done, 1) / sum(layer.chips for layer in layers)

    def away(self, rivals: Sequence[Rival], work: int, chance: bytes) -> Places:
        """None: nothing is exchanged."""
        return ()

    def opened(self) -> tuple[Sides, dict[int, Sides]]:
        """The hands that lie open, and the own one."""
        of_rest = sides(self.kind, self.board)
        whole = self.kind.whole - len(self.board)
        others = {s: of_rest(shown) for s, shown in self.shown.items() if len(shown) == whole}
        return of_rest(self.mine), others


def sides(kind: Stud, shown: Places) -> Callable[[Sequence[int]], Sides]:
    """What hands are with these cards, once they are whole."""
    if kind.soko:
        return lambda rest: Sides(soko.rank_ints(*shown, *rest))
    rank = AnyFive(shown).rank
    if kind.low:
        bits = bits_of(shown)
        return lambda rest: Sides(rank(rest), lowest_bits(bits | bits_of(rest)))
    return lambda rest: Sides(rank(rest))


# ── what somebody sees in his hand ─────────────────────────────────────────────────────────────


def _worth(kind: Stud, shown: Places, coming: int) -> Worth:
    """What hidden cards are with the open ones, and may become: categories of a high hand."""
    rank = AnyFive(shown).rank
    suits = [sum(card // 13 == suit for card in shown) for suit in range(4)]
    ranks = _ranks(shown)
    bits = bits_of(shown)

    def worth(hidden: Sequence[int]) -> float:
        own = suits[:]
        heights = ranks
        for card in hidden:
            own[card // 13] += 1
            heights |= 1 << card % 13
        found = rank(hidden) / (1 << CATEGORY_BITS)
        if kind.soko:
            found = _with_fours(found, max(own), heights)
        worth = found + _to_come(found, max(own), heights, coming, kind.soko)
        if kind.low:
            worth += _LOW_WORTH * _low(bits | bits_of(hidden), coming)
        return worth

    return worth


def _to_come(found: float, suited: int, heights: int, coming: int, fours: bool) -> float:
    """What a hand gains on average by the flush and the straight that it may become."""
    if not coming:
        return 0.0
    more = _FOURS if fours else 0
    gains = 0.0
    for lacking, odds, category in (
        (5 - suited, _FLUSH, FLUSH),
        (5 - _longest(heights), _STRAIGHT, STRAIGHT),
    ):
        if found < category + more and 0 < lacking < len(odds):
            gains += odds[lacking][min(coming, 4)] * (category + more - found)
        # One less makes a four at Soko.
        if fours and found < 2 and 1 < lacking <= len(odds):
            gains += odds[lacking - 1][min(coming, 4)]
    return gains


def _with_fours(found: float, suited: int, heights: int) -> float:
    """Categories as at Soko, where two lie between a pair and what beats it elsewhere."""
    if found >= 2:
        return found + _FOURS
    if suited >= 4:
        return 3.5
    return 2.5 if _longest(heights, 4) == 4 else found


def _low(bits: int, coming: int) -> float:
    """How likely a low is to come, or how good the one is that is there, 0…1."""
    lowest = lowest_bits(bits)
    if lowest < NO_LOW:
        return 1.5 - lowest / NO_LOW
    lacking = SIZE - bits.bit_count()
    return _LOW[lacking][min(coming, 4)] if lacking < len(_LOW) else 0.0


def _ranks(cards: Sequence[int]) -> int:
    heights = 0
    for card in cards:
        heights |= 1 << card % 13
    return heights


@cache
def _longest(heights: int, window: int = 5) -> int:
    """How many ranks at most lie within a straight of `window`; the ace counts at both ends."""
    ladder = heights << 1 | heights >> 12
    inside = (1 << window) - 1
    return max((ladder >> at & inside).bit_count() for at in range(15 - window))
