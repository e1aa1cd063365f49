"""A whole server: put together, started, stopped."""

import asyncio
import contextlib
import fcntl
import gc
import logging
import os
import resource
import signal
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import TracebackType

from msgspec.structs import replace

from engine.game import AnyGame
from engine.games import BY_ID
from protocol.errors import Refused
from protocol.journal import facts
from server import ledger, listen, notify, registry, store, tls
from server.admin import clerk, metrics, office, scrape
from server.admin.metrics import Metrics
from server.backup import LOG
from server.bots.pool import Pool
from server.config import Config, ConfigError, with_admin_socket, with_host_socket
from server.disk import kind, reason
from server.faults import report
from server.house import House, World
from server.log import CommitFailed, Log
from server.migrations import NewerFile
from server.sessions import Session
from server.supervise import Supervisor
from server.table.commands import Void
from server.table.drafts import Entry
from server.table.reception import CLOCK
from server.table.recovery import Recovered, recover
from server.table.task import TableTask

log = logging.getLogger(__name__)

BOTS = "engine.bots:BOTS"

# Guests not seen for so long are forgotten when the server starts, in seconds.
_FORGET = 90 * 24 * 3600
# And the logs of tables that were closed so long ago: until then, who runs the server may look at
# what happened there.
_FORGET_TABLES = 30 * 24 * 3600
# How long a stop waits for readers to take their goodbye, in seconds.
_GOODBYE = 2.0


