"""The log's file copied while it is in use, and put back while it is not."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from server.disk import reason
from server.migrations import MIGRATIONS, migrate

LOG = "log.sqlite3"

# What every file of ours has had since its first shape.
_TABLES = {"accounts", "tables", "log", "deals", "answers"}


class NoCopy(Exception):
    """It can't be done; nothing has changed. `code` and `facts` say why (topic `admin`)."""

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


def backup(source: Path, target: Path) -> int:
    """Write all that `source` holds at this moment to the new file `target`; its size in bytes.

    NoCopy if that can't be done. To be called in a thread: it reads by a connection of its own, all
    in one step, so that whoever writes meanwhile neither waits nor makes it begin again. The copy
    is there whole or not at all, is one file, and belongs to its owner alone.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        if target.exists():
            raise NoCopy("backup_exists", path=str(target))
        _new(part)
        try:
            with _opened(source, "ro") as reading, _opened(part, "rw") as writing:
                reading.backup(writing)
                # Without a write-ahead file beside it: what is copied from place to place is one.
                writing.execute("PRAGMA journal_mode=DELETE")
            size = part.stat().st_size
            _settle(part, target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except (OSError, sqlite3.Error) as error:
        raise NoCopy("backup_failed", path=str(target), why=reason(error)) from None
    return size


def restore(state: Path, source: Path, now: float) -> Path | None:
    """Put a backup in the place of the log in `state`; where the old one lies from now on.

    NoCopy if the file is none that this program can take up. The caller holds the directory's
    lock: no server uses it. `now` is Unix time, for the name of the old file.
    """
    log, part = state / LOG, state / f"{LOG}.part"
    if source.resolve() == log.resolve():
        raise NoCopy("restore_itself", path=str(source))
    _check(source)
    kept = None
    try:
        _new(part)
        try:
            # Through SQLite, so that nothing of it can be left in a file beside it.
            with _opened(source, "ro") as reading, _opened(part, "rw") as writing:
                reading.backup(writing)
                writing.execute("PRAGMA journal_mode=DELETE")
                # What would keep the server from starting does so here, where the old log stands.
                migrate(writing)
            _give(part, state)
            # Whoever locked a directory without one has made it.
            if (lock := state / "lock").exists():
                _give(lock, state)
            if log.exists():
                kept = _put_aside(log, now)
            _settle(part, log)
        except BaseException:
            part.unlink(missing_ok=True)
            if kept is not None:
                _take_back(log, kept)
            raise
    except (OSError, sqlite3.Error) as error:
        raise NoCopy("restore_failed", path=str(source), why=reason(error)) from None
    return kept


def _check(source: Path) -> None:
    """NoCopy unless the file is whole, ours, and of a shape that this program knows."""
    try:
        if not source.is_file():
            raise NoCopy("restore_missing", path=str(source))
        with _opened(source, "ro") as database:
            (shape,) = database.execute("PRAGMA user_version").fetchone()
            names = {
                name
                for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type='table'")
            }
            (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    except (OSError, sqlite3.Error) as error:
        raise NoCopy("restore_unreadable", path=str(source), why=reason(error)) from None
    if verdict != "ok":
        raise NoCopy("restore_broken", path=str(source), why=str(verdict).partition("\n")[0])
    if not shape or not names >= _TABLES:
        raise NoCopy("restore_foreign", path=str(source))
    if shape > len(MIGRATIONS):
        raise NoCopy("restore_newer", path=str(source), has=str(shape), knows=str(len(MIGRATIONS)))


def _put_aside(log: Path, now: float) -> Path:
    """Give the log that is there another name as well, alone of all that lies beside it; which.

    It keeps its place until the new one takes that: whenever this breaks off, there is one.
    """
    try:
        # All that was committed goes into the file itself: a write-ahead file that stayed behind
        # would be taken for the new one's.
        with _opened(log, "rw") as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error:
        # It can't be read any more, which may be why it is replaced.
        pass
    when = datetime.fromtimestamp(now, UTC).strftime("%Y%m%d-%H%M%S")
    kept = log.with_name(f"{log.name}.before-{when}")
    while kept.exists():
        kept = kept.with_name(f"{kept.name}x")
    try:
        kept.hardlink_to(log)
    except OSError:
        # Not every file system gives a file two names.
        log.rename(kept)
    _move_beside(log, kept)
    return kept


def _take_back(log: Path, kept: Path) -> None:
    """Undo `_put_aside`, unless the new log is in its place already."""
    if not log.exists():
        kept.rename(log)
    elif log.samefile(kept):
        kept.unlink()
    else:
        return
    _move_beside(kept, log)


def _move_beside(source: Path, target: Path) -> None:
    """Let what SQLite has left beside a log lie beside another."""
    for ending in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            source.with_name(source.name + ending).rename(target.with_name(target.name + ending))


@contextlib.contextmanager
def _opened(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    database = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None
    )
    try:
        yield database
    finally:
        database.close()


def _give(path: Path, folder: Path) -> None:
    """Let a file belong to whoever has the folder: root puts back what a service's user reads."""
    owner = folder.stat()
    if os.geteuid() == 0:
        os.chown(path, owner.st_uid, owner.st_gid)


def _new(path: Path) -> None:
    """An empty file that nobody else can read; one left by a copy that broke off is replaced."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _settle(part: Path, target: Path) -> None:
    """Give a finished file its name; both are on the disk then."""
    _sync(part)
    part.rename(target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
