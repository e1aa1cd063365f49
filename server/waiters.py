"""Those who wait for something at tables where they do not sit: a chair, or enough people.

It is kept in memory alone: after a restart nobody waits any more. Whoever's line breaks keeps their
place for a while.
"""

import math
from typing import TYPE_CHECKING, TypeVar

from engine.values.why import Why
from protocol import codec
from protocol.errors import Refused
from protocol.messages import Called, Clock, Place, Queue, Waits, Wake, Wakeup
from server import entrance
from server.queue import Waiter, Waiting
from server.table import chairs
from server.table.line import Job
from server.table.state import Table
from server.table.timers import Timers

T = TypeVar("T")

if TYPE_CHECKING:
    from server.house import House
    from server.sessions import Session
    from server.table.task import TableTask


class Waiters:
    """All queues, and all who want to be called."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._queues: dict[str, Waiting] = {}
        # By account, and there by table: the place in its queue, counted from 0; and how many
        # people have to sit there. Nobody is looked for among all who wait.
        self._places: dict[str, dict[str, int]] = {}
        self._wakes: dict[str, dict[str, int]] = {}
        # By table: who wants to be called.
        self._sleepers: dict[str, dict[str, None]] = {}
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
            self._keep(task, known.without(account))
            self._tell(account)
            return
        if self.waits(table.id, account):
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
        self._keep(task, known.joined(account))

    def wake(self, session: "Session", task: "TableTask", request: Wake) -> None:
        """Be called once so many sit there, or never mind; answered, or Refused."""
        table, account = task.table, session.account
        if not request.people:
            self._sleep_on(table.id, account)
        else:
            if account in table.expected:
                raise Refused("already_seated")
            if request.people > len(table.chairs):
                raise Refused("bad_seats", lo=1, hi=len(table.chairs))
            if len(table.expected) >= request.people:
                raise Refused("enough_sit", people=len(table.expected))
            if table.id not in self._wakes.get(account, {}):
                self._one_more(account)
            self._wakes.setdefault(account, {})[table.id] = request.people
            self._sleepers.setdefault(table.id, {})[account] = None
        session.ok(request, table.id)
        self._tell(account)

    def _one_more(self, account: str) -> None:
        waits = len(self._places.get(account, ())) + len(self._wakes.get(account, ()))
        most = self._house.config.limits.waits_each
        if waits >= most:
            raise Refused("too_many_waits", most=most)

    def _sleep_on(self, table: str, account: str) -> None:
        _drop(self._wakes, account, table)
        _drop(self._sleepers, table, account)

    # ── what tables ask ────────────────────────────────────────────────────────────────────────

    def waits(self, table: str, account: str) -> bool:
        """Whether somebody waits for a chair there."""
        return table in self._places.get(account, ())

    def let_pass(self, task: "TableTask", account: str) -> None:
        """Refused if all chairs that are free are held for others."""
        table = task.table
        known = self._queues.get(table.id)
        if known is None:
            return
        self._keep(task, known)
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
            arrived = [one for one in sitting if self.waits(table, one)]
            self._keep(task, known.without(*arrived))
            for account in arrived:
                self._tell(account)
        for account in tuple(self._sleepers.get(table, ())):
            if account in sitting or len(sitting) >= self._wakes[account][table]:
                self._sleep_on(table, account)
                self._tell(account)
                if account not in sitting:
                    self._call(account, task.table, Why("people_sit", {"people": len(sitting)}))

    def closed(self, table: Table, why: Why) -> None:
        """A table is gone."""
        waiting = self._queues.pop(table.id, Waiting()).accounts
        waiting += tuple(self._sleepers.get(table.id, ()))
        self._timers.cancel(_hold(table.id))
        for account in dict.fromkeys(waiting):
            _drop(self._places, account, table.id)
            self._sleep_on(table.id, account)
            self._tell(account)
            self._call(account, table, why)

    def came(self, session: "Session", account: str) -> None:
        """Somebody is there, and is told what they wait for, if anything."""
        if self._house.sessions.get(account) is not session:
            # They have hung up while they were let in, or come a second time.
            return
        self._timers.cancel(_grace(account))
        if self._waits_somewhere(account):
            self._tell(account)

    def left(self, account: str) -> None:
        """Somebody is not connected any more; they keep their places for a while."""
        if not self._waits_somewhere(account):
            return

        async def over() -> None:
            # They may have come in this very moment.
            if account not in self._house.sessions:
                self.forget(account)

        self._timers.set(_grace(account), self._house.config.place_kept, over)

    def close(self) -> None:
        """Nobody waits any more."""
        self._queues.clear()
        self._places.clear()
        self._wakes.clear()
        self._sleepers.clear()
        self._timers.stop()

    def forget(self, account: str) -> None:
        """An account waits for nothing any more, and is not told so."""
        for table in tuple(self._places.get(account, ())):
            self._keep(self._house.tables[table], self._queues[table].without(account))
        for table in tuple(self._wakes.get(account, ())):
            self._sleep_on(table, account)

    # ── the queues ─────────────────────────────────────────────────────────────────────────────

    @property
    def _now(self) -> float:
        return self._house.world.clock.now()

    def _keep(self, task: "TableTask", known: Waiting) -> None:
        """The queue of a table is this, as soon as it has settled.

        All in it are told for whom that is something new.
        """
        table = task.table
        before = self._queues.get(table.id, Waiting())
        hold = self._house.config.chair_held
        # Nobody sits down at a table at fault.
        room = 0 if task.broken else chairs.room(table)
        settled = known.settled(room, self._now, hold)
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
        for account in self._placed(table.id, before, now):
            self._tell(account)
        for account in settled.passed:
            self._tell(account)
        for account in settled.passed:
            self._call(account, table, Why("chair_passed"))
        for account in settled.called:
            self._call(account, table, Why("chair_free", {"seconds": round(hold)}))

    def _placed(self, table: str, before: Waiting, now: Waiting) -> tuple[str, ...]:
        """Note the places of a queue; those whose place, or what is held for it, is another."""
        was = {one.account: (place, one) for place, one in enumerate(before.waiters)}
        moved: list[str] = []
        for place, one in enumerate(now.waiters):
            if was.pop(one.account, None) != (place, one):
                self._places.setdefault(one.account, {})[table] = place
                moved.append(one.account)
        for account in was:
            _drop(self._places, account, table)
        return tuple(moved)

    def _time_up(self, table: str) -> None:
        task, known = self._house.tables.get(table), self._queues.get(table)
        if task is not None and known is not None:
            self._keep(task, known)

    # ── what they are told ─────────────────────────────────────────────────────────────────────

    def _waits_somewhere(self, account: str) -> bool:
        return account in self._places or account in self._wakes

    def _waits(self, account: str) -> Waits:
        places = (
            Place(table, place + 1, self._held(self._queues[table].waiters[place]))
            for table, place in self._places.get(account, {}).items()
        )
        wakes = (Wakeup(*one) for one in self._wakes.get(account, {}).items())
        return Waits(tuple(places), tuple(wakes))

    def _held(self, waiter: Waiter) -> Clock | None:
        if waiter.until is None:
            return None
        total = round(self._house.config.chair_held * 1000)
        return Clock(max(0, round((waiter.until - self._now) * 1000)), total)

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


def _drop(known: dict[str, dict[str, T]], of: str, name: str) -> None:
    """Take something out, and let go of whom nothing is known any more."""
    if (theirs := known.get(of)) is not None:
        theirs.pop(name, None)
        if not theirs:
            del known[of]
