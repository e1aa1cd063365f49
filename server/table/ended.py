"""What a deal leaves behind when it is over: who wants the next one, and whom nobody waits for."""

from msgspec.structs import replace

from engine import match
from engine.game import Result
from engine.match import Match
from engine.values.why import Why
from server.table.state import Table


def finished(table: Table, result: Result) -> Table:
    """The table with its running deal counted; ValueError if none runs."""
    return _rested(replace(table, match=match.finish(table.match, result)))


def voided(table: Table, why: Why) -> Table:
    """The table with its running deal cancelled without result: the same dealer deals again."""
    after = replace(table, match=match.void(table.match), deal=None, cancelled=why)
    return _rested(after)


def bots_ready(table: Table) -> Table:
    """The table with every seat that a bot plays ready: bots never keep people waiting."""
    after: Match = table.match
    for seat, occupant in enumerate(table.chairs):
        if occupant is not None and table.plays(occupant):
            after = match.ready(after, seat)
    return replace(table, match=after)


def _rested(table: Table) -> Table:
    # Between deals nobody has a question, so nobody is late with the answer; only whoever a bot
    # plays for stays so until they say that they are back.
    absence = table.absence
    late = tuple(one for one in absence.late if one in absence.stand_ins)
    quiet = replace(absence, late=late, open=False, votes=())
    return bots_ready(table if quiet == absence else replace(table, absence=quiet))
