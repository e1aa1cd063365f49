"""What lies on the table: hands, board, stacks, bets, pots, and what is worth saying."""

from msgspec.structs import replace

from engine.games.betting.dealing import cells
from engine.games.betting.options import StudOptions
from engine.games.betting.showdown import known, low_of, named, pots_of
from engine.games.betting.state import State
from engine.kit.betting import CAP
from engine.kit.low import ranks_of
from engine.kit.payout import notes_of
from engine.values.cards import Cell, Empty
from engine.values.view import Counter, Marker, Note, PotView, SeatView, Status, View, Zone


def view(state: State) -> View:
    """The table as it lies, secrets labelled."""
    seats = range(len(state.stacks))
    most = sum(street.board for street in state.row.streets)
    board: tuple[Cell, ...] = (*state.board, *(Empty(),) * (most - len(state.board)))
    hands = [Zone(f"hand.{seat}", "hand", seat, _hand(state, seat)) for seat in seats]
    # Apart from what is hidden, so that everybody knows which of their cards others see.
    ups = [Zone(f"up.{seat}", "row", seat, up) for seat, up in enumerate(state.ups)]
    street = state.row.streets[state.street].name
    phase = {"bet": street, "draw": "draw", "show": "showdown", "over": "over"}[state.phase]
    return View(
        phase=phase,
        to_act=() if state.turn is None else (state.turn,),
        zones=(Zone("board", "board", None, board), *hands, *ups),
        seats=tuple(
            SeatView(
                status=_status(state, seat),
                stack=state.stacks[seat],
                bet=state.round.bets[seat],
                markers=_markers(state, seat),
            )
            for seat in seats
        ),
        pots=_pots(state),
        counters=_counters(state),
        notes=_notes(state),
    )


def _hand(state: State, seat: int) -> tuple[Cell, ...]:
    if seat in state.opened:
        return state.hands[seat].value
    return cells(state.hands[seat])


def _status(state: State, seat: int) -> Status:
    if seat not in state.live or seat in state.mucked:
        return "folded"
    return "in" if state.stacks[seat] or state.phase == "over" else "all_in"


def _markers(state: State, seat: int) -> tuple[Marker, ...]:
    markers: list[Marker] = []
    if seat == state.button:
        markers.append("dealer")
    if (blind := _blind(state, seat)) is not None:
        markers.append(blind)
    if any(seat == winner for award in state.awards for winner, _ in award.won):
        markers.append("winner")
    return tuple(markers)


def _blind(state: State, seat: int) -> Marker | None:
    """Which blind a seat has posted; a straddle, or a post of somebody who comes in, is none."""
    carry, n = state.carry, len(state.stacks)
    if not carry.posts[seat] or carry.blinds is None or carry.big is None:
        return None
    if carry.posts[carry.big] > carry.blinds[1]:
        named: dict[int, Marker] = {carry.blinds[0]: "small_blind", carry.blinds[1]: "big_blind"}
        return named.get(carry.posts[seat])
    if seat == carry.big:
        return "big_blind"
    before = (seat - state.button - 1) % n < (carry.big - state.button - 1) % n
    return "small_blind" if before or n == 2 else None


def _pots(state: State) -> tuple[PotView, ...]:
    """The pots of the streets before this one: what lies in front of the seats is no pot yet."""
    if state.phase == "over" and not any(state.put):
        return tuple(PotView(award.chips, award.seats) for award in state.awards)
    return tuple(PotView(pot.chips, pot.seats) for pot in pots_of(_gathered(state)))


def _gathered(state: State) -> State:
    put = tuple(all_ - bet for all_, bet in zip(state.put, state.round.bets, strict=True))
    return replace(state, put=put)


def _counters(state: State) -> tuple[Counter, ...]:
    """How many bets and raises a street with a cap has had; what a stud deal is brought in for.

    The bring-in stands for the whole first street: who pays it may be all-in for less.
    """
    counters: list[Counter] = []
    if state.phase != "bet":
        return ()
    if state.round.stakes.limited:
        counters.append(Counter("raises", state.round.raised, CAP))
    if isinstance(state.options, StudOptions) and not state.street:
        counters.append(Counter("bring_in", state.options.brings))
    return tuple(counters)


def _compared(state: State, seat: int) -> bool:
    """Whether an open hand is one to be named: not where it lies open only to be looked at.

    Where others see all hands, those of whoever folded or won by folds may be opened after the deal
    to show their owners what they had (rules.md D17).
    """
    return not state.row.forehead or (seat in state.live and len(state.live) > 1)


def _notes(state: State) -> tuple[Note, ...]:
    """What is worth saying: hands that lie open, high and low, once all is dealt; payments.

    `opens`: whose open cards begin this street, and why; `passed_on`: for them, having no chips
    left, who does. `drew`: how many cards a seat has exchanged.
    """
    whole = state.street == len(state.row.streets) - 1
    notes: list[Note] = []
    if state.opener is not None and state.phase == "bet":
        notes.append(Note("opens", state.opener.seat, {"why": state.opener.why}))
        if state.passed_on:
            notes.append(Note("passed_on", state.first))
    for seat, count in enumerate(state.drawn):
        if count is not None:
            notes.append(Note("drew", seat, {"cards": count}))
    for seat in state.opened if whole else ():
        if not known(state, seat) or not _compared(state, seat):
            continue
        hand = named(state, seat)
        notes.append(Note("hand", seat, {"name": hand.name, "ranks": hand.ranks}))
        if state.row.low and (found := low_of(state, seat)) is not None:
            notes.append(Note("low", seat, {"ranks": ranks_of(found)}))
    return (*notes, *notes_of(state.returned, state.awards))
