"""A table where a freeze-out is played: who comes and goes, who is missing, how it ends."""

from typing import Any

import pytest

from engine.games.indian import Indian
from engine.kit.shuffle import shuffle
from engine.match import Freezeout, typed
from engine.values.actions import Action, Call, Check, Fold, In, Out, Raise
from engine.values.cards import DECK, cards
from engine.values.chance import Chance
from engine.values.events import Acted, Chose
from engine.values.options import Value
from engine.values.why import Illegal
from protocol.errors import Refused
from protocol.messages import FreezeoutInfo
from server.table import recovery, saved, tempo, view
from server.table.chairs import vacant
from server.table.commands import (
    Act,
    Away,
    Back,
    Begin,
    Buy,
    Command,
    Free,
    GetUp,
    Next,
    Open,
    Over,
    Rest,
    SeatBots,
    Sit,
    TimeUp,
    Void,
)
from server.table.decide import decide, due, opened
from server.table.recovery import DealRow, LogRow
from server.table.state import Table
from server.table.step import Step

CLOCK = "clock"
GAME = Indian()
GAMES: dict[str, Any] = {GAME.id: GAME}
# As they are dealt: with the button in chair 0 the first is chair 1's.
KING_QUEEN_FOUR = "KdQs4c"


class Sitting:
    """A table, command by command, with its rows and the snapshot before its last deal."""

    def __init__(self, *people: str, seats: int = 4, button: int = 0, **values: Value) -> None:
        opening = Open("t", "Küche", GAME.id, seats, values, button, clock=25)
        self.table = opened(opening, GAME, *typed(GAME, values))
        self.rows = [LogRow(1, "a", saved.command_text(opening))]
        self.deal: DealRow | None = None
        for who in people:
            self.does(Sit(None, 0), who)

    def does(self, command: Command, by: str = CLOCK) -> Step:
        seq = len(self.rows) + 1
        step = decide(self.table, command, by)
        self.rows.append(LogRow(seq, by, saved.command_text(command)))
        if isinstance(command, Begin):
            deck = saved.deck_text(command.chance)
            before = saved.snapshot(self.table)
            seed = command.chance.seed
            self.deal = DealRow(command.deal, seq, GAME.rules, deck, seed, before, None, None)
        if step.over and self.deal is not None:
            old = self.deal
            kept = (old.deal, old.seq, old.rules, old.deck, old.seed, old.before)
            self.deal = DealRow(*kept, ended=seq, after=saved.snapshot(step.table))
        assert step.moves == ()
        self.table = step.table
        return step

    def begins(self, first: str = "") -> Step:
        """The next deal begins, its deck with these cards on top."""
        chance = shuffle(bytes(32))
        if first:
            top = cards(first)
            chance = Chance((*top, *(card for card in DECK if card not in top)), bytes(32))
        return self.does(Begin(self.table.deals + 1, chance, at=1_000_000))

    def question(self, who: str) -> int:
        deal, seat = self.table.deal, self.table.bound(who)
        assert deal is not None
        assert seat is not None
        return self.table.game.decision(deal.state, seat)

    def acts(self, who: str, action: Action) -> Step:
        return self.does(Act(self.table.deals, self.question(who), action), who)

    def restarted(self) -> Table:
        """The table as its log has it."""
        found = recovery.recover(self.rows, self.deal, GAMES)
        assert found.fault is None
        return found.table

    @property
    def match(self) -> Freezeout:
        assert isinstance(self.table.match, Freezeout)
        return self.table.match

    @property
    def stacks(self) -> list[int]:
        return [chair.stack for chair in self.match.chairs]


def refused(made: Sitting, command: Command, by: str) -> str:
    try:
        made.does(command, by)
    except (Illegal, Refused) as refusal:
        return refusal.why.code
    raise AssertionError("not refused")


def seen(made: Sitting) -> tuple[FreezeoutInfo | None, ...]:
    company = view.Company({}, {}, frozenset(), ())
    return tuple(chair.freezeout for chair in view.chairs(made.table, company))


def framed(made: Sitting) -> Any:
    company = view.Company({}, {}, frozenset(), ())
    return view.frame(made.table, 1, company, view.chairs(made.table, company), view.Moment())


def all_in(made: Sitting, first: str, *others: str) -> Step:
    """The first puts in as much as the rules let them, and the others call, until it is over."""
    step = made.acts(first, Raise(5))
    for who in others:
        step = made.acts(who, Call(5))
    return step


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


def matched(made: Sitting, **choices: Action) -> Step:
    """All declare in a deal of match the pot, in that order."""
    step = Step(made.table)
    for who, action in choices.items():
        step = made.acts(who, action)
    return step


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
