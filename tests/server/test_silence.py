"""A line that is dead and still stands is found out, and nobody else pays for it (cases.md F1)."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from msgspec.structs import replace

from protocol.messages import Ping, TableView
from server.config import Config
from server.run import Server
from tests.server.client import Client, open_table, sit

ROOT = Path(__file__).parent.parent.parent

# Somebody in a process of their own, who sits down and is heard from all the time: PORT TABLE.
LIVELY = """
import socket, sys, time, msgpack
wire = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
def send(kind, **fields):
    wire.sendall(msgpack.packb({"type": kind} | fields))
send("hello", version=3, name="Ben")
unpacker = msgpack.Unpacker()
unpacker.feed(wire.recv(65536))
print(next(unpacker)["account"]["code"], flush=True)
send("join", id=1, key="join-once", table=sys.argv[2])
while True:
    send("ping", id=2)
    time.sleep(0.05)
"""


def impatient(config: Config, seconds: float) -> Config:
    """The configuration of a server that takes who is silent for so long for dead."""
    return replace(config, blink=0.05, limits=replace(config.limits, silent_seconds=seconds))


@contextlib.contextmanager
def lively(port: int, table: str) -> Iterator["subprocess.Popen[str]"]:
    """Ben's process."""
    process = subprocess.Popen(
        [sys.executable, "-c", LIVELY, str(port), table],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextlib.asynccontextmanager
async def heard(*clients: Client) -> AsyncIterator[None]:
    """Meanwhile these clients say all the time that they are there."""

    async def ping(client: Client) -> None:
        while True:
            await client.ask(Ping)
            await asyncio.sleep(0.05)

    tasks = [asyncio.create_task(ping(client)) for client in clients]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_stopped_client_is_found_dead(config: Config) -> None:
    async with (
        Server(impatient(config, 2)) as server,
        await Client.tcp(server.port) as anna,
    ):
        await anna.hello("Anna")
        table = await open_table(anna)
        async with heard(anna):
            with lively(server.port, table) as ben:
                view = await anna.view(lambda view: view.chairs[1].here)
                assert view.chairs[1].name == "Ben"
                # The line stands and the system still takes what is sent: only he is silent.
                os.kill(ben.pid, signal.SIGSTOP)
                await anna.view(lambda view: not view.chairs[1].here)
                # The seat is kept, and Anna was there all the time.
                view = await anna.view()
                assert [chair.name for chair in view.chairs] == ["Anna", "Ben", ""]
                assert all(view.chairs[0].here for view in anna.all(TableView))


async def test_the_late_end_of_a_dead_line_spares_the_new_login(config: Config) -> None:
    async with (
        Server(impatient(config, 2)) as server,
        await Client.tcp(server.port) as anna,
    ):
        await anna.hello("Anna")
        table = await open_table(anna)
        async with heard(anna):
            with lively(server.port, table) as ben:
                assert ben.stdout is not None
                code = (await asyncio.to_thread(ben.stdout.readline)).strip()
                await anna.view(lambda view: view.chairs[1].here)
                account = server.house.tables[table].table.people[1]
                old = server.house.sessions[account]
                os.kill(ben.pid, signal.SIGSTOP)
                async with await Client.tcp(server.port) as again:
                    await again.hello(code=code)
                    await sit(again, table)
                    async with heard(again):
                        before = len(anna.all(TableView))
                        # By and by the old line gives up, and its program wakes to find it gone.
                        async with asyncio.timeout(20):
                            await old.lost.wait()
                        os.kill(ben.pid, signal.SIGCONT)
                        await asyncio.to_thread(ben.wait, 20)
                        await again.ask(Ping)
                        await anna.ask(Ping)
                        assert server.house.sessions[account] is not old
                        assert (await again.view()).me == 1
                        views = anna.all(TableView)[before - 1 :]
                        assert all(view.chairs[1].here for view in views)


async def test_who_says_nothing_is_told_so(config: Config) -> None:
    async with (
        Server(impatient(config, 0.2)) as server,
        await Client.tcp(server.port) as mute,
        await Client.unix(config.state.parent / "host.sock") as host,
    ):
        await mute.hello("Mute")
        assert await mute.bye() == "timeout"
        # A stopped SSH host is no better: its people can't be heard either.
        await host.hello("Hanna")
        assert await host.bye() == "timeout"
        assert not server.house.sessions


async def test_the_program_that_a_server_runs_for_may_be_stopped_as_long_as_one_likes(
    config: Config,
) -> None:
    mine, theirs = socket.socketpair()
    async with Server(impatient(config, 0.2)) as server:
        await server.serve_socket(theirs.detach())
        async with Client(*await asyncio.open_connection(sock=mine)) as parent:
            await parent.hello("Anna")
            async with await Client.tcp(server.port) as mute:
                await mute.hello("Mute")
                assert await mute.bye() == "timeout"
            await parent.ask(Ping)
