"""How people behave at a game's table."""

from typing import Literal

from msgspec import Struct


class Manners(Struct, frozen=True):
    """Talk during a deal, what absence does, and the usual time for a decision.

    talk: `quiet` allows the fixed sentences of quiet games only, `phrases` a game's sentences,
    `free` everything. absence: `pause` stops the deal, `default` plays what is safe. clock in
    seconds for each decision, None = no limit.
    """

    talk: Literal["quiet", "phrases", "free"]
    absence: Literal["pause", "default"]
    clock: int | None
