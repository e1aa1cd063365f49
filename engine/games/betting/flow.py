"""The course of a deal: forced bets, streets, the end of betting, the showdown, the pots.

Every step takes a state and returns the next one with what happened. Chips only move between
stacks and the middle: their sum never changes.
"""

from collections.abc import Sequence
from operator import add, sub

from msgspec.structs import replace

from engine.game import Setup
from engine.games.betting.rows import Row
from engine.games.betting.showdown import (
    matched,
    order_of_showing,
    pots_of,
    raised,
    settle,
    strengths_of,
    worth_showing,
)
from engine.games.betting.state import Carry, Hand, Options, State
from engine.kit import betting
from engine.kit.betting import Stakes
from engine.kit.pots import clockwise, uncalled
from engine.values.actions import Action, Call, Fold, Muck, Raise, Show
from engine.values.cards import UNKNOWN, Cell
from engine.values.chance import Chance
from engine.values.events import Acted, Dealt, Event, Events, Paid, Phase, Posted, Shown
from engine.values.secret import Secret, sealed

Step = tuple[State, Events]
Paying = tuple[tuple[int, ...], tuple[int, ...]]


# ── the beginning ──────────────────────────────────────────────────────────────────────────────


def begun(row: Row, options: Options, setup: Setup, chance: Chance) -> Step:
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
    antes, stacks = _paying(carry.antes, carry.stacks)
    dead, stacks = _paying(carry.dead, stacks)
    posts, stacks = _paying(carry.posts, stacks)
    aside = dead if carry.ante_matched else tuple(map(add, dead, antes))
    street = betting.begin(_stakes(row, options, 0), n)
    nothing: Secret[Hand] = Secret((), ())
    state = State(
        row=row,
        options=options,
        carry=carry,
        button=button,
        began=carry.stacks,
        stacks=stacks,
        put=tuple(map(sub, carry.stacks, stacks)),
        aside=aside,
        deck=Secret(_deck(chance, row, n), ()),
        hands=(nothing,) * n,
        live=tuple(range(n)),
        round=betting.forced(
            street, posts, max(carry.posts), full=True, counted=options.cap_counts_blind
        ),
        decisions=(0,) * n,
        missing=_missing(carry, posts, order),
    )
    events: list[Event] = [Phase("deal")]
    for kind, paid in (("ante", antes), ("dead", dead), ("blind", posts)):
        events += [Posted(seat, paid[seat], kind) for seat in order if paid[seat]]
    state, dealt = _dealt(state, order)
    assert carry.big is not None
    state, more = _asked(state, carry.big)
    return state, (*events, *dealt, *more)


def filled(carry: Carry, options: Options, order: tuple[int, ...]) -> Carry:
    """The carry with what the options make of what it leaves open; `order` from the button's left.

    ValueError where its parts don't fit each other.
    """
    n = len(order)
    stacks = carry.stacks or (100 * options.bet,) * n
    antes = carry.antes or (options.ante,) * n
    posts = carry.posts or _blinds(options, order)
    dead = carry.dead or (0,) * n
    for part in (stacks, antes, posts, dead):
        if len(part) != n or min(part) < 0:
            raise ValueError("stacks, antes and posts are not those of these seats")
    if min(stacks) < 1:
        raise ValueError("a seat has no chips")
    if max(posts) < 1:
        raise ValueError("nobody posts a blind")
    big = carry.big
    if big is None:
        most = max(posts)
        highest = [seat for seat in order if posts[seat] == most]
        # Equal blinds: the later is the big one, of two players the one that is not the button.
        big = highest[0 if n == 2 else -1]
    if not 0 <= big < n:
        raise ValueError(f"the big blind has no seat {big}")
    return Carry(
        stacks=stacks,
        antes=antes,
        posts=posts,
        dead=dead,
        blinds=carry.blinds or options.blinds,
        big=big,
        ante_matched=carry.ante_matched,
        ask=carry.ask,
    )


def _paying(full: tuple[int, ...], stacks: tuple[int, ...]) -> Paying:
    """What each seat pays of a full amount, all it has at most, and what it has left."""
    if not any(full):
        return full, stacks
    paid = tuple(map(min, full, stacks))
    return paid, tuple(map(sub, stacks, paid))


def _blinds(options: Options, order: tuple[int, ...]) -> tuple[int, ...]:
    """The blinds left of the button; of two players it posts the small one (rules.md C.2)."""
    posts = [0] * len(order)
    first, second = order[:2] if len(order) > 2 else order[::-1]
    posts[first], posts[second] = options.blinds
    return tuple(posts)


def _deck(chance: Chance, row: Row, n: int) -> Hand:
    needed = sum(street.down * n + street.board for street in row.streets)
    deck = chance.deck + (UNKNOWN,) * (needed - len(chance.deck))
    codes = [card.code for card in deck]
    if len(set(codes)) + max(0, codes.count(UNKNOWN.code) - 1) < len(codes):
        raise ValueError("a card comes twice")
    return deck


def _missing(carry: Carry, posts: tuple[int, ...], order: tuple[int, ...]) -> int:
    """What blinds lack to be posted in full: the pot-limit maximum counts it (rules.md C.6)."""
    assert carry.blinds is not None
    assert carry.big is not None
    # Beyond the big blind lie posts of people who come back: they stand for no blind.
    blinds = order if len(order) == 2 else order[: order.index(carry.big) + 1]
    unposted = sum(carry.blinds) - sum(carry.posts[seat] for seat in blinds)
    return sum(carry.posts) - sum(posts) + max(0, unposted)


