"""A private table for two, a third who waits for a chair, and a fourth who is called."""

import re
from contextlib import ExitStack
from pathlib import Path

import pytest

from protocol.messages import Find, Join, Leave
from tests.e2e.chips import sees
from tests.e2e.form import chooses, goes_to, sentence
from tests.e2e.house import running
from tests.e2e.terminal import Terminal
from tests.server.client import Client

CODE = re.compile(r"Code (\w{4}-\w{4})")


@pytest.mark.soak
async def test_a_chair_at_a_private_table_is_waited_for_called_out_and_taken(
    tmp_path: Path,
) -> None:
    with running(tmp_path) as house, ExitStack() as stack:
        anna = stack.enter_context(house.connect("Anna"))
        await opens_privately(anna)
        anna.press("i")
        found = CODE.search(await sees(anna, lambda text: CODE.search(text) is not None))
        assert found is not None
        code = found[1]
        carla = stack.enter_context(house.connect("Carla"))
        await sees(carla, "wartet     Code")
        async with await Client.tcp(house.tcp) as ben:
            await ben.hello("Ben")
            carla.press("z")
            await sees(carla, "erst alle 2")
            carla.press("enter")
            await sees(carla, "weckt dich ab 2 Leuten")
            table = await joins(ben, code)
            await sees(carla, "sitzen jetzt 2 Leute.")
            await sees(carla, "2/2")
            carla.press("enter")
            await sees(carla, "Code für „Runde von Anna“")
            # Typed as one hears it.
            carla.press(code.replace("-", "").upper())
            carla.press("enter")
            await sees(carla, "Warteliste 1.")
            await ben.ask(Leave, table=table)
        await sees(carla, "ist ein Platz frei")
        await sees(carla, "noch 2")
        carla.press("enter")
        await sees(carla, "~Carla  du")
        carla.press("i")
        await sees(carla, f"Code {code}")
        for terminal in (carla, anna):
            terminal.press("q")
            await sees(terminal, "verlassen?")
            terminal.press("enter")
            await sees(terminal, "Lobby ·")


async def opens_privately(anna: Terminal) -> None:
    """Pokerquadrat for two, saved as a preset on the way, by code and without bots."""
    await sees(anna, "Noch kein Tisch.")
    anna.press("+")
    await sees(anna, "Neuer Tisch")
    anna.press("tab")
    await chooses(anna, "Pokerquadrat")
    anna.press("tab")
    await goes_to(anna, "Bots")
    anna.press("left", "left")
    await sees(anna, lambda text: "ohne Bots" in sentence(text))
    await goes_to(anna, "Zutritt")
    anna.press("right")
    await sees(anna, lambda text: "nur mit Code" in sentence(text))
    anna.press("s")
    await sees(anna, "Als Vorlage speichern")
    anna.press("enter")
    await sees(anna, "Gespeichert als „Runde von Anna“")
    # Everything else, and back to what was saved.
    anna.press("g")
    await sees(anna, "eingebaute Vorlagen")
    anna.press("down", "enter")
    await sees(anna, lambda text: "ist geladen" in text and "nur mit Code" not in text)
    anna.press("g")
    await sees(anna, "eingebaute Vorlagen")
    anna.press("enter")
    await sees(anna, lambda text: "nur mit Code" in sentence(text))
    anna.press("enter")
    await sees(anna, "1/2")


async def joins(ben: Client, code: str) -> str:
    """Ben finds the table by its code and sits down."""
    table = (await ben.ask(Find, code=code)).table
    assert table is not None
    await ben.ask(Join, table=table, code=code)
    return table
