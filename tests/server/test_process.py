"""The server as a process of its own: started, used, ended by a signal or by its socket."""

import asyncio
import re
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.values.cards import Card
from protocol.messages import Bye, Create
from tests.server.breaking import UNSYNCED
from tests.server.client import Client, open_table, play, sit

START = """
import asyncio, sys
from pathlib import Path
from server.config import Config
from server.run import serve
sys.exit(asyncio.run(serve(Config(
    state=Path(sys.argv[1]), listen=None, host_socket=Path(sys.argv[2]), bot_pause=0,
))))
"""


async def start(state: Path, path: Path, inside: Sequence[str] = (), prelude: str = "") -> Process:
    """A server process, listening.

    `inside` is what its command line begins with, `prelude` what its program does before.
    """
    process = await asyncio.create_subprocess_exec(
        *(*inside, sys.executable, "-c", prelude + START, str(state), str(path)), stderr=PIPE
    )
    async with asyncio.timeout(20):
        while not await _answers(path):
            assert process.returncode is None
            await asyncio.sleep(0.01)
    return process


async def _answers(path: Path) -> bool:
    try:
        _, writer = await asyncio.open_unix_connection(path)
    except OSError:
        return False
    writer.close()
    await writer.wait_closed()
    return True


async def end(process: Process, number: signal.Signals) -> str:
    """Send a signal; what the process had to complain about, after a clean exit."""
    process.send_signal(number)
    async with asyncio.timeout(10):
        _, complaints = await process.communicate()
    assert process.returncode == 0, complaints.decode()
    return complaints.decode()


async def test_sigterm_says_goodbye_and_keeps_the_deal(tmp_path: Path) -> None:
    state, path = tmp_path / "state", tmp_path / "host.sock"
    process = await start(state, path)
    async with await Client.unix(path) as anna:
        welcome = await anna.hello("Anna")
        table = await open_table(anna, bots="now")
        before = await anna.view(lambda view: view.stage == "running")
        complaints = await end(process, signal.SIGTERM)
        assert await anna.bye() == "stopping"
    assert "Traceback" not in complaints
    assert not path.exists()
    process = await start(state, path)
    async with await Client.unix(path) as anna:
        again = await anna.hello(code=welcome.account.code)
        assert again.held == (table,)
        await sit(anna, table)
        after = await anna.view()
        assert (after.stage, after.deal, after.me) == ("running", before.deal, before.me)
        assert before.view is not None
        assert after.view is not None
        hand = before.view.zone("hand.0")
        assert hand is not None
        assert all(isinstance(cell, Card) for cell in hand.cells)
        assert after.view.zone("hand.0") == hand
    assert "Traceback" not in await end(process, signal.SIGINT)


async def answers_ssh(port: int) -> bool:
    """Whether an SSH host listens on that port."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        greeting = await reader.readline()
    except OSError:  # nobody there, or somebody who is just going
        return False
    writer.close()
    return greeting.startswith(b"SSH-2.0-")


async def test_a_killed_server_takes_its_ssh_host_along(tmp_path: Path) -> None:
    # Left alone, the host would keep the port and the next server could not start.
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    line = ["serve", "--state", str(tmp_path), "--listen", "127.0.0.1:0"]
    line += ["--ssh", f"127.0.0.1:{port}"]
    for number in (signal.SIGKILL, signal.SIGTERM):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tui.cli", *line, stderr=DEVNULL
        )
        async with asyncio.timeout(60):
            while not await answers_ssh(port):
                assert process.returncode is None
                await asyncio.sleep(0.05)
            process.send_signal(number)
            await process.wait()
            while await answers_ssh(port):  # noqa: ASYNC110 — a port that closes tells nobody
                await asyncio.sleep(0.05)


async def test_any_free_port_will_do_and_is_told(tmp_path: Path) -> None:
    line = ["serve", "--lang", "en", "--state", str(tmp_path)]
    line += ["--listen", "127.0.0.1:0", "--ssh", "127.0.0.1:0"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tui.cli", *line, stderr=PIPE
    )
    assert process.stderr is not None
    ports: list[int] = []
    async with asyncio.timeout(60):
        while len(ports) < 2:
            said = (await process.stderr.readline()).decode()
            found = re.search(r"127\.0\.0\.1:(\d+)|ssh -p (\d+)", said)
            if found:
                ports.append(int(found[1] or found[2]))
        async with await Client.tcp(ports[0]) as anna:
            await anna.hello("Anna")
        while not await answers_ssh(ports[1]):
            assert process.returncode is None
            await asyncio.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    await process.communicate()
    assert process.returncode == 0


async def test_a_stop_does_not_wait_for_a_reader_that_reads_nothing(tmp_path: Path) -> None:
    state, path = tmp_path / "state", tmp_path / "host.sock"
    process = await start(state, path)
    stuck = socket.socket(socket.AF_UNIX)
    stuck.connect(str(path))
    async with await Client.unix(path) as anna:
        await anna.hello("Anna")
        await open_table(anna, bots="now")
        await play(anna, deals=1)
        assert "Traceback" not in await end(process, signal.SIGTERM)
    stuck.close()


async def test_a_server_for_one_ends_with_its_socket(tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "server",
        *("--fd", str(theirs.fileno()), "--state", str(tmp_path / "s"), "--bot-pause", "0"),
        pass_fds=(theirs.fileno(),),
        stderr=PIPE,
    )
    theirs.close()
    client = Client(*await asyncio.open_connection(sock=ours))
    await client.hello("Anna")
    await open_table(client, bots="now")
    end_of_deal = await play(client, deals=1)
    assert end_of_deal.deal == 1
    await client.close()
    async with asyncio.timeout(10):
        _, complaints = await process.communicate()
    assert (process.returncode, complaints) == (0, b"")
    assert client.last(Bye) is None


FOR_ONE = """
import runpy
runpy.run_module("server", run_name="__main__")
"""


@pytest.mark.skipif(not UNSYNCED, reason="no way known to make fsync fail on this system")
async def test_a_disk_that_lies_ends_the_server_with_one_sentence(tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", UNSYNCED + FOR_ONE),
        *("--fd", str(theirs.fileno()), "--state", str(tmp_path / "s")),
        pass_fds=(theirs.fileno(),),
        stderr=PIPE,
    )
    theirs.close()
    async with Client(*await asyncio.open_connection(sock=ours)) as anna:
        await anna.hello("Anna")
        process.send_signal(signal.SIGUSR1)
        anna.write(Create(1, "unsynced", "pokerface", "x", 3))
        assert await anna.bye() == "fault"
    async with asyncio.timeout(20):
        _, complaints = await process.communicate()
    assert process.returncode == 1
    assert "a commit failed" in complaints.decode()
    assert "Traceback" not in complaints.decode()
