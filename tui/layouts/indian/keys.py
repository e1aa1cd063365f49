"""The keys of Indian Poker (ux 4.5, 4.10): those of betting by the seed's words; in and out."""

from msgspec.structs import replace

from engine.values import actions
from engine.values.actions import Action
from engine.values.offers import Verb
from tui.canvas import say
from tui.canvas.plans import holds, planned
from tui.canvas.scene import (
    Act,
    Amount,
    Button,
    Confirm,
    Explain,
    Fill,
    Plan,
    Press,
    Scene,
    Turn,
)
from tui.layouts import absence, freezeout
from tui.layouts.betting.amount import rubbed, typed, verb
from tui.layouts.betting.course import FORCED
from tui.layouts.indian import after
from tui.layouts.indian import amount as amounts
from tui.layouts.indian.seen import Seen, see
from tui.layouts.waiting import waiting_buttons, waiting_press
from tui.locale import Words

PLANS = "bet.plan."
DIRECT = "bet.direct"
VIEW = "bet.view"
_ACTIONS = {"f", "c", "r", "b", "a", "enter"}
_VERBS: dict[str, Verb] = {"c": "call", "r": "raise", "b": "raise", "a": "raise", "f": "fold"}


def buttons(scene: Scene, words: Words) -> tuple[Button, ...]:
    """The action bar: a vote, then acting, planning, or what comes after the deal."""
    seen, votes = see(scene, words), absence.votes(scene, words)
    if seen is None:
        return (*votes, *waiting_buttons(scene, words))
    if seen.over:
        return after.buttons(scene, words)
    view = (_view(scene, words),) if may_turn(seen) else ()
    if seen.me is None:
        return view
    if seen.declaring:
        return (*votes, *_declaring(seen), *view)
    if not seen.mine:
        return (*votes, *_planning(seen), *view)
    amount = scene.ui.amount
    if amount is not None and seen.raising is not None:
        return (*votes, *amounts.field_buttons(seen, amount))
    return (*votes, *_acting(seen), *view)


def may_turn(seen: Seen) -> bool:
    """Whether there are a table and a list: five cards have room in a list alone (ux 5.13)."""
    return seen.ranking.cards < 5


def _view(scene: Scene, words: Words) -> Button:
    return Button(VIEW, "v", words("betting.table" if scene.ui.listed else "betting.view"), rank=7)


def in_bar(button: Button) -> bool:
    """Whether a button stands in the action bar itself."""
    return not absence.is_vote(button) and not button.id.startswith((PLANS, VIEW))


# ── one's turn ─────────────────────────────────────────────────────────────────────────────────


def _acting(seen: Seen) -> tuple[Button, ...]:
    words, price = seen.words, seen.call
    able = seen.check or price is not None
    label = words("indian.check")
    if price is not None:
        key = "indian.call_all_in" if price == seen.stack(seen.me or 0) else "indian.call"
        label = words(key, price=words.number(price))
    return (
        Button("bet.fold", "f", words("indian.fold"), seen.fold, _why(seen, "fold")),
        Button("bet.call", "c", label, able, _why(seen, "call"), tone="good", rank=1),
        *_raising(seen),
    )


def _raising(seen: Seen) -> tuple[Button, ...]:
    """To bet or raise: the field, its amounts with a key of their own, all that one has."""
    words, doing = seen.words, verb(seen)
    key = "b" if doing == "bet" else "r"
    if seen.raising is None:
        label, reason = words(f"indian.{doing}"), _why(seen, "raise")
        raising = Button("bet.raise", key, label, enabled=False, reason=reason, tone="gold", rank=3)
        return (raising, *_all_in_button(seen))
    label = words(f"indian.{doing}_range", chips=amounts.range_word(seen))
    made = [Button("bet.raise", key, label, tone="gold", rank=2)]
    lo, hi = amounts.bounds(seen)
    if lo < hi:
        digits = f"{lo}–{min(hi, amounts.DIGITS)}"
        made.append(Button(DIRECT, digits, words("indian.direct"), rank=4))
    return (*made, *_all_in_button(seen))


def _all_in_button(seen: Seen) -> tuple[Button, ...]:
    """All that one has, where that is no more than may be bet."""
    if _all_in(seen) is None:
        return ()
    chips = seen.words.number(seen.stack(seen.me or 0))
    label = seen.words("betting.all_in_more", chips=chips)
    return (Button("bet.all_in", "a", label, tone="danger", rank=3),)


