"""Betting rounds by the vectors of rules.md (PL, LI, NL) and cases.md B4, B5, B11, B13."""

import pytest

from engine.kit.betting import (
    Bounds,
    Closed,
    Round,
    Stakes,
    acted,
    begin,
    bounds,
    forced,
    price,
    waiting,
)


class Street:
    """One street played by hand: seats from 0, `button` the last to act after the flop."""

    def __init__(
        self,
        stakes: Stakes,
        stacks: list[int],
        *,
        pot: int = 0,
        posted: dict[int, int] | None = None,
        high: int = 0,
        full: bool = True,
        counts: bool = True,
        first: int = 0,
    ) -> None:
        self.state: Round = begin(stakes, len(stacks))
        self.stacks = list(stacks)
        self.live = list(range(len(stacks)))
        self.pot = pot
        posts = posted or {}
        for seat, chips in posts.items():
            self.stacks[seat] -= chips
        if posts:
            bets = tuple(posts.get(seat, 0) for seat in range(len(stacks)))
            top = high or max(posts.values())
            self.state = forced(self.state, bets, top, full=full, counted=full and counts)
        self.turn = waiting(self.state, tuple(self.stacks), tuple(self.live), first - 1)

    @property
    def raises(self) -> Bounds | None:
        found = self._bounds()
        return found if isinstance(found, Bounds) else None

    @property
    def closed(self) -> Closed | None:
        """Why there is no raise."""
        found = self._bounds()
        return None if isinstance(found, Bounds) else found

    def _bounds(self) -> Bounds | Closed:
        assert self.turn is not None
        middle = self.pot + sum(self.state.bets)
        return bounds(self.state, self.turn, tuple(self.stacks), tuple(self.live), middle)

    @property
    def price(self) -> int:
        assert self.turn is not None
        return price(self.state, self.turn, self.stacks[self.turn])

    def call(self) -> "Street":
        assert self.turn is not None
        return self._to(self.state.bets[self.turn] + self.price)

    check = call

    def fold(self) -> "Street":
        assert self.turn is not None
        self.live.remove(self.turn)
        return self._to(self.state.bets[self.turn])

    def to(self, total: int) -> "Street":
        allowed = self.raises
        assert allowed is not None, "no raise is allowed"
        assert allowed.lo <= total <= allowed.hi, allowed
        return self._to(total)

    def all_in(self) -> "Street":
        assert self.turn is not None
        return self._to(self.state.bets[self.turn] + self.stacks[self.turn])

    def _to(self, total: int) -> "Street":
        seat = self.turn
        assert seat is not None
        self.stacks[seat] -= total - self.state.bets[seat]
        self.state = acted(self.state, seat, total, tuple(self.live))
        self.turn = waiting(self.state, tuple(self.stacks), tuple(self.live), seat)
        return self


def no_limit(unit: int, preset: str = "house") -> Stakes:
    return Stakes("no", unit, last=preset == "tda")


def blinds(stakes: Stakes, small: int, stacks: list[int], first: int = 2) -> Street:
    posted = {0: small, 1: stakes.unit}
    return Street(stakes, stacks, posted=posted, high=stakes.unit, first=first)


POT = Stakes("pot", 200)
RICH = [100_000] * 6


# ── pot limit ──────────────────────────────────────────────────────────────────────────────────


def test_two_callers_then_the_pot() -> None:
    street = blinds(POT, 100, RICH).call().call()
    assert street.raises == Bounds(400, 1100)


def test_the_small_blind_s_own_chips_do_not_count() -> None:
    street = blinds(POT, 100, RICH[:5]).call().call().call()
    assert street.turn == 0
    assert street.raises == Bounds(400, 1200)


def test_a_pot_bet_can_be_raised_by_the_pot_after_the_call() -> None:
    street = Street(Stakes("pot", 10), RICH, pot=1000).to(1000)
    assert street.raises == Bounds(1010, 4000)


def test_first_to_act_and_the_next() -> None:
    street = blinds(POT, 100, RICH)
    assert street.raises == Bounds(400, 700)
    street.to(700)
    assert street.raises is not None
    assert street.raises.hi == 2400


