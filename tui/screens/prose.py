"""A small part of Markdown as lines of a width: paragraphs, lists, quotes, words in bold."""

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from rich.cells import cell_len

from tui.locale.rules import Rules

Kind = Literal["text", "head", "quote", "blank"]
Span = tuple[str, bool]

_BOLD = re.compile(r"\*\*(.+?)\*\*")
_ITEM = re.compile(r"(?:[-•]|\d+\.) ")


class ProseLine(NamedTuple):
    """One line: what it is, and its spans, each with whether it is bold."""

    kind: Kind
    spans: tuple[Span, ...]

    @property
    def text(self) -> str:
        """The line without its weights."""
        return "".join(text for text, _ in self.spans)


BLANK = ProseLine("blank", ())


def prose(markdown: str, width: int) -> list[ProseLine]:
    """The text as lines of at most `width` cells."""
    lines: list[ProseLine] = []
    for block in re.split(r"\n\s*\n", markdown.strip()):
        if lines:
            lines.append(BLANK)
        if block.startswith("#"):
            lines.append(ProseLine("head", ((block.lstrip("# "), True),)))
        elif block.startswith("> "):
            quoted = " ".join(line.removeprefix(">").strip() for line in block.splitlines())
            lines += [ProseLine("quote", line) for line in _wrap(quoted, width - 2)]
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
        for number, spans in enumerate(_wrap(text, width - indent)):
            lead = mark_text if number == 0 else " " * indent
            lines.append(ProseLine("text", ((lead, False), *spans) if lead else spans))
    return lines


def _wrap(text: str, width: int) -> list[tuple[Span, ...]]:
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


def plain(known: Rules, width: int) -> str:
    """Rules as plain text for a pipe or a file."""
    return _written(known, width, lambda text: text)


def styled(known: Rules, width: int) -> str:
    """Rules for a terminal, with bold heads and words."""
    return _written(known, width, lambda text: f"\x1b[1m{text}\x1b[0m")


def _written(known: Rules, width: int, strong: Callable[[str], str]) -> str:
    written = [strong(known.title)]
    for section in known.sections:
        written += ["", strong(section.title), ""]
        for line in prose(section.text, width - 2):
            lead = "| " if line.kind == "quote" else "  " if line.kind != "blank" else ""
            spans = (strong(text) if bold else text for text, bold in line.spans)
            written.append((lead + "".join(spans)).rstrip())
    return "\n".join(written)
