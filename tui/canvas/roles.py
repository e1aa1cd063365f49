"""What a palette is: the looks of every role of text, surface, card and control (ux 3.2)."""

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from tui.canvas.cells import Style

Depth = Literal["true", "256", "16", "mono"]
Theme = Literal["dark", "light", "contrast"]
Deck = Literal["four", "two"]
Tone = Literal["normal", "good", "gold", "danger"]
Face = Literal["normal", "alternate", "chosen", "ghost", "wins", "dead"]


class Palette(Struct, frozen=True):
    """Every role's looks at one depth; a colour of None is the terminal's default.

    Roles of text have no background of their own: `on` lays them over a surface. Suits and
    tokens are keyed by the suit letters `c d h s`. `ascii` asks for letters in place of suits,
    frames and symbols; `outlines` for ♡ ♢ in place of ♥ ♦; `brackets` for `[f] Fold` in place
    of coloured buttons. `keys` are the letters that this person has chosen, by act (tui/keymap.py):
    keys are printed in as many ways as there are people.
    """

    depth: Depth
    ascii: bool
    outlines: bool
    brackets: bool
    # text
    text: Style
    muted: Style
    faint: Style
    accent: Style
    good: Style
    bad: Style
    info: Style
    special: Style
    suits: dict[str, Style]
    # surfaces
    back: Style
    play: Style
    head: Style
    turn: Style
    failed: Style
    drawer: Style
    field: Style
    # cards, tokens, marks
    faces: dict[Face, Style]
    face_suits: dict[str, str | None]
    card_back: Style
    pattern: Style
    tokens: dict[str, Style]
    token_own: Style
    token_chosen: Style
    badge: Style
    # controls
    buttons: dict[Tone, Style]
    disabled: Style
    track: Style
    keys: dict[str, str] = {}

    def face(self, suit: str, state: Face = "normal") -> Style:
        """A card of that suit, face up."""
        face = self.faces[state]
        return face._replace(
            fg=self.face_suits[suit], bold=state != "dead", underline=state == "wins"
        )


@lru_cache(4096)
def on(style: Style, surface: Style) -> Style:
    """`style` as it looks on a surface, which may also make it bold or reversed."""
    return Style(
        fg=style.fg,
        bg=style.bg if style.bg is not None else surface.bg,
        bold=style.bold or surface.bold,
        underline=style.underline,
        reverse=style.reverse or surface.reverse,
        dim=style.dim and not surface.bold,
    )


@lru_cache(1024)
def bold(style: Style) -> Style:
    """`style` in bold."""
    return style._replace(bold=True)


def fg(colour: str, *, bold: bool = False) -> Style:
    """A role of text: its colour lies over any surface."""
    return Style(fg=colour, bold=bold)


def bg(colour: str) -> Style:
    """A surface."""
    return Style(bg=colour)
