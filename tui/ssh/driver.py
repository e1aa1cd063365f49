"""Textual's driver over an SSH channel: no threads, no signals, no terminal of its own."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Literal, Protocol, TextIO

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from tui.ssh.door import Limits
from tui.ssh.escapes import ENTER, MOUSE_ON
from tui.ssh.intake import Intake

DEFAULT_SIZE = (80, 24)

# Events a second and in one go: far more than fingers make, far less than a file sent as keys.
EVENTS_PER_SECOND = 100.0
EVENTS_AT_ONCE = 300.0

ESCAPE_REST = 0.11  # seconds, a little longer than the parser waits inside a sequence
PASTE_REST = 1.0  # seconds
RESIZE_REST = 0.03  # seconds

# Bytes waiting in the connection's own buffer: rendering stops above the first, goes on below
# the second, and above the last the connection is dropped.
BACKLOG_HIGH = 64 * 1024
BACKLOG_LOW = 16 * 1024
BACKLOG_MOST = 1024 * 1024
BACKLOG_LOOK = 0.05  # seconds between two looks


class Wire(Protocol):
    """What the driver needs of the session that owns the channel."""

    def send(self, text: str) -> None:
        """Write to the terminal; nothing happens once the channel is closed."""

    def backlog(self) -> int:
        """Bytes that wait below the channel, in the connection's transport."""

    def abort(self) -> None:
        """Drop the connection at once."""

    def pause_reading(self) -> None:
        """Take no more input for now."""

    def resume_reading(self) -> None:
        """Take input again."""


def clamp(width: int, height: int, limits: Limits) -> tuple[int, int]:
    """A size that can be drawn: 0 (a client that tells none) is the default (cases E9).

    What lies beyond the largest stays blank.
    """
    return (
        min(width or DEFAULT_SIZE[0], limits.columns),
        min(height or DEFAULT_SIZE[1], limits.rows),
    )


