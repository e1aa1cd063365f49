"""What is played for at a betting table, read off its options: `NL 10/20`."""

from collections.abc import Mapping
from typing import Literal

from engine.values.options import Value
from tui.locale import Words

Structure = Literal["no", "pot", "split", "spread"]


def structure_of(options: Mapping[str, Value]) -> Structure:
    """What a bet may be at a table; no limit where it does not say."""
    said = options.get("structure")
    known: tuple[Structure, ...] = ("pot", "split", "spread")
    return next((one for one in known if one == said), "no")


def number(options: Mapping[str, Value], option: str, default: int) -> int:
    """A whole number among a table's options."""
    value: Value | None = options.get(option)
    return value if type(value) is int else default


def stakes(options: Mapping[str, Value], words: Words) -> str:
    """The structure and the stakes: blinds, or under a limit both bets."""
    structure, bet = structure_of(options), number(options, "bet", 10)
    top = max(bet, number(options, "top", 2 * bet))
    low, high = max(1, bet // 2), bet
    if structure in ("split", "spread"):
        low, high = bet, top
    return words(f"betting.stakes.{structure}", low=words.number(low), high=words.number(high))
