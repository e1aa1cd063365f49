"""A record played back through its game, line by line."""

from collections import Counter, deque
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from msgspec import Struct

from engine.record.errors import RecordError
from engine.record.forms import FORMS, Form
from engine.record.notation import (
    BadLine,
    Deal,
    Hand,
    Line,
    Move,
    Show,
    action,
    dealt_line,
    parse,
    shown_hand,
)
from engine.record.reading import Record, parsed, read
from engine.record.told import Asked, Told, merged
from engine.values import actions
from engine.values.cards import Card, Hidden
from engine.values.events import Acted, Dealt, Event, Events, Scored, Shown
from engine.values.offers import admitted
from engine.values.secret import opened_all
from engine.values.why import Illegal


class Step(NamedTuple):
    """What one line told: its number from 1 (0: before the first), the events."""

    action: int
    events: Events


class Replayed(Struct, frozen=True):
    """A record played back as far as it goes.

    `events` are those that the lines have told, secrets labelled. `state` is the game's: it may
    be ahead by cards that it has dealt and no line has told yet. `hands` are the players' cards
    as far as they are known. `complete`: the deal is over by the rules, with its result.
    """

    record: Record
    steps: tuple[Step, ...]
    state: Struct
    hands: tuple[Hand, ...]
    complete: bool

    @property
    def events(self) -> Events:
        """All that the lines have told, in order."""
        return tuple(event for step in self.steps for event in step.events)


def replay(record: Record) -> Replayed:
    """Play the record's lines; RecordError at the first that the rules or the notation refuse."""
    playing = _Playing(record)
    for number, text in enumerate(record.lines, 1):
        try:
            line = parse(text)
            if line is not None:
                playing.play(line)
        except BadLine as bad:
            raise RecordError(number, bad.code, **bad.facts) from None
        except Illegal as refused:
            code: Any = refused.why.code
            raise RecordError(number, code, **refused.why.facts) from None
        playing.tell(number)
    playing.end()
    return playing.played()


def summary(replayed: Replayed) -> dict[str, Any]:
    """What came of a deal, by the keys of records.md "Replay", without `file`."""
    record, state = replayed.record, replayed.state
    form = FORMS[record.variant]
    result = form.game.result(state) if replayed.complete else None
    net = result.net if result is not None else (0,) * len(record.names)
    told = Told(record.setup, replayed.events, replayed.hands, state, replayed.complete)
    return {
        "variant": record.variant,
        "complete": replayed.complete,
        "net": list(net),
        **form.summary(told),
    }


def replay_text(text: str) -> dict[str, Any]:
    """The summary of the record in `text`, or what is wrong with it; it never raises RecordError.

    A failing one has `error_action`, `error` (a code) and `facts` (what the code's sentence
    needs) in place of the rest.
    """
    try:
        return summary(replay(read(text)))
    except RecordError as error:
        return {
            "variant": _variant(text),
            "complete": False,
            "error_action": error.action,
            "error": error.why.code,
            "facts": error.why.facts,
        }


def _variant(text: str) -> str | None:
    try:
        variant = parsed(text).get("variant")
    except RecordError:
        return None
    return variant if isinstance(variant, str) else None


