"""What went wrong with the log's file: whose fault, in which words, and what is certain then."""

import sqlite3
from pathlib import Path
from typing import Literal, NamedTuple

# What the disk, the file or other programs do to us, in SQLite's primary codes. All others are
# faults of ours.
_OUTSIDE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOTADB,
}

_UNWRITTEN = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL}

_WORDS = {
    sqlite3.SQLITE_BUSY: "another program holds it locked",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR_WRITE: "the disk takes nothing",
    sqlite3.SQLITE_IOERR_SHMSIZE: "the disk is full",
    sqlite3.SQLITE_CANTOPEN: "it can't be opened",
    sqlite3.SQLITE_NOTADB: "that is no log of pokertui's",
}


Kind = Literal["locked", "full", "read_only"]

_KINDS: dict[int, Kind] = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR_SHMSIZE: "full",
}


class Moved(Exception):
    """The file is no longer where the next start would look for it."""


def reason(failure: BaseException) -> str:
    """Why a file can't be used, in words for whoever runs the server."""
    if isinstance(failure, OSError):
        return failure.strerror or str(failure)
    code = _code(failure)
    words = _WORDS.get(code) or _WORDS.get(code & 0xFF)
    if words is not None:
        return words
    name = getattr(failure, "sqlite_errorname", None)
    return f"{failure} ({name})" if name else str(failure)


def kind(failure: BaseException) -> Kind | None:
    """Which of the troubles that can be named in every language this is; None if it is none."""
    code = _code(failure)
    return _KINDS.get(code) or _KINDS.get(code & 0xFF)


def outside(failure: BaseException) -> bool:
    """Whether the disk, the file or another program is at fault, and not this one."""
    return isinstance(failure, Moved) or _code(failure) & 0xFF in _OUTSIDE


def unwritten(failure: sqlite3.Error) -> bool:
    """Whether a COMMIT in WAL mode that failed so has certainly written nothing that counts.

    Changed pages go to the write-ahead file at the COMMIT, the one with the commit mark last, and
    each counts only with a checksum over all before it: if one could not be written, the mark is
    not valid, and the next commit goes over the same place. Behind the mark nothing is written
    (given psow, which leaves out the padding to whole sectors); then the file is synced and the
    index in shared memory extended, and an error of either leaves open whether the mark is on the
    disk.
    """
    code = _code(failure)
    return code == sqlite3.SQLITE_IOERR_WRITE or code & 0xFF in _UNWRITTEN


class Seen(NamedTuple):
    """A file or folder as it is there.

    `file`: which it is, whatever it is called. `size` in bytes, `changed` in nanoseconds of Unix
    time.
    """

    file: tuple[int, int]
    size: int
    changed: int


def seen(path: str) -> Seen | None:
    """What lies at a path; None if there is nothing to be seen."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return Seen((found.st_dev, found.st_ino), found.st_size, found.st_mtime_ns)


def _code(failure: BaseException) -> int:
    """SQLite's extended code; 0 if there is none, as of what Python itself complains about."""
    return int(getattr(failure, "sqlite_errorcode", None) or 0)
