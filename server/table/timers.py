"""What a table does later, on the server's clock: one of each kind at a time."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from server.table.line import Job

if TYPE_CHECKING:
    from server.house import House


class _Timer(Struct, eq=False):
    """A job that waits: for what, until when on the server's clock, and the task that sleeps."""

    job: Job
    mark: Any
    due: float
    task: asyncio.Task[None] | None = None


class Timers:
    """The timers of one table; what comes due is put in the table's line."""

    def __init__(self, house: "House", post: Callable[[Job], None], of: str) -> None:
        """`post` puts a job in line, `of` names the table in the names of tasks."""
        self._house = house
        self._post = post
        self._of = of
        self._timers: dict[str, _Timer] = {}

    def __contains__(self, what: object) -> bool:
        return what in self._timers

    def set(self, what: str, seconds: float, job: Job, mark: Any = None) -> None:
        """Put `job` in line after `seconds`; one that waits with an equal mark goes on waiting."""
        known = self._timers.get(what)
        if known is not None and known.mark == mark:
            return
        due = self._house.world.clock.now() + seconds
        if known is not None and known.due <= due:
            # Whoever sleeps already wakes before that, and sleeps on: most clocks never run out.
            known.job, known.mark, known.due = job, mark, due
            return
        self.cancel(what)
        timer = self._timers[what] = _Timer(job, mark, due)
        timer.task = self._house.spawn(self._wait(what, timer), f"{what} of table {self._of}")

    async def _wait(self, what: str, timer: _Timer) -> None:
        clock, slept_until = self._house.world.clock, None
        while slept_until != timer.due:
            slept_until = timer.due
            await clock.sleep(slept_until - clock.now())
        del self._timers[what]
        self._post(timer.job)

    def cancel(self, what: str) -> None:
        """Wait no more, if anything does."""
        timer = self._timers.pop(what, None)
        if timer is not None and timer.task is not None:
            timer.task.cancel()

    def left(self, what: str) -> int | None:
        """Milliseconds until `what` is due; None if nothing waits."""
        timer = self._timers.get(what)
        if timer is None:
            return None
        return max(0, round((timer.due - self._house.world.clock.now()) * 1000))

    def stop(self) -> None:
        """Wait for nothing any more."""
        for what in tuple(self._timers):
            self.cancel(what)
