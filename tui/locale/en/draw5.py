"""5-card draw: its name, and the options of a betting game with a draw."""

from tui.locale.en.options import DRAW_OPTIONS

WORDS: dict[str, str] = {"name": "5-Card Draw", **DRAW_OPTIONS}
