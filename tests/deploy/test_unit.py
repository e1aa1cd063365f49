"""The unit: what systemd makes of it, and the program under what it asks for (cases.md F12)."""

import asyncio
import subprocess
from pathlib import Path

import pytest

from engine.values.cards import Card
from server.config import Limits
from tests.deploy import sandbox
from tests.deploy.service import INSTALLED, PORT_22, PROGRAM, UNIT, found, service, settings
from tests.e2e.house import SSH, ssh
from tests.server.client import Client, open_table, sit


@pytest.mark.skipif(not found("systemd-analyze"), reason="needs systemd-analyze")
@pytest.mark.parametrize("dropped_in", [(), (PORT_22,)], ids=["alone", "port 22"])
def test_systemd_has_nothing_to_say(tmp_path: Path, dropped_in: tuple[Path, ...]) -> None:
    drop_ins = tmp_path / "pokertui.service.d"
    drop_ins.mkdir()
    for original, copy in ((UNIT, tmp_path / UNIT.name), *((p, drop_ins) for p in dropped_in)):
        text = original.read_text("utf-8")
        assert INSTALLED in text
        # It looks whether the program is there.
        target = copy / original.name if copy.is_dir() else copy
        target.write_text(text.replace(INSTALLED, str(PROGRAM)), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / UNIT.name)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    # Keys and values that it does not know are passed over, with a warning only.
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_unit_suits_the_program() -> None:
    unit = settings()
    # It wants two files for each connection, and the log's and the hosts' besides.
    assert int(unit["LimitNOFILE"]) > 2 * Limits().connections + 100
    assert int(unit["TimeoutStopSec"]) <= 10
    # The server alone is asked to end: it needs its hosts for saying goodbye.
    assert unit["KillMode"] == "mixed"
    assert unit["Type"] == "notify"


def test_port_22_is_the_only_other_thing_about_the_drop_in() -> None:
    unit, other = settings(), settings(PORT_22)
    assert other["ExecStart"] == unit["ExecStart"].replace(":2222", ":22")
    assert set(other) == {"ExecStart", "AmbientCapabilities", "CapabilityBoundingSet"}


def status(pid: int) -> set[str]:
    """What the kernel tells of a process, by lines."""
    return set(Path(f"/proc/{pid}/status").read_text("ascii").splitlines())


@pytest.mark.skipif(SSH is None, reason="needs the OpenSSH client")
async def test_it_needs_nothing_but_its_state_directory(tmp_path: Path) -> None:
    async with service(tmp_path) as house:
        await house.start(alone=True)
        await house.ready()
        assert {"Seccomp:\t2", "CapEff:\t0000000000000000"} <= status(house.process.pid)
        key = (house.state / "ssh_host_ed25519_key").read_bytes()
        async with await Client.tcp(house.tcp) as anna:
            welcome = await anna.hello("Anna")
            table = await open_table(anna, bots="now")
            before = await anna.view(lambda view: view.stage == "running")
        with ssh(tmp_path / "ben", "ben", house.ssh_port) as ben:
            await asyncio.to_thread(ben.wait, "Küche")
        assert await house.stop() == 0

        await house.start(alone=True)
        await house.ready()
        async with await Client.tcp(house.tcp) as anna:
            again = await anna.hello(code=welcome.account.code)
            assert again.held == (table,)
            await sit(anna, table)
            after = await anna.view()
        assert (after.stage, after.deal, after.me) == ("running", before.deal, before.me)
        assert before.view is not None
        assert after.view is not None
        hand = after.view.zone("hand.0")
        assert hand is not None
        assert all(isinstance(cell, Card) for cell in hand.cells)
        assert hand == before.view.zone("hand.0")
        assert await house.stop() == 0

        assert key == (house.state / "ssh_host_ed25519_key").read_bytes()
        assert {path.name for path in house.state.iterdir()} == {
            "lock",
            "log.sqlite3",
            "ssh_host_ed25519_key",
        }
        assert not any(path.stat().st_mode & 0o077 for path in house.state.iterdir())
        assert "Traceback" not in house.journal


async def test_ready_means_that_everybody_is_answered(tmp_path: Path) -> None:
    async with service(tmp_path) as house:
        await house.start()
        await house.ready()
        # At the first try.
        async with await Client.tcp(house.tcp) as anna:
            await anna.hello("Anna")
        for address in ("127.0.0.1", "::1"):
            try:
                reader, writer = await asyncio.open_connection(address, house.ssh_port)
            except OSError:
                assert address == "::1"
                assert not _speaks_ipv6()
                continue
            assert (await reader.readline()).startswith(b"SSH-2.0-pokertui")
            writer.close()
        assert await house.stop() == 0


def _speaks_ipv6() -> bool:
    path = Path("/proc/sys/net/ipv6/conf/lo/disable_ipv6")
    return path.exists() and path.read_text("ascii").strip() == "0"


def _anybodys(port: int) -> bool:
    path = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start")
    return not path.exists() or int(path.read_text("ascii")) <= port


@pytest.mark.skipif(_anybodys(22), reason="everybody may use port 22 here")
async def test_a_port_that_takes_a_capability_says_so(tmp_path: Path) -> None:
    async with service(tmp_path) as house:
        await house.start(alone=True, ssh=":22")
        code = await house.process.wait()
        if code == sandbox.NOT_HERE:
            pytest.skip(f"programs can't be shut off on this system: {house.journal}")
        assert code == 1
        assert "CAP_NET_BIND_SERVICE" in house.journal
        assert "Traceback" not in house.journal
