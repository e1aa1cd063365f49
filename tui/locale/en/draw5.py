"""5-card draw: its name, and what a betting game with a draw says."""

from tui.locale.en.options import DRAW_HELP, DRAW_OPTIONS

WORDS: dict[str, str] = {"name": "5-Card Draw", **DRAW_OPTIONS, **DRAW_HELP}
