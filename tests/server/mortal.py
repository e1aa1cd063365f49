"""A server in a process of its own, made to be killed.

`python -m tests.server.mortal STATE SOCKET` writes a line once it listens. Its time stands still
until SIGUSR1 comes, so that everybody can look at what is there before anything happens by itself;
from then on it runs a hundred times as fast as ours: absences, votes and decision clocks come due
while somebody plays.
"""

import asyncio
import signal
import sys
import time
from pathlib import Path

from server.config import Config
from server.house import World
from server.run import Server, calm_collector

SPEED = 100
# Nobody is to lose a chair or a table, however slow the machine is that this runs on.
NEVER = 1e6


class SwiftClock:
    """Time that begins when it is told to, and then hurries."""

    def __init__(self) -> None:
        self._begin = time.time()
        self._started: float | None = None
        self._running = asyncio.Event()

    def start(self) -> None:
        """Let time run."""
        self._started = time.monotonic()
        self._running.set()

    def now(self) -> float:
        """Seconds."""
        if self._started is None:
            return self._begin
        return self._begin + (time.monotonic() - self._started) * SPEED

    async def sleep(self, seconds: float) -> None:
        """Return after that long on this clock."""
        await self._running.wait()
        await asyncio.sleep(seconds / SPEED)


async def main(state: Path, path: Path) -> None:
    """Serve until killed."""
    calm_collector()
    clock = SwiftClock()
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, clock.start)
    config = Config(
        state=state,
        listen=None,
        host_socket=path,
        bot_pause=0,
        hold=NEVER,
        grace=NEVER,
        amnesty=0,
    )
    async with Server(config, world=World(clock=clock)) as server:
        print("listening", flush=True)
        await server.ended()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
