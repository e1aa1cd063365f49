"""Values made up from a type alone: whatever joins the protocol is covered on the day it joins."""

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar, get_args

from msgspec import inspect

T = TypeVar("T")
Maker = Callable[[], Any]

# What strings are made of: ordinary ones, and such as have broken programs.
WORDS = (
    "",
    "x",
    "Änne",
    "0123456789abcdef",
    "Qc",
    "??",
    "t1",
    "pokerface",
    "soft_landing",
    "\0",
    "\x1b[2J\x1b]0;owned\x07",
    "[bold]{0}%s</b>",
    "../../etc/passwd",
    "'; DROP TABLE log; --",
    "\u202eevil\u2066",
    "e" + "\u0301" * 60,
    "👩‍👩‍👧‍👦" * 8,
    "\N{ZERO WIDTH SPACE}" * 64,
    "ﷺ" * 64,
    "Ａ" * 64,
    "127.0.0.1",
    "fe80::1%eth0",
)


class Inventor:
    """Makes up valid values of wire types, as the plain maps and lists that msgpack carries.

    `hints` are what fields of a name are mostly filled with; what is unlikely to be met by
    chance (a table's id) has to come from there.
    """

    def __init__(self, rng: Random, hints: Mapping[str, Sequence[object]] | None = None) -> None:
        self.rng = rng
        self._hints = hints or {}
        self._makers: dict[Any, Maker] = {}

    def of(self, kind: Any) -> Any:
        """A value of the type."""
        if kind not in self._makers:
            self._makers[kind] = self._maker(inspect.type_info(kind))
        return self._makers[kind]()

    def pick(self, among: Sequence[T]) -> T:
        """One of them."""
        return among[int(self.rng.random() * len(among))]

    def below(self, end: int) -> int:
        """A number from 0 to `end` - 1."""
        return int(self.rng.random() * end)

    # ── a maker for every type, built once ─────────────────────────────────────────────────────

    def _maker(self, kind: inspect.Type) -> Maker:
        match kind:
            case inspect.StructType():
                return self._struct(kind)
            case inspect.UnionType():
                return self._one_of([self._maker(one) for one in kind.types])
            case inspect.LiteralType():
                return lambda: self.pick(kind.values)
            case inspect.IntType():
                return self._int(kind)
            case inspect.StrType():
                return self._str(kind)
            case inspect.BytesType():
                most = kind.max_length or 64
                return lambda: self.pick((b"", b"\xff", bytes(51), b"\0\0\0\x04ssh-", bytes(most)))
            case inspect.DictType():
                key, value = self._maker(kind.key_type), self._maker(kind.value_type)
                return lambda: {key(): value() for _ in range(self.below(4))}
            case inspect.VarTupleType() | inspect.ListType():
                item, least = self._maker(kind.item_type), kind.min_length or 0
                spread = 4 if kind.max_length is None else min(4, kind.max_length - least + 1)
                return lambda: [item() for _ in range(least + self.below(spread))]
            case inspect.TupleType():
                items = [self._maker(one) for one in kind.item_types]
                return lambda: [item() for item in items]
            case inspect.BoolType():
                return lambda: self.rng.random() < 0.5
            case inspect.NoneType():
                return lambda: None
            case inspect.FloatType():
                return self.rng.random
        raise TypeError(f"nobody has said yet how to make up a {kind}")

    def _one_of(self, makers: list[Maker]) -> Maker:
        def make() -> Any:
            return self.pick(makers)()

        return make

    def _struct(self, kind: inspect.StructType) -> Maker:
        fields = [(field.encode_name, self._field(field), field.required) for field in kind.fields]
        if kind.array_like:
            head = [] if kind.tag is None else [kind.tag]
            return lambda: head + [make() for _, make, _ in fields]
        start = {} if kind.tag_field is None else {kind.tag_field: kind.tag}

        def make() -> dict[str, Any]:
            made: dict[str, Any] = dict(start)
            for name, value, required in fields:
                if required or self.rng.random() < 0.7:
                    made[name] = value()
            return made

        return make

    def _field(self, field: inspect.Field) -> Maker:
        free, hints = self._maker(field.type), self._hints.get(field.encode_name)
        if hints is None:
            return free
        known: Sequence[object] = hints
        return lambda: self.pick(known) if self.rng.random() < 0.8 else free()

    def _int(self, kind: inspect.IntType) -> Maker:
        lo = -(2**63) if kind.ge is None else int(kind.ge)
        hi = 2**64 - 1 if kind.le is None else int(kind.le)
        edges = [
            one for one in (lo, lo + 1, hi - 1, hi, -1, 0, 1, 2, 3, 255, 65536) if lo <= one <= hi
        ]
        span = hi - lo + 1
        return lambda: self.pick(edges) if self.rng.random() < 0.7 else lo + self.below(span)

    def _str(self, kind: inspect.StrType) -> Maker:
        least, most = kind.min_length or 0, kind.max_length
        fitting = [word.ljust(least, "x")[:most] for word in WORDS]
        if most is not None:
            fitting += ["x" * most, "♥" * most, "\U0001f0a1" * most]
        if kind.pattern is not None:
            fitting = [word for word in fitting if re.search(kind.pattern, word)]
        if not fitting:
            raise TypeError(f"none of WORDS fits {kind}")
        return lambda: self.pick(fitting)


def kinds(union: Any) -> tuple[Any, ...]:
    """The message types of one direction."""
    return get_args(union)
