"""The SSH hosts of `pokertui serve`: real processes, started, restarted and stopped."""

import asyncio
import errno
import socket
from asyncio.subprocess import Process
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from server.config import Config
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
