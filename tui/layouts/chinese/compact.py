"""Chinese Poker in a window too small for the table: cards of one row (ux 5.18)."""

from collections.abc import Sequence

from rich.cells import cell_len

from tui.canvas.compact import draw_list
from tui.canvas.palette import bold
from tui.canvas.pen import Pen, Span, Spans, span_len
from tui.canvas.scene import Button
from tui.canvas.sorting import Sorting
from tui.layouts.arranging.looks import Look, look_spans, plain, tray_looks
from tui.layouts.arranging.rows import row_word
from tui.layouts.arranging.tray import heading, hint_line
from tui.layouts.chinese.board import asked, check_line, lines_of, looks, people_spans
from tui.layouts.chinese.looking import looking_lines, looking_spans
from tui.layouts.chinese.seen import Seen

LABEL = 9  # cells of a row's digit and name
CARD = 4  # cells of a card with its sign
SECONDS = 7  # cells of the clock


def draw_compact(pen: Pen, seen: Seen, shown: Sequence[Button], answer: Spans) -> None:
    """The rows with what they are, the tray, the checks, the others, the keys."""
    if seen.me is None:
        lines, prompt = looking_lines(pen, seen), looking_spans(pen, seen)
    else:
        lines, prompt = _lines(pen, seen), asked(pen, seen)
    mine = seen.sorting is not None
    # Of the prompt the first part is enough where there is no room for more.
    room = pen.width - 2 - SECONDS
    prompt = prompt if span_len(prompt) <= room else prompt[:1]
    draw_list(pen, seen.scene, lines, prompt, shown, answer, mine)


def _lines(pen: Pen, seen: Seen) -> list[Spans]:
    room = pen.width - 2
    lines = [_row(pen, seen, row) for row in range(3)]
    now = seen.sorting
    if now is not None:
        lines.append(((heading(now, pen.words), pen.palette.muted),))
        lines += _tray(pen, now, room)
        if hint := hint_line(now, pen, room):
            lines.append(hint)
    elif seen.me is not None and seen.chosen and not any(seen.rows):
        lines.append(((pen.words("chinese.no_rows"), pen.palette.muted),))
        lines += _folded(plain(seen.unset), pen, room)
    lines.append(check_line(pen, seen))
    lines.append(people_spans(pen, seen))
    return lines


def _row(pen: Pen, seen: Seen, row: int) -> Spans:
    """`2 Mitte  K♠ K♦ 9♣ 9♥  ·  Zwei Paare …`."""
    palette, words = pen.palette, pen.words
    live = seen.sorting is not None
    label: Spans = (
        (str(row + 1), bold(palette.accent) if live else palette.muted),
        (f" {row_word(row, words)}".ljust(LABEL - 1), palette.text),
    )
    shown = look_spans(looks(seen, row), palette, words)
    room = pen.width - 2 - LABEL - 5 * CARD
    kind, detail, _ = lines_of(seen, row, room)
    gap: Span = (" " * (5 * CARD - span_len(shown)), palette.text)
    line: Spans = (*label, *shown, gap, (f"  {kind}", bold(palette.text)))
    whole: Span = (f"  {detail}", palette.muted)
    return (*line, whole) if cell_len(kind) + cell_len(detail) + 4 <= room else line


def _tray(pen: Pen, now: Sorting, room: int) -> list[Spans]:
    return _folded(tray_looks(now), pen, room)


def _folded(shown: Sequence[Look], pen: Pen, room: int) -> list[Spans]:
    """Cards in as many lines as they need."""
    each = max(1, room // CARD)
    return [
        look_spans(shown[at : at + each], pen.palette, pen.words)
        for at in range(0, len(shown), each)
    ]
