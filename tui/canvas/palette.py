"""The colours of each terminal: chosen once a session, never reduced by chance (ux 3.2)."""

from typing import Literal

from msgspec import Struct

Depth = Literal["true", "256", "16", "mono"]


class Palette(Struct, frozen=True):
    """Every role's colour at one depth; None is the terminal's default.

    `ascii` asks layouts for letters in place of suits, frames and symbols.
    """

    depth: Depth
    ascii: bool = False
