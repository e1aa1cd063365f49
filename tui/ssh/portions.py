"""A connection's bytes in small portions: whoever sends much makes only themselves wait.

asyncssh works off whatever has arrived in one go: a quarter of a megabyte of window changes are
thousands of packets, and nobody else's key is heard before the last of them.
"""

import asyncio
from collections.abc import Callable

# Bytes taken in one go: some twenty of the smallest packets.
PORTION = 1024
# Seconds that one connection works at most before others have their turn.
SPELL = 0.001
# All connections together that send more than that get a quarter of a core.
REST = 3.0
# Seconds that a portion of somebody who logs in takes, all that it leads to included: keys are
# agreed on and signatures made and verified, partly in tasks of their own.
LOGIN = 0.0005


class Pace:
    """The turns of all connections with a backlog: one after the other, in the order of asking."""

    def __init__(self) -> None:
        self._free = 0.0

    def turn(self, spell: float, now: float) -> float:
        """When whoever will need `spell` may begin, asked for at `now`; all in seconds."""
        at = max(now, self._free)
        self._free = at + (1 + REST) * spell
        return at


class Portions:
    """Between a transport and who takes its bytes; nothing more is read while some are left."""

    def __init__(
        self,
        transport: asyncio.Transport,
        take: Callable[[bytes], None],
        pace: Pace,
        clock: Callable[[], float],
        stranger: Callable[[], bool] = lambda: False,
    ) -> None:
        """`clock` gives seconds and never goes back.

        Whoever is a `stranger` waits for a turn from the first byte: many who log in at once are a
        backlog together, however little each of them sends.
        """
        self._transport = transport
        self._take = take
        self._pace = pace
        self._clock = clock
        self._stranger = stranger
        self._left = memoryview(b"")
        self._rested = 0.0
        self._needs = SPELL
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
        now = self._clock()
        rested = now >= self._rested
        if rested and not self._stranger():
            self._go_on()
            return
        later = self._pace.turn(LOGIN if self._stranger() else self._needs, now) - now
        if rested and not later:
            self._go_on()
            return
        self._transport.pause_reading()
        self._next = asyncio.get_running_loop().call_later(later, self._go_on)

    def _go_on(self) -> None:
        self._next = None
        begin = now = self._clock()
        while self._left and now - begin < SPELL and not self._transport.is_closing():
            portion, self._left = self._left[:PORTION], self._left[PORTION:]
            self._take(bytes(portion))
            now = self._clock()
        self._needs = now - begin
        self._rested = now + REST * self._needs
        if self._transport.is_closing():
            self.close()
        elif self._left:
            self._go_on_in_time()
        else:
            self._transport.resume_reading()
