"""The table in the app: keys, leaving, what it shows (ux 4.4, 4.10)."""

import asyncio
import sqlite3
from contextlib import closing
from functools import partial

from rich.cells import cell_len

from engine.values.offers import real
from protocol.messages import Leave
from server.run import Server
from tests.server.client import open_table, play
from tests.tui.screens.sitting import (
    QUICK,
    at_table,
    dealt,
    my_turn,
    newer,
    play_deal,
    take_turn,
    three,
    until_my_turn,
)
from tests.tui.screens.visit import Visit, guest, visit
from tui.canvas.cells import Row
from tui.screens.base import Size
from tui.screens.lobby import LobbyScreen
from tui.screens.table import TableScreen


async def test_a_match_against_bots_from_start_to_end(server: Server) -> None:
    async with visit(server, start=QUICK) as visited:
        await dealt(visited)
        while True:
            await play_deal(visited)
            await visited.until(lambda: visited.table.ui.revealed is None)
            if visited.view.stage == "over":
                break
            seq = visited.view.seq
            await visited.press("space")
            await visited.until(partial(newer, visited, seq))
            await visited.until(lambda: visited.view.stage == "running")
        assert visited.view.ended in ("won", "lost")
        await visited.sees("Gewonnen" if visited.view.ended == "won" else "Verloren")


async def others_turn(visited: Visit) -> None:
    """It is somebody else's turn: Anna takes hers if she has to."""
    while real(visited.view.offers):
        await my_turn(visited)
        seq = visited.view.seq
        await visited.press("enter")
        await visited.until(partial(newer, visited, seq))


def answer(visited: Visit) -> str | None:
    """What the last key was answered."""
    return visited.table.ui.message


async def test_an_answer_goes_when_it_is_true_no_more(server: Server) -> None:
    async with three(server) as (visited, others):
        await others_turn(visited)
        await visited.press("p")
        assert visited.lines[21].rstrip().endswith(" ist dran.")
        await until_my_turn(visited, others)
        assert answer(visited) is None
        await visited.sees("▸ Du bist dran")
        # What is still true waits for the next key.
        await others_turn(visited)
        await visited.press("9")
        await until_my_turn(visited, others)
        assert answer(visited) == "Hier gibt es nur (1) bis (3)."
        await visited.press("left")
        assert answer(visited) is None


async def test_a_digit_takes_the_token_and_the_table_shows_it(server: Server) -> None:
    async with visit(server, start=QUICK) as visited:
        await dealt(visited)
        await my_turn(visited)
        await visited.press("3")
        await visited.sees("(3)")
        await visited.until(
            lambda: (
                "nahm (3)" in visited.text
                or "nahm Ada die (3)" in visited.text
                or "die (3) weg" in visited.text
            )
        )


async def test_a_refusal_stands_in_the_action_row_until_the_next_key(server: Server) -> None:
    async with visit(server, start=QUICK) as visited:
        await dealt(visited)
        await my_turn(visited)
        await visited.press("p")
        await visited.sees("Passen geht erst, wenn du eine Marke hast.")
        await visited.press("right")
        assert "Passen geht erst" not in visited.text


async def test_letters_act_in_both_cases(server: Server) -> None:
    async with visit(server, start=QUICK) as visited:
        await dealt(visited)
        await my_turn(visited)
        await visited.press("P")
        await visited.sees("Passen geht erst, wenn du eine Marke hast.")
        await visited.press("L")
        await visited.sees("Protokoll ·")


async def test_leaving_in_a_deal_asks_and_says_what_happens(server: Server) -> None:
    async with three(server) as (visited, others):
        await visited.press("q")
        await visited.goes_to("ask")
        assert "für alle abgebrochen" in visited.text
        await visited.press("n")
        await visited.goes_to("table")
        await visited.press("ctrl+c")
        await visited.goes_to("ask")
        await visited.press("escape")
        await visited.goes_to("table")
        await visited.press("ctrl+d")
        await visited.goes_to("ask")
        await visited.press("j")
        await visited.goes_to("lobby")
        view = await others[0].view(lambda view: view.stage == "waiting")
        assert view.cancelled is not None


async def test_escape_from_everywhere_is_never_final(server: Server) -> None:
    async with three(server) as (visited, others):
        await until_my_turn(visited, others)
        seq = visited.view.seq
        for opening in ("question_mark", "colon", "q", "t", "l"):
            await visited.press(opening, "escape", "escape")
            await visited.goes_to("table")
            assert visited.table.ui.drawer is None
        assert visited.view.seq == seq
        assert visited.view.me is not None


async def test_the_game_goes_on_under_the_help(server: Server) -> None:
    async with three(server) as (visited, others):
        await visited.press("question_mark", "2")
        await visited.goes_to("help")
        assert "▸ Markenrunde" in visited.text
        await until_my_turn(visited, others)
        await visited.sees("▸ Du bist dran")
        await visited.press("escape")
        await visited.goes_to("table")
        await visited.sees("Du bist dran")


async def test_palette_lists_and_does_what_can_be_done(server: Server) -> None:
    async with three(server) as (visited, others):
        await until_my_turn(visited, others)
        await my_turn(visited)
        await visited.press("colon")
        await visited.goes_to("palette")
        assert "▸ Du bist dran" in visited.lines[-1]
        seq = visited.view.seq
        await visited.type("mitte")
        await visited.press("enter")
        await visited.until(lambda: visited.view.seq > seq)
        await visited.press("ctrl+p")
        await visited.goes_to("palette")
        await visited.type("hilfe")
        await visited.press("enter")
        await visited.goes_to("help")
        # What has no key at a table is found there too: the rules, and the sentences.
        for wanted, then in (("regeln", "Überblick"), ("kurze", "Anna Kurze Pause?")):
            await visited.press("escape")
            await visited.goes_to("table")
            await visited.press("colon")
            await visited.goes_to("palette")
            await visited.type(wanted)
            await visited.press("enter")
            await visited.sees(then)


