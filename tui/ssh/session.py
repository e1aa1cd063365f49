"""One session: a terminal that is given an app, or a sentence why not, and is given back after."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import asyncssh
from msgspec import Struct
from textual.app import App

from protocol.messages import VERSION, Hello, Proved
from tui.locale import Words
from tui.ssh import charset
from tui.ssh.driver import SshDriver, clamp
from tui.ssh.environment import FewVariables, told
from tui.ssh.escapes import RESTORE
from tui.ssh.identity import wished_name
from tui.ssh.lines import Lines
from tui.ssh.log import log, report
from tui.ssh.patches import ended, fit
from tui.terminal import Terminal, is_dumb, terminal_of

if TYPE_CHECKING:
    from tui.ssh.house import House
    from tui.ssh.visitor import Visitor

CLIENT = "pokertui ssh"

REFUSED = 2  # exit code: nothing of that kind here
FAILED = 1  # exit code: not what the person wanted

WRITE_HIGH = 64 * 1024  # bytes in the channel above which rendering stops
WRITE_LOW = 16 * 1024

END_TIME = 3.0  # seconds that an app may take to end
RETRIES = (1, 2, 4, 8)  # seconds until the server is looked for again, the last one repeated

LEAVES = (b"q", b"\x03", b"\x04")  # what q, Ctrl+C and Ctrl+D send
MOST_AHEAD = 256  # bytes typed before there is an app

words_of = cache(Words)


class NotWelcome(Exception):
    """The server does not want this session: the sentence for the terminal, the exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code


class Plainly(Exception):
    """Whoever came wants no app, but to be spoken to in lines."""


class ServerAway(Exception):
    """The server is not there, or does not answer: it may be back in a moment."""


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Visit(Struct, frozen=True):
    """What an app is made from: how to introduce the session, its terminal, its line.

    `again` opens another line when that one has broken; ServerAway if it can't.
    """

    hello: Hello
    terminal: Terminal
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    again: Callable[[], Awaitable[Streams]]


# Makes the app once the server has said welcome; raises NotWelcome or ServerAway. Its return
# value or code is the exit code, its `farewell` or exit message the line that stays.
AppFactory = Callable[[Visit], AbstractAsyncContextManager[App[Any]]]


