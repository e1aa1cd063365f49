"""Any table in a window too small for it: lines, prompt, keys (ux 5.18)."""

from collections.abc import Sequence

from tui.canvas.frame import bar, footer, footer_buttons, seconds_span, time_bar
from tui.canvas.pen import Pen, Spans, clipped, span_len
from tui.canvas.scene import Button, Scene

TABLE = 80, 24  # the smallest window for the table
LIST = 60, 18  # the smallest window for the list


def too_small(size: tuple[int, int]) -> bool:
    """Whether a window is too small for the table."""
    return size[0] < TABLE[0] or size[1] < TABLE[1]


def draw_list(
    pen: Pen,
    scene: Scene,
    lines: Sequence[Spans],
    asked: Spans,
    buttons: Sequence[Button],
    answer: Spans,
    mine: bool | None = None,
) -> None:
    """Lines from row 1 on, at the bottom the prompt, the buttons and an answer.

    Below 60×18 the notice takes row 0, then come prompt and buttons, then what fits of the rest.
    `mine`: the clock is the viewer's; None: it is if a button can be pressed.
    """
    palette, words = pen.palette, pen.words
    width, height = pen.width, pen.height
    if mine is None:
        mine = any(button.enabled for button in buttons)
    seconds = seconds_span(scene, palette, words, mine)
    room = width - 2 - (span_len(seconds) + 1 if seconds else 0)
    if width < LIST[0] or height < LIST[1]:
        pen.spans(1, 0, clipped(((words("common.too_small_list"), palette.muted),), width - 2))
        _row(pen, 1, clipped(asked, room), seconds)
        rows, _ = bar(pen, 2, width, buttons, max(1, min(3, height - 3)), scene.ui.guarded)
        y = 2 + rows
        for line in (answer, *(line for line in lines if line)):
            if y >= height - 1:
                break
            if line:
                pen.spans(1, y, clipped(line, width - 2))
                y += 1
        if height > 4:
            footer(pen, height - 1, footer_buttons(scene, words))
        return
    notice = words("common.too_small", width=width, height=height)
    pen.spans(1, 1, clipped(((notice, palette.muted),), width - 2))
    pen.spans(1, 2, clipped(((words("common.list_view"), palette.muted),), width - 2))
    bottom = height - 6
    spare = bottom - 3 - len(lines)
    for y, line in enumerate(lines[: bottom - 3], 3 + (spare > 0)):
        pen.spans(1, y, clipped(line, width - 2))
    time_bar(pen, bottom, width, scene, mine)
    _row(pen, bottom + 1, clipped(asked, room), seconds)
    rows, _ = bar(pen, bottom + 2, width, buttons, 2, scene.ui.guarded)
    if answer and rows < 3:
        pen.spans(1, bottom + 4, clipped(answer, width - 2))


def _row(pen: Pen, y: int, left: Spans, right: Spans) -> None:
    pen.spans(1, y, left)
    pen.right(y, right)
