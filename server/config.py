"""What a server is told before it starts."""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol.journal import Form
from server import settings

S = TypeVar("S", bound=Struct)

StartCode = Literal[
    "address",  # facts: text
    "file_unreadable",  # facts: file, why
    "file_no_toml",  # facts: file, why
    "file_setting",  # facts: file, why
    "file_unknown",  # facts: file, line, name
    "file_wrong",  # facts: file, line, name, why
    "setting",  # facts: why
    "metrics_not_local",  # facts: address
    "tls_unreadable",  # facts: path, why
    "tls_unwritable",  # facts: path, state, why
    "tls_unusable",  # facts: path, why
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


# At least one of something that there can't be half of, and something that is not nothing.
Count = Annotated[int, Meta(ge=1)]
Amount = Annotated[float, Meta(gt=0)]


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of everything one person, one address, or all of them, may have.

    deploy/pokertui.toml explains each for operators. Times are in seconds, sizes in bytes. `_each`
    is an address's share, where it is not an account's (tables, renames, keys, preferences);
    `_local` is this machine's, whose own programs are otherwise counted in all only. Changes are
    requests that make something or move somebody (create, join, leave, fill, queue, wake), that
    look for something or into the past (find, record, past), that save settings of new tables, or
    that change who somebody is (rename, return). Keeps are drafts and preferences to be kept, steps
    parts of a deal that is looked back on. Tries are codes to come back with and signatures of a
    key, which may be wrong; guesses are codes for another key of one's own, right or wrong, and as
    many wrong ones of tables. Waits are places in queues and calls that one waits for. A template
    is what somebody saves of a new table's form.
    """

    connections: Count = 2000
    connections_each: Count = 64
    connections_local: Count = 1000
    arrivals_per_minute: Amount = 3000
    arrivals_burst: Count = 3000
    arrivals_per_minute_each: Amount = 60
    arrivals_burst_each: Count = 120
    handshakes: Count = 256
    handshakes_each: Count = 32
    strangers: Count = 1000
    strangers_each: Count = 32
    logins_per_minute: Amount = 3000
    logins_burst: Count = 3000
    logins_per_minute_each: Amount = 60
    logins_burst_each: Count = 120
    tries_free: Count = 6
    tries_delay: Amount = 1
    tries_delay_most: Amount = 60
    tries_forgotten: Amount = 60
    newcomers_each: Count = 60
    newcomers_local: Count = 1000
    newcomers_seconds: Amount = 180
    guesses_each: Count = 10
    guesses_seconds: Amount = 600
    renames_each: Count = 5
    renames_seconds: Amount = 3600
    keys_each: Count = 16
    preferences_each: Count = 64
    tables: Count = 2000
    tables_each: Count = 8
    waits_each: Count = 16
    templates_each: Count = 32
    template: Count = 4096
    hello_seconds: Amount = 10
    slow_seconds: Amount = 10
    silent_seconds: Amount = 60
    backlog: Annotated[int, Meta(ge=64 * 1024)] = 256 * 1024
    message: Annotated[int, Meta(ge=4096, le=2**20)] = 64 * 1024
    waiting: Count = 64
    requests_per_second: Amount = 200
    requests_burst: Count = 1000
    requests_refused: Count = 1000
    changes_per_second: Amount = 2
    changes_burst: Count = 60
    keeps_per_second: Amount = 10
    keeps_burst: Count = 40
    steps_per_second: Amount = 4
    steps_burst: Count = 60
    says_per_second: Amount = 1
    says_burst: Count = 5


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """A server's settings.

    `state` is the directory of the log, of the certificate and of `host.sock`. `listen` is where
    clients are answered (None: nowhere): on loopback by plain TCP, elsewhere by TLS. `host_socket`
    is the trusted Unix socket of SSH hosts (None: none). `ssh` is where `pokertui serve` has its
    SSH hosts listen, `ssh_processes` how many there are. `admin_socket` is the Unix socket of
    operators, who may do everything there (None: none). `metrics` is the address, of this machine
    only, where counts are told to Prometheus. `log` says how log lines are written.

    Times are in seconds: `bot_pause` before a bot acts, so that people can follow; `bot_time` the
    longest that it may think; `fill_after` until bots come to a table that asked for them later;
    `lobby_pause` between two pushes of the lobby to one session.

    Of people who are not connected any more: `blink` until they count as absent, so that a line
    that breaks and comes back stops nobody; `hold` until somebody absent loses the chair between
    deals, while others are there; `grace` until a table with nobody there is closed; `amnesty`
    after a restart, in which nobody counts as absent.

    Where people come and go `between` is the rest between two deals, `counted` the one after a deal
    for points or the end of a match, which has more to be read; all can end it.

    `chair_held` is how long a chair that has come free is kept for whoever has waited for it,
    `place_kept` how long somebody who is not connected any more keeps a place in a queue.

    `file` is where these settings come from, if from one: SSH hosts read theirs there.
    """

    state: Path
    listen: str | None = "127.0.0.1:7000"
    host_socket: Path | None = None
    admin_socket: Path | None = None
    metrics: str | None = None
    log: Form = "text"
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
    chair_held: float = 30
    place_kept: float = 60
    lobby_pause: float = 0.2
    limits: Limits = Limits()
    file: Path | None = None


def load(file: Path | None = None, others: Collection[str] = (), **given: Any) -> Config:
    """The configuration of a TOML file, overridden by what is `given` and not None.

    `others` are tables in it that somebody else reads. ConfigError if the file can't be read or
    something in it is not understood.
    """
    given = {name: value for name, value in given.items() if value is not None}
    if file is None:
        return _understood(None, given, Config)
    text, stated = _read(file)
    stated = {name: value for name, value in stated.items() if name not in others}
    if "file" in stated:
        raise _wrong(file, settings.Wrong("file", None, settings.line_of(text, "file")))
    return replace(_understood(file, stated | given, Config, text), file=file)


def section(file: Path, name: str, kind: type[S]) -> S:
    """One table of a TOML file, for somebody else than the server; ConfigError as for `load`."""
    text, stated = _read(file)
    return _understood(file, stated.get(name, {}), kind, text, name)


def _read(file: Path) -> tuple[str, dict[str, Any]]:
    try:
        text = file.read_text("utf-8")
        return text, settings.parse(text)
    except OSError as error:
        why = error.strerror or str(error)
        raise ConfigError("file_unreadable", file=str(file), why=why) from None
    except ValueError as error:
        raise ConfigError("file_no_toml", file=str(file), why=str(error)) from None


def _understood(
    file: Path | None, stated: dict[str, Any], kind: type[S], text: str = "", table: str = ""
) -> S:
    try:
        return settings.understood(stated, kind, text, table)
    except settings.Wrong as wrong:
        raise _wrong(file, wrong) from None


def _wrong(file: Path | None, wrong: settings.Wrong) -> ConfigError:
    why = f"{wrong.name}: {wrong.why}" if wrong.name else wrong.why or ""
    if file is None:
        return ConfigError("setting", why=why)
    if wrong.line is None:
        # It was never written, or said on the command line.
        return ConfigError("file_setting", file=str(file), why=why)
    place = {"file": str(file), "line": str(wrong.line), "name": wrong.name}
    if wrong.why is None:
        return ConfigError("file_unknown", **place)
    return ConfigError("file_wrong", **place, why=wrong.why)


def with_host_socket(config: Config) -> Config:
    """`config` with the usual place of the trusted socket, in the state directory."""
    return replace(config, host_socket=config.state / "host.sock")


def with_admin_socket(config: Config) -> Config:
    """`config` with the usual place of the operators' socket, in the state directory."""
    return replace(config, admin_socket=config.state / "admin.sock")


def address(text: str) -> tuple[str, int]:
    """Host and port of `host:port` or `[host]:port`; ConfigError if it is neither."""
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise ConfigError("address", text=text)
    return host.removeprefix("[").removesuffix("]") or "127.0.0.1", int(port)
