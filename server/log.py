"""The log's writer: one thread, one SQLite file, commits that never overlap.

What is appended while a commit runs goes into the next one together. Nothing is acknowledged
before its commit has returned. What the disk would not take is refused, and the log goes on as
soon as it takes something again; only a commit of which nobody can say whether it is on the disk
ends everything.
"""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any, TypeVar, cast

from msgspec import Struct

from protocol.errors import Refused
from server import migrations
from server.disk import Moved, outside, reason, seen, unwritten
from server.faults import report

log = logging.getLogger(__name__)

T = TypeVar("T")
Row = tuple[Any, ...]

# How long, in seconds, another program's lock is waited for. Everybody in the house waits
# meanwhile: a short write of an operator's shell is over by then, and whoever holds the lock
# longer may hold it for hours. That is a refusal, and is tried again.
_BUSY = 0.25

# Once all of it is in the file itself, the write-ahead file is cut back to this many bytes.
_WAL_KEPT = 16 * 1024 * 1024
# Usually it has some 4 MiB; from here on, in bytes, somebody should know about it.
_WAL_LARGE = 32 * 1024 * 1024


class Write(Struct, frozen=True):
    """One statement of an entry, and what it is filled with."""

    sql: str
    values: Row


class CommitFailed(Exception):
    """A commit failed: what is on the disk is not known, so the process has to stop."""


# So many commits between two looks at its size.
_LOOK = 8

_PROBE = (Write(migrations.PROBE, ()),)


class _Job(Struct):
    """Writes to commit, or a question to ask; and who waits for the answer."""

    future: asyncio.Future[Any]
    writes: tuple[Write, ...] = ()
    question: Callable[[sqlite3.Connection], Any] | None = None
    answer: Any = None
    failure: BaseException | None = None


