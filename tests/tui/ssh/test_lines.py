"""Sessions without a screen: `ssh -T`, and terminals that can't place text."""

import asyncio
import subprocess
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from server.run import Server
from tests.server.client import until
from tests.tui.lines.talker import PATIENCE, config_in
from tests.tui.ssh.rig import Rig, empty_home, hosting, looking, needs_ssh, openssh
from tui.ssh import lines
from tui.ssh.apps import poker_app
from tui.ssh.lines import Lines

Hears = Callable[[str], Awaitable[str]]


@asynccontextmanager
async def card_room(folder: Path) -> AsyncIterator[Rig]:
    """A server and a host before it, in this process."""
    async with Server(config_in(folder)), hosting(folder, poker_app, server=False) as rig:
        yield rig


@needs_ssh
async def test_ssh_without_a_terminal_plays_in_lines(tmp_path: Path) -> None:
    async with card_room(tmp_path) as rig:
        command = openssh(tmp_path, rig.port, "-T", "-o", "SendEnv=LANG", tty=False)
        env = empty_home(tmp_path, LANG="de_DE.UTF-8")
        client = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=subprocess.DEVNULL, env=env
        )
        assert client.stdin is not None
        assert client.stdout is not None
        heard = b""
        for begins, typed in (
            ("Lobby:", "schnell holdem"),
            ("Gleich geht es weiter", "weiter"),
            ("Du bist dran", "call"),
            ("~anna callt", "verlassen"),
            ("", "ja"),
            ("Lobby:", "ende"),
        ):
            async with asyncio.timeout(PATIENCE):
                while True:
                    line = await client.stdout.readline()
                    heard += line
                    assert line, heard.decode()
                    if line.decode().startswith(begins) or "ja tut es" in line.decode():
                        break
            client.stdin.write(f"{typed}\n".encode())
        async with asyncio.timeout(PATIENCE):
            heard += await client.stdout.read()
            assert await client.wait() == 0
    text = heard.decode()
    assert text.endswith("Bis bald!\n")
    assert all(line.isprintable() for line in text.split("\n"))


async def test_a_terminal_that_cannot_place_text_is_spoken_to(tmp_path: Path) -> None:
    async with card_room(tmp_path) as rig, looking(rig.port, term="dumb") as client:
        await client.wait("Lobby:")
        # It echoes nothing by itself.
        client.send("namx\x7fe\r")
        await client.wait("You are called anna.")
        client.send("\x03")
        assert await client.wait_end() == 0
    assert b"namx\b \be\r\n" in client.raw
    assert b"\x1b" not in client.raw
    assert client.raw.count(b"\n") == client.raw.count(b"\r\n")


async def test_who_likes_lines_better_has_them_wherever_they_come_from(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with card_room(tmp_path) as rig:
        async with looking(rig.port, term="dumb", client_keys=[key]) as client:
            client.send("plain\rquit\r")
            assert await client.wait_end() == 0
        async with looking(rig.port, client_keys=[key]) as client:
            client.send("screen\r")
            await client.wait("with a screen again")
            assert b"\x1b" not in client.raw


async def test_the_end_of_the_input_hangs_up(tmp_path: Path) -> None:
    async with card_room(tmp_path) as rig, looking(rig.port, term="dumb") as client:
        client.send("rules holdem\r")
        client.channel.write_eof()
        assert await client.wait_end() == 0
    assert "Hold'em, the sections of the rules:" in client.raw.decode()
    assert client.raw.endswith(b"See you!\r\n")


class Wire:
    """A channel that counts."""

    def __init__(self) -> None:
        self.sent = ""
        self.reading = True
        self.aborted = False
        self.below = 0

    def send(self, text: str) -> None:
        self.sent += text

    def backlog(self) -> int:
        return self.below

    def abort(self) -> None:
        self.aborted = True

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


class Talker:
    """Counts what is typed, until it is hung up on."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.over = asyncio.Event()

    def typed(self, line: str) -> None:
        self.lines.append(line)

    def hang_up(self) -> None:
        self.over.set()

    async def run(self) -> int:
        await self.over.wait()
        return 0


async def test_nobody_types_without_bounds() -> None:
    wire, talker = Wire(), Talker()
    session = Lines(wire, terminal=False)
    for _ in range(100):
        session.receive(b"look\n" * 1000)
    running = asyncio.create_task(session.run(talker))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    # What is too much is not read, and what was read is obeyed no faster than people type.
    assert not wire.reading
    assert len(talker.lines) <= lines.LINES_AT_ONCE + 1
    session.receive(b"\x03")
    assert await running == 0
    assert wire.reading


@pytest.mark.parametrize("typed", [b"x", b"x\x7f", b"\x1b[200~", b"\x00\xff"])
async def test_what_never_becomes_a_line_is_read_no_faster_than_people_type(
    typed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream without a line's end keeps the process from nobody else."""
    monkeypatch.setattr(lines, "BYTES_PER_SECOND", 1e5)
    monkeypatch.setattr(lines, "BYTES_AT_ONCE", 1000)
    wire, talker = Wire(), Talker()
    session = Lines(wire, terminal=True)
    running = asyncio.create_task(session.run(talker))
    await asyncio.sleep(0)
    reading = []
    for count in (900 // len(typed), 20_000):
        session.receive(typed * count)
        reading.append(wire.reading)
    assert reading == [True, False]
    await until(lambda: wire.reading)
    session.receive(b"\rlook\r")
    assert talker.lines[-1] == "look"
    session.receive(b"\x03")
    assert await running == 0


async def test_nothing_is_obeyed_while_nothing_is_read() -> None:
    wire, talker = Wire(), Talker()
    session = Lines(wire, terminal=False)
    running = asyncio.create_task(session.run(talker))
    await asyncio.sleep(0)
    session.hold()
    session.receive(b"one\n")
    assert talker.lines == []
    session.release()
    assert talker.lines == ["one"]
    session.end_input()
    assert await running == 0


async def test_who_reads_nothing_at_all_is_dropped() -> None:
    wire = Wire()
    session = Lines(wire, terminal=False)
    line = "x" * 999
    for _ in range(lines.UNREAD_MOST // 1000 + 2):
        session.say(line)
    await asyncio.sleep(0)
    assert not wire.aborted
    session.hold()
    for _ in range(lines.UNREAD_MOST // 1000 + 2):
        session.say(line)
    await asyncio.sleep(0)
    assert wire.aborted
