"""What a table of Pokerface shows, read off its view once for drawing and for keys."""

from typing import cast

from msgspec import Struct

from engine.values.cards import Cell, Suit, Token
from engine.values.offers import Barred, Pass, Ready, Take, real
from engine.values.view import Note, View
from engine.values.why import Why
from protocol.messages import DealScore, TableView
from tui.canvas import say
from tui.canvas.scene import Scene
from tui.layouts.waiting import looked_at
from tui.locale import Words

ROUNDS: tuple[Suit, ...] = ("c", "d", "h", "s")
MOST_DEALS = {False: 5, True: 6}  # by soft landing: three successes, and all but one failure


class Seen(Struct, frozen=True):
    """A deal as its viewer sees it.

    order: the seats as rows, fixed for the whole match, the viewer last. suit: the round that
    runs, None at the showdown. racks: for each round begun, the holder of each token in number
    order (None: the centre). takes: tokens that may be taken, with their holders.
    """

    scene: Scene
    words: Words
    view: View
    order: tuple[int, ...]
    me: int | None
    suit: Suit | None
    brake: bool
    racks: dict[Suit, tuple[int | None, ...]]
    skipped: frozenset[str]
    notes: dict[int, Note]
    takes: dict[int, int | None]

    @property
    def table(self) -> TableView:
        """The table as received."""
        return self.scene.table

    @property
    def over(self) -> bool:
        """Whether the match has ended with this deal."""
        return self.table.ended is not None and self.table.stage != "running"

    @property
    def rack(self) -> tuple[int | None, ...]:
        """The running round's tokens."""
        return self.racks.get(self.suit, ()) if self.suit else ()

    @property
    def own(self) -> int | None:
        """The viewer's token of the running round."""
        return self.held(self.suit, self.me) if self.suit and self.me is not None else None

    @property
    def open(self) -> bool:
        """Whether all act at once."""
        return self.view.counter("ready") is not None

    @property
    def mine(self) -> bool:
        """Whether the viewer can do something now."""
        return bool(real(self.table.offers))

    @property
    def showdown(self) -> bool:
        """Whether the hands are open."""
        return self.view.phase == "showdown"

    @property
    def passing(self) -> Pass | Ready | None:
        """The offer to pass, or to agree, if it stands."""
        return next((o for o in real(self.table.offers) if isinstance(o, Pass | Ready)), None)

    @property
    def barred(self) -> Why | None:
        """Why passing or agreeing is not offered, if the table says so."""
        return next(
            (
                offer.why
                for offer in self.table.offers
                if isinstance(offer, Barred) and offer.verb in {"pass", "ready"}
            ),
            None,
        )

    @property
    def cursor(self) -> int | None:
        """The token that Enter takes: the chosen one, else the first in the centre."""
        chosen = self.scene.ui.cursor
        if chosen in self.takes:
            return chosen
        centre = (number for number, holder in self.takes.items() if holder is None)
        return next(centre, next(iter(self.takes), None))

    def name(self, seat: int) -> str:
        """Who plays there."""
        return say.player(self.scene, seat, self.words)

    def bot_plays(self, seat: int) -> bool:
        """Whether a bot plays there for somebody who is missing."""
        return 0 <= seat < len(self.table.chairs) and self.table.chairs[seat].stand_in

    def held(self, suit: Suit, seat: int) -> int | None:
        """The token that the seat holds, or held, in that suit's round."""
        rack = self.racks.get(suit, ())
        return rack.index(seat) + 1 if seat in rack else None

    def hand(self, seat: int) -> tuple[Cell, ...]:
        """The seat's own two cards, hidden or not."""
        zone = self.view.zone(f"hand.{seat}")
        return zone.cells if zone else ()

    def board(self) -> tuple[Cell, ...]:
        """The five places in the middle."""
        zone = self.view.zone("board")
        return zone.cells if zone else ()

    def count(self, counter: str) -> tuple[int, int]:
        """A counter's value and end; 0 of 0 if there is none."""
        found = self.view.counter(counter)
        return (found.value, found.of or 0) if found else (0, 0)

    def outcome(self) -> Note | None:
        """How the deal ended, once it has."""
        notes = (note for note in self.view.notes if note.code in {"success", "failure"})
        return next(notes, None)

    def revealed(self) -> tuple[Note, ...]:
        """The hands of the showdown in the order in which they are shown."""
        hands = [note for note in self.view.notes if note.code == "hand"]
        return tuple(sorted(hands, key=lambda note: fact(note, "order")))

    def shown(self) -> int:
        """How many hands of the showdown are to be seen so far."""
        count = len(self.revealed())
        wanted = self.scene.ui.revealed
        return count if wanted is None else max(0, min(count, wanted))

    def revealing(self) -> bool:
        """Whether hands of the showdown are still to come."""
        return self.showdown and self.shown() < len(self.revealed())

    def told(self) -> bool:
        """Whether the hands revealed so far say how the deal ends: all, or a weaker one."""
        shown = self.revealed()[: self.shown()]
        weaker = any(hand.facts.get("compare") == "weaker" for hand in shown)
        return weaker or not self.revealing()


def see(scene: Scene, words: Words) -> Seen | None:
    """The deal on the table; None where there is none to be seen.

    When somebody has left after a showdown the table waits, but the others still look at the
    hands: each of them until they say that they are ready.
    """
    table = scene.table
    view = looked_at(table, "showdown")
    if view is None:
        return None
    count = len(view.seats)
    me = table.me
    first = 0 if me is None else me + 1
    phase, _, about = view.phase.partition(".")
    racks = {
        cast(Suit, zone.id.partition(".")[2]): tuple(
            cell.holder for cell in zone.cells if isinstance(cell, Token)
        )
        for zone in view.zones
        if zone.kind == "rack"
    }
    return Seen(
        scene=scene,
        words=words,
        view=view,
        order=tuple((first + place) % count for place in range(count)),
        me=me,
        suit=about if about in ROUNDS else None,
        brake=phase == "brake",
        racks=racks,
        skipped=frozenset(str(n.facts.get("suit")) for n in view.notes if n.code == "skipped"),
        notes={n.seat: n for n in view.notes if n.seat is not None and n.code != "hand"},
        takes={o.token: o.holder for o in real(table.offers) if isinstance(o, Take)},
    )


def fact(note: Note, key: str) -> int:
    """A whole number among a note's facts; −1 if it is not there."""
    value = note.facts.get(key)
    return value if isinstance(value, int) else -1


def past(score: DealScore, key: str) -> int:
    """A whole number among an earlier deal's facts; −1 if it is not there."""
    value = score.scored.facts.get(key)
    return value if isinstance(value, int) else -1
