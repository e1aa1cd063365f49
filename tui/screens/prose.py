"""A small part of Markdown as lines of a width: paragraphs, lists, quotes, examples in cards."""

import re
from collections.abc import Callable, Iterable

from rich.cells import cell_len

from engine.values.cards import Card, Cell, Empty, Token
from tui.canvas.cards import SUITS, letter
from tui.locale import Words
from tui.locale.rules import Rules
from tui.screens.examples import example, is_example
from tui.screens.typeset import BLANK, ProseLine, wrap

_ITEM = re.compile(r"(?:[-•]|\d+\.) ")
# How a span or a card is written for a shell.
Write = Callable[[str, bool], str]
Deal = Callable[[Cell, str], str]


def prose(markdown: str, width: int, *, high: bool = True) -> list[ProseLine]:
    """The text as lines of at most `width` cells; `high`: cards may take three of them."""
    lines: list[ProseLine] = []
    for block in re.split(r"\n\s*\n", markdown.strip()):
        if lines:
            lines.append(BLANK)
        if block.startswith("#"):
            lines.append(ProseLine("head", ((block.lstrip("# "), True),)))
        elif block.startswith("> "):
            quoted = " ".join(line.removeprefix(">").strip() for line in block.splitlines())
            lines += [ProseLine("quote", line) for line in wrap(quoted, width - 2)]
        elif is_example(block):
            lines += example(block, width, high=high)
        else:
            lines += _paragraph(block, width)
    return lines


def _paragraph(block: str, width: int) -> list[ProseLine]:
    items: list[tuple[str, str]] = []
    for line in block.splitlines():
        mark = _ITEM.match(line)
        if mark:
            shown = "• " if mark[0][0] in "-•" else mark[0]
            items.append((shown, line[mark.end() :]))
        elif items:
            items[-1] = (items[-1][0], f"{items[-1][1]} {line.strip()}")
        else:
            items.append(("", line))
    lines: list[ProseLine] = []
    for mark_text, text in items:
        indent = cell_len(mark_text)
        for number, spans in enumerate(wrap(text, width - indent)):
            lead = mark_text if number == 0 else " " * indent
            lines.append(ProseLine("text", ((lead, False), *spans) if lead else spans))
    return lines


# ── for a shell ────────────────────────────────────────────────────────────────────────────────


def plain(known: Rules, width: int, words: Words) -> str:
    """Rules as plain text for a pipe or a file."""
    return _written(known, width, words, lambda text, strong: text, lambda cell, text: text)


def styled(known: Rules, width: int, words: Words, deal: Deal) -> str:
    """Rules for a terminal, with bold heads and words; `deal` writes a card in its colours."""

    def write(text: str, strong: bool) -> str:
        return f"\x1b[1m{text}\x1b[0m" if strong else text

    return _written(known, width, words, write, deal)


def _written(known: Rules, width: int, words: Words, write: Write, deal: Deal) -> str:
    written = [write(known.title, True)]
    for section in known.sections:
        written += ["", write(section.title, True), ""]
        for line in prose(section.text, width - 2, high=False):
            lead = "| " if line.kind == "quote" else "  " if line.kind != "blank" else ""
            pieces = (
                write(text, strong) if cell is None else deal(cell, text)
                for text, strong, cell in _pieces(line, words)
            )
            written.append((lead + "".join(pieces)).rstrip())
    return "\n".join(written)


def _pieces(line: ProseLine, words: Words) -> Iterable[tuple[str, bool, Cell | None]]:
    """A line's spans and its cards, in order."""
    cards = list(line.cards)
    x = 0
    for text, strong in line.spans:
        rest, end = text, x + cell_len(text)
        while cards and cards[0].x < end:
            placed = cards.pop(0)
            yield rest[: placed.x - x], strong, None
            yield spoken(placed.cell, words), False, placed.cell
            rest, x = rest[placed.x - x + 3 :], placed.x + 3
        yield rest, strong, None
        x = end


def spoken(cell: Cell, words: Words) -> str:
    """A cell in text of three cells: ` Q♣`."""
    match cell:
        case Card() if cell.known:
            return (letter(cell.rank, words) + SUITS[cell.suit]).rjust(3)
        case Token():
            return f"({cell.number})"
        case Empty():
            return " · "
        case _:
            return " ??"
