"""What strong rows earn, as tables; and who arranges the next deal in Fantasyland (rules.md D)."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from engine.kit.ranking import (
    ACE,
    CATEGORY_BITS,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
)
from engine.kit.rows import FRONT, MIDDLE, Board

Row = Mapping[int, int]

# A row's royalty follows from its category and the first rank that decides: the top five digits of
# a strength without the four lesser ranks.
_LESSER = 16
_RANKS = range(2, ACE + 1)


class Royalties(NamedTuple):
    """Points of each row; what is not in it earns none."""

    front: Row
    middle: Row
    back: Row

    def of(self, row: int, strength: int) -> int:
        """What a row of that strength earns; rows are 0 (front), 1 and 2."""
        return self[row].get(strength >> _LESSER, 0)

    def total(self, board: Board) -> int:
        """What all three rows earn together; a fouled board earns none."""
        if board.fouled:
            return 0
        return sum(self.of(row, strength) for row, strength in enumerate(board))


def _row(points: Mapping[int, int], royal: int | None = None) -> Row:
    """The row that pays by category, whatever the rank; `royal` is for the straight to the ace."""
    row = {
        category << CATEGORY_BITS - _LESSER | rank: worth
        for category, worth in points.items()
        if worth
        for rank in _RANKS
    }
    if royal is not None:
        row[STRAIGHT_FLUSH << CATEGORY_BITS - _LESSER | ACE] = royal
    return row


def _ranked(category: int, points: Mapping[int, int]) -> Row:
    return {category << CATEGORY_BITS - _LESSER | rank: worth for rank, worth in points.items()}


def closed(
    front_three: int,
    middle_full_house: int,
    middle_four: int,
    middle_straight_flush: int,
    back_four: int,
    back_straight_flush: int,
) -> Royalties:
    """A table of the closed game by its six values; 0: that row earns its unit alone."""
    return Royalties(
        _row({THREE_OF_A_KIND: front_three}),
        _row(
            {
                FULL_HOUSE: middle_full_house,
                FOUR_OF_A_KIND: middle_four,
                STRAIGHT_FLUSH: middle_straight_flush,
            }
        ),
        _row({FOUR_OF_A_KIND: back_four, STRAIGHT_FLUSH: back_straight_flush}),
    )


NONE = Royalties({}, {}, {})
# The usual table's two values of the middle are not confirmed, the other table's are (D14).
USUAL = closed(3, 2, 7, 9, 4, 5)
HAWAIIAN = closed(3, 2, 8, 10, 4, 5)

CLOSED: Mapping[str, Royalties] = {"none": NONE, "usual": USUAL, "hawaiian": HAWAIIAN}
"""The closed game's tables by name, those that are not a table's own."""

OWN = (
    "front_three",
    "middle_full_house",
    "middle_four",
    "middle_straight_flush",
    "back_four",
    "back_straight_flush",
)
"""The names of an own table's six values."""

OPEN = Royalties(
    front={
        **_ranked(PAIR, {rank: rank - 5 for rank in range(6, ACE + 1)}),
        **_ranked(THREE_OF_A_KIND, {rank: rank + 8 for rank in _RANKS}),
    },
    middle=_row(
        {
            THREE_OF_A_KIND: 2,
            STRAIGHT: 4,
            FLUSH: 8,
            FULL_HOUSE: 12,
            FOUR_OF_A_KIND: 20,
            STRAIGHT_FLUSH: 30,
        },
        royal=50,
    ),
    back=_row(
        {STRAIGHT: 2, FLUSH: 4, FULL_HOUSE: 6, FOUR_OF_A_KIND: 10, STRAIGHT_FLUSH: 15}, royal=25
    ),
)
"""The table of the open-face games."""

# ── Fantasyland ────────────────────────────────────────────────────────────────────────────────

_QUEEN = 12
_THREES = 17  # cards for three of a kind in front, where the number is progressive

Kind = Literal["openface", "pineapple"]

LAND: Mapping[Kind, int] = {"openface": 13, "pineapple": 14}
"""Cards at once in Fantasyland."""


def leads(row: int, strength: int, kind: Kind, *, inside: bool) -> bool:
    """Whether a row of that strength leads to Fantasyland, or (`inside`) lets one stay there.

    From outside a front of queens or better does; for staying three of a kind in front, four of a
    kind or better behind, in the classic game a full house or better in the middle too.
    """
    category, top = strength >> CATEGORY_BITS, strength >> _LESSER & 0xF
    if row == FRONT:
        return category == THREE_OF_A_KIND or (not inside and category == PAIR and top >= _QUEEN)
    if row == MIDDLE:
        return inside and kind == "openface" and category >= FULL_HOUSE
    return inside and category >= FOUR_OF_A_KIND


def land(board: Board, kind: Kind, *, inside: bool, progressive: bool = False) -> int:
    """The cards that a seat gets at once in the next deal, 0: it plays as usual.

    From outside a front of queens or better leads in. Whoever is `inside` stays by three of a kind
    in front or four of a kind or better behind, in the classic game by a full house or better in
    the middle too; queens again are not enough. Progressive: 14 for queens, 15 for kings, 16 for
    aces, 17 for three of a kind in front, and 14 for whoever stays by another row alone. A foul
    never leads in and never stays.
    """
    if board.fouled or not any(
        leads(row, strength, kind, inside=inside) for row, strength in enumerate(board)
    ):
        return 0
    if progressive and leads(FRONT, board.front, kind, inside=False):
        three = board.front >> CATEGORY_BITS == THREE_OF_A_KIND
        return _THREES if three else LAND[kind] + (board.front >> _LESSER & 0xF) - _QUEEN
    return LAND[kind]
