"""From the log's rows back to the table that they left."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine import match
from engine.game import AnyGame
from engine.values.chance import Chance
from engine.values.why import Illegal, Why
from protocol.errors import Refused
from server import ledger
from server.ledger import Move
from server.table import money, saved
from server.table.commands import (
    Away,
    Back,
    Buy,
    Command,
    Free,
    GetUp,
    Open,
    Post,
    Rest,
    SeatBots,
    Sit,
)
from server.table.decide import decide, opened
from server.table.money import Moves, voided
from server.table.state import Table


class LogRow(Struct, frozen=True):
    """One row of a table's log."""

    seq: int
    by: str
    command: str


class DealRow(Struct, frozen=True):
    """The row of a table's last deal; `ended` and `after` are None while it runs."""

    deal: int
    seq: int
    rules: int
    deck: str
    seed: bytes
    before: str
    ended: int | None
    after: str | None


class Recovered(Struct, frozen=True):
    """A table as its log left it, and the number of its last row.

    `cancelled`: its running deal is cancelled here, which the log does not say yet, nor that
    `moves` go home with that. `fault`: the log could not be replayed, `table` is how the last deal
    found it, or left it if that is known.
    """

    table: Table
    seq: int
    cancelled: bool = False
    fault: Exception | None = None
    moves: Moves = ()


def recover(
    rows: Sequence[LogRow], deal: DealRow | None, games: Mapping[str, AnyGame]
) -> Recovered:
    """The table of all `rows` of a log (from the first on) and its last deal.

    Only what comes after the last snapshot is replayed, so that a game's new rules never touch
    an old deal. saved.Unreadable if nothing can be made of it.
    """
    last = rows[-1].seq
    if deal is None:
        first = saved.read_command(rows[0].command, {})
        if not isinstance(first, Open):
            raise saved.Unreadable("the log does not begin with an opened table")
        game = games.get(first.game)
        if game is None:
            raise saved.Unreadable(f"no game {first.game}")
        table = opened(first, game, *match.typed(game, first.options))
        try:
            return Recovered(_folded(table, rows[1:], {}), last)
        except Exception as fault:
            return Recovered(_at_fault(table, rows[1:])[0], last, fault=fault)
    before = saved.from_snapshot(deal.before, games)
    since = [row for row in rows if row.seq >= deal.seq]
    same = deal.rules == before.game.rules
    if not same and deal.ended is None:
        table, moves = _beside(before, since)
        begun, _ = table.match.start(table.game, table.options)
        running = replace(table, match=begun, deals=deal.deal)
        table, more = voided(running, Why("rules"))
        return Recovered(table, last, cancelled=True, moves=moves + more)
    after, later = before, since
    if deal.after is not None and deal.ended is not None:
        after = saved.from_snapshot(deal.after, games)
        later = [row for row in rows if row.seq > (deal.ended or 0)]
    try:
        if not same:
            return Recovered(_folded(after, later, {}), last)
        chances = {deal.deal: saved.chance_of(deal.deck, deal.seed)}
        return Recovered(_folded(before, since, chances), last)
    except Exception as fault:
        table, moves = _at_fault(after, later)
        # Where there are chips the stakes go back for good.
        open_still = deal.ended is None and table.cash
        if open_still:
            table = replace(table, deals=deal.deal)
        return Recovered(table, last, open_still, fault, moves)


def _folded(table: Table, rows: Sequence[LogRow], chances: Mapping[int, Chance]) -> Table:
    for row in rows:
        command: Command = saved.read_command(row.command, chances)
        table = decide(table, command, row.by).table
    return table


def _at_fault(table: Table, rows: Sequence[LogRow]) -> tuple[Table, Moves]:
    table, moves = _beside(table, rows)
    return replace(table, cancelled=Why("fault")), moves


# What people do beside a deal, whatever becomes of it.
_BESIDE = Sit | SeatBots | GetUp | Free | Buy | Rest | Post | Away | Back


def _beside(table: Table, rows: Sequence[LogRow]) -> tuple[Table, Moves]:
    """The table once all that was done beside a deal is done without it.

    And what goes home for it that has not yet: whoever wanted to leave after the deal leaves, and
    what was bought during it may be more than what fits on a stack that nothing was lost of.
    """
    owed: list[Move] = []
    for row in rows:
        if '"type":"deal"' in row.command:
            continue
        command = saved.read_command(row.command, {})
        if not isinstance(command, _BESIDE):
            continue
        # In games where every chair is needed nobody comes or moves while a deal is at fault.
        if not table.cash and not (isinstance(command, GetUp) and row.by in table.chairs):
            continue
        try:
            step = decide(table, command, row.by)
        except (Illegal, Refused):
            if isinstance(command, Buy):
                owed += (
                    ledger.home(table.id, move.source, move.chips)
                    for move in money.bought(table, row.by, command.chips)
                )
            continue
        table = step.table
        if isinstance(command, GetUp) and command.later:
            owed += step.moves
    return table, tuple(owed)
