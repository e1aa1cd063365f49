"""What all parts of one server share."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from engine.game import AnyGame
from engine.kit.shuffle import shuffle
from engine.match import Cash
from engine.values.chance import Chance
from server.accounts import People
from server.admin.metrics import Metrics
from server.admin.penalties import Penalties
from server.bank import Bank
from server.bots.pool import Pool
from server.clock import Clock, SystemClock
from server.config import Config
from server.door import Door
from server.faults import report
from server.lobby import Lobby
from server.log import Log
from server.waiters import Waiters

if TYPE_CHECKING:
    from server.sessions import Session
    from server.table.task import TableTask

log = logging.getLogger(__name__)


def random_chance(table: str, deal: int) -> Chance:
    """The luck of a deal, from the operating system's generator; one shuffle a deal."""
    return shuffle(secrets.token_bytes(32))


class World(Struct, frozen=True):
    """What the server takes from outside: time and randomness. Tests script them.

    `ids` gives names that nobody can guess, `random` bytes for guests' codes and bots' dice,
    `chance` the luck of a deal of a table.
    """

    clock: Clock = SystemClock()
    ids: Callable[[], str] = lambda: secrets.token_hex(8)
    random: Callable[[int], bytes] = secrets.token_bytes
    chance: Callable[[str, int], Chance] = random_chance


async def _contained(work: Coroutine[Any, Any, None], name: str) -> None:
    try:
        await work
    except Exception as fault:
        report(log, name, fault)


class House:
    """One server's parts and registers, for tables and sessions to find each other."""

    def __init__(
        self,
        config: Config,
        world: World,
        games: Mapping[str, AnyGame],
        database: Log,
        pool: Pool,
        group: asyncio.TaskGroup,
        metrics: Metrics,
    ) -> None:
        self.config = config
        self.world = world
        self.games = games
        self.log = database
        self.pool = pool
        self.metrics = metrics
        self.began = world.clock.now()
        self.people = People(database, world.ids, world.random, world.clock.now, config.limits)
        self.bank = Bank(database, self.millis, self.staked)
        self.penalties = Penalties(database, self.millis)
        self.tables: dict[str, TableTask] = {}
        self.sessions: dict[str, Session] = {}
        self.connected: set[Session] = set()
        self.door = Door(config.limits, asyncio.get_running_loop().time)
        # One backup after the other: two of one name would write over each other.
        self.copying = asyncio.Lock()
        # Deals are played again one after the other, whoever asks: the processor is the tables'.
        self.retelling = asyncio.Lock()
        self.repeats: dict[tuple[str, str], asyncio.Future[None]] = {}
        self._group = group
        self.waiters = Waiters(self)
        self.lobby = Lobby(lambda: len(self.sessions), config.lobby_pause, self.waiters.changed)

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Run `work` as a task that the server owns and ends; a fault in it ends it alone."""
        task = self._group.create_task(_contained(work, name), name=name)
        # Cancelled before its first step, a task never gets to what it was to run.
        task.add_done_callback(lambda _: work.close())
        return task

    def millis(self) -> int:
        """Unix time in milliseconds, for the log."""
        return int(self.world.clock.now() * 1000)

    def staked(self, account: str) -> int:
        """The chips that the account has in chairs, or for one that it is promised."""
        tables = [task.table for task in self.tables.values()]
        promises = (table.promised(account) for table in tables)
        return sum(promise.chips for promise in promises if promise is not None) + sum(
            table.match.chairs[table.chairs.index(account)].chips
            for table in tables
            if isinstance(table.match, Cash) and account in table.chairs
        )

    def seats_of(self, account: str) -> tuple[str, ...]:
        """The tables where the account has a seat or is promised one, oldest first."""
        return tuple(
            table.table.id for table in self.tables.values() if account in table.table.expected
        )

    def held(self, account: str) -> tuple[str, ...]:
        """The tables where the account has a seat that it is not leaving already."""
        tables = (self.tables[name].table for name in self.seats_of(account))
        seats = ((one.id, one, one.chair_of(account)) for one in tables)
        return tuple(
            name for name, one, seat in seats if seat is None or not one.match.leaving(seat)
        )
