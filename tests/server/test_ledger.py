"""Chips between house, accounts and tables: nothing is lost, nobody is locked out."""

import sqlite3
from collections.abc import Iterable, Iterator

import pytest

from server import ledger, migrations, registry
from server.ledger import HOUSE, REFILL, Move, Purse
from server.log import Write

DAY = 24 * 3600 * 1000
# The first of February 2026, noon by UTC.
NOON = 1_769_947_200_000


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrations.migrate(connection)
    yield connection
    connection.close()


def write(database: sqlite3.Connection, writes: Iterable[Write]) -> None:
    """One entry of the log: all of it or nothing."""
    database.execute("BEGIN IMMEDIATE")
    try:
        for one in writes:
            database.execute(one.sql, one.values)
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def move(database: sqlite3.Connection, *moves: Move, at: int = NOON) -> None:
    write(database, [ledger.moved(one, at) for one in moves])


def balances(database: sqlite3.Connection) -> dict[str, int]:
    """What everybody has, by the moves alone; the balances have to say the same."""
    found: dict[str, int] = {}
    for source, target, chips in database.execute("SELECT source, target, chips FROM moves"):
        found[source] = found.get(source, 0) - chips
        found[target] = found.get(target, 0) + chips
    assert sum(found.values()) == 0
    assert {one: ledger.balance(database, one) for one in found} == found
    (total,) = database.execute("SELECT coalesce(sum(chips), 0) FROM balances").fetchone()
    assert total == 0
    return found


def test_chips_go_to_a_table_and_home_again(database: sqlite3.Connection) -> None:
    given = ledger.refill("anna", Purse(), 0, NOON)
    assert given == Move(HOUSE, "anna", REFILL, "first")
    move(database, given)
    move(database, ledger.buy_in("anna", "t1", 1_000), ledger.buy_in(HOUSE, "t1", 1_000))
    assert balances(database) == {HOUSE: -11_000, "anna": 9_000, "table:t1": 2_000}
    # Anna has won what the bot had.
    move(database, ledger.home("t1", "anna", 1_900), ledger.home("t1", HOUSE, 100))
    assert balances(database) == {HOUSE: -10_900, "anna": 10_900, "table:t1": 0}


@pytest.mark.parametrize(
    "bad",
    [
        ledger.buy_in("anna", "t1", 501),
        ledger.buy_in("ben", "t1", 1),
        ledger.home("t1", "anna", 1),
        Move("anna", "anna", 1, "home"),
        Move(HOUSE, "anna", 0, "refill"),
        Move(HOUSE, "anna", -1, "refill"),
    ],
)
def test_what_nobody_has_is_not_moved(database: sqlite3.Connection, bad: Move) -> None:
    move(database, Move(HOUSE, "anna", 500, "refill"))
    before = balances(database)
    with pytest.raises(sqlite3.IntegrityError):
        move(database, Move(HOUSE, "carl", 7, "refill"), bad)
    # Nothing of that entry has happened.
    assert balances(database) == before


@pytest.mark.parametrize(
    ("purse", "staked", "given"),
    [
        (Purse(0, begun=True), 0, 10_000),  # on the day of the first chips, too
        (Purse(2_500, begun=True), 0, 7_500),
        (Purse(2_500, begun=True), 7_000, 500),
        (Purse(2_500, begun=True), 7_500, None),
        (Purse(12_000, begun=True), 0, None),
        (Purse(0, NOON - DAY // 2 - 1, begun=True), 0, 10_000),  # a moment before midnight
        (Purse(0, NOON - DAY // 2, begun=True), 0, None),
        (Purse(0, NOON, begun=True), 0, None),
        (Purse(0, NOON + 3 * DAY, begun=True), 0, None),  # by a clock that was put back since
    ],
)
def test_a_refill_once_a_day(purse: Purse, staked: int, given: int | None) -> None:
    expected = None if given is None else Move(HOUSE, "anna", given, "refill")
    assert ledger.refill("anna", purse, staked, NOON) == expected


def test_a_purse_knows_its_last_refill(database: sqlite3.Connection) -> None:
    assert ledger.purse(database, "anna") == Purse()
    move(database, Move(HOUSE, "anna", 300, "first"), at=NOON - DAY)
    assert ledger.purse(database, "anna") == Purse(300, begun=True)
    move(database, Move(HOUSE, "anna", 20, "refill"), at=NOON)
    move(database, ledger.buy_in("anna", "t1", 100), at=NOON + 1)
    move(database, ledger.home("t1", "anna", 50), at=NOON + 2)
    assert ledger.purse(database, "anna") == Purse(270, NOON, begun=True)


def test_forgotten_guests_leave_their_chips_to_the_house(database: sqlite3.Connection) -> None:
    write(database, registry.new_account("anna", "Anna", None, b"1", 0))
    for guest in ("anna", "ben", "carl"):
        move(database, Move(HOUSE, guest, 100, "refill"), ledger.buy_in(guest, guest, 40))
    move(database, Move("ben", HOUSE, 60, "home"))
    write(database, ledger.forget(NOON))
    # What lies on tables stays there, whoever it belongs to.
    tables = {f"table:{guest}": 40 for guest in ("anna", "ben", "carl")}
    assert balances(database) == {HOUSE: -180, "anna": 60, "ben": 0, "carl": 0, **tables}
    kept = {holder for (holder,) in database.execute("SELECT holder FROM balances")}
    assert kept == {HOUSE, "anna", *tables}
