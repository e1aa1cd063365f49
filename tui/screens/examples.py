"""Worked examples in the rules: lines of cards and what is said of them, set in columns.

A block whose lines begin with `::` is one example. A line is a label, cells, and what is said of
them:

    :: Anna (2) | As Jd | {pair}, A Q J ✓

Cells are cards, `??` for one face down, `__` for a free place, `(3)s` for a token, `/` for a gap;
whatever else is text as wide as a card. `:=` begins a line of cards that all others share. With
`:::` and `::=` cards are three rows high where they fit. A name in braces is that of a hand, which
the cards must make.
"""

import re
from collections.abc import Iterable

from msgspec import Struct
from rich.cells import cell_len

from engine.values.cards import Card, Cell, Empty, Hidden, Suit, Token, card
from tui.screens.typeset import BLANK, Placed, ProseLine, Span, wrap

_LEAD = re.compile(r":(?:::?|:?=) ")
_TOKEN = re.compile(r"\((\d)\)([cdhs])")
_CARD = re.compile(r"[2-9TJQKA][cdhs]")
_SUITS: dict[str, Suit] = {"c": "c", "d": "d", "h": "h", "s": "s"}
# Cells that a column of words beside the cards needs.
_BESIDE = 16

Piece = Cell | str | None  # None: a gap
At = tuple[int, Piece]  # from that column on


class Line(Struct, frozen=True):
    """One line: whose cards they are, the cells, what is said of them."""

    label: str
    pieces: tuple[Piece, ...]
    said: str
    shared: bool
    small: bool

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards among the cells."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Card))


def is_example(block: str) -> bool:
    """Whether every line of a block belongs to an example."""
    return all(_LEAD.match(line) for line in block.splitlines())


def lines_of(block: str) -> tuple[Line, ...]:
    """The lines of an example; ValueError if one has not its three parts."""
    return tuple(map(_line, block.splitlines()))


def _line(text: str) -> Line:
    lead, rest = text.split(" ", 1)
    label, cells, said = (part.strip() for part in rest.split("|"))
    pieces = tuple(map(_piece, cells.split()))
    return Line(label, pieces, said, shared=lead.endswith("="), small=len(lead) == 3)


def _piece(text: str) -> Piece:
    if text in ("/", "??", "__"):
        return {"/": None, "??": Hidden(), "__": Empty()}[text]
    token = _TOKEN.fullmatch(text)
    if token:
        return Token(_SUITS[token[2]], int(token[1]), None)
    return card(text) if _CARD.fullmatch(text) else text


# ── in columns ─────────────────────────────────────────────────────────────────────────────────


class _Columns(Struct, frozen=True):
    """Where cells and words of an example begin; a cell's width; all there is."""

    cells: int
    said: int
    size: int
    width: int


def example(block: str, width: int, *, high: bool = True) -> list[ProseLine]:
    """An example as lines of at most `width` cells; `high`: cards may take three rows."""
    lines = lines_of(block)
    small = high and all(line.small for line in lines)
    columns = _columns(lines, 5 if small else 3, width)
    if small and columns.cells + max(_span(line.pieces, 5) for line in lines) > width:
        small, columns = False, _columns(lines, 3, width)
    rows: list[ProseLine] = []
    for line in lines:
        if small and rows:
            # Two cards are not to look like one.
            rows.append(BLANK)
        rows += _rows(line, columns)
    return rows


def _columns(lines: tuple[Line, ...], size: int, width: int) -> _Columns:
    labels = max(cell_len(line.label) for line in lines)
    begin = labels + 2 if labels else 0
    if begin + 3 * (size + 1) > width:
        begin = 2
    # Words stand behind the longest line that has any.
    ends = (begin + _span(line.pieces, size) for line in lines if line.said)
    return _Columns(begin, max(ends, default=begin) + 2, size, width)


def _span(pieces: Iterable[Piece], size: int) -> int:
    """How wide cells are together, a blank between two."""
    return sum(1 + (1 if piece is None else size) for piece in pieces) - 1


def _rows(line: Line, columns: _Columns) -> list[ProseLine]:
    """A line in as many rows as it takes: the words beside the cells, or below them."""
    cells = _broken(line.pieces, columns)
    room = columns.width - columns.said
    beside = len(cells) == 1 and (room >= _BESIDE or room >= cell_len(line.said.replace("**", "")))
    x = columns.said if beside else columns.cells
    words = wrap(line.said, columns.width - x) if line.said else []
    above = [] if cell_len(line.label) + 2 <= columns.cells or not line.label else [line.label]
    rows = [ProseLine("text", ((label, False),)) for label in above]
    label = "" if above else line.label
    if columns.size == 5:
        return rows + _high(label, cells[0], words, x, beside=beside)
    for number, row in enumerate(cells):
        said = words[0] if beside and words else ()
        rows.append(_row(label if number == 0 else "", row, said, x))
    rows += [_row("", (), said, x) for said in (words[1:] if beside else words)]
    return rows


def _high(
    label: str, cells: list[At], words: list[tuple[Span, ...]], x: int, *, beside: bool
) -> list[ProseLine]:
    """Cards of three rows; a single line of words, as the label, beside the middle one."""
    first = 1 if len(words) == 1 else 0
    rows: list[ProseLine] = []
    for row in range(max(3, first + len(words)) if beside else 3):
        said = words[row - first] if beside and 0 <= row - first < len(words) else ()
        middle = [(at, piece) for at, piece in cells if isinstance(piece, str)]
        shown = [(at, piece) for at, piece in cells if not isinstance(piece, str)]
        placed = (*shown, *(middle if row == 1 else ())) if row < 3 else ()
        rows.append(_row(label if row == 1 else "", placed, said, x, row))
    return rows if beside else [*rows, *(_row("", (), said, x) for said in words)]


def _broken(pieces: tuple[Piece, ...], columns: _Columns) -> list[list[At]]:
    """Cells with their columns, in rows that fit."""
    rows: list[list[At]] = [[]]
    x = columns.cells
    for piece in pieces:
        size = 1 if piece is None else columns.size
        if x + size > columns.width and rows[-1]:
            rows.append([])
            x = columns.cells
        rows[-1].append((x, piece))
        x += size + 1
    return rows


def _row(
    label: str, cells: Iterable[At], said: tuple[Span, ...], x: int, row: int | None = None
) -> ProseLine:
    cells = tuple(cells)
    size = 3 if row is None else 5
    texts: list[tuple[int, tuple[Span, ...]]] = [(0, ((label, False),))] if label else []
    texts += [(at, ((piece.rjust(size), False),)) for at, piece in cells if isinstance(piece, str)]
    placed = tuple(
        Placed(at, piece, row)
        for at, piece in cells
        if piece is not None and not isinstance(piece, str)
    )
    if said:
        texts.append((x, said))
    spans: list[Span] = []
    end = 0
    # What has no words at its end is blank as far as its cards go.
    last = max((place.x + size for place in placed), default=0)
    for at, parts in [*texts, (last, ())]:
        if at > end:
            spans.append((" " * (at - end), False))
            end = at
        for text, bold in parts:
            spans.append((text, bold))
            end += cell_len(text)
    return ProseLine("text", tuple(spans), placed)
