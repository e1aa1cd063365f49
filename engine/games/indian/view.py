"""What lies on the table: hands, stacks, bets, pots, and what is worth saying."""

from msgspec.structs import replace

from engine.games.indian.flow import cells
from engine.games.indian.hands import named
from engine.games.indian.settling import known, pots_of
from engine.games.indian.state import State
from engine.kit.betting import CAP
from engine.kit.payout import notes_of
from engine.values.view import Counter, Marker, Note, PotView, SeatView, Status, View, Zone
from engine.values.why import Facts


def view(state: State) -> View:
    """The table as it lies, secrets labelled."""
    seats = range(len(state.stacks))
    return View(
        phase=state.phase,
        to_act=to_act(state),
        zones=tuple(Zone(f"hand.{seat}", "hand", seat, cells(state, seat)) for seat in seats),
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


def to_act(state: State) -> tuple[int, ...]:
    """Whom the deal waits for: whose turn it is, or all who have not declared."""
    if state.phase == "declare":
        return tuple(seat for seat, choice in enumerate(state.choices) if choice is None)
    return () if state.turn is None else (state.turn,)


def _status(state: State, seat: int) -> Status:
    if seat not in state.live:
        return "folded"
    return "in" if state.stacks[seat] or state.phase == "over" else "all_in"


def _markers(state: State, seat: int) -> tuple[Marker, ...]:
    markers: list[Marker] = []
    if seat == state.button:
        markers.append("dealer")
    if state.phase == "declare" and seat in state.arrived:
        markers.append("ready")
    if any(seat == winner for award in state.awards for winner, _ in award.won):
        markers.append("winner")
    return tuple(markers)


def _pots(state: State) -> tuple[PotView, ...]:
    """The pots without what lies in front of the seats; after the end those paid, or what is left.

    A pot that is left for the next deal is nobody's yet.
    """
    if not state.paid:
        put = tuple(all_ - bet for all_, bet in zip(state.put, state.round.bets, strict=True))
        return tuple(PotView(pot.chips, pot.seats) for pot in pots_of(replace(state, put=put)))
    if state.left:
        return (PotView(state.left, ()),)
    return tuple(PotView(award.chips, award.seats) for award in state.awards)


def _counters(state: State) -> tuple[Counter, ...]:
    """How many bets and raises there were where they are counted; how many have declared."""
    if state.phase == "declare":
        return (Counter("ready", len(state.arrived), len(state.hands)),)
    if state.phase == "bet" and state.options.max_raises:
        return (Counter("raises", state.round.raised, CAP),)
    return ()


def _notes(state: State) -> tuple[Note, ...]:
    """What is worth saying: which hands win, what those that lie open are, payments.

    `ranking`: the options that say so. `matched`: what a seat paid for the next pot.
    """
    options = state.options
    by: Facts = {"cards": options.cards, "wins": options.winning, "order": options.order}
    notes = [Note("ranking", None, by)]
    for seat in state.opened:
        if known(state, seat):
            hand = named(state.hands[seat].value, options)
            notes.append(Note("hand", seat, {"name": hand.name, "ranks": hand.ranks}))
    notes += notes_of(state.returned, state.awards)
    paid = enumerate(state.matched)
    notes += [Note("matched", seat, {"chips": chips}) for seat, chips in paid if chips]
    return tuple(notes)
