"""What one session still has to be sent: few bytes, the newest view only, never a wait for it."""

import asyncio
from collections.abc import Callable

from server.config import Limits


class Outbox:
    """The way out to one reader.

    Whatever is put in goes out at once while the reader keeps up. While it does not, of every
    kind of view only the newest is kept; a backlog above `limits.backlog` bytes, or a reader
    that takes nothing for `limits.slow_seconds`, is reported once by `too_slow`.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        limits: Limits,
        too_slow: Callable[[], None],
        dropped: Callable[[], None] = lambda: None,
    ) -> None:
        """`dropped` is called for every view that is left out since a newer one came."""
        self._transport = transport
        self._limits = limits
        self._too_slow = too_slow
        self._dropped = dropped
        self._waiting: dict[object, bytes] = {}
        self._backlog = 0
        self._paused = False
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    def put(self, data: bytes) -> None:
        """Send `data` after all that was put in before; it is never left out."""
        self._add(object(), data)

    def show(self, of: str, data: bytes, before: bytes = b"") -> None:
        """Send a view of `of`, now, in place of an older one that has not gone out.

        `before` is put in just before it.
        """
        if not (self._waiting or self._paused or self._closed):
            self._write(before + data)
            return
        if self.forget(of):
            self._dropped()
        if before:
            self.put(before)
        self._add(of, data)
        self.flush()

    def forget(self, of: str) -> bool:
        """Leave out a view of `of` that has not gone out, as when the reader looks away.

        Whether there was one.
        """
        older = self._waiting.pop(of, None)
        if older is not None:
            self._backlog -= len(older)
        return older is not None

    @property
    def backlog(self) -> int:
        """Bytes that wait, the transport's among them."""
        waiting = 0 if self._closed else self._transport.get_write_buffer_size()
        return self._backlog + waiting

    def flush(self) -> None:
        """Hand everything to the transport, unless the reader is behind."""
        if self._paused or self._closed or not self._waiting:
            return
        data = b"".join(self._waiting.values())
        self._waiting.clear()
        self._backlog = 0
        self._write(data)

    def pause(self) -> None:
        """The transport's buffer is full."""
        self._paused = True
        if self._timer is None and not self._closed:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._limits.slow_seconds, self._report)

    def resume(self) -> None:
        """The reader has caught up."""
        self._paused = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.flush()

    def close(self) -> None:
        """Nothing goes out any more, nothing is kept."""
        self._closed = True
        self._waiting.clear()
        self._backlog = 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _add(self, of: object, data: bytes) -> None:
        if self._closed:
            return
        self._waiting[of] = data
        self._backlog += len(data)
        if self._paused and self._backlog > self._limits.backlog:
            self._report()

    def _write(self, data: bytes) -> None:
        # A connection that has ended is told of with the loop's next turn; whatever runs before
        # may still have something for it.
        if not self._transport.is_closing():
            self._transport.write(data)

    def _report(self) -> None:
        if not self._closed:
            self.close()
            self._too_slow()
