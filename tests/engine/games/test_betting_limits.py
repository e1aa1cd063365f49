"""What may be bet, in whole deals: PL, LI, NL and TB of rules.md, cases.md B4, B5, B6, B11, B13."""

from typing import Any

import pytest

from engine.values.actions import Call, Check, Fold, Raise
from engine.values.events import Phase, Posted
from engine.values.offers import Call as CallOffer
from engine.values.offers import Fold as FoldOffer
from engine.values.why import Why
from tests.engine.games.betting_table import HOUSE, TDA, Table

RICH = (100_000,) * 6
Range = tuple[int, int] | None


def pot_limit(bet: int, stacks: tuple[int, ...] = RICH, **given: Any) -> Table:
    return Table(structure="pot", bet=bet, stacks=stacks, **given)


def limit(bet: int, stacks: tuple[int, ...] = (1000,) * 3, **given: Any) -> Table:
    return Table(structure="split", bet=bet, top=2 * bet, stacks=stacks, **given)


# ── pot limit ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("vector", "table", "words", "expected"),
    [
        ("PL-01", pot_limit(200), "c c", (400, 1100)),
        ("PL-02", pot_limit(200, RICH[:5]), "c c c", (400, 1200)),
        ("PL-03", pot_limit(10, RICH[:2], ante=490), "c c 1000", (1010, 4000)),
        ("PL-04", pot_limit(200), "", (400, 700)),
        ("PL-05", pot_limit(200), "700", (900, 2400)),
        ("PL-08", pot_limit(200, RICH[:3]), "c c c 200 c", (400, 1400)),
        ("PL-09", pot_limit(10, RICH[:2], ante=490), "c c", (10, 1000)),
        ("PL-11", pot_limit(200, (5000, 5000, 450)), "", (400, 450)),
        ("PL-12", pot_limit(100, RICH[:4], ante=25), "c c c c 300 f", (400, 1400)),
        ("B11 (a)", pot_limit(10), "", (20, 35)),
        ("B11 (a), the next", pot_limit(10), "35", (45, 120)),
        ("B11 (b)", pot_limit(5, RICH[:3]), "c c c 7", (12, 36)),
    ],
    ids=lambda part: part if isinstance(part, str) and part[:1] in "PB" else "",
)
def test_pot_limit(vector: str, table: Table, words: str, expected: Range) -> None:
    assert table.play(words).raises == expected


def test_pl_02_s_total_is_1100_more_chips() -> None:
    table = pot_limit(200, RICH[:5]).play("c c c 1200")
    assert table.stacks[0] == RICH[0] - 100 - 1100


def test_a_short_or_missing_small_blind_counts_as_posted() -> None:
    """TB-02: no small blind, the big blind's left acts first; C.6: 5 + 10 + 2 × 10."""
    dead_button = {"posts": (10, 0, 0, 0), "blinds": (5, 10)}
    table = pot_limit(10, (1000,) * 4, **dead_button)
    assert (table.turn, table.raises) == (1, (20, 35))
    assert pot_limit(10, (3, 1000, 1000)).raises == (20, 35)
    # On the next street nothing is missing any more: 4 × 10.
    assert pot_limit(10, (1000,) * 4, **dead_button).play("c c c c").raises == (10, 40)


def test_a_post_of_somebody_coming_back_stands_for_no_blind() -> None:
    """Seat 3 posts a big blind live: the small blind is still missing in front of seat 0's."""
    table = pot_limit(10, (1000,) * 4, posts=(10, 0, 0, 10), blinds=(5, 10), big=0)
    assert (table.turn, table.raises) == (1, (20, 45))


# ── limit ──────────────────────────────────────────────────────────────────────────────────────


def test_li_01_less_than_half_a_bet_may_be_completed_and_reopens_nothing() -> None:
    table = limit(5, (100, 100, 11, 100)).play("c c c c 5 c a")
    assert (table.turn, table.price, table.raises) == (3, 6, (10, 10))
    table.play("c")
    assert (table.turn, table.price, table.raises) == (0, 1, None)
    table.play("c")
    assert (table.turn, table.price, table.raises) == (1, 1, None)


def test_li_04_the_big_blind_is_the_bet() -> None:
    table = limit(5)
    for total in (10, 15, 20):
        assert table.raises == (total, total)
        table.play(str(total))
    assert {type(offer) for offer in table.offers} == {FoldOffer, CallOffer}


def test_li_05_a_completion_is_the_first_raise() -> None:
    table = limit(10, (100, 24, 100, 100)).play("c c c c 10 a")
    for total in (20, 30, 40):
        assert table.raises == (total, total)
        table.play(str(total))
    assert table.raises is None


