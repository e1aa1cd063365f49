"""One line to be typed, over the action rows: a table's code, a name for something."""

from tui.canvas.cells import Row, wrapped
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.line import Line, given
from tui.screens.paint import Page


class TypedScreen(CanvasScreen[str]):
    """Ends with what was typed, or None."""

    NAME = "typed"

    def __init__(self, title: str, label: str, note: str, limit: int, text: str = "") -> None:
        super().__init__(classes="sheet")
        self._title, self._label, self._note = title, label, note
        self._line: Line = given(text, limit)
        self._modal = True

    @property
    def typing(self) -> bool:
        """Keys are text here."""
        return True

    def key(self, key: str, character: str | None) -> bool:
        """Everything that can be printed is typed."""
        edited = self._line.pressed(key)
        if edited is None and character:
            edited = self._line.typed(character)
        if edited is None:
            return False
        self._line = edited
        return True

    def pasted(self, text: str) -> None:
        """Pasted text is typed."""
        self._line = self._line.typed(text.strip())

    def commands(self) -> tuple[Command, ...]:
        """Take it, or go back."""
        words = self.words
        done = bool(self._line.text.strip())
        return (
            command(
                "typed.done",
                "enter",
                words("lobby.typed.done"),
                self._done,
                shown="Enter",
                enabled=done,
                reason=words("why.empty_text"),
            ),
            command("typed.back", "escape", words("lobby.create.back"), self.leave, shown="Esc"),
        )

    def explain(self, text: str) -> None:
        """Said in place of the note."""
        self._note = text

    def _done(self) -> None:
        self.dismiss(self._line.text.strip())

    def leave(self) -> None:
        """Nothing was typed."""
        self.dismiss(None)

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The line, and what it is about."""
        page = Page(size, self.palette, self.words)
        page.frame(0, 0, page.width, page.height - 1, self._title)
        x = page.put(2, 1, f"{self._label} ", page.palette.muted)
        width = min(self._line.limit + 1, page.width - x - 2)
        page.field(x, 1, self._line.text, self._line.at, width)
        for row, text in enumerate(wrapped(self._note, page.width - 4)[: page.height - 5], 3):
            page.put(2, row, text, page.palette.muted)
        page.keys((entry.button for entry in self.commands()), self.house.turn_elsewhere())
        return page.rows()
