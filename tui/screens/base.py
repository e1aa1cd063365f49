"""What every screen shares: a canvas, keys from one list of commands, and the way to the app."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, cast

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.worker import Worker

from tui.canvas.cells import Row
from tui.canvas.palette import Palette
from tui.canvas.scene import Button
from tui.canvas.toast import over
from tui.canvas.widget import Canvas
from tui.keymap import meant, printed
from tui.locale import Words
from tui.work import begin

if TYPE_CHECKING:
    from tui.app import PokerApp

# Keys that terminals, multiplexers and shells keep for themselves, or that never arrive (ux 4.1).
FORBIDDEN = frozenset(
    {f"f{n}" for n in range(1, 25)}
    | {f"ctrl+{letter}" for letter in "sqzabhijmwtne"}
    | {f"ctrl+{arrow}" for arrow in ("left", "right", "up", "down")}
    | {f"{held}+page{way}" for held in ("ctrl", "shift") for way in ("up", "down")}
    | set("[]{}\\@|~")
)

# Textual's names of the characters that it does not call by themselves.
NAMES = {
    "question_mark": "?",
    "colon": ":",
    "slash": "/",
    "comma": ",",
    "full_stop": ".",
    "plus": "+",
    "minus": "-",
}

T = TypeVar("T")
Size = tuple[int, int]


class Command(NamedTuple):
    """Something that a screen can do now: how it is printed, its keys, and what it does.

    `keys` are Textual's names in lower case; none where what is printed is a range of keys. A
    button with an empty label is not printed.
    """

    button: Button
    keys: tuple[str, ...]
    run: Callable[[], object]


def command(
    id: str,
    keys: str,
    label: str,
    run: Callable[[], object],
    *,
    shown: str | None = None,
    rank: int = 0,
    enabled: bool = True,
    reason: str = "",
) -> Command:
    """A command of the blank-separated `keys`, printed as `shown` (None: as its keys)."""
    names = tuple(keys.split())
    printed = " ".join(NAMES.get(key, key) for key in names) if shown is None else shown
    return Command(Button(id, printed, label, enabled, reason, rank=rank), names, run)


def folded(event: events.Key) -> str:
    """The key's name, letters alike in both cases."""
    if event.character and len(event.character) == 1 and event.character.isalpha():
        return event.character.lower()
    return event.key


