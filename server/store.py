"""What is written into the log's file of tables and deals, and read from it.

`registry` has what is written of accounts, `ledger` chips, `scores` points; nothing else knows of
columns.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from engine.values.draft import Kept
from engine.values.why import Why
from protocol.messages import PastDeal
from server.log import Write
from server.table import saved
from server.table.commands import Command
from server.table.drafts import Entry
from server.table.recovery import DealRow, LogRow
from server.table.state import Deal, Table, is_bot


class TableRows(Struct, frozen=True):
    """All that the log holds of one open table."""

    id: str
    rows: tuple[LogRow, ...]
    deal: DealRow | None
    drafts: tuple[Entry, ...] = ()


class FinishedRow(Struct, frozen=True):
    """A deal that is over, as its players may hear of it.

    `binding` are the occupants of its seats, `names` what they were called; `before` is the table
    as the deal began, `events` are all that happened, with every secret: `server.table.saved` reads
    both. `rules` are those that it was played by, `deck` and `seed` its chance.
    """

    past: PastDeal
    binding: tuple[str, ...]
    names: tuple[str, ...]
    before: str
    events: str
    rules: int
    deck: str
    seed: bytes


# ── tables ─────────────────────────────────────────────────────────────────────────────────────


def open_table(table: str, at: int) -> Write:
    """A new table's row; `at` in milliseconds of Unix time, as everywhere here."""
    return Write("INSERT INTO tables (id, opened) VALUES (?, ?)", (table, at))


def close_table(table: str, at: int) -> Write:
    """The table is gone: it will not be opened again."""
    return Write("UPDATE tables SET closed = ? WHERE id = ?", (at, table))


def log_row(table: str, seq: int, at: int, by: str, command: Command) -> Write:
    """One command of a table's log."""
    return Write(
        "INSERT INTO log (table_id, seq, at, by, command) VALUES (?, ?, ?, ?, ?)",
        (table, seq, at, by, saved.command_text(command)),
    )


def deal_row(before: Table, deal: Deal, seq: int) -> Write:
    """A deal that begins with log row `seq`, at the table as it is just `before`."""
    return Write(
        "INSERT INTO deals (table_id, deal, seq, game, rules, options, binding, deck, seed, before)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            before.id,
            deal.id,
            seq,
            before.game.id,
            deal.rules,
            msgspec.json.encode(before.values).decode(),
            msgspec.json.encode(deal.binding).decode(),
            saved.deck_text(deal.chance),
            deal.chance.seed,
            saved.snapshot(before),
        ),
    )


def deal_over(after: Table, deal: int, seq: int, events: str) -> Write:
    """A deal ended with log row `seq`; its events stay readable whatever the rules become."""
    return Write(
        "UPDATE deals SET ended = ?, after = ?, events = ? WHERE table_id = ? AND deal = ?",
        (seq, saved.snapshot(after), events, after.id, deal),
    )


