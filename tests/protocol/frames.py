"""Frames as a hostile peer would send them: real traffic damaged, and things made up."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from protocol.codec import encode
from protocol.messages import FromClient, FromServer
from tests.protocol.invented import WORDS, Inventor, kinds

pack = msgspec.msgpack.encode

# Field values that no field expects, or none of its neighbours.
ODD: tuple[object, ...] = (
    None,
    True,
    False,
    -1,
    0,
    2**53,
    2**53 + 1,
    2**63,
    2**64 - 1,
    -(2**63),
    1.0,
    float("nan"),
    float("-inf"),
    "",
    "take",
    "x" * 65,
    "x" * 4097,
    b"",
    b"\xff\0",
    [],
    {},
    [[]],
    [None] * 65,
    {"type": "take"},
    {"type": "take", "token": 1, "holder": None},
    {"": None},
    {str(n): n for n in range(65)},
    [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]],
    *WORDS,
)

# Pieces that a parser stumbles over: heads that promise much, tails that are missing.
SNAGS: tuple[bytes, ...] = (
    b"",
    b"\xc0",
    b"\xc1",
    b"\xff",
    b"\x80",
    b"\x90",
    b"\x81\xa4type",
    b"\xdb\xff\xff\xff\xff",
    b"\xc6\x00\x00\x10\x00",
    b"\xdd\x00\x00\x00\x41",
    b"\xdf\xff\xff\xff\xff",
    b"\xdc\x00\x40" * 20,
    b"\x91" * 40,
    b"\x81\xa1a" * 40,
    b"\xc7\x00\xff",
    b"\xd6\xff\x00\x00\x00\x00",
    b"\xc7\x0c\xff" + bytes(12),
    b"\xa3\xed\xa0\x80",
    b"\xa2\xc0\xaf",
    b"\xa1\xf8",
    b"\x82\xa4type\xa4ping\xa4type\xa5hello",
    b"\x81\xc4\x04type\xa4ping",
    b"\x81\x01\xa4ping",
    b"\x81\x90\xa4ping",
    b"\x81\xc0\xa4ping",
)

# The heavy ones are rare: they are slow for both sides.
HEAVY: tuple[bytes, ...] = (
    b"\x91" * 3000,
    b"\xdc\x00\x40" * 1100,
    b"\x81\xa1a" * 1100,
    b"\x81\xa4type\xda\x0f\xff" + b"x" * 4095,
    b"\x81\xa4type\xdc\x00\x40" + b"\xda\x0f\xff" * 1 + b"y" * 70_000,
    pack({"type": "ping", "id": 1, "x": ["x" * 4000] * 20}),
)


class Frames:
    """An endless supply of frames; the same ones again for an equal `rng`.

    `real` is the traffic that is damaged, `union` the messages that are made up, filled with
    `hints` by field name.
    """

    def __init__(
        self,
        rng: Random,
        real: Sequence[FromClient | FromServer],
        union: Any,
        hints: Mapping[str, Sequence[object]] | None = None,
    ) -> None:
        self.rng = rng
        self.inventor = Inventor(rng, hints)
        self._real = [encode(message) for message in real]
        self._kinds = kinds(union)
        self._ways: tuple[tuple[float, Callable[[], bytes]], ...] = (
            (0.30, self.damaged),
            (0.60, self.valid),
            (0.82, self.bent),
            (0.90, self.cut),
            (0.94, self.nonsense),
            (0.97, self.noise),
            (0.997, lambda: self.inventor.pick(SNAGS)),
            (1.0, lambda: self.inventor.pick(HEAVY)),
        )

    def frame(self) -> bytes:
        """The next one, of any sort."""
        chance = self.rng.random()
        return next(make for most, make in self._ways if chance < most)()

    def message(self) -> Any:
        """A message of any kind, valid in all of its fields, as a map."""
        return self.inventor.of(self.inventor.pick(self._kinds))

    def valid(self) -> bytes:
        """A message of any kind, valid in all of its fields."""
        return pack(self.message())

    def damaged(self) -> bytes:
        """Real or made up, with a few bytes changed, moved, doubled or lost."""
        inventor, rng = self.inventor, self.rng
        data = bytearray(inventor.pick(self._real) if rng.random() < 0.6 else self.valid())
        for _ in range(1 + inventor.below(3)):
            place = inventor.below(len(data) + 1)
            match inventor.below(7):
                case 0 | 1 if place < len(data):
                    data[place] ^= 1 << inventor.below(8)
                case 2 if place < len(data):
                    data[place] = inventor.below(256)
                case 3:
                    del data[place : place + 1 + inventor.below(9)]
                case 4:
                    data[place:place] = inventor.pick(SNAGS)
                case 5:
                    data[place:place] = data[inventor.below(len(data) + 1) :][:20]
                case _:
                    other = inventor.pick(self._real)
                    data[place:] = other[inventor.below(len(other)) :]
        return bytes(data)

    def cut(self) -> bytes:
        """The beginning of a message; what comes next is not its end."""
        data = self.inventor.pick(self._real) if self.rng.random() < 0.5 else self.valid()
        return data[: self.inventor.below(len(data))]

    def bent(self) -> bytes:
        """A message with one thing in it that should not be there, or not there that should."""
        inventor, message = self.inventor, self.message()
        place = message
        # As deep as chance leads.
        while self.rng.random() < 0.6:
            values = place.values() if isinstance(place, dict) else place
            inner = [one for one in values if isinstance(one, dict | list) and one]
            if not inner:
                break
            place = inventor.pick(inner)
        if isinstance(place, list):
            place[inventor.below(len(place))] = inventor.pick(ODD)
            return pack(message)
        name = inventor.pick(tuple(place))
        match inventor.below(5):
            case 0:
                del place[name]
            case 1:
                place[inventor.pick(WORDS)] = inventor.pick(ODD)
            case 2:
                place[inventor.pick(WORDS)] = place.pop(name)
            case _:
                place[name] = inventor.pick(ODD)
        return pack(message)

    def nonsense(self) -> bytes:
        """Any msgpack value."""
        return pack(self._value(3))

    def noise(self) -> bytes:
        """Any bytes."""
        return self.rng.randbytes(self.inventor.below(60))

    def _value(self, depth: int) -> object:
        inventor = self.inventor
        match inventor.below(3) if depth else 2:
            case 0:
                return [self._value(depth - 1) for _ in range(inventor.below(4))]
            case 1:
                return {
                    inventor.pick(WORDS): self._value(depth - 1) for _ in range(inventor.below(4))
                }
            case _:
                return inventor.pick(ODD)
