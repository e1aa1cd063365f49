"""Who comes from where, how many and how often; and what is noted of goodbyes."""

import ipaddress
import logging
import math
from collections import Counter
from collections.abc import Callable

from protocol.errors import ByeCode
from protocol.journal import facts
from protocol.rates import Bucket, Buckets, Delays
from server.config import Limits

log = logging.getLogger(__name__)

# So many goodbyes are noted at once, and a second in the long run; the others are counted.
_NOTES_AT_ONCE = 20
_NOTES_A_SECOND = 1.0


class Turned(Exception):
    """Somebody is not let in; `code` and `facts` are the goodbye."""

    def __init__(self, code: ByeCode, **facts: int) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class Door:
    """Counts who comes, from which address, and how often, and notes the goodbyes that are said.

    One home has all addresses of an IPv6 network of 64 bits. This machine's own programs are
    counted in all only, but for connections and newcomers. What is noted is a code and an address,
    never a word of what somebody sent.
    """

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        """`now` gives seconds on a clock that never goes back."""
        self._limits = limits
        self._homes: Counter[str] = Counter()
        # Of every address, and in all, the connections that are not encrypted yet, and those that
        # have not said who they are.
        self._beginning: Counter[str] = Counter()
        self._strangers: Counter[str] = Counter()
        self._arrivals = _rates(
            now,
            *(limits.arrivals_per_minute, limits.arrivals_burst),
            *(limits.arrivals_per_minute_each, limits.arrivals_burst_each),
        )
        self._logins = _rates(
            now,
            *(limits.logins_per_minute, limits.logins_burst),
            *(limits.logins_per_minute_each, limits.logins_burst_each),
        )
        self._newcomers = Buckets(
            lambda home: Bucket(self._new(home) / limits.newcomers_seconds, self._new(home), now)
        )
        self._tries = Delays(
            limits.tries_free,
            limits.tries_delay,
            limits.tries_delay_most,
            limits.tries_forgotten,
            now,
        )
        self._guesses = Buckets.of(limits.guesses_each, limits.guesses_seconds, now)
        self._notes = Bucket(_NOTES_A_SECOND, _NOTES_AT_ONCE, now)
        self._table_codes = Buckets.of(limits.guesses_each, limits.guesses_seconds, now)
        self._unsaid = 0
        self._greetings = Bucket(_NOTES_A_SECOND, _NOTES_AT_ONCE, now)

    def enter(self, home: str) -> None:
        """Count a connection from `home`; Turned if it may not stay, and has to leave as well."""
        self._homes[home] += 1
        most = self.most(home)
        if self._homes[home] > most:
            raise Turned("full", most=most)

    def leave(self, home: str) -> None:
        """A connection from `home` less."""
        _take(self._homes, home)

    def most(self, home: str) -> int:
        """How many connections `home` may have."""
        return self._limits.connections_local if home == LOCAL else self._limits.connections_each

    def arrive(self, home: str) -> None:
        """Somebody connects; Turned if too many did lately."""
        _in_time(self._arrivals.wait(home))

    def log_in(self, home: str) -> None:
        """Somebody who says who they are asks for their account; Turned if too many did lately."""
        _in_time(self._logins.wait(home))

    def begin(self, home: str) -> bool:
        """Count a handshake from `home`; whether it may go on. Either way it is `begun` later."""
        limits = self._limits
        return _count(self._beginning, home, limits.handshakes, limits.handshakes_each)

    def begun(self, home: str) -> None:
        """A handshake from `home` less, whatever came of it."""
        _take(self._beginning, home)

    def meet(self, home: str) -> None:
        """Count somebody who has not said who they are; Turned if there are too many of them.

        Either way they are `met` later.
        """
        limits = self._limits
        each = limits.strangers if home == LOCAL else limits.strangers_each
        if not _count(self._strangers, home, limits.strangers, each):
            raise Turned("full", strangers=each)

    def met(self, home: str) -> None:
        """A stranger from `home` less: known now, or gone."""
        _take(self._strangers, home)

    def admit(self, home: str) -> None:
        """Let somebody in who gets an account now; Turned if too many did, from `home`."""
        if not self._newcomers.take(home):
            raise Turned("full", newcomers=self._new(home))

    def guess(self, home: str) -> float:
        """Somebody says what may be a guess; the seconds until it may be looked at.

        Turned if nobody would wait for so long. It counts as wrong unless `guessed` is called.
        """
        wait = self._tries.wait(home)
        if wait > self._limits.hello_seconds:
            raise Turned("hasty", seconds=math.ceil(wait))
        return self._tries.begin(home)

    def guessed(self, home: str) -> None:
        """What was said from `home` was right."""
        self._tries.right(home)

    def _new(self, home: str) -> int:
        return self._limits.newcomers_local if home == LOCAL else self._limits.newcomers_each

    def type_code(self, home: str | None) -> float:
        """Count a code for another key typed at `home`: 0, or in how many seconds one may be."""
        return 0 if home is None else self._guesses.wait(home)

    def table_code(self, home: str | None) -> float:
        """Count a table's code from `home` as wrong: 0, or in how many seconds one may be said.

        It does not count once `table_code_right` is called.
        """
        return 0 if home is None else self._table_codes.wait(home)

    def table_code_right(self, home: str | None) -> None:
        """The code that was said last at `home` was right."""
        if home is not None:
            self._table_codes.give(home)

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


def _rates(
    now: Callable[[], float], minute: float, burst: int, minute_each: float, burst_each: int
) -> Buckets:
    def of(home: str) -> Bucket:
        # What this machine does itself is limited by what all may do.
        if home == LOCAL:
            return Bucket(minute / 60, burst, now)
        return Bucket(minute_each / 60, burst_each, now)

    return Buckets(of, Bucket(minute / 60, burst, now))


def _in_time(wait: float) -> None:
    if wait:
        raise Turned("hasty", seconds=math.ceil(wait))


def _count(counter: Counter[str], home: str, most: int, each: int) -> bool:
    counter[home] += 1
    return counter[home] <= each and counter.total() <= most


def _take(counter: Counter[str], home: str) -> None:
    counter[home] -= 1
    if not counter[home]:
        del counter[home]


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
