"""What a form is told about a deal when it is asked for its summary, and when hands are shown."""

from typing import NamedTuple

from msgspec import Struct

from engine.game import Setup
from engine.record.notation import Hand
from engine.values.events import Events


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


class Asked(NamedTuple):
    """Seats that have yet to show or muck, in the order of showing; `free`: any order will do."""

    seats: tuple[int, ...]
    free: bool
