"""Reading values out of a record's header."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from engine.record.errors import RecordError


def whole(header: Mapping[str, Any], key: str, default: int, most: int) -> int:
    """A whole number from 0 to `most`, also written `3.0`; RecordError if it is another value."""
    value = header.get(key, default)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or not 0 <= value <= most:
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


def rules(header: Mapping[str, Any], options: type[Struct]) -> Struct:
    """The options that `_rules` sets, the others at their defaults; RecordError for a bad one."""
    table = header.get("_rules", {})
    if not isinstance(table, dict):
        raise RecordError(0, "bad_value", key="_rules")
    for key in table:
        if key not in options.__struct_fields__:
            raise RecordError(0, "unknown_rule", key=key)
        try:
            msgspec.convert({key: table[key]}, options)
        except msgspec.ValidationError:
            raise RecordError(0, "bad_rule", key=key) from None
    return msgspec.convert(table, options)
