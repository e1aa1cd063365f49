"""What a seat can do: one closed union, so that every end knows every verb."""

from typing import Annotated

from msgspec import Meta, Struct

from engine.values.cards import Card, Hidden

Chips = Annotated[int, Meta(ge=0, le=2**53)]
SeatNo = Annotated[int, Meta(ge=0, le=22)]


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


Action = Take | Pass | Ready | Fold | Check | Call | Raise | BringIn | Discard | Place | Show | Muck
