"""How often somebody may do something, at the server and at its SSH hosts; without a clock."""

import itertools
import math
from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")

# So many people are remembered; of more, those who were heard of the longest ago are forgotten.
MOST_KNOWN = 8192


class Bucket:
    """Tokens that come back steadily: `burst` at once, `rate` a second in the long run.

    `now` gives seconds on a clock that never goes back.
    """

    __slots__ = ("_at", "_burst", "_now", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
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

    def give(self) -> None:
        """A token that was taken comes back."""
        self._tokens = min(self._burst, self._tokens + 1)

    def wait(self) -> float:
        """Seconds until there is a token to take."""
        self._fill()
        return max(0.0, (1 - self._tokens) / self._rate)

    def _fill(self) -> None:
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now


class Buckets:
    """A bucket for each of those who come along, and one for all of them.

    Whoever's own is empty takes nothing out of everybody's.
    """

    def __init__(self, make: Callable[[str], Bucket], everybody: Bucket | None = None) -> None:
        """`make` gives somebody's full bucket."""
        self._make = make
        self._everybody = everybody
        self._known: dict[str, Bucket] = {}

    @classmethod
    def of(cls, most: int, seconds: float, now: Callable[[], float]) -> "Buckets":
        """So much at once, and as much again in so many seconds, for each of them."""
        return cls(lambda _: Bucket(most / seconds, most, now))

    def __len__(self) -> int:
        return len(self._known)

    def wait(self, who: str) -> float:
        """Take a token, and return 0; or the seconds until there is one to take."""
        bucket = self._known.pop(who, None) or self._make(who)
        self._known[who] = bucket
        wait = bucket.wait()
        if not wait and self._everybody is not None and not self._everybody.take():
            wait = self._everybody.wait()
        if not wait:
            bucket.take()
        _forget(self._known, Bucket.is_full)
        return wait

    def take(self, who: str) -> bool:
        """Whether a token was there to take."""
        return not self.wait(who)

    def give(self, who: str) -> None:
        """A token that somebody took comes back to them."""
        if (bucket := self._known.get(who)) is not None:
            bucket.give()


class Tries(Struct):
    """What one has tried in vain: how often, as known `at` a time; until when one has to wait."""

    failed: float
    at: float
    free: float


class Delays:
    """What people wait who fail again and again: twice as long each time, one after the other.

    `free` tries cost nothing, the next one `first` seconds; none has to wait for longer than
    `longest` after the one before. One failure is forgotten every `forget` seconds. Several tries
    at the same time count as failures of each other until they turn out to be right.
    """

    def __init__(
        self, free: int, first: float, longest: float, forget: float, now: Callable[[], float]
    ) -> None:
        self._free = free
        self._first = first
        self._longest = longest
        self._forget = forget
        self._now = now
        self._known: dict[str, Tries] = {}

    def __len__(self) -> int:
        return len(self._known)

    def wait(self, who: str) -> float:
        """Seconds that a try of theirs would have to wait."""
        tries = self._tries(who)
        failed = math.ceil(tries.failed)
        return max(0.0, tries.free - self._now()) if failed >= self._free else 0.0

    def begin(self, who: str) -> float:
        """Count a try, which fails unless `right` is called; the seconds that it has to wait."""
        wait = self.wait(who)
        self._count(who, self._now() + wait)
        return wait

    def fail(self, who: str) -> None:
        """Count a try that has failed by now, and has waited for itself alone."""
        self._count(who, self._now())

    def _count(self, who: str, at: float) -> None:
        tries = self._tries(who)
        tries.failed += 1
        failed = math.ceil(tries.failed)
        if failed >= self._free:
            # Beyond some thirty doublings nobody lives to see the end of it.
            doubled = 2 ** min(30, failed - self._free)
            tries.free = max(tries.free, at + min(self._longest, self._first * doubled))
        self._known[who] = tries
        _forget(self._known, self._over)

    def right(self, who: str) -> None:
        """One of their tries was right after all."""
        tries = self._tries(who)
        tries.failed = max(0.0, tries.failed - 1)

    def _tries(self, who: str) -> Tries:
        now = self._now()
        tries = self._known.pop(who, None) or Tries(0.0, now, now)
        tries.failed = max(0.0, tries.failed - (now - tries.at) / self._forget)
        tries.at = now
        if tries.failed:
            self._known[who] = tries
        return tries

    def _over(self, tries: Tries) -> bool:
        return (self._now() - tries.at) / self._forget >= tries.failed


def _forget(known: dict[str, T], over: Callable[[T], bool]) -> None:
    """Remember only those of whom there is something to remember, and not too many."""
    # The first are those of whom nothing was heard for the longest.
    for who in tuple(itertools.islice(known, 2)):
        if over(known[who]) or len(known) > MOST_KNOWN:
            del known[who]
