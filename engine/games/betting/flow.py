"""The course of a deal: forced bets, streets, the end of betting, the showdown, the pots.

Every step takes a state and returns the next one with what happened. Chips only move between
stacks and the middle: their sum never changes.
"""

from operator import add, sub
from typing import cast

from msgspec.structs import replace

from engine.game import Setup
from engine.games.betting.dealing import dealt, deck_of, exchanged
from engine.games.betting.opening import filled, missing, opener, paying, stakes
from engine.games.betting.options import AnyOptions, ForeheadOptions, StudOptions
from engine.games.betting.rows import Row
from engine.games.betting.showdown import (
    order_of_showing,
    pots_of,
    raised,
    settle,
    strengths_of,
    worth_showing,
)
from engine.games.betting.state import Carry, Hand, State
from engine.kit import betting
from engine.kit.payout import returned
from engine.kit.pots import clockwise
from engine.values.actions import Action, BringIn, Call, Discard, Fold, Muck, Raise, Show
from engine.values.cards import Card, Hidden
from engine.values.chance import Chance
from engine.values.events import Acted, Event, Events, Phase, Posted, Shown
from engine.values.secret import Secret, sealed

Step = tuple[State, Events]

# What a state has before its first street begins.
_NO_ROUND = betting.begin(betting.Stakes("no", 1), 0)


# ── the beginning ──────────────────────────────────────────────────────────────────────────────


def begun(row: Row, options: AnyOptions, setup: Setup, chance: Chance) -> Step:
    """A deal's first state: antes and blinds posted, cards dealt, somebody to act.

    ValueError for a wrong number of players, dealer, carry, a seat without chips, or a card that
    comes twice. Cards that the deck does not have are unknown.
    """
    n, button = setup.players, setup.button
    if n not in row.players or not 0 <= button < n:
        raise ValueError(f"no deal for {n} players with dealer {button}")
    if not isinstance(setup.carry, Carry):
        raise ValueError("carry of another game")
    order = (*range(button + 1, n), *range(button + 1))
    carry = filled(setup.carry, options, order)
    # Antes come first, then dead blinds, then live ones: a short stack pays in this order.
    antes, stacks = paying(carry.antes, carry.stacks)
    dead, stacks = paying(carry.dead, stacks)
    posts, stacks = paying(carry.posts, stacks)
    aside = dead if carry.ante_matched else tuple(map(add, dead, antes))
    nothing: Secret[Hand] = Secret((), ())
    deck, again = deck_of(chance, row, n)
    state = State(
        row=row,
        options=options,
        carry=carry,
        button=button,
        began=carry.stacks,
        stacks=stacks,
        put=tuple(map(sub, carry.stacks, stacks)),
        aside=aside,
        deck=Secret(deck, ()),
        hands=(nothing,) * n,
        live=tuple(range(n)),
        round=_NO_ROUND,
        decisions=(0,) * n,
        missing=missing(carry, posts, order),
    )
    if row.stud:
        state = replace(state, ups=((),) * n)
    elif row.draws:
        state = replace(
            state,
            drawn=(None,) * n,
            away=Secret(((),) * n, ()),
            again=Secret(again, ()),
            seed=Secret(chance.seed, ()),
        )
    street = betting.begin(stakes(state), n)
    if not isinstance(options, StudOptions):
        street = betting.forced(
            street, posts, max(carry.posts), full=True, counted=options.cap_counts_blind
        )
    events: list[Event] = [Phase("deal")]
    for kind, paid in (("ante", antes), ("dead", dead), ("blind", posts)):
        events += [Posted(seat, paid[seat], kind) for seat in order if paid[seat]]
    state, cards = dealt(replace(state, round=street), order)
    state, more = _asked(state, button if carry.big is None else carry.big)
    return state, (*events, *cards, *more)


# ── a decision, and what follows from it ───────────────────────────────────────────────────────


