"""Pokerquadrat in a window too small for the table: the square in cards of one row (ux 5.18)."""

from collections.abc import Sequence

from rich.cells import cell_len

from engine.kit.square import COLUMNS, SIDE
from engine.values.cards import Empty
from tui.canvas import cards
from tui.canvas.compact import LIST, draw_list
from tui.canvas.frame import bar, seconds_span
from tui.canvas.palette import Face, bold
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.canvas.scene import Button
from tui.layouts import absence
from tui.layouts.best import best_spans
from tui.layouts.pokerquadrat.board import gain_span
from tui.layouts.pokerquadrat.decision import final_spans, heading_text, what_next
from tui.layouts.pokerquadrat.ending import below_spans, line_spans, outcome_spans
from tui.layouts.pokerquadrat.panel import (
    answer_spans,
    hand_line,
    score_spans,
    sums,
    turn_spans,
)
from tui.layouts.pokerquadrat.seen import Seen, change_words, hand_word, line_word

BESIDE = 25  # cells of a line of the square before what stands beside it


def draw_compact(pen: Pen, seen: Seen, shown: Sequence[Button]) -> None:
    """The square with its lines, the hands, the decision and the keys."""
    if seen.done:
        asked, answer = _ended(pen, seen)
        lines = _ending(pen, seen)
    else:
        asked, answer = _asked(pen, seen), _answer(pen, seen)
        shown = [one for one in shown if absence.is_vote(one)] or shown
        lines = _playing(pen, seen)
    if tiny(pen):
        _tiny(pen, seen, asked, answer, shown)
    else:
        draw_list(pen, seen.scene, lines, asked, shown, answer, seen.mine)


def _ended(pen: Pen, seen: Seen) -> tuple[Spans, Spans]:
    """How it ended, beside or below that what it was to those who played it; and an answer."""
    outcome, answer = outcome_spans(seen, pen.palette), below_spans(seen, pen)
    best = best_spans(seen.scene, pen.palette, pen.words)
    if not best:
        return outcome, answer
    if span_len(outcome) + 3 + span_len(best) > pen.width - 2:
        return outcome, answer or best
    return (*outcome, (" · ", pen.palette.muted), *best), answer


def tiny(pen: Pen) -> bool:
    """Whether there is not even room for a list."""
    return pen.width < LIST[0] or pen.height < LIST[1]


def _tiny(pen: Pen, seen: Seen, asked: Spans, answer: Spans, shown: Sequence[Button]) -> None:
    """Below 60×18: whose turn it is, then the hand and the square, then what still fits."""
    palette, words = pen.palette, pen.words
    width, height = pen.width - 2, pen.height
    seconds = seconds_span(seen.scene, palette, words, seen.mine)
    if seen.scene.ui.message:
        asked, answer = answer, ()
    pen.spans(1, 0, clipped(asked, width - span_len(seconds) - bool(seconds)))
    pen.right(0, seconds)
    labels, *rows, names, points = square_lines(pen, seen)
    hand = (_hands(pen, seen),) if not seen.done else ()
    rest = height - 1 - len(hand) - len(rows)
    wanted: list[Spans] = [*hand, *((labels,) if rest > 1 else ()), *rows]
    more: list[Spans] = [answer, names, points, _score(pen, seen)]
    if seen.done:
        more = [answer, names, points, sums(seen, pen)]
    notice: Spans = ((words("common.too_small_list"), palette.muted),)
    y = 1
    if any(absence.is_vote(one) for one in shown) and height > 2:
        used, _ = bar(pen, y, pen.width, shown, max(1, height - 8), seen.scene.ui.guarded)
        shown, y = (), y + used
    for line in (*wanted, *(line for line in more if line)):
        if y < height - (height > 9):
            pen.spans(1, y, clipped(line, width))
            y += 1
    # Every row counts here: the keys have theirs once the square has its own.
    if y < height - 2:
        used, _ = bar(pen, y, pen.width, shown, height - 2 - y, seen.scene.ui.guarded)
        y += used
    if y < height - 1:
        pen.spans(1, y, clipped(notice, width))


def _asked(pen: Pen, seen: Seen) -> Spans:
    """Whose turn it is, with what is held over the square, or why nothing goes on."""
    palette, words = pen.palette, pen.words
    if rests := absence.prompt(seen.scene, palette, words):
        return rests
    turn = turn_spans(seen, pen)
    heading = heading_text(seen)
    if not heading:
        return turn
    return (*turn, ("  ", palette.text), (heading, bold(palette.accent)))


def _answer(pen: Pen, seen: Seen) -> Spans:
    """The answer to the last key, the decision in words, or what is still to be chosen."""
    palette, words = pen.palette, pen.words
    tally = absence.tally(seen.scene, palette, words)
    if answer := answer_spans(seen, pen) or tally:
        return answer
    if seen.me is None:
        return ((words("pokerquadrat.watching"), palette.muted),)
    if not seen.changes or seen.ghost.column is not None:
        return ((" ".join(what_next(seen)), palette.muted),)
    spans: list[Span] = []
    for change in seen.changes:
        few, _ = change_words(change, words)
        style = palette.good if change.gain else palette.text
        gap = " · " if spans else ""
        spans += [(f"{gap}{line_word(change.place, words)} ", palette.muted), (few + " ", style)]
        spans.append(gain_span(change, pen))
    final = final_spans(seen, pen)
    if span_len(spans) + 3 + span_len(final) <= pen.width - 2:
        spans += [(" · ", palette.muted), *final]
    return tuple(spans)


