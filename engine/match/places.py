"""Who is dealt in, where the button lies and who posts what, at a table that people come and go at.

All of it in chairs. The button is a moving one (it skips chairs that are not dealt in, the blinds
are the next two players) or a dead one (the big blind goes to the next player due, small blind and
button follow in its steps and may fall on a chair where nobody plays); rules.md C.2, TDA 32.
"""

from collections.abc import Collection, Sequence
from typing import Literal

from msgspec import Struct

Button = Literal["moving", "dead"]


class Places(Struct, frozen=True):
    """The places of one deal.

    `seats` are the chairs dealt in, clockwise; `posting` those of them that post what they have
    missed. With a dead button nobody may be dealt in at `button` or at `small`. Where no blinds are
    posted `small` and `big` are None.
    """

    seats: tuple[int, ...]
    button: int
    small: int | None
    big: int | None
    posting: tuple[int, ...] = ()


class Standing(Struct, frozen=True):
    """How a table stands between deals.

    `chairs` is how many it has. `free` are those whose players owe nothing, `owing` those that have
    to post or to wait for the big blind, `posting` which of these want to post. `button`, `small`
    and `big` are the places of the last deal; before the first there are no blinds, and `button` is
    where the button shall lie.
    """

    chairs: int
    free: tuple[int, ...]
    owing: tuple[int, ...] = ()
    posting: tuple[int, ...] = ()
    button: int = 0
    small: int | None = None
    big: int | None = None

    def after(self, seats: Collection[int], chair: int) -> int:
        """The first of `seats` clockwise from `chair`, `chair` itself last."""
        return min(seats, key=lambda seat: (seat - chair - 1) % self.chairs)

    def between(self, seats: Collection[int], one: int, other: int) -> tuple[int, ...]:
        """Those of `seats` clockwise between two chairs; between a chair and itself lie all."""
        reach = (other - one - 1) % self.chairs
        return tuple(seat for seat in seats if (seat - one - 1) % self.chairs < reach)


def places(standing: Standing, button: Button) -> Places | None:
    """The places of the next deal; None: there are not two players.

    Nobody pays the big blind twice running. Whoever owes is dealt in when the big blind reaches
    them, or posts; but never between the button and the big blind, where they would make others
    pay again. Where nobody is left to whom anything is owed, all begin anew.
    """
    if len(standing.free) + len(standing.owing) < 2:
        return None
    if not standing.free:
        standing = Standing(standing.chairs, standing.owing, button=standing.button)
    if standing.big is None or len(standing.free) == 1 or button == "moving":
        return _moving(standing)
    return _dead(standing, standing.big)


def without_blinds(standing: Standing, *, first: bool) -> Places | None:
    """The places of a deal with antes alone: all who are ready, the dealer moves to the next one.

    `first`: it is the first deal, whose dealer shall be at the button. None: there are not two.
    """
    if len(standing.free) < 2:
        return None
    return Places(standing.free, standing.after(standing.free, standing.button - first), None, None)


def _moving(at: Standing) -> Places:
    free = at.free
    # Before the first deal the button has not moved yet.
    first = at.after(free, at.button - (at.big is None))
    on: int | None = None
    if len(free) > 2:
        on = first
        small = at.after(free, on)
        due = at.after(free, small)
        if due == at.big:
            # Somebody is back between the last blinds: the big one goes on all the same.
            on, small, due = small, due, at.after(free, due)
    else:
        # The button posts the small blind, and it is whoever has just paid the big one.
        small = at.big if at.big is not None and at.big in free else first
        due = at.after(free, small)
    reached = at.between(at.owing, small, due)
    big = at.after(reached, small) if reached else due
    if len(free) == 2 and big != due:
        on = due
    return _seated(at, on, small, big)


def _dead(at: Standing, last: int) -> Places:
    big = at.after(at.free + at.owing, last)
    on = at.small
    if on is None or on == big or at.between((on,), last, big):
        # Two have played, and the big blind has come to or past the small one.
        on = None
    return _seated(at, on, last, big)


def _seated(at: Standing, on: int | None, small: int, big: int) -> Places:
    """The places with those blinds; `on` None: the button is with the last player before them."""
    posting = at.between(at.posting, big, small if on is None else on)
    posting = tuple(seat for seat in posting if seat != big)
    seats = tuple(sorted({*at.free, big, *posting}))
    if len(seats) == 2:
        small = on = at.after(seats, big)
    elif on is None:
        on = _before(at, seats, small)
    return Places(seats, on, small, big, posting)


def _before(at: Standing, seats: Sequence[int], chair: int) -> int:
    return min(seats, key=lambda seat: (chair - seat - 1) % at.chairs)