def decided(state: State, seat: int, action: Action) -> Step:
    """The state after a decision that an offer admits."""
    event = Acted(seat, action)
    if state.phase == "show":
        return _after((event,), _shows(state, seat, isinstance(action, Show)))
    if isinstance(action, Discard):
        return _drew(state, seat, action)
    stacks, put, live = state.stacks, state.put, state.live
    own = total = state.round.bets[seat]
    if isinstance(action, Raise):
        total = action.to
    elif isinstance(action, Call):
        total = own + action.price
    elif isinstance(action, BringIn):
        total = action.price
    elif isinstance(action, Fold):
        live = tuple([one for one in live if one != seat])
    if total > own:
        stacks = _with(stacks, seat, stacks[seat] - total + own)
        put = _with(put, seat, put[seat] + total - own)
    if isinstance(action, BringIn):
        assert isinstance(state.options, StudOptions)
        street = betting.brought_in(state.round, seat, total, state.options.brings)
    else:
        street = betting.acted(state.round, seat, total, live)
    turn = betting.waiting(street, stacks, live, seat)
    state = replace(
        state,
        stacks=stacks,
        put=put,
        live=live,
        round=street,
        decisions=_with(state.decisions, seat, state.decisions[seat] + 1),
        turn=turn,
    )
    return (state, (event,)) if turn is not None else _after((event,), _closed(state))


def shown_after(state: State, seat: int) -> Step:
    """A hand opened after the deal, which changes nothing of what came of it."""
    decisions = _with(state.decisions, seat, state.decisions[seat] + 1)
    state, events = _opened(replace(state, decisions=decisions), (seat,))
    return state, (Acted(seat, Show()), *events)


def _after(events: Events, step: Step) -> Step:
    return step[0], (*events, *step[1])


def _asked(state: State, after: int) -> Step:
    """A street's first question, a new one for everybody; the turn is clockwise from `after`.

    In stud it is from whose open cards begin, whoever `after` is.

    Where nobody has anything to decide the street is over at once.
    """
    if state.row.stud:
        state = replace(state, opener=opener(state))
        assert state.opener is not None
        after = state.opener.seat - 1
    turn = betting.waiting(state.round, state.stacks, state.live, after)
    first = turn
    if first is None:
        first = clockwise(state.live, after, len(state.stacks))[0]
    state = replace(state, decisions=raised(state.decisions), first=first, turn=turn)
    return (state, ()) if turn is not None else _closed(state)


def _closed(state: State) -> Step:
    """The betting of a street is over: uncalled chips go back, then the deal goes on or ends."""
    state, events = returned(state)
    if len(state.live) == 1:
        # Everybody else has folded: nothing is shown.
        return _after(events, _revealed(settle(state)))
    return _after(events, _onwards(state))


def _onwards(state: State) -> Step:
    """The next street, or the showdown; hands are opened as soon as nobody can bet any more."""
    following = state.street + 1
    if following == len(state.row.streets):
        return _showdown(state)
    if state.row.streets[following].draw and state.phase == "bet":
        return _drawing(state)
    order = clockwise(state.live, state.button, len(state.stacks))
    events: Events = ()
    able = [seat for seat in state.live if state.stacks[seat]]
    if len(able) < 2 and not state.asks and not state.row.draws:
        if state.opened_on is None:
            state = replace(state, opened_on=state.street)
        state, events = _opened(state, order)
    state, cards = dealt(replace(state, street=following, phase="bet", missing=0), order)
    state = replace(state, round=betting.begin(stakes(state), len(state.stacks)))
    state, more = _asked(state, state.button)
    return state, (*events, Phase(state.row.streets[following].name), *cards, *more)


# ── the exchange ───────────────────────────────────────────────────────────────────────────────


def _drawing(state: State) -> Step:
    """Everybody still in exchanges cards, also who is all-in, from the left of the dealer."""
    nothing = replace(state.round, bets=(0,) * len(state.stacks))
    turn = clockwise(state.live, state.button, len(state.stacks))[0]
    state = replace(
        state, phase="draw", turn=turn, round=nothing, decisions=raised(state.decisions)
    )
    return state, (Phase("draw"),)


