"""What happened in a betting deal, in sentences (ux 5.6)."""

from engine.values.actions import Discard
from engine.values.cards import Card
from engine.values.events import Acted, Dealt, Event, Paid, Phase, Posted, Reshuffled, Scored, Shown
from tui.canvas import cards, say
from tui.canvas.frame import spread
from tui.canvas.palette import Palette
from tui.canvas.pen import Spans
from tui.canvas.scene import Scene
from tui.layouts import absence
from tui.layouts.betting import forehead
from tui.layouts.betting.course import Told, course
from tui.layouts.betting.deeds import grouped, key_of, sentence
from tui.layouts.betting.hands import holding, known
from tui.layouts.betting.kinds import STREETS, kind_of
from tui.layouts.betting.payout import pot_name
from tui.layouts.betting.seen import Seen, fact
from tui.layouts.betting.stud_log import dealt, opened_with, shown
from tui.layouts.betting.words import low_ranks
from tui.locale import Words

BOARD = 5


def log(scene: Scene, seen: Seen | None, palette: Palette, words: Words) -> tuple[Spans, ...]:
    """The deal so far, and whose turn it is; neighbours that did the same share a line."""
    view, kind = scene.table.view, kind_of(scene.table.game)
    acts = course(scene.events, view, kind) if seen is None else seen.told
    writer = _Writer(scene, acts, palette, words)
    lines = writer.written()
    goes_on = scene.table.stage == "running" and scene.table.pause is None
    if seen is not None and goes_on and seen.view.to_act:
        name = seen.name(seen.view.to_act[0])
        lines.append((("▸ " + words("betting.log.turn", name=name), palette.accent),))
    return tuple(lines)


