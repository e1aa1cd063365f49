"""A cooperative match: fixed chairs, all of them needed, dealer, score and end. A pure machine."""

from typing import ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from engine.game import AnyGame, Result, Setup
from engine.match.machine import Ended, Handed, Kind, Next, seated
from engine.values.why import Illegal


class Chair(Struct, frozen=True):
    """One seat of the table: whether somebody sits there, and wants the next deal."""

    taken: bool = False
    ready: bool = False


class Match(Struct, frozen=True):
    """A cooperative match: fixed chairs, all of them needed, until the game says it ended.

    `number` counts the deals of this match, the running or last one included. A voided deal
    is played again and does not count.
    """

    kind: ClassVar[Kind] = "cooperative"
    flows: ClassVar[bool] = False
    # Only the game knows it.
    last: ClassVar[bool] = False

    chairs: tuple[Chair, ...]
    button: int
    carry: Struct
    number: int = 0
    running: bool = False
    ended: Ended | None = None

    @property
    def dealer(self) -> int:
        """The chair of the dealer, in the running deal or the one to come."""
        return self.button

    @property
    def startable(self) -> bool:
        """Whether the next deal can begin: every chair taken, everybody ready."""
        return not self.running and all(chair.taken and chair.ready for chair in self.chairs)

    def plays(self, seat: int) -> bool:
        """Whether a deal runs: every chair is in it. Illegal if there is no such seat."""
        self._chair(seat)
        return self.running

    def wants(self, seat: int) -> bool:
        """Whether whoever sits there is ready for the next deal."""
        return self._chair(seat).ready

    def leaving(self, seat: int) -> bool:
        """False: nobody can leave while a deal runs."""
        return False

    def unmanned(self, seat: int) -> bool:
        """False: nobody can leave while a deal runs."""
        return False

    def sit(self, seat: int, chips: int = 0) -> Self:
        """Somebody sits down, ready; Illegal if the seat is taken or there is none.

        ValueError for chips: nobody plays for any here.
        """
        if chips:
            raise ValueError("chips in a cooperative match")
        if self._chair(seat).taken:
            raise Illegal("seat_taken")
        return self._with(seat, Chair(taken=True, ready=True))

    def leave(self, seat: int) -> tuple[Self, tuple[Handed, ...]]:
        """Somebody gets up between deals; Illegal while one runs (void it first)."""
        self._must_rest(seat)
        return self._with(seat, Chair()), ()

    def ready(self, seat: int) -> Self:
        """Somebody wants the next deal; saying so twice changes nothing.

        Illegal while one runs, or for an empty or missing seat.
        """
        self._must_rest(seat)
        return self._with(seat, Chair(taken=True, ready=True))

    def start(self, game: AnyGame, options: Struct) -> tuple[Self, Next]:
        """Begin the next deal, or a new match after an ended one; the table brings the chance.

        Illegal while one runs, or while somebody is missing.
        """
        if self.running:
            raise Illegal("deal_running")
        if not self.startable:
            missing = sum(not (chair.taken and chair.ready) for chair in self.chairs)
            raise Illegal("players_missing", missing=missing)
        match = self
        if self.ended is not None:
            match = replace(match, carry=game.Carry(), number=0, ended=None)
        seats = tuple(range(len(self.chairs)))
        setup = Setup(players=len(seats), button=match.button, carry=match.carry)
        begun = replace(match, number=match.number + 1, running=True)
        return begun, Next(game, options, setup, seats)

    def finish(self, result: Result) -> tuple[Self, tuple[Handed, ...]]:
        """The running deal is over: its carry stays, the button moves one seat left (rules.md A).

        ValueError if none runs.
        """
        self._must_run()
        after = replace(
            self,
            running=False,
            carry=result.carry,
            ended=result.ended,
            button=(self.button + 1) % len(self.chairs),
            chairs=tuple(replace(chair, ready=False) for chair in self.chairs),
        )
        return after, ()

    def void(self) -> tuple[Self, tuple[Handed, ...]]:
        """The running deal is cancelled: same dealer, same score, same number again.

        ValueError if none runs.
        """
        self._must_run()
        after = replace(
            self,
            running=False,
            number=self.number - 1,
            chairs=tuple(replace(chair, ready=False) for chair in self.chairs),
        )
        return after, ()

    def _must_run(self) -> None:
        if not self.running:
            raise ValueError("no deal is running")

    def _must_rest(self, seat: int) -> None:
        if self.running:
            raise Illegal("deal_running")
        if not self._chair(seat).taken:
            raise Illegal("seat_empty")

    def _chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Illegal("no_such_seat")
        return self.chairs[seat]

    def _with(self, seat: int, chair: Chair) -> Self:
        chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
        return replace(self, chairs=chairs)


def new(game: AnyGame, seats: int, button: int) -> Match:
    """A match of `game` with empty chairs; the first deal's dealer is `button`.

    ValueError if the game is not played by `seats` people, or there is no such seat.
    """
    seated(game, seats, button)
    return Match(chairs=(Chair(),) * seats, button=button, carry=game.Carry())
