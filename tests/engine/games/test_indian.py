"""Indian Poker by the vectors of rules.md E (IP), and what lies between them."""

import pytest

from engine.game import Setup
from engine.games.indian.options import Options
from engine.games.indian.state import Carry
from engine.kit.shuffle import shuffle
from engine.values import offers
from engine.values.actions import Call, Check, Discard, Fold, In, Out, Raise, Show
from engine.values.cards import UNKNOWN, Card, Hidden, cards
from engine.values.chance import Chance
from engine.values.events import Acted, Chose, Dealt, Paid, Phase, Posted, Scored, Shown
from engine.values.secret import redact
from engine.values.view import Counter, Note, PotView
from tests.engine.games.indian_table import INDIAN, Table

# ── betting ──


def test_who_is_left_wins_and_does_not_learn_the_card() -> None:
    """IP-01: Anna has a king, bets two, and the others fold."""
    table = Table("Kd Qs 4c").play("2 f f")
    assert table.net == (2, -1, -1)
    assert table.state.returned == (0, 2)
    assert table.pots == [(3, {0: 3})]
    assert table.shown == set()
    assert table.events[-3:] == (Paid(0, 2, "uncalled"), Paid(0, 3, "pot"), Scored("folded"))
    for value in (table.view, table.events):
        assert "Kd" not in repr(redact(value, 0))


def test_the_highest_card_wins_each_pot_that_it_has_matched() -> None:
    """IP-03: an ace all-in for three; king and queen play on for eight."""
    table = Table("Ac Kd Qh", (3, 50, 50)).play("2 7 c")
    assert table.pots == [(9, {0: 9}), (10, {1: 10})]
    assert table.net == (6, 2, -8)


def test_the_lowest_card_wins_where_it_is_played_so() -> None:
    """IP-04: a two is the lowest, an ace stays high."""
    table = Table("Ac 2d Qh", antes=(4, 4, 4), wins="low").play("c c c")
    assert table.pots == [(12, {1: 12})]
    assert table.net == (-4, 8, -4)


def test_high_and_low_share_each_pot() -> None:
    """IP-05: the odd chip goes to the high card."""
    table = Table("Ac 2d Qh", antes=(5, 5, 5), wins="high_low").play("c c c")
    (award,) = table.state.awards
    assert (award.won, award.high, award.low) == (((0, 8), (1, 7)), ((0, 8),), ((1, 7),))


def test_equal_cards_share_evenly_where_they_are_high_and_low() -> None:
    """IP-07."""
    table = Table("7c 7d 7h", antes=(5, 5, 5), wins="high_low").play("c c c")
    assert table.pots == [(15, {0: 5, 1: 5, 2: 5})]
    assert table.state.awards[0].high == ()


def test_odd_chips_go_left_of_the_dealer() -> None:
    """IP-08: seat 0 deals."""
    table = Table("Kc Kd 3h", button=0, antes=(7, 7, 7), wins="high_low").play("c c c")
    (award,) = table.state.awards
    assert dict(award.high) == {1: 6, 0: 5}
    assert dict(award.low) == {2: 10}


def test_all_check_and_play_for_the_antes() -> None:
    """IP-17."""
    table = Table("5c Jd Jh").play("c c c")
    assert table.net == (-1, 1, 0)
    assert table.shown == {0, 1, 2}


def test_bets_and_raises_have_a_greatest_amount_and_no_end() -> None:
    table = Table("5c Jd Jh 2s", (100,) * 4)
    assert table.turn == 0
    assert (table.price, table.raises) == (0, (1, 5))
    assert table.refused(0, Raise(6)).code == "above_maximum"
    assert table.refused(0, Raise(0)).code == "below_minimum"
    table.play("5")
    assert (table.price, table.raises) == (5, (6, 10))
    assert table.barred == {"check": "cannot_check"}
    assert table.refused(1, Check()).facts == {"price": 5}
    assert table.refused(1, Call(4)).code == "price_changed"
    table.play("6 7 8 13")
    assert (table.turn, table.price, table.raises) == (1, 7, (14, 18))
    table.play("14 15 16 17")
    assert table.turn == 1
    assert table.raises == (18, 22)
    assert table.view.counters == ()


def test_three_raises_where_that_is_agreed() -> None:
    table = Table("5c Jd Jh", max_raises=3).play("5 10 15 20")
    assert table.view.counters == (Counter("raises", 4, 4),)
    assert table.barred == {"check": "cannot_check", "raise": "capped"}
    assert table.refused(1, Raise(21)).facts == {"cap": 4}
    table.play("c c")
    assert table.pots == [(63, {1: 32, 2: 31})]


