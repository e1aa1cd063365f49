"""What a deal came to, counted from its events: for the story of one that lies on no table."""

from collections.abc import Mapping, Sequence

from engine.kit.ranking import name_of
from engine.kit.rows import ROWS, Board, board
from engine.kit.royalties import Kind, land
from engine.kit.settling import SURRENDER, Outcome, Scoring, settled
from engine.kit.special import specials
from engine.values.actions import Declare, Lay, SetRows, Surrender
from engine.values.cards import Cell
from engine.values.draft import FULL
from engine.values.events import Acted, Counted, Dealt, Event, Scored, Shown
from engine.values.options import Value
from protocol.messages import TableView
from tui.canvas.scene import Scene
from tui.layouts.rows.seen import Ending, Laid, Result, known, result
from tui.layouts.royalties import table_of
from tui.layouts.stakes import number

# The most cards that come to a hand at once outside of Fantasyland.
_FIRST = 5


def scoring(game: str, options: Mapping[str, Value]) -> Scoring:
    """How a table of that game counts by its options."""
    table = table_of(game, options)
    if game != "chinese":
        return Scoring(table, on_top=options.get("royalties") != "replace")
    two_four = options.get("scoring") == "2-4"
    return Scoring(table, two_four=two_four, price=number(options, "surrender", 0))


def in_land(game: str, event: Event) -> bool:
    """Whether all cards of Fantasyland come to a hand with this event."""
    return game != "chinese" and isinstance(event, Dealt) and len(event.cells) > _FIRST


class Course:
    """What lies in everybody's rows as a deal goes on, event by event."""

    def __init__(self, table: TableView) -> None:
        self._game = table.game
        self._options = table.options
        self._table = table
        self._rows: dict[int, list[tuple[Cell, ...]]] = {}
        self._hands: dict[int, tuple[Cell, ...]] = {}
        self._chose: dict[int, Surrender | Declare] = {}
        self._points: dict[int, int] = {}
        self._inside: set[int] = set()
        self._over = False

    def add(self, event: Event) -> None:
        """One more event."""
        match event:
            case Dealt(_, int(seat), cells):
                self._hands[seat] = cells
                if in_land(self._game, event):
                    self._inside.add(seat)
            case Acted(seat, Lay(card, row)):
                self._row(seat, ROWS.index(row), (card,))
            case Acted(seat, SetRows(front, middle, back)):
                self._rows[seat] = [front, middle, back]
            case Acted(seat, Surrender() | Declare() as action):
                self._chose[seat] = action
            case Shown(seat, cells):
                self._show(seat, cells)
            case Counted(seat, points):
                self._points[seat] = points
            case Scored("counted"):
                self._over = True
            case _:
                pass

    def rows(self, seat: int) -> tuple[tuple[Cell, ...], ...]:
        """The rows of a seat as far as they lie."""
        return tuple(self._rows.get(seat, ()))

    def ended(self) -> Result | None:
        """What everybody ended with; None before the end, or where some of it was not told."""
        seats = sorted(self._points)
        if not self._over or len(seats) < 2:
            return None
        outcomes = [self._outcome(seat) for seat in seats]
        told = [one for one in outcomes if one is not None]
        if len(told) < len(outcomes):
            return None
        return result(self._table, self._endings(seats, told))

    def _row(self, seat: int, at: int, cells: tuple[Cell, ...]) -> None:
        rows = self._rows.setdefault(seat, [(), (), ()])
        rows[at] += cells

    def _show(self, seat: int, cells: tuple[Cell, ...]) -> None:
        if seat in self._chose:
            self._hands[seat] = cells
        else:
            front, middle, back = FULL[0], FULL[0] + FULL[1], sum(FULL)
            self._rows[seat] = [cells[:front], cells[front:middle], cells[middle:back]]

    def _outcome(self, seat: int) -> Outcome | None:
        chose = self._chose.get(seat)
        if isinstance(chose, Surrender):
            return SURRENDER
        if isinstance(chose, Declare):
            hand = known(self._hands.get(seat, ()))
            return specials(hand)[0] if len(hand) == sum(FULL) else chose.special
        rows = [known(row) for row in self.rows(seat)]
        return board(rows) if tuple(map(len, rows)) == FULL else None

    def _endings(self, seats: Sequence[int], outcomes: Sequence[Outcome]) -> list[Ending]:
        counting = scoring(self._game, self._options)
        pairs = settled(outcomes, counting)
        made = []
        for at, (seat, outcome) in enumerate(zip(seats, outcomes, strict=True)):
            against = {
                other: pairs[at, to] if at < to else pairs[to, at].turned
                for to, other in enumerate(seats)
                if to != at
            }
            rows = isinstance(outcome, Board)
            made.append(
                Ending(
                    seat=seat,
                    rows=self._laid(seat, outcome, counting) if isinstance(outcome, Board) else (),
                    hand=() if rows else self._hands.get(seat, ()),
                    fouled=isinstance(outcome, Board) and outcome.fouled,
                    special=None if isinstance(outcome, Board) or outcome == SURRENDER else outcome,
                    surrendered=outcome == SURRENDER,
                    pairs=against,
                    points=self._points[seat],
                    inside=seat in self._inside,
                    at_once=self._land(seat, outcome),
                )
            )
        return made

    def _laid(self, seat: int, outcome: Board, counting: Scoring) -> tuple[Laid, ...]:
        return tuple(
            Laid(
                cells,
                name_of(strength),
                0 if outcome.fouled else counting.royalties.of(at, strength),
            )
            for at, (cells, strength) in enumerate(zip(self.rows(seat), outcome, strict=True))
        )

    def _land(self, seat: int, outcome: Outcome) -> int:
        if not isinstance(outcome, Board) or not self._options.get("fantasyland"):
            return 0
        kind: Kind = "pineapple" if self._game == "pineapple" else "openface"
        progressive = bool(self._options.get("progressive"))
        return land(outcome, kind, inside=seat in self._inside, progressive=progressive)


def counted(scene: Scene) -> Result | None:
    """What the deal of a scene came to, by its events alone."""
    course = Course(scene.table)
    for event in scene.events:
        course.add(event)
    return course.ended()
