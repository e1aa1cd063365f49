"""A game or a bot of our own that fails: one table stands still, all others go on."""

import asyncio
import logging

import pytest
from msgspec.structs import replace

from engine.kit.rows import arranged
from engine.values.actions import SetRows, Take
from engine.values.offers import real
from protocol.messages import Act, Chat, Fill, Join, Leave, Next, Watch
from server.config import Config
from server.run import Server
from tests.server.client import Client, open_table, play, sit
from tests.server.games import GAMES
from tests.server.points import held
from tests.server.sitting import sitting, whose

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


async def test_a_failing_bot_plays_what_a_clock_would_play(config: Config) -> None:
    async with (
        Server(config, bots=f"{HERE}:RAISING") as server,
        await Client.tcp(server.port) as anna,
    ):
        await anna.hello("Anna")
        # By lot it would most likely be a foul, or given up.
        await open_table(anna, game="chinese", bots="now", options={"surrender": 3})
        view = await anna.view(lambda view: bool(real(view.offers)))
        rows = SetRows(*arranged(held(view)))
        await anna.ask(Act, table=view.id, deal=1, decision=view.decision, action=rows)
        view = await anna.view(lambda view: view.stage != "running")
        assert view.view is not None
        told = [note.code for note in view.view.notes]
        assert told.count("row") == 3 * len(view.chairs)
        assert not {"fouled", "surrendered"} & {*told}


async def test_bots_play_as_well_as_was_chosen_after_a_restart_too(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR, "server.table.players")
    graded = f"{HERE}:GRADED"  # where the usual ones fail
    async with Server(config, bots=graded) as server, await Client.tcp(server.port) as anna:
        welcome = await anna.hello("Anna")
        (levels,) = (game.levels for game in welcome.games if game.bots)
        assert levels == ("easy", "normal")
        await open_table(anna, bots="now", level="easy")
        await play(anna, deals=1)
        code = welcome.account.code
    async with Server(config, bots=graded) as server, await Client.tcp(server.port) as anna:
        (table,) = (await anna.hello(code=code)).held
        await sit(anna, table)
        await play(anna, deals=2)
        assert not caplog.records
    async with Server(config, bots=f"{HERE}:RAISING") as server:
        # The program has lost that level: its usual bots play, here those that fail.
        async with await Client.tcp(server.port) as anna:
            await anna.hello(code=code)
            await sit(anna, table)
            await play(anna, deals=3)
        assert caplog.records


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


async def test_time_brings_nothing_about_at_a_table_that_stands_still(config: Config) -> None:
    """Clocks, votes and held chairs end with the fault, and a goodbye is nobody's absence."""
    async with sitting(config, game="crashing", clock=30, patience=10) as house:
        turn = whose(house)
        gone = (turn + 1) % 3
        await house.people[gone].close()
        actor = house.people[turn]
        view = await actor.view(lambda view: not view.chairs[gone].here)
        assert view.clock is not None
        fields = {"table": house.table, "deal": 1, "decision": view.decision}
        assert await actor.refused(Act, **fields, action=Take(3, None)) == "table_broken"
        view = await actor.view(lambda view: view.stage == "broken")
        assert view.clock is None
        task = house.server.house.tables[house.table]
        before = task.table
        for seconds in (house.server.config.blink, 30, house.server.config.hold):
            house.hands.move(seconds)
            await actor.ask(Watch, table=house.table)
        assert task.table is before
        for client in house.people:
            if not client.closed:
                await client.ask(Leave, table=house.table)
        house.hands.move(house.server.config.grace)
        await house.hands.until(lambda: house.table not in house.server.house.tables)
