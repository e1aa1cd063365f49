"""Sentences about tables, as the lobby says them."""

import pytest
from msgspec.structs import replace

from engine.games import BY_ID
from engine.values.options import Value, specs
from engine.values.why import Why
from protocol.messages import GameInfo, TableInfo
from tui.canvas import say
from tui.locale import Words
from tui.screens.speech import about, ended, variant


def table(**facts: object) -> TableInfo:
    known = {
        "id": "t1",
        "name": "WG-Runde",
        "game": "pokerface",
        "options": {},
        "seats": 4,
        "taken": 4,
        "bots": 0,
        "players": ("Ben", "Eva"),
        "status": "running",
        "watching": 0,
    }
    return TableInfo(**(known | facts))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("watching", "de", "en"),
    [
        (0, "Ben, Eva · alles besetzt", "Ben, Eva · all taken"),
        (1, "Ben, Eva · alles besetzt · 1 schaut zu", "Ben, Eva · all taken · 1 watching"),
        (2, "Ben, Eva · alles besetzt · 2 schauen zu", "Ben, Eva · all taken · 2 watching"),
    ],
)
def test_who_sits_there_and_how_many_watch(watching: int, de: str, en: str) -> None:
    assert about(Words("de"), table(watching=watching), None) == de
    assert about(Words("en"), table(watching=watching), None) == en


def test_it_says_how_many_of_them_are_bots() -> None:
    one = table(bots=1, taken=3, players=("Ben", "Eva", "Ada"))
    assert about(Words("de"), one, None) == "Ben, Eva, Ada · 1 Bot · 1 frei"
    two = table(bots=2, players=("Ben", "Eva", "Ada", "Clio"))
    names = "Ben, Eva, Ada, Clio"
    assert about(Words("de"), two, None) == f"{names} · 2 Bots · ein Bot macht dir Platz"
    assert about(Words("en"), two, None) == f"{names} · 2 bots · a bot makes room for you"
    given = replace(two, promised=2)
    assert about(Words("de"), given, None) == "Ben, Eva, Ada, Clio · 2 Bots · alles besetzt"
    assert about(Words("en"), given, None) == "Ben, Eva, Ada, Clio · 2 bots · all taken"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"target": 60, "open_hands": False, "hand_size": 3}, "Ziel 60"),
        ({"target": 75, "open_hands": True, "hand_size": 2}, "Ziel 75 · offene Hände"),
    ],
)
def test_a_target_is_always_said(options: dict[str, Value], said: str) -> None:
    game = BY_ID["pokerquadrat"]
    info = GameInfo(game.id, 2, 2, specs(game.Options), game.manners, bots=False)
    square = table(game="pokerquadrat", options=options)
    assert variant(Words("de"), square, info).startswith(said)
    assert said in about(Words("de"), square, info)


def test_a_number_of_seats_that_is_the_only_one() -> None:
    only, several = Why("bad_seats", {"lo": 2, "hi": 2}), Why("bad_seats", {"lo": 3, "hi": 6})
    assert say.why(only, Words("de")) == "Dafür braucht es 2 Plätze."
    assert say.why(several, Words("de")) == "Dafür braucht es 3 bis 6 Plätze."


def test_an_empty_table() -> None:
    empty = table(taken=0, players=(), status="waiting")
    assert about(Words("de"), empty, None) == "niemand · 4 frei"


def test_a_goodbye_from_a_stranger_is_said_without_its_tricks() -> None:
    words = Words("en")
    said = ended(words, Why("version", {"mine": "9\x1b[2J", "yours": 1}))
    assert "protocol 9?[2J," in said
    # Of another server, with what our sentence needs left out.
    assert ended(words, Why("version")) == "That can't be done (version)."
    assert ended(words, Why("no_server")) == "That can't be done (no_server)."


def test_a_full_server_is_told_from_a_full_address() -> None:
    words = Words("en")
    assert ended(words, Why("full")) == "The server is full."
    assert "64 connections" in ended(words, Why("full", {"most": 64}))
    assert "60 new people" in ended(words, Why("full", {"newcomers": 60}))
