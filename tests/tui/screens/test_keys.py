"""Keys: none that terminals keep for themselves, none twice, letters in both cases (ux 4.1)."""

from typing import Any

import pytest
from textual import events

from engine.values.offers import real
from protocol.messages import Lobby, WatchLobby
from server.run import Server
from tests.tui.screens.visit import ENGLISH, Visit, guest, visit
from tui.app import PokerApp
from tui.screens.ask import AskScreen
from tui.screens.base import FORBIDDEN, CanvasScreen, Command
from tui.screens.buy import BuyScreen
from tui.screens.create import CreateScreen
from tui.screens.firstrun import FirstRunScreen
from tui.screens.help import HelpScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.options import OptionsScreen
from tui.screens.palette import PaletteScreen
from tui.screens.past import PastScreen
from tui.screens.profile import ProfileScreen
from tui.screens.record import RecordScreen
from tui.screens.replay import ReplayScreen
from tui.screens.table import TableScreen
from tui.start import Play, Start

SCREENS: tuple[type[CanvasScreen[Any]], ...] = (
    AskScreen,
    BuyScreen,
    CreateScreen,
    FirstRunScreen,
    HelpScreen,
    LobbyScreen,
    OptionsScreen,
    PaletteScreen,
    PastScreen,
    ProfileScreen,
    RecordScreen,
    ReplayScreen,
    TableScreen,
)


def check(commands: tuple[Command, ...]) -> None:
    """No key is forbidden, none leads to two commands, every id is its own."""
    keys = [key for entry in commands for key in entry.keys]
    assert not FORBIDDEN & set(keys)
    assert not any(key.startswith(("alt+", "f1", "f2")) for key in keys)
    assert len(keys) == len(set(keys))
    assert all(key == key.lower() for key in keys)
    ids = [entry.button.id for entry in commands]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("screen", SCREENS)
def test_screens_bring_no_bindings_of_their_own(screen: type[CanvasScreen[Any]]) -> None:
    assert not screen._merge_bindings().key_to_bindings


def test_the_app_binds_ctrl_c_and_ctrl_d_to_leaving_and_nothing_else() -> None:
    bound = dict(PokerApp._merge_bindings())
    assert set(bound) == {"ctrl+c", "ctrl+d", "super+c"}
    assert all(b.priority and b.action == "leave" for b in bound.values())
    assert not PokerApp.ENABLE_COMMAND_PALETTE


async def everywhere(visited: Visit) -> list[str]:
    """Goes through the screens of the lobby; the names of those it checked."""
    seen = []
    for opening in ("", "question_mark", "plus", "p", "h", "o", "colon"):
        if opening:
            await visited.press(opening)
        check(visited.screen.commands())
        seen.append(visited.screen.NAME)
        if opening:
            await visited.press("escape")
            await visited.goes_to("lobby")
    return seen


async def test_no_screen_uses_a_key_twice_or_a_forbidden_one(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        assert await everywhere(visited) == [
            "lobby",
            "help",
            "create",
            "profile",
            "past",
            "options",
            "palette",
        ]
    async with visit(server, start=Start(first=True)) as visited:
        check(visited.screen.commands())
    play = Start(play=Play(game="pokerface", bots=2))
    async with visit(server, name="Eva", start=play) as visited:
        await visited.goes_to("table")
        await visited.until(lambda: visited.table.view is not None)
        check(visited.screen.commands())
        await visited.until(lambda: visited.view.stage == "running")
        check(visited.screen.commands())
        await visited.press("q")
        await visited.goes_to("ask")
        check(visited.screen.commands())


async def test_a_table_with_chips_uses_no_key_twice(server: Server) -> None:
    play = Start(play=Play(game="holdem", bots=2))
    async with visit(server, start=play) as visited:
        await visited.goes_to("table")
        await visited.until(lambda: visited.told and bool(real(visited.view.offers)))
        found = {entry.button.id for entry in visited.screen.commands()}
        assert {"cash.rest", "cash.reserve", "cash.buy", "bet.fold"} <= found
        check(visited.screen.commands())
        await visited.press("q")
        await visited.goes_to("ask")
        check(visited.screen.commands())
        await visited.press("escape")
        await visited.goes_to("table")
        await visited.press("e")
        await visited.goes_to("buy")
        check(visited.screen.commands())


async def test_forbidden_keys_do_nothing_anywhere(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        before = visited.lines
        for key in sorted(FORBIDDEN - set("[]{}\\@|~")):
            await visited.press(key)
        assert visited.at("lobby")
        assert visited.lines[1:] == before[1:]
        assert visited.app.is_running


@pytest.mark.parametrize("key", ["Q", "q"])
async def test_letters_in_both_cases(server: Server, key: str) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        await visited.press("I")
        await visited.goes_to("help")
        await visited.press("Q")
        await visited.goes_to("lobby")
        await visited.press(key)
        await visited.until(lambda: not visited.app.is_running)


async def click(visited: Visit, printed: str) -> None:
    """Click on what the bottom row prints."""
    at = visited.lines[-1].index(printed)
    await visited.pilot.click(offset=(at, visited.screen.canvas.region.bottom - 1))


def hasty(visited: Visit, *keys: str) -> None:
    """Press keys so fast that all are there before the first has done anything."""
    for key in keys:
        character = "\r" if key == "enter" else key if len(key) == 1 else None
        visited.app.post_message(events.Key(key, character))


async def test_keys_typed_ahead_go_where_the_first_one_leads(server: Server) -> None:
    play = Start(play=Play(game="pokerface", bots=2))
    async with visit(server, start=play) as visited:
        await visited.goes_to("table")
        await visited.until(
            lambda: visited.table.view is not None and bool(real(visited.view.offers))
        )
        # At the table Enter takes a token; here it answers the question that q asks.
        hasty(visited, "q", "enter")
        await visited.until(lambda: not visited.app.is_running)


@pytest.mark.parametrize(
    ("opening", "keys", "there"),
    [("b", ("enter", "enter"), "pick"), ("plus", ("enter", "enter"), "create")],
)
async def test_a_key_pressed_twice_in_one_breath_opens_one_table(
    server: Server, opening: str, keys: tuple[str, ...], there: str
) -> None:
    async with visit(server) as visited, guest(server, "Ben") as ben:
        await visited.sees("Noch kein Tisch")
        if opening:
            await visited.press(opening)
        assert visited.at(there)
        hasty(visited, *keys)
        await visited.goes_to("table")
        await ben.ask(WatchLobby, on=True)
        lobby = await ben.wait_for(lambda message: isinstance(message, Lobby))
        assert isinstance(lobby, Lobby)
        assert len(lobby.tables) == 1


async def test_a_click_on_printed_arrows_moves_and_does_nothing_else(server: Server) -> None:
    async with visit(server, ENGLISH, name="Ann") as visited:
        await visited.sees("No table yet")
        await visited.press("p")
        await visited.goes_to("profile")
        await visited.type("x")
        await click(visited, "↑ ↓")
        assert isinstance(visited.screen, ProfileScreen)
        assert "Enter come back" in visited.lines[-1]
        assert visited.app.room.account.name == "Ann"
        await visited.press("escape", "colon")
        await visited.goes_to("palette")
        await click(visited, "↑ ↓")
        assert visited.at("palette")
        assert visited.lines[2].startswith("▸")


async def test_keys_for_a_screen_that_is_gone_do_nothing(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        await visited.press("i")
        await visited.goes_to("help")
        # The second q would end the session, if it reached the lobby.
        hasty(visited, "q", "q")
        await visited.goes_to("lobby")
        await visited.press("i")
        await visited.goes_to("help")
