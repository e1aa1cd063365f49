"""What happened in a deal of Indian Poker, in sentences; neighbours of one kind share a line.

It is told from the events and the options alone, so that a deal that lies on no table any more
reads the same. Of the viewer's own cards nothing is said before they were shown.
"""

from collections.abc import Iterator, Sequence

from engine.kit.pots import Pot, pots
from engine.values.actions import Call, Fold, In, Out, Raise
from engine.values.cards import RANKS, Card
from engine.values.events import Acted, Chose, Dealt, Event, Paid, Phase, Posted, Scored, Shown
from tui.canvas import cards, say
from tui.canvas.cells import Style
from tui.canvas.palette import Palette
from tui.canvas.pen import Spans, folded, span_len
from tui.canvas.scene import Scene
from tui.layouts import absence, freezeout
from tui.layouts.betting.course import course
from tui.layouts.betting.hands import known
from tui.layouts.betting.kinds import Kind
from tui.layouts.betting.payout import pot_name
from tui.layouts.indian.reveal import revealing, staged
from tui.layouts.indian.words import deed_spans, groups, hand_text, ranking_of
from tui.locale import Words

# Cells of a line, so that the narrowest table's drawer shows all of it.
ROOM = 74


def log(scene: Scene, palette: Palette, words: Words, room: int = ROOM) -> tuple[Spans, ...]:
    """The deal so far, and whom it waits for, in lines of at most `room` cells.

    What the viewer's own cards have come to is not told before they are turned over.
    """
    if revealing(scene):
        scene = staged(scene)
    lines = _Writer(scene, palette, words).written()
    return tuple([row for line in lines for row in _rows(line, palette, room)])


def _rows(line: Sequence[Spans], palette: Palette, room: int) -> list[Spans]:
    """The parts of a line in rows of at most `room` cells, none of them broken that need not be."""
    rows: list[Spans] = []
    for part in line:
        longer = (*rows[-1], (" · ", palette.muted), *part) if rows else part
        if rows and span_len(longer) > room:
            rows += folded((("  ", palette.muted), *part), room)
        else:
            rows[-1:] = folded(longer, room)
    return rows


def _kind(event: Event) -> str:
    """Events of one kind that follow each other are told together."""
    match event:
        case Acted(_, In() | Out()):
            return "declared"
        case Posted(_, _, kind):
            return kind
        case Acted() | Dealt() | Chose() | Phase() | Shown() | Paid() | Scored():
            return type(event).__name__.lower()
        case _:
            return ""


