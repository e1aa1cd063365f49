"""What one command makes of a table."""

from msgspec import Struct

from engine.values.events import Events
from server.table.money import Moves
from server.table.state import Table


class Step(Struct, frozen=True):
    """A new state, and the events and the moves of chips that led to it.

    `over` says that a deal ended with it, `told` that there is more to tell of one that was over.
    """

    table: Table
    events: Events = ()
    over: bool = False
    told: bool = False
    moves: Moves = ()


def joined(step: Step, after: Step) -> Step:
    """Two steps, one after the other."""
    return Step(
        after.table,
        events=step.events + after.events,
        over=step.over or after.over,
        moves=step.moves + after.moves,
    )
