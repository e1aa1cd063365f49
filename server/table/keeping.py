"""Keeps what people have half arranged at a table: durable, and told to nobody but them."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from engine.values.draft import Draft, Kept
from protocol.errors import Refused
from protocol.messages import Keep
from server import store
from server.house import House
from server.log import Write
from server.table import drafts
from server.table.drafts import Drafts, Entry
from server.table.state import Table

if TYPE_CHECKING:
    from server.sessions import Session
    from server.table.task import TableTask


class Keeping:
    """The drafts of one table, kept in the table's own task."""

    def __init__(self, house: House, task: "TableTask", kept: Iterable[Entry]) -> None:
        """`kept` is what was before a restart."""
        self._house = house
        self._task = task
        self._drafts: Drafts = {entry.account: entry for entry in kept}

    async def keep(self, session: "Session", account: str, request: Keep) -> None:
        """Keep rows for their owner, in place of those kept before; nobody is shown anything."""
        table = self._task.table
        entry = drafts.kept(table, self._drafts, account, request)
        if entry != self._drafts.get(account):
            if not session.keeps.take():
                raise Refused("too_many_requests")
            await self._house.log.append((store.keep_draft(table.id, entry),))
            self._drafts = {**self._drafts, account: entry}
        session.ok(request)

    def of(self, account: str) -> Kept | None:
        """What is kept for the question that stands before an account."""
        return drafts.of(self._task.table, self._drafts, account)

    def told(self) -> Mapping[str, Draft]:
        """What each owner is told of it, by account."""
        found = {account: self.of(account) for account in self._drafts}
        return {account: kept.now for account, kept in found.items() if kept is not None}

    # ── as the table goes on ───────────────────────────────────────────────────────────────────

    def standing(self, table: Table) -> Drafts:
        """What is still kept once the table is like that; nothing at one that rests for good."""
        if not self._drafts or self._task.broken or table.closed is not None:
            return {}
        return drafts.standing(table, self._drafts)

    def forgotten(self, standing: Drafts) -> list[Write]:
        """What is to be written of it."""
        gone = self._drafts.keys() - standing.keys()
        return [store.forget_draft(self._task.table.id, account) for account in sorted(gone)]

    def onwards(self, standing: Drafts) -> None:
        """That has been written."""
        self._drafts = standing
