"""What a form is told about a deal when it is asked for its summary, and when hands are shown."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from engine.game import Setup
from engine.record.notation import Hand
from engine.values.events import Dealt, Event, Events


class Told(NamedTuple):
    """A deal as far as a record's lines have told it.

    `hands` are the players' cards as far as they are known, by deal seat. `state` is the game's; it
    may be ahead of `events` while the deal is not `complete`.
    """

    setup: Setup
    events: Events
    hands: tuple[Hand, ...]
    state: Struct
    complete: bool


def merged(events: Iterable[Event]) -> Iterator[Event]:
    """The events with what is dealt to a seat at once as one: its cards down, then those up."""
    last: Event | None = None
    for event in events:
        if (
            isinstance(event, Dealt)
            and isinstance(last, Dealt)
            and event.seat == last.seat is not None
        ):
            last = replace(last, cells=last.cells + event.cells)
            continue
        if last is not None:
            yield last
        last = event
    if last is not None:
        yield last


class Asked(NamedTuple):
    """Seats that have yet to show or muck, in the order of showing; `free`: any order will do."""

    seats: tuple[int, ...]
    free: bool