def test_stud_with_antes_and_a_bring_in() -> None:
    stakes = Stakes("pot", 300)
    street = Street(stakes, [10_000] * 8, pot=800, posted={0: 150}, full=False, first=1)
    assert street.raises is not None
    assert street.raises.hi == 1250
    street.to(650)
    assert street.raises is not None
    assert street.raises.hi == 2900


def test_bet_and_call_before() -> None:
    street = Street(Stakes("pot", 100), RICH, pot=600).to(200).call()
    assert street.raises is not None
    assert street.raises.hi == 1400


def test_without_a_bet_the_pot_is_the_most() -> None:
    street = Street(Stakes("pot", 100), RICH, pot=1000)
    assert street.raises == Bounds(100, 1000)


def test_a_stack_between_minimum_and_pot() -> None:
    street = blinds(POT, 100, [5000, 5000, 450])
    assert street.raises == Bounds(400, 450)


def test_the_bet_of_somebody_further_away_counts() -> None:
    street = Street(Stakes("pot", 100), RICH, pot=500).to(300).fold()
    assert street.raises is not None
    assert street.raises.hi == 1400


def test_omaha_five_ten() -> None:
    street = blinds(Stakes("pot", 10), 5, [1000] * 4)
    assert street.raises is not None
    assert street.raises.hi == 35
    street.to(35)
    assert street.raises is not None
    assert street.raises.hi == 120
    assert Street(Stakes("pot", 5), RICH, pot=15).to(7).raises == Bounds(12, 36)


# ── limit ──────────────────────────────────────────────────────────────────────────────────────


def test_less_than_half_a_bet_is_only_action() -> None:
    street = Street(Stakes("split", 5), [100, 100, 6, 100]).to(5).call().all_in()
    assert street.raises == Bounds(10, 10)
    assert street.price == 6
    # Nobody completes: whoever has acted before may only call.
    assert [(one.turn, one.price, one.raises) for one in (street.call(),)] == [(0, 1, None)]
    assert street.call().raises is None


def test_a_completion_opens_the_betting_again() -> None:
    street = Street(Stakes("split", 5), [100, 100, 6, 100]).to(5).call().all_in().to(10)
    assert street.raises == Bounds(15, 15)


def test_the_bring_in_is_no_bet_and_completing_is() -> None:
    street = Street(Stakes("split", 15), [500] * 5, posted={0: 5}, full=False, first=1)
    for total in (15, 30, 45, 60):
        assert street.raises == Bounds(total, total)
        street.to(total)
    assert street.raises is None


def test_the_big_blind_is_the_one_bet() -> None:
    street = blinds(Stakes("split", 5), 2, [500] * 6)
    for total in (10, 15, 20):
        assert street.raises == Bounds(total, total)
        street.to(total)
    assert street.raises is None


def test_a_blind_that_does_not_count_leaves_four_raises() -> None:
    # rules.md D6
    posted = {0: 2, 1: 5}
    street = Street(Stakes("split", 5), [500] * 6, posted=posted, counts=False, first=2)
    for total in (10, 15, 20, 25):
        assert street.raises == Bounds(total, total)
        street.to(total)
    assert street.state.raised == 4
    street.call()
    assert street.raises is None


def test_an_all_in_below_half_is_completed_to_the_same_amount() -> None:
    street = Street(Stakes("split", 10), [100, 14, 100, 100]).to(10).all_in()
    assert street.raises == Bounds(20, 20)
    street.to(20)
    assert street.state.raised == 2


def test_half_or_more_is_a_full_raise() -> None:
    street = Street(Stakes("split", 10), [100, 15, 100, 100]).to(10).all_in()
    assert street.state.raised == 2
    assert street.raises == Bounds(25, 25)


def test_two_players_stay_capped_unless_the_table_says_otherwise() -> None:
    for stays, expected in ((True, None), (False, Bounds(50, 50))):
        street = Street(Stakes("split", 10, cap_heads_up=stays), [500, 500])
        for total in (10, 20, 30, 40):
            street.to(total)
        assert street.raises == expected


