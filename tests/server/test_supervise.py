"""The SSH hosts of `pokertui serve`: real processes, started, restarted and stopped."""

import asyncio
import errno
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from server.config import Config
from server.listen import settled
from server.supervise import Supervisor


async def until(condition: Callable[[], bool]) -> None:
    """Return once `condition` holds."""
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110 — a process announces nothing
            await asyncio.sleep(0.01)


async def test_a_host_that_dies_is_started_again(config: Config) -> None:
    config.state.mkdir()
    full = replace(config, ssh="127.0.0.1:0")
    async with Supervisor(full) as hosts:
        await until(lambda: any(config.state.glob("ssh_host_*_key")) and 0 in hosts.running)
        first = hosts.running[0]
        first.kill()
        await until(lambda: hosts.running.get(0, first) is not first)
        second = hosts.running[0]
    assert second.returncode is not None
    assert not hosts.running
    assert hosts.problem is None


async def test_ready_are_hosts_that_listen(config: Config) -> None:
    config.state.mkdir()
    full = replace(config, ssh=settled("127.0.0.1:0"), ssh_processes=2)
    assert full.ssh is not None
    async with Supervisor(full) as hosts:
        assert not hosts.ready.is_set()
        async with asyncio.timeout(30):
            await hosts.ready.wait()
        assert set(hosts.running) == {0, 1}
        # At the first try, and with one key: the second host came when there was one to share.
        reader, writer = await asyncio.open_connection("127.0.0.1", int(full.ssh.split(":")[1]))
        assert (await reader.readline()).startswith(b"SSH-2.0-pokertui")
        writer.close()
    assert len(list(config.state.glob("ssh_host_*_key"))) == 1


async def test_without_hosts_all_of_them_are_ready(config: Config) -> None:
    async with Supervisor(config) as hosts:
        assert hosts.ready.is_set()


# Listens the first time and ends with a fault of its own, as an exception makes Python do.
FAULTY = """
import sys
from pathlib import Path
been = Path(sys.argv[1])
been.write_text(been.read_text() + "x" if been.exists() else "x")
print("listening", flush=True)
sys.exit(1)
"""


async def test_a_fault_of_a_host_that_has_listened_ends_no_server(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    been = tmp_path / "been"
    line = [sys.executable, "-c", FAULTY, str(been)]
    monkeypatch.setattr("server.supervise.command", lambda config, lang: line)
    monkeypatch.setattr("server.supervise._FIRST_PAUSE", 0.0)
    async with Supervisor(replace(config, ssh="127.0.0.1:0")) as hosts:
        await until(lambda: been.exists() and len(been.read_text()) > 1)
        assert not hosts.failed.is_set()
    assert hosts.problem is None


# Listens, gives a sign of life, and hangs.
HANGING = """
import sys, time
from pathlib import Path
been = Path(sys.argv[1])
been.write_text(been.read_text() + "x" if been.exists() else "x")
print("listening", flush=True)
print("alive", flush=True)
time.sleep(600)
"""


async def test_a_host_that_hangs_is_killed_and_started_again(
    config: Config,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    been = tmp_path / "been"
    line = [sys.executable, "-c", HANGING, str(been)]
    monkeypatch.setattr("server.supervise.command", lambda config, lang: line)
    monkeypatch.setattr("server.supervise._FIRST_PAUSE", 0.0)
    monkeypatch.setattr("server.supervise._SILENCE", 0.05)
    async with Supervisor(replace(config, ssh="127.0.0.1:0")) as hosts:
        await until(lambda: been.exists() and len(been.read_text()) > 1)
    assert hosts.problem is None
    assert "SSH host 0 does not answer any more and is killed" in caplog.messages
    assert "SSH host 0 ended with -9, again in 0 s" in caplog.messages


async def test_a_host_that_cannot_start_is_not_tried_for_ever(config: Config) -> None:
    config.state.mkdir()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        full = replace(config, ssh=f"127.0.0.1:{taken.getsockname()[1]}")
        async with Supervisor(full) as hosts, asyncio.timeout(30):
            await hosts.failed.wait()
    assert hosts.problem is not None


async def test_a_host_is_tried_again_when_the_system_has_no_process_to_spare(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = asyncio.create_subprocess_exec
    refusals = [BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")]

    async def busy(*line: Any, **pipes: Any) -> Process:
        if refusals:
            raise refusals.pop()
        return await start(*line, **pipes)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", busy)
    monkeypatch.setattr("server.supervise._FIRST_PAUSE", 0.0)
    config.state.mkdir()
    async with Supervisor(replace(config, ssh="127.0.0.1:0")) as hosts:
        await until(lambda: 0 in hosts.running)
    assert hosts.problem is None
