"""Pokerface's token rounds by their vectors (rules.md A): in turns, the brake, all at once."""

import pytest

from engine.game import Setup
from engine.games.pokerface import Options, Rack, Score
from engine.kit.shuffle import shuffle
from engine.play import at_random, walk
from engine.values import actions, offers
from engine.values.actions import Pass, Ready, Take
from engine.values.chance import Dice
from engine.values.events import Acted, Dealt, Moved, Phase
from engine.values.offers import Barred, real
from engine.values.view import Counter, Note
from engine.values.why import Why
from tests.engine.games.pokerface_table import GAME, SUCCESS, Table, deal, pf_03, score_of

# ── a token round in turns ─────────────────────────────────────────────────────────────────────


def test_pf_03_the_seeds_example_of_a_round() -> None:
    table = pf_03()
    assert table.rack() == (None, 2, None, 3)
    table.take(0, 1)
    table.take(1, 3)
    table.pass_(2, 3, 0)
    assert table.view.phase == "tokens.c"
    assert table.counter("passes") == Counter("passes", 3, 4)
    table.pass_(1)
    assert table.view.phase == "tokens.d"
    assert table.rack("c") == (0, 2, 1, 3)
    acted = [event for event in table.events if isinstance(event, Acted)]
    assert len(acted) == 9
    assert acted[2] == Acted(3, Take(4, 1))


def test_pf_04_the_robbed_may_not_pass() -> None:
    table = pf_03()
    table.take(0, 1)
    assert Barred("pass", Why("no_token")) in table.offers(1)
    assert table.refused(1, Pass()) == Why("no_token")


def test_pf_06_with_an_empty_centre_a_holder_robs_or_passes() -> None:
    table = Table(3, 2)
    for seat, token in ((0, 1), (1, 2), (2, 3)):
        table.take(seat, token)
    assert real(table.offers(0)) == (offers.Take(2, 1), offers.Take(3, 2), offers.Pass())
    assert table.refused(0, Take(1, None)) == Why("own_token", {"token": 1})
    assert table.refused(0, Take(2, None)) == Why("token_moved", {"token": 2, "holder": 1})


def test_pf_07_and_08_what_is_given_back_can_be_taken_next() -> None:
    table = Table(3, 0)
    table.take(1, 2)
    table.take(2, 1)
    table.take(0, 3)
    assert table.take(1, 3) == (Acted(1, Take(3, 0)), Moved(2, 1, None))
    assert table.rack() == (2, None, 1)
    assert table.take(2, 2) == (Acted(2, Take(2, None)), Moved(1, 2, None))
    assert table.rack() == (None, 2, 1)
    table.take(0, 1)
    table.pass_(1, 2)
    assert table.view.phase == "tokens.c"
    assert len([event for event in table.events if isinstance(event, Acted)]) == 8
    assert table.counter("passes") == Counter("passes", 2, 3)
    assert table.counter("lap") == Counter("lap", 3, 3)


def test_pf_10_the_fastest_end_is_two_laps() -> None:
    table = Table(4, 3)
    for seat in range(4):
        table.take(seat, seat + 1)
    table.pass_(0, 1, 2)
    assert table.view.phase == "tokens.c"
    table.pass_(3)
    assert table.view.phase == "tokens.d"


def test_pf_12_the_last_to_change_passes_too() -> None:
    table = Table(3, 2)
    table.take(0, 1)
    table.take(1, 2)
    table.take(2, 2)
    table.pass_(0)
    table.take(1, 3)
    table.pass_(2, 0)
    assert table.view.phase == "tokens.c"
    table.pass_(1)
    assert table.view.phase == "tokens.d"


def test_one_puts_back_before_taking_so_the_own_token_is_no_choice() -> None:
    table = Table(3, 2)
    table.take(0, 1)
    table.take(1, 2)
    table.take(2, 3)
    assert table.refused(0, Take(1, 0)) == Why("own_token", {"token": 1})
    assert all(offer.token != 1 for offer in table.offers(0) if isinstance(offer, offers.Take))


