"""A cooperative match: chairs, dealer, score and end (rules.md A; PF-18, PF-19, PF-20)."""

from typing import Any

import pytest

from engine.game import AnyGame, Result, Setup
from engine.games.pokerface import Options, Pokerface, Score
from engine.match import Match, cooperative
from engine.play import Act, Entry, Played, play
from engine.values.actions import Pass, Take
from engine.values.cards import Token, cards
from engine.values.chance import Chance
from engine.values.events import Acted, Phase
from engine.values.why import Illegal, Why

GAME = Pokerface()
# p1 is the strongest, the dealer the weakest: aces, kings, queens, jacks on a board of rags.
DECK = "AsAdKsKdQsQdJsJd" + "2c3h4d7s9h"


def full(players: int = 4, button: int = 2) -> Match:
    match = cooperative.new(GAME, players, button)
    for seat in range(players):
        match = match.sit(seat)
    return match


def play_deal(setup: Setup, options: Options, good: bool) -> Played:
    """A deal that is a success, or fails because the tokens claim the opposite order."""
    n = setup.players

    def choose(game: AnyGame, state: Any) -> Entry:
        view = game.view(state)
        (seat,) = view.to_act
        place = (seat - setup.button - 1) % n
        wanted = n - place if good else place + 1
        rack = view.zone(f"tokens.{view.phase.partition('.')[2]}")
        assert rack is not None
        token = rack.cells[wanted - 1]
        assert isinstance(token, Token)
        return Act(seat, Pass() if token.holder == seat else Take(wanted, token.holder))

    return play(GAME, options, setup, Chance(cards(DECK), b""), choose)


def started(match: Match) -> tuple[Match, Setup]:
    begun, following = match.start(GAME, Options())
    assert following.seats == tuple(range(len(match.chairs)))
    return begun, following.setup


def play_on(match: Match, options: Options, good: bool) -> tuple[Match, Played]:
    for seat in range(len(match.chairs)):
        match = match.ready(seat)
    match, setup = started(match)
    assert match.running
    played = play_deal(setup, options, good)
    assert played.result is not None
    match, handed = match.finish(played.result)
    assert handed == ()
    return match, played


@pytest.mark.parametrize(
    ("results", "options", "ended", "score"),
    [
        ("SFSFS", Options(), "won", Score(3, 2)),
        ("FFF", Options(), "lost", Score(0, 3)),
        ("SSS", Options(), "won", Score(3, 0)),
        ("FFFSSS", Options(soft_landing=True), "won", Score(3, 3)),
        ("FSFSFF", Options(soft_landing=True), "lost", Score(2, 4)),
        ("SFSFS", Options(rising_stakes=True), "won", Score(3, 2)),
    ],
)
def test_pf_19_the_end(results: str, options: Options, ended: str, score: Score) -> None:
    match = full()
    for number, letter in enumerate(results, 1):
        assert match.ended is None
        match, _ = play_on(match, options, letter == "S")
        assert match.number == number
    assert match.ended == ended
    assert match.carry == score
    assert not match.running


def test_pf_20_the_dealer_moves_left_after_every_deal() -> None:
    match = full(4, button=2)
    dealers, first = [], []
    for good in (True, False, False, True, True):
        dealers.append(match.button)
        match, played = play_on(match, Options(), good)
        first.append(next(event.seat for event in played.events if isinstance(event, Acted)))
    assert dealers == [2, 3, 0, 1, 2]
    assert first == [3, 0, 1, 2, 3]


def test_pf_18_stakes_rise_with_successes_alone() -> None:
    match = full()
    suits = []
    for good in (True, False, True, False, True):
        match, played = play_on(match, Options(rising_stakes=True), good)
        phases = [event.facts for event in played.events if isinstance(event, Phase)]
        suits.append("".join(str(facts["suit"]) for facts in phases if facts))
    assert suits == ["cdhs", "dhs", "dhs", "ds", "ds"]


def test_a_new_match_follows_an_ended_one() -> None:
    match = full()
    for _ in range(3):
        match, _ = play_on(match, Options(), True)
    assert (match.ended, match.carry, match.number) == ("won", Score(3, 0), 3)
    button = match.button
    for seat in range(4):
        match = match.ready(seat)
    # The old score stands until cards are dealt again.
    assert (match.ended, match.carry) == ("won", Score(3, 0))
    match, setup = started(match)
    assert setup == Setup(4, button, Score())
    assert (match.ended, match.carry, match.number) == (None, Score(), 1)


def test_everybody_has_to_be_there_and_ready() -> None:
    match = cooperative.new(GAME, 3, 0)
    assert not match.startable
    with pytest.raises(Illegal) as caught:
        started(match)
    assert caught.value.why == Why("players_missing", {"missing": 3})
    match = match.sit(0).sit(2)
    with pytest.raises(Illegal) as caught:
        started(match)
    assert caught.value.why == Why("players_missing", {"missing": 1})
    match = match.sit(1)
    assert match.startable
    match, _ = play_on(match, Options(), True)
    assert not match.startable
    match = match.ready(0).ready(1).ready(1)
    assert not match.startable
    assert match.ready(2).startable


def test_chairs() -> None:
    match = cooperative.new(GAME, 3, 0).sit(1)
    for step, seat, code in (
        (match.sit, 1, "seat_taken"),
        (match.sit, 3, "no_such_seat"),
        (match.sit, -1, "no_such_seat"),
        (match.leave, 0, "seat_empty"),
        (match.leave, 7, "no_such_seat"),
        (match.ready, 2, "seat_empty"),
        (match.ready, 3, "no_such_seat"),
    ):
        with pytest.raises(Illegal) as caught:
            step(seat)
        assert caught.value.why == Why(code)
    assert match.leave(1) == (cooperative.new(GAME, 3, 0), ())


def test_while_a_deal_runs_nobody_leaves_and_no_other_begins() -> None:
    match, _ = started(full())
    for attempt in (
        lambda: match.leave(0),
        lambda: match.ready(0),
        lambda: started(match),
    ):
        with pytest.raises(Illegal) as caught:
            attempt()
        assert caught.value.why == Why("deal_running")
    assert not match.startable


def test_a_void_deal_is_played_again() -> None:
    match, _ = play_on(full(), Options(), True)
    for seat in range(4):
        match = match.ready(seat)
    running, setup = started(match)
    assert running.number == 2
    void, handed = running.void()
    assert handed == ()
    assert (void.number, void.button, void.carry) == (1, match.button, Score(1, 0))
    assert not void.startable
    for seat in range(4):
        void = void.ready(seat)
    assert started(void) == (running, setup)


def test_what_does_not_run_is_neither_finished_nor_void() -> None:
    match = full()
    with pytest.raises(ValueError, match="no deal is running"):
        match.void()
    with pytest.raises(ValueError, match="no deal is running"):
        match.finish(Result((0,) * 4, Score()))


@pytest.mark.parametrize(("seats", "button"), [(2, 0), (7, 0), (3, 3), (3, -1)])
def test_wrong_matches(seats: int, button: int) -> None:
    with pytest.raises(ValueError, match="is not played by"):
        cooperative.new(GAME, seats, button)
