"""A session's preferences: in force at once, and kept by the server a moment later."""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from protocol.messages import Ok, Prefer, Preferred
from tui import preferences
from tui.canvas.palette import Palette, palette
from tui.keymap import usable
from tui.locale import Lang
from tui.preferences import Preferences
from tui.terminal import Terminal
from tui.work import begin

if TYPE_CHECKING:
    from tui.app import PokerApp

# Seconds after one request before the next: whoever leafs through values sends the last one.
PAUSE = 0.1

Changes = Mapping[str, Preferred | None]


class Liking:
    """What is preferred now: what the account has, and over it what is on its way there.

    `unkept` says why the last change could not be kept; it is in force for this session. `sending`:
    the server has not answered all of it yet.
    """

    def __init__(self, app: "PokerApp", found: Terminal, account: Mapping[str, Preferred]) -> None:
        """`found` is the terminal as it says of itself."""
        self.now: Preferences = preferences.read(account)
        self.unkept = ""
        self._app = app
        self._found = found
        self._account = dict(account)
        self._ahead: dict[str, Preferred | None] = {}
        self.sending = False

    @property
    def found(self) -> Terminal:
        """The terminal as it says of itself."""
        return self._found

    @property
    def terminal(self) -> Terminal:
        """The terminal as its owner would have it."""
        return preferences.terminal_for(self.now, self._found)

    @property
    def palette(self) -> Palette:
        """The colours for it, and the letters that keys have."""
        terminal, now = self.terminal, self.now
        colours = palette(terminal.depth, terminal.ascii, now.theme, now.deck)
        return replace(colours, keys=usable(now.keys)) if now.keys else colours

    @property
    def letters(self) -> Lang | None:
        """Whose letters stand on cards, None: those of the language."""
        return None if self.now.letters == "auto" else self.now.letters

    def prefer(self, changes: Changes) -> None:
        """Prefer something else from now on; None: as if nothing had been said."""
        # Whoever chooses a language now means it more than what the program was started with.
        if "lang" in changes:
            self._found = replace(self._found, spoken=False)
        self._ahead |= changes
        self._settle()
        if not self.sending:
            self.sending = True
            begin(self._app, self._send)

    def told(self, account: Mapping[str, Preferred]) -> None:
        """What the server has now, perhaps another account's."""
        self._account = dict(account)
        self._settle()

    def _settle(self) -> None:
        merged = {**self._account, **self._ahead}
        now = preferences.read({k: v for k, v in merged.items() if v is not None})
        if now == self.now:
            return
        before, self.now = self._looks, now
        if not self._app.is_running:
            self._app.wear()
        elif self._looks != before:
            self._app.refit()
        else:
            self._app.redraw()

    @property
    def _looks(self) -> tuple[Terminal, Palette, Lang | None]:
        """What all screens are drawn by: where it stays, far less is sent."""
        return self.terminal, self.palette, self.letters

    async def _send(self) -> None:
        try:
            while self._ahead:
                changes = dict(self._ahead)
                answer = await self._app.ask_server(Prefer(id=0, prefs=changes))
                if answer is None:
                    return
                if isinstance(answer, Ok):
                    self.unkept = ""
                    self._heard(changes)
                elif answer.why.code != "too_many_requests":
                    self.unkept = self._app.refusal(answer)
                    return
                await asyncio.sleep(PAUSE)
        finally:
            self.sending = False
            if self._app.is_running:
                self._app.redraw()

    def _heard(self, changes: Changes) -> None:
        """The server has these; what was preferred meanwhile is still on its way."""
        for name, value in changes.items():
            if name in self._ahead and self._ahead[name] == value:
                del self._ahead[name]
