"""What happened, in order; secrets in it are labelled like everywhere."""

from msgspec import Struct

from engine.values.actions import Action
from engine.values.cards import Cell
from engine.values.why import Facts


class Phase(Struct, frozen=True, tag="phase"):
    """A phase begins: its code, and what it needs to be told (the suit of a token round)."""

    code: str
    facts: Facts = {}


class Dealt(Struct, frozen=True, tag="dealt"):
    """Cards come to lie in a zone: a seat's hand, or the board (seat None)."""

    zone: str
    seat: int | None
    cells: tuple[Cell, ...]


class Acted(Struct, frozen=True, tag="acted"):
    """A seat took up an offer."""

    seat: int
    action: Action


class Chose(Struct, frozen=True, tag="chose"):
    """A seat has made a choice that is told, as `acted`, once everybody has made theirs."""

    seat: int


class Moved(Struct, frozen=True, tag="moved"):
    """A token changed hands by the rules, nobody deciding it (None: the centre)."""

    token: int
    origin: int | None
    target: int | None


class Shown(Struct, frozen=True, tag="shown"):
    """A seat's cards are open to all from here on."""

    seat: int
    cells: tuple[Cell, ...]


class Posted(Struct, frozen=True, tag="posted"):
    """A seat puts in what the rules demand: an ante, a blind, a dead blind, a bring-in."""

    seat: int
    chips: int
    kind: str


class Paid(Struct, frozen=True, tag="paid"):
    """Chips come to a seat: from a pot, or back because nobody called them."""

    seat: int
    chips: int
    source: str


class Reshuffled(Struct, frozen=True, tag="reshuffled"):
    """The stub is used up: so many cards that were put away are dealt again, shuffled."""

    cards: int


class Counted(Struct, frozen=True, tag="counted"):
    """The deal brought a seat so many points, or with a minus took them."""

    seat: int
    points: int


class Scored(Struct, frozen=True, tag="scored"):
    """The deal is over; what it was worth, as a code with facts."""

    code: str
    facts: Facts = {}


Event = (
    Phase | Dealt | Acted | Chose | Moved | Shown | Posted | Paid | Reshuffled | Counted | Scored
)
Events = tuple[Event, ...]
