"""How sessions begin and end, and what an app must never do to its host."""

import asyncio
from typing import get_args

import pytest

from engine.values.why import Why
from protocol.errors import ByeCode
from server.config import Config
from server.run import Server
from tests.server.client import open_table
from tests.tui.screens.visit import ENGLISH, guest, visit
from tui.app import LOST, PokerApp
from tui.entry import bots
from tui.locale import Words
from tui.screens.speech import ended
from tui.start import Play, Start

SECRET = "As Kd of somebody else"


async def test_a_server_that_stops_ends_the_session_with_a_sentence(config: Config) -> None:
    server = Server(config)
    await server.start()
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        stopping = asyncio.create_task(server.stop())
        await visited.until(lambda: not visited.app.is_running)
        await stopping
        assert visited.app.return_value == LOST
        assert visited.app.farewell.startswith("Der Server wird gerade beendet.")


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
async def test_a_broken_line_ends_the_session_with_a_sentence(
    config: Config, keys: tuple[str, ...], there: str
) -> None:
    async with Server(config) as server, visit(server, ENGLISH) as visited:
        await visited.sees("No table yet")
        for key in keys:
            await visited.press(key)
            if key == "enter":
                await visited.goes_to("table")
                await visited.until(lambda: visited.table.view is not None)
        await visited.goes_to(there)
        visited.app.line.link._writer.transport.abort()
        await visited.until(lambda: not visited.app.is_running)
        assert visited.app.return_value == LOST
        assert visited.app.farewell.startswith("The line to the server broke.")


async def test_a_broken_line_ends_the_first_run(config: Config) -> None:
    start = Start(first=True)
    async with Server(config) as server, visit(server, ENGLISH, start=start) as visited:
        # With a request on its way.
        await visited.press("up", "x")
        visited.app.line.link._writer.transport.abort()
        await visited.press("enter")
        await visited.until(lambda: not visited.app.is_running)
        assert visited.app.return_value == LOST
        assert visited.app.farewell.startswith("The line to the server broke.")


async def test_a_guest_who_loses_a_seat_is_told_the_way_back(config: Config) -> None:
    start = Start(play=Play(game="pokerface", bots=2))
    async with Server(config) as server:
        async with visit(server, start=start) as visited:
            await visited.goes_to("table")
            await visited.until(lambda: visited.table.view is not None)
            code = visited.app.room.account.code
            visited.app.line.link._writer.transport.abort()
            await visited.until(lambda: not visited.app.is_running)
            way = f"Mit diesem Code kommst du an deinen Platz zurück: {code}"
            assert visited.app.farewell.endswith(way)
        # From the lobby there is nothing to come back to, unless a seat is held.
        async with visit(server, name="Eva") as other:
            await other.sees("Runde von Anna")
            await other.press("q")
            await other.until(lambda: not other.app.is_running)
            assert other.app.farewell == ""


async def test_the_newest_session_of_an_account_wins(config: Config) -> None:
    async with Server(config) as server, visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        code = visited.app.room.account.code
        async with visit(server, code=code) as newer:
            await visited.until(lambda: not visited.app.is_running)
            assert visited.app.farewell == "Du hast dich an anderer Stelle angemeldet."
            assert newer.app.is_running


async def test_a_wish_that_cannot_be_granted_ends_with_the_reason(config: Config) -> None:
    start = Start(play=Play(game="pokerface", bots=2, options={"no_such": True}))
    async with Server(config) as server, visit(server, start=start) as visited:
        await visited.until(lambda: not visited.app.is_running)
        assert visited.app.farewell == "Die Option no_such gibt es nicht."
        assert visited.app.return_value == 2


async def test_quick_play_gives_back_seats_held_from_a_game_cut_off(config: Config) -> None:
    async with Server(config) as server:
        async with guest(server, "Ben") as ben:
            await open_table(ben, name="alt")
            code = ben.welcome.account.code if ben.welcome else None
        start = Start(play=Play(game="pokerface", bots=2))
        async with visit(server, start=start, code=code) as visited:
            await visited.goes_to("table")
            await visited.until(lambda: visited.table.view is not None)
            assert visited.view.name != "alt"
            assert len(server.house.tables) == 1


@pytest.mark.parametrize(("game", "usual"), [("pokerface", 3), ("pokerquadrat", 1), ("holdem", 3)])
async def test_quick_play_takes_as_many_bots_as_are_usual(
    config: Config, game: str, usual: int
) -> None:
    async with Server(config) as server, visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        assert bots(visited.app, Play(game=game)) == usual
        assert bots(visited.app, Play(game=game, bots=5)) == 5


async def test_leaving_a_quick_table_ends_the_program(config: Config) -> None:
    start = Start(play=Play(game="pokerface", bots=2))
    async with Server(config) as server, visit(server, start=start) as visited:
        await visited.goes_to("table")
        await visited.until(lambda: visited.table.view is not None)
        await visited.press("q", "enter")
        await visited.until(lambda: not visited.app.is_running)
        assert visited.app.return_value == 0


async def test_a_crash_tells_nothing_of_what_the_process_knows(
    config: Config, capfd: pytest.CaptureFixture[str]
) -> None:
    async with Server(config) as server:
        apps: list[PokerApp] = []
        with pytest.raises(RuntimeError, match="boom"):
            await crash(server, apps)
        assert apps[0].farewell.startswith("Im Programm ist ein Fehler passiert.")
    printed = capfd.readouterr()
    assert SECRET not in printed.out + printed.err
    assert "Traceback" not in printed.out + printed.err


async def crash(server: Server, apps: list[PokerApp]) -> None:
    """A session whose app has a fault; `apps` gets it."""

    def fault() -> None:
        held = SECRET
        raise RuntimeError("boom" if held else "")

    async with visit(server) as visited:
        apps.append(visited.app)
        visited.app.call_later(fault)
        await visited.until(lambda: not visited.app.is_running)


async def test_nothing_is_opened_or_written_for_the_person(config: Config) -> None:
    async with Server(config) as server, visit(server) as visited:
        app = visited.app
        app.open_url("http://localhost/")
        assert app.deliver_text("nowhere") is None
        assert app.deliver_binary("nowhere") is None
        assert app.animation_level == "none"
        assert not app.use_command_palette


def test_every_end_has_a_sentence_for_the_shell() -> None:
    for words in (Words("de"), Words("en")):
        for code in (*get_args(ByeCode), "lost", "silent", "closed", "not_ours", "unheard_of"):
            said = ended(words, Why(code, {"mine": 1, "yours": 2}))
            assert said.endswith((".", ")", "?"))
