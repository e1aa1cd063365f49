"""One betting round under any structure: what a bet may be, who may still raise, when it is over.

Split limit, spread limit, pot limit and no limit are the same machine with other numbers
(rules.md C.4 to C.6), and so is Indian Poker's agreed greatest bet (rules.md E). All amounts are
whole chips; a bet is always a street total.
"""

from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

T = TypeVar("T")

Structure = Literal["split", "spread", "pot", "no"]
# Why there is no raise (engine.values.why).
Closed = Literal["short_stack", "capped", "nobody_to_call", "not_reopened"]

# One bet and three raises (rules.md C.4).
CAP = 4


def usual_ante(stake: int) -> int:
    """Stud's usual ante in chips: a tenth of the stake, rounded, at least 1 (rules.md C.4)."""
    return max(1, (stake + 5) // 10)


def usual_bring_in(stake: int) -> int:
    """Stud's usual bring-in in chips: half the stake, at least 1 (rules.md C.4)."""
    return max(1, stake // 2)


class Stakes(Struct, frozen=True):
    """What bets are measured by, in one betting round.

    `unit` is the smallest bet and raise: the fixed bet of split limit, the lower limit of spread
    limit, the big blind (in stud the stake) elsewhere. `most` is the upper limit of spread limit.
    `last`: a raise is at least as high as the last one of the street. `cap_heads_up`: the cap
    stays where only two players are left. `double` is the higher bet that an open pair allows
    beside the fixed one (rules.md D11), else 0.

    Structure "most": any bet and any raise from `unit` to `most`, which is the greatest; three
    raises where they are `capped`, else without end (rules.md E).
    """

    structure: Structure | Literal["most"]
    unit: int
    most: int = 0
    last: bool = False
    cap_heads_up: bool = True
    double: int = 0
    capped: bool = False

    @property
    def limited(self) -> bool:
        """Whether it is split or spread limit."""
        return self.structure == "split" or self.structure == "spread"  # noqa: PLR1714


class Round(Struct, frozen=True):
    """How a betting round stands, by seat.

    `bets` is what each has put in on this street, `high` the amount to be matched (a blind counts
    in full, however short it was posted). `full` is the last level that was a full bet or raise,
    `raised` how many of these there were, `step` the smallest raise now. `seen` is `high` at each
    seat's own last action, in limit `counted` is `raised` at that moment; None: it has not acted.
    `aggressor` is who bet or raised last.
    """

    stakes: Stakes
    bets: tuple[int, ...]
    high: int
    full: int
    step: int
    raised: int = 0
    seen: tuple[int | None, ...] = ()
    counted: tuple[int | None, ...] = ()
    free: bool = False
    aggressor: int | None = None


class Bounds(Struct, frozen=True):
    """A raise that is allowed: a street total from `lo` to `hi`, in steps of `step`."""

    lo: int
    hi: int
    step: int = 1


def begin(stakes: Stakes, players: int) -> Round:
    """A street on which nobody has bet yet."""
    return Round(
        stakes=stakes,
        bets=(0,) * players,
        high=0,
        full=0,
        step=stakes.unit,
        seen=(None,) * players,
        counted=(None,) * players,
    )


def forced(state: Round, bets: tuple[int, ...], high: int, *, full: bool, counted: bool) -> Round:
    """The round after blinds or a bring-in: `high` is the full amount, posted in full or not.

    `full`: it is a bet that is raised, as the big blind is; a bring-in is only completed.
    `counted`: it is the one bet of the cap (rules.md D6).
    """
    level = high if full else 0
    return replace(state, bets=bets, high=high, full=level, raised=int(counted))


def brought_in(state: Round, seat: int, paid: int, bring_in: int) -> Round:
    """The round after `seat` has opened with the bring-in, of which it could pay `paid`.

    Others owe all of it. It is an act, so that the opener is asked again only once somebody bets;
    it is no bet unless it is as high as one.
    """
    bet = bring_in >= state.stakes.unit
    bets = _with(state.bets, seat, paid)
    state = forced(state, bets, bring_in, full=bet, counted=bet)
    return replace(
        state,
        seen=_with(state.seen, seat, _level(state)),
        counted=_with(state.counted, seat, state.raised),
        aggressor=seat if bet else None,
    )


def _level(state: Round) -> int:
    """The highest bet; a mere bring-in is none, and whoever bets over it completes it."""
    return 0 if state.full == 0 and state.aggressor is None else state.high


def price(state: Round, seat: int, stack: int) -> int:
    """What `seat` has to pay to stay in, all it has at most; 0: it may check."""
    owed = state.high - state.bets[seat]
    return owed if owed < stack else stack


def bounds(
    state: Round, seat: int, stacks: tuple[int, ...], live: tuple[int, ...], middle: int
) -> Bounds | Closed:
    """The raises that are allowed to `seat`, or why none is.

    `live` are the seats still in, `middle` is everything on the table, this street's bets and
    what is missing in short blinds included (for the pot-limit maximum, rules.md C.6).
    """
    own, high, stakes = state.bets[seat], state.high, state.stakes
    most = own + stacks[seat]
    if most <= high:
        return "short_stack"
    if _capped(state):
        return "capped"
    for one in live:
        if one != seat and stacks[one]:
            break
    else:
        return "nobody_to_call"
    if not _reopened(state, seat):
        return "not_reopened"
    structure = stakes.structure
    step = 1
    if structure == "no":
        lo, hi = _level(state) + state.step, most
    elif structure == "pot":
        lo, hi = _level(state) + state.step, middle - own + 2 * high
    elif structure == "most":
        lo, hi = high + stakes.unit, high + stakes.most
    else:
        # A limit's raise is measured from the last full one: it completes what fell short.
        lo = state.full + state.step
        hi = state.full + stakes.most if structure == "spread" else lo
        if stakes.double > state.step:
            hi = state.full + stakes.double
            step = hi - lo
    # Less than the minimum is allowed to whoever has no more, and the minimum always is.
    if lo >= most:
        return Bounds(most, most)
    return Bounds(lo, most if hi >= most else max(lo, hi), step)


def _reopened(state: Round, seat: int) -> bool:
    seen = state.seen[seat]
    if seen is None:
        return True
    if state.stakes.limited:
        return state.raised > (state.counted[seat] or 0)
    # Short all-ins add up (rules.md C.5).
    return state.high - seen >= state.step


def _capped(state: Round) -> bool:
    """Whether the limit's raises are used up; rules.md D7 may lift that for two players."""
    stakes = state.stakes
    if stakes.structure == "most":
        return stakes.capped and state.raised >= CAP
    return state.raised >= CAP and stakes.limited and (stakes.cap_heads_up or not state.free)


def acted(state: Round, seat: int, total: int, live: tuple[int, ...]) -> Round:
    """The round after `seat` has acted and has `total` in on this street.

    `live` are the seats still in afterwards. An amount above `high` is a bet or raise: a full one,
    or an incomplete all-in that others must match and that reopens nothing by itself.
    """
    if total > state.high:
        state = _raised(state, seat, total)
    bets = state.bets if total == state.bets[seat] else _with(state.bets, seat, total)
    state = replace(state, bets=bets, seen=_with(state.seen, seat, _level(state)))
    if not state.stakes.limited:
        return state
    return replace(
        state,
        counted=_with(state.counted, seat, state.raised),
        # Only two were left before the cap was reached: no later fold lifts it.
        free=state.free or (state.raised < CAP and len(live) == 2),
    )


def _raised(state: Round, seat: int, total: int) -> Round:
    limited, step = state.stakes.limited, state.step
    grown = total - (state.full if limited else _level(state))
    # In limit half a bet is as good as a whole one; less is only action, and the next raiser
    # completes it.
    if (2 * grown if limited else grown) < step:
        return replace(state, high=total, aggressor=seat)
    if state.stakes.last:
        step = max(step, grown)
    elif grown >= state.stakes.double > 0:
        # After the higher bet there are no lower ones.
        step = state.stakes.double
    return replace(
        state, high=total, aggressor=seat, full=total, raised=state.raised + 1, step=step
    )


def waiting(state: Round, stacks: tuple[int, ...], live: tuple[int, ...], after: int) -> int | None:
    """Whose turn it is next, clockwise from `after`; None: the round is over (rules.md C.5).

    `live` are in seat order. Nobody is asked who has nothing to call and nobody to bet against.
    """
    if len(live) < 2:
        return None
    bets, seen, high = state.bets, state.seen, state.high
    able, before, beyond = 0, None, None
    for seat in live:
        if not stacks[seat]:
            continue
        able += 1
        if bets[seat] < high or seen[seat] is None:
            if seat > after:
                beyond = seat if beyond is None else beyond
            elif before is None:
                before = seat
        if beyond is not None and able > 1:
            return beyond
    turn = before if beyond is None else beyond
    if able == 1 and turn is not None and bets[turn] >= max(bets[seat] for seat in live):
        # What somebody has really put in is to be called; a blind that was posted short is not.
        return None
    return turn


def _with(items: tuple[T, ...], seat: int, item: T) -> tuple[T, ...]:
    changed = list(items)
    changed[seat] = item
    return tuple(changed)
