"""The keys of a result (ux 4.8, 4.9): the next deal, and whose comparisons are shown."""

from collections.abc import Sequence

from msgspec.structs import replace

from protocol.messages import TableView
from tui.canvas.frame import can_go_on, has_past
from tui.canvas.scene import Button, Explain, GoOn, Point, Press, Scene
from tui.layouts import absence, cash, points
from tui.layouts.rows.seen import Result, chosen, see
from tui.layouts.rows.standing import is_ended
from tui.layouts.waiting import (
    can_fill,
    fill_button,
    unready,
    waiting_buttons,
    waiting_press,
)
from tui.locale import Words

ARROWS = {"left": -1, "right": 1}


def is_over(scene: Scene) -> bool:
    """Whether the table shows what a deal has come to."""
    return see(scene) is not None


def buttons(scene: Scene, words: Words) -> tuple[Button, ...]:
    """The action bar: an open vote, the next deal, other players' comparisons, the last deal.

    Where there is no result to be seen, what can be done at a table that waits.
    """
    found, table = see(scene), scene.table
    if found is None:
        return (*absence.votes(scene, words), *waiting_buttons(scene, words))
    shown: list[Button] = list(absence.votes(scene, words))
    if points.rests(table) and (back := points.rest_button(table, words)):
        shown.append(replace(back, rank=0))
    if table.me is not None:
        able = can_go_on(scene)
        shown.append(
            Button(
                "table.next",
                "Space",
                next_label(scene, words),
                enabled=able,
                reason="" if able else _waited_for(scene, words),
                tone="good",
            )
        )
        if can_fill(table):
            shown.append(replace(fill_button(words), rank=3 * (table.stage != "waiting")))
    shown.append(Button("rows.others", "← →", words("rows.key.others"), rank=1))
    if table.me is not None and has_past(table):
        shown.append(Button("table.last", "h", words("common.last"), rank=2))
    return tuple(shown)


def next_label(scene: Scene, words: Words) -> str:
    """What Space does: `nächste Runde  8 s`; how many want it, where it takes several."""
    table = scene.table
    label = words("rows.key.again" if is_ended(table) else "rows.key.next")
    asked = people(table)
    if len(asked) > 1:
        ready = sum(table.chairs[seat].ready for seat in asked)
        label = f"{label} {ready}/{len(asked)}"
    seconds = cash.next_in(scene)
    return label if seconds is None else f"{label}  {words('common.seconds', seconds=seconds)}"


def people(table: TableView) -> tuple[int, ...]:
    """Those who are asked whether they want the next deal at once."""
    return tuple(
        seat
        for seat, chair in enumerate(table.chairs)
        if chair.kind == "person"
        and chair.here
        and (chair.points is None or chair.points.wish == "play")
    )


def _waited_for(scene: Scene, words: Words) -> str:
    """Why Space does nothing: one has said so already, or there is nobody to play with."""
    table = scene.table
    if said := points.sentence(table, words):
        return said
    if table.stage == "waiting":
        return points.next_line(scene, words)
    return unready(table, people(table), words)


def press(scene: Scene, key: str, words: Words) -> Press | None:
    """What a key does in a result, or at a table that waits; None: nothing of this."""
    found = see(scene)
    rested = absence.press(scene, key, words, acts=key == "space")
    if rested is not None:
        return rested
    if found is None:
        return waiting_press(scene, key, words)
    if key in ARROWS:
        return Point(_next(scene, found, ARROWS[key]))
    if key == "space" and scene.table.me is not None:
        return GoOn() if can_go_on(scene) else Explain(_waited_for(scene, words))
    return None


def _next(scene: Scene, found: Result, by: int) -> int:
    seats = found.seats
    return seats[(seats.index(chosen(scene, found)) + by) % len(seats)]


def foot(scene: Scene, items: Sequence[Button], words: Words) -> tuple[Button, ...]:
    """The footer of a result: what Space does here, the arrows; `h` stands in the action bar."""
    if not is_over(scene) or scene.ui.drawer == "chat":
        return tuple(items)
    view = Button("rows.others", "← →", words("rows.key.view"), rank=3)
    made = [
        replace(item, label=words("rows.key.go_on")) if item.id == "table.next" else item
        for item in items
        if item.id != "table.last"
    ]
    at = 1 if made and made[0].id == "table.next" else 0
    return (*made[:at], view, *made[at:])
