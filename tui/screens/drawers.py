"""What opens over a table: the log, its rules and people, free talk, the fixed sentences."""

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from protocol.messages import Arrange, Chat, Patience, Say
from tui.canvas.drawers import phrases
from tui.canvas.plain import clean
from tui.canvas.scene import Drawer
from tui.layouts.absence import PATIENCES, arranges, minutes
from tui.screens.base import Command, command
from tui.screens.line import Line, line

if TYPE_CHECKING:
    from tui.screens.table import TableScreen

CHAT_CELLS = 200
SCROLLED = {"up": 1, "down": -1, "pageup": 4, "pagedown": -4}  # rows of the log


class Drawers:
    """The drawers of one table's screen; which is open is written in the screen's `ui`."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen
        self._heard = 0
        self._missed: tuple[int, int] | None = None  # deal and event that the log was opened for
        self.line: Line = line("", CHAT_CELLS)

    @property
    def typing(self) -> bool:
        """Whether keys go into the chat."""
        return self._screen.ui.drawer == "chat"

    def listen(self, anew: bool = False) -> None:
        """Count what was said while the talk was not open; `anew`: from here on."""
        screen = self._screen
        known = screen.house.room.tables.get(screen.table)
        heard = known.heard if known else 0
        open_here = screen.ui.drawer in ("chat", "phrases") and screen.house.tables.shown is screen
        if anew or open_here:
            self._heard = heard
        screen.ui = replace(screen.ui, unread=heard - self._heard)

    def keep_apart(self, chat: str) -> None:
        """Free talk and fixed sentences take turns: what is half typed never goes to the other."""
        apart = {"phrases": ("chat",), "off": ("chat", "phrases")}
        if self._screen.ui.drawer in apart.get(chat, ("phrases",)):
            self.close()

    # ── open and close ─────────────────────────────────────────────────────────────────────────

    def log(self) -> None:
        """Open the log, or close it."""
        self._toggle("log")

    def show_missed(self) -> None:
        """Open the log once when something has happened while there was no line.

        Unless somebody is reading or writing something else.
        """
        known = self._screen.house.room.tables.get(self._screen.table)
        if known is None or known.missed is None or known.deal != known.view.deal:
            return
        if self._missed == (known.deal, known.missed):
            return
        self._missed = (known.deal, known.missed)
        if self._screen.ui.drawer in (None, "log"):
            self._screen.ui = replace(self._screen.ui, drawer="log", scroll=0)

    def info(self) -> None:
        """Open what kind of table this is, or close it."""
        self._toggle("info")

    def _toggle(self, wanted: Drawer) -> None:
        self._read()
        opened = None if self._screen.ui.drawer == wanted else wanted
        self._screen.ui = replace(self._screen.ui, drawer=opened, scroll=0)

    def talk(self) -> None:
        """Open what one can talk with now, or close it."""
        view = self._screen.view
        if view is None:
            return
        wanted: Drawer = "phrases" if view.chat == "phrases" else "chat"
        if self._screen.ui.drawer == wanted:
            self.close()
        else:
            self._read()
            self._screen.ui = replace(self._screen.ui, drawer=wanted, scroll=0)
            self.listen()

    def close(self) -> None:
        """Close whatever is open; what was typed is gone."""
        self._read()
        self.line = line("", CHAT_CELLS)
        self._screen.ui = replace(self._screen.ui, drawer=None, scroll=0)

    def _read(self) -> None:
        """Whoever closes the log has seen what was missed."""
        if self._screen.ui.drawer == "log":
            self._screen.house.room.caught_up(self._screen.table)

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    def key(self, key: str, character: str | None) -> bool:
        """A key while a drawer is open; whether it was for the drawer."""
        ui = self._screen.ui
        if ui.drawer == "chat":
            self._type(key, character)
        elif ui.drawer is not None and key == "escape":
            self.close()
        elif ui.drawer == "log" and key in SCROLLED:
            self._screen.ui = replace(ui, scroll=max(0, ui.scroll + SCROLLED[key]))
        elif ui.drawer == "info" and key in SCROLLED:
            self._screen.ui = replace(ui, scroll=max(0, ui.scroll - SCROLLED[key]))
        elif ui.drawer == "info" and key in ("plus", "minus"):
            self._arrange(1 if key == "plus" else -1)
        elif ui.drawer == "phrases" and key.isdigit():
            self._say(key)
        else:
            return False
        return True

    def pasted(self, text: str) -> None:
        """Text that was pasted, into the chat."""
        if self.typing:
            self.line = self.line.typed(text)

    def give_back(self, text: str) -> None:
        """A line that was refused: heard by nobody, and not lost, unless another is begun."""
        if not self.line.text:
            self.line = line(text, CHAT_CELLS)

    def _arrange(self, by: int) -> None:
        """The owner lets the table wait longer for somebody absent, or not so long."""
        screen, words = self._screen, self._screen.words
        view = screen.view
        if view is None:
            return
        owner = next((chair for chair in view.chairs if chair.owner), None)
        if view.me is None or not view.chairs[view.me].owner:
            name = "" if owner is None else clean(owner.name)
            key = "absence.not_owner_name" if name else "absence.not_owner"
            screen.explain(words(key, name=name))
            return
        if not arranges(view):
            screen.explain(words("why.deal_running"))
            return
        further = [one for one in PATIENCES if (one - view.patience) * by > 0]
        if not further:
            screen.explain(words("absence.patience_end", time=minutes(view.patience)))
            return
        patience: Patience = min(further, key=lambda one: abs(one - view.patience))
        screen.send(Arrange(id=0, table=screen.table, patience=patience))

    def sayings(self) -> tuple[Command, ...]:
        """The fixed sentences that can be said now, where there is nothing else to say."""
        screen = self._screen
        scene = screen.scene
        if scene is None or scene.table.chat != "phrases":
            return ()
        return tuple(
            command(f"table.say.{one.digit}", "", one.text, partial(self._say, one.digit))
            for one in phrases(scene, screen.words)
            if one.enabled
        )

    def _say(self, digit: str) -> None:
        screen = self._screen
        scene = screen.scene
        lines = phrases(scene, screen.words) if scene else ()
        chosen = next((line for line in lines if line.digit == digit), None)
        if chosen is None:
            if lines:
                digits = f"{lines[0].digit}–{lines[-1].digit}"
                screen.explain(screen.words("common.which_key", keys=digits))
            return
        if not chosen.enabled:
            screen.explain(screen.words("lobby.nobody_to_remind"))
            return
        self.close()
        screen.send(Say(id=0, table=screen.table, phrase=chosen.code, to=chosen.to))

    def _type(self, key: str, character: str | None) -> None:
        if key == "escape" or (key == "enter" and not self.line.text.strip()):
            self.close()
        elif key == "enter":
            table, text = self._screen.table, self.line.text.strip()
            self._screen.send(Chat(id=0, table=table, text=text))
            self.line = line("", CHAT_CELLS)
        else:
            edited = self.line.pressed(key)
            if edited is None and character:
                edited = self.line.typed(character)
            self.line = edited or self.line
