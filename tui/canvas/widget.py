"""The one widget of every screen: shows rows of cells, and sends only the rows that changed."""

from collections.abc import Callable

from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.canvas.cells import Row
from tui.canvas.strip import strip

Draw = Callable[[tuple[int, int]], tuple[Row, ...]]


class Canvas(Widget):
    """Shows what `draw` makes for its size, in columns and rows; `redraw` looks again."""

    ALLOW_SELECT = False

    def __init__(self, draw: Draw, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw_rows = draw
        self._rows: tuple[Row, ...] = ()
        self._drawn: tuple[int, int] | None = None

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown now."""
        return self._rows

    def redraw(self) -> None:
        """Draw again; only rows that differ go to the terminal."""
        size = (self.size.width, self.size.height)
        if 0 in size:
            return
        before, self._rows = self._rows, self._draw_rows(size)
        if self._drawn != size:
            self._drawn = size
            self.refresh()
            return
        changed = [
            Region(0, y, size[0], 1)
            for y, row in enumerate(self._rows)
            if y >= len(before) or row != before[y]
        ]
        if changed:
            self.refresh(*changed)

    def text(self, y: int) -> str:
        """What row y says; empty outside."""
        return "".join(run.text for run in self._rows[y]) if 0 <= y < len(self._rows) else ""

    def render_line(self, y: int) -> Strip:
        """Row y as Textual shows it."""
        if self._drawn != (self.size.width, self.size.height):
            self.redraw()
        if y >= len(self._rows):
            return Strip.blank(self.size.width, self.rich_style)
        return strip(self._rows[y])

    def _on_resize(self, event: events.Resize) -> None:
        self.redraw()
