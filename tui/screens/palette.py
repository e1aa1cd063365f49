"""The list of everything that can be done now, each with its key."""

from typing import Any

from rich.cells import cell_len

from tui.canvas.cells import Row
from tui.keymap import printed
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.line import Line, line
from tui.screens.options import settings
from tui.screens.paint import Page


class PaletteScreen(CanvasScreen[Command]):
    """Ends with the chosen command of the screen below, or None.

    The game goes on meanwhile: listed is what can be done now, so that what is chosen is what is
    printed. The choice stays with its command, wherever in the list that moves to.
    """

    NAME = "palette"

    def __init__(self, below: CanvasScreen[Any]) -> None:
        super().__init__(classes="sheet")
        self._modal = True
        self._below = below
        self._line: Line = line("", 40)
        self._chosen: str | None = None  # an id; None: the first one

    @property
    def typing(self) -> bool:
        """Keys always search here."""
        return True

    @property
    def listed(self) -> list[Command]:
        """What can be done on the screen below now, and behind it what can be preferred."""
        done = [
            entry
            for entry in (
                *self._below.commands(),
                *self._below.further(),
                *self.house.tables.listed(),
            )
            if entry.button.label and entry.button.id != "app.palette"
        ]
        return [*done, *settings(self.house)]

    @property
    def found(self) -> list[Command]:
        """The commands whose label or key has what is typed."""
        wanted = self._line.text.casefold()
        return [
            entry
            for entry in self.listed
            if wanted in entry.button.label.casefold()
            or wanted == printed(entry.button, self.palette.keys).casefold()
        ]

    @property
    def _at(self) -> int:
        ids = [entry.button.id for entry in self.found]
        return ids.index(self._chosen) if self._chosen in ids else 0

    def _choose(self, index: int) -> None:
        found = self.found
        self._chosen = found[max(0, min(len(found) - 1, index))].button.id if found else None

    def key(self, key: str, character: str | None) -> bool:
        """Arrows choose, everything else searches."""
        if key in ("up", "down"):
            self._choose(self._at + (1 if key == "down" else -1))
            return True
        edited = self._line.pressed(key)
        if edited is None and character:
            edited = self._line.typed(character)
        if edited is None:
            return False
        self._line, self._chosen = edited, None
        return True

    def pasted(self, text: str) -> None:
        """Searches for it."""
        self._line, self._chosen = self._line.typed(text), None

    def commands(self) -> tuple[Command, ...]:
        """Do it, or go back."""
        words = self.words
        return (
            command("palette.do", "enter", words("lobby.palette.do"), self._do, shown="Enter"),
            command("palette.move", "down", words("lobby.palette.move"), self._down, shown="↑ ↓"),
            command(
                "palette.back",
                "escape ctrl+p",
                words("lobby.palette.back"),
                self.leave,
                shown="Esc",
            ),
        )

    def _down(self) -> None:
        self._choose(self._at + 1)

    def _do(self) -> None:
        found = self.found
        self.dismiss(found[self._at] if found else None)

    def leave(self) -> None:
        """Nothing chosen."""
        self.dismiss(None)

    def clicked(self, x: int, y: int) -> None:
        """A click on a line does it."""
        index = self._first(self.size.height) + y - 1
        if y >= 1 and index < len(self.found):
            self._choose(index)
            self._do()

    def _first(self, height: int) -> int:
        room = max(1, height - 2)
        return max(0, min(self._at - room + 1, len(self.found) - room))

    def draw(self, size: Size) -> tuple[Row, ...]:
        """What is typed, then the commands that fit it."""
        page = Page(size, self.palette, self.words)
        page.band(0, 0, page.width, page.palette.head)
        page.put(1, 0, ":", page.looks.strong_accent)
        page.field(3, 0, self._line.text, self._line.at, page.width - 4)
        first, at, found = self._first(page.height), self._at, self.found
        mine = page.palette.keys
        widest = max((cell_len(printed(one.button, mine)) for one in self.listed), default=0)
        for y, entry in enumerate(found[first : first + page.height - 2], 1):
            button = entry.button
            on = first + y - 1 == at
            if on:
                page.band(0, y, page.width, page.palette.turn)
                page.put(0, y, "▸", page.looks.strong_accent)
            keys = printed(button, mine)
            page.put(2, y, keys, page.looks.strong_accent if on else page.palette.accent)
            style = page.palette.text
            x = page.put(
                widest + 4, y, button.label, style if button.enabled else page.palette.muted
            )
            if not button.enabled and button.reason:
                page.put(x + 2, y, button.reason, page.palette.muted, page.width - x - 3)
        if not found:
            page.put(2, 1, self.words("lobby.palette.none"), page.palette.muted)
        # Keys are text here: whoever is to act elsewhere has to come back first.
        page.keys((entry.button for entry in self.commands()), self.house.turn_elsewhere())
        return page.rows()
