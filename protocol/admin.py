"""What an operator's shell and a running server say to each other over `admin.sock`.

No part of the wire that clients speak: whoever may open that socket may do everything. Deeds are
done and answered one after the other; they are framed as on the wire.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec
from msgspec import Meta, Struct

from engine.values.why import Why
from protocol import codec
from protocol.codec import Reader
from protocol.errors import Malformed

T = TypeVar("T")

# Names, ids, keys, addresses, reasons; and what is announced.
Text = Annotated[str, Meta(max_length=256)]
Announcement = Annotated[str, Meta(max_length=400)]
# Ten years are for good.
Seconds = Annotated[int, Meta(ge=1, le=10 * 366 * 24 * 3600)]
PenaltyKind = Literal["ban", "mute"]
# How somebody has come: through an SSH host, with a client of their own, or as the one for whom the
# server runs.
Way = Literal["ssh", "connect", "own"]


# ── what is asked for ──────────────────────────────────────────────────────────────────────────


class Status(Struct, frozen=True, tag="status", forbid_unknown_fields=True):
    """How the server is."""


class Tables(Struct, frozen=True, tag="tables", forbid_unknown_fields=True):
    """All tables."""


class Players(Struct, frozen=True, tag="players", forbid_unknown_fields=True):
    """Everybody who is connected."""


class Kick(Struct, frozen=True, tag="kick", forbid_unknown_fields=True):
    """End somebody's session; they may come back, and keep what they have."""

    who: Text
    reason: Text = ""


class Mute(Struct, frozen=True, tag="mute", forbid_unknown_fields=True):
    """Refuse what somebody writes, for so long (None: for good)."""

    who: Text
    seconds: Seconds | None = None
    reason: Text = ""


class Unmute(Struct, frozen=True, tag="unmute", forbid_unknown_fields=True):
    """Let somebody write again."""

    who: Text


class Ban(Struct, frozen=True, tag="ban", forbid_unknown_fields=True):
    """Let nobody in any more with that key, from that address, or of that name or id."""

    whom: Text
    seconds: Seconds | None = None
    reason: Text = ""


class Bans(Struct, frozen=True, tag="bans", forbid_unknown_fields=True):
    """All bans and mutes that hold."""


class Unban(Struct, frozen=True, tag="unban", forbid_unknown_fields=True):
    """Lift a ban."""

    whom: Text


class Announce(Struct, frozen=True, tag="announce", forbid_unknown_fields=True):
    """Tell something to everybody who is connected."""

    text: Announcement


class Close(Struct, frozen=True, tag="close", forbid_unknown_fields=True):
    """Close a table; all stakes go back."""

    table: Text
    reason: Text = ""


class Backup(Struct, frozen=True, tag="backup", forbid_unknown_fields=True):
    """Write all that the log holds to a new file at that path."""

    path: Annotated[str, Meta(max_length=4096)]


class ResetName(Struct, frozen=True, tag="reset_name", forbid_unknown_fields=True):
    """Take somebody's name away; they get another."""

    who: Text


class About(Struct, frozen=True, tag="about", forbid_unknown_fields=True):
    """What is known of an account."""

    who: Text


class Rekey(Struct, frozen=True, tag="rekey", forbid_unknown_fields=True):
    """Forget an account's keys and make a code by which its owner comes back."""

    who: Text


Deed = (
    Status
    | Tables
    | Players
    | Kick
    | Mute
    | Unmute
    | Ban
    | Bans
    | Unban
    | Announce
    | Close
    | Backup
    | ResetName
    | About
    | Rekey
)


# ── what is answered ───────────────────────────────────────────────────────────────────────────


class TheStatus(Struct, frozen=True, tag="the_status"):
    """How the server is: `up` in seconds, `memory`, `log` and `backlog` in bytes.

    `backlog` is what waits to be read by slow clients, `waiting` how many entries wait for the log.
    `trouble` is why nothing can be written at the moment.
    """

    version: str
    up: int
    sessions: int
    connections: int
    tables: int
    memory: int
    log: int
    backlog: int
    waiting: int
    trouble: str | None = None


class TableLine(Struct, frozen=True):
    """A table: `people` who sit there, `bots` and `watching` as numbers, `deal` the newest one."""

    id: str
    name: str
    game: str
    stage: str
    people: tuple[str, ...]
    bots: int
    watching: int
    deal: int


class TheTables(Struct, frozen=True, tag="the_tables"):
    """All tables, oldest first."""

    tables: tuple[TableLine, ...]


class PlayerLine(Struct, frozen=True):
    """Somebody who is connected: `seats` where they sit, `idle` the seconds since they did a thing.

    `key` is the fingerprint of the one that was proved; `guest`: the account has none at all.
    """

    id: str
    name: str
    guest: bool
    key: str | None
    way: Way
    address: str
    seats: tuple[str, ...]
    idle: int


class ThePlayers(Struct, frozen=True, tag="the_players"):
    """Everybody who is connected, by name."""

    players: tuple[PlayerLine, ...]


class PenaltyLine(Struct, frozen=True):
    """A ban or mute: since when and until when (Unix seconds, None: for good), why, by whom.

    `subject` is a fingerprint, an address or network, or an account, which was called `name`.
    """

    kind: PenaltyKind
    subject: str
    name: str
    at: int
    until: int | None
    reason: str
    by: str


class TheBans(Struct, frozen=True, tag="the_bans"):
    """All bans and mutes that hold, oldest first."""

    penalties: tuple[PenaltyLine, ...]


class TheAccount(Struct, frozen=True, tag="the_account"):
    """What is known of an account; `seen` is Unix time in seconds of the last hello."""

    id: str
    name: str
    keys: tuple[str, ...]
    here: bool
    seen: int
    chips: int
    seats: tuple[str, ...]
    penalties: tuple[PenaltyLine, ...]


class Done(Struct, frozen=True, tag="done"):
    """It is done, and lasts; a code with facts says what."""

    what: Why


class Not(Struct, frozen=True, tag="not"):
    """It is not done, and why; nothing has changed."""

    why: Why


Answer = TheStatus | TheTables | ThePlayers | TheBans | TheAccount | Done | Not


# ── bytes ──────────────────────────────────────────────────────────────────────────────────────


def encode(message: Deed | Answer) -> bytes:
    """The bytes of a message."""
    return msgspec.msgpack.encode(message)


class Inlet:
    """What either end does with bytes: deeds at the server, answers in the shell."""

    def __init__(self, server: bool) -> None:
        self._reader = Reader(codec.FROM_CLIENT if server else codec.FROM_SERVER)
        self._kind: Any = Deed if server else Answer
        self._tags = {kind.__struct_config__.tag for kind in get_args(self._kind)}

    def take(self, data: bytes) -> Iterator[Any]:
        """The messages that `data` completes; Malformed at the first that is none."""
        for raw in self._reader.feed(data):
            if raw["type"] not in self._tags:
                # Most likely the two ends are of different versions.
                raise Malformed("unknown_message", codec.shown(raw["type"]))
            try:
                yield msgspec.convert(raw, self._kind, builtin_types=(bytes,))
            except msgspec.ValidationError as error:
                raise Malformed("bad_field", codec.shown(f"{raw['type']}: {error}")) from None
