"""How many may knock, wait and play at once, and how often, in all and from one address."""

import ipaddress
import math
from collections import Counter
from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, Struct

from protocol.rates import Bucket, Buckets, Delays

# At least one of something that there can't be half of, and something that is not nothing.
Count = Annotated[int, Meta(ge=1)]
Amount = Annotated[float, Meta(gt=0)]


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What one SSH host process bears. Times in seconds, counts at the same moment.

    deploy/pokertui.toml explains each for operators, under `ssh_limits`. An address is an IPv4
    address or an IPv6 network of 64 bits. Knocks are connections and logins sessions that begin: so
    many at once, and so many a second in the long run. Strangers have not logged in yet. Tries are
    passwords and signatures that are wrong.
    """

    sessions: Count = 150
    sessions_an_address: Count = 40
    sessions_a_connection: Count = 4
    strangers: Count = 200
    strangers_an_address: Count = 20
    knocks: Annotated[float, Meta(ge=1)] = 40.0
    knocks_a_second: Amount = 2.0
    knocks_in_all: Count = 400
    knocks_in_all_a_second: Amount = 40.0
    logins: Count = 40
    logins_a_second: Amount = 1.0
    logins_in_all: Count = 200
    logins_in_all_a_second: Amount = 5.0
    passwords: Count = 6
    failures: Count = 20
    keys: Count = 60
    tries_free: Count = 6
    tries_delay: Amount = 1.0
    tries_delay_most: Amount = 8.0
    tries_forgotten: Amount = 60.0
    login_timeout: Amount = 25.0
    keepalive: Amount = 15.0
    keepalives_missed: Count = 3
    idle: Amount = 60.0
    wait_for_server: Amount = 600.0
    columns: Annotated[int, Meta(ge=80, le=1000)] = 320
    rows: Annotated[int, Meta(ge=24, le=500)] = 100


class Door:
    """Counts connections before and after login, and sessions. Strangers have not logged in."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._strangers: Counter[str] = Counter()
        self._sessions: Counter[str] = Counter()
        self._knocks = Buckets(
            lambda _: Bucket(limits.knocks_a_second, limits.knocks, clock),
            Bucket(limits.knocks_in_all_a_second, limits.knocks_in_all, clock),
        )
        self._logins = Buckets(
            lambda _: Bucket(limits.logins_a_second, limits.logins, clock),
            Bucket(limits.logins_in_all_a_second, limits.logins_in_all, clock),
        )
        self._tries = Delays(
            limits.tries_free,
            limits.tries_delay,
            limits.tries_delay_most,
            limits.tries_forgotten,
            clock,
        )

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
            self._strangers[home] >= limits.strangers_an_address
            or self.strangers >= limits.strangers
            or not self._knocks.take(home)
        ):
            return False
        self._strangers[home] += 1
        return True

    def depart(self, address: str) -> None:
        """A stranger has logged in or gone."""
        _take(self._strangers, _home(address))

    def fail(self, address: str) -> None:
        """Somebody has tried what was wrong."""
        self._tries.fail(_home(address))

    def delay(self, address: str) -> float:
        """Seconds that whoever tries to log in from there has to wait, for what was wrong."""
        return self._tries.wait(_home(address))

    def log_in(self, address: str) -> int:
        """A session is to begin: 0 lets it, else it may in so many seconds."""
        return math.ceil(self._logins.wait(_home(address)))

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
