"""A table of Pokerquadrat in the app: what keys hold over the square, what leaves the client."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from engine.kit.square import cell_called, cell_name
from engine.values import actions
from engine.values.offers import Place, real
from protocol.messages import Act, Ping, Request
from server.run import Server
from tests.server.client import Client, open_table
from tests.tui.screens.sitting import at_table, my_turn
from tests.tui.screens.test_keys import hasty
from tests.tui.screens.visit import BRISK, Visit, guest, visit
from tui.canvas.scene import Ghost
from tui.start import Pace

Pair = tuple[Visit, Client]


@asynccontextmanager
async def pair(
    server: Server, pace: Pace = BRISK, size: tuple[int, int] = (80, 24), **fields: Any
) -> AsyncIterator[Pair]:
    """Ben without a screen and Anna at hers, three cards in each hand."""
    async with AsyncExitStack() as stack:
        ben = await stack.enter_async_context(guest(server, "Ben"))
        await open_table(ben, game="pokerquadrat", seats=2, **fields)
        visited = await stack.enter_async_context(visit(server, pace=pace, size=size))
        await visited.sees("Küche")
        await visited.press("enter")
        await at_table(visited)
        await visited.until(lambda: visited.view.stage == "running")
        yield visited, ben


def offer(view: Any) -> Place | None:
    """What may be laid, if it is that view's turn."""
    return next((o for o in real(view.offers) if isinstance(o, Place)), None)


async def ben_lays(visited: Visit, ben: Client, cell: str | None = None) -> str:
    """Ben lays his first card, on the first free place or on `cell`; the place's name."""
    view = await ben.view(lambda view: offer(view) is not None)
    laid = offer(view)
    assert laid is not None
    at = laid.cells[0] if cell is None else cell_called(cell)
    seq = visited.view.seq
    await ben.ask(
        Act,
        table=view.id,
        deal=view.deal,
        decision=view.decision,
        action=actions.Place(laid.cards[0], at),
    )
    await visited.until(lambda: visited.view.seq > seq and bool(real(visited.view.offers)))
    return cell_name(at)


async def anna_to_act(visited: Visit, ben: Client) -> None:
    """It is Anna's turn."""
    if offer(visited.view) is None:
        await ben_lays(visited, ben)
    await my_turn(visited)


async def bens_turn(visited: Visit, ben: Client) -> None:
    """It is Ben's turn, and Anna has laid a card on e5 if it was hers."""
    if offer(visited.view) is not None:
        await my_turn(visited)
        await visited.press("3", "e", "5", "enter")
        await visited.until(lambda: offer(visited.view) is None)


def ghost(visited: Visit) -> Ghost | None:
    """What Anna holds over the square."""
    return visited.table.ui.ghost


def recorded(visited: Visit) -> list[Request]:
    """Everything that the client sends from now on, but for the signs that it is there."""
    link: Any = visited.app.line.link
    sent: list[Request] = []
    request = link.request

    async def noting(message: Request) -> Any:
        if not isinstance(message, Ping):
            sent.append(message)
        return await request(message)

    link.request = noting
    return sent


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 18), (40, 12)])
async def test_a_card_is_laid_by_four_keys(server: Server, size: tuple[int, int]) -> None:
    async with pair(server, size=size) as (visited, ben):
        await anna_to_act(visited, ben)
        placing = offer(visited.view)
        assert placing is not None
        await visited.press("2", "b", "4")
        await visited.sees("auf b4")
        sent = recorded(visited)
        await visited.press("enter")
        await visited.until(lambda: offer(visited.view) is None)
        assert [m.action for m in sent if isinstance(m, Act)] == [
            actions.Place(placing.cards[1], cell_called("b4"))
        ]
        assert ghost(visited) is None
        await visited.sees("Ben ist dran")


async def test_nothing_of_hand_ghost_and_cursor_leaves_the_client_before_enter(
    server: Server,
) -> None:
    async with pair(server) as (visited, ben):
        for turn in (bens_turn, anna_to_act):
            await turn(visited, ben)
            sent = recorded(visited)
            heard = len(ben.pushes)
            await visited.press("1", "a", "backspace", "2", "c", "2", "right", "down", "d", "4")
            await visited.press("left", "up", "3", "escape", "b", "1", "b", "3", "b", "escape", "1")
            await visited.press("f", "p", "0", "7", "e", "6", "escape")
            assert ghost(visited) is not None
            assert sent == []
            assert len(ben.pushes) == heard
        # In her own turn Enter sends one thing, once.
        await visited.press("1", "c", "3", "enter")
        await visited.until(lambda: offer(visited.view) is None)
        assert [type(message) for message in sent] == [Act]


