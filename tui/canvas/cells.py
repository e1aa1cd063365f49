"""Rows of styled cells: what every layout draws on, whatever shows them afterwards."""

from functools import lru_cache
from itertools import groupby
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


class Grid:
    """A canvas of width × height cells that is written to and then read as rows.

    Writing outside is cut off. A wide character takes two cells; one that is half overwritten
    leaves a blank, so that every row stays exactly `width` cells.
    """

    def __init__(self, width: int, height: int, style: Style = PLAIN) -> None:
        self.width = width
        self.height = height
        # Signs and styles apart: slices and groups of them are handled in one go each, and a
        # frame of thousands of cells is drawn for every change. The right half of a wide
        # character is an empty string.
        self._signs: list[list[str]] = [[" "] * width for _ in range(height)]
        self._styles: list[list[Style]] = [[style] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Write `text` from column x of row y on; the column behind it."""
        if not text:
            return x
        end = x + len(text)
        if 0 <= y < self.height and x >= 0 and end <= self.width and narrow(text):
            signs = self._signs[y]
            if signs[x] == "":
                signs[x - 1] = " "
            if end < self.width and signs[end] == "":
                signs[end] = " "
            signs[x:end] = text
            self._styles[y][x:end] = [style] * len(text)
            return end
        for character in text:
            size = cell_len(character)
            if size == 0:
                continue
            if 0 <= y < self.height and x >= 0 and x + size <= self.width:
                self._set(x, y, character, size, style)
            x += size
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        """Blank a rectangle in a style."""
        for line in range(y, y + height):
            self.put(x, line, " " * width, style)

    def _set(self, x: int, y: int, character: str, size: int, style: Style) -> None:
        signs, styles = self._signs[y], self._styles[y]
        for column in (x, x + size - 1):
            held = signs[column]
            if held == "" and column == x:
                signs[column - 1] = " "
            elif column < self.width - 1 and signs[column + 1] == "" and held != "":
                signs[column + 1] = " "
        signs[x], styles[x] = character, style
        if size == 2:
            signs[x + 1], styles[x + 1] = "", style

    def rows(self) -> tuple[Row, ...]:
        """All rows, neighbouring cells of one style joined."""
        return tuple(map(_joined, self._signs, self._styles))

    def line(self, y: int) -> str:
        """Row y without its styles."""
        return "".join(self._signs[y])

    def text(self) -> tuple[str, ...]:
        """All rows without their styles."""
        return tuple(self.line(y) for y in range(self.height))


def _joined(signs: list[str], styles: list[Style]) -> Row:
    runs: list[Run] = []
    start = 0
    for style, group in groupby(styles):
        end = start + len(list(group))
        runs.append(Run("".join(signs[start:end]), style))
        start = end
    return tuple(runs)


@lru_cache(4096)
def narrow(text: str) -> bool:
    """Whether every character of `text` takes exactly one cell."""
    return all(cell_len(character) == 1 for character in text)


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
