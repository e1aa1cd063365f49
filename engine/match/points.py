"""A match for points: deal after deal counts, for an agreed number or time, or without end. Pure.

Two are enough for a deal; people come and go between deals, and nobody is waited for who is not
there. What everybody has together is always nothing: whoever leaves takes their points along, and
the match knows how many.
"""

from typing import Annotated, ClassVar, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from engine.game import AnyGame, Result, Setup
from engine.games.chinese.state import Carry
from engine.match.flowing import Flowing, Wish
from engine.match.machine import Ended, Handed, Kind, Next, seated
from engine.match.places import Places


class PointsTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on beside its game's rules.

    `rounds` are the deals that make up the match, `minutes` the time after which no deal begins
    any more; 0: as many, or as long, as one likes (rules.md D). `hints`: the screen may suggest how
    to set cards, to everybody at the table alike.
    """

    rounds: Annotated[int, Meta(ge=0, le=100, extra={"usual": (10, 5, 20, 0)})] = 10
    minutes: Annotated[int, Meta(ge=0, le=600, extra={"usual": (0, 30, 60, 120)})] = 0
    hints: bool = False


class PointsChair(Struct, frozen=True):
    """One chair: what its player has won and lost in this match, and wants.

    `at_once` are the cards of Fantasyland that the player has earned for the next deal. `wish` and
    `away` are as in a cash match: to be dealt in, to sit out, to leave as soon as that can be; not
    there, and dealt in as soon as that changes.
    """

    taken: bool = False
    points: int = 0
    at_once: int = 0
    wish: Wish = "play"
    away: bool = False

    @property
    def ready(self) -> bool:
        """Whether the player can be dealt in."""
        return self.taken and self.wish == "play" and not self.away


class Points(Flowing[PointsChair], frozen=True):
    """A match for points.

    `number` counts its deals, the running or last one included. `button` is the chair of the last
    dealer whose deal counted; the next one is left of it. `gone` are the points of those who have
    left, so that all of them with those of the chairs are 0. `deal` are the places of the running
    deal. `late`: the agreed minutes are over, and that deal is the last.
    """

    kind: ClassVar[Kind] = "points"

    chairs: tuple[PointsChair, ...]
    rounds: int
    button: int
    number: int = 0
    gone: int = 0
    ended: Ended | None = None
    deal: Places | None = None
    minutes: int = 0
    late: bool = False

    @property
    def last(self) -> bool:
        """Whether the match ends with the running deal."""
        return self.running and (self.late or self.number == self.rounds)

    # ── who is there ───────────────────────────────────────────────────────────────────────────

    def sit(self, seat: int, chips: int = 0) -> Self:
        """Somebody sits down with no points, for the next deal; Illegal if the seat is taken.

        ValueError for chips: nobody plays for any here.
        """
        if chips:
            raise ValueError("chips in a match for points")
        self._free(seat)
        return self._with(seat, PointsChair(taken=True))

    def ready(self, seat: int) -> Self:
        """A player wants to be dealt in (again), and will not leave after this deal."""
        return self._with(seat, replace(self._sitter(seat), wish="play"))

    def rest(self, seat: int) -> Self:
        """A player sits out from the next deal on, keeping the chair and the points."""
        return self._with(seat, replace(self._sitter(seat), wish="rest"))

    def away(self, seat: int, gone: bool) -> Self:
        """A player is not there, or is back: not dealt in meanwhile, whatever the wish is."""
        return self._with(seat, replace(self._sitter(seat), away=gone))

    def leave(self, seat: int) -> tuple[Self, tuple[Handed, ...]]:
        """A player gets up: at once, or after the deal that is being played."""
        chair = self._sitter(seat)
        if self.plays(seat):
            return self._with(seat, replace(chair, wish="leave")), ()
        return self._emptied(seat), ()

    # ── deal after deal ────────────────────────────────────────────────────────────────────────

    def start(self, game: AnyGame, options: Struct) -> tuple[Self, Next]:
        """The next deal begins, or a new match after one that ended, all at 0.

        The dealer moves to the next who plays. Illegal while a deal runs, or if there are not two.
        """
        match = self._following()
        at = match._next()
        at_once = tuple(match.chairs[seat].at_once for seat in at.seats)
        carry = Carry(at_once if any(at_once) else ())
        setup = Setup(len(at.seats), at.seats.index(at.button), carry)
        begun = replace(match, number=match.number + 1, deal=at)
        return begun, Next(game, options, setup, at.seats)

    def finish(self, result: Result) -> tuple[Self, tuple[Handed, ...]]:
        """The deal counts; with the last one the match has ended.

        ValueError if none runs, or for a result that is not one of this deal.
        """
        at = self._running()
        if len(result.net) != len(at.seats) or sum(result.net) != 0:
            raise ValueError("the result is not this deal's, or points were lost")
        at_once = result.carry.at_once if isinstance(result.carry, Carry) else ()
        chairs = list(self.chairs)
        for place, seat in enumerate(at.seats):
            points = chairs[seat].points + result.net[place]
            cards = at_once[place] if at_once else 0
            chairs[seat] = replace(chairs[seat], points=points, at_once=cards)
        ended: Ended | None = "finished" if self.last else None
        after = replace(self, chairs=tuple(chairs), button=at.button, deal=None, ended=ended)
        return after._settled(), ()

    def void(self) -> tuple[Self, tuple[Handed, ...]]:
        """The deal never was: the same dealer, points and number again; who left has left.

        Nothing follows it where the time is over. ValueError if none runs.
        """
        self._running()
        before = replace(self, number=self.number - 1, deal=None, late=False)
        return (before.over() if self.late else before)._settled(), ()

    def over(self) -> Self:
        """The agreed time is over: with the running deal the match ends, or has ended without one.

        What has not begun, or has ended, stays as it is.
        """
        if self.running:
            return replace(self, late=True)
        return self if not self.number or self.ended else replace(self, ended="finished")

    # ── inside ─────────────────────────────────────────────────────────────────────────────────

    def _following(self) -> Self:
        return self if self.ended is None else self._anew()

    def _anew(self) -> Self:
        chairs = tuple(replace(chair, points=0, at_once=0) for chair in self.chairs)
        return replace(self, chairs=chairs, number=0, gone=0, ended=None, late=False)

    def _settled(self) -> Self:
        """The match once those have left who wanted to."""
        match = self
        for seat, chair in enumerate(self.chairs):
            if chair.wish == "leave":
                match = match._emptied(seat)
        return match

    def _emptied(self, seat: int) -> Self:
        """The match without whoever sat there; with nobody left of it the next one begins."""
        gone = self.gone + self.chairs[seat].points
        after = replace(self, gone=gone)._with(seat, PointsChair())
        return after if any(chair.taken for chair in after.chairs) else after._anew()


def new(game: AnyGame, seats: int, button: int, terms: PointsTerms) -> Points:
    """A match with empty chairs; the first deal's dealer is at `button`, or the next who plays.

    ValueError if the game is not played by `seats` people, or there is no such seat.
    """
    seated(game, seats, button)
    chairs = (PointsChair(),) * seats
    return Points(
        chairs=chairs, rounds=terms.rounds, button=(button - 1) % seats, minutes=terms.minutes
    )
