"""Writes on a grid in the roles of a palette, on the surfaces laid out before."""

import re
from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from tui.canvas.cells import Grid, Row, Style, cut
from tui.canvas.palette import Palette, on
from tui.canvas.plain import letters, outlined
from tui.locale import Words

Span = tuple[str, Style]
Spans = tuple[Span, ...]
Band = tuple[int, int, Style]  # from one column to before another


def span_len(spans: Iterable[Span]) -> int:
    """How many cells the spans take."""
    return sum(cell_len(text) for text, _ in spans)


def clipped(spans: Iterable[Span], width: int) -> Spans:
    """The spans in at most `width` cells, an ellipsis where something was cut."""
    spans = tuple(spans)
    if span_len(spans) <= width:
        return spans
    kept: list[Span] = []
    for text, style in spans:
        room = width - span_len(kept)
        if cell_len(text) >= room:
            kept.append((cut(text + "…", room) if room else "", style))
            break
        kept.append((text, style))
    return tuple(kept)


def folded(spans: Spans, room: int, indent: str = "  ") -> list[Spans]:
    """Spans in rows of at most `room` cells, broken at blanks; `indent` begins all but the first.

    A word that is longer than a row is left to be cut.
    """
    if span_len(spans) <= room:
        return [spans]
    rows: list[list[Span]] = [[]]
    used = 0
    for text, style in spans:
        for word in re.findall(r" *[^ ]+| +", text):
            if used + cell_len(word.rstrip()) > room and used > len(indent):
                rows.append([(indent, style), (word.lstrip(), style)])
                used = len(indent) + cell_len(word.lstrip())
            else:
                rows[-1].append((word, style))
                used += cell_len(word)
    return [_stripped(row) for row in rows]


def _stripped(row: Sequence[Span]) -> Spans:
    """A row without blanks at its end."""
    last = max((place for place, (text, _) in enumerate(row) if text.strip()), default=-1)
    return tuple(row[: last + 1])


class Pen:
    """A grid with a palette and a language.

    A surface (`band`) gives a background to what is written on it later; cells that were
    written already keep their text.
    """

    def __init__(self, width: int, height: int, palette: Palette, words: Words) -> None:
        self.width = width
        self.height = height
        self.palette = palette
        self.words = words
        self._grid = Grid(width, height, on(palette.text, palette.back))
        self._surfaces: dict[int, list[Band]] = {}

    def band(self, x: int, y: int, width: int, surface: Style) -> None:
        """Lay a surface over some cells of a row, blanking them."""
        self._surfaces.setdefault(y, []).append((x, x + width, surface))
        self._grid.fill(x, y, width, 1, on(self.palette.text, surface))

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Write from column x on; the column behind."""
        if self.palette.ascii:
            text = letters(text)
        elif self.palette.outlines:
            text = outlined(text)
        bands = self._surfaces.get(y)
        surface = self._surface(x, bands) if bands else self.palette.back
        return self._grid.put(x, y, text, on(style, surface))

    def spans(self, x: int, y: int, spans: Iterable[Span]) -> int:
        """Write spans one behind the other; the column behind."""
        for text, style in spans:
            x = self.put(x, y, text, style)
        return x

    def right(self, y: int, spans: Iterable[Span], end: int | None = None) -> int:
        """Write spans so that the last cell is before column `end`; where they begin."""
        spans = tuple(spans)
        start = (self.width - 1 if end is None else end) - span_len(spans)
        self.spans(start, y, spans)
        return start

    def rows(self) -> tuple[Row, ...]:
        """What was drawn."""
        return self._grid.rows()

    def text(self) -> tuple[str, ...]:
        """What was drawn, without colours."""
        return self._grid.text()

    def written(self, y: int) -> bool:
        """Whether something stands in that row."""
        return bool(self._grid.line(y).strip())

    def _surface(self, x: int, bands: list[Band]) -> Style:
        for start, end, surface in reversed(bands):
            if start <= x < end:
                return surface
        return self.palette.back
