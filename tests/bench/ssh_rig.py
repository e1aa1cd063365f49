"""A server, an SSH host as a process of its own, and clients that only count what they receive."""

import asyncio
import contextlib
import os
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh

from server.config import Config
from server.config import Limits as ServerLimits
from server.run import Server

# What a host bears that is to bear everything.
MANY = """
[ssh_limits]
sessions = 1000
sessions_an_address = 1000
strangers = 1000
strangers_an_address = 1000
knocks = 1e6
knocks_a_second = 1e6
knocks_in_all = 1_000_000
logins = 1_000_000
logins_in_all = 1_000_000
"""
PATIENCE = 120.0  # seconds
TICKS = os.sysconf("SC_CLK_TCK")


class Guest(asyncssh.SSHClient):
    """Comes in without a key."""

    def kbdint_auth_requested(self) -> str:
        """Without methods."""
        return ""

    def kbdint_challenge_received(self, *questions: Any) -> list[str]:
        """No answers."""
        return []


class Seen(asyncssh.SSHClientSession[bytes]):
    """Counts bytes and keeps the newest few."""

    def __init__(self, news: asyncio.Event) -> None:
        self.bytes = 0
        self.tail = b""
        self.ended = False
        self._news = news

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Count."""
        self.bytes += len(data)
        self.tail = (self.tail + data)[-20_000:]
        self._news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end."""
        self.ended = True
        self._news.set()


class SshClient:
    """One terminal of 100×40 in 256 colours."""

    def __init__(self) -> None:
        self.news = asyncio.Event()
        self.seen = Seen(self.news)
        self.connection: asyncssh.SSHClientConnection
        self.channel: asyncssh.SSHClientChannel[bytes]

    async def login(self, port: int, user: str) -> None:
        """Come in; the first frame is waited for by `until`."""
        self.connection = await asyncssh.connect(
            "127.0.0.1",
            port,
            username=user,
            known_hosts=None,
            client_keys=None,
            agent_path=None,
            config=None,
            client_factory=Guest,
        )
        self.channel, _ = await self.connection.create_session(
            lambda: self.seen,
            term_type="xterm-256color",
            term_size=(100, 40),
            env={"LANG": "en_GB.UTF-8"},
            encoding=None,
        )

    def press(self, key: str) -> None:
        """Type."""
        self.channel.write(key.encode())

    async def until(self, holds: Callable[[Seen], bool]) -> None:
        """Wait for something that was received."""
        async with asyncio.timeout(PATIENCE):
            while not holds(self.seen):
                self.news.clear()
                await self.news.wait()

    async def close(self) -> None:
        """Hang up."""
        self.connection.close()
        await self.connection.wait_closed()


class HostProcess:
    """The host under measurement."""

    def __init__(self, process: Process, port: int) -> None:
        self.process = process
        self.port = port

    @property
    def cpu(self) -> float:
        """CPU seconds that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def sockets(self) -> int:
        """How many sockets it has open."""
        folder = Path(f"/proc/{self.process.pid}/fd")
        return sum("socket" in str(one.readlink()) for one in folder.iterdir())

    @property
    def memory(self) -> float:
        """Megabytes that it keeps to itself."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        kept = re.findall(r"^Private_\w+:\s+(\d+) kB", text, re.MULTILINE)
        return sum(map(int, kept)) / 1024


@asynccontextmanager
async def ssh_house(folder: Path, limits: str = MANY) -> AsyncIterator[tuple[Server, HostProcess]]:
    """A server in this process with a host of its own."""
    async with ssh_houses(folder, 1, limits) as (server, (host,)):
        yield server, host


@asynccontextmanager
async def ssh_houses(
    folder: Path, count: int, limits: str = MANY
) -> AsyncIterator[tuple[Server, list[HostProcess]]]:
    """A server in this process with so many hosts, which share a port."""
    config = Config(
        state=folder / "server",
        listen=None,
        host_socket=folder / "host.sock",
        bot_pause=3600,
        grace=1,
        limits=ServerLimits(requests_per_second=1e6, requests_burst=10**6, silent_seconds=3600),
    )
    (folder / "limits.toml").write_text(limits)
    async with Server(config) as server, contextlib.AsyncExitStack() as stack:
        hosts: list[HostProcess] = []
        for _ in range(count):
            port = hosts[0].port if hosts else 0
            hosts.append(await stack.enter_async_context(ssh_host(folder, port)))
        yield server, hosts


@asynccontextmanager
async def ssh_host(folder: Path, port: int = 0) -> AsyncIterator[HostProcess]:
    """A host for the server at `host.sock` in the folder, with the `limits.toml` there."""
    line = ["ssh", "--host-sock", str(folder / "host.sock"), "--state", str(folder / "ssh")]
    line += ["--config", str(folder / "limits.toml"), "--listen", f"127.0.0.1:{port}"]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tui.cli", *line, "--reuse-port", "--lang", "en"), stderr=PIPE
    )
    try:
        yield HostProcess(process, await _port(process))
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def _port(process: Process) -> int:
    assert process.stderr is not None
    while line := await process.stderr.readline():
        if found := re.search(rb"port (\d+)\.", line):
            # Nobody reads the rest, and a full pipe would stop the host.
            _drain(process.stderr)
            return int(found.group(1))
    raise RuntimeError("the host did not start")


_drains: set[asyncio.Task[bytes]] = set()


def _drain(stream: asyncio.StreamReader) -> None:
    async def read() -> bytes:
        while await stream.read(65536):
            pass
        return b""

    task = asyncio.create_task(read())
    _drains.add(task)
    task.add_done_callback(_drains.discard)