class CanvasScreen(Screen[T], inherit_bindings=False):
    """A screen that is one canvas.

    Subclasses draw and list their commands; `typing` says that keys are text now, so that no
    letter acts.
    """

    AUTO_FOCUS = ""
    ALLOW_SELECT = False
    NAME: ClassVar[str]
    # Whether the title may be covered for a while.
    BANNER: ClassVar[bool] = True

    def __init__(self, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self.canvas = Canvas(self._drawn)
        self._errand: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        """The canvas."""
        yield self.canvas

    def help_command(self) -> Command:
        """Help for this screen, printed where there is room."""
        label = self.words("lobby.key.help")
        return command("app.help", "question_mark", label, self._show_help, rank=5)

    def _show_help(self) -> None:
        self.house.open_help(self)

    def render_lines(self, crop: Region) -> list[Strip]:
        """What is seen beside the canvas; where it covers everything nothing is drawn for that."""
        if self.canvas.outer_size == self.outer_size:
            return [Strip.blank(crop.width)] * crop.height
        return super().render_lines(crop)

    def _drawn(self, size: Size) -> tuple[Row, ...]:
        """What is drawn, and over its title what is told: to everybody, and to this person."""
        rows, house = self.draw(size), self.house
        if not self.BANNER or self.has_class("sheet") or not rows:
            return rows
        if house.banner.stands:
            rows = (house.banner.row(size[0], self.palette, self.words), *rows[1:])
        if house.alerts.toast:
            top = over(rows[0], house.alerts.toast, size[0], self.palette, self.words)
            rows = (top, *rows[1:])
        return rows

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The rows for a size in columns and rows."""
        raise NotImplementedError

    def commands(self) -> tuple[Command, ...]:
        """What can be done here now, in the order of the footer."""
        return ()

    def further(self) -> tuple[Command, ...]:
        """What has no key of its own, for the list of all commands."""
        return ()

    @property
    def typing(self) -> bool:
        """Whether keys are text now."""
        return False

    @property
    def spelling(self) -> bool:
        """Whether letters are letters now, whatever acts somebody has given them."""
        return self.typing

    def key(self, key: str, character: str | None) -> bool:
        """A key before the commands see it; whether it meant something here."""
        return False

    def pasted(self, text: str) -> None:
        """Text that was pasted; only a screen that takes text does something with it."""

    def room_changed(self, table: str | None) -> None:
        """The server told something new: of a table, or (None) of the lobby."""
        self.redraw()

    def line_back(self) -> None:
        """There is a line again after an outage, and the keys are this screen's once more."""
        self.redraw()

    def leave(self) -> None:
        """What `q`, Ctrl+C and Ctrl+D do here."""
        self.dismiss()

    @property
    def house(self) -> "PokerApp":
        """The app, with the link, the room and the words."""
        return cast("PokerApp", self.app)

    @property
    def words(self) -> Words:
        """The words of the session's language."""
        return self.house.words

    @property
    def palette(self) -> Palette:
        """The colours of the session's terminal."""
        return self.house.palette

    def redraw(self) -> None:
        """Show what has changed, with the next frame."""
        self.canvas.redraw()

    def on_key(self, event: events.Key) -> None:
        """Hand the key to the screen, then to its commands."""
        event.stop()
        if self._passed_on(event):
            return
        self.house.touched()
        # Drawing finds out how far there is to scroll: the key is meant for the newest picture.
        self.canvas.catch_up()
        key = self._meant(folded(event))
        if key is None:
            self.redraw()
            return
        if not self.key(key, event.character if event.is_printable else None):
            self.obey(key)
        self.redraw()

    def _meant(self, key: str) -> str | None:
        """The key that this screen knows for what was pressed; None: it is elsewhere now, said so.

        While something is typed, letters are letters.
        """
        mine = self.palette.keys
        if not mine or self.spelling:
            return key
        found = meant(key, self.commands(), mine)
        if isinstance(found, str):
            return found
        act = self.words(f"keys.act.{found.act.id}")
        self.explain(self.words("keys.moved", key=key, now=found.now, act=act))
        return None

    def _passed_on(self, event: events.Key | events.Paste) -> bool:
        """Whether this is not the uppermost screen: then what was typed is none of its business.

        Keys that come in one breath are all addressed to the screen that the first one finds.
        Where that one has opened another, the rest goes there; where it has closed the screen,
        the rest meant what is gone.
        """
        stack = self.app.screen_stack
        if stack[-1:] == [self]:
            return False
        if self in stack:
            stack[-1].post_message(event)
        return True

    def obey(self, key: str) -> bool:
        """Run the command of `key`; whether there is one."""
        for candidate in self.commands():
            if key in candidate.keys:
                self.do(candidate)
                return True
        return False

    def do(self, wanted: Command) -> None:
        """Run a command, or say why it can't be done now."""
        if wanted.button.enabled:
            wanted.run()
        else:
            self.explain(wanted.button.reason)

    def explain(self, text: str) -> None:
        """Say why a key did nothing."""

    def errand(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something that waits for the server, unless the screen's last errand still does.

        It counts from the key on: a second press in the same breath begins nothing.
        """
        if self._errand is None or self._errand.is_finished:
            self._errand = begin(self, work)

    def on_paste(self, event: events.Paste) -> None:
        """Take pasted text as typed."""
        event.stop()
        if self._passed_on(event):
            return
        self.pasted(event.text)
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """A click on a printed key is that key."""
        if self.app.screen_stack[-1:] != [self]:
            return
        self.canvas.catch_up()
        row = self.canvas.text(event.y)
        for candidate in self.commands():
            keys = printed(candidate.button, self.palette.keys)
            shown = f"{keys} {candidate.button.label}"
            before, found, _ = row.partition(shown)
            start = cell_len(before)
            if found and start <= event.x < start + cell_len(shown):
                self.house.touched()
                self.do(candidate)
                self.redraw()
                return
        self.clicked(event.x, event.y)
        self.redraw()

    def clicked(self, x: int, y: int) -> None:
        """A click on something else than a key, in cells of the canvas."""
