"""How many may knock, wait and play at once, in all and from one address."""

import ipaddress
from collections import Counter
from collections.abc import Callable

from msgspec import Struct

_BUCKETS_KEPT = 4096


class Limits(Struct, frozen=True):
    """What one SSH host process bears. Times in seconds, counts at the same moment.

    An address is an IPv4 address or an IPv6 network of 64 bits. `knocks` is how many connections
    an address may make at once, `knocks_a_second` how fast that fills up again.
    """

    sessions: int = 150
    sessions_an_address: int = 40
    sessions_a_connection: int = 4
    strangers: int = 200
    strangers_an_address: int = 20
    knocks: float = 40.0
    knocks_a_second: float = 2.0
    login_timeout: float = 25.0
    keepalive: float = 15.0
    keepalives_missed: int = 3
    idle: float = 60.0
    wait_for_server: float = 600.0


class Door:
    """Counts connections before and after login, and sessions. Strangers have not logged in."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._strangers: Counter[str] = Counter()
        self._sessions: Counter[str] = Counter()
        self._knocks: dict[str, tuple[float, float]] = {}

    @property
    def strangers(self) -> int:
        """Connections that have not logged in yet."""
        return self._strangers.total()

    @property
    def sessions(self) -> int:
        """Sessions that play."""
        return self._sessions.total()

    def knock(self, address: str) -> bool:
        """A connection comes: True lets it in as a stranger, whom `depart` must take off again."""
        home = _home(address)
        limits = self._limits
        if (
            not self._spend_knock(home)
            or self._strangers[home] >= limits.strangers_an_address
            or self.strangers >= limits.strangers
        ):
            return False
        self._strangers[home] += 1
        return True

    def depart(self, address: str) -> None:
        """A stranger has logged in or gone."""
        _take(self._strangers, _home(address))

    def sit(self, address: str) -> bool:
        """A session begins: True counts it, and `rise` must take it off again."""
        home = _home(address)
        limits = self._limits
        if self.sessions >= limits.sessions or self._sessions[home] >= limits.sessions_an_address:
            return False
        self._sessions[home] += 1
        return True

    def rise(self, address: str) -> None:
        """A session has ended."""
        _take(self._sessions, _home(address))

    def _spend_knock(self, home: str) -> bool:
        now = self._clock()
        limits = self._limits
        left, then = self._knocks.get(home, (limits.knocks, now))
        left = min(limits.knocks, left + (now - then) * limits.knocks_a_second)
        allowed = left >= 1
        if len(self._knocks) >= _BUCKETS_KEPT:
            self._forget(now)
        self._knocks[home] = (left - 1 if allowed else left, now)
        return allowed

    def _forget(self, now: float) -> None:
        # Full again means as good as never seen; if nobody is, the oldest half goes.
        rest = self._limits.knocks / self._limits.knocks_a_second
        kept = {home: seen for home, seen in self._knocks.items() if now - seen[1] < rest}
        if len(kept) >= _BUCKETS_KEPT:
            newest = sorted(kept, key=lambda home: kept[home][1])[_BUCKETS_KEPT // 2 :]
            kept = {home: kept[home] for home in newest}
        self._knocks = kept


def _take(counter: Counter[str], home: str) -> None:
    counter[home] -= 1
    if counter[home] <= 0:
        del counter[home]


def _home(address: str) -> str:
    # One person owns all addresses of an IPv6 network of 64 bits.
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
