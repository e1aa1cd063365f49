"""The keys of Indian Poker (ux 4.5, 4.10): those of betting by the seed's words; in and out."""

from engine.values import actions
from engine.values.actions import Action
from tui.canvas import say
from tui.canvas.scene import (
    Act,
    Amount,
    Button,
    Confirm,
    Explain,
    Fill,
    Press,
    Scene,
    Turn,
)
from tui.layouts import absence, freezeout
from tui.layouts.betting import planning
from tui.layouts.betting.amount import rubbed, typed, verb
from tui.layouts.betting.turn import KEYS, VERBS, VIEW, is_action, press_call, press_fold, why
from tui.layouts.indian import after
from tui.layouts.indian import amount as amounts
from tui.layouts.indian.seen import Seen, see
from tui.layouts.waiting import waiting_buttons, waiting_press
from tui.locale import Words

DIRECT = "bet.direct"


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
        return (*votes, *planning.buttons(seen), *view)
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
    return not absence.is_vote(button) and not button.id.startswith((planning.PLANS, VIEW))


# ── one's turn ─────────────────────────────────────────────────────────────────────────────────


def _acting(seen: Seen) -> tuple[Button, ...]:
    words, price = seen.words, seen.call
    able = seen.check or price is not None
    label = words("indian.check")
    if price is not None:
        key = "indian.call_all_in" if price == seen.stack(seen.me or 0) else "indian.call"
        label = words(key, price=words.number(price))
    return (
        Button("bet.fold", "f", words("indian.fold"), seen.fold, why(seen, "fold")),
        Button("bet.call", "c", label, able, why(seen, "call"), tone="good", rank=1),
        *_raising(seen),
    )


def _raising(seen: Seen) -> tuple[Button, ...]:
    """To bet or raise: the field, its amounts with a key of their own, all that one has."""
    words, doing = seen.words, verb(seen)
    key = "b" if doing == "bet" else "r"
    if seen.raising is None:
        label, reason = words(f"indian.{doing}"), why(seen, "raise")
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


# ── presses ────────────────────────────────────────────────────────────────────────────────────


def press(scene: Scene, key: str, words: Words) -> Press | None:
    """What a key does now; None if this layout knows nothing of it."""
    seen = see(scene, words)
    if seen is not None and seen.over:
        return after.press(scene, key, words)
    acts = is_action(key) if scene.table.stage == "running" else key == "space"
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
        return Explain(words("betting.only_looking")) if is_action(key) else None
    if seen.declaring:
        return _press_declare(seen, key)
    return _press_turn(seen, key) if seen.mine else _press_plan(seen, key)


def _press_declare(seen: Seen, key: str) -> Press | None:
    """In or out, final: the question is the only one of the deal."""
    words, entering = seen.words, seen.entering
    if not is_action(key):
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
    if key == "f":
        return press_fold(seen)
    if key == "c":
        return press_call(seen)
    if key == "a":
        return _press_all_in(seen)
    if key in {"r", "b"} or (len(key) == 1 and key in "12345"):
        return _press_raise(seen, int(key) if key.isdigit() else None)
    return None


def _press_all_in(seen: Seen) -> Press:
    words, action = seen.words, _all_in(seen)
    if action is None:
        if seen.raising is None:
            return Explain(why(seen, "raise"))
        most = words.number(amounts.bounds(seen)[1])
        return Explain(words(f"indian.most_{verb(seen)}", chips=most))
    chips = words.number(seen.stack(seen.me or 0))
    return Confirm(words("betting.confirm.all_in", chips=chips), Act(action))


def _press_raise(seen: Seen, chips: int | None) -> Press:
    """The field with so many chips in it; what has but one amount is done at once."""
    words = seen.words
    if seen.raising is None:
        return Explain(why(seen, "raise"))
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
        refused = amounts.refused(seen, offer, amount)
        if refused is not None:
            return Explain(say.why(refused, seen.words))
        return Act(amounts.raised(seen, amount))
    # Marks of thousands, and the letters of the action bar, mean nothing in a number.
    if key in {"full_stop", "comma", "space", *KEYS}:
        return Fill(amount)
    return None


def _press_plan(seen: Seen, key: str) -> Press | None:
    words, chosen = seen.words, planning.press(seen, key)
    if chosen is not None:
        return chosen
    if not is_action(key):
        return None
    status = None if seen.own is None else seen.own.status
    if status == "out":
        return Explain(freezeout.sentence(seen.table, words) or words("betting.only_looking"))
    if status in {"folded", "all_in"}:
        return Explain(words(f"indian.you_{status}"))
    return Explain(why(seen, VERBS.get(key, "raise")))
