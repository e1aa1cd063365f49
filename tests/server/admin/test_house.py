"""What operators see and do of the house: how it is, its tables, copies of all of it."""

import asyncio
import errno
import os
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest

from protocol.admin import (
    Backup,
    Close,
    Done,
    Inlet,
    Not,
    Status,
    TableLine,
    Tables,
    TheStatus,
    TheTables,
    encode,
)
from protocol.messages import Closed, Join, Purse
from server import backup as backups
from server.backup import NoCopy, restore
from server.config import Config
from server.run import Server
from tests.server.admin.operator import operated, order
from tests.server.client import Client, open_table, play
from tests.server.games import GAMES


def rows(file: Path, sql: str) -> list[tuple[object, ...]]:
    """What a database file answers."""
    with closing(sqlite3.connect(file)) as database:
        return list(database.execute(sql))


def copies(folder: Path) -> list[str]:
    """What lies there that a backup has made."""
    return sorted(one.name for one in folder.glob("backup*"))


async def test_how_the_server_is(config: Config) -> None:
    async with operated(config) as house, await house.visit() as anna:
        await anna.hello("Anna")
        await open_table(anna)
        house.hands.move(90)
        answer = await house.ask(Status())
    assert isinstance(answer, TheStatus)
    assert (answer.up, answer.sessions, answer.connections, answer.tables) == (90, 1, 1, 1)
    assert answer.memory > 2**20
    assert answer.log > 4096
    assert (answer.waiting, answer.trouble) == (0, None)


async def test_tables_as_they_stand(config: Config) -> None:
    async with operated(config) as house, await house.visit() as anna, await house.visit() as ben:
        await anna.hello("Anna")
        await ben.hello("Ben")
        table = await open_table(anna, bots="now")
        await anna.view(lambda view: view.stage == "running")
        other = await open_table(ben, game="holdem", name="Chips", seats=6)
        answer = await house.ask(Tables())
    assert answer == TheTables(
        (
            TableLine(table, "Küche", "pokerface", "running", ("Anna",), 2, 0, 1),
            TableLine(other, "Chips", "holdem", "waiting", ("Ben",), 0, 0, 0),
        )
    )


async def test_a_table_that_is_closed_gives_all_stakes_back_and_tells_everybody(
    config: Config,
) -> None:
    async with operated(config) as house:
        anna, ben = await house.visit(), await house.visit()
        async with anna, ben:
            await anna.hello("Anna")
            await ben.hello("Ben")
            table = await open_table(anna, game="holdem", name="Chips", seats=2)
            await ben.ask(Join, table=table)
            await anna.view(lambda view: view.stage == "running")
            spare = await open_table(anna)
            assert await house.refused(Close("no such table")) == "no_table"
            assert await house.refused(Close("")) == "no_table"
            facts = await house.done(Close(table[:10], "Schluss für heute"))
            assert facts == {"table": table, "name": "Chips"}
            for one in (anna, ben):
                told = await one.wait_for(lambda message: isinstance(message, Closed))
                assert isinstance(told, Closed)
                assert (told.table, told.why.code) == (table, "operator")
                assert told.why.facts == {"reason": "Schluss für heute"}
                purse = await one.ask(Purse)
                assert purse.account is not None
                assert purse.account.chips == 10_000
            assert set(house.server.house.tables) == {spare}
        # For good.
    async with operated(config, house.hands) as house:
        assert set(house.server.house.tables) == {spare}


async def test_of_two_tables_of_one_name_an_id_is_wanted(config: Config) -> None:
    async with operated(config) as house, await house.visit() as anna:
        await anna.hello("Anna")
        tables = [await open_table(anna) for _ in range(2)]
        assert await house.refused(Close("Küche")) == "several_tables"
        await house.done(Close(tables[0]))
        assert await house.done(Close("Küche")) == {"table": tables[1], "name": "Küche"}