class _Playing:
    """The game and the lines in lock-step: what the game has done waits until a line tells it."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._form: Form = FORMS[record.variant]
        self._players = len(record.names)
        lines = _readable(record.lines)
        chance = self._form.chance(lines, self._players)
        self._state, events = self._form.game.new(record.options, record.setup, chance)
        self._waiting: deque[Event] = deque(events)
        self._told: list[Event] = []
        self._hands: list[Hand] = [()] * self._players
        self._known: set[Card] = set()
        self._showing = Counter(line.player - 1 for line in lines if isinstance(line, Show))
        self._shows: dict[int, bool] = {}
        self._opened: dict[int, int] = {}
        self._over = False
        self._steps: list[Step] = []
        self.tell(0)

    def play(self, line: Line) -> None:
        """Follow one line; BadLine or Illegal if it does not belong here."""
        if isinstance(line, Deal):
            self._deal(line)
        elif isinstance(line, Show):
            self._show(line)
        else:
            self._move(line)

    def tell(self, number: int) -> None:
        """All that needs no line of its own has been told by line `number`."""
        self._flush()
        self._decide()
        self._steps.append(Step(number, tuple(self._told)))
        self._told.clear()

    def end(self) -> None:
        """No line is left: hands that none has mentioned are shown."""
        while self._due() is None and (asked := self._asked()) is not None:
            self._choose(asked.seats[0], True)
            self._decide()
        if self._over and self._shows:
            for seat in self._form.showable(self._state):
                self._open(seat)
        self.tell(len(self._record.lines))

    def played(self) -> Replayed:
        """All of it so far."""
        steps = tuple(step for step in self._steps if step.events)
        return Replayed(self._record, steps, self._state, tuple(self._hands), self._over)

    def _due(self) -> Dealt | None:
        """What the dealer's next line has to deal."""
        event = next(merged(self._waiting), None)
        return event if isinstance(event, Dealt) else None

    def _parts(self) -> int:
        """How many events that line tells: cards down and cards up are two."""
        seat = cast(Dealt, self._waiting[0]).seat
        following = self._waiting[1] if len(self._waiting) > 1 else None
        both = seat is not None and isinstance(following, Dealt) and following.seat == seat
        return 2 if both else 1

    def _deal(self, line: Deal) -> None:
        if line.player is not None:
            self._seat(line.player)
        due = self._due()
        if due is None:
            raise BadLine("no_deal_due")
        player = None if due.seat is None else due.seat + 1
        if line.player != player or len(line.cards) != len(due.cells):
            raise BadLine("wrong_deal", due=dealt_line(player), cards=len(due.cells))
        cells = zip(line.cards, opened_all(due.cells), strict=True)
        dealt = tuple(card if card.known else cast(Card, cell) for card, cell in cells)
        # What the game deals itself may come again: it was put away and shuffled into the stub.
        for card, cell in zip(dealt, opened_all(due.cells), strict=True):
            if card != cell:
                self._note((card,))
            self._known.update((card,) if card.known else ())
        for _ in range(self._parts()):
            self._told.append(self._waiting.popleft())
        if due.seat is not None:
            self._hands[due.seat] += dealt

    def _show(self, line: Show) -> None:
        seat = self._seat(line.player)
        self._showing[seat] -= 1
        asked = self._asked()
        if asked is not None and seat in asked.seats:
            if not asked.free:
                self._turn_to(seat)
            if line.muck and self._contenders() == [seat]:
                raise Illegal("no_such_action")  # all others have given up
            self._reveal(seat, line.cards)
            self._choose(seat, not line.muck)
            if len(self._contenders()) == 1:
                self._waiting.clear()  # whoever is left needs no board to win
            return
        showable = self._form.showable(self._state)
        if not showable and self._form.asked(self._state) is None:
            raise BadLine("too_early")
        late = self._offered_late(seat)
        if line.muck or not (late or self._shows.get(seat, seat in showable)):
            raise Illegal("no_such_action")  # it lies open, or was given up
        self._reveal(seat, line.cards)
        if late:
            self._state, _ = self._form.game.apply(self._state, seat, actions.Show())
        self._open(seat)

    def _offered_late(self, seat: int) -> bool:
        """Whether the seat may show after the deal what it has not shown in it."""
        game, state = self._form.game, self._state
        return game.result(state) is not None and admitted(game.offers(state, seat), actions.Show())

    def _asked(self) -> Asked | None:
        """Who has yet to decide whether to show; None: nobody."""
        asked = self._form.asked(self._state)
        left = [] if asked is None else [seat for seat in asked.seats if seat not in self._shows]
        return asked._replace(seats=tuple(left)) if asked is not None and left else None

    def _turn_to(self, seat: int) -> None:
        """Whoever comes before `seat` and is never mentioned shows; who is waits for his turn."""
        while (asked := self._asked()) is not None and asked.seats[0] != seat:
            if self._showing[asked.seats[0]]:
                raise Illegal("not_your_turn")
            self._choose(asked.seats[0], True)
            self._decide()

    def _contenders(self) -> list[int]:
        asked = self._form.asked(self._state)
        seats = asked.seats if asked is not None else ()
        return [seat for seat in seats if self._shows.get(seat, True)] + [
            *self._form.showable(self._state)
        ]

    def _choose(self, seat: int, shows: bool) -> None:
        self._shows[seat] = shows
        if shows:
            self._open(seat)
        else:
            self._told.append(Acted(seat, actions.Muck()))

    def _open(self, seat: int) -> None:
        """A hand is told to lie open as soon as all of it is known; again if it has grown since."""
        size = len(self._hands[seat])
        if self._opened.get(seat) != size and all(card.known for card in self._hands[seat]):
            self._opened[seat] = size
            self._told.append(Shown(seat, self._hands[seat]))

    def _decide(self) -> None:
        """What was chosen is done in the game's order, as soon as its cards are told."""
        while self._due() is None and (asked := self._form.asked(self._state)) is not None:
            seat = asked.seats[0]
            if seat not in self._shows:
                break
            decided = actions.Show() if self._shows[seat] else actions.Muck()
            self._state, events = self._form.game.apply(self._state, seat, decided)
            self._waiting.extend(e for e in events if not isinstance(e, Acted | Shown))
            self._flush()

    def _flush(self) -> None:
        while self._waiting and not isinstance(self._waiting[0], Dealt):
            event = self._waiting.popleft()
            self._over |= isinstance(event, Scored)
            if isinstance(event, Shown):
                self._opened[event.seat] = len(event.cells)
            self._told.append(event)

    def _reveal(self, seat: int, cards: Hand | None) -> None:
        if cards is None:
            return
        full = shown_hand(self._hands[seat], cards)
        if full is None:
            raise BadLine("other_cards")
        before = self._hands[seat]
        self._note(tuple(card for card, old in zip(full, before, strict=True) if card != old))
        self._hands[seat] = full

    def _move(self, line: Move) -> None:
        seat = self._seat(line.player)
        due = self._due()
        if due is not None and not self._meanwhile(seat):
            player = None if due.seat is None else due.seat + 1
            raise BadLine("deal_due", due=dealt_line(player), cards=len(due.cells))
        decided = action(line, self._form.game.offers(self._state, seat))
        self._state, events = self._form.game.apply(self._state, seat, decided)
        (self._waiting if due is None else self._told).extend(events)
        match decided:
            case actions.Discard(put):
                self._leave(seat, put)
            case actions.Place(card, _):
                self._leave(seat, (card,))
                # An unknown card has a name from here on.
                self._known.add(card)
            case actions.Lay(card, _):
                # It stays one of the player's own.
                self._known.add(card)
            case actions.Throw(thrown):
                self._leave(seat, (thrown,))
            case actions.SetRows(front, middle, back):
                rows = (*front, *middle, *back)
                self._hands[seat] = tuple(card for card in self._hands[seat] if card in rows)
                self._known.update(self._hands[seat])
            case _:
                pass

    def _meanwhile(self, seat: int) -> bool:
        """Whether the seat may decide although cards are due: it has been told its own."""
        untold = any(isinstance(event, Dealt) and event.seat == seat for event in self._waiting)
        return not untold and self._form.meanwhile(self._state, seat)

    def _leave(self, seat: int, put: Sequence[Card | Hidden]) -> None:
        """Cards leave a player's hand."""
        kept = list(self._hands[seat])
        for card in put:
            kept.remove(cast(Card, card))
        self._hands[seat] = tuple(kept)

    def _seat(self, player: int) -> int:
        if player > self._players:
            raise BadLine("no_such_player", player=player)
        return player - 1

    def _note(self, dealt: Hand) -> None:
        for card in dealt:
            if card in self._known:
                raise BadLine("card_twice", card=str(card))
            if card.known:
                self._known.add(card)


def _readable(lines: Sequence[str]) -> list[Line]:
    """The lines up to the first that can't be read: nothing after it is ever played."""
    found: list[Line] = []
    for text in lines:
        try:
            line = parse(text)
        except BadLine:
            break
        if line is not None:
            found.append(line)
    return found
