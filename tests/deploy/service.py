"""The units of `deploy/` read and started, without a service manager."""

import asyncio
import configparser
import contextlib
import ctypes
import functools
import json
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.deploy import sandbox
from tests.e2e.house import ROOT, free_port

DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "pokertui.service"
SERVER = DEPLOY / "pokertui-server.service"
SSH_HOST = DEPLOY / "pokertui-ssh@.service"
UNITS = (UNIT, SERVER, SSH_HOST)
PORT_22 = DEPLOY / "port-22.conf"
LIFE = b"WATCHDOG=1"
# Where the units expect the program, and where it is while tests run.
INSTALLED = "/opt/pokertui/bin/pokertui"
PROGRAM = Path(sys.executable).with_name("pokertui")


def settings(path: Path = UNIT) -> configparser.SectionProxy:
    """The [Service] section of a unit; the last of several values for one key."""
    parser = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(path.read_text("utf-8"))
    return parser["Service"]


def variables(unit: configparser.SectionProxy) -> dict[str, str]:
    """The variables that its command line is made from."""
    return dict(word.split("=", 1) for word in shlex.split(unit["Environment"]))


@functools.cache
def calls_of(unit: Path) -> tuple[int, ...]:
    """The numbers of the system calls that it allows; none where that can't be found out."""
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        return ()
    if not found("systemd-analyze"):
        return ()
    allowed: set[str] = set()
    for line in unit.read_text("utf-8").splitlines():
        key, _, value = line.partition("=")
        if key == "SystemCallFilter":
            names = {name for word in value.removeprefix("~").split() for name in _calls(word)}
            allowed = allowed - names if value.startswith("~") else allowed | names
    numbers = (library.seccomp_syscall_resolve_name(name.encode()) for name in allowed)
    # What another kind of machine has is less than nothing.
    return tuple(sorted(number for number in numbers if number >= 0))


def _calls(word: str) -> Iterator[str]:
    if not word.startswith("@"):
        yield word
        return
    for line in _groups()[word]:
        yield from _calls(line)


@functools.cache
def _groups() -> dict[str, list[str]]:
    """The groups of system calls that systemd knows, each with its calls and other groups."""
    line = ["systemd-analyze", "syscall-filter", "--no-pager"]
    done = subprocess.run(line, capture_output=True, text=True, check=True, timeout=60)
    groups: dict[str, list[str]] = {}
    for text in done.stdout.split("\n\n"):
        lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
        if lines:
            groups[lines[0]] = [line.strip() for line in lines[1:]]
    return groups


class Service:
    """A unit with directories, free ports and a manager of its own in `place`."""

    process: Process
    _lives = False

    def __init__(self, place: Path, file: Path = UNIT) -> None:
        place.mkdir(exist_ok=True)
        self.place = place
        self.file = file
        self.unit = settings(file)
        self.tcp = free_port()
        self.ssh_port = free_port()
        self.state = place / "state"
        self.state.mkdir(int(self.unit["StateDirectoryMode"], 8))
        # As tmpfiles.d/pokertui.conf has it.
        self.run = place.parent / "run"
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
            INSTALLED: [str(PROGRAM)],
            f"%S/{self.unit['StateDirectory']}": [str(self.state)],
            "%t/pokertui/host.sock": [str(self.run / "host.sock")],
            "${LISTEN}": [f"127.0.0.1:{self.tcp}"],
            "${SSH}": [other.get("ssh", f":{self.ssh_port}")],
            "$CONFIG": shlex.split(other.get("config", variables(self.unit)["CONFIG"])),
        }
        line = shlex.split(self.unit["ExecStart"])
        return [new for word in line for new in here.get(word, [word])]

    def walls(self) -> str:
        """What sandbox.py is told."""
        writable = [self.state, *([self.run] if "ReadWritePaths" in self.unit else [])]
        known = {"writable": [str(path) for path in writable], "calls": calls_of(self.file)}
        return json.dumps(known)

    async def start(self, alone: bool = False, **other: str) -> None:
        """Start it; `alone` with nothing to write to but its directories (sandbox.py)."""
        line = self.command(**other)
        if alone:
            line = [sys.executable, sandbox.__file__, self.walls(), *line]
        with self.log.open("ab") as journal:
            self.process = await asyncio.create_subprocess_exec(
                *line,
                # No HOME, no language, no terminal.
                env={
                    "PATH": "/usr/bin:/bin",
                    "PYTHONPATH": str(ROOT),
                    "STATE_DIRECTORY": str(self.state),
                    "NOTIFY_SOCKET": str(self.place / "notify"),
                    "WATCHDOG_USEC": f"{self.unit['WatchdogSec']}000000",
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
        told = asyncio.create_task(self._told())
        ended = asyncio.create_task(self.process.wait())
        async with asyncio.timeout(60):
            await asyncio.wait((told, ended), return_when=asyncio.FIRST_COMPLETED)
        if not told.done():
            told.cancel()
            if ended.result() == sandbox.NOT_HERE:
                pytest.skip(f"programs can't be shut off on this system: {self.journal}")
            raise AssertionError(self.journal)
        ended.cancel()
        assert told.result() == "READY=1"

    async def _told(self) -> str:
        """What the manager hears next, but for signs of life."""
        loop = asyncio.get_running_loop()
        while (said := await loop.sock_recv(self.manager, 256)) == LIFE:
            self._lives = True
        return said.decode()

    @property
    def lives(self) -> bool:
        """Whether it has given the manager a sign of life, and nothing else was left to hear."""
        with contextlib.suppress(BlockingIOError):
            while self.manager.recv(256) == LIFE:
                self._lives = True
            return False
        return self._lives

    async def ended(self) -> int:
        """The exit code; TimeoutError if the unit's patience is not enough."""
        async with asyncio.timeout(self.patience):
            return await self.process.wait()

    async def stop(self) -> int:
        """What a service manager does; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = await self.ended()
        assert await self._told() == "STOPPING=1"
        return code

    @property
    def journal(self) -> str:
        """All that it has said so far."""
        return self.log.read_text("utf-8")


@contextlib.asynccontextmanager
async def service(place: Path, file: Path = UNIT) -> AsyncIterator[Service]:
    """A service that is not started yet, and is no more afterwards."""
    made = Service(place, file)
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
