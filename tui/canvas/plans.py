"""Choices that are not sent yet: they hold for one question only (rules.md C.13, HR-4)."""

from engine.values.actions import Action
from protocol.messages import TableView
from tui.canvas.scene import Marked, Planned


def planned(action: Action, table: TableView) -> Planned:
    """The choice of that action as the table lies now."""
    return Planned(action, *_moment(table))


def holds(plan: Planned, table: TableView) -> bool:
    """Whether nothing has changed since that would make it another question."""
    return (plan.deal, plan.phase, plan.high) == _moment(table)


def is_meant(marked: Marked, table: TableView) -> bool:
    """Whether the marks belong to the exchange that the viewer decides on, now or soon."""
    return (marked.deal, marked.decision) == (table.deal, table.decision)


def _moment(table: TableView) -> tuple[int, str, int]:
    """Deal, phase, and the highest bet in front of a seat."""
    view = table.view
    if view is None or table.stage != "running":
        return table.deal, "", 0
    return table.deal, view.phase, max((seat.bet or 0 for seat in view.seats), default=0)
