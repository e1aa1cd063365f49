"""A table ends once, and what changes nothing is not written."""

import logging
import sqlite3

import pytest

from protocol.messages import Here, Ping, Watch
from server.run import Server
from tests.server.client import Client, open_table


async def commands(server: Server, table: str) -> list[str]:
    """What is in the table's log, oldest first."""

    def read(database: sqlite3.Connection) -> list[str]:
        found = database.execute(
            "SELECT command FROM log WHERE table_id = ? ORDER BY seq", (table,)
        )
        return [command for (command,) in found]

    return await server.house.log.read(read)


async def test_a_table_that_is_to_end_twice_ends_once(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    # Somebody comes and goes while the end is being written, and so it is called for once more.
    async with await Client.tcp(server.port) as other:
        await other.hello("Other")
        async with await Client.tcp(server.port) as anna:
            code = (await anna.hello("Anna")).account.code
            table = await open_table(anna)
        task = server.house.tables[table]
        while len(server.house.connected) > 1:
            await other.ask(Ping)
        task.post(task.abandoned)
        task.post(task.abandoned)
        while table in server.house.tables or not task._line._queue.empty():
            await other.ask(Ping)
        assert [one for one in await commands(server, table) if '"close"' in one] == [
            '{"type":"close","why":"abandoned"}'
        ]
        # Her account is let go of as often as it was held: it comes and goes as ever.
        assert len(server.house.people) == 1
        async with await Client.tcp(server.port) as anna:
            assert (await anna.hello(code=code)).held == ()
            await open_table(anna)
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


async def test_saying_that_one_is_here_writes_nothing_where_nobody_was_missed(
    server: Server,
) -> None:
    async with await Client.tcp(server.port) as anna, await Client.tcp(server.port) as ben:
        await anna.hello("Anna")
        await ben.hello("Ben")
        table = await open_table(anna)
        before = await commands(server, table)
        await anna.ask(Here, table=table)
        # Least of all for those who have no seat here, whether they look on or not.
        assert await ben.refused(Here, table=table) == "not_seated"
        await ben.ask(Watch, table=table)
        assert await ben.refused(Here, table=table) == "not_seated"
        assert await commands(server, table) == before
