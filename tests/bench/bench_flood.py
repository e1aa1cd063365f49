"""What honest people notice while somebody floods the server, in each way that there is.

`python -m tests.bench.bench_flood KIND PORT SSH_PORT` is somebody who does.
"""

import asyncio
import contextlib
import re
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import msgpack  # type: ignore[import-untyped]

from engine.values.actions import Take
from protocol.messages import VERSION, Act, Ping
from tests.bench import Line
from tests.bench.ssh_rig import Guest, Seen, SshClient
from tests.server.client import Client, open_table, sit

SAMPLES = 40
# Seconds between two keys: somebody who types.
PACE = 0.04
# So many do at once what takes turns with the server.
ABREAST = 8
HELLO = msgpack.packb({"type": "hello", "version": VERSION, "name": "Flood"})


def bench() -> Iterable[Line]:
    """An honest SSH session's screen after its own key and after another's move, flood by flood."""
    return asyncio.run(_all())


async def _all() -> list[Line]:
    with tempfile.TemporaryDirectory() as folder:
        async with _house(Path(folder)) as (port, ssh_port), _table(port, ssh_port) as table:
            lines = [_line("nothing", await table.measured())]
            for kind in FLOODS:
                async with _flood(kind, port, ssh_port):
                    lines.append(_line(kind, await table.measured()))
            return lines


def _line(kind: str, took: tuple[list[float], list[float]]) -> Line:
    key, move = (
        f"{part[len(part) // 2] * 1000:.0f}/{part[len(part) * 95 // 100] * 1000:.0f} ms"
        for part in map(sorted, took)
    )
    return Line(f"flood of {kind}: a key, a move on an SSH screen", f"p50/p95 {key}, {move}")


# ── the honest ─────────────────────────────────────────────────────────────────────────────────


class Table:
    """Three people by TCP in a deal, and somebody by SSH who looks on."""

    def __init__(self, players: list[Client], table: str, viewer: SshClient) -> None:
        self._players = players
        self._table = table
        self._viewer = viewer
        self._token = 1

    async def measured(self) -> tuple[list[float], list[float]]:
        """Seconds from a key, and from another's move, to the viewer's screen."""
        keys, moves = [], []
        for _ in range(SAMPLES):
            # Whoever says nothing for a minute would be taken for dead.
            await asyncio.gather(*(player.ask(Ping) for player in self._players))
            await asyncio.sleep(PACE)
            keys.append(await self._until_drawn(self._press))
            await asyncio.sleep(PACE)
            moves.append(await self._until_drawn(self._move))
        return keys, moves

    async def _until_drawn(self, work: Callable[[], Awaitable[None]]) -> float:
        had, start = self._viewer.seen.bytes, time.perf_counter()
        await work()
        await self._viewer.until(lambda seen: seen.bytes > had)
        return time.perf_counter() - start

    async def _press(self) -> None:
        self._viewer.press("i")

    async def _move(self) -> None:
        player = self._players[0]
        view = await player.view()
        self._token = 3 - self._token
        fields = {"table": self._table, "deal": view.deal, "decision": view.decision}
        await player.ask(Act, **fields, action=Take(self._token, None))


@asynccontextmanager
async def _table(port: int, ssh_port: int) -> AsyncIterator[Table]:
    players = [await Client.tcp(port) for _ in range(3)]
    for player, name in zip(players, ("Anna", "Ben", "Carla"), strict=True):
        await player.hello(name)
    table = await open_table(players[0], options={"all_at_once": True})
    for player in players[1:]:
        await sit(player, table)
    viewer = SshClient()
    await viewer.login(ssh_port, "viewer")
    await viewer.until(lambda seen: b"Anna" in seen.tail)
    viewer.press("w")
    await viewer.until(_at_table)
    try:
        yield Table(players, table, viewer)
    finally:
        await viewer.close()
        for player in players:
            await player.close()


def _at_table(seen: Seen) -> bool:
    return b"Pokerface" in seen.tail and b"River" in seen.tail


@asynccontextmanager
async def _house(folder: Path) -> AsyncIterator[tuple[int, int]]:
    """`pokertui serve` as it is, with its limits; its two ports."""
    line = ["serve", "--lang", "en", "--state", str(folder)]
    line += ["--listen", "127.0.0.1:0", "--ssh", "127.0.0.1:0"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tui.cli", *line, stderr=PIPE
    )
    assert process.stderr is not None
    ports: list[int] = []
    try:
        async with asyncio.timeout(60):
            while len(ports) < 2:
                said = (await process.stderr.readline()).decode()
                if found := re.search(r"127\.0\.0\.1:(\d+)|ssh -p (\d+)", said):
                    ports.append(int(found[1] or found[2]))
        # Nobody reads the rest, and a full pipe would stop the server.
        rest = asyncio.create_task(process.stderr.read())
        yield ports[0], ports[1]
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
    await rest


