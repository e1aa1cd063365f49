"""The one widget of every screen: shows rows of cells, and sends only the rows that changed."""

from collections.abc import Callable, Collection

from textual import events
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.canvas.cells import Row
from tui.canvas.strip import strip

Draw = Callable[[tuple[int, int]], tuple[Row, ...]]

NOTHING = Region()


class Canvas(Widget):
    """Shows what `draw` makes for its size, in columns and rows.

    `redraw` says that something has changed. It is drawn when the screen's next frame is sent,
    once for whatever came until then: the server tells of one action in several messages, and a
    screen that is covered sends no frames.
    """

    ALLOW_SELECT = False

    def __init__(self, draw: Draw, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw_rows = draw
        self._rows: tuple[Row, ...] = ()
        self._drawn: tuple[int, int] | None = None
        self._stale = True
        # Rows as they are shown, until they change: there is nothing around them to be drawn, so
        # Textual's own way from lines to strips, all of them for every frame, is left out.
        self._strips: dict[int, Strip] = {}
        self._filters: list[LineFilter] = []

    @property
    def rows(self) -> tuple[Row, ...]:
        """What was drawn last."""
        return self._rows

    def redraw(self) -> None:
        """Draw again with the next frame; only rows that differ go to the terminal."""
        if self._stale:
            # A frame is on its way, or comes when the screen is uncovered.
            return
        self._stale = True
        # Asks for a frame; which rows are in it is known when it is drawn.
        self.refresh(NOTHING)

    def catch_up(self) -> None:
        """Draw now what has changed, for whoever relies on what drawing finds out."""
        changed = self._catch_up()
        if changed is not None:
            self.refresh(*changed)

    def _catch_up(self) -> list[Region] | None:
        """Draw what has changed, and say where: nowhere in particular is everywhere."""
        size = (self.size.width, self.size.height)
        if 0 in size or (not self._stale and self._drawn == size):
            return None
        self._stale = False
        before, self._rows = self._rows, self._draw_rows(size)
        if self._drawn != size:
            self._drawn = size
            return []
        changed = [
            Region(0, y, size[0], 1)
            for y, row in enumerate(self._rows)
            if y >= len(before) or row != before[y]
        ]
        return changed or None

    def text(self, y: int) -> str:
        """What row y says; empty outside."""
        return "".join(run.text for run in self._rows[y]) if 0 <= y < len(self._rows) else ""

    def render_line(self, y: int) -> Strip:
        """Row y as Textual shows it."""
        if y >= len(self._rows):
            return Strip.blank(self.size.width, self.rich_style)
        return strip(self._rows[y])

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows of a part, the newest ones: a whole screen is sent without asking for regions.

        Rows outside the part that turn out to have changed go with another frame.
        """
        self.catch_up()
        filters = list(self.app.get_line_filters())
        if filters != self._filters:
            self._filters = filters
            self._strips.clear()
        strips = self._strips
        for y in crop.line_range:
            if y not in strips:
                strips[y] = self._filtered(y)
        shown = [strips[y] for y in crop.line_range]
        if crop.column_span == (0, self.size.width):
            return shown
        return [one.crop(*crop.column_span) for one in shown]

    def _filtered(self, y: int) -> Strip:
        row = self.render_line(y)
        # Every colour is one that can be sent; only what is dim is still to be mixed.
        exact = y < len(self._rows) and not any(run.style.dim for run in self._rows[y])
        for one in self._filters:
            if not (exact and isinstance(one, ANSIToTruecolor)):
                row = row.apply_filter(one, self.background_colors[1])
        return row

    def _set_dirty(self, *regions: Region) -> None:
        if not regions:
            self._strips.clear()
            super()._set_dirty()
            return
        for region in regions:
            for y in region.line_range:
                self._strips.pop(y, None)
        self._repaint_regions.update(regions)

    def _exchange_repaint_regions(self) -> Collection[Region]:
        # A frame is being put together, and asks what has changed: no other one is asked for.
        changed = self._catch_up()
        if changed is not None:
            self._set_dirty(*changed)
        self._repaint_required = False
        return super()._exchange_repaint_regions()

    def _on_resize(self, event: events.Resize) -> None:
        self.redraw()
