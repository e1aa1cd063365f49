"""A cash match: chips that are bought and taken home, people who come and go between deals.

Chips are whole and never lost: what the chairs hold changes only by what is bought, by results that
give out what was staked, and by what a step hands back. While a deal runs the chairs keep the
stacks that it began with, so that it can be void at any moment.
"""

from typing import Annotated, ClassVar, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from engine.game import AnyGame, Result, Setup
from engine.games.betting.state import AnyOptions, Carry
from engine.match.flowing import Flowing, Wish
from engine.match.machine import Handed, Kind, Next, seated
from engine.match.places import Button, Places, Standing, places, without_blinds
from engine.values.why import Illegal

Depth = Annotated[int, Meta(ge=1, le=1_000)]
Backs = tuple[Handed, ...]

# So many clocks in a row that run out put a player aside (rules.md C.12).
TIMEOUTS = 2


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """A cash table's own options: what one buys in for, in big blinds, and how the button moves.

    Without blinds it is the small bet that counts, and the button always moves on. `hints`: the
    screen may count how an unseen hand stands, for everybody at the table alike; only where one's
    own hand is unseen.
    """

    least: Depth = 40
    most: Depth = 100
    button: Button = "moving"
    hints: bool = False


class CashChair(Struct, frozen=True):
    """One chair: whose chips lie there, and what its player wants.

    `stack` is without what the running deal has changed; `coming` was bought during a deal and
    counts after it. `wish`: to be dealt in, to sit out, or to leave as soon as that can be.
    `posting`: to post what is owed rather than wait for the big blind. `new` has never been dealt
    in here; `small` and `big` are blinds that went by without its player. `late` counts the clocks
    in a row that ran out. `away`: the player is not there, and is dealt in as soon as that changes.
    """

    taken: bool = False
    stack: int = 0
    coming: int = 0
    wish: Wish = "play"
    posting: bool = False
    new: bool = False
    small: bool = False
    big: bool = False
    late: int = 0
    away: bool = False

    @property
    def ready(self) -> bool:
        """Whether the player can be dealt in, owing blinds or not."""
        return self.taken and self.wish == "play" and self.stack > 0 and not self.away

    @property
    def owes(self) -> bool:
        """Whether the player has to post, or to wait for the big blind."""
        return self.new or self.small or self.big

    @property
    def slow(self) -> bool:
        """Whether the player sits out because clocks ran out, and not by choice."""
        return self.wish == "rest" and self.late >= TIMEOUTS

    @property
    def chips(self) -> int:
        """All that the player has here, as long as no deal changes it."""
        return self.stack + self.coming