class _Writer:
    def __init__(self, scene: Scene, palette: Palette, words: Words) -> None:
        self._scene = scene
        self._me = scene.table.me
        self._palette = palette
        self._words = words
        self._ranking = ranking_of(scene.table.options)
        kind = Kind(streets=("bet",), size=self._ranking.cards)
        self._deeds = {one.place: one for one in course(scene.events, scene.table.view, kind)}
        # Parts of a line, which a dot sets apart.
        self._lines: list[Sequence[Spans]] = []

    def written(self) -> list[Sequence[Spans]]:
        """A line for everything that is worth one."""
        for place, run in self._runs():
            if place == self._scene.missed:
                self._lines.append([((self._words("link.missed"), self._palette.bad),)])
            self._beside(place)
            self._run(place, run)
        self._beside(len(self._scene.events))
        self._waiting()
        return self._lines

    def _beside(self, place: int) -> None:
        told = absence.told(self._scene, place, self._palette, self._words)
        self._lines += [[line] for line in told]

    def _runs(self) -> Iterator[tuple[int, list[Event]]]:
        """Neighbours of one kind, and the place of the first; apart where something came between.

        Only what everybody does in their turn is taken together.
        """
        events = self._scene.events
        breaks = {notice.at for notice in self._scene.notices} | {self._scene.missed}
        begun = 0
        for place in range(1, len(events) + 1):
            ends = place == len(events) or place in breaks
            if ends or _kind(events[place]) != _kind(events[begun]):
                yield begun, list(events[begun:place])
                begun = place

    def _run(self, place: int, run: Sequence[Event]) -> None:
        palette, words = self._palette, self._words
        match _kind(run[0]):
            case "ante":
                self._antes([one for one in run if isinstance(one, Posted)])
            case "dealt":
                if self._matching and not any(
                    isinstance(one, Posted) for one in self._before(place)
                ):
                    self._say(words("indian_told.no_ante"))
                self._dealt([one for one in run if isinstance(one, Dealt)])
            case "acted":
                deeds = [self._deeds[at] for at in range(place, place + len(run))]
                parts = [deed_spans(one, self._scene, palette, words) for one in groups(deeds)]
                self._lines.append(parts)
            case "chose":
                names = [self._name(one.seat) for one in run if isinstance(one, Chose)]
                many = "one" if len(names) == 1 else "many"
                self._say(words(f"indian_told.chose_{many}", names=", ".join(names)))
            case "declared":
                self._declared([one for one in run if isinstance(one, Acted)])
            case "match":
                self._matched([one for one in run if isinstance(one, Posted)])
            case "paid":
                for at, event in enumerate(run, place):
                    if isinstance(event, Paid):
                        self._paid(at, event)
            case _:
                for event in run:
                    self._one(event)

    def _one(self, event: Event) -> None:
        words = self._words
        match event:
            case Phase("deal"):
                self._head(freezeout.deal_word(self._scene.table, words))
            case Phase(code) if words.has(f"indian_told.phase.{code}"):
                self._head(words(f"indian_told.phase.{code}"))
            case Shown():
                self._shown(event)
            case Scored("carried", facts):
                pot = facts.get("pot")
                chips = words.number(pot if isinstance(pot, int) else 0)
                self._say(words("indian_told.carried", chips=chips), style=self._palette.text)
            case Scored("folded") if not self._opened:
                self._say(words(f"indian_told.unseen_{'in' if self._matching else 'folded'}"))
            case _:
                pass

    @property
    def _matching(self) -> bool:
        return self._scene.table.options.get("match_pot") is True

    def _before(self, place: int) -> Sequence[Event]:
        return self._scene.events[:place]

    # ── the beginning ──────────────────────────────────────────────────────────────────────────

    def _antes(self, posted: Sequence[Posted]) -> None:
        words = self._words
        if len({one.chips for one in posted}) == 1:
            chips = words.number(posted[0].chips)
            self._say(words("indian_told.antes", count=len(posted), chips=chips))
            return
        said = [f"{self._name(one.seat)} {words.number(one.chips)}" for one in posted]
        self._say(words("indian_told.ante_each", each=" · ".join(said)))

    def _dealt(self, dealt: Sequence[Dealt]) -> None:
        """The cards that the viewer sees, on the foreheads of the others."""
        words, size = self._words, self._ranking.cards
        many = "one" if size == 1 else "many"
        said = [
            f"{self._name(one.seat)} {cards.names(one.cells, words)}"
            for one in dealt
            if one.seat is not None and known(one.cells)
        ]
        if said:
            first, *more = said
            self._say(words("indian_told.see", each=first), *more)
        elif self._me is None or len(dealt) > 1:
            self._say(words(f"indian_told.dealt_{many}", count=size))

    # ── declaring, showing ─────────────────────────────────────────────────────────────────────

    def _declared(self, acts: Sequence[Acted]) -> None:
        words = self._words
        for key, kind in (("in", In), ("out", Out)):
            names = [self._name(one.seat) for one in acts if isinstance(one.action, kind)]
            said = ", ".join(names) or words("indian_told.nobody")
            self._say(words(f"indian_told.declared.{key}", names=said), style=self._palette.text)

    @property
    def _opened(self) -> bool:
        return any(isinstance(event, Shown) for event in self._scene.events)

    def _shown(self, event: Shown) -> None:
        words, size = self._words, self._ranking.cards
        facts: dict[str, object] = {"name": self._name(event.seat)}
        facts["cards"] = cards.names(event.cells, words)
        held = known(event.cells)
        text = words("indian_told.shown", **facts)
        if event.seat == self._me:
            text = words(f"indian_told.own_{'one' if size == 1 else 'many'}", **facts)
        if len(held) == size:
            text += f" · {hand_text(self._ranking.named(held), size, words)}"
        self._say(text, style=self._palette.text if event.seat == self._me else None)

    # ── chips ──────────────────────────────────────────────────────────────────────────────────

    def _paid(self, place: int, event: Paid) -> None:
        words = self._words
        facts = {"name": self._name(event.seat), "chips": words.number(event.chips)}
        if event.source == "uncalled":
            self._say(words("indian_told.returned", **facts))
            return
        text = words("indian_told.won", **facts)
        lying = lying_pots(self._scene.events)
        if len(lying) > 1:
            text += f" · {pot_name(_pot_of(self._scene.events, place, lying), len(lying), words)}"
        if half := self._half(event.seat, _contenders(self._scene.events, place, lying)):
            text += f" · {words(f'betting.half.{half}')}"
        self._lines.append([((text, self._palette.good),)])

    def _half(self, seat: int, among: Sequence[int]) -> str:
        """Which half of a pot a seat has won, where it was halved."""
        if self._ranking.wins != "high_low" or len(among) < 2:
            return ""
        shown = {one.seat: known(one.cells) for one in self._scene.events if isinstance(one, Shown)}
        heights = {one: _height(shown[one]) for one in among if shown.get(one)}
        if seat not in heights or len(set(heights.values())) < 2:
            return ""
        return "high" if heights[seat] == max(heights.values()) else "low"

    def _matched(self, posted: Sequence[Posted]) -> None:
        words = self._words
        amounts = {one.chips for one in posted}
        total = words.number(sum(one.chips for one in posted))
        if len(amounts) == 1:
            names = ", ".join(self._name(one.seat) for one in posted)
            many = "one" if len(posted) == 1 else "many"
            chips = words.number(posted[0].chips)
            text = words(f"indian_told.matched_{many}", names=names, chips=chips, total=total)
        else:
            each = " · ".join(f"{self._name(one.seat)} {words.number(one.chips)}" for one in posted)
            text = words("indian_told.matched_each", each=each, total=total)
        self._say(text, style=self._palette.accent)

    # ── lines ──────────────────────────────────────────────────────────────────────────────────

    def _waiting(self) -> None:
        table = self._scene.table
        view = table.view
        if view is None or table.stage != "running" or table.pause is not None or not view.to_act:
            return
        names = ", ".join(self._name(seat) for seat in view.to_act)
        many = "one" if len(view.to_act) == 1 else "many"
        key = f"{'declares' if view.phase == 'declare' else 'turn'}_{many}"
        text = "▸ " + self._words(f"indian_told.{key}", names=names)
        self._lines.append([((text, self._palette.accent),)])

    def _name(self, seat: int | None) -> str:
        return "" if seat is None else say.player(self._scene, seat, self._words)

    def _say(self, *parts: str, style: Style | None = None) -> None:
        style = self._palette.muted if style is None else style
        self._lines.append([cards.coloured(part, style, self._palette) for part in parts])

    def _head(self, text: str) -> None:
        self._lines.append([((f"── {text} ──", self._palette.muted),)])