class Session(asyncssh.SSHServerSession[bytes]):
    """The server's side of one session channel."""

    def __init__(
        self, house: "House", visitor: "Visitor", connection: asyncssh.SSHServerConnection
    ) -> None:
        self._house = house
        self._visitor = visitor
        self._connection = connection
        self._channel: asyncssh.SSHServerChannel[bytes]
        self._pty = False
        self._size = self._drawable(0, 0)
        self._refusal = ""
        self._words: Words
        self._terminal: Terminal | None = None
        self._driver: SshDriver | None = None
        self._app: App[Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self._waiting = False
        self._ahead = b""
        self._lines: Lines | None = None
        self._finished = False

    # ── the channel ───────────────────────────────────────────────────────────────────────────

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is there."""
        self._channel = chan
        chan.set_write_buffer_limits(high=WRITE_HIGH, low=WRITE_LOW)
        # asyncssh keeps every variable that a client sends, however many.
        chan._env = FewVariables(chan._env)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """A terminal is what we want."""
        self._pty = True
        self._size = self._drawable(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        """A session without a command: the card room."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept, to be able to say why not."""
        self._refusal = "ssh.no_commands"
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Accept, to be able to say why not."""
        self._refusal = "ssh.no_files"
        return True

    def session_started(self) -> None:
        """Everything is known: play, or say why not."""
        env = self._environment()
        self._terminal = terminal_of(env, local=False)
        self._words = words_of(self._terminal.lang)
        if not self._refusal and (not self._pty or is_dumb(env)):
            # Where no app can be shown everything is said in lines.
            self._lines = Lines(self, terminal=self._pty, width=self._size[0])
        seconds = 0 if self._refusal else self._house.door.log_in(self._visitor.address)
        if seconds:
            self._house.murmur("%s begins sessions too often.", self._visitor.address)
            self._refusal = "ssh.hasty"
        if not self._refusal and not self._house.door.sit(self._visitor.address):
            self._house.murmur("No seat left for %s.", self._visitor.address)
            self._refusal = "ssh.full"
        if self._refusal:
            self.finish(self._words(self._refusal, seconds=seconds), REFUSED)
            return
        self._house.sessions.add(self)
        self._task = asyncio.create_task(self._play(), name="ssh-session")
        self._task.add_done_callback(self._played)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Keys; those typed ahead are kept for the app, or mean that one does not want to wait."""
        if self._lines is not None:
            if self._lines.receive(data) and self._waiting:
                self._leave()
        elif self._driver is not None:
            self._driver.receive(data)
        elif self._task is not None and self._waiting and any(key in data for key in LEAVES):
            self._leave()
        else:
            self._ahead = (self._ahead + data)[:MOST_AHEAD]

    def _leave(self) -> None:
        """Somebody does not want to wait for the server."""
        self.finish(self._words("ssh.bye"), 0)
        if self._task is not None:
            self._task.cancel()

    def eof_received(self) -> bool:
        """No key will ever come again."""
        if self._lines is not None:
            self._lines.end_input()
        elif self._task is not None:
            self.end("ssh.input_ended")
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Tell the app, or keep it for the app to come."""
        self._size = self._drawable(width, height)
        if self._driver is not None:
            self._driver.resize(*self._size)
        if self._lines is not None:
            self._lines.width = self._size[0]

    def _drawable(self, width: int, height: int) -> tuple[int, int]:
        return clamp(width, height, self._house.config.limits)

    def pause_writing(self) -> None:
        """The client does not read as fast as we draw."""
        if self._driver is not None:
            self._driver.hold()
        elif self._lines is not None:
            self._lines.hold()

    def resume_writing(self) -> None:
        """It has caught up."""
        if self._driver is not None:
            self._driver.release()
        elif self._lines is not None:
            self._lines.release()

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is gone, and with it the terminal."""
        self._finished = True
        self._stop()
        self._visitor.session_over()

    # ── ending ────────────────────────────────────────────────────────────────────────────────

    def end(self, key: str, code: int = FAILED) -> "asyncio.Future[None]":
        """End the session from outside, with a sentence of the locale; done when the app is."""
        task = self._task
        self.finish(self._words(key), code)
        self._stop()
        if task is None:
            over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            over.set_result(None)
            return over
        return task

    def finish(self, line: str, code: int) -> None:
        """Give the terminal back, say why in one line, and close; a second time does nothing.

        This is here and not in the app: it has to work when the app does not.
        """
        if self._finished:
            return
        self._finished = True
        restore = ""
        if self._driver is not None:
            self._driver.close()
            restore = RESTORE
        newline = ("\r\n" if self._pty else "\n") if line else ""
        text = self._encode(f"{restore}{line}{newline}")
        with suppress(OSError):
            if self._pty:
                self._channel.write(text)
            else:
                self._channel.write_stderr(text)
            self._channel.exit(code)

    def _stop(self) -> None:
        if self._driver is not None:
            self._driver.close()
        if self._task is None or self._task.done():
            return
        if self._app is None:
            self._task.cancel()
            return
        self._app.exit()
        task = self._task
        hung = asyncio.get_running_loop().call_later(END_TIME, task.cancel)
        task.add_done_callback(lambda _: hung.cancel())

    def _played(self, task: asyncio.Task[None]) -> None:
        self._house.sessions.discard(self)
        self._house.door.rise(self._visitor.address)
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            report(f"session of {self._visitor.address}", fault)
        # While the driver is known: what it has switched on is switched off.
        self.finish(self._words("ssh.crashed"), FAILED)
        self._driver = self._app = self._task = None

    # ── playing ───────────────────────────────────────────────────────────────────────────────

    async def _play(self) -> None:
        loop = asyncio.get_running_loop()
        patience = loop.time() + self._house.config.limits.wait_for_server
        waited = 0
        while True:
            try:
                await self._play_once()
                return
            except NotWelcome as no:
                self.finish(no.sentence, no.code)
                return
            except Plainly:
                self._lines = Lines(self, terminal=self._pty, width=self._size[0])
                self._lines.receive(self._ahead)
            except ServerAway:
                pause = RETRIES[min(waited, len(RETRIES) - 1)]
                waited += 1
                if loop.time() >= patience:
                    self.finish(self._words("ssh.gave_up"), FAILED)
                    return
                if waited == 1:
                    self.send(self._words("ssh.waiting") + ("\r\n" if self._pty else "\n"))
                self._waiting = True
                await asyncio.sleep(pause)

    async def _play_once(self) -> None:
        assert self._terminal is not None
        reader, writer = await self._open_line()
        self._waiting = False
        hello = self._hello(self._terminal)
        visit = Visit(hello, self._terminal, reader, writer, self._open_line)
        try:
            if self._lines is None:
                async with self._house.make_app(visit) as app:
                    await self._run(app, self._terminal)
            else:
                await self._talk(visit, self._lines)
        finally:
            writer.close()
            # Once nobody here holds it any more.
            asyncio.get_running_loop().call_soon(ended)

    async def _talk(self, visit: Visit, lines: Lines) -> None:
        async with self._house.make_talk(visit, lines.say) as talk:
            code = await lines.run(talk)
        self.finish("", code)

    async def _run(self, app: App[Any], terminal: Terminal) -> None:
        said = fit(app, terminal, self._size)
        app.driver_class = partial(self._make_driver)  # type: ignore[assignment]
        self._app = app
        await app.run_async(size=self._size)
        if app._exception is not None:
            report(f"session of {self._visitor.address}", app._exception)
            self.finish(self._words("ssh.crashed"), FAILED)
            return
        farewell = getattr(app, "farewell", "") or " ".join(said)
        value = app.return_value
        code = value if isinstance(value, int) else app.return_code or 0
        self.finish(farewell or self._words("ssh.bye"), code)

    def _make_driver(self, app: App[Any], **settings: Any) -> SshDriver:
        # The window may have changed, and keys may have come, while the app was being made.
        self._driver = SshDriver(app, wire=self, **{**settings, "size": self._size})
        if self._ahead:
            asyncio.get_running_loop().call_soon(self._driver.receive, self._ahead)
        return self._driver

    async def _open_line(self) -> Streams:
        path = self._house.config.host_sock
        try:
            return await asyncio.open_unix_connection(path)
        except OSError as error:
            self._house.murmur("No server behind %s: %s.", path, error.strerror or error)
            raise ServerAway from error

    def _hello(self, terminal: Terminal) -> Hello:
        return Hello(
            version=VERSION,
            client=CLIENT,
            lang=terminal.lang,
            name=wished_name(self._visitor.user),
            proved=Proved(key=self._visitor.fingerprint, address=self._visitor.address[:128]),
        )

    def _environment(self) -> dict[str, str]:
        return told(self._channel.get_environment(), self._channel.get_terminal_type())

    # ── the driver's wire ─────────────────────────────────────────────────────────────────────

    def send(self, text: str) -> None:
        """Write to the terminal; nothing happens once the channel is closed."""
        if not self._finished:
            with suppress(OSError):
                self._channel.write(self._encode(text))

    def _encode(self, text: str) -> bytes:
        plain = self._terminal is not None and self._terminal.ascii
        return charset.ascii_cells(text) if plain else charset.utf8(text)

    def backlog(self) -> int:
        """Bytes that wait below the channel, in the connection's transport."""
        transport = self._connection._transport
        return transport.get_write_buffer_size() if transport is not None else 0

    def abort(self) -> None:
        """Drop the connection at once."""
        log.warning("%s reads too slowly: dropped.", self._visitor.address)
        self._connection.abort()

    def pause_reading(self) -> None:
        """Take no more input for now."""
        self._channel.pause_reading()

    def resume_reading(self) -> None:
        """Take input again."""
        if not self._finished:
            self._channel.resume_reading()
