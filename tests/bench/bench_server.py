"""The server, in a process of its own: CPU an action with many connections, and durable answers.

`python -m tests.bench.bench_server SOCKET STATE` is that process: it serves, and answers every
line on its standard input with the CPU seconds that it has used.
"""

import asyncio
import itertools
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgpack  # type: ignore[import-untyped]

from server.config import Config, Limits
from server.run import Server, allow_files, calm_collector
from tests.bench import Line

CONNECTIONS = 1000
ACTIONS = 1200
# The best of so many times counts: whoever else uses the machine only adds to it.
TIMES = 12
# Tables at play while the others' connections are only there.
BUSY = 20
TABLES = 100
# Each busy table has a decision every so many seconds: four a second between two people's clicks
# would be fast play.
PACE = 0.5
ROUNDS = 12

# Who plays for chips checks or calls, with as many as the table takes.
COOPERATIVE: dict[str, Any] = {"game": "pokerface"}
CHIPS: dict[str, Any] = {"game": "holdem", "chips": 1000, "clock": 300}
WISHED = ("pass", "check", "call", "take")

T = TypeVar("T")
Message = dict[str, Any]


def bench() -> Iterable[Line]:
    """CPU of one action at a table of six, and how long a durable answer takes."""
    allow_files(2 * CONNECTIONS + 500)
    alone = _with_server(lambda child: _cpu_an_action(child, 1))
    micros = _with_server(lambda child: _cpu_an_action(child, BUSY))
    yield Line(
        f"server: an action, {BUSY} tables of 6 busy, {CONNECTIONS} connections",
        f"{micros:.0f} µs CPU",
        "≤ 250 µs",
        micros <= 250,
    )
    yield Line(
        "server: the same, one table busy, its commits shared with none", f"{alone:.0f} µs CPU"
    )
    chips = _with_server(lambda child: _cpu_an_action(child, BUSY, CHIPS))
    yield Line(
        f"server: the same, {BUSY} tables of hold'em for chips busy",
        f"{chips:.0f} µs CPU",
        "beside 250 µs",
    )
    middle, late = _with_server(_durable)
    yield Line(
        f"server: durable answer, {TABLES} tables busy",
        f"p50 {middle * 1000:.1f} ms, p99 {late * 1000:.1f} ms",
        "p99 ≤ 20 ms",
        late <= 0.02,
    )


