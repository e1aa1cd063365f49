"""Lines of text with words in bold and with cards: what the rules are set in."""

import re
from typing import Literal, NamedTuple

from rich.cells import cell_len

from engine.values.cards import Cell

Kind = Literal["text", "head", "quote", "blank"]
Span = tuple[str, bool]

_BOLD = re.compile(r"\*\*(.+?)\*\*")


class Placed(NamedTuple):
    """A card at a column of a line; `row` is which of its three rows (None: it has one only)."""

    x: int
    cell: Cell
    row: int | None = None


class ProseLine(NamedTuple):
    """One line: what it is, its spans, each with whether it is bold, and cards over blanks."""

    kind: Kind
    spans: tuple[Span, ...]
    cards: tuple[Placed, ...] = ()

    @property
    def text(self) -> str:
        """The line without its weights."""
        return "".join(text for text, _ in self.spans)


BLANK = ProseLine("blank", ())


def wrap(text: str, width: int) -> list[tuple[Span, ...]]:
    """Text with words in bold in lines of at most `width` cells."""
    words: list[Span] = []
    for number, part in enumerate(_BOLD.split(text)):
        bold = number % 2 == 1
        pieces = part.split(" ")
        for at, piece in enumerate(pieces):
            words.append((piece, bold))
            if at < len(pieces) - 1:
                words.append((" ", bold))
    lines: list[tuple[Span, ...]] = []
    line: list[Span] = []
    for word in _joined(words):
        size = sum(cell_len(piece) for piece, _ in word)
        used = sum(cell_len(piece) for piece, _ in line)
        if line and used + 1 + size > width:
            lines.append(_merged(line))
            line = []
        elif line:
            line.append((" ", line[-1][1] and word[0][1]))
        line += word
    return [*lines, _merged(line)] if line else lines


def _joined(words: list[Span]) -> list[list[Span]]:
    """Pieces between blanks, each piece with its weight."""
    grouped: list[list[Span]] = []
    fresh = True
    for text, bold in words:
        if text == " ":
            fresh = True
        elif text:
            if fresh:
                grouped.append([])
            grouped[-1].append((text, bold))
            fresh = False
    return grouped


def _merged(line: list[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for text, bold in line:
        if merged and merged[-1][1] == bold:
            merged[-1] = (merged[-1][0] + text, bold)
        else:
            merged.append((text, bold))
    return tuple(merged)
