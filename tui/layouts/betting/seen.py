"""What a betting table shows, read off its view once for drawing and for keys."""

from functools import cached_property

from engine.values import offers
from engine.values.cards import Cell
from engine.values.offers import Barred, Offer, Verb, real
from engine.values.view import Note, SeatView, View, ZoneKind
from engine.values.why import Why
from protocol.messages import TableView
from tui.canvas import say
from tui.canvas.scene import Scene
from tui.layouts import cash
from tui.layouts.betting.course import Told, course
from tui.layouts.betting.hands import Holding, holding
from tui.layouts.betting.kinds import Kind, kind_of
from tui.layouts.stakes import Structure, number, stakes, structure_of
from tui.layouts.waiting import looked_at
from tui.locale import Words


class Seen:
    """A deal as its viewer sees it; made anew for every frame.

    Seats are the table's chairs; who is not dealt in is `out`. order: the other ones clockwise from
    the viewer's left (a spectator sits in nobody's place: from seat 0's left, seat 0 at the
    bottom).
    """

    def __init__(self, scene: Scene, words: Words, view: View) -> None:
        self.scene = scene
        self.words = words
        self.view = view
        self.me: int | None = scene.table.me
        count = len(view.seats)
        first = 0 if self.me is None else self.me
        self.bottom = first
        self.order = tuple((first + place) % count for place in range(1, count))
        self.kind: Kind = kind_of(scene.table.game)

    @property
    def table(self) -> TableView:
        """The table as received."""
        return self.scene.table

    @property
    def played(self) -> int | None:
        """The viewer's seat in the deal; None where somebody else had the chair then."""
        players = self.table.players
        if self.me is None or not players or self.me >= len(players):
            return self.me
        return self.me if players[self.me] == self.table.chairs[self.me].name else None

    @property
    def over(self) -> bool:
        """Whether the deal is."""
        return self.view.phase == "over"

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """What everybody did so far."""
        return course(self.scene.events, self.view, self.kind)

    @cached_property
    def last(self) -> dict[int, Told]:
        """What every seat did last on the running street."""
        return {one.seat: one for one in self.told if one.street == self.view.phase}

    @property
    def mine(self) -> bool:
        """Whether the viewer has something to decide now."""
        return bool(real(self.table.offers)) and not self.over

    @property
    def own(self) -> SeatView | None:
        """The viewer's own seat."""
        return None if self.me is None else self.view.seats[self.me]

    @property
    def playing(self) -> bool:
        """Whether the viewer may still have something to decide in this deal."""
        return self.own is not None and self.own.status == "in" and not self.over

    # ── chips ──────────────────────────────────────────────────────────────────────────────────

    @property
    def pot(self) -> int:
        """All chips in the middle, what lies in front of the seats included."""
        return self.gathered + self.bets

    @property
    def gathered(self) -> int:
        """The chips of earlier streets."""
        return sum(pot.chips for pot in self.view.pots)

    @property
    def bets(self) -> int:
        """The chips in front of the seats."""
        return sum(self.bet(seat) for seat in range(len(self.view.seats)))

    @property
    def high(self) -> int:
        """The amount to be matched on this street.

        Where there are blinds it is the big one at least in the first round, however short that
        was posted; after a bring-in likewise that.
        """
        highest = max((self.bet(seat) for seat in range(len(self.view.seats))), default=0)
        if self.view.phase != self.kind.streets[0]:
            return highest
        if not self.kind.stud:
            return max(highest, self.unit)
        return max(highest, self.brings) if highest else 0

    @property
    def brings(self) -> int:
        """The bring-in of a stud deal's first street; 0 elsewhere."""
        counter = self.view.counter("bring_in")
        return 0 if counter is None else counter.value

    def bet(self, seat: int) -> int:
        """What lies in front of a seat."""
        return self.view.seats[seat].bet or 0

    def stack(self, seat: int) -> int:
        """What a seat has left, or has beside the deal."""
        left = self.view.seats[seat].stack
        if left is None and seat < len(self.table.chairs):
            left = cash.stack(self.table, seat)
        return left or 0

    # ── options of the table ───────────────────────────────────────────────────────────────────

    @property
    def structure(self) -> Structure:
        """What a bet may be here."""
        return structure_of(self.table.options)

    @property
    def unit(self) -> int:
        """The big blind, or the small bet of a limit."""
        return number(self.table.options, "bet", 10)

    @property
    def step(self) -> int:
        """The smallest change of an amount that makes sense: a big blind, but at least a chip."""
        return max(1, self.unit)

    @property
    def hints(self) -> bool:
        """Whether the table counts for everybody how their cards may stand."""
        return self.table.options.get("hints") is True

    # ── offers ─────────────────────────────────────────────────────────────────────────────────

    def _offer(self, kind: type[Offer]) -> Offer | None:
        return next((one for one in real(self.table.offers) if isinstance(one, kind)), None)

    @property
    def fold(self) -> bool:
        """Whether folding is offered."""
        return self._offer(offers.Fold) is not None

    @property
    def check(self) -> bool:
        """Whether checking is offered."""
        return self._offer(offers.Check) is not None

    @property
    def call(self) -> int | None:
        """The price of a call, if one is offered."""
        found = self._offer(offers.Call)
        return found.price if isinstance(found, offers.Call) else None

    @property
    def raising(self) -> offers.Raise | None:
        """The offer to bet or raise."""
        found = self._offer(offers.Raise)
        return found if isinstance(found, offers.Raise) else None

    @property
    def bring_in(self) -> int | None:
        """What the viewer may bring a stud deal in for, if that is asked."""
        found = self._offer(offers.BringIn)
        return found.price if isinstance(found, offers.BringIn) else None

    @property
    def discard(self) -> offers.Discard | None:
        """The offer to exchange cards."""
        found = self._offer(offers.Discard)
        return found if isinstance(found, offers.Discard) else None

    @property
    def completes(self) -> bool:
        """Whether a raise now takes a mere bring-in, or none yet, to the full bet."""
        first = self.kind.stud and self.view.phase == self.kind.streets[0]
        raises = self.raising
        full = raises is not None and self.matched <= self.brings < self.unit <= raises.hi
        return first and full

    @property
    def showing(self) -> bool:
        """Whether the viewer is asked to show or to muck."""
        return self._offer(offers.Show) is not None

    @property
    def matched(self) -> int:
        """The street's total that a call comes to; what raises are counted from."""
        own = 0 if self.me is None else self.bet(self.me)
        return own + (self.call or 0)

    @property
    def opens(self) -> bool:
        """Whether a raise now would be the first bet of the street."""
        return self.matched == 0

    def all_in(self) -> int | None:
        """The street's total that all of the viewer's chips come to."""
        return None if self.me is None else self.bet(self.me) + self.stack(self.me)

    def barred(self, verb: Verb) -> Why | None:
        """Why something is not offered, if the table says so."""
        return next(
            (one.why for one in self.table.offers if isinstance(one, Barred) and one.verb == verb),
            None,
        )

    # ── cards ──────────────────────────────────────────────────────────────────────────────────

    def down(self, seat: int) -> tuple[Cell, ...]:
        """The seat's cards that were dealt face down, hidden or not."""
        return self._lying("hand", seat)

    def up(self, seat: int) -> tuple[Cell, ...]:
        """The seat's cards that were dealt open."""
        return self._lying("row", seat)

    def hand(self, seat: int) -> tuple[Cell, ...]:
        """The seat's own cards as they were dealt, hidden or not: in stud the last one is down."""
        down, first = self.down(seat), self.kind.down
        return (*down[:first], *self.up(seat), *down[first:]) if first else down

    def _lying(self, kind: ZoneKind, seat: int) -> tuple[Cell, ...]:
        zones = (one for one in self.view.zones if one.kind == kind and one.owner == seat)
        return next((zone.cells for zone in zones), ())

    @property
    def board(self) -> tuple[Cell, ...]:
        """The five places in the middle."""
        zone = self.view.zone("board")
        return zone.cells if zone else ()

    def holding(self, seat: int) -> Holding:
        """What the cards of a seat come to, as far as the viewer sees them."""
        return holding(self.kind, self.hand(seat), self.board)

    @property
    def opener(self) -> tuple[int, str] | None:
        """Whose open cards begin the street, and why: `low_card`, `high_card`, `best_board`."""
        for note in self.notes("opens"):
            why = note.facts.get("why")
            if note.seat is not None and isinstance(why, str):
                return note.seat, why
        return None

    def drew(self, seat: int) -> int | None:
        """How many cards a seat has exchanged; None: not yet."""
        return next((fact(note, "cards") for note in self.notes("drew") if note.seat == seat), None)

    # ── people ─────────────────────────────────────────────────────────────────────────────────

    def name(self, seat: int) -> str:
        """Who plays there."""
        return say.player(self.scene, seat, self.words)

    def dealt(self) -> list[int]:
        """The seats that the deal was dealt to."""
        return [seat for seat, one in enumerate(self.view.seats) if one.status != "out"]

    def live(self) -> list[int]:
        """The seats still in."""
        return [seat for seat, one in enumerate(self.view.seats) if one.status in {"in", "all_in"}]

    def empty(self, seat: int) -> bool:
        """Whether nobody sits in a chair that is not in the deal."""
        chairs = self.table.chairs
        out = self.view.seats[seat].status == "out"
        return out and seat < len(chairs) and chairs[seat].kind == "empty"

    def notes(self, code: str) -> list[Note]:
        """The notes of that code that belong to a seat."""
        return [note for note in self.view.notes if note.code == code and note.seat is not None]


def see(scene: Scene, words: Words) -> Seen | None:
    """The deal on the table; None where there is none to be seen."""
    view = looked_at(scene.table, "over")
    if view is None:
        return None
    return Seen(scene, words, view)


def game_title(table: TableView, words: Words) -> str:
    """The game with what is played for: `Hold'em NL 10/20`."""
    key = f"{table.game}.name"
    game = words(key) if words.has(key) else table.game
    return f"{game} {stakes(table.options, words)}"


def fact(note: Note, key: str) -> int:
    """A whole number among a note's facts; −1 if it is not there."""
    value = note.facts.get(key)
    return value if type(value) is int else -1
