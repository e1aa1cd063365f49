"""A match for points: score, button, agreed rounds, people who come and go (rules.md D)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import AnyGame, Result
from engine.games.chinese.closed import Chinese, Options
from engine.games.chinese.open_state import PineappleOptions
from engine.games.chinese.openface import OpenFace, Pineapple
from engine.games.chinese.state import Carry
from engine.kit.shuffle import shuffle
from engine.match import Next, Points, PointsTerms, new, specs_of, typed
from engine.play import at_random, play
from engine.values.chance import Dice
from engine.values.why import Illegal

GAME = Chinese()


def opened(
    seats: int = 4, rounds: int = 0, button: int = 0, game: AnyGame = GAME, minutes: int = 0
) -> Points:
    made = new(game, game.Options(), seats, button, PointsTerms(rounds, minutes))
    assert isinstance(made, Points)
    return made


def full(*chairs: int, rounds: int = 0, button: int = 0, minutes: int = 0) -> Points:
    match = opened(rounds=rounds, button=button, minutes=minutes)
    for seat in chairs:
        match = match.sit(seat)
    return match


def dealt(match: Points) -> tuple[Points, Next]:
    return match.start(GAME, Options())


def counted(match: Points, *net: int, at_once: tuple[int, ...] = ()) -> Points:
    begun, _ = dealt(match)
    after, handed = begun.finish(Result(net, Carry(at_once)))
    assert handed == ()
    return after


def points(match: Points) -> list[int]:
    return [chair.points for chair in match.chairs]


def refused(match: Points, verb: str, *given: Any) -> str:
    with pytest.raises(Illegal) as caught:
        getattr(match, verb)(*given)
    return caught.value.why.code


def test_points_add_up_deal_after_deal() -> None:
    match = counted(counted(full(0, 1, 2), 3, -2, -1), -5, 5, 0)
    assert points(match) == [-2, 3, -1, 0]
    assert (match.number, match.ended) == (2, None)


def test_the_button_moves_to_the_next_who_plays() -> None:
    match = full(0, 1, 3, button=1)
    assert match.dealer == 1
    dealers, buttons = [], []
    for _ in range(4):
        begun, following = dealt(match)
        assert following.seats == (0, 1, 3)
        dealers.append(begun.dealer)
        buttons.append(following.setup.button)
        match, _ = begun.finish(Result((0, 0, 0), Carry()))
    assert dealers == [1, 3, 0, 1]
    assert buttons == [1, 2, 0, 1]


def test_the_first_dealer_is_the_next_where_nobody_sits() -> None:
    begun, _ = dealt(full(0, 3, button=1))
    assert begun.dealer == 3


def test_an_agreed_number_of_deals() -> None:
    match = full(0, 1, rounds=2)
    match = counted(match, 4, -4)
    assert match.ended is None
    match = counted(match, -1, 1)
    assert match.ended == "finished"
    assert points(match)[:2] == [3, -3]
    begun, following = dealt(match)
    assert begun.ended is None
    assert (begun.number, points(begun)[:2]) == (1, [0, 0])
    assert begun.dealer == 0
    assert following.setup.carry == Carry()


def test_two_are_enough_and_one_is_not() -> None:
    match = full(2)
    assert not match.startable
    with pytest.raises(Illegal) as caught:
        dealt(match)
    assert caught.value.why.code == "players_missing"
    assert caught.value.why.facts == {"missing": 1}
    assert match.sit(0).startable


def test_who_sits_out_is_not_dealt_in_and_keeps_the_points() -> None:
    match = counted(full(0, 1, 2), 2, -1, -1).rest(1)
    _, following = dealt(match)
    assert following.seats == (0, 2)
    match = counted(match, 1, -1)
    assert points(match) == [3, -1, -2, 0]
    assert dealt(match.ready(1))[1].seats == (0, 1, 2)
    assert dealt(match.ready(1).away(0, True))[1].seats == (1, 2)


def test_who_leaves_during_a_deal_leaves_after_it() -> None:
    begun, _ = dealt(full(0, 1, 2))
    left, _ = begun.leave(1)
    assert left.chairs[1].taken
    after, _ = left.finish(Result((1, 2, -3), Carry()))
    assert not after.chairs[1].taken
    assert points(after) == [1, 0, -3, 0]
    assert after.gone == 2
    again, _ = begun.leave(1)
    assert again.ready(1).finish(Result((1, 2, -3), Carry()))[0].chairs[1].taken


def test_who_comes_later_begins_with_nothing() -> None:
    begun, _ = dealt(full(0, 1))
    begun = begun.sit(2)
    after, _ = begun.finish(Result((6, -6), Carry()))
    assert points(after) == [6, -6, 0, 0]
    assert dealt(after)[1].seats == (0, 1, 2)


def test_a_match_that_all_have_left_begins_anew() -> None:
    match = counted(full(0, 1, rounds=5), 6, -6)
    for seat in (0, 1):
        match, _ = match.leave(seat)
    assert (match.number, match.gone) == (0, 0)


def test_a_deal_that_is_void_never_was() -> None:
    match = counted(full(0, 1, 2), 2, -1, -1, at_once=(0, 0, 0))
    begun, _ = dealt(match)
    begun, _ = begun.leave(2)
    after, _ = begun.void()
    assert (after.number, after.button, points(after)) == (1, match.button, [2, -1, 0, 0])
    assert not after.chairs[2].taken
    # A new match too begins with the same dealer again.
    match = counted(full(0, 1, rounds=1), 1, -1)
    begun, _ = dealt(match)
    assert dealt(begun.void()[0])[0].dealer == begun.dealer


def test_fantasyland_goes_with_the_player() -> None:
    match = counted(full(0, 1, 2), 0, 0, 0, at_once=(0, 13, 13))
    assert dealt(match)[1].setup.carry == Carry((0, 13, 13))
    # Who sits out the next deal has it in the one after.
    match = match.rest(1)
    begun, following = dealt(match)
    assert following.setup.carry == Carry((0, 13))
    match, _ = begun.finish(Result((0, 0), Carry((0, 0))))
    assert dealt(match.ready(1))[1].setup.carry == Carry((0, 13, 0))


def test_what_is_refused() -> None:
    match = full(0, 1)
    begun, _ = dealt(match)
    assert refused(match, "sit", 0) == "seat_taken"
    assert refused(match, "sit", 4) == "no_such_seat"
    for verb in ("ready", "rest", "leave"):
        assert refused(match, verb, 2) == "seat_empty"
    assert refused(begun, "start", GAME, Options()) == "deal_running"
    for step in (match.void, lambda: match.finish(Result((0, 0), Carry()))):
        with pytest.raises(ValueError, match="no deal"):
            step()
    for net in ((1, -2), (1, -1, 0)):
        with pytest.raises(ValueError, match="result"):
            begun.finish(Result(net, Carry()))
    with pytest.raises(ValueError, match="chips"):
        match.sit(2, 100)


def test_what_a_table_is_opened_with() -> None:
    specs = {spec.name: spec for spec in specs_of(GAME)}
    assert (specs["rounds"].default, specs["rounds"].usual) == (10, (10, 5, 20, 0))
    options, terms = typed(GAME, {"rounds": 5, "surrender": 3})
    assert (options, terms) == (Options(surrender=3), PointsTerms(5))
    assert typed(OpenFace(), {})[1] == PointsTerms(10)
    for seats, button, agreed in ((5, 0, PointsTerms()), (3, 3, PointsTerms()), (3, 0, None)):
        with pytest.raises(ValueError):
            new(GAME, Options(), seats, button, agreed)


@given(st.binary(min_size=32, max_size=32), st.sampled_from([GAME, OpenFace(), Pineapple()]))
@settings(max_examples=25, deadline=None)
def test_an_evening_of_real_deals(seed: bytes, game: AnyGame) -> None:
    """People come, rest and go; whatever happens all points together are nothing."""
    dice = Dice(seed)
    match = opened(game.players[-1], rounds=3, game=game)
    options = PineappleOptions(progressive=True) if game.id == "pineapple" else game.Options()
    for _ in range(8):
        for seat in range(len(match.chairs)):
            verb = dice.choice(["sit", "sit", "ready", "rest", "leave", "nothing", "nothing"])
            try:
                if verb == "leave":
                    match, _ = match.leave(seat)
                elif verb != "nothing":
                    match = getattr(match, verb)(seat)
            except Illegal:
                pass
        if match.startable:
            match, following = match.start(game, options)
            chance = shuffle(dice.seed())
            done = play(game, options, following.setup, chance, at_random(Dice(dice.seed())))
            assert done.result is not None
            match, _ = match.finish(done.result) if dice.below(4) else match.void()
        assert sum(points(match)) + match.gone == 0
        assert match.number <= 3


def test_the_deal_that_runs_when_time_is_over_is_the_last() -> None:
    match = counted(full(0, 1, minutes=30), 3, -3)
    assert (match.minutes, match.last) == (30, False)
    begun, _ = dealt(match)
    late = begun.over()
    assert (begun.last, late.last, late.ended) == (False, True, None)
    assert late.over() == late
    after, _ = late.finish(Result((-1, 1), Carry()))
    assert (points(after), after.ended, after.number) == ([2, -2, 0, 0], "finished", 2)
    again, _ = dealt(after)
    assert (again.number, again.last, points(again)) == (1, False, [0] * 4)


def test_when_no_deal_runs_the_match_is_over_at_once() -> None:
    fresh = full(0, 1, minutes=30)
    assert fresh.over() == fresh
    after = counted(fresh, 3, -3).over()
    assert (after.ended, points(after)) == ("finished", [3, -3, 0, 0])
    assert after.over() == after


def test_a_last_deal_that_never_was_is_not_dealt_again() -> None:
    begun, _ = dealt(counted(full(0, 1, minutes=30), 3, -3))
    void, _ = begun.over().void()
    assert (void.ended, void.number, points(void)) == ("finished", 1, [3, -3, 0, 0])
    # A match of which nothing was played has not begun.
    first, _ = dealt(full(0, 1, minutes=30))
    void, _ = first.over().void()
    assert (void.ended, void.number, void.late) == (None, 0, False)


def test_the_number_or_the_time_ends_it_whichever_comes_first() -> None:
    match = full(0, 1, rounds=2, minutes=30)
    begun, _ = dealt(counted(match, 0, 0))
    assert begun.last
    assert begun.finish(Result((0, 0), Carry()))[0].ended == "finished"
    first, _ = dealt(match)
    assert not first.last
    assert first.over().finish(Result((0, 0), Carry()))[0].ended == "finished"
