"""Hundreds of rounds of coming, opening, sitting and going, half of them without goodbye.

Afterwards everything is back where it was: tables, sessions, tasks, registers, memory; nothing
holds what has ended (cases.md D12).
"""

import asyncio
import gc
import itertools
import tracemalloc
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest
from msgspec.structs import replace

from engine.values.chance import Dice
from engine.values.offers import real
from protocol.messages import (
    VERSION,
    Act,
    Chat,
    Create,
    Fill,
    Join,
    Leave,
    Rename,
    Return,
    TableView,
    Vote,
    Watch,
    WatchLobby,
)
from server.config import Config
from server.house import World
from server.run import Server
from tests.server.client import Client, open_table, sit
from tests.server.mortal import SwiftClock

# Each kind of round comes six times, half of them without goodbye; for long, twenty times more.
ROUNDS = 144
WARM_UP = 48
# So many at once, so that tables and sessions end in the midst of others.
ABREAST = 12
# Bytes that a round may leave behind on average: far less than any session or table has.
LEFT = 400


class Rounds:
    """Visitors of one server, and what they saw of its insides."""

    def __init__(self, server: Server, place: str) -> None:
        """`place` is a table that stays."""
        self.server = server
        self.known: list[weakref.ref[Any]] = []
        self._place = place
        self._numbers = itertools.count()
        self._kinds: tuple[Callable[[list[Client]], Awaitable[None]], ...] = (
            self._plays_with_bots,
            self._looks_on,
            self._is_refused,
            self._renames,
            self._finds_it_full,
            self._votes,
            self._lets_the_clock_run,
            self._breaks_off,
            self._is_replaced,
            self._waits_for_bots,
            self._toggles,
            self._cuts_a_request,
        )

    async def run(self, count: int) -> None:
        """So many rounds, and what they opened has ended."""
        left = iter(range(count))

        async def some() -> None:
            for _ in left:
                await self._round()

        await asyncio.gather(*(some() for _ in range(ABREAST)))
        house = self.server.house
        async with asyncio.timeout(20):
            while len(house.connected) > 1 or len(house.tables) > 1:  # noqa: ASYNC110 — untold
                await asyncio.sleep(0.01)

    async def _round(self) -> None:
        number = next(self._numbers)
        clients: list[Client] = []
        try:
            await self._kinds[number // 2 % len(self._kinds)](clients)
            self._look_inside()
            # Every second time they all just hang up.
            for client in clients if number % 2 else ():
                if client.table is not None and not client.closed:
                    await client.request(Leave, table=client.table.id)
        finally:
            for client in clients:
                await client.close()

    def _look_inside(self) -> None:
        house = self.server.house
        self.known += [weakref.ref(session) for session in house.connected if session.tables]
        for table in house.tables.values():
            parts = (table, table._audience, table._timers, table._waiting, table._players)
            self.known += [weakref.ref(part) for part in parts]

    async def _come(self, clients: list[Client], code: str | None = None) -> Client:
        client = await Client.tcp(self.server.port)
        clients.append(client)
        await client.hello("Gerda", code)
        return client

    # ── what somebody may do in a round ────────────────────────────────────────────────────────

    async def _plays_with_bots(self, clients: list[Client]) -> None:
        anna = await self._come(clients)
        await open_table(anna, bots="now")
        view = await anna.view(lambda view: bool(real(view.offers)))
        action = real(view.offers)[0].sample(Dice(bytes(32)))
        fields = {"deal": view.deal, "decision": view.decision, "action": action}
        await anna.ask(Act, table=view.id, key="only this once", **fields)

    async def _looks_on(self, clients: list[Client]) -> None:
        anna = await self._come(clients)
        await anna.ask(WatchLobby)
        await anna.ask(Watch, table=self._place)
        await anna.ask(Chat, table=self._place, text="hello")

    async def _is_refused(self, clients: list[Client]) -> None:
        anna = await self._come(clients)
        fields = {"name": "x", "seats": 3}
        assert await anna.refused(Create, game="canasta", **fields) == "unknown_game"
        assert await anna.refused(Create, game="pokerface", name="x", seats=9) == "bad_seats"
        assert await anna.refused(Return, code="nobody's") == "wrong_code"

    async def _renames(self, clients: list[Client]) -> None:
        anna = await self._come(clients)
        await open_table(anna)
        for count in range(3):
            await anna.ask(Rename, name=f"{count}x{id(anna) % 10**9}")
        await anna.refused(Rename, name="")

    async def _finds_it_full(self, clients: list[Client]) -> None:
        anna, ben = await self._come(clients), await self._come(clients)
        table = await open_table(anna, bots="now")
        await anna.view(lambda view: view.stage == "running")
        # The chairs of the two bots are promised, and there are no others.
        for _ in range(2):
            await sit(await self._come(clients), table)
        assert await ben.refused(Join, table=table) == "table_full"
        await ben.ask(Watch, table=table)

    async def _votes(self, clients: list[Client]) -> None:
        three = [await self._come(clients) for _ in range(3)]
        table = await open_table(three[0], patience=10)
        for client in three[1:]:
            await sit(client, table)
        await clients.pop().close()
        view = await three[0].view(_ballot)
        assert view.pause is not None
        assert view.pause.ballot is not None
        await three[0].ask(Vote, table=table, ballot=view.pause.ballot.number, choice="wait")

    async def _lets_the_clock_run(self, clients: list[Client]) -> None:
        anna = await self._come(clients)
        await open_table(anna, bots="now", clock=10)
        await anna.view(lambda view: view.clock is not None)

    async def _breaks_off(self, clients: list[Client]) -> None:
        hello = msgpack.packb({"type": "hello", "version": VERSION, "name": "Cut"})
        for data in (hello[:9], hello + hello[:9], hello + b"\x81", b"GET / HTTP/1.1\r\n", b""):
            client = await Client.tcp(self.server.port)
            clients.append(client)
            client.write_bytes(data)
        await clients[3].bye()

    async def _is_replaced(self, clients: list[Client]) -> None:
        anna = await self._come(clients)
        table = await open_table(anna, bots="now")
        assert anna.welcome is not None
        ben = await self._come(clients)
        await ben.ask(Return, code=anna.welcome.account.code)
        # Nobody was there in between, and the clock hurries: it may have closed by then.
        await ben.request(Join, table=table)
        assert await anna.bye() == "replaced"

    async def _waits_for_bots(self, clients: list[Client]) -> None:
        anna = await self._come(clients)
        table = await open_table(anna, bots="later")
        # They may have come by then.
        await anna.request(Fill, table=table)

    async def _toggles(self, clients: list[Client]) -> None:
        anna, ben = await self._come(clients), await self._come(clients)
        table = await open_table(anna)
        for _ in range(10):
            await sit(ben, table)
            await ben.ask(Leave, table=table)
        assert (await anna.view()).stage == "waiting"

    async def _cuts_a_request(self, clients: list[Client]) -> None:
        anna = await self._come(clients)
        anna.write(Create(1, "cut in two", "pokerface", "x", 3, bots="now"))
        anna.write(WatchLobby(2))
        await asyncio.sleep(0)


def _ballot(view: TableView) -> bool:
    return view.pause is not None and view.pause.ballot is not None


def registers(server: Server) -> dict[str, object]:
    """How much of everything the server has."""
    house = server.house
    people, lobby = house.people, house.lobby
    return {
        "tables": sorted(house.tables),
        "sessions": sorted(house.sessions),
        "connected": len(house.connected),
        "people": (len(people), len(people.names), len(people._named), len(people._locks)),
        "door": (dict(house.door._homes), len(house.door._newcomers)),
        "repeats": len(house.repeats),
        "lobby": (sorted(lobby._tables), len(lobby._readers)),
        "timers": sorted(what for table in house.tables.values() for what in table._timers._timers),
        "tasks": sorted(
            task.get_name() for task in asyncio.all_tasks() if task is not asyncio.current_task()
        ),
    }


@pytest.mark.parametrize("count", [ROUNDS, pytest.param(20 * ROUNDS, marks=pytest.mark.soak)])
async def test_everything_is_back_where_it_was(config: Config, count: int) -> None:
    clock = SwiftClock()
    clock.start()
    many = 10 * count
    limits = replace(
        config.limits,
        newcomers_local=many,
        tries_free=many,
        arrivals_burst=many,
        logins_burst=many,
    )
    quick = replace(config, blink=1, grace=10, fill_after=5, limits=limits)
    async with (
        Server(quick, world=World(clock=clock)) as server,
        await Client.tcp(server.port) as host,
    ):
        await host.hello("Hanna")
        rounds = Rounds(server, await open_table(host, seats=6))
        tracemalloc.start()
        try:
            await rounds.run(WARM_UP)
            await _forgotten(rounds, host)
            before, grown = registers(server), []
            # What the interpreter takes once, for a table of its own that has become too small, is
            # no leak: one grows with every half.
            for _ in range(2):
                memory = tracemalloc.get_traced_memory()[0]
                await rounds.run(count // 2)
                await _forgotten(rounds, host)
                grown.append(tracemalloc.get_traced_memory()[0] - memory)
            after = registers(server)
        finally:
            tracemalloc.stop()
        assert after == before
        print(grown)
        assert min(grown) < count // 2 * LEFT


async def _forgotten(rounds: Rounds, host: Client) -> None:
    """What is left is what the host's own table needs, nothing else."""
    host.pushes.clear()
    host.raw.clear()
    house = rounds.server.house
    stays = {*house.connected, *house.tables.values()}
    for table in house.tables.values():
        stays |= {table._audience, table._timers, table._waiting, table._players}

    def left() -> list[Any]:
        gc.collect()
        return [one() for one in rounds.known if one() is not None and one() not in stays]

    async with asyncio.timeout(20):
        while left():  # noqa: ASYNC110 — nothing announces it
            await asyncio.sleep(0.01)
    rounds.known.clear()
