"""Tens of thousands of frames at a whole server: who plays there never notices."""

import asyncio
import gc
import logging
import secrets
import sqlite3
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.values.chance import Dice
from engine.values.offers import Call, Check, Offer, real
from protocol.messages import (
    Act,
    Buy,
    Chat,
    Fill,
    Join,
    Keep,
    Next,
    Ping,
    Post,
    Purse,
    Reserve,
    Rest,
    Said,
    Say,
    TableView,
    Watch,
    WatchLobby,
)
from server.config import Config
from server.house import World
from server.ledger import HOUSE, REFILL
from server.run import Server
from tests.protocol.frames import pack
from tests.protocol.invented import Inventor
from tests.protocol.kept import SEEDS
from tests.server.attack import Attacker
from tests.server.client import Client, open_table, play, sit
from tests.server.hands import Hands

# What strangers send in one run, and what somebody sends who has a seat.
STRANGE = 8_000
SEATED = 1_000
# The same at a table where people play for chips.
STRANGE_TO_CHIPS = 4_000
SEATED_FOR_CHIPS = 700
# How many times as much they send for long.
LONG = 80

# Bytes that Python and its libraries may keep for the next time after so much.
SLACK = 256 * 1024

# What is well-formed and still can't be done by somebody with a seat while others have their turn.
FROM_A_SEAT = (Act, Keep, Next, Fill, Join, Watch, Say, Chat, Ping, WatchLobby, Reserve, Purse)
# Where there are chips it is everybody's own affair whether they buy, rest, post or go.
WITHOUT_CHIPS = (Buy, Rest, Post)


@pytest.fixture
def open_house(config: Config) -> Config:
    """Nobody is told to slow down, and what nobody is at any more is closed at once.

    Who sits there and says nothing may do so for as long as a siege lasts.
    """
    limits = replace(
        config.limits,
        requests_per_second=1e9,
        requests_burst=10**9,
        silent_seconds=1e6,
        tries_free=10**6,
        arrivals_burst=10**6,
        arrivals_burst_each=10**6,
        logins_burst=10**6,
        logins_burst_each=10**6,
    )
    return replace(config, grace=0, blink=0, hold=0, place_kept=0, limits=limits)


async def rows(server: Server, table: str) -> dict[str, Any]:
    """What is on the disk: of the table all, of the others what is to be the same after all."""

    def read(database: sqlite3.Connection) -> dict[str, Any]:
        return {
            "log": database.execute("SELECT * FROM log WHERE table_id = ?", (table,)).fetchall(),
            "deals": database.execute(
                "SELECT * FROM deals WHERE table_id = ?", (table,)
            ).fetchall(),
            "open": database.execute("SELECT id FROM tables WHERE closed IS NULL").fetchall(),
            "chips": database.execute(
                "SELECT holder, chips FROM balances WHERE holder LIKE 'table:%' AND chips <> 0"
            ).fetchall(),
        }

    return await server.house.log.read(read)


async def accounts(server: Server) -> int:
    """How many there are on the disk."""
    count = await server.house.log.read(
        lambda database: database.execute("SELECT count(*) FROM accounts").fetchone()
    )
    return int(count[0])


def standing(server: Server, table: str) -> dict[str, Any]:
    """All that is kept in memory while somebody is there."""
    house = server.house
    task = house.tables[table]
    return {
        "table": task.table,
        "broken": task.broken,
        "tables": sorted(house.tables),
        "connected": len(house.connected),
        "sessions": sorted(house.sessions),
        "people": len(house.people),
        "names": dict(house.people.names),
        "claimed": dict(house.people._named),
        "repeats": len(house.repeats),
        "homes": dict(house.door._homes),
        "listed": sorted(house.lobby._tables),
        "readers": len(house.lobby._readers),
        "looked at": {one.account: len(one.tables) for one in house.sessions.values()},
        "tasks": Counter(one.get_name() for one in asyncio.all_tasks()),
    }


async def settled(server: Server, table: str, before: dict[str, Any]) -> None:
    """Return when all is as before; AssertionError with the difference if it never is."""
    try:
        async with asyncio.timeout(10):
            while standing(server, table) != before:  # noqa: ASYNC110 — nothing announces it
                await asyncio.sleep(0)
    except TimeoutError:
        assert standing(server, table) == before


@contextmanager
def no_memory_grown() -> Iterator[None]:
    """What is asked for meanwhile is given back, or can be."""
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        yield
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
        if grown > SLACK:
            most = tracemalloc.take_snapshot().statistics("lineno")[:8]
            raise AssertionError(f"{grown} bytes: {most}")
    finally:
        tracemalloc.stop()


