"""The table in the app: keys, guards, drawers, showdown, leaving (ux 4.4, 4.6, 4.10)."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from rich.cells import cell_len
from textual import events

from engine.values.chance import Dice
from engine.values.offers import real
from protocol.messages import Act, Chat, Leave, Said
from server.config import Config, Limits
from server.run import Server
from tests.server.client import Client, cooperative, open_table, play, sit
from tests.tui.screens.visit import BRISK, GERMAN, Visit, guest, visit
from tui.screens.table import TableScreen
from tui.start import Pace, Play, Start

QUICK = Start(play=Play(game="pokerface", bots=2))


async def at_table(visited: Visit) -> None:
    """The table has come."""
    await visited.goes_to("table")
    await visited.until(lambda: visited.table.view is not None)


async def dealt(visited: Visit) -> None:
    """The table has come, and cards are dealt."""
    await at_table(visited)
    await visited.until(lambda: visited.view.stage == "running")


async def my_turn(visited: Visit) -> None:
    """There is something to decide, and keys act."""
    await visited.until(
        lambda: (
            bool(real(visited.view.offers))
            and not visited.table.ui.guarded
            and not visited.table.ui.pending
        )
    )


def newer(visited: Visit, seq: int) -> bool:
    """Whether the table has changed since."""
    return visited.view.seq > seq


async def play_deal(visited: Visit) -> None:
    """Pass where that goes, else take the chosen token, until the deal is over."""
    while True:
        await visited.until(
            lambda: (
                visited.view.stage != "running"
                or bool(real(visited.view.offers) and not visited.table.ui.pending)
            )
        )
        if visited.view.stage != "running":
            return
        await my_turn(visited)
        passing = any(type(offer).__name__ == "Pass" for offer in real(visited.view.offers))
        seq = visited.view.seq
        await visited.press("p" if passing else "enter")
        await visited.until(partial(newer, visited, seq))


@asynccontextmanager
async def three(
    server: Server, pace: Pace = BRISK, names: Sequence[str] = ("Ben", "Carla")
) -> AsyncIterator[tuple[Visit, list[Client]]]:
    """Anna at the screen and two others at one table; their turns are theirs to take."""
    async with AsyncExitStack() as stack:
        others = [await stack.enter_async_context(guest(server, name)) for name in names]
        table = await open_table(others[0])
        await sit(others[1], table)
        visited = await stack.enter_async_context(visit(server, pace=pace))
        await visited.sees("Küche")
        await visited.press("enter")
        await at_table(visited)
        await visited.until(lambda: visited.view.stage == "running")
        yield visited, others


async def until_my_turn(visited: Visit, others: list[Client]) -> None:
    """The others act until it is Anna's turn."""
    while not real(visited.view.offers):
        for client in others:
            view = client.table
            if view is None or not real(view.offers):
                continue
            action = cooperative(view, real(view.offers))
            await client.request(
                Act,
                table=view.id,
                deal=view.deal,
                decision=view.decision,
                action=action.sample(Dice(bytes(32))),
            )
        await visited.pilot.pause(0.01)


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


async def test_keys_rest_while_a_question_has_just_arrived(server: Server) -> None:
    async with three(server, Pace(guard=3600, reveal=0.01)) as (visited, others):
        await until_my_turn(visited, others)
        await visited.until(lambda: visited.table.ui.guarded)
        seq = visited.view.seq
        await visited.press("1", "enter", "2", "p")
        # What was pressed was not kept for later either.
        visited.table._pacing.unguard()
        await visited.pilot.pause()
        assert visited.view.seq == seq
        assert not visited.table.ui.pending
        await visited.press("1")
        await visited.until(lambda: visited.view.seq > seq)


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


async def test_hands_are_revealed_one_after_another_and_space_shows_all(server: Server) -> None:
    async with visit(server, start=QUICK, pace=Pace(guard=0, reveal=3600)) as visited:
        await dealt(visited)
        await play_deal(visited)
        await visited.until(partial(shown, visited, 1))
        visited.table._pacing.show_next()
        assert shown(visited, 2)
        await visited.press("space")
        assert shown(visited, None)
        seq = visited.view.seq
        await visited.press("space")
        await visited.until(partial(newer, visited, seq))


def shown(visited: Visit, hands: int | None) -> bool:
    """Whether so many hands of the showdown are shown (None: all)."""
    return visited.table.ui.revealed == hands


async def test_without_motion_everything_is_shown_at_once(server: Server) -> None:
    still = replace(GERMAN, motion=False)
    async with visit(server, still, start=QUICK, pace=Pace(guard=0, reveal=3600)) as visited:
        await dealt(visited)
        await play_deal(visited)
        assert visited.table.ui.revealed is None


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


async def test_a_bell_for_somebody_who_may_not_be_looking(server: Server) -> None:
    rung: list[bool] = []
    async with three(server) as (visited, others):
        await take_turn(visited, others)
        visited.app.bell = lambda: rung.append(True)  # type: ignore[method-assign]
        visited.app.presence._last_key = float("-inf")
        await until_my_turn(visited, others)
        await visited.until(lambda: len(rung) == 1)
        # Somebody who has just pressed a key is there.
        await take_turn(visited, others)
        await until_my_turn(visited, others)
        assert len(rung) == 1
        # Wherever the terminal tells of its focus, that decides.
        await take_turn(visited, others)
        visited.app.post_message(events.AppBlur())
        await until_my_turn(visited, others)
        await visited.until(lambda: len(rung) == 2)


async def take_turn(visited: Visit, others: list[Client]) -> None:
    """Anna takes her turn, whatever the others do before."""
    await until_my_turn(visited, others)
    await my_turn(visited)
    decision = visited.view.decision
    await visited.press(
        "p" if any(type(o).__name__ == "Pass" for o in visited.view.offers) else "enter"
    )
    await visited.until(lambda: visited.view.decision != decision or not real(visited.view.offers))


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
            await visited.pilot.resize_terminal(*size)
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


async def test_playing_others_deals_reaches_the_screen(server: Server) -> None:
    async with three(server) as (visited, others):
        playing = [asyncio.create_task(play(client, deals=1)) for client in others]
        await play_deal(visited)
        for task in playing:
            await task
        await visited.until(lambda: visited.view.stage in ("between", "over"))
        assert isinstance(visited.app.screen, TableScreen)
