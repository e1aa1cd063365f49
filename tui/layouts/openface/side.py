"""Beside the table: who is where, what rows earn, how the match stands."""

from rich.cells import cell_len

from engine.kit.ranking import NAMES
from engine.kit.rows import BACK, FRONT, MIDDLE, ROWS
from tui.canvas.cells import cut
from tui.canvas.frame import box
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.layouts import absence
from tui.layouts.arranging.rows import row_word
from tui.layouts.openface.seen import Board, Seen
from tui.layouts.rows import draw_standing
from tui.layouts.royalties import said, worths

LEAST = 4  # lines of royalties that are worth a box
COLUMN = 7  # columns of what one row of five earns
LABEL = 14  # of the longest name of a hand


def draw_side(pen: Pen, seen: Seen, x: int) -> None:
    """Boxes from column x to the edge, one below the other."""
    width, end = pen.width - x, pen.height - 1
    y = _table(pen, seen, x, 1, width)
    standing = len(seen.table.chairs) + 3
    royalties = _royalties(pen, seen, width - 4)
    room = end - y - standing - 2
    if royalties and room >= LEAST:
        rows = royalties[:room]
        box(pen, (x, y), (width, len(rows) + 2), pen.palette.faint, _heading(pen, "royalties"))
        for row, line in enumerate(rows, y + 1):
            pen.spans(x + 2, row, clipped(line, width - 4))
        y += len(rows) + 2
    draw_standing(pen, x, y, width, seen.scene)


def _heading(pen: Pen, what: str) -> Span:
    return pen.words(f"openface.side.{what}"), pen.palette.muted


def _table(pen: Pen, seen: Seen, x: int, y: int, width: int) -> int:
    """Everybody in the order of play, and what each of them is about; the row behind it."""
    palette = pen.palette
    seats = [seat for seat in (seen.bottom, *seen.others) if seat is not None]
    box(pen, (x, y), (width, len(seats) + 2), palette.faint, _heading(pen, "table"))
    for row, seat in enumerate(seats, y + 1):
        state = _state(seen, seen.board(seat), palette)
        pen.right(row, state, x + width - 2)
        room = width - 6 - span_len(state)
        pen.put(x + 2, row, "▸" if seen.acts(seat) else " ", bold(palette.accent))
        style = bold(palette.accent) if seat == seen.me else palette.text
        pen.put(x + 4, row, cut(seen.name(seat), room - 1), style)
    return y + len(seats) + 2


def _state(seen: Seen, board: Board, palette: Palette) -> Spans:
    """Away, in Fantasyland, a foul for certain, or how many cards lie."""
    words = seen.words
    if apart := absence.seat_words(seen.table, board.seat, words):
        return ((apart[0], palette.special),)
    if board.at_once:
        ready: Spans = ((" ✓", palette.good),) if board.ready else ()
        return (("Fantasyland", palette.special), *ready)
    found = seen.doomed if board.seat == seen.bottom else seen.dead(board)
    if found is not None:
        return ((f"✗ {words('openface.fouled')}", palette.bad),)
    key = "one" if board.count == 1 else "many"
    return ((words(f"openface.cards.{key}", count=board.count), palette.muted),)


def _royalties(pen: Pen, seen: Seen, room: int) -> list[Spans]:
    """What rows of five earn, in two columns, then what the front does."""
    palette, words = pen.palette, pen.words
    found = worths(seen.royalties)
    if not found:
        return []
    fives: dict[tuple[str, str], int] = {
        (worth.row, worth.name): worth.points[0] for worth in found if worth.row != "front"
    }
    heads = [row_word(row, words).rjust(COLUMN) for row in (MIDDLE, BACK)]
    label = room - COLUMN * len(heads)
    lines: list[Spans] = [((" " * label + "".join(heads), palette.muted),)]
    for name in NAMES:
        if not any(kind == name for _, kind in fives):
            continue
        points = [fives.get((row, name)) for row in ROWS[1:]]
        cells = "".join(("·" if one is None else str(one)).rjust(COLUMN) for one in points)
        form = "kind" if label > LABEL else "column"
        kind = cut(words(f"royalties.{form}.{name}"), label - 1).ljust(label)
        lines.append(((kind, palette.text), (cells, palette.accent)))
    for worth in found:
        if worth.row == "front":
            front = row_word(FRONT, words)
            text = f"{front} {said(worth, words)}"
            if cell_len(text) > room:
                text = f"{front} {said(worth, words, 'column')}"
            lines.append(((text, palette.text),))
    return lines
