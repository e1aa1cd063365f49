"""What comes back because nobody called it, and what was won: the same in all games with pots."""

from collections.abc import Sequence
from operator import sub
from typing import Any, Protocol, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from engine.kit.betting import Round
from engine.kit.pots import uncalled
from engine.values.events import Events, Paid
from engine.values.view import Note
from engine.values.why import Facts


class Award(Struct, frozen=True):
    """A pot that was paid: its chips, what each seat got, high and low apart if it was halved.

    `seats` are those who could win it.
    """

    chips: int
    won: tuple[tuple[int, int], ...]
    high: tuple[tuple[int, int], ...] = ()
    low: tuple[tuple[int, int], ...] = ()
    seats: tuple[int, ...] = ()


class Deal(Protocol):
    """A deal in which chips were put in.

    `put` is all that each seat has in the middle, `aside` what of it nobody has to match.
    """

    @property
    def stacks(self) -> tuple[int, ...]:
        """What each seat has left."""
        ...

    @property
    def put(self) -> tuple[int, ...]:
        """What each seat has in the middle."""
        ...

    @property
    def aside(self) -> tuple[int, ...]:
        """What of it nobody has to match."""
        ...

    @property
    def live(self) -> tuple[int, ...]:
        """The seats still in."""
        ...

    @property
    def round(self) -> Round:
        """The betting round that has ended."""
        ...


S = TypeVar("S", bound=Deal)


def matched(state: Deal) -> tuple[int, ...]:
    """What each seat has put in that others must match to win it: all but what lies aside."""
    return tuple(map(sub, state.put, state.aside))


def returned(state: S) -> tuple[S, Events]:
    """Chips that nobody matched go back before anything else (rules.md C.11).

    The state says it in its field `returned`.
    """
    seat, chips = uncalled(matched(state))
    if not chips or seat not in state.live:
        return state, ()
    bets = state.round.bets
    # An ante that nobody could match is no bet of this street.
    left = max(0, bets[seat] - chips)
    after: S = replace(
        cast(Any, state),
        stacks=_with(state.stacks, seat, state.stacks[seat] + chips),
        put=_with(state.put, seat, state.put[seat] - chips),
        round=replace(state.round, bets=_with(bets, seat, left)),
        returned=(seat, chips),
    )
    return after, (Paid(seat, chips, "uncalled"),)


def paid(won: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """What each seat got of a pot, those left out for whom there was no chip."""
    return tuple((seat, chips) for seat, chips in won.items() if chips)


def notes_of(returned: tuple[int, int] | None, awards: Sequence[Award]) -> list[Note]:
    """What a view says of payments.

    `returned`: chips that nobody called. `won`: what a seat got of a pot (its place among the
    pots), of which half it was if it was halved.
    """
    notes: list[Note] = []
    if returned is not None:
        seat, chips = returned
        notes.append(Note("returned", seat, {"chips": chips}))
    for place, award in enumerate(awards):
        high, low = dict(award.high), dict(award.low)
        for seat, chips in award.won:
            facts: Facts = {"pot": place, "chips": chips}
            if award.high:
                facts |= {"high": high.get(seat, 0), "low": low.get(seat, 0)}
            notes.append(Note("won", seat, facts))
    return notes


def _with(items: tuple[int, ...], seat: int, item: int) -> tuple[int, ...]:
    return (*items[:seat], item, *items[seat + 1 :])