def test_offers_and_refusals_in_turns() -> None:
    table = Table(3, 2)
    assert real(table.offers(0)) == tuple(offers.Take(t, None) for t in (1, 2, 3))
    for other in (1, 2):
        assert real(table.offers(other)) == ()
        assert Barred("pass", Why("not_your_turn")) in table.offers(other)
        assert table.refused(other, Take(1, None)) == Why("not_your_turn")
        assert table.refused(other, Pass()) == Why("not_your_turn")
    assert table.refused(0, Take(4, None)) == Why("no_such_token", {"token": 4})
    assert table.refused(0, Take(1, 2)) == Why("token_moved", {"token": 1, "holder": -1})
    assert table.refused(0, Ready(0)) == Why("no_such_action")
    assert table.refused(0, actions.Fold()) == Why("no_such_action")
    assert table.refused(3, Pass()) == Why("no_such_seat")
    assert table.refused(-1, Pass()) == Why("no_such_seat")
    assert table.offers(3) == table.offers(-1) == ()


def test_latest_acts_are_noted() -> None:
    table = pf_03()
    assert table.note(2) == Note("took", 2, {"token": 2})
    assert table.note(3) == Note("robbed", 3, {"token": 4, "from": 1})
    assert table.note(1) == Note("lost", 1, {"token": 4, "by": 3})
    assert table.note(0) is None
    table.take(0, 1)
    table.take(1, 3)
    assert table.note(1) == Note("took", 1, {"token": 3})
    table.pass_(2)
    assert table.note(2) == Note("passed", 2)
    table.pass_(3, 0, 1)
    assert table.view.notes == ()


# ── the emergency brake ────────────────────────────────────────────────────────────────────────


def pf_11() -> Table:
    table = Table(4, 3)
    for seat in range(4):
        table.take(seat, seat + 1)
    table.pass_(0, 1, 2)
    table.take(3, 1)  # from seat 0
    table.take(0, 4)  # which seat 3 gave back
    table.take(1, 3)  # from seat 2
    table.take(2, 4)  # from seat 0
    assert table.rack() == (3, None, 1, 2)
    table.take(3, 3)  # from seat 1
    return table


def test_pf_11_the_brake_and_its_last_token() -> None:
    table = pf_11()
    assert table.view.phase == "brake.c"
    assert table.events[-1] == Phase("brake", {"suit": "c"})
    assert table.rack() == (None, None, 3, 2)
    assert table.to_act() == (0,)
    assert real(table.offers(0)) == (offers.Take(1, None), offers.Take(2, None))
    assert Barred("pass", Why("no_token")) in table.offers(0)
    for other in (1, 2, 3):
        assert real(table.offers(other)) == ()
        assert table.refused(other, Take(1, None)) == Why("not_your_turn")
    assert table.refused(0, Take(3, 3)) == Why("centre_only")
    assert table.refused(0, Take(4, None)) == Why("centre_only")
    assert table.refused(0, Take(1, 2)) == Why("token_moved", {"token": 1, "holder": -1})
    assert table.refused(0, Pass()) == Why("no_token")
    assert table.counter("lap") == Counter("lap", 3, 3)
    events = table.take(0, 2)
    assert events[:2] == (Acted(0, Take(2, None)), Moved(1, None, 1))
    assert table.rack("c") == (1, 0, 3, 2)
    assert table.view.phase == "tokens.d"
    assert table.to_act() == (0,)


def test_the_brake_asks_all_but_the_last_from_left_of_the_dealer() -> None:
    table = Table(4, 3)
    for seat in range(4):
        table.take(seat, seat + 1)
    table.pass_(0, 1, 2)
    # Everybody robs the one before: 1 and then 4 go round, and all but seat 3 end without.
    for seat, token in ((3, 1), (0, 4), (1, 4), (2, 4), (3, 4)):
        table.take(seat, token)
    assert table.view.phase == "brake.c"
    assert table.rack() == (None, None, None, 3)
    assert table.to_act() == (0,)
    table.take(0, 3)
    assert table.to_act() == (1,)
    assert real(table.offers(1)) == (offers.Take(1, None), offers.Take(2, None))
    assert table.refused(1, Take(3, 0)) == Why("centre_only")
    assert table.refused(0, Take(1, None)) == Why("not_your_turn")
    events = table.take(1, 1)
    assert events[:2] == (Acted(1, Take(1, None)), Moved(2, None, 2))
    assert isinstance(events[2], Dealt)
    assert table.rack("c") == (1, 2, 0, 3)
    assert table.view.phase == "tokens.d"