# ── the pots, from the events alone ────────────────────────────────────────────────────────────


def lying_pots(events: Sequence[Event]) -> tuple[Pot, ...]:
    """The pots that were paid, after what nobody matched had gone back; none where all declared."""
    put: dict[int, int] = {}
    bets: dict[int, int] = {}
    gone: set[int] = set()
    for event in events:
        match event:
            case Posted(seat, chips, "ante"):
                put[seat] = put.get(seat, 0) + chips
            case Dealt(_, int(seat), _):
                put.setdefault(seat, 0)
            case Acted(seat, Fold()):
                gone.add(seat)
            case Acted(seat, Call(price)):
                bets[seat] = bets.get(seat, 0) + price
            case Acted(seat, Raise(to)):
                bets[seat] = to
            case Acted(_, In() | Out()):
                return ()
            case Paid(seat, chips, "uncalled"):
                bets[seat] = bets.get(seat, 0) - chips
            case _:
                pass
    live = [seat for seat in put if seat not in gone]
    count = max(put, default=-1) + 1
    total = [put.get(seat, 0) + bets.get(seat, 0) for seat in range(count)]
    return pots(total, live) if live else ()


def _pot_of(events: Sequence[Event], place: int, lying: Sequence[Pot]) -> int:
    """Which pot the payment at a place is from: they are paid whole, from the main pot up."""
    before = sum(
        one.chips for one in events[:place] if isinstance(one, Paid) and one.source == "pot"
    )
    for number, pot in enumerate(lying):
        if before < pot.chips:
            return number
        before -= pot.chips
    return max(0, len(lying) - 1)


def _contenders(events: Sequence[Event], place: int, lying: Sequence[Pot]) -> tuple[int, ...]:
    """Who could win what was paid there."""
    if lying:
        return lying[_pot_of(events, place, lying)].seats
    inside = [one.seat for one in events if isinstance(one, Acted) and isinstance(one.action, In)]
    return tuple(inside)


def _height(held: Sequence[Card]) -> int:
    return max(RANKS.index(card.rank) for card in held)
