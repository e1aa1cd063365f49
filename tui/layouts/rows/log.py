"""What happened in a deal of Chinese poker, a sentence an event, and in the end who pays whom.

It is told from the events alone, so that a deal that lies on no table any more reads the same.
"""

from itertools import combinations

from engine.kit.rows import ROWS
from engine.values.actions import Declare, Lay, SetRows, Surrender, Throw
from engine.values.cards import Card, Cell
from engine.values.events import Acted, Chose, Counted, Dealt, Event, Phase, Scored, Shown
from tui.canvas import cards, say
from tui.canvas.frame import spread
from tui.canvas.palette import Palette
from tui.canvas.pen import Span, Spans, folded
from tui.canvas.scene import Scene
from tui.layouts import absence
from tui.layouts.rows.counting import Course, in_land
from tui.layouts.rows.seen import Ending, Result, by_rank, in_order, known
from tui.layouts.rows.standing import round_word
from tui.layouts.rows.words import (
    foul_word,
    hand_word,
    land_line,
    paid,
    points_span,
    worth,
)
from tui.locale import Words

# Cells of a line, so that the narrowest table's drawer shows all of it.
ROOM = 74


def log(scene: Scene, palette: Palette, words: Words, room: int = ROOM) -> tuple[Spans, ...]:
    """The deal so far, and whom it waits for, in lines of at most `room` cells where that can be.

    All that one lays in a turn shares a line.
    """
    lines = _Writer(scene, palette, words).written()
    return tuple([row for line in lines for row in folded(line, room)])


