"""An app crashes, strangers talk nonsense, one reads nothing: another table plays to its end."""

import asyncio
import contextlib
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgpack  # type: ignore[import-untyped]
import pytest

from engine.values.actions import Pass
from protocol.messages import Act, Next
from tests.e2e.house import ROOT, SSH, House, environment, free_port, running
from tests.e2e.terminal import Terminal
from tests.server.client import Client, open_table, play
from tests.server.test_hostile import HELLO, NONSENSE

RESTORED = (b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?2004l", b"\x1b[?25h", b"\x1b[?1049l")
SWIFT = "bot_pause = 0\n[limits]\nslow_seconds = 1\n"


@contextlib.contextmanager
def faulty_host(house: House, unlucky: str) -> Iterator[int]:
    """A second SSH host of the house, in which one visitor's app is broken; its port."""
    port = free_port()
    with (house.place / "faulty.log").open("wb") as output:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "tests.e2e.faulty_host"),
                *(str(house.place / "state" / "host.sock"), str(house.place / "faulty")),
                *(f"127.0.0.1:{port}", unlucky),
            ],
            env=environment(house.place / "faulty-home"),
            cwd=ROOT,
            stdout=output,
            stderr=output,
        )
    try:
        while not answers(port):
            assert process.poll() is None
        yield port
    finally:
        process.terminate()
        assert process.wait(20) == 0


def answers(port: int) -> bool:
    """Whether something listens there."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@pytest.mark.timeout(180)
@pytest.mark.skipif(SSH is None, reason="needs the OpenSSH client")
async def test_faults_of_others_leave_a_table_running_to_its_end(tmp_path: Path) -> None:
    with (
        running(tmp_path, SWIFT) as house,
        faulty_host(house, unlucky="carla") as port,
        contextlib.ExitStack() as stack,
    ):
        async with await Client.tcp(house.tcp) as anna:
            await anna.hello("Anna")
            table = await open_table(anna, bots="now")
            # Ben looks on by ssh, from the very process in which Carla's app is about to break.
            ben = stack.enter_context(house.ssh("ben", port=port))
            await screen(ben, "Küche")
            ben.press("w")
            await screen(ben, "1/")
            await anna.view(lambda view: view.watching == 1)
            stuck = stack.enter_context(contextlib.closing(stopped_reading(house.tcp, table)))
            await anna.view(lambda view: view.watching == 2)

            match = asyncio.create_task(play_until_alone(anna, watching=1))
            await crash(stack.enter_context(house.ssh("carla", port=port)))
            await nonsense(house)
            await foreign_decisions(house, table)
            # Every deal is played on meanwhile, until whoever reads nothing has been dropped.
            async with asyncio.timeout(120):
                await match
            assert stuck.fileno() >= 0

            # All of it once more in quiet: a match from its first deal to its last.
            view = anna.table
            assert view is not None
            if view.stage == "over":
                await anna.ask(Next, table=table, deal=view.deal)
                await anna.view(lambda view: view.stage == "running")
            end = await play(anna)
            assert end.stage == "over"
            assert end.watching == 1
            await screen(ben, lambda text: "Gewonnen" in text or "Verloren" in text)
        assert house.stop() == 0
    log = house.log.read_text("utf-8")
    assert "Traceback" not in log
    assert "RuntimeError" in (tmp_path / "faulty.log").read_text("utf-8")


async def screen(terminal: Terminal, what: str | Callable[[str], bool]) -> str:
    """The terminal's screen as soon as it holds `what`."""
    return await asyncio.to_thread(terminal.wait, what)


def stopped_reading(port: int, table: str) -> socket.socket:
    """Somebody who looks on at the table and reads nothing of what is sent."""
    stuck = socket.socket()
    stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    stuck.connect(("127.0.0.1", port))
    stuck.sendall(msgpack.packb(HELLO | {"name": "Stuck"}))
    stuck.sendall(msgpack.packb({"type": "watch", "id": 1, "table": table}))
    return stuck


async def play_until_alone(anna: Client, watching: int) -> None:
    """Play match after match until no more than `watching` look on."""
    while (end := await play(anna)).watching > watching:
        assert end.stage == "over"
        await anna.ask(Next, table=end.id, deal=end.deal)
        await anna.view(lambda view: view.stage == "running" or view.watching <= watching)


async def crash(carla: Terminal) -> None:
    """Her app breaks at a key: her terminal is as it was, with a sentence and an exit code."""
    await screen(carla, "Lobby")
    carla.press("x")
    assert await asyncio.to_thread(carla.wait_end) == 1
    assert all(code in bytes(carla.raw) for code in RESTORED)
    assert b"Traceback" not in carla.raw
    assert b"RuntimeError" not in carla.raw


async def nonsense(house: House) -> None:
    """Everything that is no protocol, at both doors; each is told goodbye or just dropped."""
    for said in NONSENSE.values():
        async with await Client.tcp(house.tcp) as stranger:
            stranger.write_bytes(said)
            assert await stranger.bye() == "malformed"
        reader, writer = await asyncio.open_connection("127.0.0.1", house.ssh_port)
        writer.write(said + b"\r\n")
        with contextlib.suppress(OSError):
            async with asyncio.timeout(60):
                while await reader.read(4096):
                    pass
        writer.transport.abort()


async def foreign_decisions(house: House, table: str) -> None:
    """Well-formed, but about what is none of one's business."""
    async with await Client.tcp(house.tcp) as stranger:
        await stranger.hello("Mallory")
        for deal in range(3):
            fields = {"table": table, "deal": deal, "decision": 7}
            refused = await stranger.refused(Act, **fields, action=Pass())
            assert refused in {"not_seated", "deal_changed", "no_deal"}
