"""No colours at all, whatever the theme: bold, reversed, dim and outlines say it."""

from tui.canvas.cells import PLAIN, Style
from tui.canvas.roles import Palette

_DIM = Style(dim=True)
_BOLD = Style(bold=True)
_REVERSE = Style(reverse=True)

MONO = Palette(
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
