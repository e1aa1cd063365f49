"""The new cards of a turn, at the right of the board or below it: where each is to go (ux 5.12)."""

from engine.values.cards import Card
from tui.canvas import cards
from tui.canvas.palette import Face, bold
from tui.canvas.pen import Pen
from tui.layouts.arranging.looks import Look, draw_looks
from tui.layouts.arranging.tray import draw_tray
from tui.layouts.openface.laying import at
from tui.layouts.openface.places import Plan
from tui.layouts.openface.seen import Seen


def draw_fresh(pen: Pen, seen: Seen, place: Plan) -> None:
    """What the viewer has to lay; nothing while others are about it."""
    now = seen.sorting
    if seen.task == "throw":
        _draw_last(pen, seen, place)
    elif now is None:
        return
    elif seen.task in {"first", "set"} and place.tray is not None:
        columns = (1, place.first, place.facts)
        draw_tray(pen, place.tray, now, columns=columns, width=place.width, large=place.large)
    elif place.tray is not None:
        _draw_below(pen, seen, place, place.tray)
    elif place.fresh is not None and len(now.cards) == 1:
        _draw_one(pen, seen, place, place.fresh)
    elif place.fresh is not None:
        _draw_three(pen, seen, place, place.fresh)


def goes(seen: Seen, card: Card) -> str:
    """Where a card is to go: `1`, `weg`, or nowhere yet."""
    row = None if seen.sorting is None else seen.sorting.row_of(card)
    if row is not None:
        return str(row + 1)
    return seen.words("openface.away") if card == seen.thrown else ""


def pointed(seen: Seen, at: int) -> bool:
    """Whether beside that row an arrow says where a new card is to go."""
    held = seen.sorting.cards if seen.sorting is not None and seen.task == "three" else ()
    return at < len(held) and goes(seen, held[at]).isdigit()


def _draw_one(pen: Pen, seen: Seen, place: Plan, x: int) -> None:
    palette, words, now = pen.palette, pen.words, seen.sorting
    assert now is not None
    card = now.cards[0]
    pen.put(x, place.top, words("openface.new"), palette.muted)
    draw_looks(pen, x, place.top + 1, (Look(card, "chosen"),))
    if row := goes(seen, card):
        pen.put(x, place.top + 4, f"→ {row}", bold(palette.accent))
    pen.put(x, place.top + 6, words("openface.left", count=seen.coming), palette.muted)


def _draw_three(pen: Pen, seen: Seen, place: Plan, x: int) -> None:
    """A card beside each row, before it the row that it goes to, below it that it goes away."""
    palette, now = pen.palette, seen.sorting
    assert now is not None
    for step, card in enumerate(now.cards):
        y = place.row(step)
        cards.small(pen, x + 1, y, card, face(seen, card))
        to = goes(seen, card)
        if to.isdigit():
            pen.put(x - 2, y + 1, f"{to}←", palette.good)
        elif to:
            pen.put(x + 1, y + 3, to, palette.muted)
        if card == at(now):
            pen.put(x if to.isdigit() else x - 1, y + 1, "▸", bold(palette.accent))


def _draw_below(pen: Pen, seen: Seen, place: Plan, y: int) -> None:
    """The same under the board, in large cards."""
    palette, words, now = pen.palette, pen.words, seen.sorting
    assert now is not None
    _heading(pen, place, y, words("openface.new"))
    across, down = cards.LARGE
    for step, card in enumerate(now.cards):
        x = place.first + (across + 1) * step
        cards.large(pen, x, y + 1, card, face(seen, card))
        to = goes(seen, card)
        said = f"→ {to}" if to.isdigit() else to
        cursor = "▲ " if len(now.cards) > 1 and card == at(now) else ""
        pen.put(x, y + 1 + down, f"{cursor}{said}", bold(palette.accent))
    pen.put(place.facts, y + 2, words("openface.left", count=seen.coming), palette.muted)


def _draw_last(pen: Pen, seen: Seen, place: Plan) -> None:
    """The card that is left to be thrown away."""
    card, words = seen.thrown, pen.words
    if card is None:
        return
    if place.tray is not None:
        _heading(pen, place, place.tray, words("openface.new"))
        cards.large(pen, place.first, place.tray + 1, card, "chosen")
        pen.put(place.first, place.tray + 6, words("openface.away"), pen.palette.muted)
    elif place.fresh is not None:
        cards.small(pen, place.fresh + 1, place.row(2), card, "chosen")
        pen.put(place.fresh + 1, place.row(2) + 3, words("openface.away"), pen.palette.muted)


def face(seen: Seen, card: Card) -> Face:
    """How a new card looks: the cursor is at it, it has its place, or neither."""
    now = seen.sorting
    if now is not None and card == at(now):
        return "chosen"
    return "dead" if goes(seen, card) else "normal"


def _heading(pen: Pen, place: Plan, y: int, text: str) -> None:
    pen.put(0, y, "─" * place.width, pen.palette.faint)
    pen.put(2, y, f" {text} ", pen.palette.muted)
