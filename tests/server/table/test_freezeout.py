"""A freeze-out at a table: its chips, its time, its end, what a restart finds of it."""

import pytest

from engine.games.indian import Indian
from engine.match import Freezeout
from engine.play import Act as Move
from engine.play import at_random
from engine.values.actions import Check, Fold, In, Out, Raise
from engine.values.cards import DECK
from engine.values.chance import Chance, Dice
from engine.values.events import Acted, Chose
from engine.values.why import Illegal, Why
from protocol.errors import Refused
from server.table import recovery, tempo
from server.table.chairs import vacant
from server.table.commands import (
    Act,
    Away,
    Back,
    Begin,
    Command,
    Free,
    GetUp,
    Next,
    Over,
    SeatBots,
    Sit,
    TimeUp,
    Void,
)
from server.table.decide import due
from server.table.state import is_bot
from tests.server.table.freezeouts import (
    CLOCK,
    GAME,
    KING_QUEEN_FOUR,
    Sitting,
    all_in,
    framed,
    matched,
)


def test_everybody_begins_with_equal_chips_that_nobody_pays_for() -> None:
    made = Sitting("a", "b", "c", stack=20)
    assert due(made.table)
    assert tempo.at_once(made.table, {"a"}) is False
    made.begins(KING_QUEEN_FOUR)
    assert made.stacks == [20, 20, 20, 0]
    # A king folds to nobody: the example of the rules (IP-01), and who won does not look.
    made.acts("b", Raise(2))
    made.acts("c", Fold())
    assert made.acts("a", Fold()).over
    assert made.stacks == [19, 22, 19, 0]
    assert [one.scored.code for one in made.table.history] == ["folded"]
    made.does(Next(1), "a")
    assert made.table.tempo.eager == ("a",)


def test_once_no_person_has_chips_the_match_is_over() -> None:
    made = Sitting("a", seats=3, stack=6)
    made.does(SeatBots(("Bolt", "Cog")))
    made.begins("Ac" + "Ad" + "2h")
    all_in(made, "bot:Bolt", "bot:Cog", "a")
    assert made.stacks == [0, 9, 9]
    assert made.match.ended == "finished"
    assert framed(made).winners == (1, 2)
    assert framed(made).stage == "over"
    assert made.restarted() == made.table


def test_the_time_is_over_after_a_deal_or_between_two() -> None:
    made = Sitting("a", "b", "c", minutes=30)
    made.begins(KING_QUEEN_FOUR)
    assert tempo.over_at(made.table) == 1_000_000 + 30 * 60_000
    made.does(Over())
    assert framed(made).last
    assert tempo.over_at(made.table) is None
    assert made.restarted() == made.table
    made.acts("b", Raise(2))
    made.acts("c", Fold())
    made.acts("a", Fold())
    assert made.match.ended == "finished"
    assert framed(made).winners == (1,)
    assert not framed(made).last
    made.begins()
    assert made.stacks == [50, 50, 50, 0]
    for who in ("c", "a", "b"):
        made.acts(who, Check())
    made.does(Over())
    assert made.match.ended == "finished"


def test_a_deal_that_never_was_gives_the_chips_back() -> None:
    made = Sitting("a", "b", "c")
    made.begins(KING_QUEEN_FOUR)
    made.acts("b", Raise(5))
    made.does(Void("fault"))
    assert made.stacks == [50, 50, 50, 0]
    assert made.match.number == 0
    assert due(made.table)


def test_a_pot_that_is_left_lies_there_after_a_restart() -> None:
    made = Sitting("a", "b", "c", match_pot=True)
    made.begins(KING_QUEEN_FOUR)
    assert framed(made).pot == 0
    assert matched(made, a=Out(), c=Out(), b=Out()).over
    assert (made.match.pot, framed(made).pot) == (3, 3)
    assert made.table.history[-1].scored.facts == {"pot": 3}
    again = made.restarted()
    assert again == made.table
    made.begins(KING_QUEEN_FOUR)
    made.does(Void("fault"))
    assert (framed(made).pot, made.stacks) == (3, [49, 49, 49, 0])
    made.begins(KING_QUEEN_FOUR)
    made.acts("b", In(3))
    assert made.restarted() == made.table
    # Ben has the queen, Carla the king: he pays what lay there into a new pot.
    step = matched(made, a=Out(), c=In(3))
    assert step.over
    assert sum(made.stacks) + made.match.pot == 150
    assert made.match.pot == 3


def test_a_declaration_is_told_when_all_have_declared_and_stands() -> None:
    made = Sitting("a", "b", "c", match_pot=True)
    made.begins()
    assert made.acts("a", In(3)).events == (Chose(0),)
    with pytest.raises(Illegal) as caught:
        made.acts("a", Out())
    assert caught.value.why.code == "already_set"
    # Each has a question of their own; who is missing is out when theirs is over.
    made.does(Away(("b",)))
    step = made.does(TimeUp(1, (("b", made.question("b")), ("c", made.question("c")))))
    assert step.over
    told = [event for event in step.events if isinstance(event, Acted)]
    assert told == [Acted(0, In(3)), Acted(1, Out()), Acted(2, Out())]


