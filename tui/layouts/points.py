"""A table where people play for points, and come and go: who is dealt in, and what one can do.

The same for every game of this kind. Two are enough for a deal, and the next one begins by itself.
"""

from protocol.messages import PointsInfo, TableView
from tui.canvas.scene import Button, Scene
from tui.layouts import cash
from tui.locale import Words

REST = "points.rest"
MINUTE = 60  # seconds


def is_points(table: TableView) -> bool:
    """Whether people play for points here."""
    return any(chair.points is not None for chair in table.chairs)


def own(table: TableView) -> PointsInfo | None:
    """The viewer's own points here; None for whoever has none."""
    return None if table.me is None else table.chairs[table.me].points


def rests(table: TableView) -> bool:
    """Whether the viewer sits out from the next deal on."""
    points = own(table)
    return points is not None and points.wish == "rest"


def rest_button(table: TableView, words: Words) -> Button | None:
    """To sit out, or to play again; None for whoever has no chair, or gives it up."""
    points = own(table)
    if points is None or points.wish == "leave" or table.stage == "broken":
        return None
    resting = rests(table)
    label = words("points.back" if resting else "points.rest")
    return Button(REST, "s", label, tone="good" if resting else "normal", rank=7)


def with_rest(items: tuple[Button, ...], table: TableView, words: Words) -> tuple[Button, ...]:
    """A footer with that button, before the keys that stand last."""
    rest = rest_button(table, words)
    at = next((i for i, one in enumerate(items) if one.id == "app.palette"), len(items))
    return (*items[:at], *((rest,) if rest else ()), *items[at:])


def sentence(table: TableView, words: Words) -> str:
    """What the viewer should know about being dealt in; nothing where it goes without saying."""
    points = own(table)
    if points is None or table.me is None:
        return ""
    playing = cash.dealt_in(table, table.me)
    if points.wish == "play":
        return "" if playing or table.stage != "running" else words("points.you.play")
    return words(f"points.{'then' if playing else 'you'}.{points.wish}")


def next_line(scene: Scene, words: Words) -> str:
    """What the table waits for between two deals."""
    table = scene.table
    if table.stage == "waiting":
        free = any(chair.kind == "empty" for chair in table.chairs)
        return words("points.missing_fill" if free and table.me is not None else "points.missing")
    seconds = cash.next_in(scene)
    return "" if seconds is None else words("points.next_in", seconds=seconds)


def tag(table: TableView, seat: int, words: Words) -> str:
    """What sets a chair apart from those that are dealt in next."""
    points = table.chairs[seat].points
    if points is None or points.wish == "play":
        return ""
    return words(f"points.chair.{points.wish}")


def leaving(table: TableView, words: Words) -> str:
    """What becomes of the deal and the points of whoever leaves now."""
    playing = table.me is not None and cash.dealt_in(table, table.me)
    return words("points.leave.deal" if playing else "points.leave.between")


def may_rest_instead(table: TableView) -> bool:
    """Whether the viewer could sit out after this deal rather than leave in it."""
    points = own(table)
    playing = table.me is not None and cash.dealt_in(table, table.me)
    return playing and points is not None and points.wish == "play"


def time_word(scene: Scene, words: Words) -> str:
    """What a match by time has left: `noch 12 min`; nothing for any other, or in its last round."""
    ends = scene.table.ends
    if ends is None or scene.table.last:
        return ""
    counted = scene.ui.ends_in
    seconds = -(-ends.left // 1000) if counted is None else counted
    return words("rows.minutes_left", minutes=-(-seconds // MINUTE))