def test_half_a_bet_or_more_is_a_raise() -> None:
    """C.4, C.5: 15 over 10 is the second bet, so only two raises are left."""
    table = limit(10, (100, 25, 100, 100)).play("c c c c 10 a")
    for total in (25, 35):
        assert table.raises == (total, total)
        table.play(str(total))
    assert table.raises is None


def test_li_07_the_big_blind_may_check_or_raise() -> None:
    table = limit(10).play("c c")
    assert (table.turn, table.price, table.raises) == (1, 0, (20, 20))
    assert table.play("c").view.phase == "flop"
    again = limit(10).play("c c 20")
    assert [again.turn, again.play("c").turn] == [2, 0]
    assert again.play("c").view.phase == "flop"


@pytest.mark.parametrize(("stays", "expected"), [(True, None), (False, (100, 100))])
def test_li_09_heads_up_on_the_river(stays: bool, expected: Range) -> None:
    table = limit(10, (1000, 1000), cap_heads_up=stays)
    assert table.play("c c c c c c 20 40 60 80").raises == expected


def test_a_fold_after_the_cap_lifts_nothing() -> None:
    """D7: only two must have been left before the cap was reached."""
    assert limit(10, cap_heads_up=False).play("c c c 10 20 30 40 f").raises is None
    assert limit(10, cap_heads_up=False).play("c c c 10 f 20 30 40").raises == (50, 50)


@pytest.mark.parametrize(("counts", "raises"), [(True, 3), (False, 4)])
def test_b11_c_whether_the_blind_is_a_bet(counts: bool, raises: int) -> None:
    """The house (and cases.md B11 (c)) counts the blind: 10, 20, 30, 40, then no raise (D6)."""
    table = limit(10, cap_counts_blind=counts)
    for number in range(raises):
        table.play(str(20 + 10 * number))
    assert table.raises is None
    assert table.refused(table.turn or 0, Raise(20 + 10 * raises)) == Why("capped", {"cap": 4})


def test_split_limit_has_small_bets_first_and_big_ones_then() -> None:
    table = limit(10)
    assert [(e.seat, e.chips) for e in table.events if isinstance(e, Posted)] == [(0, 5), (1, 10)]
    assert table.play("c c c").raises == (10, 10)
    assert table.play("c c c").raises == (20, 20)
    assert table.play("c c c").raises == (20, 20)


def test_spread_limit() -> None:
    """C.4: 10–50 in every round, for bets and for raises; D9: or at least the last raise."""
    spread: dict[str, Any] = {"structure": "spread", "bet": 10, "top": 50}
    assert Table(**spread).raises == (20, 60)
    table = Table(**spread).play("c c c")
    assert table.raises == (10, 50)
    assert table.play("35").raises == (45, 85)
    assert Table(**spread, preset=TDA).play("c c c 35").raises == (70, 85)
    assert Table(**spread).play("20 30 40").raises is None


def test_a_spread_raise_never_exceeds_the_upper_limit() -> None:
    """A bet of 10, 3 more all-in: a raise goes to 20–60, measured from the last full bet."""
    spread: dict[str, Any] = {"structure": "spread", "bet": 10, "top": 50}
    table = Table(**spread, stacks=(500, 23, 500)).play("c c c 10 a")
    assert (table.price, table.raises) == (13, (20, 60))


def test_the_smallest_blind_is_one_chip() -> None:
    """C.4: half the bet, rounded down, but at least 1; then both blinds are equal."""
    table = limit(1)
    assert [e.chips for e in table.events if isinstance(e, Posted)] == [1, 1]
    assert (table.turn, table.price) == (2, 1)
    heads_up = limit(1, (50, 50))
    assert [(e.seat, e.chips) for e in heads_up.events if isinstance(e, Posted)] == [(0, 1), (1, 1)]
    assert (heads_up.turn, heads_up.price) == (1, 0)


# ── no limit ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("preset", "least"), [(TDA, 800), (HOUSE, 700)])
def test_nl_01_the_smallest_raise_over_a_raise(preset: str, least: int) -> None:
    assert Table(bet=200, stacks=RICH, preset=preset).play("500").raises == (least, RICH[0])


def test_nl_02_the_smallest_raise_over_a_short_all_in() -> None:
    table = Table(bet=100, stacks=(1000, 240, 1000), preset=TDA).play("c c c 100 a")
    assert table.raises == (240, 900)


@pytest.mark.parametrize(
    ("preset", "before", "again"), [(TDA, 750, None), (HOUSE, 550, (550, 1900))]
)
def test_nl_03_whether_150_reopens_a_bet_of_300(preset: str, before: int, again: Range) -> None:
    table = Table(bet=100, stacks=(2000, 550, 2000), preset=preset).play("c c c 300 a")
    assert table.raises is not None
    assert table.raises[0] == before
    table.play("c")
    assert (table.turn, table.price, table.raises) == (0, 150, again)


