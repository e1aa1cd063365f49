"""A betting table in the app: amounts, questions before what is final, choices beforehand."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.games import BY_ID
from engine.games.betting import GAMES
from engine.values import actions
from engine.values.actions import Action
from engine.values.chance import Dice
from engine.values.offers import Call, real
from protocol.messages import Act, Next
from server.config import Config
from server.run import Server
from tests.server.client import Client, open_table
from tests.tui.screens.sitting import at_table, my_turn
from tests.tui.screens.visit import BRISK, Visit, guest, visit
from tui.canvas.scene import Amount
from tui.start import Pace

HOUSE: Any = BY_ID | {game.id: game for game in GAMES}
BEN, ANNA = range(2)
DICE = Dice(bytes(32))


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A house that has the betting games."""
    config = Config(state=tmp_path / "state", listen="127.0.0.1:0", bot_pause=0, lobby_pause=0)
    async with Server(config, games=HOUSE) as running:
        yield running


@asynccontextmanager
async def heads_up(
    server: Server, button: int | None, pace: Pace = BRISK, game: str = "holdem"
) -> AsyncIterator[tuple[Visit, Client]]:
    """Ben (seat 0) without a screen and Anna (seat 1) at hers, where `button` deals (None: any)."""
    async with AsyncExitStack() as stack:
        ben = await stack.enter_async_context(guest(server, "Ben"))
        await open_table(ben, game=game, seats=2)
        visited = await stack.enter_async_context(visit(server, pace=pace))
        await visited.sees("Küche")
        await visited.press("enter")
        await visited.goes_to("buy")
        await visited.press("enter")
        await at_table(visited)
        await visited.until(lambda: visited.view.stage == "running")
        if button is not None:
            if "dealer" not in seats(visited)[button].markers:
                await next_deal(visited, ben)
            assert "dealer" in seats(visited)[button].markers
        yield visited, ben


def seats(visited: Visit) -> Any:
    """The seats as Anna sees them."""
    assert visited.view.view is not None
    return visited.view.view.seats


def amount(visited: Visit) -> Amount | None:
    """What stands in the amount field."""
    return visited.table.ui.amount


def revealed(visited: Visit) -> int | None:
    """How many steps of a deal's end are shown so far."""
    return visited.table.ui.revealed


def phase(visited: Visit) -> str:
    """The street that is played."""
    assert visited.view.view is not None
    return visited.view.view.phase


async def next_deal(visited: Visit, ben: Client) -> None:
    """Whoever is to act folds, and both go on."""
    deal = visited.view.deal
    if real(visited.view.offers):
        await my_turn(visited)
        await visited.press("f")
    else:
        await ben_acts(ben, actions.Fold())
    await visited.until(lambda: visited.view.stage == "between")
    await visited.press("space")
    view = await ben.view(lambda view: view.stage == "between")
    await ben.request(Next, table=view.id, deal=view.deal)
    await visited.until(lambda: visited.view.deal > deal and visited.view.stage == "running")


async def ben_acts(ben: Client, action: Action) -> None:
    """Ben's turn, taken."""
    view = await ben.view(lambda view: bool(real(view.offers)))
    await ben.ask(Act, table=view.id, deal=view.deal, decision=view.decision, action=action)


async def bens_turn(visited: Visit) -> None:
    """It is Ben's turn, and what Anna did has come back."""
    await visited.until(
        lambda: (
            visited.view.view is not None
            and visited.view.view.to_act == (0,)
            and not visited.table.ui.pending
        )
    )


# ── the amount field ───────────────────────────────────────────────────────────────────────────


async def test_an_amount_is_typed_and_set(server: Server) -> None:
    async with heads_up(server, ANNA) as (visited, _):
        await my_turn(visited)
        await visited.press("r")
        assert amount(visited) == Amount(20)
        await visited.press("5", "0")
        await visited.sees("Raise auf  50 ▏   legst 45 · bleiben ")
        await visited.press("enter")
        await bens_turn(visited)
        assert amount(visited) is None
        assert seats(visited)[ANNA].bet == 50


async def test_the_fields_letters_are_its_own_while_it_is_open(server: Server) -> None:
    """`h` is half a pot there, and a look back everywhere else; `q` leaves the field only."""
    async with heads_up(server, ANNA) as (visited, _):
        await my_turn(visited)
        await visited.press("4", "h")
        assert amount(visited) == Amount(20)
        assert visited.screen is visited.table
        await visited.press("7", "q")
        assert amount(visited) is None
        assert visited.screen is visited.table
        await visited.press("r", "escape")
        assert amount(visited) is None
        assert seats(visited)[ANNA].bet == 5


async def test_an_amount_that_is_not_offered_is_not_sent(server: Server) -> None:
    async with heads_up(server, ANNA) as (visited, _):
        await my_turn(visited)
        await visited.press("r", "1", "enter")
        await visited.sees("! Mindestens 20.")
        assert amount(visited) == Amount(1, typed=True)
        assert seats(visited)[ANNA].bet == 5


async def test_a_half_typed_amount_goes_with_its_question(server: Server) -> None:
    """It survives a change of the window, but not of the question."""
    async with heads_up(server, BEN) as (visited, ben):
        await ben_acts(ben, actions.Call(5))
        await my_turn(visited)
        await visited.press("r", "8", "8")
        await visited.resize(120, 36)
        assert amount(visited) == Amount(88, typed=True)
        await visited.press("escape", "c")
        await my_turn(visited)  # the flop: Anna begins
        assert amount(visited) is None


# ── questions before what is final ─────────────────────────────────────────────────────────────


