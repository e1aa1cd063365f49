"""Who comes to a freeze-out and goes again, who is missing, whose chips are whose."""

import pytest

from engine.values.actions import Check, Fold, Raise
from engine.values.events import Acted
from protocol.errors import Refused
from protocol.messages import FreezeoutInfo
from server.table import tempo
from server.table.chairs import vacant
from server.table.commands import Away, Back, Buy, Free, GetUp, Next, Rest, SeatBots, Sit, TimeUp
from server.table.decide import due
from tests.server.table.freezeouts import (
    GAME,
    KING_QUEEN_FOUR,
    Sitting,
    all_in,
    framed,
    refused,
    seen,
)


def test_nothing_is_bought_and_nobody_sits_out() -> None:
    made = Sitting("a", "b")
    assert refused(made, Buy(10), "a") == "no_chips"
    assert refused(made, Rest(True), "a") == "no_rest"
    made.begins()
    made.does(GetUp("Anna", later=True), "a")
    assert made.match.leaving(0)
    with pytest.raises(Refused):
        made.does(Rest(True), "b")


def test_whoever_comes_back_before_the_deal_is_over_stays() -> None:
    made = Sitting("a", "b", "c", button=1)
    made.begins()
    made.does(GetUp("Ben", later=True), "b")
    made.does(Rest(False), "b")
    assert not made.match.leaving(1)
    assert made.stacks[1] == 50


def test_who_comes_into_an_empty_chair_waits_for_the_next_match() -> None:
    made = Sitting("a", "b", stack=6)
    made.begins("Ac2d")
    made.does(Sit(2, 0), "c")
    deal = made.table.deal
    assert deal is not None
    assert deal.seats == (0, 1)
    assert made.table.reads("c") is None
    assert seen(made)[2] == FreezeoutInfo(0)
    # Left of the dealer sits b, with the ace: all of a's chips are b's.
    assert all_in(made, "b", "a").over
    assert made.stacks == [0, 12, 0, 0]
    assert made.match.ended == "finished"
    assert framed(made).winners == (1,)
    assert due(made.table)
    made.begins()
    assert made.stacks == [6, 6, 6, 0]
    assert framed(made).winners == ()
    assert made.table.history == ()


def test_who_is_out_keeps_the_chair_and_is_not_asked() -> None:
    made = Sitting("a", "b", "c", stack=6)
    made.begins("Ac2dAh")
    assert all_in(made, "b", "c", "a").over
    assert made.stacks == [9, 9, 0, 0]
    assert made.table.chairs[2] == "c"
    assert seen(made)[2] == FreezeoutInfo(0, playing=True)
    made.does(Next(1), "c")
    assert made.table.tempo.eager == ()
    assert not tempo.at_once(made.table, {"a", "b", "c"})
    for who in ("a", "b"):
        made.does(Next(1), who)
    assert tempo.at_once(made.table, {"a", "b", "c"})
    made.begins()
    assert made.table.reads("c") is None


def test_who_takes_a_bots_chair_goes_on_with_its_chips() -> None:
    made = Sitting("a", seats=3)
    made.does(SeatBots(("Bolt", "Cog")))
    made.begins(KING_QUEEN_FOUR)
    assert vacant(made.table) == 2
    made.does(Sit(2, 0), "c")
    assert made.table.promised("c") is not None
    assert made.table.reads("c") is None
    made.acts("bot:Bolt", Raise(2))
    made.acts("bot:Cog", Fold())
    made.acts("a", Fold())
    assert made.table.chairs == ("a", "bot:Bolt", "c")
    assert made.stacks == [49, 52, 49]
    assert seen(made)[2] == FreezeoutInfo(49, playing=True)
    # What the bot has seen in its deal stays the bot's.
    assert made.table.reads("c") is None
    made.begins()
    assert made.table.reads("c") == 2


def test_a_bot_without_chips_gets_up_at_once_but_others_go_before_it() -> None:
    made = Sitting("a", seats=3, stack=6)
    made.does(SeatBots(("Bolt", "Cog")))
    made.begins("Ac2dAh")
    all_in(made, "bot:Bolt", "bot:Cog", "a")
    assert made.stacks == [9, 9, 0]
    assert vacant(made.table) == 1
    made.begins()
    made.does(Sit(2, 0), "c")
    assert made.table.chairs[2] == "c"
    assert seen(made)[2] == FreezeoutInfo(0)


