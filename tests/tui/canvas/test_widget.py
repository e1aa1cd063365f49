"""What a canvas sends: one drawing for a burst, nothing while covered, always the last state."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pyte
from textual._compositor import CompositorUpdate
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen

from tui.canvas.cells import PLAIN, Row, Run
from tui.canvas.widget import Canvas

WIDTH, HEIGHT = 20, 5
PATIENCE = 20.0


class Sheet(Screen[None]):
    """A screen of one canvas that shows `lines`, one a row."""

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.lines = list(lines)
        self.drawn = 0
        self.canvas = Canvas(self.draw)

    def compose(self) -> ComposeResult:
        """The canvas."""
        yield self.canvas

    def draw(self, size: tuple[int, int]) -> tuple[Row, ...]:
        """The lines, blank below."""
        self.drawn += 1
        lines = [*self.lines, *[""] * size[1]][: size[1]]
        return tuple((Run(line.ljust(size[0]), PLAIN),) for line in lines)

    def say(self, y: int, line: str) -> None:
        """Another line, as a message from a server would bring it."""
        self.lines[y] = line
        self.canvas.redraw()


class Window(App[None]):
    """An app and the terminal that reads what it sends."""

    CSS = "Canvas { width: 100%; height: 100%; }"

    def __init__(self, first: Sheet) -> None:
        super().__init__()
        self.first = first
        self.terminal = pyte.Screen(WIDTH, HEIGHT)
        self.sent: list[str] = []
        self._stream = pyte.Stream(self.terminal)

    def on_mount(self) -> None:
        """Show the first sheet."""
        self.push_screen(self.first)

    def _display(self, screen: Screen[object], renderable: object) -> None:
        if isinstance(renderable, CompositorUpdate) and not self._batch_count:
            text = renderable.render_segments(self.console)
            self.sent.append(text)
            self._stream.feed(text)

    @property
    def seen(self) -> list[str]:
        """The rows of the terminal that are not blank."""
        return [row.rstrip() for row in self.terminal.display if row.strip()]


@asynccontextmanager
async def window(*lines: str) -> AsyncIterator[tuple[Window, Pilot[None]]]:
    """A window that shows the lines and has come to rest."""
    app = Window(Sheet(*lines))
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        await shows(app, pilot, *lines)
        # The first frames are of the whole screen, one behind the other: they are over once a
        # change of one row has sent nothing else, there and back.
        quiet = 0
        async with asyncio.timeout(PATIENCE):
            while quiet < 2:
                app.sent.clear()
                app.first.say(0, "settled")
                await shows(app, pilot, "settled", *lines[1:])
                app.first.say(0, lines[0])
                await shows(app, pilot, *lines)
                quiet = quiet + 1 if len(app.sent) == 2 else 0
        yield app, pilot


async def shows(app: Window, pilot: Pilot[None], *lines: str) -> None:
    """Return once the terminal shows just these lines."""
    async with asyncio.timeout(PATIENCE):
        while app.seen != list(lines):
            await pilot.pause(0.01)


async def test_a_burst_is_drawn_once_and_in_its_last_state() -> None:
    async with window("one", "two") as (app, pilot):
        drawn = app.first.drawn
        for number in range(9):
            app.first.say(0, f"one {number}")
        await shows(app, pilot, "one 8", "two")
        assert app.first.drawn == drawn + 1


async def test_only_rows_that_changed_are_sent() -> None:
    async with window("one", "two", "three") as (app, pilot):
        app.sent.clear()
        app.first.say(1, "deux")
        await shows(app, pilot, "one", "deux", "three")
        assert "deux" in "".join(app.sent)
        assert "one" not in "".join(app.sent)
        assert "three" not in "".join(app.sent)


async def test_nothing_changed_sends_nothing() -> None:
    async with window("one", "two") as (app, pilot):
        app.sent.clear()
        app.first.say(0, "one")
        app.first.canvas.catch_up()
        app.first.say(1, "deux")
        await shows(app, pilot, "one", "deux")
        assert "one" not in "".join(app.sent)


async def test_a_covered_canvas_is_not_drawn_and_shows_its_last_state_when_uncovered() -> None:
    async with window("one", "two") as (app, pilot):
        await app.push_screen(Sheet("above"))
        await shows(app, pilot, "above")
        drawn = app.first.drawn
        for number in range(3):
            app.first.say(1, f"two {number}")
            await pilot.pause()
        assert app.first.drawn == drawn
        app.pop_screen()
        await shows(app, pilot, "one", "two 2")
        app.first.say(0, "eins")
        await shows(app, pilot, "eins", "two 2")


async def test_a_canvas_below_a_sheet_that_shows_it_goes_on() -> None:
    async with window("one", "two") as (app, pilot):
        sheet = Sheet("above")
        sheet.styles.background = "transparent"
        sheet.canvas.styles.height = 1
        await app.push_screen(sheet)
        await shows(app, pilot, "above", "two")
        app.first.say(1, "deux")
        await shows(app, pilot, "above", "deux")


async def test_what_came_while_rendering_rested_is_shown_afterwards() -> None:
    async with window("one", "two") as (app, pilot):
        app._begin_batch()
        app.first.say(0, "eins")
        await pilot.pause()
        app.first.say(1, "zwei")
        await pilot.pause()
        assert app.seen == ["one", "two"]
        app._end_batch()
        app.screen.refresh()
        await shows(app, pilot, "eins", "zwei")


async def test_another_size_is_drawn_anew() -> None:
    async with window("one", "two") as (app, pilot):
        await pilot.resize_terminal(WIDTH // 2, 1)
        app.terminal.reset()
        app.screen.refresh()
        await shows(app, pilot, "one")
        assert app.first.canvas.text(0) == "one".ljust(WIDTH // 2)
        assert app.first.canvas.text(1) == ""
