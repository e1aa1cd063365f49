"""Who can win which chips: uncalled chips, main and side pots, shares (rules.md C.10, C.11).

Contributions are whole chips by seat, everything that a seat has put in during the deal.
"""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct


class Pot(Struct, frozen=True):
    """Chips, and the seats that can win them, in seat order."""

    chips: int
    seats: tuple[int, ...]


def uncalled(put: Sequence[int]) -> tuple[int, int]:
    """The seat with the greatest contribution, and how much of it nobody has matched (0: none).

    Chips of players who have folded match as well.
    """
    most = max(put)
    first = put.index(most)
    return first, most - max((*put[:first], *put[first + 1 :]), default=0)


def pots(put: Sequence[int], live: Collection[int], carried: int = 0) -> tuple[Pot, ...]:
    """The pots from the main pot up, by the contributions of the seats still in.

    A seat wins only what it has matched; chips of those who have folded stay in the pots that they
    reached. Neighbours with the same contenders are one. `carried` chips lie in the main pot.
    """
    made: list[Pot] = []
    for chips, seats in _layers(put, live, carried):
        if made and made[-1].seats == seats:
            made[-1] = Pot(made[-1].chips + chips, seats)
        elif chips:
            made.append(Pot(chips, seats))
    return tuple(made)


def _layers(
    put: Sequence[int], live: Collection[int], carried: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    levels = sorted({put[seat] for seat in live})
    if len(levels) == 1:
        yield sum(put) + carried, tuple(sorted(live))
        return
    below = 0
    for level in levels:
        # What folded players put in above the last level belongs to it: nobody else matched it.
        top = max(put) if level == levels[-1] else level
        chips = carried + sum(min(paid, top) - min(paid, below) for paid in put)
        yield chips, tuple(seat for seat in sorted(live) if put[seat] >= level)
        below, carried = top, 0


def clockwise(seats: Collection[int], button: int, players: int) -> tuple[int, ...]:
    """`seats` in order from the left of the button."""
    return tuple(sorted(seats, key=lambda seat: (seat - button - 1) % players))


def shares(chips: int, winners: Sequence[int]) -> dict[int, int]:
    """What each of the winners gets: as even as can be, odd chips one each in their order."""
    share, odd = divmod(chips, len(winners))
    return {seat: share + (place < odd) for place, seat in enumerate(winners)}


def halves(chips: int) -> tuple[int, int]:
    """The high and the low half of a pot; the odd chip goes to the high (rules.md C.10)."""
    return chips - chips // 2, chips // 2
