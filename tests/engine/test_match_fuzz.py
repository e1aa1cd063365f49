"""A cash table that people come to and leave at random: no chip is lost, nobody pays too often.

Deals are played by dice with a real game. What is bought and handed back is counted beside the
match, and so is who paid which blind.
"""

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.game import AnyGame, Result
from engine.games.betting.state import Carry, Options
from engine.kit.betting import Structure
from engine.kit.shuffle import shuffle
from engine.match import Cash, Handed, Next, Terms, cash
from engine.match.places import Button
from engine.play import at_random, play
from engine.values.chance import Dice
from engine.values.why import Illegal
from tests.engine.games.betting_table import BOARD_GAMES


class Evening:
    """One table, its house and everything that can happen there; what can't be is left out."""

    def __init__(self, game: AnyGame, options: Options, chairs: int, first: int, terms: Terms):
        self.game = game
        self.options = options
        self.match: Cash = cash.new(game, options, chairs, first, terms)
        self.deal: Next | None = None
        self.outside = 0
        # How often each chair has been taken, and who paid the last big blind that counted.
        self.sittings = [0] * chairs
        self.paid: tuple[int, int] | None = None

    # ── people ─────────────────────────────────────────────────────────────────────────────────

    def sit(self, seat: int, share: float, posting: bool) -> None:
        least, most = self.match.bounds
        chips = least + int(share * (most - least))
        try:
            self.match = self.match.sit(seat, chips).post(seat, posting)
        except Illegal:
            return
        self.outside -= chips
        self.sittings[seat] += 1

    def buy(self, seat: int, chips: int) -> None:
        try:
            self.match = self.match.buy(seat, chips)
        except Illegal:
            return
        self.outside -= chips

    def wish(self, seat: int, what: str) -> None:
        try:
            self.match = getattr(self.match, what)(seat)
        except Illegal:
            return

    def come_back(self, seat: int, now: bool) -> None:
        try:
            self.match = self.match.ready(seat).post(seat, now)
        except Illegal:
            return

    def away(self, seat: int, gone: bool) -> None:
        try:
            self.match = self.match.away(seat, gone)
        except Illegal:
            return

    def leave(self, seat: int) -> None:
        try:
            self.match, handed = self.match.leave(seat)
        except Illegal:
            return
        self.banked(handed)
        playing = self.deal is not None and seat in self.deal.seats
        assert self.match.chairs[seat].taken == playing

    def banked(self, handed: tuple[Handed, ...]) -> None:
        assert all(one.chips > 0 for one in handed)
        self.outside += sum(one.chips for one in handed)

    # ── deals ──────────────────────────────────────────────────────────────────────────────────

    def start(self) -> Next | None:
        """The deal that runs, begun now if none does; None where there are not two to play it."""
        if self.deal is not None:
            return self.deal
        assert self.match.startable == (sum(chair.ready for chair in self.match.chairs) >= 2)
        if self.match.startable:
            before = self.match
            self.match, self.deal = before.start(self.game, self.options)
            self.just(before, self.match, self.deal)
        return self.deal

    def just(self, before: Cash, after: Cash, deal: Next) -> None:
        """Who is dealt in has a right to it, and pays what is due, once."""
        carry, at = deal.setup.carry, after.deal
        assert isinstance(carry, Carry)
        assert at is not None
        assert before.blinds is not None
        assert at.small is not None
        assert at.big is not None
        small, big = before.blinds
        chairs = before.chairs
        ready = [seat for seat, chair in enumerate(chairs) if chair.ready]
        free = [seat for seat in ready if not chairs[seat].owes]
        assert set(free) <= set(deal.seats) <= set(ready)
        assert carry.stacks == tuple(chairs[seat].stack for seat in deal.seats)
        posts = dict(zip(deal.seats, carry.posts, strict=True))
        dead = dict(zip(deal.seats, carry.dead, strict=True))
        assert posts[at.big] == big
        assert deal.seats[carry.big or 0] == at.big
        assert (at.big, self.sittings[at.big]) != self.paid
        # Clockwise: the button, the small blind, the big blind; then whoever else pays posts.
        order = [at.big, at.button] if len(deal.seats) == 2 else [at.button, at.small, at.big]
        turns = [(seat - order[0]) % len(chairs) for seat in order]
        assert turns == sorted(turns)
        assert len(set(order)) == len(order)
        for seat in deal.seats:
            chair = chairs[seat]
            if seat == at.big:
                continue
            if seat == at.small:
                assert posts[seat] == small
            elif chair.owes and free:
                assert chair.posting
                assert posts[seat] == (big if chair.new or chair.big else 0)
                assert dead[seat] == (small if chair.small else 0)
                assert (seat - at.big) % len(chairs) < (order[-2] - at.big) % len(chairs)
            else:
                assert (posts[seat], dead[seat]) == (0, 0)
        if before.terms.button == "moving":
            assert {at.button, at.small} <= set(deal.seats)

    def play(self, seed: bytes) -> None:
        deal = self.start()
        if deal is None:
            return
        choose = at_random(Dice(seed), calm=1)
        played = play(deal.game, deal.options, deal.setup, shuffle(seed), choose)
        assert played.result is not None
        self.finish(played.result)

    def finish(self, result: Result) -> None:
        assert self.match.deal is not None
        big = self.match.deal.big
        assert big is not None
        self.paid = (big, self.sittings[big])
        self.match, handed = self.match.finish(result)
        self.deal = None
        self.banked(handed)

    def void(self) -> None:
        if self.deal is None:
            return
        self.match, handed = self.match.void()
        self.deal = None
        self.banked(handed)

    def checked_down(self, count: int) -> None:
        """Deals that nobody wins anything in: the blinds go on."""
        for _ in range(count):
            deal = self.start()
            if deal is None:
                return
            self.finish(self.unchanged(deal))

    def unchanged(self, deal: Next) -> Result:
        carry = deal.setup.carry
        assert isinstance(carry, Carry)
        return Result((0,) * len(deal.seats), Carry(stacks=carry.stacks))

    def orbit(self) -> None:
        """Nobody comes or goes, so everybody is in soon, and pays each blind once an orbit."""
        if self.deal is not None or not self.match.startable:
            return
        ready = tuple(seat for seat, chair in enumerate(self.match.chairs) if chair.ready)
        paid: list[tuple[int, int, int]] = []
        seats: tuple[int, ...] = ()
        for _ in range(2 * len(self.match.chairs)):
            deal, at = self.start(), self.match.deal
            assert deal is not None
            assert at is not None
            assert at.small is not None
            assert at.big is not None
            seats = at.seats
            paid.append((at.button, at.small, at.big))
            self.finish(self.unchanged(deal))
        assert seats == ready
        for place in zip(*paid[-len(seats) :], strict=True):
            assert sorted(place) == list(seats)

    # ── what always holds ──────────────────────────────────────────────────────────────────────

    def check(self) -> None:
        self.no_chip_is_lost()
        self.only_players_of_a_deal_wait_for_its_end()
        assert msgspec.json.decode(msgspec.json.encode(self.match), type=Cash) == self.match

    def no_chip_is_lost(self) -> None:
        assert sum(chair.chips for chair in self.match.chairs) + self.outside == 0
        for chair in self.match.chairs:
            assert min(chair.stack, chair.coming) >= 0
            assert chair.taken or chair.chips == 0

    def only_players_of_a_deal_wait_for_its_end(self) -> None:
        playing = () if self.deal is None else self.deal.seats
        for seat, chair in enumerate(self.match.chairs):
            if chair.coming or chair.wish == "leave":
                assert seat in playing


