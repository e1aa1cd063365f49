"""Writes set lines on a page, cards and marks in the colours of its palette."""

import re
from collections.abc import Callable
from itertools import chain

from rich.color import ColorSystem

from engine.values.cards import Card, Cell, Token
from tui.canvas.cards import coloured, inline, small
from tui.canvas.cells import Style
from tui.canvas.palette import Depth, Palette
from tui.canvas.pen import Pen, Span
from tui.canvas.strip import rich_style
from tui.screens.paint import Page
from tui.screens.typeset import Placed, ProseLine

_SYSTEMS: dict[Depth, ColorSystem] = {
    "true": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "16": ColorSystem.STANDARD,
    "mono": ColorSystem.STANDARD,
}
_MARKS = re.compile(r"([✓✗★])")


def write(page: Page, x: int, y: int, line: ProseLine, found: str = "") -> None:
    """A line from column x of row y on, the text that was `found` as what is chosen."""
    column = x
    for text, bold in line.spans:
        style: Style = page.looks.strong if bold else page.palette.text
        if line.kind == "head":
            style = page.looks.strong_accent
        for piece, look in _found(text, style, page, found):
            column = page.put(column, y, piece, look)
    for placed in line.cards:
        _deal(page, x + placed.x, y, placed)


def _found(text: str, style: Style, page: Page, found: str) -> list[Span]:
    """A piece of text, what was looked for apart from the rest."""
    if not found:
        return _looks(text, style, page.palette)
    parts = re.split(f"({re.escape(found)})", text, flags=re.IGNORECASE)
    return [
        span
        for place, part in enumerate(parts)
        for span in (
            [(part, page.looks.chosen)] if place % 2 else _looks(part, style, page.palette)
        )
    ]


def _looks(text: str, style: Style, palette: Palette) -> list[Span]:
    """A piece of text with its cards and its marks each in their own colour."""
    marks = {"✓": palette.good, "✗": palette.bad, "★": palette.accent}
    parts = (
        ((part, marks[part]),) if part in marks else coloured(part, style, palette)
        for part in _MARKS.split(text)
    )
    return list(chain.from_iterable(parts))


def _deal(page: Page, x: int, y: int, placed: Placed) -> None:
    if placed.row is None:
        inline(page, x, y, placed.cell)
        return
    # Of a high card one row: the others may be scrolled out of sight.
    pen = Pen(5, 3, page.palette, page.words)
    small(pen, 0, 0, placed.cell)
    page.spans(x, y, pen.rows()[placed.row])


def dealt(palette: Palette) -> Callable[[Cell, str], str]:
    """Writes cells for a terminal, in the colours of a palette."""

    def deal(cell: Cell, text: str) -> str:
        if isinstance(cell, Card) and cell.known:
            style = palette.face(cell.suit)
        elif isinstance(cell, Token):
            style = palette.tokens[cell.suit]
        else:
            style = palette.faint
        look = rich_style(style)
        if palette.depth == "mono":
            look = look.without_color
        return look.render(text, color_system=_SYSTEMS[palette.depth])

    return deal