def test_nl_05_who_raised_may_not_raise_80_more() -> None:
    table = Table(bet=100, stacks=(1000, 1000, 380), preset=TDA).play("c c c 100 200 a c")
    assert (table.turn, table.price, table.raises) == (1, 80, None)


def test_nl_06_a_short_stack_calls_with_all_it_has() -> None:
    table = Table(bet=10, stacks=(500, 70, 500)).play("c c c 100")
    assert [offer for offer in table.offers if not isinstance(offer, FoldOffer)] == [CallOffer(60)]


@pytest.mark.parametrize(
    ("case", "stacks", "words", "expected"),
    [
        ("(a)", (19, 200, 200, 200), "16 c a c", [(2, 3, None), (3, 3, None)]),
        ("(b)", (19, 200, 16, 200), "16 c a c", [(3, 3, None)]),
        ("(c)", (19, 31, 200, 200), "16 c a a", [(2, 15, (45, 200))]),
    ],
    ids=lambda part: f"B4 {part}" if isinstance(part, str) and part[:1] == "(" else "",
)
def test_b4_short_all_ins(
    case: str, stacks: tuple[int, ...], words: str, expected: list[tuple[int, int, Range]]
) -> None:
    table = Table(bet=2, stacks=stacks, preset=TDA).play(words)
    for standing in expected:
        assert (table.turn, table.price, table.raises) == standing
        table.play("c")


def test_short_all_ins_count_from_one_s_own_last_action() -> None:
    """TDA 47: 60 and 60 reopen the bettor's 100, but not for who has called the first 60."""
    stacks = (1000, 170, 1000, 230, 1000)
    table = Table(bet=10, stacks=stacks, preset=TDA).play("c c c c c 100 a c a c")
    assert (table.turn, table.price, table.raises) == (0, 120, (320, 990))
    table.play("c")
    assert (table.turn, table.price, table.raises) == (2, 60, None)


@pytest.mark.parametrize(
    ("case", "stack", "expected"),
    [("(a)", 29, (22, (29, 29))), ("(b)", 22, (22, None)), ("(c)", 15, (15, None))],
    ids=lambda part: f"B5 {part}" if isinstance(part, str) else "",
)
def test_b5_choices_at_the_edge_of_a_stack(
    case: str, stack: int, expected: tuple[int, Range]
) -> None:
    table = Table(bet=2, stacks=(200, stack + 2), preset=TDA).play("c c 22")
    assert (table.price, table.raises) == expected
    if case == "(c)":
        assert table.play("c").returned == [(0, 7)]


def test_b5_d_a_short_opponent_makes_no_raise_smaller() -> None:
    table = Table(bet=20, stacks=(200, 1000), preset=TDA).play("100 180")
    assert (table.turn, table.raises) == (1, (260, 1000))
    for total in (181, 259):
        assert table.refused(1, Raise(total)) == Why("below_minimum", {"lo": 260})
    assert table.play("260 c").returned == [(1, 60)]


def test_straddles_are_the_amount_to_be_raised() -> None:
    """Blinds 5 and 10, a straddle of 20: its left acts first, it has the last word."""
    table = Table(bet=10, stacks=(1000,) * 5, posts=(5, 10, 20, 0, 0), preset=TDA)
    assert (table.turn, table.price, table.raises) == (3, 20, (30, 1000))
    table.play("c c c c")
    assert (table.turn, table.price) == (2, 0)
    assert [seat.markers for seat in table.view.seats[:3]] == [("small_blind",), ("big_blind",), ()]


# ── the blinds ─────────────────────────────────────────────────────────────────────────────────


def test_tb_03_a_short_small_blind_changes_no_price() -> None:
    table = Table(bet=10, stacks=(3, 1000, 1000))
    assert [e for e in table.events if isinstance(e, Posted)] == [
        Posted(0, 3, "blind"),
        Posted(1, 10, "blind"),
    ]
    assert table.view.seats[0].status == "all_in"
    assert (table.turn, table.price, table.raises) == (2, 10, (20, 1000))


def test_a_short_big_blind_is_called_in_full() -> None:
    """C.2; what nobody matches comes back: seat 2 pays 10 against blinds of 5 and 4."""
    table = Table(bet=10, stacks=(1000, 4, 1000))
    assert (table.turn, table.price, table.raises) == (2, 10, (20, 1000))
    table.play("c f")
    assert table.returned == [(2, 5)]
    # 3 × 4 for both, and a chip more of seat 0's and of seat 2's for seat 2 alone.
    assert [(award.chips, award.seats) for award in table.state.awards] == [(12, (1, 2)), (2, (2,))]


def test_b6_a_heads_up_the_button_posts_the_small_blind_and_acts_first_then_last() -> None:
    table = Table(bet=10, stacks=(1000, 1000))
    assert [(e.seat, e.chips) for e in table.events if isinstance(e, Posted)] == [(0, 10), (1, 5)]
    assert table.view.seats[1].markers == ("dealer", "small_blind")
    assert (table.turn, table.price) == (1, 5)
    table.play("c c")
    for street in ("flop", "turn", "river"):
        assert (table.view.phase, table.turn) == (street, 0)
        table.play("c")
        assert table.turn == 1
        table.play("c")


