"""How things are said where there are no colours and no places: one plain line a sentence."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Literal

from engine.values.cards import Card, Cell, Hidden
from tui.canvas import cards as named
from tui.canvas.cards import SUITS
from tui.canvas.cells import wrapped
from tui.canvas.frame import spread
from tui.canvas.palette import Palette, palette
from tui.canvas.plain import clean, letters, spelled
from tui.locale import Lang, Words

# How a card is called: `Dh`, `Herz Dame`, or with its sign where the terminal has that.
Style = Literal["short", "words", "signs"]

NARROW = 20  # columns in which words are not kept together

_SUIT_OF = {sign: suit for suit, sign in SUITS.items()}
_CARD = re.compile(r"(?P<rank>10|[2-9AKQJDB])?(?P<suit>[♠♥♦♣])")
_BETWEEN = re.compile(r"(?<=[♠♥♦♣]) (?=(?:10|[2-9AKQJDB])[♠♥♦♣])")
_EDGES = re.compile(r"^[\s─▸✗✓•!|]+|[\s─]+$")
# What is drawn between words is heard as a pause or as nothing.
_SAID = {
    " · ": ", ",
    "·": "-",
    " | ": " / ",
    "−": "-",
    "–": "-",
    "…": "...",
    "½": "1/2",
    "⅔": "2/3",
    "≤": "<=",
    "→": "->",
    "²": "2",
    "×": "x",
    "±": "+-",
    "▸ ": "",
    "✓": "+",
    "✗": "x",
    "★": "*",
    "▓": "?",
}
_DRAWN = re.compile(r"[\u2500-\u25ff\u2600-\u27bf]")


def folded(line: str, width: int) -> list[str]:
    """A line in rows that a terminal of `width` columns does not break; 0: as it is."""
    return (wrapped(line, width - 1) or [""]) if width > NARROW else [line]


@cache
def _words(lang: Lang, letters: Lang) -> Words:
    """The words of a language; the sessions of a process share them."""
    return Words(lang, letters)


class Voice:
    """One session's language, letters and names of cards."""

    def __init__(
        self, lang: Lang, *, ascii: bool, style: Style = "short", letters: Lang | None = None
    ) -> None:
        """`letters`: whose letters stand on cards, None: those of the language."""
        self.ascii = ascii
        self._letters = letters
        self.style: Style = style
        self.palette: Palette = palette("mono")
        self.speak(lang)

    def speak(self, lang: Lang) -> None:
        """Go on in that language."""
        self.words = _words(lang, self._letters or lang)
        ranks = [(rank, self.words(f"cards.letter.{rank}")) for rank in "23456789TJQKA"]
        self._rank_of = {letter: rank for rank, letter in ranks}

    def __call__(self, key: str, /, **facts: object) -> str:
        """A sentence of topic `lines`."""
        return self.words(f"lines.{key}", **facts)

    def line(self, text: str) -> str:
        """`text` as one line that any terminal shows and any voice reads."""
        said = _EDGES.sub("", clean(text))
        for drawn, spoken in _SAID.items():
            said = said.replace(drawn, spoken)
        if self.style == "words":
            # Names of several words need a pause between them.
            said = _BETWEEN.sub(", ", said)
        if self.style != "signs" or self.ascii:
            said = _CARD.sub(self._spoken, said)
        said = _DRAWN.sub(lambda sign: sign[0] if sign[0] in _SUIT_OF else "", said)
        said = re.sub(r" {2,}", " ", said).strip()
        return letters(spelled(said)) if self.ascii else said

    def listed(self, names: Iterable[str]) -> str:
        """Names in a sentence: `Ben, Carla und Dan`."""
        return spread([clean(name) for name in names], self.words)

    def card(self, card: Card) -> str:
        """One card's name."""
        return self.line(named.name(card, self.words))

    def cards(self, cells: Iterable[Cell]) -> str:
        """Cards in a row, hidden ones as `?`; empty places are left out."""
        told = []
        for cell in cells:
            if isinstance(cell, Card) and cell.known:
                told.append(self.card(cell))
            elif isinstance(cell, Card | Hidden):
                told.append("?")
        return (", " if self.style == "words" else " ").join(told)

    def _spoken(self, found: re.Match[str]) -> str:
        suit = _SUIT_OF[found["suit"]]
        rank = self._rank_of.get(found["rank"] or "")
        if found["rank"] is None or rank is None:
            return (found["rank"] or "") + self.words(f"cards.suit.{suit}")
        if self.style == "words":
            return self(
                "card",
                suit=self.words(f"cards.suit.{suit}"),
                rank=self.words(f"cards.rank.{rank}"),
            )
        return found["rank"] + suit