async def test_what_is_no_deed_is_answered_and_ends_the_line(config: Config) -> None:
    async with operated(config) as house:
        for nonsense in (
            b"\xc1",
            encode(Status()).replace(b"status", b"stotus"),
            encode(Backup("/x")).replace(b"/x", b"\x00\x01") + b"\xc1",
        ):
            reader, writer = await asyncio.open_unix_connection(house.socket)
            writer.write(nonsense)
            data = await asyncio.wait_for(reader.read(), 20)
            answer = list(Inlet(server=False).take(data))[-1]
            assert isinstance(answer, Not)
            assert answer.why.code == "malformed"
            writer.close()


async def test_a_backup_made_while_people_play_is_the_server_as_it_was(
    config: Config, tmp_path: Path
) -> None:
    target = tmp_path / "backup.sqlite3"
    async with operated(config) as house, await house.visit() as anna:
        code = (await anna.hello("Anna")).account.code
        table = await open_table(anna, bots="now")
        playing = asyncio.create_task(play(anna, deals=2))
        await anna.view(lambda view: view.deal == 1 and view.stage == "running")
        facts = await house.done(Backup(str(target)))
        assert facts == {"path": str(target), "bytes": target.stat().st_size}
        assert await house.refused(Backup(str(target))) == "backup_exists"
        assert await house.refused(Backup("here")) == "not_absolute"
        await playing
        log = house.server.house.log.path
        kept = rows(target, "SELECT seq, by, command FROM log ORDER BY seq")
        now = rows(log, "SELECT seq, by, command FROM log ORDER BY seq")
    # One file of its owner's, whole, and a part of what came to be.
    assert target.stat().st_mode & 0o777 == 0o600
    assert copies(tmp_path) == [target.name]
    assert rows(target, "PRAGMA integrity_check") == [("ok",)]
    assert 0 < len(kept) < len(now)
    assert now[: len(kept)] == kept

    before = restore(config.state, target, 1_700_000_000.0)
    assert before == config.state / "log.sqlite3.before-20231114-221320"
    assert rows(before, "SELECT seq, by, command FROM log ORDER BY seq") == now
    async with operated(config, house.hands) as house, await house.visit() as anna:
        assert (await anna.hello(code=code)).held == (table,)
        assert house.server.house.tables[table].seq == len(kept)
        await anna.ask(Join, table=table)
        view = await anna.view()
        assert (view.id, view.deal, view.stage) == (table, 1, "running")


async def test_a_backup_that_can_not_be_written_leaves_nothing(
    config: Config, tmp_path: Path
) -> None:
    async with operated(config) as house:
        assert await house.refused(Backup(str(tmp_path / "no" / "such"))) == "backup_failed"
        (tmp_path / "b.part").mkdir()
        assert await house.refused(Backup(str(tmp_path / "b"))) == "backup_failed"
        assert not (tmp_path / "b").exists()
        # What can't even be looked at, as what lies behind a unit's walls.
        assert await house.refused(Backup(str(tmp_path / ("x" * 300)))) == "backup_failed"


