"""Deals of Indian Hold'em for the screen: a table of eight on the turn, its end, and any others."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine.games.betting.options import ForeheadOptions
from engine.values.actions import Action
from engine.values.events import Events
from tests.tui.layouts.betting_deals import (
    ANNA,
    BEN,
    CARLA,
    CHECK,
    DAN,
    EVA,
    FOLD,
    FREDERIC,
    GRETA,
    HANNES,
    call,
    deal,
    raise_to,
    scene,
)
from tui.canvas.scene import Scene

GAME = "indian_holdem"
STACKS = (1000, 640, 1205, 880, 1500, 720, 310, 2150)
HANDS = {
    ANNA: "AsAd",
    BEN: "QdTs",
    CARLA: "4s4c",
    DAN: "9c2d",
    EVA: "KdJh",
    FREDERIC: "Th7h",
    GRETA: "2h3c",
    HANNES: "8c8h",
}
BOARD = "QcTd8s5h2s"
# Dan deals, so Eva and Frédéric post; Greta begins.
PREFLOP: tuple[Action, ...] = (
    FOLD,  # Greta
    call(20),  # Hannes
    call(20),  # Anna
    call(20),  # Ben
    FOLD,  # Carla
    FOLD,  # Dan
    call(10),  # Eva
    CHECK,  # Frédéric
)
FLOP: tuple[Action, ...] = (CHECK, CHECK, raise_to(20), call(20), call(20), FOLD, call(20))
TURN: tuple[Action, ...] = (CHECK, raise_to(40))  # Frédéric, Hannes
# Anna and Ben call, Frédéric and Hannes give up; Anna checks to Ben's last bet.
RIVER: tuple[Action, ...] = (call(40), call(40), FOLD, FOLD, CHECK, raise_to(40), call(40))


def dealt(*acts: Action, stacks: Sequence[int] = STACKS, **options: Any) -> tuple[Any, Events]:
    """The eight's deal as far as these acts take it, at a limit of 20 and 40."""
    hands = {seat: HANDS[seat] for seat in range(len(stacks))}
    played = ForeheadOptions(**{"bet": 20, "top": 40, **options})
    return deal(GAME, stacks, hands, BOARD, acts, played, DAN)


def helped(at: Scene) -> Scene:
    """The scene at a table that has agreed on help."""
    return replace(at, table=replace(at.table, options={**at.table.options, "hints": True}))


def eight(me: int | None = ANNA, *, hints: bool = True, **how: Any) -> Scene:
    """Eight players on the turn: Anna faces 40, three have folded."""
    made = scene(GAME, dealt(*PREFLOP, *FLOP, *TURN), me, number=12, **how)
    return helped(made) if hints else made


def shown(me: int | None = ANNA, *, hints: bool = True, **how: Any) -> Scene:
    """The same deal's end."""
    made = scene(GAME, dealt(*PREFLOP, *FLOP, *TURN, *RIVER), me, number=12, **how)
    return helped(made) if hints else made
