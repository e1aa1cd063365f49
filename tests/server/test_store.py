"""What the log's file keeps for ever, and what it lets go of."""

import sqlite3

from protocol.messages import Leave, Ping
from server.clock import SystemClock
from server.config import Config
from server.house import World
from server.run import Server
from tests.server.client import Client, open_table, play

DAY = 24 * 3600


class Ahead(SystemClock):
    """The machine's time, some days later."""

    def __init__(self, days: int) -> None:
        self._days = days

    def now(self) -> float:
        """Unix time in seconds."""
        return super().now() + self._days * DAY


def kept(database: sqlite3.Connection) -> dict[str, set[str]]:
    """The tables of which each kind of row is there."""
    columns = {"tables": "id", "log": "table_id", "deals": "table_id"}
    return {
        name: {table for (table,) in database.execute(f"SELECT {column} FROM {name}")}
        for name, column in columns.items()
    }


async def leave(server: Server, anna: Client, table: str) -> None:
    """Leave a table with nobody else: it closes."""
    await anna.ask(Leave, table=table)
    while table in server.house.tables:
        await anna.ask(Ping)


async def test_the_log_of_a_table_goes_when_it_has_been_closed_for_long(config: Config) -> None:
    async with Server(config) as server, await Client.tcp(server.port) as anna:
        code = (await anna.hello("Anna")).account.code
        played = await open_table(anna, bots="now")
        await play(anna, deals=1)
        deal = await anna.view()
        await leave(server, anna, played)
        unfinished = await open_table(anna, bots="now")
        await anna.view(lambda view: view.id == unfinished and view.stage == "running")
        await leave(server, anna, unfinished)
        empty = await open_table(anna)
        await leave(server, anna, empty)
        standing = await open_table(anna, bots="now")
        await anna.view(lambda view: view.id == standing and view.stage == "running")
        everything = await server.house.log.read(kept)
    assert everything["log"] == {played, unfinished, empty, standing}
    assert (deal.deal, deal.stage) == (1, "between")

    async with Server(config, world=World(clock=Ahead(29))) as server:
        assert await server.house.log.read(kept) == everything

    async with Server(config, world=World(clock=Ahead(31))) as server:
        left = await server.house.log.read(kept)
        events = await server.house.log.read(
            lambda database: database.execute(
                "SELECT events FROM deals WHERE table_id = ? AND deal = 1", (played,)
            ).fetchone()
        )
        async with await Client.tcp(server.port) as anna:
            assert (await anna.hello(code=code)).held == (standing,)
    assert left["log"] == {standing}
    assert played in left["tables"]
    assert played in left["deals"]
    assert standing in left["deals"]
    assert empty not in left["tables"] | left["deals"]
    assert len(events[0]) > 100
