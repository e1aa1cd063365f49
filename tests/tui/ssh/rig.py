"""A real host in this process, a small app to host, and real clients to look at it with."""

import asyncio
import contextlib
import os
import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar

import asyncssh
import pyte
import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from protocol.messages import Hello
from tests.e2e.terminal import FIRST_ROW, FIRST_RUN, _Screen
from tests.e2e.terminal import Terminal as Pty
from tui.ssh.door import Limits
from tui.ssh.host import SshConfig
from tui.ssh.house import House
from tui.ssh.patches import patch_process
from tui.ssh.session import Visit

needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="needs the OpenSSH client")

Make = Callable[[Visit], AbstractAsyncContextManager[App[Any]]]

LAST_WORDS = "That was fun."
PATIENCE = 20.0  # seconds until a test gives up


class Small(App[int], inherit_bindings=False):
    """Says hello and its size, counts keys, and goes wrong when it is told to."""

    CSS = """
    Screen { background: #123456; }
    #hello { background: #c43108; color: #f3efe4; }
    #filled { background: #0b57d0; height: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit_politely"),
        Binding("x", "crash"),
        Binding("g", "say_goodbye"),
        Binding("m", "many"),
    ]

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self.visit = visit
        self.keys: list[str] = []
        self.pasted: list[str] = []
        self.clicks = 0
        self.drawn = 0

    def compose(self) -> ComposeResult:
        yield Static(f"hello {self.visit.hello.name} in {self.visit.hello.lang}", id="hello")
        yield Static("", id="filled")
        yield Static("", id="state", markup=False)

    def on_mount(self) -> None:
        self.tell()

    def tell(self) -> None:
        last = self.keys[-1] if self.keys else "none"
        size = f"{self.size.width}x{self.size.height}"
        text = f"size={size} keys={len(self.keys)} last={last} pastes={len(self.pasted)}"
        self.query_one("#state", Static).update(f"{text} clicks={self.clicks} drawn={self.drawn}.")

    def on_key(self, event: events.Key) -> None:
        self.keys.append(event.key)
        self.tell()

    def on_paste(self, event: events.Paste) -> None:
        self.pasted.append(event.text)
        self.tell()

    def on_click(self) -> None:
        self.clicks += 1
        self.tell()

    def on_resize(self) -> None:
        # Textual takes the new size in after this handler.
        self.call_later(self.tell)

    def action_quit_politely(self) -> None:
        self.exit(0)

    def action_say_goodbye(self) -> None:
        self.exit(7, message=LAST_WORDS)

    def action_crash(self) -> None:
        secret = "the queen of hearts"
        raise RuntimeError(f"broken while holding {secret}")

    def action_many(self) -> None:
        """Draw a thousand states, as a lively table would for somebody who looks on."""
        self.run_worker(self.draw_many())

    async def draw_many(self) -> None:
        filler = self.query_one("#filled", Static)
        for number in range(1000):
            self.drawn = number + 1
            filler.styles.background = f"rgb({number % 256},{number % 7},90)"
            self.tell()
            self.screen.refresh()
            await asyncio.sleep(0)


class Rig:
    """A host, the apps that it made, and the server's end of their lines."""

    house: House

    def __init__(self) -> None:
        self.apps: list[Small] = []

    @property
    def port(self) -> int:
        return self.house.port

    @property
    def hellos(self) -> list[Hello]:
        return [app.visit.hello for app in self.apps]

    @asynccontextmanager
    async def make(self, visit: Visit) -> AsyncIterator[App[Any]]:
        app = Small(visit)
        self.apps.append(app)
        yield app


@asynccontextmanager
async def hosting(
    folder: Path, make: Make | None = None, limits: Limits | None = None, server: bool = True
) -> AsyncIterator[Rig]:
    """A host on a free port of this machine, behind it a socket that lets everyone in."""
    patch_process()
    rig = Rig()
    config = SshConfig(
        host_sock=folder / "host.sock",
        state=folder / "state",
        listen="127.0.0.1:0",
        limits=limits or Limits(knocks=1000, knocks_a_second=1000, logins=1000, logins_in_all=1000),
    )
    async with contextlib.AsyncExitStack() as stack:
        if server:
            await stack.enter_async_context(serving(folder / "host.sock"))
        rig.house = House(config, make or rig.make)
        await rig.house.start()
        stack.push_async_callback(rig.house.stop)
        yield rig


@asynccontextmanager
async def serving(path: Path) -> AsyncIterator[None]:
    """The server's socket; it listens to everybody and says nothing."""

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while await reader.read(4096):
                pass
        writer.close()

    server = await asyncio.start_unix_server(listen, path)
    try:
        yield
    finally:
        server.close()
        await server.wait_closed()


