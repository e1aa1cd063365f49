"""Where everything lies in a window of some size (ux 2.2, 5.10)."""

from typing import NamedTuple

from tui.canvas import cards

WIDE = 110  # columns from which there are boxes beside the table
WIDEST = 84  # columns of the table with large cards
HIGH = 30  # rows from which cards are large beside boxes
ALONE = 33  # rows from which they are without any
CARDS = 14  # the first card's column
CHECK = 14  # columns of the box with the checks


class Plan(NamedTuple):
    """Which row and column everything begins at.

    `width`: columns of the table, `side`: where the boxes beside it begin, 0: there are none.
    `rows`: the front's row, `step` rows from row to row. `names`: where is said what a row is.
    `check`: the column of the box with the checks, 0: they are a line in row `line`, or in a box
    beside the table. `tray`: the row of its heading. `people`: the row that says who is ready, 0: a
    box does. `more`: keys that there is no room for in the row of `buttons`.
    """

    large: bool
    width: int
    side: int
    prompt: int
    rows: int
    step: int
    names: int
    check: int
    line: int
    tray: int
    people: int
    buttons: int
    answer: int
    more: int

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of a card."""
        return cards.LARGE if self.large else cards.SMALL

    def row(self, row: int) -> int:
        """The first row of screen of one of the three."""
        return self.rows + self.step * row

    @property
    def signs(self) -> int:
        """The row of the signs under the tray."""
        return self.tray + 1 + self.size[1]

    @property
    def room(self) -> int:
        """Cells for what a row is."""
        return (self.check or self.width) - self.names - 1


def plan(width: int, height: int) -> Plan:
    """The places in a window of that size, which is not too small for the table."""
    wide = width >= WIDE
    if wide and height >= HIGH:
        return _boxes(height)
    if not wide and height >= ALONE:
        return _alone(width)
    across = 80 if wide else width
    step = 5 if height >= 28 else 4
    tray = 2 + 3 * step
    return Plan(
        large=False,
        width=across,
        side=across + 1 if wide else 0,
        prompt=1,
        rows=2,
        step=step,
        names=46,
        check=across - CHECK,
        line=0,
        tray=tray,
        people=tray + 5,
        buttons=tray + 6,
        answer=tray + 7,
        more=tray + 8,
    )


def _boxes(height: int) -> Plan:
    """Large cards, and everything about the table in boxes beside it."""
    if height >= 35:
        rows, buttons, answer = 4, 30, 32
    else:
        rows, buttons, answer = max(2, min(4, height - 29)), height - 4, height - 3
    tray = min(rows + 18, buttons - 7)
    return Plan(
        large=True,
        width=WIDEST,
        side=WIDEST + 1,
        prompt=2 if rows > 3 else 1,
        rows=rows,
        step=6,
        names=56,
        check=0,
        line=0,
        tray=tray,
        people=0,
        buttons=buttons,
        answer=answer,
        more=answer + 1,
    )


def _alone(width: int) -> Plan:
    """Large cards in a high window: what the boxes would say stands in lines."""
    return Plan(
        large=True,
        width=width,
        side=0,
        prompt=1,
        rows=3,
        step=6,
        names=55,
        check=0,
        line=2,
        tray=21,
        people=28,
        buttons=29,
        answer=30,
        more=31,
    )
