"""The log's writer: one thread, one SQLite file, commits that never overlap.

What is appended while a commit runs goes into the next one together. Nothing is acknowledged
before its commit has returned.
"""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar, cast

from msgspec import Struct

from protocol.errors import Refused
from server import migrations

log = logging.getLogger(__name__)

T = TypeVar("T")
Row = tuple[Any, ...]


class Write(Struct, frozen=True):
    """One statement of an entry, and what it is filled with."""

    sql: str
    values: Row


class CommitFailed(Exception):
    """A commit failed: what is on the disk is not known, so the process has to stop."""


class _Job(Struct):
    """Writes to commit, or a question to ask; and who waits for the answer."""

    future: asyncio.Future[Any]
    writes: tuple[Write, ...] = ()
    question: Callable[[sqlite3.Connection], Any] | None = None
    answer: Any = None
    failure: BaseException | None = None


class Log:
    """The durable memory of a server, in one SQLite file (WAL, synchronous=FULL)."""

    def __init__(self, path: Path, failed: Callable[[CommitFailed], None]) -> None:
        """`failed` is called in the event loop once a commit has failed; nothing works after it."""
        self._path = path
        self._failed = failed
        # One batch is with the thread at most; what comes meanwhile waits here for the next.
        self._waiting: list[_Job] = []
        self._busy = False
        self._batches: SimpleQueue[list[_Job] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="log", daemon=True)
        self._loop = asyncio.get_running_loop()
        self._closed = False
        # A new file belongs to its owner alone: it holds everybody's cards.
        path.touch(mode=0o600)
        self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=FULL")
            migrations.migrate(self._database)
        except BaseException:
            self._database.close()
            raise
        self._thread.start()

    async def append(self, writes: Iterable[Write]) -> None:
        """Make `writes` durable, all of them or none; Refused storage if that failed."""
        await self._wait(_Job(self._loop.create_future(), writes=tuple(writes)))

    async def read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """The answer of a query, asked in the log's thread after everything appended so far."""
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
        fatal = None
        if writes:
            try:
                self._commit(writes)
            except CommitFailed as failure:
                fatal = failure
        for job in batch:
            if job.question is not None and fatal is None:
                try:
                    job.answer = job.question(self._database)
                except Exception as failure:
                    job.failure = failure
        # The loop may be gone by now when a test or a signal ended it; nobody waits then.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._settle, batch, fatal)
        return fatal is None

    def _commit(self, jobs: list[_Job]) -> None:
        database = self._database
        try:
            database.execute("BEGIN IMMEDIATE")
            for job in jobs:
                for write in job.writes:
                    database.execute(write.sql, write.values)
        except Exception as failure:
            log.error("a batch of %d entries was rolled back: %s", len(jobs), failure)
            try:
                if database.in_transaction:
                    database.execute("ROLLBACK")
            except sqlite3.Error as worse:
                raise CommitFailed(f"rollback: {worse}") from None
            for job in jobs:
                job.failure = Refused("storage")
            return
        try:
            database.execute("COMMIT")
        except sqlite3.Error as failure:
            raise CommitFailed(str(failure)) from None

    # ── in the event loop ──────────────────────────────────────────────────────────────────────

    def _settle(self, batch: list[_Job], fatal: CommitFailed | None) -> None:
        if fatal is not None:
            # Nobody is answered: whether it was written is not known.
            self._closed = True
            self._failed(fatal)
            return
        self._hand_over()
        for job in batch:
            if job.future.done():
                continue
            if job.failure is not None:
                job.future.set_exception(job.failure)
            else:
                job.future.set_result(job.answer)
