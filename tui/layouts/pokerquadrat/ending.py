"""The full square line by line: ten hands, both sums, and how far the target was (ux 5.5)."""

from engine.kit.square import SIDE
from engine.values.view import Note
from tui.canvas import cards
from tui.canvas.drawers import talk
from tui.canvas.frame import bar
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen, Spans, clipped
from tui.layouts import absence
from tui.layouts.best import best_spans
from tui.layouts.pokerquadrat.board import Plan
from tui.layouts.pokerquadrat.keys import buttons
from tui.layouts.pokerquadrat.panel import answer_spans, draw_points, folded
from tui.layouts.pokerquadrat.seen import Seen, fact, hand_of
from tui.locale import Words

LINES = 17  # rows from the outcome to the sum
NAME = 20  # cells of a hand's name


def draw_ending(pen: Pen, seen: Seen, place: Plan) -> None:
    """The right side once the square is full."""
    palette, words = pen.palette, pen.words
    x, end = place.panel, place.panel + place.width
    y = place.top
    pen.spans(x, y, clipped(outcome_spans(seen, palette), place.width))
    points, target = seen.count("points"), seen.count("target")
    full = min(place.width, round(place.width * points / max(1, target)))
    pen.put(x, y + 1, "━" * full, palette.good if points >= target else palette.bad)
    pen.put(x + full, y + 1, "━" * (place.width - full), palette.track)
    # With three digits and a long date it needs the margin, too.
    pen.spans(x, y + 2, clipped(best_spans(seen.scene, palette, words), place.width + 1))
    y += 3
    # Beside a name of 20 cells the points stand close enough to be read with it.
    close = min(end, x + 32)
    for part, label in enumerate(("rows", "columns")):
        notes = seen.scored()[SIDE * part : SIDE * (part + 1)]
        pen.put(x, y, words(f"pokerquadrat.{label}"), palette.muted)
        total = sum(fact(note.facts, "points") for note in notes)
        pen.right(y, ((str(total), bold(palette.text)),), close)
        for row, note in enumerate(notes, y + 1):
            left, right = line_spans(note, palette, words)
            pen.spans(x, row, left)
            pen.right(row, right, close)
        y += SIDE + 1
    pen.put(x, y, words("pokerquadrat.total"), palette.muted)
    pen.right(y, ((str(points), bold(palette.accent)),), close)
    _below(pen, seen, place, y + 2)


def outcome_spans(seen: Seen, palette: Palette) -> Spans:
    """`✓ 63 von 60: geschafft`, or how many points were missing."""
    outcome, words = seen.outcome(), seen.words
    if outcome is None:
        return ()
    won = outcome.code == "success"
    points, target = fact(outcome.facts, "points"), fact(outcome.facts, "target")
    text = words(
        "pokerquadrat.scored.success" if won else "pokerquadrat.lost",
        points=points,
        target=target,
        missing=target - points,
    )
    style = palette.good if won else palette.bad
    return (("✓ " if won else "✗ ", style), (text, bold(style)))


def line_spans(note: Note, palette: Palette, words: Words, room: int = NAME) -> tuple[Spans, Spans]:
    """A line of the full square: its digit or letter with its hand, and its points."""
    points = fact(note.facts, "points")
    hand = hand_of(note)
    name = cards.hand_short(hand, words, room) if hand and points else words("pokerquadrat.nothing")
    style = palette.text if points else palette.muted
    return (
        ((str(note.facts.get("line")), palette.muted), ("  " + name, style)),
        ((str(points), palette.accent if points else palette.muted),),
    )


def _below(pen: Pen, seen: Seen, place: Plan, y: int) -> None:
    """What can be done next, who is missing, and the answer to the last key."""
    palette, words, scene = pen.palette, pen.words, seen.scene
    shown = buttons(scene, words)
    last = pen.height - 2
    used = 0
    if shown:
        used, _ = bar(pen, y, place.width + 1, shown, 2, scene.ui.guarded, place.panel - 2)
    if last - y - used >= 8 and not place.side:
        top = y + used + 1
        pen.put(place.panel, top, words("pokerquadrat.table"), palette.muted)
        draw_points(pen, place.panel, top + 1, place.width)
    said = below_spans(seen, pen)
    lines = folded(said, place.width)[:2]
    for row, line in enumerate(lines, last + 1 - len(lines)):
        pen.spans(place.panel, row, clipped(line, place.width))


def below_spans(seen: Seen, pen: Pen) -> Spans:
    """The answer to the last key, who is missing, or what was said last."""
    palette, words, scene = pen.palette, pen.words, seen.scene
    if answer := answer_spans(seen, pen):
        return answer
    if rests := absence.prompt(scene, palette, words):
        return rests
    if happened := absence.notice(scene, palette, words):
        return happened
    said = list(talk(pen, scene))
    return said[-1] if said else ()