async def test_a_printed_range_of_keys_asks_for_one_of_them(server: Server) -> None:
    async with three(server) as (visited, others):
        await until_my_turn(visited, others)
        await my_turn(visited)
        seq = visited.view.seq
        await visited.press("colon")
        await visited.goes_to("palette")
        assert visited.lines[1].startswith("▸ 1–3")
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.sees("Drück die Taste, die du meinst: 1–3")
        await visited.press("right")
        row = next(y for y, line in enumerate(visited.lines) if "1–3 Marke nehmen" in line)
        at = visited.lines[row].index("1–3")
        await visited.pilot.click(offset=(at, row))
        await visited.sees("Drück die Taste, die du meinst: 1–3")
        assert visited.view.seq == seq


async def test_the_palette_lists_what_can_be_done_now(server: Server) -> None:
    async with three(server) as (visited, others):
        await until_my_turn(visited, others)
        await my_turn(visited)
        await visited.press("colon")
        await visited.goes_to("palette")
        await visited.press("down")
        before = next(line for line in visited.lines if line.startswith("▸"))
        # What is chosen moves on with the table below.
        with visited.app._context():
            visited.table.play("right", visited.table.scene)  # type: ignore[arg-type]
        visited.screen.redraw()
        after = next(line for line in visited.lines if line.startswith("▸"))
        assert before != after
        assert before.startswith("▸ ← → Enter")
        assert after.startswith("▸ ← → Enter")


async def test_a_server_that_can_not_store_keeps_nobody_at_a_table(server: Server) -> None:
    async with visit(server, start=QUICK) as visited:
        await dealt(visited)
        with closing(sqlite3.connect(server.house.log.path)) as other:
            other.execute("BEGIN IMMEDIATE")
            await visited.press("q")
            await visited.sees("verlassen?")
            await visited.press("j")
            await visited.sees("Programm beenden?")
            assert "Das konnte nicht gespeichert werden und ist nicht geschehen." in visited.text
            assert "Tisch bleibt vorerst reserviert." in visited.text
            await visited.press("escape")
            assert visited.at("table")
            await visited.press("q", "j")
            await visited.sees("Programm beenden?")
            await visited.press("j")
            await visited.until(lambda: not visited.app.is_running)
        assert visited.app.return_code == 0
    (table,) = server.house.tables.values()
    assert len(table.table.people) == 1


async def test_a_spectator_has_no_actions_and_leaves_without_a_question(server: Server) -> None:
    async with three(server) as (_, others):
        table = others[0].table
        assert table is not None
        async with visit(server, name="Zora") as looking:
            await looking.sees("Küche")
            await looking.press("w")
            await at_table(looking)
            await looking.sees("ZUSCHAUER")
            assert looking.view.me is None
            await looking.press("1", "p", "q")
            await looking.goes_to("lobby")


async def test_filling_a_waiting_table_with_bots(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        await visited.press("plus", "down", "down", "down", "down", "left")
        await visited.goes_to("create")
        await visited.press("enter")
        await at_table(visited)
        assert visited.view.stage == "waiting"
        await visited.press("b")
        await visited.until(lambda: visited.view.stage == "running")


def fits(visited: Visit, size: tuple[int, int]) -> bool:
    """Whether the screen has been drawn for that size."""
    return len(visited.lines) == size[1] and {cell_len(line) for line in visited.lines} == {size[0]}


async def test_size_changes_lose_nothing(server: Server) -> None:
    async with visit(server, start=QUICK) as visited:
        await dealt(visited)
        await my_turn(visited)
        await visited.press("right")
        cursor = visited.table.ui.cursor
        before = visited.lines
        for size in ((10, 3), (20, 5), (60, 18), (300, 90), (1, 1), (120, 36), (80, 24)):
            await visited.resize(*size)
            await visited.until(partial(fits, visited, size))
        assert visited.table.ui.cursor == cursor
        assert visited.lines == before


async def test_a_table_that_closes_leads_back_with_its_reason(server: Server) -> None:
    async with guest(server, "Ben") as ben:
        table = await open_table(ben)
        async with visit(server) as visited:
            await visited.sees("Küche")
            await visited.press("w")
            await at_table(visited)
            await visited.press("question_mark")
            await visited.goes_to("help")
            await ben.ask(Leave, table=table)
            await visited.goes_to("lobby")


async def test_playing_others_deals_reaches_the_screen(server: Server) -> None:
    async with three(server) as (visited, others):
        playing = [asyncio.create_task(play(client, deals=1)) for client in others]
        await play_deal(visited)
        for task in playing:
            await task
        await visited.until(lambda: visited.view.stage in ("between", "over"))
        assert isinstance(visited.app.screen, TableScreen)


async def test_the_lobby_below_is_drawn_again_only_when_one_comes_back(server: Server) -> None:
    async with three(server) as (visited, others):
        await until_my_turn(visited, others)
        lobby = next(one for one in visited.shown if isinstance(one, LobbyScreen))
        drawn: list[Size] = []

        def counted(size: Size) -> tuple[Row, ...]:
            drawn.append(size)
            return lobby.draw(size)

        lobby.canvas._draw_rows = counted
        await take_turn(visited, others)
        await until_my_turn(visited, others)
        assert drawn == []
        await visited.press("q", "enter")
        await visited.goes_to("lobby")
        await visited.until(lambda: bool(drawn))
