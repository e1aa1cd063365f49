"""A game's options as data, read off its Options type: stated once, there."""

import typing
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

Value = bool | int | str


class OptionSpec(Struct, frozen=True):
    """One option: its name, kind, default, and the values or bounds it allows."""

    name: str
    kind: Literal["switch", "choice", "number"]
    default: Value
    choices: tuple[Value, ...] = ()
    lo: int | None = None
    hi: int | None = None


def specs(options: type[Struct]) -> tuple[OptionSpec, ...]:
    """The specs of an Options type whose fields are bool, Literal or a bounded int.

    TypeError for any other kind of field: such an option could not be drawn.
    """
    hints = typing.get_type_hints(options, include_extras=True)
    return tuple(_spec(field, hints[field.name]) for field in msgspec.structs.fields(options))


def _spec(field: msgspec.structs.FieldInfo, hint: Any) -> OptionSpec:
    default = field.default
    if hint is bool:
        return OptionSpec(field.name, "switch", default)
    if get_origin(hint) is Literal:
        return OptionSpec(field.name, "choice", default, choices=get_args(hint))
    for meta in getattr(hint, "__metadata__", ()):
        if hint.__origin__ is int and isinstance(meta, Meta):
            return OptionSpec(field.name, "number", default, lo=_whole(meta.ge), hi=_whole(meta.le))
    raise TypeError(f"option {field.name}: {hint!r} can't be drawn")


def _whole(bound: int | float | None) -> int | None:
    return None if bound is None else int(bound)
