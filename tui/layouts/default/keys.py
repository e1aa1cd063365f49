"""Keys for every kind of offer, so that a game is playable before it has a layout of its own."""

from engine.values import actions, offers
from engine.values.offers import Barred, Offer, real
from engine.values.why import Why
from tui.canvas import say
from tui.canvas.frame import can_go_on, spread
from tui.canvas.scene import Act, Button, Explain, Point, Press, Scene
from tui.layouts import absence
from tui.layouts.waiting import waiting_buttons, waiting_names, waiting_press
from tui.locale import Words

_BY_KEY: dict[str, tuple[type[Offer], ...]] = {
    "f": (offers.Fold, offers.Out),
    "c": (offers.Check, offers.Call, offers.In),
    "p": (offers.Pass, offers.Ready),
}
_ACTIONS = frozenset(
    {*_BY_KEY, "r", "enter", "space", "left", "right", "up", "down", "plus", "minus", "backspace"}
)
_VERB_KEYS = {
    "fold": "f",
    "out": "f",
    "check": "c",
    "call": "c",
    "in": "c",
    "pass": "p",
    "ready": "p",
    "raise": "r",
}


def deciding(scene: Scene) -> bool:
    """Whether a deal is on the table that somebody may still have to decide in."""
    return scene.table.view is not None and scene.table.stage == "running"


def raising(scene: Scene) -> offers.Raise | None:
    """The offer to bet or raise, if it stands."""
    return next((o for o in real(scene.table.offers) if isinstance(o, offers.Raise)), None)


def takes(scene: Scene) -> dict[int, int | None]:
    """The tokens that may be taken, with their holders."""
    return {o.token: o.holder for o in real(scene.table.offers) if isinstance(o, offers.Take)}


def token_cursor(scene: Scene) -> int | None:
    """The token that Enter takes: the chosen one, else the first."""
    free = takes(scene)
    return scene.ui.cursor if scene.ui.cursor in free else next(iter(free), None)


def buttons(scene: Scene, words: Words) -> tuple[Button, ...]:
    """The keys of a vote, a button for every offer, dimmed ones for what is barred."""
    table = scene.table
    shown: list[Button] = list(absence.votes(scene, words))
    if not deciding(scene):
        if table.view is None or table.stage in {"waiting", "broken"}:
            return (*shown, *waiting_buttons(scene, words))
        return (*shown, *_after(scene, words))
    free = takes(scene)
    if free:
        shown += _take_buttons(scene, free, words)
    for offer in real(table.offers):
        shown += _offer_buttons(scene, offer, words)
    used = {button.keys for button in shown}
    for barred in table.offers:
        if isinstance(barred, Barred) and (key := _VERB_KEYS.get(barred.verb)) and key not in used:
            used.add(key)
            label = words(f"default.{barred.verb}", price="").strip()
            reason = say.why(barred.why, words, table.chairs)
            shown.append(
                Button(f"any.{barred.verb}", key, label, enabled=False, reason=reason, rank=2)
            )
    return tuple(shown)


def _offer_buttons(scene: Scene, offer: Offer, words: Words) -> list[Button]:
    if isinstance(offer, offers.Fold):
        return [Button("any.fold", "f", words("default.fold"), tone="danger")]
    if isinstance(offer, offers.Check):
        return [Button("any.call", "c", words("default.check"), tone="good")]
    if isinstance(offer, offers.Call):
        label = words("default.call", price=words.number(offer.price))
        return [Button("any.call", "c", label, tone="good")]
    if isinstance(offer, offers.In):
        label = words("default.in_price", price=words.number(offer.price))
        return [Button("any.in", "c", label, tone="good")]
    if isinstance(offer, offers.Out):
        return [Button("any.out", "f", words("default.out"), tone="danger")]
    if isinstance(offer, offers.Pass):
        return [Button("any.pass", "p", words("default.pass"))]
    if isinstance(offer, offers.Ready):
        return [Button("any.pass", "p", words("default.ready"))]
    if isinstance(offer, offers.Raise):
        amount = scene.ui.cursor
        if amount is None:
            return [Button("any.raise", "r", words("default.raise"), tone="gold")]
        lo, hi = words.number(offer.lo), words.number(offer.hi)
        label = words("default.raise_to", to=words.number(amount))
        return [
            Button(
                "any.raise", "Enter", label, enabled=_refused(offer, amount) is None, tone="gold"
            ),
            Button("any.amount", "+ − 0–9", words("default.amount", lo=lo, hi=hi), rank=1),
        ]
    return []


def _take_buttons(scene: Scene, free: dict[int, int | None], words: Words) -> list[Button]:
    chosen = token_cursor(scene)
    digits = [token for token in free if token <= 9]
    made: list[Button] = []
    if digits:
        keys = f"{min(digits)}–{max(digits)}" if len(digits) > 1 else str(digits[0])
        made.append(Button("any.take", keys, words("default.take"), tone="good", rank=1))
    if chosen is not None:
        holder = free[chosen]
        name = "" if holder is None else say.name_of(holder, scene.table.chairs, words)
        which = "take_centre" if holder is None else "take_seat"
        label = words(f"default.{which}", token=chosen, name=name)
        made.append(Button("any.choose", "← → Enter", label, tone="gold"))
    return made


