"""A session in lines over a channel: bounded input, bounded output, an echo where it takes one."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Protocol

from protocol.rates import Bucket
from tui.lines.intake import Intake
from tui.lines.voice import folded

if TYPE_CHECKING:
    from tui.ssh.driver import Wire
    from tui.ssh.session import Visit

# Far more than anybody types or pastes, far less than a file.
LINES_PER_SECOND = 10.0
LINES_AT_ONCE = 100.0
# The same in bytes, for what never becomes a line.
BYTES_PER_SECOND = 4096.0
BYTES_AT_ONCE = 64 * 1024.0
AHEAD_MOST = 200  # lines that wait until no more are read
AHEAD_FEW = 50  # lines that wait until more are read again
UNREAD_MOST = 256 * 1024  # bytes said to whoever reads nothing until they are dropped
BACKLOG_MOST = 1024 * 1024  # bytes waiting below the channel


class Talker(Protocol):
    """What is talked to: a session's sentences come by the callable that it was made with."""

    def typed(self, line: str) -> None:
        """A line came."""

    def hang_up(self) -> None:
        """No line will come any more."""

    async def run(self) -> int:
        """Talk to the end; the exit code."""


# Makes the session in lines once the server has said welcome, saying its lines to the callable;
# raises NotWelcome or ServerAway.
TalkFactory = Callable[["Visit", Callable[[str], None]], AbstractAsyncContextManager[Talker]]


class Lines:
    """What is typed and what is said in one channel; `terminal`: it echoes nothing by itself."""

    def __init__(self, wire: "Wire", *, terminal: bool, width: int = 0) -> None:
        """`width`: columns of the terminal, 0 where they are not known."""
        self._wire = wire
        self.width = width
        self._terminal = terminal
        self._intake = Intake()
        loop = asyncio.get_running_loop()
        self._bucket = Bucket(LINES_PER_SECOND, LINES_AT_ONCE, loop.time)
        # Until when what was read so far would have come, had it come no faster than it may.
        self._due = loop.time()
        self._rest: asyncio.TimerHandle | None = None
        self._ahead: deque[str] = deque()
        self._talker: Talker | None = None
        self._over = False
        self._paused = False
        self._held = False
        self._unread = 0
        self._said: list[str] = []
        self._timer: asyncio.TimerHandle | None = None

    async def run(self, talker: Talker) -> int:
        """Let them talk to the end; the exit code."""
        self._talker = talker
        asyncio.get_running_loop().call_soon(self._hand_on)
        try:
            return await talker.run()
        finally:
            self._talker = None
            if self._timer is not None:
                self._timer.cancel()
            self._stop_resting()
            self._flush()

    # ── what comes ─────────────────────────────────────────────────────────────────────────────

    def receive(self, data: bytes) -> bool:
        """What was typed; whether somebody wants to go."""
        self._ahead.extend(self._intake.put(data))
        if self._terminal and self._intake.echo:
            self._send(self._intake.echo)
        self._intake.echo = ""
        if self._intake.over:
            # Ctrl+C goes before whatever was typed ahead.
            self._ahead.clear()
            self._over = True
            self._stop_resting()
        else:
            self._count(len(data))
        self._hand_on()
        if (len(self._ahead) > AHEAD_MOST or self._rest is not None) and not self._paused:
            self._paused = True
            self._wire.pause_reading()
        return self._over

    def _count(self, size: int) -> None:
        """Rest from reading if so many bytes more are too many."""
        loop = asyncio.get_running_loop()
        self._due = max(loop.time(), self._due) + size / BYTES_PER_SECOND
        late = self._due - loop.time() - BYTES_AT_ONCE / BYTES_PER_SECOND
        if late > 0 and self._rest is None:
            self._rest = loop.call_later(late, self._rested)

    def _rested(self) -> None:
        self._rest = None
        self._hand_on()

    def _stop_resting(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None

    def end_input(self) -> None:
        """Nothing will come any more; what has come counts."""
        self._ahead.extend(self._intake.end())
        self._over = True
        self._hand_on()

    def _hand_on(self) -> None:
        """Hand on lines, no faster than they may come, nor than what is said is read."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._talker is not None and self._ahead and not self._held:
            if not self._bucket.take():
                loop = asyncio.get_running_loop()
                self._timer = loop.call_later(self._bucket.wait(), self._hand_on)
                break
            self._talker.typed(self._ahead.popleft())
        if self._paused and self._rest is None and len(self._ahead) <= AHEAD_FEW:
            self._paused = False
            self._wire.resume_reading()
        if self._over and not self._ahead and self._talker is not None:
            self._talker.hang_up()
            self._talker = None

    # ── what is said ───────────────────────────────────────────────────────────────────────────

    def say(self, line: str) -> None:
        """One line; whoever reads none of many is dropped."""
        if not self._terminal:
            self._send(line + "\n")
            return
        # What is being typed goes on below what is said meanwhile.
        begun = self._intake.begun
        rows = [*([""] if begun else []), *folded(line, self.width), begun]
        self._send("\r\n".join(rows))

    def _send(self, text: str) -> None:
        """Send with whatever else is said in this breath: many lines are one packet."""
        if not self._said:
            asyncio.get_running_loop().call_soon(self._flush)
        self._said.append(text)

    def _flush(self) -> None:
        text = "".join(self._said)
        self._said.clear()
        if not text:
            return
        self._wire.send(text)
        if self._held:
            self._unread += len(text)
        if self._unread > UNREAD_MOST or self._wire.backlog() > BACKLOG_MOST:
            self._wire.abort()

    def hold(self) -> None:
        """The client does not read as fast as is said."""
        self._held = True

    def release(self) -> None:
        """It has caught up."""
        self._held, self._unread = False, 0
        self._hand_on()
