"""The first time on one's own machine (ux 7)."""

from protocol.messages import Account
from server.run import Server
from tests.tui.screens.visit import guest, visit
from tui.locale import Lang
from tui.screens.firstrun import FirstRunScreen
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


async def test_language_and_name_are_changed_and_kept(server: Server) -> None:
    kept: list[tuple[Lang, Account]] = []
    start = Start(first=True, chosen=lambda lang, account: kept.append((lang, account)))
    async with visit(server, start=start) as visited:
        await visited.goes_to("firstrun")
        await visited.sees("sofort spielen")
        await visited.press("tab", "right")
        await visited.sees("play at once")
        await visited.press("down", *["backspace"] * 4)
        await visited.type("q2Eva")
        await visited.press("tab", "2")
        await visited.goes_to("lobby")
        await visited.sees("No table yet.")
        assert [(lang, account.name) for lang, account in kept] == [("en", "q2Eva")]


async def test_a_name_that_is_taken_is_said_at_once(server: Server) -> None:
    async with guest(server, "Ben"), visit(server, start=Start(first=True)) as visited:
        await visited.goes_to("firstrun")
        await visited.press("up", *["backspace"] * 4)
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


async def test_the_frame_is_gold_while_keys_go_into_it(server: Server) -> None:
    async with visit(server, start=Start(first=True)) as visited:
        await visited.goes_to("firstrun")
        page = visited.screen
        assert isinstance(page, FirstRunScreen)
        gold = page.palette.accent.fg

        def frame() -> str | None:
            return next(run.style.fg for run in page.draw((80, 24))[6] if "│" in run.text)

        assert frame() == page.palette.faint.fg
        await visited.press("tab")
        assert frame() == gold
