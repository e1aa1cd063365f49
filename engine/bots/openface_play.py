"""Laying the cards of an open-face board quickly, where it seems best by what has been learned.

For loops over deals that might be: cards are their places in DECK, a board is the sums of its rows
and the room that they have, and of a hand bits tell which of its cards go where.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from math import inf
from typing import NamedTuple

from engine.bots.openface_rows import FORM_BITS, KEYS, Row, five, long, short, three
from engine.bots.openface_values import apart, stage_of
from engine.kit.rows import Board
from engine.kit.royalties import Kind
from engine.values.draft import FULL

Worth = Callable[[int, int, int], float]
"""What a full board is worth by the strengths of its rows, front first."""

Way = tuple[int, int, int]
"""Which cards of the hand go into each row."""

FIRST = 5
LATER: Mapping[Kind, tuple[int, int]] = {"openface": (1, 1), "pineapple": (3, 2)}
"""Cards of each turn after the first, and how many of them are laid."""

LOST = -6.0  # what seems to be left once a row is stronger than the one behind it, for good


_NUMBERS = (short, long, long)


class Lying(NamedTuple):
    """A board so far: its rows' sums, and the room that they have."""

    sums: tuple[int, int, int] = (0, 0, 0)
    room: tuple[int, int, int] = FULL

    def turns(self, kind: Kind) -> int:
        """The turns that it takes to fill it, after the first."""
        return min(sum(self.room), 8) // LATER[kind][1]

    def after(self, hand: Sequence[int], way: Way) -> "Lying":
        """The board once those cards lie there."""
        front, middle, back = (
            (total + sum([KEYS[card] for at, card in enumerate(hand) if cards >> at & 1]))
            for total, cards in zip(self.sums, way, strict=True)
        )
        one, two, last = (
            room - cards.bit_count() for room, cards in zip(self.room, way, strict=True)
        )
        return Lying((front, middle, back), (one, two, last))


def lying_of(rows: Sequence[Sequence[int]]) -> Lying:
    """The board with those cards in its rows."""
    front, middle, back = (sum([KEYS[card] for card in row]) for row in rows)
    one, two, last = (full - len(row) for full, row in zip(FULL, rows, strict=True))
    return Lying((front, middle, back), (one, two, last))


def strengths(lying: Lying) -> Board:
    """The strengths of the rows of a full board."""
    front, middle, back = lying.sums
    return Board(
        three(short(front)).strength, five(long(middle)).strength, five(long(back)).strength
    )


@cache
def ways(held: int, count: int, room: tuple[int, int, int]) -> tuple[Way, ...]:
    """All ways to lay `count` of so many cards where there is that room."""
    found: list[Way] = []
    for cards in combinations(range(held), count):
        for rows in product(range(3), repeat=count):
            way = [0, 0, 0]
            for at, row in zip(cards, rows, strict=True):
                way[row] |= 1 << at
            if all(laid.bit_count() <= most for laid, most in zip(way, room, strict=True)):
                found.append((way[0], way[1], way[2]))
    return tuple(found)


@cache
def _sets(held: int, most: int) -> tuple[int, ...]:
    """All sets of at most so many cards of the hand."""
    return tuple(cards for cards in range(1 << held) if cards.bit_count() <= most)


# What a row adds to a board's worth, its form, its strength, whether it is full.
_Known = tuple[float, int, int, bool]


class _Rows(dict[int, _Known]):
    """What is known of the rows in one place at one stage, by their numbers."""

    def __init__(
        self, read: Callable[[int], Row], worth: Mapping[int, float], unknown: float
    ) -> None:
        super().__init__()
        self._read = read
        self._worth = worth
        self._unknown = unknown

    def __missing__(self, number: int) -> _Known:
        key, form, strength, full = self._read(number)
        found = self[number] = (self._worth.get(key, self._unknown), form, strength, full)
        return found


