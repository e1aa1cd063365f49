"""Reading values out of a record's header."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from engine.record.errors import RecordError

# No amount has more than fifteen digits, in the header or in a line.
MOST_CHIPS = 10**15 - 1


def whole(
    header: Mapping[str, Any], key: str, default: int | None, most: int, least: int = 0
) -> int:
    """A whole number from `least` to `most`, also written `3.0`; RecordError for another value.

    Without a default the key has to be there.
    """
    if key not in header and default is None:
        raise RecordError(0, "missing_key", key=key)
    return _whole(key, header.get(key, default), least, most)


def amounts(header: Mapping[str, Any], key: str, least: int = 0) -> tuple[int, ...]:
    """A list of whole amounts, each at least `least`; RecordError if it is missing or another."""
    if key not in header:
        raise RecordError(0, "missing_key", key=key)
    value = header[key]
    if not isinstance(value, list):
        raise RecordError(0, "bad_value", key=key)
    return tuple(_whole(key, amount, least, MOST_CHIPS) for amount in value)


def switch(header: Mapping[str, Any], key: str, default: bool) -> bool:
    """`true` or `false`; RecordError for another value."""
    value = header.get(key, default)
    if not isinstance(value, bool):
        raise RecordError(0, "bad_value", key=key)
    return value


def texts(header: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """A list of strings; RecordError if it is missing or something else."""
    if key not in header:
        raise RecordError(0, "missing_key", key=key)
    value = header[key]
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise RecordError(0, "bad_value", key=key)
    return tuple(value)


def one_of(header: Mapping[str, Any], key: str, *values: str) -> None:
    """RecordError if the key is there with another value."""
    if key in header and header[key] not in values:
        raise RecordError(0, "bad_value", key=key)


def rules(
    header: Mapping[str, Any],
    options: type[Struct],
    known: Collection[str],
    preset: Mapping[str, object] | None = None,
) -> Struct:
    """The options that `_rules` sets, the others as in `preset`, else at their defaults.

    RecordError for a name that is not among `known`, or a value that the options don't have.
    """
    table = header.get("_rules", {})
    if not isinstance(table, dict):
        raise RecordError(0, "bad_value", key="_rules")
    for key in table:
        if key not in known:
            raise RecordError(0, "unknown_rule", key=key)
        try:
            msgspec.convert({key: table[key]}, options)
        except msgspec.ValidationError:
            raise RecordError(0, "bad_rule", key=key) from None
    return msgspec.convert({**(preset or {}), **table}, options)


def changed(options: Struct, known: Collection[str]) -> dict[str, object]:
    """The options among `known` that are not at their defaults."""
    default = type(options)()
    values = {name: getattr(options, name) for name in options.__struct_fields__ if name in known}
    return {name: value for name, value in values.items() if value != getattr(default, name)}


def _whole(key: str, value: object, least: int, most: int) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or not least <= value <= most:
        raise RecordError(0, "bad_value", key=key)
    return value
