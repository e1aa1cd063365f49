"""Every state that ux 8 lists looks as it does: text and looks of every cell, kept in files."""

from collections.abc import Iterator

import pytest

from tests.tui.dumps import WRITES, dump, keep, kept
from tests.tui.pages import PAGES, app_of, terminal
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


def pages() -> Iterator[tuple[str, str]]:
    """All that is kept of the screens beside the tables, by name."""
    size: Size = (80, 24)
    for name, drawn in PAGES.items():
        yield name, dump(drawn(app_of(terminal()), size), palette("true"))
    for name in ("lobby", "create hold'em", "options", "ranking"):
        english = app_of(terminal("en"))
        yield f"{name} english", dump(PAGES[name](english, size), english.palette)
    for wide in ((120, 36), (60, 18)):
        yield (
            f"lobby {wide[0]}x{wide[1]}",
            dump(PAGES["lobby"](app_of(terminal()), wide), palette("true")),
        )
    for depth, ascii in PALETTES:
        app = app_of(terminal(depth=depth, ascii=ascii))
        yield f"lobby {'ascii' if ascii else depth}", dump(PAGES["lobby"](app, size), app.palette)


@pytest.mark.parametrize("game", [*STATES, "pages"])
def test_every_state_looks_as_it_is_kept(game: str) -> None:
    drawn = dict(pages() if game == "pages" else dumps(game))
    if WRITES:
        keep(game, drawn)
    there = kept(game)
    assert list(there) == list(drawn)
    for name, dumped in drawn.items():
        assert dumped == there[name], f"{game}: {name}"
