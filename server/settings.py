"""Settings as TOML: understood, with the line of what is wrong in them, and written out."""

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

S = TypeVar("S", bound=Struct)

_UNKNOWN = re.compile(r"unknown field `([^`]*)`(?: - at `\$\.?([^`]*)`)?")
_PLACE = re.compile(r" - at `\$\.([^`]*)`")


class Wrong(Exception):
    """A setting is not understood. `name` is a path with dots, `why` None where there is no such.

    `line` counts from 1; None where nothing was written at all.
    """

    def __init__(self, name: str, why: str | None, line: int | None) -> None:
        super().__init__(f"{name}: {why or 'unknown'}")
        self.name = name
        self.why = why
        self.line = line


def parse(text: str) -> dict[str, Any]:
    """What is stated in TOML; tomllib.TOMLDecodeError says the line itself."""
    return tomllib.loads(text)


def understood(stated: dict[str, Any], kind: type[S], text: str = "", table: str = "") -> S:
    """What is stated as a struct of that kind; Wrong if something in it is not understood.

    `text` is where it stands, under the header of `table`.
    """
    try:
        return msgspec.convert(stated, kind, dec_hook=_path)
    except msgspec.ValidationError as error:
        told = str(error)
    prefix = f"{table}." if table else ""
    if unknown := _UNKNOWN.search(told):
        name = prefix + ".".join(filter(None, (unknown[2], unknown[1])))
        raise Wrong(name, None, line_of(text, name))
    if place := _PLACE.search(told):
        name = prefix + place[1]
        raise Wrong(name, told[: place.start()], line_of(text, name))
    raise Wrong(table, told, None)


def line_of(text: str, name: str) -> int | None:
    """The line on which a setting stands, or the header of a table; None if it stands nowhere."""
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        code = line.strip()
        if code.startswith("["):
            table = _plain(code.partition("]")[0].lstrip("["))
            if table == name:
                return number
        elif "=" in code and not code.startswith("#"):
            key = _plain(code.partition("=")[0])
            full = f"{table}.{key}" if table else key
            # A dotted key, or a table written in one line, holds further names.
            if full == name or name.startswith(f"{full}."):
                return number
    return None


def written(settings: Struct, skip: frozenset[str] = frozenset()) -> str:
    """A struct as TOML, its own settings first and then a table for each struct in it.

    Settings that are None are not set: they are told as comments.
    """
    plain: list[str] = []
    tables: list[str] = []
    for name in settings.__struct_fields__:
        value = getattr(settings, name)
        if name in skip:
            continue
        if isinstance(value, Struct):
            tables.append(f"\n[{name}]\n{written(value)}")
        elif value is None:
            plain.append(f"# {name} is not set\n")
        else:
            plain.append(f"{name} = {_value(value)}\n")
    return "".join(plain + tables)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    # What JSON writes, TOML reads.
    return msgspec.json.encode(str(value)).decode()


def _plain(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def _path(kind: type, value: Any) -> Any:
    if kind is Path and isinstance(value, str | Path):
        try:
            return Path(value).expanduser()
        except RuntimeError as homeless:
            raise ValueError(f"{value}: {homeless}") from None
    raise ValueError(f"can't be {value!r}")
