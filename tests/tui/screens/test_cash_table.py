"""A player of a table with chips who loses them, buys again, sits out, and comes back owing."""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.match import Cash
from engine.values import actions
from engine.values.cards import DECK, cards
from engine.values.chance import Chance
from engine.values.offers import Call, real
from protocol.messages import Act, Join, Ok
from server.config import Config
from server.house import World
from server.run import Server
from tests.server.client import Client, open_table
from tests.tui.screens.sitting import at_table, my_turn, newer
from tests.tui.screens.visit import Visit, guest, visit

# Whoever is dealt to first has nothing, and the board helps the other.
LUCK = cards("2c7dAsAhAdAc9h8s3h")


def luck(table: str, deal: int) -> Chance:
    """The same cards in every deal."""
    return Chance((*LUCK, *(card for card in DECK if card not in LUCK)), bytes(32))


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A house whose cards are known."""
    config = Config(
        state=tmp_path / "state", listen="127.0.0.1:0", bot_pause=0, lobby_pause=0, between=0.2
    )
    async with Server(config, world=World(chance=luck)) as running:
        yield running


def own(visited: Visit) -> Any:
    """The chips of whoever is at the screen."""
    me = visited.view.me
    assert me is not None
    return visited.view.chairs[me].cash


async def answered(client: Client, visited: Visit) -> None:
    """Whatever a client is asked, it calls, and whoever is at the screen has seen it."""
    view = await client.view(lambda view: bool(real(view.offers)))
    offers = real(view.offers)
    call = next((offer for offer in offers if isinstance(offer, Call)), None)
    action = actions.Check() if call is None else actions.Call(call.price)
    seq = visited.view.seq
    await client.ask(Act, table=view.id, deal=view.deal, decision=view.decision, action=action)
    await visited.until(lambda: visited.view.seq > seq)


async def sit_down(visited: Visit) -> None:
    """Enter in the lobby, and the least that one can buy."""
    await visited.sees("Küche")
    await visited.press("enter")
    await visited.goes_to("buy")
    await visited.press("down", "enter")
    await at_table(visited)


async def bens_turn(visited: Visit) -> bool:
    """Whether the deal waits for Ben first; it waits for one of the two."""
    await visited.until(lambda: visited.view.stage == "running" and bool(acting(visited)))
    return acting(visited) != (visited.view.me,)


def acting(visited: Visit) -> tuple[int, ...]:
    """Whom the deal waits for."""
    view = visited.view.view
    return () if view is None else view.to_act


def hand(visited: Visit) -> tuple[Any, ...]:
    """The cards of whoever is at the screen."""
    view, me = visited.view.view, visited.view.me
    zone = None if view is None else view.zone(f"hand.{me}")
    return () if zone is None else zone.cells


def later(visited: Visit, deal: int) -> bool:
    """Whether a later deal runs."""
    return visited.view.deal > deal


def ended(visited: Visit, deal: int) -> bool:
    """Whether the deal is over."""
    return later(visited, deal) or visited.view.stage != "running"


def plays(visited: Visit) -> bool:
    """Whether whoever is at the screen is in the deal that runs."""
    view, me = visited.view.view, visited.view.me
    return view is not None and me is not None and view.seats[me].status != "out"


async def test_who_loses_all_buys_again_with_enter(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben, game="holdem", seats=2, chips=1_000)
        await sit_down(visited)
        for _ in range(8):
            if await bens_turn(visited):
                await answered(ben, visited)
                continue
            await my_turn(visited)
            deal = visited.view.deal
            if LUCK[0] not in hand(visited):
                await visited.press("f", "f")
                await visited.until(partial(later, visited, deal))
                continue
            await visited.press("a", "enter")
            await answered(ben, visited)
            await visited.until(partial(ended, visited, deal))
            if not own(visited).stack:
                break
        await visited.sees("Keine Chips mehr. Enter kauft 1.000 nach, s Pause, q verlassen.")
        # The result is still there to be read, and the balance says what was bought.
        await visited.sees("Stacks: ")
        before = visited.app.room.account.chips
        await visited.press("enter")
        await visited.until(lambda: own(visited).stack == 1_000)
        assert visited.app.room.account.chips == before - 1_000
        await visited.until(lambda: visited.view.stage == "running")


async def test_who_sits_out_misses_blinds_and_posts_them(server: Server) -> None:
    async with (
        guest(server, "Ben") as ben,
        guest(server, "Carla") as carla,
        visit(server) as visited,
    ):
        table = await open_table(ben, game="holdem", seats=3, chips=1_000)
        await carla.ask(Join, table=table)
        await sit_down(visited)
        await visited.until(lambda: visited.view.stage == "running")
        await visited.press("s")
        await visited.until(lambda: own(visited).wish == "rest")
        # The others play on, and blinds go by; then a deal waits for one of them.
        while not own(visited).owes or plays(visited) or not acting(visited):
            if acting(visited) == (visited.view.me,):
                await my_turn(visited)
                await visited.press("c", "enter")
            for client in (ben, carla):
                view = client.table
                if own(visited).owes and not plays(visited) and acting(visited):
                    break
                if view is not None and real(view.offers) and view.stage == "running":
                    seq = visited.view.seq
                    answer = await client.request(
                        Act,
                        table=view.id,
                        deal=view.deal,
                        decision=view.decision,
                        action=actions.Fold(),
                    )
                    if isinstance(answer, Ok):
                        await visited.until(partial(newer, visited, seq))
            await visited.pause()
        await visited.sees("Du machst Pause. s bringt dich zurück.")
        await visited.press("s")
        await visited.until(lambda: own(visited).wish == "play")
        await visited.sees("Du wartest auf den Big Blind, g setzt ihn gleich.")
        await visited.press("g")
        await visited.until(lambda: own(visited).posting)
        await visited.press("g")
        await visited.until(lambda: not own(visited).posting)


async def test_space_begins_the_next_deal_at_once(tmp_path: Path) -> None:
    config = Config(
        state=tmp_path / "state", listen="127.0.0.1:0", lobby_pause=0, bot_pause=0, between=600
    )
    async with Server(config) as server, visit(server) as visited:
        await visited.press("plus")
        await visited.goes_to("create")
        # Two chairs, a bot in the other one.
        await visited.press("tab", "down", "down", "tab", *["left"] * 9, "enter")
        await visited.goes_to("buy")
        await visited.press("enter")
        await at_table(visited)
        await visited.press("b")
        await visited.until(lambda: visited.view.stage == "running")
        deal = visited.view.deal
        while visited.view.stage == "running":
            if real(visited.view.offers):
                await my_turn(visited)
                await visited.press("f", "f")
            await visited.pause()
        await visited.sees("Nächste Hand in ")
        await visited.sees("Space weiter")
        await visited.press("space")
        await visited.until(lambda: visited.view.deal > deal)


async def test_a_won_hand_is_shown_to_the_others(tmp_path: Path) -> None:
    config = Config(state=tmp_path / "state", listen="127.0.0.1:0", lobby_pause=0, between=600)
    async with (
        Server(config) as server,
        guest(server, "Ben") as ben,
        visit(server) as visited,
    ):
        await open_table(ben, game="holdem", seats=2, chips=1_000)
        await sit_down(visited)
        if not await bens_turn(visited):
            await my_turn(visited)
            await visited.press("r", "enter")
        view = await ben.view(lambda view: bool(real(view.offers)))
        fold = actions.Fold()
        await ben.ask(Act, table=view.id, deal=view.deal, decision=view.decision, action=fold)
        await visited.sees("k zeigen")
        await visited.press("k")
        assert shown(await ben.view(shown))
        await visited.until(lambda: "k zeigen" not in visited.text)


def shown(view: Any) -> bool:
    """Whether Ben, in chair 0, sees the cards of the other one."""
    if view.view is None:
        return False
    zones = [zone for zone in view.view.zones if zone.kind == "hand" and zone.owner == 1]
    return bool(zones) and all(type(cell).__name__ == "Card" for cell in zones[0].cells)


async def test_a_table_left_in_a_deal_is_left_though_the_line_broke(server: Server) -> None:
    """The way back led to the seat, which took the leaving back, and then to the lobby."""
    async with guest(server, "Ben") as ben, visit(server, reconnects=True) as visited:
        table = await open_table(ben, game="holdem", seats=2, chips=1_000)
        await sit_down(visited)
        if not await bens_turn(visited):
            await my_turn(visited)
            await visited.press("c", "enter")
            await ben.view(lambda view: bool(real(view.offers)))
        await visited.press("q")
        await visited.goes_to("ask")
        visited.go_deaf()
        await visited.press("enter")
        await ben.view(lambda view: own_wish(view) == "leave")
        visited.hang_up()
        await visited.goes_to("reconnect")
        await visited.press("enter")
        await visited.goes_to("lobby")
        await visited.until(lambda: visited.app.line.outage is None)
        match = server.house.tables[table].table.match
        assert isinstance(match, Cash)
        assert match.chairs[1].wish == "leave"


def own_wish(view: Any) -> Any:
    """What whoever sits in chair 1 wants."""
    return view.chairs[1].cash.wish
