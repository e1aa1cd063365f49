"""The list of everything that can be done now, each with its key."""

from rich.cells import cell_len

from tui.canvas.cells import Row
from tui.canvas.scene import Button
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.line import Line, line
from tui.screens.paint import Page


class PaletteScreen(CanvasScreen[str]):
    """Ends with the id of the chosen command, or None."""

    NAME = "palette"

    def __init__(self, buttons: tuple[Button, ...]) -> None:
        super().__init__(classes="sheet")
        self._modal = True
        self._buttons = buttons
        self._line: Line = line("", 40)
        self._at = 0

    @property
    def typing(self) -> bool:
        """Keys always search here."""
        return True

    @property
    def found(self) -> list[Button]:
        """The commands whose label or key has what is typed."""
        wanted = self._line.text.casefold()
        return [
            button
            for button in self._buttons
            if wanted in button.label.casefold() or wanted == button.keys.casefold()
        ]

    def key(self, key: str, character: str | None) -> bool:
        """Arrows choose, everything else searches."""
        if key in ("up", "down"):
            self._move(1 if key == "down" else -1)
            return True
        edited = self._line.pressed(key)
        if edited is None and character:
            edited = self._line.typed(character)
        if edited is None:
            return False
        self._line, self._at = edited, 0
        return True

    def pasted(self, text: str) -> None:
        """Searches for it."""
        self._line, self._at = self._line.typed(text), 0

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

    def _move(self, by: int) -> None:
        self._at = max(0, min(len(self.found) - 1, self._at + by))

    def _down(self) -> None:
        self._move(1)

    def _do(self) -> None:
        found = self.found
        self.dismiss(found[self._at].id if found else None)

    def leave(self) -> None:
        """Nothing chosen."""
        self.dismiss(None)

    def clicked(self, x: int, y: int) -> None:
        """A click on a line does it."""
        index = self._first(self.size.height) + y - 1
        if y >= 1 and index < len(self.found):
            self._at = index
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
        first = self._first(page.height)
        widest = max((cell_len(button.keys) for button in self._buttons), default=0)
        for y, button in enumerate(self.found[first : first + page.height - 2], 1):
            on = first + y - 1 == self._at
            if on:
                page.band(0, y, page.width, page.palette.turn)
                page.put(0, y, "▸", page.looks.strong_accent)
            page.put(2, y, button.keys, page.looks.strong_accent if on else page.palette.accent)
            style = page.palette.text
            x = page.put(
                widest + 4, y, button.label, style if button.enabled else page.palette.muted
            )
            if not button.enabled and button.reason:
                page.put(x + 2, y, button.reason, page.palette.muted, page.width - x - 3)
        if not self.found:
            page.put(2, 1, self.words("lobby.palette.none"), page.palette.muted)
        # Keys are text here: whoever is to act elsewhere has to come back first.
        page.keys((entry.button for entry in self.commands()), self.house.turn_elsewhere())
        return page.rows()
