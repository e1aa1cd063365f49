"""Every screen at every size and in every kind of terminal: exact rows, allowed signs, no crash."""

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from server.run import Server
from tests.tui.screens.visit import GERMAN, Visit, visit
from tui.app import PokerApp
from tui.canvas.palette import Depth
from tui.start import Start

SIZES = ((80, 24), (120, 36), (300, 90), (79, 23), (60, 18), (40, 12), (20, 5), (10, 3), (1, 1))
OPENINGS = ("", "question_mark", "plus", "p", "h", "s", "colon")


def check(visited: Visit, size: tuple[int, int]) -> None:
    """Rows are exactly as wide as the terminal; a sheet is as high as it is."""
    canvas = visited.screen.canvas
    rows = canvas._draw_rows((canvas.size.width, canvas.size.height))
    assert len(rows) == canvas.size.height
    assert canvas.size.width == size[0]
    for row in rows:
        assert cell_len("".join(run.text for run in row)) == size[0]


@pytest.mark.parametrize("opening", OPENINGS)
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
        await visited.press("plus")
        await visited.goes_to("create")
        sent = written(visited.app)
        assert ("38;2;" in sent or "48;2;" in sent) == (depth == "true")
        if depth != "true":
            assert ("38;5;" in sent or "48;5;" in sent) == (depth == "256")
        if depth == "mono":
            assert not any(f"[{code}m" in sent or f";{code}m" in sent for code in range(30, 38))


def written(app: PokerApp) -> str:
    """The uppermost screen as the terminal gets it."""
    strips = app.screen._compositor.render_strips()
    return "".join(strip.render(app.console) for strip in strips)


async def test_ascii_terminals_get_ascii_only(server: Server) -> None:
    plain = replace(GERMAN, ascii=True, depth="mono")
    async with visit(server, plain, name="Jörg") as visited:
        for opening in OPENINGS:
            if opening:
                await visited.press(opening)
            for _ in range(5 if visited.at("help") else 1):
                assert visited.text.isascii(), [c for c in visited.text if not c.isascii()]
                await visited.press("right")
            await visited.press("escape")
        await visited.goes_to("lobby")


async def test_two_sessions_in_one_process_keep_their_own_colours(server: Server) -> None:
    first = visit(server, replace(GERMAN, depth="true"))
    second = visit(server, replace(GERMAN, depth="16", lang="en"), name="Ben")
    async with first as one, second as two:
        await one.sees("Noch kein Tisch")
        await two.sees("No table yet")
        assert "38;2;" in written(one.app)
        assert "38;2;" not in written(two.app)
        assert one.app.words.lang == "de"
