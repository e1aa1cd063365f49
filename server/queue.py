"""Who waits for a chair at a full table: in the order of their coming, a while for each. Pure."""

from msgspec import Struct
from msgspec.structs import replace


class Waiter(Struct, frozen=True):
    """Somebody in a queue. `until`: a chair is held for them up to that moment; None: not yet."""

    account: str
    until: float | None = None


class Settled(Struct, frozen=True):
    """A queue as it stands now: whom a chair is held for since just now, and whose time is up."""

    queue: "Waiting"
    called: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()


class Waiting(Struct, frozen=True):
    """The queue of one table, the first in front."""

    waiters: tuple[Waiter, ...] = ()

    @property
    def accounts(self) -> tuple[str, ...]:
        """Who waits."""
        return tuple(one.account for one in self.waiters)

    @property
    def held(self) -> tuple[str, ...]:
        """For whom a chair is held."""
        return tuple(one.account for one in self.waiters if one.until is not None)

    @property
    def due(self) -> float | None:
        """When the next chair is held no longer; None: none is held."""
        return min((one.until for one in self.waiters if one.until is not None), default=None)

    def joined(self, account: str) -> "Waiting":
        """With somebody at the end; who waits already keeps their place."""
        if account in self.accounts:
            return self
        return Waiting((*self.waiters, Waiter(account)))

    def without(self, *accounts: str) -> "Waiting":
        """Without those."""
        return Waiting(tuple(one for one in self.waiters if one.account not in accounts))

    def settled(self, room: int, now: float, hold: float) -> Settled:
        """The queue at a table with chairs for `room` more people, each held for `hold` seconds.

        Whoever has let that time pass is out of it.
        """
        passed = tuple(
            one.account for one in self.waiters if one.until is not None and one.until <= now
        )
        waiters: list[Waiter] = []
        called: list[str] = []
        for place, one in enumerate(self.without(*passed).waiters):
            if place >= room:
                waiters.append(replace(one, until=None))
            elif one.until is None:
                waiters.append(replace(one, until=now + hold))
                called.append(one.account)
            else:
                waiters.append(one)
        return Settled(Waiting(tuple(waiters)), tuple(called), passed)
