"""Deals of Indian Poker that are over, as somebody at the table receives them."""

from typing import Any, Protocol

from msgspec.structs import replace

from engine.games.indian.options import Options
from engine.values.events import Events
from engine.values.secret import redact
from engine.values.view import View
from protocol.messages import ChairInfo, Clock, FreezeoutInfo, TableView
from tests.engine.games.indian_table import INDIAN
from tests.tui.layouts.drawn import DE
from tui.canvas.cells import Row
from tui.canvas.palette import Depth, palette
from tui.canvas.pen import Pen
from tui.canvas.plain import cleaned
from tui.canvas.scene import Scene, Ui
from tui.layouts.drawn import spoken
from tui.layouts.indian.log import log
from tui.layouts.indian.result import draw_result
from tui.layouts.indian.seen import see
from tui.locale import Words

NAMES = ("Anna", "Ben", "Carla", "Dan", "Eva", "Frédéric", "Greta", "Hannes")


class Dealt(Protocol):
    """What is told of a deal."""

    options: Options
    state: Any
    events: Events

    @property
    def view(self) -> View: ...


class Diced:
    """A deal that somebody else has played."""

    def __init__(self, options: Options, state: Any, events: Events) -> None:
        self.options, self.state, self.events = options, state, events

    @property
    def view(self) -> View:
        return INDIAN.view(self.state)


def scene(
    deal: Dealt,
    me: int | None = 0,
    number: int = 12,
    players: tuple[str, ...] = (),
    **table: Any,
) -> Scene:
    """What `me` receives of a deal, running or over; other names are those of the table."""
    options = deal.options
    over = deal.view.phase == "over"
    stacks = deal.state.stacks if over else deal.state.began
    chairs = tuple(
        ChairInfo("person", name, freezeout=FreezeoutInfo(stack, playing=True))
        for name, stack in zip(NAMES, stacks, strict=False)
    )
    values = {name: getattr(options, name) for name in options.__struct_fields__}
    told = TableView(
        id="t1",
        name="Stirnrunde",
        game="indian",
        options=values | {"stack": 50, "minutes": 0, "hints": False},
        seq=1,
        chairs=chairs,
        me=me,
        stage="between" if over else "running",
        deal=number,
        number=number,
        ended=None,
        view=redact(deal.view, me),
        offers=() if me is None or over else INDIAN.offers(deal.state, me),
        decision=1,
        chat="free" if over else "phrases",
        next=Clock(8_000, 20_000) if over else None,
        pot=deal.state.left if over else 0,
    )
    seen = tuple(redact(event, me) for event in deal.events)
    return Scene(replace(told, **table), seen, ui=Ui(latency=24), players=players)


def rows(
    scene: Scene,
    width: int = 80,
    height: int = 24,
    depth: Depth = "true",
    words: Words = DE,
    *,
    ascii: bool = False,
) -> tuple[Row, ...]:
    looks = palette(depth, ascii)
    words = spoken(scene, looks, words)
    scene = cleaned(scene, ascii)
    pen = Pen(width, height, looks, words)
    found = see(scene, words)
    assert found is not None
    draw_result(pen, found, scene)
    return pen.rows()


def text(scene: Scene, width: int = 80, height: int = 24, words: Words = DE) -> list[str]:
    drawn = rows(scene, width, height, words=words)
    return ["".join(run.text for run in row).rstrip() for row in drawn]


def told(scene: Scene, words: Words = DE) -> list[str]:
    """The log, line by line."""
    lines = log(scene, palette("true"), words.at("indian"))
    return ["".join(part for part, _ in line) for line in lines]
