"""Chips at the screen: sitting down with some, topping up, and where the house gives some."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engine.games import BY_ID
from engine.games.betting import GAMES
from engine.values.offers import real
from engine.values.why import Why
from server.config import Config
from server.run import Server
from tests.server.client import open_table
from tests.tui.screens.sitting import at_table, my_turn
from tests.tui.screens.visit import ENGLISH, Visit, guest, visit
from tui.locale import Words
from tui.programs import wish
from tui.screens.buy import Offer
from tui.start import Play, Start

HOUSE: Any = BY_ID | {game.id: game for game in GAMES}
GIFT = 10_000  # what the house gives to begin with
BIG = 10  # the usual big blind


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A house that has the betting games."""
    config = Config(
        state=tmp_path / "state", listen="127.0.0.1:0", bot_pause=0, lobby_pause=0, between=0.05
    )
    async with Server(config, games=HOUSE) as running:
        yield running


def own(visited: Visit) -> Any:
    """Anna's own chips at the table."""
    me = visited.view.me
    assert me is not None
    return visited.view.chairs[me].cash


async def against_bots(visited: Visit) -> None:
    """Anna has opened a table and filled it with bots."""
    await visited.press("plus")
    await visited.goes_to("create")
    await visited.press("tab", "down", "down", "tab", "enter")
    await visited.goes_to("buy")
    await visited.press("enter")
    await at_table(visited)
    await visited.press("b")
    await visited.until(lambda: visited.view.stage == "running")


# ── the amount ─────────────────────────────────────────────────────────────────────────────────


def test_as_much_as_range_and_purse_allow_is_what_one_usually_buys() -> None:
    assert Offer(400, 1_000, 10_000).usual == 1_000
    assert Offer(400, 1_000, 700).usual == 700
    assert Offer(400, 1_000, 100).usual == 400


@pytest.mark.parametrize(
    ("chips", "why"),
    [
        (399, Why("below_minimum", {"lo": 400})),
        (400, None),
        (700, None),
        (701, Why("too_few_chips", {"have": 700, "need": 701})),
        (1_001, Why("above_maximum", {"hi": 1_000})),
    ],
)
def test_what_can_be_bought(chips: int, why: Why | None) -> None:
    assert Offer(400, 1_000, 700).refused(chips) == why


async def test_somebody_sits_down_with_what_they_type(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben, game="holdem", seats=6)
        await visited.sees("Küche")
        # The row says what is played for, the line below what one needs.
        assert "NL 5/10" in visited.text
        assert "Einkauf 400–1.000" in visited.text
        assert "10.000 ●" in visited.text
        await visited.press("enter")
        await visited.goes_to("buy")
        await visited.sees("Guthaben 10.000")
        await visited.press("3", "9")
        await visited.sees("Mindestens 400.")
        # What can't be bought is not sent.
        await visited.press("enter")
        assert visited.at("buy")
        await visited.press("0", "0")
        await visited.sees("Höchstens 1.000.")
        await visited.press("backspace", "backspace", "backspace", "backspace")
        await visited.press("6", "0", "0", "enter")
        await at_table(visited)
        await visited.until(lambda: own(visited).stack == 600)
        assert visited.app.room.account.chips == GIFT - 600


async def test_nobody_sits_down_by_going_back(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server, ENGLISH) as visited:
        await open_table(ben, game="holdem", seats=2)
        await visited.sees("Küche")
        await visited.press("enter")
        await visited.goes_to("buy")
        assert "Buy-in 400–1,000   Balance 10,000" in visited.text
        await visited.press("escape")
        await visited.goes_to("lobby")
        assert visited.app.room.account.chips == GIFT


async def test_too_little_for_a_table_is_said(server: Server) -> None:
    async with guest(server, "Ben") as ben, visit(server) as visited:
        await open_table(ben, game="holdem", seats=2, options={"bet": 100}, chips=4_000)
        await visited.sees("Küche")
        table = visited.app.room.lobby
        assert table is not None
        visited.app.room.account = type(visited.app.room.account)(
            "a", "Anna", guest=True, chips=3_999
        )
        await visited.press("enter")
        await visited.goes_to("buy")
        await visited.sees("Dein Guthaben von 3.999 reicht nicht.")
        await visited.press("enter")
        assert visited.at("buy")


