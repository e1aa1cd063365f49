"""All that a table shows of a deal, as values that any screen can draw."""

from typing import Literal

from msgspec import Struct

from engine.values.cards import Cell
from engine.values.why import Facts

ZoneKind = Literal["hand", "board", "row", "grid", "rack", "stack"]
Status = Literal["in", "folded", "all_in", "out"]
Marker = Literal["dealer", "ready", "small_blind", "big_blind", "winner"]


class Zone(Struct, frozen=True):
    """A place with cells. `columns` > 0 makes a grid of the cells, row by row."""

    id: str
    kind: ZoneKind
    owner: int | None
    cells: tuple[Cell, ...]
    columns: int = 0


class SeatView(Struct, frozen=True):
    """One deal seat; stack and bet in chips, None in games without chips."""

    status: Status = "in"
    stack: int | None = None
    bet: int | None = None
    markers: tuple[Marker, ...] = ()


class PotView(Struct, frozen=True):
    """A pot in chips, and the seats that can win it."""

    chips: int
    seats: tuple[int, ...]


class Counter(Struct, frozen=True):
    """A number that the table counts, and where it ends (None: nowhere)."""

    id: str
    value: int
    of: int | None = None


class Note(Struct, frozen=True):
    """Something worth saying, as a code with facts; of one seat, or of the table."""

    code: str
    seat: int | None = None
    facts: Facts = {}


class View(Struct, frozen=True):
    """A deal as it lies on the table, secrets labelled.

    `phase` is a code, with a dot before what it is about (`tokens.h`). `to_act` are the seats
    that the deal waits for.
    """

    phase: str
    to_act: tuple[int, ...]
    zones: tuple[Zone, ...]
    seats: tuple[SeatView, ...]
    pots: tuple[PotView, ...] = ()
    counters: tuple[Counter, ...] = ()
    notes: tuple[Note, ...] = ()

    def zone(self, zone_id: str) -> Zone | None:
        """The zone of that id, if there is one."""
        return next((zone for zone in self.zones if zone.id == zone_id), None)

    def counter(self, counter_id: str) -> Counter | None:
        """The counter of that id, if there is one."""
        return next((counter for counter in self.counters if counter.id == counter_id), None)
