"""Two at a table of Omaha hi/lo: one has the high hand, the other the low one."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from engine.values.chance import Chance
from server.house import World
from server.run import Server
from tests.e2e.chips import (
    awake,
    first_button,
    playing_for_chips,
    puts_in,
    reads,
    sees,
    ssh_host,
    stacked,
)
from tests.e2e.form import chooses
from tests.e2e.house import POKERTUI, SSH, environment, ssh
from tests.e2e.terminal import Terminal

# As many as the form of a new table says.
SEATS = 6
HANDS = {0: "KcKhQsJs", 1: "As3h4dTh"}
BOARD = "KsKd2c7d8h"
# Two kings of Anna's with the board's; ace and three of Ben's with the deuce, seven and eight.
HALVES = "Pot 40: High 20 Anna (Vierling, Könige); Low 20 Ben (8-7-3-2-A)."


def chance(table: str, deal: int) -> Chance:
    """Anna has the button, so that Ben is dealt to first."""
    return stacked((1, 0), HANDS, 4, BOARD) if deal else first_button(0, SEATS)


@pytest.mark.soak
@pytest.mark.skipif(SSH is None, reason="needs the OpenSSH client")
async def test_high_and_low_share_a_pot_and_the_screens_say_so(tmp_path: Path) -> None:
    config = playing_for_chips(tmp_path)
    async with (
        Server(config, world=World(chance=chance)) as server,
        ssh_host(config, tmp_path) as port,
        AsyncExitStack() as stack,
    ):
        anna = stack.enter_context(ssh(tmp_path / "anna", "Anna", port))
        await opens(anna)
        argv = [*POKERTUI, "connect", f"localhost:{server.port}", "--name", "Ben"]
        ben = stack.enter_context(Terminal(argv, environment(tmp_path / "ben")))
        await sees(ben, "1/6")
        ben.press("enter")
        await sees(ben, "1.000 kaufen")
        ben.press("enter")
        for terminal in (anna, ben):
            await sees(terminal, "Space weiter")
            terminal.press("space")
        await raises(anna)
        await puts_in(ben, "c Call 10")
        for _ in range(3):
            await puts_in(ben, "c Check")
            await puts_in(anna, "c Check")
        for terminal in (anna, ben):
            await reads(terminal, HALVES, "Stacks: Anna 1.000 · Ben 1.000 · 4 frei")


async def opens(anna: Terminal) -> None:
    """A new table by the form."""
    await sees(anna, "Noch kein Tisch.")
    anna.press("+")
    await sees(anna, "Neuer Tisch")
    anna.press("tab")
    await chooses(anna, "Omaha Hi/Lo")
    await reads(anna, "Omaha Hi/Lo NL 5/10 zu sechst, Einkauf 400–1.000")
    anna.press("enter")
    await sees(anna, "1.000 kaufen")
    anna.press("enter")
    await sees(anna, "Es fehlt noch jemand.")


async def raises(anna: Terminal) -> None:
    """As little as can be, by the field."""
    await awake(anna)
    assert "2 Hand + 3 Tisch" in anna.text
    anna.press("r")
    await sees(anna, "Enter Raise auf 20")
    anna.press("enter")