# ── quick ways in ──────────────────────────────────────────────────────────────────────────────


async def test_straight_to_a_table_buys_in_without_asking(server: Server) -> None:
    quick = Start(play=Play(game="holdem", bots=2))
    async with visit(server, start=quick) as visited:
        await at_table(visited)
        await visited.until(lambda: visited.view.stage == "running")
        assert visited.app.room.account.chips == 10_000 - 100 * BIG


async def test_no_limit_is_asked_for_by_its_name(server: Server) -> None:
    """`--option structure=no` was taken for a switch, and refused."""
    asked = wish("holdem", 1, ["structure=no", "bet=20"], Words("de"))
    async with visit(server, start=Start(play=asked)) as visited:
        await at_table(visited)
        await visited.sees("Hold'em NL 10/20")


# ── at the table ───────────────────────────────────────────────────────────────────────────────


async def test_chips_are_topped_up_during_a_deal_and_count_after_it(server: Server) -> None:
    async with visit(server) as visited:
        await against_bots(visited)
        await my_turn(visited)
        await visited.press("e")
        await visited.goes_to("buy")
        await visited.sees("zählen nach dieser Hand")
        await visited.press("2", "5", "enter")
        await visited.goes_to("table")
        await visited.until(lambda: own(visited).coming == 25)
        await visited.sees("+25 nach der Hand")
        assert visited.app.room.account.chips == GIFT - 100 * BIG - 25


async def test_more_time_is_taken_for_the_decision_that_stands(server: Server) -> None:
    async with visit(server) as visited:
        await against_bots(visited)
        await my_turn(visited)
        portions = own(visited).reserve
        assert "w  +30 s Reserve" in visited.text
        await visited.press("w")
        await visited.until(lambda: own(visited).reserve == portions - 1)
        clock = visited.view.clock
        assert clock is not None
        assert clock.left > 30_000
        assert real(visited.view.offers)


async def test_a_pause_begins_after_the_hand_and_ends_with_the_same_key(server: Server) -> None:
    async with visit(server) as visited:
        await against_bots(visited)
        await my_turn(visited)
        await visited.press("s")
        await visited.sees("danach Pause")
        await visited.press("s")
        await visited.until(lambda: own(visited).wish == "play")
        # The question at the door offers it too.
        await visited.press("q")
        await visited.goes_to("ask")
        await visited.sees("Bist du dran, wird gecheckt")
        await visited.press("s")
        await visited.goes_to("table")
        await visited.until(lambda: own(visited).wish == "rest")


async def test_chips_come_home_from_a_hand_that_was_left(server: Server) -> None:
    async with visit(server) as visited:
        await against_bots(visited)
        await my_turn(visited)
        table, before = visited.view.id, own(visited).stack
        await visited.press("q")
        await visited.goes_to("ask")
        await visited.press("enter")
        await visited.goes_to("lobby")
        assert table not in visited.app.room.held
        # Blinds may be lost, the rest is back once the hand is over.
        await visited.until(lambda: visited.app.room.account.chips > GIFT - before)
        assert visited.app.room.account.chips >= GIFT - 2 * BIG


# ── the house gives ────────────────────────────────────────────────────────────────────────────


async def test_what_the_house_gives_is_said_in_full(server: Server) -> None:
    async with visit(server, ENGLISH) as visited:
        await visited.press("p")
        await visited.goes_to("profile")
        said = " ".join(visited.text.replace("│", " ").split())
        assert visited.app.words("cash.profile.about") in said


async def test_the_house_refills_who_has_little_once_a_day(server: Server) -> None:
    async with visit(server) as visited:
        await against_bots(visited)
        await visited.press("q")
        await visited.goes_to("ask")
        await visited.press("enter")
        await visited.goes_to("lobby")
        await visited.press("p")
        await visited.goes_to("profile")
        await visited.press("up")
        await visited.sees("Enter auffüllen")
        # Letters mean nothing on this line, and change no name.
        await visited.type("xyz")
        await visited.press("enter")
        await visited.sees(visited.app.words.number(visited.app.room.account.chips))
        await visited.press("down")
        await visited.sees("Enter Name ändern")
        assert visited.app.room.account.name == "Anna"
