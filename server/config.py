"""What a server is told before it starts."""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

StartCode = Literal[
    "address",  # facts: text
    "file_unreadable",  # facts: file, why
    "file_no_toml",  # facts: file, why
    "file_setting",  # facts: file, why
    "setting",  # facts: why
    "not_local",  # facts: address
    "taken",  # facts: address
    "unable_to_listen",  # facts: address, why
    "socket_path",  # facts: path
    "state",  # facts: path, why
    "state_in_use",  # facts: path
    "log",  # facts: path, why
    "log_locked",  # facts: path
    "log_full",  # facts: path
    "log_read_only",  # facts: path
    "log_newer",  # facts: path, has, knows
    "ssh_host",  # which has said why itself
    "ssh_host_unreachable",  # an SSH host without an address or the server's socket
]


class ConfigError(Exception):
    """A server can't run as it was told to.

    `code` and `facts` say why; the words are the client's (topic `start`). The message is for logs.
    A fact `why` is what the system or a library says, in its own words.
    """

    def __init__(self, code: StartCode, **facts: str) -> None:
        told = "; ".join(f"{name}: {fact}" for name, fact in facts.items())
        super().__init__(f"{code} ({told})" if told else code)
        self.code = code
        self.facts = facts


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of everything one person, or all of them, may have.

    Times are in seconds, backlogs in bytes. Nobody stays of whom nothing was heard for
    `silent_seconds`; whoever is heard within three quarters of it does. Changes are requests that
    make something or move somebody (create, join, leave, fill), that look into the past (record,
    past) or that change who somebody is (rename, return). Keeps are drafts to be kept.
    `connections_each` is how many connections one address may have, `connections_local` how many
    this machine. Newcomers are people who get an account, which stays: so many at once, and as many
    again within `newcomers_seconds`.
    """

    connections: int = 2000
    connections_each: int = 64
    connections_local: int = 1000
    newcomers_each: int = 60
    newcomers_local: int = 1000
    newcomers_seconds: float = 180
    tables: int = 2000
    tables_each: int = 8
    hello_seconds: float = 10
    slow_seconds: float = 10
    silent_seconds: float = 60
    backlog: int = 256 * 1024
    requests_per_second: float = 200
    requests_burst: int = 1000
    changes_per_second: float = 2
    changes_burst: int = 60
    keeps_per_second: float = 10
    keeps_burst: int = 40
    says_per_second: float = 1
    says_burst: int = 5


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """A server's settings.

    `state` is the directory of the log and of `host.sock`. `listen` is where plain TCP is
    answered, loopback only (None: nowhere). `host_socket` is the trusted Unix socket of SSH
    hosts (None: none). `ssh` is where `pokertui serve` has its SSH hosts listen, `ssh_processes`
    how many there are. Times are in seconds: `bot_pause` before a bot acts, so that people can
    follow; `bot_time` the longest that it may think; `fill_after` until bots come to a table
    that asked for them later; `lobby_pause` between two pushes of the lobby to one session.

    Of people who are not connected any more: `blink` until they count as absent, so that a line
    that breaks and comes back stops nobody; `hold` until somebody absent loses the chair between
    deals, while others are there; `grace` until a table with nobody there is closed; `amnesty`
    after a restart, in which nobody counts as absent.

    Where people come and go `between` is the rest between two deals, `counted` the one after a deal
    for points or the end of a match, which has more to be read; all can end it.
    """

    state: Path
    listen: str | None = "127.0.0.1:7000"
    host_socket: Path | None = None
    ssh: str | None = None
    ssh_processes: Annotated[int, Meta(ge=1, le=64)] = 1
    bot_pause: float = 0.7
    bot_time: float = 5
    fill_after: float = 60
    blink: float = 2
    hold: float = 300
    grace: float = 600
    amnesty: float = 60
    between: float = 6
    counted: float = 20
    lobby_pause: float = 0.2
    limits: Limits = Limits()


def load(file: Path | None = None, **settings: Any) -> Config:
    """The configuration of a TOML file, overridden by `settings` that are not None.

    ConfigError if the file can't be read or something in it is not understood.
    """
    stated: dict[str, Any] = {}
    if file is not None:
        try:
            stated = tomllib.loads(file.read_text("utf-8"))
        except OSError as error:
            raise ConfigError(
                "file_unreadable", file=str(file), why=error.strerror or str(error)
            ) from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ConfigError("file_no_toml", file=str(file), why=str(error)) from None
    stated |= {name: value for name, value in settings.items() if value is not None}
    try:
        return msgspec.convert(stated, Config, dec_hook=_path)
    except msgspec.ValidationError as error:
        if file is None:
            raise ConfigError("setting", why=str(error)) from None
        raise ConfigError("file_setting", file=str(file), why=str(error)) from None


def with_host_socket(config: Config) -> Config:
    """`config` with the usual place of the trusted socket, in the state directory."""
    return replace(config, host_socket=config.state / "host.sock")


def address(text: str) -> tuple[str, int]:
    """Host and port of `host:port` or `[host]:port`; ConfigError if it is neither."""
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise ConfigError("address", text=text)
    return host.removeprefix("[").removesuffix("]") or "127.0.0.1", int(port)


def _path(kind: type, value: Any) -> Any:
    if kind is Path and isinstance(value, str | Path):
        try:
            return Path(value).expanduser()
        except RuntimeError as homeless:
            raise ValueError(f"{value}: {homeless}") from None
    raise ValueError(f"can't be {value!r}")