async def test_in_bens_turn_anna_may_think_and_enter_says_whose_turn_it_is(server: Server) -> None:
    async with pair(server) as (visited, ben):
        await bens_turn(visited, ben)
        await visited.press("1", "c", "3")
        await visited.sees("auf c3")
        await visited.press("enter")
        await visited.sees("! ~Ben ist dran.")
        held = ghost(visited)
        await ben_lays(visited, ben, "a1")
        # What she chose is still there, the answer is true no longer.
        assert ghost(visited) == held
        assert visited.table.ui.message is None
        await my_turn(visited)
        await visited.press("enter")
        await visited.until(lambda: offer(visited.view) is None)


async def test_the_ghost_goes_when_ben_takes_its_place_and_a_sentence_says_so(
    server: Server,
) -> None:
    async with pair(server) as (visited, ben):
        await bens_turn(visited, ben)
        await visited.press("1", "c", "3")
        before = ghost(visited)
        assert before is not None
        await ben_lays(visited, ben, "c3")
        await visited.sees("! Auf c3 liegt jetzt eine")
        assert visited.table.ui.message == "Auf c3 liegt jetzt eine Karte. Wähl ein anderes Feld."
        after = ghost(visited)
        assert after is not None
        assert (after.card, after.cell) == (before.card, None)
        await visited.press("d")
        assert "liegt jetzt" not in visited.text


async def test_whoever_thinks_on_while_a_card_is_on_its_way_is_told_of_no_other(
    server: Server,
) -> None:
    async with pair(server) as (visited, ben):
        await anna_to_act(visited, ben)
        placing = offer(visited.view)
        assert placing is not None
        await visited.press("1", "c", "3")
        hasty(visited, "enter", "2")
        await visited.until(lambda: offer(visited.view) is None)
        held = ghost(visited)
        assert held is not None
        assert (held.card, held.cell) == (placing.cards[1], None)
        assert visited.table.ui.message is None


async def test_a_resize_and_an_opened_drawer_keep_the_ghost(server: Server) -> None:
    async with pair(server) as (visited, ben):
        await anna_to_act(visited, ben)
        await visited.press("1", "c", "3")
        held = ghost(visited)
        await visited.resize(60, 18)
        await visited.sees("auf c3")
        await visited.resize(120, 36)
        await visited.press("l")
        await visited.sees("Protokoll")
        await visited.press("l")
        assert ghost(visited) == held
        await visited.press("enter")
        await visited.until(lambda: offer(visited.view) is None)


async def test_keys_rest_for_a_moment_when_the_turn_has_just_come(server: Server) -> None:
    async with pair(server, pace=Pace(guard=60.0, reveal=0.01)) as (visited, ben):
        if offer(visited.view) is None:
            await ben_lays(visited, ben, "a1")
        await visited.press("1", "c", "3")
        sent = recorded(visited)
        await visited.press("enter")
        # It may be held and moved, but not yet laid.
        assert ghost(visited) is not None
        assert sent == []
        visited.table._pacing.unguard()
        await visited.press("enter")
        await visited.until(lambda: offer(visited.view) is None)


async def test_all_letters_of_the_square_work_in_both_cases(server: Server) -> None:
    async with pair(server) as (visited, ben):
        await anna_to_act(visited, ben)
        for number, letter in enumerate("abcde"):
            for key in (letter, letter.upper()):
                await visited.press(key)
                held = ghost(visited)
                assert visited.at("table")
                assert held is not None
                assert held.column == number
        keys = [key for entry in visited.screen.commands() for key in entry.keys]
        assert not set("abcde12345") & set(keys)


async def play_to_the_end(visited: Visit, ben: Client) -> None:
    """Both lay what comes first until the square is full."""
    while visited.view.stage == "running":
        if offer(visited.view) is not None:
            await my_turn(visited)
            seq = visited.view.seq
            await visited.press("1", "right", "enter")
            await visited.until(lambda seq=seq: visited.view.seq > seq)  # type: ignore[misc]
        else:
            view = await ben.view(lambda view: offer(view) is not None)
            laid = offer(view)
            assert laid is not None
            seq = visited.view.seq
            await ben.ask(
                Act,
                table=view.id,
                deal=view.deal,
                decision=view.decision,
                action=actions.Place(laid.cards[-1], laid.cells[-1]),
            )
            await visited.until(lambda seq=seq: visited.view.seq > seq)  # type: ignore[misc]


async def test_a_whole_game_then_the_next(server: Server) -> None:
    async with pair(server, options={"target": 1}) as (visited, ben):
        await play_to_the_end(visited, ben)
        assert visited.view.ended in {"won", "lost"}
        await visited.sees("von 1: ")
        await visited.sees("Space neues Spiel")
        assert ghost(visited) is None
        await visited.press("h")
        await visited.goes_to("replay")
        await visited.press("l")
        await visited.goes_to("record")
        assert "legt" in visited.text
        await visited.press("end")
        assert "Reihen" in visited.text
        await visited.press("escape")
        await visited.goes_to("replay")
        await visited.press("escape")
        await visited.goes_to("table")
        await visited.press("space")
        await visited.until(lambda: any(chair.ready for chair in visited.view.chairs))
