"""What somebody costs who is not let in: the server, and an SSH host."""

import asyncio
import re
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgpack  # type: ignore[import-untyped]

from protocol.messages import VERSION
from tests.bench import Line
from tests.bench.ssh_rig import HostProcess, ssh_house

MANY = 2000
HELLO = msgpack.packb({"type": "hello", "version": VERSION})


def bench() -> Iterable[Line]:
    """CPU of the process that says no, each time that somebody comes."""
    return asyncio.run(_all())


async def _all() -> list[Line]:
    lines: list[Line] = []
    with tempfile.TemporaryDirectory() as folder:
        for what, limit, listen, hello in (
            ("a connection too many", "arrivals", "127.0.0.1:0", b""),
            ("a login too many", "logins", "127.0.0.1:0", HELLO),
            ("a connection too many, TLS", "arrivals", "0.0.0.0:0", b""),
        ):
            text = f"[limits]\n{limit}_burst = 1\n{limit}_per_minute = 1e-6\n"
            state = Path(tempfile.mkdtemp(dir=folder))
            (state / "limits.toml").write_text(text)
            async with _server(state, listen) as host:
                lines.append(_line(f"server: {what}", await _cost(host, hello)))
        strict = "[ssh_limits]\nknocks = 1\nknocks_a_second = 1e-6\n"
        async with ssh_house(Path(folder), strict) as (_, host):
            cost = await _cost(host, b"SSH-2.0-x\r\n")
            lines.append(_line("SSH host: a connection too many", cost))
    return lines


def _line(what: str, cost: float) -> Line:
    return Line(f"refused by the {what}, CPU", f"{cost * 1e6:.0f} µs", "≤ 1 ms", cost <= 1e-3)


async def _cost(host: HostProcess, said: bytes) -> float:
    """Seconds of CPU for each of many who are refused, one after the other."""
    for _ in range(20):
        await _come(host.port, said)
    spent = host.cpu
    for _ in range(MANY):
        await _come(host.port, said)
    return (host.cpu - spent) / MANY


async def _come(port: int, said: bytes) -> None:
    with suppress(OSError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(said)
            while await reader.read(2**16):
                pass
        finally:
            writer.close()


@asynccontextmanager
async def _server(folder: Path, listen: str) -> AsyncIterator[HostProcess]:
    line = ["serve", "--lang", "en", "--state", str(folder), "--listen", listen]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tui.cli", *line, "--config", str(folder / "limits.toml")),
        stderr=PIPE,
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(60):
            while not (found := re.search(rb"connect \S+:(\d+)", await process.stderr.readline())):
                pass
        rest = asyncio.create_task(process.stderr.read())
        yield HostProcess(process, int(found[1]))
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
    await rest