def _drew(state: State, seat: int, action: Discard) -> Step:
    """The state after a seat has exchanged cards; the last one's begins the street."""
    cards = tuple([card for card in action.cards if isinstance(card, Card)])
    put = cast(tuple[Card | Hidden, ...], tuple(sealed(card, (seat,)) for card in cards))
    event = Acted(seat, Discard(put))
    state, dealt_again = exchanged(state, seat, cards)
    order = clockwise(state.live, state.button, len(state.stacks))
    left = [one for one in order if state.drawn[one] is None]
    decisions = _with(state.decisions, seat, state.decisions[seat] + 1)
    state = replace(state, turn=left[0] if left else None, decisions=decisions)
    return _after((event, *dealt_again), (state, ()) if left else _onwards(state))


# ── the end ────────────────────────────────────────────────────────────────────────────────────


def _showdown(state: State) -> Step:
    """Hands are shown in turn, by choice or by the rules (rules.md C.11).

    By the rules a hand that can win nothing any more is mucked; but where somebody is all-in, cards
    are unknown, or nobody knows their own, all are opened.
    """
    begun = Phase("showdown")
    state = replace(state, phase="show", turn=None, decisions=raised(state.decisions))
    if state.asks:
        return _after((begun,), _next_shower(state))
    strengths, order = strengths_of(state), order_of_showing(state)
    together = state.row.forehead or not all(state.stacks[seat] for seat in state.live)
    if strengths is None or together:
        again = _grown(state, order)
        state, shown = _opened(state, order)
        return _after((begun, *again, *shown), _revealed(settle(state, strengths)))
    events: list[Event] = [begun]
    lying = pots_of(state)
    for seat in order:
        if worth_showing(seat, lying, state.opened, strengths):
            state, shown = _opened(state, (seat,))
            events += shown
        else:
            state = replace(state, mucked=(*state.mucked, seat))
            events.append(Acted(seat, Muck()))
    return _after(tuple(events), settle(state, strengths))


def _revealed(step: Step) -> Step:
    """The end of a deal, all cards that are still hidden opened, where that is agreed."""
    state, events = step
    options = state.options
    if not isinstance(options, ForeheadOptions) or not options.reveal or not events:
        return step
    n = len(state.stacks)
    state, shown = _opened(state, clockwise(range(n), state.button, n))
    return state, (*events[:-1], *shown, events[-1])


def _grown(state: State, order: tuple[int, ...]) -> Events:
    """Hands that lay open before their last cards came, shown as they are now."""
    if not state.row.stud or state.opened_on is None:
        return ()
    common = state.opened_on + 2 == len(state.row.streets) and state.board
    return () if common else tuple(Shown(seat, state.held(seat)) for seat in order)


def _shows(state: State, seat: int, shows: bool) -> Step:
    state = replace(state, decisions=_with(state.decisions, seat, state.decisions[seat] + 1))
    if shows:
        state, events = _opened(state, (seat,))
    else:
        state, events = replace(state, mucked=(*state.mucked, seat)), ()
    return _after(events, _next_shower(state))


def _next_shower(state: State) -> Step:
    """The next to show or muck; nobody is asked when all others have given up."""
    done = state.opened + state.mucked
    left = [seat for seat in order_of_showing(state) if seat not in done]
    if left and len(state.mucked) < len(state.live) - 1:
        return replace(state, turn=left[0]), ()
    return settle(state, strengths_of(state) if len(state.opened) > 1 else None)


def _opened(state: State, seats: tuple[int, ...]) -> Step:
    fresh = tuple(seat for seat in seats if seat not in state.opened)
    shown: tuple[Event, ...] = tuple(Shown(seat, state.held(seat)) for seat in fresh)
    return replace(state, opened=state.opened + fresh), shown


def _with(items: tuple[int, ...], seat: int, item: int) -> tuple[int, ...]:
    changed = list(items)
    changed[seat] = item
    return tuple(changed)
