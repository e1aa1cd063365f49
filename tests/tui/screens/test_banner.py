"""What whoever runs the server tells everybody: over the title, for a while, in every size."""

import pytest
from rich.cells import cell_len

from protocol.admin import Announce, Close, ResetName
from server.admin.office import Office
from server.config import Config
from server.run import Server
from tests.tui.screens.visit import ENGLISH, visit
from tui.banner import PARTS, Banner
from tui.canvas.palette import palette
from tui.locale import Words

LONG = "At ten o'clock the server starts again, which takes a minute; seats and deals are kept."


def test_a_long_text_comes_part_after_part_and_goes() -> None:
    banner, words = Banner(), Words("en")
    banner.show(LONG)
    told: list[str] = []
    while banner.stands:
        row = banner.row(30, palette("true", False), words)
        text = "".join(run.text for run in row)
        assert cell_len(text) == 30
        told.append(text.strip())
        banner.turn()
    assert len(told) == PARTS
    assert " ".join(told[:4]) == LONG
    assert told[4:8] == told[:4]


def test_the_newest_text_counts() -> None:
    banner = Banner()
    banner.show("one")
    banner.turn()
    banner.show("two")
    row = banner.row(20, palette("16", True), Words("en"))
    assert "".join(run.text for run in row).strip() == "two"


@pytest.mark.parametrize("width", [0, 1, 2, 3])
def test_any_width_will_do(width: int) -> None:
    banner = Banner()
    banner.show(LONG)
    row = banner.row(width, palette("256", False), Words("de"))
    assert cell_len("".join(run.text for run in row)) == width


async def test_what_operators_say_and_do_is_told_on_the_screen(config: Config) -> None:
    async with Server(config) as server, visit(server, ENGLISH) as visited:
        await visited.sees("No table yet")
        office = Office(server.house, "anna")
        await office.do(Announce("Good evening."))
        await visited.sees("Announcement: Good evening.")
        await visited.press("b", "enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.table.view is not None)
        await visited.sees("Announcement: Good evening.")
        for _ in range(PARTS):
            visited.app._turn_banner()
        await visited.until(lambda: "Announcement" not in visited.text)
        await office.do(ResetName("Anna"))
        await visited.sees("You are called Player now")
        assert visited.app.room.account.name == "Player"
        assert (await office.do(Close(visited.view.id, "Late."))) is not None
        await visited.goes_to("lobby")
        await visited.sees("The operator has closed the table; all stakes went back. Reason: Late.")
