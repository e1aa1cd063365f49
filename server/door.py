"""Where connections come from, how many and how many newcomers, and what is noted of goodbyes."""

import ipaddress
import itertools
import logging
from collections import Counter
from collections.abc import Callable

from protocol.journal import facts
from server.config import Limits
from server.rates import Bucket, Buckets

log = logging.getLogger(__name__)

# So many goodbyes are noted at once, and a second in the long run; the others are counted.
_NOTES_AT_ONCE = 20
_NOTES_A_SECOND = 1.0


class Crowded(Exception):
    """Too many new accounts have come from one address; `most` are let in at once."""

    def __init__(self, most: int) -> None:
        super().__init__(f"more than {most} newcomers")
        self.most = most


class Door:
    """Counts connections and newcomers of every address, and notes the goodbyes that are said.

    One home has all addresses of an IPv6 network of 64 bits. What is noted is a code and an
    address, never a word of what somebody sent.
    """

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        """`now` gives seconds on a clock that never goes back."""
        self._limits = limits
        self._now = now
        self._homes: Counter[str] = Counter()
        # Of every address, and in all, the connections that are not encrypted yet.
        self._beginning: Counter[str] = Counter()
        # Of every address that newcomers came from lately, the one of the latest last.
        self._newcomers: dict[str, Bucket] = {}
        self._guesses = Buckets(limits.guesses_each, limits.guesses_seconds, now)
        self._notes = Bucket(_NOTES_A_SECOND, _NOTES_AT_ONCE, now)
        self._unsaid = 0
        self._greetings = Bucket(_NOTES_A_SECOND, _NOTES_AT_ONCE, now)

    def enter(self, home: str) -> bool:
        """Count a connection from `home`; whether it may stay. Whoever may not leaves as well."""
        self._homes[home] += 1
        return self._homes[home] <= self.most(home)

    def leave(self, home: str) -> None:
        """A connection from `home` less."""
        self._homes[home] -= 1
        if not self._homes[home]:
            del self._homes[home]

    def begin(self, home: str) -> bool:
        """Count a handshake from `home`; whether it may go on. Either way it is `begun` later."""
        self._beginning[home] += 1
        limits = self._limits
        return (
            self._beginning[home] <= limits.handshakes_each
            and self._beginning.total() <= limits.handshakes
        )

    def begun(self, home: str) -> None:
        """A handshake from `home` less, whatever came of it."""
        self._beginning[home] -= 1
        if not self._beginning[home]:
            del self._beginning[home]

    def most(self, home: str) -> int:
        """How many connections `home` may have."""
        return self._limits.connections_local if home == LOCAL else self._limits.connections_each

    def admit(self, home: str) -> None:
        """Let somebody in who gets an account now; Crowded if too many did, from `home`."""
        limits = self._limits
        most = limits.newcomers_local if home == LOCAL else limits.newcomers_each
        bucket = self._newcomers.pop(home, None)
        if bucket is None:
            bucket = Bucket(most / limits.newcomers_seconds, most, self._now)
        self._newcomers[home] = bucket
        admitted = bucket.take()
        self._forget()
        if not admitted:
            raise Crowded(most)

    def guess(self, home: str | None) -> int:
        """Count a code that somebody from `home` types: 0, or in how many seconds one may be."""
        return 0 if home is None else self._guesses.take(home)

    def _forget(self) -> None:
        """Remember only addresses of which there is something to remember."""
        for home, bucket in tuple(itertools.islice(self._newcomers.items(), 2)):
            if bucket.is_full():
                del self._newcomers[home]

    def greet(self, account: str, way: str, home: str) -> None:
        """Write who has come, from where and how, unless too many have just now."""
        if self._greetings.take():
            known = facts("welcome", account=account, way=way, home=home)
            log.info("welcome to %s from %s by %s", account, home, way, extra=known)

    def note(self, code: str, home: str) -> None:
        """Write that somebody from `home` was told goodbye, unless too much is written already."""
        if not self._notes.take():
            self._unsaid += 1
            return
        if self._unsaid:
            log.info("%d goodbyes were not noted", self._unsaid)
            self._unsaid = 0
        log.info("goodbye to %s: %s", home, code, extra=facts("goodbye", home=home, code=code))


LOCAL = "this machine"
ELSEWHERE = "elsewhere"


def home_of(address: str) -> str:
    """What an address is counted as: itself, its IPv6 network, or LOCAL for this machine.

    ELSEWHERE for all that is no address.
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ELSEWHERE
    if isinstance(parsed, ipaddress.IPv6Address):
        parsed = parsed.ipv4_mapped or parsed
    if parsed.is_loopback:
        return LOCAL
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
