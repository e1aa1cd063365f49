"""A question with yes and no, over the action rows, so that it never covers the cards."""

from collections.abc import Callable
from typing import NamedTuple

from tui.canvas.cells import Row, wrapped
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.paint import Page


class Choice(NamedTuple):
    """Something else that can be done: its key, what it is called, what it does."""

    key: str
    label: str
    run: Callable[[], object]


class AskScreen(CanvasScreen[bool]):
    """Ends with True for Enter, j or y; with False for n, Esc or q, or once `other` was chosen."""

    NAME = "ask"

    def __init__(
        self, title: str, text: str, yes: str, no: str, other: Choice | None = None
    ) -> None:
        super().__init__(classes="sheet")
        self._other = other
        self._title, self._text, self._yes, self._no = title, text, yes, no
        self._modal = True

    def commands(self) -> tuple[Command, ...]:
        """Yes, whatever else there is, and no."""
        yes = command("ask.yes", "enter j y", self._yes, self._say_yes, shown="Enter")
        no = command("ask.no", "escape n q", self._no, self.leave, shown="Esc")
        if self._other is None:
            return (yes, no)
        other = command("ask.other", self._other.key, self._other.label, self._do_other)
        return (yes, other, no)

    def _do_other(self) -> None:
        if self._other is not None:
            self._other.run()
        self.dismiss(False)

    def _say_yes(self) -> None:
        self.dismiss(True)

    def leave(self) -> None:
        """No."""
        self.dismiss(False)

    def draw(self, size: Size) -> tuple[Row, ...]:
        """A box with the question and the two keys."""
        page = Page(size, self.palette, self.words)
        page.frame(0, 0, page.width, page.height - 1, self._title)
        for row, text in enumerate(wrapped(self._text, page.width - 4)[: page.height - 3]):
            page.put(2, 1 + row, text, page.palette.text)
        page.keys(entry.button for entry in self.commands())
        return page.rows()
