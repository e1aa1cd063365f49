"""What happened in a deal of Pokerquadrat, a sentence an event, and every card with its gain."""

from msgspec import Struct

from engine.kit.square import CELLS, cell_name
from engine.values import actions
from engine.values.cards import Card, Cell, Empty
from engine.values.events import Acted, Dealt, Event, Scored
from tui.canvas import cards, say
from tui.canvas.cells import padded
from tui.canvas.palette import Palette
from tui.canvas.pen import Pen, Span, Spans
from tui.canvas.scene import Scene
from tui.layouts import absence
from tui.layouts.pokerquadrat.seen import Change, Seen, changes, gain_word, hand_word
from tui.locale import Words


class Move(Struct, frozen=True):
    """One card laid: the number in the deal, who, what, where, and what it made of its lines."""

    number: int
    seat: int
    name: str
    card: Card
    cell: int
    changes: tuple[Change, ...]


def moves_of(scene: Scene, words: Words) -> tuple[Move, ...]:
    """Every card laid in the deal so far."""
    square = _Square(scene, words)
    return tuple(move for event in scene.events if (move := square.laid(event)) is not None)


def move_line(move: Move, pen: Pen, short: bool = False) -> Spans:
    """A move in a row: `12 Ben  B♦  c5`, and what it brought; `short`: its points only."""
    palette, words = pen.palette, pen.words
    card = cards.name(move.card, words)
    return (
        (f"{move.number:>2} ", palette.muted),
        (padded(move.name, 8) + " ", palette.text),
        *cards.coloured(card.rjust(3), palette.text, palette),
        (f"  {cell_name(move.cell)}  ", palette.text),
        *((_gain(move, palette),) if short else _gains(move, palette, words, "")),
    )


def log(scene: Scene, seen: Seen | None, palette: Palette, words: Words) -> tuple[Spans, ...]:
    """The deal so far, and whose turn it is."""
    square = _Square(scene, words)
    lines: list[Spans] = []
    for place, event in enumerate(scene.events):
        if place == scene.missed:
            lines.append(((words("link.missed"), palette.bad),))
        lines += absence.told(scene, place, palette, words)
        lines += _event(event, square, scene, palette, words)
    lines += absence.told(scene, len(scene.events), palette, words)
    goes_on = scene.table.stage == "running" and scene.table.pause is None
    if seen is not None and goes_on and seen.view.to_act:
        name = seen.name(seen.view.to_act[0])
        lines.append((("▸ " + words("pokerquadrat.log.turn", name=name), palette.accent),))
    return tuple(lines)


def _event(
    event: Event, square: "_Square", scene: Scene, palette: Palette, words: Words
) -> list[Spans]:
    move = square.laid(event)
    if move is not None:
        style = palette.text if move.seat == scene.table.me else palette.muted
        card = cards.name(move.card, words)
        text = words("pokerquadrat.log.laid", name=move.name, card=card, cell=cell_name(move.cell))
        gains = _gains(move, palette, words, ": ")
        return [(*cards.coloured(text, style, palette), *gains)]
    if isinstance(event, Dealt):
        return _dealt(event, square, scene, palette, words)
    if isinstance(event, Scored) and event.code in {"success", "failure"}:
        facts = {"points": 0, "target": 0, "rows": 0, "columns": 0} | event.facts
        won = event.code == "success"
        ended = words(f"pokerquadrat.scored.{event.code}", **facts)
        return [
            ((words("pokerquadrat.log.sums", **facts), palette.text),),
            ((f"{'✓' if won else '✗'} {ended}", palette.good if won else palette.bad),),
        ]
    return []


def _dealt(
    event: Dealt, square: "_Square", scene: Scene, palette: Palette, words: Words
) -> list[Spans]:
    """One's own cards; the partner's only where they are open."""
    listed = cards.names(event.cells, words)
    if not listed or event.seat is None:
        return []
    what = "drew" if square.count else "hand"
    if event.seat == scene.table.me:
        text = words(f"pokerquadrat.log.{what}", cards=listed)
        return [cards.coloured(text, palette.text, palette)]
    name = say.player(scene, event.seat, words)
    text = words(f"pokerquadrat.log.{what}_other", name=name, cards=listed)
    return [cards.coloured(text, palette.muted, palette)]


def _gains(move: Move, palette: Palette, words: Words, before: str) -> tuple[Span, ...]:
    """What a card brought, line by line; nothing where it brought nothing."""
    spans: list[Span] = []
    for change in move.changes:
        if change.gain:
            said = f"{hand_word(change.after, words)} {gain_word(change.gain)}"
            spans.append((("" if not spans else " · ") + said, palette.good))
    return ((before, palette.muted), *spans) if spans else ()


def _gain(move: Move, palette: Palette) -> Span:
    gain = sum(change.gain for change in move.changes)
    return gain_word(gain) if gain else "", palette.good


class _Square:
    """The square as it fills."""

    def __init__(self, scene: Scene, words: Words) -> None:
        self._scene = scene
        self._words = words
        self._cells: tuple[Cell, ...] = (Empty(),) * CELLS
        self.count = 0

    def laid(self, event: Event) -> Move | None:
        """The move that an event is, and the square with it; None if it is none."""
        if not isinstance(event, Acted) or not isinstance(event.action, actions.Place):
            return None
        card, cell = event.action.card, event.action.cell
        self.count += 1
        made = changes(self._cells, card, cell)
        self._cells = (*self._cells[:cell], card, *self._cells[cell + 1 :])
        name = say.player(self._scene, event.seat, self._words)
        return Move(self.count, event.seat, name, card, cell, made)
