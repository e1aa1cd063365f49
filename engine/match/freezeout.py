"""A freeze-out: equal chips for all, nobody buys more, until one has them all or time is up. Pure.

The chips are the match's own: nobody pays for them or takes them home. All who began are dealt in
as long as they have chips, there or not, for the ante is everybody's; who comes later plays the
next match or goes on for somebody who gets up for them, and whoever leaves leaves their chips
behind, out of play. A pot that a deal left lies there for the next one.
"""

from typing import Annotated, ClassVar, Literal, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from engine.game import AnyGame, Result, Setup
from engine.games.indian.state import Carry
from engine.kit.pots import clockwise, shares
from engine.match.flowing import Flowing
from engine.match.machine import Ended, Handed, Kind, Next, seated
from engine.match.places import Places
from engine.values.why import Illegal

Wish = Literal["play", "leave"]


class FreezeoutTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on beside its game's rules.

    `stack` are the chips that everybody begins with, `minutes` the time after which no deal begins
    any more; 0: as long as it takes (rules.md E). `hints`: the screen may count how an unseen hand
    stands, for everybody at the table alike.
    """

    stack: Annotated[int, Meta(ge=1, le=1_000_000, extra={"usual": (50, 20, 100, 200)})] = 50
    minutes: Annotated[int, Meta(ge=0, le=600, extra={"usual": (0, 30, 60, 120)})] = 0
    hints: bool = False


class FreezeoutChair(Struct, frozen=True):
    """One chair: its player's chips in this match, and what they want.

    `playing`: they have a part in this match, and are out of it once the chips are gone. `wish`: to
    play, or to leave as soon as that can be. `away`: not there, and not dealt in to a match that
    begins; `missed`: the running deal began without them, and they have not come back since.
    """

    taken: bool = False
    stack: int = 0
    playing: bool = False
    wish: Wish = "play"
    away: bool = False
    missed: bool = False

    @property
    def ready(self) -> bool:
        """Whether the player can be dealt in to a new match."""
        return self.taken and self.wish == "play" and not self.away


class Freezeout(Flowing[FreezeoutChair], frozen=True):
    """A freeze-out.

    `stack` and `minutes` are the terms. `number` counts the deals of this match, the running or
    last one included. `button` is the chair of the last dealer whose deal counted; the next one is
    left of it. `pot` is what the last deal left, `gone` are the chips of those who have left, so
    that all of these with those of the chairs are what the match began with. `deal` are the places
    of the running deal. `late`: the agreed minutes are over, and that deal is the last. `winners`
    are the chairs with the most chips when the match ended, equal ones together, as long as those
    who won sit there.
    """

    kind: ClassVar[Kind] = "freezeout"

    chairs: tuple[FreezeoutChair, ...]
    stack: int
    button: int
    minutes: int = 0
    number: int = 0
    pot: int = 0
    gone: int = 0
    ended: Ended | None = None
    deal: Places | None = None
    late: bool = False
    winners: tuple[int, ...] = ()

    @property
    def last(self) -> bool:
        """Whether the match ends with the running deal, whatever comes of it."""
        return self.running and self.late

    def wants(self, seat: int) -> bool:
        """Whether somebody sits there who is there for the next deal, and has chips for it."""
        return self.chairs[seat].ready and self._following().chairs[seat].stack > 0

    def unmanned(self, seat: int) -> bool:
        """Whether nobody plays the seat of the running deal that is that chair's.

        Who loses the line during a deal has the time that everybody has; nobody waits for them in
        the next one.
        """
        return self.leaving(seat) or self.chairs[seat].missed

    # ── who is there ───────────────────────────────────────────────────────────────────────────

    def sit(self, seat: int, chips: int = 0) -> Self:
        """Somebody sits down, for the match that begins next; Illegal if the seat is taken.

        ValueError for chips: everybody gets as many when it begins.
        """
        if chips:
            raise ValueError("chips that a freeze-out does not give")
        self._free(seat)
        return self._with(seat, FreezeoutChair(taken=True))

    def ready(self, seat: int) -> Self:
        """A player wants to play on, and will not leave after this deal."""
        return self._with(seat, replace(self._sitter(seat), wish="play"))

    def away(self, seat: int, gone: bool) -> Self:
        """A player is not there, or is back; dealt in all the same to a match that has begun."""
        chair = self._sitter(seat)
        return self._with(seat, replace(chair, away=gone, missed=gone and chair.missed))

    def instead(self, seat: int) -> Self:
        """Somebody sits down in place of another, who gets up for them.

        A match that goes on has no chips but those that it began with: they go on with these.
        Illegal if nobody sits there, or during a deal that the other was dealt in to.
        """
        chair = self._sitter(seat)
        if self.plays(seat):
            raise Illegal("deal_running")
        stack = chair.stack if self.number and self.ended is None else 0
        heir = FreezeoutChair(taken=True, stack=stack, playing=stack > 0)
        after = self._emptied(seat)
        return replace(after, gone=after.gone - stack)._with(seat, heir)

    def leave(self, seat: int) -> tuple[Self, tuple[Handed, ...]]:
        """A player gets up: at once, or after the deal that is being played."""
        chair = self._sitter(seat)
        if self.plays(seat):
            return self._with(seat, replace(chair, wish="leave")), ()
        after = self._emptied(seat)
        return after if after.running else after._judged(()), ()

    # ── deal after deal ────────────────────────────────────────────────────────────────────────

    def start(self, game: AnyGame, options: Struct) -> tuple[Self, Next]:
        """The next deal begins, or a new match, everybody with as many chips.

        The dealer moves to the next who plays. Illegal while a deal runs, or if there are not two.
        """
        match = self._following()
        at = match._next()
        stacks = tuple(match.chairs[seat].stack for seat in at.seats)
        carry = Carry(stacks=stacks, pot=match.pot)
        setup = Setup(len(at.seats), at.seats.index(at.button), carry)
        chairs = tuple(
            replace(chair, missed=chair.away and seat in at.seats)
            for seat, chair in enumerate(match.chairs)
        )
        begun = replace(match, chairs=chairs, number=match.number + 1, deal=at)
        return begun, Next(game, options, setup, at.seats)

    def finish(self, result: Result) -> tuple[Self, tuple[Handed, ...]]:
        """The deal counts; the match has ended once one has all chips, or with the last deal.

        ValueError if none runs, or for a result that is not one of this deal.
        """
        at = self._running()
        carry = result.carry
        staked = sum(self.chairs[seat].stack for seat in at.seats) + self.pot
        if not isinstance(carry, Carry) or len(carry.stacks) != len(at.seats):
            raise ValueError("the result is not this deal's")
        if min(*carry.stacks, carry.pot) < 0 or sum(carry.stacks) + carry.pot != staked:
            raise ValueError("chips were lost")
        chairs = list(self.chairs)
        for seat, stack in zip(at.seats, carry.stacks, strict=True):
            chairs[seat] = replace(chairs[seat], stack=stack)
        after = replace(self, chairs=tuple(chairs), button=at.button, pot=carry.pot, deal=None)
        return after._settled(at.seats), ()

    def void(self) -> tuple[Self, tuple[Handed, ...]]:
        """The deal never was: the same dealer, chips, pot and number again; who left has left.

        Nothing follows it where the time is over. ValueError if none runs.
        """
        self._running()
        before = replace(self, number=self.number - 1, deal=None)
        return before._settled(()), ()

    def over(self) -> Self:
        """The agreed time is over: with the running deal the match ends, or has ended without one.

        What has not begun, or has ended, stays as it is.
        """
        if self.running:
            return replace(self, late=True)
        return self if not self.number or self.ended else self._finished()

    # ── inside ─────────────────────────────────────────────────────────────────────────────────

    def _players(self) -> tuple[int, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.stack)

    def _following(self) -> Self:
        return self if self.number and self.ended is None else self._anew()

    def _anew(self) -> Self:
        """A match that begins: chips for all who want to play it."""
        chairs = tuple(
            replace(chair, stack=self.stack if chair.ready else 0, playing=chair.ready)
            for chair in self.chairs
        )
        return replace(
            self, chairs=chairs, number=0, pot=0, gone=0, ended=None, late=False, winners=()
        )

    def _settled(self, seats: tuple[int, ...]) -> Self:
        """The match once those have left who wanted to; `seats` have just played a deal.

        They have played it to its end: a match that ends with it does so before they are gone, and
        only one that goes on does so without them.
        """
        match = self._judged(seats)
        for seat, chair in enumerate(self.chairs):
            if chair.wish == "leave":
                match = match._emptied(seat)
        return match._judged(())

    def _judged(self, seats: tuple[int, ...]) -> Self:
        """The match with its end, if it has come.

        Whoever is left alone with chips takes the pot as well. A pot that holds the last chips of
        all who played for it goes back to them in equal shares.
        """
        if not self.number or self.ended is not None:
            # A first deal that never was leaves no match behind.
            return replace(self, late=False) if self.ended is None else self
        match = self
        alive = [seat for seat, chair in enumerate(self.chairs) if chair.stack]
        takers = alive if len(alive) == 1 else () if alive else seats
        if self.pot and takers:
            won = shares(self.pot, clockwise(takers, self.button, len(self.chairs)))
            for seat, chips in won.items():
                chair = match.chairs[seat]
                match = match._with(seat, replace(chair, stack=chair.stack + chips))
            match = replace(match, pot=0)
        left = sum(chair.stack > 0 for chair in match.chairs)
        return match._finished() if left < 2 or self.late else match

    def _finished(self) -> Self:
        """The match at its end: whoever has the most chips has won."""
        most = max(chair.stack for chair in self.chairs)
        winners = [seat for seat, chair in enumerate(self.chairs) if chair.stack == most > 0]
        return replace(self, ended="finished", winners=tuple(winners))

    def _emptied(self, seat: int) -> Self:
        """The match without whoever sat there, whose chips are out of play."""
        gone = self.gone + self.chairs[seat].stack
        winners = tuple([winner for winner in self.winners if winner != seat])
        return replace(self, gone=gone, winners=winners)._with(seat, FreezeoutChair())


def new(game: AnyGame, seats: int, button: int, terms: FreezeoutTerms) -> Freezeout:
    """A match with empty chairs; the first deal's dealer is at `button`, or the next who plays.

    ValueError if the game is not played by `seats` people, or there is no such seat.
    """
    seated(game, seats, button)
    return Freezeout(
        chairs=(FreezeoutChair(),) * seats,
        stack=terms.stack,
        button=(button - 1) % seats,
        minutes=terms.minutes,
    )