def test_agreement_with_the_last_turn_needs_no_brake() -> None:
    table = Table(3, 2)
    for seat, token in ((0, 1), (1, 2), (2, 3)):
        table.take(seat, token)
    table.take(0, 3)  # from seat 2, gives 1 back
    table.pass_(1)
    table.take(2, 1)
    table.pass_(0, 1)
    assert table.view.phase == "tokens.c"
    table.pass_(2)  # the ninth turn
    assert table.view.phase == "tokens.d"
    assert table.rack("c") == (2, 1, 0)
    assert Phase("brake", {"suit": "c"}) not in table.events


def test_brake_with_one_seat_without_token_asks_nobody() -> None:
    table = Table(3, 2)
    for seat in range(3):
        table.take(seat, seat + 1)
    table.pass_(0, 1)
    table.take(2, 1)  # from seat 0, gives 3 back
    table.take(0, 3)
    table.pass_(1)
    events = table.take(2, 2)  # from seat 1, gives 1 back
    assert events[:4] == (
        Acted(2, Take(2, 1)),
        Moved(1, 2, None),
        Phase("brake", {"suit": "c"}),
        Moved(1, None, 1),
    )
    assert table.rack("c") == (1, 2, 0)
    assert table.view.phase == "tokens.d"


def test_brake_where_everybody_holds_a_token_just_ends_the_round() -> None:
    table = Table(3, 2)
    table.take(0, 1)
    table.take(1, 2)
    table.take(2, 2)
    table.pass_(0)
    table.take(1, 3)
    table.pass_(2)
    table.take(0, 3)  # from seat 1, gives 1 back
    table.take(1, 1)
    events = table.act(2, Pass())
    assert events[:2] == (Acted(2, Pass()), Phase("brake", {"suit": "c"}))
    assert isinstance(events[2], Dealt)
    assert table.rack("c") == (1, 2, 0)
    assert table.view.phase == "tokens.d"


def test_brake_of_the_last_round_leads_to_the_showdown() -> None:
    table = Table(4, 3)
    for _ in range(3):
        table.quick_round({0: 1, 1: 2, 2: 3, 3: 4})
    for seat in range(4):
        table.take(seat, seat + 1)
    table.pass_(0, 1, 2)
    for seat, token in ((3, 1), (0, 4), (1, 3), (2, 4), (3, 3)):
        table.take(seat, token)
    assert table.view.phase == "brake.s"
    table.take(0, 2)
    assert table.view.phase == "showdown"
    assert table.result is not None


# ── decisions ──────────────────────────────────────────────────────────────────────────────────


def test_decision_rises_when_the_seat_acts_and_when_the_round_changes() -> None:
    table = Table(3, 2)

    def numbers() -> list[int]:
        return [GAME.decision(table.state, seat) for seat in range(3)]

    first = numbers()
    table.take(0, 1)
    assert numbers() == [first[0] + 1, first[1], first[2]]
    table.take(1, 2)
    table.take(2, 3)
    table.pass_(0, 1)
    before = numbers()
    table.pass_(2)
    after = numbers()
    assert all(new > old for new, old in zip(after, before, strict=True))


def test_decision_is_the_rounds_when_all_act_at_once() -> None:
    table = Table(3, 2, all_at_once=True)
    first = [GAME.decision(table.state, seat) for seat in range(3)]
    for seat, token in ((0, 1), (1, 1), (0, 2), (2, 3)):
        table.take(seat, token)
    table.ready(0, 1)
    assert [GAME.decision(table.state, seat) for seat in range(3)] == first
    table.ready(2)
    later = [GAME.decision(table.state, seat) for seat in range(3)]
    assert later == [number + 1 for number in first]


# ── all at once ────────────────────────────────────────────────────────────────────────────────


def at_once() -> Table:
    table = Table(4, 3, all_at_once=True)
    for seat in range(4):
        table.take(seat, seat + 1)
    return table


def test_all_at_once_everybody_may_act() -> None:
    table = Table(4, 3, all_at_once=True)
    assert table.to_act() == (0, 1, 2, 3)
    for seat in range(4):
        assert table.offers(seat) == (
            *(offers.Take(token, None) for token in (1, 2, 3, 4)),
            Barred("ready", Why("no_token")),
        )
    table.take(2, 1)
    assert real(table.offers(2)) == (
        *(offers.Take(token, None) for token in (2, 3, 4)),
        offers.Ready(1),
    )
    assert offers.Take(1, 2) in table.offers(0)
    assert table.refused(0, Ready(1)) == Why("no_token")
    assert table.refused(0, Pass()) == Why("no_such_action")
    assert table.counter("lap") is None
    assert table.counter("passes") is None
    assert table.counter("moves") == Counter("moves", 1)


