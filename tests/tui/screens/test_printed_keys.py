"""No key that a table names does nothing: every game, all that happens at a table, both views."""

from itertools import cycle
from typing import Any

import pytest
from msgspec.structs import replace

from engine.game import AnyGame
from engine.games import GAMES
from engine.values.chance import Dice
from engine.values.offers import real
from engine.values.options import specs
from tests.tui.played import ONLOOKER, info_of, moments
from tests.tui.screens.bare import Bare, bare
from tests.tui.screens.printed_keys import printed_keys
from tui.canvas.palette import palette
from tui.canvas.scene import Scene, Ui
from tui.locale import LANGS
from tui.screens.base import Size

INFOS = tuple(info_of(game) for game in GAMES)
PLAIN, COLOURS = palette("mono"), palette("true")
SIZES: tuple[Size, ...] = ((80, 24), (120, 36), (60, 18), (110, 29), (109, 30))
SCROLLING = {"up", "down", "pageup", "pagedown"}
PAIRS = ({"left", "right"}, {"up", "down"})
LONG = [pytest.param(19, id="some"), pytest.param(1, id="all", marks=pytest.mark.soak)]


def tables() -> list[Any]:
    """Every game with each structure that it can have."""
    made = []
    for game in GAMES:
        found = next((one for one in specs(game.Options) if one.name == "structure"), None)
        for structure in found.choices if found else ("",):
            made.append(pytest.param(game, structure, id=f"{game.id}-{structure}"))
    return made


def named(screen: Bare, size: Size) -> set[str]:
    """The keys that are to be read on a screen; what only scrolls may be at its end."""
    house = screen.house
    house.palette = COLOURS
    rows = screen.draw(size)
    house.palette = PLAIN
    found = printed_keys(screen.text(size), rows, COLOURS)
    return found - SCROLLING if screen.ui.drawer in ("log", "info") else found


def check(screen: Bare, scene: Scene, size: Size, tried: set[Any]) -> list[str]:
    """Every named key does or says something; those that change only what is seen here.

    A bar that was looked at already is passed over.
    """
    screen.show(scene)
    keys = named(screen, size)
    bar = (frozenset(keys), screen.text(size)[-7:], scene.ui)
    if repr(bar) in tried:
        return []
    tried.add(repr(bar))
    leading, mute = [], set()
    for key in sorted(keys):
        screen.show(scene)
        if not screen.presses(key):
            mute.add(key)
        elif screen.ui != scene.ui and not screen.house.done:
            leading.append(key)
    # Of two arrows one may be at its end.
    ends = {one for pair in PAIRS if len(pair & mute) == 1 and pair <= keys for one in pair}
    screen.show(scene)
    assert not mute - ends, (mute, "\n".join(screen.text(size)))
    return leading


@pytest.mark.parametrize("every", LONG)
@pytest.mark.parametrize(("game", "structure"), tables())
def test_every_named_key_does_something(game: AnyGame, structure: str, every: int) -> None:
    values: dict[str, Any] = {"structure": structure} if structure else {}
    sizes, langs, dice = cycle(SIZES), cycle(LANGS), Dice(game.id.encode())
    drawers: Any = cycle((None, "log", None, "phrases", None, "info"))
    tried: set[Any] = set()
    for turn, played in enumerate(moments(game, min(4, game.players[-1]), b"1", **values)):
        # Every state for whoever may have to act; now and then for who looks on.
        for who in ("a", ONLOOKER) if turn % 5 == 0 else ("a",):
            size, drawer = next(sizes), next(drawers)
            if turn % every:
                continue
            scene = played.scene(who, Ui(latency=24, drawer=drawer))
            screen = bare(scene, INFOS, next(langs), PLAIN)
            for _ in range(3):
                # Further along whatever can be done here without the server.
                leading = check(screen, scene, size, tried)
                if not leading:
                    break
                screen.show(scene)
                screen.presses(dice.choice(leading))
                if screen.typing:
                    break
                scene = replace(scene, ui=screen.ui)


def test_every_key_that_the_tabs_name_does_something() -> None:
    """At two tables the title names the way from one to the other, and to the one that waits."""
    played = next(one for one in moments(GAMES[0], 3, b"1") if real(one.scene("a").table.offers))
    scene = played.scene("a")
    screen = bare(scene, INFOS)
    other = replace(scene, table=replace(scene.table, id="other", name="Diele"))
    Bare(screen.house, other)
    screen.show(scene)
    title = screen.text((80, 24))[0]
    assert "2 Diele" in title
    named = {", .": ("comma", "full_stop"), "n ": ("n",), "? ": ("question_mark",)}
    for printed, keys in named.items():
        assert printed in title
        for key in keys:
            screen.show(scene)
            assert screen.presses(key), key
