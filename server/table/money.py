"""Chips at a table: who buys in, whose they are when they leave it, and who sits there then. Pure.

What a table's chairs hold changes by these moves and by the results of deals alone, so it is always
what the ledger says that the table holds.
"""

from msgspec.structs import replace

from engine.game import Result
from engine.match import Cash, Handed, Match, SomeMatch
from engine.values.why import Why
from protocol.errors import Refused
from server import ledger
from server.ledger import HOUSE, Move
from server.table import absence, ended
from server.table.state import Table, is_bot

Moves = tuple[Move, ...]


def cash(table: Table) -> Cash:
    """The table's match; Refused no_chips where nobody plays for any."""
    if not isinstance(table.match, Cash):
        raise Refused("no_chips")
    return table.match


def bought(table: Table, who: str, chips: int) -> Moves:
    """Chips come to the table; a bot's are the house's."""
    return (ledger.buy_in(_holder(who), table.id, chips),) if chips else ()


def home(table: Table, who: str, chips: int) -> Moves:
    """Chips go back to whoever brought them to the table."""
    return (ledger.home(table.id, _holder(who), chips),) if chips else ()


def left(table: Table, seat: int) -> tuple[Table, Moves]:
    """The table once whoever sits at `seat` has got up, or will as soon as the deal is over."""
    return _settled(table, *table.match.leave(seat))


def finished(table: Table, result: Result) -> tuple[Table, Moves]:
    """The table with its running deal counted, and what goes home; ValueError if none runs."""
    after, moves = _settled(table, *table.match.finish(result))
    return ended.rested(after), moves


def voided(table: Table, why: Why) -> tuple[Table, Moves]:
    """The table with its running deal cancelled, and what goes home; ValueError if none runs.

    All stakes go back, and the same dealer deals again.
    """
    after, moves = _settled(table, *table.match.void())
    return ended.voided(after, why), moves


def _settled(table: Table, after: SomeMatch, backs: tuple[Handed, ...]) -> tuple[Table, Moves]:
    """The table with that match: chips handed back go home, chairs given up are empty."""
    moves = tuple(
        ledger.home(table.id, _holder(table.chairs[back.chair] or HOUSE), back.chips)
        for back in backs
    )
    before, table = table, replace(table, match=after)
    for seat, occupant in enumerate(before.chairs):
        if occupant is not None and not after.chairs[seat].taken:
            table = _emptied(table, seat, occupant)
    return table, moves


def present(table: Table) -> Table:
    """The table whose match knows who is missing, where people come and go."""
    match = table.match
    if isinstance(match, Match):
        return table
    for seat, occupant in enumerate(table.chairs):
        gone = occupant is not None and occupant in table.absence.missing
        if match.chairs[seat].taken and match.chairs[seat].away != gone:
            match = match.away(seat, gone)
    return replace(table, match=match)


def stocked(table: Table) -> Table:
    """The table once the house has bought for its bots what they lack."""
    for bot, chips in broke(table):
        seat = table.chairs.index(bot)
        table = replace(table, match=cash(table).buy(seat, chips))
    return table


def broke(table: Table) -> tuple[tuple[str, int], ...]:
    """The bots that have lost everything, and what the house buys for them to go on."""
    match = table.match
    if not isinstance(match, Cash):
        return ()
    return tuple(
        (bot, match.bounds[1])
        for seat, bot in enumerate(table.chairs)
        if bot is not None and is_bot(bot) and match.chairs[seat].chips == 0
    )


def closed(table: Table) -> Moves:
    """What goes home when a table without a running deal is closed."""
    moves: Moves = ()
    if isinstance(table.match, Cash):
        for seat, occupant in enumerate(table.chairs):
            if occupant is not None:
                table, some = left(table, seat)
                moves += some
    for promise in table.promises:
        moves += home(table, promise.account, promise.chips)
    return moves


def _holder(occupant: str) -> str:
    return HOUSE if is_bot(occupant) else occupant


def _emptied(table: Table, seat: int, account: str) -> Table:
    chairs = (*table.chairs[:seat], None, *table.chairs[seat + 1 :])
    keys = tuple(key for key in table.keys if key[0] != account)
    tempo = table.tempo
    if tempo != type(tempo)():
        spent = tuple(one for one in tempo.spent if one[0] != account)
        eager = tuple(one for one in tempo.eager if one != account)
        tempo = replace(tempo, spent=spent, eager=eager)
    return absence.forgotten(replace(table, chairs=chairs, keys=keys, tempo=tempo), account, seat)
