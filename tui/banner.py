"""What whoever runs the server tells everybody: over the title of every screen, for a minute."""

from tui.canvas.cells import Row, wrapped
from tui.canvas.palette import Palette, bold
from tui.locale import Words
from tui.screens.paint import Page

# Seconds that a part is shown which fits into the row, and how many follow each other in all.
PART = 5.0
PARTS = 12


class Banner:
    """One text, part after part where it is longer than the row; the newest one counts."""

    def __init__(self) -> None:
        self._text = ""
        self._part = 0
        self._left = 0

    @property
    def stands(self) -> bool:
        """Whether there is something to be read."""
        return self._left > 0

    def show(self, text: str) -> None:
        """Begin with a text."""
        self._text, self._part, self._left = text, 0, PARTS

    def hide(self) -> None:
        """There is nothing to be read any more."""
        self._left = 0

    def turn(self) -> None:
        """The next part, or none any more."""
        self._part += 1
        self._left -= 1

    def row(self, width: int, palette: Palette, words: Words) -> Row:
        """The title's row with the part whose turn it is."""
        page = Page((width, 1), palette, words)
        page.band(0, 0, width, palette.turn)
        parts = wrapped(self._text, max(1, width - 2)) or [""]
        part = parts[self._part % len(parts)]
        page.put(1, 0, part, bold(palette.text), max(0, width - 2))
        return page.rows()[0]
