"""The specification names all that is on the wire, and its client plays a match."""

import re
import typing
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import protocol
from engine.values import cards, view
from engine.values.actions import Action
from engine.values.events import Event
from engine.values.manners import Manners
from engine.values.offers import Barred, Offer, Verb
from engine.values.options import OptionSpec
from engine.values.view import View
from engine.values.why import WhyCode
from protocol import errors, messages
from protocol.codec import FROM_CLIENT, FROM_SERVER
from protocol.messages import FromClient, FromServer

README = Path(protocol.__file__).with_name("README.md").read_text("utf-8")
CLIENT = re.search(r"```python\n(.*?)```", README, re.DOTALL)
SAID = set(re.findall(r"`([^`\n]+)`", README)) | set(re.findall(r'"([^"\n]+)"', README))


def structs(kind: Any, found: set[type[msgspec.Struct]]) -> set[type[msgspec.Struct]]:
    """Every Struct that a type can hold."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind not in found:
            found.add(kind)
            for hint in typing.get_type_hints(kind).values():
                structs(hint, found)
    else:
        for inner in get_args(kind):
            structs(inner, found)
    return found


ON_THE_WIRE = sorted(structs(FromClient | FromServer, set()), key=lambda kind: kind.__name__)
KEYED = [kind for kind in ON_THE_WIRE if not kind.__struct_config__.array_like]


def literals(kind: Any) -> set[str]:
    """Every fixed string that a type can hold."""
    if typing.get_origin(kind) is typing.Literal:
        return {value for value in get_args(kind) if isinstance(value, str)}
    return {value for inner in get_args(kind) for value in literals(inner)}


def test_the_walk_finds_what_is_nested() -> None:
    assert {View, Manners, OptionSpec, Barred, messages.Clock, cards.Hidden} <= set(ON_THE_WIRE)
    assert set(get_args(Action) + get_args(Offer) + get_args(Event)) <= set(ON_THE_WIRE)
    assert view.Note in ON_THE_WIRE


@pytest.mark.parametrize("kind", ON_THE_WIRE)
def test_every_tag_is_named(kind: type[msgspec.Struct]) -> None:
    tag = kind.__struct_config__.tag
    assert tag is None or tag in SAID


@pytest.mark.parametrize("kind", KEYED)
def test_every_field_is_named(kind: type[msgspec.Struct]) -> None:
    assert set(kind.__struct_encode_fields__) <= SAID


@pytest.mark.parametrize("kind", ON_THE_WIRE)
def test_every_fixed_value_is_named(kind: type[msgspec.Struct]) -> None:
    hints = typing.get_type_hints(kind)
    for name, hint in hints.items():
        assert literals(hint) <= SAID, name


@pytest.mark.parametrize(
    "codes", [errors.RefusalCode, errors.MalformedCode, errors.ByeCode, WhyCode, Verb]
)
def test_every_code_is_named(codes: Any) -> None:
    assert set(get_args(codes)) <= SAID


# What has a table of its own; requests have a row each.
GREETINGS = (messages.Hello, messages.Prove)

# Numbers and names that the server gives; whatever else they are is refused for its own reason.
UNBOUNDED = {"id", "key", "table", "version", "deal", "decision", "ballot", "before"}


@pytest.mark.parametrize("kind", get_args(FromClient))
def test_every_bound_of_a_request_is_named(kind: type[msgspec.Struct]) -> None:
    row = next(line for line in README.splitlines() if line.startswith(f"| `{kind_tag(kind)}` |"))
    table = README[README.index(row) :].split("\n\n")[0] if kind in GREETINGS else row
    for name, hint in typing.get_type_hints(kind, include_extras=True).items():
        for bound in bounds(hint):
            if name not in UNBOUNDED:
                assert re.search(rf"`{name}`[^`]*\b{bound}\b", table), (name, bound)


def kind_tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def bounds(hint: Any) -> list[int]:
    """The numbers that bound a field."""
    found = [
        value
        for meta in getattr(hint, "__metadata__", ())
        for value in (meta.le, meta.max_length)
        if value is not None
    ]
    return found + [value for inner in get_args(hint) for value in bounds(inner)]


def test_the_limits_are_named() -> None:
    limits = README[README.index("## Limits") :]
    assert f"{FROM_CLIENT.message // 1024} KiB a message" in limits
    assert f"{FROM_CLIENT.depth} levels" in limits
    assert f"{FROM_CLIENT.text} bytes a string" in limits
    assert f"{FROM_CLIENT.items} items an array or\nmap" in limits
    assert FROM_CLIENT.items == FROM_CLIENT.entries
    assert f"{FROM_SERVER.message // 2**20} MiB a message" in limits
    assert f"describes {messages.VERSION}" in README


def test_the_client_is_short_and_needs_msgpack_only() -> None:
    assert CLIENT is not None
    lines = [line for line in CLIENT[1].splitlines() if line.strip()]
    assert len(lines) <= 45
    imported = set(re.findall(r"^(?:import|from) (\w+)", CLIENT[1], re.MULTILINE))
    assert imported <= {"itertools", "random", "secrets", "socket", "sys", "msgpack"}