def test_who_leaves_leaves_the_chips_behind() -> None:
    made = Sitting("a", "b", "c")
    made.begins(KING_QUEEN_FOUR)
    made.acts("b", Check())
    # What is safe is played for them, and what they had staked is the pot's.
    made.does(GetUp("Carla", later=True), "c")
    assert made.table.chairs[2] == "c"
    made.acts("a", Check())
    assert made.table.chairs == ("a", "b", None, None)
    assert made.stacks == [49, 52, 0, 0]
    assert made.match.gone == 49
    made.does(GetUp("Ben"), "b")
    assert made.match.ended == "finished"
    assert framed(made).winners == (0,)
    assert framed(made).stage == "waiting"


def test_who_is_missing_when_a_deal_begins_pays_the_ante_and_is_played_for() -> None:
    made = Sitting("a", "b", "c")
    made.begins(KING_QUEEN_FOUR)
    made.does(Away(("b",)))
    # In this deal the time runs that everybody has.
    assert made.table.running is not None
    assert GAME.view(made.table.running.state).to_act == (1,)
    made.does(TimeUp(1, (("b", made.question("b")),)))
    made.acts("c", Raise(1))
    made.acts("a", Fold())
    assert made.does(TimeUp(1, (("b", made.question("b")),))).over
    assert made.stacks == [49, 49, 52, 0]
    assert due(made.table)
    step = made.begins()
    # The dealer is b now; c and a come first.
    assert not any(isinstance(event, Acted) for event in step.events)
    made.acts("c", Check())
    step = made.acts("a", Raise(1))
    assert [event.action for event in step.events if isinstance(event, Acted)] == [
        Raise(1),
        Fold(),
    ]
    made.does(Back(("b",)))
    made.acts("c", Fold())
    step = made.begins()
    assert not any(isinstance(event, Acted) for event in step.events)


def test_who_comes_back_in_the_middle_decides_again() -> None:
    made = Sitting("a", "b", "c", button=2)
    made.does(Away(("c",)))
    # Whoever is not there when a match begins is not in it.
    made.begins()
    assert made.stacks == [50, 50, 0, 0]
    made = Sitting("a", "b", "c")
    made.begins()
    made.acts("b", Check())
    made.acts("c", Check())
    made.acts("a", Check())
    made.does(Away(("b",)))
    made.begins()
    made.does(Back(("b",)))
    made.acts("c", Check())
    made.acts("a", Check())
    made.acts("b", Raise(3))
    assert made.table.running is not None


def test_nobody_is_dealt_to_while_all_who_have_chips_are_missing() -> None:
    made = Sitting("a", "b", seats=3)
    made.does(SeatBots(("Cog",)))
    made.begins()
    for who in ("b", "bot:Cog", "a"):
        made.acts(who, Check())
    made.does(Away(("a", "b")))
    assert not due(made.table)
    made.does(Back(("a",)))
    assert due(made.table)


def test_somebody_promised_a_bots_chips_keeps_the_match_going() -> None:
    made = Sitting("a", seats=3, stack=6)
    made.does(SeatBots(("Bolt", "Cog")))
    made.begins("Ac" + "Ad" + "2h")
    made.does(Sit(2, 0), "c")
    all_in(made, "bot:Bolt", "bot:Cog", "a")
    assert made.table.chairs == ("a", "bot:Bolt", "c")
    assert framed(made).stage == "between"
    made.does(GetUp("Carla"), "c")
    assert made.match.ended == "finished"
    assert framed(made).winners == (1,)


def test_whoever_takes_the_chair_of_a_winner_has_not_won() -> None:
    made = Sitting("a", seats=2, stack=6)
    made.does(SeatBots(("Bolt",)))
    made.begins("Ac2h")
    made.does(Sit(1, 0), "b")
    all_in(made, "bot:Bolt", "a")
    assert made.table.chairs == ("a", "b")
    assert made.match.ended == "finished"
    assert framed(made).winners == ()
    made.begins()
    assert made.stacks == [6, 6]


def test_a_chair_held_too_long_is_free_with_its_chips_out_of_play() -> None:
    made = Sitting("a", "b", "c")
    made.begins(KING_QUEEN_FOUR)
    made.does(Away(("c",)))
    made.does(Free("c"))
    assert made.match.leaving(2)
    made.acts("b", Check())
    made.acts("a", Check())
    assert made.table.chairs[2] is None
    assert made.match.gone == 49