class Player:
    """One connection that keeps only its newest view; `news` is shared by a table's players."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.view: Message = {"seq": 0, "offers": []}
        self.news = asyncio.Event()
        self._answered = 0
        self._writer = writer
        self._reader = reader
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Message]] = {}
        self._task = asyncio.create_task(self._read())

    @classmethod
    async def come(cls, path: Path, name: str) -> "Player":
        """Connected and welcome."""
        player = cls(*await asyncio.open_unix_connection(path))
        welcome = player._waiting[-1] = asyncio.get_running_loop().create_future()
        player.send({"type": "hello", "version": 3, "name": name})
        await welcome
        return player

    def send(self, message: Message) -> None:
        """One map."""
        self._writer.write(msgpack.packb(message))

    async def ask(self, kind: str, **fields: Any) -> Message:
        """The Ok of a request."""
        number = next(self._ids)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        self.send({"type": kind, "id": number} | fields)
        message = await answer
        if message["type"] != "ok":
            raise RuntimeError(str(message))
        return dict(message)

    async def act(self) -> None:
        """Pass, check or call if that is offered, else take what is first."""
        view = self.view
        self._answered = view["seq"]
        offers = [offer for offer in view["offers"] if offer["type"] in WISHED]
        offer = min(offers, key=lambda one: WISHED.index(one["type"]))
        await self.ask(
            "act",
            table=view["id"],
            deal=view["deal"],
            decision=view["decision"],
            action=offer,
        )

    @property
    def asked(self) -> bool:
        """Whether there is something to decide."""
        return self.view["seq"] > self._answered and any(
            offer["type"] in WISHED for offer in self.view["offers"]
        )

    def close(self) -> None:
        """Hang up."""
        self._task.cancel()
        self._writer.close()

    async def _read(self) -> None:
        unpacker = msgpack.Unpacker()
        while data := await self._reader.read(2**16):
            unpacker.feed(data)
            for message in unpacker:
                kind = message["type"]
                if kind == "table":
                    self.view = message
                    self.news.set()
                elif kind == "welcome":
                    self._waiting.pop(-1).set_result(message)
                elif kind in {"ok", "no"}:
                    self._waiting.pop(message["id"]).set_result(message)
                elif kind == "bye":
                    for answer in self._waiting.values():
                        answer.set_exception(RuntimeError(str(message)))


class Child:
    """The server's process."""

    def __init__(self, process: subprocess.Popen[bytes], path: Path) -> None:
        self.path = path
        self._process = process

    def cpu(self) -> float:
        """The CPU seconds that it has used."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


def _with_server(work: Callable[[Child], Awaitable[T]]) -> T:
    # Beside the sources and not in memory: what a durable answer costs is the disk's to say.
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as place:
        path = Path(place, "s")
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.bench_server", str(path), place],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        try:
            child = Child(process, path)
            child.cpu()

            async def run() -> T:
                return await work(child)

            return asyncio.run(run())
        finally:
            process.terminate()
            process.communicate()


async def _table(path: Path, number: int, seats: int, game: Message = COOPERATIVE) -> list[Player]:
    """A table with a deal running."""
    players = [await Player.come(path, f"P{number}") for _ in range(seats)]
    for player in players[1:]:
        player.news = players[0].news
    made = await players[0].ask("create", key=f"create-{number}", name="x", seats=seats, **game)
    chips = {"chips": game["chips"]} if "chips" in game else {}
    for seat, player in enumerate(players[1:]):
        await player.ask("join", key=f"join-{number}-{seat}", table=made["table"], **chips)
    # Where two are enough for a deal for chips, nobody asks for one before all six are there.
    while players[0].view.get("stage") != "running":
        players[0].news.clear()
        await players[0].news.wait()
    return players


async def _go_on(players: list[Player]) -> Player:
    """Whoever decides next, the next deal begun if need be."""
    while True:
        players[0].news.clear()
        view = players[0].view
        if view.get("stage") in {"between", "over"} and not view["chairs"][0]["ready"]:
            for player in players:
                await player.ask("next", table=view["id"], deal=view["deal"])
        for player in players:
            if player.asked:
                return player
        await players[0].news.wait()


async def _cpu_an_action(child: Child, busy: int, game: Message = COOPERATIVE) -> float:
    idle = [await Player.come(child.path, "Idle") for _ in range(CONNECTIONS - 6 * busy)]
    tables = [await _table(child.path, number, 6, game) for number in range(busy)]

    async def act(players: list[Player], times: int) -> None:
        for _ in range(times):
            await (await _go_on(players)).act()

    async def act_all(times: int) -> None:
        await asyncio.gather(*(act(players, times // busy) for players in tables))

    await act_all(ACTIONS // 5)
    used: list[float] = []
    for _ in range(TIMES):
        before = child.cpu()
        await act_all(ACTIONS)
        used.append(child.cpu() - before)
    for player in itertools.chain(idle, *tables):
        player.close()
    # What else the tables do on the way, new deals and everybody's "next", is paid by the actions.
    return min(used) / (ACTIONS // busy * busy) * 1e6


async def _durable(child: Child) -> tuple[float, float]:
    tables = [await _table(child.path, number, 3) for number in range(TABLES)]
    took: list[float] = []

    async def busy(number: int, players: list[Player]) -> None:
        await asyncio.sleep(PACE * number / TABLES)
        for _ in range(ROUNDS):
            actor = await _go_on(players)
            start = time.perf_counter()
            await actor.act()
            took.append(time.perf_counter() - start)
            await asyncio.sleep(PACE)

    await asyncio.gather(*(busy(number, players) for number, players in enumerate(tables)))
    for players in tables:
        for player in players:
            player.close()
    took.sort()
    return took[len(took) // 2], took[len(took) * 99 // 100]


async def _serve(path: Path, state: Path) -> None:
    calm_collector()
    loop = asyncio.get_running_loop()
    # Most of the connections only stand there, for longer than a client may say nothing.
    limits = Limits(silent_seconds=3600)
    config = Config(state=state / "state", listen=None, host_socket=path, limits=limits)
    async with Server(config):
        while await loop.run_in_executor(None, sys.stdin.buffer.readline):
            print(time.process_time(), flush=True)


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1]), Path(sys.argv[2])))
