"""What is offered in random deals, held against what the table shows (rules.md C.5, C.6)."""

from collections.abc import Iterator

import pytest

from engine.games.betting import Betting
from engine.play import Moment
from engine.values import offers
from engine.values.offers import Offer, real
from engine.values.view import View
from tests.engine.games.betting_cases import carried
from tests.engine.games.betting_table import BOARD_GAMES
from tests.engine.games.suite import Case, cases


class Asked:
    """One decision of a deal: who is asked, what lies there, what is offered."""

    def __init__(self, case: Case, moment: Moment) -> None:
        self.case, self.moment = case, moment
        self.view: View = case.game.view(moment.state)
        (self.seat,) = self.view.to_act
        found = real(case.game.offers(moment.state, self.seat))
        self.offers: dict[type[Offer], Offer] = {type(offer): offer for offer in found}
        bets = [seat.bet or 0 for seat in self.view.seats]
        self.bet, self.stack = bets[self.seat], self.view.seats[self.seat].stack or 0
        self.all_in = self.bet + self.stack
        # A blind that was posted short is called in full.
        posted = max(moment.state.carry.posts) if self.view.phase == "preflop" else 0
        self.high = max(*bets, posted)
        self.middle = sum(bets) + sum(pot.chips for pot in self.view.pots)

    @property
    def raises(self) -> offers.Raise | None:
        found = self.offers.get(offers.Raise)
        return found if isinstance(found, offers.Raise) else None

    @property
    def rivals(self) -> list[int]:
        """Who is still in and has chips."""
        seats = enumerate(self.view.seats)
        return [one for one, seat in seats if one != self.seat and seat.status == "in"]


def asked(game: Betting) -> Iterator[Asked]:
    for case in [*cases(game), *carried(game, 60)]:
        for moment in case.moments():
            if moment.state.turn is not None and moment.state.phase == "bet":
                yield Asked(case, moment)


@pytest.fixture(scope="module", params=BOARD_GAMES, ids=lambda game: game.id)
def decisions(request: pytest.FixtureRequest) -> list[Asked]:
    return list(asked(request.param))


def test_a_call_costs_what_is_missing_or_all_one_has(decisions: list[Asked]) -> None:
    for one in decisions:
        price = min(one.stack, one.high - one.bet)
        call = offers.Call(price) if price else None
        assert one.offers.get(offers.Call) == call
        assert (offers.Check in one.offers) == (price == 0)
        assert offers.Fold in one.offers


def test_whoever_is_asked_has_something_to_decide(decisions: list[Asked]) -> None:
    for one in decisions:
        assert one.view.seats[one.seat].status == "in"
        assert one.stack > 0
        # Without anybody to bet against there is at least a bet to call.
        assert one.rivals or offers.Call in one.offers


def test_raises_need_chips_and_somebody_who_has_some(decisions: list[Asked]) -> None:
    for one in decisions:
        if one.raises is not None:
            assert one.rivals
            assert one.high < one.raises.lo <= one.raises.hi <= one.all_in


def test_the_least_raise_is_the_big_blind_s_or_all_in(decisions: list[Asked]) -> None:
    """D8, by the seed; by the directors' rules it is at least that."""
    for one in decisions:
        options = one.case.options
        if one.raises is None or options.structure not in {"no", "pot"}:
            continue
        least = min(one.all_in, one.high + options.bet)
        if options.min_raise == "blind":
            assert one.raises.lo == least
        else:
            assert one.raises.lo >= least


def test_the_most_is_everything_or_the_pot(decisions: list[Asked]) -> None:
    """C.6: O + 2 × C, O being everything in the middle but one's own bet."""
    for one in decisions:
        if one.raises is None:
            continue
        if one.case.options.structure == "no":
            assert one.raises.hi == one.all_in
        elif one.case.options.structure == "pot":
            pot = one.middle + one.moment.state.missing - one.bet + 2 * one.high
            assert one.raises.hi == min(one.all_in, max(one.raises.lo, pot))
        elif one.case.options.structure == "split":
            assert one.raises.lo == one.raises.hi


def test_nobody_bets_more_than_four_times_on_a_street_with_a_cap(decisions: list[Asked]) -> None:
    """C.4: one bet and three raises; D7: unless only two are left, if the table says so."""
    for one in decisions:
        counter = one.view.counter("raises")
        if counter is not None and counter.value >= 4 and one.case.options.cap_heads_up:
            assert one.raises is None


def test_a_spread_raise_is_within_its_limits(decisions: list[Asked]) -> None:
    """C.4: by the lower to the upper limit, or all-in for less."""
    for one in decisions:
        options = one.case.options
        if options.structure == "spread" and one.raises is not None:
            assert one.raises.hi <= one.high + max(options.bet, options.top)
            if options.spread_raise == "low":
                assert one.raises.lo <= one.high + options.bet
