"""What every layout begins with, before it draws in its own way."""

from abc import ABC, abstractmethod

from tui.canvas.cells import Row
from tui.canvas.palette import Palette
from tui.canvas.pen import Pen
from tui.canvas.plain import cleaned, plain_words
from tui.canvas.scene import Scene
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
