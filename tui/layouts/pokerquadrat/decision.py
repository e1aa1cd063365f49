"""The decision in words: what a card would make of its lines, or what is still to be chosen."""

from engine.kit.square import COLUMNS, SIDE, cell_name
from tui.canvas import cards
from tui.canvas.cells import wrapped
from tui.canvas.frame import box, spread
from tui.canvas.palette import bold
from tui.canvas.pen import Pen, Span, Spans, clipped
from tui.layouts.pokerquadrat.board import Plan, gain_span
from tui.layouts.pokerquadrat.seen import Seen, change_words, line_word

BOX = 7  # rows of the box with the decision, one less where a line of it has one row
BROAD = 42  # cells from which a line of the decision has one row


def draw_decision(pen: Pen, seen: Seen, place: Plan, y: int) -> None:
    """The box that says in words what Enter would make final, or what is still to be chosen."""
    palette = pen.palette
    lines = _lines(seen, pen, place)
    style = palette.accent if seen.mine else palette.faint
    heading = heading_text(seen)
    x, width = place.panel - 1, place.width + 2
    high = box_rows(place)
    box(pen, (x, y), (width, high), style, (heading, style) if heading else None)
    for row, line in enumerate(lines[: high - 2], y + 1):
        left, right = line
        pen.spans(x + 2, row, clipped(left, width - 4))
        pen.right(row, right, x + width - 2)


def heading_text(seen: Seen) -> str:
    """`5♥ auf b2`, with dots for what is not chosen yet; empty where nothing is."""
    words, ghost = seen.words, seen.ghost
    if ghost.card is None and ghost.cell is None and ghost.column is None:
        return ""
    card = "…" if ghost.card is None else cards.name(ghost.card, words)
    if ghost.column is not None:
        where = f"{COLUMNS[ghost.column]} …"
    else:
        where = "…" if ghost.cell is None else cell_name(ghost.cell)
    return words("pokerquadrat.on", card=card, cell=where)


def box_rows(place: Plan) -> int:
    """How high the box is beside a square so drawn."""
    return BOX - (place.width >= BROAD)


def _lines(seen: Seen, pen: Pen, place: Plan) -> list[tuple[Spans, Spans]]:
    palette, words = pen.palette, pen.words
    lines: list[tuple[Spans, Spans]] = []
    for change in seen.changes if seen.ghost.column is None else ():
        label: Span = (line_word(change.place, words), palette.muted)
        few, more = change_words(change, words)
        style = palette.good if change.gain else palette.text
        said: Spans = ((few, style), (f", {more}" if more else "", palette.muted))
        gain: Spans = (gain_span(change, pen),)
        if place.width >= BROAD:
            lines.append((((label[0].ljust(11), label[1]), *said), gain))
        else:
            lines += [((label,), gain), ((("  ", style), said[0]), ())]
    if not lines:
        for text in what_next(seen):
            lines += [(((part, palette.text),), ()) for part in wrapped(text, place.width - 2)]
        return lines
    while len(lines) < box_rows(place) - 3:
        lines.append(((), ()))
    return [*lines, (final_spans(seen, pen), ())]


def final_spans(seen: Seen, pen: Pen) -> Spans:
    """That Enter lays the card for good, or that it is not yet time."""
    palette, words = pen.palette, pen.words
    if not seen.mine:
        return ((words("pokerquadrat.not_yet"), palette.muted),)
    if seen.scene.ui.guarded or seen.scene.ui.pending:
        return ((words("pokerquadrat.final"), palette.muted),)
    key, _, rest = words("pokerquadrat.final").partition(" ")
    return ((key, bold(palette.accent)), (" " + rest, palette.text))


def what_next(seen: Seen) -> tuple[str, ...]:
    """What is still to be chosen before a card can be laid."""
    words, ghost = seen.words, seen.ghost
    if ghost.column is not None:
        column = COLUMNS[ghost.column]
        rows = [str(cell // SIDE + 1) for cell in seen.free() if cell % SIDE == ghost.column]
        return (
            words("pokerquadrat.which_row", column=column),
            words("pokerquadrat.free_rows", rows=spread(rows, words)),
        )
    most = len(seen.own())
    if ghost.card is None and ghost.cell is None:
        return (
            words("pokerquadrat.choose_card", most=most),
            words("pokerquadrat.choose_cell"),
            *(() if seen.mine else (words("pokerquadrat.beforehand"),)),
        )
    if ghost.card is None:
        return (words("pokerquadrat.card_missing", most=most),)
    return (words("pokerquadrat.cell_missing"),)