def test_all_in_above_the_bet_is_a_raise_however_small() -> None:
    table = Table("5c Jd Jh", (50, 7, 50)).play("5")
    assert table.raises == (6, 6)
    table.play("6")
    assert (table.turn, table.price, table.raises) == (2, 6, (7, 11))
    # The first has to answer it, and may raise again.
    table.play("c")
    assert (table.turn, table.raises) == (0, (7, 11))


def test_a_short_ante_plays_for_as_much_as_it_is() -> None:
    """rules.md E: who can't pay the ante is all-in with it, and asked nothing more."""
    table = Table("Ac Kd Qh", (3, 50, 50), ante=5)
    assert table.view.seats[0].status == "all_in"
    assert table.turn == 1
    table.play("c c")
    assert table.pots == [(9, {0: 9}), (4, {1: 4})]
    assert table.net == (6, -1, -5)


def test_antes_that_leave_nobody_to_bet_are_played_for_at_once() -> None:
    table = Table("Ac Kd", (3, 50), ante=5)
    assert table.net == (3, -3)
    assert Paid(1, 2, "uncalled") in table.events
    assert [type(event) for event in table.events[:5]] == [Phase, Posted, Posted, Dealt, Dealt]


def test_no_chips_come_or_go_while_all_fold_in_turn() -> None:
    table = Table("Ac Kd Qh 2s").play("f f f")
    assert table.net == (-1, -1, -1, 3)
    assert table.shown == set()


def test_what_is_not_asked_is_refused() -> None:
    table = Table("Ac Kd Qh")
    assert table.refused(1, Fold()).code == "not_your_turn"
    assert table.refused(3, Fold()).code == "no_such_seat"
    assert table.refused(0, In(3)).code == "no_such_action"
    assert table.refused(0, Discard(())).code == "no_such_action"
    assert table.refused(0, Call(0)).code == "nothing_to_call"
    table.play("c c c")
    assert table.refused(0, Check()).code == "deal_over"
    assert table.refused(0, Show()).code == "deal_over"


def test_absence_checks_or_folds() -> None:
    table = Table("Ac Kd Qh")
    assert INDIAN.default(table.state, 0, None) == Check()
    assert INDIAN.default(table.state, 1, None) is None
    table.play("3")
    assert INDIAN.default(table.state, 1, None) == Fold()
    assert INDIAN.manners.talk == "phrases"
    assert INDIAN.manners.absence == "default"


# ── declaring ──


def test_who_loses_pays_what_lay_in_the_pot() -> None:
    """IP-09: no ante, a pot of four was left."""
    table = Table("Kd 9s 3c Ah", match_pot=True, pot=4)
    assert not any(isinstance(event, Posted) for event in table.events)
    table.play("i i i o")
    assert (table.net, table.left) == ((4, -4, -4, 0), 8)
    assert table.pots == [(4, {0: 4})]
    assert table.shown == {0, 1, 2}
    assert table.view.pots == (PotView(8, ()),)
    assert [note for note in table.view.notes if note.code == "matched"] == [
        Note("matched", 1, {"chips": 4}),
        Note("matched", 2, {"chips": 4}),
    ]


def test_nobody_in_leaves_the_pot_and_one_in_takes_it() -> None:
    """IP-11."""
    table = Table("Kd 9s 3c Ah", match_pot=True, pot=4).play("o o o o")
    assert (table.net, table.left, table.pots) == ((0,) * 4, 4, [])
    assert table.events[-1] == Scored("carried", {"pot": 4})
    table = Table("Kd 9s 3c Ah", match_pot=True, pot=4).play("o o i o")
    assert (table.net, table.left) == ((0, 0, 4, 0), 0)
    assert table.shown == set()
    # Then the next deal has antes again.
    table = Table("Kd 9s 3c Ah", match_pot=True).play("o o i o")
    assert (table.net, table.left) == ((-1, -1, 3, -1), 0)


def test_a_pot_of_one_chip_is_a_pot() -> None:
    table = Table("Kd 9s", match_pot=True, pot=1)
    assert [seat.stack for seat in table.view.seats] == [50, 50]
    assert table.play("i i").net == (1, -1)


def test_a_pot_from_before_lies_in_the_main_pot_where_people_bet() -> None:
    table = Table("Ac Kd Qh", (3, 50, 50), pot=5).play("2 7 c")
    assert table.pots == [(14, {0: 14}), (10, {1: 10})]


def test_without_a_match_everybody_has_fifty_chips() -> None:
    state, _ = INDIAN.new(Options(), Setup(3, 0, Carry()), shuffle(bytes(32)))
    assert [seat.stack for seat in INDIAN.view(state).seats] == [49, 49, 49]


