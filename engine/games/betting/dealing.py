"""Cards: the deck, what a street deals, the common last card, the exchange (rules.md C.7, C.8)."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.games.betting.rows import Row
from engine.games.betting.state import Hand, State
from engine.values.cards import DECK, UNKNOWN, Card, Cell
from engine.values.chance import Chance, Dice
from engine.values.events import Dealt, Event, Events, Reshuffled
from engine.values.secret import Secret, sealed

Step = tuple[State, Events]


def deck_of(chance: Chance, row: Row, n: int) -> tuple[Hand, Hand]:
    """The deck, and cards beyond it that a reshuffle is to bring; ValueError if one comes twice.

    Cards that the chance does not have are unknown.
    """
    if row.stud or row.draws:
        # How many are dealt depends on who folds, so how many are left must be known.
        deck, again = chance.deck[: len(DECK)], chance.deck[len(DECK) :]
        deck += (UNKNOWN,) * (len(DECK) - len(deck))
    else:
        needed = sum(street.down * n + street.board for street in row.streets)
        deck, again = chance.deck + (UNKNOWN,) * (needed - len(chance.deck)), ()
    codes = [card.code for card in deck]
    if len(set(codes)) + max(0, codes.count(UNKNOWN.code) - 1) < len(codes):
        raise ValueError("a card comes twice")
    return deck, again


def dealt(state: State, order: Sequence[int]) -> Step:
    """The cards of the street: own ones to each seat still in, then the board's.

    Where they don't suffice for all there is one common card for everybody (rules.md D12).
    """
    street = state.row.streets[state.street]
    deck, board = state.deck.value, state.board
    hands, ups = state.hands, state.ups
    down, up, common = street.down, street.up, street.board
    if (down + up) * len(order) > len(deck):
        down, up, common = 0, 0, 1
    events: list[Event] = []
    top = 0
    if down or up:
        downs, opens = list(hands), list(ups)
        for seat in order:
            if down:
                fresh = deck[top : top + down]
                top += down
                downs[seat] = hand = Secret(hands[seat].value + fresh, state.seen_by(seat))
                # What comes to a hand that lies open lies open.
                seen = fresh if seat in state.opened else cells(hand)[-down:]
                events.append(Dealt(f"hand.{seat}", seat, seen))
            if up:
                fresh = deck[top : top + up]
                top += up
                opens[seat] += fresh
                events.append(Dealt(f"up.{seat}", seat, fresh))
        hands, ups = tuple(downs), tuple(opens)
    if common:
        fresh = deck[top : top + common]
        top += common
        board += fresh
        events.append(Dealt("board", None, fresh))
    state = replace(state, deck=Secret(deck[top:], ()), hands=hands, ups=ups, board=board)
    return state, tuple(events)


def cells(hand: Secret[Hand]) -> tuple[Cell, ...]:
    """A hand's cells, each as secret as the hand."""
    return tuple([sealed(card, hand.seen_by) for card in hand.value])


# ── the exchange ───────────────────────────────────────────────────────────────────────────────


def exchanged(state: State, seat: int, cards: Hand) -> Step:
    """The state after a seat has put these cards away and got as many, behind those it kept.

    When the stub is used up, folded hands and what others have put away are shuffled into a new
    one, never the seat's own discards (rules.md C.7).
    """
    kept = list(state.hands[seat].value)
    for card in cards:
        kept.remove(card)
    drawn = list(state.drawn)
    drawn[seat] = len(cards)
    state = replace(state, drawn=tuple(drawn))
    events: list[Event] = []
    fresh: Hand = ()
    while len(fresh) < len(cards):
        if not state.deck.value:
            state, count = _reshuffled(state, fresh)
            events.append(Reshuffled(count))
        deck, missing = state.deck.value, len(cards) - len(fresh)
        fresh += deck[:missing]
        state = replace(state, deck=Secret(deck[missing:], ()))
    hands, away = list(state.hands), list(state.away.value)
    hands[seat] = Secret((*kept, *fresh), (seat,))
    away[seat] = cards
    if fresh:
        got = cells(hands[seat])[-len(fresh) :]
        events.append(Dealt(f"hand.{seat}", seat, got))
    return replace(state, hands=tuple(hands), away=Secret(tuple(away), ())), tuple(events)


def _reshuffled(state: State, fresh: Hand) -> tuple[State, int]:
    """A new stub of folded hands and of all that has been put away, and how many cards it has."""
    away, hands = list(state.away.value), list(state.hands)
    pile: list[Card] = []
    for seat in range(len(hands)):
        pile += away[seat]
        away[seat] = ()
        if seat not in state.live:
            pile += hands[seat].value
            hands[seat] = Secret((), (seat,))
    dice = Dice(state.seed.value)
    again = state.again.value
    stub = _as_told(state, pile, again, fresh) if again else dice.shuffled(pile)
    state = replace(
        state,
        deck=Secret(stub, ()),
        away=Secret(tuple(away), ()),
        hands=tuple(hands),
        again=Secret(again[len(pile) :], ()),
        seed=Secret(dice.seed(), ()),
    )
    return state, len(pile)


def _as_told(state: State, pile: Sequence[Card], again: Hand, fresh: Hand) -> Hand:
    """The pile in the order in which it is told to come; what can't be in it is unknown."""
    left = list(pile)
    stub: list[Card] = []
    lying = {card for seat in state.live for card in state.hands[seat].value} | set(fresh)
    for card in again[: len(pile)]:
        if card in left:
            left.remove(card)
            stub.append(card)
        elif UNKNOWN in left and card.known and card not in lying:
            left.remove(UNKNOWN)
            stub.append(card)
        else:
            stub.append(UNKNOWN)
    return (*stub, *(UNKNOWN,) * (len(pile) - len(stub)))