CHAIRS = st.integers(0, 9)
SEEDS = st.binary(min_size=32, max_size=32)
WISHES = ("ready", "rest", "late", "acted")
STRUCTURES: tuple[Structure, ...] = ("no", "pot", "split", "spread")
BUTTONS: tuple[Button, ...] = ("moving", "dead")


class Table(RuleBasedStateMachine):
    """What can happen, in the order that breaks most."""

    evening: Evening

    @initialize(
        game=st.sampled_from(BOARD_GAMES),
        structure=st.sampled_from(STRUCTURES),
        bet=st.integers(1, 12),
        ante=st.integers(0, 3),
        button=st.sampled_from(BUTTONS),
        seats=st.lists(st.booleans(), min_size=2, max_size=10),
        first=CHAIRS,
    )
    def begin(
        self,
        game: AnyGame,
        structure: Structure,
        bet: int,
        ante: int,
        button: Button,
        seats: list[bool],
        first: int,
    ) -> None:
        options = Options(structure=structure, bet=bet, top=2 * bet, ante=ante)
        self.chairs = len(seats)
        self.evening = Evening(game, options, self.chairs, first % self.chairs, terms(button))
        for seat, taken in enumerate(seats):
            if taken:
                self.evening.sit(seat, 1, posting=False)

    @rule(seat=CHAIRS, share=st.floats(0, 1), posting=st.booleans())
    def sit(self, seat: int, share: float, posting: bool) -> None:
        self.evening.sit(seat % self.chairs, share, posting)

    @rule(seat=CHAIRS, chips=st.integers(1, 120))
    def buy(self, seat: int, chips: int) -> None:
        self.evening.buy(seat % self.chairs, chips)

    @rule(seat=CHAIRS, what=st.sampled_from(WISHES))
    def wish(self, seat: int, what: str) -> None:
        self.evening.wish(seat % self.chairs, what)

    @rule(seat=CHAIRS, now=st.booleans())
    def come_back(self, seat: int, now: bool) -> None:
        self.evening.come_back(seat % self.chairs, now)

    @rule(seat=CHAIRS, gone=st.booleans())
    def away(self, seat: int, gone: bool) -> None:
        self.evening.away(seat % self.chairs, gone)

    @rule(seat=CHAIRS)
    def leave(self, seat: int) -> None:
        self.evening.leave(seat % self.chairs)

    @rule()
    def start(self) -> None:
        self.evening.start()

    @rule(seed=SEEDS)
    def play(self, seed: bytes) -> None:
        self.evening.play(seed)

    @rule(count=st.integers(1, 4))
    def checked_down(self, count: int) -> None:
        self.evening.checked_down(count)

    @rule()
    def void(self) -> None:
        self.evening.void()

    @rule()
    def orbit(self) -> None:
        self.evening.orbit()

    @invariant()
    def all_is_well(self) -> None:
        self.evening.check()


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)


