"""What every kind of match is to its table: one small contract, so that a table can hold any.

A step returns a new match; the given one still stands. Chairs are the table's, seats the deal's:
`Next.seats` binds them.
"""

from collections.abc import Sequence
from typing import ClassVar, Literal, Protocol, Self

from msgspec import Struct

from engine.game import AnyGame, MatchKind, Result, Setup

Kind = MatchKind
Ended = Literal["won", "lost", "finished"]


class Next(Struct, frozen=True):
    """The deal that begins: what is played, and the chair of each of its seats, in seat order."""

    game: AnyGame
    options: Struct
    setup: Setup
    seats: tuple[int, ...]


class Handed(Struct, frozen=True):
    """Chips that leave the table for the balance of whoever sits (or sat until now) in `chair`."""

    chair: int
    chips: int


class AnyChair(Protocol):
    """A chair as the table draws it."""

    @property
    def taken(self) -> bool:
        """Whether the chair is somebody's; one who leaves during a deal keeps it till its end."""
        ...

    @property
    def ready(self) -> bool:
        """Whether whoever sits there wants the next deal."""
        ...


class AnyMatch(Protocol):
    """A match of any kind.

    `number` counts its deals, a running one included, void ones not. Chips that a step hands back
    are nobody's until the table has moved them to a balance.
    """

    kind: ClassVar[Kind]
    # Whether people come and go, two being enough for a deal.
    flows: ClassVar[bool]

    @property
    def chairs(self) -> Sequence[AnyChair]:
        """The table's chairs, clockwise."""
        ...

    @property
    def number(self) -> int:
        """Deals so far."""
        ...

    @property
    def running(self) -> bool:
        """Whether a deal runs."""
        ...

    @property
    def ended(self) -> Ended | None:
        """How the match ended; None while it goes on, as a cash match always does."""
        ...

    @property
    def dealer(self) -> int:
        """The chair where the button lies, in the running deal or the one to come."""
        ...

    @property
    def startable(self) -> bool:
        """Whether the next deal can begin."""
        ...

    @property
    def last(self) -> bool:
        """Whether the match is known to end with the running deal."""
        ...

    def plays(self, seat: int) -> bool:
        """Whether a deal runs that whoever sits there takes part in."""
        ...

    def wants(self, seat: int) -> bool:
        """Whether somebody sits there who is there for the next deal, and will be dealt in."""
        ...

    def leaving(self, seat: int) -> bool:
        """Whether whoever sits there has left, and is still part of the running deal."""
        ...

    def unmanned(self, seat: int) -> bool:
        """Whether nobody plays the seat of the running deal that is that chair's."""
        ...

    def sit(self, seat: int, chips: int = 0) -> Self:
        """Somebody sits down with chips; Illegal if that can't be there, or with so many."""
        ...

    def ready(self, seat: int) -> Self:
        """Somebody wants to be dealt in; Illegal where nobody sits."""
        ...

    def leave(self, seat: int) -> tuple[Self, tuple[Handed, ...]]:
        """Somebody gets up.

        Illegal for an empty chair, and deal_running in a kind that can't do without anybody.
        """
        ...

    def start(self, game: AnyGame, options: Struct) -> tuple[Self, Next]:
        """The next deal begins; Illegal deal_running or players_missing."""
        ...

    def finish(self, result: Result) -> tuple[Self, tuple[Handed, ...]]:
        """The running deal is over; ValueError if none runs, or if it was another one."""
        ...

    def void(self) -> tuple[Self, tuple[Handed, ...]]:
        """The running deal never was; ValueError if none runs."""
        ...


def seated(game: AnyGame, seats: int, button: int) -> None:
    """ValueError if the game is not played by `seats` people, or there is no such button."""
    if seats not in game.players or not 0 <= button < seats:
        raise ValueError(f"{game.id} is not played by {seats} with dealer {button}")
