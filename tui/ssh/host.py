"""The SSH host: a process that gives everyone who comes by ssh an app of their own.

Light to import: Textual reads the environment when it is imported, so that is put right first.
"""

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from protocol import journal
from protocol.journal import Form
from tui.locale import Lang, Words
from tui.shell import say
from tui.ssh.door import Limits
from tui.ssh.errors import StartError

if TYPE_CHECKING:
    from tui.ssh.session import AppFactory

__all__ = ["Limits", "SshConfig", "StartError", "main", "run"]


class SshConfig(Struct, frozen=True):
    """What an SSH host is told before it starts.

    `host_sock` is the path of the server's trusted socket; `state` the directory with the host
    keys (ssh_host_*_key, one is made where there is none); `listen` is ADDR:PORT or [ADDR]:PORT,
    port 0 takes a free one, an empty ADDR means all addresses. `reuse_port` lets several such
    processes of one user share the port. A `child` says on its standard output when it listens,
    and ends when its standard input does. `lang` is for who starts it; sessions bring their own.
    `log` says how log lines are written.
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


async def run(config: SshConfig, make_app: "AppFactory | None" = None) -> None:
    """Host sessions until SIGTERM, SIGINT or SIGHUP; StartError if it can't start, and what helps.

    A SIGHUP that this process was told to ignore stays ignored.
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
    if config.child:
        _tell()
    try:
        await stop.wait()
    finally:
        await house.stop()


def _tell() -> None:
    """Tell whoever started this process that it listens; what is printed later goes elsewhere."""
    with contextlib.suppress(BrokenPipeError):
        print("listening", flush=True)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())


def _follow(pipe: int, stop: asyncio.Event) -> None:
    """Set `stop` when the other end of the pipe is gone: whoever started this process is, too."""
    loop = asyncio.get_running_loop()

    def readable() -> None:
        if not os.read(pipe, 4096):
            loop.remove_reader(pipe)
            stop.set()

    loop.add_reader(pipe, readable)


def main(config: SshConfig, make_app: "AppFactory | None" = None) -> int:
    """Run a host as this process; the exit code, 1 with a sentence if it cannot start."""
    journal.start(config.log)
    try:
        asyncio.run(run(config, make_app))
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
