"""The ways to a table: its queue, its code, a call, and bots in any game."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.messages import Join, Leave, Queue, Watch
from server.config import Config
from server.run import Server
from tests.server.client import Client, open_table, sit
from tests.tui.screens.visit import ENGLISH, Visit, guest, visit


async def full(owner: Client, other: Client, **fields: object) -> str:
    """A table for two that is full."""
    table = await open_table(owner, game="pokerquadrat", seats=2, **fields)
    await sit(other, table)
    return table


async def waits(visited: Visit, owner: Client, other: Client, told: str = "Warteliste 1.") -> str:
    """The visitor waits for a chair at a table that these two fill."""
    table = await full(owner, other)
    await visited.sees("2/2")
    await visited.press("enter")
    await visited.sees(told)
    return table


async def test_enter_at_a_full_table_waits_and_again_waits_no_more(server: Server) -> None:
    async with guest(server, "Ben") as ben, guest(server, "Eva") as eva, visit(server) as visited:
        table = await waits(visited, ben, eva)
        await visited.sees("1 auf der Warteliste")
        assert visited.lines[-1].startswith(" Enter nicht mehr warten")
        async with guest(server, "Max") as max_:
            await max_.ask(Queue, table=table)
            await visited.sees("2 auf der Warteliste")
            await visited.press("enter")
            await visited.sees("Enter Warteliste")
            await visited.sees("1 auf der Warteliste")


async def test_a_chair_that_comes_free_is_called_out_and_taken_by_enter(server: Server) -> None:
    async with guest(server, "Ben") as ben, guest(server, "Eva") as eva, visit(server) as visited:
        table = await waits(visited, ben, eva)
        rung: list[bool] = []
        visited.app.call_back = lambda: rung.append(True)  # type: ignore[method-assign]
        await eva.ask(Leave, table=table)
        await visited.sees("An „Küche“ ist ein Platz frei: in der Lobby Enter, 30 s lang.")
        assert rung == [True]
        assert "frei: 30 s" in visited.text or "frei: 29 s" in visited.text
        await visited.sees("s ein Platz für dich frei: dort Enter.")
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        assert visited.view.me == 1
        await visited.until(lambda: visited.app.room.waits.places == ())


async def test_a_chair_is_called_out_whatever_is_on_the_screen(
    server: Server,
) -> None:
    async with (
        guest(server, "Ben") as ben,
        guest(server, "Eva") as eva,
        visit(server, ENGLISH) as visited,
    ):
        table = await waits(visited, ben, eva, "Queue no. 1")
        await visited.press("p")
        await visited.goes_to("profile")
        await eva.ask(Leave, table=table)
        await visited.sees("A seat at “Küche” is free")


async def test_who_is_too_late_is_told(tmp_path: Path) -> None:
    config = Config(state=tmp_path, listen="127.0.0.1:0", lobby_pause=0, chair_held=0.1)
    async with (
        Server(config) as quick,
        guest(quick, "Ben") as ben,
        guest(quick, "Eva") as eva,
        visit(quick) as visited,
    ):
        table = await waits(visited, ben, eva)
        await eva.ask(Leave, table=table)
        await visited.sees("Der Platz an „Küche“ ist weitergegeben: Die Zeit war um.")


async def test_a_table_with_a_code_asks_for_it_once(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben, entry="code", name="Privat")
        code = (await ben.view()).code
        assert code is not None
        await visited.sees("wartet     Code")
        await visited.press("enter")
        await visited.goes_to("typed")
        await visited.sees("Code für „Privat“")
        await visited.type("aaaa")
        await visited.press("enter")
        await visited.sees("Diesen Code kennt der Server nicht.")
        await visited.press("w")
        await visited.goes_to("typed")
        # Nothing typed is nothing sent, and no letter acts.
        await visited.press("enter")
        await visited.sees("Da steht nichts.")
        await visited.type(code)
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        assert visited.view.me is None
        await visited.press("q")
        await visited.goes_to("lobby")
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told and visited.view.me == 1)


async def test_who_looks_on_at_a_private_table_still_does_after_the_line_broke(
    server: Server,
) -> None:
    async with guest(server, "Ben") as ben, visit(server, reconnects=True) as visited:
        await open_table(ben, entry="code", name="Privat")
        code = (await ben.view()).code
        assert code is not None
        await visited.sees("Privat")
        await visited.press("w")
        await visited.type(code)
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        visited.hang_up()
        await visited.goes_to("reconnect")
        await visited.press("enter")
        await visited.goes_to("table")
        assert visited.app.room.tables


async def test_a_code_leads_straight_to_its_table(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben, name="Abend")
        await open_table(ben, entry="code", name="Privat")
        code = (await ben.view(lambda view: view.private)).code
        assert code is not None
        await visited.sees("Privat")
        await visited.press("c")
        await visited.sees("Tisch mit Code")
        await visited.type(code.replace("-", " ").upper())
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        assert (visited.view.name, visited.view.me) == ("Privat", 1)


async def test_a_table_without_spectators_says_why(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben, spectators=False)
        await visited.sees("keine Zuschauer")
        await visited.press("w")
        await visited.sees("Hier schaut niemand zu.")


async def test_one_is_woken_once_enough_people_sit(server: Server) -> None:
    async with guest(server, "Ben") as ben, guest(server, "Eva") as eva, visit(server) as visited:
        table = await open_table(ben, seats=4)
        await visited.sees("1/4")
        await visited.press("z")
        await visited.goes_to("pick")
        await visited.sees("ab 2 Leuten")
        await visited.sees("erst alle 4")
        await visited.press("enter")
        await visited.goes_to("lobby")
        await visited.sees("weckt dich ab 2 Leuten")
        await sit(eva, table)
        await visited.sees("An „Küche“ sitzen jetzt 2 Leute.")
        await visited.until(lambda: "weckt dich" not in visited.text)


@pytest.mark.soak
async def test_a_call_is_taken_back(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben, seats=4)
        await visited.sees("1/4")
        await visited.press("z", "down", "enter")
        await visited.sees("weckt dich ab 3 Leuten")
        # The one that is wanted is chosen already.
        await visited.press("z")
        await visited.sees("▸ ab 3 Leuten")
        await visited.press("end", "enter")
        await visited.until(lambda: "weckt dich" not in visited.text)


async def test_bots_play_any_game_the_chosen_tables_first(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben, game="pineapple", seats=3)
        await visited.sees("1/3")
        await visited.press("b")
        await visited.goes_to("pick")
        assert first(visited).startswith("▸ Pineapple")
        await visited.press("escape")
        await visited.goes_to("lobby")
        await visited.press("b")
        await visited.goes_to("pick")
        while "▸ Omaha" not in visited.text:
            await visited.press("down")
        assert "5 Bots" in next(line for line in visited.lines if "▸ Omaha" in line)
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        assert visited.view.game == "omaha"
        assert [chair.kind for chair in visited.view.chairs].count("bot") == 5


def first(visited: Visit) -> str:
    """The first row of a list in a box."""
    return visited.lines[2].strip(" │")


async def test_somebody_elses_chair_is_refused_in_words(server: Server) -> None:
    async with guest(server, "Ben") as ben, guest(server, "Eva") as eva, visit(server) as visited:
        table = await full(ben, eva)
        async with guest(server, "Max") as max_:
            await max_.ask(Queue, table=table)
            await eva.ask(Leave, table=table)
            assert await eva.refused(Join, table=table) == "chair_held"
            await eva.ask(Watch, table=table)
            # Who comes now waits behind those who have waited.
            await visited.sees("1/2")
            assert visited.lines[-1].startswith(" Enter Warteliste")


async def test_who_sits_at_a_private_table_is_told_its_code_and_no_chat_is_open(
    server: Server,
) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        table = await open_table(
            ben, game="holdem", seats=6, entry="code", spectators=False, chat="off"
        )
        code = (await ben.view(lambda view: view.id == table)).code
        assert code is not None
        await visited.sees("wartet     Code")
        await visited.press("enter")
        await visited.type(code)
        await visited.press("enter")
        await visited.goes_to("buy")
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        await visited.press("i")
        await visited.sees(f"Zutritt: Code {code} · keine Zuschauer · ohne Chat")
        await visited.press("t")
        await visited.sees("An diesem Tisch wird nicht geschrieben.")
        assert "t Chat" not in visited.lines[-1]


async def test_what_was_called_out_is_silent_once_the_chair_is_taken(server: Server) -> None:
    async with guest(server, "Ben") as ben, guest(server, "Eva") as eva, visit(server) as visited:
        table = await waits(visited, ben, eva)
        await eva.ask(Leave, table=table)
        await visited.sees("An „Küche“ ist ein Platz frei")
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        await visited.until(lambda: not visited.app.banner.stands)


async def test_tables_of_one_among_bots_are_training_too(server: Server) -> None:
    async with guest(server, "Ben") as ben, guest(server, "Eva") as eva, visit(server) as visited:
        await open_table(ben, name="Bots", bots="now")
        await open_table(eva, name="Leute")
        await visited.sees("1 Alle 2   2 Koop 2")
        await visited.sees("6 Training 1")
        await visited.press("6")
        await visited.until(lambda: "Leute" not in visited.text)
        assert "Bots" in visited.text


async def test_a_spectator_sits_down_or_waits_by_one_key(server: Server) -> None:
    async with guest(server, "Ben") as ben, guest(server, "Eva") as eva, visit(server) as visited:
        table = await full(ben, eva)
        await visited.sees("2/2")
        await visited.press("w")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        await visited.sees("j Warteliste")
        await visited.press("j")
        await visited.sees("! Warteliste 1.")
        await eva.ask(Leave, table=table)
        await visited.sees("An „Küche“ ist ein Platz frei")
        await visited.press("j")
        await visited.until(lambda: visited.view.me == 1)
        assert "j Platz" not in visited.text


async def test_a_spectator_buys_in_at_a_table_for_chips(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben, game="holdem", seats=4)
        await visited.sees("1/4")
        await visited.press("w")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        await visited.sees("j Platz")
        await visited.press("j")
        await visited.goes_to("buy")
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.view.me == 1)


async def test_a_place_in_the_queue_is_there_again_with_the_line(server: Server) -> None:
    async with (
        guest(server, "Ben") as ben,
        guest(server, "Eva") as eva,
        visit(server, reconnects=True) as visited,
    ):
        table = await waits(visited, ben, eva)
        visited.hang_up()
        await visited.goes_to("reconnect")
        await visited.press("enter")
        await visited.goes_to("lobby")
        await visited.sees("Warteliste 1.")
        await eva.ask(Leave, table=table)
        await visited.sees("An „Küche“ ist ein Platz frei")


async def test_who_waited_waits_again_at_a_server_that_was_restarted(tmp_path: Path) -> None:
    config = Config(state=tmp_path, listen="127.0.0.1:0", lobby_pause=0)
    async with Server(config) as server, visit(server, reconnects=True) as visited:
        async with guest(server, "Ben") as ben, guest(server, "Eva") as eva:
            await full(ben, eva)
            other = await open_table(ben, name="Abend", seats=4)
            await visited.sees("2/2")
            await visited.press("z", "enter")
            await visited.sees("weckt dich ab 2 Leuten")
            await visited.press("down", "enter")
            await visited.sees("Warteliste 1.")
        where = f"127.0.0.1:{server.port}"
        await server.stop()
        await visited.goes_to("reconnect")
        async with Server(replace(config, listen=where)) as again:
            await visited.press("enter")
            await visited.goes_to("lobby")
            await visited.sees("Warteliste 1.")
            await visited.until(lambda: bool(visited.app.room.waits.wakes))
            assert [one.table for one in visited.app.room.waits.wakes] == [other]
            assert again.house.waiters.waits(
                visited.app.room.waits.places[0].table, account(visited)
            )


def account(visited: Visit) -> str:
    """Whose session it is."""
    return visited.app.room.account.id