class _Stage(NamedTuple):
    """What is known of boards at one stage: rows, and two of them side by side."""

    fronts: _Rows
    middles: _Rows
    backs: _Rows
    before: Mapping[int, float]
    behind: Mapping[int, float]

    def value(self, front: _Known, middle: _Known, back: _Known) -> float:
        """What the board seems to be worth."""
        over, under = front[2] > middle[2], middle[2] > back[2]
        if middle[3] and ((over and front[3]) or (under and back[3])):
            return LOST
        form = middle[1]
        return (
            front[0]
            + middle[0]
            + back[0]
            + self.before.get((front[1] << FORM_BITS | form) << 1 | over, 0.0)
            + self.behind.get((form << FORM_BITS | back[1]) << 1 | under, 0.0)
        )


class Player:
    """Lays boards of one game by what is known about them (engine.bots.openface_values)."""

    def __init__(self, kind: Kind, known: Mapping[int, float], unknown: float = 0.0) -> None:
        """`unknown` is what a row adds of which nothing is known."""
        self.kind: Kind = kind
        self._dealt, self._count = LATER[kind]
        self._stages = [_stage(part, unknown) for part in apart(known)]

    def seem(self, lying: Lying, hand: Sequence[int], count: int) -> list[tuple[float, Way]]:
        """All ways to lay `count` cards of the hand, and what each seems worth; not the last."""
        stage = self._stages[stage_of(sum(lying.room) - count)]
        keys = [KEYS[card] for card in hand]
        fronts, middles, backs = (
            {
                cards: rows[
                    number(total + sum([k for at, k in enumerate(keys) if cards >> at & 1]))
                ]
                for cards in _sets(len(hand), min(room, count))
            }
            for rows, number, total, room in zip(stage[:3], _NUMBERS, *lying, strict=True)
        )
        value = stage.value
        return [
            (value(fronts[one], middles[two], backs[three]), (one, two, three))
            for one, two, three in ways(len(hand), count, lying.room)
        ]

    def finish(self, lying: Lying, cards: Sequence[int], worth: Worth) -> Board:
        """The board once the cards have come, turn by turn, and the last are laid at their best."""
        turns = lying.turns(self.kind)
        if not turns:
            return strengths(lying)
        dealt, count = self._dealt, self._count
        if count == 1:
            lying = self._one_by_one(lying, cards[: turns - 1])
        else:
            for turn in range(turns - 1):
                hand = cards[dealt * turn : dealt * (turn + 1)]
                lying = lying.after(hand, max(self.seem(lying, hand, count))[1])
        hand = cards[dealt * (turns - 1) : dealt * turns]
        ends = [strengths(lying.after(hand, way)) for way in ways(dealt, count, lying.room)]
        return ends[0] if len(ends) == 1 else max(ends, key=lambda end: worth(*end))

    def filled(self, lying: Lying, cards: Sequence[int], worth: Worth) -> Board:
        """The same from the midst of a turn, or before the first: its cards come before."""
        room = sum(lying.room)
        if missing := max(room - 8, 0) or room % self._count:
            hand = cards[:missing]
            lying = lying.after(hand, max(self.seem(lying, hand, missing))[1])
        return self.finish(lying, cards[missing:], worth)

    def _one_by_one(self, lying: Lying, cards: Sequence[int]) -> Lying:
        """The board once those cards have come one after the other."""
        (front, middle, back), room = lying.sums, [*lying.room]
        left = sum(room)
        for card in cards:
            left -= 1
            stage, key = self._stages[stage_of(left)], KEYS[card]
            fronts, middles, backs, _, _ = stage
            value, best, row = stage.value, -inf, 0
            one, two, last = fronts[short(front)], middles[long(middle)], backs[long(back)]
            if room[2]:
                best, row = value(one, two, backs[long(back + key)]), 2
            if room[1] and (seems := value(one, middles[long(middle + key)], last)) > best:
                best, row = seems, 1
            if room[0] and value(fronts[short(front + key)], two, last) > best:
                row = 0
            room[row] -= 1
            if row == 2:
                back += key
            elif row == 1:
                middle += key
            else:
                front += key
        return Lying((front, middle, back), (room[0], room[1], room[2]))


def _stage(known: Sequence[Mapping[int, float]], unknown: float) -> _Stage:
    front, middle, back, before, behind = known
    return _Stage(
        _Rows(three, front, unknown),
        _Rows(five, middle, unknown),
        _Rows(five, back, unknown),
        before,
        behind,
    )
