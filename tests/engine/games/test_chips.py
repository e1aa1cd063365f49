"""The tests' own betting game keeps its few rules."""

import pytest

from engine.game import Result, Setup
from engine.play import Act, Played, play, scripted
from engine.values.actions import Action, Call, Check, Fold, Raise
from engine.values.cards import Card, Hidden, Token, cards
from engine.values.chance import Chance
from engine.values.events import Acted, Dealt, Paid, Scored, Shown
from engine.values.offers import Barred
from engine.values.secret import redact
from engine.values.view import PotView
from engine.values.why import Illegal, Why
from tests.engine.games.chips import Carry, Chips, Options

GAME = Chips()
BET_ONLY = Options(choose=False)


def deal(
    deck: str,
    *script: Act,
    players: int = 3,
    carry: Carry = Carry(),  # noqa: B008
    options: Options = Options(),  # noqa: B008
) -> Played:
    """A deal with the button at the last seat, so that the first card is seat 0's."""
    chance = Chance(cards(deck), b"")
    setup = Setup(players, players - 1, carry)
    return play(GAME, options, setup, chance, scripted(script))


def test_the_best_card_wins_what_was_called() -> None:
    played = deal(
        "Kd9s3c",
        Act(0, Raise(5)),
        Act(1, Call(5)),
        Act(2, Fold()),
        options=BET_ONLY,
    )
    assert played.result == Result((7, -6, -1), Carry((27, 14, 19)))
    shown = [event for event in played.events if isinstance(event, Shown)]
    assert shown == [Shown(0, (Card("Kd"),)), Shown(1, (Card("9s"),))]


def test_side_pots_and_what_nobody_calls() -> None:
    played = deal(
        "AdKs2c",
        Act(0, Raise(4)),
        Act(1, Raise(30)),
        Act(2, Call(18)),
        options=BET_ONLY,
        carry=Carry((5, 60, 19)),
    )
    # 3 × 5 to the ace; 2 × 14 of the others' next chips to the king; 12 more were not called.
    assert [event for event in played.events if isinstance(event, Paid)] == [
        Paid(1, 12, "uncalled"),
        Paid(0, 15, "pot"),
        Paid(1, 28, "pot"),
    ]
    assert played.result == Result((10, 9, -19), Carry((15, 69, 0)))


def test_equals_share_and_the_odd_chip_goes_left_of_the_button() -> None:
    played = deal("9d9s3c", *(Act(seat, Check()) for seat in range(3)), options=BET_ONLY)
    assert played.result == Result((1, 0, -1), Carry((21, 20, 19)))


def test_choices_open_together() -> None:
    played = deal("KdQs3c", Act(2, Fold()), Act(0, Check()))
    view = redact(GAME.view(played.state), 1)
    assert view.to_act == (1,)
    for seat in (0, 2):
        zone = view.zone(f"choice.{seat}")
        assert zone is not None
        assert zone.cells == (Hidden(),)
    own = redact(GAME.view(played.state), 2).zone("choice.2")
    assert own is not None
    assert own.cells == (Token("c", 1, 2),)
    assert not any(isinstance(event, Acted) for event in played.events)
    played = deal("KdQs3c", Act(2, Fold()), Act(0, Check()), Act(1, Check()))
    acted = [event for event in played.events if isinstance(event, Acted)]
    assert acted == [Acted(0, Check()), Acted(1, Check()), Acted(2, Fold())]
    assert GAME.view(played.state).to_act == (0,)


def test_a_pot_that_nobody_wants_is_carried() -> None:
    played = deal("KdQs3c", *(Act(seat, Fold()) for seat in range(3)))
    assert played.result == Result((-1, -1, -1), Carry((19, 19, 19), 3))
    assert GAME.view(played.state).pots == (PotView(3, ()),)
    assert played.events[-1] == Scored("carried", {"pot": 3})
    assert played.result is not None
    following = deal(
        "KdQs3c",
        *(Act(seat, Fold()) for seat in (1, 2)),
        Act(0, Check()),
        carry=Carry((19, 19, 19), 3),
    )
    assert following.result == Result((5, -1, -1), Carry((24, 18, 18)))
    assert not any(isinstance(event, Shown) for event in following.events)


def test_the_all_in_stay_in_and_the_broke_are_out() -> None:
    played = deal("KdQs", carry=Carry((1, 0, 9)))
    assert [event.seat for event in played.events if isinstance(event, Dealt)] == [0, 2]
    view = GAME.view(played.state)
    assert [seat.status for seat in view.seats] == ["all_in", "out", "in"]
    assert view.to_act == (2,)
    played = deal("KdQs", Act(2, Fold()), carry=Carry((1, 0, 9)))
    assert played.result == Result((1, 0, -1), Carry((2, 0, 8)))


def test_the_match_ends_when_one_has_all_chips() -> None:
    played = deal("KdQs", carry=Carry((1, 1)), players=2)
    assert played.result == Result((1, -1), Carry((2, 0)), "finished")


def test_refusals() -> None:
    played = deal("KdQs3c", Act(0, Raise(6)), options=Options(choose=False, ante=2))
    state = played.state
    answers: dict[Action, Why] = {
        Check(): Why("cannot_check", {"price": 6}),
        Call(5): Why("price_changed", {"price": 6}),
        Raise(7): Why("below_minimum", {"lo": 8}),
        Raise(19): Why("above_maximum", {"hi": 18}),
        Raise(9): Why("off_step", {"step": 2}),
    }
    for action, why in answers.items():
        with pytest.raises(Illegal) as caught:
            GAME.apply(state, 1, action)
        assert caught.value.why == why
    assert Barred("check", Why("cannot_check", {"price": 6})) in GAME.offers(state, 1)
    assert GAME.offers(state, 0) == ()
