"""Rows of cells as Textual's strips, in exactly the colours that the palette chose."""

from functools import lru_cache

from rich.color import ANSI_COLOR_NAMES, Color, ColorType
from rich.color_triplet import ColorTriplet
from rich.palette import Palette as RichPalette
from rich.segment import Segment
from rich.style import Style as RichStyle
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from textual.strip import Strip

from tui.canvas.cells import Row, Style


def _xterm() -> dict[tuple[int, int, int], int]:
    """The numbers of the 240 fixed colours of 256-colour terminals."""
    steps = (0, 95, 135, 175, 215, 255)
    cube = {
        (r, g, b): 16 + 36 * i + 6 * j + k
        for i, r in enumerate(steps)
        for j, g in enumerate(steps)
        for k, b in enumerate(steps)
    }
    greys = {(8 + 10 * i,) * 3: 232 + i for i in range(24)}
    return {**greys, **cube}


_XTERM = _xterm()
_ANSI: RichPalette = DEFAULT_TERMINAL_THEME.ansi_colors
_DEFAULT = Color("default", ColorType.DEFAULT, triplet=ColorTriplet(0, 0, 0))


@lru_cache(256)
def colour(name: str | None) -> Color:
    """A colour as the terminal shall get it: true, one of the 256, one of its own 16, or default.

    What exists among the 256 exactly is sent by its number, for Rich's own reduction misses the
    nearest grey. Numbered colours carry a triplet too: Textual replaces those without one by its
    theme's colours.
    """
    if name is None:
        return _DEFAULT
    if name.startswith("#"):
        parsed = Color.parse(name)
        if parsed.triplet is None:
            return parsed
        red, green, blue = parsed.triplet
        number = _XTERM.get((red, green, blue))
        if number is None:
            return parsed
        return Color(name, ColorType.EIGHT_BIT, number=number, triplet=parsed.triplet)
    number = ANSI_COLOR_NAMES[name]
    return Color(name, ColorType.STANDARD, number=number, triplet=ColorTriplet(*_ANSI[number]))


@lru_cache(1024)
def rich_style(style: Style) -> RichStyle:
    """A cell's style as Rich knows it."""
    return RichStyle(
        color=colour(style.fg),
        bgcolor=colour(style.bg),
        bold=style.bold,
        underline=style.underline,
        reverse=style.reverse,
        dim=style.dim,
    )


def strip(row: Row) -> Strip:
    """A row of cells as Textual draws it."""
    return Strip([Segment(run.text, rich_style(run.style)) for run in row])