def test_c3_who_acts_first() -> None:
    """Left of the big blind, then the first seat left of the button that is still in."""
    table = Table(bet=10, stacks=(1000,) * 5)
    assert table.turn == 2
    table.play("c c c f c")
    assert (table.view.phase, table.turn) == ("flop", 1)
    assert table.play("c c c c").turn == 1


def test_b8_a_antes_lie_in_the_pot() -> None:
    table = Table(bet=10, ante=2, stacks=(100, 100, 100))
    assert table.view.pots[0].chips == 6
    assert table.play("f f").stacks == (93, 109, 98)


def test_a_stack_pays_its_ante_before_its_blind() -> None:
    table = Table(bet=10, ante=2, stacks=(3, 1000, 1))
    assert [e for e in table.events if isinstance(e, Posted)] == [
        Posted(0, 2, "ante"),
        Posted(1, 2, "ante"),
        Posted(2, 1, "ante"),
        Posted(0, 1, "blind"),
        Posted(1, 10, "blind"),
    ]
    # Nobody is left to bet against: the deal runs out.
    assert table.turn is None
    assert table.result is not None


def test_who_comes_back_posts_live_and_dead() -> None:
    """C.2: a missed big blind is live, a missed small blind lies dead in the pot."""
    table = Table(
        bet=10, stacks=(1000,) * 4, posts=(5, 10, 10, 0), dead=(0, 0, 5, 0), big=1, structure="pot"
    )
    assert Posted(2, 5, "dead") in table.events
    assert [seat.markers for seat in table.view.seats[:3]] == [("small_blind",), ("big_blind",), ()]
    # The dead chips are in the middle, seat 2's own blind is not counted: 20 + 2 × 10.
    assert (table.turn, table.price, table.raises) == (2, 0, (20, 40))
    table.play("c f f c")
    assert table.view.phase == "flop"
    assert (table.returned, table.view.pots[0].chips) == ([], 30)
    assert table.play("c c c c c c").pots[0][0] == 30


# ── the state machine ──────────────────────────────────────────────────────────────────────────


def test_sd_03_only_whoever_is_to_act_can_act() -> None:
    table = Table(bet=10)
    for seat in (0, 1):
        for action in (Fold(), Check(), Call(10), Raise(20)):
            assert table.refused(seat, action) == Why("not_your_turn")
    assert table.refused(2, Check()) == Why("cannot_check", {"price": 10})
    assert table.refused(2, Call(5)) == Why("price_changed", {"price": 10})
    assert table.refused(7, Fold()) == Why("no_such_seat")


def test_a_decision_number_never_answers_the_next_question() -> None:
    table = Table(bet=10)
    number = table.game.decision(table.state, 2)
    table.play("20 c 60")
    assert table.turn == 2
    assert table.game.decision(table.state, 2) > number
    before = [table.game.decision(table.state, seat) for seat in range(3)]
    table.play("c c")
    assert table.view.phase == "flop"
    assert all(table.game.decision(table.state, seat) > before[seat] for seat in range(3))


def test_a_timeout_checks_where_that_is_free_and_folds_elsewhere() -> None:
    table = Table(bet=10)
    assert table.game.default(table.state, 2, None) == Fold()
    assert table.game.default(table.state, 1, None) is None
    table.play("c c")
    assert table.game.default(table.state, 1, None) == Check()


def test_b13_a_who_has_nobody_to_bet_against_is_not_asked() -> None:
    table = Table(bet=2, stacks=(60, 200)).play("60 c")
    assert table.turn is None
    assert [e.code for e in table.events if isinstance(e, Phase)] == [
        "deal",
        "flop",
        "turn",
        "river",
        "showdown",
    ]
    assert len(table.state.board) == 5


def test_b13_b_two_go_on_for_a_side_pot() -> None:
    table = Table(bet=2, stacks=(200, 200, 60)).play("60 c c")
    assert (table.view.phase, table.turn, table.raises) == ("flop", 0, (2, 140))
    assert table.play("50 c").view.pots[0].chips == 180


def test_the_last_with_chips_is_not_asked_again() -> None:
    """Everybody else is all-in for less than has been put in already."""
    table = Table(bet=10, stacks=(1000, 6, 1000)).play("f")
    # The small blind's 5 face a short blind of 6: it has to call 5 more, and 4 come back.
    assert (table.turn, table.price, table.raises) == (0, 5, None)
    assert table.play("c").returned == [(0, 4)]
    assert Table(bet=10, stacks=(1000, 5, 1000)).play("f").turn is None