def _after(scene: Scene, words: Words) -> tuple[Button, ...]:
    table = scene.table
    if table.me is None:
        return ()
    ready = sum(chair.ready for chair in table.chairs)
    label = words("common.go_on", ready=ready, seats=len(table.chairs))
    enabled = can_go_on(scene)
    reason = "" if enabled else _ready_wait(scene, words)
    return (Button("table.next", "Space", label, enabled=enabled, reason=reason, tone="good"),)


def press(scene: Scene, key: str, words: Words) -> Press | None:
    """What a key does now; None if this layout knows nothing of it."""
    table = scene.table
    rested = absence.press(scene, key, words, _is_action(key))
    if rested is not None:
        return rested
    if not deciding(scene):
        ended = table.view is not None and table.stage in {"between", "over"}
        if key == "space" and ended and table.me is not None and not can_go_on(scene):
            return Explain(_ready_wait(scene, words))
        return waiting_press(scene, key, words)
    if table.me is None:
        return None
    standing = real(table.offers)
    if key in _BY_KEY:
        for offer in standing:
            if isinstance(offer, _BY_KEY[key]):
                return Act(_taken_up(offer))
        return _explain(scene, key, words)
    if key == "r" and raising(scene) is None:
        return _explain(scene, key, words)
    return _press_choice(scene, key, words)


def _is_action(key: str) -> bool:
    return key in _ACTIONS or (len(key) == 1 and key in "0123456789")


def _press_choice(scene: Scene, key: str, words: Words) -> Press | None:
    """Digits, arrows, Enter: of the tokens where there are some, else of the amount."""
    free, offer = takes(scene), raising(scene)
    if free:
        chosen = token_cursor(scene)
        numbers = sorted(free)
        if len(key) == 1 and key in "123456789":
            if int(key) in free:
                return Act(actions.Take(int(key), free[int(key)]))
            return Explain(words("default.none_taken"))
        if chosen is not None and key in {"left", "right"}:
            step = 1 if key == "right" else -1
            return Point(numbers[(numbers.index(chosen) + step) % len(numbers)])
        if chosen is not None and key == "enter" and (offer is None or scene.ui.cursor is None):
            return Act(actions.Take(chosen, free[chosen]))
    if offer is not None:
        return _press_amount(scene, offer, key, words)
    if key == "enter" or (len(key) == 1 and key in "0123456789"):
        return _explain(scene, key, words)
    return None


def _press_amount(scene: Scene, offer: offers.Raise, key: str, words: Words) -> Press | None:
    amount = scene.ui.cursor
    if key == "r" and amount is None:
        return Point(offer.lo)
    if key in {"r", "enter"}:
        if amount is None:
            return None
        why = _refused(offer, amount)
        return Act(actions.Raise(amount)) if why is None else Explain(say.why(why, words))
    if key in {"plus", "minus", "left", "right", "up", "down"}:
        step = offer.step if key in {"plus", "right", "up"} else -offer.step
        wanted = offer.lo if amount is None else amount + step
        return Point(max(offer.lo, min(offer.hi, wanted)))
    if key == "backspace" and amount is not None:
        return Point(amount // 10)
    if len(key) == 1 and key in "0123456789":
        # The first digit replaces a preset; one that would lead beyond all there is begins anew.
        typed = 0 if amount in {None, offer.lo} else amount or 0
        longer = typed * 10 + int(key)
        return Point(longer if longer <= offer.hi else int(key))
    return None


def _refused(offer: offers.Raise, amount: int) -> Why | None:
    """Why the offer does not admit that amount."""
    if offer.admits(actions.Raise(amount)):
        return None
    if amount < offer.lo:
        return Why("below_minimum", {"lo": offer.lo})
    if amount > offer.hi:
        return Why("above_maximum", {"hi": offer.hi})
    return Why("off_step", {"step": offer.step})


def _taken_up(offer: Offer) -> actions.Action:
    if isinstance(offer, offers.Fold):
        return actions.Fold()
    if isinstance(offer, offers.Check):
        return actions.Check()
    if isinstance(offer, offers.Call):
        return actions.Call(offer.price)
    if isinstance(offer, offers.In):
        return actions.In(offer.price)
    if isinstance(offer, offers.Out):
        return actions.Out()
    if isinstance(offer, offers.Ready):
        return actions.Ready(offer.moves)
    return actions.Pass()


def _explain(scene: Scene, key: str, words: Words) -> Explain:
    """Why there is nothing to do with that key."""
    table = scene.table
    for offer in table.offers:
        if isinstance(offer, Barred) and _VERB_KEYS.get(offer.verb) == key:
            return Explain(say.why(offer.why, words, table.chairs))
    if real(table.offers) or table.view is None:
        return Explain(words("default.nothing_now"))
    others = [seat for seat in table.view.to_act if seat != table.me]
    if not others:
        return Explain(words("why.not_your_turn"))
    name = say.name_of(others[0], table.chairs, words)
    return Explain(words("common.their_turn", name=name))


def _ready_wait(scene: Scene, words: Words) -> str:
    names = waiting_names(scene, words)
    if names:
        return words("common.ready_wait", names=spread(names, words))
    return words("common.ready_wait_all")
