"""Lines on this program's own standard input and output."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable

from tui.lines.driver import Talk
from tui.lines.intake import Intake
from tui.lines.voice import folded
from tui.terminal import Terminal

CHUNK = 4096
MOST_AHEAD = 200  # lines read before they are obeyed

Make = Callable[[Callable[[str], None], bool], Talk]


async def converse(make: Make, terminal: Terminal) -> int:
    """Talk on the standard input and output to the end; the exit code.

    `make` makes the session of what takes its lines; what comes from no terminal is a script.
    """
    loop = asyncio.get_running_loop()
    talk: Talk

    def out(line: str) -> None:
        text = "\n".join(folded(line, _width()))
        data = text.encode("ascii" if terminal.ascii else "utf-8", "replace")
        try:
            os.write(1, data + b"\n")
        except OSError:
            # Nobody reads any more.
            talk.end(1)

    talk = make(out, not os.isatty(0))
    reader = _Reader(loop, talk)
    for name, code in ((signal.SIGINT, 130), (signal.SIGTERM, 128 + signal.SIGTERM)):
        loop.add_signal_handler(name, talk.session.finish, code)
    try:
        reader.start()
        return await talk.run()
    finally:
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(name)


def _width() -> int:
    """Columns of the terminal that is written to; 0: it is none."""
    try:
        return os.get_terminal_size(1).columns
    except OSError:
        return 0


class _Reader(threading.Thread):
    """Reads the standard input, whatever it is: a terminal, a pipe, a file.

    It is not waited for: a read may never end.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, talk: Talk) -> None:
        super().__init__(name="lines-in", daemon=True)
        self._loop = loop
        self._talk = talk
        self._intake = Intake()
        self._room = threading.Event()

    def run(self) -> None:
        while True:
            try:
                data = os.read(0, CHUNK)
            except OSError:
                data = b""
            self._room.clear()
            try:
                self._loop.call_soon_threadsafe(self._came, data)
            except RuntimeError:
                return
            if not data:
                return
            # A script is read no faster than it is obeyed.
            self._room.wait()

    def _came(self, data: bytes) -> None:
        lines = self._intake.put(data) if data else self._intake.end()
        for line in lines:
            self._talk.typed(line)
        if self._intake.over:
            self._talk.hang_up()
            return
        self._look()

    def _look(self) -> None:
        if self._talk.session.waiting > MOST_AHEAD:
            self._loop.call_later(0.05, self._look)
        else:
            self._room.set()
