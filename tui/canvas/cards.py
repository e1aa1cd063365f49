"""Cards in three sizes, tokens, and cards in text (ux 3.1)."""

import re
from collections.abc import Iterable

from rich.cells import cell_len

from engine.kit.ranking import HandName
from engine.values.cards import Card, Cell, Empty, Hidden, Token
from tui.canvas.cells import Style, cut
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Pen, Span, Spans
from tui.locale import Words

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_LETTERS = {glyph: suit for suit, glyph in SUITS.items()}
_CARD_TEXT = re.compile(r"((?:10|[1-9AKQJDB])?[♠♥♦♣])")

INLINE, SMALL, LARGE = (3, 1), (5, 3), (7, 5)
SHORT = 20  # cells of a hand's short name


def letter(rank: str, words: Words) -> str:
    """A rank as it stands on a card: A K D B 10 in German, A K Q J 10 in English."""
    return words(f"cards.letter.{rank}")


def name(card: Card, words: Words) -> str:
    """A card in text: `D♣`."""
    return letter(card.rank, words) + SUITS[card.suit]


def names(cells: tuple[Cell, ...], words: Words) -> str:
    """The known cards among the cells in text, a blank between them."""
    return " ".join(name(cell, words) for cell in cells if isinstance(cell, Card) and cell.known)


def coloured(text: str, style: Style, palette: Palette) -> Spans:
    """`text` with every suit and card in its suit's colour."""
    spans: list[Span] = []
    for part in _CARD_TEXT.split(text):
        if part:
            suit = _LETTERS.get(part[-1])
            spans.append((part, palette.suits[suit] if suit else style))
    return tuple(spans)


def inline(pen: Pen, x: int, y: int, cell: Cell, state: Face = "normal") -> None:
    """A card of 3×1: the rank right-aligned in two cells, the suit last."""
    if isinstance(cell, Card) and cell.known:
        text = letter(cell.rank, pen.words).rjust(2) + SUITS[cell.suit]
        pen.put(x, y, text, pen.palette.face(cell.suit, state))
    elif isinstance(cell, Empty):
        pen.put(x, y, " · ", pen.palette.faint)
    else:
        pen.spans(x, y, inline_spans((cell,), pen.palette, pen.words))


def inline_spans(
    cells: Iterable[Cell], palette: Palette, words: Words, state: Face = "normal"
) -> Spans:
    """Cards of 3×1 as a piece of text, a blank between them; empty places are left out."""
    spans: list[Span] = []
    for cell in cells:
        if isinstance(cell, Empty):
            continue
        if spans:
            spans.append((" ", palette.text))
        if isinstance(cell, Card) and cell.known:
            text = letter(cell.rank, words).rjust(2) + SUITS[cell.suit]
            spans.append((text, palette.face(cell.suit, state)))
        elif isinstance(cell, Token):
            spans.append((f"({cell.number})", palette.tokens[cell.suit]))
        else:
            spans.append(("▓▓▓", palette.pattern))
    return tuple(spans)


def small(pen: Pen, x: int, y: int, cell: Cell, state: Face = "normal") -> None:
    """A card of 5×3: rank top left, suit in the middle, rank bottom right."""
    _block(pen, x, y, SMALL, cell, state)


def large(pen: Pen, x: int, y: int, cell: Cell, state: Face = "normal") -> None:
    """A card of 7×5: rank and suit in two corners, the suit in the middle."""
    _block(pen, x, y, LARGE, cell, state)


def token(pen: Pen, x: int, y: int, number: int, style: Style) -> None:
    """A token of 3×1, never card-shaped: `(4)`."""
    pen.put(x, y, f"({number})", style)


