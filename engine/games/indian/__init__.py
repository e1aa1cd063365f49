"""Indian Poker: everybody sees all cards but their own (rules.md E).

A family in a folder: `options` what is played for, `state` the deal as a value, `flow` its course,
`settling` the pots, `hands` what one to five cards are worth, `view` what lies on the table; this
module is the contract of engine.game over them. Indian Hold'em is a row of the betting games.
"""

from collections.abc import Mapping
from typing import Any, cast, get_args

from msgspec import Struct

from engine.game import MatchKind, Result, Setup, What
from engine.games.indian.flow import begun, bet, declared
from engine.games.indian.options import Options
from engine.games.indian.state import Carry, State
from engine.games.indian.view import to_act, view
from engine.kit import betting
from engine.values import actions, offers
from engine.values.actions import Action
from engine.values.chance import Chance
from engine.values.events import Events
from engine.values.manners import Manners
from engine.values.offers import Barred, Offer, Offers, Verb, admitted
from engine.values.options import Value
from engine.values.view import View
from engine.values.why import Illegal, Why, WhyCode

Step = tuple[State, Events]

_NO_CALL = Barred("call", Why("nothing_to_call"))
_NO_RAISE = {
    code: Barred("raise", Why(code, {"cap": betting.CAP} if code == "capped" else {}))
    for code in get_args(betting.Closed)
}
_BETS: tuple[Verb, ...] = ("fold", "check", "call", "raise")
_WAITING: Offers = tuple(Barred(verb, Why("not_your_turn")) for verb in _BETS)
_DECLARED: Offers = tuple(Barred(verb, Why("already_set")) for verb in ("in", "out"))

_BETTING = (actions.Fold, actions.Check, actions.Call, actions.Raise)
_DECLARING = (actions.In, actions.Out)


class Indian:
    """The rules of one deal of Indian Poker."""

    id: str = "indian"
    rules: int = 1
    players: range = range(2, 9)
    Options: type[Struct] = Options
    Carry: type[Struct] = Carry
    manners: Manners = Manners(talk="phrases", absence="default", clock=25)
    match: MatchKind = "freezeout"
    presets: Mapping[str, Mapping[str, Value]] = {}
    scores: bool = False

    def new(self, options: Any, setup: Setup, chance: Chance) -> Step:
        """Antes paid, cards dealt; ValueError for a deal that there can't be."""
        if type(options) is not Options:
            raise ValueError("options of another game")
        return begun(self.players, options, setup, chance)

    def offers(self, state: State, seat: int) -> Offers:
        """Fold, check or call, raise; or in or out. After the end nothing: cards stay unseen."""
        if state.phase == "over" or not 0 <= seat < len(state.stacks):
            return ()
        if state.phase == "declare":
            if state.choices[seat] is not None:
                return _DECLARED
            return (offers.In(min(state.price, state.stacks[seat])), offers.Out())
        if seat != state.turn:
            return _WAITING if seat in state.live and state.stacks[seat] else ()
        price = betting.price(state.round, seat, state.stacks[seat])
        check: Offer | Barred = offers.Check()
        if price:
            check = Barred("check", Why("cannot_check", {"price": price}))
        call = offers.Call(price) if price else _NO_CALL
        return (offers.Fold(), check, call, _raise(state, seat))

    def decision(self, state: State, seat: int) -> int:
        """Rises with each act of the seat, and with the end."""
        return state.decisions[seat]

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The state after an action; Illegal says best why it is not offered."""
        given = self.offers(state, seat)
        if not admitted(given, action):
            raise _refusal(state, seat, given, action)
        if isinstance(action, actions.In | actions.Out):
            return declared(state, seat, action)
        return bet(state, seat, action)

    def happen(self, state: State, what: What) -> Step:
        """Nothing: what a clock or an empty chair brings about is `default`, seat by seat."""
        return state, ()

    def default(self, state: State, seat: int, draft: object) -> Action | None:
        """Check where that is free, else fold; out where all declare and could lose chips."""
        if seat not in to_act(state):
            return None
        if state.phase == "declare":
            # Whoever is all-in with the ante keeps the right to the pot.
            return actions.Out() if state.stacks[seat] else actions.In(0)
        price = betting.price(state.round, seat, state.stacks[seat])
        return actions.Fold() if price else actions.Check()

    def view(self, state: State) -> View:
        """Every hand to all who play but its owner, stacks, bets and pots to everybody."""
        return view(state)

    def result(self, state: State) -> Result | None:
        """What everybody won or lost; None while the deal runs, or needs cards that are unknown."""
        if not state.paid:
            return None
        net = tuple(now - then for now, then in zip(state.stacks, state.began, strict=True))
        return Result(net, Carry(stacks=state.stacks, pot=state.left))


def _raise(state: State, seat: int) -> Offer | Barred:
    found = betting.bounds(state.round, seat, state.stacks, state.live, state.middle)
    if isinstance(found, betting.Bounds):
        return offers.Raise(found.lo, found.hi)
    return _NO_RAISE[found]


def _refusal(state: State, seat: int, given: Offers, action: Action) -> Illegal:
    """Why no offer admits the action: the reason that helps most."""
    if not 0 <= seat < len(state.stacks):
        return Illegal("no_such_seat")
    if state.phase == "over":
        return Illegal("deal_over")
    if not isinstance(action, _DECLARING if state.phase == "declare" else _BETTING):
        return Illegal("no_such_action")
    if state.phase == "bet" and seat != state.turn:
        return Illegal("not_your_turn")
    verb = action.__struct_config__.tag
    for offer in given:
        if isinstance(offer, Barred) and offer.verb == verb:
            return Illegal(cast(WhyCode, offer.why.code), **offer.why.facts)
        if isinstance(offer, offers.Raise) and isinstance(action, actions.Raise):
            if action.to < offer.lo:
                return Illegal("below_minimum", lo=offer.lo)
            return Illegal("above_maximum", hi=offer.hi)
        if isinstance(offer, offers.Call | offers.In) and offer.__struct_config__.tag == verb:
            return Illegal("price_changed", price=offer.price)
    return Illegal("no_such_action")


GAMES: tuple[Indian, ...] = (Indian(),)
