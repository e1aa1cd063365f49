"""The server is killed in the middle of a hand with an all-in called, and comes back with it."""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from engine.values import actions
from engine.values.actions import Action
from engine.values.offers import Call, Offer, Raise
from protocol.messages import Create, Join, TableView
from server.ledger import HOUSE, REFILL, table_holder
from tests.e2e.chips import awake, balances, following, picture, puts_in, reads, sees
from tests.e2e.house import SSH, SSH_KEYGEN, running
from tests.e2e.terminal import Terminal
from tests.server.client import Client

# Nobody waits for the next hand, and nobody's time runs out, until all want to go on.
CALM = "between = 600\n"
NAMES = ("Ben", "Carla")
SHORT, LONG = 400, 1000


def choose(view: TableView, offers: Mapping[str, Offer]) -> Action | None:
    """Ben puts in all of his few chips, Carla calls whatever it is."""
    raising, calling = offers.get("Raise"), offers.get("Call")
    if view.me == 0 and isinstance(raising, Raise):
        return actions.Raise(raising.hi)
    if isinstance(calling, Call):
        return actions.Call(calling.price)
    return actions.Check() if "Check" in offers else None


@pytest.mark.soak
@pytest.mark.skipif(SSH is None or SSH_KEYGEN is None, reason="needs the OpenSSH client")
async def test_a_called_all_in_outlives_the_server(tmp_path: Path) -> None:
    with running(tmp_path, CALM) as house:
        identity = house.make_key("Anna")
        with house.ssh("Anna", key=identity) as anna:
            async with AsyncExitStack() as stack:
                clients = await arrive(house.tcp, stack)
                made = await clients[0].ask(
                    Create, game="holdem", name="Küche", seats=3, chips=SHORT, clock=300
                )
                table = made.table
                assert table is not None
                await clients[1].ask(Join, table=table, chips=LONG)
                await sits_down(anna)
                await clients[0].view(lambda view: view.chairs[2].kind == "person")
                async with following(clients, choose, 1):
                    before = await calls_until_the_flop(anna)
                    house.kill()
                codes = [str(one.welcome.account.code) for one in clients if one.welcome]
            # The line by ssh ends with the server.
            await asyncio.to_thread(anna.wait_end)
        house.start_again()
        with house.ssh("Anna", key=identity) as anna:
            async with AsyncExitStack() as stack:
                clients = await arrive(house.tcp, stack, codes)
                await awake(anna)
                assert picture(anna.text) == before
                async with following(clients, choose, 1):
                    await goes_all_in(anna)
                view = await clients[0].view(lambda view: view.stage != "running")
                stacks = [chair.cash.stack for chair in view.chairs if chair.cash is not None]
                assert sum(stacks) == SHORT + 2 * LONG
        assert house.stop() == 0
    held = balances(tmp_path / "state")
    assert sum(held.values()) == 0
    assert held[HOUSE] == -3 * REFILL
    assert held[table_holder(table)] == SHORT + 2 * LONG


async def arrive(port: int, stack: AsyncExitStack, codes: list[str] | None = None) -> list[Client]:
    """Ben and Carla, new or with the codes that they have been given."""
    clients = [await stack.enter_async_context(await Client.tcp(port)) for _ in NAMES]
    for number, (client, name) in enumerate(zip(clients, NAMES, strict=True)):
        if codes is None:
            await client.hello(name)
        else:
            welcome = await client.hello(code=codes[number])
            await client.ask(Join, table=welcome.held[0])
    return clients


async def sits_down(anna: Terminal) -> None:
    """With as many chips as the table takes."""
    await sees(anna, "2/3")
    anna.press("enter")
    await sees(anna, "1.000 kaufen")
    anna.press("enter")


async def calls_until_the_flop(anna: Terminal) -> list[str]:
    """Everybody has called the all-in, it is Anna's turn on the flop; what the table looks like."""
    while True:
        await awake(anna)
        if " FLOP " in anna.text:
            assert "All-in" in anna.text
            assert "▸ Anna  du  600" in anna.text
            return picture(anna.text)
        await puts_in(anna)


async def goes_all_in(anna: Terminal) -> None:
    """All that is left, called by Carla: the hand goes on where it was, and both pots are told."""
    anna.press("a")
    await sees(anna, "All-in mit 600: Enter setzt alles, jede andere Taste nicht.")
    anna.press("enter")
    await sees(anna, "Space alles zeigen")
    anna.press("space")
    await reads(anna, "Hand #1 · Showdown", "Hauptpot 1.200: ", "Seitenpot 1.200 (ohne Ben): ")
