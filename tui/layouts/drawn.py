"""What all layouts do alike: how they begin to draw, and the drawer over a table."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from tui.canvas.cells import Row
from tui.canvas.drawers import Lines, actions, drawer
from tui.canvas.palette import Palette
from tui.canvas.pen import Pen
from tui.canvas.plain import cleaned, plain_words
from tui.canvas.scene import Button, Scene
from tui.layouts.info import info_lines
from tui.locale import Words


def spoken(scene: Scene, palette: Palette, words: Words) -> Words:
    """The words of the table's game, in letters only where there are no others."""
    words = plain_words(words.lang, words.letters) if palette.ascii else words
    return words.at(scene.table.game)


class Drawn(ABC):
    """Half a layout: a pen in the table's words, and a scene that is harmless on any terminal."""

    def draw(
        self, scene: Scene, size: tuple[int, int], palette: Palette, words: Words
    ) -> tuple[Row, ...]:
        """The whole screen: size[1] rows of exactly size[0] cells."""
        pen = Pen(*size, palette, spoken(scene, palette, words))
        self.paint(pen, cleaned(scene, palette.ascii))
        return pen.rows()

    @abstractmethod
    def paint(self, pen: Pen, scene: Scene) -> None:
        """Draw the table with its title and footer."""


def draw_drawer(
    pen: Pen,
    scene: Scene,
    top: int,
    width: int,
    log: Callable[[], Lines],
    shown: Sequence[Button],
) -> None:
    """The open drawer from row `top` to the footer; below log and info what can be done."""
    lines: Lines = ()
    if scene.ui.drawer == "info":
        lines = info_lines(scene, pen.palette, pen.words, width - 5)
    elif scene.ui.drawer == "log":
        lines = log()
    drawer(pen, top, pen.height - 1 - top, scene, lines, width)
    if scene.ui.drawer in {"log", "info"}:
        actions(pen, pen.height - 2, shown, scene, width)
