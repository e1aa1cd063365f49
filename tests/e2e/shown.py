"""The program's own app, drawing one state that is always alike: `python -m tests.e2e.shown GAME`.

No server is asked: what is drawn, and how it gets to a terminal, is the real thing. `q` ends it.
"""

import asyncio
import os
import sys
from pathlib import Path
from unittest.mock import Mock

from textual import events

from protocol.messages import VERSION, Account, Welcome
from tests.tui.states import STATES
from tui import app
from tui.app import PokerApp
from tui.canvas.cells import Row
from tui.canvas.scene import Scene
from tui.layouts import layout
from tui.link import Link
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.start import Start
from tui.terminal import terminal_of


class Still(CanvasScreen[None]):
    """A scene in which nothing happens."""

    NAME = "still"

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The layout's rows."""
        return layout(self._scene.table.game).draw(self._scene, size, self.palette, self.words)

    def commands(self) -> tuple[Command, ...]:
        """The way out."""
        return (command("app.leave", "q", "", self.leave),)

    def leave(self) -> None:
        """The end."""
        self.house.quit()


class Shown(PokerApp):
    """The app at that scene, whatever there would be to do."""

    CSS_PATH = str(Path(app.__file__).with_name(PokerApp.CSS_PATH))

    def __init__(self, link: Link, scene: Scene) -> None:
        super().__init__(link, terminal_of(os.environ), Start())
        self._scene = scene

    async def on_mount(self, event: events.Mount | None = None) -> None:
        """Show it, and go nowhere else."""
        if event is not None:
            event.prevent_default()
        self.push_screen(Still(self._scene))


async def main(game: str) -> None:
    """Until it is left."""
    link = Link(asyncio.StreamReader(), Mock())
    link.welcome = Welcome(VERSION, "", Account("a", "Anna", guest=False), ())
    await Shown(link, next(iter(STATES[game].values()))()).run_async()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