def own_hidden(pen: Pen, x: int, y: int, size: tuple[int, int], *, dead: bool = False) -> None:
    """The card that all but its owner see: a back with `?` along its diagonal; dimmed once dead."""
    width, height = size
    back = pen.palette.card_back
    if _bare(pen.palette):
        _fill(pen, x, y, size, "▓", pen.palette.faint if dead else pen.palette.pattern)
    else:
        _fill(pen, x, y, size, " ", back)
    style = pen.palette.pattern if dead else bold(back)
    for place, row in ((1, 0), (width // 2, height // 2), (width - 2, height - 1)):
        pen.put(x + place, y + row, "?", style)


def own_chip(palette: Palette) -> Span:
    """The same of 3×1."""
    return ("▓?▓", palette.pattern) if _bare(palette) else (" ? ", bold(palette.card_back))


def own_chips(count: int, palette: Palette) -> Spans:
    """So many of them, a blank between two."""
    return (((" ", palette.text), own_chip(palette)) * count)[1:]


def _bare(palette: Palette) -> bool:
    """Whether backs need a pattern: they have no colour, or that of the band they may lie on."""
    return palette.card_back.bg in {None, palette.turn.bg}


def _block(pen: Pen, x: int, y: int, size: tuple[int, int], cell: Cell, state: Face) -> None:
    width, height = size
    palette = pen.palette
    if isinstance(cell, Empty):
        _corners(pen, x, y, size)
    elif isinstance(cell, Hidden) or (isinstance(cell, Card) and not cell.known):
        _fill(pen, x, y, size, "▓", palette.pattern)
    elif isinstance(cell, Token):
        token(pen, x + width // 2 - 1, y + height // 2, cell.number, palette.tokens[cell.suit])
    else:
        face = palette.face(cell.suit, state)
        rank, suit = letter(cell.rank, pen.words), SUITS[cell.suit]
        both = size == LARGE
        _fill(pen, x, y, size, " ", face._replace(underline=False))
        pen.put(x + 1, y, rank + suit * both, face)
        pen.put(x + width // 2, y + height // 2, suit, face._replace(underline=False))
        last = suit * both + rank
        pen.put(x + width - 1 - len(last), y + height - 1, last, face)


def _corners(pen: Pen, x: int, y: int, size: tuple[int, int]) -> None:
    width, height = size
    faint = pen.palette.faint
    for row in range(height):
        if row == 0:
            ends = "┌─", "─┐"
        elif row == height - 1:
            ends = "└─", "─┘"
        elif height == 3 or row != height // 2:
            ends = "│", "│"
        else:
            continue
        pen.put(x, y + row, ends[0], faint)
        pen.put(x + width - len(ends[1]), y + row, ends[1], faint)


def _fill(pen: Pen, x: int, y: int, size: tuple[int, int], character: str, style: Style) -> None:
    width, height = size
    for row in range(y, y + height):
        pen.put(x, row, character * width, style)


# ── names of hands ─────────────────────────────────────────────────────────────────────────────


def hand_lines(hand: HandName, words: Words) -> tuple[str, str, str]:
    """A hand's name in three lines: its kind, what makes it, what decides further."""
    kind, ranks = hand.name, hand.ranks
    used = {"two_pair": 2, "full_house": 2}.get(kind, 1)
    rest = " ".join(letter(rank, words) for rank in ranks[used:])
    further = ""
    if rest:
        further = words("cards.below" if kind == "flush" else "cards.kicker", letters=rest)
    detail = words(f"cards.detail.{kind}", **_facts(ranks, words))
    return words(f"cards.name.{kind}"), detail, further


def hand_line(hand: HandName, words: Words) -> str:
    """A hand's name in one line: `Zwei Paare, Damen und Achten`."""
    kind, detail, _ = hand_lines(hand, words)
    return f"{kind}, {detail}" if detail else kind


def hand_short(hand: HandName, words: Words, room: int = SHORT) -> str:
    """A hand's name in at most `room` cells, as the showdown lists it; late kickers go first."""
    for last in range(len(hand.ranks), 0, -1):
        text = words(f"cards.short.{hand.name}", **_facts(hand.ranks[:last], words))
        text = text.rstrip(", ")
        if cell_len(text) <= room:
            break
    else:
        text = cut(words(f"cards.name.{hand.name}"), room)
    return text[:1].upper() + text[1:]


def _facts(ranks: str, words: Words) -> dict[str, str]:
    first = ranks[0] if ranks else "A"
    second = ranks[1] if len(ranks) > 1 else first
    return {
        "first": words(f"cards.rank.{first}"),
        "second": words(f"cards.rank.{second}"),
        "many": words(f"cards.ranks.{first}"),
        "more": words(f"cards.ranks.{second}"),
        "a": letter(first, words),
        "b": letter(second, words),
        "rest": " ".join(letter(rank, words) for rank in ranks[1:]),
    }
