"""Deals of Pokerquadrat thrown by dice, every state drawn for every viewer on any screen."""

from itertools import cycle, islice
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from engine.games.pokerquadrat import Carry, Options, Pokerquadrat
from engine.values.cards import Card
from engine.values.offers import Place, admitted, real
from engine.values.view import View
from tests.tui.deals import moments, scene_of
from tests.tui.layouts.drawn import DE, EN
from tests.tui.layouts.test_generated import LONG, ODD, SIZES, checked, ui
from tui.canvas.ghosts import kept
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Act, Explain, Ghost, GoOn, Hold, Scene
from tui.layouts import layout

GAME = Pokerquadrat()
LAYOUT = layout("pokerquadrat")
KEYS = (*"0123456789abcdefpt", "enter", "space", "escape", "backspace")
ARROWS = ("left", "right", "up", "down")
OPTIONS = [
    Options(),
    Options(open_hands=True),
    Options(hand_size=2, target=500),
    Options(hand_size=2, open_hands=True, target=1),
]


def ghost_of(view: View, turn: int, me: int | None) -> Ghost | None:
    """Something held over the square: a card or none, a place or none, a column or none."""
    hand = view.zone(f"hand.{me}")
    held = [cell for cell in hand.cells if isinstance(cell, Card)] if hand else []
    card = held[turn % len(held)] if held and turn % 3 else None
    return Ghost(1, card, turn * 7 % 25 if turn % 4 else None, turn % 5 if turn % 6 == 5 else None)


@pytest.mark.parametrize("options", OPTIONS, ids=["usual", "open", "two", "two-open"])
def test_any_state_for_any_viewer_on_any_screen(options: Options) -> None:
    depths, sizes, odd = cycle(get_args(Depth)), cycle(SIZES), cycle(ODD)
    viewers: Any = cycle((0, 1, None))
    drawers: Any = cycle((None, None, "log", "phrases", "chat", "info"))
    states = moments(GAME, options, 2, Carry(), b"a square")
    for turn, (state, events) in enumerate(islice(states, 60)):
        for _ in range(4):
            me, depth, size, drawer = next(viewers), next(depths), next(sizes), next(drawers)
            held = ghost_of(GAME.view(state), turn, me)
            hands = replace(ui(turn, drawer), ghost=held)
            scene = scene_of(GAME, state, me, LONG[turn % 3 :], events, options, hands)
            scene = replace(scene, table=replace(scene.table, chairs=scene.table.chairs[:2]))
            colours = palette(depth, ascii=turn % 5 == 4)
            words = EN if turn % 3 == 2 else DE
            lines = checked(LAYOUT.draw(scene, size, colours, words), size, colours)
            if size[0] >= 40:
                keys = ("? ", "Space ", "Enter ", "> ", "▸ ", "1–", "1-")
                assert lines[-1].strip().startswith(keys), lines[-1]
                assert "? " in lines[-1] or drawer == "chat"
            other = next(odd)
            checked(LAYOUT.draw(scene, other, colours, words), other, colours)
            answers(scene)


def answers(scene: Scene) -> None:
    """Every key leads to something offered, to a ghost that can be meant, or to words."""
    table = scene.table
    for key in (*KEYS, *ARROWS):
        answer = LAYOUT.press(scene, key, DE)
        if isinstance(answer, Act):
            assert admitted(table.offers, answer.action), (key, answer)
        elif isinstance(answer, Explain):
            assert answer.text
        elif isinstance(answer, Hold):
            assert answer.ghost is None or kept(answer.ghost, table) in {answer.ghost, None}
            assert key != "enter"
        else:
            assert answer is None or answer == GoOn()
    for button in LAYOUT.buttons(scene, DE):
        assert button.enabled or button.reason
        if button.id == "quad.lay" and button.enabled:
            assert isinstance(LAYOUT.press(scene, "enter", DE), Act)


def test_a_game_can_be_played_by_keys_alone() -> None:
    """A digit, a letter, a digit, Enter: whatever is offered can be laid so."""
    for state, events in moments(GAME, Options(), 2, Carry(), b"keys"):
        result = GAME.result(state)
        if result is not None:
            break
        for me in (0, 1):
            scene = scene_of(GAME, state, me, ("Ann", "Bob"), events, Options())
            offer = next((o for o in real(scene.table.offers) if isinstance(o, Place)), None)
            if offer is None:
                continue
            wanted = offer.cells[len(offer.cells) // 2]
            keys = ("2", "abcde"[wanted % 5], str(wanted // 5 + 1), "enter")
            answer: Any = None
            for key in keys:
                answer = LAYOUT.press(scene, key, DE)
                if isinstance(answer, Hold):
                    scene = replace(scene, ui=replace(scene.ui, ghost=answer.ghost))
            assert isinstance(answer, Act)
            assert (answer.action.card, answer.action.cell) == (offer.cards[1], wanted)  # type: ignore[union-attr]
    else:
        raise AssertionError("the deal did not end")
