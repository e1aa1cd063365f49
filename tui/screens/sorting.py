"""Cards on their way into rows: adopted from the server's draft, kept there after every change."""

import asyncio
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.values.draft import Draft
from protocol.messages import Keep, No, TableView
from tui.canvas.sorting import Sorting, adopted, begun, is_meant, stands
from tui.work import begin

if TYPE_CHECKING:
    from tui.screens.table import TableScreen

PAUSE = 0.5  # seconds before a draft is sent again that could not be kept just then

_LATER = ("too_many_requests", "storage")  # refusals that say nothing about the draft


class Sorter:
    """The arrangement that a table's screen holds, and what the server is known to keep of it.

    One draft is on its way at most; whatever was changed meanwhile goes when it has arrived.
    `_told` is the draft that the table has told of last, `_sent` are those that it may tell of yet.
    """

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen
        self._kept: Draft | None = None
        self._told: Draft | None = None
        self._sent: list[Draft] = []
        self._sending = False

    def keep(self, view: TableView) -> None:
        """Begin where a question has come, forget what nobody asks for any more.

        While nothing can be decided all stays as it is, for the question will be there again.
        What another session of the same account has arranged is taken over, unless something of
        this one is still on its way: then that is newer.
        """
        now, told = self._screen.ui.sorting, view.draft
        if now is not None and stands(now, view):
            return
        if now is None or not is_meant(now, view):
            fresh = begun(view, told)
            self._kept = None if fresh is None else fresh.draft
            self._told = told
            self._sent.clear()
            self._show(fresh)
            return
        if told == self._told:
            # Nothing new: of the same view, or of one that something else has led to.
            return
        self._told = told
        if told in self._sent:
            # A view is older than what has been sent since, but newer than the one before.
            del self._sent[: self._sent.index(told) + 1]
        elif told is not None and not self._sending and now.draft == self._kept:
            self._show(adopted(now, told))
            self._kept = told

    def send(self) -> None:
        """Have the server keep what lies in the rows now, if it does not know that yet."""
        now = self._screen.ui.sorting
        if now is not None and now.draft != self._kept and not self._sending:
            self._sending = True
            begin(self._screen, self._keeping)

    def _show(self, sorting: Sorting | None) -> None:
        self._screen.ui = replace(self._screen.ui, sorting=sorting)

    async def _keeping(self) -> None:
        try:
            while (now := self._screen.ui.sorting) is not None and now.draft != self._kept:
                self._sent.append(now.draft)
                answer = await self._screen.house.ask_server(
                    Keep(
                        id=0,
                        table=self._screen.table,
                        deal=now.deal,
                        decision=now.decision,
                        draft=now.draft,
                    )
                )
                if answer is None:
                    return
                if isinstance(answer, No) and answer.why.code in _LATER:
                    await asyncio.sleep(PAUSE)
                elif self._is_for(now):
                    # Refused: the question has just gone, which the next view tells.
                    self._kept = now.draft
        finally:
            self._sending = False

    def _is_for(self, sent: Sorting) -> bool:
        """Whether the arrangement on the screen is still for the question of what was sent."""
        now = self._screen.ui.sorting
        return now is not None and (now.deal, now.decision) == (sent.deal, sent.decision)