def _all_in(seen: Seen) -> Action | None:
    """The action that puts in all of the viewer's chips, if one is offered."""
    offer, price = seen.raising, seen.call
    if offer is not None and offer.hi == seen.all_in():
        return actions.Raise(offer.hi)
    if price is not None and price == seen.stack(seen.me or 0):
        return actions.Call(price)
    return None


def _declaring(seen: Seen) -> tuple[Button, ...]:
    """In or out, as long as it has not been said."""
    words, entering = seen.words, seen.entering
    if entering is None:
        return ()
    price = words.number(entering.price)
    return (
        Button("bet.call", "c", words("indian.in", price=price), tone="good"),
        Button("bet.fold", "f", words("indian.out"), rank=1),
    )


def _why(seen: Seen, doing: Verb) -> str:
    """Why something is not offered."""
    words, why = seen.words, seen.barred(doing)
    if absence.stood_in(seen.table):
        return words("absence.bot_for_you")
    if seen.table.pause is not None and not seen.mine:
        return absence.reason(seen.table, words)
    others = [seat for seat in seen.view.to_act if seat != seen.me]
    if why is None or why.code == "not_your_turn":
        if others:
            return words("common.their_turn", name=seen.name(others[0]))
        return words("why.not_your_turn")
    raises = seen.view.counter("raises")
    if why.code == "capped" and raises is not None:
        rest = "capped_check" if seen.check else "capped"
        return words(f"indian.{rest}", count=raises.value, most=raises.of or 0)
    return say.why(why, words, seen.table.chairs)


# ── before one's turn ──────────────────────────────────────────────────────────────────────────


def plans(seen: Seen) -> dict[str, tuple[Action, str]]:
    """What can be chosen before one's turn, by key: the action, and what it is called.

    Only for exactly the price that stands now (rules.md C.13, HR-4).
    """
    words = seen.words
    if not seen.playing or seen.me is None or not seen.view.to_act or seen.table.pause is not None:
        return {}
    price = min(seen.high - seen.bet(seen.me), seen.stack(seen.me))
    if price <= 0:
        # Whoever has acted is asked again only if it costs something.
        done = seen.me in seen.last and seen.last[seen.me].deed not in FORCED
        return {} if done else {"c": (actions.Check(), words("indian.check"))}
    return {
        "f": (actions.Fold(), words("indian.fold")),
        "c": (actions.Call(price), words("indian.call", price=words.number(price))),
    }


def _planning(seen: Seen) -> tuple[Button, ...]:
    now = _plan_now(seen)
    return tuple(
        Button(PLANS + key, key, label, tone="good" if action == now else "normal")
        for key, (action, label) in plans(seen).items()
    )


def _plan_now(seen: Seen) -> Action | None:
    """What is chosen, as long as it holds."""
    plan = seen.scene.ui.planned
    return plan.action if plan is not None and holds(plan, seen.table) else None


def is_planned(seen: Seen, button: Button) -> bool:
    """Whether a button's choice is the one that stands."""
    action = plans(seen).get(button.keys, (None, ""))[0]
    return action is not None and action == _plan_now(seen)


def marked(seen: Seen, button: Button) -> Button:
    """A choice before one's turn with its mark, where only the button itself can show it."""
    if not button.id.startswith(PLANS):
        return button
    mark = "[x]" if is_planned(seen, button) else "[ ]"
    return replace(button, label=f"{mark} {button.label}")


# ── presses ────────────────────────────────────────────────────────────────────────────────────


def press(scene: Scene, key: str, words: Words) -> Press | None:
    """What a key does now; None if this layout knows nothing of it."""
    seen = see(scene, words)
    if seen is not None and seen.over:
        return after.press(scene, key, words)
    acts = _is_action(key) if scene.table.stage == "running" else key == "space"
    rested = absence.press(scene, key, words, acts)
    if rested is not None:
        return rested
    if seen is None:
        return waiting_press(scene, key, words)
    amount = scene.ui.amount
    if amount is not None and seen.raising is not None:
        return _press_amount(seen, amount, key)
    if key == "v":
        return Turn(not scene.ui.listed) if may_turn(seen) else Explain(words("indian.only_list"))
    if seen.me is None:
        return Explain(words("betting.only_looking")) if _is_action(key) else None
    if seen.declaring:
        return _press_declare(seen, key)
    return _press_turn(seen, key) if seen.mine else _press_plan(seen, key)


def _is_action(key: str) -> bool:
    return key in _ACTIONS or (len(key) == 1 and key in "12345")


