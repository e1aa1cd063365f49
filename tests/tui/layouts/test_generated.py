"""Deals thrown by dice, every state drawn for every viewer: what must hold on any screen."""

import re
from itertools import cycle, islice
from typing import Any, get_args

import pytest
from rich.cells import cell_len

from engine.game import AnyGame
from engine.games.pokerface import Options, Pokerface, Score
from engine.values.cards import RANKS, SUITS, Card
from engine.values.offers import admitted
from tests.engine.games import chips
from tests.tui.deals import moments, scene_of
from tui.canvas.cells import Row
from tui.canvas.palette import Depth, Palette, palette
from tui.canvas.scene import Act, Drawer, Explain, GoOn, Point, Scene, Ui
from tui.layouts import Layout, layout
from tui.locale import Words

DE, EN = Words("de"), Words("en")
SIZES = (
    (80, 24),
    (120, 36),
    (60, 18),
    (79, 24),
    (80, 23),
    (110, 30),
    (110, 24),
    (200, 60),
    (30, 7),
)
ODD = ((1, 1), (3, 2), (12, 5), (59, 17), (84, 29), (109, 33), (118, 35))
# Names of twelve cells, wide ones among them, and one that looks like markup.
LONG = (
    "王王王王王王",
    "Wolfgang-Ama",
    "[/red]b[b]:a",
    "Émilie-Éloïs",
    "한한한한한한",
    "WWWWWWWWWWWW",
)
ALLOWED = set("♠♥♦♣♡♢●○◆▸▲▼✓✗·…–−±½⅔←→↑↓≤★²━┃░▓▌▏•┏┓┗┛╭╮╰╯─│┌┐└┘×äöüÄÖÜßéÉï" + "".join(LONG))
KEYS = (*"0123456789fcrpabt", "enter", "space", "left", "right", "up", "plus", "minus")


def cases() -> list[Any]:
    return [
        pytest.param(Pokerface(), Options(), 6, Score(1, 1), id="pokerface-6"),
        pytest.param(Pokerface(), Options(all_at_once=True), 4, Score(2, 2), id="all-at-once"),
        pytest.param(
            Pokerface(), Options(rising_stakes=True, soft_landing=True), 3, Score(1, 3), id="rising"
        ),
        pytest.param(chips.Chips(), chips.Options(), 3, chips.Carry(), id="chips"),
    ]


def checked(rows: tuple[Row, ...], size: tuple[int, int], colours: Palette) -> list[str]:
    """The rows' text, if they are as wide and high and use the characters that they may."""
    assert len(rows) == size[1]
    lines = ["".join(run.text for run in row) for row in rows]
    assert {cell_len(line) for line in lines} == {size[0]}
    letters = set().union(*lines)
    assert not {letter for letter in letters if not letter.isascii()} - ALLOWED
    assert not any(ord(letter) < 32 for letter in letters)
    if colours.ascii:
        assert all(letter.isascii() for letter in letters)
    return lines


def pressed_keys(drawing: Layout, scene: Scene) -> None:
    """Every key leads to something offered or to words; enabled buttons to no explanation."""
    offers = scene.table.offers
    answers = {key: drawing.press(scene, key, DE) for key in KEYS}
    for key, answer in answers.items():
        if isinstance(answer, Act):
            assert admitted(offers, answer.action), (key, answer)
        elif isinstance(answer, Explain):
            assert answer.text
    for button in drawing.buttons(scene, DE):
        assert button.enabled or button.reason
        first = button.keys.split()[0]
        key = {"←": "left", "+": "plus", "Enter": "enter", "Space": "space"}.get(first, first)
        if button.id.startswith(("pf.", "any.")) and button.enabled and "–" not in button.keys:
            assert isinstance(answers[key], Act | Point), button
        if button.id in {"pf.take", "any.take"} and button.enabled:
            assert any(isinstance(answers[digit], Act) for digit in "123456789")
        if button.id == "table.next" and button.enabled:
            assert answers["space"] == GoOn()


@pytest.mark.parametrize(("game", "options", "players", "carry"), cases())
def test_any_state_for_any_viewer_on_any_screen(
    game: AnyGame, options: Any, players: int, carry: Any
) -> None:
    drawing = layout(game.id)
    depths = cycle(get_args(Depth))
    sizes, odd = cycle(SIZES), cycle(ODD)
    drawers: Any = cycle((None, None, "log", "phrases", "chat"))
    viewers = cycle((*range(players), None))
    states = moments(game, options, players, carry, b"a seed")
    for turn, (state, events) in enumerate(islice(states, 120)):
        for _ in range(2):
            me, depth, size, drawer = next(viewers), next(depths), next(sizes), next(drawers)
            scene = scene_of(game, state, me, LONG, events, options, ui(turn, drawer))
            colours = palette(depth, ascii=turn % 5 == 4)
            words = EN if turn % 3 == 2 else DE
            lines = checked(drawing.draw(scene, size, colours, words), size, colours)
            if size[0] >= 40:
                keys = ("? ", "Space ", "Enter ", "> ", "▸ ")
                assert lines[-1].strip().startswith(keys), lines[-1]
            checked(drawing.draw(scene, odd_size := next(odd), colours, words), odd_size, colours)
            pressed_keys(drawing, scene)


def ui(turn: int, drawer: Drawer | None) -> Ui:
    """A viewer's side of the screen, some of it in the middle of something."""
    return Ui(
        cursor=turn % 8 or None,
        guarded=turn % 4 == 1,
        pending=turn % 4 == 2,
        message="王 [b]x[/b] " * 9 if turn % 4 == 3 else None,
        latency=1234,
        revealed=turn % 7 if turn % 2 else None,
        drawer=drawer,
        scroll=turn,
        typed="und dann " * min(turn, 44),
        unread=turn,
    )


@pytest.mark.parametrize("me", [0, 2, None])
def test_cards_that_a_viewer_may_not_see_are_nowhere(me: int | None) -> None:
    """Cards on the screen are the board's and one's own; all others come with the showdown."""
    game = Pokerface()
    drawing = layout("pokerface")
    for state, events in moments(game, Options(), 4, Score(), b"leak"):
        view = game.view(state)
        if view.phase == "showdown":
            break
        scene = scene_of(game, state, me, ("Ann", "Bob", "Cid", "Dot"), events)
        cells = [cell for zone in scene.table.view.zones for cell in zone.cells]  # type: ignore[union-attr]
        mine = {cell.code for cell in cells if isinstance(cell, Card)}
        screen = drawing.draw(scene, (60, 18), palette("mono", ascii=True), EN)
        shown = "\n".join("".join(run.text for run in row) for row in screen)
        shown = re.sub(r"\b10(?=[cdhs])", "T", shown)
        found = set(re.findall(rf"\b([{RANKS}][{SUITS}])\b", shown))
        tokens = {f"{number}{suit}" for number in range(1, 5) for suit in SUITS}
        assert found - tokens <= mine
