"""A table where people play for points: who comes and goes, clocks, what is kept and told."""

from typing import Any

import pytest

from engine.games.chinese.closed import Chinese, Options
from engine.games.chinese.openface import OpenFace, Pineapple
from engine.kit.shuffle import shuffle
from engine.match import Points, PointsTerms, typed
from engine.values.actions import SetRows
from engine.values.events import Acted, Chose, Counted
from engine.values.offers import real
from engine.values.view import Note
from engine.values.why import Illegal
from protocol.errors import Refused
from server.table import saved, seating
from server.table.commands import (
    Act,
    Away,
    Begin,
    Buy,
    Command,
    GetUp,
    Next,
    Open,
    Rest,
    Sit,
    TimeUp,
)
from server.table.decide import decide, due, opened
from server.table.state import Table
from server.table.step import Step

CLOCK = "clock"
GAMES: dict[str, Any] = {"chinese": Chinese(), "openface": OpenFace(), "pineapple": Pineapple()}


def empty(game: str = "chinese", **values: Any) -> Table:
    seats = GAMES[game].players.stop - 1
    command = Open("t", "Küche", game, seats, values, 0, clock=90)
    return opened(command, GAMES[game], *typed(GAMES[game], values))


class Sitting:
    """A table, command by command."""

    def __init__(self, *people: str, game: str = "chinese", **values: Any) -> None:
        self.table = empty(game, **values)
        for who in people:
            self.does(Sit(None, 0), who)

    def does(self, command: Command, by: str = CLOCK) -> Step:
        step = decide(self.table, command, by)
        self.table = step.table
        return step

    def begins(self) -> Step:
        return self.does(Begin(self.table.deals + 1, shuffle(bytes(32))))

    def question(self, who: str) -> int:
        deal, seat = self.table.deal, self.table.bound(who)
        assert deal is not None
        assert seat is not None
        return self.table.game.decision(deal.state, seat)

    def acts(self, who: str) -> Step:
        """Somebody does what a timeout would have done."""
        deal, seat = self.table.deal, self.table.bound(who)
        assert deal is not None
        assert seat is not None
        action = self.table.game.default(deal.state, seat, None)
        assert action is not None
        return self.does(Act(deal.id, self.question(who), action), who)

    @property
    def match(self) -> Points:
        assert isinstance(self.table.match, Points)
        return self.table.match

    @property
    def points(self) -> list[int]:
        return [chair.points for chair in self.match.chairs]


def test_a_deal_is_counted_and_the_next_may_begin() -> None:
    made = Sitting("a", "b", "c")
    assert due(made.table)
    made.begins()
    for who in ("c", "a"):
        assert made.acts(who).events == (Chose(made.table.chairs.index(who)),)
    step = made.acts("b")
    assert step.over
    won = [event.points for event in step.events if isinstance(event, Counted)]
    assert made.points == [*won, 0]
    assert sum(won) == 0
    assert [one.scored.code for one in made.table.history] == ["counted"]
    assert due(made.table)
    made.does(Next(1), "a")
    assert made.table.tempo.eager == ("a",)


def test_a_clock_that_runs_out_sets_rows_for_all_who_have_none() -> None:
    made = Sitting("a", "b", "c")
    made.begins()
    made.acts("a")
    step = made.does(TimeUp(1, tuple((who, made.question(who)) for who in ("b", "c"))))
    assert step.over
    assert sum(isinstance(event, Acted) for event in step.events) == 3
    assert not made.table.absence.late


def test_whoever_leaves_is_played_for_and_gone_after_the_deal() -> None:
    made = Sitting("a", "b", "c")
    made.begins()
    step = made.does(GetUp("Ben"), "b")
    assert (step.over, step.events) == (False, (Chose(1),))
    assert made.table.chairs[1] == "b"
    made.acts("a")
    made.acts("c")
    assert made.table.chairs == ("a", None, "c", None)
    assert sum(made.points) + made.match.gone == 0


def test_who_leaves_an_open_game_is_played_for_turn_by_turn() -> None:
    made = Sitting("a", "b", game="openface")
    made.begins()
    made.does(GetUp("Ben"), "b")
    while made.table.running is not None:
        assert made.table.deal is not None
        view = made.table.game.view(made.table.deal.state)
        assert view.to_act == (0,)
        made.acts("a")
    assert made.table.chairs[:2] == ("a", None)


def test_sitting_out_being_away_and_coming_later() -> None:
    made = Sitting("a", "b", "c")
    made.does(Rest(True), "b")
    made.begins()
    made.does(Sit(3, 0), "d")
    assert made.table.deal is not None
    assert list(made.table.deal.binding) == ["a", "c"]
    made.acts("a")
    made.acts("c")
    made.does(Rest(False), "b")
    made.does(Away(("c",)))
    made.begins()
    assert list(made.table.deal.binding) == ["a", "b", "d"]


def test_an_agreed_number_of_deals_ends_the_match() -> None:
    made = Sitting("a", "b", rounds=1)
    made.begins()
    made.acts("a")
    made.acts("b")
    assert made.match.ended == "finished"
    made.begins()
    assert made.table.history == ()
    assert made.points == [0] * 4


def test_there_are_no_chips() -> None:
    made = Sitting("a", "b")
    with pytest.raises(Refused) as caught:
        made.does(Buy(100), "a")
    assert caught.value.why.code == "no_chips"


def test_a_table_is_kept_as_it_is() -> None:
    made = Sitting("a", "b", "c", surrender=3, rounds=5)
    made.begins()
    for who in ("a", "b", "c"):
        made.acts(who)
    made.does(Rest(True), "c")
    again = saved.from_snapshot(saved.snapshot(made.table), GAMES)
    assert again.match == made.match
    assert again.options == Options(surrender=3)
    options, setup = saved.began(saved.snapshot(made.table), made.table.game)
    assert (options, setup.players) == (Options(surrender=3), 2)


def test_sealed_events_are_kept_for_their_owner() -> None:
    made = Sitting("a", "b")
    made.begins()
    assert made.table.deal is not None
    text = saved.events_text(made.table.deal.events)
    own = [str(event) for event in saved.events_for(text, 0)]
    assert own != [str(event) for event in saved.events_for(text, 1)]


def test_what_is_told_of_seats_is_told_of_chairs() -> None:
    made = Sitting("a", "b", "c", "d")
    made.does(Rest(True), "b")
    made.begins()
    for who in ("a", "c", "d"):
        made.acts(who)
    deal = made.table.deal
    assert deal is not None
    told = seating.view(made.table.game.view(deal.state), deal, 4)
    pairs = {(note.seat, note.facts["against"]) for note in told.notes if note.code == "pair"}
    assert pairs == {(0, 2), (0, 3), (2, 0), (2, 3), (3, 0), (3, 2)}
    assert Note("points", 2, {"points": made.points[2]}) in told.notes
    events = seating.events(deal.events, deal, 4)
    assert {event.seat for event in events if isinstance(event, Chose | Counted)} == {0, 2, 3}


def test_a_choice_is_made_once() -> None:
    made = Sitting("a", "b")
    made.begins()
    made.acts("a")
    assert made.table.deal is not None
    state = made.table.deal.state
    assert not real(made.table.game.offers(state, 0))
    rows = made.table.game.default(state, 1, None)
    assert isinstance(rows, SetRows)
    with pytest.raises(Illegal):
        made.does(Act(1, 1, rows), "a")


def test_terms_belong_to_their_kind() -> None:
    assert PointsTerms() == typed(GAMES["chinese"], {})[1]
