"""From the log's rows back to the table that they left."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine import match
from engine.game import AnyGame
from engine.values.chance import Chance
from engine.values.why import Why
from server.table import saved
from server.table.commands import Command, GetUp, Open
from server.table.decide import decide, opened
from server.table.ended import voided
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

    `outdated`: its running deal was begun under other rules and is cancelled here, which the
    log does not say yet. `fault`: the log could not be replayed, `table` is how the last deal
    found it.
    """

    table: Table
    seq: int
    outdated: bool = False
    fault: Exception | None = None


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
        table = opened(first, game, saved.typed(game, first.options))
        return _folded(table, rows[1:], {}, last)
    before = saved.from_snapshot(deal.before, games)
    if deal.rules == before.game.rules:
        chances = {deal.deal: saved.chance_of(deal.deck, deal.seed)}
        return _folded(before, [row for row in rows if row.seq >= deal.seq], chances, last)
    if deal.after is not None and deal.ended is not None:
        after = saved.from_snapshot(deal.after, games)
        return _folded(after, [row for row in rows if row.seq > (deal.ended or 0)], {}, last)
    begun, _ = match.start(before.game, before.match)
    running = replace(before, match=begun, deals=deal.deal)
    return Recovered(voided(running, Why("rules")), last, outdated=True)


def _folded(
    table: Table, rows: Sequence[LogRow], chances: Mapping[int, Chance], last: int
) -> Recovered:
    start = table
    for place, row in enumerate(rows):
        try:
            command: Command = saved.read_command(row.command, chances)
            table = decide(table, command, row.by).table
        except Exception as fault:
            left = _without_leavers(start, rows[place:])
            return Recovered(replace(left, cancelled=Why("fault")), last, fault=fault)
    return Recovered(table, last)


def _without_leavers(table: Table, rows: Sequence[LogRow]) -> Table:
    # From a quarantined table people can only go, and whoever has gone is not brought back.
    for row in rows:
        if row.by in table.chairs and '"type":"leave"' in row.command:
            table = decide(table, GetUp(""), row.by).table
    return table