def test_a_table_whose_log_is_old_or_cut_short_comes_back_as_it_was() -> None:
    made = Sitting("a", "b", "c")
    assert made.restarted() == made.table
    made.begins(KING_QUEEN_FOUR)
    made.acts("b", Raise(2))
    assert made.restarted() == made.table
    made.does(Away(("a",)))
    made.does(Sit(3, 0), "d")
    made.does(GetUp("Carla", later=True), "c")
    assert made.restarted() == made.table


class Renewed(Indian):
    """Indian Poker after its rules have changed."""

    rules = Indian.rules + 1


def test_by_new_rules_nothing_is_played_on_and_the_chips_are_there_again() -> None:
    made = Sitting("a", "b", "c")
    made.begins(KING_QUEEN_FOUR)
    made.acts("b", Raise(2))
    made.does(GetUp("Carla", later=True), "c")
    found = recovery.recover(made.rows, made.deal, {GAME.id: Renewed()})
    assert found.cancelled
    assert found.moves == ()
    assert found.table.cancelled == Why("rules")
    assert found.table.chairs == ("a", "b", None, None)
    assert isinstance(found.table.match, Freezeout)
    assert [chair.stack for chair in found.table.match.chairs] == [50, 50, 0, 0]


class Crowd:
    """People who do at a table whatever comes to their minds."""

    def __init__(self, seed: int, **values: bool | int) -> None:
        self.dice = Dice(seed.to_bytes(32))
        self.made = Sitting("a", "b", seats=5, stack=12, **values)
        self.moves = at_random(self.dice)
        self.began = 0

    def command(self) -> tuple[Command, str]:
        """What somebody wants next, be it possible or not."""
        table, dice = self.made.table, self.dice
        who = dice.choice(("a", "b", "c", "d", "e", "f"))
        deal = table.running
        if deal is not None and dice.below(4):
            move = self.moves(GAME, deal.state)
            assert isinstance(move, Move)
            asked = deal.binding[move.seat]
            number = GAME.decision(deal.state, move.seat)
            if dice.below(8) or is_bot(asked):
                return Act(deal.id, number, move.action), asked
            return TimeUp(deal.id, ((asked, number),)), CLOCK
        if deal is None and due(table) and dice.below(2):
            chance = Chance(tuple(dice.shuffled(DECK)), bytes(32))
            return Begin(table.deals + 1, chance, at=1_000_000), CLOCK
        wishes: tuple[tuple[Command, str], ...] = (
            (Sit(None), who),
            (Sit(vacant(table)), who),
            (SeatBots(("Bolt", "Cog")), CLOCK),
            (GetUp(who, later=deal is not None), who),
            (Away((who,)), CLOCK),
            (Back((who,)), CLOCK),
            (Back(table.absence.missing), CLOCK),
            (Free(who), CLOCK),
            (Next(table.deals), who),
            (Over() if dice.below(9) == 0 else Next(table.deals), CLOCK),
            (Void("fault") if dice.below(9) == 0 else Next(table.deals), CLOCK),
        )
        return dice.choice(wishes)

    def does(self) -> None:
        """One of them does something, unless it can't be."""
        command, who = self.command()
        try:
            self.made.does(command, who)
        except (Illegal, Refused):
            return
        if isinstance(command, Begin) and self.made.match.number == 1:
            self.began = sum(self.made.stacks)
        self.sound()

    def sound(self) -> None:
        """AssertionError if a chip was lost, or something is left that should have been done."""
        table, match = self.made.table, self.made.match
        if match.number:
            assert sum(self.made.stacks) + match.pot + match.gone == self.began
        if match.running:
            return
        assert table.promises == ()
        assert not any(match.leaving(seat) for seat in range(5))
        if match.number and match.ended is None:
            people = [seat for seat, one in enumerate(table.chairs) if one in table.people]
            assert any(self.made.stacks[seat] for seat in people)
        assert {table.chairs[seat] for seat in match.winners} <= set(table.chairs) - {None}


@pytest.mark.parametrize("match_pot", [False, True])
def test_whatever_people_do_no_chip_is_lost_and_the_log_has_it_all(match_pot: bool) -> None:
    ended = 0
    for seed in range(6):
        crowd = Crowd(seed, match_pot=match_pot, minutes=30)
        for step in range(250):
            crowd.does()
            if step % 25 == 0:
                assert crowd.made.restarted() == crowd.made.table
        ended += crowd.made.table.deals > crowd.made.match.number
    # Most of them have played more than one match.
    assert ended > 3
