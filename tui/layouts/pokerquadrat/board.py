"""The square with its ten lines as they stand (ux 5.5)."""

from typing import NamedTuple

from rich.cells import cell_len

from engine.kit.square import COLUMNS, ROWS, SIDE
from engine.values.cards import Empty
from tui.canvas import cards
from tui.canvas.cells import Style
from tui.canvas.palette import Face, bold
from tui.canvas.pen import Pen, Spans, span_len
from tui.layouts.pokerquadrat.seen import Change, Seen, gain_word, hand_word

WIDE = 110  # columns from which there is more than the table of 80
HIGH = 30  # rows from which cards are large, if it is wide too
LEFT = 4  # the first card's column
ROOM = 13  # cells for a row's hand and points


class Plan(NamedTuple):
    """Which row and column everything begins at, for one size of the window.

    top: the row of the column letters. step: rows from card to card. names: the row of the
    columns' hands. text: where the rows' hands stand. panel, width: what is told at the right.
    side: the column of boxes beside it, 0 where there are none.
    """

    large: bool
    top: int
    step: int
    names: int
    text: int
    panel: int
    width: int
    side: int

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of a card."""
        return cards.LARGE if self.large else cards.SMALL

    def place(self, cell: int) -> tuple[int, int]:
        """Column and row of a card of the square."""
        across = self.size[0] + 1
        return LEFT + across * (cell % SIDE), self.top + 1 + self.step * (cell // SIDE)


def plan(width: int, height: int) -> Plan:
    """The places in a window of that size."""
    if width >= WIDE and height >= HIGH:
        top, step = (2 if height >= 36 else 1), (6 if height >= 34 else 5)
        names = min(height - 3, top + SIDE * step + 1)
        return Plan(True, top, step, names, 45, 60, min(width - 62, 50), 0)
    if width >= WIDE:
        return Plan(False, 1, 4, 21, 35, 50, 29, 81)
    return Plan(False, 1, 4, 21, 35, 50, min(width - 51, 46), 0)


def draw_square(pen: Pen, seen: Seen, place: Plan) -> None:
    """Cards, letters and digits, and what each line is worth so far."""
    _labels(pen, seen, place)
    for cell in range(len(seen.cells)):
        _card(pen, seen, place, cell)
    changes = {change.place: change for change in seen.changes}
    for row in range(SIDE):
        _row(pen, seen, place, row, changes.get(row))
    for column in range(SIDE):
        _column(pen, seen, place, column, changes.get(SIDE + column))


def _labels(pen: Pen, seen: Seen, place: Plan) -> None:
    palette = pen.palette
    across, down = place.size
    lit_row, lit_column = seen.lit
    rows = set() if lit_row is None else {lit_row}
    if seen.ghost.column is not None:
        # The digits that may follow the letter.
        rows = {cell // SIDE for cell in seen.free() if cell % SIDE == lit_column}
    for column, letter in enumerate(COLUMNS):
        lit = column == lit_column
        x, _ = place.place(column)
        style = bold(palette.accent) if lit else palette.muted
        pen.put(x + across // 2, place.top, letter, style)
    for row, digit in enumerate(ROWS):
        _, y = place.place(SIDE * row)
        style = bold(palette.accent) if row in rows else palette.muted
        pen.put(1, y + down // 2, digit, style)


def _card(pen: Pen, seen: Seen, place: Plan, cell: int) -> None:
    palette, ghost = pen.palette, seen.ghost
    draw = cards.large if place.large else cards.small
    x, y = place.place(cell)
    lying = seen.cells[cell]
    # Without a blank row between them cards would melt into one.
    tight = place.step == place.size[1]
    face: Face = "alternate" if tight and (cell // SIDE) % 2 else "normal"
    held = cell == ghost.cell
    if not isinstance(lying, Empty):
        draw(pen, x, y, lying, face)
    elif held and ghost.card is not None:
        draw(pen, x, y, ghost.card, "ghost")
    else:
        lit = held or cell % SIDE == ghost.column
        corners(pen, (x, y), place.size, palette.accent if lit else palette.faint)
    if held:
        for row in range(y, y + place.size[1]):
            pen.put(x - 1, row, "┃", palette.accent)
            pen.put(x + place.size[0], row, "┃", palette.accent)


def corners(pen: Pen, at: tuple[int, int], size: tuple[int, int], style: Style) -> None:
    """A free place: its four corners."""
    (x, y), (width, height) = at, size
    pen.put(x, y, "╭", style)
    pen.put(x + width - 1, y, "╮", style)
    pen.put(x, y + height - 1, "╰", style)
    pen.put(x + width - 1, y + height - 1, "╯", style)


# ── lines as they stand ────────────────────────────────────────────────────────────────────────


def _row(pen: Pen, seen: Seen, place: Plan, row: int, change: Change | None) -> None:
    """A row's hand and points, and below what the ghost would make of it."""
    palette, words = pen.palette, pen.words
    _, y = place.place(SIDE * row)
    y += place.size[1] // 2
    end = place.text + ROOM
    standing = seen.lines[row]
    name = hand_word(standing, words)
    style = bold(palette.text) if change else palette.text
    pen.put(place.text, y, name or "–", style if name else palette.faint)
    points: Spans = ((str(standing.points), palette.accent),) if name else (("·", palette.faint),)
    pen.right(y, points, end)
    if change is None:
        return
    gain = gain_span(change, pen)
    if not change.gain:
        pen.right(y + 1, (gain,), end)
        return
    becomes: Spans = ((f"→ {hand_word(change.after, words)}", pen.palette.good),)
    pen.spans(place.text, y + 1, becomes)
    # Where both are too long for one row, the points have the next one.
    fits = span_len(becomes) + 1 + cell_len(gain[0]) <= ROOM
    pen.right(y + 1 if fits else y + 2, (gain,), end)


def _column(pen: Pen, seen: Seen, place: Plan, column: int, change: Change | None) -> None:
    """The same for a column, in the five cells below it."""
    palette, words = pen.palette, pen.words
    x, _ = place.place(column)
    standing = change.after if change else seen.lines[SIDE + column]
    name = hand_word(standing, words, "column")
    style = palette.good if change and change.gain else palette.text
    _middle(pen, place, x, place.names, name or "–", style if name else palette.faint)
    points = seen.lines[SIDE + column].points
    said = str(points) if points else "·"
    style = palette.accent if points else palette.faint
    if change:
        gain, style = gain_span(change, pen)
        said = (str(points) if points else "") + gain
    _middle(pen, place, x, place.names + 1, said, style)


def _middle(pen: Pen, place: Plan, x: int, y: int, text: str, style: Style) -> None:
    pen.put(x + (place.size[0] - cell_len(text)) // 2, y, text, style)


def gain_span(change: Change, pen: Pen) -> tuple[str, Style]:
    """The points that a line gains."""
    return gain_word(change.gain), pen.palette.good if change.gain else pen.palette.muted
