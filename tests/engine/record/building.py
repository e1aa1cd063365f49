"""Records put together from a few cards and tokens, and what becomes of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.record import RecordError, read, replay, replay_text

RECORDS = Path(__file__).parents[2] / "records"

HANDS4 = ["AsJd", "QdTs", "5s5h", "7d6h"]
BOARD = ["Qc8h8s", "5d", "3c"]


def record(lines: Sequence[str], players: int = 4, *more: str) -> str:
    quoted = ", ".join(f'"{line}"' for line in lines)
    names = ", ".join(['""'] * players)
    keys = "\n".join(['variant = "pokerface"', f"players = [{names}]", *more])
    return f"{keys}\nactions = [{quoted}]\n"


def deal(hands: Sequence[str]) -> list[str]:
    return [f"d dh p{player} {hand}" for player, hand in enumerate(hands, 1)]


def agreed(tokens: Sequence[int]) -> list[str]:
    """A round in which everybody takes one token and then passes."""
    takes = [f"p{player} take {token}" for player, token in enumerate(tokens, 1)]
    return takes + [f"p{player} pass" for player in range(1, len(tokens) + 1)]


def whole(hands: Sequence[str], board: Sequence[str], rounds: Sequence[Sequence[int]]) -> list[str]:
    """A whole deal with four agreed rounds."""
    lines = deal(hands)
    for tokens, street in zip(rounds, [*board, None], strict=True):
        lines += agreed(tokens)
        if street is not None:
            lines.append(f"d db {street}")
    return lines


def played(lines: Sequence[str], players: int = 4, *more: str) -> dict[str, Any]:
    told = replay_text(record(lines, players, *more))
    assert "error" not in told, told
    return told


def failing(text: str) -> tuple[int, str]:
    told = replay_text(text)
    assert told["complete"] is False
    with pytest.raises(RecordError) as caught:
        replay(read(text))
    assert (caught.value.action, caught.value.why.code) == (told["error_action"], told["error"])
    return told["error_action"], told["error"]


FULL = whole(HANDS4, BOARD, [[2, 3, 4, 1]] * 4)


def saved(name: str) -> str:
    """The text of a record beside the tests."""
    return (RECORDS / f"{name}.phh").read_text("utf-8")