def test_who_has_too_little_pays_all() -> None:
    """IP-12."""
    table = Table("Kd 9s", (50, 6), match_pot=True, pot=20)
    assert INDIAN.offers(table.state, 1) == (offers.In(6), offers.Out())
    table.play("i i")
    assert (table.net, table.left) == ((20, -6), 6)


def test_who_is_all_in_with_the_ante_and_absent_keeps_the_right_to_the_pot() -> None:
    table = Table("Kd 9s 3c", (2, 50, 50), match_pot=True, ante=2)
    assert INDIAN.offers(table.state, 0) == (offers.In(0), offers.Out())
    for seat, choice in enumerate((In(0), Out(), Out())):
        assert INDIAN.default(table.state, seat, None) == choice
        table.act(seat, choice)
    assert (table.net, table.left) == ((4, -2, -2), 0)


def test_the_best_share_the_pot_and_pay_nothing() -> None:
    table = Table("Kd Ks 3c Ah", match_pot=True, pot=5).play("i i i o")
    assert (table.net, table.left) == ((3, 2, -5, 0), 5)


def test_an_equal_winner_pays_nothing_even_without_a_chip_to_get() -> None:
    table = Table("Kd Ks Kh 3c", match_pot=True, pot=2).play("i i i i")
    assert (table.net, table.left) == ((1, 1, 0, -2), 2)


def test_a_payment_may_have_a_limit_and_antes_come_on_top() -> None:
    table = Table("Kd 9s 3c", match_pot=True, pot=20, match_limit=10).play("i i i")
    assert (table.net, table.left) == ((20, -10, -10), 20)
    table = Table("Kd 9s 3c", match_pot=True, pot=20, ante_carried=True).play("i i o")
    assert (table.net, table.left) == ((22, -24, -1), 23)


def test_declarations_are_sealed_until_the_last() -> None:
    table = Table("Kd 9s 3c", match_pot=True)
    assert table.view.to_act == (0, 1, 2)
    assert INDIAN.default(table.state, 1, None) == Out()
    assert table.act(2, Out()) == (Chose(2),)
    assert table.refused(2, Out()).code == "already_set"
    assert table.refused(2, In(3)).code == "already_set"
    assert table.refused(0, In(2)).code == "price_changed"
    assert table.refused(0, Fold()).code == "no_such_action"
    assert table.view.seats[2].markers == ("dealer", "ready")
    assert list(table.view.to_act) == [0, 1]
    table.act(0, In(3))
    told = table.act(1, In(3))
    assert told[:5] == (
        Chose(1),
        Phase("reveal"),
        Acted(2, Out()),
        Acted(0, In(3)),
        Acted(1, In(3)),
    )
    assert told[5:] == (
        Phase("showdown"),
        Shown(0, cards("Kd")),
        Shown(1, cards("9s")),
        Paid(0, 3, "pot"),
        Posted(1, 3, "match"),
        Scored("showdown"),
    )


# ── more cards ──


@pytest.mark.parametrize(
    ("better", "worse"),
    [("2c2d", "AsKh"), ("AsKh", "AdQc"), ("KsKh", "QdQc"), ("KsQh", "KdJc")],
)
def test_two_cards_are_a_pair_or_high_cards(better: str, worse: str) -> None:
    """IP-16."""
    assert Table(f"{worse} {better}").play("c c").net == (-1, 1)


def test_two_suited_cards_are_worth_no_more() -> None:
    assert Table("AhKh AcKd").play("c c").net == (0, 0)


def test_three_cards_rank_as_at_brag() -> None:
    """IP-13 and, by the traditional order, IP-15."""
    assert Table("5c5d5h 9hThJh").play("c c").net == (1, -1)
    assert Table("9c9hTs JcQdKh").play("c c").net == (-1, 1)
    assert Table("Ac2d3h QcKdAh").play("c c").net == (-1, 1)
    assert Table("Ac2d3h QcKdAh", brag_order="traditional").play("c c").net == (1, -1)
    assert Table("3c3d3h AcAdAh").play("c c").net == (-1, 1)
    assert Table("3c3d3h AcAdAh", brag_order="traditional").play("c c").net == (1, -1)


def test_five_cards_rank_as_usual_and_wins_high_only() -> None:
    table = Table("2c2d2h3s3d AcKcQc9c7c 5h6d7s8h9s", wins="low").play("c c c")
    assert table.net == (2, -1, -1)
    notes = [note.facts["name"] for note in table.view.notes if note.code == "hand"]
    assert sorted(map(str, notes)) == ["flush", "full_house", "straight"]
    assert table.view.notes[0].facts["wins"] == "high"


# ── what is seen ──


