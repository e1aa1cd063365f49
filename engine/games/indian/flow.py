"""The course of a deal: the ante, the cards, one betting round or one declaration, the end.

Chips only move between stacks and the middle: their sum never changes.
"""

from operator import sub

from msgspec.structs import replace

from engine.game import Setup
from engine.games.indian.options import Options
from engine.games.indian.settling import in_order, scored, settled
from engine.games.indian.state import Carry, Choice, Hand, State
from engine.kit import betting
from engine.kit.payout import returned
from engine.kit.pots import clockwise
from engine.values.actions import Action, Call, Fold, In, Raise
from engine.values.cards import UNKNOWN, Cell
from engine.values.chance import Chance
from engine.values.events import Acted, Chose, Dealt, Event, Events, Phase, Posted, Shown
from engine.values.secret import Secret, sealed

Step = tuple[State, Events]

# What everybody begins with where no match says it (rules.md E).
STACK = 50


# ── the beginning ──────────────────────────────────────────────────────────────────────────────


def begun(players: range, options: Options, setup: Setup, chance: Chance) -> Step:
    """A deal's first state: antes paid, cards dealt, somebody to act or everybody to declare.

    ValueError for a wrong number of players, dealer or carry, a seat without chips, or a card that
    comes twice. Cards that the deck does not have are unknown.
    """
    n, button = setup.players, setup.button
    if n not in players or not 0 <= button < n:
        raise ValueError(f"no deal for {n} players with dealer {button}")
    if not isinstance(setup.carry, Carry):
        raise ValueError("carry of another game")
    order = clockwise(range(n), button, n)
    carry = filled(setup.carry, options, n)
    # Where a pot is left nobody antes (rules.md D18).
    waived = options.match_pot and carry.pot > 0 and not options.ante_carried
    antes = (0,) * n if waived else tuple(map(min, carry.antes, carry.stacks))
    dealt = _dealt(options.cards, order, chance)
    state = State(
        options=options,
        carry=carry,
        button=button,
        began=carry.stacks,
        stacks=tuple(map(sub, carry.stacks, antes)),
        put=antes,
        aside=(0,) * n if carry.ante_matched else antes,
        pot=carry.pot,
        hands=dealt,
        live=tuple(range(n)),
        round=betting.begin(_stakes(options), n),
        decisions=(1,) * n,
    )
    events: list[Event] = [Phase("deal")]
    events += [Posted(seat, antes[seat], "ante") for seat in order if antes[seat]]
    events += [Dealt(f"hand.{seat}", seat, cells(state, seat)) for seat in order]
    if options.match_pot:
        return replace(state, phase="declare", choices=(None,) * n), tuple(events)
    turn = betting.waiting(state.round, state.stacks, state.live, button)
    state = replace(state, turn=turn)
    return (state, tuple(events)) if turn is not None else _after(tuple(events), _closed(state))


def filled(carry: Carry, options: Options, players: int) -> Carry:
    """The carry with what the options make of what it leaves open; ValueError for what can't be."""
    stacks = carry.stacks or (STACK,) * players
    antes = carry.antes or (options.ante,) * players
    if len(stacks) != players or len(antes) != players or min(*antes, carry.pot) < 0:
        raise ValueError("stacks, antes and pot are not those of these seats")
    if min(stacks) < 1:
        raise ValueError("a seat has no chips")
    return replace(carry, stacks=stacks, antes=antes)


def _dealt(size: int, order: tuple[int, ...], chance: Chance) -> tuple[Secret[Hand], ...]:
    """A hand for each seat, from left of the dealer, seen by everybody but who holds it."""
    n = len(order)
    deck = (chance.deck + (UNKNOWN,) * (size * n))[: size * n]
    known = [card for card in deck if card.known]
    if len(set(known)) < len(known):
        raise ValueError("a card comes twice")
    hands: list[Secret[Hand]] = [Secret((), ())] * n
    for place, seat in enumerate(order):
        others = [other for other in range(n) if other != seat]
        hands[seat] = Secret(deck[size * place : size * (place + 1)], others)
    return tuple(hands)


def _stakes(options: Options) -> betting.Stakes:
    return betting.Stakes("most", unit=1, most=options.max_bet, capped=options.max_raises > 0)


