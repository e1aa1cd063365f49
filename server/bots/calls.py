"""What the server and its bot workers say to each other: length-prefixed MessagePack."""

import importlib
from collections.abc import Mapping
from typing import cast

from msgspec import Struct

from engine.bots import Bot
from engine.values.actions import Action


class Question(Struct, frozen=True):
    """What a bot sees, as bytes redacted for its seat; `memory` is what it remembered, pickled."""

    game: str
    view: bytes
    events: bytes
    offers: bytes
    memory: bytes | None
    chance: bytes


class Answer(Struct, frozen=True):
    """What it does (None: it waits) and remembers; or the kind of exception that it raised."""

    action: Action | None = None
    memory: bytes | None = None
    fault: str | None = None


def registry(path: str) -> Mapping[str, Bot]:
    """The bots by game that `package.module:NAME` names."""
    module, _, name = path.partition(":")
    return cast(Mapping[str, Bot], getattr(importlib.import_module(module), name))