async def test_only_what_is_whole_and_known_takes_the_place_of_the_log(
    config: Config, tmp_path: Path
) -> None:
    async with Server(config), await Client.unix(config.host_socket or tmp_path) as anna:
        await anna.hello("Anna")
    log = config.state / "log.sqlite3"
    good = log.read_bytes()
    shape = rows(log, "PRAGMA user_version")[0][0]

    def refused(file: Path) -> str:
        with pytest.raises(NoCopy) as failed:
            restore(config.state, file, 0)
        return failed.value.code

    file = tmp_path / "backup"
    assert refused(file) == "restore_missing"
    assert refused(tmp_path / ("x" * 300)) == "restore_unreadable"
    file.write_bytes(b"no database at all, but text. " * 200)
    assert refused(file) == "restore_unreadable"
    file.write_bytes(b"")
    assert refused(file) == "restore_foreign"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE something (x)")
        database.execute("PRAGMA user_version = 1")
    assert refused(file) == "restore_foreign"
    file.write_bytes(good[: len(good) // 2 // 4096 * 4096])
    assert refused(file) in {"restore_broken", "restore_unreadable"}
    file.write_bytes(good)
    with closing(sqlite3.connect(file)) as database:
        database.execute(f"PRAGMA user_version = {int(str(shape)) + 1}")
    assert refused(file) == "restore_newer"
    assert refused(log) == "restore_itself"
    # Nothing of all that has touched what was there.
    assert log.read_bytes() == good
    assert {one.name for one in config.state.iterdir()} == {"lock", "log.sqlite3"}


async def test_a_backup_of_an_older_shape_is_brought_to_the_newest(
    config: Config, tmp_path: Path
) -> None:
    file = tmp_path / "old"
    from server.migrations import MIGRATIONS

    with closing(sqlite3.connect(file)) as database:
        database.executescript(f"{MIGRATIONS[0]}; PRAGMA user_version = 1")
        database.execute("INSERT INTO accounts VALUES ('a1', 'Anna', 'anna', 'SHA256:x', NULL, 1)")
        database.commit()
    config.state.mkdir()
    assert restore(config.state, file, 0) is None
    async with operated(config) as house:
        assert [one.name for one in await house.server.house.people.find("anna")] == ["Anna"]


async def test_a_log_has_its_place_until_another_takes_it(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, log = tmp_path / "copy", config.state / "log.sqlite3"
    async with operated(config) as house:
        await house.done(Backup(str(copy)))
    good = log.read_bytes()
    settle = backups._settle

    def failing(part: Path, target: Path) -> None:
        assert log.read_bytes() == good
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(backups, "_settle", failing)
    with pytest.raises(NoCopy):
        restore(config.state, copy, 0)
    assert log.read_bytes() == good
    assert {one.name for one in config.state.iterdir()} == {"lock", log.name}
    monkeypatch.setattr(backups, "_settle", settle)
    kept = restore(config.state, copy, 0)
    assert kept is not None
    assert kept.read_bytes() == good
    assert not log.samefile(kept)


async def test_two_backups_of_one_name_do_not_write_over_each_other(
    config: Config, tmp_path: Path
) -> None:
    async with operated(config) as house:
        deed = Backup(str(tmp_path / "backup"))
        answers = await asyncio.gather(house.ask(deed), house.ask(deed), house.ask(deed))
    assert sorted(type(one) is Done for one in answers) == [False, False, True]
    assert copies(tmp_path) == ["backup"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
async def test_what_root_puts_back_belongs_to_the_servers_user(
    config: Config, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    async with operated(config) as house:
        await house.done(Backup(str(copy)))
    os.chown(config.state, 1234, 1235)
    restore(config.state, copy, 0)
    for name in ("log.sqlite3", "lock"):
        owner = (config.state / name).stat()
        assert (owner.st_uid, owner.st_gid, owner.st_mode & 0o777) == (1234, 1235, 0o600)


async def test_a_table_at_fault_can_be_closed(config: Config) -> None:
    async with operated(config, games=GAMES) as house, AsyncExitStack() as stack:
        people = [await stack.enter_async_context(await house.visit()) for _ in range(3)]
        for one in people:
            await one.hello("Anna")
        table = await open_table(people[0], game="blind")
        for one in people[1:]:
            await one.ask(Join, table=table)
        await people[0].view(lambda view: view.stage == "broken")
        await house.done(Close(table))
        for one in people:
            told = await one.wait_for(lambda message: isinstance(message, Closed))
            assert isinstance(told, Closed)
            assert told.why.code == "operator"


async def test_several_operators_are_answered_side_by_side(config: Config) -> None:
    async with operated(config) as house:
        answers = await asyncio.gather(*(order(house.socket, Tables()) for _ in range(20)))
        assert answers == [TheTables(())] * 20
