"""Somebody is missing: the deal rests, those who are there vote, and the seat is held. Pure.

Nobody is ever played for without the others having said so: a token taken for somebody would be
false information (rules.md A, Leaving).
"""

from msgspec.structs import replace

from engine.values.why import Why
from protocol.errors import Refused
from protocol.messages import Choice
from server.table.commands import Vote
from server.table.ended import bots_ready, voided
from server.table.state import Absence, Table


def away(table: Table, accounts: tuple[str, ...]) -> Table:
    """The table once these accounts count as absent; those without a chair are left out."""
    absence = table.absence
    gone = tuple(one for one in table.people if one in accounts and one not in absence.missing)
    if not gone:
        return table
    late = tuple(one for one in absence.late if one not in gone)
    return _settled(table, replace(absence, missing=absence.missing + gone, late=late))


def back(table: Table, accounts: tuple[str, ...]) -> Table:
    """The table once these accounts are there again: each plays its own seat from now on."""
    return _settled(table, _without(table.absence, accounts))


def late(table: Table, accounts: tuple[str, ...]) -> Table:
    """The table once these accounts have let the clock run out: it comes to a vote at once."""
    absence = table.absence
    slow = tuple(one for one in accounts if one not in absence.missing + absence.late)
    after = replace(table, absence=replace(absence, late=absence.late + slow))
    return called(after) if votable(after) else after


def forgotten(table: Table, account: str, seat: int) -> Table:
    """The table once `account` has left the chair at `seat`: neither absent any more, nor asked.

    What they owned belongs to the next person clockwise, one who is there before others.
    """
    after = _settled(table, _without(table.absence, (account,)))
    return after if account != table.owner else replace(after, owner=_heir(after, seat))


def votable(table: Table) -> bool:
    """Whether those who are there can be asked now: they wait for somebody, and none is open."""
    waiting = table.waits and table.absence.out and not table.empty and table.asked
    return bool(waiting) and not table.absence.open


def called(table: Table) -> Table:
    """The table with a new vote open; Refused no_vote if there is nothing to decide."""
    if not votable(table):
        raise Refused("no_vote")
    absence = table.absence
    return replace(table, absence=replace(absence, open=True, ballot=absence.ballot + 1, votes=()))


def voted(table: Table, who: str, vote: Vote) -> Table:
    """The table once `who` has voted, and once that decides it.

    Refused no_vote, not_asked, or no_deal where there is none to cancel.
    """
    absence = table.absence
    if not absence.open or vote.ballot != absence.ballot:
        raise Refused("no_vote")
    if who not in table.asked:
        raise Refused("not_asked" if table.chair_of(who) is not None else "not_seated")
    if vote.choice not in table.choices:
        raise Refused("no_deal")
    others = tuple(one for one in absence.votes if one[0] != who)
    return _settled(table, replace(absence, votes=(*others, (who, vote.choice))))


def _without(absence: Absence, accounts: tuple[str, ...]) -> Absence:
    def rest(some: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in some if one not in accounts)

    return replace(
        absence,
        missing=rest(absence.missing),
        late=rest(absence.late),
        stand_ins=rest(absence.stand_ins),
    )


def _settled(table: Table, absence: Absence) -> Table:
    """The table with that absence: a vote that nobody needs or can give any more is over.

    More than half of those who are asked decide; whoever has gone is asked no more.
    """
    table = replace(table, absence=absence)
    if not absence.open:
        return table
    asked = table.asked
    votes = tuple(vote for vote in absence.votes if vote[0] in asked)
    if not asked or not absence.out:
        return replace(table, absence=replace(absence, open=False, votes=()))
    table = replace(table, absence=replace(absence, votes=votes))
    for choice in table.choices:
        if 2 * sum(vote == choice for _, vote in votes) > len(asked):
            return _decided(table, choice)
    return table


def _decided(table: Table, choice: Choice) -> Table:
    absence = replace(table.absence, open=False, votes=())
    if choice == "cancel":
        # Where there are chips nobody is ever voted on.
        match, _ = table.match.void()
        return voided(replace(table, absence=absence, match=match), Why("voted"))
    if choice == "bot":
        stand_ins = absence.stand_ins + absence.out
        table = replace(table, absence=replace(absence, stand_ins=stand_ins))
        return table if table.match.running else bots_ready(table)
    # Waited for once more, who is only slow gets the clock once more.
    return replace(table, absence=replace(absence, late=()))


def _heir(table: Table, seat: int) -> str | None:
    around = table.chairs[seat + 1 :] + table.chairs[:seat]
    people = [one for one in around if one in table.people]
    here = [one for one in people if one not in table.absence.missing]
    return next(iter(here or people), None)
