"""Who shows in which order, whose hand wins what, how pots are paid (rules.md C.10, C.11)."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.games.betting.options import StudOptions
from engine.games.betting.state import Hand, State
from engine.kit import soko
from engine.kit.low import low, low_of_two_and_three, ranks_of
from engine.kit.payout import Award, matched, paid
from engine.kit.pots import Pot, clockwise, halves, pots, shares
from engine.kit.ranking import HandName, best_five, name_of, rank, rank_two_and_three
from engine.values.cards import RANKS, SUITS, Card
from engine.values.events import Event, Events, Paid, Scored

Step = tuple[State, Events]
Low = tuple[int, ...]


class Strengths(NamedTuple):
    """What every hand still in is worth, by seat; `low` only where a low shares the pot."""

    high: dict[int, int]
    low: dict[int, Low | None]


def order_of_showing(state: State) -> tuple[int, ...]:
    """Live seats in the order in which they show.

    Who bet or raised last on the final street begins, without a bet who had to act first in it;
    then clockwise.
    """
    aggressor = state.round.aggressor
    begins = aggressor if aggressor is not None and aggressor in state.live else state.first
    return clockwise(state.live, begins - 1, len(state.stacks))


def pots_of(state: State) -> tuple[Pot, ...]:
    """The pots as they lie, by the seats still in; what lies aside is in the main pot."""
    return pots(matched(state), state.live, sum(state.aside))


def strength(state: State, seat: int) -> int:
    """How high the hand of a seat is; ValueError while a card that it needs is unknown."""
    own, kind = state.held(seat), state.row.hand
    if kind == "omaha":
        return rank_two_and_three(own, state.board)
    cards = (*own, *state.board)
    return soko.rank(cards) if kind == "soko" else rank(cards)


def named(state: State, seat: int) -> HandName:
    """The name of the hand of a seat; ValueError as for `strength`."""
    found = strength(state, seat)
    return soko.name_of(found) if state.row.hand == "soko" else name_of(found)


def low_of(state: State, seat: int) -> Low | None:
    """The low of a seat, None if it has none that qualifies; ValueError as for `strength`."""
    if not known(state, seat):
        raise ValueError("a card is unknown")
    own = state.held(seat)
    if state.row.hand == "omaha":
        return low_of_two_and_three(own, state.board)
    return low((*own, *state.board))


def known(state: State, seat: int) -> bool:
    """Whether all cards are known that a seat's hand is made of."""
    return all(card.known for card in (*state.held(seat), *state.board))


def strengths_of(state: State) -> Strengths | None:
    """What the hands are worth that are not mucked; None while a card of them is unknown."""
    seats = [seat for seat in state.live if seat not in state.mucked]
    if not all(known(state, seat) for seat in seats):
        return None
    return Strengths(
        {seat: strength(state, seat) for seat in seats},
        {seat: low_of(state, seat) for seat in seats} if state.row.low else {},
    )


def settled(state: State) -> bool:
    """Whether the deal is over and paid; one that needs unknown cards for it stays unpaid."""
    return state.phase == "over" and not any(state.put)


def may_show(state: State, seat: int) -> bool:
    """Whether a seat may open its hand after the deal: it won unseen, or mucked (rules.md C.11).

    Not a hand that others see: who wins by folds does not learn what it was (rules.md D17).
    """
    unseen = seat in state.live and seat not in state.opened
    return settled(state) and unseen and not state.row.forehead


def worth_showing(
    seat: int, lying: Sequence[Pot], opened: Sequence[int], strengths: Strengths
) -> bool:
    """Whether a hand can still win something of the pots against those that lie open."""
    for pot in lying:
        if seat in pot.seats:
            rivals = [one for one in pot.seats if one in opened]
            if any(seat in winners for winners in _winners(strengths, [*rivals, seat])):
                return True
    return False


def settle(state: State, strengths: Strengths | None = None) -> Step:
    """Pay every pot and end the deal; without strengths only where nobody is compared.

    A state that needs unknown cards for it stays unpaid: its result is not known.
    """
    state = replace(state, phase="over", turn=None, decisions=raised(state.decisions))
    staying = _contested(state)
    if strengths is None and any(len(seats) > 1 for _, seats in staying):
        return state, ()
    events: list[Event] = []
    awards: list[Award] = []
    stacks = list(state.stacks)
    for pot, seats in staying:
        award = _award(state, pot, seats, strengths)
        awards.append(award)
        for seat, chips in award.won:
            stacks[seat] += chips
            events.append(Paid(seat, chips, "pot"))
    # Where all others have given up, what is left need not be seen; any hand seen was compared.
    alone = len(state.live) - len(state.mucked) == 1 and not state.opened
    events.append(Scored("folded" if alone else "showdown"))
    nothing = (0,) * len(stacks)
    state = replace(
        state,
        stacks=tuple(stacks),
        put=nothing,
        aside=nothing,
        awards=tuple(awards),
        round=replace(state.round, bets=nothing),
    )
    return state, tuple(events)


