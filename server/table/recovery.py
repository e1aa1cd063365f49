"""From the log's rows back to the table that they left."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine import match
from engine.game import AnyGame
from engine.values.chance import Chance
from engine.values.why import Illegal, Why
from protocol.errors import Refused
from server.table import chairs, money, saved
from server.table.commands import (
    Away,
    Back,
    Buy,
    Command,
    Free,
    GetUp,
    Open,
    Over,
    Post,
    Rest,
    SeatBots,
    Sit,
)
from server.table.decide import decide, opened
from server.table.money import Moves, voided
from server.table.state import Table
from server.table.step import Step


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
            return Recovered(_at_fault(table, rows[1:]), last, fault=fault)
    before = saved.from_snapshot(deal.before, games)
    since = [row for row in rows if row.seq >= deal.seq]
    same = deal.rules == before.game.rules
    if not same and deal.ended is None:
        table, moves = _void(before, since, deal.deal, Why("rules"))
        return Recovered(table, last, cancelled=True, moves=moves)
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
        if deal.ended is None and before.flows:
            # The stakes go back for good, and nobody is held by the deal.
            table, moves = _void(before, since, deal.deal, Why("fault"))
            return Recovered(table, last, cancelled=True, fault=fault, moves=moves)
        return Recovered(_at_fault(after, later), last, fault=fault)


def _folded(table: Table, rows: Sequence[LogRow], chances: Mapping[int, Chance]) -> Table:
    for row in rows:
        command: Command = saved.read_command(row.command, chances)
        table = decide(table, command, row.by).table
    return table


def _at_fault(table: Table, rows: Sequence[LogRow]) -> Table:
    return replace(_beside(table, rows)[0], cancelled=Why("fault"))


def _void(before: Table, rows: Sequence[LogRow], deal: int, why: Why) -> tuple[Table, Moves]:
    """The table without its deal, which `rows` begin with and of which nothing can be played again.

    And what goes home: all that was done beside the deal has been done, while it ran.
    """
    begun, _ = before.match.start(before.game, before.options)
    running = replace(before, match=begun, deals=deal)
    if not before.flows:
        after, _ = voided(running, why)
        return _beside(after, rows)
    table, owed = _beside(running, rows)
    table, moves = voided(table, why)
    step = chairs.kept(Step(table, moves=owed + moves))
    return chairs.alone(step.table), step.moves


# What people do beside a deal, whatever becomes of it.
_BESIDE = Sit | SeatBots | GetUp | Free | Buy | Rest | Post | Away | Back | Over


def _beside(table: Table, rows: Sequence[LogRow]) -> tuple[Table, Moves]:
    """The table once all that was done beside a deal is done without it.

    And what goes home of it: chips for which there is no room by today's rules of a match.
    """
    owed: Moves = ()
    for row in rows:
        if '"type":"deal"' in row.command:
            continue
        command = saved.read_command(row.command, {})
        if not isinstance(command, _BESIDE):
            continue
        # In games where every chair is needed nobody comes or moves while a deal is at fault.
        if not table.flows and not (isinstance(command, GetUp) and row.by in table.chairs):
            continue
        try:
            table = decide(table, command, row.by).table
        except (Illegal, Refused):
            if isinstance(command, Sit | Buy):
                owed += money.home(table, row.by, command.chips)
    return table, owed
