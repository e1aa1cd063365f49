"""What reaches somebody who may not be looking: the bell, a line over the title, the terminal."""

from typing import TYPE_CHECKING

from textual.timer import Timer

from tui.canvas.plain import clean
from tui.presence import Presence

if TYPE_CHECKING:
    from tui.app import PokerApp

STANDS = 4.0  # seconds that a line over the title is shown (ux 6.2)
TITLE = "pokertui"
LONGEST = 80  # characters of a title or a notice of the desktop

PUSH_TITLE, POP_TITLE = "\x1b[22;2t", "\x1b[23;2t"
OSC, ST = "\x1b]", "\x1b\\"


class Alerts:
    """What one session is told beside its screens.

    `toast` is the line over the right end of the title, empty while there is none.
    """

    def __init__(self, app: "PokerApp", presence: Presence) -> None:
        self.toast = ""
        self._app = app
        self._presence = presence
        self._falling: Timer | None = None
        self._said = ""
        self._written = ""

    # ── what happens ───────────────────────────────────────────────────────────────────────────

    def notice(self, text: str, ring: bool = True) -> None:
        """Say something in a line over the title; `ring`: call whoever may not be looking."""
        self.hush()
        self.toast = text
        self._falling = self._app.set_timer(STANDS, self._fall)
        if ring:
            self.call(text)
        self._app.redraw()

    def hush(self) -> None:
        """What was said is known, or no more true."""
        if self._falling is not None:
            self._falling.stop()
            self._falling = None
        self.toast = ""

    def _fall(self) -> None:
        self._falling = None
        if self._presence.away():
            # It is there to be read, and nobody has.
            self._falling = self._app.set_timer(STANDS, self._fall)
            return
        self.toast = ""
        self._app.redraw()

    def call(self, text: str) -> None:
        """Call whoever may not be looking: by the bell, the terminal's title and the desktop."""
        away = self._presence.away()
        self._app.call_back()
        if not away:
            return
        if self._app.preferences.bell == "notice":
            self._on_desktop(text)
        self._said = text
        self.entitle()

    def touched(self) -> None:
        """A key was pressed: what was said in the title has been seen."""
        if self._said:
            self._said = ""
            self.entitle()

    # ── the terminal ───────────────────────────────────────────────────────────────────────────

    def entitle(self) -> None:
        """Write into the terminal's title what there is to do, if that is preferred."""
        if not self._app.preferences.title:
            if self._written:
                self._write_title(TITLE)
            return
        due = self._app.tables.due
        text = f"● {due}" if due else f"● {self._said}" if self._said else TITLE
        self._write_title(text)

    def _write_title(self, text: str) -> None:
        if text == self._written:
            return
        if not self._written and not self._gives_back:
            self._write(PUSH_TITLE)
        self._written = text
        self._write(f"{OSC}2;{self._harmless(text)}{ST}")

    def _on_desktop(self, text: str) -> None:
        said = self._harmless(text).replace(";", ",")
        self._write(f"{OSC}9;{TITLE}: {said}{ST}{OSC}777;notify;{TITLE};{said}{ST}")

    def give_back(self) -> None:
        """The title that the terminal had before, as far as nobody else sees to that."""
        if self._written and not self._gives_back:
            self._write(POP_TITLE)

    def _harmless(self, text: str) -> str:
        """Text that ends no sequence early, in letters if the terminal knows no others."""
        shown = clean(text)
        if self._app.terminal.ascii:
            shown = shown.replace("●", "*").encode("ascii", "replace").decode()
        return shown[:LONGEST]

    @property
    def _gives_back(self) -> bool:
        return bool(getattr(self._app._driver, "GIVES_TITLE_BACK", False))

    def _write(self, data: str) -> None:
        driver = self._app._driver
        if driver is not None:
            driver.write(data)
            driver.flush()