class Log:
    """The durable memory of a server, in one SQLite file (WAL, synchronous=FULL) at `path`."""

    def __init__(
        self,
        path: Path,
        failed: Callable[[CommitFailed], None],
        took: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        """`failed` is called in the event loop once a commit has failed; nothing works after it.

        `took` is called there with the seconds of every batch of commits.
        """
        self.path = path
        self._failed = failed
        self._took = took
        # One batch is with the thread at most; what comes meanwhile waits here for the next.
        self._waiting: list[_Job] = []
        self._busy = False
        self._batches: SimpleQueue[list[_Job] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="log", daemon=True)
        self._loop = asyncio.get_running_loop()
        self._closed = False
        self._trouble: Exception | None = None
        self._large = _WAL_LARGE
        self._commits = 0
        self._folder = str(path.absolute().parent)
        self._checked: int | None = None
        # A new file belongs to its owner alone: it holds everybody's cards.
        path.touch(mode=0o600)
        self._database = sqlite3.connect(
            path.absolute().as_uri() + "?psow=1",
            uri=True,
            timeout=_BUSY,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            (mode,) = self._database.execute("PRAGMA journal_mode=WAL").fetchone()
            if mode != "wal":
                raise sqlite3.NotSupportedError("write-ahead logging doesn't work in this place")
            self._database.execute("PRAGMA synchronous=FULL")
            self._database.execute(f"PRAGMA journal_size_limit={_WAL_KEPT}")
            self._database.execute("PRAGMA temp_store=MEMORY")
            migrations.migrate(self._database)
            # The file itself, and its write-ahead file.
            places = (str(path), f"{path}-wal")
            self._files = [(place, there.file) for place in places if (there := seen(place))]
        except BaseException:
            self._database.close()
            raise
        self._thread.start()

    @property
    def trouble(self) -> Exception | None:
        """What keeps everything from being written; None as far as is known.

        `server.disk` has the words for it.
        """
        return self._trouble

    @property
    def waiting(self) -> int:
        """How many entries and questions wait for the next commit."""
        return len(self._waiting)

    async def append(self, writes: Iterable[Write]) -> None:
        """Make `writes` durable, all of them or none.

        Refused storage if they are certainly not written. If nobody can say, nobody is answered.
        """
        await self._wait(_Job(self._loop.create_future(), writes=tuple(writes)))

    async def probe(self) -> None:
        """Write something durable that means nothing; Refused storage while that can't be done.

        It takes more room than what any table writes at once: a disk that has just made room for
        this does not refuse the next move again.
        """
        await self.append(_PROBE)

    async def read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """The answer of a query, asked in the log's thread after everything appended so far.

        Refused storage if the file can't be read.
        """
        return cast(T, await self._wait(_Job(self._loop.create_future(), question=question)))

    async def close(self) -> None:
        """Commit what was appended, and close the file."""
        if self._closed:
            return
        self._closed = True
        self._hand_over()
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    def _wait(self, job: _Job) -> asyncio.Future[Any]:
        if self._closed:
            raise Refused("storage")
        self._waiting.append(job)
        if not self._busy:
            self._busy = True
            # After whatever else is ready now: it may have something to append too.
            self._loop.call_soon(self._hand_over)
        return job.future

    def _hand_over(self) -> None:
        batch, self._waiting = self._waiting, []
        self._busy = bool(batch)
        if batch:
            self._batches.put(batch)

    # ── in the log's thread ────────────────────────────────────────────────────────────────────

    def _run(self) -> None:
        while (batch := self._batches.get()) is not None and self._work(batch):
            pass
        self._database.close()

    def _work(self, batch: list[_Job]) -> bool:
        writes = [job for job in batch if job.question is None]
        fatal, seconds = None, None
        if writes:
            began = perf_counter()
            try:
                self._commit(writes)
            except CommitFailed as failure:
                fatal = failure
            except Exception as fault:
                report(log, "the log's thread", fault)
                fatal = CommitFailed("a fault in the log's thread")
            seconds = perf_counter() - began
        for job in batch:
            if job.question is not None and fatal is None:
                self._ask(job, job.question)
        # The loop may be gone by now when a test or a signal ended it; nobody waits then.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._settle, batch, fatal, seconds)
        return fatal is None

    def _ask(self, job: _Job, question: Callable[[sqlite3.Connection], Any]) -> None:
        try:
            job.answer = question(self._database)
        except Exception as failure:
            job.failure = failure
            if outside(failure):
                log.error("nothing can be read: %s", reason(failure))
                job.failure = Refused("storage")

    def _commit(self, jobs: list[_Job]) -> None:
        failure = self._transaction(jobs)
        if failure is None:
            if self._trouble is not None:
                log.warning("it can be written again")
                self._trouble = None
            self._watch()
        elif outside(failure):
            # Once is enough: until it is mended, every table tries again and again.
            if self._trouble is None or reason(failure) != reason(self._trouble):
                log.error("nothing can be written: %s", reason(failure))
            self._trouble = failure.with_traceback(None)
            for job in jobs:
                job.failure = Refused("storage")
        elif len(jobs) == 1:
            report(log, "an entry can't be written", failure)
            jobs[0].failure = Refused("storage")
        else:
            # One entry is at fault; the others are not to suffer for it.
            for job in jobs:
                self._commit([job])

    def _transaction(self, jobs: list[_Job]) -> Exception | None:
        """Write all of it, or nothing and return why; CommitFailed if nobody can say which."""
        database = self._database
        try:
            self._stay()
            database.execute("BEGIN IMMEDIATE")
            for job in jobs:
                for write in job.writes:
                    database.execute(write.sql, write.values)
        except Exception as failure:
            self._roll_back()
            return failure
        try:
            database.execute("COMMIT")
        except sqlite3.Error as failure:
            if not unwritten(failure):
                raise CommitFailed(reason(failure)) from None
            self._roll_back()
            return failure
        return None

    def _roll_back(self) -> None:
        try:
            # After an error of the disk SQLite may have done so already.
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
        except sqlite3.Error as worse:
            raise CommitFailed(f"rollback: {reason(worse)}") from None

    def _stay(self) -> None:
        # What goes into a deleted file is on the disk until the process ends, and no longer. No
        # file goes without its folder's having changed: one look is enough for every commit.
        folder = seen(self._folder)
        if folder is not None and folder.changed == self._checked:
            return
        for place, file in self._files:
            there = seen(place)
            if there is None or there.file != file:
                raise Moved(f"{Path(place).name} was moved, replaced or deleted")
        self._checked = None if folder is None else folder.changed

    def _watch(self) -> None:
        """Say so when the write-ahead file grows without end; it is looked at now and then."""
        self._commits += 1
        if self._commits % _LOOK or (wal := seen(self._files[-1][0])) is None:
            return
        if wal.size >= self._large:
            log.warning(
                "the write-ahead file has %d MiB: a program that has been reading for long, or a"
                " full disk, keeps it from going into the log itself",
                wal.size // 2**20,
            )
            self._large = 2 * wal.size
        elif wal.size < _WAL_LARGE:
            self._large = _WAL_LARGE

    # ── in the event loop ──────────────────────────────────────────────────────────────────────

    def _settle(self, batch: list[_Job], fatal: CommitFailed | None, seconds: float | None) -> None:
        if fatal is not None:
            # Nobody is answered: whether it was written is not known.
            self._closed = True
            self._failed(fatal)
            return
        self._hand_over()
        if seconds is not None:
            self._took(seconds)
        for job in batch:
            if job.future.done():
                continue
            if job.failure is not None:
                job.future.set_exception(job.failure)
            else:
                job.future.set_result(job.answer)
