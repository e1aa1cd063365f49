"""The board that is shown large: its cards, those held over it, what its rows are (ux 5.12)."""

from collections.abc import Sequence

from engine.kit.rows import ROWS
from engine.values.cards import Cell, Empty, Hidden
from engine.values.draft import FULL
from tui.canvas.palette import bold
from tui.canvas.pen import Pen, clipped
from tui.layouts.arranging.looks import Look, draw_looks, ghost_row, plain, row_looks
from tui.layouts.arranging.rows import row_word
from tui.layouts.openface.fresh import pointed
from tui.layouts.openface.names import row_lines
from tui.layouts.openface.places import PANEL, Plan
from tui.layouts.openface.seen import Seen


def looks(seen: Seen, at: int) -> tuple[Look, ...]:
    """A row as it lies, with what is held over it."""
    own, now = seen.own, seen.sorting
    if own is None:
        return ()
    if own.covered and now is None:
        cell: Cell = Hidden() if seen.me is None else Empty()
        return plain((cell,) * FULL[at])
    lying = own.rows[at]
    if now is None:
        return plain((*lying, *(Empty(),) * (FULL[at] - len(lying))))
    if seen.task == "set":
        return row_looks(now, at, lying)
    return ghost_row(now, at, lying)


def draw_own(pen: Pen, seen: Seen, place: Plan) -> None:
    """Three rows, each with its digit and name at the left and what it is at the right."""
    palette, words = pen.palette, pen.words
    live = seen.task not in {None, "throw"}
    if seen.me is None and place.top > place.others + PANEL:
        _draw_name(pen, seen, place)
    end = place.fresh - 2 if place.fresh is not None else place.width - 1
    for at in range(len(ROWS)):
        room = end - place.facts - (place.fresh is not None and pointed(seen, at))
        y = place.row(at)
        pen.put(1, y, str(at + 1), bold(palette.accent) if live else palette.muted)
        pen.put(3, y, row_word(at, words), bold(palette.text))
        draw_looks(pen, place.first, y, _signed(seen, looks(seen, at)), large=place.large)
        for row, line in enumerate(row_lines(seen, at, palette, room), y + (place.large and 1)):
            pen.spans(place.facts, row, clipped(line, room))


def _draw_name(pen: Pen, seen: Seen, place: Plan) -> None:
    """Whose board it is, for whoever only looks on."""
    palette, seat = pen.palette, seen.bottom
    if seat is not None:
        mark = "▸" if seen.acts(seat) else " "
        x = pen.put(0, place.top - 1, mark, bold(palette.accent))
        pen.put(x, place.top - 1, seen.name(seat), bold(palette.info))


def _signed(seen: Seen, shown: Sequence[Look]) -> tuple[Look, ...]:
    """Ghosts without the cursor, where that is at the turn's cards themselves."""
    if seen.task not in {"one", "three"}:
        return tuple(shown)
    return tuple(one._replace(face="ghost", signs="") if one.ghost else one for one in shown)