class Server:
    """One server in this process: `async with Server(config) as server`.

    Everything it does runs in tasks that it owns and ends. `games` and `bots` (a
    `module:NAME`) are what can be played and by whom, `world` is time and randomness.
    """

    def __init__(
        self,
        config: Config,
        games: Mapping[str, AnyGame] = BY_ID,
        bots: str = BOTS,
        world: World | None = None,
        lock: int | None = None,
    ) -> None:
        """`lock` is the state directory's lock file, open and locked by whoever chose it."""
        self.config = config
        self._games = games
        self._bots = bots
        self._world = world or World()
        self._lock = lock
        self._main: asyncio.Task[None] | None = None
        self._stop = asyncio.Event()
        self._house: House | None = None
        self._listening: list[asyncio.Server | listen.Encrypted] = []
        self._counting: asyncio.Server | None = None
        self._failure: CommitFailed | None = None
        self._lost = asyncio.Event()

    @property
    def house(self) -> House:
        """The server's parts; only while it runs."""
        if self._house is None:
            raise RuntimeError("the server is not running")
        return self._house

    @property
    def port(self) -> int:
        """The TCP port that it listens on."""
        for server in self._listening:
            for listening in server.sockets:
                if not isinstance(listening.getsockname(), str):
                    return int(listening.getsockname()[1])
        raise RuntimeError("the server does not listen on TCP")

    async def start(self) -> None:
        """Open the log, bring the tables back, listen.

        ConfigError if something can't be had, CommitFailed if the log could not be written.
        """
        started = asyncio.get_running_loop().create_future()
        self._main = asyncio.create_task(self._run(started), name="server")
        await asyncio.wait([started, self._main], return_when=asyncio.FIRST_COMPLETED)
        if not started.done():
            await self._main

    def ask_to_stop(self) -> None:
        """Let the server end; `ended` returns when it has."""
        self._stop.set()

    async def stop(self) -> None:
        """Say goodbye to everybody, write what is open, and end; CommitFailed if the log had."""
        self._stop.set()
        await self.ended()

    async def ended(self) -> None:
        """Return when the server has ended; CommitFailed if it had to."""
        if self._main is not None:
            # Whoever gives up waiting does not end the server.
            await asyncio.shield(self._main)

    async def __aenter__(self) -> "Server":
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    async def serve_socket(self, fd: int) -> None:
        """Serve one trusted client over an inherited socket, and stop when it is gone."""
        session = Session(self.house, trusted=True, parent=True)
        await listen.inherited(fd, lambda: session)
        self.house.spawn(self._stop_after(session), "inherited socket")

    async def _stop_after(self, session: Session) -> None:
        await session.lost.wait()
        self._stop.set()

    # ── the main task ──────────────────────────────────────────────────────────────────────────

    async def _run(self, started: asyncio.Future[None]) -> None:
        with locked(self.config.state, self._lock):
            counts = Metrics()
            database = _log(self.config.state, self._commit_failed, counts.commits.add)
            pool = Pool(self._bots, self.config.bot_time, counts.thoughts.add)
            try:
                async with asyncio.TaskGroup() as group:
                    house = House(
                        self.config, self._world, self._games, database, pool, group, counts
                    )
                    self._house = house
                    await self._unless_lost(group.create_task(self._revive(house), name="revive"))
                    await self._listen(house)
                    started.set_result(None)
                    await self._stop.wait()
                    await self._farewell(house)
                    raise _Over
            except* _Over:
                pass
            except* (ConfigError, Refused) as errors:
                raise _start_error(errors, database) from None
            finally:
                self._close_listeners()
                await pool.close()
                await database.close()
        if self._failure is not None:
            raise self._failure

    async def _unless_lost(self, reviving: asyncio.Task[None]) -> None:
        """Return when the tables are back; end the server if a commit fails meanwhile."""
        # Whoever waits for a failed commit waits for ever: it is known only here.
        lost = asyncio.create_task(self._lost.wait(), name="lost")
        try:
            await asyncio.wait((reviving, lost), return_when=asyncio.FIRST_COMPLETED)
        finally:
            lost.cancel()
        if self._failure is not None:
            raise _Over

    async def _listen(self, house: House) -> None:
        if self.config.listen is not None:
            self._listening.append(await self._answer(house, self.config.listen))
        if self.config.host_socket is not None:
            self._listening.append(
                await listen.unix(
                    self.config.host_socket,
                    lambda: Session(house, trusted=True),
                    # Beside the log nobody but its owner has anything to do.
                    shared=self.config.host_socket.parent != self.config.state,
                )
            )
        if self.config.admin_socket is not None:
            self._listening.append(await clerk.serve(self.config.admin_socket, house))
        if self.config.metrics is not None:
            count = partial(_counted, house)
            self._counting = await scrape.serve(self.config.metrics, count)
            await self._counting.start_serving()
        for server in self._listening:
            await server.start_serving()

    async def _answer(self, house: House, where: str) -> asyncio.Server | listen.Encrypted:
        if listen.is_private(where):
            return await listen.tcp(where, lambda: Session(house, trusted=False))
        certificate = tls.load(self.config.state)
        known = certificate.fingerprint
        return await listen.tls(
            where,
            lambda: Session(house, trusted=False, certificate=known),
            certificate.context,
            house.door,
            house.spawn,
            self.config.limits.hello_seconds,
        )

    def _close_listeners(self) -> None:
        for server in self._listening:
            server.close()
        for path in (self.config.host_socket, self.config.admin_socket):
            if path is not None and self._listening:
                path.unlink(missing_ok=True)
        self._listening.clear()
        if self._counting is not None:
            self._counting.close()

    async def _farewell(self, house: House) -> None:
        for server in self._listening:
            server.close()
        house.lobby.close()
        house.waiters.close()
        sessions = tuple(house.connected)
        for session in sessions:
            if self._failure is None:
                session.bye("stopping")
            else:
                session.bye("fault")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE):
                for session in sessions:
                    await session.lost.wait()

    def _commit_failed(self, failure: CommitFailed) -> None:
        log.critical("a commit failed, the server stops: %s", failure)
        self._failure = failure
        self._lost.set()
        self._stop.set()

    # ── what the log holds ─────────────────────────────────────────────────────────────────────

    async def _revive(self, house: House) -> None:
        await house.penalties.load()
        tables: list[Recovered] = []
        kept: dict[str, tuple[Entry, ...]] = {}
        for rows in await house.log.read(store.open_tables):
            try:
                tables.append(recover(rows.rows, rows.deal, house.games))
                kept[rows.id] = rows.drafts
            except Exception as fault:
                report(log, f"table {rows.id} stays closed", fault)
        # All at once each, so that a thousand tables do not wait for a thousand commits.
        await asyncio.gather(*(self._cancel(house, one) for one in tables if one.cancelled))
        seated = [account for one in tables for account in one.table.expected]
        await house.people.recall()
        await house.people.seated(seated)
        for one in tables:
            self._reopen(house, one, kept[one.table.id])
        now = int(house.world.clock.now())
        await house.log.append(registry.forget_guests(now - _FORGET, sorted(set(seated))))
        await house.log.append(ledger.forget(now * 1000))
        await house.log.append(store.forget_tables((now - _FORGET_TABLES) * 1000))
        # There may have been nothing to forget; who starts a server is told at once.
        await house.log.probe()
        log.info("started with %d tables", len(tables), extra=facts("started", tables=len(tables)))

    async def _cancel(self, house: House, recovered: Recovered) -> None:
        """Write that a deal is cancelled which can't go on."""
        table, seq = recovered.table, recovered.seq + 1
        why = Void("rules" if table.cancelled is None else table.cancelled.code)
        await house.log.append(
            [
                store.log_row(table.id, seq, house.millis(), CLOCK, why),
                store.deal_over(table, table.deals, seq, "[]"),
                *(ledger.moved(move, house.millis()) for move in recovered.moves),
            ]
        )

    def _reopen(self, house: House, recovered: Recovered, kept: tuple[Entry, ...]) -> None:
        table, seq = recovered.table, recovered.seq + recovered.cancelled
        if recovered.fault is not None:
            report(log, f"table {table.id} of {table.game.id} is broken", recovered.fault)
        task = TableTask(house, table, seq, broken=recovered.fault is not None, kept=kept)
        task.start()
        task.revive()


class _Over(Exception):
    """Ends the task group, and everything in it."""


