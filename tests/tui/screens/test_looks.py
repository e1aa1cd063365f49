"""Every screen at every size and in every kind of terminal: exact rows, allowed signs, no crash."""

from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from server.run import Server
from tests.tui import sent as sent_to
from tests.tui.screens.visit import GERMAN, Visit, visit
from tui.app import PokerApp
from tui.canvas.palette import Depth
from tui.screens.help import TABS
from tui.start import Start

SIZES = ((80, 24), (120, 36), (300, 90), (79, 23), (60, 18), (40, 12), (20, 5), (10, 3), (1, 1))
OPENINGS = ("", "question_mark", "plus", "b", "c", "p", "h", "s", "o", "colon")
# Lists of a few lines, as some of the others are.
SIZED = tuple(opening for opening in OPENINGS if opening not in ("b", "c"))


def check(visited: Visit, size: tuple[int, int]) -> None:
    """Rows are exactly as wide as the terminal; a sheet is as high as it is."""
    canvas = visited.screen.canvas
    rows = canvas._draw_rows((canvas.size.width, canvas.size.height))
    assert len(rows) == canvas.size.height
    assert canvas.size.width == size[0]
    for row in rows:
        assert cell_len("".join(run.text for run in row)) == size[0]


@pytest.mark.parametrize("opening", SIZED)
async def test_every_size(server: Server, opening: str) -> None:
    async with visit(server) as visited:
        if opening:
            await visited.press(opening)
        for size in SIZES:
            await visited.resize(*size)
            for _ in range(5 if visited.at("help") else 1):
                await visited.press("right")
                check(visited, size)
        await visited.press("escape")
        await visited.goes_to("lobby")


async def test_first_run_at_every_size(server: Server) -> None:
    async with visit(server, start=Start(first=True)) as visited:
        for size in SIZES:
            await visited.resize(*size)
            check(visited, size)


@pytest.mark.parametrize("depth", ["true", "256", "16", "mono"])
async def test_colours_are_only_those_of_the_depth(
    server: Server, depth: Depth, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What the host's own environment says must not matter.
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    async with visit(server, replace(GERMAN, depth=depth)) as visited:
        async for screen in around(visited):
            sent = written(visited.app)
            sent_to.check(sent, depth)
            assert ("38;2;" in sent) == (depth == "true"), screen
            assert ("38;5;" in sent or depth == "true") == (depth in ("true", "256")), screen


async def around(visited: Visit) -> AsyncIterator[str]:
    """From the lobby through everything that opens from it; in help, its tabs."""
    for opening in OPENINGS:
        if opening:
            await visited.press(opening)
        for _ in range(len(TABS) if visited.at("help") else 1):
            yield visited.screen.NAME
            await visited.press("right")
        await visited.press("escape")
        await visited.goes_to("lobby")


def written(app: PokerApp) -> str:
    """The uppermost screen as the terminal gets it."""
    strips = app.screen._compositor.render_strips()
    return "".join(strip.render(app.console) for strip in strips)


async def test_ascii_terminals_get_ascii_only(server: Server) -> None:
    plain = replace(GERMAN, ascii=True, depth="mono")
    async with visit(server, plain, name="Jörg") as visited:
        async for screen in around(visited):
            sent = written(visited.app)
            assert sent.isascii(), (screen, [c for c in sent if not c.isascii()])


async def test_two_sessions_in_one_process_keep_their_own_colours(server: Server) -> None:
    first = visit(server, replace(GERMAN, depth="true"))
    second = visit(server, replace(GERMAN, depth="16", lang="en"), name="Ben")
    async with first as one, second as two:
        await one.sees("Noch kein Tisch")
        await two.sees("No table yet")
        assert "38;2;" in written(one.app)
        assert "38;2;" not in written(two.app)
        assert one.app.words.lang == "de"
