"""What is played for at a betting table, read off its options: `NL 10/20`."""

from collections.abc import Mapping
from typing import Literal

from engine.kit.betting import usual_ante, usual_bring_in
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


def usual_dues(options: Mapping[str, Value]) -> dict[str, int]:
    """What ante and bring-in are, in chips, as the stake makes them; nothing where blinds are."""
    if "bring_in" not in options or "bet" not in options:
        return {}
    bet = number(options, "bet", 10)
    return {"ante": usual_ante(bet), "bring_in": usual_bring_in(bet)}


def in_chips(options: Mapping[str, Value]) -> dict[str, Value]:
    """The options, with the ante and the bring-in that are really paid in stud."""
    told = dict(options)
    for name, usual in usual_dues(options).items():
        told[name] = number(options, name, 0) or usual
    if "bring_in" in told:
        # It is never more than the smallest bet.
        told["bring_in"] = min(number(told, "bring_in", 0), number(told, "bet", 10))
    return told


def stakes(options: Mapping[str, Value], words: Words) -> str:
    """The structure and the stakes: blinds, in stud bring-in and bet, under a limit both bets."""
    structure, bet = structure_of(options), number(options, "bet", 10)
    top = max(bet, number(options, "top", 2 * bet))
    low, high = number(in_chips(options), "bring_in", max(1, bet // 2)), bet
    if structure in ("split", "spread"):
        low, high = bet, top
    return words(f"betting.stakes.{structure}", low=words.number(low), high=words.number(high))
