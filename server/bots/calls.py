"""What the server and its bot workers say to each other: length-prefixed MessagePack."""

import importlib
from collections.abc import Mapping
from typing import cast

from msgspec import Struct

from engine.bots import Levels
from engine.values.actions import Action
from engine.values.level import USUAL, Level


class Question(Struct, frozen=True):
    """What a bot sees, as bytes redacted for its seat; `memory` is what it remembered, pickled.

    Where the game has no bot of that `level` any more, its usual one answers.
    """

    game: str
    view: bytes
    events: bytes
    offers: bytes
    memory: bytes | None
    chance: bytes
    level: Level = USUAL


class Answer(Struct, frozen=True):
    """What it does (None: it waits) and remembers; or the kind of exception that it raised."""

    action: Action | None = None
    memory: bytes | None = None
    fault: str | None = None


def registry(path: str) -> Mapping[str, Levels]:
    """The bots by game that `package.module:NAME` names."""
    module, _, name = path.partition(":")
    return cast(Mapping[str, Levels], getattr(importlib.import_module(module), name))
