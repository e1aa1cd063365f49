"""The units: what systemd makes of them, and the program under what it asks for (cases.md F12)."""

import asyncio
import os
import stat
import subprocess
from pathlib import Path

import pytest

from engine.values.cards import Card
from server.config import Limits
from tests.deploy import sandbox
from tests.deploy.service import (
    DEPLOY,
    INSTALLED,
    PORT_22,
    PROGRAM,
    SERVER,
    SSH_HOST,
    UNIT,
    UNITS,
    found,
    service,
    settings,
    variables,
)
from tests.e2e.house import SSH, ssh
from tests.server.client import Client, open_table, sit
from tui.ssh.door import Limits as SshLimits


def placed(place: Path, unit: Path, *drop_ins: Path) -> Path:
    """A copy of a unit with its drop-ins, in which the program is where it is here."""
    folder = place / f"{unit.name}.d"
    folder.mkdir()
    for original, copy in (
        (unit, place / unit.name),
        *((drop_in, folder / drop_in.name) for drop_in in drop_ins),
    ):
        text = original.read_text("utf-8")
        # systemd looks whether the program is there.
        copy.write_text(text.replace(INSTALLED, str(PROGRAM)), "utf-8")
    return place / unit.name


def analyze(*line: str) -> subprocess.CompletedProcess[str]:
    """Ask systemd."""
    return subprocess.run(
        ["systemd-analyze", *line], capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.skipif(not found("systemd-analyze"), reason="needs systemd-analyze")
@pytest.mark.parametrize("drop_ins", [(), (PORT_22,)], ids=["alone", "port 22"])
@pytest.mark.parametrize("unit", UNITS, ids=[unit.stem for unit in UNITS])
def test_systemd_has_nothing_to_say(tmp_path: Path, unit: Path, drop_ins: tuple[Path, ...]) -> None:
    done = analyze("verify", "--man=no", str(placed(tmp_path, unit, *drop_ins)))
    # Keys and values that it does not know are passed over, with a warning only.
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(not found("systemd-analyze"), reason="needs systemd-analyze")
@pytest.mark.parametrize(
    ("unit", "drop_ins"),
    [(UNIT, ()), (UNIT, (PORT_22,)), (SERVER, ()), (SSH_HOST, ()), (SSH_HOST, (PORT_22,))],
    ids=["one", "one at 22", "server", "ssh", "ssh at 22"],
)
def test_what_is_exposed_is_little(tmp_path: Path, unit: Path, drop_ins: tuple[Path, ...]) -> None:
    whole = tmp_path / unit.name.replace("@", "@1")
    # Of a drop-in that is not installed nothing is known here.
    texts = [unit.read_text("utf-8"), *(one.read_text("utf-8") for one in drop_ins)]
    whole.write_text("\n".join(texts), "utf-8")
    done = analyze("security", "--offline=true", "--threshold=15", "--no-pager", str(whole))
    if "Unknown" in done.stderr or "unrecognized" in done.stderr:
        pytest.skip("systemd-analyze is too old to look at files")
    assert done.returncode == 0, done.stdout[-2000:]


def test_the_units_suit_the_program() -> None:
    for unit in map(settings, UNITS):
        assert int(unit["TimeoutStopSec"]) <= 10
        # The first process alone is asked to end: it needs others for saying goodbye.
        assert unit["KillMode"] == "mixed"
        assert unit["Type"] == "notify"
        assert int(unit["WatchdogSec"]) > 0
    for unit in (settings(), settings(SERVER)):
        # It wants two files for each connection, and the log's and the hosts' besides.
        assert int(unit["LimitNOFILE"]) > 2 * Limits().connections + 100
    doors = SshLimits()
    assert int(settings(SSH_HOST)["LimitNOFILE"]) > 2 * doors.sessions + doors.strangers + 100


def test_what_is_done_without_is_the_same_everywhere() -> None:
    def walls(path: Path) -> list[str]:
        text = path.read_text("utf-8")
        lines = text[text.index("ProtectSystem=") : text.index("[Install]")].splitlines()
        # Bots, which are put behind people, are in the server's unit only.
        return [line for line in lines if line != "SystemCallFilter=setpriority"]

    assert walls(UNIT) == walls(SERVER) == walls(SSH_HOST)


def test_port_22_takes_one_variable_and_one_capability() -> None:
    other = settings(PORT_22)
    assert variables(other) == {"SSH": ":22"}
    assert set(other) == {
        "Environment",
        "AmbientCapabilities",
        "CapabilityBoundingSet",
        "PrivateUsers",
    }
    for unit in (UNIT, SSH_HOST):
        assert variables(settings(unit))["SSH"] == ":2222"
        assert "${SSH}" in settings(unit)["ExecStart"].split()


@pytest.mark.skipif(
    not found("systemd-sysusers") or not found("systemd-tmpfiles") or os.geteuid() != 0,
    reason="needs systemd-sysusers, systemd-tmpfiles and root",
)
def test_users_and_the_directory_between_them_are_made(tmp_path: Path) -> None:
    etc = tmp_path / "etc"
    etc.mkdir()
    for program, *more, file in (
        ("systemd-sysusers", DEPLOY / "sysusers.d/pokertui.conf"),
        ("systemd-tmpfiles", "--create", DEPLOY / "tmpfiles.d/pokertui.conf"),
    ):
        line = [str(program), f"--root={tmp_path}", *map(str, more), str(file)]
        subprocess.run(line, check=True, timeout=60)
    rows = (etc / "passwd").read_text("utf-8").splitlines()
    people = {row.split(":")[0]: row.split(":") for row in rows}
    for user in ("pokertui", "pokertui-ssh"):
        # Nobody logs in as one of them.
        assert people[user][-1].endswith("nologin")
    made = (tmp_path / "run/pokertui").stat()
    assert stat.filemode(made.st_mode) == "drwxr-s---"
    assert str(made.st_uid) == people["pokertui"][2]
    assert str(made.st_gid) == people["pokertui-ssh"][3]
    assert settings(SERVER)["User"] == "pokertui"
    assert settings(SSH_HOST)["User"] == "pokertui-ssh"


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
