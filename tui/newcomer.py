"""Somebody's first table: what they are still told there."""

from dataclasses import dataclass

from tui.layouts.pokerface.guide import Guide


@dataclass
class Newcomer:
    """How far somebody has been guided, and how many actions long the keys are still named."""

    guide: Guide | None = None
    hints: int = 0
