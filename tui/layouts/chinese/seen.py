"""What a table of Chinese Poker shows while rows are set, read off its view once."""

from functools import cached_property

from engine.kit.rows import ROWS
from engine.kit.settling import Scoring
from engine.values.cards import Card, Cell, Empty
from engine.values.draft import FULL
from engine.values.offers import Barred, Declare, Offer, SetRows, Surrender, real
from engine.values.view import View
from protocol.messages import TableView
from tui.canvas import say
from tui.canvas.scene import Scene
from tui.canvas.sorting import Sorting, begun, is_meant, stands
from tui.layouts.arranging.rows import known
from tui.layouts.rows.counting import scoring
from tui.layouts.rows.seen import by_rank
from tui.locale import Words


class Seen:
    """A deal as its viewer sees it; made anew for every frame.

    `me`: the viewer's own seat, None for whoever is not dealt in. `seats` are those who play.
    """

    def __init__(self, scene: Scene, words: Words, view: View) -> None:
        self.scene = scene
        self.words = words
        self.view = view
        self.seats = tuple(s for s, one in enumerate(view.seats) if one.status != "out")
        self.me = scene.table.me if scene.table.me in self.seats else None

    @property
    def table(self) -> TableView:
        """The table as received."""
        return self.scene.table

    @property
    def others(self) -> tuple[int, ...]:
        """Who else plays, in the order of the chairs from the viewer's left on."""
        if self.me is None:
            return self.seats
        at = self.seats.index(self.me)
        return self.seats[at + 1 :] + self.seats[:at]

    @cached_property
    def counting(self) -> Scoring:
        """How rows are counted here."""
        return scoring(self.table.game, self.table.options)

    @property
    def royalties(self) -> bool:
        """Whether rows can earn more than their unit."""
        return any(self.counting.royalties)

    @property
    def hints(self) -> bool:
        """Whether the table has suggestions."""
        return self.table.options.get("hints") is True

    # ── who has done what ──────────────────────────────────────────────────────────────────────

    def name(self, seat: int) -> str:
        """Who plays there."""
        return say.player(self.scene, seat, self.words)

    def ready(self, seat: int) -> bool:
        """Whether a seat has made its choice."""
        return "ready" in self.view.seats[seat].markers

    @property
    def missing(self) -> tuple[int, ...]:
        """The others who have not made theirs."""
        return tuple(seat for seat in self.others if not self.ready(seat))

    def row(self, seat: int, row: int) -> tuple[Cell, ...]:
        """A row of a seat as it lies, all of its places."""
        zone = self.view.zone(f"{ROWS[row]}.{seat}")
        return ((zone.cells if zone else ()) + (Empty(),) * FULL[row])[: FULL[row]]

    # ── the viewer's own ───────────────────────────────────────────────────────────────────────

    @cached_property
    def sorting(self) -> Sorting | None:
        """The viewer's arrangement; None where nothing is to be arranged."""
        held = self.scene.ui.sorting
        if held is not None and (is_meant(held, self.table) or stands(held, self.table)):
            return held
        return begun(self.table, self.table.draft)

    @property
    def chosen(self) -> bool:
        """Whether the viewer has made the choice."""
        return self.me is not None and self.ready(self.me)

    @property
    def rows(self) -> tuple[tuple[Card, ...], ...]:
        """The viewer's rows: as they are arranged so far or suggested, or as they were set."""
        now = self.sorting
        if now is not None:
            return now.draft.rows if now.shown is None or not now.ghosts else now.shown
        if self.me is None:
            return ((), (), ())
        return tuple(known(self.row(self.me, row)) for row in range(3))

    @property
    def unset(self) -> tuple[Card, ...]:
        """The viewer's cards, as they are read, where another choice was made than rows."""
        zone = self.view.zone(f"hand.{self.me}")
        return by_rank(known(zone.cells if zone else ()))

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What can be chosen now."""
        return real(self.table.offers)

    @property
    def setting(self) -> SetRows | None:
        """The offer to set rows."""
        return next((one for one in self.offers if isinstance(one, SetRows)), None)

    @property
    def surrender(self) -> Surrender | None:
        """The offer to give up."""
        return next((one for one in self.offers if isinstance(one, Surrender)), None)

    @property
    def declare(self) -> Declare | Barred | None:
        """The offer to announce a special hand, or why there is none; None: not played so."""
        return next(
            (
                one
                for one in self.table.offers
                if isinstance(one, Declare) or (isinstance(one, Barred) and one.verb == "declare")
            ),
            None,
        )


def see(scene: Scene, words: Words) -> Seen | None:
    """The deal that runs; None where none does, for a result is drawn otherwise."""
    view = scene.table.view
    if view is None or scene.table.stage != "running":
        return None
    seen = Seen(scene, words, view)
    return seen if seen.seats else None
