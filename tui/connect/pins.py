"""Which certificate each server has shown: a file like known_hosts, a line a server."""

from pathlib import Path

from msgspec import Struct

from tui.shell import NoHome
from tui.whole import alone, put

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
    with alone(file.parent):
        kept = [line for line in _lines(file) if line.split()[:1] != [server]]
        text = "".join(f"{line}\n" for line in (*kept, f"{server} {fingerprint}"))
        put(file, text.encode("utf-8", "surrogateescape"))


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8", errors="surrogateescape").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return []
