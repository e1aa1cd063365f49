"""Who shows in which order, whose hand wins what, how pots are paid (rules.md C.10, C.11)."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from engine.games.betting.state import Award, State
from engine.kit.low import low, low_of_two_and_three
from engine.kit.pots import Pot, clockwise, halves, pots, shares
from engine.kit.ranking import rank, rank_two_and_three
from engine.values.events import Event, Events, Paid, Scored

T = TypeVar("T")
Low = tuple[int, ...]


def order_of_showing(state: State) -> tuple[int, ...]:
    """Live seats in the order in which they show.

    Who bet or raised last on the final street begins, without a bet who had to act first in it;
    then clockwise.
    """
    aggressor = state.round.aggressor
    begins = aggressor if aggressor is not None and aggressor in state.live else state.first
    return clockwise(state.live, begins - 1, len(state.stacks))


def pots_of(state: State) -> tuple[Pot, ...]:
    """The pots as they lie, by the seats still in and not mucked."""
    contenders = [seat for seat in state.live if seat not in state.mucked]
    if state.carry.ante_matched:
        return pots(state.put, contenders)
    # Every ante plays for all antes, however short it was.
    put = [paid - ante for paid, ante in zip(state.put, state.antes, strict=True)]
    return pots(put, contenders, sum(state.antes))


def strength(state: State, seat: int) -> int:
    """How high the hand of a seat is; ValueError while a card that it needs is unknown."""
    own = state.hands[seat].value
    if state.row.hand == "omaha":
        return rank_two_and_three(own, state.board)
    return rank((*own, *state.board))


def low_of(state: State, seat: int) -> Low | None:
    """The low of a seat, None if it has none that qualifies; ValueError as for `strength`."""
    own = state.hands[seat].value
    if not all(card.known for card in (*own, *state.board)):
        raise ValueError("a card is unknown")
    if state.row.hand == "omaha":
        return low_of_two_and_three(own, state.board)
    return low((*own, *state.board))


def known(state: State, seat: int) -> bool:
    """Whether all cards of a seat are known."""
    return all(card.known for card in state.hands[seat].value)


def worth_showing(state: State, seat: int) -> bool:
    """Whether a hand can still win something against those that lie open."""
    for pot in pots_of(state):
        if seat not in pot.seats:
            continue
        rivals = [one for one in pot.seats if one in state.opened and one != seat]
        if seat in _best([*rivals, seat], lambda one: strength(state, one), max):
            return True
        if state.row.low and seat in _lows(state, [*rivals, seat]):
            return True
    return False


def settle(state: State, shown: Sequence[int]) -> tuple[State, Events]:
    """Pay every pot. `shown` are the seats whose hands compare; none: one seat is left.

    A state that needs unknown cards for it stays unpaid: its result is not known.
    """
    if len(shown) > 1 and not all(known(state, seat) for seat in shown):
        return replace(state, phase="over"), ()
    events: list[Event] = []
    awards: list[Award] = []
    stacks = list(state.stacks)
    for pot in pots_of(state):
        award = _award(state, pot)
        awards.append(award)
        for seat, chips in award.won:
            stacks[seat] += chips
            events.append(Paid(seat, chips, "pot"))
    events.append(Scored("showdown" if len(shown) > 1 else "folded"))
    state = replace(
        state,
        stacks=tuple(stacks),
        put=(0,) * len(stacks),
        awards=tuple(awards),
        round=replace(state.round, bets=(0,) * len(stacks)),
        decisions=tuple(number + 1 for number in state.decisions),
    )
    return state, tuple(events)


def _award(state: State, pot: Pot) -> Award:
    if len(pot.seats) == 1:
        return Award(pot.chips, ((pot.seats[0], pot.chips),), seats=pot.seats)
    winners = _in_order(state, _best(pot.seats, lambda seat: strength(state, seat), max))
    lows = _in_order(state, _lows(state, pot.seats)) if state.row.low else ()
    if not lows or set(lows) == set(winners):
        # The same players win both: one even split (rules.md C.10).
        return Award(pot.chips, tuple(shares(pot.chips, winners).items()), seats=pot.seats)
    for_high, for_low = halves(pot.chips)
    high, low_shares = shares(for_high, winners), shares(for_low, lows)
    together = {
        seat: high.get(seat, 0) + low_shares.get(seat, 0)
        for seat in _in_order(state, {*winners, *lows})
    }
    return Award(
        pot.chips,
        _paid(together),
        high=_paid(high),
        low=_paid(low_shares),
        seats=pot.seats,
    )


def _paid(won: dict[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple((seat, chips) for seat, chips in won.items() if chips)


def _in_order(state: State, seats: Sequence[int] | set[int]) -> tuple[int, ...]:
    return clockwise(seats, state.button, len(state.stacks))


def _lows(state: State, seats: Sequence[int]) -> list[int]:
    found = {seat: low_of(state, seat) for seat in seats}
    having = [seat for seat, one in found.items() if one is not None]
    return _best(having, lambda seat: found[seat] or (), min)


def _best(seats: Sequence[int], value: Callable[[int], T], pick: Callable[..., T]) -> list[int]:
    values = {seat: value(seat) for seat in seats}
    if not values:
        return []
    best = pick(values.values())
    return [seat for seat in seats if values[seat] == best]
