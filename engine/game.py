"""The contract of a game: one deal, as pure functions of a state."""

from collections.abc import Mapping
from typing import Any, Literal, Protocol, TypeVar

from msgspec import Struct

from engine.values.actions import Action
from engine.values.chance import Chance
from engine.values.events import Events
from engine.values.manners import Manners
from engine.values.offers import Offers
from engine.values.options import Value
from engine.values.view import View

MatchKind = Literal["cooperative", "cash", "points", "freezeout"]


class Setup(Struct, frozen=True):
    """What a deal begins with.

    `button` is the dealer's seat, 0 ≤ button < players; seats run clockwise. `carry` is what the
    match brings along, typed by the game: stacks, successes so far, a pot left over.
    """

    players: int
    button: int
    carry: Struct


class Result(Struct, frozen=True):
    """What a finished deal leaves behind.

    `net` is what each seat won or lost, in chips or points (zeros where nobody plays against
    anybody). `carry` goes into the next deal's Setup. `ended` says that the match ended with
    this deal, and how.
    """

    net: tuple[int, ...]
    carry: Struct
    ended: Literal["won", "lost", "finished"] | None = None


class TimeUp(Struct, frozen=True):
    """A clock that belongs to the game ran out."""

    seat: int | None = None


class Gone(Struct, frozen=True):
    """A seat's player left for good."""

    seat: int


What = TimeUp | Gone

S = TypeVar("S", bound=Struct)


class Game(Protocol[S]):
    """One game's rules. A step returns a new state; the given one still stands.

    `rules` rises whenever behaviour changes, so that a logged deal is never replayed by rules
    that it was not played by. `Options` has a default for every field; `engine.values.options`
    makes it data. `Carry` is the type of Setup.carry, its defaults a match's beginning. `match` is
    the kind of match that its deals make up. `presets` are whole sets of its rules, by name: a
    value for each option that is a rule, none for what is played for. `scores` says that a deal's
    Scored has `points`, which those who played it may try to beat.
    """

    id: str
    rules: int
    players: range
    Options: type[Struct]
    Carry: type[Struct]
    manners: Manners
    match: MatchKind
    presets: Mapping[str, Mapping[str, Value]]
    scores: bool

    def new(self, options: Any, setup: Setup, chance: Chance) -> tuple[S, Events]:
        """A deal's first state and what happened so far."""
        ...

    def offers(self, state: S, seat: int) -> Offers:
        """What the seat may do, and what is barred and why; no Offer: nothing to decide.

        Once there is a result, what is still offered changes nothing of it and is nobody's turn.
        """
        ...

    def decision(self, state: S, seat: int) -> int:
        """The number of the question that stands before the seat; it never falls.

        In turns it rises whenever that seat acts or the street changes; where everybody acts at
        once it is the round's.
        """
        ...

    def apply(self, state: S, seat: int, action: Action) -> tuple[S, Events]:
        """The state after an action; raises Illegal for what no offer admits."""
        ...

    def happen(self, state: S, what: What) -> tuple[S, Events]:
        """The state after something that the table, not a seat, brings about."""
        ...

    def default(self, state: S, seat: int, draft: object) -> Action | None:
        """What a timeout plays for the seat; None: nobody may play for it."""
        ...

    def view(self, state: S) -> View:
        """All that lies on the table, secrets labelled with who may see them."""
        ...

    def result(self, state: S) -> Result | None:
        """How the deal ended; None while it runs."""
        ...


AnyGame = Game[Any]
