"""The list of tables, from what they publish about themselves, and who is reading it."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from protocol import codec, messages
from protocol.messages import TableInfo

if TYPE_CHECKING:
    from server.sessions import Session


class Lobby:
    """All tables as one line each, pushed to whoever watches, at most once a pause."""

    def __init__(
        self,
        people: Callable[[], int],
        pause: float,
        published: Callable[[str], None] = lambda table: None,
    ) -> None:
        """`people` counts who is on the server; `pause` in seconds.

        `published` is told which table has said something new about itself.
        """
        self._people = people
        self._pause = pause
        self._published = published
        self._queues: dict[str, int] = {}
        self._tables: dict[str, TableInfo] = {}
        self._readers: dict[Session, None] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._changed = False

    def publish(self, table: TableInfo) -> None:
        """A table says how it stands."""
        table = replace(table, queue=self._queues.get(table.id, 0))
        if self._tables.get(table.id) != table:
            self._tables[table.id] = table
            self.changed()
            self._published(table.id)

    def queued(self, table: str, count: int) -> None:
        """So many wait for a chair at a table."""
        self._queues[table] = count
        known = self._tables.get(table)
        if known is not None and known.queue != count:
            self._tables[table] = replace(known, queue=count)
            self.changed()

    def remove(self, table: str) -> None:
        """A table is gone."""
        self._queues.pop(table, None)
        if self._tables.pop(table, None) is not None:
            self.changed()

    def watch(self, session: "Session") -> None:
        """Push the lobby to a session, now and whenever it changes."""
        self._readers[session] = None
        session.show("lobby", self._encoded())

    def leave(self, session: "Session") -> None:
        """Push no more to a session."""
        self._readers.pop(session, None)

    def changed(self) -> None:
        """Something in the list is different: push it, at once or when the pause is over."""
        if not self._readers:
            return
        if self._timer is not None:
            self._changed = True
            return
        self._push()
        self._timer = asyncio.get_running_loop().call_later(self._pause, self._paused)

    def close(self) -> None:
        """Push nothing any more."""
        self._readers.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _paused(self) -> None:
        self._timer = None
        if self._changed:
            self._changed = False
            self.changed()

    def _push(self) -> None:
        data = self._encoded()
        for session in self._readers:
            session.show("lobby", data)

    def _encoded(self) -> bytes:
        return codec.encode(messages.Lobby(tuple(self._tables.values()), self._people()))
