"""Deals of stud thrown by dice, drawn for every viewer, as test_betting_generated does."""

import re
from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from engine.games.betting.state import Carry
from engine.values.cards import RANKS, SUITS, Card
from protocol.messages import TableView
from tests.engine.games.betting_table import BY_ID
from tests.tui.deals import moments, scene_of
from tests.tui.layouts.test_betting_generated import DEALS, NAMES, RICH, carried, pressed_keys, ui
from tests.tui.layouts.test_generated import ODD, SIZES, checked
from tui.canvas.cells import Row
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Scene, Ui
from tui.layouts import layout
from tui.layouts.betting import Betting
from tui.locale import Words

DE, EN = Words("de"), Words("en")


def cases() -> list[Any]:
    made = [
        ("stud7", 8, {"bet": 20, "top": 40}, RICH),
        ("stud7", 2, {"structure": "pot", "bet": 25}, Carry(stacks=(300, 9))),
        ("stud7", 7, {"open_pair_big_bet": True}, Carry(stacks=(90,) * 7)),
        ("stud7_hilo", 8, {"structure": "spread", "top": 40}, Carry(stacks=(200,) * 8)),
        ("stud7_hilo", 3, {"structure": "pot"}, Carry(stacks=(7, 50, 1))),
        ("stud5", 5, {}, Carry(stacks=(30, 2, 500, 40, 1))),
        ("soko", 8, {"structure": "pot", "bet": 1000}, RICH),
        ("soko", 4, {"bet": 20, "top": 40}, Carry(stacks=(150,) * 4)),
    ]
    return [pytest.param(*case, id=f"{case[0]}-{case[1]}") for case in made]


def texts(rows: tuple[Row, ...]) -> list[str]:
    return ["".join(run.text for run in row) for row in rows]


def codes(shown: str) -> set[str]:
    """The cards in a text of ASCII and English letters."""
    shown = re.sub(r"\b10(?=[cdhs]\b)", "T", shown)
    return set(re.findall(rf"\b([{RANKS}][{SUITS}])\b", shown))


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize(("game_id", "players", "given", "carry"), cases())
def test_any_state_for_any_viewer_on_any_screen(
    game_id: str, players: int, given: dict[str, Any], carry: Carry, deals: int
) -> None:
    game: Any = BY_ID[game_id]
    options = game.Options(**given)
    drawing = layout(game_id)
    assert isinstance(drawing, Betting)
    depths, sizes, odd = cycle(get_args(Depth)), cycle(SIZES), cycle(ODD)
    drawers: Any = cycle((None, None, "log", "chat", "info"))
    viewers = cycle((*range(players), None))
    seen = 0
    for seed in (bytes([number]) * 4 for number in range(deals)):
        states = list(moments(game, options, players, carried(carry, players), seed))
        for turn, (state, events) in enumerate([*islice(states, 12), states[-1]]):
            for listed in (True, False):
                me, depth, size, drawer = next(viewers), next(depths), next(sizes), next(drawers)
                side = replace(ui(turn, drawer), listed=listed, revealed=turn % 5)
                scene = scene_of(game, state, me, NAMES, events, options, side)
                colours = palette(depth, ascii=turn % 5 == 4)
                words = EN if turn % 3 == 2 else DE
                lines = checked(drawing.draw(scene, size, colours, words), size, colours)
                if size[0] >= 40:
                    keys = ("? ", "Space ", "Enter ", "> ", "▸ ", "0-9 ")
                    assert lines[-1].strip().startswith(keys), lines[-1]
                small = next(odd)
                checked(drawing.draw(scene, small, colours, words), small, colours)
                drawing.tell(scene, colours, words)
                if not drawing.steps(scene):
                    pressed_keys(scene)
                seen += 1
    assert seen > 20


def open_cards(table: TableView) -> dict[int, set[str]]:
    """What lies open in front of every seat."""
    assert table.view is not None
    rows = [zone for zone in table.view.zones if zone.kind == "row" and zone.owner is not None]
    return {
        zone.owner: {cell.code for cell in zone.cells if isinstance(cell, Card)}
        for zone in rows
        if zone.owner is not None
    }


# Two that go on to the last streets, and many of all sorts.
LONG_ONES = [
    pytest.param((4, 5), id="two"),
    pytest.param(range(30), id="many", marks=pytest.mark.soak),
]


@pytest.mark.parametrize("deals", LONG_ONES)
@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize("me", [5, None])
@pytest.mark.parametrize("game_id", ["stud7"])
def test_every_open_card_is_there_and_who_begins_with_the_reason(
    game_id: str, me: int | None, listed: bool, deals: Sequence[int]
) -> None:
    """Eight players with long names and big stacks on the smallest screen that has the table."""
    game: Any = BY_ID[game_id]
    options = game.Options(bet=20, top=40)
    reasons = ("lowest card, bring-in", "best open hand")
    streets = set()
    for seed in (bytes([number]) * 3 for number in deals):
        for state, events in moments(game, options, 8, carried(RICH, 8), seed):
            scene = scene_of(game, state, me, NAMES, events, options, Ui(listed=listed))
            view = scene.table.view
            assert view is not None
            if view.phase == "over":
                continue
            for size in ((80, 24), (84, 30), (120, 36)):
                drawn = texts(Betting().draw(scene, size, palette("mono", ascii=True), EN))
                left = "\n".join(line[:84] for line in drawn)
                shown = codes(left)
                for seat, cards in open_cards(scene.table).items():
                    if seat != me:
                        assert cards <= shown, (size, seat, cards - shown, left)
                notes = {note.code: note for note in view.notes}
                assert any(reason in left for reason in reasons) or "passed_on" in notes
            streets.add(view.phase)
    assert len(streets) >= 4


@pytest.mark.parametrize("me", [0, 3, None])
@pytest.mark.parametrize("game_id", ["stud7", "stud7_hilo", "stud5", "soko"])
def test_cards_that_a_viewer_may_not_see_are_nowhere(game_id: str, me: int | None) -> None:
    """Cards on the screen are open ones, one's own, and hands that were shown."""
    game: Any = BY_ID[game_id]
    options = game.Options()
    for state, events in moments(game, options, 5, Carry(stacks=(200,) * 5), b"leak"):
        names = ("Ann", "Bob", "Cid", "Dot", "Eve")
        scene = scene_of(game, state, me, names, events, options)
        assert scene.table.view is not None
        cells = [cell for zone in scene.table.view.zones for cell in zone.cells]
        known = {cell.code for cell in cells if isinstance(cell, Card)}
        for size, listed in (
            ((60, 18), False),
            ((80, 24), True),
            ((80, 24), False),
            ((120, 36), True),
        ):
            at: Scene = replace(scene, ui=Ui(listed=listed))
            drawn = Betting().draw(at, size, palette("mono", ascii=True), EN)
            assert codes("\n".join(texts(drawn))) <= known
