"""What was chosen before one's turn: done when the turn comes, or dropped (rules.md C.13, HR-4)."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.values.offers import admitted, real
from protocol.messages import TableView
from tui.canvas.plans import holds

if TYPE_CHECKING:
    from tui.screens.table import TableScreen


class Foresight:
    """The one choice that a table's screen keeps; the server never hears of it before its turn."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen

    def follow(self, view: TableView) -> bool:
        """Do what was chosen, if it answers just the question that has come; whether it did."""
        plan = self._screen.ui.planned
        if plan is None or not holds(plan, view) or not admitted(view.offers, plan.action):
            return False
        self._forget()
        self._screen.act(plan.action, view)
        return True

    def keep(self, view: TableView) -> None:
        """Drop a choice that the table has overtaken, and say so within the same deal."""
        plan = self._screen.ui.planned
        if plan is None or (holds(plan, view) and not real(view.offers)):
            return
        self._forget()
        if plan.deal == view.deal and view.stage == "running":
            self._screen.explain(self._screen.words("betting.plan.dropped"))

    def _forget(self) -> None:
        self._screen.ui = replace(self._screen.ui, planned=None)