class Cash(Flowing[CashChair], frozen=True):
    """A cash match: any two chairs are enough, until everybody has gone.

    `blinds` (small, big), `ante` and `unit`, by which is bought in, are in chips. Without blinds
    nobody owes anything, and newcomers are dealt in at once. `button`, `small` and `big` are the
    chairs where they were in the last deal that counted; before the first, `button` is where it
    shall be. `deal` are the places of the running deal.
    """

    kind: ClassVar[Kind] = "cash"
    # It goes on for as long as people play.
    last: ClassVar[bool] = False

    chairs: tuple[CashChair, ...]
    terms: Terms
    blinds: tuple[int, int] | None
    ante: int
    unit: int
    button: int
    small: int | None = None
    big: int | None = None
    number: int = 0
    deal: Places | None = None

    @property
    def ended(self) -> None:
        """None: a cash match goes on."""
        return None

    @property
    def dealer(self) -> int:
        """The chair where the button lies, in the running deal or the last one."""
        return self.button if self.deal is None else self.deal.button

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the most that one can buy in for, in chips."""
        return self.terms.least * self.unit, self.terms.most * self.unit

    # ── who is there ───────────────────────────────────────────────────────────────────────────

    def sit(self, seat: int, chips: int = 0) -> Self:
        """Somebody sits down and buys in; dealt in once the big blind comes, or by posting.

        Illegal if the seat is taken or there is none, or for chips outside `bounds`.
        """
        self._free(seat)
        within(self.bounds, chips)
        return self._with(seat, CashChair(taken=True, stack=chips, new=self.blinds is not None))

    def buy(self, seat: int, chips: int) -> Self:
        """A player buys chips: a top-up, or after losing all a new buy-in.

        During the player's deal they wait for its end, and what then exceeds the most that one can
        buy in for is handed back. Illegal outside the bounds.
        """
        chair = self._sitter(seat)
        within(self.room(seat) or (1, 0), chips)
        if self.plays(seat):
            return self._with(seat, replace(chair, coming=chair.coming + chips))
        return self._with(seat, replace(chair, stack=chair.stack + chips))

    def room(self, seat: int) -> tuple[int, int] | None:
        """The least and the most chips that a player can buy now; None: none at all.

        Illegal if nobody sits there.
        """
        chair = self._sitter(seat)
        playing = self.plays(seat)
        least, most = self.bounds
        # What is staked may be gone by the end of the deal, so it leaves the whole range open.
        room = most - (chair.coming if playing else chair.stack)
        if playing or chair.stack:
            least = 1
        return (least, room) if room >= least else None

    def ready(self, seat: int) -> Self:
        """A player wants to be dealt in (again), and will not leave after this deal."""
        return self._with(seat, replace(self._sitter(seat), wish="play", late=0))

    def rest(self, seat: int) -> Self:
        """A player sits out from the next deal on, keeping the chair and the stack."""
        return self._with(seat, replace(self._sitter(seat), wish="rest"))

    def away(self, seat: int, gone: bool) -> Self:
        """A player is not there, or is back: not dealt in meanwhile, whatever the wish is."""
        return self._with(seat, replace(self._sitter(seat), away=gone))

    def post(self, seat: int, now: bool) -> Self:
        """A player who owes blinds posts them as soon as that can be, or waits for the big one."""
        return self._with(seat, replace(self._sitter(seat), posting=now))

    def leave(self, seat: int) -> tuple[Self, Backs]:
        """A player takes all chips home: at once, or after the deal that they lie in."""
        chair = self._sitter(seat)
        if self.plays(seat):
            return self._with(seat, replace(chair, wish="leave")), ()
        return self._with(seat, CashChair()), _handed(seat, chair.chips)

    def late(self, seat: int) -> Self:
        """A player's clock ran out; the second in a row makes them sit out (rules.md C.12).

        Not one who is away: whoever comes back shall play.
        """
        chair = self._sitter(seat)
        if chair.away:
            return self
        count = chair.late + 1
        aside = count >= TIMEOUTS and chair.wish == "play"
        return self._with(seat, replace(chair, late=count, wish="rest" if aside else chair.wish))

    def acted(self, seat: int) -> Self:
        """A player has answered in time: the next clock that runs out is the first again."""
        chair = self._sitter(seat)
        return self._with(seat, replace(chair, late=0)) if chair.late else self

    # ── deal after deal ────────────────────────────────────────────────────────────────────────

    def start(self, game: AnyGame, options: Struct) -> tuple[Self, Next]:
        """The next deal begins; the table brings the chance.

        Illegal while one runs, or if there are not two to play it.
        """
        at = self._next()
        # Where nobody is dealt in at the button, whoever sits before it is last in turn.
        dealer = min(at.seats, key=lambda seat: (at.button - seat) % len(self.chairs))
        setup = Setup(len(at.seats), at.seats.index(dealer), self._carry(at))
        begun = replace(self, number=self.number + 1, deal=at)
        return begun, Next(game, options, setup, at.seats)

    def finish(self, result: Result) -> tuple[Self, Backs]:
        """The deal counts: stacks as it left them, the button where it was, blinds gone by missed.

        Chips that were waiting come to the stacks, and who wanted to leave does. ValueError if none
        runs, or for a result that is not one of this deal.
        """
        at = self._running()
        stacks = result.carry.stacks if isinstance(result.carry, Carry) else ()
        staked = sum(self.chairs[seat].stack for seat in at.seats)
        if len(stacks) != len(at.seats) or min(stacks) < 0 or sum(stacks) != staked:
            raise ValueError("the result is not this deal's, or chips were lost")
        chairs = list(self._passed(at))
        for seat, stack in zip(at.seats, stacks, strict=True):
            chair = chairs[seat]
            chairs[seat] = replace(
                chair, stack=stack, new=False, small=False, big=False, posting=False
            )
        after = replace(
            self,
            chairs=tuple(chairs),
            button=at.button,
            small=at.small,
            big=at.big,
            deal=None,
        )
        return after._settled()

    def void(self) -> tuple[Self, Backs]:
        """The deal never was: stacks, button and debts as before it, the same number again.

        What happened beside it stands. ValueError if none runs.
        """
        self._running()
        return replace(self, number=self.number - 1, deal=None)._settled()

    # ── inside ─────────────────────────────────────────────────────────────────────────────────

    def _places(self) -> Places | None:
        ready = self._players()
        owing = tuple(seat for seat in ready if self.chairs[seat].owes)
        standing = Standing(
            chairs=len(self.chairs),
            free=tuple(seat for seat in ready if seat not in owing),
            owing=owing,
            posting=tuple(seat for seat in owing if self.chairs[seat].posting),
            button=self.button,
            small=self.small,
            big=self.big,
        )
        if self.blinds is None:
            return without_blinds(standing, first=not self.number)
        return places(standing, self.terms.button)

    def _carry(self, at: Places) -> Carry:
        stacks = tuple(self.chairs[seat].stack for seat in at.seats)
        antes = (self.ante,) * len(at.seats)
        if self.blinds is None or at.big is None:
            return Carry(stacks=stacks, antes=antes)
        small, big = self.blinds
        posts = dict.fromkeys(at.seats, 0)
        dead = dict.fromkeys(at.seats, 0)
        for seat in at.posting:
            chair = self.chairs[seat]
            # A missed big blind is a bet, a missed small one belongs to the pot (rules.md C.2).
            posts[seat] = big if chair.new or chair.big else 0
            dead[seat] = small if chair.small else 0
        if at.small in posts:
            posts[at.small] = small
        posts[at.big] = big
        return Carry(
            stacks=stacks,
            antes=antes,
            posts=tuple(posts.values()),
            dead=tuple(dead.values()),
            blinds=self.blinds,
            big=at.seats.index(at.big),
        )

    def _passed(self, at: Places) -> tuple[CashChair, ...]:
        """The chairs with the blinds marked as missed that went by, or to nobody."""
        count = len(self.chairs)

        def missed(seat: int, last: int | None, now: int | None) -> bool:
            if last is None or now is None:
                return False
            return 0 < (seat - last) % count <= (now - last) % count

        return tuple(
            chair
            if not chair.taken or chair.new or seat in at.seats
            else replace(
                chair,
                small=chair.small or missed(seat, self.small, at.small),
                big=chair.big or missed(seat, self.big, at.big),
            )
            for seat, chair in enumerate(self.chairs)
        )

    def _settled(self) -> tuple[Self, Backs]:
        """The match once what waited for the end of the deal has been done, and what goes home."""
        least, most = self.bounds
        chairs = list(self.chairs)
        backs: list[Handed] = []
        for seat, chair in enumerate(self.chairs):
            if chair.wish == "leave":
                chairs[seat] = CashChair()
                backs += _handed(seat, chair.chips)
            elif chair.coming:
                room = max(0, most - chair.stack)
                added = min(room, chair.coming)
                if chair.stack + added < least and not chair.stack:
                    added = 0
                chairs[seat] = replace(chair, stack=chair.stack + added, coming=0)
                backs += _handed(seat, chair.coming - added)
        return replace(self, chairs=tuple(chairs)), tuple(backs)


def new(game: AnyGame, options: AnyOptions, seats: int, button: int, terms: Terms) -> Cash:
    """A cash match with empty chairs; the first deal's button comes to `button` or the next player.

    ValueError for chairs that the game can't fill, no such button, or terms that leave no range.
    """
    seated(game, seats, button)
    if terms.least > terms.most:
        raise ValueError(f"no buy-in from {terms.least} to {terms.most} big blinds")
    return Cash(
        chairs=(CashChair(),) * seats,
        terms=terms,
        blinds=options.blinds,
        ante=options.antes,
        unit=options.bet,
        button=button,
    )


def within(bounds: tuple[int, int], chips: int) -> None:
    """Illegal above_maximum or below_minimum for chips that are not within what can be bought."""
    least, most = bounds
    if chips > most:
        raise Illegal("above_maximum", hi=most)
    if chips < least:
        raise Illegal("below_minimum", lo=least)


def _handed(chair: int, chips: int) -> Backs:
    return (Handed(chair, chips),) if chips else ()
