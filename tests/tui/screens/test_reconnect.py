"""A line that breaks is replaced, and whoever was somewhere is there again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.values.chance import Dice
from engine.values.events import Acted
from engine.values.offers import real
from engine.values.why import Why
from protocol.connection import ServerConnection
from protocol.messages import VERSION, Act, Bye, Leave, Said, TableView
from server.config import Config
from server.run import Server
from tests.server.client import Client, cooperative, open_table, sit
from tests.tui.screens.sitting import at_table, my_turn, three, until_my_turn
from tests.tui.screens.visit import ENGLISH, Visit, guest, visit
from tui.app import LOST, REFUSED_VERSION
from tui.link import new_key
from tui.start import Start


async def back(visited: Visit, there: str) -> None:
    """Try at once; the line stands and the screen of that name is uppermost."""
    await visited.goes_to("reconnect")
    await visited.press("enter")
    await visited.goes_to(there)
    await visited.until(lambda: visited.app.line.outage is None)


# ── where one was ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("keys", "there"),
    [
        ((), "lobby"),
        (("question_mark",), "help"),
        (("plus",), "create"),
        (("p",), "profile"),
        (("colon",), "palette"),
        (("b",), "pick"),
        (("b", "enter"), "table"),
        (("b", "enter", "q"), "ask"),
    ],
)
async def test_every_screen_is_there_again(
    config: Config, keys: tuple[str, ...], there: str
) -> None:
    async with Server(config) as server, visit(server, ENGLISH, reconnects=True) as visited:
        await visited.sees("No table yet")
        for key in keys:
            await visited.press(key)
            if key == "enter":
                await at_table(visited)
        await visited.goes_to(there)
        stack = list(visited.app.screen_stack)
        visited.hang_up()
        await visited.sees("Connection lost")
        await back(visited, there)
        assert visited.app.screen_stack == stack


async def test_the_first_run_goes_on_with_a_name_on_its_way(config: Config) -> None:
    start = Start(first=True)
    async with (
        Server(config) as server,
        visit(server, ENGLISH, start=start, reconnects=True) as visited,
    ):
        await visited.press("tab", "tab", "end", "x")
        visited.go_deaf()
        await visited.press("enter")
        visited.hang_up()
        await back(visited, "table")
        assert visited.app.room.account.name == "Annax"


async def test_the_lobby_hears_of_new_tables_again(config: Config) -> None:
    async with Server(config) as server, visit(server, reconnects=True) as visited:
        await visited.sees("Noch kein Tisch")
        visited.hang_up()
        await back(visited, "lobby")
        async with guest(server, "Ben") as ben:
            await open_table(ben)
            await visited.sees("Küche")


async def test_who_sits_there_plays_on(config: Config) -> None:
    async with Server(config) as server, three(server, reconnects=True) as (visited, others):
        await until_my_turn(visited, others)
        await my_turn(visited)
        me, deal = visited.view.me, visited.view.deal
        visited.hang_up()
        await visited.goes_to("reconnect")
        # No key acts, now or later; only Enter and q are any use.
        await visited.press("1", "p", "t", "l", "space", "escape", "question_mark")
        assert visited.at("reconnect")
        await back(visited, "table")
        await my_turn(visited)
        assert (visited.view.me, visited.view.deal) == (me, deal)
        assert visited.table.ui.drawer is None
        decision = visited.view.decision
        await visited.press("enter")
        await visited.until(lambda: visited.view.decision != decision)


async def test_what_was_missed_is_listed(config: Config) -> None:
    async with (
        Server(config) as server,
        playing(server) as players,
        visit(server, reconnects=True) as visited,
    ):
        await visited.sees("Küche")
        await visited.press("w")
        await at_table(visited)
        await move(players)
        await visited.until(lambda: bool(acts(visited)))
        visited.hang_up()
        await visited.goes_to("reconnect")
        seen = len(acts(visited))
        mover = await move(players)
        await back(visited, "table")
        await visited.sees("Verpasst · Küche")
        await visited.sees("verpasst:")
        await visited.sees(f"{mover} nimmt")
        assert len(acts(visited)) == seen + 1
        # Read once, it is a log like any other.
        await visited.press("l", "l")
        await visited.sees("Protokoll · Küche")
        assert "verpasst:" not in visited.text


async def test_what_was_half_typed_is_still_there(config: Config) -> None:
    async with Server(config) as server, guest(server, "Ben") as ben:
        await open_table(ben)
        async with visit(server, reconnects=True) as visited:
            await visited.sees("Küche")
            await visited.press("enter")
            await at_table(visited)
            await visited.press("t")
            await visited.type("hal")
            visited.hang_up()
            await visited.goes_to("reconnect")
            await visited.type("xyz")
            await back(visited, "table")
            await visited.type("lo")
            await visited.sees("> hallo")
            await visited.press("enter")
            said = await ben.wait_for(lambda message: isinstance(message, Said))
            assert isinstance(said, Said)
            assert said.text == "hallo"


async def test_a_table_that_is_gone_leads_to_the_lobby(config: Config) -> None:
    async with Server(config) as server, guest(server, "Ben") as ben:
        table = await open_table(ben)
        async with visit(server, reconnects=True) as visited:
            await visited.sees("Küche")
            await visited.press("w")
            await at_table(visited)
            await visited.press("question_mark")
            visited.hang_up()
            await visited.goes_to("reconnect")
            await ben.ask(Leave, key=new_key(), table=table)
            await back(visited, "lobby")
            await visited.sees("Während die Verbindung weg war, ist der Tisch geschlossen worden.")
            assert not visited.app.room.tables
            await visited.sees("Noch kein Tisch")


async def test_another_server_on_the_same_state_is_the_same_house(config: Config) -> None:
    async with Server(config) as server, visit(server, reconnects=True) as visited:
        await visited.sees("Noch kein Tisch")
        await visited.press("b", "enter")
        await at_table(visited)
        await visited.until(lambda: bool(real(visited.view.offers)))
        before = visited.view
        account, again = visited.app.room.account, f"127.0.0.1:{server.port}"
        await server.stop()
        await visited.goes_to("reconnect")
        async with Server(replace(config, listen=again)):
            await back(visited, "table")
            await visited.until(lambda: visited.view is not before)
            assert visited.app.room.account == account
            assert (visited.view.deal, visited.view.view) == (before.deal, before.view)


# ── what was on its way ────────────────────────────────────────────────────────────────────────


async def test_a_decision_on_its_way_counts_once(config: Config) -> None:
    async with Server(config) as server, three(server, reconnects=True) as (visited, others):
        await until_my_turn(visited, others)
        await my_turn(visited)
        me = visited.view.me
        mine = len([event for event in acts(visited) if event.seat == me])
        visited.go_deaf()
        heard = len([event for event in others[0].events if isinstance(event, Acted)])
        await visited.press("enter")
        await others[0].until(
            lambda: len([e for e in others[0].events if isinstance(e, Acted)]) > heard
        )
        visited.hang_up()
        await back(visited, "table")
        await visited.until(lambda: not visited.table.ui.pending)
        assert len([event for event in acts(visited) if event.seat == me]) == mine + 1
        assert visited.table.ui.message is None


async def test_what_was_said_into_the_void_comes_back(config: Config) -> None:
    async with Server(config) as server, guest(server, "Ben") as ben:
        await open_table(ben)
        async with visit(server, reconnects=True) as visited:
            await visited.sees("Küche")
            await visited.press("enter")
            await at_table(visited)
            await visited.press("t")
            await visited.type("hallo")
            visited.go_deaf()
            await visited.press("enter")
            visited.hang_up()
            await back(visited, "table")
            await visited.sees("> hallo")
            await visited.sees("Das hat vielleicht niemand gehört")


async def test_a_table_on_its_way_is_opened_once(config: Config) -> None:
    async with Server(config) as server, visit(server, reconnects=True) as visited:
        await visited.sees("Noch kein Tisch")
        await visited.press("b")
        visited.go_deaf()
        await visited.press("enter")
        await visited.until(lambda: len(server.house.tables) == 1)
        visited.hang_up()
        await back(visited, "table")
        await visited.until(lambda: visited.table.view is not None)
        assert len(server.house.tables) == 1
        assert visited.view.me == 0


async def test_a_table_left_is_left_once(config: Config) -> None:
    async with Server(config) as server, three(server, reconnects=True) as (visited, others):
        await visited.press("q")
        await visited.goes_to("ask")
        visited.go_deaf()
        await visited.press("enter")
        await others[0].view(lambda view: view.chairs[2].kind == "empty")
        visited.hang_up()
        await back(visited, "lobby")
        await visited.sees("Küche")
        view = others[0].table
        assert view is not None
        assert view.watching == 0
        assert visited.app.room.held == ()


# ── the end ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+d"])
async def test_one_can_give_up_and_is_told_the_way_back(config: Config, key: str) -> None:
    async with Server(config) as server, three(server, reconnects=True) as (visited, _):
        code = visited.app.room.account.code
        visited.hang_up()
        await visited.goes_to("reconnect")
        await visited.press(key)
        await visited.until(lambda: not visited.app.is_running)
        assert visited.app.return_value == LOST
        way = f"Mit diesem Code kommst du an deinen Platz zurück: {code}"
        assert visited.app.farewell.endswith(way)


async def test_the_newest_session_still_wins(config: Config) -> None:
    async with Server(config) as server, visit(server, reconnects=True) as visited:
        await visited.sees("Noch kein Tisch")
        async with visit(server, code=visited.app.room.account.code):
            await visited.until(lambda: not visited.app.is_running)
            assert visited.app.farewell == "Du hast dich an anderer Stelle angemeldet."


async def test_a_server_that_knows_nobody_any_more_ends_it(config: Config, tmp_path: Path) -> None:
    async with Server(config) as server, visit(server, reconnects=True) as visited:
        await visited.sees("Noch kein Tisch")
        empty = replace(config, state=tmp_path / "new", listen=f"127.0.0.1:{server.port}")
        await server.stop()
        await visited.goes_to("reconnect")
        async with Server(empty):
            await visited.press("enter")
            await visited.until(lambda: not visited.app.is_running)
        assert visited.app.return_value == LOST
        assert visited.app.farewell.startswith("Der Server kennt dich unter deinem Code nicht mehr")


async def test_a_newer_server_is_told_with_code_3(config: Config) -> None:
    async def newer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        goodbye = Bye(Why("version", {"mine": 99, "yours": VERSION}))
        writer.write(ServerConnection().send(goodbye))
        writer.close()

    async with Server(config) as server, visit(server, reconnects=True) as visited:
        await visited.sees("Noch kein Tisch")
        port = server.port
        await server.stop()
        await visited.goes_to("reconnect")
        async with await asyncio.start_server(newer, "127.0.0.1", port):
            await visited.press("enter")
            await visited.until(lambda: not visited.app.is_running)
        assert visited.app.return_value == REFUSED_VERSION == 3
        assert "spricht Protokoll 99" in visited.app.farewell


async def test_a_slow_line_is_told_in_the_title(config: Config) -> None:
    async with Server(config) as server, three(server, reconnects=True) as (visited, _):
        link = visited.app.line.link
        link._say_slow(True)
        await visited.sees("3/3 · Verbindung hakt · ? Hilfe")
        link._say_slow(False)
        await visited.until(lambda: "hakt" not in visited.text)


# ── helpers ────────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def playing(server: Server) -> AsyncIterator[list[Client]]:
    """Three others in the middle of a deal."""
    async with AsyncExitStack() as stack:
        names = ("Ben", "Carla", "Dan")
        players = [await stack.enter_async_context(guest(server, name)) for name in names]
        table = await open_table(players[0])
        for player in players[1:]:
            await sit(player, table)
        for player in players:
            await player.view(lambda view: view.stage == "running")
        yield players


async def move(players: list[Client]) -> str:
    """Whoever's turn it is acts; their name."""
    views = [(player, player.table) for player in players]
    for player, view in views:
        if view is not None and (offers := real(view.offers)):
            action = cooperative(view, offers).sample(Dice(bytes(32)))
            await player.ask(
                Act, table=view.id, deal=view.deal, decision=view.decision, action=action
            )
            for other in players:
                await other.view(partial(_later, view.seq))
            assert view.me is not None
            return view.chairs[view.me].name
    raise AssertionError("it is nobody's turn")


def _later(seq: int, view: TableView) -> bool:
    return view.seq > seq


def acts(visited: Visit) -> list[Acted]:
    """The decisions of the deal, as the session knows them."""
    known = visited.app.room.tables[visited.table.table]
    return [event for event in known.events if isinstance(event, Acted)]
