"""A table of Chinese Poker in the app: cards are arranged, kept by the server, set by Enter."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.values.actions import SetRows
from engine.values.cards import DECK, Card, card, cards
from engine.values.chance import Chance
from engine.values.draft import Draft
from engine.values.why import Why
from protocol.messages import Act, Keep, No, Rest
from server.config import Config
from server.house import World
from server.run import Server
from tests.server.client import Client, open_table
from tests.tui.screens.sitting import at_table, my_turn
from tests.tui.screens.test_keys import hasty
from tests.tui.screens.test_pokerquadrat import recorded
from tests.tui.screens.test_reconnect import back
from tests.tui.screens.visit import BRISK, Visit, guest, visit
from tui.start import Pace

# The same ranks in both hands: A K K Q 9 9 8 8 5 4 4 3 2, dealt one after the other.
HANDS = "AcKcKdQc9c9d8c8d5c4c4d3c2c", "AhKhKsQh9h9s8h8s5h4h4s3h2h"
# A Q 5 in front, eights and fours in the middle, kings and nines behind.
DIGITS = "1331332212223"
# Kings and nines in the middle: a foul.
FOUL = "1221223313332"


def luck(table: str, deal: int) -> Chance:
    """Those hands in every deal."""
    dealt = cards("".join(HANDS))
    return Chance((*dealt, *(card for card in DECK if card not in dealt)), bytes(32))


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A house whose cards are known."""
    config = Config(
        state=tmp_path / "state", listen="127.0.0.1:0", bot_pause=0, lobby_pause=0, between=0.05
    )
    async with Server(config, world=World(chance=luck)) as running:
        yield running


@asynccontextmanager
async def pair(
    server: Server, pace: Pace = BRISK, reconnects: bool = False, **fields: Any
) -> AsyncIterator[tuple[Visit, Client]]:
    """Ben without a screen and Anna at hers, with thirteen cards."""
    async with AsyncExitStack() as stack:
        ben = await stack.enter_async_context(guest(server, "Ben"))
        await open_table(ben, game="chinese", seats=2, **fields)
        session = visit(server, pace=pace, reconnects=reconnects)
        visited = await stack.enter_async_context(session)
        await visited.sees("Küche")
        await visited.press("enter")
        await at_table(visited)
        await my_turn(visited)
        yield visited, ben


def draft(visited: Visit) -> Draft:
    """What lies in Anna's rows on her screen."""
    now = visited.table.ui.sorting
    assert now is not None
    return now.draft


async def kept(visited: Visit) -> None:
    """The server knows what lies there."""
    sorter = visited.table._sorter
    await visited.until(lambda: not sorter._sending and sorter._kept == draft(visited))


async def ben_sets(ben: Client) -> None:
    """Ben's rows, in order."""
    view = await ben.view(lambda view: view.stage == "running" and bool(view.offers))
    suits = "c" if view.view is None else _suits(view)
    high, low = ("c", "d") if suits == "c" else ("h", "s")
    front = (card("A" + high), card("Q" + high), card("5" + high))
    middle = (card("8" + high), card("8" + low), card("4" + high), card("4" + low))
    behind = (card("K" + high), card("K" + low), card("9" + high), card("9" + low))
    rows = SetRows(front, (*middle, card("3" + high)), (*behind, card("2" + high)))
    await ben.ask(Act, table=view.id, deal=view.deal, decision=view.decision, action=rows)


def _suits(view: Any) -> str:
    zone = view.view.zone(f"hand.{view.me}")
    held = {cell.suit for cell in zone.cells if isinstance(cell, Card)}
    return "c" if "c" in held else "h"


async def test_thirteen_digits_and_enter(server: Server) -> None:
    async with pair(server) as (visited, ben):
        sent = recorded(visited)
        await visited.press(*DIGITS[:10])
        laid = draft(visited)
        # Whatever the window is, what was laid stays where it is.
        await visited.resize(120, 36)
        await visited.press("l", "l")
        await visited.resize(60, 18)
        await visited.sees("2 Mitte")
        assert draft(visited) == laid
        await visited.press(*DIGITS[10:])
        await kept(visited)
        await visited.press("enter")
        await visited.sees("Fertig.")
        acts = [message.action for message in sent if isinstance(message, Act)]
        assert len(acts) == 1
        assert isinstance(acts[0], SetRows)
        assert "".join(str(one)[0] for one in acts[0].back) == "KK992"
        assert visited.table.ui.sorting is None
        await visited.press("1")
        await visited.sees("! Deine Wahl steht schon fest. Noch nicht fertig: ~Ben.")
        await ben_sets(ben)
        await visited.sees("Ergebnis")


