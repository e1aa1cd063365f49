"""A server killed with a thousand open tables in mid-deal, and how long the next one needs.

`python -m tests.bench.bench_recovery SOCKET STATE` is that server.
"""

import asyncio
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgpack  # type: ignore[import-untyped]

from server.config import Config
from server.run import Server, allow_files, calm_collector
from tests.bench import Line
from tests.bench.bench_server import Player

TABLES = 1000
SEATS = 6
# Everybody sits at so many tables at once.
EACH = 6
# The best of so many times counts: whoever else uses the machine only adds to it.
TIMES = 3


def bench() -> Iterable[Line]:
    """From the start of a process to its first answer, and what of that is Python's own start."""
    allow_files(2 * TABLES * SEATS // EACH + 500)
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as place:
        path, state = Path(place, "s"), Path(place)
        with _server(path, state):
            _hello(path)
            asyncio.run(_fill(path))
        took = min(_recovery(path, state) for _ in range(TIMES))
        log = (state / "state" / "log.sqlite3").stat().st_size
    imports = min(_imports() for _ in range(TIMES))
    yield Line(
        f"server: recovery after kill -9, {TABLES} tables of {SEATS} in mid-deal",
        f"{took:.2f} s",
        "≤ 3 s",
        took <= 3,
    )
    yield Line("server: of that, starting Python and importing", f"{imports:.2f} s")
    yield Line("server: the log's file", f"{log / 2**20:.0f} MiB")


@contextmanager
def _server(path: Path, state: Path) -> Iterator[None]:
    """A server process, killed in the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.bench_recovery", str(path), str(state)]
    )
    try:
        yield
    finally:
        process.kill()
        process.wait()


def _recovery(path: Path, state: Path) -> float:
    start = time.perf_counter()
    with _server(path, state):
        _hello(path)
        return time.perf_counter() - start


def _imports() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import server.run"], check=True)
    return time.perf_counter() - start


def _hello(path: Path) -> None:
    """Return with the first answer of the server."""
    while True:
        with socket.socket(socket.AF_UNIX) as line:
            try:
                line.connect(str(path))
            except OSError:
                # Nobody there yet, or the socket that the last one left behind.
                time.sleep(0.005)
                continue
            line.sendall(msgpack.packb({"type": "hello", "version": 3, "name": "first"}))
            if line.recv(1):
                return


async def _fill(path: Path) -> None:
    """A thousand tables of people, each in a deal with some moves behind it."""
    count = TABLES * SEATS // EACH
    people = [await Player.come(path, f"P{number}") for number in range(count)]
    for start in range(0, TABLES, 50):
        await asyncio.gather(*(_table(people, number) for number in range(start, start + 50)))
    for person in people:
        person.close()


async def _table(people: list[Player], number: int) -> None:
    seated = [people[(number * SEATS + seat) % len(people)] for seat in range(SEATS)]
    options = {"all_at_once": True}
    fields = {"game": "pokerface", "name": "x", "seats": SEATS, "options": options}
    made = await seated[0].ask("create", key=f"creating-{number}", **fields)
    table = made["table"]
    for person in seated[1:]:
        await person.ask("join", key=f"joining-{number}", table=table)
    takes = [{"type": "take", "token": seat + 1, "holder": None} for seat in range(SEATS)]
    ready = [{"type": "ready", "moves": SEATS}] * SEATS
    for decision, actions in ((1, takes), (1, ready), (2, takes)):
        for person, action in zip(seated, actions, strict=True):
            fields = {"deal": 1, "decision": decision, "action": action}
            await person.ask("act", table=table, **fields)


async def _serve(path: Path, state: Path) -> None:
    calm_collector()
    config = Config(state=state / "state", listen=None, host_socket=path)
    async with Server(config) as server:
        await server.ended()


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1]), Path(sys.argv[2])))