async def test_all_in_takes_two_keys(server: Server) -> None:
    async with heads_up(server, ANNA) as (visited, _):
        await my_turn(visited)
        await visited.press("a")
        stack = seats(visited)[ANNA].stack
        await visited.sees("Enter setzt alles, jede andere Taste nicht.")
        await visited.press("a", "escape", "enter")
        assert seats(visited)[ANNA].bet == 5
        await visited.press("a", "enter")
        await bens_turn(visited)
        assert (seats(visited)[ANNA].stack, seats(visited)[ANNA].bet) == (0, stack + 5)


async def test_folding_for_nothing_asks_and_the_same_key_answers(server: Server) -> None:
    async with heads_up(server, BEN) as (visited, ben):
        await ben_acts(ben, actions.Call(5))
        await my_turn(visited)
        await visited.press("f")
        await visited.sees("Check kostet nichts. Wirklich folden")
        await visited.press("n")
        assert visited.view.stage == "running"
        await visited.press("f", "f")
        await visited.until(lambda: visited.view.stage == "between")
        await visited.sees("an ~Ben, alle anderen haben gefoldet.")


async def test_a_question_half_confirmed_is_not_answered_in_the_next(server: Server) -> None:
    async with heads_up(server, BEN) as (visited, ben):
        await ben_acts(ben, actions.Call(5))
        await my_turn(visited)
        await visited.press("f")
        await visited.sees("Wirklich folden")
        await visited.press("c")
        await my_turn(visited)
        await visited.press("enter")
        assert visited.view.stage == "running"
        assert seats(visited)[ANNA].status == "in"


async def test_a_large_call_asks(server: Server) -> None:
    async with heads_up(server, BEN) as (visited, ben):
        await ben_acts(ben, actions.Raise(600))
        await my_turn(visited)
        stack = seats(visited)[ANNA].stack
        await visited.press("c")
        await visited.sees("Call 590 ist mindestens dein halber Stack")
        await visited.press("c")
        await my_turn(visited)
        assert seats(visited)[ANNA].stack == stack - 590


# ── choices beforehand ─────────────────────────────────────────────────────────────────────────


async def test_a_choice_is_done_when_the_turn_comes_and_nobody_hears_of_it(server: Server) -> None:
    async with heads_up(server, BEN) as (visited, ben):
        await bens_turn(visited)
        seq, told = visited.view.seq, len(ben.pushes)
        await visited.press("c")
        await visited.sees("[x] c Check")
        assert (visited.view.seq, len(ben.pushes)) == (seq, told)
        await ben_acts(ben, actions.Call(5))
        await visited.until(lambda: phase(visited) == "flop")
        assert visited.table.ui.planned is None


async def test_a_choice_is_dropped_when_the_price_changes(server: Server) -> None:
    async with heads_up(server, BEN) as (visited, ben):
        await bens_turn(visited)
        await visited.press("c")
        await ben_acts(ben, actions.Raise(30))
        await my_turn(visited)
        await visited.sees("Vorauswahl aufgehoben")
        assert visited.table.ui.planned is None
        assert seats(visited)[ANNA].bet == 10


async def test_a_choice_is_taken_back(server: Server) -> None:
    async with heads_up(server, BEN) as (visited, ben):
        await bens_turn(visited)
        await visited.press("c", "escape")
        await visited.sees("[ ] c Check")
        await ben_acts(ben, actions.Call(5))
        await my_turn(visited)
        assert phase(visited) == "preflop"


async def test_a_choice_does_not_live_on_into_the_next_deal(server: Server) -> None:
    """D3: chosen, then the opponent folds, and there are new cards."""
    async with heads_up(server, BEN) as (visited, ben):
        await bens_turn(visited)
        await visited.press("c")
        await next_deal(visited, ben)
        assert visited.table.ui.planned is None
        assert visited.table.ui.message is None
        await my_turn(visited)
        assert seats(visited)[ANNA].bet == 5


# ── the end of a deal ──────────────────────────────────────────────────────────────────────────


async def test_the_board_comes_street_by_street_and_space_shows_all(server: Server) -> None:
    async with heads_up(server, ANNA, Pace(guard=0.0, reveal=3600)) as (visited, ben):
        await my_turn(visited)
        await visited.press("a", "enter")
        await bens_turn(visited)
        view = await ben.view(lambda view: bool(real(view.offers)))
        await ben_acts(ben, next(o for o in real(view.offers) if isinstance(o, Call)).sample(DICE))
        await visited.sees("PREFLOP  ·  2 von 2 dabei")
        await visited.sees("Space alles zeigen")
        assert revealed(visited) == 1
        await visited.press("space")
        await visited.sees("beste Hand")
        assert revealed(visited) is None
        # What has been shown once is not shown again.
        await visited.press("space")
        assert revealed(visited) is None


# ── the list ───────────────────────────────────────────────────────────────────────────────────


async def test_the_list_is_remembered_for_the_game(server: Server) -> None:
    async with heads_up(server, ANNA) as (visited, _):
        await visited.press("v")
        await visited.sees("Listenansicht")
        assert visited.app.preferences.views == {"holdem": "list"}
        await visited.press("v")
        assert not visited.table.ui.listed


async def test_a_table_of_stud_begins_as_a_list_and_that_can_be_changed(server: Server) -> None:
    async with heads_up(server, None, game="stud7") as (visited, _):
        await visited.sees("3. STRASSE")
        assert visited.table.ui.listed
        await visited.press("v")
        assert visited.app.preferences.views == {"stud7": "table"}
        await visited.sees("beginnt: niedrigste Karte, Bring-in")
