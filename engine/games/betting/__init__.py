"""The betting games: hold'em and Omaha, stud and draw under their structures (rules.md C).

A family in a folder: `rows` are the variants, `options` what is played for, `state` the deal as a
value, `flow` its course, `opening` forced bets and who begins, `dealing` the cards, `showdown` the
hands and pots; this module is the contract of engine.game over them, `view` what lies on the table.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast, get_args

from msgspec import Struct

from engine.game import MatchKind, Result, Setup, What
from engine.games.betting.flow import begun, decided, shown_after
from engine.games.betting.options import AnyOptions, StudOptions, options_of, presets_of
from engine.games.betting.rows import ROWS, Row
from engine.games.betting.showdown import may_show, settled
from engine.games.betting.state import Carry, State
from engine.games.betting.view import view
from engine.kit import betting
from engine.values import actions, offers
from engine.values.actions import Action
from engine.values.chance import Chance
from engine.values.events import Events
from engine.values.manners import Manners
from engine.values.offers import Barred, Offer, Offers, Verb
from engine.values.options import Value
from engine.values.view import View
from engine.values.why import Illegal, Why, WhyCode

Step = tuple[State, Events]

_FOLD = offers.Fold()
_CHECK = offers.Check()
_SHOW = offers.Show()
_MUCK = offers.Muck()
_NO_CALL = Barred("call", Why("nothing_to_call"))
_NO_RAISE = {
    code: Barred("raise", Why(code, {"cap": betting.CAP} if code == "capped" else {}))
    for code in get_args(betting.Closed)
}
_NO_FOLD = Barred("fold", Why("must_open"))
_NO_CHECK = Barred("check", Why("must_open"))
_BETS: tuple[Verb, ...] = ("fold", "check", "call", "raise")
_WAITING: Offers = tuple(Barred(verb, Why("not_your_turn")) for verb in _BETS)
_NOT_YET: Offers = (Barred("discard", Why("not_your_turn")),)


def _price(state: State, seat: int) -> int:
    return betting.price(state.round, seat, state.stacks[seat])


def _check(price: int) -> Offer | Barred:
    return Barred("check", Why("cannot_check", {"price": price})) if price else _CHECK


def _call(price: int) -> Offer | Barred:
    return offers.Call(price) if price else _NO_CALL


def _raise(state: State, seat: int) -> Offer | Barred:
    middle = sum(state.put) + state.missing
    found = betting.bounds(state.round, seat, state.stacks, state.live, middle)
    if isinstance(found, betting.Bounds):
        return offers.Raise(found.lo, found.hi, found.step)
    return _NO_RAISE[found]


def _bring_in(state: State, seat: int) -> offers.BringIn:
    assert isinstance(state.options, StudOptions)
    return offers.BringIn(min(state.options.brings, state.stacks[seat]))


def _bet_open(state: State, seat: int) -> Offer | Barred:
    """A full bet in place of the bring-in (rules.md C.8)."""
    assert isinstance(state.options, StudOptions)
    if state.stacks[seat] <= state.options.brings:
        return Barred("raise", Why("short_stack"))
    offer = _raise(state, seat)
    if not isinstance(offer, offers.Raise):
        return offer
    most = offer.lo if state.options.structure == "pot" else offer.hi
    if most <= state.options.brings:
        # The bring-in is that bet.
        return Barred("raise", Why("must_open"))
    return offers.Raise(offer.lo, most, offer.step)


def _fold_open(state: State, seat: int) -> Offer | Barred:
    """Only somebody who opens for another may fold."""
    return _FOLD if state.passed_on else _NO_FOLD


def _discard(state: State, seat: int) -> offers.Discard:
    return offers.Discard(state.hands[seat].value)


# What stands before whoever is to act, by the action that would take it up.
_ASKED: dict[str, dict[type[Action], Callable[[State, int], Offer | Barred]]] = {
    "bet": {
        actions.Fold: lambda state, seat: _FOLD,
        actions.Check: lambda state, seat: _check(_price(state, seat)),
        actions.Call: lambda state, seat: _call(_price(state, seat)),
        actions.Raise: _raise,
    },
    "open": {
        actions.Fold: _fold_open,
        actions.Check: lambda state, seat: _NO_CHECK,
        actions.Call: lambda state, seat: _NO_CALL,
        actions.BringIn: _bring_in,
        actions.Raise: _bet_open,
    },
    "draw": {
        actions.Discard: _discard,
    },
    "show": {
        actions.Show: lambda state, seat: _SHOW,
        actions.Muck: lambda state, seat: _MUCK,
    },
}


class Betting:
    """The rules of one deal of a betting game, whatever its row."""

    rules: int = 1
    Carry: type[Struct] = Carry
    manners: Manners = Manners(talk="phrases", absence="default", clock=25)
    match: MatchKind = "cash"
    scores: bool = False

    def __init__(self, row: Row) -> None:
        self.row = row
        self.id = row.id
        self.players = row.players
        self.Options: type[Struct] = options_of(row)
        self.presets: Mapping[str, Mapping[str, Value]] = presets_of(self.Options)

    def new(self, options: Any, setup: Setup, chance: Chance) -> Step:
        """Antes and blinds posted, cards dealt; ValueError for a deal that there can't be."""
        if type(options) is not self.Options:
            raise ValueError("options of another game")
        assert isinstance(options, AnyOptions)
        return begun(self.row, options, setup, chance)

    def offers(self, state: State, seat: int) -> Offers:
        """What the moment asks for.

        Fold, check or call, raise; in stud first the bring-in or a bet; cards to put away; at a
        showdown by choice show or muck, after it show.
        """
        if state.phase == "over":
            return (_SHOW,) if may_show(state, seat) else ()
        if seat != state.turn:
            # The keys of whoever will have a decision yet are dimmed, nobody else's are there.
            if state.phase == "draw":
                return _NOT_YET if seat in state.live and state.drawn[seat] is None else ()
            waits = state.turn is not None and seat in state.live and state.stacks[seat]
            return _WAITING if waits and state.phase == "bet" else ()
        if state.phase == "show":
            return (_SHOW, _MUCK)
        if state.phase == "draw":
            return (_discard(state, seat),)
        if state.opening:
            return tuple([offer(state, seat) for offer in _ASKED["open"].values()])
        price = _price(state, seat)
        return (_FOLD, _check(price), _call(price), _raise(state, seat))

    def decision(self, state: State, seat: int) -> int:
        """Rises with each act of the seat and each street."""
        return state.decisions[seat]

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The state after an action; Illegal says best why it is not offered."""
        if not 0 <= seat < len(state.stacks):
            raise Illegal("no_such_seat")
        if state.phase == "over":
            if isinstance(action, actions.Show) and may_show(state, seat):
                return shown_after(state, seat)
            raise Illegal("deal_over")
        asked = _ASKED["open" if state.opening else state.phase].get(type(action))
        if asked is None:
            raise Illegal("no_such_action")
        if seat != state.turn:
            raise Illegal("not_your_turn")
        offer = asked(state, seat)
        if isinstance(offer, Barred) or not offer.admits(action):
            raise _refusal(offer, action)
        return decided(state, seat, action)

    def happen(self, state: State, what: What) -> Step:
        """Nothing: what a clock or an empty chair brings about is `default`, seat by seat."""
        return state, ()

    def default(self, state: State, seat: int, draft: object) -> Action | None:
        """Check where that is free, else fold; bring it in, stand pat, muck (rules.md C.12)."""
        if seat != state.turn:
            return None
        if state.phase == "show":
            return actions.Muck()
        if state.phase == "draw":
            return actions.Discard(())
        if state.opening:
            return actions.BringIn(_bring_in(state, seat).price)
        return actions.Fold() if _price(state, seat) else actions.Check()

    def view(self, state: State) -> View:
        """Own cards to their owner, the board, stacks, bets and pots to all."""
        return view(state)

    def result(self, state: State) -> Result | None:
        """What everybody won or lost; None while the deal runs, or needs cards that are unknown."""
        if not settled(state):
            return None
        net = tuple(now - then for now, then in zip(state.stacks, state.began, strict=True))
        return Result(net, Carry(stacks=state.stacks))


def _refusal(offer: Offer | Barred, action: Action) -> Illegal:
    """Why an action is not what is offered."""
    if isinstance(offer, offers.Call):
        return Illegal("price_changed", price=offer.price)
    if isinstance(offer, offers.BringIn):
        return Illegal("price_changed", price=offer.price)
    if isinstance(offer, offers.Discard):
        return Illegal("not_your_cards")
    if isinstance(offer, offers.Raise) and isinstance(action, actions.Raise):
        if action.to < offer.lo:
            return Illegal("below_minimum", lo=offer.lo)
        if action.to < offer.hi:
            return Illegal("off_step", step=offer.step)
        return Illegal("above_maximum", hi=offer.hi)
    assert isinstance(offer, Barred)
    return Illegal(cast(WhyCode, offer.why.code), **offer.why.facts)


GAMES: tuple[Betting, ...] = tuple(Betting(row) for row in ROWS)
