"""Scenes of Pokerface drawn: their text, and the style of a cell."""

from typing import Any

from msgspec.structs import replace

from engine.values import actions
from engine.values.cards import card, cards
from engine.values.events import Acted, Dealt, Event, Moved, Phase
from protocol.messages import Clock
from tests.tui import scenes
from tests.tui.scenes import ANNA, BEN, CARLA, DAN, EVA, FREDERIC
from tui.canvas.cells import Row
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Scene, Ui
from tui.layouts.pokerface import Pokerface
from tui.locale import Words

DE, EN = Words("de"), Words("en")


def rows(
    scene: Scene, width: int = 80, height: int = 24, depth: Depth = "true", words: Words = DE
) -> tuple[Row, ...]:
    return Pokerface().draw(scene, (width, height), palette(depth), words)


def text(scene: Scene, width: int = 80, height: int = 24, words: Words = DE) -> list[str]:
    drawn = rows(scene, width, height, words=words)
    return ["".join(run.text for run in row).rstrip() for row in drawn]


def style_at(drawn: tuple[Row, ...], y: int, x: int) -> Any:
    for run in drawn[y]:
        if x < len(run.text):
            return run.style
        x -= len(run.text)
    raise IndexError


HEARTS: tuple[Event, ...] = (
    Dealt("board", None, cards("Qc8h8s")),
    Phase("tokens", {"suit": "d"}),
    Dealt("board", None, (card("5d"),)),
    Phase("tokens", {"suit": "h"}),
    Acted(CARLA, actions.Take(1, None)),
    Acted(DAN, actions.Take(6, None)),
    Acted(EVA, actions.Take(5, None)),
    Acted(FREDERIC, actions.Take(3, None)),
    Acted(ANNA, actions.Take(4, None)),
    Acted(BEN, actions.Take(2, None)),
    Acted(CARLA, actions.Pass()),
    Acted(DAN, actions.Pass()),
    Acted(EVA, actions.Take(6, DAN)),
    Moved(5, EVA, None),
    Acted(FREDERIC, actions.Pass()),
)


def clocked(scene: Scene) -> Scene:
    """The scene with 41 of 60 seconds left."""
    table = replace(scene.table, clock=Clock(41_000, 60_000), watching=1)
    return replace(scene, table=table, ui=replace(scene.ui, seconds=41))


def changed(offers: tuple[Any, ...] = (), **changes: Any) -> Scene:
    """The picture with another view and other offers."""
    return Scene(scenes.table(scenes.turn_view(**changes), offers=offers), ui=Ui(latency=24))
