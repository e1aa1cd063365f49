"""How tables look: one layout a game, and a default one that draws any View."""

from functools import lru_cache
from typing import Protocol

from tui.canvas.cells import Row
from tui.canvas.palette import Palette
from tui.canvas.pen import Spans
from tui.canvas.scene import Button, Press, Scene
from tui.locale import Words

Size = tuple[int, int]


class Layout(Protocol):
    """The looks and keys of one game's table; every method is a pure function of the scene."""

    def draw(self, scene: Scene, size: Size, palette: Palette, words: Words) -> tuple[Row, ...]:
        """The whole screen of the table: size[1] rows of exactly size[0] cells."""
        ...

    def tell(self, scene: Scene, palette: Palette, words: Words) -> tuple[Spans, ...]:
        """What happened in the scene's deal, a line an event: the log, and a deal looked back on.

        Names in it are taken as they are, harmless and spelled as the palette needs them.
        """
        ...

    def steps(self, scene: Scene) -> int:
        """In how many steps what has just come is revealed (`ui.revealed`); 0: all at once."""
        ...

    def press(self, scene: Scene, key: str, words: Words) -> Press | None:
        """What a key means here now; None: nothing of this layout's.

        Keys are Textual's names, letters already folded to lower case. Guard and pending are the
        caller's: it keeps an action back while they hold.
        """
        ...

    def buttons(self, scene: Scene, words: Words) -> tuple[Button, ...]:
        """The action bar, from which the help and the palette list their actions too."""
        ...


@lru_cache(64)
def layout(game: str) -> Layout:
    """The layout of a game: its own, or the default one."""
    from tui.layouts.betting import Betting
    from tui.layouts.chinese import Chinese
    from tui.layouts.default import Default
    from tui.layouts.indian import Indian
    from tui.layouts.openface import OpenFace
    from tui.layouts.pokerface import Pokerface
    from tui.layouts.pokerquadrat import Pokerquadrat

    betting = Betting()
    own: dict[str, Layout] = {
        "pokerface": Pokerface(),
        "pokerquadrat": Pokerquadrat(),
        "holdem": betting,
        "omaha": betting,
        "omaha_hilo": betting,
        "stud7": betting,
        "stud7_hilo": betting,
        "stud5": betting,
        "soko": betting,
        "draw5": betting,
        "indian_holdem": betting,
        "chinese": Chinese(),
        "indian": Indian(),
        "openface": OpenFace(),
        "pineapple": OpenFace(),
    }
    return own.get(game) or Default()


def has_list(game: str) -> bool:
    """Whether tables of that game can be shown as lists as well (ux 2.3)."""
    from tui.layouts.betting import Betting
    from tui.layouts.indian import Indian

    return isinstance(layout(game), Betting | Indian)
