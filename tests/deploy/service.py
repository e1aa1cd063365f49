"""`deploy/pokertui.service` read and started, without a service manager."""

import asyncio
import configparser
import contextlib
import shlex
import shutil
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.deploy import sandbox
from tests.e2e.house import ROOT, free_port

DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "pokertui.service"
PORT_22 = DEPLOY / "port-22.conf"
# Where the unit expects the program, and where it is while tests run.
INSTALLED = "/opt/pokertui/bin/pokertui"
PROGRAM = Path(sys.executable).with_name("pokertui")


def settings(path: Path = UNIT) -> configparser.SectionProxy:
    """The [Service] section of a unit; the last of several values for one key."""
    parser = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(path.read_text("utf-8"))
    return parser["Service"]


class Service:
    """The service with a state directory, free ports and a manager of its own in `place`."""

    process: Process

    def __init__(self, place: Path) -> None:
        self.place = place
        self.unit = settings()
        self.tcp = free_port()
        self.ssh_port = free_port()
        self.state = place / "state"
        self.state.mkdir(int(self.unit["StateDirectoryMode"], 8))
        self.log = place / "journal"
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.manager.setblocking(False)
        self.manager.bind(str(place / "notify"))

    @property
    def patience(self) -> int:
        """Seconds in which it has to end once it is asked to."""
        return int(self.unit["TimeoutStopSec"])

    def command(self, **other: str) -> list[str]:
        """The unit's command line, with what is said only here in place of what it says."""
        here = {
            INSTALLED: str(PROGRAM),
            "%S/pokertui": str(self.state),
            "127.0.0.1:7000": f"127.0.0.1:{self.tcp}",
            ":2222": other.get("ssh", f":{self.ssh_port}"),
        }
        line = shlex.split(self.unit["ExecStart"])
        assert set(here) <= set(line)
        return [here.get(word, word) for word in line]

    async def start(self, alone: bool = False, **other: str) -> None:
        """Start it; `alone` with nothing to write to but its state directory (sandbox.py)."""
        line = self.command(**other)
        if alone:
            line = [sys.executable, sandbox.__file__, str(self.state), *line]
        with self.log.open("ab") as journal:
            self.process = await asyncio.create_subprocess_exec(
                *line,
                # No HOME, no language, no terminal.
                env={
                    "PATH": "/usr/bin:/bin",
                    "STATE_DIRECTORY": str(self.state),
                    "NOTIFY_SOCKET": str(self.place / "notify"),
                },
                cwd="/",
                umask=int(self.unit["UMask"], 8),
                start_new_session=True,
                stdin=DEVNULL,
                stdout=journal,
                stderr=journal,
            )

    async def ready(self) -> None:
        """Return when it has said that it is; skips the test where it can't be shut off."""
        loop = asyncio.get_running_loop()
        told = asyncio.create_task(loop.sock_recv(self.manager, 256))
        ended = asyncio.create_task(self.process.wait())
        async with asyncio.timeout(60):
            await asyncio.wait((told, ended), return_when=asyncio.FIRST_COMPLETED)
        if not told.done():
            told.cancel()
            if ended.result() == sandbox.NOT_HERE:
                pytest.skip(f"programs can't be shut off on this system: {self.journal}")
            raise AssertionError(self.journal)
        ended.cancel()
        assert told.result() == b"READY=1"

    async def ended(self) -> int:
        """The exit code; TimeoutError if the unit's patience is not enough."""
        async with asyncio.timeout(self.patience):
            return await self.process.wait()

    async def stop(self) -> int:
        """What a service manager does; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = await self.ended()
        assert self.manager.recv(256) == b"STOPPING=1"
        return code

    @property
    def journal(self) -> str:
        """All that it has said so far."""
        return self.log.read_text("utf-8")


@contextlib.asynccontextmanager
async def service(place: Path) -> AsyncIterator[Service]:
    """A service that is not started yet, and is no more afterwards."""
    made = Service(place)
    try:
        yield made
    finally:
        made.manager.close()
        if hasattr(made, "process") and made.process.returncode is None:
            made.process.kill()
            await made.process.wait()


def found(program: str) -> bool:
    """Whether there is such a program here."""
    return shutil.which(program) is not None
