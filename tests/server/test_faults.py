"""A game or a bot of our own that fails: one table stands still, all others go on."""

import asyncio
import logging

import pytest
from msgspec.structs import replace

from engine.values.actions import Take
from protocol.messages import Act, Chat, Fill, Join, Leave, Next
from server.config import Config
from server.run import Server
from tests.server.client import Client, open_table, play, sit
from tests.server.games import GAMES

HERE = "tests.server.games"


async def seated(server: Server, game: str) -> tuple[list[Client], str]:
    """Three people at a table of a game."""
    clients = [await Client.tcp(server.port) for _ in range(3)]
    for client in clients:
        await client.hello("Ann")
    table = await open_table(clients[0], game=game)
    for client in clients[1:]:
        await sit(client, table)
    return clients, table


@pytest.mark.parametrize("game", ["crashing", "blind", "unbegun"])
async def test_a_crashing_game_is_quarantined(
    config: Config, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with Server(config, games=GAMES) as server, await Client.tcp(server.port) as other:
        await other.hello("Other")
        await open_table(other, bots="now")
        match = asyncio.create_task(play(other))
        clients, table = await seated(server, game)
        if game == "crashing":
            for client in clients:
                view = await client.view(lambda view: view.stage == "running")
                if view.offers and view.view is not None and view.me in view.view.to_act:
                    fields = {"table": table, "deal": 1, "decision": view.decision}
                    code = await client.refused(Act, **fields, action=Take(3, None))
                    assert code == "table_broken"
                    break
        for client in clients:
            view = await client.view(lambda view: view.stage == "broken")
            assert (view.view, view.offers) == (None, ())
        assert await clients[0].refused(Next, table=table, deal=1) == "table_broken"
        assert await clients[0].refused(Chat, table=table, text="x") == "table_broken"
        assert await other.refused(Join, table=table) == "table_broken"
        for client in clients:
            await client.ask(Leave, table=table)
        assert await other.refused(Join, table=table) in {"unknown_table", "table_closed"}
        assert (await match).stage == "over"
        for client in clients:
            await client.close()
    assert "broken" in caplog.text
    assert "Ah Kd" not in caplog.text


@pytest.mark.parametrize("bots", ["RAISING", "HANGING", "CHEATING"])
async def test_a_failing_bot_plays_plainly_and_is_logged_once_a_deal(
    config: Config, bots: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR, "server.table.players")
    quick = replace(config, bot_time=1.0)
    async with (
        Server(quick, bots=f"{HERE}:{bots}") as server,
        await Client.tcp(server.port) as anna,
    ):
        await anna.hello("Anna")
        await open_table(anna, bots="now")
        view = await play(anna, deals=1)
        assert view.deal == 1
        assert view.stage in {"between", "over"}
    told = [record.getMessage() for record in caplog.records if "plainly" in record.message]
    assert len(told) == 2, "once for each of the two bots"
    assert "Ah Kd" not in caplog.text


async def test_bots_are_only_where_a_game_has_them(config: Config) -> None:
    async with (
        Server(config, games=GAMES, bots=f"{HERE}:HANGING") as server,
        await Client.tcp(server.port) as anna,
    ):
        welcome = await anna.hello("Anna")
        assert {game.id for game in welcome.games if game.bots} == {"pokerface"}
        table = await open_table(anna, game="chips", seats=2)
        assert await anna.refused(Fill, table=table) == "no_bots"


async def test_another_game_moves_in_by_being_registered(config: Config) -> None:
    async with (
        Server(config, games=GAMES, bots=f"{HERE}:BOTS") as server,
        await Client.tcp(server.port) as anna,
    ):
        await anna.hello("Anna")
        await open_table(anna, game="chips", seats=3, options={"stack": 12}, bots="now")
        view = await play(anna, deals=3)
        assert view.game == "chips"
        assert view.chat == "free"
        assert view.view is not None
        assert len(view.history) >= 1
