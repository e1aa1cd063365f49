"""Where everything lies on a table of the open games, for one size of the window (ux 5.12)."""

from typing import NamedTuple

from tui.canvas import cards

WIDE = 110  # columns from which there are boxes beside the table
HIGH = 34  # rows from which cards are large
WIDEST = 84  # columns of the table where there is room for them and for the boxes
CARDS = 12  # the first card's column; where a tray has its label it is two further right
PANEL = 5  # rows of somebody else's board
GAP = 2  # columns between two of them


class Plan(NamedTuple):
    """Rows and columns; None where there is no such thing.

    width: the table's columns, side: the first of the boxes beside it. others: the first row of the
    others' boards, which are lines of text where `lines`. top, step: the first row of the own board
    and the rows from row to row. first, facts: the columns of the first card and of what rows are.
    fresh: column of the new cards at the right, tray: the row of the heading above cards that lie
    below. prompt, bar, buttons, answer: rows.
    """

    width: int
    side: int | None
    large: bool
    others: int
    lines: bool
    top: int
    step: int
    first: int
    facts: int
    fresh: int | None
    tray: int | None
    prompt: int
    bar: int | None
    buttons: int
    answer: int

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of a card."""
        return cards.LARGE if self.large else cards.SMALL

    def row(self, at: int) -> int:
        """The first line of a row of the own board."""
        return self.top + self.step * at


def plan(width: int, height: int, *, tray: bool) -> Plan:
    """The places in a window of that size; `tray`: cards are arranged in a tray."""
    across = width if width < WIDE else WIDEST if width >= WIDE + 8 else 80
    side = across + 1 if width >= WIDE else None
    foot = height - 1
    if height >= HIGH:
        return _high(height)._replace(width=across, side=side)
    down = (height - 24) // 2
    low = Plan(
        width=across,
        side=side,
        large=False,
        others=1,
        lines=False,
        top=7 + down,
        step=4,
        first=CARDS,
        facts=CARDS + 31,
        fresh=across - 9,
        tray=None,
        prompt=foot - 4,
        bar=foot - 3,
        buttons=foot - 2,
        answer=foot - 1,
    )
    if not tray:
        return low
    # Others in a line each, or there would be no room for the tray, nor for a bar.
    top = 4 + down
    return low._replace(
        lines=True,
        top=top,
        first=CARDS + 2,
        facts=CARDS + 34,
        fresh=None,
        tray=top + 11,
        prompt=foot - 3,
        bar=None,
    )


def _high(height: int) -> Plan:
    """Large cards in rows with a blank between them, and below them those that are to be laid."""
    foot, spare = height - 1, max(0, height - 36)
    others = 1 + (spare > 1)
    top = others + 5 + (height >= 36) + spare // 4
    barred = height > HIGH
    return Plan(
        width=0,
        side=None,
        large=True,
        others=others,
        lines=False,
        top=top,
        step=6,
        first=CARDS,
        facts=CARDS + 41,
        fresh=None,
        tray=top + 17 + spare // 4,
        prompt=foot - 3 - barred,
        bar=foot - 3 if barred else None,
        buttons=foot - 2,
        answer=foot - 1,
    )


def panels(width: int, count: int) -> list[tuple[int, int]]:
    """The first column and the columns of each of the others' boards."""
    if not count:
        return []
    across = (width - GAP * (count - 1)) // count
    return [(place * (across + GAP), across) for place in range(count)]
