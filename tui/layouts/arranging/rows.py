"""What three rows are while they grow: labels, names, the order of strength, royalties."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from rich.cells import cell_len

from engine.kit.ranking import (
    CATEGORY_BITS,
    STRAIGHT,
    THREE_OF_A_KIND,
    HandName,
    describe,
    name_of,
    rank,
)
from engine.kit.rows import FRONT, MIDDLE, ROWS, board
from engine.kit.royalties import Royalties
from engine.values.cards import Card, Cell
from engine.values.draft import FULL
from tui.canvas import cards
from tui.canvas.palette import bold
from tui.canvas.pen import Pen
from tui.locale import Words

COURT = "AKQJ"

Rows = Sequence[Sequence[Card]]


class Check(NamedTuple):
    """Two neighbouring rows, named by the one in front.

    `right`: as they lie, it is not the stronger one; None: one is empty, or the one behind can
    still grow.
    """

    row: int
    right: bool | None


def known(cells: Sequence[Cell]) -> tuple[Card, ...]:
    """The cards among cells that can be ranked."""
    return tuple(cell for cell in cells if isinstance(cell, Card) and cell.known)


# ── in order ───────────────────────────────────────────────────────────────────────────────────


def checks(rows: Rows) -> tuple[Check, Check]:
    """Whether the front is not stronger than the middle, and the middle than the back, so far.

    Cards make no row weaker: what is stronger than a full row stays so.
    """
    first, second = (Check(row, _right(rows, row)) for row in (FRONT, MIDDLE))
    return first, second


def _right(rows: Rows, row: int) -> bool | None:
    here, behind = rows[row], rows[row + 1]
    if not here or not behind:
        return None
    if rank(here) <= rank(behind):
        return True
    return False if len(behind) == FULL[row + 1] else None


def earned(rows: Rows, table: Royalties) -> int:
    """The royalties of the rows that are full; none where they are all full and a foul."""
    if all(len(row) == most for row, most in zip(rows, FULL, strict=True)):
        return table.total(board(rows))
    return sum(royalty(row, place, table) for place, row in enumerate(rows))


def royalty(row: Sequence[Card], place: int, table: Royalties) -> int:
    """What a row earns if it stands; nothing before it is full."""
    return table.of(place, rank(row)) if len(row) == FULL[place] else 0


# ── in words ───────────────────────────────────────────────────────────────────────────────────


def row_word(row: int, words: Words) -> str:
    """`Vorne`, `Mitte`, `Hinten`."""
    return words(f"arranging.row.{ROWS[row]}")


def draw_label(pen: Pen, x: int, y: int, row: int, *, live: bool = True) -> None:
    """The row's digit and name, below how many cards it has; `live`: the digit is a key now."""
    palette, words = pen.palette, pen.words
    pen.put(x, y, str(row + 1), bold(palette.accent) if live else palette.muted)
    pen.put(x + 2, y, row_word(row, words), bold(palette.text))
    pen.put(x + 2, y + 1, words("arranging.row_cards", count=FULL[row]), palette.muted)


def name_lines(row: Sequence[Card], place: int, room: int, words: Words) -> tuple[str, str, str]:
    """What a row is so far, in three lines of at most `room` cells; empty for an empty one.

    The kind, with dots while cards are missing, what makes it, and what decides further.
    """
    if not row:
        return "", "", ""
    hand = describe(row)
    kind, detail, further = cards.hand_lines(hand, words)
    if hand.name == "high_card":
        detail, further = _heights(hand, room, words), ""
    dots = " …" if len(row) < FULL[place] else ""
    return kind + dots, detail, further


def _heights(hand: HandName, room: int, words: Words) -> str:
    """`Ass, Dame, 5`, or letters where that is too long."""
    said = ", ".join(
        words(f"cards.rank.{one}") if one in COURT else cards.letter(one, words)
        for one in hand.ranks
    )
    if cell_len(said) <= room:
        return said
    return " ".join(cards.letter(one, words) for one in hand.ranks)


def brief(row: Sequence[Card], words: Words) -> str:
    """What a row is in a word: `Full House`; empty for an empty one."""
    return words(f"cards.name.{describe(row).name}") if row else ""


def outlook(row: Sequence[Card], place: int, tray: Sequence[Card], room: int, words: Words) -> str:
    """The best hand that cards of the tray would make of a row that lacks one or two of them.

    `mit 4 4: Full House`; empty where they would make no better kind of hand, or one that is
    seen at a glance.
    """
    missing = FULL[place] - len(row)
    if not row or not 0 < missing <= 2 or len(tray) < missing:
        return ""
    added = max(combinations(tray, missing), key=lambda more: rank((*row, *more)))
    best = rank((*row, *added))
    kind = best >> CATEGORY_BITS
    if kind <= rank(row) >> CATEGORY_BITS or kind < (STRAIGHT if place else THREE_OF_A_KIND):
        return ""
    name = name_of(best).name
    suited = "flush" in name
    said = [cards.name(c, words) if suited else cards.letter(c.rank, words) for c in added]
    hand = words(f"cards.name.{name}")
    whole = words("arranging.outlook", cards=" ".join(said), hand=hand)
    return whole if cell_len(whole) <= room else f"→ {hand}"
