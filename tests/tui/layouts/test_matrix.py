"""Every game at every size, in every palette and both languages, through a whole deal (ux 8)."""

from typing import Any, get_args

import pytest

from engine.game import AnyGame
from engine.games import GAMES
from engine.values.chance import Dice
from tests.tui.layouts.test_generated import LONG, checked
from tests.tui.played import ONLOOKER, PEOPLE, moments
from tests.tui.sent import check, sent
from tui.app import words_of
from tui.canvas.palette import Deck, Depth, Palette, Theme, palette
from tui.canvas.scene import Drawer, Ui
from tui.layouts import layout
from tui.locale import LANGS

SIZES = (
    (60, 18),
    (79, 24),
    (80, 23),
    (80, 24),
    (109, 30),
    (110, 29),
    (110, 30),
    (120, 36),
    (200, 60),
)
LOOKS = [(depth, False) for depth in get_args(Depth)] + [("16", True), ("mono", True)]
# Stacks of 9.999.999 and more, where there are chips.
STAKES = {"cash": {"bet": 100_000}, "freezeout": {"ante": 1_000_000, "max_bet": 1_000_000}}
DRAWERS: tuple[Drawer | None, ...] = (None, None, None, "log", "info")
# How often a moment is looked at, and every how many moments.
LENGTHS = [pytest.param(1, 3, id="some"), pytest.param(30, 1, id="all", marks=pytest.mark.soak)]


def footed(lines: list[str], width: int) -> None:
    """The bottom row is made of whole items, help among them."""
    row = lines[-1].rstrip()
    assert row.startswith(" ")
    assert len(row) < width, row
    assert "…" not in row
    assert "? " in row, row


@pytest.mark.parametrize(("often", "every"), LENGTHS)
@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in GAMES])
def test_every_look_of_a_deal(game: AnyGame, often: int, every: int) -> None:
    drawing, dice = layout(game.id), Dice(game.id.encode())
    values: dict[str, Any] = STAKES.get(game.match, {})
    for turn, played in enumerate(moments(game, game.players[-1], b"looks", **values)):
        for _ in range(0 if turn % every else often):
            played.names = {who: dice.choice(LONG) for who in (*PEOPLE, ONLOOKER)}
            depth, ascii = dice.choice(LOOKS)
            theme, deck = dice.choice(get_args(Theme)), dice.choice(get_args(Deck))
            colours = palette(depth, ascii, theme=theme, deck=deck)
            listed, drawer = bool(dice.below(2)), dice.choice(DRAWERS)
            ui = Ui(latency=1234, listed=listed, drawer=drawer)
            scene = played.scene(dice.choice(("a", "b", ONLOOKER)), ui)
            size, words = dice.choice(SIZES), words_of(dice.choice(LANGS), ascii)
            rows = drawing.draw(scene, size, colours, words)
            footed(checked(rows, size, colours), size[0])
            bytes_of(rows, colours)


def bytes_of(rows: Any, colours: Palette) -> None:
    """What is sent has the colours of the depth alone, and in ASCII no other signs."""
    text = sent(rows, colours.depth)
    check(text, colours.depth)
    assert not colours.ascii or text.isascii()
