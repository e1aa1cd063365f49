"""The tray: the cards that are in no row yet, their cursor, and where the keys would lay them."""

from tui.canvas import cards
from tui.canvas.palette import bold
from tui.canvas.pen import Pen, Spans, clipped, span_len
from tui.canvas.sorting import TRAY, Sorting
from tui.layouts.arranging.looks import draw_looks, stride, tray_looks
from tui.locale import Words


def heading(sorting: Sorting, words: Words) -> str:
    """`Noch zu legen (3) · sortiert nach Wert`."""
    if sorting.left:
        left = words("arranging.tray", count=sorting.left)
    else:
        left = words("arranging.tray_done" if not sorting.tray else "arranging.tray_rest")
    return f"{left} · {words(f'arranging.order.{sorting.order}')}" if sorting.tray else left


def draw_tray(
    pen: Pen,
    y: int,
    sorting: Sorting,
    *,
    columns: tuple[int, int, int],
    width: int,
    large: bool = False,
) -> None:
    """A heading in row y, the cards below it, and under them the signs.

    `columns`: where the text at the left begins, where the cards do if there is room for them
    there, and where is said which row takes the card. `width`: the columns there are.
    """
    palette, words = pen.palette, pen.words
    left, first, said = columns
    across, down = cards.LARGE if large else cards.SMALL
    pen.put(0, y, "─" * width, palette.faint)
    pen.put(2, y, f" {heading(sorting, words)} ", palette.muted)
    looks = tray_looks(sorting)
    if not looks:
        return
    beside = first + (across + 1) * len(looks) <= width
    x = first if beside else left
    step = stride(len(looks), width - 1 - x, large=large)
    draw_looks(pen, x, y + 1, looks, large=large, step=step)
    if beside and sorting.line == TRAY and not sorting.ghosts:
        label = words("arranging.cursor_short" if large else "arranging.cursor")
        pen.put(left, y + 1 + down // 2, label, palette.muted)
    if x + step * len(looks) < said:
        for row, hint in enumerate(hints(sorting, pen), y + 2):
            pen.spans(said, row, clipped(hint, width - said))


def hints(sorting: Sorting, pen: Pen) -> list[Spans]:
    """Which rows take the card under the cursor, or all that are marked: `3 4♣ nach Hinten`."""
    palette, words = pen.palette, pen.words
    if sorting.ghosts or (not sorting.marked and sorting.at is None):
        return []
    if sorting.marked:
        what = words("arranging.marked", count=len(sorting.marked))
    else:
        what = "" if sorting.at is None else cards.name(sorting.at, words)
    lines: list[Spans] = []
    for row in (2, 1, 0):
        if sorting.free(row) >= max(1, len(sorting.marked)):
            text = words(f"arranging.to.{row}", what=what)
            lines.append(((f"{row + 1} ", bold(palette.accent)), (text, palette.text)))
    return lines


def hint_line(sorting: Sorting, pen: Pen, room: int) -> Spans:
    """The same in one row, as many as there is room for."""
    line: Spans = ()
    for hint in hints(sorting, pen):
        longer = (*line, ("   ", pen.palette.text), *hint) if line else hint
        if span_len(longer) > room:
            break
        line = longer
    return line
