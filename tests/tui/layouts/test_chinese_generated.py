"""Deals of Chinese Poker with keys thrown by dice, drawn for every viewer on any screen."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from engine.games.chinese.closed import Chinese, Options
from engine.games.chinese.state import Carry
from engine.values.chance import Dice
from engine.values.events import Events
from engine.values.offers import admitted
from engine.values.view import SeatView
from protocol.messages import ChairInfo, Clock, PointsInfo
from tests.tui.deals import moments, scene_of
from tests.tui.layouts.drawn import DE, EN
from tests.tui.layouts.test_generated import LONG, ODD, SIZES, checked, ui
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Act, Confirm, Explain, GoOn, Point, Scene, Sort
from tui.canvas.sorting import begun
from tui.layouts import layout

GAME = Chinese()
LAYOUT = layout("chinese")
KEYS = (*"0123xugyma", "enter", "space", "escape", "backspace", "left", "right", "up", "down")
CASES = [
    (Options(), 3),
    (Options(royalties="usual", surrender=3, special_hands=True), 2),
    (Options(royalties="own", front_three=0, back_four=100, scoring="2-4", special_hands=True), 4),
]


def seen_by(
    state: Any, events: Events, me: int | None, options: Options, turn: int, drawer: Any
) -> Scene:
    """A state as somebody sees it, with long names, points, a clock, and hints or none."""
    made = scene_of(GAME, state, me, LONG[turn % 3 :], events, options, ui(turn, drawer))
    table, view = made.table, made.table.view
    assert view is not None
    chairs = tuple(
        ChairInfo("person", chair.name, here=seat != 1, points=PointsInfo(seat * 40 - 60))
        for seat, chair in enumerate(table.chairs[: len(view.seats)])
    )
    more: dict[str, Any] = {"hints": turn % 2 == 0, "rounds": turn % 3 * 5}
    clock = Clock(turn * 1000, 90_000) if turn % 3 else None
    table = replace(table, chairs=chairs, options=table.options | more, clock=clock)
    return replace(made, table=table, ui=replace(made.ui, sorting=begun(table)))


def fumbled(scene: Scene, dice: Dice) -> Iterator[Scene]:
    """The scene after more and more keys that arrange cards."""
    for _ in range(2):
        for _ in range(9):
            answer = LAYOUT.press(scene, KEYS[dice.below(len(KEYS))], DE)
            if isinstance(answer, Sort):
                scene = replace(scene, ui=replace(scene.ui, sorting=answer.sorting))
        yield scene


@pytest.mark.parametrize(("options", "players"), CASES, ids=["plain", "usual", "own"])
def test_any_state_for_any_viewer_on_any_screen(options: Options, players: int) -> None:
    depths, sizes, odd = cycle(get_args(Depth)), cycle(SIZES), cycle(ODD)
    viewers: Any = cycle((0, 1, None))
    drawers: Any = cycle((None, None, "log", "chat", "info"))
    dice = Dice(bytes([players]) * 32)
    states = moments(GAME, options, players, Carry(), b"rows")
    for turn, (state, events) in enumerate(states):
        for _ in range(3):
            scene = seen_by(state, events, next(viewers), options, turn, next(drawers))
            for shown in fumbled(scene, dice):
                size, colours = next(sizes), palette(next(depths), ascii=turn % 3 == 2)
                words = EN if turn % 2 else DE
                checked(LAYOUT.draw(shown, size, colours, words), size, colours)
                other = next(odd)
                checked(LAYOUT.draw(shown, other, colours, words), other, colours)
                answers(shown)


def answers(scene: Scene) -> None:
    """Every key leads to something offered, to another arrangement, or to words."""
    table = scene.table
    for key in KEYS:
        if key == "g" and scene.ui.sorting is not None and not scene.ui.sorting.ideas:
            # To look for suggestions takes a while.
            continue
        answer = LAYOUT.press(scene, key, DE)
        if isinstance(answer, Act):
            assert admitted(table.offers, answer.action), (key, answer)
        elif isinstance(answer, Confirm):
            assert isinstance(answer.then, Act)
            assert admitted(table.offers, answer.then.action), (key, answer)
        elif isinstance(answer, Explain):
            assert answer.text
        else:
            assert answer is None or isinstance(answer, Sort | GoOn | Point), (key, answer)
    for button in LAYOUT.buttons(scene, DE):
        assert button.enabled or button.reason


def test_whoever_is_not_dealt_in_looks_on() -> None:
    states = list(moments(GAME, Options(), 3, Carry(), b"out"))
    scene = seen_by(*states[1], 2, Options(), 1, None)
    table, view = scene.table, scene.table.view
    assert view is not None
    # A fourth chair, whose player sits out.
    chairs = (*table.chairs, ChairInfo("person", "Zoe", points=PointsInfo(0, wish="rest")))
    view = replace(view, seats=(*view.seats, SeatView(status="out")))
    table = replace(table, chairs=chairs, view=view, me=3, offers=())
    out = replace(scene, table=table, ui=replace(scene.ui, sorting=None, drawer=None, message=None))
    for size in ((80, 24), (120, 36), (60, 18)):
        lines = checked(LAYOUT.draw(out, size, palette("true"), DE), size, palette("true"))
        assert any("Du machst Pause. s bringt dich zurück." in line for line in lines)
        assert not any("Zoe" in line for line in lines[:14]) or size[0] > 110
    answer = LAYOUT.press(out, "1", DE)
    assert isinstance(answer, Explain)
