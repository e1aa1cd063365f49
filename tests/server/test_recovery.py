"""What a server that starts again makes of the log that it finds."""

import asyncio
from collections.abc import Mapping
from functools import partial

import pytest
from msgspec.structs import replace

from engine.game import AnyGame
from engine.values.chance import Dice
from engine.values.offers import real
from protocol.messages import Act, Closed, Leave, Lobby, Next, TableView, Watch, WatchLobby
from server.config import Config
from server.house import World
from server.log import Write
from server.run import Server
from tests.server.client import Client, cooperative, open_table, play, sit
from tests.server.games import GAMES, Renewed
from tests.server.hands import Hands


async def come(server: Server, codes: list[str | None]) -> list[Client]:
    """Three guests, new or back by their codes."""
    clients = []
    for name, code in zip(("Anna", "Ben", "Carla"), codes, strict=True):
        client = await Client.tcp(server.port)
        await client.hello(name, code)
        clients.append(client)
    return clients


def codes(clients: list[Client]) -> list[str | None]:
    """How they come back."""
    return [client.welcome.account.code for client in clients if client.welcome is not None]


async def begin(server: Server, game: str = "pokerface") -> tuple[list[Client], str]:
    """Three people in their first deal."""
    clients = await come(server, [None] * 3)
    table = await open_table(clients[0], game=game)
    for client in clients[1:]:
        await sit(client, table)
    for client in clients:
        await client.view(lambda view: view.stage == "running")
    return clients, table


async def act(clients: list[Client], times: int) -> None:
    """That many decisions, each by whoever has one."""
    for _ in range(times):
        actor = next(one for one in clients if one.table is not None and real(one.table.offers))
        view = actor.table
        assert view is not None
        action = cooperative(view, real(view.offers)).sample(Dice(bytes(32)))
        fields = {"table": view.id, "deal": view.deal, "decision": view.decision}
        await actor.ask(Act, **fields, action=action)
        for client in clients:
            await client.view(partial(_newer, view.seq))


def _newer(seq: int, view: TableView) -> bool:
    return view.seq > seq


async def close(clients: list[Client]) -> None:
    """Hang up."""
    for client in clients:
        await client.close()


def shown(view: TableView | None) -> tuple[object, ...]:
    """What must be the same after coming back."""
    assert view is not None
    return (
        view.view,
        view.offers,
        view.decision,
        view.deal,
        view.number,
        view.stage,
        view.history,
        [(chair.kind, chair.name, chair.ready) for chair in view.chairs],
    )


@pytest.mark.parametrize("moves", [0, 1, 7])
async def test_a_deal_goes_on_where_it_was(config: Config, moves: int) -> None:
    async with Server(config) as server:
        clients, table = await begin(server)
        await act(clients, moves)
        before = [(shown(client.table), client.events) for client in clients]
        back = codes(clients)
    await close(clients)
    async with Server(config) as server:
        clients = await come(server, back)
        for client in clients:
            assert client.welcome is not None
            assert client.welcome.held == (table,)
            await sit(client, table)
        after = [(shown(client.table), client.events) for client in clients]
        assert after == before
        ends = await asyncio.gather(*(play(client) for client in clients))
        assert ends[0].stage == "over"
        await close(clients)


async def test_the_end_of_a_deal_and_readiness_are_kept(config: Config) -> None:
    async with Server(config) as server:
        clients, table = await begin(server)
        await asyncio.gather(*(play(client, deals=1) for client in clients))
        await clients[1].ask(Next, table=table, deal=1)
        await clients[0].view(lambda view: view.chairs[1].ready)
        before = shown(clients[0].table)
        back = codes(clients)
    await close(clients)
    async with Server(config) as server:
        clients = await come(server, back)
        for client in clients:
            await sit(client, table)
        assert shown(clients[0].table) == before
        for client in (clients[0], clients[2]):
            await client.ask(Next, table=table, deal=1)
        await clients[0].view(lambda view: (view.stage, view.deal) == ("running", 2))
        await close(clients)


async def test_closed_tables_stay_closed(config: Config) -> None:
    async with Server(config) as server, await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        table = await open_table(anna)
        await anna.ask(Leave, table=table)
        left = await open_table(anna, name="stays")
    async with Server(config) as server:
        assert list(server.house.tables) == [left]
        async with await Client.tcp(server.port) as ben:
            await ben.hello("Ben")
            assert await ben.refused(Watch, table=table) == "unknown_table"
            await sit(ben, left)
            view = await ben.view()
            assert [chair.name for chair in view.chairs] == ["Anna", "Ben", ""]
            assert not view.chairs[0].here


async def test_a_deal_of_other_rules_is_cancelled(config: Config) -> None:
    renewed: Mapping[str, AnyGame] = {"pokerface": Renewed()}
    async with Server(config) as server:
        clients, table = await begin(server)
        await act(clients, 3)
        back = codes(clients)
    await close(clients)
    for _ in range(2):  # once from the deal's row, once from the row that cancelled it
        async with Server(config, games=renewed) as server:
            clients = await come(server, back)
            for client in clients:
                await sit(client, table)
            view = await clients[0].view()
            assert (view.stage, view.number, view.view) == ("between", 0, None)
            assert view.cancelled is not None
            assert view.cancelled.code == "rules"
            await close(clients)
    async with Server(config, games=renewed) as server:
        clients = await come(server, back)
        for client in clients:
            await sit(client, table)
            await client.ask(Next, table=table, deal=1)
        view = await clients[0].view(lambda view: view.stage == "running")
        assert (view.deal, view.number) == (2, 1)
        await close(clients)


