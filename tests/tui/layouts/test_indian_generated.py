"""Deals of Indian Poker thrown by dice, every variant for two to eight, drawn on any screen."""

from itertools import cycle
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from engine.games.indian import Indian
from engine.games.indian.options import Options
from engine.games.indian.state import Carry
from engine.values import offers
from engine.values.cards import Card
from engine.values.events import Events
from engine.values.offers import admitted
from protocol.messages import ChairInfo, Clock, FreezeoutInfo
from tests.tui.deals import moments, scene_of
from tests.tui.layouts.drawn import DE, EN
from tests.tui.layouts.test_generated import LONG, ODD, SIZES, checked, ui
from tui.canvas import cards
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Act, Amount, Confirm, Explain, Fill, GoOn, Plan, Scene, Turn
from tui.layouts import layout

GAME = Indian()
LAYOUT = layout("indian")
NAMES = (*LONG, "Jörg", "Äöü-ß")
KEYS = (*"0123456789fcrbampv", "enter", "space", "escape", "backspace", "up", "left", "comma")
VARIANTS = {
    "high": Options(),
    "low": Options(wins="low", max_raises=3),
    "halves": Options(wins="high_low", reveal=True, max_bet=1),
    "two": Options(cards=2, ante=1000, max_bet=100_000),
    "three": Options(cards=3, brag_order="traditional"),
    "five": Options(cards=5),
    "match": Options(match_pot=True),
    "match-three": Options(match_pot=True, cards=3, match_limit=10),
}


def seen_by(
    state: Any, events: Events, me: int | None, options: Options, turn: int, drawer: Any
) -> Scene:
    """A state as somebody sees it, with long names, chips, a clock, and help or none."""
    made = scene_of(GAME, state, me, NAMES[turn % 3 :] + NAMES, events, options, ui(turn, drawer))
    table, view = made.table, made.table.view
    assert view is not None
    chairs = tuple(
        ChairInfo(
            "person", chair.name, here=seat != 1, freezeout=FreezeoutInfo(state.began[seat], True)
        )
        for seat, chair in enumerate(table.chairs[: len(view.seats)])
    )
    clock = Clock(turn * 1000, 25_000) if turn % 3 else None
    agreed = table.options | {"stack": 50, "minutes": 0, "hints": turn % 2 == 0}
    table = replace(table, chairs=chairs, options=agreed, clock=clock)
    return replace(made, table=table, ui=replace(made.ui, listed=turn % 3 == 1))


@pytest.mark.parametrize("players", range(2, 9))
def test_any_state_for_any_viewer_on_any_screen(players: int) -> None:
    depths, sizes, odd = cycle(get_args(Depth)), cycle(SIZES), cycle(ODD)
    viewers: Any = cycle((0, 1, None, players - 1))
    drawers: Any = cycle((None, None, "log", None, "chat", "info"))
    turn = 0
    for place, (name, options) in enumerate(VARIANTS.items()):
        if (place + players) % 2:
            continue  # the other half is for a table with one more or less
        stacks = tuple(50 + 950 * (name == "two") + 13 * seat for seat in range(players))
        carry = Carry(stacks=(*stacks[:-1], 3), pot=7 if options.match_pot else 0)
        for state, events in moments(GAME, options, players, carry, name.encode()):
            turn += 1
            shown = seen_by(state, events, next(viewers), options, turn, next(drawers))
            size, colours = next(sizes), palette(next(depths), ascii=turn % 5 == 4)
            words = EN if turn % 3 == 2 else DE
            lines = checked(LAYOUT.draw(shown, size, colours, words), size, colours)
            if turn % 4 == 0:
                other = next(odd)
                checked(LAYOUT.draw(shown, other, colours, words), other, colours)
            unseen(state, shown, lines)
            if turn % 2:
                answers(shown)


def unseen(state: Any, shown: Scene, lines: list[str]) -> None:
    """Nobody's own cards stand anywhere as long as they were not shown; a spectator sees none."""
    me, text = shown.table.me, "\n".join(lines)
    hidden = [seat for seat in range(len(state.hands)) if me is None or seat == me]
    for seat in hidden:
        if seat not in state.opened:
            for held in state.hands[seat].value:
                assert isinstance(held, Card)
                assert cards.name(held, DE) not in text


def answers(shown: Scene) -> None:
    """Every key leads to something offered, or to words; every button does something."""
    table, fields = shown.table, [shown]
    shown = replace(shown, ui=replace(shown.ui, amount=None))
    if any(isinstance(one, offers.Raise) for one in table.offers):
        fields.append(replace(shown, ui=replace(shown.ui, amount=Amount(2))))
    for scene in fields:
        for key in KEYS:
            answer = LAYOUT.press(scene, key, DE)
            if isinstance(answer, Act):
                assert admitted(table.offers, answer.action), (key, answer)
            elif isinstance(answer, Confirm):
                assert isinstance(answer.then, Act)
                assert admitted(table.offers, answer.then.action), (key, answer)
            elif isinstance(answer, Explain):
                assert answer.text
            else:
                assert answer is None or isinstance(answer, Fill | Plan | GoOn | Turn), answer
        for button in LAYOUT.buttons(scene, DE):
            assert button.enabled or button.reason
            first = {"Enter": "enter", "Space": "space", "Esc": "escape"}.get(
                button.keys, button.keys[0]
            )
            if button.id.startswith("bet.") and button.enabled:
                assert not isinstance(LAYOUT.press(scene, first, DE), Explain | None), button


@pytest.mark.soak
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("players", [2, 5, 8])
def test_all_sizes_and_palettes(name: str, players: int) -> None:
    options, turn = VARIANTS[name], 0
    stacks = tuple(1000 + seat for seat in range(players))
    for state, events in moments(GAME, options, players, Carry(stacks=stacks), b"soak"):
        for me in (0, None):
            for size in (*SIZES, *ODD):
                turn += 1
                shown = seen_by(state, events, me, options, turn, None)
                colours = palette(get_args(Depth)[turn % 4], ascii=turn % 5 == 4)
                lines = checked(
                    LAYOUT.draw(shown, size, colours, EN if turn % 2 else DE), size, colours
                )
                unseen(state, shown, lines)
