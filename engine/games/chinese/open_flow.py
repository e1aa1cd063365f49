"""The course of an open-face deal: a turn, and what follows from it."""

from typing import cast

from msgspec.structs import replace

from engine.games.chinese import told
from engine.games.chinese.open_state import State, Step, all_rows, boards
from engine.games.chinese.state import Hand, around, cells, own, row_after_row, rows_of
from engine.kit.rows import ROWS
from engine.values.actions import Lay, RowName, SetRows, Throw
from engine.values.cards import Card, Hidden
from engine.values.events import Acted, Dealt, Event, Events, Phase, Shown
from engine.values.secret import Secret


def lay(state: State, seat: int, card: Card, row: RowName) -> Step:
    """A card of the hand comes to lie in a row; after the last one it is somebody else's turn."""
    rows = list(state.rows[seat])
    rows[ROWS.index(row)] += (card,)
    front, middle, back = rows
    laid = (*state.rows[:seat], (front, middle, back), *state.rows[seat + 1 :])
    state = _without(replace(state, rows=laid), seat, card)
    events: Events = (Acted(seat, Lay(card, row)),)
    if state.hands[seat].value:
        return state, events
    state, more = go_on(state)
    return state, (*events, *more)


def throw(state: State, seat: int, card: Card | Hidden) -> Step:
    """The last of three cards goes away unseen, and others have their turn."""
    away = (*state.away[seat].value, cast(Card, card))
    state = replace(state, away=_with(state.away, seat, away))
    acted = Acted(seat, Throw(own(cast(Card, card), seat)))
    state, more = go_on(_without(state, seat, cast(Card, card)))
    return state, (acted, *more)


def set_rows(state: State, seat: int, action: SetRows) -> Step:
    """Rows are set in Fantasyland, unseen until the end; what is over goes away."""
    rows = rows_of(action)
    laid = set(row_after_row(rows))
    left = tuple(card for card in state.hands[seat].value if card not in laid)
    inside = list(state.inside)
    inside[seat] = Secret(rows, (seat,))
    state = replace(
        state,
        inside=tuple(inside),
        hands=_with(state.hands, seat, ()),
        away=_with(state.away, seat, left),
    )
    front, middle, back = (tuple([own(card, seat) for card in row]) for row in rows)
    acted = Acted(seat, SetRows(front, middle, back))
    return state, (acted, *(_shown(state) if state.over else ()))


def go_on(state: State) -> Step:
    """Deal to whoever is next, and to everybody in Fantasyland before that seat."""
    events: list[Event] = []
    while True:
        state = replace(state, number=state.number + 1)
        seat = state.turn
        if seat is None:
            return state, (*events, *(_shown(state) if state.over else ()))
        at_once, first = state.land[seat], not state.round
        if at_once and not first:
            continue
        count = at_once or state.counts[state.round]
        stock = state.stock.value
        hands = _with(state.hands, seat, stock[:count])
        state = replace(state, stock=Secret(stock[count:], ()), hands=hands)
        events.append(Dealt(f"hand.{seat}", seat, cells(hands[seat])))
        if not at_once:
            return state, tuple(events)


def _shown(state: State) -> Events:
    """The end: rows from Fantasyland are opened, all are counted."""
    inside = [seat for seat in around(state.dealer, len(state.hands)) if state.land[seat]]
    shown = (Shown(seat, row_after_row(all_rows(state, seat))) for seat in inside)
    return (Phase("reveal"), *shown, *told.counted(boards(state), state.counting))


def _without(state: State, seat: int, card: Card) -> State:
    hand = list(state.hands[seat].value)
    hand.remove(card)
    return replace(state, hands=_with(state.hands, seat, tuple(hand)))


def _with(held: tuple[Secret[Hand], ...], seat: int, cards: Hand) -> tuple[Secret[Hand], ...]:
    """The same with other cards for one seat, its own secret."""
    return (*held[:seat], Secret(cards, (seat,)), *held[seat + 1 :])
