"""The boards of the others: three rows of small cards each, named, or a line of text (ux 5.12)."""

from engine.kit.outlook import earned
from engine.kit.rows import ROWS
from engine.values.cards import Cell, Empty, Hidden
from engine.values.draft import FULL
from tui.canvas import cards
from tui.canvas.cells import cut
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.layouts import absence
from tui.layouts.openface.names import brief, code, full, outlook
from tui.layouts.openface.places import PANEL, Plan, panels
from tui.layouts.openface.seen import Board, Seen

NAME = 12  # cells of a name
BESIDE = 21  # cells from the first card to what is said beside a row
BROAD = 60  # columns of a board from which there is room for more


def draw_others(pen: Pen, seen: Seen, place: Plan) -> None:
    """Everybody else in the order in which they play after the viewer."""
    if place.lines:
        for y, seat in enumerate(seen.others, place.others):
            pen.spans(1, y, clipped(line(seen, seat, pen, place.width - 2), place.width - 2))
        return
    boxes = panels(place.width, len(seen.others))
    for seat, (x, width) in zip(seen.others, boxes, strict=True):
        _draw_board(pen, seen, seat, x, place.others, width)


def _draw_board(pen: Pen, seen: Seen, seat: int, x: int, y: int, width: int) -> None:
    palette, words = pen.palette, pen.words
    board = seen.board(seat)
    acting = seen.acts(seat)
    for line_at in range(y, y + PANEL):
        pen.band(x, line_at, width, palette.turn if acting else palette.play)
    if acting:
        pen.put(x, y, "▸", bold(palette.accent))
    state = _state(seen, board, palette)
    room = width - 4 - span_len((state,))
    pen.put(x + 1, y, cut(seen.name(seat), room), bold(palette.text))
    pen.right(y, (state,), x + width - 1)
    for at, row in enumerate(board.rows):
        face: Face = "alternate" if at % 2 else "normal"
        for column, cell in enumerate(_row_cells(seen, board, at)):
            cards.inline(pen, x + 1 + 4 * column, y + 1 + at, cell, face)
        beside = width - BESIDE
        if len(seen.others) > 2:
            said = code(row, at, words)
        elif width < BROAD:
            said = cut(brief(row, at, words), beside)
        else:
            said = full(row, at, words, 24)
            _draw_gain(pen, seen, board, at, x + BESIDE + 27, y + 1 + at)
        pen.put(x + BESIDE, y + 1 + at, said, palette.muted)
    pen.spans(x + 1, y + PANEL - 1, outlook(seen, board, palette, width - 2))


def _draw_gain(pen: Pen, seen: Seen, board: Board, at: int, x: int, y: int) -> None:
    """What a row earns, and whether it leads to Fantasyland."""
    if seen.dead(board) is not None:
        return
    words = pen.words
    points = earned(board.rows, seen.royalties)[at]
    said = [words("openface.royalty", points=points)] if points else []
    said += ["Fantasyland"] if seen.leads(board, board.rows)[at] else []
    pen.put(x, y, " · ".join(said), pen.palette.muted)


def _state(seen: Seen, board: Board, palette: Palette) -> Span:
    """Who is away, in Fantasyland, or how many cards lie."""
    words = seen.words
    if apart := absence.seat_words(seen.table, board.seat, words):
        return apart[0], palette.special
    if board.at_once:
        return words("openface.in_fantasyland"), palette.special
    return words(f"openface.cards.{'one' if board.count == 1 else 'many'}", count=board.count), (
        palette.muted
    )


def _row_cells(seen: Seen, board: Board, at: int) -> tuple[Cell, ...]:
    """A row with its free places; backs where it is laid in Fantasyland."""
    if board.covered:
        return (Hidden(),) * FULL[at]
    row = board.rows[at]
    return (*row, *(Empty(),) * (FULL[at] - len(row)))


def line(seen: Seen, seat: int, pen: Pen, room: int) -> Spans:
    """A board in one row: whose it is, its cards row after row, how many lie."""
    palette, words = pen.palette, pen.words
    board = seen.board(seat)
    acting = seen.acts(seat)
    spans: list[Span] = [
        ("▸ " if acting else "  ", bold(palette.accent)),
        (cut(seen.name(seat), NAME).ljust(NAME), bold(palette.text)),
        (" ", palette.text),
    ]
    state = _state(seen, board, palette)
    if board.covered:
        spans.append(state)
        said = outlook(seen, board, palette, room - span_len(spans) - 3)
        return (*spans, (" · ", palette.muted), *said)
    for at in range(len(ROWS)):
        spans += [(" / ", palette.faint)] if at else []
        names = cards.names(board.rows[at], words)
        spans += cards.coloured(names, palette.text, palette) if names else [("–", palette.faint)]
    if seen.dead(board) is not None:
        state = f"✗ {words('openface.fouled')}", palette.bad
    gap = room - span_len(spans) - span_len((state,))
    return (*spans, (" " * max(2, gap), palette.text), state)
