"""How often somebody may do something."""

from collections.abc import Callable


class Bucket:
    """Tokens that come back steadily: `burst` at once, `rate` a second in the long run.

    `now` gives seconds on a clock that never goes back.
    """

    __slots__ = ("_at", "_burst", "_now", "_rate", "_tokens")

    def __init__(self, rate: float, burst: int, now: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._tokens = float(burst)
        self._now = now
        self._at = now()

    def is_full(self) -> bool:
        """Whether no token is missing."""
        self._fill()
        return self._tokens == self._burst

    def take(self) -> bool:
        """Whether a token was there to take."""
        self._fill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def _fill(self) -> None:
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
