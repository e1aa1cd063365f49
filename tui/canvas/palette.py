"""The palette of a session: by what its terminal can show, theme and deck; never reduced by chance.

Every combination is written out colour by colour (`themes`), as ux 3.2 asks for it.
"""

from functools import lru_cache

from msgspec.structs import replace

from tui.canvas.roles import Deck, Depth, Face, Palette, Theme, Tone, bold, on
from tui.canvas.themes import PALETTES

__all__ = ("Deck", "Depth", "Face", "Palette", "Theme", "Tone", "bold", "on", "palette")

# Whose colours the suits of a deck in two colours have.
_LIKE = {"s": "s", "h": "h", "d": "h", "c": "s"}


def palette(
    depth: Depth, ascii: bool = False, theme: Theme = "dark", deck: Deck = "four"
) -> Palette:
    """The palette of a terminal with that many colours."""
    return _made(depth, ascii, theme, deck)


@lru_cache
def _made(depth: Depth, ascii: bool, theme: Theme, deck: Deck) -> Palette:
    chosen = PALETTES[theme, depth]
    if deck == "two":
        chosen = _two(chosen)
    return replace(chosen, ascii=True, outlines=False, brackets=True) if ascii else chosen


def _two(chosen: Palette) -> Palette:
    """The same in two colours of suits."""
    return replace(
        chosen,
        suits={suit: chosen.suits[like] for suit, like in _LIKE.items()},
        face_suits={suit: chosen.face_suits[like] for suit, like in _LIKE.items()},
        tokens={suit: chosen.tokens[like] for suit, like in _LIKE.items()},
    )