def cells(state: State, seat: int) -> tuple[Cell, ...]:
    """A hand's cells, each as secret as the hand, or open."""
    hand = state.hands[seat]
    if seat in state.opened:
        return hand.value
    return tuple([sealed(card, hand.seen_by) for card in hand.value])


# ── betting ────────────────────────────────────────────────────────────────────────────────────


def bet(state: State, seat: int, action: Action) -> Step:
    """The state after a decision of the betting round that an offer admits."""
    live = state.live
    own = total = state.round.bets[seat]
    if isinstance(action, Raise):
        total = action.to
    elif isinstance(action, Call):
        total = own + action.price
    elif isinstance(action, Fold):
        live = tuple([one for one in live if one != seat])
    stacks = _with(state.stacks, seat, state.stacks[seat] - total + own)
    street = betting.acted(state.round, seat, total, live)
    turn = betting.waiting(street, stacks, live, seat)
    state = replace(
        state,
        stacks=stacks,
        put=_with(state.put, seat, state.put[seat] + total - own),
        live=live,
        round=street,
        decisions=_with(state.decisions, seat, state.decisions[seat] + 1),
        turn=turn,
    )
    event = Acted(seat, action)
    return (state, (event,)) if turn is not None else _after((event,), _closed(state))


def _closed(state: State) -> Step:
    """The betting is over: uncalled chips go back, who is left looks at the cards, pots are paid.

    Where one is left nobody looks (rules.md D17).
    """
    state, events = returned(state)
    if len(state.live) > 1:
        state, shown = opened(state, _first_to_show(state))
        events = (*events, Phase("showdown"), *shown)
    return _after(events, _ended(state))


def _first_to_show(state: State) -> int:
    """Who bet or raised last, else who was first to act."""
    aggressor = state.round.aggressor
    return state.button + 1 if aggressor is None else aggressor


# ── declaring ──────────────────────────────────────────────────────────────────────────────────


def declared(state: State, seat: int, choice: Choice) -> Step:
    """The state after a declaration, of which nothing is told but that it was made, until all are.

    Then all are opened in the order in which they came.
    """
    choices = list(state.choices)
    choices[seat] = Secret(choice, (seat,))
    state = replace(
        state,
        choices=tuple(choices),
        arrived=(*state.arrived, seat),
        decisions=_with(state.decisions, seat, state.decisions[seat] + 1),
    )
    if len(state.arrived) < len(state.hands):
        return state, (Chose(seat),)
    events: list[Event] = [Chose(seat), Phase("reveal")]
    events += [Acted(one, chosen(state, one)) for one in state.arrived]
    live = tuple(one for one in range(len(choices)) if isinstance(chosen(state, one), In))
    state = replace(state, live=live)
    if len(live) > 1:
        state, shown = opened(state, state.button + 1)
        events += [Phase("showdown"), *shown]
    return _after(tuple(events), _ended(state))


def chosen(state: State, seat: int) -> Choice:
    """What a seat has declared."""
    choice = state.choices[seat]
    assert choice is not None
    return choice.value


# ── the end ────────────────────────────────────────────────────────────────────────────────────


def opened(state: State, first: int) -> Step:
    """The hands of all still in lie open, told clockwise from `first`."""
    order = clockwise(state.live, first - 1, len(state.hands))
    shown = tuple(Shown(seat, state.hands[seat].value) for seat in order)
    return replace(state, opened=order), shown


def _ended(state: State) -> Step:
    """Pots paid and new ones begun; where it is agreed all other cards are opened as well."""
    state, events = settled(state)
    if state.options.reveal:
        others = in_order(state, set(range(len(state.hands))) - set(state.opened))
        events += tuple(Shown(seat, state.hands[seat].value) for seat in others)
        state = replace(state, opened=(*state.opened, *others))
    return state, (*events, scored(state)) if state.paid else events


def _after(events: Events, step: Step) -> Step:
    return step[0], (*events, *step[1])


def _with(items: tuple[int, ...], seat: int, item: int) -> tuple[int, ...]:
    changed = list(items)
    changed[seat] = item
    return tuple(changed)
