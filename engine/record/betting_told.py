"""What came of a recorded deal of a betting game, by the keys of the replay's output."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from engine.games.betting.rows import Row
from engine.games.betting.state import State
from engine.kit import soko
from engine.kit.low import low, low_of_two_and_three, ranks_of
from engine.kit.ranking import HandName, best_five, describe, rank, rank5
from engine.record import chips
from engine.record.notation import Hand
from engine.record.told import Told
from engine.values.cards import Card
from engine.values.events import Dealt, Phase, Shown
from engine.values.secret import opened_all


def summary(told: Told) -> dict[str, Any]:
    """Stacks, pots, what was returned, the hands that were shown, lows where they count."""
    state = told.state
    assert isinstance(state, State)
    row = state.row
    streets = {street.name for street in row.streets}
    stacks = chips.stacks(state.began, told.events, streets)
    found: dict[str, Any] = {
        "net": [now - then for now, then in zip(stacks, state.began, strict=True)],
        "finishing_stacks": stacks,
    }
    if told.complete:
        found["pots"] = chips.pots(state.awards)
    if back := chips.returned(told.events):
        found["returned"] = back
    hands = _hands(told) if len(state.live) > 1 else {}
    fives = {seat: _five(row, own, board) for seat, (own, board) in hands.items()}
    worth = {
        seat: soko.rank(five) if row.hand == "soko" else rank(five) for seat, five in fives.items()
    }
    found["hands"] = [
        {
            "player": f"p{seat + 1}",
            "name": _name(row, fives[seat]).name,
            "cards": "".join(map(str, fives[seat])),
        }
        for seat in sorted(fives, key=lambda seat: -worth[seat])
    ]
    if row.low and Phase("showdown") in told.events:
        found["lows"] = _lows(hands, omaha=row.hand == "omaha")
    return found


def _hands(told: Told) -> dict[int, tuple[Hand, Hand]]:
    """Own cards and board of every hand that was shown and is known, once all is dealt."""
    state = told.state
    assert isinstance(state, State)
    board = tuple(
        cell
        for event in told.events
        if isinstance(event, Dealt) and event.seat is None
        for cell in opened_all(event.cells)
        if isinstance(cell, Card) and cell.known
    )
    opened = {event.seat for event in told.events if isinstance(event, Shown)}
    # What was opened after the deal only to be looked at has not been compared.
    shown = [seat for seat in state.live if seat in opened]
    known = [seat for seat in shown if all(card.known for card in told.hands[seat])]
    hands = {seat: (told.hands[seat], board) for seat in known}
    size = sum(street.down + street.up + street.board for street in state.row.streets)
    whole = all(len(own) + len(board) >= size for own, board in hands.values())
    return hands if whole and Phase(state.row.streets[-1].name) in told.events else {}


def _five(row: Row, own: Hand, board: Hand) -> Hand:
    """The five cards that play, as they are shown."""
    if row.hand == "omaha":
        return _two_and_three(own, board)
    return soko.in_order(own) if row.hand == "soko" else best_five((*own, *board))


def _name(row: Row, five: Hand) -> HandName:
    return soko.name_of(soko.rank(five)) if row.hand == "soko" else describe(five)


def _two_and_three(own: Hand, board: Hand) -> Hand:
    fives = ((*two, *three) for two in combinations(own, 2) for three in combinations(board, 3))
    return best_five(max(fives, key=rank5))


def _lows(hands: Mapping[int, tuple[Hand, Hand]], omaha: bool) -> list[dict[str, str]]:
    lows = {
        seat: low_of_two_and_three(own, board) if omaha else low((*own, *board))
        for seat, (own, board) in hands.items()
    }
    found = {seat: heights for seat, heights in lows.items() if heights is not None}
    return [
        {"player": f"p{seat + 1}", "ranks": ranks_of(found[seat])}
        for seat in sorted(found, key=lambda seat: found[seat])
    ]
