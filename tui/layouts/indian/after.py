"""The keys of a result: the next deal, looking back, bots for empty chairs."""

from collections.abc import Sequence

from protocol.messages import TableView
from tui.canvas.frame import can_go_on, has_past
from tui.canvas.scene import Button, Explain, GoOn, Press, Scene
from tui.layouts import absence, freezeout
from tui.layouts.indian.reveal import revealing
from tui.layouts.waiting import can_fill, fill_button, unready
from tui.locale import Words


def buttons(scene: Scene, words: Words) -> tuple[Button, ...]:
    """The action bar of a result."""
    table = scene.table
    shown: list[Button] = list(absence.votes(scene, words))
    if revealing(scene):
        label = words("indian_told.key.turn")
        return (*shown, Button("table.next", "Space", label, tone="good"))
    if table.me is None:
        return tuple(shown)
    able = can_go_on(scene)
    reason = "" if able else _waited_for(scene, words)
    label = freezeout.go_on(scene, words)
    shown.append(Button("table.next", "Space", label, enabled=able, reason=reason, tone="good"))
    if can_fill(table):
        shown.append(fill_button(words))
    if has_past(table):
        shown.append(Button("table.last", "h", words("common.last"), rank=2))
    return tuple(shown)


def foot(scene: Scene, items: Sequence[Button], words: Words) -> tuple[Button, ...]:
    """The footer of a result: what Space does here; `h` stands in the action bar."""
    kept = [item for item in items if item.id not in {"table.next", "table.last"}]
    if revealing(scene):
        return (Button("table.next", "Space", words("indian_told.key.turn"), rank=1), *kept)
    if can_go_on(scene):
        return (Button("table.next", "Space", words("freezeout.key.go_on"), rank=1), *kept)
    return tuple(kept)


def press(scene: Scene, key: str, words: Words) -> Press | None:
    """What a key does in a result; None: nothing of this."""
    rested = absence.press(scene, key, words, acts=key == "space")
    if rested is not None:
        return rested
    if key != "space":
        return None
    if revealing(scene):
        return GoOn()
    if scene.table.me is None:
        return None
    return GoOn() if can_go_on(scene) else Explain(_waited_for(scene, words))


def _waited_for(scene: Scene, words: Words) -> str:
    """Why Space does nothing: one is out, has said so already, or there is nobody to play with."""
    table = scene.table
    if said := freezeout.sentence(table, words):
        return said
    if table.stage == "waiting":
        return freezeout.next_line(scene, words)
    return unready(table, _asked(table), words)


def _asked(table: TableView) -> list[int]:
    return [seat for seat in range(len(table.chairs)) if freezeout.may_go_on(table, seat)]
