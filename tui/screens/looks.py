"""What a palette says of controls beside the table: marks and chosen values."""

from tui.canvas.cells import Style
from tui.canvas.palette import Palette, bold, on


class Looks:
    """Ready-made styles of one palette, for text on any surface."""

    def __init__(self, palette: Palette) -> None:
        self.strong = bold(palette.text)
        self.strong_accent = bold(palette.accent)
        self.cursor = palette.token_chosen
        self.chosen = palette.token_chosen
        self.kept = on(bold(palette.text), palette.buttons["good"])
        self.marks = ("[", "]") if palette.brackets else (" ", " ")
        self._status = {
            "waiting": palette.accent,
            "running": palette.good,
            "full": palette.muted,
            "yields": palette.accent,
            "broken": palette.bad,
        }

    def status(self, status: str) -> Style:
        """How the lobby writes a table's status."""
        return self._status[status]
