"""One session in tests: the app at a server, its keys, and its screen as text."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any
from unicodedata import lookup

from msgspec.structs import replace
from textual.events import Key
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.pilot import Pilot
from textual.worker import WorkerState

from protocol.messages import VERSION, Account, Hello, Proved, TableView
from server.run import Server
from tests.server.client import Client
from tui.app import PokerApp
from tui.canvas.scene import Scene
from tui.connect.line import line_to
from tui.connect.place import Place
from tui.link import Link
from tui.screens.base import CanvasScreen
from tui.screens.table import TableScreen
from tui.start import Pace, Start
from tui.terminal import Terminal

GERMAN = Terminal(lang="de", depth="true", ascii=False, motion=True, local=False)
ENGLISH = Terminal(lang="en", depth="256", ascii=False, motion=True, local=False)
PATIENCE = 20.0

LOBBY = Start()

# A server's answer comes before anybody could press again; nothing else is slower than need be.
BRISK = Pace(guard=0.0, reveal=0.01, heed=0.0, jump=0.0)

# How long an answer is waited for after a key, in seconds.
ANSWERED = 0.2


def _key(name: str) -> Key:
    """The key of that name, or the one that writes that character."""
    if len(name) == 1 and not name.isalnum():
        name = _character_to_key(name)
    try:
        character: str | None = lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(name, name)))
    except KeyError:
        character = name if len(name) == 1 else None
    return Key(name, character)


class Visit:
    """An app and the pilot that presses its keys."""

    def __init__(self, app: PokerApp, pilot: Pilot[int]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def shown(self) -> list[CanvasScreen[Any]]:
        """The session's screens, the uppermost last; none before the first or after the end."""
        return [s for s in self.app._screen_stack if isinstance(s, CanvasScreen)]

    @property
    def screen(self) -> CanvasScreen[Any]:
        """The uppermost screen."""
        screen = self.app.screen
        assert isinstance(screen, CanvasScreen), screen
        return screen

    @property
    def table(self) -> TableScreen:
        """The table that is shown, under whatever lies over it."""
        return next(s for s in self.app.screen_stack if isinstance(s, TableScreen))

    @property
    def told(self) -> bool:
        """Whether the server has told of the table."""
        with self.app._context():
            return self.table.scene is not None

    @property
    def view(self) -> TableView:
        """The table as the server told it last."""
        return self.scene.table

    @property
    def scene(self) -> Scene:
        """What the table's screen draws."""
        # Of several sessions in one test, this one's own.
        with self.app._context():
            scene = self.table.scene
        assert scene is not None
        return scene

    @property
    def lines(self) -> list[str]:
        """The uppermost screen as text, as the next frame will show it."""
        with self.app._context():
            self.screen.canvas.catch_up()
        return [self.screen.canvas.text(y) for y in range(len(self.screen.canvas.rows))]

    @property
    def text(self) -> str:
        """The uppermost screen as one text."""
        return "\n".join(self.lines)

    def at(self, name: str) -> bool:
        """Whether the uppermost screen is the one of that name, and drawn."""
        screen = self.app.screen
        return isinstance(screen, CanvasScreen) and name == screen.NAME and screen.is_mounted

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, and let the app come to rest after each.

        The pilot's own way is to wait until the whole process has nothing to do, which takes its
        time where a server and bots live in it too.
        """
        for key in keys:
            assert self.app._driver is not None
            self.app._driver.send_message(_key(key))
            await self._rest()

    async def type(self, text: str) -> None:
        """Type text."""
        names = {" ": "space", "[": "left_square_bracket", "]": "right_square_bracket"}
        await self.press(*(names.get(letter, letter) for letter in text))

    async def resize(self, width: int, height: int) -> None:
        """Another size, as soon as the uppermost screen has it."""
        await self.pilot.resize_terminal(width, height)
        # A sheet has a height of its own.
        await self.until(lambda: self.app.size == (width, height))
        await self.until(lambda: self.screen.canvas.size.width == width)

    def hang_up(self) -> None:
        """The line breaks."""
        self.app.line.link._writer.transport.abort()

    def go_deaf(self) -> None:
        """Nothing that the server says arrives any more."""
        transport = self.app.line.link._writer.transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Return once `condition` holds."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await self.pause()

    async def pause(self) -> None:
        """Let a little time pass, and timers be looked at."""
        await asyncio.sleep(0.01)
        if self.app.is_running and self.app._screen_stack:
            self.app.screen._on_timer_update()

    async def _rest(self) -> None:
        await self._handled()
        # What was asked for is mostly answered at once; a deaf line, or a question that waits for
        # somebody, keeps nobody.
        deadline = monotonic() + ANSWERED
        while self._asks() and monotonic() < deadline:
            await self.pause()
        await self._handled()

    def _asks(self) -> bool:
        """Whether the server has been asked for something, or is just about to be."""
        begun = all(worker.state != WorkerState.PENDING for worker in self.app.workers)
        return bool(self.app.line.asked) or not begun

    async def _handled(self) -> None:
        # What is sent to the app goes on to the screen.
        for _ in range(2):
            await self._heard_out()

    async def _heard_out(self) -> None:
        # The pilot waits until every widget of the screen has answered, and for half a minute
        # where that screen goes away meanwhile.
        shown = self.shown
        resting = asyncio.ensure_future(self.pilot._wait_for_screen())
        try:
            while not resting.done() and self.shown[: len(shown)] == shown:
                await asyncio.wait((resting,), timeout=0.05)
            if resting.done():
                resting.result()
        finally:
            resting.cancel()

    async def sees(self, text: str) -> None:
        """Return once the screen shows `text`."""
        try:
            await self.until(lambda: text in self.text)
        except TimeoutError:
            raise AssertionError(f"{text!r} is not on the screen:\n{self.text}") from None

    async def goes_to(self, name: str) -> None:
        """Return once the screen of that name is uppermost."""
        try:
            await self.until(lambda: self.at(name))
        except TimeoutError:
            raise AssertionError(f"at {self.app.screen}, not {name}") from None


@asynccontextmanager
async def visit(
    server: Server,
    terminal: Terminal = GERMAN,
    *,
    name: str = "Anna",
    start: Start = LOBBY,
    size: tuple[int, int] = (80, 24),
    pace: Pace = BRISK,
    code: str | None = None,
    reconnects: bool = False,
    key: str | None = None,
) -> AsyncIterator[Visit]:
    """A session at the server, in the lobby or wherever `start` leads.

    `reconnects`: a line that breaks is replaced, as for a server elsewhere. `key` is a fingerprint
    that an SSH host has seen proved.
    """
    place = Place("127.0.0.1", server.port)
    hello = Hello(VERSION, "test", terminal.lang, name, code)

    async def again(account: Account) -> Link:
        return await line_to(place, replace(hello, code=account.code))

    link = await (line_to(place, hello) if key is None else _vouched(server, hello, key))
    connect = again if reconnects else None
    app = PokerApp(link, terminal, replace(start, pace=pace), connect=connect)
    try:
        async with app.run_test(size=size) as pilot:
            visited = Visit(app, pilot)
            await visited.until(lambda: not app.is_running or bool(visited.shown))
            yield visited
    finally:
        await app.line.close()


async def _vouched(server: Server, hello: Hello, key: str) -> Link:
    assert server.config.host_socket is not None
    link = Link(*await asyncio.open_unix_connection(server.config.host_socket))
    await link.hello(replace(hello, proved=Proved(key, "192.0.2.7")))
    return link


@asynccontextmanager
async def guest(server: Server, name: str) -> AsyncIterator[Client]:
    """Somebody else at the server, without a screen."""
    async with await Client.tcp(server.port) as client:
        await client.hello(name)
        yield client
