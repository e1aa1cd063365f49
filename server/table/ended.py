"""What a deal leaves behind when it is over: who wants the next one, and whom nobody waits for."""

from msgspec.structs import replace

from engine.match import Match
from engine.values.why import Why
from server.table.state import Table


def voided(table: Table, why: Why) -> Table:
    """The table without its running deal, once the match has been told."""
    return rested(replace(table, deal=None, cancelled=why))


def bots_ready(table: Table) -> Table:
    """The table with every seat that a bot plays ready: bots never keep people waiting."""
    after = table.match
    if not isinstance(after, Match):
        # Where there are chips whoever has some is dealt in.
        return table
    for seat, occupant in enumerate(table.chairs):
        if occupant is not None and table.plays(occupant):
            after = after.ready(seat)
    return replace(table, match=after)


def rested(table: Table) -> Table:
    """The table between deals.

    Nobody has a question, so nobody is late with the answer; only whoever a bot plays for stays so
    until they say that they are back.
    """
    absence = table.absence
    late = tuple(one for one in absence.late if one in absence.stand_ins)
    quiet = replace(absence, late=late, open=False, votes=())
    return bots_ready(table if quiet == absence else replace(table, absence=quiet))
