"""What lies over a table for a while: a card of text, a line over the keys."""

from collections.abc import Sequence

from msgspec import Struct
from rich.cells import cell_len

from tui.canvas.cells import Row, wrapped
from tui.canvas.compact import too_small
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen
from tui.locale import Words

WIDTH = 66  # cells of a card
ROWS = 7  # of a card over the table
LIST_TOP, TABLE_TOP = 5, 10  # where it lies: under the own cards, over what others have done
ENDING = 6  # rows over the hands at the end of a deal

Size = tuple[int, int]


class Note(Struct, frozen=True):
    """A card of text: its title, its paragraphs, what it waits for, and its keys with labels.

    `ending`: the deal is over, and its hands are not to be covered.
    """

    title: str
    text: tuple[str, ...]
    wish: str
    keys: tuple[tuple[str, str], ...]
    ending: bool = False


def copied(rows: Sequence[Row], palette: Palette, words: Words) -> Pen:
    """A pen over what has been drawn."""
    width = sum(cell_len(run.text) for run in rows[0]) if rows else 0
    pen = Pen(width, len(rows), palette, words)
    for y, row in enumerate(rows):
        x = 0
        for run in row:
            x = pen.put(x, y, run.text, run.style)
    return pen


def with_note(rows: tuple[Row, ...], note: Note, palette: Palette, words: Words) -> tuple[Row, ...]:
    """The rows with a card over them that leaves the own cards, the prompt and the keys alone."""
    pen = copied(rows, palette, words)
    narrow = too_small((pen.width, pen.height))
    width = pen.width if narrow else min(WIDTH, pen.width)
    x = 0 if narrow else (min(pen.width, 84) - width) // 2
    lines = [line for part in note.text for line in wrapped(part, width - 6)]
    if note.ending:
        y, height = 1, min(ENDING, len(lines) + 2)
    else:
        large = pen.height >= 30
        y = LIST_TOP if narrow else TABLE_TOP + 3 * large
        height = ROWS + (not narrow and large)
    _card(pen, (x, y), (width, min(height, pen.height - y - 1)), note, lines)
    return pen.rows()


def _card(pen: Pen, place: tuple[int, int], size: Size, note: Note, lines: Sequence[str]) -> None:
    (x, y), (width, height), palette = place, size, pen.palette
    for row in range(y, y + height):
        pen.band(x, row, width, palette.drawer)
        pen.put(x, row, "┃", palette.accent)
        pen.put(x + width - 1, row, "┃", palette.accent)
    pen.put(x, y, f"┏{'━' * (width - 2)}┓", palette.accent)
    pen.put(x, y + height - 1, f"┗{'━' * (width - 2)}┛", palette.accent)
    pen.put(x + 2, y, f" {note.title} ", bold(palette.text))
    for row, line in enumerate(lines[: height - 2], y + 1):
        pen.put(x + 3, row, line, palette.text)
    if note.wish and len(lines) < height - 2:
        pen.put(x + 3, y + height - 2, note.wish, bold(palette.accent))
    at = x + 2
    for keys, label in note.keys:
        at = pen.put(at, y + height - 1, f" {keys} ", bold(palette.accent))
        at = pen.put(at, y + height - 1, f"{label} ", palette.text)


def with_hint(
    rows: tuple[Row, ...], hint: str, above: str, palette: Palette, words: Words
) -> tuple[Row, ...]:
    """The rows with a sentence over the one that has `above` in it, if there is an empty row."""
    drawn = ["".join(run.text for run in row) for row in rows]
    at = next((y for y in range(len(rows) - 1, 0, -1) if above in drawn[y]), 0)
    if not at or drawn[at - 1].strip():
        return rows
    pen = copied(rows, palette, words)
    pen.put(1, at - 1, hint, bold(palette.accent))
    return pen.rows()