class Looker(asyncssh.SSHClientSession[bytes]):
    """A client session whose output is a screen."""

    def __init__(self, size: tuple[int, int], new: bool = False) -> None:
        self._asked = not new and size[1] > FIRST_ROW
        self._channel: asyncssh.SSHClientChannel[bytes]
        self.raw = bytearray()
        self.errors = bytearray()
        self.screen = _Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.changed = asyncio.Event()
        self.closed = asyncio.Event()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if datatype:
            self.errors += data
        else:
            self.raw += data
            self._stream.feed(data)
            self._go_on()
        self.changed.set()

    def _go_on(self) -> None:
        """Whoever is asked how to begin goes into the lobby."""
        if self._asked and FIRST_RUN in self.screen.display[FIRST_ROW]:
            self._asked = False
            self._channel.write(b"3")

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self._channel = chan

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set()
        self.changed.set()


class Client:
    """A logged-in asyncssh client with one terminal."""

    def __init__(
        self,
        connection: asyncssh.SSHClientConnection,
        channel: asyncssh.SSHClientChannel[bytes],
        looker: Looker,
    ) -> None:
        self.connection = connection
        self.channel = channel
        self.looker = looker

    @property
    def text(self) -> str:
        return "\n".join(self.looker.screen.display)

    @property
    def raw(self) -> bytes:
        return bytes(self.looker.raw)

    def send(self, data: bytes | str) -> None:
        self.channel.write(data.encode() if isinstance(data, str) else data)

    async def wait(self, what: str | Callable[[str], bool]) -> str:
        """The screen as soon as it holds `what`."""
        holds = (lambda text: what in text) if isinstance(what, str) else what
        try:
            async with asyncio.timeout(PATIENCE):
                while not holds(self.text):
                    assert not self.looker.closed.is_set(), f"closed; the screen:\n{self.text}"
                    self.looker.changed.clear()
                    await self.looker.changed.wait()
        except TimeoutError:
            raise AssertionError(f"{what!r} never came; the screen:\n{self.text}") from None
        return self.text

    async def wait_end(self) -> int | None:
        """The exit status once the channel is closed."""
        async with asyncio.timeout(PATIENCE):
            await self.looker.closed.wait()
        return self.channel.get_exit_status()


class Guest(asyncssh.SSHClient):
    """Comes in without a key, as OpenSSH does: no questions, no answers."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Sequence[tuple[str, bool]]
    ) -> list[str]:
        assert not prompts
        return []


@asynccontextmanager
async def connected(port: int, user: str = "anna", **options: Any) -> AsyncIterator[Any]:
    """A logged-in connection; without keys unless `client_keys` are given."""
    settings: dict[str, Any] = {
        "client_keys": None,
        "agent_path": None,
        "config": None,
        "client_factory": Guest,
    }
    async with asyncssh.connect(
        "127.0.0.1", port, username=user, known_hosts=None, **{**settings, **options}
    ) as connection:
        yield connection


@asynccontextmanager
async def looking(
    port: int,
    user: str = "anna",
    term: str = "xterm-256color",
    size: tuple[int, int] = (80, 24),
    env: dict[str, str] | None = None,
    window: int = 2**21,
    new: bool = False,
    **options: Any,
) -> AsyncIterator[Client]:
    """A terminal in the card room; `new` stays with the first run."""
    async with connected(port, user, **options) as connection:
        channel, looker = await connection.create_session(
            lambda: Looker((min(size[0], 300) or 80, min(size[1], 90) or 24), new),
            term_type=term,
            term_size=size,
            env=env or {"LANG": "en_GB.UTF-8"},
            encoding=None,
            window=window,
        )
        yield Client(connection, channel, looker)


def openssh(
    folder: Path, port: int, *arguments: str, tty: bool = True, strict: bool = False
) -> list[str]:
    """The command line of a stock client that has neither keys nor settings."""
    return [
        "ssh",
        *("-F", "none", "-p", str(port)),
        *("-o", f"StrictHostKeyChecking={'yes' if strict else 'no'}"),
        *("-o", f"UserKnownHostsFile={folder}/known"),
        *("-o", "IdentityAgent=none", "-o", f"IdentityFile={folder}/none", "-o", "LogLevel=ERROR"),
        *(("-tt",) if tty else ()),
        *arguments,
        "anna@127.0.0.1",
    ]


def empty_home(folder: Path, **env: str) -> dict[str, str]:
    """An environment with an empty home directory."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    return {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        **env,
    }


async def on_pty(pty: Pty, what: str | Callable[[str], bool]) -> str:
    """The pty's screen as soon as it holds `what`, while the host goes on in this loop."""
    return await asyncio.to_thread(pty.wait, what, PATIENCE)


async def until(holds: Callable[[], bool]) -> None:
    """Wait for a condition of this process."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110  # any condition, and nobody who would tell of it
            await asyncio.sleep(0.01)
