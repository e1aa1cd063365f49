"""A line over the right end of a title, there for a moment."""

from rich.cells import cell_len

from tui.canvas.cells import Row, cut
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen
from tui.canvas.plain import clean, spelled
from tui.locale import Words


def over(row: Row, text: str, width: int, palette: Palette, words: Words) -> Row:
    """The row with the text over its right end, cut where the row is too narrow."""
    pen = Pen(width, 1, palette, words)
    x = 0
    for run in row:
        x = pen.put(x, 0, run.text, run.style)
    said = clean(text)
    said = cut(spelled(said) if palette.ascii else said, max(0, width - 4))
    start = width - cell_len(said) - 2
    pen.band(start, 0, width - start, palette.turn)
    left, right = ("[", "]") if palette.brackets else (" ", " ")
    pen.put(start, 0, f"{left}{said}{right}", bold(palette.text))
    return pen.rows()[0]
