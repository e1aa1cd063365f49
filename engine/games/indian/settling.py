"""Who wins which pot, and who pays a new one (rules.md C.11, E)."""

from collections.abc import Callable, Collection, Sequence

from msgspec.structs import replace

from engine.games.indian.hands import strength
from engine.games.indian.state import State
from engine.kit.payout import Award, matched, paid
from engine.kit.pots import Pot, clockwise, halves, pots, shares
from engine.values.events import Event, Events, Paid, Posted, Scored

Step = tuple[State, Events]


def pots_of(state: State) -> tuple[Pot, ...]:
    """The pots as they lie; what nobody has to match, and what was left before, is in the main one.

    Where all declare there is one, whoever may win it.
    """
    if state.options.match_pot:
        return (Pot(state.middle, state.live),) if state.middle else ()
    return pots(matched(state), state.live, sum(state.aside) + state.pot)


def known(state: State, seat: int) -> bool:
    """Whether all cards of a seat are known."""
    return all(card.known for card in state.hands[seat].value)


def settled(state: State) -> Step:
    """Every pot is paid, and where all have declared those who lost pay for a new one.

    A state that needs unknown cards for it stays unpaid: its result is not known.
    """
    decisions = tuple([number + 1 for number in state.decisions])
    state = replace(state, phase="over", turn=None, decisions=decisions)
    lying = pots_of(state) if state.live else ()
    compared = {seat for pot in lying if len(pot.seats) > 1 for seat in pot.seats}
    if not all(known(state, seat) for seat in compared):
        return state, ()
    strengths = {seat: strength(state.hands[seat].value, state.options) for seat in compared}
    awards = tuple([_award(state, pot, strengths) for pot in lying])
    stacks = list(state.stacks)
    events: list[Event] = []
    for award in awards:
        for seat, chips in award.won:
            stacks[seat] += chips
            events.append(Paid(seat, chips, "pot"))
    for_next = [0] * len(stacks)
    if state.options.match_pot and lying:
        # As much as lay there before it was taken, all somebody has at most. Of equal winners
        # nobody pays, even if there was no chip left for one.
        winners = {seat for part in _winners(state, state.live, strengths) for seat in part}
        for seat in in_order(state, set(state.live) - winners):
            for_next[seat] = min(state.price, stacks[seat])
            stacks[seat] -= for_next[seat]
            if for_next[seat]:
                events.append(Posted(seat, for_next[seat], "match"))
    left = sum(for_next) if state.live else state.middle
    nothing = (0,) * len(stacks)
    state = replace(
        state,
        stacks=tuple(stacks),
        put=nothing,
        aside=nothing,
        pot=0,
        round=replace(state.round, bets=nothing),
        awards=awards,
        matched=tuple(for_next),
        left=left,
        paid=True,
    )
    return state, tuple(events)


def scored(state: State) -> Scored:
    """How a deal that is paid ended: at a showdown, with one left, or with its pot left."""
    if len(state.live) > 1:
        return Scored("showdown")
    return Scored("folded") if state.live else Scored("carried", {"pot": state.left})


def in_order(state: State, seats: Collection[int]) -> tuple[int, ...]:
    """Seats from the left of the dealer."""
    return clockwise(seats, state.button, len(state.stacks))


def _winners(
    state: State, seats: Sequence[int], strengths: dict[int, int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who wins a pot, or its halves: the high, and the low where both do."""
    if len(seats) == 1:
        return tuple(seats), ()

    def best(by: Callable[..., int]) -> tuple[int, ...]:
        wanted = by(strengths[seat] for seat in seats)
        return in_order(state, [seat for seat in seats if strengths[seat] == wanted])

    winning = state.options.winning
    if winning == "low":
        return best(min), ()
    high, low = best(max), best(min)
    # Where the same players win both there is one even split.
    return (high, low) if winning == "high_low" and high != low else (high, ())


def _award(state: State, pot: Pot, strengths: dict[int, int]) -> Award:
    high, low = _winners(state, pot.seats, strengths)
    if not low:
        return Award(pot.chips, paid(shares(pot.chips, high)), seats=pot.seats)
    for_high, for_low = halves(pot.chips)
    of_high, of_low = shares(for_high, high), shares(for_low, low)
    both = {seat: (of_high | of_low)[seat] for seat in in_order(state, (*high, *low))}
    return Award(pot.chips, paid(both), paid(of_high), paid(of_low), pot.seats)
