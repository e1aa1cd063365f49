"""A server of one's own, as a child process behind a socket pair: playing alone needs no port."""

import asyncio
import contextlib
import fcntl
import os
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from tui.link import Link

GOODBYE = 5.0  # seconds that the child has to write what is open
STATES = 16  # how many games alone may run side by side


class NoServer(Exception):
    """The child could not be started; the message says where it wrote why."""


class Own(NamedTuple):
    """A link to a child server, and the directory that it keeps its state in."""

    link: Link
    place: Path


@asynccontextmanager
async def own_server(state: Path) -> AsyncIterator[Own]:
    """A fresh child server that keeps its state in the directory, ended on exit.

    While another game runs there it gets a neighbouring directory. NoServer if there can be
    none.
    """
    place, lock = _free(state)
    ours, theirs = socket.socketpair()
    notes = place / "server.log"
    # The child keeps the lock that was taken here: nobody can come between.
    with notes.open("ab") as errors, theirs, lock:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            # -P: a file called like a module, in whatever directory one plays, is not ours.
            *("-P", "-m", "server", "--fd", str(theirs.fileno()), "--state", str(place)),
            *("--lock", str(lock.fileno())),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=errors,
            stderr=errors,
            pass_fds=(theirs.fileno(), lock.fileno()),
            # Keys that the terminal makes into signals are the app's alone.
            start_new_session=True,
        )
    reader, writer = await asyncio.open_connection(sock=ours)
    link = Link(reader, writer)
    try:
        yield Own(link, place)
    finally:
        await link.close()
        await _end(child)


def _free(state: Path) -> tuple[Path, BinaryIO]:
    """A directory that no other game has, and its lock file, locked."""
    names = [state, *(state.with_name(f"{state.name}-{number}") for number in range(2, STATES))]
    for place in names:
        try:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = (place / "lock").open("ab")
        except OSError as error:
            raise NoServer(f"{error.filename or place}: {error.strerror}") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            continue
        return place, lock
    raise NoServer(f"{state}: {os.strerror(11)}")


async def _end(child: Process) -> None:
    # It ends by itself when its socket is gone.
    try:
        async with asyncio.timeout(GOODBYE):
            await child.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            child.kill()
        await child.wait()
