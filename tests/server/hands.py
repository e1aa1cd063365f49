"""A clock for servers in tests whose hands only move when a test moves them."""

import asyncio
import heapq
import itertools
from collections.abc import Callable


class Hands:
    """Unix time that stands still; whoever sleeps wakes when the hands have come that far."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self._now = now
        self._order = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        """Unix time in seconds."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Return once the hands have moved that far."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        sleeper = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), sleeper))
        await sleeper

    def move(self, seconds: float) -> None:
        """Move the hands, and wake whoever is due."""
        self._now += seconds
        while self._sleepers and self._sleepers[0][0] <= self._now:
            sleeper = heapq.heappop(self._sleepers)[2]
            if not sleeper.done():
                sleeper.set_result(None)

    @property
    def due(self) -> list[float]:
        """In how many seconds somebody wakes, soonest first."""
        return sorted(at - self._now for at, _, sleeper in self._sleepers if not sleeper.done())

    async def until(self, condition: Callable[[], bool]) -> None:
        """Return once `condition` holds while the loop turns; the hands stand still."""
        async with asyncio.timeout(20):
            while not condition():  # noqa: ASYNC110 — nothing tells of it
                await asyncio.sleep(0)
