"""A service that is stopped while people are there, idle or half inside; a terminal that goes."""

import asyncio
import contextlib
import os
import pty
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgpack  # type: ignore[import-untyped]
import pytest

from tests.deploy.service import Service, service
from tests.e2e.house import SSH, environment, free_port, ssh
from tests.e2e.terminal import TAKE_TERMINAL, Terminal
from tests.server.client import Client, open_table
from tests.server.test_hostile import HELLO
from tests.server.test_process import answers_ssh
from tui.locale.de.ssh import WORDS as GERMAN
from tui.locale.en.ssh import WORDS as ENGLISH

# Mouse, focus and paste are off, the cursor is there, the screen is the shell's.
RESTORED = (
    *(b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?1006l", b"\x1b[?1004l", b"\x1b[?2004l"),
    *(b"\x1b[?25h", b"\x1b[?1049l"),
)


def strangers(house: Service) -> Iterator[socket.socket]:
    """Connections of all kinds from which nothing more comes, and which read nothing."""
    hello = msgpack.packb(HELLO | {"name": "Stuck"})
    lobby = msgpack.packb({"type": "watch_lobby", "id": 1, "on": True})
    for port, said in (
        (house.tcp, b""),
        (house.tcp, hello[:5]),
        (house.tcp, hello + lobby),
        (house.ssh_port, b""),
        (house.ssh_port, b"SSH-2.0-half\r\n"),
    ):
        stranger = socket.socket()
        stranger.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stranger.connect(("127.0.0.1", port))
        stranger.sendall(said)
        yield stranger


def given_back(terminal: Terminal, sentence: str) -> None:
    """Assert that the terminal is as it was, with one line to say why."""
    assert terminal.wait_end() == 1
    last = terminal.raw.rindex(sentence[:40].encode())
    # In a row: nothing was drawn after the first of them.
    tail = terminal.raw[terminal.raw.rindex(b"\x1b[?1049l") - 200 : last]
    assert all(code in tail for code in RESTORED)
    assert not terminal.raw[last:].count(b"\x1b")


@pytest.mark.skipif(SSH is None, reason="needs the OpenSSH client")
async def test_everybody_hears_goodbye_before_the_manager_loses_patience(tmp_path: Path) -> None:
    async with service(tmp_path) as house:
        await house.start()
        await house.ready()
        with contextlib.ExitStack() as stack:
            enter = stack.enter_context
            port = house.ssh_port
            lobby = enter(ssh(tmp_path / "ada", "ada", port))
            table = enter(ssh(tmp_path / "ben", "ben", port, lang="en_GB.UTF-8"))
            stopped = enter(ssh(tmp_path / "cem", "cem", port))
            wavering = enter(ssh(tmp_path / "dora", "dora", port, ask=True))
            await asyncio.to_thread(table.wait, "Lobby ·")
            table.press("b", "enter")
            await asyncio.to_thread(table.wait, lambda text: "Pokerface" in text and "4/4" in text)
            await asyncio.to_thread(lobby.wait, "1+3/4")
            await asyncio.to_thread(stopped.wait, "1+3/4")
            await asyncio.to_thread(wavering.wait, "yes/no")
            stopped.process.send_signal(signal.SIGSTOP)
            stuck = [enter(contextlib.closing(one)) for one in strangers(house)]
            async with await Client.tcp(house.tcp) as anna, await Client.tcp(house.tcp) as berta:
                await anna.hello("Anna")
                await open_table(anna, bots="now")
                await berta.hello("Berta")

                assert await house.stop() == 0

                assert await anna.bye() == "stopping"
                assert await berta.bye() == "stopping"
            stopped.process.send_signal(signal.SIGCONT)
            await asyncio.to_thread(given_back, lobby, GERMAN["stopping"])
            await asyncio.to_thread(given_back, table, ENGLISH["stopping"])
            await asyncio.to_thread(stopped.wait_end)
            assert all(one.fileno() >= 0 for one in stuck)
        assert "Traceback" not in house.journal
        assert "again in" not in house.journal
        assert not await answers_ssh(house.ssh_port)


async def test_hanging_up_means_nothing_to_a_service(tmp_path: Path) -> None:
    async with service(tmp_path) as house:
        await house.start()
        await house.ready()
        async with await Client.tcp(house.tcp) as anna:
            await anna.hello("Anna")
            # To all of its processes, as `systemctl kill` sends it.
            os.killpg(house.process.pid, signal.SIGHUP)
            await open_table(anna)
            assert await answers_ssh(house.ssh_port)
        assert await house.stop() == 0


def in_terminal(home: Path, line: list[str]) -> tuple[int, subprocess.Popen[bytes]]:
    """A server in a terminal that can be closed: the terminal's other end, and the server."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", TAKE_TERMINAL, sys.executable, "-m", "tui.cli", *line],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(home),
        start_new_session=True,
    )
    os.close(theirs)
    return ours, process


@pytest.mark.parametrize("shell", [False, True], ids=["the system", "a shell"])
async def test_a_terminal_that_goes_away_is_a_stop_like_others(tmp_path: Path, shell: bool) -> None:
    """The system tells the first process of the terminal alone, a shell all of its jobs."""
    tcp, ssh_port = free_port(), free_port()
    line = ["serve", "--lang", "en", "--state", str(tmp_path / "state")]
    line += ["--listen", f"127.0.0.1:{tcp}", "--ssh", f"127.0.0.1:{ssh_port}"]
    ours, process = in_terminal(tmp_path / "home", line)
    with process:
        said = b""
        while b"Ctrl+C" not in said:
            said += await asyncio.to_thread(os.read, ours, 4096)
        with contextlib.ExitStack() as stack:
            async with await Client.tcp(tcp) as anna:
                await anna.hello("Anna")
                await open_table(anna, bots="now")
                visitor = None
                if SSH is not None:
                    visitor = stack.enter_context(ssh(tmp_path / "ben", "ben", ssh_port))
                    await asyncio.to_thread(visitor.wait, "Lobby")
                if shell:
                    os.killpg(process.pid, signal.SIGHUP)
                os.close(ours)
                assert await anna.bye() == "stopping"
            if visitor is not None:
                await asyncio.to_thread(given_back, visitor, GERMAN["stopping"])
        assert await asyncio.to_thread(process.wait, 20) == 0
    assert not await answers_ssh(ssh_port)
