"""Rows that are being set, seen by whoever has none: face down until all lie open."""

from collections.abc import Sequence

from engine.kit.rows import ROWS
from tui.canvas import cards
from tui.canvas.frame import onlooker, spectating
from tui.canvas.palette import bold
from tui.canvas.pen import Pen, Span, Spans, clipped
from tui.layouts import points
from tui.layouts.arranging.rows import row_word
from tui.layouts.chinese.board import state_span, time_spans
from tui.layouts.chinese.places import Plan
from tui.layouts.chinese.seen import Seen

COLUMNS = (14, 31, 56)  # of the three rows, as in the result


def draw_looking(pen: Pen, seen: Seen, place: Plan) -> None:
    """Everybody's rows, a dot for each place that is still empty, and who is ready."""
    palette, words = pen.palette, pen.words
    start = pen.right(place.prompt, time_spans(pen, seen), place.width - 1)
    pen.spans(1, place.prompt, clipped(looking_spans(pen, seen), start - 2))
    top = place.prompt + 2
    for number, x in enumerate(COLUMNS):
        pen.put(x, top, f"{number + 1} {row_word(number, words)}", palette.muted)
    for at, seat in enumerate(seen.seats):
        y = top + 2 + 3 * at
        pen.spans(1, y, clipped(((seen.name(seat), bold(palette.text)),), COLUMNS[0] - 2))
        pen.spans(1, y + 1, (state_span(pen, seen, seat),))
        for row in range(len(ROWS)):
            for column, cell in enumerate(seen.row(seat, row)):
                cards.inline(pen, COLUMNS[row] + 4 * column, y, cell)


def looking_spans(pen: Pen, seen: Seen) -> Spans:
    """Why there are no own cards, and when those of the others are opened."""
    palette, words, table = pen.palette, pen.words, seen.table
    if table.me is None and onlooker(table, words):
        return ((spectating(table, words, "chinese"), palette.muted),)
    said = points.sentence(table, words) or words("chinese.no_cards")
    return ((said, palette.muted),)


def looking_lines(pen: Pen, seen: Seen) -> Sequence[Spans]:
    """The same in lines: a seat and what it is doing, its rows below."""
    palette = pen.palette
    lines: list[Spans] = []
    for seat in seen.seats:
        gap = (" ", palette.text)
        name: Spans = ((seen.name(seat), bold(palette.text)), gap, state_span(pen, seen, seat))
        lines.append(name)
        if seen.ready(seat):
            spans: list[Span] = []
            for row in range(len(ROWS)):
                spans += cards.inline_spans(seen.row(seat, row), palette, pen.words)
                spans.append(("   ", palette.text))
            lines.append(tuple(spans))
    return lines
