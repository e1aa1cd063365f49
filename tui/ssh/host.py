"""The SSH host: a process that gives everyone who comes by ssh an app of their own.

Light to import: Textual reads the environment when it is imported, so that is put right first.
"""

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from protocol import journal
from protocol.journal import Form
from tui.locale import Lang, Words
from tui.shell import say
from tui.ssh.door import Limits
from tui.ssh.errors import StartError

if TYPE_CHECKING:
    from tui.ssh.session import AppFactory

__all__ = ["Limits", "Manager", "SshConfig", "StartError", "main", "run"]

ALIVE = 10.0  # seconds between two signs of life to whoever started this process


class Manager(Protocol):
    """A service manager, as far as this process has something to tell it."""

    def tell(self, state: str) -> bool:
        """Tell it a state."""

    async def live(self) -> None:
        """Tell it, for as long as this runs, that this process is alive."""


class SshConfig(Struct, frozen=True):
    """What an SSH host is told before it starts.

    `host_sock` is the path of the server's trusted socket; `state` the directory with the host
    keys (ssh_host_*_key, one is made where there is none); `listen` is ADDR:PORT or [ADDR]:PORT,
    port 0 takes a free one, an empty ADDR means all addresses. `reuse_port` lets several such
    processes of one user share the port. A `child` says on its standard output when it listens
    and then that it lives, a line each time, and ends when its standard input does. `lang` is for
    who starts it; sessions bring their own. `log` says how log lines are written.
    """

    host_sock: Path
    state: Path
    listen: str = "127.0.0.1:2222"
    reuse_port: bool = False
    child: bool = False
    lang: Lang = "en"
    log: Form = "text"
    limits: Limits = Limits()

    def address(self) -> tuple[str, int]:
        """Host and port of `listen`; StartError if it names none."""
        host, colon, port = self.listen.rpartition(":")
        if not colon or not port.isascii() or not port.isdecimal() or int(port) > 65535:
            raise StartError("address", text=self.listen)
        return host.removeprefix("[").removesuffix("]"), int(port)


async def run(
    config: SshConfig, make_app: "AppFactory | None" = None, manager: Manager | None = None
) -> None:
    """Host sessions until SIGTERM, SIGINT or SIGHUP; StartError if it can't start, and what helps.

    A SIGHUP that this process was told to ignore stays ignored. A `child` leaves it to its parent
    to tell the manager.
    """
    clean_environment(os.environ)
    have_home(os.environ, config.state)
    from tui.ssh.house import House
    from tui.ssh.patches import patch_process, settle

    if make_app is None:
        from tui.ssh.apps import poker_app, preload

        preload()
        make_app = poker_app
    patch_process()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, stop.set)
    if config.child:
        _follow(sys.stdin.fileno(), stop)
    house = House(config, make_app)
    await house.start()
    settle()
    living = None
    if config.child:
        living = asyncio.create_task(live(_tell()))
    elif manager is not None:
        manager.tell("READY=1")
        living = asyncio.create_task(manager.live())
    try:
        await stop.wait()
    finally:
        if manager is not None and not config.child:
            manager.tell("STOPPING=1")
        await house.stop()
        if living is not None:
            living.cancel()


def _tell() -> int:
    """Tell whoever started this process that it listens; the pipe to it.

    What is printed later goes elsewhere.
    """
    with contextlib.suppress(BrokenPipeError):
        print("listening", flush=True)
    pipe = os.dup(sys.stdout.fileno())
    os.set_blocking(pipe, False)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return pipe


async def live(pipe: int) -> None:
    """Tell whoever started this process, for as long as this runs, that it is alive."""
    while True:
        await asyncio.sleep(ALIVE)
        # Nobody there, or somebody who does not listen: neither is a fault of this process.
        with contextlib.suppress(OSError):
            os.write(pipe, b"alive\n")


def _follow(pipe: int, stop: asyncio.Event) -> None:
    """Set `stop` when the other end of the pipe is gone: whoever started this process is, too."""
    loop = asyncio.get_running_loop()

    def readable() -> None:
        if not os.read(pipe, 4096):
            loop.remove_reader(pipe)
            stop.set()

    loop.add_reader(pipe, readable)


def main(
    config: SshConfig, make_app: "AppFactory | None" = None, manager: Manager | None = None
) -> int:
    """Run a host as this process; the exit code, 1 with a sentence if it cannot start."""
    journal.start(config.log)
    try:
        asyncio.run(run(config, make_app, manager))
    except StartError as error:
        sentence = Words(config.lang)(f"start.{error.code}", **error.facts)
        say(f"pokertui ssh: {sentence}", sys.stderr)
        return 1
    return 0


def clean_environment(env: "os._Environ[str] | dict[str, str]") -> None:
    """Take out what would speak for all sessions: colours, language of keys, debugging aids."""
    for name in list(env):
        if name.startswith("TEXTUAL") or name in {
            "COLORTERM",
            "NO_COLOR",
            "ESCDELAY",
            "LC_TERMINAL",
            "TERM_PROGRAM",
        }:
            del env[name]
    env["TEXTUAL_ANIMATIONS"] = "none"


def have_home(env: "os._Environ[str] | dict[str, str]", state: Path) -> None:
    """Let `state` be the home of a user who has none: a service's, a container's.

    asyncssh looks for a person's keys and settings there, even where it is to take none.
    """
    try:
        Path.home()
    except RuntimeError:
        env["HOME"] = str(state)
