"""What opens over a table: log, chat, fixed sentences (ux 4.4)."""

from pathlib import Path

from textual import events

from protocol.messages import Chat, Said
from server.config import Config, Limits
from server.run import Server
from tests.server.client import open_table
from tests.tui.screens.sitting import (
    QUICK,
    at_table,
    dealt,
    my_turn,
    play_deal,
    three,
    until_my_turn,
)
from tests.tui.screens.visit import guest, visit


async def test_phrases_are_sent_by_digits_which_take_no_token(server: Server) -> None:
    async with three(server) as (visited, others):
        await until_my_turn(visited, others)
        seq = visited.view.seq
        await visited.press("t", "2")
        said = await others[0].wait_for(lambda one: isinstance(one, Said))
        assert isinstance(said, Said)
        assert (said.name, said.phrase) == ("Anna", "rules_question")
        assert visited.view.seq == seq
        assert visited.table.ui.drawer is None


async def test_the_tables_rules_and_people_are_shown_while_keys_go_on(server: Server) -> None:
    async with three(server) as (visited, others):
        await until_my_turn(visited, others)
        await visited.press("i")
        await visited.sees("Regeln am Tisch: ohne Varianten")
        await visited.sees("Anna (du)")
        moves = visited.view.seq
        await visited.press("1")
        await visited.until(lambda: visited.view.seq > moves)
        assert "Regeln am Tisch" in visited.text
        await visited.press("i")
        await visited.until(lambda: visited.table.ui.drawer is None)
        assert "Regeln am Tisch" not in visited.text


async def test_chat_takes_every_letter_and_nothing_acts(server: Server) -> None:
    async with visit(server, start=QUICK) as visited:
        await dealt(visited)
        await play_deal(visited)
        await visited.until(lambda: visited.table.ui.revealed is None)
        deal = visited.view.deal
        await visited.press("t")
        assert visited.lines[-1].split() == ["Enter", "senden", "Esc", "zurück"]
        await visited.type("fold q p 1 l ?")
        await visited.sees("fold q p 1 l ?")
        assert visited.at("table")
        await visited.press("enter")
        await visited.until(lambda: bool(visited.app.room.tables[visited.table.table].said))
        assert visited.app.room.tables[visited.table.table].said[-1].text == ("fold q p 1 l ?")
        assert visited.view.deal == deal
        # An empty Enter goes back, and letters act again.
        await visited.press("enter", "q")
        await visited.goes_to("ask")


async def test_a_chat_line_that_is_refused_is_said_and_stays_typed(tmp_path: Path) -> None:
    once = Limits(says_per_second=1e-6, says_burst=1)
    config = Config(state=tmp_path, listen="127.0.0.1:0", bot_pause=0, limits=once)
    async with Server(config) as server, visit(server, start=QUICK) as visited:
        await dealt(visited)
        await play_deal(visited)
        await visited.until(lambda: visited.table.ui.revealed is None)
        await visited.press("t")
        await visited.type("eins")
        await visited.press("enter")
        await visited.sees("Anna eins")
        await visited.type("zwei")
        await visited.press("enter")
        await visited.sees("! Langsam: zu viel auf einmal.")
        await visited.sees("> zwei▏")
        assert "Anna zwei" not in visited.text


async def test_half_typed_chat_goes_nowhere_when_the_deal_begins(server: Server) -> None:
    async with visit(server, start=QUICK) as visited:
        await dealt(visited)
        await play_deal(visited)
        await visited.until(lambda: visited.table.ui.revealed is None)
        await visited.press("space")
        await visited.until(lambda: visited.view.stage == "running")
        assert visited.table.ui.drawer is None
        assert visited.table._drawers.line.text == ""


async def test_pasted_text_goes_into_the_chat_only(server: Server) -> None:
    async with visit(server, start=QUICK) as visited:
        await dealt(visited)
        await my_turn(visited)
        seq = visited.view.seq
        visited.screen.post_message(events.Paste("q1p\n2"))
        await visited.pilot.pause()
        assert visited.view.seq == seq
        assert visited.at("table")


async def test_log_drawer_leaves_the_action_keys_alive(server: Server) -> None:
    async with three(server) as (visited, others):
        await until_my_turn(visited, others)
        await my_turn(visited)
        await visited.press("l")
        await visited.sees("Protokoll · Küche")
        seq = visited.view.seq
        await visited.press("1")
        await visited.until(lambda: visited.view.seq > seq)
        await visited.press("escape")
        assert visited.table.ui.drawer is None


async def test_chat_counts_what_was_not_seen(server: Server) -> None:
    async with guest(server, "Ben") as ben:
        table = await open_table(ben)
        async with visit(server) as visited:
            await visited.sees("Küche")
            await visited.press("enter")
            await at_table(visited)
            await ben.ask(Chat, table=table, text="hallo")
            await visited.until(lambda: visited.table.ui.unread == 1)
            await visited.press("t")
            await visited.sees("hallo")
            assert visited.table.ui.unread == 0
