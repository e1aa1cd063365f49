"""The server and its SSH hosts as services apart: what dies costs its own people a new login."""

import asyncio
import contextlib
import re
import signal
import stat
from functools import partial
from pathlib import Path

import pytest

from tests.deploy.service import SERVER, SSH_HOST, Service, service
from tests.e2e.house import SSH, SSH_KEYGEN, make_key, ssh
from tests.e2e.terminal import Terminal
from tui.locale.de.link import WORDS as GERMAN_LINK
from tui.locale.de.ssh import WORDS as GERMAN
from tui.ssh.hostkeys import FIRST

# As many that come are at one of two hosts, all of them, once in a thousand times.
MOST_TRIES = 10


def ends_at(pid: int) -> set[str]:
    """The other ends of the connections of a process, as the kernel writes them."""
    files = Path(f"/proc/{pid}/fd").iterdir()
    links = [file.readlink().name for file in files if file.is_symlink()]
    sockets = {link[8:-1] for link in links if link.startswith("socket:[")}
    rows = [
        line.split()
        for name in ("tcp", "tcp6")
        for line in Path(f"/proc/{pid}/net/{name}").read_text("ascii").splitlines()[1:]
    ]
    # 01: a connection that stands.
    return {row[2] for row in rows if row[3] == "01" and row[9] in sockets}


async def at(host: Service, place: Path, port: int) -> Terminal:
    """Somebody by ssh who is at that host of several on the port."""
    for number in range(MOST_TRIES):
        before = ends_at(host.process.pid)
        terminal = ssh(place / f"try-{number}", "ben", port)
        await asyncio.to_thread(terminal.wait, "Lobby")
        if ends_at(host.process.pid) > before:
            return terminal
        await asyncio.to_thread(terminal.close)
    raise AssertionError("nobody comes to the second host")


@pytest.mark.skipif(not Path("/proc/self/net/tcp").exists(), reason="looks into /proc")
@pytest.mark.skipif(SSH is None or SSH_KEYGEN is None, reason="needs the OpenSSH client")
async def test_who_dies_costs_a_login_or_a_pause_and_never_a_seat(tmp_path: Path) -> None:
    shared = tmp_path / "run"
    shared.mkdir()
    shared.chmod(0o2750)
    async with (
        service(tmp_path / "server", SERVER) as server,
        service(tmp_path / "one", SSH_HOST) as one,
        service(tmp_path / "two", SSH_HOST) as two,
    ):
        two.state, two.ssh_port = one.state, one.ssh_port
        await server.start(alone=True)
        await server.ready()
        assert stat.S_IMODE((shared / "host.sock").stat().st_mode) == 0o660
        await one.start(alone=True)
        await one.ready()
        key = make_key(tmp_path, "ada")
        with contextlib.ExitStack() as stack:
            come = partial(ssh, tmp_path / "ada", "ada", one.ssh_port, "-i", str(key))
            ada = stack.enter_context(come())
            await asyncio.to_thread(ada.wait, "Lobby ·")
            ada.press("b", "enter")
            await asyncio.to_thread(ada.wait, lambda text: "Pokerface" in text and "4/4" in text)
            await two.start(alone=True)
            await two.ready()
            ben = stack.enter_context(await at(two, tmp_path, one.ssh_port))

            # A host dies, and Ada's line with it: her seat waits for her at the other.
            one.process.send_signal(signal.SIGKILL)
            await asyncio.to_thread(ada.wait_end)
            again = stack.enter_context(come())
            await asyncio.to_thread(
                again.wait,
                lambda text: "Pokerface" in text and "4/4" in text and "Lobby" not in text,
            )
            assert ben.process.poll() is None

            # The server dies: both see it, wait, and are where they were.
            server.process.send_signal(signal.SIGKILL)
            await server.process.wait()
            for person in (again, ben):
                await asyncio.to_thread(person.wait, GERMAN_LINK["broken"])
            await server.start(alone=True)
            await server.ready()
            again.press("enter")
            ben.press("enter")
            await asyncio.to_thread(
                again.wait, lambda text: GERMAN_LINK["broken"] not in text and "4/4" in text
            )
            await asyncio.to_thread(
                ben.wait, lambda text: GERMAN_LINK["broken"] not in text and "Lobby" in text
            )

            # Whoever's host is stopped is told so; the other services stay.
            assert await two.stop() == 0
            for person in (again, ben):
                assert await asyncio.to_thread(person.wait_end) == 1
                assert GERMAN["stopping"][:40] in person.raw.decode(errors="replace")
        assert server.process.returncode is None
        assert await server.stop() == 0
        for each in (server, one, two):
            assert "Traceback" not in each.journal
            assert each.lives
        # One key for both, and nothing else was written.
        assert [path.name for path in one.state.iterdir()] == [FIRST]
        fingerprints = re.findall(r"Host key (SHA256:\S+)", one.journal + two.journal)
        assert len(fingerprints) == 2
        assert len(set(fingerprints)) == 1
