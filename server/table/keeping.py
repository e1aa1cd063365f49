"""Keeps what people have half arranged at a table, and tells nobody but them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.values.draft import Draft
from protocol.errors import Refused
from protocol.messages import Keep
from server.table import drafts
from server.table.drafts import Drafts
from server.table.state import Table

if TYPE_CHECKING:
    from server.sessions import Session
    from server.table.task import TableTask


class Keeping:
    """The drafts of one table, kept in the table's own task."""

    def __init__(self, task: "TableTask") -> None:
        self._task = task
        self._drafts: Drafts = {}

    async def keep(self, session: "Session", account: str, request: Keep) -> None:
        """Keep rows for their owner, in place of those kept before; nobody is shown anything."""
        entry = drafts.kept(self._task.table, self._drafts, account, request)
        if entry != self._drafts.get(account):
            if not session.keeps.take():
                raise Refused("too_many_requests")
            self._drafts = {**self._drafts, account: entry}
        session.ok(request)

    def told(self) -> Mapping[str, Draft]:
        """What each owner is told of it, by account."""
        table, found = self._task.table, {}
        for account in self._drafts:
            if (kept := drafts.of(table, self._drafts, account)) is not None:
                found[account] = kept.now
        return found

    def onwards(self, table: Table) -> None:
        """The table has gone on: what is kept for questions that are gone is kept no more."""
        if self._drafts:
            self._drafts = drafts.standing(table, self._drafts)
