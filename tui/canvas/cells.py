"""Rows of styled cells: what every layout draws on, whatever shows them afterwards."""

from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size


class Style(NamedTuple):
    """How a cell looks: colours as `#rrggbb`, a terminal's own colour name, or None (default)."""

    fg: str | None = None
    bg: str | None = None
    bold: bool = False
    underline: bool = False
    reverse: bool = False
    dim: bool = False


PLAIN = Style()


class Run(NamedTuple):
    """Neighbouring cells of one style."""

    text: str
    style: Style


Row = tuple[Run, ...]
Write = tuple[int, str, Style]  # the column, what is written from it on, and how


class Grid:
    """A canvas of width × height cells that is written to and then read as rows.

    Writing outside is cut off. A wide character takes two cells; one that is half overwritten
    leaves a blank, so that every row stays exactly `width` cells.
    """

    def __init__(self, width: int, height: int, style: Style = PLAIN) -> None:
        self.width = width
        self.height = height
        self._style = style
        # What is written on each row, in that order. A frame is drawn for every change, and most
        # of its rows are written as they were for the last one, or for others at the same table.
        self._writes: list[list[Write]] = [[] for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Write `text` from column x of row y on; the column behind it."""
        if 0 <= y < self.height and text:
            self._writes[y].append((x, text, style))
        return x + _cells(text)

    def fill(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        """Blank a rectangle in a style."""
        for line in range(y, y + height):
            self.put(x, line, " " * width, style)

    def rows(self) -> tuple[Row, ...]:
        """All rows, neighbouring cells of one style joined."""
        return tuple(_row(self.width, self._style, tuple(writes)) for writes in self._writes)

    def line(self, y: int) -> str:
        """Row y without its styles."""
        row = _row(self.width, self._style, tuple(self._writes[y]))
        return "".join(run.text for run in row)

    def text(self) -> tuple[str, ...]:
        """All rows without their styles."""
        return tuple(self.line(y) for y in range(self.height))


@lru_cache(2048)
def _row(width: int, style: Style, writes: tuple[Write, ...]) -> Row:
    """A row of that style once all of that has been written on it."""
    line = _Line(width, style)
    for x, text, written in writes:
        line.put(x, text, written)
    return line.joined()


class _Line:
    """The cells of one row."""

    def __init__(self, width: int, style: Style) -> None:
        self._width = width
        # Signs and styles apart: slices of them are handled in one go each. The right half of a
        # wide character is an empty string.
        self._signs = [" "] * width
        self._styles = [style] * width
        # Where something that was written begins or ends: the style changes nowhere else.
        self._edges: set[int] = set()

    def put(self, x: int, text: str, style: Style) -> None:
        """Write `text` from column x on."""
        end = x + len(text)
        if x >= 0 and end <= self._width and narrow(text):
            signs = self._signs
            if signs[x] == "":
                signs[x - 1] = " "
            if end < self._width and signs[end] == "":
                signs[end] = " "
            signs[x:end] = text
            self._styles[x:end] = [style] * len(text)
            self._edges.update((x, end))
            return
        for character in text:
            size = cell_len(character)
            if size and x >= 0 and x + size <= self._width:
                self._set(x, character, size, style)
            x += size

    def _set(self, x: int, character: str, size: int, style: Style) -> None:
        signs, styles = self._signs, self._styles
        for column in (x, x + size - 1):
            held = signs[column]
            if held == "" and column == x:
                signs[column - 1] = " "
            elif column < self._width - 1 and signs[column + 1] == "" and held != "":
                signs[column + 1] = " "
        signs[x], styles[x] = character, style
        if size == 2:
            signs[x + 1], styles[x + 1] = "", style
        self._edges.update((x, x + size))

    def joined(self) -> Row:
        """What stands there, neighbouring cells of one style joined."""
        signs, styles = self._signs, self._styles
        runs: list[Run] = []
        start = 0
        for edge in sorted(self._edges):
            if start < edge < self._width and styles[edge] != styles[start]:
                runs.append(Run("".join(signs[start:edge]), styles[start]))
                start = edge
        if start < self._width:
            runs.append(Run("".join(signs[start:]), styles[start]))
        return tuple(runs)


@lru_cache(4096)
def narrow(text: str) -> bool:
    """Whether every character of `text` takes exactly one cell."""
    return all(cell_len(character) == 1 for character in text)


@lru_cache(4096)
def _cells(text: str) -> int:
    """How many cells the characters of `text` take, each by itself."""
    return sum(map(cell_len, text))


def cut(text: str, width: int) -> str:
    """`text` in at most `width` cells, the last one an ellipsis where something was cut."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - 1)).rstrip() + "…" if width else ""


def wrapped(text: str, width: int, first: int = 0) -> list[str]:
    """`text` in lines of at most `width` cells, broken at blanks, longer words anywhere.

    The first line leaves `first` cells for what stands before it.
    """
    lines: list[str] = []
    line, room = "", width - first
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if cell_len(longer) <= room:
            line = longer
            continue
        if line or room < width:
            lines.append(line)
            line, room = "", width
        for letter in word:
            if line and cell_len(line) + cell_len(letter) > width:
                lines.append(line)
                line = ""
            line += letter
    return [*lines, line] if line else lines


def tail(text: str, width: int) -> str:
    """The end of `text` in at most `width` cells."""
    room = width
    for place in range(len(text) - 1, -1, -1):
        room -= cell_len(text[place])
        if room < 0:
            return text[place + 1 :]
    return text


def padded(text: str, width: int) -> str:
    """`text` in exactly `width` cells."""
    return set_cell_size(cut(text, width), width)