@pytest.mark.parametrize("seed", range(60))
def test_a_long_evening(seed: int) -> None:
    """Far into an evening tables get into places that few steps don't lead to."""
    dice = Dice(seed.to_bytes(4, "big"))
    chairs = 2 + dice.below(9)
    bet = 1 + dice.below(12)
    structure = dice.choice(STRUCTURES)
    options = Options(structure=structure, bet=bet, top=2 * bet, ante=dice.below(4))
    rules = terms(dice.choice(BUTTONS))
    evening = Evening(dice.choice(BOARD_GAMES), options, chairs, dice.below(chairs), rules)
    for _ in range(150):
        seat = dice.below(chairs)
        match dice.below(20):
            case 0 | 1 | 2 | 3:
                evening.sit(seat, dice.below(11) / 10, posting=dice.below(2) == 0)
            case 4:
                evening.buy(seat, 1 + dice.below(120))
            case 5 | 6:
                evening.wish(seat, dice.choice(WISHES))
            case 7 | 8:
                evening.come_back(seat, now=dice.below(2) == 0)
            case 9:
                evening.leave(seat)
            case 10 | 11:
                evening.start()
            case 12 | 13:
                evening.play(dice.seed())
            case 14:
                evening.void()
            case 15:
                evening.orbit()
            case 16:
                evening.away(seat, gone=dice.below(3) == 0)
            case _:
                evening.checked_down(1 + dice.below(2))
        evening.check()


def terms(button: Button) -> Terms:
    """So little to sit down with that people lose it all."""
    return Terms(least=2, most=10, button=button)
