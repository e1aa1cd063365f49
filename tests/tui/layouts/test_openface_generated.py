"""Real deals of the open games drawn for every viewer: what must hold on any screen."""

import re
from itertools import cycle, islice
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from engine.game import AnyGame
from engine.games.chinese.open_state import Options, PineappleOptions
from engine.games.chinese.openface import OpenFace, Pineapple
from engine.games.chinese.state import Carry
from engine.values.cards import RANKS, SUITS, Card
from engine.values.chance import Dice
from engine.values.offers import admitted
from protocol.messages import ChairInfo, PointsInfo
from tests.tui.deals import moments, scene_of
from tests.tui.layouts.test_generated import DE, EN, LONG, ODD, SIZES, checked, ui
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Act, Confirm, Explain, Press, Scene, Series, Sort
from tui.layouts import Layout, layout

KEYS = (*"1231230u", "right", "left", "up", "down", "space", "x", "y", "backspace", "enter")


def cases() -> list[Any]:
    progressive = PineappleOptions(progressive=True)
    return [
        pytest.param(OpenFace(), Options(), 4, (0, 0, 0, 0), id="openface-4"),
        pytest.param(OpenFace(), Options(), 3, (13, 0, 13), id="openface-land"),
        pytest.param(OpenFace(), Options(royalties="none", fantasyland=False), 2, (), id="bare"),
        pytest.param(Pineapple(), PineappleOptions(), 3, (), id="pineapple-3"),
        pytest.param(Pineapple(), progressive, 2, (17, 0), id="pineapple-17"),
    ]


def seated(scene: Scene, number: int) -> Scene:
    """At a table for points."""
    chairs = tuple(
        ChairInfo("person", chair.name, points=PointsInfo(number * seat - 20))
        for seat, chair in enumerate(scene.table.chairs)
    )
    options = {**scene.table.options, "rounds": 10, "hints": number % 3 == 0}
    return replace(scene, table=replace(scene.table, chairs=chairs, options=options))


def sent(pressed: Press | None) -> tuple[Any, ...]:
    """The actions that a key leads to."""
    match pressed:
        case Act(action):
            return (action,)
        case Series(actions):
            return actions
        case Confirm(_, Act() | Series() as then):
            return sent(then)
    return ()


def moved(drawing: Layout, game: AnyGame, state: Any, scene: Scene, dice: Dice) -> Scene:
    """The scene once some keys have been pressed: cards stay what they are, actions go through."""
    for _ in range(6):
        key = dice.choice(KEYS)
        pressed = drawing.press(scene, key, DE)
        if isinstance(pressed, Sort):
            now = pressed.sorting
            assert now is not None
            laid = [card for row in now.draft.rows for card in row]
            assert sorted([*laid, *now.tray], key=str) == sorted(now.cards, key=str)
            assert all(now.free(row) >= 0 for row in range(3))
            scene = replace(scene, ui=replace(scene.ui, sorting=now))
        elif isinstance(pressed, Explain):
            assert pressed.text
        after = state
        for action in sent(pressed):
            assert scene.table.me is not None
            assert admitted(game.offers(after, scene.table.me), action), (key, pressed)
            after, _ = game.apply(after, scene.table.me, action)
    return scene


@pytest.mark.parametrize(("game", "options", "players", "at_once"), cases())
def test_any_state_for_any_viewer_on_any_screen(
    game: AnyGame, options: Any, players: int, at_once: tuple[int, ...]
) -> None:
    drawing, dice = layout(game.id), Dice(game.id.encode().ljust(32))
    depths, drawers = cycle(get_args(Depth)), cycle((None, None, "log", "info", "chat"))
    sizes, odd = cycle((*SIZES, (84, 34), (120, 35))), cycle(ODD)
    states = moments(game, options, players, Carry(at_once), b"any state")
    for turn, (state, events) in enumerate(islice(states, 0, None, 9)):
        acting = game.view(state).to_act
        viewers: set[int | None] = {turn % players, *acting[:1]}
        for me in (*viewers, *((None,) if turn % 3 == 0 else ())):
            side: Any = ui(turn, next(drawers))  # type: ignore[arg-type]
            scene = scene_of(game, state, me, LONG[:players], events, options, side)
            scene = moved(drawing, game, state, seated(scene, turn), dice)
            colours = palette(next(depths), ascii=turn % 5 == 4)
            words = EN if turn % 3 == 2 else DE
            size = next(sizes)
            lines = checked(drawing.draw(scene, size, colours, words), size, colours)
            if size[0] >= 40:
                keys = ("? ", "Space ", "Enter ", "> ", "▸ ", "← ", "< ", "1 ")
                assert lines[-1].strip().startswith(keys), lines[-1]
            checked(drawing.draw(scene, size := next(odd), colours, words), size, colours)
            for button in drawing.buttons(scene, words):
                assert button.enabled or button.reason


@pytest.mark.parametrize("me", [0, 1, None])
def test_cards_that_a_viewer_may_not_see_are_nowhere(me: int | None) -> None:
    """Others' new cards, what they throw away, and all of Fantasyland before the end."""
    game, options = Pineapple(), PineappleOptions()
    for state, events in islice(moments(game, options, 3, Carry((0, 0, 14)), b"leak"), 0, None, 6):
        view = game.view(state)
        if view.phase == "over":
            break
        scene = seated(scene_of(game, state, me, ("Ann", "Bob", "Cid"), events, options), 1)
        assert scene.table.view is not None
        cells = [cell for zone in scene.table.view.zones for cell in zone.cells]
        known = {cell.code for cell in cells if isinstance(cell, Card)}
        for size in ((60, 18), (120, 36)):
            screen = layout(game.id).draw(scene, size, palette("mono", ascii=True), EN)
            shown = "\n".join("".join(run.text for run in row) for row in screen)
            shown = re.sub(r"10(?=[cdhs]\b)", "T", shown)
            assert set(re.findall(rf"\b([{RANKS}][{SUITS}])\b", shown)) <= known