def _start_error(errors: BaseExceptionGroup[ConfigError | Refused], database: Log) -> ConfigError:
    inner = errors.exceptions[0]
    if isinstance(inner, BaseExceptionGroup):
        return _start_error(inner, database)
    if isinstance(inner, ConfigError):
        return inner
    # What can't be read was logged, with its reason.
    return _unusable(database.path, database.trouble or OSError("it cannot be read"))


@contextlib.contextmanager
def locked(state: Path, held: int | None) -> Iterator[None]:
    """The state directory, made if need be, and nobody else's meanwhile.

    `held` is its open lock file, where whoever chose the directory has locked it already.
    """
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        fd = os.open(state / "lock", flags, 0o600) if held is None else held
    except OSError as error:
        raise ConfigError("state", path=str(error.filename or state), why=reason(error)) from None
    try:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ConfigError("state_in_use", path=str(state)) from None
        yield
    finally:
        os.close(fd)


def _counted(house: House) -> str:
    return metrics.text(house.metrics, office.gauges(house))


def _log(state: Path, failed: Callable[[CommitFailed], None], took: Callable[[float], None]) -> Log:
    path = state / LOG
    try:
        return Log(path, failed, took)
    except NewerFile as error:
        raise ConfigError(
            "log_newer", path=str(path), has=str(error.has), knows=str(error.knows)
        ) from None
    except (OSError, sqlite3.Error) as error:
        raise _unusable(path, error) from None


def _unusable(path: Path, failure: Exception) -> ConfigError:
    match kind(failure):
        case "locked":
            return ConfigError("log_locked", path=str(path))
        case "full":
            return ConfigError("log_full", path=str(path))
        case "read_only":
            return ConfigError("log_read_only", path=str(path))
        case _:
            return ConfigError("log", path=str(path), why=reason(failure))


def calm_collector() -> None:
    """Let Python look for garbage more rarely: a server makes little of it in circles.

    What was imported stays for ever and need not be looked through at all.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def allow_files(count: int) -> None:
    """Let this process have `count` open files, as far as the system allows it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < count:
        most = count if hard == resource.RLIM_INFINITY else min(count, hard)
        # Some systems have a lower limit than the one they tell.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


async def serve(
    config: Config, listening: Callable[[Config], None] = lambda _: None, lang: str = "en"
) -> int:
    """Run a server, and the SSH hosts it is to have, until a signal ends it; the exit code.

    `listening` is called once everything answers, with the configuration in force: a port 0 has
    become one that was free. SIGTERM, SIGINT and SIGHUP end it with a goodbye to everybody; a
    SIGHUP that this process was told to ignore stays ignored. ConfigError if something that it
    needs can't be had; an SSH host tells by itself, in `lang`, what it lacks.
    """
    if config.ssh is not None:
        config = replace(config, ssh=listen.settled(config.ssh))
        if config.host_socket is None:
            config = with_host_socket(config)
    config = _with_admin_socket(config)
    calm_collector()
    allow_files(2 * config.limits.connections)
    server = Server(config)
    living = asyncio.create_task(notify.live(), name="watchdog")
    try:
        with _signalled() as stop:
            await server.start()
            if config.listen is not None:
                config = replace(config, listen=listen.at_port(config.listen, server.port))
            async with Supervisor(config, lang) as hosts:
                await _until_over(server, stop, hosts, lambda: listening(config))
            await server.stop()
    except CommitFailed:
        return 1
    finally:
        living.cancel()
    if hosts.problem is not None:
        raise hosts.problem
    return 0


def _with_admin_socket(config: Config) -> Config:
    if config.admin_socket is not None:
        return config
    usual = with_admin_socket(config)
    assert usual.admin_socket is not None
    if listen.is_long(usual.admin_socket):
        # It is no reason not to play: there may well be nobody to operate this one.
        log.warning("no pokertui admin here: the path of the state directory is too long")
        return config
    return usual


@contextlib.contextmanager
def _signalled() -> Iterator[asyncio.Event]:
    """What is set when this process is asked to end."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    # Ignored is what nohup makes SIGHUP, and the command line where no terminal can go away.
    numbers = [
        number
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
        if signal.getsignal(number) is not signal.SIG_IGN
    ]
    for number in numbers:
        loop.add_signal_handler(number, stop.set)
    try:
        yield stop
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)


async def _until_over(
    server: Server, stop: asyncio.Event, hosts: Supervisor, ready: Callable[[], None]
) -> None:
    """Return when there is a reason to stop, having called `ready` if it came to that."""
    ready_task = asyncio.create_task(hosts.ready.wait())
    reasons = {
        asyncio.create_task(server.ended()),
        asyncio.create_task(stop.wait()),
        asyncio.create_task(hosts.failed.wait()),
    }
    try:
        done, _ = await asyncio.wait({ready_task, *reasons}, return_when=asyncio.FIRST_COMPLETED)
        if not done & reasons:
            ready()
            notify.tell("READY=1")
            await asyncio.wait(reasons, return_when=asyncio.FIRST_COMPLETED)
        notify.tell("STOPPING=1")
    finally:
        for task in (ready_task, *reasons):
            task.cancel()
        await asyncio.gather(ready_task, *reasons, return_exceptions=True)