class _Writer:
    def __init__(self, scene: Scene, palette: Palette, words: Words) -> None:
        self._scene = scene
        self._me = scene.table.me
        self._closed = scene.table.game == "chinese"
        self._palette = palette
        self._words = words
        self._course = Course(scene.table)
        self._lines: list[Spans] = []
        self._turn: list[Acted] = []  # what one seat has laid in a row, not yet said
        self._points: list[Counted] = []
        self._open = False  # rows have been laid open
        self._dealt = False
        self._got: tuple[Card, ...] = ()  # the viewer's cards of a turn, not yet laid

    def written(self) -> list[Spans]:
        """A line for everything that is worth one."""
        for place, event in enumerate(self._scene.events):
            told = absence.told(self._scene, place, self._palette, self._words)
            if told or place == self._scene.missed:
                self._lay()
            if place == self._scene.missed:
                self._lines.append(((self._words("link.missed"), self._palette.bad),))
            self._lines += told
            self._course.add(event)
            self._event(event)
        self._lay()
        self._holds()
        events = len(self._scene.events)
        self._lines += absence.told(self._scene, events, self._palette, self._words)
        self._waiting()
        return self._lines

    def _event(self, event: Event) -> None:
        if isinstance(event, Acted) and isinstance(event.action, Lay | Throw):
            if self._turn and self._turn[-1].seat != event.seat:
                self._lay()
            self._turn.append(event)
            return
        self._lay()
        match event:
            case Phase(code):
                self._phase(code)
            case Dealt():
                self._cards(event)
            case Chose(seat):
                self._say("chose", seat)
            case Acted():
                self._acted(event)
            case Shown(seat, cells):
                self._shown(seat, cells)
            case Counted():
                self._points.append(event)
            case Scored("counted"):
                self._counted()
            case _:
                pass

    # ── cards and what is done with them ───────────────────────────────────────────────────────

    def _phase(self, code: str) -> None:
        words = self._words
        if code == "deal":
            self._head(round_word(self._scene.table, words))
        elif code == "reveal":
            self._open = True
            self._head(words("rows.log.reveal"))

    def _cards(self, event: Dealt) -> None:
        if event.seat is None:
            return
        seat, mine = event.seat, event.seat == self._me
        if in_land(self._scene.table.game, event):
            self._say("land", seat, count=len(event.cells))
        if self._closed and not self._dealt:
            self._dealt = True
            self._plain(self._words("rows.log.dealt", count=len(event.cells)))
        if mine:
            self._got = by_rank(known(event.cells))
        if self._closed:
            self._holds()

    def _holds(self) -> None:
        """The viewer's new cards; in the open games where they lie soon says it all."""
        got, self._got = self._got, ()
        if got and self._me is not None:
            self._say("got", self._me, cards=cards.names(got, self._words))

    def _lay(self) -> None:
        """All that a seat has laid in its turn, row by row, and what it has thrown away."""
        turn, self._turn = self._turn, []
        if not turn:
            return
        words, seat = self._words, turn[0].seat
        if seat == self._me:
            self._got = ()
        laid = []
        for row in ROWS:
            own = [
                act.action.card
                for act in turn
                if isinstance(act.action, Lay) and act.action.row == row
            ]
            if own:
                listed = cards.names(tuple(own), words)
                laid.append(words(f"rows.log.to.{row}", cards=listed))
        away = [act.action.card for act in turn if isinstance(act.action, Throw)]
        facts: dict[str, object] = {"laid": spread(laid, words)}
        key = "laid" if laid else "threw"
        if away:
            card = cards.names((away[0],), words)
            key = ("laid_threw" if laid else "threw") + ("" if card else "_one")
            facts["card"] = card
        self._say(key, seat, **facts)

    def _acted(self, event: Acted) -> None:
        words, seat = self._words, event.seat
        match event.action:
            case SetRows(front, middle, back) if not self._open:
                self._got = () if seat == self._me else self._got
                self._say("set", seat)
                if known(front):
                    self._plain(_rows_text((front, middle, back), words))
            case Surrender(price):
                self._say("surrendered", seat, price=words.number(price))
            case Declare(special):
                named = words(f"rows.special.{special}")
                points = worth(special, words)
                self._say("declared", seat, special=named, points=points)
            case _:
                pass

    def _shown(self, seat: int, cells: tuple[Cell, ...]) -> None:
        rows = self._course.rows(seat)
        shown = _rows_text(rows, self._words) if rows else _text(by_rank(known(cells)), self._words)
        self._say("shown", seat, cards=shown)

    # ── the end ────────────────────────────────────────────────────────────────────────────────

    def _counted(self) -> None:
        found = self._course.ended()
        if found is not None:
            for ending in found.endings:
                self._ended(ending)
            self._settled(found)
        spans: list[Span] = []
        for event in self._points:
            spans.append((" · " if spans else "", self._palette.muted))
            spans.append((f"{self._name(event.seat)} ", self._palette.text))
            spans.append(points_span(event.points, self._palette, self._words, "0"))
        self._lines.append(tuple(spans))
        if found is not None and (land := land_line(found.endings, self._scene, self._words)):
            self._lines.append(((land, self._palette.special),))

    def _ended(self, ending: Ending) -> None:
        words = self._words
        if ending.fouled:
            self._say("fouled", ending.seat, why=foul_word(ending, words))
        elif ending.rows:
            front, middle, back = (hand_word(row, words) for row in ending.rows)
            self._say("rows", ending.seat, front=front, middle=middle, back=back)

    def _settled(self, found: Result) -> None:
        """Who pays whom, the viewer's own pairs first."""
        pairs = list(combinations(found.around(self._me), 2))
        for one, other in pairs:
            mine = self._me in (one, other)
            text = paid(found, one, other, self._scene, self._words)
            self._lines.append(((text, self._palette.text if mine else self._palette.muted),))

    def _waiting(self) -> None:
        table = self._scene.table
        view = table.view
        if view is None or table.stage != "running" or table.pause is not None or not view.to_act:
            return
        names = spread([self._name(seat) for seat in view.to_act], self._words)
        many = "one" if len(view.to_act) == 1 else "many"
        key = f"rows.log.{'thinks' if self._closed else 'turn'}_{many}"
        self._lines.append((("▸ " + self._words(key, names=names), self._palette.accent),))

    # ── lines ──────────────────────────────────────────────────────────────────────────────────

    def _name(self, seat: int) -> str:
        return say.player(self._scene, seat, self._words)

    def _say(self, key: str, seat: int, **facts: object) -> None:
        palette = self._palette
        style = palette.text if seat == self._me else palette.muted
        if key == "fouled":
            style = palette.bad
        text = self._words(f"rows.log.{key}", name=self._name(seat), **facts)
        self._lines.append(cards.coloured(text, style, palette))

    def _plain(self, text: str) -> None:
        self._lines.append(cards.coloured(text, self._palette.muted, self._palette))

    def _head(self, text: str) -> None:
        self._lines.append(((f"── {text} ──", self._palette.muted),))


def _rows_text(rows: tuple[tuple[Cell, ...], ...], words: Words) -> str:
    """The cards of three rows: `A♣ D♦ 5♥ | K♠ …`."""
    return " | ".join(_text(known(in_order(row)), words) for row in rows)


def _text(row: tuple[Card, ...], words: Words) -> str:
    return cards.names(row, words)
