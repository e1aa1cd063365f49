"""Log lines of the SSH host: what strangers wrote is escaped and short, floods are counted."""

import logging
import traceback
from collections.abc import Callable

LONGEST = 60  # characters of anybody else's text

log = logging.getLogger("pokertui.ssh")


def quoted(text: object) -> str:
    """`text` for a log line: printable ASCII, at most LONGEST characters of it."""
    shown = str(text)
    cut = shown[:LONGEST] + ("…" if len(shown) > LONGEST else "")
    return ascii(cut)


def report(what: str, fault: BaseException) -> None:
    """Log a fault of our own: the way to it, without values, which may be cards."""
    # Textual wraps what a worker raised.
    fault = getattr(fault, "error", None) or fault
    while fault.__cause__ is not None:
        fault = fault.__cause__
    frames = traceback.extract_tb(fault.__traceback__)[-8:]
    way = " > ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
    log.error("A fault in the %s: %s at %s", what, type(fault).__name__, way)
    log.debug("It said: %s", quoted(fault))


class Murmur:
    """Lines that strangers can cause at will: some at once, then one a second, the rest counted."""

    def __init__(self, clock: Callable[[], float], at_once: int = 20) -> None:
        self._clock = clock
        self._most = float(at_once)
        self._left = self._most
        self._then = clock()
        self._swallowed = 0

    def __call__(self, message: str, *facts: object) -> None:
        """Log at info level; `facts` are quoted."""
        now = self._clock()
        self._left = min(self._most, self._left + now - self._then)
        self._then = now
        if self._left < 1:
            self._swallowed += 1
            return
        self._left -= 1
        if self._swallowed:
            log.info("%d lines like the following were left out.", self._swallowed)
            self._swallowed = 0
        log.info(message, *map(quoted, facts))
