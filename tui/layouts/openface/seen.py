"""What a table of open-face or Pineapple shows, read off its view once for drawing and for keys."""

from functools import cached_property
from typing import Literal

from msgspec import Struct

from engine.kit import royalties
from engine.kit.outlook import Dead, dead, so_far, unseen
from engine.kit.rows import ROWS
from engine.kit.royalties import Kind, Royalties, leads
from engine.values.cards import Card, Cell
from engine.values.draft import FULL, Rows
from engine.values.offers import Lay, SetRows, Throw, real
from engine.values.view import View
from engine.values.why import Facts
from protocol.messages import TableView
from tui.canvas import say
from tui.canvas.scene import Scene
from tui.canvas.sorting import Sorting, begun, is_meant
from tui.layouts.arranging.rows import known
from tui.layouts.openface.laying import away
from tui.locale import Words

CARDS = sum(FULL)
FIRST = 5  # cards of the first turn
EACH = {"openface": 1, "pineapple": 2}  # cards that each later turn lays

# What the viewer decides on: five cards, one, three of which one goes away, that one alone, all
# cards of Fantasyland.
Task = Literal["first", "one", "three", "throw", "set"]


class Board(Struct, frozen=True):
    """One player's rows, as far as they are seen.

    `at_once`: the cards of Fantasyland, where its player is there, 0 elsewhere; `ready`: they are
    set. `hand`: cards that are still to be laid, `away` those thrown away.
    """

    seat: int
    rows: Rows
    at_once: int = 0
    ready: bool = False
    hand: tuple[Cell, ...] = ()
    away: tuple[Cell, ...] = ()

    @property
    def count(self) -> int:
        """How many cards lie in the rows."""
        return sum(map(len, self.rows))

    @property
    def covered(self) -> bool:
        """Whether it lies face down."""
        return self.at_once > 0 and not self.count


