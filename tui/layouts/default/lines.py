"""A View as lines: pots and counters, zones, seats, notes; and events as sentences."""

from engine.kit.square import cell_name
from engine.values import actions
from engine.values.cards import Card, Token
from engine.values.events import (
    Acted,
    Chose,
    Counted,
    Dealt,
    Moved,
    Paid,
    Phase,
    Posted,
    Scored,
    Shown,
)
from engine.values.view import Note, SeatView, View, Zone
from engine.values.why import Facts
from tui.canvas import say
from tui.canvas.cards import SUITS, coloured, inline_spans, names
from tui.canvas.cells import padded
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Span, Spans
from tui.canvas.scene import Scene
from tui.layouts import absence
from tui.locale import Words


def _tag(action: actions.Action) -> str:
    """What an action is called on the wire, and in the words."""
    return str(type(action).__struct_config__.tag)


class Teller:
    """Says one table's view and events."""

    def __init__(self, scene: Scene, palette: Palette, words: Words) -> None:
        self._scene = scene
        self._table = scene.table
        self._events = scene.events
        self._palette = palette
        self._words = words

    def view(self, view: View) -> list[Spans]:
        """Everything on the table, a line a thing."""
        lines = [self._sums(view)]
        me = self._table.me
        zones = [zone for zone in view.zones if zone.owner is None and zone.cells]
        if me is not None:
            zones += [zone for zone in view.zones if zone.owner == me and zone.cells]
        # Cards right above each other take turns in colour, or they would melt into one.
        faces: tuple[Face, Face] = ("normal", "alternate")
        lines += [self._zone(zone, faces[row % 2]) for row, zone in enumerate(zones)]
        lines.append(())
        lines += [self._seat(view, seat) for seat in range(len(view.seats))]
        lines += [
            ((self.note(note), self._palette.muted),) for note in view.notes if note.seat is None
        ]
        return lines

    def phase(self, code: str) -> str:
        """A phase in words, or its code where nobody has put it into words."""
        return self._word("phase", code) or code.replace(".", " ").replace("_", " ")

    def note(self, note: Note) -> str:
        """A note in words, or its code with its facts."""
        return self._coded("note", note.code, note.facts)

    def log(self) -> tuple[Spans, ...]:
        """What happened, a line an event."""
        lines: list[Spans] = []
        for place, event in enumerate(self._events):
            if place == self._scene.missed:
                lines.append(((self._words("link.missed"), self._palette.bad),))
            lines += self._notices(place)
            if text := self._event(event):
                lines.append(coloured(text, self._palette.muted, self._palette))
        lines += self._notices(len(self._events))
        return tuple(lines)

    def _notices(self, place: int) -> list[Spans]:
        return absence.told(self._scene, place, self._palette, self._words)

    def outcome(self) -> str:
        """How the deal or the match ended."""
        table = self._table
        ended = table.ended if table.ended in {"won", "lost", "finished"} else None
        parts = [self._words(f"default.{ended or 'over'}")]
        if table.history:
            last = table.history[-1].scored
            parts.append(self._coded("scored", last.code, last.facts))
        return " ".join(parts)

    # ── the view ───────────────────────────────────────────────────────────────────────────────

    def _sums(self, view: View) -> Spans:
        words, palette = self._words, self._palette
        spans: list[Span] = [(self.phase(view.phase), bold(palette.text))]
        for pot in view.pots:
            chips = words("default.pot", chips=words.number(pot.chips))
            spans += [(" · ", palette.muted), (chips, palette.accent)]
        for counter in view.counters:
            name = self._word("counter", counter.id) or counter.id.replace("_", " ")
            key = "default.counter" if counter.of is None else "default.counter_of"
            of = words.number(counter.of or 0)
            text = words(key, name=name, value=words.number(counter.value), of=of)
            spans += [(" · ", palette.muted), (text, palette.muted)]
        return tuple(spans)

    def _zone(self, zone: Zone, face: Face) -> Spans:
        own_hand = zone.owner is not None and zone.kind == "hand"
        text = self._words("default.your_cards") if own_hand else self._label(zone)
        label: Span = (padded(text, 12) + " ", self._palette.muted)
        if zone.kind == "rack":
            return (label, *self._rack(zone))
        return (label, *inline_spans(zone.cells, self._palette, self._words, face))

    def _label(self, zone: Zone) -> str:
        about = zone.id.partition(".")[2]
        label = self._words(f"default.zone.{zone.kind}")
        return f"{label} {SUITS[about]}" if about in SUITS else label

    def _rack(self, zone: Zone) -> Spans:
        words, palette = self._words, self._palette
        spans: list[Span] = []
        for cell in zone.cells:
            if isinstance(cell, Token):
                where = words("default.centre")
                if cell.holder is not None:
                    where = say.player(self._scene, cell.holder, words)
                spans += [(f"({cell.number})", palette.tokens[cell.suit])]
                spans += [(f" {where}  ", palette.muted)]
        return tuple(spans)

    def _seat(self, view: View, seat: int) -> Spans:
        words, palette = self._words, self._palette
        shown = view.seats[seat]
        mine = seat == self._table.me
        name = say.player(self._scene, seat, words)
        spans: list[Span] = [
            ("▸" if seat in view.to_act else " ", bold(palette.accent)),
            (padded(name, 13), bold(palette.accent if mine else palette.text)),
            (padded(self._markers(shown), 5) + " ", palette.text),
        ]
        spans += self._money(shown)
        if not mine:
            for zone in view.zones:
                if zone.owner == seat and zone.cells:
                    spans += [*inline_spans(zone.cells, palette, words), ("  ", palette.text)]
        notes = [self.note(note) for note in view.notes if note.seat == seat]
        notes = [*absence.seat_words(self._table, seat, words), *notes]
        spans.append((" · ".join(notes), palette.muted))
        return tuple(spans)

    def _markers(self, shown: SeatView) -> str:
        return " ".join(self._words(f"default.marker.{marker}") for marker in shown.markers)

    def _money(self, shown: SeatView) -> list[Span]:
        words, palette = self._words, self._palette
        spans: list[Span] = []
        if shown.stack is not None:
            chips = words("default.stack", chips=words.number(shown.stack))
            spans.append((padded(chips, 12) + " ", palette.text))
        if shown.bet:
            bet = words("default.bet", chips=words.number(shown.bet))
            spans.append((bet + "  ", palette.accent))
        if status := words(f"default.status.{shown.status}"):
            spans.append((status + "  ", palette.muted))
        return spans

    # ── events ─────────────────────────────────────────────────────────────────────────────────

    def _event(self, event: object) -> str:
        words = self._words
        if isinstance(event, Phase):
            return words("default.log.phase", phase=self.phase(event.code))
        if isinstance(event, Dealt):
            return self._dealt(event)
        if isinstance(event, Acted):
            return self._acted(event)
        if isinstance(event, Chose):
            return words("default.log.chose", name=self._name(event.seat))
        if isinstance(event, Counted):
            points = words.signed(event.points)
            return words("default.log.counted", name=self._name(event.seat), points=points)
        if isinstance(event, Moved):
            if event.target is None:
                return words("default.log.moved_centre", token=event.token)
            return words("default.log.moved", token=event.token, name=self._name(event.target))
        if isinstance(event, Shown):
            return words(
                "default.log.shown", name=self._name(event.seat), cards=names(event.cells, words)
            )
        if isinstance(event, Posted):
            key = f"default.log.posted.{event.kind}"
            key = key if words.has(key) else "default.log.posted"
            return words(key, name=self._name(event.seat), chips=words.number(event.chips))
        if isinstance(event, Paid):
            return words(
                "default.log.paid", name=self._name(event.seat), chips=words.number(event.chips)
            )
        if isinstance(event, Scored):
            what = self._coded("scored", event.code, event.facts)
            return words("default.log.scored", what=what)
        return ""

    def _dealt(self, event: Dealt) -> str:
        words = self._words
        known = names(event.cells, words)
        if event.seat is None:
            return words("default.log.dealt", zone=words("default.board"), cards=known)
        name = self._name(event.seat)
        if known:
            return words("default.log.dealt_to", name=name, cards=known)
        if len(event.cells) == 1:
            return words("default.log.dealt_one", name=name)
        return words("default.log.dealt_hidden", name=name, count=len(event.cells))

    def _acted(self, event: Acted) -> str:
        words, action, name = self._words, event.action, self._name(event.seat)
        match action:
            case actions.Call(price) | actions.BringIn(price) | actions.Surrender(price):
                return words(f"default.log.{_tag(action)}", name=name, price=words.number(price))
            case actions.Raise(to):
                return words("default.log.raise", name=name, to=words.number(to))
            case actions.Take(token):
                return words("default.log.take", name=name, token=token)
            case actions.Discard(cells):
                return words("default.log.discard", name=name, count=len(cells))
            case actions.Place(card, cell):
                said = names((card,), words)
                return words("default.log.place", name=name, card=said, cell=cell_name(cell))
            case actions.Lay(card, row):
                said, where = names((card,), words), words(f"rows.{row}")
                return words("default.log.lay", name=name, card=said, row=where)
            case actions.SetRows(front, middle, back):
                rows = " | ".join(names(row, words) for row in (front, middle, back))
                key = "default.log.set" if rows.strip(" |") else "default.log.set_hidden"
                return words(key, name=name, rows=rows)
            case actions.Declare(special):
                what = words(f"rows.special.{special}")
                return words("default.log.declare", name=name, special=what)
            case actions.Throw(card):
                key = "default.log.throw" if isinstance(card, Card) else "default.log.throw_hidden"
                return words(key, name=name, card=names((card,), words))
            case _:
                return words(f"default.log.{_tag(action)}", name=name)

    # ── words that a game may bring ────────────────────────────────────────────────────────────

    def _name(self, seat: int) -> str:
        return say.player(self._scene, seat, self._words)

    def _word(self, kind: str, code: str) -> str | None:
        key = f"{self._table.game}.{kind}.{code}"
        return self._words(key) if self._words.has(key) else None

    def _coded(self, kind: str, code: str, facts: Facts) -> str:
        key = f"{self._table.game}.{kind}.{code}"
        if self._words.has(key):
            try:
                return self._words(key, **facts)
            except (KeyError, IndexError):  # a newer server left a fact out
                pass
        said = ", ".join(f"{name} {value}" for name, value in facts.items())
        spelt = code.replace("_", " ")
        return f"{spelt} ({said})" if said else spelt
