"""Beside the table: the checks, who is ready, what strong rows earn, how the match stands."""

from typing import NamedTuple

from rich.cells import cell_len

from engine.kit.rows import ROWS
from engine.kit.royalties import Royalties
from tui.canvas.cells import cut
from tui.canvas.frame import box
from tui.canvas.pen import Pen, Spans, clipped
from tui.layouts.arranging.rows import row_word
from tui.layouts.chinese.board import check_spans, left_span, royalty_spans, state_span
from tui.layouts.chinese.places import Plan
from tui.layouts.chinese.seen import Seen
from tui.layouts.rows.standing import draw_standing, players
from tui.layouts.royalties import worths

Line = tuple[Spans, Spans]  # at the left, and at the right edge


class Box(NamedTuple):
    """A box with its heading, its lines, and how high it is where there is room."""

    heading: str
    lines: list[Line]
    high: int

    @property
    def least(self) -> int:
        """How high it has to be."""
        return sum(bool(left) for left, _ in self.lines) + 2


def draw_side(pen: Pen, seen: Seen, place: Plan) -> None:
    """All boxes from row 1 to the footer, closer together where the window is low."""
    x, width = place.side, pen.width - place.side
    boxes = _boxes(pen, seen, place, width)
    stand = len(players(seen.table)) + 2
    room = pen.height - 2
    roomy = sum(one.high for one in boxes) + max(8, stand) <= room
    y = 1
    for one in boxes:
        high = one.high if roomy else one.least
        _draw(pen, (x, y), (width, high), one, roomy=roomy)
        y += high
    if room + 1 - y >= stand:
        draw_standing(pen, x, y, width, seen.scene, max(8, stand) if roomy else room + 1 - y)


def _draw(pen: Pen, at: tuple[int, int], size: tuple[int, int], one: Box, *, roomy: bool) -> None:
    (x, y), (width, _) = at, size
    palette = pen.palette
    box(pen, at, size, palette.faint, (one.heading, palette.muted))
    top = y + 1
    for left, right in one.lines:
        if not roomy and not left:
            continue
        start = pen.right(top, right, x + width - 3)
        pen.spans(x + 2, top, clipped(left, start - x - 3))
        top += 1


def _boxes(pen: Pen, seen: Seen, place: Plan, width: int) -> list[Box]:
    words = pen.words
    found: list[Box] = []
    if not place.check and (seen.sorting is not None or any(seen.rows)):
        found.append(Box(words("chinese.check"), _checks(pen, seen), 9))
    found.append(Box(words("chinese.table"), _people(pen, seen, width), 7))
    if seen.royalties:
        lines = royalty_lines(pen, seen.counting.royalties)
        found.append(Box(words("chinese.royalty_table"), lines, 10))
    return found


def _checks(pen: Pen, seen: Seen) -> list[Line]:
    lines = [
        (),
        *((span,) for span in check_spans(pen, seen, brief=False)),
        (),
        (left_span(pen, seen, brief=False),),
        *((span,) for span in royalty_spans(pen, seen, brief=False)),
    ]
    return [(line, ()) for line in lines]


def _people(pen: Pen, seen: Seen, width: int) -> list[Line]:
    names = [cut(seen.name(seat), width - 18) for seat in seen.others]
    broad = max(map(cell_len, names), default=0) + 2
    return [
        (
            ((name + " " * (broad - cell_len(name)), pen.palette.text), state_span(pen, seen, s)),
            (),
        )
        for name, s in zip(names, seen.others, strict=True)
    ]


def royalty_lines(pen: Pen, table: Royalties) -> list[Line]:
    """What strong rows earn at the table, the front first: `Mitte Full House  2`."""
    palette, words = pen.palette, pen.words
    lines: list[Line] = []
    for worth in worths(table):
        row = row_word(ROWS.index(worth.row), words)
        said = f"{row} {words(f'cards.name.{worth.name}')}"
        # In the closed game a kind of hand earns the same whatever its ranks are.
        points = words.number(worth.points[0])
        lines.append((((said, palette.text),), ((points, palette.accent),)))
    return [*lines, (((words("chinese.royalty_source"), palette.faint),), ())]
