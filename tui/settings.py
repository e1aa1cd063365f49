"""What one's own machine remembers between two games: language, name, the way back in."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from tui.locale import Lang
from tui.shell import NoHome
from tui.whole import alone, put


class Known(Struct, frozen=True):
    """A key by which a server knows one: its fingerprint, its file (None: an agent has it)."""

    fingerprint: str
    file: str | None = None


class Settings(Struct, frozen=True):
    """`code` comes back to the account of the embedded server; without `lang` it is asked.

    `keys` are those that one comes with, by server.
    """

    lang: Lang | None = None
    name: str | None = None
    code: str | None = None
    keys: dict[str, Known] = {}


def settings_file() -> Path:
    """Where they are kept; NoHome."""
    from platformdirs import user_config_path

    try:
        return user_config_path("pokertui") / "settings.json"
    except RuntimeError:
        raise NoHome from None


def state_dir(server: str = "own") -> Path:
    """Where the embedded server, or another of this user's, keeps its tables; NoHome."""
    from platformdirs import user_state_path

    try:
        return user_state_path("pokertui") / server
    except RuntimeError:
        raise NoHome from None


def load(file: Path) -> Settings | None:
    """The settings, None where there are none, or none that can be read."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Settings)
    except (OSError, msgspec.DecodeError):
        return None


def change(file: Path, how: Callable[[Settings], Settings]) -> None:
    """Keep what `how` makes of the settings; where that is impossible the next start asks again."""
    with suppress(OSError), alone(file.parent):
        before = load(file) or Settings()
        after = how(before)
        if after != before:
            put(file, msgspec.json.encode(after))