def test_a_later_fold_lifts_no_cap() -> None:
    street = Street(Stakes("split", 10, cap_heads_up=False), [500, 500, 500])
    for total in (10, 20, 30, 40):
        street.to(total)
    street.fold()
    assert street.raises is None


def test_spread_limit_takes_any_amount_between_its_limits() -> None:
    street = Street(Stakes("spread", 10, 50), [500] * 3)
    assert street.raises == Bounds(10, 50)
    street.to(35)
    assert street.raises == Bounds(45, 85)
    last = Street(Stakes("spread", 10, 50, last=True), [500] * 3).to(35)
    assert last.raises == Bounds(70, 85)


def test_limit_hold_em_six_raises_are_three() -> None:
    # cases.md B11 (c): blinds 5/10, everybody raises.
    street = blinds(Stakes("split", 10), 5, [500] * 3)
    street.to(20).to(30).to(40)
    assert street.raises is None


# ── why not ────────────────────────────────────────────────────────────────────────────────────


def test_no_raise_without_chips_beyond_the_call() -> None:
    assert Street(no_limit(10), [100, 40, 100]).to(40).closed == "short_stack"
    assert Street(no_limit(10), [100, 41, 100]).to(40).closed is None


@pytest.mark.parametrize(("stack", "why"), [(41, "capped"), (40, "short_stack")])
def test_no_raise_above_the_cap(stack: int, why: str) -> None:
    """What is one's own is said first: more bets would not help."""
    street = Street(Stakes("split", 10), [100, stack, 100]).to(10).to(20).to(30)
    assert street.closed is None
    assert street.to(40).closed == why


@pytest.mark.parametrize("all_in", [25, 60])
def test_no_raise_that_nobody_could_call(all_in: int) -> None:
    """Whether the all-in was a full raise or not."""
    assert Street(no_limit(10), [100, all_in]).to(20).all_in().closed == "nobody_to_call"
    third = Street(no_limit(10), [100, all_in, 100]).to(20).all_in().call()
    assert third.closed == ("not_reopened" if all_in == 25 else None)


# ── no limit ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("preset", "least"), [("tda", 800), ("house", 700)])
def test_the_smallest_raise_over_a_raise(preset: str, least: int) -> None:
    street = blinds(no_limit(200, preset), 100, RICH).to(500)
    assert street.raises is not None
    assert street.raises.lo == least


def test_over_a_short_all_in_the_last_raise_is_the_measure() -> None:
    street = Street(no_limit(100, "tda"), [1000, 140, 1000]).to(100).all_in()
    assert street.raises is not None
    assert street.raises.lo == 240


@pytest.mark.parametrize(("preset", "again"), [("tda", None), ("house", Bounds(550, 2000))])
def test_whether_a_short_all_in_reopens(preset: str, again: Bounds | None) -> None:
    street = Street(no_limit(100, preset), [2000, 450, 2000]).to(300).all_in()
    assert street.raises is not None
    assert street.raises.lo == (750 if preset == "tda" else 550)
    street.call()
    assert street.turn == 0
    assert street.raises == again
    assert street.price == 150


def test_who_raised_may_not_raise_an_incomplete_all_in() -> None:
    street = Street(no_limit(100, "tda"), [1000, 1000, 280]).to(100).to(200).all_in().call()
    assert street.turn == 1
    assert street.closed == "not_reopened"


def test_a_short_stack_calls_all_in() -> None:
    street = Street(no_limit(10), [500, 60]).to(100)
    assert street.price == 60
    assert street.raises is None


@pytest.mark.parametrize(
    ("utg", "bb", "expected"),
    [(200, 200, (None, None)), (16, 200, (None,)), (200, 31, (Bounds(45, 200),))],
)
def test_several_short_all_ins_add_up(
    utg: int, bb: int, expected: tuple[Bounds | None, ...]
) -> None:
    # cases.md B4: blinds 1/2; seats SB, BB, UTG, BTN.
    street = blinds(no_limit(2, "tda"), 1, [19, bb, utg, 200])
    street.to(16)
    street.call()
    street.all_in()
    street = street.all_in() if bb == 31 else street.call()
    for allowed in expected:
        assert street.raises == allowed
        street.call()


