"""The open games in a window too small for the table: a line for every row and player (ux 5.18)."""

from collections.abc import Sequence

from engine.kit.outlook import earned, so_far
from engine.kit.rows import FRONT, ROWS
from tui.canvas.compact import draw_list
from tui.canvas.frame import seconds_span
from tui.canvas.palette import bold
from tui.canvas.pen import Pen, Span, Spans, span_len
from tui.canvas.scene import Button
from tui.layouts import absence
from tui.layouts.arranging.looks import Look, look_spans, tray_looks
from tui.layouts.arranging.rows import row_word
from tui.layouts.openface.board import looks
from tui.layouts.openface.fresh import face, goes
from tui.layouts.openface.laying import at
from tui.layouts.openface.names import full
from tui.layouts.openface.others import line
from tui.layouts.openface.prompt import prompt
from tui.layouts.openface.seen import Seen

EACH = 4  # columns of a card in a line


def draw_compact(pen: Pen, seen: Seen, shown: Sequence[Button], answer: Spans) -> None:
    """The others, the own rows, the new cards, the prompt and the keys."""
    lines = [line(seen, seat, pen, pen.width - 2) for seat in seen.others]
    lines += [_row(pen, seen, at) for at in range(len(ROWS))]
    lines += _new(pen, seen)
    votes = [one for one in shown if absence.is_vote(one)]
    seconds = seconds_span(seen.scene, pen.palette, pen.words, seen.pressed)
    asked = prompt(seen, pen.palette, max(1, pen.width - 3 - span_len(seconds)))
    draw_list(pen, seen.scene, lines, asked, votes or shown, answer, seen.pressed)


def _row(pen: Pen, seen: Seen, at: int) -> Spans:
    """A row with what lies in it and is held over it, its name, and whether it is in order."""
    palette, words = pen.palette, pen.words
    row = seen.rows[at]
    digit = bold(palette.accent) if seen.task else palette.muted
    shown = look_spans(looks(seen, at), palette, words)
    gap = " " * (EACH * 2 if at == FRONT else 0)
    spans: list[Span] = [
        (str(at + 1), digit),
        (f" {row_word(at, words):<6} ", palette.text),
        *shown,
        (gap + "  ", palette.text),
        *_sign(pen, seen, at),
        (full(row, at, words, 20), palette.text),
    ]
    if seen.own is not None and seen.doomed is None:
        if points := earned(seen.rows, seen.royalties)[at]:
            spans.append((f" +{points}", palette.good))
        if seen.leads(seen.own, seen.rows)[at]:
            spans.append((" FL", palette.special))
    return tuple(spans)


def _sign(pen: Pen, seen: Seen, at: int) -> Spans:
    """`✓`, `!` or `✗` of a row beside the one before it."""
    rows, palette = seen.rows, pen.palette
    if seen.doomed is not None and seen.doomed.behind == ROWS[at]:
        return (("✗ ", palette.bad),)
    if at == FRONT or not rows[at] or not rows[at - 1]:
        return ()
    if so_far(rows[at]) >= so_far(rows[at - 1]):
        return (("✓ ", palette.good),)
    return (("! ", palette.bad),)


def _new(pen: Pen, seen: Seen) -> list[Spans]:
    """The tray in lines of as many cards as fit, or each new card with where it goes."""
    palette, words, now = pen.palette, pen.words, seen.sorting
    if now is None:
        return []
    if seen.task in {"first", "set"}:
        most = max(1, (pen.width - 3) // EACH)
        tray = tray_looks(now)
        return [
            look_spans(tray[place : place + most], palette, words)
            for place in range(0, len(tray), most)
        ]
    spans: list[Span] = [(f"{words('openface.new')}:", palette.muted)]
    for card in now.cards:
        cursor = "▲" if len(now.cards) > 1 and card == at(now) else ""
        spans += look_spans((Look(card, face(seen, card), signs=cursor),), palette, words)
        to = goes(seen, card)
        spans.append((f" → {to} " if to.isdigit() else f" {to} ", palette.accent))
    return [tuple(spans)]
