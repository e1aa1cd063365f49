"""A card held over the square: it goes when it is laid, and when its place is taken."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.kit.square import cell_name
from protocol.messages import TableView
from tui.canvas import ghosts

if TYPE_CHECKING:
    from tui.screens.table import TableScreen


class Holding:
    """The ghost that a table's screen keeps; the server never hears of it."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen

    def keep(self, view: TableView) -> None:
        """Drop what the table has overtaken, and say so where the partner did it."""
        ghost = self._screen.ui.ghost
        if ghost is None:
            return
        taken = ghosts.overlaid(ghost, view)
        self._screen.ui = replace(self._screen.ui, ghost=ghosts.kept(ghost, view))
        # While an own card is on its way the place that fills is where it was laid.
        if taken is not None and not self._screen.ui.pending:
            words = self._screen.words
            self._screen.explain(words("pokerquadrat.ghost_gone", cell=cell_name(taken)))
