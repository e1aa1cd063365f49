"""A one-card betting game for tests: everything that Pokerface lacks, as small as it can be.

Everybody antes and gets one secret card. Who has chips left chooses secretly whether to stay in
(check) or not (fold); all choices open together. If nobody stays in, the pot waits for the next
deal. Then one betting round, no limit; the highest rank wins, equals share. It is registered
nowhere; a test that wants it at a server registers it.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from engine.game import MatchKind, Result, Setup, What
from engine.values import actions, offers
from engine.values.actions import Action
from engine.values.cards import RANKS, Card, Cell, Empty, Token
from engine.values.chance import Chance
from engine.values.events import Acted, Dealt, Event, Events, Paid, Phase, Scored, Shown
from engine.values.manners import Manners
from engine.values.offers import Barred, Offer, Offers, admitted
from engine.values.options import Value
from engine.values.secret import Secret, sealed
from engine.values.view import Marker, PotView, SeatView, Status, View, Zone
from engine.values.why import Illegal, Why, WhyCode


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Chips at the beginning, the ante, and whether people choose before they bet."""

    stack: Annotated[int, Meta(ge=2, le=200)] = 20
    ante: Annotated[int, Meta(ge=1, le=10)] = 1
    choose: bool = True


class Carry(Struct, frozen=True, forbid_unknown_fields=True):
    """Stacks (none: everybody begins), and the pot that the deal before left."""

    stacks: tuple[int, ...] = ()
    pot: int = 0


class State(Struct, frozen=True):
    """One deal; `put` are chips in the pot, `bets` those in front of the seats.

    `choices`: whether a seat stays in, None before it chose. `acted` since the last raise.
    """

    options: Options
    button: int
    began: tuple[int, ...]
    carried: int
    hands: tuple[Secret[Card] | None, ...]
    stacks: tuple[int, ...]
    put: tuple[int, ...]
    bets: tuple[int, ...]
    live: tuple[bool, ...]
    choices: tuple[Secret[bool] | None, ...]
    acted: tuple[bool, ...]
    decisions: tuple[int, ...]
    phase: Literal["choose", "bet", "over"] = "choose"
    turn: int = 0
    shown: bool = False
    winners: tuple[int, ...] = ()
    left: int = 0


