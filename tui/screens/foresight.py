"""What is chosen but not sent: done when the turn comes, or dropped (rules.md C.13, HR-4)."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.values.offers import admitted, real
from protocol.messages import TableView
from tui.canvas.plans import holds, is_meant
from tui.canvas.scene import Fill, Hold, Mark, Plan, Point, Sort, Ui

if TYPE_CHECKING:
    from tui.screens.table import TableScreen


def own_side(ui: Ui, press: Point | Fill | Plan | Mark | Hold | Sort) -> Ui:
    """The viewer's side of the screen after a key that sends nothing."""
    match press:
        case Point(cursor):
            return replace(ui, cursor=cursor)
        case Plan(planned):
            return replace(ui, planned=planned)
        case Mark(marked):
            # What is on its way stays as it was sent.
            return ui if ui.pending else replace(ui, marked=marked)
        case Hold(ghost):
            return replace(ui, ghost=ghost)
        case Sort(sorting):
            return ui if ui.pending else replace(ui, sorting=sorting)
        case Fill(amount):
            return ui if ui.guarded or ui.pending else replace(ui, amount=amount)


class Foresight:
    """What a table's screen keeps of it; the server never hears of it before its turn."""

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
        """Drop what the table has overtaken; a choice dropped within the same deal is told."""
        marked = self._screen.ui.marked
        if marked is not None and not is_meant(marked, view):
            self._screen.ui = replace(self._screen.ui, marked=None)
        plan = self._screen.ui.planned
        if plan is None or (holds(plan, view) and not real(view.offers)):
            return
        self._forget()
        if plan.deal == view.deal and view.stage == "running":
            self._screen.explain(self._screen.words("betting.plan.dropped"))

    def _forget(self) -> None:
        self._screen.ui = replace(self._screen.ui, planned=None)
