"""What a seat can do: one closed union, so that every end knows every verb."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.values.cards import Card, Hidden

Chips = Annotated[int, Meta(ge=0, le=2**53)]
SeatNo = Annotated[int, Meta(ge=0, le=22)]
RowName = Literal["front", "middle", "back"]
SpecialName = Literal["dragon", "three_straights", "three_flushes", "six_pairs"]
Three = Annotated[tuple[Card | Hidden, ...], Meta(min_length=3, max_length=3)]
Five = Annotated[tuple[Card | Hidden, ...], Meta(min_length=5, max_length=5)]


class Take(Struct, frozen=True, tag="take", forbid_unknown_fields=True):
    """Take a token from where it was seen: a seat, or None for the centre."""

    token: Annotated[int, Meta(ge=1, le=13)]
    holder: SeatNo | None


class Pass(Struct, frozen=True, tag="pass", forbid_unknown_fields=True):
    """Do nothing, keeping the token held."""


class Ready(Struct, frozen=True, tag="ready", forbid_unknown_fields=True):
    """Agree with the tokens as they lie after `moves` moves of this round."""

    moves: Annotated[int, Meta(ge=0, le=2**31)]


class Fold(Struct, frozen=True, tag="fold", forbid_unknown_fields=True):
    """Give up the hand."""


class Check(Struct, frozen=True, tag="check", forbid_unknown_fields=True):
    """Stay in without chips, there being nothing to call."""


class Call(Struct, frozen=True, tag="call", forbid_unknown_fields=True):
    """Pay the price that was seen, in chips."""

    price: Chips


class Raise(Struct, frozen=True, tag="raise", forbid_unknown_fields=True):
    """Bet or raise to a street total of `to` chips."""

    to: Chips


class BringIn(Struct, frozen=True, tag="bring_in", forbid_unknown_fields=True):
    """Open the betting of a stud game with the bring-in of `price` chips that was seen."""

    price: Chips


class Discard(Struct, frozen=True, tag="discard", forbid_unknown_fields=True):
    """Put cards of one's own hand away for as many others; none: stand pat.

    Who may not see which they are reads how many.
    """

    cards: Annotated[tuple[Card | Hidden, ...], Meta(max_length=5)]


class Place(Struct, frozen=True, tag="place", forbid_unknown_fields=True):
    """Lay a card of one's hand on a free cell of the square, for good: 5 · row + column, 0…24."""

    card: Card
    cell: Annotated[int, Meta(ge=0, le=24)]


class Show(Struct, frozen=True, tag="show", forbid_unknown_fields=True):
    """Turn one's hand up: at the showdown, or after the deal one that nobody has seen."""


class Muck(Struct, frozen=True, tag="muck", forbid_unknown_fields=True):
    """Give one's hand up at the showdown, unseen."""


class In(Struct, frozen=True, tag="in", forbid_unknown_fields=True):
    """Declare, unseen until all have, that one plays for the pot; who loses pays the price seen."""

    price: Chips


class Out(Struct, frozen=True, tag="out", forbid_unknown_fields=True):
    """Declare, unseen until all have, that one does not play for the pot."""


class SetRows(Struct, frozen=True, tag="set", forbid_unknown_fields=True):
    """Set three rows at once, for good; cards of one's hand that are in none are thrown away.

    Hidden cards are what others read of it, where they learn at once that rows were set.
    """

    front: Three
    middle: Five
    back: Five


class Surrender(Struct, frozen=True, tag="surrender", forbid_unknown_fields=True):
    """Pay every opponent the price that was seen, in points, instead of playing."""

    price: Chips


class Declare(Struct, frozen=True, tag="declare", forbid_unknown_fields=True):
    """Announce that one's thirteen cards are a special hand, instead of setting rows."""

    special: SpecialName


class Lay(Struct, frozen=True, tag="lay", forbid_unknown_fields=True):
    """Lay a card of one's hand openly into a row, for good."""

    card: Card
    row: RowName


class Throw(Struct, frozen=True, tag="throw", forbid_unknown_fields=True):
    """Throw a card of one's hand away face down; others read that it was one."""

    card: Card | Hidden


Action = (
    Take
    | Pass
    | Ready
    | Fold
    | Check
    | Call
    | Raise
    | BringIn
    | Discard
    | Place
    | Show
    | Muck
    | In
    | Out
    | SetRows
    | Surrender
    | Declare
    | Lay
    | Throw
)
