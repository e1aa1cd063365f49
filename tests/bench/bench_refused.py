"""What somebody costs who is not let in: the server, and an SSH host.

Where keys are agreed on first, with TLS or by ssh, that costs far more than the refusal. It has no
budget here: the doors bound how many may do so at once, and how often.
"""

import asyncio
import re
import ssl
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgpack  # type: ignore[import-untyped]

from protocol.messages import VERSION
from tests.bench import Line
from tests.bench.ssh_rig import MANY as EVERYBODY
from tests.bench.ssh_rig import HostProcess, SshClient, ssh_host, ssh_house

MANY = 2000
SHAKING = 300  # those with whom keys are agreed on first, which costs the bench as much
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
            async with _server(_state(folder, limit), listen) as host:
                lines.append(_line(f"server: {what}", await _cost(host, hello)))
        async with _server(_state(folder, "logins"), "0.0.0.0:0") as host:
            cost = await _cost(host, HELLO, SHAKING, _trusting())
            lines.append(Line("refused by the server with a handshake of TLS, CPU", _text(cost)))
        strict = "[ssh_limits]\nknocks = 1\nknocks_a_second = 1e-6\n"
        async with ssh_house(Path(folder), strict) as (_, host):
            cost = await _cost(host, b"SSH-2.0-x\r\n")
            lines.append(_line("SSH host: a connection too many", cost))
        lines += await _by_ssh(_state(folder, "logins"))
    return lines


def _state(folder: str, limit: str) -> Path:
    """A directory for a server that takes one of those and then no more."""
    state = Path(tempfile.mkdtemp(dir=folder))
    text = f"[limits]\n{limit}_burst = 1\n{limit}_per_minute = 1e-6\n"
    (state / "limits.toml").write_text(text + EVERYBODY)
    return state


def _trusting() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


async def _by_ssh(state: Path) -> list[Line]:
    """Whoever has come in by ssh, and is sent away by the server: what it costs both."""
    where = "127.0.0.1:0"
    async with (
        _server(state, where, "--host-sock", str(state / "host.sock")) as server,
        ssh_host(state) as host,
    ):
        first = SshClient()
        await first.login(host.port, "first")
        await first.until(lambda seen: b" lobby " in seen.tail)
        await first.close()
        for _ in range(20):
            await _log_in(host.port)
        spent = server.cpu, host.cpu
        for _ in range(SHAKING):
            await _log_in(host.port)
        costs = (server.cpu - spent[0]) / SHAKING, (host.cpu - spent[1]) / SHAKING
    agreeing = Line("refused by the server after a login by ssh, host's CPU", _text(costs[1]))
    return [_line("server: a login too many, by ssh", costs[0]), agreeing]


async def _log_in(port: int) -> None:
    client = SshClient()
    await client.login(port, "too_many")
    await client.until(lambda seen: seen.ended)
    await client.close()


def _line(what: str, cost: float) -> Line:
    return Line(f"refused by the {what}, CPU", _text(cost), "≤ 1 ms", cost <= 1e-3)


def _text(cost: float) -> str:
    return f"{cost * 1e6:.0f} µs"


async def _cost(
    host: HostProcess, said: bytes, many: int = MANY, context: ssl.SSLContext | None = None
) -> float:
    """Seconds of CPU for each of many who are refused, one after the other.

    One comes before them, who is let in, and leaves.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", host.port, ssl=context)
    writer.write(said)
    if said:
        await reader.read(1)
    writer.close()
    for _ in range(20):
        await _come(host.port, said, context)
    spent = host.cpu
    for _ in range(many):
        await _come(host.port, said, context)
    return (host.cpu - spent) / many


async def _come(port: int, said: bytes, context: ssl.SSLContext | None) -> None:
    with suppress(OSError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
        try:
            writer.write(said)
            while await reader.read(2**16):
                pass
        finally:
            writer.close()


@asynccontextmanager
async def _server(folder: Path, listen: str, *more: str) -> AsyncIterator[HostProcess]:
    line = ["serve", "--lang", "en", "--state", str(folder), "--listen", listen, *more]
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
