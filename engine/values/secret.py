"""Secrets are labelled where they are born and redacted where they are written."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, Generic, TypeVar, cast

import msgspec

from engine.values.cards import Cell, Hidden

T = TypeVar("T")
V = TypeVar("V")


class Secret(Generic[T]):
    """A value with the seats that may see it.

    A plain class on purpose: an encoder that is not told whom it writes for refuses it, so a
    forgotten redaction crashes instead of leaking. Its repr hides the value, for logs.
    """

    __slots__ = ("seen_by", "value")

    def __init__(self, value: T, seen_by: Collection[int]) -> None:
        self.value = value
        self.seen_by = frozenset(seen_by)

    def __repr__(self) -> str:
        return f"Secret(…, seen_by={sorted(self.seen_by)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return bool(self.value == other.value) and self.seen_by == other.seen_by

    def __hash__(self) -> int:
        return hash((self.value, self.seen_by))


def sealed(cell: Cell, seen_by: Collection[int]) -> Cell:
    """`cell` as a secret of the seats in `seen_by`.

    Typed as the cell that the wire carries, since msgspec decodes no union with a custom type.
    """
    return cast(Cell, Secret(cell, seen_by))


def opened(cell: Cell) -> Cell:
    """The cell itself, whether it was sealed or not: for showing it to everybody."""
    held: object = cell
    return cast(Cell, held.value) if isinstance(held, Secret) else cell


def opened_all(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Every cell of `cells`, opened."""
    return tuple(opened(cell) for cell in cells)


def unsealed(value: V) -> V:
    """`value` with every secret in it opened: for comparing, never for telling."""
    encoded = msgspec.msgpack.encode(value, enc_hook=_open)
    return msgspec.msgpack.decode(encoded, type=type(value))


def _open(value: Any) -> Any:
    if isinstance(value, Secret):
        return value.value
    raise NotImplementedError(f"{type(value).__name__} does not go over the wire")


def hook(seat: int | None) -> Callable[[Any], Any]:
    """An `enc_hook` for what `seat` may read (None: everybody's view, a spectator's)."""

    def redact_one(value: Any) -> Any:
        if isinstance(value, Secret):
            return value.value if seat in value.seen_by else Hidden()
        raise NotImplementedError(f"{type(value).__name__} does not go over the wire")

    return redact_one


def redact(value: V, seat: int | None) -> V:
    """`value` as `seat` receives it, through the very encoder that writes the wire."""
    encoded = msgspec.msgpack.encode(value, enc_hook=hook(seat))
    return msgspec.msgpack.decode(encoded, type=type(value))