def _contested(state: State) -> list[tuple[Pot, tuple[int, ...]]]:
    """Each pot with who contends for it at last: where a muck makes these the same, one pot."""
    found: list[tuple[Pot, tuple[int, ...]]] = []
    for pot in pots_of(state):
        seats = _staying(state, pot)
        if found and found[-1][1] == seats:
            below = found.pop()[0]
            found.append((Pot(below.chips + pot.chips, below.seats), seats))
        else:
            found.append((pot, seats))
    return found


def _staying(state: State, pot: Pot) -> tuple[int, ...]:
    """Who contends for a pot: a muck gives it up, unless all others have given it up before."""
    seats = tuple([seat for seat in pot.seats if seat not in state.mucked])
    return seats or tuple(seat for seat in state.mucked if seat in pot.seats)[-1:]


def _award(state: State, pot: Pot, seats: Sequence[int], strengths: Strengths | None) -> Award:
    if strengths is None or len(seats) == 1:
        return Award(pot.chips, ((seats[0], pot.chips),), seats=pot.seats)
    best, lowest = _winners(strengths, seats)
    high, lows = _in_line(state, best, _high_suits), _in_line(state, lowest, _low_suits)
    if not lows or set(lows) == set(high):
        # The same players win both: one even split (rules.md C.10).
        return Award(pot.chips, tuple(shares(pot.chips, high).items()), seats=pot.seats)
    for_high, for_low = halves(pot.chips)
    of_high, of_low = shares(for_high, high), shares(for_low, lows)
    both = {
        seat: of_high.get(seat, 0) + of_low.get(seat, 0)
        for seat in _in_order(state, {*high, *lows})
    }
    return Award(pot.chips, paid(both), paid(of_high), paid(of_low), pot.seats)


def _winners(strengths: Strengths, seats: Sequence[int]) -> tuple[list[int], list[int]]:
    """The best high hands and the best lows among `seats`; no lows where none qualifies."""
    high = max(strengths.high[seat] for seat in seats)
    lows = {seat: one for seat in seats if (one := strengths.low.get(seat)) is not None}
    lowest = min(lows.values(), default=None)
    return (
        [seat for seat in seats if strengths.high[seat] == high],
        [seat for seat, one in lows.items() if one == lowest],
    )


def _in_order(state: State, seats: Collection[int]) -> tuple[int, ...]:
    return clockwise(seats, state.button, len(state.stacks))


def _in_line(
    state: State, winners: Sequence[int], suits: Callable[[State, int], list[int]]
) -> tuple[int, ...]:
    """Winners in the order in which they get odd chips (rules.md D13).

    From the left of the button, or where it is played so the highest card by suit first.
    """
    order = _in_order(state, winners)
    options = state.options
    if len(order) < 2 or not isinstance(options, StudOptions) or options.odd_chip == "position":
        return order
    return tuple(sorted(order, key=lambda seat: suits(state, seat), reverse=True))


def _high_suits(state: State, seat: int) -> list[int]:
    """The suits of the five cards of a high hand, the highest card's first."""
    cards = _by_suit((*state.held(seat), *state.board))
    five = soko.in_order(cards) if state.row.hand == "soko" else best_five(cards)
    # An ace at the lower end of a row is the lowest card.
    last: Hand = ()
    if "".join(card.rank for card in five[:4]) == "432A":
        last = five[3:4]
    elif "".join(card.rank for card in five) == "5432A":
        last = five[4:]
    others = [card for card in five if card not in last]
    return [SUITS.index(card.suit) for card in (*_down(others), *last)]


def _low_suits(state: State, seat: int) -> list[int]:
    """The suits of the five cards of a low, the highest card's first, the ace's last."""
    lowest = low_of(state, seat)
    assert lowest is not None
    cards = _by_suit((*state.held(seat), *state.board))
    letters = ranks_of(lowest)
    return [
        next(SUITS.index(card.suit) for card in cards if card.rank == letter) for letter in letters
    ]


def _by_suit(cards: Sequence[Card]) -> Hand:
    return tuple(sorted(cards, key=lambda card: SUITS.index(card.suit), reverse=True))


def _down(cards: Sequence[Card]) -> Hand:
    """Cards from the highest down, spades before the other suits."""
    return tuple(sorted(_by_suit(cards), key=lambda card: RANKS.index(card.rank), reverse=True))


def raised(decisions: tuple[int, ...]) -> tuple[int, ...]:
    """A new question for everybody: every decision number one higher."""
    return tuple([number + 1 for number in decisions])
