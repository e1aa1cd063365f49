"""Playing a deal by choosers, by a script, by dice; and folding it again."""

import pytest

from engine.game import Setup, TimeUp
from engine.games.pokerface import Options, Pokerface, Score
from engine.kit.shuffle import shuffle
from engine.play import Act, at_random, play, replay, scripted, step, walk
from engine.values.actions import Pass, Take
from engine.values.chance import Dice
from engine.values.why import Illegal
from tests.engine.games import chips

GAME = Pokerface()
SETUP = Setup(4, 3, Score())
CHANCE = shuffle(bytes(32))
OPENING = (Act(0, Take(1, None)), Act(1, Take(1, 0)), TimeUp(), Act(2, Take(4, None)))


def test_a_script_stops_where_it_ends() -> None:
    played = play(GAME, Options(), SETUP, CHANCE, scripted(OPENING))
    assert played.entries == OPENING
    assert played.result is None
    assert GAME.view(played.state).to_act == (3,)
    assert replay(GAME, Options(), SETUP, CHANCE, OPENING) == played


def test_every_state_on_the_way() -> None:
    moments = list(walk(GAME, Options(), SETUP, CHANCE, scripted(OPENING)))
    assert [moment.entry for moment in moments] == [None, *OPENING]
    state, events = GAME.new(Options(), SETUP, CHANCE)
    assert (moments[0].state, moments[0].events) == (state, events)
    for moment in moments[1:]:
        assert moment.entry is not None
        assert step(GAME, state, moment.entry) == (moment.state, moment.events)
        state = moment.state


def test_what_the_rules_forbid_stops_play_and_replay() -> None:
    script = (*OPENING, Act(3, Pass()))
    with pytest.raises(Illegal, match="no_token"):
        play(GAME, Options(), SETUP, CHANCE, scripted(script))
    with pytest.raises(Illegal, match="no_token"):
        replay(GAME, Options(), SETUP, CHANCE, script)


def test_the_same_dice_play_the_same_deal() -> None:
    deals = [play(GAME, Options(), SETUP, CHANCE, at_random(Dice(b"one"))) for _ in range(2)]
    assert deals[0] == deals[1]
    assert deals[0].result is not None
    other = play(GAME, Options(), SETUP, CHANCE, at_random(Dice(b"two")))
    assert other.entries != deals[0].entries


@pytest.mark.parametrize("calm", [1, 3, 10])
def test_people_who_rob_each_other_by_dice_come_to_an_end(calm: int) -> None:
    setup = Setup(4, 0, Score())
    played = play(GAME, Options(all_at_once=True), setup, CHANCE, at_random(Dice(b"calm"), calm))
    assert played.result is not None


def test_dice_find_every_way_to_end_a_deal_with_chips() -> None:
    game, kinds = chips.Chips(), set()
    for number in range(40):
        played = play(
            game,
            chips.Options(),
            Setup(3, 0, chips.Carry()),
            shuffle(bytes([number]) * 32),
            at_random(Dice(bytes([number]))),
        )
        kinds |= {type(event).__name__ for event in played.events}
        kinds |= {type(e.action).__name__ for e in played.entries if isinstance(e, Act)}
    assert kinds >= {"Fold", "Check", "Call", "Raise", "Shown", "Paid", "Scored"}
