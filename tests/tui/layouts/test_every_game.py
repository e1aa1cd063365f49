"""Every game of the house in both languages: no state of a deal lacks the words for it."""

from itertools import cycle
from typing import Any

import pytest
from msgspec.structs import replace

from engine.game import AnyGame
from engine.games import GAMES
from engine.games.betting.state import Carry
from engine.kit import royalties
from engine.values.options import specs
from tests.tui.deals import moments, scene_of
from tui.canvas.palette import palette
from tui.canvas.scene import Amount, Drawer, Scene, Ui
from tui.layouts import Layout, layout
from tui.layouts.info import info_lines
from tui.locale import LANGS, Lang, Words

# A table, a list, and both kinds of small windows.
SIZES = ((80, 24), (120, 36), (60, 18), (40, 12))
COLOURS = palette("true")
WORDS = {lang: Words(lang) for lang in LANGS}
KEYS = (*"0123456789fcrbamkpgxyu", "enter", "escape", "space")
DRAWERS: tuple[Drawer | None, ...] = ("log", None, "info", None, "chat")
LAND = {str(game): cards for game, cards in royalties.LAND.items()}
NAMES = ("Anna", "Ben", "Carla", "Dan", "Eva")


def tables() -> list[Any]:
    """Every game with each structure that it can have."""
    made = []
    for game in GAMES:
        found = next((one for one in specs(game.Options) if one.name == "structure"), None)
        for structure in found.choices if found else (None,):
            made.append(pytest.param(game, structure, id=f"{game.id}-{structure}"))
    return made


def carried(game: AnyGame, players: int, lang: Lang) -> Any:
    """Stacks short enough for side pots and cards after the last bet; else a match's beginning.

    Where there is a Fantasyland somebody is in it, in one of the languages.
    """
    if game.match == "cash":
        return Carry(stacks=(200, 45, 3, 130, 80))
    if game.id in LAND and lang == "en":
        return game.Carry(at_once=(LAND[game.id], *[0] * (players - 1)))
    return game.Carry()


def seeds(game: AnyGame, lang: Lang) -> tuple[bytes, ...]:
    """One deal of an open game has fifty states, more than three of most others."""
    return (lang.encode(),) if game.id in LAND else (b"1", b"22", b"333")


def drawn(drawing: Layout, scene: Scene, size: tuple[int, int], words: Words) -> None:
    """Everything that the layout has to say of a scene."""
    drawing.draw(scene, size, COLOURS, words)
    drawing.buttons(scene, words)
    for key in KEYS:
        drawing.press(scene, key, words)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("game", "structure"), tables())
def test_every_state_has_its_words(game: AnyGame, structure: str | None, lang: Any) -> None:
    """A key that is in neither language is none that comparing them finds."""
    options = game.Options() if structure is None else game.Options(structure=structure)
    drawing, words, players = layout(game.id), WORDS[lang], min(len(NAMES), game.players[-1])
    sizes, listed, drawers = cycle(SIZES), cycle((True, False, True)), cycle(DRAWERS)
    carry = carried(game, players, lang)
    for seed in seeds(game, lang):
        for turn, (state, events) in enumerate(moments(game, options, players, carry, seed)):
            # Whoever is to act, somebody, and who looks on.
            for me in (*game.view(state).to_act[:1], turn % players, None)[turn % 2 :: 2]:
                amount = Amount(0) if turn % 5 == 4 else None
                side = Ui(listed=next(listed), drawer=next(drawers), amount=amount)
                scene = scene_of(game, state, me, NAMES[:players], events, options, side)
                drawn(drawing, scene, next(sizes), words)
        drawing.tell(scene, COLOURS, words)
        info_lines(scene, COLOURS, words, 76)
        for revealed in range(drawing.steps(scene)):
            staged = replace(scene, ui=replace(scene.ui, revealed=revealed))
            drawn(drawing, staged, next(sizes), words)