def test_pf_22_a_robbery_clears_every_agreement() -> None:
    table = at_once()
    table.ready(0, 1, 2)
    assert table.counter("ready") == Counter("ready", 3, 4)
    assert table.to_act() == (3,)
    assert [seat.markers for seat in table.view.seats] == [
        ("ready",),
        ("ready",),
        ("ready",),
        ("dealer",),
    ]
    assert table.note(1) == Note("ready", 1)
    table.take(3, 1)
    assert table.counter("ready") == Counter("ready", 0, 4)
    assert table.to_act() == (0, 1, 2, 3)
    assert not any("ready" in seat.markers for seat in table.view.seats)
    assert table.note(0) == Note("lost", 0, {"token": 1, "by": 3})
    assert table.note(1) == Note("took", 1, {"token": 2})
    assert table.refused(0, Ready(5)) == Why("no_token")
    assert table.refused(1, Ready(4)) == Why("stale")
    table.take(0, 4)
    table.ready(0, 1, 2, 3)
    assert table.view.phase == "tokens.d"
    assert table.rack("c") == (3, 1, 2, 0)


def test_pf_23_two_take_the_same_token_at_once() -> None:
    table = Table(4, 3, all_at_once=True)
    table.act(0, Take(3, None))
    assert table.refused(1, Take(3, None)) == Why("token_moved", {"token": 3, "holder": 0})
    assert table.rack() == (None, None, 0, None)
    table.act(1, Take(3, 0))
    assert table.rack() == (None, None, 1, None)


def test_agreeing_twice_is_refused_and_the_agreed_may_still_take() -> None:
    table = at_once()
    table.ready(2)
    assert Barred("ready", Why("already_ready")) in table.offers(2)
    assert table.refused(2, Ready(4)) == Why("already_ready")
    table.take(2, 4)
    assert table.counter("ready") == Counter("ready", 0, 4)


def test_no_brake_where_all_act_at_once() -> None:
    table = Table(3, 2, all_at_once=True)
    for seat, token in enumerate((1, 2, 3)):
        table.take(seat, token)
    for _ in range(10):
        table.take(0, 2)
        table.take(1, 1)
        table.take(0, 1)
        table.take(1, 2)
    assert table.view.phase == "tokens.c"
    assert table.counter("moves") == Counter("moves", 43)


def test_all_at_once_a_whole_deal() -> None:
    hands = {0: "AsAd", 1: "KsKd", 2: "QsQd"}
    table = Table(3, 2, deal(hands, "2c3c4d5d7h", dealer=2), all_at_once=True)
    for _ in range(4):
        for seat, token in ((2, 1), (0, 3), (1, 2)):
            table.take(seat, token)
        table.ready(1, 2, 0)
    assert score_of(table.result) == SUCCESS


# ── by dice ────────────────────────────────────────────────────────────────────────────────────

VARIANTS = [
    Options(all_at_once=at_once, rising_stakes=rising)
    for at_once in (False, True)
    for rising in (False, True)
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("n", GAME.players)
def test_tokens_lie_where_they_can_and_rounds_end_when_they_must(n: int, options: Options) -> None:
    for number in range(6):
        seed = bytes([number, n])
        dealer, score = number % n, Score(number % 3, 0)
        setup = Setup(n, dealer, score)
        finished: tuple[Rack, ...] = ()
        acts = brakes = 0
        for moment in walk(GAME, options, setup, shuffle(seed), at_random(Dice(seed))):
            racks = moment.state.racks
            for rack in racks:
                held = [seat for seat in rack if seat is not None]
                assert len(set(held)) == len(held)
            assert racks[: len(finished)] == finished, "a finished round changed"
            acts += any(isinstance(event, Acted) for event in moment.events)
            brakes += any(e.code == "brake" for e in moment.events if isinstance(e, Phase))
            if len(racks) > len(finished) + 1 or GAME.result(moment.state):
                finished = racks[: len(racks) - (GAME.result(moment.state) is None)]
                assert set(finished[-1]) == set(range(n)), "a round ended without everybody"
                assert acts >= 2 * n
                if not options.all_at_once:
                    # Three laps; then the brake, with a choice for all but one at most.
                    assert acts < 4 * n
                    assert brakes <= (acts >= 3 * n)
                    assert brakes >= (acts > 3 * n)
                acts = brakes = 0