class Seen:
    """A deal as its viewer sees it; made anew for every frame.

    Seats are the table's chairs. `me`: the viewer's own, None for whoever is not dealt in. `bottom`
    is the seat whose board is shown large: one's own, else the one that the cursor follows.
    `others`: the other ones, in the order in which they play after it.
    """

    def __init__(self, scene: Scene, words: Words, view: View) -> None:
        self.scene = scene
        self.words = words
        self.view = view
        seats = [seat for seat, one in enumerate(view.seats) if one.status != "out"]
        me = scene.table.me
        self.me: int | None = me if me in seats else None
        self.seats = tuple(seats)
        first = self.me if self.me is not None else scene.ui.cursor
        at = seats.index(first) if first in seats else 0
        around = (*seats[at:], *seats[:at])
        self.bottom: int | None = around[0] if around else None
        self.others = around[1:]

    @property
    def table(self) -> TableView:
        """The table as received."""
        return self.scene.table

    @property
    def over(self) -> bool:
        """Whether the deal is."""
        return self.view.phase == "over"

    @property
    def kind(self) -> Kind:
        """Which of the two games it is."""
        return "pineapple" if self.table.game == "pineapple" else "openface"

    @property
    def round(self) -> int:
        """The number of the turn that everybody has now, from 1."""
        counter = self.view.counter("round")
        return 1 if counter is None else counter.value

    # ── how it is counted ──────────────────────────────────────────────────────────────────────

    @cached_property
    def counting(self) -> Facts:
        """How rows are counted here."""
        return next((note.facts for note in self.view.notes if note.code == "counting"), {})

    @property
    def royalties(self) -> Royalties:
        """What rows earn here."""
        return royalties.NONE if self.counting.get("royalties") == "none" else royalties.OPEN

    @property
    def fantasyland(self) -> bool:
        """Whether it is played with Fantasyland."""
        return self.counting.get("cards") != 0

    @property
    def hints(self) -> bool:
        """Whether the table offers suggestions."""
        return self.table.options.get("hints") is True

    # ── who has what ───────────────────────────────────────────────────────────────────────────

    def name(self, seat: int) -> str:
        """Who plays there."""
        return say.player(self.scene, seat, self.words)

    def board(self, seat: int) -> Board:
        """A seat's board."""
        front, middle, back = (known(self._cells(f"{name}.{seat}")) for name in ROWS)
        at_once = next(
            (
                count
                for note in self.view.notes
                if (note.code, note.seat) == ("in_fantasyland", seat)
                and isinstance(count := note.facts.get("cards"), int)
            ),
            0,
        )
        return Board(
            seat,
            (front, middle, back),
            at_once,
            "ready" in self.view.seats[seat].markers,
            self._cells(f"hand.{seat}"),
            self._cells(f"away.{seat}"),
        )

    def _cells(self, zone: str) -> tuple[Cell, ...]:
        found = self.view.zone(zone)
        return found.cells if found else ()

    @cached_property
    def own(self) -> Board | None:
        """The board that is shown large."""
        return None if self.bottom is None else self.board(self.bottom)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that lie nowhere for the viewer to see."""
        return unseen(card for zone in self.view.zones for card in known(zone.cells))

    def leads(self, board: Board, rows: Rows) -> tuple[bool, bool, bool]:
        """Which rows, as they lie, lead to Fantasyland, or keep their player there."""
        if not self.fantasyland:
            return False, False, False
        front, middle, back = (
            leads(at, so_far(row), self.kind, inside=board.at_once > 0)
            for at, row in enumerate(rows)
        )
        return front, middle, back

    def dead(self, board: Board) -> Dead | None:
        """Whether somebody else's rows must become a foul."""
        return dead(board.rows, self.unseen)

    def acts(self, seat: int) -> bool:
        """Whether others wait for a seat: it lays cards, or is the last in Fantasyland."""
        waits = seat in self.view.to_act and not self.over
        return waits and (self.view.phase == "set" or not self.board(seat).at_once)

    # ── the viewer's turn ──────────────────────────────────────────────────────────────────────

    @property
    def mine(self) -> bool:
        """Whether the viewer has something to decide now."""
        return self.me is not None and bool(real(self.table.offers)) and not self.over

    @property
    def pressed(self) -> bool:
        """Whether the viewer's time runs; in Fantasyland it does not while others lay cards."""
        return self.mine and not (self.task == "set" and self.view.phase == "lay")

    @cached_property
    def task(self) -> Task | None:
        """What the viewer decides on; None: nothing."""
        if not self.mine:
            return None
        for offer in real(self.table.offers):
            match offer:
                case SetRows():
                    return "set"
                case Throw():
                    return "throw"
                case Lay(cards):
                    if self.sorting is not None and self.sorting.rest:
                        return "three"
                    # The first five are one turn, however many of them lie already.
                    return "one" if len(cards) == 1 and self.round > 1 else "first"
        return None

    @cached_property
    def sorting(self) -> Sorting | None:
        """Where the cards of the turn are to go, as far as that is chosen."""
        kept = self.scene.ui.sorting
        if kept is not None and is_meant(kept, self.table):
            return kept
        return begun(self.table, self.table.draft)

    @property
    def thrown(self) -> Card | None:
        """The card that goes away with Enter; None: none does, or it is not chosen yet."""
        if self.task == "throw":
            held = () if self.own is None else known(self.own.hand)
            return held[0] if held else None
        now = self.sorting
        return None if now is None or self.task != "three" else away(now)

    @property
    def rows(self) -> Rows:
        """The rows of the board shown large, with the cards that are held over them.

        While a suggestion is looked at, those are its cards.
        """
        lying, now = self._lying, self.sorting
        if now is None:
            return lying
        shown = now.shown if now.ghosts else None
        front, middle, back = (
            (*row, *held) for row, held in zip(lying, shown or now.draft.rows, strict=True)
        )
        return front, middle, back

    @property
    def _lying(self) -> Rows:
        """The same without them."""
        return ((), (), ()) if self.own is None else self.own.rows

    @property
    def coming(self) -> int:
        """How many cards more will lie in these rows once this turn is over."""
        now = self.sorting
        turn = 0 if now is None else sum(map(len, now.draft.rows)) + now.left
        return CARDS - sum(map(len, self._lying)) - turn

    @cached_property
    def doomed(self) -> Dead | None:
        """Whether the rows, with the cards held over them, must become a foul."""
        now = self.sorting
        tray = () if now is None or not now.left else now.tray
        return dead(self.rows, (*self._later, *tray))

    @cached_property
    def risky(self) -> Dead | None:
        """The foul that only the cards held over the rows make certain."""
        now, own = self.sorting, self.own
        if now is None or own is None or self.doomed is None:
            return None
        was = dead(own.rows, (*self._later, *now.cards))
        return self.doomed if was is None else None

    @property
    def _later(self) -> tuple[Card, ...]:
        """The cards that may still come to the rows after this turn; none where it fills them."""
        return () if self.sorting is not None and not self.coming else self.unseen


def see(scene: Scene, words: Words) -> Seen | None:
    """The deal that runs; None where none does, for a result is drawn otherwise."""
    view = scene.table.view
    if view is None or scene.table.stage != "running":
        return None
    seen = Seen(scene, words, view)
    return seen if seen.seats else None
