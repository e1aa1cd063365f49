"""The keys of the betting games (ux 4.5, 4.10): what they are called, and what they do."""

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
    GoOn,
    Press,
    Scene,
    Turn,
)
from tui.layouts import absence, cash
from tui.layouts.betting import amount as amounts
from tui.layouts.betting import exchange, exchange_keys, planning
from tui.layouts.betting.reveal import is_staged, revealing
from tui.layouts.betting.seen import Seen, see
from tui.layouts.betting.turn import KEYS, VERBS, VIEW, is_action, press_call, press_fold, why
from tui.layouts.waiting import waiting_buttons, waiting_press
from tui.locale import Words

PRESETS = "bet.preset."


def buttons(scene: Scene, words: Words) -> tuple[Button, ...]:
    """The action bar: a vote, then acting, planning, or what comes after the deal."""
    seen = see(scene, words)
    if seen is None:
        return (*absence.votes(scene, words), *waiting_buttons(scene, words))
    if revealing(scene) or is_staged(scene):
        return (Button("table.next", "Space", words("betting.show_all"), tone="good"),)
    if seen.over:
        show = (_show(words),) if seen.showing else ()
        return (*absence.votes(scene, words), *show, *waiting_buttons(scene, words))
    view = Button(VIEW, "v", words("betting.table" if scene.ui.listed else "betting.view"), rank=7)
    if seen.me is None:
        return (view,)
    shown = absence.votes(scene, words)
    if exchange.marking(seen):
        return (*shown, *exchange_keys.buttons(seen, why(seen, "discard")), view)
    if seen.mine:
        amount = scene.ui.amount
        if amount is not None and seen.raising is not None:
            return (*shown, *amounts.field_buttons(seen, amount))
        return (*shown, *_acting(seen), view)
    return (*shown, *cash.bar_buttons(scene, words), *planning.buttons(seen), view)


def in_bar(button: Button) -> bool:
    """Whether a button stands in the action bar itself: presets and the view have their own."""
    apart = (planning.PLANS, PRESETS, VIEW)
    return not absence.is_vote(button) and not button.id.startswith(apart)


# ── one's turn ─────────────────────────────────────────────────────────────────────────────────


def _acting(seen: Seen) -> tuple[Button, ...]:
    words = seen.words
    if seen.showing:
        return (
            _show(words),
            Button("bet.muck", "m", words("betting.muck")),
        )
    price = seen.call
    able = seen.check or price is not None or seen.bring_in is not None
    if seen.bring_in is not None:
        label = _priced(seen, "bring_in", seen.bring_in)
    else:
        label = words("betting.check") if price is None else _priced(seen, "call", price)
    return (
        Button("bet.fold", "f", words("betting.fold"), seen.fold, why(seen, "fold")),
        Button("bet.call", "c", label, able, why(seen, "call"), tone="good", rank=1),
        _raise_button(seen),
        _all_in_button(seen),
        *_preset_buttons(seen),
    )


def _show(words: Words) -> Button:
    return Button("bet.show", "k", words("betting.show"), tone="good")


def _priced(seen: Seen, what: str, price: int) -> str:
    """A call or a bring-in with what it costs."""
    all_of_it = seen.me is not None and price == seen.stack(seen.me)
    key = f"betting.{what}_all_in" if all_of_it else f"betting.{what}"
    return seen.words(key, price=seen.words.number(price))


def _raise_button(seen: Seen) -> Button:
    words, offer, verb = seen.words, seen.raising, amounts.verb(seen)
    key = "b" if verb == "bet" else "r"
    if offer is None:
        label, reason = words(f"betting.{verb}"), why(seen, "raise")
        return Button("bet.raise", key, label, enabled=False, reason=reason, tone="gold", rank=3)
    label = words(f"betting.{verb}_more")
    if offer.lo == offer.hi:
        if seen.completes:
            key, verb = "r", "complete"
        label = words(f"betting.{verb}_to", total=words.number(offer.lo))
    return Button("bet.raise", key, label, tone="gold", rank=3)


def _all_in_button(seen: Seen) -> Button:
    words = seen.words
    chips = words.number(0 if seen.me is None else seen.stack(seen.me))
    able = _all_in(seen) is not None
    return Button(
        "bet.all_in",
        "a",
        words("betting.all_in_more", chips=chips),
        enabled=able,
        reason="" if able else _no_all_in(seen),
        tone="danger",
        rank=4,
    )


def _preset_buttons(seen: Seen) -> tuple[Button, ...]:
    words = seen.words
    made: list[Button] = []
    for one in amounts.presets(seen):
        label = words(f"betting.preset.{one.code}")
        if one.code != "all_in":
            label += f" {words.number(one.total)}"
        reason = "" if one.enabled else _outside(seen, one.total)
        made.append(Button(PRESETS + one.digit, one.digit, label, one.enabled, reason, rank=5))
    return tuple(made)