# ── the floods ─────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def _flood(kind: str, port: int, ssh_port: int) -> AsyncIterator[None]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.bench_flood", kind, str(port), str(ssh_port)),
        stdout=PIPE,
        stderr=DEVNULL,
    )
    assert process.stdout is not None
    try:
        await process.stdout.readline()
        yield
    finally:
        if process.returncode is not None:
            raise RuntimeError(f"the flood of {kind} has run dry")
        process.kill()
        await process.wait()


async def _keys(port: int, ssh_port: int) -> None:
    await _typed(ssh_port, b"jkhl" * 1024)


async def _pastes(port: int, ssh_port: int) -> None:
    await _typed(ssh_port, b"\x1b[200~" + b"x" * 2**20 + b"\x1b[201~")


async def _typed(ssh_port: int, data: bytes) -> None:
    """Send it again and again, as fast as it is taken; come back when sent away."""
    while True:
        client = SshClient()
        await client.login(ssh_port, "flood")
        channel = client.channel
        while not client.seen.ended and not channel.is_closing():
            channel.write(data)
            _going()
            await asyncio.sleep(0)
            # asyncssh tells nobody when there is room again.
            while channel.get_write_buffer_size() > len(data) and not channel.is_closing():  # noqa: ASYNC110
                await asyncio.sleep(0.001)
        client.connection.abort()


async def _resizes(port: int, ssh_port: int) -> None:
    while True:
        client = SshClient()
        await client.login(ssh_port, "flood")
        number = 0
        while not client.seen.ended and not client.channel.is_closing():
            client.channel.change_terminal_size(80 + number % 40, 24 + number % 16)
            number += 1
            _going()
            if number % 20 == 0:
                await asyncio.sleep(0.001)
        client.connection.abort()


async def _valid_frames(port: int, ssh_port: int) -> None:
    await _sent(port, HELLO + msgpack.packb({"type": "ping", "id": 1}) * 3000)


async def _nonsense(port: int, ssh_port: int) -> None:
    await _sent(port, b"\x81\xa4type" + b"\x91" * 65000)


async def _sent(port: int, data: bytes) -> None:
    """Connect, send, read whatever comes until the end, again and again."""

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(data)
                _going()
                while await reader.read(2**16):
                    if data[: len(HELLO)] == HELLO:
                        writer.write(data[len(HELLO) :])
                        await writer.drain()
                writer.close()

    await asyncio.gather(*(one() for _ in range(ABREAST)))


async def _silence(port: int, ssh_port: int) -> None:
    """As many connections as there may be, that say nothing."""

    async def one(where: int) -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", where)
                _going()
                while await reader.read(2**16):
                    pass
                writer.close()

    await asyncio.gather(*(one(where) for where in (port, ssh_port) for _ in range(200)))


async def _hellos(port: int, ssh_port: int) -> None:
    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(HELLO)
                _going()
                await reader.read(2**16)
                writer.close()

    await asyncio.gather(*(one() for _ in range(ABREAST)))


async def _handshakes(port: int, ssh_port: int) -> None:
    class Unknown(Guest):
        """Agrees on keys, and then has no way to prove anything."""

        def kbdint_auth_requested(self) -> None:  # type: ignore[override]
            """Not even without methods."""
            return

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError, asyncssh.Error):
                _going()
                await asyncssh.connect(
                    "127.0.0.1",
                    ssh_port,
                    username="flood",
                    known_hosts=None,
                    client_keys=None,
                    agent_path=None,
                    config=None,
                    client_factory=Unknown,
                    preferred_auth="keyboard-interactive",
                )

    await asyncio.gather(*(one() for _ in range(ABREAST)))


FLOODS: dict[str, Callable[[int, int], Awaitable[None]]] = {
    "keys": _keys,
    "pastes of 1 MiB": _pastes,
    "window changes": _resizes,
    "valid frames": _valid_frames,
    "nonsense": _nonsense,
    "silent connections": _silence,
    "hellos": _hellos,
    "SSH handshakes without login": _handshakes,
}


_told: list[None] = []


def _going() -> None:
    """Tell whoever measures, once."""
    if not _told:
        _told.append(None)
        print("going", flush=True)


if __name__ == "__main__":
    asyncio.run(FLOODS[sys.argv[1]](int(sys.argv[2]), int(sys.argv[3])))  # type: ignore[arg-type]
