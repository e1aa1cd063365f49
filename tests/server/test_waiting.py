"""A table with an empty chair waits and says so, whatever was played there before."""

import asyncio

import pytest

from protocol.messages import Fill, Leave, Lobby, Next, TableView, WatchLobby
from server.clock import SystemClock
from server.config import Config
from server.house import World
from server.log import Write
from server.run import Server
from tests.server.client import Client, open_table, play, sit


async def over(server: Server) -> tuple[list[Client], str, TableView]:
    """Three people whose match is over, the last of them ready for another."""
    clients = [await Client.tcp(server.port) for _ in range(3)]
    for client, name in zip(clients, ("Anna", "Ben", "Carla"), strict=True):
        await client.hello(name)
    table = await open_table(clients[0], seats=3)
    for client in clients[1:]:
        await sit(client, table)
    ends = await asyncio.gather(*(play(client) for client in clients))
    assert {end.stage for end in ends} == {"over"}
    await clients[2].ask(Next, table=table, deal=ends[2].deal)
    return clients, table, ends[0]


async def test_a_match_that_is_over_waits_once_somebody_has_left(server: Server) -> None:
    clients, table, end = await over(server)
    await clients[1].ask(Leave, table=table)
    view = await clients[0].view(lambda view: view.chairs[1].kind == "empty")
    assert view.stage == "waiting"
    # How it ended is still there to be shown, its last deal too.
    assert (view.ended, view.history, view.view) == (end.ended, end.history, end.view)
    assert [chair.ready for chair in view.chairs] == [False, False, True]
    await clients[1].ask(WatchLobby)
    lobby = await clients[1].wait_for(lambda one: isinstance(one, Lobby))
    assert isinstance(lobby, Lobby)
    assert [line.status for line in lobby.tables] == ["waiting"]
    await close(clients)


@pytest.mark.parametrize("bots", [False, True])
async def test_the_next_match_begins_when_the_chair_is_taken_and_all_are_ready(
    server: Server, bots: bool
) -> None:
    clients, table, end = await over(server)
    await clients[1].ask(Leave, table=table)
    await clients[0].view(lambda view: view.stage == "waiting")
    if bots:
        await clients[2].ask(Fill, table=table)
    else:
        await sit(clients[1], table)
    view = await clients[0].view(lambda view: view.stage != "waiting")
    assert (view.stage, view.ended) == ("over", end.ended)
    assert [chair.ready for chair in view.chairs] == [False, True, True]
    await clients[0].ask(Next, table=table, deal=view.deal)
    view = await clients[0].view(lambda view: view.stage == "running")
    assert (view.deal, view.number, view.ended, view.history) == (end.deal + 1, 1, None, ())
    await close(clients)


async def test_readiness_said_while_the_chair_is_empty_counts(server: Server) -> None:
    clients, table, end = await over(server)
    await clients[1].ask(Leave, table=table)
    await clients[0].ask(Next, table=table, deal=end.deal)
    await clients[0].ask(Fill, table=table)
    view = await clients[0].view(lambda view: view.stage == "running")
    assert (view.number, view.ended) == (1, None)
    await close(clients)


async def test_after_a_cancelled_deal_bots_take_the_chair_and_people_say_next(
    server: Server,
) -> None:
    clients = [await Client.tcp(server.port) for _ in range(3)]
    for client, name in zip(clients, ("Anna", "Ben", "Carla"), strict=True):
        await client.hello(name)
    table = await open_table(clients[0], seats=3)
    for client in clients[1:]:
        await sit(client, table)
    await clients[0].view(lambda view: view.stage == "running")
    await clients[1].ask(Leave, table=table)
    view = await clients[0].view(lambda view: view.stage == "waiting")
    assert [chair.ready for chair in view.chairs] == [False, False, False]
    await clients[0].ask(Fill, table=table)
    view = await clients[0].view(lambda view: view.chairs[1].kind == "bot")
    # Only a bot is taken to want the next deal: people say so.
    assert view.stage == "between"
    assert [chair.ready for chair in view.chairs] == [False, True, False]
    assert view.cancelled is not None
    for client in (clients[0], clients[2]):
        await client.ask(Next, table=table, deal=view.deal)
    view = await clients[0].view(lambda view: view.stage == "running")
    assert (view.deal, view.number, view.cancelled) == (2, 1, None)
    await close(clients)


class Hurried(SystemClock):
    """Every wait is over at once."""

    async def sleep(self, seconds: float) -> None:
        """Let the others have their turn."""
        await asyncio.sleep(0)


async def test_late_bots_that_can_not_be_written_come_when_they_can(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        Server(config, world=World(clock=Hurried())) as server,
        await Client.tcp(server.port) as anna,
    ):
        await anna.hello("Anna")
        trouble = (
            "CREATE TRIGGER trouble BEFORE INSERT ON log WHEN NEW.command LIKE '%\"bots\"%'"
            " BEGIN SELECT RAISE(ABORT, 'x'); END"
        )
        await server.house.log.append([Write(trouble, ())])
        table = await open_table(anna, bots="later")
        async with asyncio.timeout(10):
            while f"table {table}: storage" not in caplog.text:  # noqa: ASYNC110 — it is only logged
                await asyncio.sleep(0)
        await server.house.log.append([Write("DROP TRIGGER trouble", ())])
        view = await anna.view(lambda view: view.stage == "running")
        assert [chair.kind for chair in view.chairs] == ["person", "bot", "bot"]


async def close(clients: list[Client]) -> None:
    """Everybody hangs up."""
    for client in clients:
        await client.close()
