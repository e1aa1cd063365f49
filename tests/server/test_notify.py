"""What a service manager is told, over real datagram sockets."""

import asyncio
import os
import socket
from pathlib import Path

import pytest

from server.notify import live, tell


def test_a_manager_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        assert tell("READY=1")
        assert tell("STOPPING=1")
        assert [manager.recv(100), manager.recv(100)] == [b"READY=1", b"STOPPING=1"]


def test_a_manager_outside_of_the_file_system_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        # The kernel chooses a name that begins with a zero byte.
        manager.bind("")
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{manager.getsockname()[1:].decode()}")
        assert tell("READY=1")
        assert manager.recv(100) == b"READY=1"


def test_without_a_manager_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not tell("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    assert not tell("READY=1")


def test_a_manager_that_takes_nothing_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        while tell("STATUS=full"):
            pass


async def test_a_manager_that_wants_to_know_is_told_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.setblocking(False)
        manager.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
        monkeypatch.setenv("WATCHDOG_USEC", "2000")
        living = asyncio.create_task(live())
        for _ in range(3):
            assert await loop.sock_recv(manager, 100) == b"WATCHDOG=1"
        living.cancel()


@pytest.mark.parametrize(
    "variables", [{}, {"WATCHDOG_USEC": "2000", "WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "soon"}]
)
async def test_who_is_not_watched_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.setblocking(False)
        manager.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        await live()
        with pytest.raises(BlockingIOError):
            manager.recv(100)
