"""Who sits down where: in an empty chair, or in a bot's, which gets up for them. Pure.

A bot that plays the running deal plays it to its end: its chair is promised until then, and whoever
it is promised to looks on.
"""

from msgspec.structs import replace

from engine.match import Cash, Freezeout, SomeMatch, within
from protocol.errors import Refused
from server.table import money
from server.table.commands import Sit
from server.table.state import Promise, Table, is_bot
from server.table.step import Step


def vacant(table: Table) -> int | None:
    """The chair for whoever comes: the first empty one, else that of a bot; None: there is none.

    A bot that need not end a deal before goes first, else the last one. In a freeze-out that goes
    on it is one with chips, for whoever takes over from one without has nothing to play with.
    """
    if table.empty:
        return table.empty[0]
    bots = yielding(table)
    if isinstance(table.match, Freezeout) and table.match.ended is None:
        bots = tuple([seat for seat in bots if table.match.chairs[seat].stack]) or bots
    idle = [seat for seat in bots if not table.match.plays(seat)]
    return max(idle or bots, default=None)


def yielding(table: Table) -> tuple[int, ...]:
    """The chairs of bots that would get up for a person: where no chair is empty, all but those
    that are promised already."""
    if table.empty:
        return ()
    given = {promise.seat for promise in table.promises}
    return tuple(
        seat
        for seat, one in enumerate(table.chairs)
        if one is not None and is_bot(one) and seat not in given
    )


def room(table: Table) -> int:
    """How many more people could have a chair now: an empty one, or that of a bot."""
    return len(table.empty) or len(yielding(table))


def sit(table: Table, command: Sit, who: str) -> Step:
    """Somebody sits down, or is promised the chair of a bot until the running deal is over.

    Refused already_seated or table_full; Illegal for a chair that is somebody's, or for the chips.
    """
    seat = command.seat
    if table.chair_of(who) is not None or table.promised(who) is not None:
        raise Refused("already_seated")
    if seat is None:
        # Whose chair becomes somebody's is named: a log's rows mean the same whoever goes first.
        if not table.empty:
            raise Refused("table_full")
        seat = table.empty[0]
    if seat not in yielding(table):
        return seated(Step(table), seat, who, command.chips)
    if isinstance(table.match, Cash):
        within(table.match.bounds, command.chips)
    if table.match.plays(seat):
        promise = Promise(who, seat, command.chips)
        moves = money.bought(table, who, command.chips)
        return Step(replace(table, promises=(*table.promises, promise)), moves=moves)
    return _instead(Step(table), seat, who, command.chips)


def seated(step: Step, seat: int, who: str, chips: int, *, paid: bool = False) -> Step:
    """The step once somebody sits in that empty chair; `paid`: their chips are there already."""
    table = step.table
    moves = step.moves if paid else step.moves + money.bought(table, who, chips)
    return replace(step, table=_with(table, table.match.sit(seat, chips), seat, who), moves=moves)


def kept(step: Step) -> Step:
    """The step once what was promised until the end of the deal is kept, if it has come."""
    table = step.table
    if not table.promises or table.match.running or table.closed is not None:
        return step
    step = replace(step, table=replace(table, promises=()))
    for promise in table.promises:
        step = _instead(step, promise.seat, promise.account, promise.chips, paid=True)
    return step


def declined(table: Table, who: str) -> Step:
    """The table once somebody does without the chair that they were promised."""
    promise = table.promised(who)
    if promise is None:
        raise Refused("not_seated")
    promises = tuple(one for one in table.promises if one is not promise)
    moves = money.home(table, who, promise.chips)
    return Step(replace(table, promises=promises), moves=moves)


def alone(table: Table) -> Table:
    """The table whose freeze-out has ended if none of its people has chips, and no deal runs.

    Bots do not play it to the end among themselves.
    """
    match = table.match
    if not isinstance(match, Freezeout) or match.running:
        return table
    people = (seat for seat, one in enumerate(table.chairs) if one in table.people)
    if any(match.chairs[seat].stack for seat in people):
        return table
    return replace(table, match=match.over())


def _with(table: Table, match: SomeMatch, seat: int, who: str) -> Table:
    """The table with that match, in which somebody sits at `seat`."""
    chairs = (*table.chairs[:seat], who, *table.chairs[seat + 1 :])
    owner = table.owner if table.owner is not None or is_bot(who) else who
    return replace(table, match=match, chairs=chairs, owner=owner)


def _instead(step: Step, seat: int, who: str, chips: int, *, paid: bool = False) -> Step:
    """The step once the bot at `seat` has got up, and somebody has sat down there."""
    match = step.table.match
    if isinstance(match, Freezeout):
        return replace(step, table=_with(step.table, match.instead(seat), seat, who))
    table, moves = money.left(step.table, seat)
    step = replace(step, table=table, moves=step.moves + moves)
    return seated(step, seat, who, chips, paid=paid)
