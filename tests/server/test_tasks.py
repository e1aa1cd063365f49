"""Nothing hangs on the collector's mercy, and nothing outlives its owner (cases.md F9)."""

import asyncio
import gc
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from engine.values.actions import Take
from engine.values.offers import Take as Offered
from protocol.messages import Act, Next, TableView
from server.config import Config
from server.house import World
from server.run import Server
from tests.server.client import Client, open_table, play
from tests.server.games import GAMES
from tests.server.mortal import SwiftClock

TABLES = 6
DEALS = 3


@asynccontextmanager
async def collecting() -> AsyncIterator[None]:
    """Python looks for garbage a hundred times a second."""

    async def collect() -> None:
        while True:
            gc.collect()
            await asyncio.sleep(0.01)

    # What is there already need not be looked through each time.
    gc.collect()
    gc.freeze()
    collector = asyncio.create_task(collect())
    try:
        yield
    finally:
        collector.cancel()
        await asyncio.gather(collector, return_exceptions=True)


async def test_clocks_and_bots_while_the_collector_runs(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    clock = SwiftClock()
    clock.start()
    flaky = "tests.server.games:FLAKY"
    async with collecting(), Server(config, GAMES, flaky, World(clock=clock)) as server:
        await asyncio.gather(*(_deals(server) for _ in range(TABLES)), _fall(server))
    deals = [
        found.groups()
        for record in caplog.records
        if (found := re.search(r"bot of seat (\d) at table (\w+), deal (\d+)", record.message))
    ]
    # Whoever raised is replaced for the rest of the deal, and it is said once.
    assert len(set(deals)) == len(deals) > 0
    assert sum("is broken" in record.message for record in caplog.records) == 1


async def _deals(server: Server) -> None:
    """One table's deals: in every deal its only person lets a clock run out."""
    async with await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        table = await open_table(anna, bots="now", clock=10)
        for deal in range(1, DEALS + 1):
            await anna.view(partial(_asks, deal))
            await anna.view(partial(_rests, deal))
            end = await play(anna, deals=deal)
            assert end.stage in {"between", "over"}
            await anna.ask(Next, table=table, deal=deal)


def _asks(deal: int, view: TableView) -> bool:
    return view.deal == deal and view.clock is not None


def _rests(deal: int, view: TableView) -> bool:
    return view.deal == deal and view.pause is not None and view.pause.why.code == "late"


async def _fall(server: Server) -> None:
    """A table whose game has a fault; the others go on."""
    async with await Client.tcp(server.port) as ben:
        await ben.hello("Ben")
        await open_table(ben, game="crashing", bots="now")
        view = await ben.view(
            lambda view: (
                view.stage == "broken" or any(isinstance(one, Offered) for one in view.offers)
            )
        )
        if view.stage == "broken":
            # A bot has taken that token first.
            return
        fields = {"table": view.id, "deal": view.deal, "decision": view.decision}
        holder = next(
            one.holder for one in view.offers if isinstance(one, Offered) and one.token == 3
        )
        assert await ben.refused(Act, **fields, action=Take(3, holder)) == "table_broken"
        assert (await ben.view(lambda view: view.stage == "broken")).pause is None


async def test_a_stopped_server_leaves_no_task(config: Config) -> None:
    before = asyncio.all_tasks()
    async with Server(config) as server:
        anna = await Client.tcp(server.port)
        await anna.hello("Anna")
        await open_table(anna, bots="now")
        await anna.view(lambda view: view.stage == "running")
    assert await anna.bye() == "stopping"
    await anna.close()
    assert asyncio.all_tasks() == before
