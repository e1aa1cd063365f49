"""Who has how many chips: balances that sum to zero, and the moves that made them.

Chips are held by the house, which alone may be below zero because it gives out all there are, by
accounts, and by tables for what lies in their chairs; bots play with the house's. A move is
written together with the command that caused it, in one append, so that after a crash either both
have happened or neither. What lies in a table's chairs always sums to what the table holds here.

The statements trust whoever makes the moves to have looked whether there is enough; a balance that
would fall below zero makes the file refuse the whole entry.
"""

import sqlite3
from typing import Annotated, Literal

from msgspec import Meta, Struct

from server.log import Write

HOUSE = "house"
_TABLE = "table:"

# Everybody begins with this, and once a day whoever has less gets what is missing, so that nobody
# is locked out.
REFILL = 10_000
_DAY = 24 * 3600 * 1000

Why = Literal["first", "refill", "buy_in", "home", "forgotten"]


class Move(Struct, frozen=True):
    """So many chips go from one holder to another."""

    source: str
    target: str
    chips: Annotated[int, Meta(ge=1)]
    why: Why


class Purse(Struct, frozen=True):
    """What an account has besides what lies on tables, and when (milliseconds) it was refilled.

    `begun`: it has got its first chips. These are no refill: whoever loses them on the first day
    gets more on that day.
    """

    chips: int = 0
    refilled: int | None = None
    begun: bool = False


def table_holder(table: str) -> str:
    """The holder of the chips that lie in a table's chairs."""
    return _TABLE + table


def buy_in(holder: str, table: str, chips: int) -> Move:
    """Chips come to a table, from an account or from the house for a bot."""
    return Move(holder, table_holder(table), chips, "buy_in")


def home(table: str, holder: str, chips: int) -> Move:
    """Chips that a table has handed back."""
    return Move(table_holder(table), holder, chips, "home")


def refill(account: str, purse: Purse, staked: int, now: int) -> Move | None:
    """What the house gives whoever is short of chips today; None if nothing is due.

    `staked` is what the account has in chairs, `now` milliseconds of Unix time. Once a day by UTC,
    up to REFILL with what is staked.
    """
    if purse.refilled is not None and purse.refilled // _DAY >= now // _DAY:
        return None
    missing = REFILL - purse.chips - staked
    why: Why = "refill" if purse.begun else "first"
    return Move(HOUSE, account, missing, why) if missing > 0 else None


def moved(move: Move, at: int) -> Write:
    """A move, at a moment in milliseconds of Unix time."""
    return Write(
        "INSERT INTO moves (at, source, target, chips, why) VALUES (?, ?, ?, ?, ?)",
        (at, move.source, move.target, move.chips, move.why),
    )


def forget(at: int) -> tuple[Write, ...]:
    """What accounts have left that are not there any more goes back to the house."""
    orphans = (
        f"holder <> '{HOUSE}' AND substr(holder, 1, {len(_TABLE)}) <> '{_TABLE}'"
        " AND holder NOT IN (SELECT id FROM accounts)"
    )
    return (
        Write(
            "INSERT INTO moves (at, source, target, chips, why)"
            f" SELECT ?, holder, '{HOUSE}', chips, 'forgotten' FROM balances"
            f" WHERE chips > 0 AND {orphans}",
            (at,),
        ),
        Write(f"DELETE FROM balances WHERE {orphans}", ()),
    )


def give_up(account: str, at: int) -> tuple[Write, ...]:
    """What an account has goes back to the house, for good: it is not there any more."""
    return (
        Write(
            "INSERT INTO moves (at, source, target, chips, why)"
            f" SELECT ?, holder, '{HOUSE}', chips, 'forgotten' FROM balances"
            " WHERE chips > 0 AND holder = ?",
            (at, account),
        ),
        Write("DELETE FROM balances WHERE holder = ?", (account,)),
    )


def purse(database: sqlite3.Connection, account: str) -> Purse:
    """An account's purse; an empty one for whoever never had any chips."""
    first, last = (
        database.execute(
            "SELECT max(at) FROM moves WHERE target = ? AND why = ?", (account, why)
        ).fetchone()[0]
        for why in ("first", "refill")
    )
    return Purse(balance(database, account), last, begun=first is not None)


def balance(database: sqlite3.Connection, holder: str) -> int:
    """The chips of any holder: an account, a table, the house."""
    row = database.execute("SELECT chips FROM balances WHERE holder = ?", (holder,)).fetchone()
    return 0 if row is None else int(row[0])
