"""Time that is left."""

from msgspec import Struct


class Clock(Struct, frozen=True):
    """Time left for the decision that stands, in milliseconds when this was sent."""

    left: int
    total: int
