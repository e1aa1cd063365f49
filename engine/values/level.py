"""How well bots play."""

from typing import Literal

Level = Literal["easy", "normal", "strong"]

USUAL: Level = "normal"
"""The level of every game that has bots, and of every table where none was chosen."""