class Siege:
    """A server with a table in the middle of a deal, and those who would like to disturb it."""

    def __init__(self, server: Server, seed: int, game: str) -> None:
        print(f"seed {seed}")
        self.server = server
        self.game = game
        self.table = ""
        self.players: list[Client] = []
        self.attackers: list[Attacker] = []
        self._seed = seed
        self._number = 0

    async def prepare(self) -> None:
        """Three sit down, of whom the third, whose turn it is not, is not to be trusted."""
        for name in ("Anna", "Ben", "Mallory"):
            client = await Client.tcp(self.server.port)
            await client.hello(name)
            self.players.append(client)
        self.table = await open_table(self.players[0], self.game)
        for client in self.players[1:]:
            await sit(client, self.table)
        for client in self.players:
            await client.view(lambda view: view.stage == "running")
        # A few decisions on, until it is somebody else's turn.
        for _ in range(4):
            await self._decide()
        while self.on_turn() is self.players[2]:
            await self._decide()
        sockets: list[int | Path] = [self.server.port] * 5
        assert self.server.config.host_socket is not None
        sockets += [self.server.config.host_socket] * 3
        for number, way_in in enumerate(sockets):
            async with await Client.tcp(self.server.port) as client:
                code = (await client.hello("Mallory")).account.code
            assert code is not None
            seed = self._seed * 1000 + number
            self.attackers.append(Attacker(seed, code, self.table, way_in))
        async with asyncio.timeout(10):
            while len(self.server.house.connected) > 3:  # noqa: ASYNC110 — nothing announces it
                await asyncio.sleep(0)

    def on_turn(self) -> Client:
        """Whoever has something to decide."""
        return next(one for one in self.players if one.table is not None and real(one.table.offers))

    async def _decide(self) -> None:
        client = self.on_turn()
        view = client.table
        assert view is not None
        seen = [one.table.seq for one in self.players if one.table is not None]
        await client.ask(
            Act,
            table=view.id,
            deal=view.deal,
            decision=view.decision,
            action=quietly(view, real(view.offers)).sample(Dice(bytes(32))),
        )
        for one, seq in zip(self.players, seen, strict=True):
            await one.view(lambda view, seq=seq: view.seq > seq)  # type: ignore[misc]

    async def storm(self, frames: int) -> None:
        """So many frames by strangers."""
        each = frames // len(self.attackers) + 1
        async with asyncio.TaskGroup() as group:
            for attacker in self.attackers:
                group.create_task(attacker.run(attacker.sent + each))

    async def mutter(self, frames: int) -> None:
        """So many from a seat, each well-formed, all answered, in lots of 100."""
        mallory = self.players[2]
        kinds = FROM_A_SEAT if self.game == "holdem" else FROM_A_SEAT + WITHOUT_CHIPS
        inventor = Inventor(
            Random(self._seed),
            {"table": (self.table,), "deal": (1,), "decision": range(8), "key": ("once-only",)},
        )
        for _ in range(0, frames, 100):
            lot = range(self._number + 10_000, self._number + 10_100)
            self._number += 100
            data = [pack(inventor.of(inventor.pick(kinds)) | {"id": one}) for one in lot]
            mallory.write_bytes(b"".join(data))
            await mallory.until(lambda last=lot[-1]: last in mallory._answers)  # type: ignore[misc]
            assert list(mallory._answers) == list(lot)
            mallory._answers.clear()
            self.forget(mallory)

    def forget(self, client: Client) -> None:
        """All that a client was told but the newest view."""
        client.pushes[:] = [one for one in client.pushes if isinstance(one, TableView)][-1:]
        client.raw.clear()


def undisturbed(client: Client, picture: TableView) -> None:
    """Nothing that this player was told is any different from `picture`, but who looks on."""
    for told in client.pushes:
        assert isinstance(told, TableView | Said), told
        if isinstance(told, TableView):
            same = replace(told, seq=picture.seq, watching=picture.watching)
            assert replace(same, watchers=picture.watchers) == picture
    assert not client.closed


def quietly(view: TableView, offers: tuple[Offer, ...]) -> Offer:
    """Check or call where there are chips, else the first offer."""
    quiet = (offer for offer in offers if isinstance(offer, Check | Call))
    return next(quiet, offers[0])


