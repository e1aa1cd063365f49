"""The layout of Indian Poker: everybody's cards on their foreheads, one's own unseen."""

from tui.canvas.cells import Row
from tui.canvas.palette import Palette
from tui.canvas.pen import Spans
from tui.canvas.scene import Button, Press, Scene
from tui.layouts.default import Default
from tui.locale import Words


class Indian:
    """The looks and keys of a table of Indian Poker."""

    def draw(
        self, scene: Scene, size: tuple[int, int], palette: Palette, words: Words
    ) -> tuple[Row, ...]:
        """The whole screen: size[1] rows of exactly size[0] cells."""
        return Default().draw(scene, size, palette, words)

    def tell(self, scene: Scene, palette: Palette, words: Words) -> tuple[Spans, ...]:
        """What happened in the deal, a sentence an event."""
        return Default().tell(scene, palette, words)

    def steps(self, scene: Scene) -> int:
        """In how many steps a showdown is revealed."""
        return 0

    def press(self, scene: Scene, key: str, words: Words) -> Press | None:
        """What a key means now (ux 4.5); None: nothing of this layout's."""
        return Default().press(scene, key, words)

    def buttons(self, scene: Scene, words: Words) -> tuple[Button, ...]:
        """The action bar."""
        return Default().buttons(scene, words)
