"""A finished deal as a row of pictures: its parts, what each step says, what it brought."""

import pytest
from msgspec.structs import replace

from engine.game import AnyGame
from engine.games import BY_ID, GAMES
from engine.values.events import Acted, Chose
from protocol.messages import DealSteps
from tests.engine.games.betting_table import Table
from tests.tui.reels import EVERY_GAME, NAMES, played, reel_of, steps_of, thrown
from tui.canvas.palette import palette
from tui.locale import Words
from tui.screens.reel import Reel, longer, net, scene_at, sentence, stages, told, word

DE = Words("de")
COLOURS = palette("true")


def said(reel: Reel, at: int, words: Words = DE) -> str:
    return "".join(text for text, _ in sentence(reel, at, COLOURS, words))


def parts(reel: Reel) -> list[str]:
    return [word(stage.code, DE) for stage in stages(reel)]


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_step_says_who_did_something(game: AnyGame) -> None:
    moments = thrown(game)
    reel = reel_of(game, moments, seat=1)
    for at, moment in enumerate(moments):
        doers = [NAMES[e.seat] for e in moment.events if isinstance(e, Acted | Chose)]
        lines = "\n".join(
            "".join(text for text, _ in line)
            for picture in range(at, reel.pictures if at == reel.of - 1 else at + 1)
            for line in told(reel, picture, COLOURS, DE)
        )
        assert not doers or doers[0] in lines
    # Of one step nothing is said in another, not even where the log says it in one breath.
    if game.id == "holdem":
        assert all(said(reel, at).count(" callt ") <= 1 for at in range(reel.of))


@pytest.mark.parametrize("game", EVERY_GAME)
def test_parts_follow_each_other_without_a_gap(game: AnyGame) -> None:
    reel = reel_of(game, thrown(game))
    at = 0
    for stage in stages(reel):
        assert stage.first == at
        assert stage.count > 0
        at += stage.count
        assert "." not in word(stage.code, DE).removesuffix(" Straße").replace(".", "", 1)
    assert at == reel.pictures


@pytest.mark.parametrize(
    ("game", "named"),
    [
        ("pokerface", ["♣", "♦", "♥", "♠", "Showdown"]),
        ("pokerquadrat", ["1–5", "6–10", "11–15", "16–20", "21–25", "Ende"]),
        ("chinese", ["Setzen", "Ende"]),
        ("pineapple", ["1–5", "6–7", "8–9", "10–11", "12–13", "Ende"]),
        ("openface", ["1–5", "6–7", "8–9", "10–11", "12–13", "Ende"]),
    ],
)
def test_the_parts_of_games_without_streets(game: str, named: list[str]) -> None:
    assert parts(reel_of(BY_ID[game], thrown(BY_ID[game]))) == named


def test_cards_are_counted_by_the_five() -> None:
    reel = reel_of(BY_ID["pokerquadrat"], thrown(BY_ID["pokerquadrat"]))
    # Nothing lies there at first; the 25th card ends the deal.
    assert [(one.first, one.count) for one in stages(reel)] == [
        (0, 6),
        (6, 5),
        (11, 5),
        (16, 5),
        (21, 4),
        (25, 1),
    ]


def test_streets_are_those_that_were_played() -> None:
    table = Table("stud7", (100,) * 3).play("b c c")
    while table.result is None:
        table.play("c")
    reel = reel_of(table.game, played(table, {}, ""))
    named = [f"{street}. Straße" for street in (3, 4, 5, 6, 7)]
    assert parts(reel)[:5] == named
    table = Table("draw5", (100,) * 2).play("c c d d")
    while table.result is None:
        table.play("c")
    reel = reel_of(table.game, played(table, {}, ""))
    assert parts(reel)[:3] == ["1. Setzrunde", "Tausch", "2. Setzrunde"]


@pytest.mark.parametrize("game", EVERY_GAME)
def test_what_it_brought_is_what_the_game_says(game: AnyGame) -> None:
    moments = thrown(game)
    reel = reel_of(game, moments)
    result = game.result(moments[-1].state)
    assert result is not None
    brought = net(reel)
    if game.match == "cooperative":
        assert brought == {}
    else:
        assert tuple(brought.values()) == result.net
    if game.match in ("cash", "freezeout"):
        # Chips are known once the last step is.
        assert net(replace(reel, steps=reel.steps[:-1])) == {}


def test_a_board_that_comes_after_the_last_bet_comes_street_by_street() -> None:
    hands, board = {0: "AsAd", 1: "KsKd"}, "Qc8h8s2d3c"
    table = Table(stacks=(100, 100), hands=hands, board=board).play("a c")
    reel = reel_of(table.game, played(table, hands, board))
    last = reel.of - 1
    assert reel.reveals > 0
    shown = [scene_at(reel, at).ui.revealed for at in range(last, reel.pictures)]
    assert shown == [*range(1, reel.reveals + 1), None]
    assert [scene_at(reel, at).ui.revealed for at in range(last)] == [None] * last
    assert "Anna callt" in said(reel, last)
    assert "gewinnt" not in said(reel, last)
    assert "Anna gewinnt 200" in said(reel, reel.pictures - 1)


def test_it_grows_with_the_parts_that_come() -> None:
    game = BY_ID["pokerface"]
    moments = thrown(game)
    whole = reel_of(game, moments)
    steps = steps_of(game, moments, 0)
    reel = Reel(whole.played, 0, match=game.match)
    for first in range(0, len(steps), 7):
        part = DealSteps(first, len(steps), steps[first : first + 7])
        assert not reel.whole or first == 0
        # What comes twice, or leaves a gap, changes nothing.
        later = DealSteps(first + 1, len(steps), steps[first + 1 :])
        assert longer(reel, later) == reel
        reel = longer(reel, part)
        assert sum(one.count for one in stages(reel)) == min(first + 7, len(steps)) + reel.reveals
    assert reel == whole


def test_nobody_is_asked_in_a_deal_that_is_over() -> None:
    for game in GAMES:
        reel = reel_of(game, thrown(game))
        scenes = [scene_at(reel, at) for at in range(reel.pictures)]
        assert all(scene.ui.past for scene in scenes)
        assert [scene.table.stage for scene in scenes[: reel.of - 1]] == ["running"] * (reel.of - 1)
        assert {scene.table.stage for scene in scenes[reel.of - 1 :]} == {"between"}
        assert scenes[-1].table.offers == ()
        assert scenes[-1].events == reel.played.events