def _stakes(row: Row, options: Options, street: int) -> Stakes:
    structure, bet, top = options.structure, options.bet, max(options.bet, options.top)
    by = options.spread_raise if structure == "spread" else options.min_raise
    return Stakes(
        structure,
        unit=top if structure == "split" and row.streets[street].big else bet,
        most=top,
        last=by == "last" and structure != "split",
        cap_heads_up=options.cap_heads_up,
    )


# ── cards ──────────────────────────────────────────────────────────────────────────────────────


def _dealt(state: State, order: Sequence[int]) -> Step:
    """The cards of the street: own ones to each seat still in, then the board's."""
    street = state.row.streets[state.street]
    deck, hands, board = state.deck.value, state.hands, state.board
    events: list[Event] = []
    top = 0
    if street.down:
        dealt = list(hands)
        for seat in order:
            fresh = deck[top : top + street.down]
            top += street.down
            dealt[seat] = hand = Secret(hands[seat].value + fresh, (seat,))
            events.append(Dealt(f"hand.{seat}", seat, cells(hand)[-street.down :]))
        hands = tuple(dealt)
    if street.board:
        fresh = deck[top : top + street.board]
        top += street.board
        board += fresh
        events.append(Dealt("board", None, fresh))
    return replace(state, deck=Secret(deck[top:], ()), hands=hands, board=board), tuple(events)


def cells(hand: Secret[Hand]) -> tuple[Cell, ...]:
    """A hand's cells, each as secret as the hand."""
    return tuple([sealed(card, hand.seen_by) for card in hand.value])


# ── a decision, and what follows from it ───────────────────────────────────────────────────────


def decided(state: State, seat: int, action: Action) -> Step:
    """The state after a decision that an offer admits."""
    event = Acted(seat, action)
    if state.phase == "show":
        return _after((event,), _shows(state, seat, isinstance(action, Show)))
    stacks, put, live = state.stacks, state.put, state.live
    own = total = state.round.bets[seat]
    if isinstance(action, Raise):
        total = action.to
    elif isinstance(action, Call):
        total = own + action.price
    elif isinstance(action, Fold):
        live = tuple([one for one in live if one != seat])
    if total > own:
        stacks = _with(stacks, seat, stacks[seat] - total + own)
        put = _with(put, seat, put[seat] + total - own)
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

    Where nobody has anything to decide the street is over at once.
    """
    turn = betting.waiting(state.round, state.stacks, state.live, after)
    first = turn
    if first is None:
        first = clockwise(state.live, after, len(state.stacks))[0]
    state = replace(state, decisions=raised(state.decisions), first=first, turn=turn)
    return (state, ()) if turn is not None else _closed(state)


def _closed(state: State) -> Step:
    """The betting of a street is over: uncalled chips go back, then the deal goes on or ends."""
    state, events = _returned(state)
    if len(state.live) == 1:
        # Everybody else has folded: nothing is shown.
        return _after(events, settle(state))
    return _after(events, _onwards(state))


def _returned(state: State) -> Step:
    """Chips that nobody matched go back before anything else (rules.md C.11)."""
    seat, chips = uncalled(matched(state))
    if not chips or seat not in state.live:
        return state, ()
    bets = state.round.bets
    # An ante that nobody could match is no bet of this street.
    left = max(0, bets[seat] - chips)
    state = replace(
        state,
        stacks=_with(state.stacks, seat, state.stacks[seat] + chips),
        put=_with(state.put, seat, state.put[seat] - chips),
        round=replace(state.round, bets=_with(bets, seat, left)),
        returned=(seat, chips),
    )
    return state, (Paid(seat, chips, "uncalled"),)


def _onwards(state: State) -> Step:
    """The next street, or the showdown; hands are opened as soon as nobody can bet any more."""
    following = state.street + 1
    if following == len(state.row.streets):
        return _showdown(state)
    order = clockwise(state.live, state.button, len(state.stacks))
    events: Events = ()
    able = [seat for seat in state.live if state.stacks[seat]]
    if len(able) < 2 and not state.carry.ask:
        state, events = _opened(state, order)
    stakes = _stakes(state.row, state.options, following)
    state = replace(
        state,
        street=following,
        round=betting.begin(stakes, len(state.stacks)),
        missing=0,
    )
    state, dealt = _dealt(state, order)
    state, more = _asked(state, state.button)
    return state, (*events, Phase(state.row.streets[following].name), *dealt, *more)


# ── the end ────────────────────────────────────────────────────────────────────────────────────


def _showdown(state: State) -> Step:
    """Hands are shown in turn, by choice or by the rules (rules.md C.11).

    By the rules a hand that can win nothing any more is mucked; but where somebody is all-in, or
    cards are unknown, all are opened.
    """
    begun = Phase("showdown")
    state = replace(state, phase="show", turn=None, decisions=raised(state.decisions))
    if state.carry.ask:
        return _after((begun,), _next_shower(state))
    strengths, order = strengths_of(state), order_of_showing(state)
    if strengths is None or not all(state.stacks[seat] for seat in state.live):
        state, shown = _opened(state, order)
        return _after((begun, *shown), settle(state, strengths))
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
    shown: tuple[Event, ...] = tuple(Shown(seat, state.hands[seat].value) for seat in fresh)
    return replace(state, opened=state.opened + fresh), shown


def _with(items: tuple[int, ...], seat: int, item: int) -> tuple[int, ...]:
    changed = list(items)
    changed[seat] = item
    return tuple(changed)
