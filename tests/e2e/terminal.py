"""A program in a real pty, its screen read through pyte: what a person at a terminal sees."""

import contextlib
import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Self

import pyte

KEYS = {
    "enter": "\r",
    "esc": "\x1b",
    "tab": "\t",
    "space": " ",
    "left": "\x1b[D",
    "right": "\x1b[C",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "ctrl+c": "\x03",
    "ctrl+p": "\x10",
}

# What the first run shows in both languages, and where.
FIRST_RUN, FIRST_ROW = "Willkommen / Welcome", 6

# A program of its own session takes the pty as its controlling terminal, then becomes `argv`.
TAKE_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "os.execvp(sys.argv[1], sys.argv[1:])"
)


class _Screen(pyte.Screen):
    """A pyte screen that passes over what pyte does not know."""

    def report_device_status(self, mode: int, **kwargs: object) -> None:
        if not kwargs:
            super().report_device_status(mode)

    def select_graphic_rendition(self, *attrs: int, private: bool = False) -> None:
        if not private:
            super().select_graphic_rendition(*attrs)


class Terminal:
    """`argv` in a pty of `size` cells; a thread reads it all the time, as a terminal does."""

    def __init__(
        self,
        argv: Sequence[str],
        env: Mapping[str, str],
        size: tuple[int, int] = (80, 24),
        *,
        new: bool = True,
    ) -> None:
        """`new`: whoever is asked how to begin stays there; else they go on into the lobby."""
        self.screen = _Screen(*size)
        self.raw = bytearray()
        self.ended = False
        self._stream = pyte.ByteStream(self.screen)
        self._changed = threading.Condition()
        self._asks = not new
        # The rows after so many bytes: putting them together takes longer than reading most bytes.
        self._drawn: tuple[int, list[str]] = (-1, [])
        self._fd, child = pty.openpty()
        self._set_size(*size)
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, *argv],
            stdin=child,
            stdout=child,
            stderr=child,
            env=dict(env),
            start_new_session=True,
        )
        os.close(child)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self._fd, 65536)
            except OSError:
                data = b""
            with self._changed:
                if not data:
                    self.ended = True
                    self._changed.notify_all()
                    return
                self.raw += data
                self._stream.feed(data)
                if self._asks and FIRST_RUN in self.screen.display[FIRST_ROW]:
                    self._asks = False
                    os.write(self._fd, b"3")
                self._changed.notify_all()

    @property
    def lines(self) -> list[str]:
        """The rows of the screen now."""
        with self._changed:
            return list(self._display())

    def _display(self) -> list[str]:
        heard = len(self.raw)
        if self._drawn[0] != heard:
            self._drawn = heard, self.screen.display
        return self._drawn[1]

    def listen(self, heard: int, seconds: float) -> None:
        """Return once more than so many bytes have come, or after so long."""
        with self._changed:
            self._changed.wait_for(lambda: len(self.raw) > heard or self.ended, seconds)

    @property
    def text(self) -> str:
        """The whole screen now."""
        return "\n".join(self.lines)

    @contextlib.contextmanager
    def looking(self) -> Iterator[pyte.Screen]:
        """The screen, cells and colours and all, held still meanwhile."""
        with self._changed:
            yield self.screen

    def press(self, *keys: str) -> None:
        """Type keys: names of KEYS, or text as it is."""
        for key in keys:
            os.write(self._fd, KEYS.get(key, key).encode())

    def resize(self, columns: int, rows: int) -> None:
        """Drag the window's corner."""
        with self._changed:
            self.screen.resize(rows, columns)
            self._drawn = -1, []
        self._set_size(columns, rows)

    def wait(self, what: str | Callable[[str], bool], seconds: float = 30) -> str:
        """The screen as soon as it holds `what`; AssertionError with it if that never comes."""
        holds = (lambda text: what in text) if isinstance(what, str) else what
        deadline = time.monotonic() + seconds
        with self._changed:
            while True:
                text = "\n".join(self._display())
                if holds(text):
                    return text
                left = deadline - time.monotonic()
                if left <= 0 or self.ended:
                    how = "ended" if self.ended else f"{seconds} s"
                    raise AssertionError(f"{what!r} never came ({how}); the screen:\n{text}")
                self._changed.wait(left)

    def wait_end(self, seconds: float = 30) -> int:
        """The program's exit code once it has ended and all its output is read."""
        code = self.process.wait(seconds)
        self._reader.join(seconds)
        return code

    def close(self) -> None:
        """Hang up, as closing the window does."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGHUP)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(5)
        # The next terminal may get the same number: nobody else must be reading from it then.
        self._reader.join(5)
        with contextlib.suppress(OSError):
            os.close(self._fd)