def _all_in(seen: Seen) -> Action | None:
    """The action that puts in all of the viewer's chips, if one is offered."""
    offer, price = seen.raising, seen.call
    if offer is not None and offer.hi == seen.all_in():
        return actions.Raise(offer.hi)
    if seen.me is not None and price is not None and price == seen.stack(seen.me):
        return actions.Call(price)
    if seen.me is not None and seen.bring_in is not None and seen.bring_in == seen.stack(seen.me):
        return actions.BringIn(seen.bring_in)
    return None


def _no_all_in(seen: Seen) -> str:
    offer = seen.raising
    if offer is None:
        return why(seen, "raise")
    return amounts.pot_sum(seen) or seen.words("why.above_maximum", hi=seen.words.number(offer.hi))


def _outside(seen: Seen, total: int) -> str:
    offer = seen.raising
    assert offer is not None
    refused = amounts.refused(offer, Amount(total))
    return "" if refused is None else say.why(refused, seen.words)


# ── presses ────────────────────────────────────────────────────────────────────────────────────


def press(scene: Scene, key: str, words: Words) -> Press | None:
    """What a key does now; None if this layout knows nothing of it."""
    acts = is_action(key) if scene.table.stage == "running" else key == "space"
    rested = absence.press(scene, key, words, acts)
    if rested is not None:
        return rested
    seen = see(scene, words)
    if revealing(scene):
        return GoOn() if key == "space" else None
    if seen is not None and seen.over and seen.showing and key == "k":
        return Act(actions.Show())
    if seen is None or seen.over:
        return waiting_press(scene, key, words)
    amount = scene.ui.amount
    if amount is not None and seen.raising is not None:
        return _press_amount(seen, amount, key)
    if key == "v":
        return Turn(not scene.ui.listed)
    if seen.me is None:
        return Explain(words("betting.only_looking")) if is_action(key) else None
    if seen.showing:
        return {"k": Act(actions.Show()), "m": Act(actions.Muck())}.get(key)
    if exchange.runs(seen) and seen.me in seen.live():
        return exchange_keys.press(seen, key, why(seen, "discard"))
    return _press_turn(seen, key) if seen.mine else _press_plan(seen, key)


def _press_turn(seen: Seen, key: str) -> Press | None:
    words = seen.words
    if key == "f":
        return press_fold(seen)
    if key == "c":
        return press_call(seen)
    if key in {"r", "b"}:
        return _press_raise(seen)
    if key == "a":
        action = _all_in(seen)
        if action is None:
            return Explain(_no_all_in(seen))
        chips = words.number(seen.stack(seen.me or 0))
        return Confirm(words("betting.confirm.all_in", chips=chips), Act(action))
    if len(key) == 1 and key in "12345":
        return _press_preset(seen, "digit", key)
    return None


def _press_raise(seen: Seen) -> Press:
    words, offer = seen.words, seen.raising
    if offer is None:
        return Explain(why(seen, "raise"))
    if offer.lo < offer.hi:
        return Fill(Amount(offer.lo))
    fixed = Act(actions.Raise(offer.lo))
    if offer.lo != seen.all_in():
        return fixed
    chips = words.number(seen.stack(seen.me or 0))
    return Confirm(words("betting.confirm.all_in", chips=chips), fixed)


def _press_preset(seen: Seen, by: str, key: str) -> Press:
    """A preset by its digit or its letter."""
    words = seen.words
    known = amounts.presets(seen)
    found = next((one for one in known if getattr(one, by) == key), None)
    if found is None:
        if seen.raising is None:
            return Explain(why(seen, "raise"))
        return Explain(words("betting.no_preset"))
    if found.enabled:
        return Fill(Amount(found.total))
    if found.code == "all_in":
        return Explain(_no_all_in(seen))
    return Explain(_outside(seen, found.total))


def _press_amount(seen: Seen, amount: Amount, key: str) -> Press | None:
    offer = seen.raising
    assert offer is not None
    steps = {"right": 1, "plus": 1, "left": -1, "minus": -1}
    if len(key) == 1 and key in "0123456789":
        return Fill(amounts.typed(amount, key))
    if key in steps:
        return Fill(amounts.stepped(seen, offer, amount, steps[key]))
    if key in {"up", "down"}:
        return Fill(amounts.next_preset(seen, amount, 1 if key == "up" else -1))
    if key in {"escape", "q"}:
        return Fill(None)
    if key == "backspace":
        return Fill(amounts.rubbed(amount))
    if key in {one.letter for one in amounts.presets(seen)}:
        return _press_preset(seen, "letter", key)
    if key == "enter":
        refused = amounts.refused(offer, amount)
        if refused is not None:
            return Explain(say.why(refused, seen.words))
        return Act(actions.Raise(amount.value or 0))
    # Marks of thousands, and the letters of the action bar, mean nothing in a number.
    if key in {"full_stop", "comma", "space", *KEYS}:
        return Fill(amount)
    return None


def _press_plan(seen: Seen, key: str) -> Press | None:
    chosen = planning.press(seen, key)
    if chosen is not None:
        return chosen
    if not is_action(key):
        return None
    status = None if seen.own is None else seen.own.status
    if status in {"folded", "all_in"}:
        return Explain(seen.words(f"betting.you_{status}"))
    return Explain(why(seen, VERBS.get(key, "raise")))