class Chips:
    """The rules of one deal."""

    id: str = "chips"
    rules: int = 1
    players: range = range(2, 5)
    Options: type[Struct] = Options
    Carry: type[Struct] = Carry
    manners: Manners = Manners(talk="free", absence="default", clock=30)
    match: MatchKind = "cooperative"
    presets: Mapping[str, Mapping[str, Value]] = {}
    scores: bool = False

    def new(self, options: Any, setup: Setup, chance: Chance) -> tuple[State, Events]:
        """Antes posted, one card each from left of the button; ValueError for a wrong setup."""
        n, carry = setup.players, setup.carry
        if n not in self.players or not isinstance(options, Options) or type(carry) is not Carry:
            raise ValueError("no such deal")
        began = carry.stacks or (options.stack,) * n
        if len(began) != n or sum(chips > 0 for chips in began) < 2:
            raise ValueError("a deal needs two seats with chips")
        put = tuple(min(options.ante, chips) for chips in began)
        hands: list[Secret[Card] | None] = [None] * n
        order = [(setup.button + 1 + i) % n for i in range(n)]
        dealt = [seat for seat in order if began[seat]]
        for seat, card in zip(dealt, chance.deck, strict=False):
            hands[seat] = Secret(card, (seat,))
        state = State(
            options=options,
            button=setup.button,
            began=began,
            carried=carry.pot,
            hands=tuple(hands),
            stacks=tuple(chips - paid for chips, paid in zip(began, put, strict=True)),
            put=put,
            bets=(0,) * n,
            live=tuple(chips > 0 for chips in began),
            choices=(None,) * n,
            acted=(False,) * n,
            decisions=(0,) * n,
        )
        events: list[Event] = [Phase("deal")]
        events += [Dealt(f"hand.{seat}", seat, self._hand(state, seat)) for seat in dealt]
        state, more = self._choosing(state) if options.choose else self._betting(state)
        return state, (*events, *more)

    def offers(self, state: State, seat: int) -> Offers:
        """In or out; then fold, check or call, raise."""
        if seat not in self._to_act(state):
            return ()
        if state.phase == "choose":
            return (offers.Fold(), offers.Check())
        stack, own = state.stacks[seat], state.bets[seat]
        top = max(state.bets)
        found: list[Offer | Barred] = [offers.Fold()]
        if top > own:
            found += [
                Barred("check", Why("cannot_check", {"price": top - own})),
                offers.Call(min(stack, top - own)),
            ]
        else:
            found += [offers.Check(), Barred("call", Why("nothing_to_call"))]
        rivals = [s for s, live in enumerate(state.live) if live and s != seat and state.stacks[s]]
        if own + stack <= top:
            found.append(Barred("raise", Why("short_stack")))
        elif rivals:
            lo = min(top + state.options.ante, own + stack)
            found.append(offers.Raise(lo, own + stack, state.options.ante))
        else:
            found.append(Barred("raise", Why("nobody_to_call")))
        return tuple(found)

    def decision(self, state: State, seat: int) -> int:
        """Rises with each act of the seat and each phase."""
        return state.decisions[seat]

    def apply(self, state: State, seat: int, action: Action) -> tuple[State, Events]:
        """The state after an action, or Illegal."""
        if not admitted(self.offers(state, seat), action):
            raise self._refusal(state, seat, action)
        if state.phase == "choose":
            return self._chosen(state, seat, isinstance(action, actions.Check))
        top = max(state.bets)
        paid = 0
        if isinstance(action, actions.Fold):
            state = replace(state, live=_with(state.live, seat, False))
        elif isinstance(action, actions.Call):
            paid = action.price
        elif isinstance(action, actions.Raise):
            paid = action.to - state.bets[seat]
        state = replace(
            state,
            stacks=_with(state.stacks, seat, state.stacks[seat] - paid),
            bets=_with(state.bets, seat, state.bets[seat] + paid),
        )
        raised = max(state.bets) > top
        acted = (False,) * len(state.acted) if raised else state.acted
        state = replace(state, acted=_with(acted, seat, True), decisions=_up(state, seat))
        state, events = self._go_on(state, seat)
        return state, (Acted(seat, action), *events)

    def happen(self, state: State, what: What) -> tuple[State, Events]:
        """Nothing."""
        return state, ()

    def default(self, state: State, seat: int, draft: object) -> Action | None:
        """Out; or check where that is free, else fold."""
        possible = self.offers(state, seat)
        if state.phase == "bet" and admitted(possible, actions.Check()):
            return actions.Check()
        return actions.Fold() if possible else None

    def view(self, state: State) -> View:
        """Hands sealed unless shown, choices sealed until all have chosen."""
        hands = (
            Zone(f"hand.{seat}", "hand", seat, self._hand(state, seat))
            for seat in range(len(state.hands))
        )
        choices = (
            Zone(f"choice.{seat}", "stack", seat, self._choice(state, seat))
            for seat in range(len(state.choices))
        )
        over = state.phase == "over"
        pots: tuple[PotView, ...] = self._pots(state, state.put)
        if over:
            pots = (PotView(state.left, ()),) if state.left else ()
        return View(
            phase=state.phase,
            to_act=self._to_act(state),
            zones=(*hands, *(choices if state.options.choose else ())),
            seats=tuple(
                SeatView(
                    status=self._status(state, seat),
                    stack=state.stacks[seat],
                    bet=state.bets[seat],
                    markers=self._markers(state, seat),
                )
                for seat in range(len(state.stacks))
            ),
            pots=pots,
        )

    def result(self, state: State) -> Result | None:
        """What everybody won or lost; finished when one seat has all chips."""
        if state.phase != "over":
            return None
        net = tuple(now - then for now, then in zip(state.stacks, state.began, strict=True))
        ended: Literal["finished"] | None = None
        if sum(chips > 0 for chips in state.stacks) < 2:
            ended = "finished"
        return Result(net, Carry(state.stacks, state.left), ended)

    # ── steps ──────────────────────────────────────────────────────────────────────────────────

    def _choosing(self, state: State) -> tuple[State, Events]:
        # Who has put in everything has nothing left to give up.
        state = replace(
            state,
            choices=tuple(
                Secret(True, range(len(state.live))) if live and not stack else None
                for live, stack in zip(state.live, state.stacks, strict=True)
            ),
            decisions=_up(state),
        )
        events: Events = (Phase("choose"),)
        if not self._to_act(state):
            state, more = self._betting(state)
            events += more
        return state, events

    def _chosen(self, state: State, seat: int, stays: bool) -> tuple[State, Events]:
        state = replace(
            state,
            choices=_with(state.choices, seat, Secret(stays, (seat,))),
            decisions=_up(state, seat),
        )
        events: Events = (Dealt(f"choice.{seat}", seat, self._choice(state, seat)),)
        if self._to_act(state):
            return state, events
        live = tuple(choice is not None and choice.value for choice in state.choices)
        opened = (
            Acted(s, actions.Check() if choice.value else actions.Fold())
            for s, choice in enumerate(state.choices)
            if choice is not None and state.stacks[s]
        )
        state, more = self._betting(replace(state, live=live))
        return state, (*events, *opened, *more)

    def _betting(self, state: State) -> tuple[State, Events]:
        state = replace(state, phase="bet", decisions=_up(state))
        if sum(state.live) < 2:
            return self._over(state)
        state, events = self._go_on(state, state.button)
        return state, (Phase("bet"), *events)

    def _go_on(self, state: State, seat: int) -> tuple[State, Events]:
        n, top = len(state.live), max(state.bets)
        if sum(state.live) > 1:
            able = [s for s in range(n) if state.live[s] and state.stacks[s]]
            owing = [s for s in able if state.bets[s] < top]
            waiting = owing if len(able) < 2 else [s for s in able if not state.acted[s]]
            order = [(seat + 1 + i) % n for i in range(n)]
            for turn in order:
                if turn in waiting:
                    return replace(state, turn=turn), ()
        return self._over(state)

    def _over(self, state: State) -> tuple[State, Events]:
        events: list[Event] = []
        stacks = list(state.stacks)
        put = [a + b for a, b in zip(state.put, state.bets, strict=True)]
        most = max(range(len(put)), key=lambda s: put[s])
        second = max(chips for seat, chips in enumerate(put) if seat != most)
        if state.live[most] and (back := min(put[most] - second, state.bets[most])) > 0:
            put[most] -= back
            stacks[most] += back
            events.append(Paid(most, back, "uncalled"))
        live = [seat for seat, stays in enumerate(state.live) if stays]
        shown = len(live) > 1
        if shown:
            events.append(Phase("showdown"))
            events += [Shown(s, (self._card(state, s),)) for s in live]
        winners: set[int] = set()
        for pot in self._pots(state, tuple(put)) if live else ():
            best = max(RANKS.index(self._card(state, s).rank) for s in pot.seats)
            order = [(state.button + 1 + i) % len(put) for i in range(len(put))]
            top = [
                s
                for s in order
                if s in pot.seats and RANKS.index(self._card(state, s).rank) == best
            ]
            share, odd = divmod(pot.chips, len(top))
            for place, seat in enumerate(top):
                stacks[seat] += share + (place < odd)
                events.append(Paid(seat, share + (place < odd), "pot"))
            winners.update(top)
        left = 0 if live else state.carried + sum(put)
        events.append(Scored("carried", {"pot": left}) if left else Scored("paid"))
        state = replace(
            state,
            phase="over",
            stacks=tuple(stacks),
            put=(0,) * len(put),
            bets=(0,) * len(put),
            shown=shown,
            winners=tuple(sorted(winners)),
            left=left,
            decisions=_up(state),
        )
        return state, tuple(events)

    # ── what lies there ────────────────────────────────────────────────────────────────────────

    def _to_act(self, state: State) -> tuple[int, ...]:
        if state.phase == "choose":
            seats = enumerate(zip(state.live, state.choices, strict=True))
            return tuple(s for s, (live, choice) in seats if live and choice is None)
        return (state.turn,) if state.phase == "bet" else ()

    def _card(self, state: State, seat: int) -> Card:
        hand = state.hands[seat]
        assert hand is not None
        return hand.value

    def _hand(self, state: State, seat: int) -> tuple[Cell, ...]:
        hand = state.hands[seat]
        if hand is None:
            return (Empty(),)
        if state.shown and state.live[seat]:
            return (hand.value,)
        return (sealed(hand.value, hand.seen_by),)

    def _choice(self, state: State, seat: int) -> tuple[Cell, ...]:
        choice = state.choices[seat]
        if choice is None:
            return (Empty(),)
        token = Token("c", 2 if choice.value else 1, seat)
        return (sealed(token, choice.seen_by) if self._to_act(state) else token,)

    def _pots(self, state: State, put: tuple[int, ...]) -> tuple[PotView, ...]:
        """The pots layer by layer; a layer that no live seat paid for belongs to the one below."""
        levels = sorted({chips for seat, chips in enumerate(put) if state.live[seat]})
        pots: list[PotView] = []
        below, rest = 0, state.carried
        for level in levels:
            top = max(put) if level == levels[-1] else level
            chips = rest + sum(min(paid, top) - min(paid, below) for paid in put)
            seats = tuple(s for s, paid in enumerate(put) if state.live[s] and paid >= level)
            if chips:
                pots.append(PotView(chips, seats))
            below, rest = top, 0
        return tuple(pots)

    def _status(self, state: State, seat: int) -> Status:
        if not state.began[seat]:
            return "out"
        if not state.live[seat]:
            return "folded"
        return "in" if state.stacks[seat] or state.phase == "over" else "all_in"

    def _markers(self, state: State, seat: int) -> tuple[Marker, ...]:
        dealer: tuple[Marker, ...] = ("dealer",) if seat == state.button else ()
        winner: tuple[Marker, ...] = ("winner",) if seat in state.winners else ()
        return dealer + winner

    def _refusal(self, state: State, seat: int, action: Action) -> Illegal:
        if state.phase == "over":
            return Illegal("deal_over")
        if not isinstance(action, actions.Fold | actions.Check | actions.Call | actions.Raise) or (
            state.phase == "choose" and isinstance(action, actions.Call | actions.Raise)
        ):
            return Illegal("no_such_action")
        if seat not in self._to_act(state):
            return Illegal("not_your_turn")
        if isinstance(action, actions.Raise):
            for offer in self.offers(state, seat):
                if isinstance(offer, offers.Raise):
                    if action.to < offer.lo:
                        return Illegal("below_minimum", lo=offer.lo)
                    if action.to > offer.hi:
                        return Illegal("above_maximum", hi=offer.hi)
                    return Illegal("off_step", step=offer.step)
                if isinstance(offer, Barred) and offer.verb == "raise":
                    return Illegal(cast(WhyCode, offer.why.code))
        price = max(state.bets) - state.bets[seat]
        code: WhyCode = "cannot_check" if isinstance(action, actions.Check) else "price_changed"
        return Illegal(code, price=price) if price else Illegal("nothing_to_call")


def _up(state: State, seat: int | None = None) -> tuple[int, ...]:
    """Decision numbers, risen for one seat or for all."""
    return tuple(n + (seat in {None, place}) for place, n in enumerate(state.decisions))


def _with(items: tuple[Any, ...], place: int, item: object) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])
