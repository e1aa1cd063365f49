"""A game's options as data, read off its Options type: stated once, there."""

import typing
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

Value = bool | int | str


class OptionSpec(Struct, frozen=True):
    """One option: its name, kind, default, and the values or bounds it allows.

    `only`: it means something only where each option named there has one of these values.
    `usual`: the numbers that are mostly wanted, in order; every other one can be typed.
    """

    name: str
    kind: Literal["switch", "choice", "number"]
    default: Value
    choices: tuple[Value, ...] = ()
    lo: int | None = None
    hi: int | None = None
    only: dict[str, tuple[Value, ...]] = {}
    usual: tuple[int, ...] = ()

    def in_force(self, values: Mapping[str, Value]) -> bool:
        """Whether the option means anything beside these values of the others."""
        return all(values[name] in wanted for name, wanted in self.only.items())


# Whoever comes is told the options of every game, and to read them off anew takes milliseconds.
@cache
def specs(options: type[Struct]) -> tuple[OptionSpec, ...]:
    """The specs of an Options type whose fields are bool, Literal or a bounded int.

    A field's `only` and `usual` stand in its Meta, as `extra`. TypeError for any other kind of
    field: such an option could not be drawn.
    """
    hints = typing.get_type_hints(options, include_extras=True)
    return tuple(_spec(field, hints[field.name]) for field in msgspec.structs.fields(options))


def _spec(field: msgspec.structs.FieldInfo, hint: Any) -> OptionSpec:
    default, (kind, *notes) = field.default, _parts(hint)
    metas = [meta for meta in notes if isinstance(meta, Meta)]
    only: dict[str, tuple[Value, ...]] = next(
        (meta.extra["only"] for meta in metas if meta.extra and "only" in meta.extra), {}
    )
    usual: tuple[int, ...] = next(
        (meta.extra["usual"] for meta in metas if meta.extra and "usual" in meta.extra), ()
    )
    if kind is bool:
        return OptionSpec(field.name, "switch", default, only=only)
    if get_origin(kind) is Literal:
        return OptionSpec(field.name, "choice", default, choices=get_args(kind), only=only)
    lo, hi = _bound(meta.ge for meta in metas), _bound(meta.le for meta in metas)
    if kind is int and (lo, hi) != (None, None):
        return OptionSpec(field.name, "number", default, lo=lo, hi=hi, only=only, usual=usual)
    raise TypeError(f"option {field.name}: {hint!r} can't be drawn")


def _parts(hint: Any) -> tuple[Any, ...]:
    """A type and what is said about it beside it."""
    return get_args(hint) if get_origin(hint) is Annotated else (hint,)


def _bound(bounds: Iterable[int | float | None]) -> int | None:
    return next((int(bound) for bound in bounds if bound is not None), None)
