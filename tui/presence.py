"""Whether somebody is looking at the terminal, as far as it can be known."""

from collections.abc import Callable
from time import monotonic

IDLE = 10.0  # seconds without a key until one may have looked away
IDLE_UNSEEN = 5.0  # the same in a terminal that has never told of its focus


class Presence:
    """One person at one terminal, known by its keys and its focus. `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._last_key = clock()
        self._focused: bool | None = None

    def key(self) -> None:
        """A key was pressed."""
        self._last_key = self._clock()

    def focus(self, on: bool) -> None:
        """The terminal got the focus, or lost it."""
        self._focused = on

    def away(self) -> bool:
        """Whether the person may not be looking."""
        # tmux tells nothing of focus unless asked to: then a short pause is all there is to go by.
        patience = IDLE_UNSEEN if self._focused is None else IDLE
        return self._focused is False or self._clock() - self._last_key > patience
