"""Hands over a common board: how much of the chips in the middle one wins, by sampled boards."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
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
    open_hands,
    own_hand,
    samples_for,
    seen,
)
from engine.bots.holdings import percentiles
from engine.kit.low import NO_LOW, bits_of, low_of_bits
from engine.kit.ranking import CATEGORY_BITS, HOLDINGS, AnyFive, TwoAndThree
from engine.values.events import Events
from engine.values.view import View

WHOLE = 5  # cards of a whole board

# A hand of two and three has some ten times as many ways as one of seven cards.
_OMAHA_COST = 8

# What a low is worth beside a high hand of so many categories: the best one, and, before there
# can be any, each rank up to the five, in pairs of cards that win against everything.
_LOW_WORTH = 5.0
_WHEEL_WORTH = 0.3
_WHEEL = 0b11111


class Board(NamedTuple):
    """How hands are made: own cards, exactly two of them or any, whether a low shares the pot."""

    own: int
    omaha: bool = False
    low: bool = False

    def read(self, view: View, events: Events, seat: int) -> "BoardCards":
        """What `seat` knows of the cards; ValueError unless it sees its hand of this game."""
        hands = open_hands(view, seat, self.own)
        mine = own_hand(view, seat, range(self.own, self.own + 1))
        return BoardCards(self, mine, seen(view, "board"), hands)


class BoardCards(NamedTuple):
    """A hand on a board; `hands` are those of others that lie open."""

    kind: Board
    mine: Places
    board: Places
    hands: dict[int, Places]

    @property
    def first(self) -> bool:
        """Whether there is no board yet."""
        return not self.board

    @property
    def last(self) -> bool:
        """Whether the board is whole."""
        return len(self.board) == WHOLE

    def share(
        self, rivals: Sequence[Rival], layers: Sequence[Layer], work: int, chance: bytes
    ) -> float:
        """The expected share of the layers' chips; `work` counts hands of seven cards."""
        kind, board = self.kind, self.board
        samples = samples_for(work, rivals, _OMAHA_COST if kind.omaha else 1)
        missing = WHOLE - len(board)
        least = missing + kind.own * len(rivals)
        worth = _worth(kind, board)
        on_board = None if missing else sides(kind, board)
        needed = missing + kind.own * (len(rivals) + MOST_TRIED - 1)
        dead = frozenset((*self.mine, *board))
        luck = Luck(dead, needed, samples, 2 * len(rivals), chance)
        chips, done = 0.0, 0
        for _ in range(samples):
            pool = luck.cards()
            if len(pool) < least:
                continue
            done += 1
            of_hand = on_board or sides(kind, (*board, *pool[:missing]))
            hands, _ = hands_of(rivals, pool[missing:], kind.own, luck, lambda seat: worth)
            others = {seat: of_hand(hand) for seat, hand in hands.items()}
            chips += chips_won(layers, of_hand(self.mine), others)
        return chips / max(done, 1) / sum(layer.chips for layer in layers)

    def away(self, rivals: Sequence[Rival], work: int, chance: bytes) -> Places:
        """None: nothing is exchanged."""
        return ()

    def opened(self) -> tuple[Sides, dict[int, Sides]]:
        """The hands that lie open on the whole board, and the own one."""
        of_hand = sides(self.kind, self.board)
        return of_hand(self.mine), {seat: of_hand(hand) for seat, hand in self.hands.items()}


def sides(kind: Board, board: Sequence[int]) -> Callable[[Sequence[int]], Sides]:
    """What hands are on a board of three to five cards."""
    rank = (TwoAndThree if kind.omaha else AnyFive)(board).rank
    if kind.low and (common := bits_of(board)).bit_count() >= 3:
        return lambda hand: Sides(rank(hand), low_of_bits(bits_of(hand), common))
    return lambda hand: Sides(rank(hand))


def _worth(kind: Board, board: Places) -> Worth:
    """What somebody sees in a hand on the board as it lies."""
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
