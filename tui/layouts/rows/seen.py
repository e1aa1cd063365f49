"""What a finished deal says, read off its view once: every row, every pair of seats, all points."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import get_args

from msgspec import Struct

from engine.kit.ranking import NAMES, HandName, best_five
from engine.kit.rows import ROWS, misplaced
from engine.kit.settling import Pair
from engine.values.actions import RowName, SpecialName
from engine.values.cards import RANKS, Card, Cell
from engine.values.draft import FULL
from engine.values.view import Note, View
from engine.values.why import Facts
from protocol.messages import TableView
from tui.canvas.scene import Scene

SPECIALS: tuple[SpecialName, ...] = get_args(SpecialName)


class Laid(Struct, frozen=True):
    """A row: its cards, what they are, and what such a row earns at this table."""

    cells: tuple[Cell, ...]
    name: HandName
    royalty: int = 0


class Ending(Struct, frozen=True):
    """What a seat has ended with.

    `rows` are front, middle and back; none where it has set none, but declared `special` or
    surrendered: then `hand` are its cards as far as they are open. `pairs` is what it has of every
    other seat. `inside`: it has arranged this deal in Fantasyland, `at_once` are the cards that it
    gets there in the next one.
    """

    seat: int
    rows: tuple[Laid, ...] = ()
    hand: tuple[Cell, ...] = ()
    fouled: bool = False
    special: SpecialName | None = None
    surrendered: bool = False
    pairs: dict[int, Pair] = {}
    points: int = 0
    inside: bool = False
    at_once: int = 0

    @property
    def royalties(self) -> int:
        """What its rows earn together."""
        return 0 if self.fouled else sum(row.royalty for row in self.rows)

    @property
    def misplaced(self) -> tuple[RowName, ...]:
        """The rows that are stronger than the one behind them."""
        rows = [known(row.cells) for row in self.rows]
        return misplaced(rows) if tuple(map(len, rows)) == FULL else ()


class Result(Struct, frozen=True):
    """A finished deal.

    `endings` are in the order of the seats. `two_four`: a point more for two rows won or three, in
    place of the scoop. `in_rows`: a royalty stands in place of a won row's unit; else it comes on
    top, or there are none.
    """

    endings: tuple[Ending, ...]
    two_four: bool = False
    in_rows: bool = False

    @property
    def seats(self) -> tuple[int, ...]:
        """Who has played."""
        return tuple(ending.seat for ending in self.endings)

    @property
    def only_rows(self) -> bool:
        """Whether everybody has set rows."""
        return all(ending.rows for ending in self.endings)

    def of(self, seat: int) -> Ending:
        """What that seat has ended with; it has played."""
        return next(ending for ending in self.endings if ending.seat == seat)

    def around(self, seat: int | None) -> tuple[int, ...]:
        """The seats in their order, `seat` first if it has played."""
        seats = self.seats
        at = seats.index(seat) if seat in seats else 0
        return seats[at:] + seats[:at]


def see(scene: Scene) -> Result | None:
    """What the deal on the table has come to; None while it runs, or where there is none.

    Who comes to a table that waits for players has no part in what was played there before.
    """
    view = scene.table.view
    if view is None or view.phase != "over" or scene.table.stage == "broken":
        return None
    notes = [note for note in view.notes if note.seat is not None]
    seats = sorted({note.seat for note in notes if note.code == "points" and note.seat is not None})
    me, waits = scene.table.me, scene.table.stage == "waiting"
    if len(seats) < 2 or (waits and me is not None and me not in seats):
        return None
    return result(scene.table, (_ending(view, notes, seat) for seat in seats))


def result(table: TableView, endings: Iterable[Ending]) -> Result:
    """Endings, counted as a table counts."""
    royalties = table.options.get("royalties", "none")
    closed = table.game == "chinese"
    return Result(
        endings=tuple(endings),
        two_four=table.options.get("scoring") == "2-4",
        in_rows=royalties != "none" if closed else royalties == "replace",
    )


def chosen(scene: Scene, found: Result) -> int:
    """Whose comparisons are shown: the one chosen, else the viewer's, else the first."""
    cursor = scene.ui.cursor
    return cursor if cursor in found.seats else found.around(scene.table.me)[0]


# ── notes ──────────────────────────────────────────────────────────────────────────────────────


def _ending(view: View, notes: Sequence[Note], seat: int) -> Ending:
    own = [note for note in notes if note.seat == seat]
    rows = {str(note.facts.get("row")): note.facts for note in own if note.code == "row"}
    special = next((note.facts.get("special") for note in own if note.code == "special"), None)
    laid = [
        Laid(_cells(view, f"{row}.{seat}"), _name(rows[row]), fact(rows[row], "royalty"))
        for row in ROWS
        if row in rows
    ]
    codes = {note.code for note in own}
    return Ending(
        seat=seat,
        rows=tuple(laid) if len(laid) == len(ROWS) else (),
        hand=_cells(view, f"hand.{seat}"),
        fouled="fouled" in codes,
        special=next((name for name in SPECIALS if name == special), None),
        surrendered="surrendered" in codes,
        pairs={fact(n.facts, "against"): _pair(n.facts) for n in own if n.code == "pair"},
        points=_of(own, "points", "points"),
        inside="in_fantasyland" in codes,
        at_once=_of(own, "fantasyland", "cards"),
    )


def _cells(view: View, zone: str) -> tuple[Cell, ...]:
    found = view.zone(zone)
    return found.cells if found else ()


def _name(facts: Facts) -> HandName:
    told, ranks = facts.get("name"), facts.get("ranks")
    name = next((name for name in NAMES if name == told), NAMES[0])
    return HandName(name, ranks if isinstance(ranks, str) else "")


def _pair(facts: Facts) -> Pair:
    return Pair(*(fact(facts, field) for field in Pair._fields))


def _of(notes: Sequence[Note], code: str, key: str) -> int:
    return next((fact(note.facts, key) for note in notes if note.code == code), 0)


def fact(facts: Facts, key: str) -> int:
    """A whole number among facts; 0 if it is not there."""
    value = facts.get(key)
    return value if isinstance(value, int) else 0


# ── cards ──────────────────────────────────────────────────────────────────────────────────────


def known(cells: Iterable[Cell]) -> tuple[Card, ...]:
    """The cards among the cells that are known."""
    return tuple(cell for cell in cells if isinstance(cell, Card) and cell.known)


def in_order(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """A row as it is read: what makes the hand first, then from the top."""
    row = known(cells)
    if len(row) != len(cells):
        return tuple(cells)
    if len(row) == FULL[-1]:
        return best_five(row)
    return by_rank(row, together=True)


def by_rank(row: Sequence[Card], *, together: bool = False) -> tuple[Card, ...]:
    """Cards from the top; `together`: those that come more than once before all others."""
    count = Counter(card.rank for card in row)
    return tuple(
        sorted(row, key=lambda c: (together and count[c.rank], RANKS.index(c.rank)), reverse=True)
    )


def by_suit(row: Sequence[Card]) -> tuple[Card, ...]:
    """Cards suit by suit, the longest first, each from the top."""
    count = Counter(card.suit for card in row)
    return tuple(
        sorted(row, key=lambda c: (count[c.suit], c.suit, RANKS.index(c.rank)), reverse=True)
    )
