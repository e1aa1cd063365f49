"""What people write is letters on every other terminal and in the log, nothing else (D8, D6)."""

import asyncio
import contextlib
import re
from pathlib import Path

import msgpack  # type: ignore[import-untyped]
import pytest

from protocol.messages import Chat, Watch
from tests.e2e.house import SSH, running
from tests.e2e.terminal import Terminal
from tests.server.client import Client, open_table, play
from tests.tui.ssh.rig import looking

# A title, the clipboard, colours, a cleared screen, forged and turned lines, a tower of marks.
TITLE = "bob\x1b]0;PWN\x07"
CLIPBOARD = "\x1b]52;c;UFdO\x07clip"
COLOUR = "x\u009b31mrot\x1b[2Jleer"
FORGED = "ja\rBen: hab AA\nCarla: ich auch"
TURNED = "a\u202ezyx\u2066b\u200f"
TOWER = "e" + "\u0301" * 399
BRACKETS = "[/red] [@click=app.quit]x[/] [b + c"
TALKATIVE = "bot_pause = 0\n[limits]\nsays_burst = 50\n"
TEXTS = (CLIPBOARD, COLOUR, FORGED, TURNED, TOWER, BRACKETS)

# What no terminal may be sent on account of any of these; C1 controls and direction marks are in
# nothing that we draw.
OBEYED = (
    re.compile(rb"\x1b\](?:0|2|52);[^\x07\x1b]*(?:PWN|UFdO)"),
    re.compile(rb"PWN\x07|UFdO\x07|\x07clip"),
    re.compile(rb"\xc2[\x80-\x9f]"),
    re.compile(rb"\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]"),
    re.compile(rb"ja\r|hab AA\n"),
    re.compile(rb"rot\x1b\[2J|x\x9b"),
    re.compile(rb"(?:\xcc\x81){3}"),
)
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


async def sees(terminal: Terminal, what: str) -> str:
    """The terminal's screen as soon as it holds `what`."""
    return await asyncio.to_thread(terminal.wait, what)


def strings(value: object) -> list[str]:
    """Every text that is anywhere in a message."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for one in value.items() for text in strings(list(one))]
    if isinstance(value, list):
        return [text for one in value for text in strings(one)]
    return []


@pytest.mark.timeout(120)
@pytest.mark.skipif(SSH is None, reason="needs the OpenSSH client")
async def test_text_from_people_is_letters_on_every_screen_and_in_the_log(tmp_path: Path) -> None:
    with running(tmp_path, TALKATIVE) as house, contextlib.ExitStack() as stack:
        async with (
            await Client.tcp(house.tcp) as mallory,
            await Client.tcp(house.tcp) as raw,
            looking(house.ssh_port, user="[/red]PWN", term="xterm\x1b]0;PWN\x07") as stranger,
        ):
            await mallory.hello(TITLE)
            await raw.hello("Raw")
            table = await open_table(mallory, name=TITLE + TURNED, seats=5)
            await raw.ask(Watch, table=table)
            # Of such user names the worst are refused, and said to nobody as they are.
            turned = stack.enter_context(house.ssh("a\u202eb"))
            await asyncio.to_thread(turned.wait_end)
            assert "Prohibited character" in turned.text
            # One with such a terminal opens a table, which all see in the lobby.
            await stranger.wait("PWN")
            stranger.send("b\r")
            anna = stack.enter_context(house.connect("Anna"))
            otto = stack.enter_context(house.ssh("otto"))
            for terminal in (anna, otto):
                await sees(terminal, "bob]0;PWN")
                await sees(terminal, "redPWN")
                terminal.press("enter")
                await sees(terminal, "wartet auf Spieler")
                terminal.press("t")
                await sees(terminal, "senden")
            await mallory.view(lambda view: view.watching == 1 and view.chairs[2].kind != "empty")
            for text in TEXTS:
                await mallory.ask(Chat, table=table, text=text)
            for terminal in (anna, otto):
                text = await sees(terminal, "[@click=app.quit]x[/]")
                # One line is one line, whoever would like to speak for others.
                assert "ja Ben: hab AA Carla: ich auch" in re.sub(r"\s+", " ", text)
                assert "bob]0;PWN" in text
                assert terminal.process.poll() is None
            for terminal in (anna, otto):
                for obeyed in OBEYED:
                    assert not obeyed.search(bytes(terminal.raw)), obeyed.pattern
            # Clients of other makers are told nothing else.
            unpacker = msgpack.Unpacker()
            unpacker.feed(raw.raw)
            assert all(text.isprintable() for text in strings(list(unpacker)))

            # A deal and all sorts of nonsense, and the log tells of neither.
            await open_table(raw, bots="now")
            await play(raw, deals=1)
            for nonsense in (b"\x1b]0;PWN\x07 As Kd\r\n", msgpack.packb({"type": "As Kd\x1b[2J"})):
                async with await Client.tcp(house.tcp) as other:
                    other.write_bytes(nonsense)
                    assert await other.bye() == "malformed"
        assert house.stop() == 0
    log = house.log.read_text("utf-8")
    assert "logged in as" in log
    assert "goodbye to" in log
    assert all(line.isprintable() for line in log.splitlines())
    # Fingerprints are letters and digits at random.
    plain = re.sub(r"SHA256:\S+", "", log).replace(str(tmp_path), "")
    assert not CARD.search(plain)