def _playing(pen: Pen, seen: Seen) -> list[Spans]:
    """Nine rows, all that a list of 60×18 has room for."""
    labels, *rows, names, points = square_lines(pen, seen)
    first = (*_beside(labels, pen), *score_spans(seen, pen))
    second = (*_beside(names, pen), _stock(pen, seen))
    return [first, *rows, second, points, _hands(pen, seen)]


def _beside(line: Spans, pen: Pen) -> Spans:
    """A line of the square, filled up to where the rows' hands stand."""
    return (*line, (" " * (BESIDE - span_len(line)), pen.palette.text))


def _stock(pen: Pen, seen: Seen) -> Span:
    return f"{pen.words('pokerquadrat.stock')} {seen.count('stock')}", pen.palette.muted


def _score(pen: Pen, seen: Seen) -> Spans:
    return (*score_spans(seen, pen), ("   ", pen.palette.text), _stock(pen, seen))


def _hands(pen: Pen, seen: Seen) -> Spans:
    """One's own cards with their digits and the partner's; for a spectator both players'."""
    palette, words = pen.palette, pen.words
    if seen.me is None:
        room = max(24, (pen.width - 6) // 2)
        both = (hand_line(seen, seat, pen, room) for seat in range(len(seen.view.seats)))
        return tuple(span for held in both for span in (*held, ("  ", palette.text)))
    spans: list[Span] = []
    for at, card in enumerate(seen.own(), 1):
        chosen = card == seen.ghost.card
        face: Face = "chosen" if chosen else "normal"
        sign = "▲" if chosen else " "
        digit = "" if seen.scene.ui.past else str(at)
        spans += [
            (f"{sign}{digit}", bold(palette.accent)),
            *cards.inline_spans((card,), palette, words, face),
        ]
    partner = hand_line(seen, seen.partner, pen, pen.width - 5 - span_len(spans))
    return (*spans, ("   ", palette.text), *partner)


# ── the square ─────────────────────────────────────────────────────────────────────────────────


def square_lines(pen: Pen, seen: Seen) -> list[Spans]:
    """The letters, five rows with what they are worth, and the columns' hands and points."""
    palette = pen.palette
    _, lit = seen.lit
    labels: list[Span] = [("   ", palette.text)]
    for column, letter in enumerate(COLUMNS):
        labels.append((f" {letter}  ", bold(palette.accent) if column == lit else palette.muted))
    rows = [_row(pen, seen, row) for row in range(SIDE)]
    return [tuple(labels), *rows, *_columns(pen, seen)]


def _row(pen: Pen, seen: Seen, row: int) -> Spans:
    palette, words = pen.palette, pen.words
    face: Face = "alternate" if row % 2 else "normal"
    lit, _ = seen.lit
    style = bold(palette.accent) if row == lit else palette.muted
    spans: list[Span] = [(f"{row + 1} ", style)]
    held = seen.ghost.cell
    for cell in range(SIDE * row, SIDE * row + SIDE):
        # The ghost's marks stand in the gaps beside it.
        gap = "┃" if held is not None and held in {cell, cell - (cell > SIDE * row)} else " "
        spans.append((gap, palette.accent))
        lying = seen.cells[cell]
        if not isinstance(lying, Empty):
            spans += cards.inline_spans((lying,), palette, words, face)
        elif cell == held and seen.ghost.card is not None:
            spans += cards.inline_spans((seen.ghost.card,), palette, words, "ghost")
        else:
            bright = cell == held or cell % SIDE == seen.ghost.column
            spans.append((" · ", palette.accent if bright else palette.faint))
    spans.append(("┃" if held == SIDE * row + SIDE - 1 else " ", palette.accent))
    standing = seen.lines[row]
    name = hand_word(standing, words)
    spans.append((f"  {name or '–'}", palette.text if name else palette.faint))
    if name:
        spans.append((f" {standing.points}", palette.accent))
    for change in seen.changes:
        if change.place == row:
            becomes = f"→ {hand_word(change.after, words)} " if change.gain else ""
            spans += [(f"  {becomes}", palette.good), gain_span(change, pen)]
    return tuple(spans)


def _columns(pen: Pen, seen: Seen) -> list[Spans]:
    """The columns' hands, and below them their points, each in the cells of its card."""
    palette, words = pen.palette, pen.words
    names: list[Span] = [("  ", palette.text)]
    points: list[Span] = [("  ", palette.text)]
    changes = {change.place: change for change in seen.changes}
    for column in range(SIDE):
        change = changes.get(SIDE + column)
        standing = seen.lines[SIDE + column]
        shown = change.after if change else standing
        name = hand_word(shown, words, "tiny") or "–"
        style = palette.good if change and change.gain else palette.text
        names.append((" " + _middle(name), style if name != "–" else palette.faint))
        said = str(standing.points) if standing.points else "·"
        style = palette.accent if standing.points else palette.faint
        if change:
            said, style = gain_span(change, pen)
        points.append((" " + _middle(said), style))
    return [tuple(names), tuple(points)]


def _middle(text: str) -> str:
    return text.center(3) if cell_len(text) < 3 else text


def _ending(pen: Pen, seen: Seen) -> list[Spans]:
    """The square beside its ten lines, each with its hand and points."""
    labels, *rows, names, points = square_lines(pen, seen)
    notes = seen.scored()
    palette, words = pen.palette, pen.words
    lines: list[Spans] = [sums(seen, pen), labels]
    for row, line in enumerate(rows):
        kept = list(line[: 2 + 2 * SIDE])
        if len(notes) == len(seen.lines):
            for note in (notes[row], notes[SIDE + row]):
                left, right = line_spans(note, palette, words, 12)
                kept += [("  ", palette.text), *left, (" ", palette.text), *right]
        lines.append(tuple(kept))
    return [*lines, names, points]
