"""What is chosen before one's turn comes: a fold, a check, a call (ux 4.5)."""

from msgspec.structs import replace

from engine.values import actions
from engine.values.actions import Action
from tui.canvas.palette import bold
from tui.canvas.pen import Pen
from tui.canvas.plans import holds, planned
from tui.canvas.scene import Button, Plan, Press
from tui.keymap import printed
from tui.layouts.betting import exchange
from tui.layouts.betting.course import FORCED
from tui.layouts.betting.seen import Seen

PLANS = "bet.plan."


def plans(seen: Seen) -> dict[str, tuple[Action, str]]:
    """What can be chosen before one's turn, by key: the action, and what it is called.

    Only for exactly the price that stands now: nobody is folded, or pays more, by a choice that
    was made for another question (rules.md C.13, HR-4).
    """
    words = seen.words
    if not seen.playing or seen.me is None or not seen.view.to_act or seen.table.pause is not None:
        return {}
    opening = seen.kind.stud and seen.view.phase == seen.kind.streets[0] and not seen.high
    if opening or exchange.runs(seen) or seen.view.phase == "declare":
        # Whoever opens says what there is to call; nobody can check.
        return {}
    price = min(seen.high - seen.bet(seen.me), seen.stack(seen.me))
    if price <= 0:
        # Whoever has acted is asked again only if it costs something.
        done = seen.me in seen.last and seen.last[seen.me].deed not in FORCED
        return {} if done else {"c": (actions.Check(), words("betting.check"))}
    return {
        "f": (actions.Fold(), words("betting.fold")),
        "c": (actions.Call(price), words("betting.call", price=words.number(price))),
    }


def buttons(seen: Seen) -> tuple[Button, ...]:
    """A button for each choice."""
    now = _now(seen)
    return tuple(
        Button(PLANS + key, key, label, tone="good" if action == now else "normal")
        for key, (action, label) in plans(seen).items()
    )


def _now(seen: Seen) -> Action | None:
    """What is chosen, as long as it holds."""
    plan = seen.scene.ui.planned
    return plan.action if plan is not None and holds(plan, seen.table) else None


def is_planned(seen: Seen, button: Button) -> bool:
    """Whether a button's choice is the one that stands."""
    action = plans(seen).get(button.keys, (None, ""))[0]
    return action is not None and action == _now(seen)


def marked(seen: Seen, button: Button) -> Button:
    """A choice before one's turn with its mark, where only the button itself can show it."""
    if not button.id.startswith(PLANS):
        return button
    mark = "[x]" if is_planned(seen, button) else "[ ]"
    return replace(button, label=f"{mark} {button.label}")


def hint(seen: Seen) -> str:
    """What a choice means, and once there is one how it is taken back."""
    return seen.words("betting.plan.hint" if _now(seen) is None else "betting.plan.back")


def press(seen: Seen, key: str) -> Press | None:
    """A choice made or taken back; None for any other key."""
    known = plans(seen)
    if key == "escape":
        return Plan(None) if seen.scene.ui.planned is not None else None
    if key in {"f", "c"} and known:
        action, _ = known.get(key, known["c"])
        same = _now(seen) == action
        return Plan(None if same else planned(action, seen.table))
    return None


def draw(pen: Pen, seen: Seen, y: int) -> bool:
    """The choices in a row, each with its mark; whether there are any."""
    palette = pen.palette
    found = buttons(seen)
    if not found:
        return False
    x = pen.put(1, y, pen.words("betting.plan.head"), palette.muted)
    for button in found:
        chosen = is_planned(seen, button)
        mark = "[x]" if chosen else "[ ]"
        x = pen.put(x + 2, y, mark, bold(palette.accent) if chosen else palette.muted)
        x = pen.put(x + 1, y, printed(button, palette.keys), bold(palette.accent))
        x = pen.put(x, y, f" {button.label}", palette.text)
    return True
