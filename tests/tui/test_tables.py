"""Several tables at once: going among them, and what is kept meanwhile."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.messages import Chat, Leave
from server.config import Config
from server.run import Server
from tests.server.client import open_table, sit
from tests.tui.screens.sitting import QUICK, at_table, my_turn
from tests.tui.screens.visit import BRISK, Visit, guest, visit
from tui.screens.lobby import LobbyScreen
from tui.tables import Tables


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A running server whose bots do not dawdle."""
    config = Config(state=tmp_path / "state", listen="127.0.0.1:0", bot_pause=0, lobby_pause=0)
    async with Server(config) as running:
        yield running


async def begin(visited: Visit, game: str) -> None:
    """From the lobby to a table with bots, as far as the first decision."""
    await visited.goes_to("lobby")
    assert isinstance(visited.screen, LobbyScreen)
    with visited.app._context():
        visited.screen.play_with_bots(game)
    await at_table(visited)
    await my_turn(visited)


@asynccontextmanager
async def at_two(server: Server, reconnects: bool = False) -> AsyncIterator[Visit]:
    """Anna at a table of Pokerface and one of hold'em, where she is to act."""
    async with visit(server, reconnects=reconnects) as visited:
        await visited.sees("Noch kein Tisch")
        await begin(visited, "pokerface")
        await visited.press("comma")
        await begin(visited, "holdem")
        yield visited


def tables(visited: Visit) -> Tables:
    return visited.app.tables


def waits(visited: Visit) -> list[bool]:
    return [tab.waits for tab in tables(visited)]


