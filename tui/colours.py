"""Textual's colours as a session's terminal shows them, whatever this process runs in."""

from typing import IO, Literal

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from textual.filter import ANSIToTruecolor, LineFilter, NoColor

from tui.canvas.palette import Depth

SYSTEMS: dict[Depth, Literal["standard", "256", "truecolor"]] = {
    "true": "truecolor",
    "256": "256",
    "16": "standard",
    # Without a system Textual writes true colour: mono takes the colours out beforehand.
    "mono": "standard",
}


def native(depth: Depth) -> bool:
    """Whether the terminal's own sixteen colours are sent as they are."""
    return depth in ("16", "mono")


def filters(depth: Depth, theme: TerminalTheme) -> list[LineFilter]:
    """What every line goes through before it is sent."""
    first = ANSIToTruecolor(theme, enabled=not native(depth))
    return [first, NoColor()] if depth == "mono" else [first]


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