def seen(table: Table, seat: int | None) -> list[list[str]]:
    zones = redact(table.view, seat).zones
    return [["??" if isinstance(c, Hidden) else str(c) for c in zone.cells] for zone in zones]


def test_everybody_sees_all_cards_but_their_own() -> None:
    """rules.md E, visibility; IP-19."""
    table = Table("Kd Qs 4c")
    assert seen(table, 0) == [["??"], ["Qs"], ["4c"]]
    assert seen(table, 2) == [["Kd"], ["Qs"], ["??"]]
    assert seen(table, None) == [["??"]] * 3
    dealt = [redact(event, 1) for event in table.events if isinstance(event, Dealt)]
    assert [event.cells for event in dealt] == [cards("Kd"), (Hidden(),), cards("4c")]


def test_who_has_folded_sees_what_they_saw_and_never_their_card() -> None:
    table = Table("Kd Qs 4c").play("1 f c")
    assert table.shown == {0, 2}
    assert seen(table, 0) == [["Kd"], ["Qs"], ["4c"]]
    assert seen(table, 1) == [["Kd"], ["??"], ["4c"]]
    assert seen(table, None) == [["Kd"], ["??"], ["4c"]]
    assert "Qs" not in repr(redact(table.events, 1))


def test_all_cards_are_opened_after_the_deal_where_that_is_agreed() -> None:
    """rules.md D17."""
    table = Table("Kd Qs 4c", reveal=True).play("2 f f")
    assert table.shown == {0, 1, 2}
    assert seen(table, None) == [["Kd"], ["Qs"], ["4c"]]
    assert table.events[-1] == Scored("folded")
    assert table.pots == [(3, {0: 3})]


def test_what_lies_on_the_table_before_and_after() -> None:
    table = Table("Ac Kd Qh", (3, 50, 50)).play("2 7")
    # What lies in front of the seats is in no pot yet.
    assert table.view.pots == (PotView(3, (0, 1, 2)),)
    assert [seat.bet for seat in table.view.seats] == [2, 7, 0]
    assert [seat.status for seat in table.view.seats] == ["all_in", "in", "in"]
    assert table.view.seats[0].markers == ()
    table.play("f")
    assert [seat.status for seat in table.view.seats] == ["in", "in", "folded"]
    assert [seat.markers for seat in table.view.seats] == [("winner",), (), ("dealer",)]
    table = Table("2c Kd Qh", (3, 50, 50)).play("2 c c")
    assert [seat.status for seat in table.view.seats] == ["in", "in", "in"]
    declared = Table("Kd 9s 3c", match_pot=True).play("i o o")
    assert [seat.markers for seat in declared.view.seats] == [("winner",), (), ("dealer",)]


def test_a_key_is_dimmed_for_whom_the_turn_will_come() -> None:
    table = Table("Kd Qs 4c").play("f")
    assert INDIAN.offers(table.state, 0) == ()
    assert len(INDIAN.offers(table.state, 2)) == 4
    assert INDIAN.offers(table.state, 9) == ()


def test_unknown_cards_leave_the_deal_without_result_where_they_count() -> None:
    setup = Setup(2, 1, Carry())
    state, _ = INDIAN.new(Options(), setup, Chance(cards("Kd"), b""))
    assert state.hands[1].value == (UNKNOWN,)
    over, _ = INDIAN.apply(state, 0, Check())
    over, events = INDIAN.apply(over, 1, Check())
    assert (over.phase, INDIAN.result(over)) == ("over", None)
    assert Shown(1, (UNKNOWN,)) in events
    assert not any(isinstance(event, Paid | Scored) for event in events)
    folded, _ = INDIAN.apply(state, 0, Fold())
    result = INDIAN.result(folded)
    assert result is not None
    assert result.net == (-1, 1)


@pytest.mark.parametrize(
    ("setup", "deck"),
    [
        (Setup(9, 0, Carry()), ()),
        (Setup(2, 2, Carry()), ()),
        (Setup(2, 0, Carry(stacks=(5, 0))), ()),
        (Setup(2, 0, Carry(stacks=(5, 5, 5))), ()),
        (Setup(2, 0, Carry(antes=(1, -1))), ()),
        (Setup(2, 0, Carry(pot=-1)), ()),
        (Setup(2, 0, Options()), ()),
        (Setup(2, 0, Carry()), (Card("Kd"), Card("Kd"))),
    ],
)
def test_deals_that_there_cannot_be(setup: Setup, deck: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match=r"."):
        INDIAN.new(Options(), setup, Chance(deck, b""))
    with pytest.raises(ValueError, match="another game"):
        INDIAN.new(Carry(), Setup(2, 0, Carry()), shuffle(bytes(32)))
