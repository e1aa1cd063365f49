"""The log's writer: together, whole or not at all, and never a lie."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.errors import Refused
from protocol.messages import Arrange, Create, Ping
from server import migrations
from server.config import Config, ConfigError
from server.disk import kind
from server.log import CommitFailed, Log, Write
from server.migrations import MIGRATIONS, NewerFile
from server.run import Server
from tests.server.client import Client, open_table

INSERT = "INSERT INTO tables (id, opened) VALUES (?, ?)"


def count(database: sqlite3.Connection) -> int:
    """Rows written."""
    return int(database.execute("SELECT count(*) FROM tables").fetchone()[0])


@pytest.fixture
def failures() -> list[CommitFailed]:
    """What the log reported."""
    return []


@pytest.fixture
async def log(tmp_path: Path, failures: list[CommitFailed]) -> AsyncIterator[Log]:
    """A log in an empty file."""
    opened = Log(tmp_path / "log.sqlite3", failures.append)
    yield opened
    await opened.close()


async def test_what_is_acknowledged_is_on_the_disk(log: Log, tmp_path: Path) -> None:
    await log.append([Write(INSERT, ("a", 1)), Write(INSERT, ("b", 1))])
    with sqlite3.connect(tmp_path / "log.sqlite3") as other:
        assert count(other) == 2
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.close()


async def test_a_place_may_be_called_anything(tmp_path: Path, failures: list[CommitFailed]) -> None:
    path = tmp_path / "100% #1?cache=none" / "log ünd.sqlite3"
    path.parent.mkdir()
    for rows in range(3):
        log = Log(path, failures.append)
        assert await log.read(count) == rows
        await log.append([Write(INSERT, (str(rows), 1))])
        await log.close()
    assert [found.name for found in path.parent.iterdir()] == [path.name]


async def test_entries_of_one_moment_are_committed_together(log: Log) -> None:
    commits: list[int] = []
    await log.read(
        lambda database: database.set_trace_callback(
            lambda statement: commits.append(1) if statement == "COMMIT" else None
        )
    )
    await asyncio.gather(*(log.append([Write(INSERT, (str(n), n))]) for n in range(200)))
    assert await log.read(count) == 200
    assert len(commits) < 100


async def test_a_failed_batch_leaves_nothing(log: Log, failures: list[CommitFailed]) -> None:
    answers = await asyncio.gather(
        log.append([Write(INSERT, ("a", 1))]),
        log.append([Write(INSERT, ("b", 1)), Write(INSERT, ("b", 1))]),
        log.append([Write(INSERT, (object(), 1))]),
        return_exceptions=True,
    )
    refused = [answer for answer in answers if answer is not None]
    assert refused
    for answer in refused:
        assert isinstance(answer, Refused)
        assert answer.why.code == "storage"
    assert await log.read(count) == answers.count(None)
    await log.append([Write(INSERT, ("z", 1))])
    assert not failures


async def test_an_entry_that_is_wrong_does_not_touch_its_neighbours(
    log: Log, failures: list[CommitFailed]
) -> None:
    wrong = [Write(INSERT, ("w", 1)), Write(INSERT, (object(), 1))]
    before, itself, after = await asyncio.gather(
        log.append([Write(INSERT, ("a", 1))]),
        log.append(wrong),
        log.append([Write(INSERT, ("b", 1))]),
        return_exceptions=True,
    )
    assert before is None
    assert isinstance(itself, Refused)
    assert after is None
    assert await log.read(count) == 2
    assert log.trouble is None
    assert not failures


async def test_what_can_not_be_written_is_refused_until_it_can(
    log: Log, failures: list[CommitFailed], caplog: pytest.LogCaptureFixture
) -> None:
    await log.probe()
    await log.read(lambda database: database.execute("PRAGMA query_only = ON"))
    for _ in range(3):
        with pytest.raises(Refused, match="storage"):
            await log.append([Write(INSERT, ("a", 1))])
        with pytest.raises(Refused, match="storage"):
            await log.probe()
    trouble = log.trouble
    await log.read(lambda database: database.execute("PRAGMA query_only = OFF"))
    await log.probe()
    await log.append([Write(INSERT, ("b", 1))])
    assert [trouble and kind(trouble), log.trouble] == ["read_only", None]
    assert await log.read(count) == 1
    # Every table tries again every second: that is told once.
    assert [record.message for record in caplog.records] == [
        "nothing can be written: it is read-only",
        "it can be written again",
    ]
    assert not failures


async def test_what_can_not_be_read_is_refused(log: Log) -> None:
    def unreadable(database: sqlite3.Connection) -> None:
        with sqlite3.connect("file:/nowhere/at/all?mode=ro", uri=True) as other:
            other.execute("SELECT 1")

    with pytest.raises(Refused, match="storage"):
        await log.read(unreadable)
    with pytest.raises(sqlite3.OperationalError):
        await log.read(lambda database: database.execute("SELECT * FROM nothing_of_ours"))


async def test_a_reader_that_never_ends_does_not_fill_the_disk_unseen(
    log: Log, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "log.sqlite3"
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    count(reader)
    write = Write("REPLACE INTO probe (id, room) VALUES (2, zeroblob(?))", (4 * 2**20,))
    for _ in range(8):
        await log.append([write])
    # At 32 MiB, and next when it has doubled since.
    (grown,) = [record.message for record in caplog.records]
    assert "write-ahead file has" in grown
    reader.close()
    for name in ("a", "b"):
        await log.append([Write(INSERT, (name, 1))])
    assert (tmp_path / "log.sqlite3-wal").stat().st_size <= 16 * 2**20


async def test_a_failed_commit_is_never_acknowledged(
    log: Log, failures: list[CommitFailed]
) -> None:
    # A deferred foreign key fails at the commit and nowhere else.
    await log.read(lambda database: database.execute("PRAGMA foreign_keys = ON"))
    await log.append(
        [
            Write("CREATE TABLE one (id INTEGER PRIMARY KEY)", ()),
            Write(
                "CREATE TABLE two (id INTEGER REFERENCES one (id) DEFERRABLE INITIALLY DEFERRED)",
                (),
            ),
        ]
    )
    hanging = asyncio.ensure_future(log.append([Write("INSERT INTO two VALUES (7)", ())]))
    async with asyncio.timeout(10):
        while not failures:  # noqa: ASYNC110 — it calls back, once
            await asyncio.sleep(0)
    assert not hanging.done()
    hanging.cancel()
    with pytest.raises(Refused):
        await log.append([Write(INSERT, ("a", 1))])


async def test_a_server_whose_commit_fails_stops(config: Config) -> None:
    server = Server(config)
    await server.start()
    async with await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        house = server.house
        await house.log.read(lambda database: database.execute("PRAGMA foreign_keys = ON"))
        await house.log.append(
            [
                Write("CREATE TABLE one (id INTEGER PRIMARY KEY)", ()),
                Write(
                    "CREATE TABLE two (id INTEGER REFERENCES one (id)"
                    " DEFERRABLE INITIALLY DEFERRED)",
                    (),
                ),
                Write(
                    "CREATE TRIGGER doom AFTER INSERT ON tables BEGIN INSERT INTO two VALUES (1);"
                    " END",
                    (),
                ),
            ]
        )
        asking = asyncio.create_task(anna.request(Create, game="pokerface", name="x", seats=3))
        assert await anna.bye() == "fault"
        with pytest.raises(AssertionError):
            await asking
    with pytest.raises(CommitFailed):
        await server.ended()


async def test_what_could_not_be_written_did_not_happen(server: Server) -> None:
    async with await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        table = await open_table(anna)
        before = await anna.view()
        trouble = "CREATE TRIGGER trouble BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'x'); END"
        await server.house.log.append([Write(trouble, ())])
        assert await anna.refused(Arrange, table=table, patience=90) == "storage"
        wish = {"game": "pokerface", "name": "x", "seats": 3}
        assert await anna.refused(Create, **wish) == "storage"
        await anna.ask(Ping)
        after = await anna.view()
        assert replace(after, pause=None, seq=before.seq) == before
        await server.house.log.append([Write("DROP TRIGGER trouble", ())])
        await anna.view(lambda view: view.pause is None)
        await anna.ask(Arrange, table=table, patience=90)
        await anna.ask(Create, **wish)


async def test_a_new_file_has_every_migration(log: Log) -> None:
    version = await log.read(lambda database: database.execute("PRAGMA user_version").fetchone())
    assert version == (len(MIGRATIONS),)
    await log.read(migrations.migrate)


async def test_a_newer_file_is_left_alone(config: Config) -> None:
    config.state.mkdir()
    with sqlite3.connect(config.state / "log.sqlite3") as database:
        database.execute("PRAGMA user_version = 999")
        with pytest.raises(NewerFile):
            migrations.migrate(database)
    database.close()
    with pytest.raises(ConfigError, match="999"):
        await Server(config).start()


async def test_two_servers_never_share_a_state(server: Server, config: Config) -> None:
    with pytest.raises(ConfigError, match="state_in_use"):
        await Server(config).start()


async def test_a_file_that_is_no_log_is_refused(config: Config) -> None:
    config.state.mkdir()
    (config.state / "log.sqlite3").write_text("a letter to my aunt, with greetings to all" * 50)
    with pytest.raises(ConfigError, match=r"log\.sqlite3"):
        await Server(config).start()


async def test_a_commit_that_fails_while_the_server_starts_ends_the_start(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(log: Log, jobs: object) -> None:
        raise CommitFailed("database or disk is full")

    monkeypatch.setattr(Log, "_commit", full)
    async with asyncio.timeout(10):
        with pytest.raises(CommitFailed, match="disk is full"):
            await Server(config).start()
    monkeypatch.undo()
    # The directory is free again, and what it holds is whole.
    async with Server(config) as server, await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