async def test_a_finished_deal_of_other_rules_still_counts(config: Config) -> None:
    async with Server(config) as server:
        clients, table = await begin(server)
        ends = await asyncio.gather(*(play(client, deals=1) for client in clients))
        back = codes(clients)
    await close(clients)
    async with Server(config, games={"pokerface": Renewed()}) as server:
        clients = await come(server, back)
        for client in clients:
            await sit(client, table)
        view = await clients[0].view()
        assert view.history == ends[0].history
        assert (view.deal, view.number, view.stage) == (1, 1, "between")
        for client in clients:
            await client.ask(Next, table=table, deal=1)
        await clients[0].view(lambda view: (view.stage, view.number) == ("running", 2))
        await close(clients)


async def test_a_log_that_cannot_be_replayed_quarantines_one_table(config: Config) -> None:
    async with Server(config) as server:
        clients, table = await begin(server)
        await act(clients, 2)
        back = codes(clients)
        other = await Client.tcp(server.port)
        await other.hello("Other")
        whole = await open_table(other)
        code = codes([other])[0]
        # A row that no rule would have let in.
        await server.house.log.append([_forged(table)])
    await close([*clients, other])
    async with Server(config) as server:
        clients = await come(server, back)
        await clients[0].ask(Watch, table=table)
        assert (await clients[0].view()).stage == "broken"
        other = await Client.tcp(server.port)
        await other.hello(code=code)
        await sit(other, whole)
        assert (await other.view()).stage == "waiting"
        await clients[1].ask(Leave, table=table)
        await close([*clients, other])
    async with Server(config) as server:
        clients = await come(server, back)
        await clients[0].ask(Watch, table=table)
        view = await clients[0].view()
        assert (view.stage, [chair.kind for chair in view.chairs].count("person")) == ("broken", 2)
        for client in (clients[0], clients[2]):
            await client.ask(Leave, table=table)
        assert await clients[1].refused(Watch, table=table) in {"unknown_table", "table_closed"}
        await close(clients)


def _forged(table: str) -> Write:
    return Write(
        "UPDATE log SET command = replace(command, '\"deal\":1', '\"deal\":9')"
        " WHERE table_id = ? AND command LIKE '%\"act\"%'",
        (table,),
    )


async def test_a_table_of_a_game_that_is_gone_stays_closed(config: Config) -> None:
    async with Server(config, games=GAMES) as server, await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        await open_table(anna, game="chips", seats=2)
        kept = await open_table(anna)
    async with Server(config) as server:
        assert list(server.house.tables) == [kept]


async def test_an_abandoned_table_closes_after_a_restart_too(config: Config) -> None:
    async with Server(config) as server, await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        table = await open_table(anna)
    async with (
        Server(replace(config, grace=0.2)) as server,
        await Client.tcp(server.port) as ben,
    ):
        await ben.hello("Ben")
        await ben.ask(Watch, table=table)
        closed = await ben.wait_for(lambda one: isinstance(one, Closed))
        assert isinstance(closed, Closed)
        assert closed.why.code == "abandoned"


async def test_a_table_of_somebody_who_was_forgotten_closes_like_any_other(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    """A game was gone for so long that its guests are forgotten, and then it is back."""
    async with Server(config) as server, await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        table = await open_table(anna)
        code = codes([anna])[0]
    async with Server(config) as server:
        await server.house.log.append([Write("DELETE FROM accounts", ())])
    hands = Hands()
    async with (
        Server(config, world=World(clock=hands)) as server,
        await Client.tcp(server.port) as ben,
    ):
        welcome = await ben.hello("Anna", code=code)
        assert (welcome.account.name, welcome.held) == ("Anna", ())
        await ben.ask(Watch, table=table)
        view = await ben.view()
        assert (view.chairs[0].kind, view.chairs[0].name, view.me) == ("person", "", None)
        await hands.until(lambda: config.grace in hands.due)
        hands.move(config.grace)
        await ben.wait_for(lambda one: isinstance(one, Closed))
        assert await ben.refused(Watch, table=table) == "unknown_table"
    assert "broken" not in caplog.text


async def test_a_table_that_is_back_is_in_the_lobby_before_anybody_is(config: Config) -> None:
    async with Server(config) as server, await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        table = await open_table(anna)
    async with Server(config) as server, await Client.tcp(server.port) as ben:
        await ben.hello("Ben")
        await ben.ask(WatchLobby)
        lobby = await ben.wait_for(lambda one: isinstance(one, Lobby) and bool(one.tables))
        assert isinstance(lobby, Lobby)
        (line,) = lobby.tables
        assert (line.id, line.players, line.status) == (table, ("Anna",), "waiting")
        await sit(ben, table)


async def test_bots_that_were_promised_come_after_a_restart_too(config: Config) -> None:
    async with Server(config) as server, await Client.tcp(server.port) as anna:
        code = (await anna.hello("Anna")).account.code
        table = await open_table(anna, bots="later")
    async with (
        Server(replace(config, fill_after=0.01)) as server,
        await Client.tcp(server.port) as anna,
    ):
        await anna.hello(code=code)
        await sit(anna, table)
        view = await anna.view(lambda view: view.stage == "running")
        assert [chair.kind for chair in view.chairs] == ["person", "bot", "bot"]
