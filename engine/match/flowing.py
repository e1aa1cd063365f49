"""What matches have in common at which people come and go: chairs, and who plays the deal. Pure."""

from typing import ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.match.places import Places
from engine.values.why import Illegal


class AnySitter(Protocol):
    """A chair that its player may want to leave."""

    @property
    def taken(self) -> bool:
        """Whether the chair is somebody's."""
        ...

    @property
    def ready(self) -> bool:
        """Whether the player can be dealt in."""
        ...

    @property
    def wish(self) -> str:
        """What the player wants; `leave`: to be gone as soon as that can be."""
        ...


C = TypeVar("C", bound=AnySitter)


class Flowing(Struct, Generic[C], frozen=True):
    """A match that two are enough for. The fields are its kind's own."""

    flows: ClassVar[bool] = True

    @property
    def chairs(self) -> tuple[C, ...]:
        """The table's chairs, clockwise."""
        raise NotImplementedError

    @property
    def deal(self) -> Places | None:
        """The places of the running deal."""
        raise NotImplementedError

    @property
    def running(self) -> bool:
        """Whether a deal runs."""
        return self.deal is not None

    def plays(self, seat: int) -> bool:
        """Whether a deal runs that whoever sits there was dealt in to."""
        return self.deal is not None and seat in self.deal.seats

    def wants(self, seat: int) -> bool:
        """Whether somebody sits there who is there for the next deal, and will be dealt in."""
        return self.chairs[seat].ready

    def leaving(self, seat: int) -> bool:
        """Whether whoever sits there has left, and is still part of the running deal."""
        return self.chairs[seat].wish == "leave"

    def unmanned(self, seat: int) -> bool:
        """Whether nobody plays the seat of the running deal that is that chair's."""
        return self.leaving(seat)

    def _running(self) -> Places:
        if self.deal is None:
            raise ValueError("no deal is running")
        return self.deal

    def _chair(self, seat: int) -> C:
        if not 0 <= seat < len(self.chairs):
            raise Illegal("no_such_seat")
        return self.chairs[seat]

    def _sitter(self, seat: int) -> C:
        chair = self._chair(seat)
        if not chair.taken:
            raise Illegal("seat_empty")
        return chair

    def _with(self, seat: int, chair: C) -> Self:
        chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
        return replace(self, chairs=chairs)
