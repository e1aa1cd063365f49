"""What the games of the family have in common: the setup, the cards, rows that are set."""

from collections.abc import Sequence
from typing import Annotated, Any, cast

from msgspec import Meta, Struct

from engine.game import Setup
from engine.values.actions import SetRows
from engine.values.cards import DECK, UNKNOWN, Card, Cell
from engine.values.chance import Chance
from engine.values.draft import Rows
from engine.values.secret import Secret, sealed
from engine.values.why import Illegal

Hand = tuple[Card, ...]


class Carry(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that each seat gets at once in this deal, 0: it plays as usual; none: all do."""

    at_once: tuple[Annotated[int, Meta(ge=0, le=17)], ...] = ()


def checked(players: range, options: type[Struct], given: Any, setup: Setup) -> Carry:
    """The carry of a deal that can be played; ValueError for any other setup or options."""
    if setup.players not in players or not 0 <= setup.button < setup.players:
        raise ValueError(f"no deal for {setup.players} players with dealer {setup.button}")
    if not isinstance(given, options) or not isinstance(setup.carry, Carry):
        raise ValueError("options or carry of another game")
    if len(setup.carry.at_once) not in {0, setup.players}:
        raise ValueError("a carry for another number of players")
    return setup.carry


def deck(chance: Chance) -> Hand:
    """The cards of a deal from the top, unknown where the chance has none.

    ValueError for a card that comes twice.
    """
    found = (chance.deck + (UNKNOWN,) * len(DECK))[: len(DECK)]
    known = [card for card in found if card.known]
    if len(set(known)) < len(known):
        raise ValueError("a card comes twice")
    return found


def around(dealer: int, players: int) -> list[int]:
    """The seats in turn, from left of the dealer."""
    return [(dealer + 1 + place) % players for place in range(players)]


def cells(hand: Secret[Hand]) -> tuple[Cell, ...]:
    """The cards of a hand, each sealed as the hand is."""
    return tuple([sealed(card, hand.seen_by) for card in hand.value])


def rows_of(action: SetRows) -> Rows:
    """The rows that an admitted action sets, front first."""
    front, middle, back = (
        tuple([card for card in row if isinstance(card, Card)])
        for row in (action.front, action.middle, action.back)
    )
    return front, middle, back


def row_after_row(rows: Sequence[Sequence[Cell]]) -> tuple[Cell, ...]:
    """All cells of three rows."""
    return tuple([cell for row in rows for cell in row])


def misset(action: SetRows, hand: Hand) -> Illegal:
    """Why rows can't be set from a hand."""
    laid = (*action.front, *action.middle, *action.back)
    if any(not isinstance(card, Card) or not card.known or card not in hand for card in laid):
        return Illegal("not_your_cards")
    return Illegal("wrong_rows")


def own(card: Card, seat: int) -> Card:
    """A card that its seat alone may see, typed as what actions and cells carry."""
    return cast(Card, sealed(card, (seat,)))
