"""Textual's colours as a session's terminal shows them, whatever this process runs in."""

from functools import lru_cache
from typing import IO, Literal

from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style, StyleType
from rich.terminal_theme import TerminalTheme
from textual.color import Color
from textual.filter import ANSIToTruecolor, LineFilter
from textual.strip import Strip

from tui.canvas.palette import Depth

SYSTEMS: dict[Depth, Literal["standard", "256", "truecolor"]] = {
    "true": "truecolor",
    "256": "256",
    "16": "standard",
    # Without a system Textual writes true colour: mono takes the colours out beforehand.
    "mono": "standard",
}


@lru_cache(1024)
def _colourless(style: Style) -> Style:
    return style.without_color


class Colourless(LineFilter):
    """Leaves no colour to be sent, not even the terminal's default, which Textual's own sends."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments with everything but their colours."""
        return [
            Segment(text, None if style is None else _colourless(style), control)
            for text, style, control in segments
        ]


def native(depth: Depth) -> bool:
    """Whether the terminal's own sixteen colours are sent as they are."""
    return depth in ("16", "mono")


def filters(depth: Depth, theme: TerminalTheme) -> list[LineFilter]:
    """What every line goes through before it is sent."""
    first = ANSIToTruecolor(theme, enabled=not native(depth))
    return [first, Colourless()] if depth == "mono" else [first]


def console(depth: Depth, file: IO[str]) -> Console:
    """A console that writes the colours of that depth and asks no environment."""
    return Console(
        color_system=SYSTEMS[depth],
        file=file,
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
        force_terminal=True,
        safe_box=False,
        soft_wrap=False,
    )


def keep_colours_apart() -> None:
    """Have every frame written in its own colours; a second time changes nothing.

    A style remembers the codes it was first written with, and a blank strip its whole text, for
    whatever comes next: 256 colours on a terminal with 16, or true ones where less was asked for.
    """

    def render_style(cls: type[Strip], style: Style, text: str, color_system: ColorSystem) -> str:
        ansi = cls.render_ansi(style, color_system)
        output = f"\x1b[{ansi}m{text}\x1b[0m" if ansi else text
        if style._link:
            return f"\x1b]8;id={style._link_id};{style._link}\x1b\\{output}\x1b]8;;\x1b\\"
        return output

    def blank(cls: type[Strip], cell_length: int, style: StyleType | None = None) -> Strip:
        parsed = Style.parse(style) if isinstance(style, str) else style
        return cls([Segment(" " * cell_length, parsed)], cell_length)

    Strip.render_style = classmethod(render_style)  # type: ignore[method-assign,assignment]
    Strip.blank = classmethod(blank)  # type: ignore[method-assign,assignment]
