"""Deals of Indian Poker played for the screen: the picture of ux 5.13, and any others."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine.game import Setup
from engine.games.indian import Indian
from engine.games.indian.options import Options
from engine.games.indian.state import Carry
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import DECK, Card, cards
from engine.values.chance import Chance
from engine.values.events import Events
from engine.values.secret import redact
from engine.values.view import SeatView, View
from protocol.messages import ChairInfo, Clock, FreezeoutInfo, TableView
from tests.tui.layouts.drawn import DE
from tui.canvas.cells import Row
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Scene, Ui
from tui.layouts import layout
from tui.locale import Words

GAME = Indian()
LAYOUT = layout("indian")
NAMES = ("Anna", "Ben", "Carla", "Dan", "Eva", "Frédéric", "Greta", "Hannes")
ANNA, BEN, CARLA, DAN, EVA, FREDERIC, GRETA, HANNES = range(8)
FOLD, CHECK = actions.Fold(), actions.Check()
OUT = actions.Out()
call, raise_to, enter = actions.Call, actions.Raise, actions.In


def deal(
    hands: Sequence[str],
    acts: Sequence[Action | tuple[int, Action]],
    options: Options | None = None,
    stacks: Sequence[int] = (),
    button: int = 0,
    pot: int = 0,
) -> tuple[Any, Events]:
    """A deal after some acts, of whoever is to act or of a seat that is named; "" is any hand."""
    options, n = options or Options(), len(hands)
    named = cards("".join(hands))
    free = iter([card for card in DECK if card not in named])
    deck: list[Card] = []
    for step in range(1, n + 1):
        hand = hands[(button + step) % n]
        deck += cards(hand) if hand else [next(free) for _ in range(options.cards)]
    carry = Carry(stacks=tuple(stacks), pot=pot)
    setup = Setup(n, button=button, carry=carry)
    state, events = GAME.new(options, setup, Chance((*deck, *free), b""))
    for given in acts:
        seat, action = given if isinstance(given, tuple) else (state.turn, given)
        assert seat is not None, action
        state, more = GAME.apply(state, seat, action)
        events += more
    return state, events


def scene(
    dealt: tuple[Any, Events],
    me: int | None = ANNA,
    *,
    hints: bool = False,
    clock: int | None = None,
    names: Sequence[str] = NAMES,
    number: int = 12,
    **ui: Any,
) -> Scene:
    """What `me` receives of it; `clock` in seconds of 30."""
    state, events = dealt
    over, options = GAME.result(state) is not None, state.options
    values: dict[str, Any] = {name: getattr(options, name) for name in options.__struct_fields__}
    n = len(state.stacks)
    chairs = tuple(
        ChairInfo("person", names[seat], freezeout=FreezeoutInfo(state.began[seat], playing=True))
        for seat in range(n)
    )
    table = TableView(
        id="t1",
        name="Stirnrunde",
        game=GAME.id,
        options=values | {"stack": 50, "minutes": 0, "hints": hints},
        seq=1,
        chairs=chairs,
        me=me,
        stage="between" if over else "running",
        deal=12,
        number=number,
        ended=None,
        view=redact(GAME.view(state), me),
        offers=() if me is None or over else GAME.offers(state, me),
        decision=0 if me is None else GAME.decision(state, me),
        chat="free" if over else "phrases",
        clock=None if clock is None else Clock(clock * 1000, 30_000),
    )
    seen = tuple(redact(event, me) for event in events)
    return Scene(table, seen, ui=Ui(latency=24, seconds=clock, **ui))


def joined(scene: Scene, *chairs: ChairInfo) -> Scene:
    """The scene with more chairs, whose people have no part in the deal."""
    view = scene.table.view
    assert isinstance(view, View)
    seats = (*view.seats, *(SeatView(status="out") for _ in chairs))
    shown = replace(view, seats=seats)
    return replace(
        scene, table=replace(scene.table, view=shown, chairs=(*scene.table.chairs, *chairs))
    )


def more(scene: Scene, **ui: Any) -> Scene:
    """The scene with another side of its viewer."""
    return replace(scene, ui=replace(scene.ui, **ui))


# The picture's cards and chips, as they can come about: Anna has checked, so that a call is 6.
EIGHT = (58, 49, 65, 23, 82, 38, 51, 71)
HEADS = ("Ah", "Qh", "4s", "9c", "Kd", "Ts", "2h", "Jc")
SO_FAR = (CHECK, CHECK, CHECK, CHECK, raise_to(3), FOLD, raise_to(6), call(6), FOLD, call(6))


def indian8(me: int | None = ANNA, options: Options | None = None, **ui: Any) -> Scene:
    """The picture: eight players, Anna to act, the king still in."""
    dealt = deal(HEADS, SO_FAR, options, EIGHT, FREDERIC)
    return scene(dealt, me, hints=ui.pop("hints", True), clock=ui.pop("clock", 18), **ui)


HANDS: Mapping[int, Sequence[str]] = {
    1: HEADS,
    2: ("AhAd", "QhQs", "4s2d", "9c8c", "KdTd", "TsJs", "2h7h", "JcKc"),
    3: ("AhAdAs", "QhQsQc", "4s2d3d", "9c8c7c", "KdTd2s", "TsJs9s", "2h7h7d", "JcKcKs"),
    5: (
        "AhAdAsAcKh",
        "QhQsQcQd2c",
        "4s2d3d5d6h",
        "9c8c7c6c5c",
        "KdTd2s8h9h",
        "TsJs9s8s7s",
        "2h7h7d3h3s",
        "JcKcKs4h5h",
    ),
}


def with_cards(count: int, players: int = 8, acts: int = 10, **more: Any) -> Scene:
    """The picture with so many cards on every forehead."""
    options = Options(cards=count)  # type: ignore[arg-type]
    hands = HANDS[count][:players]
    button = min(FREDERIC, players - 1)
    taken = SO_FAR[:acts] if players == 8 else ()
    return scene(deal(hands, taken, options, EIGHT[:players], button), hints=True, **more)


def rows(
    scene: Scene, width: int = 80, height: int = 24, depth: Depth = "true", words: Words = DE
) -> tuple[Row, ...]:
    return LAYOUT.draw(scene, (width, height), palette(depth), words)


def text(
    scene: Scene,
    width: int = 80,
    height: int = 24,
    words: Words = DE,
    depth: Depth = "true",
    *,
    ascii: bool = False,
) -> list[str]:
    """What is drawn, without colours and without blanks at the ends."""
    drawn = LAYOUT.draw(scene, (width, height), palette(depth, ascii=ascii), words)
    return ["".join(run.text for run in row).rstrip() for row in drawn]
