"""Lines of the square as bots see them: what they are, and what may still come of them.

Cards are their places in DECK. A line's key says in few bits what decides its worth, so that lines
that are worth the same share theirs: how often its ranks occur and how many more of them are left,
how many cards are left for a flush, for a straight and for both, how full the square is, and
whether it is a row or a column (one will gather ranks, the other suits and straights: which is
which, the learning finds out).
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from engine.kit.ranking import CATEGORY_BITS, NAMES, STRAIGHT_FLUSH, rank5_ints
from engine.kit.square import POINTS

STAGE = 4  # so many cards in the square make a stage

Line = tuple[int, ...]

# The ranks of every straight, the ace high and low.
RUNS = (*(frozenset(range(low, low + 5)) for low in range(9)), frozenset((12, 0, 1, 2, 3)))


class Left:
    """The cards that do not lie in the square: which, and how many of each rank and suit."""

    __slots__ = ("cards", "ranks", "suits")

    def __init__(self, gone: Iterable[int] = ()) -> None:
        self.cards = [True] * 52
        self.ranks = [4] * 13
        self.suits = [13] * 4
        for card in gone:
            self.take(card)

    def take(self, card: int) -> None:
        """The card comes to lie in the square."""
        self.cards[card] = False
        self.ranks[card % 13] -= 1
        self.suits[card // 13] -= 1

    def give(self, card: int) -> None:
        """The card is taken back."""
        self.cards[card] = True
        self.ranks[card % 13] += 1
        self.suits[card // 13] += 1


class Shape(NamedTuple):
    """What an unfinished line is, whatever else lies in the square.

    `pattern`: 0 no rank twice, 1 four of a kind, 2 three, 3 two pair, from 4 on a pair and so many
    cards beside it. `many` are the ranks that occur more than once, `single` the others. `suit` is
    that of all its cards, None where they differ or there are none. `runs` are the straights that
    it may become, each as the ranks that are missing.
    """

    cards: int
    pattern: int
    many: tuple[int, ...]
    single: tuple[int, ...]
    suit: int | None
    runs: tuple[tuple[int, ...], ...]


@lru_cache(1 << 14)
def shape(line: Line) -> Shape:
    """The shape of a line of 0…4 cards, in any order."""
    ranks = [card % 13 for card in line]
    many = tuple(sorted({rank for rank in ranks if ranks.count(rank) > 1}))
    single = tuple(sorted(set(ranks).difference(many)))
    suits = {card // 13 for card in line}
    runs: tuple[tuple[int, ...], ...] = ()
    pattern = 0
    if many:
        pattern = {4: 1, 3: 2}.get(ranks.count(many[0]), 3 if len(many) == 2 else 4 + len(single))
    else:
        runs = tuple(tuple(run.difference(ranks)) for run in RUNS if run.issuperset(ranks))
    suit = suits.pop() if len(suits) == 1 else None
    return Shape(len(line), pattern, many, single, suit, runs)


def key(line: Shape, column: bool, placed: int, left: Left) -> int:
    """What the line is worth depends on this (28 bits), `placed` cards (0…24) in the square."""
    cards, pattern, many, single, suit, runs = line
    stage = placed // STAGE
    if not cards:
        return stage * 2 + column
    missing = 5 - cards
    flush = 0
    if suit is not None and (spare := left.suits[suit] - missing) >= 0:
        flush = 1 + min(spare, 7)
    straight, both = _straights(line, left) if runs else (0, 0)
    ranks = left.ranks
    more = 0
    if pattern == 0:
        if cards == 1:
            more = ranks[single[0]]
        elif cards == 2:
            fewer, most = sorted((ranks[single[0]], ranks[single[1]]))
            more = most * 4 + fewer
        else:
            more = sum([ranks[rank] for rank in single])
            if cards == 4:
                more //= 3 if suit is not None or straight else 2
    elif pattern == 2:
        more = ranks[many[0]] * 4 + (min(ranks[single[0]], 3) if single else 0)
    elif pattern == 3:
        more = ranks[many[0]] + ranks[many[1]]
    elif pattern > 3:
        more = ranks[many[0]] * 8 + min(sum([ranks[rank] for rank in single]), 7)
    number = (cards * 8 + pattern) * 64 + more
    number = ((number * 16 + flush) * 16 + straight) * 4 + both
    return (number * 16 + stage) * 2 + column


def _straights(line: Shape, left: Left) -> tuple[int, int]:
    """How near a straight is, and in how many ways it could be one of a single suit."""
    cards, runs, ranks = line.cards, line.runs, left.ranks
    if cards == 4:
        near = min(sum([ranks[run[0]] for run in runs]), 8)
    elif cards == 3:
        pairs = [ranks[one] * ranks[other] for one, other in runs]
        near = 1 + min(sum(pairs) // 8, 6) if any(pairs) else 0
    else:
        near = len(runs)
        if 0 in ranks:
            near = sum([all(map(ranks.__getitem__, run)) for run in runs])
        if cards == 1:
            return int(near >= 4), 0
    if line.suit is None:
        return near, 0
    suited = left.cards[13 * line.suit : 13 * line.suit + 13]
    both = sum([all(map(suited.__getitem__, run)) for run in runs])
    return near, min(both, 2 if cards == 4 else 3)


def guess(line: Shape) -> float:
    """What an unfinished line is worth as long as nothing has been learned about its like."""
    cards, pattern = line.cards, line.pattern
    if not cards:
        return 3.0
    worth = _GUESSED.get(pattern, 3.0) if pattern else 2.0 if cards < 3 else 0.0
    if line.suit is not None:
        worth = max(worth, 5 * 0.6 ** (5 - cards))
    if line.runs:
        worth = max(worth, 12 * 0.5 ** (5 - cards))
    return worth


_GUESSED = {1: 16.0, 2: 9.0, 3: 5.0}


def points(line: Line) -> int:
    """The points of a full line."""
    return _POINTS[rank5_ints(*line) >> CATEGORY_BITS]


_POINTS = [POINTS[name] for name in NAMES[: STRAIGHT_FLUSH + 1]]
