"""The course of a deal: forced bets, streets, the end of betting, the showdown, the pots.

Every step takes a state and returns the next one with what happened. Chips only move between
stacks and the middle: their sum never changes.
"""

from msgspec.structs import replace

from engine.game import Setup
from engine.games.betting.rows import Row
from engine.games.betting.showdown import order_of_showing, settle, worth_showing
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


# ── the beginning ──────────────────────────────────────────────────────────────────────────────


def begun(row: Row, options: Options, setup: Setup, chance: Chance) -> Step:
    """A deal's first state: antes and blinds posted, cards dealt, somebody to act.

    ValueError for a wrong number of players, dealer, carry, a seat without chips, or a card that
    comes twice. Cards that the deck does not have are unknown.
    """
    n, carry = setup.players, setup.carry
    if n not in row.players or not 0 <= setup.button < n:
        raise ValueError(f"no deal for {n} players with dealer {setup.button}")
    if not isinstance(carry, Carry):
        raise ValueError("carry of another game")
    carry = _filled(carry, options, n, setup.button)
    deck = _deck(chance, row, n)
    antes = tuple(map(min, carry.antes, carry.stacks))
    stacks = _less(carry.stacks, antes)
    dead = tuple(map(min, carry.dead, stacks))
    stacks = _less(stacks, dead)
    posts = tuple(map(min, carry.posts, stacks))
    nothing: Secret[Hand] = Secret((), ())
    state = State(
        row=row,
        options=options,
        carry=carry,
        button=setup.button,
        began=carry.stacks,
        stacks=_less(stacks, posts),
        antes=antes,
        put=tuple(map(sum, zip(antes, dead, posts, strict=True))),
        deck=Secret(deck, ()),
        hands=(nothing,) * n,
        live=tuple(range(n)),
        round=betting.begin(_stakes(row, options, 0), n),
        decisions=(0,) * n,
        missing=_missing(carry, posts),
    )
    order = clockwise(state.live, setup.button, n)
    events: list[Event] = [Phase("deal")]
    for kind, paid in (("ante", antes), ("dead", dead), ("blind", posts)):
        events += [Posted(seat, paid[seat], kind) for seat in order if paid[seat]]
    state = replace(
        state,
        round=betting.forced(
            state.round, posts, max(carry.posts), full=True, counted=options.cap_counts_blind
        ),
    )
    state, dealt = _dealt(state, order)
    # The highest blind is the last to act: with straddles it is the last of them.
    last = max(order, key=lambda seat: (carry.posts[seat], order.index(seat)))
    state, more = _next_turn(_asked(state), last)
    return state, (*events, *dealt, *more)


