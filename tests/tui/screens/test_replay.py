"""Looking back step by step: the keys, steps that come in parts, other deals, the text of it."""

import time
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from protocol.messages import Next
from protocol.rates import Bucket
from server import steps as parts
from server.log import Write
from server.run import Server
from tests.server.client import Client, open_table, play
from tests.tui.screens.sitting import at_table
from tests.tui.screens.visit import GERMAN, Visit, visit
from tui.programs import keep
from tui.screens import replay
from tui.screens.replay import ReplayScreen
from tui.start import Start
from tui.terminal import Terminal


@asynccontextmanager
async def looking_back(
    server: Server,
    deals: int = 1,
    terminal: Terminal = GERMAN,
    start: Start | None = None,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[Visit]:
    """Anna, back from deals with bots, at the last of them."""
    async with await Client.tcp(server.port) as anna:
        code = (await anna.hello("Anna")).account.code
        await open_table(anna, bots="now", name="Küche")
        await play(anna, deals=deals)
    async with visit(server, terminal, code=code, start=start or Start(), size=size) as visited:
        await at_table(visited)
        await visited.press("h")
        await visited.goes_to("replay")
        await visited.until(lambda: screen(visited)._reel.whole)
        yield visited


def screen(visited: Visit) -> ReplayScreen:
    """The replay, whatever lies over it."""
    return next(one for one in visited.app.screen_stack if isinstance(one, ReplayScreen))


def position(visited: Visit) -> tuple[int, int]:
    """Which step is shown, and how many there are, as the title says."""
    at, of = visited.lines[0].split(" · ")[-2].split()[-3::2]
    return int(at), int(of)


async def test_every_key_that_is_printed_does_something(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nothing moves here unless it is told to.
    monkeypatch.setattr(replay, "STEP", 3600)
    async with looking_back(server, start=Start(keep=keep), size=(120, 30)) as visited:
        first, of = position(visited)
        assert first == 1
        assert of == screen(visited)._reel.pictures
        foot = visited.lines[-1]
        for printed in ("← → Schritt", "1–5 Teil", "Space abspielen", "↑ ↓ Durchgang"):
            assert printed in foot
        for printed in ("y kopieren", "l Protokoll", "w speichern", "q zurück"):
            assert printed in foot
        await visited.press("right", "right")
        assert position(visited) == (3, of)
        assert "3   " in visited.text
        await visited.press("left")
        assert position(visited) == (2, of)
        await visited.press("end")
        assert position(visited) == (of, of)
        await visited.press("right")
        assert position(visited) == (of, of)
        await visited.press("home", "left")
        assert position(visited) == (1, of)
        # Each token round begins where the one before has ended; the fifth part is the showdown.
        begun = []
        for digit in "12345":
            await visited.press(digit)
            begun.append(position(visited)[0])
        assert begun == sorted(set(begun))
        assert begun[0] == 1
        await visited.press("6")
        await visited.sees("So viele Teile hat dieser Durchgang nicht.")
        assert position(visited) == (begun[-1], of)
        await visited.press("question_mark")
        await visited.goes_to("help")
        assert "abspielen" in visited.text
        await visited.press("escape")
        await visited.goes_to("replay")
        await visited.press("colon")
        await visited.goes_to("palette")
        await visited.press("escape")
        await visited.goes_to("replay")
        await visited.press("home")
        await copies(visited, monkeypatch)
        await plays(visited)
        # Meanwhile the game goes on.
        assert "Du bist dran" not in visited.lines[0]
        await visited.app.ask_server(Next(id=0, table=visited.view.id, deal=visited.view.deal))
        await visited.sees("▸ Du bist dran · ")
        await visited.press("q")
        await visited.goes_to("table")


async def plays(visited: Visit) -> None:
    """Space lets it play until the end."""
    of = position(visited)[1]
    await visited.press("space")
    assert "Space anhalten" in visited.lines[-1]
    screen(visited).play_on()
    assert position(visited) == (2, of)
    # Any other key takes over.
    await visited.press("right")
    assert position(visited) == (3, of)
    assert "Space abspielen" in visited.lines[-1]
    screen(visited).play_on()
    assert position(visited) == (3, of)
    await visited.press("end", "left", "space")
    screen(visited).play_on()
    assert position(visited) == (of, of)
    assert "Space abspielen" in visited.lines[-1]
    # Once more, from the beginning.
    await visited.press("space")
    assert position(visited) == (1, of)
    await visited.press("space")
    assert "Space abspielen" in visited.lines[-1]
    visited.app.prefer(quiet=True)
    await visited.press("space")
    await visited.sees("Im ruhigen Modus läuft nichts von selbst")
    screen(visited).play_on()
    assert position(visited) == (1, of)


async def copies(visited: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is shown, and goes into the terminal's clipboard."""
    written: list[str] = []
    driver = visited.app._driver
    assert driver is not None
    monkeypatch.setattr(driver, "write", written.append)
    await visited.press("y")
    await visited.goes_to("record")
    await visited.sees('variant = "pokerface"')
    await visited.sees("Kopiert, wo das Terminal es zulässt;")
    (copied,) = (one for one in written if one.startswith("\x1b]52;c;"))
    record = b64decode(copied.removeprefix("\x1b]52;c;").removesuffix("\a")).decode()
    assert record.startswith('variant = "pokerface"')
    assert record == screen(visited)._record
    await visited.press("escape")
    await visited.goes_to("replay")


async def test_arrows_lead_to_the_deals_before_and_after(server: Server) -> None:
    async with looking_back(server, deals=2) as visited:
        assert "Durchgang 2" in visited.lines[0]
        await visited.press("right")
        await visited.press("up")
        await visited.sees("Durchgang 1 ·")
        assert position(visited)[0] == 1
        await visited.press("up")
        await visited.sees("Das ist dein erster Durchgang hier.")
        await visited.press("down")
        await visited.sees("Durchgang 2 ·")
        await visited.press("down")
        await visited.sees("Das ist dein letzter Durchgang hier.")


async def test_steps_come_in_parts_while_the_first_are_looked_at(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "_PART", 4 * 1024)
    async with looking_back(server) as visited:
        reel = screen(visited)._reel
        assert reel.of > 10
        screen(visited)._reel = replace(reel, steps=reel.steps[:4], reveals=0)
        await visited.press("end")
        assert "4…" in visited.lines[0]
        screen(visited)._read_on()
        await visited.until(lambda: screen(visited)._reel.whole)
        of = position(visited)[1]
        assert position(visited) == (of, of)
        # Too many parts in too short a time: what is there can still be looked at.
        (session,) = server.house.sessions.values()
        session.steps = Bucket(1e-6, 0.5, time.monotonic)
        screen(visited)._reel = replace(reel, steps=reel.steps[:4], reveals=0)
        screen(visited)._read_on()
        await visited.sees("Langsam: zu viel auf einmal.")
        assert position(visited)[0] == 4


async def test_what_has_no_steps_is_told_in_lines(server: Server) -> None:
    async with await Client.tcp(server.port) as anna:
        code = (await anna.hello("Anna")).account.code
        await open_table(anna, bots="now")
        await play(anna, deals=1)
    await server.house.log.append([Write("UPDATE deals SET rules = 0", ())])
    async with visit(server, code=code) as visited:
        await at_table(visited)
        await visited.press("h")
        await visited.goes_to("record")
        await visited.sees("Dieser Durchgang lässt sich nicht mehr Schritt für Schritt zeigen.")
        assert "Markenrunde" in visited.text
