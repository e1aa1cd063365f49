"""The first time: one Enter plays, 2 explains, 3 looks around (ux 7)."""

import pytest

from protocol.messages import Account
from server.run import Server
from tests.tui.screens.sitting import my_turn
from tests.tui.screens.visit import guest, visit
from tui.canvas.scene import Scene
from tui.locale import Lang
from tui.screens.firstrun import FirstRunScreen
from tui.screens.table import TableScreen
from tui.start import Start


async def test_one_enter_goes_on_to_a_table(server: Server) -> None:
    kept: list[tuple[Lang, Account]] = []
    start = Start(first=True, chosen=lambda lang, account: kept.append((lang, account)))
    async with visit(server, start=start) as visited:
        await visited.goes_to("firstrun")
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.table.view is not None)
        await visited.until(lambda: visited.view.stage == "running")
        assert [(lang, account.name) for lang, account in kept] == [("de", "Anna")]
        assert kept[0][1].code is not None
        # Hold'em against five bots, and nobody else comes in without the table's code.
        assert visited.view.game == "holdem"
        assert [chair.kind for chair in visited.view.chairs].count("bot") == 5
        assert visited.view.code


async def test_the_keys_are_named_until_the_third_action(server: Server) -> None:
    hint = "f c r sind deine Tasten, ? zeigt alle"
    async with visit(server, start=Start(first=True)) as visited:
        await visited.goes_to("firstrun")
        await visited.press("1")
        await visited.goes_to("table")
        await my_turn(visited)
        await visited.sees(hint)
        table, scene = visited.table, visited.scene
        with visited.app._context():
            for _ in range(3):
                assert hint in shown(table, scene)
                table._guiding.acted()
            assert hint not in shown(table, scene)


def shown(table: TableScreen, scene: Scene) -> str:
    """The table as it is drawn, whatever the bots do meanwhile."""
    rows = table.game_layout.draw(scene, (80, 24), table.palette, table.words)
    return "\n".join("".join(r.text for r in row) for row in table._guiding.cover(rows, scene))


async def test_the_guided_round_is_played_by_space_alone(server: Server) -> None:
    async with visit(server, start=Start(first=True)) as visited:
        await visited.goes_to("firstrun")
        await visited.press("2")
        await visited.goes_to("table")
        await visited.sees("Einführung  1/7")
        seen = set()
        while visited.app.newcomer is None and "Einführung  7/7" not in visited.text:
            seen |= {n for n in range(1, 8) if f"Einführung  {n}/7" in visited.text}
            if any(f"  {n}/7" in visited.text for n in seen) or "Space" in visited.lines[-1]:
                await visited.press("space")
            await visited.pause()
        assert seen >= {1, 2, 3, 5, 6}
        await visited.press("space")
        await visited.until(lambda: "/7" not in visited.text)


async def test_escape_ends_the_guided_round_and_stays_at_the_table(server: Server) -> None:
    async with visit(server, start=Start(first=True)) as visited:
        await visited.goes_to("firstrun")
        await visited.press("2")
        await visited.goes_to("table")
        await visited.sees("Einführung  1/7")
        await visited.press("escape")
        await visited.until(lambda: "/7" not in visited.text)
        assert visited.at("table")


async def test_cards_that_are_not_seen_become_letters_and_stay_so(server: Server) -> None:
    async with visit(server, start=Start(first=True)) as visited:
        await visited.goes_to("firstrun")
        await visited.press("tab", "tab", "tab", "right")
        await visited.sees("As  Kh  Dd  Bc")
        assert visited.text.isascii()
        await visited.press("right")
        assert visited.app.palette.depth == "mono"
        await visited.press("tab", "right", "tab", "3")
        await visited.goes_to("lobby")
        await visited.until(lambda: not visited.app.liking.sending)
        code = visited.app.room.account.code
    async with visit(server, start=Start(first=True), code=code) as visited:
        # Known now: straight to the lobby, as it was chosen.
        await visited.goes_to("lobby")
        await visited.until(lambda: visited.app.palette.ascii)
        liked = visited.app.preferences
        assert (liked.ascii, liked.colours, liked.bell, liked.met) == ("ascii", "mono", "off", True)


