"""What reaches the terminal is exactly what the palette chose."""

import io

import pytest
from rich.console import Console
from textual._ansi_theme import MONOKAI
from textual.color import Color
from textual.filter import ANSIToTruecolor
from textual.strip import Strip

from tui.canvas.cells import Run, Style
from tui.canvas.strip import strip


def _sent(style: Style, system: str) -> str:
    console = Console(color_system=system, force_terminal=True, file=io.StringIO())  # type: ignore[arg-type]
    shown = strip((Run("x", style),))
    filtered = ANSIToTruecolor(MONOKAI).apply(list(shown), Color(0, 0, 0))
    return Strip(filtered).render(console)


@pytest.mark.parametrize(
    ("style", "system", "sent"),
    [
        # the grey 254 itself, where Rich's own reduction says 253
        (Style("#e4e4e4", "#121212"), "256", "\x1b[38;5;254;48;5;233mx\x1b[0m"),
        (Style("#ff875f", "#ffffd7", bold=True), "256", "\x1b[1;38;5;209;48;5;230mx\x1b[0m"),
        (Style("#dfe6e2", "#0f1513"), "truecolor", "\x1b[38;2;223;230;226;48;2;15;21;19mx\x1b[0m"),
        (Style("bright_yellow", "blue"), "standard", "\x1b[93;44mx\x1b[0m"),
        (Style(None, None, reverse=True), "standard", "\x1b[7;39;49mx\x1b[0m"),
    ],
)
def test_colours_arrive_as_chosen(style: Style, system: str, sent: str) -> None:
    assert _sent(style, system) == sent


def test_a_strip_is_as_wide_as_its_row() -> None:
    assert strip((Run("王♠", Style()), Run(" a", Style(bold=True)))).cell_length == 5
