"""Nothing hangs on the collector's mercy, and nothing outlives its owner (cases.md D12, F9)."""

import asyncio
import gc
import weakref
from collections.abc import Callable

from protocol.messages import Leave
from server.config import Config
from server.run import Server
from tests.server.client import Client, open_table, play


async def until(condition: Callable[[], bool]) -> None:
    """Return once `condition` holds."""
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 — nothing announces it
            await asyncio.sleep(0)


async def test_bots_and_tables_live_while_the_collector_runs(server: Server) -> None:
    async def collect() -> None:
        while True:
            gc.collect()
            await asyncio.sleep(0.01)

    # What is there already need not be looked through a hundred times a second.
    gc.collect()
    gc.freeze()
    collector = asyncio.create_task(collect())
    async with await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        await open_table(anna, seats=4, bots="now")
        assert (await play(anna)).stage == "over"
    collector.cancel()
    await asyncio.gather(collector, return_exceptions=True)
    gc.unfreeze()


async def test_what_has_ended_is_forgotten(server: Server) -> None:
    known: list[weakref.ref[object]] = []
    for goodbye in (True, False) * 5:
        anna = await Client.tcp(server.port)
        await anna.hello("Anna")
        table = await open_table(anna, bots="now")
        await anna.view(lambda view: view.stage == "running")
        known.append(weakref.ref(server.house.tables[table]))
        known.extend(weakref.ref(session) for session in server.house.connected)
        if goodbye:
            await anna.ask(Leave, table=table)
            await anna.close()
        else:
            assert anna.welcome is not None
            code = anna.welcome.account.code
            await anna.close()
            async with await Client.tcp(server.port) as again:
                await again.hello(code=code)
                await again.ask(Leave, table=table)
    await until(lambda: not server.house.connected and not server.house.tables)
    await until(lambda: gc.collect() >= 0 and not any(one() for one in known))


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
