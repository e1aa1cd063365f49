"""What was typed as a decision: the action that an offer admits, or why there is none."""

from collections.abc import Sequence

from engine.kit.square import cell_name
from engine.values import actions, offers
from engine.values.actions import Action
from engine.values.offers import Barred, Offer, admitted, real
from tui.canvas import say
from tui.canvas.scene import Act, Confirm, Explain, Scene, Series
from tui.layouts import absence
from tui.lines import choices, typed
from tui.lines.typed import shown
from tui.lines.voice import Voice

Deed = Act | Series | Confirm | Explain

# Verbs that an offer takes up, by what `Barred` calls them.
_BARRED = {"bet": "raise", "all_in": "raise", "agree": "ready", "keep": "discard"}
DECIDES = frozenset({*choices.VERBS.values(), "bet", "all_in", "keep"})
# What stands for another where only that one is offered.
_INSTEAD = {"fold": "out", "out": "fold", "lay": "place"}


def offered(scene: Scene) -> frozenset[str]:
    """The verbs that decide something now."""
    found = {choices.VERBS[type(offer)] for offer in real(scene.table.offers)}
    if "raise" in found:
        found.add("bet")
    if "discard" in found:
        found.add("keep")
    if choices.all_in(scene.table) is not None:
        found.add("all_in")
    return frozenset(found)


def deed(scene: Scene, verb: str, rest: Sequence[str], voice: Voice) -> Deed:
    """What a verb with what was typed behind it comes to."""
    there = offered(scene)
    if verb not in there and (other := _INSTEAD.get(verb)) in there:
        verb = other
    if verb not in there:
        return Explain(why_not(scene, verb, voice))
    maker = _MAKERS.get(verb)
    made = _simple(scene, verb, voice) if maker is None else maker(scene, rest, voice)
    return _checked(scene, made, voice)


def why_not(scene: Scene, verb: str, voice: Voice) -> str:
    """Why that verb is not offered."""
    table, words = scene.table, voice.words
    if absence.stood_in(table):
        return words("absence.bot_for_you") + " " + voice("here_hint", word=shown("here", words))
    if table.pause is not None and not real(table.offers):
        return absence.reason(table, words)
    name = _BARRED.get(verb, verb)
    for one in table.offers:
        if isinstance(one, Barred) and one.verb == name and one.why.code != "not_your_turn":
            return say.why(one.why, words, table.chairs)
    if real(table.offers):
        listed = ", ".join(one.form for one in choices.choices(scene, voice))
        return voice("not_offered", word=shown(verb, words), choices=listed)
    return whose_turn(scene, voice)


def whose_turn(scene: Scene, voice: Voice) -> str:
    """Whom the table waits for."""
    table, words = scene.table, voice.words
    if table.stage != "running" or table.view is None:
        return voice("no_deal")
    others = [say.player(scene, seat, words) for seat in table.view.to_act if seat != table.me]
    if not others:
        return voice("nobody_asked")
    return voice("turn.one" if len(others) == 1 else "turn.many", names=voice.listed(others))


def _checked(scene: Scene, made: Deed, voice: Voice) -> Deed:
    """A decision that offers admit; one that costs everything is asked about."""
    if not isinstance(made, Act):
        return made
    table = scene.table
    if not admitted(table.offers, made.action):
        return Explain(voice.words("default.nothing_now"))
    if _puts_all_in(scene, made.action):
        chips = voice.words.number(_stack(scene))
        return Confirm(voice("confirm.all_in", chips=chips), made)
    if isinstance(made.action, actions.Fold) and choices.of(table, offers.Check) is not None:
        return Confirm(voice("confirm.fold"), made)
    return made


def _stack(scene: Scene) -> int:
    table = scene.table
    if table.view is None or table.me is None:
        return 0
    return table.view.seats[table.me].stack or 0


def _puts_all_in(scene: Scene, action: Action) -> bool:
    offer = choices.all_in(scene.table)
    if offer is None:
        return False
    match action:
        case actions.Raise(to):
            return isinstance(offer, offers.Raise) and to == offer.hi
        case actions.Call(price):
            return price == _stack(scene)
        case _:
            return False


# ── each verb ──────────────────────────────────────────────────────────────────────────────────


def _simple(scene: Scene, verb: str, voice: Voice) -> Deed:
    kind = next(kind for kind, name in choices.VERBS.items() if name == verb)
    offer = choices.of(scene.table, kind)
    assert offer is not None
    match offer:
        case offers.Call(price):
            return Act(actions.Call(price))
        case offers.BringIn(price):
            return Act(actions.BringIn(price))
        case offers.In(price):
            return Act(actions.In(price))
        case offers.Ready(moves):
            return Act(actions.Ready(moves))
        case offers.Surrender(price):
            points = voice.words.number(price)
            text = voice("confirm.surrender", points=points)
            return Confirm(text, Act(actions.Surrender(price)))
        case offers.Declare(specials):
            special = voice.words(f"rows.special.{specials[0]}")
            text = voice("confirm.declare", special=special)
            return Confirm(text, Act(actions.Declare(specials[0])))
        case _:
            return Act(_BARE[type(offer)])


