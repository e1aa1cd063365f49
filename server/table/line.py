"""The line before a table: one job after the other, and every request is answered."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from engine.values.why import Illegal, Why
from protocol.errors import Refused
from protocol.messages import Request

if TYPE_CHECKING:
    from server.sessions import Session

log = logging.getLogger(__name__)

Job = Callable[[], Awaitable[None]]


class Line:
    """The jobs of one table, done in the order of their coming by its one task."""

    def __init__(self, table: str, after: Job, broken: Callable[[Exception], None]) -> None:
        """`after` follows every job, until the end; `broken` is told of faults of our own."""
        self.ended = False
        self._table = table
        self._after = after
        self._broken = broken
        self._queue: asyncio.Queue[Job] = asyncio.Queue()

    async def run(self) -> None:
        """Do what comes, until the end; whoever still stood in line then is answered."""
        while not (self.ended and self._queue.empty()):
            # In no variable: a table where nothing goes on would hold whoever asked last.
            await self._do(await self._queue.get())
            if not self.ended:
                await self._do(self._after)

    def post(self, job: Job) -> None:
        """Put a job in line; after the table's end nothing is done any more."""
        if not self.ended:
            self._queue.put_nowait(lambda: self._unless_ended(job))

    async def ask(self, session: "Session", request: Request, work: Job) -> None:
        """Put the work that a request asks for in line, and return when it has been answered."""
        answered = asyncio.get_running_loop().create_future()

        def done() -> None:
            if not answered.done():
                answered.set_result(None)

        self.put(session, request, work, done)
        await answered

    def put(
        self, session: "Session", request: Request, work: Job, answered: Callable[[], None]
    ) -> None:
        """Put the work that a request asks for in line; `answered` is called when it has been.

        Refused table_closed if nothing is done here any more.
        """
        if self.ended:
            raise Refused("table_closed")
        before = session.answers

        async def job() -> None:
            try:
                if self.ended:
                    raise Refused("table_closed")
                await work()
            except (Illegal, Refused) as refusal:
                session.no(request, refusal.why)
            except Exception:
                if session.answers == before:
                    session.no(request, Why("table_broken"))
                raise
            finally:
                answered()

        self._queue.put_nowait(job)

    async def order(self, work: Job) -> None:
        """Put work in line that the house itself wants, and return when it is done.

        Raises Illegal and Refused as the work does, Refused table_closed if nothing is done here
        any more.
        """
        if self.ended:
            raise Refused("table_closed")
        done = asyncio.get_running_loop().create_future()

        async def job() -> None:
            try:
                if self.ended:
                    raise Refused("table_closed")
                await work()
            except (Illegal, Refused) as refusal:
                done.set_exception(refusal)
            except Exception:
                done.set_exception(Refused("table_broken"))
                raise
            else:
                done.set_result(None)

        self._queue.put_nowait(job)
        await done

    async def _unless_ended(self, job: Job) -> None:
        # The table's end may have been in line before it.
        if not self.ended:
            await job()

    async def _do(self, job: Job) -> None:
        try:
            await job()
        except (Illegal, Refused) as refusal:
            log.warning("table %s: %s", self._table, refusal.why.code)
        except Exception as fault:
            self._broken(fault)
