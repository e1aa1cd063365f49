"""What is written into the log's file and read from it: the only place that knows its columns."""

import sqlite3
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from server.log import Write
from server.table import saved
from server.table.commands import Command
from server.table.recovery import DealRow, LogRow
from server.table.state import Deal, Table


class AccountRow(Struct, frozen=True):
    """An account: a proved key's, or a guest's who has a code instead."""

    id: str
    name: str
    key: str | None


class TableRows(Struct, frozen=True):
    """All that the log holds of one open table."""

    id: str
    rows: tuple[LogRow, ...]
    deal: DealRow | None


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
    return TableRows(table, tuple(LogRow(*row) for row in rows), deal)


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


# ── accounts ───────────────────────────────────────────────────────────────────────────────────


def new_account(account: AccountRow, folded: str, code: bytes | None, seen: int) -> Write:
    """A new account; `code` is a hash, `seen` in seconds of Unix time."""
    return Write(
        "INSERT INTO accounts (id, name, folded, key, code, seen) VALUES (?, ?, ?, ?, ?, ?)",
        (account.id, account.name, folded, account.key, code, seen),
    )


def seen_account(account: str, seen: int) -> Write:
    """The account said hello."""
    return Write("UPDATE accounts SET seen = ? WHERE id = ?", (seen, account))


def rename_account(account: str, name: str, folded: str) -> Write:
    """The account is called otherwise now."""
    return Write("UPDATE accounts SET name = ?, folded = ? WHERE id = ?", (name, folded, account))


def forget_guests(before: int, keep: Sequence[str]) -> tuple[Write, ...]:
    """Guests not seen since `before` (seconds) and not in `keep`, and all old answers, go."""
    marks = ",".join("?" * len(keep))
    return (
        Write(
            f"DELETE FROM accounts WHERE key IS NULL AND seen < ? AND id NOT IN ({marks})",
            (before, *keep),
        ),
        Write("DELETE FROM answers WHERE at < ?", (before * 1000,)),
    )


def account_of_key(database: sqlite3.Connection, key: str) -> AccountRow | None:
    """The account of a proved key."""
    return _account(database, "key = ?", key)


def account_of_code(database: sqlite3.Connection, code: bytes) -> AccountRow | None:
    """The guest whose code has this hash."""
    return _account(database, "code = ?", code)


def account_of_id(database: sqlite3.Connection, account: str) -> AccountRow | None:
    """The account of that id."""
    return _account(database, "id = ?", account)


def registered(database: sqlite3.Connection, folded: str) -> str | None:
    """The account with a key that has this name, whatever its case."""
    row = database.execute(
        "SELECT id FROM accounts WHERE folded = ? AND key IS NOT NULL", (folded,)
    ).fetchone()
    return None if row is None else str(row[0])


def _account(database: sqlite3.Connection, where: str, value: object) -> AccountRow | None:
    row = database.execute(f"SELECT id, name, key FROM accounts WHERE {where}", (value,)).fetchone()
    return None if row is None else AccountRow(*row)