_BARE: dict[type[Offer], Action] = {
    offers.Pass: actions.Pass(),
    offers.Fold: actions.Fold(),
    offers.Check: actions.Check(),
    offers.Show: actions.Show(),
    offers.Muck: actions.Muck(),
    offers.Out: actions.Out(),
}


def _take(scene: Scene, rest: Sequence[str], voice: Voice) -> Deed:
    free = {
        one.token: one.holder for one in real(scene.table.offers) if isinstance(one, offers.Take)
    }
    token = typed.number(rest[0].strip("()")) if rest else None
    if token is None and len(free) == 1:
        token = next(iter(free))
    if token not in free:
        listed = ", ".join(map(str, free))
        return Explain(voice("take_which", tokens=listed, word=shown("take", voice.words)))
    return Act(actions.Take(token, free[token]))


def _raise(scene: Scene, rest: Sequence[str], voice: Voice) -> Deed:
    offer = choices.of(scene.table, offers.Raise)
    assert isinstance(offer, offers.Raise)
    words = voice.words
    rest = [word for word in rest if word not in ("auf", "to", "bis")]
    amount = typed.number(rest[0]) if rest else None
    if rest and rest[0] in ("min", "minimum"):
        amount = offer.lo
    elif rest and rest[0] in ("max", "maximum"):
        amount = offer.hi
    elif not rest and offer.lo == offer.hi:
        amount = offer.lo
    lo, hi = words.number(offer.lo), words.number(offer.hi)
    if amount is None:
        word = shown("raise", words)
        return Explain(voice("raise_how", word=word, lo=lo, hi=hi, example=offer.lo))
    made = actions.Raise(amount)
    if offer.admits(made):
        return Act(made)
    if amount < offer.lo:
        return Explain(words("why.below_minimum", lo=lo))
    if amount > offer.hi:
        return Explain(words("why.above_maximum", hi=hi))
    return Explain(words("why.off_step", step=words.number(offer.step)))


def _all_in(scene: Scene, rest: Sequence[str], voice: Voice) -> Deed:
    match choices.all_in(scene.table):
        case offers.Raise(_, hi):
            return Act(actions.Raise(hi))
        case offers.Call(price):
            return Act(actions.Call(price))
        case offers.BringIn(price):
            return Act(actions.BringIn(price))
        case _:
            return Explain(voice.words("default.nothing_now"))


def _discard(scene: Scene, rest: Sequence[str], voice: Voice) -> Deed:
    offer = choices.of(scene.table, offers.Discard)
    assert isinstance(offer, offers.Discard)
    cards, left = typed.chosen(rest, offer.cards)
    if left or not cards:
        return Explain(voice("discard_how", cards=voice.cards(offer.cards)))
    action = actions.Discard(tuple(cards))
    if not offer.admits(action):
        return Explain(voice.words("default.nothing_now"))
    return Act(action)


def _keep(scene: Scene, rest: Sequence[str], voice: Voice) -> Deed:
    return Act(actions.Discard(()))


def _place(scene: Scene, rest: Sequence[str], voice: Voice) -> Deed:
    offer = choices.of(scene.table, offers.Place)
    assert isinstance(offer, offers.Place)
    free = {cell_name(cell): cell for cell in offer.cells}
    cards, left = typed.chosen(rest, offer.cards)
    left = [word for word in left if word not in ("auf", "on", "at")]
    if len(cards) != 1 or len(left) != 1:
        word = shown("place", voice.words)
        held = voice.cards(offer.cards)
        return Explain(voice("place_how", word=word, cards=held, cell=next(iter(free))))
    name = left[0] if left[0] in free else left[0][::-1]
    if name not in free:
        return Explain(voice("cell_taken", cell=left[0], free=", ".join(free)))
    return Act(actions.Place(cards[0], free[name]))


def _throw(scene: Scene, rest: Sequence[str], voice: Voice) -> Deed:
    offer = choices.of(scene.table, offers.Throw)
    assert isinstance(offer, offers.Throw)
    cards, left = typed.chosen(rest, offer.cards)
    if len(offer.cards) == 1 and not rest:
        cards, left = list(offer.cards), []
    if len(cards) != 1 or left:
        word = shown("throw", voice.words)
        return Explain(voice("throw_how", word=word, cards=voice.cards(offer.cards)))
    return Act(actions.Throw(cards[0]))


_MAKERS = {
    "take": _take,
    "raise": _raise,
    "bet": _raise,
    "all_in": _all_in,
    "discard": _discard,
    "keep": _keep,
    "place": _place,
    "throw": _throw,
}