async def test_a_seat_held_comes_before_questions(server: Server) -> None:
    async with visit(server, start=Start(first=True)) as visited:
        await visited.goes_to("firstrun")
        await visited.press("1")
        await visited.goes_to("table")
        code = visited.app.room.account.code
    async with visit(server, start=Start(first=True), code=code) as visited:
        await visited.goes_to("table")


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 18), (79, 24)])
async def test_everything_has_its_place_at_every_size(
    server: Server, size: tuple[int, int]
) -> None:
    async with visit(server, start=Start(first=True), size=size) as visited:
        await visited.goes_to("firstrun")
        text = visited.text
        for wanted in ("Deutsch", "Anna", "vier Karten?", "ja", "still", "1 Enter", "2", "3 Lobby"):
            assert wanted in text, text
        small = size[0] < 80 or size[1] < 24
        assert (f"{size[0]}×{size[1]}" in text) is small
        assert ("Wiederkommen" in text) is not small


async def test_language_and_name_are_changed_and_kept(server: Server) -> None:
    kept: list[tuple[Lang, Account]] = []
    start = Start(first=True, chosen=lambda lang, account: kept.append((lang, account)))
    async with visit(server, start=start) as visited:
        await visited.goes_to("firstrun")
        await visited.sees("sofort spielen")
        await visited.press("tab", "right")
        await visited.sees("play at once")
        # A name of one's own takes the place of the one that was given.
        await visited.press("down")
        await visited.type("q2Eva")
        # The name is asked for as soon as its line is left.
        await visited.press("tab")
        await visited.sees("yours ✓")
        assert visited.app.room.account.name == "q2Eva"
        await visited.press("tab", "tab", "3")
        await visited.goes_to("lobby")
        await visited.sees("No table yet.")
        assert [(lang, account.name) for lang, account in kept] == [("en", "q2Eva")]


async def test_a_name_that_is_taken_is_said_at_once(server: Server) -> None:
    async with guest(server, "Ben"), visit(server, start=Start(first=True)) as visited:
        await visited.goes_to("firstrun")
        await visited.press("tab", "tab", *["backspace"] * 4)
        await visited.type("Ben")
        await visited.press("enter")
        await visited.sees("So oder ähnlich heißt schon jemand.")
        assert visited.at("firstrun")


async def test_q_ends_the_program(server: Server) -> None:
    async with visit(server, start=Start(first=True)) as visited:
        await visited.goes_to("firstrun")
        await visited.press("q")
        await visited.until(lambda: not visited.app.is_running)
        assert visited.app.return_value == 0


async def test_escape_leads_back_to_the_ways_and_ends_nothing(server: Server) -> None:
    async with visit(server, start=Start(first=True)) as visited:
        await visited.goes_to("firstrun")
        await visited.press("tab", "tab")
        await visited.type("q3")
        assert "3 Lobby" not in visited.text
        await visited.press("escape", "escape")
        await visited.sees("3 Lobby")
        await visited.until(lambda: visited.app.room.account.name == "q3")
        assert visited.at("firstrun")


async def test_the_frame_is_gold_while_keys_go_into_it(server: Server) -> None:
    async with visit(server, start=Start(first=True)) as visited:
        await visited.goes_to("firstrun")
        page = visited.screen
        assert isinstance(page, FirstRunScreen)
        gold = page.palette.accent.fg

        def frame() -> str | None:
            return next(run.style.fg for run in page.draw((80, 24))[7] if "│" in run.text)

        assert frame() == page.palette.faint.fg
        await visited.press("tab")
        assert frame() == gold