def _filled(carry: Carry, options: Options, n: int, button: int) -> Carry:
    """The carry with what the options make of what it leaves open."""
    small, big = max(1, options.bet // 2), options.bet
    blinds = [0] * n
    left = clockwise(range(n), button, n)
    # Two players: the button posts the small blind (rules.md C.2).
    blinds[left[-1] if n == 2 else left[0]] = small
    blinds[left[0] if n == 2 else left[1]] = big
    filled = replace(
        carry,
        stacks=carry.stacks or (100 * big,) * n,
        antes=carry.antes or (options.ante,) * n,
        posts=carry.posts or tuple(blinds),
        dead=carry.dead or (0,) * n,
        blinds=carry.blinds or (small, big),
    )
    parts = (filled.stacks, filled.antes, filled.posts, filled.dead)
    if any(len(part) != n or min(part) < 0 for part in parts) or min(filled.stacks) < 1:
        raise ValueError("stacks, antes and posts are not those of these seats")
    if max(filled.posts) < 1:
        raise ValueError("nobody posts a blind")
    return filled


def _deck(chance: Chance, row: Row, n: int) -> Hand:
    needed = sum(street.down * n + street.board for street in row.streets)
    deck = (chance.deck + (UNKNOWN,) * needed)[: max(needed, len(chance.deck))]
    known = [card for card in deck if card.known]
    if len(set(known)) < len(known):
        raise ValueError("a card comes twice")
    return deck


def _missing(carry: Carry, posts: tuple[int, ...]) -> int:
    """What blinds lack to be posted in full: the pot-limit maximum counts it (rules.md C.6)."""
    assert carry.blinds is not None
    short = sum(full - paid for full, paid in zip(carry.posts, posts, strict=True))
    return short + max(0, sum(carry.blinds) - sum(carry.posts))


def _stakes(row: Row, options: Options, street: int) -> Stakes:
    structure = options.structure
    unit = options.top if structure == "split" and row.streets[street].big else options.bet
    by = options.spread_raise if structure == "spread" else options.min_raise
    return Stakes(
        structure,
        unit,
        most=options.top,
        last=by == "last" and structure != "split",
        cap_heads_up=options.cap_heads_up,
    )


# ── cards ──────────────────────────────────────────────────────────────────────────────────────


def _dealt(state: State, order: tuple[int, ...]) -> Step:
    """The cards of the street: own ones to each seat still in, then the board's."""
    street = state.row.streets[state.street]
    deck, hands = state.deck.value, list(state.hands)
    events: list[Event] = []
    if street.down:
        for seat in order:
            fresh, deck = deck[: street.down], deck[street.down :]
            hands[seat] = Secret(hands[seat].value + fresh, (seat,))
            events.append(Dealt(f"hand.{seat}", seat, cells(hands[seat])[-street.down :]))
    fresh, deck = deck[: street.board], deck[street.board :]
    if fresh:
        events.append(Dealt("board", None, fresh))
    state = replace(state, deck=Secret(deck, ()), hands=tuple(hands), board=state.board + fresh)
    return state, tuple(events)


def cells(hand: Secret[Hand]) -> tuple[Cell, ...]:
    """A hand's cells, each as secret as the hand."""
    return tuple(sealed(card, hand.seen_by) for card in hand.value)


# ── a decision, and what follows from it ───────────────────────────────────────────────────────


def decided(state: State, seat: int, action: Action) -> Step:
    """The state after a decision that an offer admits."""
    event = Acted(seat, action)
    if state.phase == "show":
        return _after((event,), _shows(state, seat, isinstance(action, Show)))
    own = state.round.bets[seat]
    paid = 0
    live = state.live
    if isinstance(action, Fold):
        live = tuple(one for one in live if one != seat)
    elif isinstance(action, Call):
        paid = action.price
    elif isinstance(action, Raise):
        paid = action.to - own
    state = replace(
        state,
        stacks=_with(state.stacks, seat, state.stacks[seat] - paid),
        put=_with(state.put, seat, state.put[seat] + paid),
        live=live,
        round=betting.acted(state.round, seat, own + paid, live),
        decisions=_with(state.decisions, seat, state.decisions[seat] + 1),
    )
    return _after((event,), _next_turn(state, seat))


def _after(events: Events, step: Step) -> Step:
    return step[0], (*events, *step[1])


def _next_turn(state: State, after: int) -> Step:
    """The next seat's turn, or the end of the street."""
    turn = betting.waiting(state.round, state.stacks, state.live, after)
    if turn is not None:
        return replace(state, turn=turn), ()
    state, events = _returned(replace(state, turn=None))
    if len(state.live) == 1:
        return _after(events, _won(state))
    return _after(events, _onwards(state))


def _returned(state: State) -> Step:
    """Chips that nobody matched go back before anything else (rules.md C.11)."""
    bets = state.round.bets
    seat, chips = uncalled(state.put)
    chips = min(chips, bets[seat])
    if not chips or seat not in state.live:
        return state, ()
    state = replace(
        state,
        stacks=_with(state.stacks, seat, state.stacks[seat] + chips),
        put=_with(state.put, seat, state.put[seat] - chips),
        round=replace(
            state.round, bets=_with(state.round.bets, seat, state.round.bets[seat] - chips)
        ),
        returned=(seat, chips),
    )
    return state, (Paid(seat, chips, "uncalled"),)


def _onwards(state: State) -> Step:
    """The next street, or the showdown; hands are opened as soon as nobody can bet any more."""
    events: list[Event] = []
    last = len(state.row.streets) - 1
    if state.street == last:
        return _showdown(state)
    if not state.carry.ask and sum(state.stacks[seat] > 0 for seat in state.live) < 2:
        state, shown = _opened(state, clockwise(state.live, state.button, len(state.stacks)))
        events += shown
    state = replace(
        state,
        street=state.street + 1,
        round=betting.begin(_stakes(state.row, state.options, state.street + 1), len(state.stacks)),
        missing=0,
    )
    state, dealt = _dealt(state, clockwise(state.live, state.button, len(state.stacks)))
    events += [Phase(state.row.streets[state.street].name), *dealt]
    state, more = _next_turn(_asked(state), state.button)
    return state, (*events, *more)


def _asked(state: State) -> State:
    """A new question for everybody: the street has changed. Who acts first in it is remembered."""
    n = len(state.stacks)
    able = [seat for seat in state.live if state.stacks[seat]] or state.live
    return replace(
        state,
        decisions=tuple(number + 1 for number in state.decisions),
        first=clockwise(able, state.button, n)[0],
    )


# ── the end ────────────────────────────────────────────────────────────────────────────────────


def _won(state: State) -> Step:
    """Everybody else has folded: the pot goes to whoever is left, nothing is shown."""
    return settle(replace(state, phase="over", turn=None), ())


def _showdown(state: State) -> Step:
    events: list[Event] = [Phase("showdown")]
    state = replace(
        state,
        phase="show",
        decisions=tuple(number + 1 for number in state.decisions),
    )
    if state.carry.ask:
        return _after(tuple(events), _next_shower(state))
    for seat in order_of_showing(state):
        if seat in state.opened:
            continue
        if worth_showing(state, seat):
            state, shown = _opened(state, (seat,))
            events += shown
        else:
            state = replace(state, mucked=(*state.mucked, seat))
            events.append(Acted(seat, Muck()))
    state, paid = settle(replace(state, phase="over", turn=None), tuple(state.opened))
    return state, (*events, *paid)


def _shows(state: State, seat: int, shows: bool) -> Step:
    state = replace(state, decisions=_with(state.decisions, seat, state.decisions[seat] + 1))
    if shows:
        state, events = _opened(state, (seat,))
    else:
        state, events = replace(state, mucked=(*state.mucked, seat)), ()
    return _after(events, _next_shower(state))


def _next_shower(state: State) -> Step:
    done = state.opened + state.mucked
    left = [seat for seat in order_of_showing(state) if seat not in done]
    if left and len(state.mucked) < len(state.live) - 1:
        return replace(state, turn=left[0]), ()
    if left:
        # All others have given up: there is nothing left to show for.
        return settle(replace(state, phase="over", turn=None), (left[0],))
    return settle(replace(state, phase="over", turn=None), state.opened)


def _opened(state: State, seats: tuple[int, ...]) -> Step:
    fresh = tuple(seat for seat in seats if seat not in state.opened)
    shown: tuple[Event, ...] = tuple(Shown(seat, state.hands[seat].value) for seat in fresh)
    return replace(state, opened=state.opened + fresh), shown


def _less(chips: tuple[int, ...], paid: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(have - less for have, less in zip(chips, paid, strict=True))


def _with(items: tuple[int, ...], seat: int, item: int) -> tuple[int, ...]:
    return (*items[:seat], item, *items[seat + 1 :])
