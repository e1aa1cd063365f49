"""Who people are, as the log's file has it: accounts, their names, codes and keys."""

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from protocol.messages import Preferred
from server.log import Write
from server.looks import likenesses

_PREFS = msgspec.json.Decoder(dict[str, Preferred])


class AccountRow(Struct, frozen=True):
    """An account: one that keys prove, or a guest's who has a code instead; what it prefers."""

    id: str
    name: str
    guest: bool
    prefs: dict[str, Preferred] = {}


class KeyRow(Struct, frozen=True):
    """A key of an account: its fingerprint, and since when (seconds of Unix time)."""

    key: str
    added: int


def new_account(
    account: str, name: str, key: str | None, code: bytes | None, seen: int
) -> tuple[Write, ...]:
    """A new account, with the key or the hash of the code; `seen` in seconds of Unix time."""
    made = Write(
        "INSERT INTO accounts (id, name, code, seen) VALUES (?, ?, ?, ?)",
        (account, name, code, seen),
    )
    keyed = () if key is None else (_add_key(account, key, seen),)
    return (made, *keyed, *_likenesses(account, name))


def seen_account(account: str, seen: int) -> Write:
    """The account said hello."""
    return Write("UPDATE accounts SET seen = ? WHERE id = ?", (seen, account))


def rename_account(account: str, name: str) -> tuple[Write, ...]:
    """The account is called otherwise now."""
    return (
        Write("UPDATE accounts SET name = ? WHERE id = ?", (name, account)),
        Write("DELETE FROM likenesses WHERE account = ?", (account,)),
        *_likenesses(account, name),
    )


def _likenesses(account: str, name: str) -> tuple[Write, ...]:
    # In an order of their own: what is written does not depend on the process.
    return tuple(
        Write("INSERT INTO likenesses (likeness, account) VALUES (?, ?)", (likeness, account))
        for likeness in sorted(likenesses(name))
    )


def _add_key(account: str, key: str, at: int) -> Write:
    return Write("INSERT INTO keys (key, account, added) VALUES (?, ?, ?)", (key, account, at))


def forget_key(account: str, key: str) -> Write:
    """The account has this key no more."""
    return Write("DELETE FROM keys WHERE account = ? AND key = ?", (account, key))


def invite(account: str, code: bytes, until: int) -> Write:
    """Whoever has the code of this hash, until `until` (seconds), brings the account a key.

    It has no other such code any more.
    """
    return Write(
        "REPLACE INTO invitations (account, code, until) VALUES (?, ?, ?)", (account, code, until)
    )


def unite(account: str, key: str, given_up: str, at: int) -> tuple[Write, ...]:
    """The key of one account, which has nothing else and goes, is another's from now on.

    That one is no guest any more, and nobody comes with its code again.
    """
    gone = tuple(
        Write(f"DELETE FROM {table} WHERE {column} = ?", (given_up,))
        for table, column in (
            ("keys", "account"),
            ("likenesses", "account"),
            ("invitations", "account"),
            ("keyless", "account"),
            ("templates", "account"),
            ("accounts", "id"),
        )
    )
    return (
        *gone,
        _add_key(account, key, at),
        Write("DELETE FROM invitations WHERE account = ?", (account,)),
        Write("DELETE FROM keyless WHERE account = ?", (account,)),
        Write("UPDATE accounts SET code = NULL WHERE id = ?", (account,)),
    )


def prefer(account: str, changes: Mapping[str, Preferred | None]) -> Write:
    """The account's owner likes other things better now; None takes one away.

    The file merges by itself: another session of the account may be writing as well.
    """
    return Write(
        "UPDATE accounts SET prefs = json_patch(prefs, ?) WHERE id = ?",
        (msgspec.json.encode(changes).decode(), account),
    )


def rekey_account(account: str, code: bytes) -> tuple[Write, ...]:
    """The account has no key any more; its owner comes back by the code of this hash."""
    return (
        Write("DELETE FROM keys WHERE account = ?", (account,)),
        Write("DELETE FROM invitations WHERE account = ?", (account,)),
        Write("UPDATE accounts SET code = ? WHERE id = ?", (code, account)),
        Write("REPLACE INTO keyless (account) VALUES (?)", (account,)),
    )


def forget_guests(before: int, keep: Sequence[str]) -> tuple[Write, ...]:
    """Guests not seen since `before` (seconds) and not in `keep`, and all old answers, go.

    Nobody can ask for a forgotten guest's deals any more; those who played with them still can.
    What a team has scored goes with the first of it.
    """
    marks = _marks(keep)
    gone = (
        f"FROM accounts WHERE seen < ? AND id NOT IN ({marks})"
        " AND id NOT IN (SELECT account FROM keys) AND id NOT IN (SELECT account FROM keyless)"
    )
    teams = f"team IN (SELECT team FROM teams WHERE account IN (SELECT id {gone}))"
    return (
        Write(f"DELETE FROM bests WHERE {teams}", (before, *keep)),
        Write(f"DELETE FROM scores WHERE {teams}", (before, *keep)),
        Write(f"DELETE FROM teams WHERE {teams}", (before, *keep)),
        *(
            Write(f"DELETE FROM {table} WHERE account IN (SELECT id {gone})", (before, *keep))
            for table in ("players", "likenesses", "invitations", "templates")
        ),
        Write(f"DELETE {gone}", (before, *keep)),
        Write("DELETE FROM answers WHERE at < ?", (before * 1000,)),
    )


