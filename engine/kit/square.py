"""The square of 25 cards: its ten lines, and what they are worth in the English scoring.

A grid is 25 cells row by row from the top: cell = 5 · row + column, both 0…4. Its lines are the
five rows from the top, `1` to `5`, then the five columns from the left, `a` to `e`; a cell is
called by its column and its row, `b2`.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from engine.kit.ranking import HandName, Name, describe
from engine.values.cards import Card, Cell

SIDE = 5
CELLS = SIDE * SIDE

POINTS: Mapping[Name, int] = {
    "high_card": 0,
    "pair": 1,
    "two_pair": 3,
    "flush": 5,
    "three_of_a_kind": 6,
    "full_house": 10,
    "straight": 12,
    "four_of_a_kind": 16,
    "straight_flush": 30,
    "royal_flush": 30,
}
"""Points of a line by its hand: the English table of poker patience (rules.md B)."""

ROWS = "12345"
COLUMNS = "abcde"
NAMES: tuple[str, ...] = (*ROWS, *COLUMNS)

LINES: tuple[tuple[int, ...], ...] = (
    *(tuple(range(SIDE * row, SIDE * row + SIDE)) for row in range(SIDE)),
    *(tuple(range(column, CELLS, SIDE)) for column in range(SIDE)),
)
"""The cells of every line, in the order of NAMES."""


class Line(Struct, frozen=True):
    """What lies in a line: its hand (None: no card yet) and its points."""

    name: HandName | None
    points: int


def line(cards: Sequence[Card]) -> Line:
    """The hand and the points of a line's cards so far, in any order.

    Fewer than five have pairs, threes and fours only: no straight and no flush before the fifth.
    ValueError for more than five, an unknown card, or one that is there twice.
    """
    if len(cards) > SIDE:
        raise ValueError(f"{len(cards)} cards in a line of {SIDE}")
    if not cards:
        return Line(None, 0)
    name = describe(cards)
    return Line(name, POINTS[name.name])


def lines(cells: Sequence[Cell]) -> tuple[Line, ...]:
    """Hand and points of the ten lines of a grid, in the order of NAMES; ValueError as `line`."""
    return tuple(line(cards_in(cells, place)) for place in range(len(LINES)))


def cards_in(cells: Sequence[Cell], place: int) -> tuple[Card, ...]:
    """The cards that lie in a line of a grid, the line by its place in NAMES (0…9)."""
    lying = (cells[cell] for cell in LINES[place])
    return tuple(card for card in lying if isinstance(card, Card))


def crossing(cell: int) -> tuple[int, int]:
    """The row and the column through a cell, by their places in NAMES."""
    return cell // SIDE, SIDE + cell % SIDE


def cell_name(cell: int) -> str:
    """How a cell (0…24) is called: `a1` is the first, `e5` the last."""
    return COLUMNS[cell % SIDE] + ROWS[cell // SIDE]


def cell_called(name: str) -> int:
    """The cell of that name, in lower case; ValueError if there is none."""
    if len(name) != 2 or name[0] not in COLUMNS or name[1] not in ROWS:
        raise ValueError(f"{name!r} is no cell")
    return SIDE * ROWS.index(name[1]) + COLUMNS.index(name[0])