def _press_declare(seen: Seen, key: str) -> Press | None:
    """In or out, final: the question is the only one of the deal."""
    words, entering = seen.words, seen.entering
    if not _is_action(key):
        return None
    if entering is None:
        out = seen.own is None or seen.own.status == "out"
        said = freezeout.sentence(seen.table, words) if out else words("indian.already")
        return Explain(said or words("betting.only_looking"))
    if key == "f":
        return Act(actions.Out())
    if key != "c":
        return Explain(words("indian.in_or_out"))
    enter = Act(actions.In(entering.price))
    if 2 * entering.price < seen.stack(seen.me or 0):
        return enter
    return Confirm(words("indian.confirm.in", price=words.number(entering.price)), enter, "c")


def _press_turn(seen: Seen, key: str) -> Press | None:
    words = seen.words
    if key == "f":
        if not seen.fold:
            return Explain(_why(seen, "fold"))
        fold = Act(actions.Fold())
        # Nothing is to pay: a finger that means something else is more likely.
        return Confirm(words("indian.confirm.fold"), fold, "f") if seen.check else fold
    if key == "c":
        return _press_call(seen)
    if key == "a":
        return _press_all_in(seen)
    if key in {"r", "b"} or (len(key) == 1 and key in "12345"):
        return _press_raise(seen, int(key) if key.isdigit() else None)
    return None


def _press_call(seen: Seen) -> Press:
    words, price = seen.words, seen.call
    if seen.check:
        return Act(actions.Check())
    if price is None:
        return Explain(_why(seen, "call"))
    call = Act(actions.Call(price))
    if 2 * price < seen.stack(seen.me or 0):
        return call
    return Confirm(words("indian.confirm.call", price=words.number(price)), call, "c")


def _press_all_in(seen: Seen) -> Press:
    words, action = seen.words, _all_in(seen)
    if action is None:
        if seen.raising is None:
            return Explain(_why(seen, "raise"))
        most = words.number(amounts.bounds(seen)[1])
        return Explain(words(f"indian.most_{verb(seen)}", chips=most))
    chips = words.number(seen.stack(seen.me or 0))
    return Confirm(words("betting.confirm.all_in", chips=chips), Act(action))


def _press_raise(seen: Seen, chips: int | None) -> Press:
    """The field with so many chips in it; what has but one amount is done at once."""
    words = seen.words
    if seen.raising is None:
        return Explain(_why(seen, "raise"))
    lo, hi = amounts.bounds(seen)
    if chips is not None and not lo <= chips <= hi:
        return Explain(words(f"indian.most_{verb(seen)}", chips=words.number(hi)))
    if lo < hi:
        return Fill(Amount(lo if chips is None else chips))
    if amounts.is_all_in(seen, lo):
        return _press_all_in(seen)
    return Act(actions.Raise(seen.raising.lo))


def _press_amount(seen: Seen, amount: Amount, key: str) -> Press | None:
    offer = seen.raising
    assert offer is not None
    lo, hi = amounts.bounds(seen)
    steps = {"right": 1, "plus": 1, "up": 1, "left": -1, "minus": -1, "down": -1}
    if len(key) == 1 and key in "0123456789":
        return Fill(typed(amount, key))
    if key in steps:
        return Fill(amounts.stepped(seen, amount, steps[key]))
    if key in {"escape", "q"}:
        return Fill(None)
    if key == "backspace":
        return Fill(rubbed(amount))
    if key == "m":
        return Fill(Amount(lo))
    if key == "p" or (key == "a" and amounts.is_all_in(seen, hi)):
        return Fill(Amount(hi))
    if key == "enter":
        why = amounts.refused(seen, offer, amount)
        return (
            Act(amounts.raised(seen, amount)) if why is None else Explain(say.why(why, seen.words))
        )
    # Marks of thousands, and the letters of the action bar, mean nothing in a number.
    if key in {"full_stop", "comma", "space", *_ACTIONS}:
        return Fill(amount)
    return None


def _press_plan(seen: Seen, key: str) -> Press | None:
    words, known = seen.words, plans(seen)
    plan = seen.scene.ui.planned
    if key == "escape":
        return Plan(None) if plan is not None else None
    if key in {"f", "c"} and known:
        action, _ = known.get(key, known["c"])
        same = _plan_now(seen) == action
        return Plan(None if same else planned(action, seen.table))
    if not _is_action(key):
        return None
    status = None if seen.own is None else seen.own.status
    if status == "out":
        return Explain(freezeout.sentence(seen.table, words) or words("betting.only_looking"))
    if status in {"folded", "all_in"}:
        return Explain(words(f"indian.you_{status}"))
    return Explain(_why(seen, _VERBS.get(key, "raise")))
