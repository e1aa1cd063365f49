"""Those who wait for something at tables where they do not sit: a chair, or enough people.

It is kept in memory alone: after a restart nobody waits any more. Whoever's line breaks keeps their
place for a while.
"""

import math
from typing import TYPE_CHECKING

from engine.values.why import Why
from protocol import codec
from protocol.errors import Refused
from protocol.messages import Called, Clock, Place, Queue, Waits, Wake, Wakeup
from server import entrance
from server.queue import Waiting
from server.table import chairs
from server.table.line import Job
from server.table.state import Table
from server.table.timers import Timers

if TYPE_CHECKING:
    from server.house import House
    from server.sessions import Session
    from server.table.task import TableTask


class Waiters:
    """All queues, and all who want to be called."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._queues: dict[str, Waiting] = {}
        # By table, and there by account: how many people have to sit there.
        self._wakes: dict[str, dict[str, int]] = {}
        self._timers = Timers(house, self._do, "the queues")

    def _do(self, job: Job) -> None:
        async def done() -> None:
            await job()

        self._house.spawn(done(), "the queues")

    # ── requests ───────────────────────────────────────────────────────────────────────────────

    def queue(self, session: "Session", task: "TableTask", request: Queue) -> None:
        """Wait for a chair, or no more; answered, or Refused."""
        table, account = task.table, session.account
        known = self._queues.get(table.id, Waiting())
        if not request.on:
            session.ok(request, table.id)
            self._keep(table, known.without(account))
            self._tell(account)
            return
        if account in known.accounts:
            session.ok(request, table.id)
            self._tell(account)
            return
        if account in table.expected:
            raise Refused("already_seated")
        if task.broken:
            raise Refused("table_broken")
        entrance.let_in(self._house, session, table, request.code)
        if chairs.room(table) > len(known.waiters):
            raise Refused("not_full")
        self._one_more(account)
        session.ok(request, table.id)
        self._keep(table, known.joined(account))
        self._tell(account)

    def wake(self, session: "Session", task: "TableTask", request: Wake) -> None:
        """Be called once so many sit there, or never mind; answered, or Refused."""
        table, account = task.table, session.account
        wakes = self._wakes.get(table.id, {})
        if not request.people:
            wakes.pop(account, None)
        else:
            if account in table.expected:
                raise Refused("already_seated")
            if request.people > len(table.chairs):
                raise Refused("bad_seats", lo=1, hi=len(table.chairs))
            if len(table.expected) >= request.people:
                raise Refused("enough_sit", people=len(table.expected))
            if account not in wakes:
                self._one_more(account)
            wakes[account] = request.people
            self._wakes[table.id] = wakes
        session.ok(request, table.id)
        self._tell(account)

    def _one_more(self, account: str) -> None:
        waits, most = self._waits(account), self._house.config.limits.waits_each
        if len(waits.places) + len(waits.wakes) >= most:
            raise Refused("too_many_waits", most=most)

    # ── what tables ask ────────────────────────────────────────────────────────────────────────

    def waits(self, table: str, account: str) -> bool:
        """Whether somebody waits for a chair there."""
        return account in self._queues.get(table, Waiting()).accounts

    def let_pass(self, table: Table, account: str) -> None:
        """Refused if all chairs that are free are held for others."""
        known = self._queues.get(table.id)
        if known is None:
            return
        self._keep(table, known)
        held = self._queues.get(table.id, Waiting()).held
        if account in held or chairs.room(table) > len(held) or not held:
            return
        due = known.due or self._now
        raise Refused("chair_held", seconds=max(1, math.ceil(due - self._now)))

    # ── what happens ───────────────────────────────────────────────────────────────────────────

    def changed(self, table: str) -> None:
        """A table has said something new about itself."""
        task = self._house.tables.get(table)
        if task is None:
            return
        sitting = task.table.expected
        if (known := self._queues.get(table)) is not None:
            arrived = set(sitting) & set(known.accounts)
            self._keep(task.table, known.without(*arrived))
            for account in arrived:
                self._tell(account)
        wakes = self._wakes.get(table, {})
        for account, people in tuple(wakes.items()):
            if account in sitting or len(sitting) >= people:
                del wakes[account]
                self._tell(account)
                if account not in sitting:
                    self._call(account, task.table, Why("people_sit", {"people": len(sitting)}))
        if not wakes:
            self._wakes.pop(table, None)

    def closed(self, table: Table, why: Why) -> None:
        """A table is gone."""
        waiting = self._queues.pop(table.id, Waiting()).accounts
        waiting += tuple(self._wakes.pop(table.id, {}))
        self._timers.cancel(_hold(table.id))
        for account in dict.fromkeys(waiting):
            self._tell(account)
            self._call(account, table, why)

    def came(self, session: "Session", account: str) -> None:
        """Somebody is there, and is told what they wait for, if anything."""
        if self._house.sessions.get(account) is not session:
            # They have hung up while they were let in, or come a second time.
            return
        self._timers.cancel(_grace(account))
        if self._waits(account) != Waits():
            self._tell(account)

    def left(self, account: str) -> None:
        """Somebody is not connected any more; they keep their places for a while."""
        if self._waits(account) == Waits():
            return

        async def over() -> None:
            self._forget(account)

        self._timers.set(_grace(account), self._house.config.place_kept, over)

    def close(self) -> None:
        """Nobody waits any more."""
        self._queues.clear()
        self._wakes.clear()
        self._timers.stop()

    def _forget(self, account: str) -> None:
        for table, known in tuple(self._queues.items()):
            if account in known.accounts:
                self._keep(self._house.tables[table].table, known.without(account))
        for wakes in self._wakes.values():
            wakes.pop(account, None)

    # ── the queues ─────────────────────────────────────────────────────────────────────────────

    @property
    def _now(self) -> float:
        return self._house.world.clock.now()

    def _keep(self, table: Table, known: Waiting) -> None:
        """The queue of a table is this, as soon as it has settled; all in it are told."""
        before = self._queues.get(table.id, Waiting())
        hold = self._house.config.chair_held
        settled = known.settled(chairs.room(table), self._now, hold)
        now = settled.queue
        if now.waiters:
            self._queues[table.id] = now
        else:
            self._queues.pop(table.id, None)
        if now.due is None:
            self._timers.cancel(_hold(table.id))
        else:

            async def over() -> None:
                self._time_up(table.id)

            self._timers.set(_hold(table.id), now.due - self._now, over, now.due)
        if now == before:
            return
        self._house.lobby.queued(table.id, len(now.waiters))
        for account in (*now.accounts, *settled.passed):
            self._tell(account)
        for account in settled.passed:
            self._call(account, table, Why("chair_passed"))
        for account in settled.called:
            self._call(account, table, Why("chair_free", {"seconds": round(hold)}))

    def _time_up(self, table: str) -> None:
        task, known = self._house.tables.get(table), self._queues.get(table)
        if task is not None and known is not None:
            self._keep(task.table, known)

    # ── what they are told ─────────────────────────────────────────────────────────────────────

    def _waits(self, account: str) -> Waits:
        places = (
            Place(table, known.accounts.index(account) + 1, self._held(known, account))
            for table, known in self._queues.items()
            if account in known.accounts
        )
        wakes = (
            Wakeup(table, wanted[account])
            for table, wanted in self._wakes.items()
            if account in wanted
        )
        return Waits(tuple(places), tuple(wakes))

    def _held(self, known: Waiting, account: str) -> Clock | None:
        until = known.waiters[known.accounts.index(account)].until
        if until is None:
            return None
        total = round(self._house.config.chair_held * 1000)
        return Clock(max(0, round((until - self._now) * 1000)), total)

    def _tell(self, account: str) -> None:
        session = self._house.sessions.get(account)
        if session is not None:
            session.show("waits", codec.encode(self._waits(account)))

    def _call(self, account: str, table: Table, why: Why) -> None:
        session = self._house.sessions.get(account)
        if session is not None:
            session.tell(Called(table.id, table.name, why))


def _hold(table: str) -> str:
    return f"a chair held at {table}"


def _grace(account: str) -> str:
    return f"the places of {account}"
