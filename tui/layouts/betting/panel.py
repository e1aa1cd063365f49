"""The log and what people said, beside a table in a wide window."""

from tui.canvas.drawers import talk
from tui.canvas.frame import box
from tui.canvas.pen import Pen, Spans, clipped, folded
from tui.canvas.scene import Scene


def draw_panel(pen: Pen, scene: Scene, x: int, lines: tuple[Spans, ...]) -> None:
    """From column `x` to the edge: the last lines of the log, under them the last of the talk."""
    palette, words = pen.palette, pen.words
    width = pen.width - x
    said_rows = 13 if pen.height >= 34 else 8
    rows = pen.height - 2 - said_rows
    box(pen, (x, 1), (width, rows), palette.faint, (words("common.log_panel"), palette.muted))
    told = [row for line in lines for row in folded(line, width - 4)]
    for y, line in enumerate(told[-(rows - 2) :], 2):
        pen.spans(x + 2, y, clipped(line, width - 4))
    top = 1 + rows
    box(pen, (x, top), (width, said_rows), palette.faint, (words("common.chat"), palette.muted))
    said = [row for line in talk(pen, scene) for row in folded(line, width - 4)]
    for y, line in enumerate(said[-(said_rows - 3) :], top + 1):
        pen.spans(x + 2, y, clipped(line, width - 4))
    closed = ("phrases", "off") if scene.table.me is None else ("off",)
    if scene.table.chat not in closed:
        key = "common.phrases" if scene.table.chat == "phrases" else "betting.write"
        pen.put(x + width - 5, top, " t ", palette.muted)
        line = ((f"t  {words(key)}", palette.faint),)
        pen.spans(x + 2, top + said_rows - 2, clipped(line, width - 4))
