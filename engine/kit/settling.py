"""What two seats pay each other for their rows, and what a deal comes to (rules.md D)."""

from collections.abc import Sequence
from itertools import combinations, starmap
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from engine.kit.rows import Board
from engine.kit.royalties import NONE, Royalties
from engine.kit.special import VALUES
from engine.values.actions import SpecialName

SURRENDER: Final = "surrender"
SCOOP = 3

# What a seat ends with: rows, a special hand, or it has given up.
Outcome = Board | SpecialName | Literal["surrender"]


class Scoring(Struct, frozen=True):
    """How rows are counted.

    Royalties stand in place of a won row's unit or, `on_top`, are each board's own, won or not.
    `two_four`: a point more for two rows won or three, in place of the scoop. `price` is what
    surrendering costs.
    """

    royalties: Royalties = NONE
    on_top: bool = False
    two_four: bool = False
    price: int = 0


class Pair(NamedTuple):
    """What the first of two seats gets from the second, in points.

    `extra` is the scoop, the point for more rows, a surrender or a special hand; `royalties` those
    that come on top, the first's less the second's.
    """

    front: int = 0
    middle: int = 0
    back: int = 0
    extra: int = 0
    royalties: int = 0

    @property
    def points(self) -> int:
        """All of it."""
        return sum(self)

    @property
    def turned(self) -> "Pair":
        """What the second gets from the first."""
        return Pair(*(-points for points in self))


def versus(one: Outcome, other: Outcome, scoring: Scoring) -> Pair:
    """What the seat that ended with `one` gets from the one with `other`.

    A fouled board loses every row and the extra to any other; two of them get nothing of each
    other. A special hand has its value of whoever has none, also of who surrenders; of two the
    dragon alone is paid. Who surrenders pays the price to everybody else, who may have fouled.
    """
    if isinstance(one, Board) and isinstance(other, Board):
        return _rows(one, other, scoring)
    return Pair(extra=_worth(one, other, scoring) - _worth(other, one, scoring))


def settled(outcomes: Sequence[Outcome], scoring: Scoring) -> dict[tuple[int, int], Pair]:
    """What the lower seat of every two gets from the higher."""
    seats = combinations(range(len(outcomes)), 2)
    return {(a, b): versus(outcomes[a], outcomes[b], scoring) for a, b in seats}


def net(pairs: dict[tuple[int, int], Pair], seats: int) -> tuple[int, ...]:
    """What each seat gets of all the others; together they are 0."""
    total = [0] * seats
    for (a, b), pair in pairs.items():
        total[a] += pair.points
        total[b] -= pair.points
    return tuple(total)


def _worth(one: Outcome, other: Outcome, scoring: Scoring) -> int:
    """What `one` takes from `other` where one of them at least has no rows."""
    if one == SURRENDER:
        return 0
    if isinstance(one, Board):
        return scoring.price if other == SURRENDER else 0
    beaten = isinstance(other, Board) or other == SURRENDER
    return VALUES[one] if beaten or one == "dragon" != other else 0


def _rows(one: Board, other: Board, scoring: Scoring) -> Pair:
    foul, against = one.fouled, other.fouled
    if foul and against:
        return Pair()
    if foul or against:
        signs = [-1 if foul else 1] * 3
    else:
        signs = list(starmap(_sign, zip(one, other, strict=True)))
    royalties = scoring.royalties
    wins = signs.count(1), signs.count(-1)
    if scoring.two_four:
        extra = (wins[0] >= 2) - (wins[1] >= 2)
    else:
        extra = SCOOP * ((wins[0] == 3) - (wins[1] == 3))
    if scoring.on_top:
        on_top = royalties.total(one) - royalties.total(other)
        return Pair(signs[0], signs[1], signs[2], extra, on_top)
    front, middle, back = (
        sign * (royalties.of(row, (one if sign > 0 else other)[row]) or 1)
        for row, sign in enumerate(signs)
    )
    return Pair(front, middle, back, extra)


def _sign(a: int, b: int) -> int:
    return (a > b) - (a < b)
