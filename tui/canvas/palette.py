"""The colours of each terminal: chosen once a session, never reduced by chance (ux 3.2)."""

from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tui.canvas.cells import PLAIN, Style

Depth = Literal["true", "256", "16", "mono"]
Tone = Literal["normal", "good", "gold", "danger"]
Face = Literal["normal", "alternate", "chosen", "ghost", "wins", "dead"]


class Palette(Struct, frozen=True):
    """Every role's looks at one depth; a colour of None is the terminal's default.

    Roles of text have no background of their own: `on` lays them over a surface. Suits and
    tokens are keyed by the suit letters `c d h s`. `ascii` asks for letters in place of suits,
    frames and symbols; `outlines` for ♡ ♢ in place of ♥ ♦; `brackets` for `[f] Fold` in place
    of coloured buttons.
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


def _fg(colour: str, *, bold: bool = False) -> Style:
    return Style(fg=colour, bold=bold)


def _bg(colour: str) -> Style:
    return Style(bg=colour)


_INK = "#10161a"

_TRUE = Palette(
    depth="true",
    ascii=False,
    outlines=False,
    brackets=False,
    text=_fg("#dfe6e2"),
    muted=_fg("#9aaaa3"),
    faint=_fg("#7b8b83"),
    accent=_fg("#f0bf4c"),
    good=_fg("#5fd3bc"),
    bad=_fg("#ff7a5c"),
    info=_fg("#82b6ff"),
    special=_fg("#c8a2ff"),
    suits={
        "s": _fg("#e9edf0"),
        "h": _fg("#ff8f73"),
        "d": _fg("#82b6ff"),
        "c": _fg("#5fd3bc"),
    },
    back=_bg("#0f1513"),
    play=_bg("#12231b"),
    head=_bg("#1d2b26"),
    turn=_bg("#3a3215"),
    failed=_bg("#3a1c1c"),
    drawer=_bg("#141b18"),
    field=_bg("#22302a"),
    faces={
        "normal": _bg("#f3efe4"),
        "alternate": _bg("#ddd8c8"),
        "chosen": _bg("#ffd666"),
        "ghost": _bg("#cfdcd3"),
        "wins": _bg("#ffe08a"),
        "dead": _bg("#c9c5b7"),
    },
    face_suits={"s": "#15171c", "h": "#c43108", "d": "#0b57d0", "c": "#00695c"},
    card_back=Style(fg="#dfe6e2", bg="#34487f"),
    pattern=Style(fg="#6f86c4", bg="#34487f"),
    tokens={
        "s": Style(fg=_INK, bg="#e9edf0", bold=True),
        "h": Style(fg=_INK, bg="#ff8f73", bold=True),
        "d": Style(fg=_INK, bg="#82b6ff", bold=True),
        "c": Style(fg=_INK, bg="#5fd3bc", bold=True),
    },
    token_own=Style(fg=_INK, bg="#7b8b83", bold=True),
    token_chosen=Style(fg=_INK, bg="#f0bf4c", bold=True),
    badge=Style(fg=_INK, bg="#e9edf0", bold=True),
    buttons={
        "normal": _bg("#2a3d35"),
        "good": _bg("#27503d"),
        "gold": _bg("#5a4715"),
        "danger": _bg("#5a2b2b"),
    },
    disabled=Style(fg="#9aaaa3", bg="#1d2b26"),
    track=_fg("#26352f"),
)

# What an ssh session usually gets. Every value is one of the 256 exactly.
_256 = Palette(
    depth="256",
    ascii=False,
    outlines=False,
    brackets=False,
    text=_fg("#e4e4e4"),
    muted=_fg("#9e9e9e"),
    faint=_fg("#767676"),
    accent=_fg("#ffd75f"),
    good=_fg("#5fd7af"),
    bad=_fg("#ff875f"),
    info=_fg("#87afff"),
    special=_fg("#d7afff"),
    suits={
        "s": _fg("#eeeeee"),
        "h": _fg("#ff875f"),
        "d": _fg("#87afff"),
        "c": _fg("#5fd7af"),
    },
    back=_bg("#121212"),
    play=_bg("#1c1c1c"),
    head=_bg("#262626"),
    turn=_bg("#303030"),
    failed=_bg("#5f0000"),
    drawer=_bg("#1c1c1c"),
    field=_bg("#303030"),
    faces={
        "normal": _bg("#ffffd7"),
        "alternate": _bg("#dadada"),
        "chosen": _bg("#ffd75f"),
        "ghost": _bg("#d0d0d0"),
        "wins": _bg("#ffd787"),
        "dead": _bg("#c6c6c6"),
    },
    face_suits={"s": "#000000", "h": "#d70000", "d": "#005fd7", "c": "#005f5f"},
    card_back=Style(fg="#eeeeee", bg="#5f5faf"),
    pattern=Style(fg="#8787d7", bg="#5f5faf"),
    tokens={
        "s": Style(fg="#121212", bg="#eeeeee", bold=True),
        "h": Style(fg="#121212", bg="#ff875f", bold=True),
        "d": Style(fg="#121212", bg="#87afff", bold=True),
        "c": Style(fg="#121212", bg="#5fd7af", bold=True),
    },
    token_own=Style(fg="#121212", bg="#9e9e9e", bold=True),
    token_chosen=Style(fg="#121212", bg="#ffd75f", bold=True),
    badge=Style(fg="#121212", bg="#eeeeee", bold=True),
    buttons={
        "normal": _bg("#3a3a3a"),
        "good": _bg("#005f00"),
        "gold": _bg("#5f5f00"),
        "danger": _bg("#5f0000"),
    },
    disabled=Style(fg="#9e9e9e", bg="#262626"),
    track=_fg("#303030"),
)

# The terminal's own sixteen, whatever its theme makes of them: two colours of suits, and tokens
# in the colours that the terminal calls red and white.
_16 = Palette(
    depth="16",
    ascii=False,
    outlines=False,
    brackets=False,
    text=_fg("white"),
    muted=_fg("white"),
    faint=_fg("bright_black"),
    accent=_fg("bright_yellow"),
    good=_fg("bright_cyan"),
    bad=_fg("bright_red"),
    info=_fg("bright_blue"),
    special=_fg("bright_magenta"),
    suits={
        "s": _fg("white"),
        "h": _fg("bright_red"),
        "d": _fg("bright_red"),
        "c": _fg("white"),
    },
    back=_bg("black"),
    play=_bg("black"),
    head=_bg("black"),
    turn=_bg("blue"),
    failed=_bg("black"),
    drawer=_bg("black"),
    field=_bg("blue"),
    faces={
        "normal": _bg("bright_white"),
        "alternate": _bg("white"),
        "chosen": _bg("bright_yellow"),
        "ghost": _bg("white"),
        "wins": _bg("bright_yellow"),
        "dead": _bg("white"),
    },
    face_suits={"s": "black", "h": "red", "d": "red", "c": "black"},
    card_back=Style(fg="bright_white", bg="blue"),
    pattern=Style(fg="bright_blue", bg="blue"),
    tokens={
        "s": Style(fg="black", bg="bright_white"),
        "h": Style(fg="black", bg="bright_red"),
        "d": Style(fg="black", bg="bright_red"),
        "c": Style(fg="black", bg="bright_white"),
    },
    token_own=Style(fg="black", bg="white"),
    token_chosen=Style(fg="black", bg="bright_yellow"),
    badge=Style(fg="black", bg="bright_white"),
    buttons={
        "normal": _bg("black"),
        "good": _bg("blue"),
        "gold": _bg("black"),
        "danger": _bg("red"),
    },
    disabled=_fg("bright_black"),
    track=_fg("bright_black"),
)

_DIM = Style(dim=True)
_BOLD = Style(bold=True)
_REVERSE = Style(reverse=True)

_MONO = Palette(
    depth="mono",
    ascii=False,
    outlines=True,
    brackets=True,
    text=PLAIN,
    muted=PLAIN,
    faint=_DIM,
    accent=_BOLD,
    good=PLAIN,
    bad=PLAIN,
    info=PLAIN,
    special=PLAIN,
    suits=dict.fromkeys("cdhs", PLAIN),
    back=PLAIN,
    play=PLAIN,
    head=PLAIN,
    turn=_BOLD,
    failed=PLAIN,
    drawer=PLAIN,
    field=PLAIN,
    faces=dict.fromkeys(
        ("normal", "alternate", "chosen", "ghost", "wins", "dead"),
        _REVERSE,
    ),
    face_suits=dict.fromkeys("cdhs"),
    card_back=PLAIN,
    pattern=PLAIN,
    tokens=dict.fromkeys("cdhs", _BOLD),
    token_own=_DIM,
    token_chosen=Style(bold=True, reverse=True),
    badge=_REVERSE,
    buttons=dict.fromkeys(("normal", "good", "gold", "danger"), PLAIN),
    disabled=_DIM,
    track=_DIM,
)

_BY_DEPTH: dict[Depth, Palette] = {"true": _TRUE, "256": _256, "16": _16, "mono": _MONO}


def palette(depth: Depth, ascii: bool = False) -> Palette:
    """The palette of a terminal with that many colours."""
    chosen = _BY_DEPTH[depth]
    return replace(chosen, ascii=True, outlines=False, brackets=True) if ascii else chosen