def account_of_key(database: sqlite3.Connection, key: str) -> AccountRow | None:
    """The account of a proved key."""
    return _account(database, "id = (SELECT account FROM keys WHERE key = ?)", key)


def account_of_code(database: sqlite3.Connection, code: bytes) -> AccountRow | None:
    """The guest whose code has this hash."""
    return _account(database, "code = ?", code)


def account_inviting(database: sqlite3.Connection, code: bytes, now: int) -> AccountRow | None:
    """The account that gets a key from whoever has the code of this hash, now (seconds)."""
    invited = "id = (SELECT account FROM invitations WHERE code = ? AND until > ?)"
    return _account(database, invited, code, now)


def accounts_of_ids(database: sqlite3.Connection, accounts: Sequence[str]) -> list[AccountRow]:
    """The accounts of these ids, as far as there are any."""
    found: list[AccountRow] = []
    # An older SQLite takes no more than 999 values at once.
    for start in range(0, len(accounts), 900):
        some = accounts[start : start + 900]
        rows = database.execute(f"{_ACCOUNTS} WHERE id IN ({_marks(some)})", some)
        found += [_account_row(row) for row in rows]
    return found


def accounts_called(database: sqlite3.Connection, looks: Collection[str]) -> list[AccountRow]:
    """Everybody who has a name that looks so: guests may have it for as long as they are away."""
    called = f"id IN (SELECT account FROM likenesses WHERE likeness IN ({_marks(looks)}))"
    rows = database.execute(f"{_ACCOUNTS} WHERE {called}", tuple(looks))
    return [_account_row(row) for row in rows]


def seen_last(database: sqlite3.Connection, account: str) -> int:
    """When an account said hello last, in seconds of Unix time; 0 without such an account."""
    row = database.execute("SELECT seen FROM accounts WHERE id = ?", (account,)).fetchone()
    return 0 if row is None else int(row[0])


def keys_of(database: sqlite3.Connection, account: str) -> tuple[KeyRow, ...]:
    """An account's keys, the oldest first."""
    rows = database.execute(
        "SELECT key, added FROM keys WHERE account = ? ORDER BY added, key", (account,)
    )
    return tuple(KeyRow(*row) for row in rows)


def registered(database: sqlite3.Connection, looks: Collection[str]) -> tuple[str, ...]:
    """The accounts that have a name which looks so for good, the oldest first.

    They have a key, or had one.
    """
    rows = database.execute(
        "SELECT DISTINCT accounts.id FROM likenesses JOIN accounts ON accounts.id = account"
        f" WHERE likeness IN ({_marks(looks)}) AND (account IN (SELECT account FROM keys)"
        " OR account IN (SELECT account FROM keyless))"
        " ORDER BY accounts.rowid",
        tuple(looks),
    )
    return tuple(account for (account,) in rows)


def names_like(database: sqlite3.Connection, looks: Collection[str]) -> tuple[str, ...]:
    """The names of all accounts, guests' as well, that look like one of these."""
    rows = database.execute(
        "SELECT DISTINCT name FROM accounts JOIN likenesses ON account = id"
        f" WHERE likeness IN ({_marks(looks)})",
        tuple(looks),
    )
    return tuple(name for (name,) in rows)


def has_played(database: sqlite3.Connection, account: str) -> bool:
    """Whether there is a finished deal, or a score, that the account has a part in."""
    (played,) = database.execute(
        "SELECT EXISTS (SELECT 1 FROM players WHERE account = :account)"
        " OR EXISTS (SELECT 1 FROM teams WHERE account = :account)",
        {"account": account},
    ).fetchone()
    return bool(played)


_ACCOUNTS = (
    "SELECT id, name, NOT EXISTS (SELECT 1 FROM keys WHERE account = accounts.id), prefs"
    " FROM accounts"
)


def _account(database: sqlite3.Connection, where: str, *values: object) -> AccountRow | None:
    row = database.execute(f"{_ACCOUNTS} WHERE {where}", values).fetchone()
    return None if row is None else _account_row(row)


def _account_row(row: Sequence[Any]) -> AccountRow:
    account, name, guest, prefs = row
    return AccountRow(account, name, bool(guest), _PREFS.decode(prefs))


def _marks(values: Collection[object]) -> str:
    return ",".join("?" * len(values))
