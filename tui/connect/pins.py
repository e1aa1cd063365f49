"""Which certificate each server has shown: a file like known_hosts, a line a server."""

import fcntl
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from tui.shell import NoHome

FILE = "known_servers"


class Pin(Struct, frozen=True):
    """A certificate's fingerprint, and the line of the file that has it."""

    fingerprint: str
    line: int


def pins_file() -> Path:
    """Where they are kept; NoHome."""
    from platformdirs import user_config_path

    try:
        return user_config_path("pokertui") / FILE
    except RuntimeError:
        raise NoHome from None


def pins_of(file: Path, server: str) -> tuple[Pin, ...]:
    """The certificates that `server` may show, none if it is not known; OSError.

    Several lines of one server stand for several certificates, such as an old and a new one. One
    that makes no sense still says that the server is known.
    """
    found = []
    for number, line in enumerate(_lines(file), 1):
        words = line.split()
        if words and words[0] == server:
            found.append(Pin(" ".join(words[1:]), number))
    return tuple(found)


def remember(file: Path, server: str, fingerprint: str) -> None:
    """Keep the certificate of `server` in place of all others of it; OSError."""
    # Where it lies in the end: it may be a link to wherever somebody keeps such files.
    file = file.resolve()
    file.parent.mkdir(parents=True, exist_ok=True)
    with _alone(file.parent):
        kept = [line for line in _lines(file) if line.split()[:1] != [server]]
        _write(file, (*kept, f"{server} {fingerprint}"))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else remembers anything meanwhile, which would be lost."""
    held = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        # Not everywhere there are locks.
        with suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def _write(file: Path, lines: Iterable[str]) -> None:
    # Whole or not at all: half a file would let strangers in for friends.
    new = file.with_name(f".{file.name}.{secrets.token_hex(8)}")
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as text:  # noqa: PTH123
            for line in lines:
                text.write(f"{line}\n".encode("utf-8", "surrogateescape"))
            text.flush()
            os.fsync(text.fileno())
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8", errors="surrogateescape").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return []
