"""Every state that ux 8 lists looks as it does: text and looks of every cell, kept in files."""

from collections.abc import Iterator

import pytest

from tests.tui.dumps import WRITES, dump, keep, kept
from tests.tui.states import STATES
from tui.app import words_of
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Scene
from tui.layouts import layout
from tui.locale import Lang

Size = tuple[int, int]
# What is kept beyond every state at 80×24, German and in true colours: by game, states and looks.
WIDE = {
    "pokerface": ("turn", "failure"),
    "pokerquadrat": ("turn", "won"),
    "holdem": ("turn", "showdown"),
    "omaha": ("high and low",),
    "stud": ("list",),
    "draw": ("none marked",),
    "chinese": ("three in the tray", "result"),
    "openface": ("turn", "pineapple"),
    "indian": ("one card",),
}
SMALL: tuple[Size, ...] = ((60, 18), (79, 24), (80, 23), (110, 30))
PALETTES: tuple[tuple[Depth, bool], ...] = (
    ("256", False),
    ("16", False),
    ("mono", False),
    ("mono", True),
)
IN_PALETTES = ("pokerface", "holdem", "openface")
IN_ENGLISH = ("pokerface", "holdem", "chinese")


def looks(scene: Scene, size: Size, depth: Depth, ascii: bool, lang: Lang) -> str:
    """A scene as a dump."""
    colours = palette(depth, ascii)
    return dump(layout(scene.table.game).draw(scene, size, colours, words_of(lang, ascii)), colours)


def dumps(game: str) -> Iterator[tuple[str, str]]:
    """All that is kept of a game, by name."""
    for name, made in STATES[game].items():
        yield name, looks(made(), (80, 24), "true", False, "de")
    states = [STATES[game][name]() for name in WIDE[game]]
    for name, scene in zip(WIDE[game], states, strict=True):
        yield f"{name} 120x36", looks(scene, (120, 36), "true", False, "de")
    for width, height in SMALL:
        yield f"{width}x{height}", looks(states[0], (width, height), "true", False, "de")
    for depth, ascii in PALETTES if game in IN_PALETTES else ():
        name = "ascii" if ascii else depth
        yield name, looks(states[0], (80, 24), depth, ascii, "de")
    if game in IN_ENGLISH:
        yield "english", looks(states[0], (80, 24), "true", False, "en")


@pytest.mark.parametrize("game", STATES)
def test_every_state_looks_as_it_is_kept(game: str) -> None:
    drawn = dict(dumps(game))
    if WRITES:
        keep(game, drawn)
    there = kept(game)
    assert list(there) == list(drawn)
    for name, dumped in drawn.items():
        assert dumped == there[name], f"{game}: {name}"
