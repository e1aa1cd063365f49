"""A table's screen without an app: its keys are the real ones, what they do is written down."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from protocol.messages import Account, GameInfo, Request, Welcome
from tests.tui.screens.visit import BRISK, GERMAN
from tui.app import words_of
from tui.canvas.palette import Palette, palette
from tui.canvas.scene import Fill, Hold, Scene
from tui.locale import Lang, Words
from tui.preferences import Preferences
from tui.room import Room, Table
from tui.screens.base import Size
from tui.screens.table import TableScreen
from tui.start import Start
from tui.tables import Tables


class House:
    """What a table's screen knows of its app; whatever it has done is a word in `done`."""

    def __init__(self, games: tuple[GameInfo, ...], lang: Lang, colours: Palette) -> None:
        account = Account("a", "Anna", guest=False, chips=5_000)
        self.room = Room(Welcome(1, "test", account, games))
        self.words: Words = words_of(lang, colours.ascii)
        self.palette = colours
        self.terminal = GERMAN
        self.preferences = Preferences()
        self.begin = Start(pace=BRISK)
        self.line = SimpleNamespace(link=SimpleNamespace(latency=24, slow=False))
        self.newcomer = None
        self.ends_after_table = False
        self.done: list[str] = []
        self.alerts = SimpleNamespace(toast="", hush=lambda: None, call=lambda text: None)
        self._screen_stack: list[Any] = []
        self.tables = Tables(self)  # type: ignore[arg-type]

    def __getattr__(self, name: str) -> Callable[..., None]:
        """Anything else that an app does."""

        def do(*args: Any, **kwargs: Any) -> None:
            self.done.append(name)

        return do

    @property
    def screen(self) -> Any:
        """The uppermost screen."""
        return self._screen_stack[-1]


class Bare(TableScreen):
    """One table's screen, showing a scene."""

    def __init__(self, house: House, scene: Scene) -> None:
        super().__init__(scene.table.id)
        self._bare = house
        house._screen_stack = house._screen_stack or [self]
        house.tables._screens[self.table] = self
        self.show(scene)

    def show(self, scene: Scene) -> None:
        """Show this, nothing done yet."""
        deal = scene.table.deal
        self._bare.room.tables[self.table] = Table(
            view=scene.table, players=scene.players, deal=deal, events=scene.events
        )
        self.ui = scene.ui
        self._confirm = None
        self._bare.done.clear()

    @property
    def house(self) -> Any:
        """The app that there is not."""
        return self._bare

    def redraw(self) -> None:
        """There is nothing to draw on."""

    def send(self, message: Request, acted: bool = False) -> None:
        """Write down what is asked for."""
        self._bare.done.append(type(message).__name__)

    def run_worker(self, *args: Any, **kwargs: Any) -> Any:
        """Write down that the server would be asked."""
        self._bare.done.append("asked")

    def errand(self, work: Any) -> None:
        """Write down that the server would be asked."""
        self._bare.done.append("asked")

    def presses(self, key: str) -> bool:
        """Press a key; whether it did or said anything."""
        before, scene = self.ui, self.scene
        assert scene is not None
        # What is chosen again is as it was.
        again = isinstance(self.game_layout.press(scene, key, self.words), Fill | Hold)
        character = key if len(key) == 1 else None
        if not self.key(key, character):
            self.obey(key)
        # An answer is said anew, even where it stood there already.
        return bool(self._bare.done) or self.ui != before or self.ui.message is not None or again

    def text(self, size: Size) -> list[str]:
        """The rows as text."""
        return ["".join(run.text for run in row) for row in self.draw(size)]


def bare(
    scene: Scene, games: tuple[GameInfo, ...], lang: Lang = "de", colours: Palette | None = None
) -> Bare:
    """A screen that shows a scene."""
    return Bare(House(games, lang, colours or palette("mono")), scene)
