"""The best ways to set thirteen cards, or the best thirteen of up to seventeen, in three rows.

What an arrangement is worth is a function of the strengths of its rows that never falls when one of
them rises; the search finds the best legal ones without looking at all of them. Equal cards give
equal answers, in whatever order they come.
"""

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from itertools import combinations
from math import inf
from typing import NamedTuple

from engine.kit.field import Field, learned
from engine.kit.ranking import CATEGORY_BITS, HIGH_CARD, best_five, place, rank3_ints, rank5_ints
from engine.kit.rows import CARDS, Board
from engine.kit.settling import Scoring
from engine.values.cards import DECK, RANKS, Card
from engine.values.draft import Rows

Worth = Callable[[int, int, int], float]
"""What rows of these strengths are worth, front first; more for a stronger row, or as much."""

_LESSER = 16  # the bits of the four lesser ranks in a strength

_Set = int  # cards as bits, by their place in the sorted hand
_Made = tuple[int, _Set]  # a row's strength, and its cards


class Split(NamedTuple):
    """An arrangement without a foul, and what it is worth."""

    worth: float
    board: Board
    rows: Rows


def best(cards: Sequence[Card], worth: Worth, most: int = 1, gap: float = inf) -> tuple[Split, ...]:
    """The best really different arrangements, best first, `most` of them at most.

    Different is what differs in the kind of a row or in the rank that leads it: of those that only
    exchange lesser cards the best one stands for all. What another one beats or equals in every
    row is left out, and so is what is worth less than the best by more than `gap`.
    ValueError for fewer than 13 cards, an unknown one, or one that is there twice.
    """
    places = sorted(map(place, cards), key=lambda one: (-(one % 13), one))
    if len(places) < CARDS or len(set(places)) < len(places):
        raise ValueError("too few cards, or one is there twice")
    search = _Search(places, worth, most, gap)
    return tuple(
        Split(found.worth, found.board, _rows(places, found.sets)) for found in search.found()
    )


class _Found(NamedTuple):
    worth: float
    board: Board
    sets: tuple[_Set, _Set, _Set]

    def within(self, other: "_Found") -> bool:
        """Whether no row is stronger than the other's."""
        return all(mine <= its for mine, its in zip(self.board, other.board, strict=True))


class _Search:
    """Backs from the one that promises most; none that promises too little is looked into."""

    def __init__(self, places: Sequence[int], worth: Worth, most: int, gap: float) -> None:
        self._worth = worth
        self._most = most
        self._gap = gap
        self._bits = [1 << at for at in range(len(places))]
        self._all = (1 << len(places)) - 1
        fives = zip(combinations(places, 5), combinations(self._bits, 5), strict=True)
        threes = zip(combinations(places, 3), combinations(self._bits, 3), strict=True)
        self._fives = sorted([(rank5_ints(*five), sum(bits)) for five, bits in fives], reverse=True)
        self._threes = sorted(
            [(rank3_ints(*three), sum(bits)) for three, bits in threes], reverse=True
        )
        self._strength = {cards: strength for strength, cards in self._fives}
        self._front_of = {made[1]: made for made in self._threes}
        self._fronts: dict[_Set, list[_Made]] = {}
        self._best: dict[tuple[int, ...], _Found] = {}
        self._least = -inf  # what another one has to exceed

    def found(self) -> list[_Found]:
        """The best, best first."""
        top = self._threes[0][0]
        # A back is first thought of with as strong a middle and the best front, then with the best
        # of both that it leaves, each for itself, and then it is looked into.
        heap = [
            (-self._worth(min(top, strength), strength, strength), 0, at)
            for at, (strength, _) in enumerate(self._fives)
        ]
        heapify(heap)
        while heap:
            promised, stage, at = heappop(heap)
            if -promised <= self._least:
                break
            back, cards = self._fives[at]
            if stage:
                self._look(back, cards)
                continue
            for middle, five in self._fives[at:]:
                if not five & cards:
                    front = min(self._highest(cards), middle)
                    heappush(heap, (-self._worth(front, middle, back), 1, at))
                    break
        found = self._top()
        return [one for at, one in enumerate(found) if not any(map(one.within, found[:at]))]

    def _look(self, back: int, cards: _Set) -> None:
        """All middles and fronts with that back; of more than thirteen cards the best fronts."""
        others = self._all ^ cards
        highest = self._highest(cards)
        last = -1
        for middle, five in self._middles(back, cards):
            if self._worth(min(highest, middle), middle, back) <= self._least:
                return
            front, three = self._front(middle, others ^ five)
            # A middle that is weaker than another must leave more to the front.
            if front <= last:
                continue
            last = front
            worth = self._worth(front, middle, back)
            if worth > self._least:
                self._keep(_Found(worth, Board(front, middle, back), (three, five, cards)))

    def _highest(self, cards: _Set) -> int:
        """The strength of the best three of the other cards."""
        return next(strength for strength, three in self._threes if not three & cards)

    def _middles(self, back: int, cards: _Set) -> list[_Made]:
        """Fives of the other cards that are no foul, the strongest first."""
        strength = self._strength
        rest = [bit for bit in self._bits if not bit & cards]
        fives = [a | b | c | d | e for a, b, c, d, e in combinations(rest, 5)]
        return sorted([(made, five) for five in fives if (made := strength[five]) <= back])[::-1]

    def _front(self, middle: int, rest: _Set) -> _Made:
        """The best three of those cards that are no foul; nothing, weaker than any: none."""
        fronts = self._fronts.get(rest)
        if fronts is None:
            threes = combinations([bit for bit in self._bits if bit & rest], 3)
            made = sorted([self._front_of[one | two | three] for one, two, three in threes])
            fronts = self._fronts[rest] = made[::-1]
        return next((made for made in fronts if made[0] <= middle), (-1, 0))

    def _keep(self, found: _Found) -> None:
        kind = tuple(map(_kind, found.board))
        known = self._best.get(kind)
        if known is None or found > known:
            self._best[kind] = found
            top = self._top()
            last = top[-1].worth if len(top) == self._most else -inf
            self._least = max(last, top[0].worth - self._gap)

    def _top(self) -> list[_Found]:
        top = sorted(self._best.values(), reverse=True)[: self._most]
        return [one for one in top if one.worth >= top[0].worth - self._gap]


def _kind(strength: int) -> int:
    """The category of a row and the rank that leads it; high cards are all alike."""
    return strength >> _LESSER if strength >> CATEGORY_BITS else HIGH_CARD


def _rows(places: Sequence[int], sets: tuple[_Set, _Set, _Set]) -> Rows:
    """The cards of three sets as they are shown: what makes a hand first."""
    front, middle, back = (
        tuple(DECK[one] for at, one in enumerate(places) if cards >> at & 1) for cards in sets
    )
    ranks = [card.rank for card in front]
    return (
        tuple(sorted(front, key=lambda card: (-ranks.count(card.rank), -RANKS.index(card.rank)))),
        best_five(middle),
        best_five(back),
    )


_PLAIN = Scoring()

# What loses more points than this against the best is not suggested.
_GAP = 2.0


def suggestions(
    cards: Sequence[Card], most: int = 5, scoring: Scoring = _PLAIN
) -> tuple[Rows, ...]:
    """The best really different arrangements of 13 to 17 cards, best first, none a foul.

    Best is what wins most points of players who set well, as it is counted. ValueError as for
    `best`.
    """
    worth = Field(learned(), scoring).worth
    # Some of them are left out as no better than others.
    return tuple(split.rows for split in best(cards, worth, most + 3, _GAP)[:most])
