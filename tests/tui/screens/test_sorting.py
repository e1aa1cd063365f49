"""What a table's screen has the server keep of an arrangement, and what it takes from there."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from msgspec.structs import replace

from engine.values.cards import cards
from engine.values.draft import Draft
from protocol.messages import Keep, Ok, TableView
from tests.tui.layouts.arranging_deals import at_table
from tui.canvas import sorting as sort
from tui.canvas.scene import Ui
from tui.canvas.sorting import Sorting
from tui.screens.sorting import Sorter

VIEW = at_table().table
THEIRS = Draft(cards("Ac"), (), cards("8s8h"))
MOVED = Draft((), cards("KsKd"))


class Screen:
    """What a table's screen does for an arrangement; the server answers when it is let."""

    table = "t1"

    def __init__(self) -> None:
        self.ui = Ui()
        self.house = self
        self.kept: list[Draft] = []
        self.answers = asyncio.Semaphore(99)
        self.running: list[asyncio.Task[None]] = []

    def run_worker(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.running.append(asyncio.get_running_loop().create_task(work()))

    async def ask_server(self, message: Keep) -> Ok:
        async with self.answers:
            self.kept.append(message.draft)
            return Ok(message.id)

    # ── as somebody has it ─────────────────────────────────────────────────────────────────────

    @property
    def now(self) -> Sorting:
        assert self.ui.sorting is not None
        return self.ui.sorting

    def lays(self, sorter: Sorter, row: int) -> Draft:
        """The card under the cursor comes to lie in a row."""
        moved = sort.lay(self.now, row)
        assert isinstance(moved, Sorting)
        self.ui = replace(self.ui, sorting=moved)
        sorter.send()
        return moved.draft

    async def rests(self) -> None:
        """Nothing is on its way any more."""
        await asyncio.gather(*self.running)


def begun(kept: Draft | None = None) -> tuple[Screen, Sorter]:
    screen = Screen()
    sorter = Sorter(screen)  # type: ignore[arg-type]
    sorter.keep(told(kept))
    return screen, sorter


def told(draft: Draft | None) -> TableView:
    return replace(VIEW, draft=draft)


async def test_a_view_from_before_takes_nothing_back() -> None:
    screen, sorter = begun(THEIRS)
    assert screen.now.draft == THEIRS
    first = screen.lays(sorter, 0)
    await screen.rests()
    second = screen.lays(sorter, 2)
    await screen.rests()
    assert screen.kept == [first, second]
    # Once more as it was when somebody came back, then as it was on the way.
    for draft in (THEIRS, first, second, second):
        sorter.keep(told(draft))
        assert screen.now.draft == second


async def test_what_another_session_has_arranged_is_taken_over_and_undone() -> None:
    screen, sorter = begun()
    mine = screen.lays(sorter, 1)
    await screen.rests()
    sorter.keep(told(mine))
    sorter.keep(told(THEIRS))
    assert screen.now.draft == THEIRS
    sorter.send()
    await screen.rests()
    assert screen.kept == [mine]
    undone = sort.undo(screen.now)
    assert isinstance(undone, Sorting)
    assert undone.draft == mine
    # There it can come to lie again as it did here before.
    sorter.keep(told(mine))
    assert screen.now.draft == mine


async def test_what_is_on_its_way_is_newer_than_what_is_told() -> None:
    screen, sorter = begun()
    screen.answers = asyncio.Semaphore(0)
    mine = screen.lays(sorter, 1)
    await asyncio.sleep(0)
    sorter.keep(told(THEIRS))
    assert screen.now.draft == mine
    screen.answers.release()
    await screen.rests()
    assert screen.kept == [mine]
