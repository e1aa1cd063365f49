"""From a record's text to its header and lines."""

import tomllib
from typing import Any

from msgspec import Struct

from engine.game import Setup
from engine.record import header
from engine.record.errors import RecordError
from engine.record.forms import FORMS


class Record(Struct, frozen=True):
    """A record whose header is understood; its lines are as written.

    Player number p is deal seat p − 1; the dealer is the last. `names` in p order.
    """

    variant: str
    options: Struct
    setup: Setup
    names: tuple[str, ...]
    lines: tuple[str, ...]


def read(text: str) -> Record:
    """The record in `text` (records.md); RecordError at 0 for its header.

    A line that is no string fails under its own number.
    """
    table = parsed(text)
    if "variant" not in table:
        raise RecordError(0, "missing_key", key="variant")
    variant = table["variant"]
    if not isinstance(variant, str):
        raise RecordError(0, "bad_value", key="variant")
    if variant not in FORMS:
        raise RecordError(0, "unknown_variant", variant=variant)
    form = FORMS[variant]
    header.one_of(table, "_preset", "house", "tda")
    options = form.options(table, variant)
    names = form.names(table)
    if len(names) not in form.game.players:
        lo, hi = form.game.players[0], form.game.players[-1]
        raise RecordError(0, "player_count", lo=lo, hi=hi)
    setup = form.setup(table, options, len(names))
    return Record(variant, options, setup, names, _lines(table))


def parsed(text: str) -> dict[str, Any]:
    """The TOML table in `text`; RecordError at 0 if it is none."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        raise RecordError(0, "not_toml") from None


def _lines(table: dict[str, Any]) -> tuple[str, ...]:
    if "actions" not in table:
        raise RecordError(0, "missing_key", key="actions")
    lines = table["actions"]
    if not isinstance(lines, list):
        raise RecordError(0, "bad_value", key="actions")
    for number, line in enumerate(lines, 1):
        if not isinstance(line, str):
            raise RecordError(number, "bad_line")
    return tuple(lines)
