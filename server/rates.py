"""How often somebody may do something."""

import itertools
import math
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

    @property
    def wait(self) -> int:
        """Seconds until there is a token again."""
        self._fill()
        return max(0, math.ceil((1 - self._tokens) / self._rate))

    def _fill(self) -> None:
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now


class Buckets:
    """A bucket for everybody who did something lately: `most` at once, as many again in `seconds`.

    `now` is as for one.
    """

    def __init__(self, most: int, seconds: float, now: Callable[[], float]) -> None:
        self._most = most
        self._seconds = seconds
        self._now = now
        # Whoever took a token last comes last.
        self._buckets: dict[str, Bucket] = {}

    def take(self, who: str) -> int:
        """Take a token of somebody's: 0, or in how many seconds there is one."""
        bucket = self._buckets.pop(who, None)
        if bucket is None:
            bucket = Bucket(self._most / self._seconds, self._most, self._now)
        self._buckets[who] = bucket
        wait = 0 if bucket.take() else max(1, bucket.wait)
        self._forget()
        return wait

    def _forget(self) -> None:
        """Remember only those of whom there is something to remember."""
        for who, bucket in tuple(itertools.islice(self._buckets.items(), 2)):
            if bucket.is_full():
                del self._buckets[who]
