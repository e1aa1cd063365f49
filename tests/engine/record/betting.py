"""Records of betting games put together for tests."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.record import replay_text

PHH = Path(__file__).parents[2] / "phh"

STAKES = {
    "N": {"min_bet": 10},
    "P": {"min_bet": 10},
    "F": {"small_bet": 10, "big_bet": 20},
    "S": {"min_bet": 10, "_max_bet": 50},
}
DEALT3 = ["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 QsQd"]
FLOP, TURN, RIVER = "d db 2c7h9d", "d db 3s", "d db Jc"
BOARD = [FLOP, TURN, RIVER]


def text(variant: str, lines: Sequence[str], **keys: object) -> str:
    """A record: three players with 100 chips, blinds of 5 and 10, unless `keys` say otherwise.

    A key with None is left out; `rules` and other own keys lose their underscore.
    """
    header: dict[str, object] = {
        "variant": variant,
        "_preset": "house",
        "blinds_or_straddles": [5, 10, 0],
        "starting_stacks": [100, 100, 100],
        **STAKES[variant[0]],
    }
    header |= {f"_{key}" if key in OWN else key: value for key, value in keys.items()}
    rows = [f"{key} = {_toml(value)}" for key, value in header.items() if value is not None]
    return "\n".join([*rows, f"actions = {_toml(list(lines))}"]) + "\n"


OWN = {"rules", "preset", "blinds", "max_bet", "dead", "unknown"}


def _toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case list() | tuple():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return f"{{ {', '.join(f'{key} = {_toml(item)}' for key, item in value.items())} }}"
        case _:
            return str(value)


def told(variant: str, lines: Sequence[str], **keys: object) -> dict[str, Any]:
    """What the record comes to, which has nothing wrong with it."""
    found = replay_text(text(variant, lines, **keys))
    assert "error" not in found, found
    return found


def refused(variant: str, lines: Sequence[str], **keys: object) -> tuple[int, str]:
    """At which line the record fails, and why."""
    found = replay_text(text(variant, lines, **keys))
    assert "error" in found, found
    assert found["complete"] is False
    return found["error_action"], found["error"]


def streets(checks: Sequence[str], board: Sequence[str] = BOARD) -> list[str]:
    """The board, and after each of its streets the same lines."""
    return [line for street in board for line in (street, *checks)]


def saved(name: str) -> str:
    """The text of a hand beside the tests."""
    return (PHH / f"{name}.phh").read_text("utf-8")
