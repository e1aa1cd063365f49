"""What matches have in common at which people come and go: chairs, and who plays the deal. Pure."""

from typing import ClassVar, Generic, Literal, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.match.places import Places, Standing, without_blinds
from engine.values.why import Illegal

Wish = Literal["play", "rest", "leave"]


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
    def button(self) -> int:
        """The chair where the button lay in the last deal that counted."""
        raise NotImplementedError

    @property
    def running(self) -> bool:
        """Whether a deal runs."""
        return self.deal is not None

    @property
    def dealer(self) -> int:
        """The chair of the dealer, in the running deal or the one to come."""
        at = self.deal or self._following()._places()
        return (self.button + 1) % len(self.chairs) if at is None else at.button

    @property
    def startable(self) -> bool:
        """Whether the next deal can begin: two who can be dealt in."""
        return not self.running and self._following()._places() is not None

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

    def _following(self) -> Self:
        """The match that the next deal belongs to: this one, or a new one."""
        return self

    def _players(self) -> tuple[int, ...]:
        """The chairs that can be dealt in to the next deal."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.ready)

    def _places(self) -> Places | None:
        """The places of the next deal; None: there are not two."""
        standing = Standing(chairs=len(self.chairs), free=self._players(), button=self.button)
        return without_blinds(standing, first=False)

    def _next(self) -> Places:
        """The places of the deal that begins; Illegal while one runs, or if there are not two."""
        if self.running:
            raise Illegal("deal_running")
        at = self._places()
        if at is None:
            raise Illegal("players_missing", missing=2 - len(self._players()))
        return at

    def _running(self) -> Places:
        if self.deal is None:
            raise ValueError("no deal is running")
        return self.deal

    def _chair(self, seat: int) -> C:
        if not 0 <= seat < len(self.chairs):
            raise Illegal("no_such_seat")
        return self.chairs[seat]

    def _free(self, seat: int) -> None:
        """Illegal if the seat is taken, or there is none."""
        if self._chair(seat).taken:
            raise Illegal("seat_taken")

    def _sitter(self, seat: int) -> C:
        chair = self._chair(seat)
        if not chair.taken:
            raise Illegal("seat_empty")
        return chair

    def _with(self, seat: int, chair: C) -> Self:
        chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
        return replace(self, chairs=chairs)
