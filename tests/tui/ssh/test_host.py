"""The host as a process: how it starts, why it cannot, how it ends."""

import asyncio
import errno
import os
import re
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.tui.ssh.rig import looking, serving
from tests.tui.ssh.test_session import given_back
from tui.locale import Words
from tui.locale.en.ssh import WORDS as ENGLISH
from tui.ssh.errors import StartError
from tui.ssh.host import SshConfig, have_home, live
from tui.ssh.house import unable_to_listen


@asynccontextmanager
async def process(*arguments: str) -> AsyncIterator[Process]:
    """A host process of the small app."""
    started = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.tui.ssh.small_host", *arguments, stderr=PIPE
    )
    try:
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.wait()


async def said(host: Process, pattern: str) -> re.Match[str]:
    """The first line of the host's log that matches."""
    assert host.stderr is not None
    async with asyncio.timeout(20):
        while line := await host.stderr.readline():
            if match := re.search(pattern, line.decode()):
                return match
    raise AssertionError(f"the host never said {pattern!r}")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_a_signal_ends_sessions_politely_and_the_process_well(
    tmp_path: Path, number: signal.Signals
) -> None:
    async with serving(tmp_path / "host.sock"), process(str(tmp_path)) as host:
        fingerprint = (await said(host, r"SHA256:\S+")).group()
        port = int((await said(host, r"port (\d+)")).group(1))
        async with looking(port) as client:
            key = client.connection.get_server_host_key()
            assert key is not None
            assert key.get_fingerprint() == fingerprint
            await client.wait("size=")
            host.send_signal(number)
            assert await client.wait_end() == 1
            given_back(client.raw, ENGLISH["stopping"])
        assert await host.wait() == 0


async def test_a_port_in_use_is_told_in_words(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with process(str(tmp_path), f"127.0.0.1:{port}") as host:
            line = await said(host, r"^pokertui ssh: .*")
            assert await host.wait() == 1
    assert f"127.0.0.1:{port} is used by another program" in line.group()
    assert "choose another port" in line.group()


async def test_a_state_folder_that_cannot_be_used_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    async with process(str(tmp_path)) as host:
        line = await said(host, r"^pokertui ssh: .*")
        assert await host.wait() == 1
    assert str(tmp_path / "state") in line.group()
    assert "--state" in line.group()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, "CAP_NET_BIND_SERVICE"),
        (errno.EPERM, "above 1023"),
        (errno.EADDRINUSE, "used by another program"),
        (errno.EADDRNOTAVAIL, "no address 10.9.9.9"),
        (errno.EIO, "Input/output"),
    ],
)
def test_every_way_not_to_listen_has_its_remedy(number: int, words: str) -> None:
    error = OSError(number, "Input/output error")
    found = unable_to_listen(error, "10.9.9.9:22")
    assert words in Words("en")(f"start.{found.code}", **found.facts)


@pytest.mark.parametrize(
    ("listen", "address"),
    [
        ("127.0.0.1:2222", ("127.0.0.1", 2222)),
        ("[::1]:22", ("::1", 22)),
        (":2222", ("", 2222)),
        ("localhost:0", ("localhost", 0)),
    ],
)
def test_addresses(listen: str, address: tuple[str, int]) -> None:
    assert SshConfig(Path("s"), Path("d"), listen).address() == address


@pytest.mark.parametrize("listen", ["2222", "localhost", "localhost:ssh", "a:70000", "a:-1", "a:²"])
def test_what_is_no_address_is_told(listen: str) -> None:
    with pytest.raises(StartError, match="address"):
        SshConfig(Path("s"), Path("d"), listen).address()


async def test_two_processes_share_a_port_if_they_are_told_to(tmp_path: Path) -> None:
    from tests.tui.ssh.rig import Rig
    from tui.ssh.house import House

    state = tmp_path / "state"
    first = House(SshConfig(tmp_path / "s", state, "127.0.0.1:0", reuse_port=True), Rig().make)
    await first.start()
    listen = f"127.0.0.1:{first.port}"
    second = House(SshConfig(tmp_path / "s", state, listen, reuse_port=True), Rig().make)
    await second.start()
    assert second.port == first.port
    third = House(SshConfig(tmp_path / "s", state, listen), Rig().make)
    with pytest.raises(StartError, match="taken"):
        await third.start()
    await second.stop()
    await first.stop()


def test_a_user_without_a_home_is_at_home_in_the_state_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env: dict[str, str] = {}
    have_home(env, tmp_path)
    assert env == {}

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    have_home(env, tmp_path)
    assert env == {"HOME": str(tmp_path)}


async def test_a_child_tells_again_and_again_that_it_lives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tui.ssh.host.ALIVE", 0.001)
    ours, theirs = os.pipe()
    living = asyncio.create_task(live(theirs))
    try:
        said = b""
        while said.count(b"\n") < 2:
            said += await asyncio.to_thread(os.read, ours, 100)
        assert said.startswith(b"alive\nalive\n")
    finally:
        living.cancel()
        os.close(ours)
        os.close(theirs)