async def besieged(
    config: Config,
    seed: int,
    strange: int,
    seated: int,
    caplog: pytest.LogCaptureFixture,
    game: str = "pokerface",
) -> Siege:
    """The whole story; the last of it with every byte of memory counted, which takes its time."""
    # Everything below an error may be written as often as it likes.
    caplog.set_level(logging.ERROR, "server")
    # Where people play against a clock it stands still: what it brings about is no frame's doing.
    world = World() if game == "pokerface" else World(clock=Hands())
    async with Server(config, world=world) as server:
        siege = Siege(server, seed, game)
        await siege.prepare()
        table, honest = siege.table, siege.players[:2]
        for client in siege.players:
            siege.forget(client)
        before, disk = standing(server, table), await rows(server, table)
        people = await accounts(server)
        pictures = [await client.view() for client in honest]

        async def press(share: float) -> None:
            await siege.storm(int(strange * share))
            await siege.mutter(int(seated * share))
            await siege.players[2].ask(WatchLobby, on=False)
            await settled(server, table, before)
            for client, picture in zip(honest, pictures, strict=True):
                undisturbed(client, picture)
            for client in siege.players:
                siege.forget(client)

        await press(0.85)
        with no_memory_grown():
            await press(0.15)
        assert await rows(server, table) == disk
        made = sum(one.guests for one in siege.attackers)
        made += len(set().union(*(one.keys for one in siege.attackers)))
        assert await accounts(server) == people + made
        # And they play on, from where they were to the end.
        if game == "pokerface":
            ends = await asyncio.gather(*(play(client) for client in siege.players))
            assert {view.stage for view in ends} == {"over"}
        else:
            await asyncio.gather(*(play(client, quietly, 1) for client in siege.players))
            await paid_out(siege)
        for client in siege.players:
            await client.close()
    assert not [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]
    return siege


async def test_a_table_never_notices_what_strangers_send(
    open_house: Config, caplog: pytest.LogCaptureFixture
) -> None:
    siege = await besieged(open_house, SEEDS[0], STRANGE, SEATED, caplog)
    assert sum(one.sent for one in siege.attackers) >= STRANGE
    # It was no blank cartridge: of every sort of answer there were some.
    met = sum((one.met for one in siege.attackers), Counter[str]())
    print(met)
    assert met["Welcome"]
    assert met["Ok"] > STRANGE // 10
    assert not {
        "malformed",
        "version",
        "unknown_table",
        "unknown_game",
        "not_seated",
        "not_watching",
        "table_full",
        "wrong_code",
        "bad_name",
    } - set(met)


async def paid_out(siege: Siege) -> None:
    """They hang up, and their chips come home: all there are, and nobody has made any."""
    people = [one.welcome.account.id for one in siege.players if one.welcome is not None]
    for client in siege.players:
        await client.close()
    async with asyncio.timeout(10):
        while siege.server.house.tables:  # noqa: ASYNC110 — nothing announces it
            await asyncio.sleep(0)
    found = dict(await siege.server.house.log.read(balances))
    assert sum(found[one] for one in people) == 3 * REFILL
    assert sum(found.values()) == 0
    assert not any(chips for holder, chips in found.items() if holder.startswith("table:"))
    # And what the house has given out lies with people, a day's worth each at most.
    strangers = [one for holder, one in found.items() if holder not in {HOUSE, *people}]
    assert all(0 <= chips <= REFILL for chips in strangers)


def balances(database: sqlite3.Connection) -> list[Any]:
    """What everybody has."""
    return database.execute("SELECT holder, chips FROM balances").fetchall()


async def test_a_deal_for_chips_never_notices_what_strangers_send(
    open_house: Config, caplog: pytest.LogCaptureFixture
) -> None:
    siege = await besieged(
        open_house, SEEDS[1], STRANGE_TO_CHIPS, SEATED_FOR_CHIPS, caplog, "holdem"
    )
    met = sum((one.met for one in siege.attackers), Counter[str]())
    print(met)
    expected = {"not_seated", "table_full", "below_minimum", "no_deal"}
    assert not expected - set(met)


@pytest.mark.soak
async def test_a_deal_for_chips_never_notices_for_long(
    open_house: Config, caplog: pytest.LogCaptureFixture
) -> None:
    seed = secrets.randbits(32)
    await besieged(
        open_house, seed, LONG * STRANGE_TO_CHIPS, LONG * SEATED_FOR_CHIPS, caplog, "holdem"
    )


@pytest.mark.soak
async def test_a_table_never_notices_for_long(
    open_house: Config, caplog: pytest.LogCaptureFixture
) -> None:
    seed = secrets.randbits(32)
    await besieged(open_house, seed, LONG * STRANGE, LONG * SEATED, caplog)
