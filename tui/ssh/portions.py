"""A connection's bytes in small portions: whoever sends much makes only themselves wait.

asyncssh works off whatever has arrived in one go: a quarter of a megabyte of window changes are
thousands of packets, and nobody else's key is heard before the last of them.
"""

import asyncio
from collections.abc import Callable

# Bytes taken in one go: a key, a line that is pasted, a packet of a handshake; some twenty of the
# smallest packets.
PORTION = 1024
# What all connections together that send more than that have worked off in a second, in bytes: it
# takes a quarter of a core. Nobody types, and hardly anybody pastes, that much.
RATE = 200_000


class Pace:
    """The turns of all connections with a backlog: one after the other, in the order of asking."""

    def __init__(self) -> None:
        self._free = 0.0

    def turn(self, size: int, now: float) -> float:
        """When `size` bytes may be taken, asked for at `now`; both in the loop's seconds."""
        at = max(now, self._free)
        self._free = at + size / RATE
        return at


class Portions:
    """Between a transport and who takes its bytes; nothing more is read while some are left."""

    def __init__(
        self, transport: asyncio.Transport, take: Callable[[bytes], None], pace: Pace
    ) -> None:
        self._transport = transport
        self._take = take
        self._pace = pace
        self._left = memoryview(b"")
        self._rested = 0.0
        self._next: asyncio.TimerHandle | None = None

    def put(self, data: bytes, datatype: object = None) -> None:
        """Hand on what has arrived: at once where little came before, else when it is its turn."""
        # What had been read already when reading was paused comes after what is left.
        self._left = memoryview(bytes(self._left) + data)
        if self._next is None:
            self._go_on_in_time()

    def close(self) -> None:
        """Nothing is handed on any more."""
        self._left = memoryview(b"")
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _go_on_in_time(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        if now >= self._rested:
            self._go_on()
        else:
            self._transport.pause_reading()
            at = self._pace.turn(min(len(self._left), PORTION), now)
            self._next = loop.call_at(at, self._go_on)

    def _go_on(self) -> None:
        self._next = None
        portion, self._left = self._left[:PORTION], self._left[PORTION:]
        self._take(bytes(portion))
        self._rested = asyncio.get_running_loop().time() + len(portion) / RATE
        if self._transport.is_closing():
            self.close()
        elif self._left:
            self._go_on_in_time()
        else:
            self._transport.resume_reading()
