"""Time as the server takes it, so that a test can stop it."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Unix time, and waiting."""

    def now(self) -> float:
        """Unix time in seconds."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after that long on this clock."""
        ...


class SystemClock:
    """The machine's own time."""

    def now(self) -> float:
        """Unix time in seconds."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Return after that long."""
        await asyncio.sleep(seconds)
