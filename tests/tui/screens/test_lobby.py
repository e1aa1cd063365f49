"""The lobby in the app (ux 5.1)."""

import asyncio

import pytest
from rich.cells import cell_len

from protocol.messages import Join, Leave, No, Ok, Request
from server.run import Server
from tests.server.client import open_table, play, sit
from tests.tui.screens.visit import ENGLISH, Visit, guest, visit
from tui.screens.lobby import LobbyScreen

PEOPLE = ("[/red]", "[@click=app.quit]", "[b + c", "漢字漢字", "e\u0301milie")


def listed(visited: Visit) -> list[str]:
    """The names of the tables that the lobby lists."""
    assert isinstance(visited.screen, LobbyScreen)
    return [table.name for table in visited.screen.tables]


async def test_an_empty_lobby_says_what_can_be_done(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch. + eröffnet einen, b spielt mit Bots.")
        # Keys without anything to act on are not shown.
        assert "zuschauen" not in visited.lines[-1]
        assert "suchen" not in visited.lines[-1]
        assert "+ neu" in visited.lines[-1]
    async with visit(server, ENGLISH, name="Ann") as visited:
        await visited.sees("No table yet. + opens one, b plays with bots.")


async def test_two_keys_play_against_bots(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        await visited.press("b")
        await visited.goes_to("pick")
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.table.view is not None)
        await visited.until(lambda: visited.view.stage == "running")
        assert [chair.kind for chair in visited.view.chairs].count("bot") == 3


async def test_the_category_that_is_shown_says_what_is_played_with_bots(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        await visited.sees("3 Poker")
        await visited.press("3", "b", "enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.table.view is not None)
        assert visited.view.game == "holdem"


async def test_waiting_tables_come_before_running_and_full_ones(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben, name="Bots", bots="now")
        await open_table(ben, name="Wartet", seats=4)
        await visited.sees("Wartet")
        await visited.sees("Bots")
        names = listed(visited)
        assert names == ["Wartet", "Bots"]
        assert "1/4" in visited.text
        assert "1+2/3" in visited.text


async def test_the_line_below_describes_the_chosen_table(server: Server) -> None:
    async with guest(server, "Ben") as ben, guest(server, "Eva") as eva, visit(server) as visited:
        table = await open_table(
            ben, name="WG-Runde", seats=6, options={"soft_landing": True, "all_at_once": True}
        )
        await sit(eva, table)
        await visited.sees("~Ben, ~Eva · 4 frei")
        # The whole of it, in the second row what has no room in the first.
        assert "weiche Landung" in visited.lines[20]
        assert "alle auf einmal" in visited.lines[20] + visited.lines[21]


async def test_arrows_choose_and_enter_sits_down(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben, name="Erster")
        await open_table(ben, name="Zweiter")
        await visited.sees("Zweiter")
        await visited.press("down", "enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.table.view is not None)
        assert visited.view.name == "Zweiter"
        assert visited.view.me == 1


async def test_the_filter_takes_letters_and_no_key_acts(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben, name="Küche")
        await open_table(ben, name="Abendrunde")
        await visited.sees("Abendrunde")
        await visited.press("slash")
        await visited.type("kubq")
        assert visited.at("lobby")
        await visited.sees("Kein Tisch passt dazu")
        await visited.press("backspace", "backspace", "backspace", "backspace")
        await visited.type("abend")
        await visited.press("enter")
        assert listed(visited) == ["Abendrunde"]
        await visited.press("escape")
        assert len(listed(visited)) == 2


async def test_a_full_table_says_so(server: Server) -> None:
    others = guest(server, "Eva"), guest(server, "Max")
    async with guest(server, "Ben") as ben, others[0] as eva, others[1] as max_:
        table = await open_table(ben)
        await sit(eva, table)
        await sit(max_, table)
        async with visit(server) as visited:
            await visited.sees("3/3")
            assert "alles besetzt" in visited.text
            assert visited.lines[-1].startswith(" Enter Warteliste")
            assert visited.at("lobby")


async def test_a_table_full_of_bots_can_be_joined_and_the_seat_comes_with_the_next_deal(
    server: Server,
) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        table = await open_table(ben, bots="now")
        await visited.sees("1+2/3")
        await visited.sees("ein Bot macht dir Platz")
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.sees("GLEICH DABEI")
        await visited.sees("spielt noch zu Ende, dann sitzt du auf Platz 3.")
        assert server.house.tables[table].table.chairs[2] is not None
        await play(ben, deals=1)
        await visited.until(lambda: visited.view.me == 2)
        assert "GLEICH DABEI" not in visited.text


async def test_a_table_for_chips_full_of_bots_asks_for_the_buy_in(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben, game="holdem", seats=4, bots="now")
        await visited.sees("1+3/4")
        await visited.press("enter")
        await visited.goes_to("buy")
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.table.view is not None)
        assert (visited.view.me, visited.view.promised) == (None, 3)
        await visited.sees("GLEICH DABEI")
        await visited.sees("spielt noch zu Ende, dann sitzt du auf Platz 4.")
        await visited.press("q")
        await visited.goes_to("lobby")
        await visited.sees("1+3/4")


async def test_categories_only_where_there_is_a_choice(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        assert "1 Alle 0   2 Koop 0   3 Poker 0" in visited.lines[1]
        visited.app.room.games = visited.app.room.games[:1]
        visited.screen.redraw()
        assert "1 Alle" not in visited.text


async def test_a_table_for_chips_tells_stakes_seats_and_the_rules_that_matter(
    server: Server,
) -> None:
    async with guest(server, "Ben") as ben, visit(server, size=(120, 36)) as visited:
        options = {"structure": "split", "bet": 20, "top": 40, "cap_heads_up": False}
        await open_table(ben, game="holdem", seats=9, options=options)
        await open_table(ben, name="WG")
        await visited.sees("Küche")
        await visited.press("3")
        (row,) = (line for line in visited.lines if line.startswith("▸Küche"))
        assert "Limit 20/40 · zu" in row
        assert "1/9" in row
        assert "WG " not in visited.text
        # One may sit down whatever is being played.
        await visited.sees("Ben · 8 frei · Einkauf 800–2.000")
        shown = " ".join(line[85:].strip("│ ") for line in visited.lines)
        assert "Einkauf 800–2.000" in shown
        assert "Blinds: 10/20" in shown
        assert "Mindestraise" not in shown


async def test_names_from_people_are_shown_letter_for_letter(server: Server) -> None:
    async with visit(server, size=(120, 36)) as visited:
        for name in PEOPLE:
            async with guest(server, name) as person:
                shown = person.welcome.account.name if person.welcome else ""
                table = await open_table(person, name=f"{name} x")
                await visited.sees(f"{shown} ·")
                assert {cell_len(line) for line in visited.lines} == {120}
                await person.ask(Leave, table=table)
                await visited.sees("Noch kein Tisch")


async def test_a_click_chooses_a_table_and_presses_a_key(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben, name="Erster")
        await open_table(ben, name="Zweiter")
        await visited.sees("Zweiter")
        row = next(y for y, line in enumerate(visited.lines) if "Zweiter" in line)
        await visited.pilot.click(offset=(5, row))
        assert visited.lines[20].startswith(" Zweiter")
        at = visited.lines[-1].index("? Hilfe")
        await visited.pilot.click(offset=(at, 23))
        await visited.goes_to("help")


async def test_a_guest_is_told_the_code_and_comes_back_with_it(server: Server) -> None:
    async with visit(server, name="Mia") as visited:
        await visited.sees("Dein Code zum Wiederkommen:")
        code = visited.app.room.account.code
        assert code is not None
        assert code in visited.text
    async with visit(server, name="Neu") as visited:
        await visited.press("p")
        await visited.goes_to("profile")
        await visited.press("down")
        await visited.type(code)
        await visited.press("enter")
        await visited.goes_to("lobby")
        assert visited.app.room.account.name == "Mia"


async def test_a_wrong_code_is_refused_in_words(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("p", "down", "x", "y", "enter")
        await visited.sees("Diesen Code kennt der Server nicht.")


async def test_another_name(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("p")
        await visited.goes_to("profile")
        await visited.press(*["backspace"] * 4)
        await visited.type("Korinna")
        await visited.press("enter")
        await visited.sees("So heißt du; mitten im Durchgang erst danach.")
        assert visited.app.room.account.name == "Korinna"


async def test_a_held_seat_is_where_one_comes_back_to(server: Server) -> None:
    async with guest(server, "Ben") as ben:
        table = await open_table(ben)
        code = ben.welcome.account.code if ben.welcome else None
    async with visit(server, code=code) as visited:
        await visited.goes_to("table")
        await visited.until(lambda: visited.table.view is not None)
        assert visited.view.id == table
        assert visited.view.me == 0


async def test_coming_back_and_enter_at_once_open_one_table(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guest(server, "Ben") as ben, visit(server, name="Neu") as visited:
        await open_table(ben)
        assert ben.welcome is not None
        code = ben.welcome.account.code
        assert code is not None
        ask, come = visited.app.ask_server, asyncio.Event()

        async def slowly(message: Request) -> Ok | No | None:
            if isinstance(message, Join):
                await come.wait()
            return await ask(message)

        monkeypatch.setattr(visited.app, "ask_server", slowly)
        await visited.press("p", "down")
        await visited.type(code)
        await visited.press("enter")
        await visited.goes_to("lobby")
        await visited.press("enter")
        come.set()
        await visited.goes_to("table")
        await visited.until(lambda: visited.table.view is not None)
        await visited.press("question_mark")
        assert [screen.NAME for screen in visited.shown] == ["lobby", "table", "help"]


async def test_quitting_asks_only_with_a_seat_held(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        visited.app.room.held = ("somewhere",)
        await visited.press("q")
        await visited.goes_to("ask")
        await visited.press("escape")
        await visited.goes_to("lobby")
        visited.app.room.held = ()
        await visited.press("q")
        await visited.until(lambda: not visited.app.is_running)
        assert visited.app.return_value == 0
        assert visited.app.farewell == ""


async def test_the_rules_of_a_game_before_sitting_down(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("i")
        await visited.goes_to("help")
        assert "Ihr seid ein Team." in visited.text
