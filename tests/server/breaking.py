"""Ways in which a disk fails under a running server, and is mended: no part of it is pretended."""

import contextlib
import ctypes
import os
import platform
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest


class Fault(Protocol):
    """What keeps a server from writing, from `strike` to `mend`."""

    # The state directory as the server sees it, and how its command line has to begin.
    state: Path
    inside: tuple[str, ...]

    def strike(self, pid: int) -> None:
        """Let the server of that process write nothing from now on."""

    def mend(self, pid: int) -> None:
        """Let it write again."""


class Limited:
    """Every write fails, and not because of a full disk, as on one that has turned read-only."""

    inside: tuple[str, ...] = ()

    def __init__(self, state: Path) -> None:
        self.state = state

    def strike(self, pid: int) -> None:
        """No file may have any byte."""
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard))

    def mend(self, pid: int) -> None:
        """As many as before."""
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))


class Locked:
    """Somebody writes into the log by hand, and goes for lunch."""

    inside: tuple[str, ...] = ()

    def __init__(self, state: Path) -> None:
        self.state = state
        self._shell: sqlite3.Connection | None = None

    def strike(self, pid: int) -> None:
        """BEGIN EXCLUSIVE."""
        self._shell = sqlite3.connect(self.state / "log.sqlite3", isolation_level=None)
        self._shell.execute("BEGIN EXCLUSIVE")

    def mend(self, pid: int) -> None:
        """ROLLBACK, and the shell is closed."""
        if self._shell is not None:
            self._shell.execute("ROLLBACK")
            self._shell.close()
            self._shell = None


class Moved:
    """Somebody tidies the log away: what is written then would be gone with the process."""

    inside: tuple[str, ...] = ()

    def __init__(self, state: Path) -> None:
        self.state = state

    def strike(self, pid: int) -> None:
        """Away."""
        (self.state / "log.sqlite3").rename(self.state / "old.sqlite3")

    def mend(self, pid: int) -> None:
        """And back."""
        (self.state / "old.sqlite3").rename(self.state / "log.sqlite3")


class SmallDisk:
    """A disk of its own, of a few megabytes, that only processes inside its namespace see."""

    def __init__(self, place: Path) -> None:
        """Skips the test where nobody may make namespaces."""
        for tool in ("unshare", "nsenter", "mount"):
            if shutil.which(tool) is None:
                pytest.skip(f"there is no {tool} here to make a disk with")
        self.disk = place / "disk"
        self.disk.mkdir()
        self.state = self.disk / "state"
        mount = 'mount -t tmpfs -o size=3m none "$0" && echo made && exec cat'
        self._holder = subprocess.Popen(
            ["unshare", "-rm", "sh", "-c", mount, str(self.disk)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        )
        assert self._holder.stdout is not None
        if self._holder.stdout.readline() != b"made\n":
            _, why = self._holder.communicate()
            pytest.skip(f"no disk can be made here: {why.decode().strip()}")
        pid = str(self._holder.pid)
        self.inside: tuple[str, ...] = ("nsenter", "-t", pid, "-U", "-m", "--preserve-credentials")

    def close(self) -> None:
        """The disk is gone once no process uses it any more."""
        self._holder.communicate(b"")

    def run(self, *command: str) -> None:
        """Run a command inside, as the disk's owner."""
        subprocess.run([*self.inside, *command], check=True, capture_output=True)

    def strike(self, pid: int) -> None:
        """Fill it to the last block."""
        with contextlib.suppress(OSError), self._filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def mend(self, pid: int) -> None:
        """Make room."""
        self._filler.unlink()

    @property
    def _filler(self) -> Path:
        # Seen from outside, through the process that holds it.
        return Path(f"/proc/{self._holder.pid}/root{self.disk}/filler")


@contextlib.contextmanager
def small_disk(place: Path) -> Iterator[SmallDisk]:
    """A disk of its own below `place`."""
    disk = SmallDisk(place)
    try:
        yield disk
    finally:
        disk.close()


# The system's numbers of fsync, fdatasync and seccomp, by machine.
_CALLS = {"x86_64": (74, 75, 317), "aarch64": (82, 83, 277)}

# Put before a program: from SIGUSR1 on, the system answers every sync of all its threads with an
# error (a filter that can't be taken off again).
_UNSYNCED = """
import ctypes, signal, struct
def unsynced(number, frame):
    libc = ctypes.CDLL(None, use_errno=True)
    code = [(0x20, 0, 0, 0), (0x15, 1, 0, {fsync}), (0x15, 0, 1, {fdatasync}),
            (0x06, 0, 0, 0x00050005), (0x06, 0, 0, 0x7fff0000)]
    steps = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in code))
    program = struct.pack("HxxxxxxP", len(code), ctypes.addressof(steps))
    assert libc.prctl(38, 1, 0, 0, 0) == 0
    assert libc.syscall({seccomp}, 1, 1, ctypes.create_string_buffer(program)) == 0
signal.signal(signal.SIGUSR1, unsynced)
"""


def _unsynced() -> str:
    calls = _CALLS.get(platform.machine())
    if sys.platform != "linux" or calls is None or ctypes.sizeof(ctypes.c_void_p) != 8:
        return ""
    fsync, fdatasync, seccomp = calls
    return _UNSYNCED.format(fsync=fsync, fdatasync=fdatasync, seccomp=seccomp)


# Makes syncs fail in the program that follows it; empty where nobody knows how.
UNSYNCED = _unsynced()