class _Writer:
    def __init__(
        self, scene: Scene, acts: tuple[Told, ...], palette: Palette, words: Words
    ) -> None:
        self._scene = scene
        self._palette = palette
        self._words = words
        self._view = scene.table.view
        self._kind = kind_of(scene.table.game)
        self._told = acts
        self._lines: list[Spans] = []
        self._board: tuple[Card, ...] = ()  # as far as it was told
        self._open: list[Shown] = []  # hands that lie open, and have no name yet
        self._paid = 0
        self._draws = False  # cards that come now are exchanged ones

    def written(self) -> list[Spans]:
        """A line for everything that is worth one."""
        events = self._scene.events
        breaks = {place for place, event in enumerate(events) if not isinstance(event, Acted)}
        breaks |= {notice.at for notice in self._scene.notices}
        if self._scene.missed is not None:
            breaks.add(self._scene.missed)
        groups = {group[0].place: group for group in grouped(self._told, breaks)}
        for place, event in enumerate(events):
            if place == self._scene.missed:
                self._lines.append(((self._words("link.missed"), self._palette.bad),))
            self._notices(place)
            if isinstance(event, Acted):
                self._acted(groups.get(place))
            elif isinstance(event, Posted):
                self._posted(place)
            elif isinstance(event, Dealt) and self._kind.stud:
                self._board += known(event.cells) if event.seat is None else ()
                for line in dealt(events, place, self._scene.table.me, self._name, self._words):
                    self._say(line)
            else:
                self._other(place, event)
        self._notices(len(events))
        return self._lines

    def _notices(self, place: int) -> None:
        self._lines += absence.told(self._scene, place, self._palette, self._words)

    def _other(self, place: int, event: Event) -> None:
        words = self._words
        if isinstance(event, Phase):
            self._phase(place, event)
        elif isinstance(event, Dealt):
            self._dealt(event)
        elif isinstance(event, Shown):
            self._shown(event)
        elif isinstance(event, Paid):
            self._paid_out(event)
        elif isinstance(event, Reshuffled):
            self._say(words("exchange.log.reshuffled"))
        elif isinstance(event, Scored) and words.has(f"betting.log.{event.code}"):
            self._head(words(f"betting.log.{event.code}"))

    # ── headings and cards ─────────────────────────────────────────────────────────────────────

    def _phase(self, place: int, event: Phase) -> None:
        words = self._words
        self._draws = event.code == "draw"
        if event.code == "deal":
            self._head(words("betting.deal", number=self._scene.table.number))
        elif event.code in STREETS:
            pot = self._pot(place)
            street = words(f"betting.street.{event.code}")
            self._head(words("betting.log.street", street=street, chips=words.number(pot)))
        elif words.has(f"betting.street.{event.code}"):
            self._head(words(f"betting.street.{event.code}"))
            for shown in filter(self._is_whole, self._open):
                name = self._name(shown.seat)
                self._say(words("betting.log.hand_of", name=name, cards=self._named(shown)))

    def _pot(self, place: int) -> int:
        """All chips in the middle before an event."""
        before = [told for told in self._told if told.place < place]
        back = [
            event.chips
            for at, event in enumerate(self._scene.events[:place])
            if isinstance(event, Paid) and before and at > before[-1].place
        ]
        return (before[-1].pot if before else 0) - sum(back)

    def _dealt(self, event: Dealt) -> None:
        text = cards.names(event.cells, self._words)
        if event.zone == "board":
            self._board += known(event.cells)
            self._say(text)
        elif self._kind.forehead and event.seat == self._scene.table.me and not text:
            self._say(self._words("betting.log.hand", cards=forehead.UNSEEN))
        elif text and event.seat is not None:
            mine = event.seat == self._scene.table.me
            key = "betting.log.hand" if mine else "betting.log.hand_of"
            if self._draws:
                key = "exchange.log.got" if mine else "exchange.log.got_by"
            self._say(self._words(key, name=self._name(event.seat), cards=text))

    def _shown(self, event: Shown) -> None:
        words = self._words
        text = cards.names(event.cells, words)
        line = words("betting.log.shown", name=self._name(event.seat), cards=text)
        made = self._named(event) if self._kind.draws or self._is_whole(event) else ""
        if not made:
            self._open.append(event)
        if self._kind.size > 4:
            # Five cards and what they come to would be too long for one line.
            for part in shown(line, made):
                self._say(part)
        else:
            self._say(f"{line} · {made}" if made else line)

    def _is_whole(self, event: Shown) -> bool:
        """Whether an open hand has all the cards that it will have."""
        if self._kind.stud:
            return len(event.cells) + len(self._board) >= self._kind.size
        return len(self._board) == BOARD

    def _named(self, event: Shown) -> str:
        """What an open hand has come to, and its low."""
        words = self._words
        held = holding(self._kind, event.cells, self._board)
        if held.name is None:
            return cards.names(event.cells, words)
        name = cards.hand_line(held.name, words)
        low = low_ranks(held.low, words)
        return f"{name} · {words('betting.low_head')} {low}" if low else name

    # ── chips ──────────────────────────────────────────────────────────────────────────────────

    def _posted(self, place: int) -> None:
        """All forced bets of one kind in one line."""
        events, words = self._scene.events, self._words
        event = events[place]
        assert isinstance(event, Posted)
        before = events[place - 1] if place else None
        if isinstance(before, Posted) and before.kind == event.kind:
            return
        run: list[Posted] = []
        for later in events[place:]:
            if not isinstance(later, Posted) or later.kind != event.kind:
                break
            run.append(later)
        key = f"betting.post.{event.kind}"
        if not words.has(key):
            key = "betting.post.other"
        if len(run) > 2 and len({one.chips for one in run}) == 1:
            count, chips = len(run), words.number(event.chips)
            self._say(words(f"{key}_all", count=count, chips=chips))
            return
        said = (words(self._post_key(one, key), **self._facts(one)) for one in run)
        self._say(" · ".join(said))

    def _post_key(self, event: Posted, key: str) -> str:
        if event.kind != "blind" or self._view is None:
            return key
        markers = self._view.seats[event.seat].markers
        for marker in ("small_blind", "big_blind"):
            if marker in markers:
                return f"betting.post.{marker}"
        return key

    def _facts(self, event: Posted) -> dict[str, object]:
        return {"name": self._name(event.seat), "chips": self._words.number(event.chips)}

    def _acted(self, group: list[Told] | None) -> None:
        if group is None:
            return
        palette, words, first = self._palette, self._words, group[0]
        names = [self._name(told.seat) for told in group]
        text = sentence(first, spread(names, words), words, many=len(names) > 1)
        if first.deed == "bring_in" and (card := opened_with(self._scene.events, first.seat)):
            text = words("stud.bring_in", deed=text, card=cards.name(card, words))
        if put := self._put_away(first):
            text += f": {put}"
        key = key_of(first)
        style = palette.muted
        if "all_in" in key:
            style = palette.bad
        elif key in {"bet", "raise"}:
            style = palette.accent
        elif any(told.seat == self._scene.table.me for told in group):
            style = palette.text
        self._lines.append(cards.coloured(text, style, palette))

    def _put_away(self, told: Told) -> str:
        """The cards that were put away, for whoever may see them."""
        event = self._scene.events[told.place]
        if not isinstance(event, Acted) or not isinstance(event.action, Discard):
            return ""
        return cards.names(event.action.cards, self._words)

    def _paid_out(self, event: Paid) -> None:
        words = self._words
        facts = {"name": self._name(event.seat), "chips": words.number(event.chips)}
        if event.source == "uncalled":
            self._say(words("betting.log.returned", **facts))
            return
        notes = [] if self._view is None else [n for n in self._view.notes if n.code == "won"]
        text = words("betting.log.won", **facts)
        if self._view is not None and len(self._view.pots) > 1 and self._paid < len(notes):
            pots = len(self._view.pots)
            text += f" · {pot_name(fact(notes[self._paid], 'pot'), pots, words)}"
        self._paid += 1
        self._lines.append(((text, self._palette.good),))

    # ── lines ──────────────────────────────────────────────────────────────────────────────────

    def _name(self, seat: int) -> str:
        return say.player(self._scene, seat, self._words)

    def _say(self, text: str) -> None:
        if text:
            self._lines.append(cards.coloured(text, self._palette.muted, self._palette))

    def _head(self, text: str) -> None:
        self._lines.append(cards.coloured(f"── {text} ──", self._palette.muted, self._palette))
