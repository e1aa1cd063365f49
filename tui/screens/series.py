"""A turn of several actions: each is sent when the table asks for it, none behind a refusal."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.values.actions import Action
from engine.values.offers import admitted
from protocol.messages import TableView

if TYPE_CHECKING:
    from tui.screens.table import TableScreen


class OneByOne:
    """What is still to be sent of one Enter, in the deal that it was pressed in.

    A view may have come meanwhile that tells of something else; the question that was answered last
    is not answered once more.
    """

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen
        self._deal = 0
        self._answered: int | None = None
        self._left: tuple[Action, ...] = ()

    @property
    def unfinished(self) -> bool:
        """Whether there is more to send."""
        return bool(self._left)

    def begin(self, actions: tuple[Action, ...], view: TableView) -> None:
        """Send the first; the others follow as the table asks for them."""
        self._deal, self._answered, self._left = view.deal, None, actions
        self.go_on(view)

    def answers(self, view: TableView) -> bool:
        """Whether a question that has come is one of this turn's, so that nobody is asked."""
        return self.unfinished and self._fits(view)

    def go_on(self, view: TableView | None) -> None:
        """Send the next, once the table asks for it; what it does not ask for is not sent."""
        if not self._left or (view is not None and self._stands(view)):
            return
        if view is None or not self._fits(view):
            self.stop()
            self._screen.ui = replace(self._screen.ui, pending=False)
            self._screen.explain(self._screen.words("why.stale"))
            return
        action, *left = self._left
        self._answered, self._left = view.decision, tuple(left)
        self._screen.act(action, view)

    def stop(self) -> None:
        """Nothing more is sent: something was refused, or the line broke."""
        self._left = ()

    def _stands(self, view: TableView) -> bool:
        """Whether the table has not told yet what came of the last one."""
        return view.deal == self._deal and view.decision == self._answered

    def _fits(self, view: TableView) -> bool:
        """Whether the next action answers what the table asks now."""
        running = view.stage == "running" and view.deal == self._deal
        return running and admitted(view.offers, self._left[0])
