"""What happened in a deal of Pokerface, a sentence an event."""

from engine.values import actions
from engine.values.cards import Suit
from engine.values.events import Acted, Dealt, Event, Moved, Phase, Scored, Shown
from tui.canvas import say
from tui.canvas.cards import SUITS, coloured, names
from tui.canvas.palette import Palette
from tui.canvas.pen import Spans
from tui.canvas.scene import Scene
from tui.layouts import absence
from tui.layouts.pokerface.seen import ROUNDS, Seen
from tui.locale import Words

# The round whose street is complete with so many cards on the board.
FLOP = 3
_STREETS: dict[int, Suit] = {FLOP: "d", 4: "h"}


def log(scene: Scene, seen: Seen | None, palette: Palette, words: Words) -> tuple[Spans, ...]:
    """The deal so far, and whose turn it is."""
    writer = _Writer(scene, palette, words)
    for place, event in enumerate(_seen_so_far(scene, seen)):
        if place == scene.missed:
            writer.missed()
        writer.notices(place)
        writer.add(event)
    writer.notices(len(scene.events))
    lines = writer.lines
    goes_on = scene.table.stage == "running" and scene.table.pause is None
    if seen and goes_on and not seen.open and seen.view.to_act:
        name = seen.name(seen.view.to_act[0])
        lines.append((("▸ " + words("pokerface.log.turn", name=name), palette.accent),))
    return tuple(lines)


def _seen_so_far(scene: Scene, seen: Seen | None) -> tuple[Event, ...]:
    """The events without what a showdown has not yet revealed."""
    if seen is None or not seen.revealing():
        return scene.events
    kept: list[Event] = []
    left = seen.shown()
    for event in scene.events:
        if isinstance(event, Shown):
            left -= 1
            if left < 0:
                continue
        if isinstance(event, Scored) and not seen.told():
            continue
        kept.append(event)
    return tuple(kept)


class _Writer:
    def __init__(self, scene: Scene, palette: Palette, words: Words) -> None:
        self.lines: list[Spans] = []
        self._scene = scene
        self._table = scene.table
        self._palette = palette
        self._words = words
        self._street: tuple[str, str] | None = None  # turned up, not yet said
        self._lying = 0  # cards on the board
        self._acts = 0
        self._laps = not scene.table.options.get("all_at_once", False)

    def missed(self) -> None:
        """What follows happened while there was no line."""
        self.lines.append(((self._words("link.missed"), self._palette.bad),))

    def notices(self, place: int) -> None:
        """What happened at the table after so many events."""
        self.lines += absence.told(self._scene, place, self._palette, self._words)

    def add(self, event: object) -> None:
        """One more event."""
        if isinstance(event, Phase):
            self._phase(event)
        elif isinstance(event, Dealt):
            self._dealt(event)
        elif isinstance(event, Acted):
            self._acted(event)
        elif isinstance(event, Moved):
            self._moved(event)
        elif isinstance(event, Shown):
            cards = names(event.cells, self._words)
            self._say("shown", event.seat, cards=cards)
        elif isinstance(event, Scored):
            style = self._palette.good if event.code == "success" else self._palette.bad
            facts = {"successes": 0, "failures": 0} | event.facts
            self.lines.append(((self._words(f"pokerface.log.{event.code}", **facts), style),))

    def _phase(self, event: Phase) -> None:
        words = self._words
        suit = event.facts.get("suit")
        if event.code == "tokens" and suit in ROUNDS:
            self._acts = 0
            glyph = SUITS[str(suit)]
            if self._lying == FLOP:
                self._flush()  # three cards and the round are too much for one line of a panel
            if self._street:
                street, cards = self._street
                self._street = None
                self._head(
                    words("pokerface.log.street_round", street=street, cards=cards, suit=glyph)
                )
            else:
                self._head(words("pokerface.log.round", suit=glyph))
        elif event.code in {"brake", "showdown"}:
            self._laps = self._laps and event.code != "brake"
            self._flush()
            self._head(words(f"pokerface.log.{event.code}"))
        if event.code == "tokens":
            self._laps = not self._table.options.get("all_at_once", False)

    def _dealt(self, event: Dealt) -> None:
        words = self._words
        cards = names(event.cells, words)
        if event.zone == "board" and cards:
            self._flush()
            self._lying += len(event.cells)
            suit: Suit = _STREETS.get(self._lying, "s")
            self._street = words(f"pokerface.street.{suit}"), cards
        elif cards and event.seat == self._table.me:
            self._plain(words("pokerface.log.hand", cards=cards))

    def _acted(self, event: Acted) -> None:
        count = len(self._table.chairs)
        if self._laps and self._acts and self._acts % count == 0:
            self._head(self._words("pokerface.log.lap", lap=self._acts // count + 1))
        self._acts += 1
        action = event.action
        if isinstance(action, actions.Take):
            if action.holder is None:
                self._say("took", event.seat, token=action.token)
            else:
                other = say.player(self._scene, action.holder, self._words)
                self._say("robbed", event.seat, token=action.token, other=other)
        elif isinstance(action, actions.Pass):
            self._say("passed", event.seat)
        elif isinstance(action, actions.Ready):
            self._say("ready", event.seat)

    def _moved(self, event: Moved) -> None:
        if event.target is not None:
            self._say("given", event.target, token=event.token)
        else:
            text = self._words("pokerface.log.back", token=event.token)
            self.lines.append((("    " + text, self._palette.faint),))

    def _say(self, key: str, seat: int, **facts: object) -> None:
        palette = self._palette
        name = say.player(self._scene, seat, self._words)
        text = self._words(f"pokerface.log.{key}", name=name, **facts)
        style = palette.text if seat == self._table.me else palette.muted
        if key == "robbed":
            style = palette.accent
        self.lines.append(coloured(text, style, palette))

    def _head(self, text: str) -> None:
        self.lines.append(coloured(f"── {text} ──", self._palette.muted, self._palette))

    def _plain(self, text: str) -> None:
        self.lines.append(coloured(text, self._palette.text, self._palette))

    def _flush(self) -> None:
        """A street without a round of its own (rising stakes) gets its own heading."""
        if self._street:
            street, cards = self._street
            self._head(self._words("pokerface.log.street", street=street, cards=cards))
            self._street = None
