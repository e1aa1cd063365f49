"""Between bytes and messages: a bounded reader of what strangers send, and the redacting writer."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NoReturn, cast, get_args

import msgspec
from msgpack import Unpacker  # type: ignore[import-untyped]
from msgpack.exceptions import FormatError, StackError  # type: ignore[import-untyped]
from msgspec import Struct

from engine.values.events import Event, Phase
from engine.values.offers import Barred, Offer
from engine.values.secret import hook
from protocol.errors import Malformed, MalformedCode
from protocol.messages import FromClient, FromServer

if Unpacker.__module__ != "msgpack._cmsgpack":
    # The pure Python fallback takes quadratic time on messages that arrive in small pieces.
    raise ImportError("msgpack without its C extension can't read a stream safely")

UNKNOWN_EVENT = Phase("unknown")


class Limits(Struct, frozen=True):
    """What one message may be: bytes, levels of nesting, bytes of a string, items, map entries."""

    message: int
    depth: int
    text: int
    items: int
    entries: int


FROM_CLIENT = Limits(message=64 * 1024, depth=16, text=4096, items=64, entries=64)
FROM_SERVER = Limits(message=4 * 2**20, depth=32, text=65536, items=65536, entries=4096)

Raw = dict[str, Any]


class Reader:
    """Cuts a stream of bytes into maps with string keys, within limits.

    After it has raised Malformed it must not be fed again.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._fed = 0
        self._end = 0  # of the last complete message, counted from the stream's first byte
        self._unpacker = Unpacker(
            max_buffer_size=0,
            read_size=_FIRST_BUFFER,
            raw=False,
            strict_map_key=True,
            ext_hook=_no_extensions,
            max_str_len=limits.text,
            max_bin_len=limits.text,
            max_array_len=limits.items,
            max_map_len=limits.entries,
            max_ext_len=0,
        )

    def feed(self, data: bytes) -> Iterator[Raw]:
        """The messages that `data` completes; Malformed at the first that is none."""
        start = 0
        while start < len(data):
            # One byte more than may be without a message: the unpacker never makes more of it.
            most = self._limits.message + 1 - (self._fed - self._end)
            piece = data[start : start + most]
            self._unpacker.feed(piece)
            start += len(piece)
            self._fed += len(piece)
            while (value := self._next()) is not _NOTHING:
                end = self._unpacker.tell()
                self._measure(end)
                self._end = end
                yield _message(value, self._limits.depth)
            self._measure(self._fed)

    def _next(self) -> object:
        try:
            return next(self._unpacker, _NOTHING)
        except StackError:
            raise Malformed("too_deep", f"more than {self._limits.depth} levels") from None
        except (FormatError, UnicodeDecodeError) as error:
            raise Malformed("not_msgpack", shown(str(error))) from None
        except ValueError as error:
            raise Malformed(_limit_broken(str(error)), shown(str(error))) from None

    def _measure(self, until: int) -> None:
        if until - self._end > self._limits.message:
            raise Malformed("too_large", f"more than {self._limits.message} bytes")


# Bytes that an unpacker asks for at once; it grows as it must. Left to itself it takes a megabyte,
# and has gone through all of it before it uses any of it again: for every connection.
_FIRST_BUFFER = 4096

_NOTHING = object()


def _no_extensions(code: int, data: bytes) -> NoReturn:
    raise ValueError("extension types are not used")


def _limit_broken(words: str) -> MalformedCode:
    # The unpacker has one exception for all of these and tells them apart in words only.
    if "exceeds max_" in words and "max_ext_len" not in words:
        return "too_large"
    return "not_a_message" if "map key" in words else "not_msgpack"


def _message(value: object, most: int) -> Raw:
    _check(value, most)
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise Malformed("not_a_message", "a message is a map with a string `type`")
    return value


def _check(value: object, most: int) -> None:
    """Malformed unless `value` has at most that many levels, and only strings for keys."""
    level = [value]
    for _ in range(most):
        inner: list[object] = []
        # Only what holds something leads further down; most of a message does not.
        for outer in level:
            if type(outer) is dict:
                for key, one in outer.items():
                    if type(key) is not str:
                        raise Malformed("not_a_message", "map keys are strings")
                    if type(one) is dict or type(one) is list:
                        inner.append(one)
            elif type(outer) is list:
                inner += [one for one in outer if type(one) is dict or type(one) is list]
        if not inner:
            return
        level = inner
    raise Malformed("too_deep", f"more than {most} levels")


def shown(words: str) -> str:
    """`words` without anything that a terminal or a log would obey, at most 200 characters."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in words
    )[:200]


def _kinds(union: Any) -> dict[str, Any]:
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


# By tag, since msgspec takes a union apart anew for every message that it converts to one, which
# costs more than all the rest.
CLIENT_KINDS = _kinds(FromClient)
SERVER_KINDS = _kinds(FromServer)


def from_client(raw: Raw) -> FromClient:
    """The message that a client sent; Malformed unknown_message or bad_field.

    Strict: a field that the protocol does not know is refused, a bool is no number, every bound
    of `protocol.messages` holds.
    """
    kind = CLIENT_KINDS.get(raw["type"])
    if kind is None:
        raise Malformed("unknown_message", shown(raw["type"]))
    try:
        return cast(FromClient, _convert(raw, kind))
    except msgspec.ValidationError as error:
        raise Malformed("bad_field", shown(f"{raw['type']}: {error}")) from None


def from_server(raw: Raw) -> FromServer | None:
    """The message that a server sent, None for a kind that this client does not know.

    A newer server may say more than this client understands: unknown fields are ignored, an
    event that can't be read becomes `Phase("unknown")` so that the others keep their places, an
    offer that can't be read is no offer. Malformed bad_field where nothing of that helps.
    """
    kind = SERVER_KINDS.get(raw["type"])
    if kind is None:
        return None
    try:
        return cast(FromServer, _convert(raw, kind))
    except msgspec.ValidationError:
        pass
    try:
        return cast(FromServer, _convert(_understood(raw), kind))
    except msgspec.ValidationError as error:
        raise Malformed("bad_field", shown(f"{raw['type']}: {error}")) from None


def _understood(raw: Raw) -> Raw:
    if raw["type"] == "events" and isinstance(raw.get("events"), list):
        unknown = msgspec.to_builtins(UNKNOWN_EVENT)
        events = [event if _readable(event, Event) else unknown for event in raw["events"]]
        return raw | {"events": events}
    if raw["type"] == "table" and isinstance(raw.get("offers"), list):
        offers = [offer for offer in raw["offers"] if _readable(offer, Offer | Barred)]
        return raw | {"offers": offers}
    return raw


def _readable(value: object, kind: Any) -> bool:
    try:
        _convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _convert(value: object, kind: Any) -> Any:
    return msgspec.convert(value, kind, builtin_types=(bytes,))


def encode(message: FromClient | FromServer, seat: int | None = None) -> bytes:
    """The bytes of a message, secrets in it redacted for the deal seat that reads it.

    `seat` None writes what everybody may see.
    """
    return encoder(seat).encode(message)


@cache
def encoder(seat: int | None) -> msgspec.msgpack.Encoder:
    """What writes for that deal seat, and redacts while it does."""
    return msgspec.msgpack.Encoder(enc_hook=hook(seat))
