"""What can be on one's own forehead, and how it would look to the others.

Cards are places in DECK. A bot of Indian Poker sees all hands but its own, so once its own is
supposed, the whole table is known: who wins, and what each of the others sees. Whoever sees all
but his own counts how many hands would beat what he sees.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from engine.bots.betting_hands import Luck, Places, seen
from engine.kit import brag
from engine.kit.ranking import AnyFive, rank
from engine.values.cards import DECK, Hidden
from engine.values.view import View

# Own hands that are supposed: of several cards, and of two with a board, fewer where there are more
# to compare them with. On how many boards these are compared, by the cards that lie there, and on
# streets that are over.
HANDS, POCKETS = 160, 160
COMPARED = 720
BOARDS = {0: 24, 3: 20, 4: 16, 5: 1}
EARLIER = 16
WHOLE = 5


class Row:
    """One comparison of all hands: a side of the pot, on one board.

    `mine` is the strength of each own hand that is supposed, None where the board has a card of
    it; `others` the strengths by seat; `above` how likely an unknown hand is better than each of
    the own ones, 0 where there is none.
    """

    __slots__ = ("_heights", "_shares", "above", "mine", "others")

    def __init__(
        self, mine: Sequence[int | None], weights: Sequence[float], others: Mapping[int, int]
    ) -> None:
        self.mine = mine
        self.others = others
        pairs = [(one, its) for one, its in zip(mine, weights, strict=True) if one is not None]
        pairs.sort()
        self._heights = [one for one, _ in pairs]
        total = sum(its for _, its in pairs) or 1.0
        self._shares = [part / total for part in accumulate((its for _, its in pairs), initial=0.0)]
        known = {one: self.better(one) for one in {*self._heights}}
        self.above = [0.0 if one is None else known[one] for one in mine]

    def better(self, strength: int) -> float:
        """How likely an unknown hand beats that strength; an equal one counts half."""
        below = self._shares[bisect_left(self._heights, strength)]
        upto = self._shares[bisect_right(self._heights, strength)]
        return 1.0 - (below + upto) / 2


class Sight:
    """What one seat sees, street by street.

    `weights` are how likely each own hand is by the cards alone. `streets` are the rows by the
    size of the board.
    """

    def __init__(self, seat: int, weights: list[float], streets: Mapping[int, list[Row]]) -> None:
        self.seat = seat
        self.weights = weights
        self.streets = streets
        self.now = streets[max(streets)]

    @cached_property
    def counts(self) -> list[int]:
        """In how many of the rows of now each own hand is compared, at least one."""
        return _counts(self.now)

    def chances(self, seat: int, live: Collection[int], street: int | None = None) -> list[float]:
        """For each own hand the chance to win that `seat` sees for himself among `live`.

        He sees that hand and all others but his own.
        """
        rows = self.now if street is None else self.streets[street]
        sums = [0.0] * len(self.weights)
        rivals = [one for one in live if one not in (seat, self.seat)]
        for row in rows:
            top = row.better(max(row.others[one] for one in rivals)) if rivals else 1.0
            sums = [
                part + (above if above < top else top)
                for part, above in zip(sums, row.above, strict=True)
            ]
        counts = self.counts if rows is self.now else _counts(rows)
        return [part / count for part, count in zip(sums, counts, strict=True)]


def _counts(rows: Iterable[Row]) -> list[int]:
    columns = zip(*(row.mine for row in rows), strict=True)
    return [sum(one is not None for one in column) or 1 for column in columns]


class Ranking(NamedTuple):
    """How hands of one to five cards are compared."""

    cards: int
    traditional: bool = False

    def strength(self, hand: Iterable[int]) -> int:
        """How high a hand is."""
        cards = [DECK[place] for place in hand]
        if self.cards == 3:
            return brag.rank(cards, traditional=self.traditional)
        return rank(cards)


def own_seat(view: View) -> int:
    """The seat that sees all hands but its own; ValueError if there is none."""
    hidden = [
        seat
        for seat in range(len(view.seats))
        if (zone := view.zone(f"hand.{seat}")) and any(isinstance(c, Hidden) for c in zone.cells)
    ]
    if len(hidden) != 1 or hidden[0] not in view.to_act:
        raise ValueError("no view of a player to act")
    return hidden[0]


def by_cards(view: View, seat: int, chance: bytes) -> Sight:
    """What `seat` sees where hands are compared as they are."""
    note = next((note for note in view.notes if note.code == "ranking"), None)
    if note is None:
        raise ValueError("no view of this game")
    cards, wins, order = (note.facts[name] for name in ("cards", "wins", "order"))
    ranking = Ranking(int(cards), traditional=order == "traditional")
    hands = _others(view, seat, ranking.cards)
    dead = frozenset(place for hand in hands.values() for place in hand)
    mine, weights = _supposed(ranking, dead, chance)
    others = {other: ranking.strength(hand) for other, hand in hands.items()}
    rows = []
    if wins != "low":
        rows.append(Row(mine, weights, others))
    if wins != "high":
        low = {other: -its for other, its in others.items()}
        rows.append(Row([-one for one in mine], weights, low))
    return Sight(seat, weights, {0: rows})


def _supposed(
    ranking: Ranking, dead: frozenset[int], chance: bytes
) -> tuple[list[int], list[float]]:
    """Strengths that the own hand can have, and how likely each is."""
    if ranking.cards == 1:
        # All there are: the suit does not matter.
        left = Counter(ranking.strength((card,)) for card in range(52) if card not in dead)
        return [*left], [count / left.total() for count in left.values()]
    luck = Luck(dead, ranking.cards, HANDS, 0, chance)
    drawn = [luck.cards()[: ranking.cards] for _ in range(HANDS)]
    mine = [ranking.strength(hand) for hand in drawn if len(hand) == ranking.cards]
    return mine, [1 / len(mine)] * len(mine)


def by_board(view: View, seat: int, chance: bytes) -> Sight:
    """What `seat` sees over a board, now and on the streets that are over."""
    board = seen(view, "board")
    hands = _others(view, seat, 2)
    held = frozenset(place for hand in hands.values() for place in hand)
    some = min(POCKETS, COMPARED // len(hands))
    luck = Luck(held.union(board), 2, some, 0, chance)
    pockets = [hand[:2] for _ in range(some) if len(hand := luck.cards()) > 1]
    weights = [1 / len(pockets)] * len(pockets)
    streets = {}
    for size, boards in BOARDS.items():
        if size <= len(board):
            lies = board[:size]
            some = boards if size in (len(board), WHOLE) else EARLIER
            luck = Luck(held.union(lies), WHOLE - size, some, 0, chance + bytes([size]))
            missing = [luck.cards()[: WHOLE - size] for _ in range(some)]
            streets[size] = [
                _row(pockets, weights, hands, (*lies, *more))
                for more in missing
                if len(more) == WHOLE - size
            ]
    return Sight(seat, weights, streets)


def _row(
    pockets: Sequence[Sequence[int]],
    weights: Sequence[float],
    hands: Mapping[int, Places],
    board: Places,
) -> Row:
    """The comparison on a whole board."""
    of_hand = AnyFive(board).rank
    taken = frozenset(board)
    mine = [None if taken.intersection(pocket) else of_hand(pocket) for pocket in pockets]
    return Row(mine, weights, {other: of_hand(hand) for other, hand in hands.items()})


def _others(view: View, seat: int, size: int) -> dict[int, Places]:
    """The hands of all others; ValueError unless they are seen, and so large."""
    hands = {
        other: seen(view, f"hand.{other}") for other in range(len(view.seats)) if other != seat
    }
    if any(len(hand) != size for hand in hands.values()):
        raise ValueError("no view of a player to act")
    return hands