@pytest.mark.parametrize(
    ("stack", "pays", "raises"),
    [(29, 22, Bounds(29, 29)), (22, 22, None), (15, 15, None)],
)
def test_choices_at_the_edge_of_a_stack(stack: int, pays: int, raises: Bounds | None) -> None:
    street = Street(no_limit(2, "tda"), [200, stack]).to(22)
    assert street.price == pays
    assert street.raises == raises


def test_a_raise_is_not_made_smaller_by_a_short_opponent() -> None:
    street = Street(no_limit(20, "tda"), [1000, 200], posted={0: 10, 1: 20}, first=0)
    street.to(100).to(180)
    assert street.raises is not None
    assert street.raises.lo == 260


# ── whose turn ─────────────────────────────────────────────────────────────────────────────────


def test_the_big_blind_may_raise_when_all_have_only_called() -> None:
    street = blinds(no_limit(10), 5, [500] * 3).call().call()
    assert street.turn == 1
    assert street.price == 0
    assert street.raises is not None
    assert street.check().turn is None


def test_if_the_big_blind_raises_everybody_is_asked_again() -> None:
    street = blinds(no_limit(10), 5, [500] * 3).call().call().to(40)
    assert [street.turn, street.call().turn, street.call().turn] == [2, 0, None]


def test_the_opener_of_stud_has_no_second_word() -> None:
    street = Street(Stakes("split", 10), [500] * 4, posted={0: 5}, full=False, first=1)
    street.state = acted(street.state, 0, 5, tuple(street.live))
    assert street.call().call().call().turn is None


def test_everybody_checks() -> None:
    street = Street(no_limit(10), [100] * 3)
    assert street.check().check().check().turn is None


def test_who_has_nobody_to_bet_against_is_not_asked() -> None:
    # cases.md B13 (a): 60 against 200, all-in and call.
    assert blinds(no_limit(2), 1, [60, 200], first=0).all_in().call().turn is None
    assert Street(no_limit(2), [0, 100]).turn is None


def test_the_two_others_go_on_for_a_side_pot() -> None:
    street = blinds(no_limit(2), 1, [200, 200, 60]).all_in().call().call()
    assert street.turn is None
    after = Street(no_limit(2), [140, 140, 0], pot=180)
    assert after.turn == 0
    assert after.raises == Bounds(2, 140)


def test_a_short_blind_is_called_in_full_by_whoever_has_a_choice() -> None:
    # rules.md TB-03: the small blind has 3 of 5, the big blind is 10.
    street = Street(no_limit(10), [3, 500, 500], posted={0: 3, 1: 10}, high=10, first=2)
    assert street.price == 10
    short = Street(no_limit(10), [500, 4, 500], posted={0: 5, 1: 4}, high=10, first=2)
    assert short.price == 10
    assert short.raises == Bounds(20, 500)


def test_heads_up_a_blind_that_is_all_in_needs_no_answer_beyond_it() -> None:
    # The big blind has 4 of 10; the small blind has put in 5 already.
    street = Street(no_limit(10), [500, 4], posted={0: 5, 1: 4}, high=10, first=0)
    assert street.turn is None


# ── an agreed greatest bet (rules.md E) ──


def test_a_greatest_bet_and_raise_without_end() -> None:
    street = Street(Stakes("most", unit=1, most=5), [200, 200, 200])
    assert street.raises == Bounds(1, 5)
    street.to(5)
    for level in range(5, 60, 5):
        assert street.raises == Bounds(level + 1, level + 5)
        street.to(level + 5)
    assert street.call().call().turn is None


def test_three_raises_of_a_greatest_bet_where_they_are_capped() -> None:
    street = Street(Stakes("most", unit=1, most=5, capped=True), [200, 200])
    street.to(1).to(2).to(3).to(4)
    assert street.closed == "capped"


def test_any_all_in_is_a_raise_where_one_chip_is_the_least() -> None:
    street = Street(Stakes("most", unit=1, most=5), [50, 6, 50])
    street.to(5)
    assert street.raises == Bounds(6, 6)
    street.to(6).call()
    assert street.turn == 0
    assert street.raises == Bounds(7, 11)