async def test_a_seat_is_kept_while_the_lobby_is_shown(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        # Nothing is printed that could not be done, and every key says why it can't.
        assert "wechseln" not in visited.text
        await visited.press("full_stop")
        await visited.sees("Du bist an keinem Tisch.")
        await begin(visited, "pokerface")
        assert "1 Runde von Anna" not in visited.lines[0]
        await visited.press("comma")
        await visited.goes_to("lobby")
        await visited.sees("Dein Platz an „Runde von Anna“ bleibt")
        await visited.sees("dein Platz")
        assert visited.lines[0].startswith(" Lobby  1 Runde von Anna ● ")
        await visited.press("enter")
        await visited.goes_to("table")
        assert visited.view.me is not None
        await visited.press("full_stop")
        await visited.goes_to("lobby")
        await visited.press("n")
        await visited.goes_to("table")


async def test_what_is_half_done_at_a_table_stays_while_another_is_shown(server: Server) -> None:
    async with at_two(server) as visited:
        assert visited.lines[0].startswith(" 1 Pokerface ●  2 Hold'em ▸ ")
        await visited.press("r", "7", "7")
        assert "77" in visited.text
        holdem = visited.table
        # The amount field has the full stop and the comma to itself, and the click goes past it.
        await visited.pilot.click(offset=(3, 0))
        await visited.until(lambda: visited.table is not holdem)
        assert visited.view.game == "pokerface"
        await my_turn(visited)
        assert visited.lines[0].startswith(" 1 Pokerface ▸  2 Hold'em ● ")
        await visited.press("n")
        await visited.until(lambda: visited.table is holdem)
        assert "77" in visited.text
        assert visited.table.ui.amount is not None


async def test_a_choice_stays_and_a_question_half_agreed_to_does_not(server: Server) -> None:
    async with at_two(server) as visited:
        await visited.press("a")
        holdem = visited.table
        assert holdem._confirm is not None
        await visited.pilot.click(offset=(3, 0))
        await visited.until(lambda: visited.table is not holdem)
        await my_turn(visited)
        await visited.press("right")
        chosen = visited.table.ui.cursor
        assert chosen is not None
        await visited.press("n")
        await visited.until(lambda: visited.table is holdem)
        seq = visited.view.seq
        await visited.press("enter")
        assert visited.view.seq == seq
        await visited.press("n")
        await visited.until(lambda: visited.table is not holdem)
        assert visited.table.ui.cursor == chosen


async def test_keys_rest_after_a_jump(server: Server) -> None:
    async with at_two(server) as visited:
        visited.app.begin = replace(visited.app.begin, pace=replace(BRISK, jump=60.0))
        await visited.press("n")
        assert visited.view.game == "pokerface"
        assert visited.table.ui.guarded
        seq = visited.view.seq
        await visited.press("1", "enter", "p")
        assert visited.view.seq == seq
        # Another jump is always possible.
        await visited.press("n")
        assert visited.view.game == "holdem"


async def test_back_and_forth_with_the_lobby_as_the_first(server: Server) -> None:
    async with at_two(server) as visited:
        seen = []
        for key in ("full_stop",) * 3 + ("comma",) * 3:
            await visited.press(key)
            shown = tables(visited).shown
            seen.append("lobby" if shown is None else visited.view.game)
        assert seen == ["lobby", "pokerface", "holdem", "pokerface", "lobby", "holdem"]


async def test_n_goes_to_who_waits_and_says_so_when_nobody_does(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        await begin(visited, "pokerface")
        # The only one that waits is the one that is shown.
        await visited.press("n")
        await visited.sees("An keinem anderen Tisch bist du dran.")
        await visited.press("comma")
        await begin(visited, "holdem")
        await visited.press("n")
        assert visited.view.game == "pokerface"
        await visited.press("n")
        assert visited.view.game == "holdem"


async def test_the_list_of_commands_names_the_other_tables(server: Server) -> None:
    async with at_two(server) as visited:
        await visited.press("colon", *"pokerf")
        await visited.sees("zu „Pokerface“ (du bist dran)")
        await visited.press("enter")
        await visited.until(lambda: visited.at("table") and visited.view.game == "pokerface")


async def test_a_table_that_is_left_leaves_the_tabs_and_the_other_stays(server: Server) -> None:
    async with at_two(server) as visited:
        await visited.press("q")
        await visited.goes_to("ask")
        await visited.press("enter")
        await visited.goes_to("lobby")
        assert [tab.name for tab in tables(visited)] == ["Runde von Anna"]
        # The lobby is told of news again.
        async with guest(server, "Ben") as ben:
            await open_table(ben, name="Neu")
            await visited.sees("Neu")


async def test_a_table_that_closes_while_another_is_shown_is_told(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        table = await open_table(ben)
        await visited.sees("Küche")
        await visited.press("w")
        await at_table(visited)
        await visited.press("comma")
        await visited.goes_to("lobby")
        await visited.sees("1 Küche ")
        assert not any(waits(visited))
        await ben.ask(Leave, table=table)
        await visited.sees("Küche: ")
        assert list(tables(visited)) == []
        assert not visited.app._installed_screens


async def test_who_looks_on_at_one_of_several_tables_is_told_so(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben)
        await begin(visited, "pokerface")
        await visited.press("comma")
        await visited.goes_to("lobby")
        await visited.press("down")
        await visited.press("w")
        await at_table(visited)
        await visited.sees("ZUSCHAUER · n dran · ? Hilfe")
        assert visited.lines[0].startswith(" 1 Runde von Anna ●  2 Küche ")


async def test_talk_at_another_table_is_counted_at_its_tab(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        table = await open_table(ben)
        await visited.sees("Küche")
        await visited.press("enter")
        await at_table(visited)
        await visited.press("comma")
        await visited.goes_to("lobby")
        await ben.ask(Chat, table=table, text="hallo")
        await visited.sees("1 Küche ✓ t1 ")
        await visited.press("full_stop")
        await at_table(visited)
        assert visited.table.ui.unread == 1
        await visited.press("t")
        await visited.sees("hallo")


async def test_a_table_that_deals_while_another_is_shown_is_told(server: Server) -> None:
    async with (
        guest(server, "Ben") as ben,
        guest(server, "Carla") as carla,
        visit(server) as visited,
    ):
        table = await open_table(ben)
        await visited.sees("Küche")
        await visited.press("enter")
        await at_table(visited)
        await visited.press("comma", "p")
        await visited.goes_to("profile")
        rung: list[bool] = []
        visited.app.call_back = lambda: rung.append(True)  # type: ignore[method-assign]
        await sit(carla, table)
        # Whatever is on the screen, in its title.
        told = ("Küche: es geht los", "Küche: du bist dran")
        await visited.until(lambda: any(text in visited.lines[0] for text in told))
        assert rung


async def test_all_tables_are_there_again_after_an_outage_and_a_login(server: Server) -> None:
    async with at_two(server, reconnects=True) as visited:
        visited.hang_up()
        await visited.goes_to("reconnect")
        await visited.goes_to("table")
        await visited.until(lambda: waits(visited) == [True, True])
        await visited.press("comma")
        assert visited.view.game == "pokerface"
        assert visited.view.me is not None
        code = visited.app.room.account.code
        async with visit(server, code=code) as newer:
            await newer.goes_to("table")
            await newer.until(lambda: sorted(waits(newer)) == [True, True])
            assert {tab.name for tab in tables(newer)} == {"Pokerface", "Hold'em"}


async def test_a_jump_by_itself_only_if_it_is_preferred(server: Server) -> None:
    async with at_two(server) as visited:
        # Both wait, and nobody is torn away from what is to be done here.
        visited.app.prefer(hop=True)
        await visited.press("n", "n")
        assert visited.view.game == "holdem"
        await visited.press("f")
        await visited.until(lambda: visited.view.game == "pokerface")
        # Who goes to the lobby stays there until something new is asked.
        await visited.press("comma")
        await visited.goes_to("lobby")
        with visited.app._context():
            tables(visited).looked()
        assert visited.at("lobby")
        visited.app.prefer(hop=False)
        with visited.app._context():
            tables(visited)._asking = [tab.table for tab in tables(visited) if tab.waits]
            tables(visited).looked()
        assert visited.at("lobby")


async def test_a_session_that_began_at_a_table_has_no_other(server: Server) -> None:
    async with visit(server, start=QUICK) as visited:
        await at_table(visited)
        await my_turn(visited)
        await visited.press("comma")
        await visited.sees("Hier gibt es nur diesen Tisch.")
        await visited.press("n")
        await visited.sees("Hier gibt es nur diesen Tisch.")
