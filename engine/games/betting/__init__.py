"""The betting games: hold'em, Omaha and Omaha hi/lo under every structure (rules.md C).

A family in a folder: `rows` are the variants, `state` the deal as a value, `flow` its course,
`showdown` the hands and pots; this module is the contract of engine.game over them, `view` what
lies on the table.
"""

from typing import Any

from msgspec import Struct

from engine.game import Result, Setup, What
from engine.games.betting.flow import begun, decided
from engine.games.betting.rows import ROWS, Row
from engine.games.betting.state import Carry, Options, State
from engine.games.betting.view import view
from engine.kit import betting
from engine.values import actions, offers
from engine.values.actions import Action
from engine.values.chance import Chance
from engine.values.events import Events
from engine.values.manners import Manners
from engine.values.offers import Barred, Offers, Verb, admitted
from engine.values.view import View
from engine.values.why import Illegal, Why, WhyCode

Step = tuple[State, Events]

_FOLD = offers.Fold()
_CHECK = offers.Check()
_SHOWING = (offers.Show(), offers.Muck())
_NO_CALL = Barred("call", Why("nothing_to_call"))
_NO_RAISE = Barred("raise", Why("cannot_raise"))
_BETS: tuple[Verb, ...] = ("fold", "check", "call", "raise")
_WAITING: Offers = tuple(Barred(verb, Why("not_your_turn")) for verb in _BETS)


class Betting:
    """The rules of one deal of a betting game, whatever its row."""

    rules: int = 1
    Options: type[Struct] = Options
    Carry: type[Struct] = Carry
    manners: Manners = Manners(talk="phrases", absence="default", clock=25)

    def __init__(self, row: Row) -> None:
        self.row = row
        self.id = row.id
        self.players = row.players

    def new(self, options: Any, setup: Setup, chance: Chance) -> Step:
        """Antes and blinds posted, cards dealt; ValueError for a deal that there can't be."""
        if not isinstance(options, Options) or options.structure not in self.row.structures:
            raise ValueError("options of another game")
        return begun(self.row, options, setup, chance)

    def offers(self, state: State, seat: int) -> Offers:
        """Fold, check or call, raise; at a showdown by choice: show or muck."""
        if seat != state.turn:
            # The keys of whoever will have a decision yet are dimmed, nobody else's are there.
            waits = state.turn is not None and seat in state.live and state.stacks[seat]
            return _WAITING if waits and state.phase == "bet" else ()
        if state.phase == "show":
            return _SHOWING
        price = betting.price(state.round, seat, state.stacks[seat])
        middle = sum(state.put) + state.missing
        raises = betting.bounds(state.round, seat, state.stacks, state.live, middle)
        highest = _NO_RAISE if raises is None else offers.Raise(raises.lo, raises.hi)
        if price:
            free = Barred("check", Why("cannot_check", {"price": price}))
            return (_FOLD, free, offers.Call(price), highest)
        return (_FOLD, _CHECK, _NO_CALL, highest)

    def decision(self, state: State, seat: int) -> int:
        """Rises with each act of the seat and each street."""
        return state.decisions[seat]

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The state after an action; Illegal says best why nothing admits it."""
        possible = self.offers(state, seat)
        if not admitted(possible, action):
            raise _refusal(state, seat, action, possible)
        return decided(state, seat, action)

    def happen(self, state: State, what: What) -> Step:
        """Nothing: what a clock or an empty chair brings about is `default`, seat by seat."""
        return state, ()

    def default(self, state: State, seat: int, draft: object) -> Action | None:
        """Check where that is free, else fold; muck at a showdown (rules.md C.12)."""
        if seat != state.turn:
            return None
        if state.phase == "show":
            return actions.Muck()
        free = betting.price(state.round, seat, state.stacks[seat]) == 0
        return actions.Check() if free else actions.Fold()

    def view(self, state: State) -> View:
        """Own cards to their owner, the board, stacks, bets and pots to all."""
        return view(state)

    def result(self, state: State) -> Result | None:
        """What everybody won or lost; None while the deal runs, or needs cards that are unknown."""
        if state.phase != "over" or any(state.put):
            return None
        net = tuple(now - then for now, then in zip(state.stacks, state.began, strict=True))
        return Result(net, Carry(stacks=state.stacks))


def _refusal(state: State, seat: int, action: Action, possible: Offers) -> Illegal:
    """Why no offer admits the action: the reason that helps most."""
    if not 0 <= seat < len(state.stacks):
        return Illegal("no_such_seat")
    if state.phase == "over":
        return Illegal("deal_over")
    bets = actions.Fold | actions.Check | actions.Call | actions.Raise
    verbs = actions.Show | actions.Muck if state.phase == "show" else bets
    if not isinstance(action, verbs):
        return Illegal("no_such_action")
    if seat != state.turn:
        return Illegal("not_your_turn")
    if isinstance(action, actions.Raise):
        for offer in possible:
            if isinstance(offer, offers.Raise):
                if action.to < offer.lo:
                    return Illegal("below_minimum", lo=offer.lo)
                return Illegal("above_maximum", hi=offer.hi)
        return Illegal("cannot_raise")
    price = betting.price(state.round, seat, state.stacks[seat])
    code: WhyCode = "cannot_check" if isinstance(action, actions.Check) else "price_changed"
    return Illegal(code, price=price) if price else Illegal("nothing_to_call")


GAMES: tuple[Betting, ...] = tuple(Betting(row) for row in ROWS)