class SshDriver(Driver):
    """One session's terminal. The session restores the terminal, whatever becomes of the app."""

    # So is the title.
    GIVES_TITLE_BACK = True

    def __init__(
        self,
        app: App[Any],
        *,
        wire: Wire,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size or DEFAULT_SIZE)
        self._wire = wire
        self._intake = Intake()
        self._open = True
        self._out: list[str] = []
        self._flushing = False
        self._tokens = EVENTS_AT_ONCE
        self._counted = self._loop.time()
        self._throttled = False
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._channel_full = False
        self._congested = False
        self._batching = False
        self._told: tuple[int, int] | None = None

    # ── what Textual calls ────────────────────────────────────────────────────────────────────

    def write(self, data: str) -> None:
        """Write to the terminal; the parts of a frame leave as one packet."""
        if not self._open:
            return
        self._out.append(data)
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send what has been written."""
        self._flushing = False
        if not self._out or not self._open:
            return
        text, self._out = "".join(self._out), []
        self._wire.send(text)
        self._watch_backlog()

    def start_application_mode(self) -> None:
        """Switch the terminal over and draw the first frame without waiting for a resize."""
        self.write(ENTER)
        self.flush()
        self._tell_size()

    def disable_input(self) -> None:
        """Take no more input."""
        self._cancel_timers()

    def stop_application_mode(self) -> None:
        """Send what is left; giving the terminal back is the session's."""
        self.flush()

    def close(self) -> None:
        """Let go of everything; a second time does nothing."""
        if not self._open:
            return
        self.flush()
        self._open = False
        self._cancel_timers()
        self._intake.close()

    def send_message(self, message: Message) -> None:
        """Hand a message to the app; we are always in its loop."""
        self._app.post_message(message)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Do nothing: the browser would open on the host."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Do nothing: the file would be written on the host."""
        binary.close()

    # ── what the session calls ────────────────────────────────────────────────────────────────

    def receive(self, data: bytes) -> None:
        """Take input from the channel."""
        if not self._open:
            return
        self._intake.put(data)
        self._pump()
        self._after(ESCAPE_REST, self._rest)

    def resize(self, width: int, height: int) -> None:
        """The window has changed, to a drawable size; of many changes the newest counts."""
        if not self._open:
            return
        self._size = (width, height)
        self._after(RESIZE_REST, self._resized, renew=False)

    def hold(self) -> None:
        """The channel is full: stop rendering. What is written already is never dropped."""
        self._channel_full = True
        self._stop_rendering()

    def release(self) -> None:
        """The channel has room again: draw the newest state."""
        self._channel_full = False
        self._go_on_rendering()

    # ── input ─────────────────────────────────────────────────────────────────────────────────

    def _pump(self) -> None:
        now = self._loop.time()
        earned = (now - self._counted) * EVENTS_PER_SECOND
        self._tokens = min(EVENTS_AT_ONCE, self._tokens + earned)
        self._counted = now
        messages = self._intake.take(int(self._tokens)) if self._tokens >= 1 else []
        self._tokens -= len(messages)
        for message in messages:
            self._deliver(message)
        if self._intake.waiting:
            self._after(0.1, self._pump)
            if not self._throttled:
                self._throttled = True
                self._wire.pause_reading()
        elif self._throttled:
            self._throttled = False
            self._wire.resume_reading()

    def _deliver(self, message: Message) -> None:
        if isinstance(message, events.AppFocus):
            # A terminal that was attached elsewhere, or reset, forgot what we asked for.
            self.write(MOUSE_ON)
        self.process_message(message)

    def _rest(self) -> None:
        if self._intake.waiting:
            self._after(ESCAPE_REST, self._rest)
            return
        for message in self._intake.rest():
            self._deliver(message)
        if self._intake.pasting:
            self._after(PASTE_REST, self._end_paste)

    def _end_paste(self) -> None:
        self._intake.end_paste()
        self._pump()

    def _resized(self) -> None:
        self.write(MOUSE_ON)
        if self._size == self._told:
            # Shrunk and grown again in between: for Textual nothing has changed, but the
            # terminal has dropped cells.
            self._app.call_later(self._repaint)
        else:
            self._tell_size()

    def _tell_size(self) -> None:
        self._told = self._size or DEFAULT_SIZE
        size = Size(*self._told)
        self._app.post_message(events.Resize(size, size))

    # ── output ────────────────────────────────────────────────────────────────────────────────

    def _watch_backlog(self) -> None:
        # A client may grant the channel a huge window and then not read: the bytes then pile up
        # below the channel, where nobody else looks.
        size = self._wire.backlog()
        if size > BACKLOG_MOST:
            self._wire.abort()
        elif size > BACKLOG_HIGH or (self._congested and size > BACKLOG_LOW):
            self._congested = True
            self._stop_rendering()
            self._after(BACKLOG_LOOK, self._watch_backlog)
        elif self._congested:
            self._congested = False
            self._go_on_rendering()

    def _stop_rendering(self) -> None:
        if not self._batching and self._open:
            self._batching = True
            self._app._begin_batch()

    def _go_on_rendering(self) -> None:
        if self._batching and self._open:
            self._app.call_later(self._catch_up)

    def _catch_up(self) -> None:
        if self._batching and not self._channel_full and not self._congested:
            self._batching = False
            self._app._end_batch()
            self._repaint()

    def _repaint(self) -> None:
        if self._open and self._app._screen_stack:
            self._app.screen.refresh()

    # ── timers ────────────────────────────────────────────────────────────────────────────────

    def _after(self, delay: float, call: Callable[[], None], renew: bool = True) -> None:
        name = call.__name__
        running = self._timers.get(name)
        if running is not None:
            if not renew:
                return
            running.cancel()
        self._timers[name] = self._loop.call_later(delay, self._ring, name, call)

    def _ring(self, name: str, call: Callable[[], None]) -> None:
        self._timers.pop(name, None)
        if self._open:
            call()

    def _cancel_timers(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
