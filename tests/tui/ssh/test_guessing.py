"""Guessing costs whoever does it, and nobody else (cases F4)."""

import logging
from pathlib import Path

import asyncssh
import pytest

from tests.e2e.terminal import Terminal as Pty
from tests.tui.ssh.rig import (
    connected,
    empty_home,
    hosting,
    looking,
    needs_ssh,
    on_pty,
    openssh,
)
from tests.tui.ssh.test_door import Clock
from tui.locale.de.ssh import WORDS as GERMAN
from tui.locale.en.ssh import WORDS as ENGLISH
from tui.ssh.door import Door, Limits

MANY = 60


class Guesser(asyncssh.SSHClient):
    """Has a password for every question, and none is right."""

    def __init__(self) -> None:
        self.tried = 0

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        """Try passwords, whatever the host says that there is."""
        try_next = conn.try_next_auth

        def insist(*, next_method: bool = False) -> None:
            conn._auth_methods = [b"password"]
            try_next(next_method=next_method)

        conn.try_next_auth = insist  # type: ignore[method-assign]

    def password_auth_requested(self) -> str | None:
        """The next one."""
        self.tried += 1
        return f"password {self.tried}" if self.tried <= MANY else None


async def guess(port: int, user: str = "anna") -> tuple[int, str]:
    """How many passwords are looked at on one connection, and what is said in the end."""
    guesser = Guesser()
    with pytest.raises(asyncssh.PermissionDenied) as denied:
        async with connected(port, user, client_factory=lambda: guesser, preferred_auth="password"):
            pass
    return guesser.tried, denied.value.reason


async def test_passwords_on_one_connection_are_so_many(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "pokertui.ssh")
    # No waiting; it has a test of its own.
    limits = Limits(knocks=1000, passwords=6, tries_free=1000)
    async with hosting(tmp_path, limits=limits) as rig, looking(rig.port) as client:
        await client.wait("size=")
        answers = {await guess(rig.port, user) for user in ("anna", "root", "nobody-knows-them")}
        # As many for every name, and the same words, which name the remedy.
        assert answers == {(6, f"{GERMAN['tired']} / {ENGLISH['tired']}")}
        assert "IdentitiesOnly" in ENGLISH["tired"]
        for _ in range(20):
            await guess(rig.port)
        client.send("a")
        await client.wait("keys=1")
    noted = [line for line in caplog.messages if "tried too often" in line or "left" in line]
    assert len(noted) < 30


def test_who_guesses_waits_and_others_do_not() -> None:
    clock = Clock()
    limits = Limits(tries_free=2, tries_delay=1, tries_delay_most=3, tries_forgotten=1e3)
    door = Door(limits, clock)
    waits = []
    for _ in range(6):
        waits.append(round(door.delay("203.0.113.9")))
        clock.now += waits[-1]
        door.fail("203.0.113.9")
    assert waits == [0, 0, 1, 2, 3, 3]
    assert door.delay("203.0.113.10") == 0
    clock.now += 6e3
    assert door.delay("203.0.113.9") == 0


async def test_whoever_would_wait_too_long_is_told(tmp_path: Path) -> None:
    limits = Limits(tries_free=2, tries_delay=1e3, tries_delay_most=1e3)
    async with hosting(tmp_path, limits=limits) as rig, looking(rig.port) as client:
        await client.wait("size=")
        await guess(rig.port)
        # Whatever the name, and though it were right this time.
        with pytest.raises(asyncssh.PermissionDenied) as denied:
            async with connected(rig.port, "ben"):
                pass
        told = denied.value.reason.split(" / ")
        assert [words.rpartition(".")[0].split()[:3] for words in told] == [
            words["wait"].split()[:3] for words in (GERMAN, ENGLISH)
        ]
        client.send("a")
        await client.wait("keys=1")


async def test_a_little_waiting_is_waited_for(tmp_path: Path) -> None:
    limits = Limits(tries_free=2, tries_delay=0.2, tries_delay_most=0.2)
    async with hosting(tmp_path, limits=limits) as rig:
        await guess(rig.port)
        assert rig.house.door.delay("127.0.0.1") > 0
        async with looking(rig.port) as client:
            await client.wait("size=")
        assert rig.house.door.delay("127.0.0.1") == 0


def offering(folder: Path, port: int, keys: list[asyncssh.SSHKey]) -> list[str]:
    """A stock client that has only the public halves of the keys, but the whole of the last one."""
    command = openssh(folder, port, "-o", "IdentitiesOnly=yes")
    for number, key in enumerate(keys, 1):
        file = folder / f"key{number}"
        if number == len(keys):
            key.write_private_key(file)
            file.chmod(0o600)
        else:
            file = file.with_suffix(".pub")
            key.write_public_key(file)
        command[-1:-1] = ["-i", str(file)]
    return command


@needs_ssh
async def test_ten_keys_that_prove_nothing_and_then_one_that_does(tmp_path: Path) -> None:
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(11)]
    async with hosting(tmp_path) as rig:
        with Pty(offering(tmp_path, rig.port, keys), empty_home(tmp_path)) as pty:
            await on_pty(pty, "hello anna")
            pty.press("q")
        (hello,) = rig.hellos
        assert hello.proved is not None
        assert hello.proved.key == keys[-1].get_fingerprint()


@needs_ssh
async def test_keys_that_are_only_offered_are_so_many(tmp_path: Path) -> None:
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(8)]
    async with hosting(tmp_path, limits=Limits(keys=5)) as rig:
        with Pty(offering(tmp_path, rig.port, keys), empty_home(tmp_path)) as pty:
            said = await on_pty(pty, "IdentitiesOnly=yes")
        assert "Received disconnect" in said
        assert not rig.hellos