def deal_finished(after: Table, deal: Deal, at: int, names: Sequence[str]) -> tuple[Write, ...]:
    """A deal has come to its result, and those who played it find it from now on.

    `after` is the table as the deal left it, `names` what those in the deal's seats are called.
    """
    result = after.game.result(deal.state)
    # Where people play for chips of the house the ledger tells it.
    net = result.net if result is not None and after.flows and not after.cash else None
    row = (
        after.id,
        deal.id,
        at,
        after.name,
        after.game.id,
        after.history[-1].number,
        msgspec.json.encode(after.history[-1].scored).decode(),
        msgspec.json.encode(names).decode(),
    )
    return (
        Write(
            "INSERT INTO finished (table_id, deal, at, name, game, number, scored, names)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        ),
        *(
            Write(
                "INSERT INTO players (account, at, table_id, deal, points) VALUES (?, ?, ?, ?, ?)",
                (account, at, after.id, deal.id, None if net is None else net[seat]),
            )
            for seat, account in enumerate(deal.binding)
            if account and not is_bot(account)
        ),
    )


def finished_deal(database: sqlite3.Connection, table: str, deal: int) -> FinishedRow | None:
    """A finished deal; None if there is none of that number at that table."""
    row = database.execute(
        f"SELECT {_PAST}, binding, names, before, events, rules, deck, seed"
        " FROM finished JOIN deals USING (table_id, deal) WHERE table_id = ? AND deal = ?",
        (table, deal),
    ).fetchone()
    if row is None:
        return None
    *past, binding, names, before, events, rules, deck, seed = row
    return FinishedRow(
        _past(past), _texts(binding), _texts(names), before, events, rules, deck, seed
    )


def past_deals(
    database: sqlite3.Connection, account: str, before: int, most: int
) -> tuple[PastDeal, ...]:
    """The newest `most` deals that an account has played and that ended before a moment.

    Deals that ended in the same millisecond as the last of them are in it too: whoever asks for
    what was before that finds all the others.
    """
    rows = database.execute(
        f"SELECT {_PAST}, points FROM players JOIN finished USING (table_id, deal, at)"
        " WHERE account = :account AND at < :before AND at >= coalesce("
        "(SELECT at FROM players WHERE account = :account AND at < :before"
        " ORDER BY at DESC LIMIT 1 OFFSET :last), 0)"
        " ORDER BY at DESC, table_id, deal DESC",
        {"account": account, "before": before, "last": most - 1},
    )
    return tuple(_past(row) for row in rows)


_PAST = "table_id, deal, at, finished.name, finished.game, number, scored"


def _past(row: Sequence[Any]) -> PastDeal:
    table, deal, at, name, game, number, scored, *points = row
    how = msgspec.json.decode(scored, type=Why)
    return PastDeal(table, deal, at, name, game, number, how, *points)


def _texts(array: str) -> tuple[str, ...]:
    return msgspec.json.decode(array, type=tuple[str, ...])


def forget_tables(before: int) -> tuple[Write, ...]:
    """The logs of tables closed before `before` (milliseconds) go, their finished deals stay.

    Nobody opens such a table again. A thousand tables at a time, the oldest first: whoever runs a
    server after years does not wait for all of it at one start.
    """
    old = (
        "SELECT id FROM tables WHERE closed < ? AND EXISTS"
        " (SELECT 1 FROM log WHERE table_id = tables.id) ORDER BY closed LIMIT 1000"
    )
    return (
        Write(f"DELETE FROM deals WHERE ended IS NULL AND table_id IN ({old})", (before,)),
        Write(f"DELETE FROM log WHERE table_id IN ({old})", (before,)),
        Write(
            "DELETE FROM tables WHERE closed < ?"
            " AND NOT EXISTS (SELECT 1 FROM deals WHERE table_id = tables.id)"
            " AND NOT EXISTS (SELECT 1 FROM log WHERE table_id = tables.id)",
            (before,),
        ),
    )


def open_tables(database: sqlite3.Connection) -> list[TableRows]:
    """Every table that was not closed, in the order of their opening."""
    ids = database.execute("SELECT id FROM tables WHERE closed IS NULL ORDER BY opened, rowid")
    return [_table_rows(database, table) for (table,) in ids.fetchall()]


def _table_rows(database: sqlite3.Connection, table: str) -> TableRows:
    found = database.execute(
        "SELECT deal, seq, rules, deck, seed, before, ended, after FROM deals"
        " WHERE table_id = ? ORDER BY deal DESC LIMIT 1",
        (table,),
    ).fetchone()
    deal = None if found is None else DealRow(*found)
    # What a deal's snapshot already holds need not be read again.
    rows = database.execute(
        "SELECT seq, by, command FROM log WHERE table_id = ? AND seq >= ? ORDER BY seq",
        (table, 0 if deal is None else deal.seq),
    )
    drafts = database.execute(
        "SELECT account, deal, decision, kept FROM drafts WHERE table_id = ?", (table,)
    )
    return TableRows(
        table,
        tuple(LogRow(*row) for row in rows),
        deal,
        tuple(
            Entry(account, number, decision, msgspec.json.decode(kept, type=Kept))
            for account, number, decision, kept in drafts
        ),
    )


# ── half-made rows ─────────────────────────────────────────────────────────────────────────────


def keep_draft(table: str, entry: Entry) -> Write:
    """What is kept for an account at a table from now on."""
    kept = msgspec.json.encode(entry.kept).decode()
    return Write(
        "REPLACE INTO drafts (table_id, account, deal, decision, kept) VALUES (?, ?, ?, ?, ?)",
        (table, entry.account, entry.deal, entry.decision, kept),
    )


def forget_draft(table: str, account: str) -> Write:
    """Nothing is kept for an account at a table any more."""
    return Write("DELETE FROM drafts WHERE table_id = ? AND account = ?", (table, account))


# ── requests that must not be done twice ───────────────────────────────────────────────────────


def answer(account: str, key: str, table: str | None, at: int) -> Write:
    """What a request with a client's key was answered with."""
    return Write(
        "INSERT INTO answers (account, key, at, table_id) VALUES (?, ?, ?, ?)",
        (account, key, at, table),
    )


def answered(database: sqlite3.Connection, account: str, key: str) -> tuple[str | None] | None:
    """The table of the first answer in a tuple, None if there was no such request."""
    row: tuple[str | None] | None = database.execute(
        "SELECT table_id FROM answers WHERE account = ? AND key = ?", (account, key)
    ).fetchone()
    return row