async def test_what_is_arranged_comes_back_over_another_line(server: Server) -> None:
    async with pair(server, reconnects=True) as (visited, ben):
        await visited.press(*DIGITS[:5], "up", "right")
        await kept(visited)
        laid = draft(visited)
        visited.hang_up()
        await back(visited, "table")
        assert draft(visited) == laid
        # And to another session of the same account.
        code = visited.app.room.account.code
        async with visit(server, code=code, name="Anna") as other:
            await at_table(other)
            await other.until(lambda: other.table.ui.sorting is not None and draft(other) == laid)
            assert other.table.ui.sorting is not None
            assert other.table.ui.sorting.before == ()
            # What others do meanwhile takes nothing back of what is changed there.
            await other.press("u", *DIGITS[5:7])
            await kept(other)
            changed, seq = draft(other), other.view.seq
            assert changed != laid
            await ben_sets(ben)
            await other.until(lambda: other.view.seq > seq)
            assert draft(other) == changed
            assert other.view.draft == changed


async def test_a_draft_at_a_time_is_on_its_way_and_the_newest_is_next(server: Server) -> None:
    async with pair(server) as (visited, _):
        link: Any = visited.app.line.link
        request, flying, drafts = link.request, [0], []

        async def counting(message: Any) -> Any:
            if not isinstance(message, Keep):
                return await request(message)
            flying[0] += 1
            assert flying[0] == 1
            drafts.append(message.draft)
            try:
                return await request(message)
            finally:
                flying[0] -= 1

        link.request = counting
        hasty(visited, *DIGITS)
        await visited.until(lambda: draft(visited).complete)
        await kept(visited)
        assert drafts[-1] == draft(visited)
        assert len(drafts) < len(DIGITS)


async def test_a_refused_draft_is_not_worth_a_word(server: Server) -> None:
    async with pair(server) as (visited, _):
        link: Any = visited.app.line.link
        request, refused = link.request, []

        async def refusing(message: Any) -> Any:
            if not isinstance(message, Keep):
                return await request(message)
            refused.append(message)
            return No(id=0, why=Why("stale"))

        link.request = refusing
        await visited.press("1", "2")
        await visited.until(lambda: len(refused) == 2)
        assert visited.table.ui.message is None
        assert len(draft(visited).front) == 1


async def test_what_could_not_be_written_is_sent_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.screens.sorting.PAUSE", 0)
    async with pair(server) as (visited, _):
        link: Any = visited.app.line.link
        request, refusals = link.request, [Why("too_many_requests"), Why("storage")]

        async def failing(message: Any) -> Any:
            if isinstance(message, Keep) and refusals:
                return No(id=0, why=refusals.pop())
            return await request(message)

        link.request = failing
        await visited.press("1")
        await kept(visited)
        assert not refusals
        (task,) = server.house.tables.values()
        assert task.keeping.told() == {visited.app.room.account.id: draft(visited)}


async def test_a_foul_takes_enter_once_more_and_not_too_soon(server: Server) -> None:
    pace = Pace(guard=0.0, reveal=0.01, heed=3600)
    async with pair(server, pace=pace) as (visited, _):
        await visited.press(*FOUL)
        await kept(visited)
        sent = recorded(visited)
        await visited.press("enter")
        await visited.sees("! Verlegt: Mitte Zwei Paare K 9 schlägt Hinten.")
        await visited.press("enter", "enter")
        # It still stands, and no other key agrees to it.
        await visited.sees("! Verlegt: Mitte Zwei Paare K 9 schlägt Hinten.")
        visited.table._pacing.heeded()
        await visited.press("y")
        assert "Verlegt" not in visited.text
        await visited.press("enter")
        visited.table._pacing.heeded()
        await visited.press("enter")
        await visited.sees("Fertig.")
        assert [type(message) for message in sent] == [Act]


async def test_who_sits_out_comes_back_with_the_same_key(server: Server) -> None:
    async with pair(server) as (visited, ben):
        sent = recorded(visited)
        await visited.press("s")
        await visited.until(lambda: _wish(visited) == "rest")
        await visited.press("s")
        await visited.until(lambda: _wish(visited) == "play")
        assert [message.on for message in sent if isinstance(message, Rest)] == [True, False]
        await visited.press("q")
        await visited.goes_to("ask")
        await visited.sees("Diese Runde spielt der Tisch für dich zu Ende")
        await visited.press("s")
        await visited.goes_to("table")
        await visited.until(lambda: _wish(visited) == "rest")
        await visited.press(*DIGITS, "enter")
        await visited.sees("Fertig.")
        await ben_sets(ben)
        await visited.until(lambda: visited.view.stage == "waiting")


def _wish(visited: Visit) -> str:
    me = visited.view.me
    points = None if me is None else visited.view.chairs[me].points
    assert points is not None
    return points.wish
