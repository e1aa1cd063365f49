"""Who a client is: what it has proved, and nothing less (ssh.md, identity)."""

import asyncio
import shutil
import subprocess
from pathlib import Path

import asyncssh
import pytest

from tests.e2e.terminal import Terminal as Pty
from tests.tui.ssh.rig import (
    Guest,
    connected,
    empty_home,
    hosting,
    looking,
    needs_ssh,
    on_pty,
    openssh,
    until,
)
from tui.ssh.door import Limits
from tui.ssh.identity import wished_name


class Liar(asyncssh.SSHKeyPair):
    """Offers somebody's public key and signs with nothing of theirs."""

    def __init__(self, victim: asyncssh.SSHKey) -> None:
        super().__init__(
            victim.algorithm,
            victim.algorithm,
            (victim.algorithm,),
            (),
            victim.public_data,
            b"",
        )

    def sign(self, data: bytes) -> bytes:
        mine = asyncssh.generate_private_key("ssh-ed25519")
        return mine.sign(data, b"ssh-ed25519")


async def test_a_proved_key_is_who_one_is(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with hosting(tmp_path) as rig, looking(rig.port, client_keys=[key]) as client:
        await client.wait("hello")
        (hello,) = rig.hellos
    assert hello.proved is not None
    assert hello.proved.key == key.get_fingerprint()
    assert hello.proved.address == "127.0.0.1"


async def test_a_client_without_a_key_is_a_guest(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig, looking(rig.port) as client:
        await client.wait("hello")
        (hello,) = rig.hellos
    assert hello.proved is not None
    assert hello.proved.key is None


async def test_a_wrong_signature_leaves_a_guest(tmp_path: Path) -> None:
    victim = asyncssh.generate_private_key("ssh-ed25519")
    async with (
        hosting(tmp_path) as rig,
        looking(rig.port, client_keys=[Liar(victim)], client_factory=Guest) as client,
    ):
        await client.wait("hello")
        (hello,) = rig.hellos
    assert hello.proved is not None
    assert hello.proved.key is None


@needs_ssh
async def test_a_key_that_is_only_offered_leaves_a_guest(tmp_path: Path) -> None:
    victim = asyncssh.generate_private_key("ssh-ed25519")
    public = tmp_path / "victim.pub"
    public.write_bytes(victim.export_public_key("openssh"))
    async with hosting(tmp_path) as rig:
        # A stock client with the public half alone offers it and goes on without.
        command = openssh(tmp_path, rig.port, "-o", "IdentitiesOnly=yes", "-i", str(public))
        with Pty(command, empty_home(tmp_path)) as pty:
            await on_pty(pty, "hello anna")
            (hello,) = rig.hellos
            pty.press("q")
    assert hello.proved is not None
    assert hello.proved.key is None


@needs_ssh
async def test_a_stock_client_proves_its_key(tmp_path: Path) -> None:
    key = tmp_path / "key"
    make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
    await asyncio.to_thread(subprocess.run, make, check=True)
    listed = await asyncio.to_thread(
        subprocess.run, ["ssh-keygen", "-lf", str(key)], check=True, capture_output=True, text=True
    )
    async with hosting(tmp_path) as rig:
        with Pty(openssh(tmp_path, rig.port, "-i", str(key)), empty_home(tmp_path)) as pty:
            await on_pty(pty, "hello anna")
            (hello,) = rig.hellos
            pty.press("q")
    assert hello.proved is not None
    assert hello.proved.key == listed.stdout.split()[1]


async def test_passwords_are_not_asked_for_and_guessing_ends(tmp_path: Path) -> None:
    tried = 0

    class Guesser(asyncssh.SSHClient):
        def kbdint_auth_requested(self) -> None:
            return None

        def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
            nonlocal tried
            tried += 1
            return Liar(asyncssh.generate_private_key("ssh-ed25519"))

    limits = Limits(tries_delay=1e-3, tries_delay_most=1e-3)
    async with hosting(tmp_path, limits=limits) as rig:
        with pytest.raises(asyncssh.DisconnectError, match="IdentitiesOnly"):
            async with connected(rig.port, client_factory=Guesser, client_keys=()):
                pass
        assert 10 < tried <= limits.failures
        # Whoever was turned away is not held against the next one.
        async with looking(rig.port) as client:
            await client.wait("hello")


async def test_there_is_no_password_to_guess_under_any_name(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig:
        answers = set()
        for user in ("anna", "root", "nobody-knows-them"):
            for password in ("", "secret"):
                with pytest.raises(asyncssh.PermissionDenied) as denied:
                    async with connected(
                        rig.port, user, password=password, preferred_auth=["password"]
                    ):
                        pass
                answers.add(str(denied.value).replace(user, "…"))
        assert len(answers) == 1
        assert await offered(rig.port) == {"publickey", "keyboard-interactive"}
        # Whoever asks so is not turned away when coming in as everybody does.
        async with looking(rig.port) as client:
            await client.wait("hello")


async def offered(port: int) -> set[str]:
    """The ways in that the host names."""
    methods = await asyncssh.get_server_auth_methods("127.0.0.1", port, username="anna")
    return set(methods)


@needs_ssh
@pytest.mark.skipif(shutil.which("ssh-agent") is None, reason="needs ssh-agent")
async def test_an_agent_full_of_keys_comes_in_with_its_first(tmp_path: Path) -> None:
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(10)]
    env = empty_home(tmp_path, SSH_AUTH_SOCK=str(tmp_path / "agent"))
    agent = await asyncio.create_subprocess_exec(
        "ssh-agent", "-D", "-a", env["SSH_AUTH_SOCK"], stdout=asyncio.subprocess.DEVNULL
    )
    try:
        await until((tmp_path / "agent").exists)
        for key in keys:
            adding = await asyncio.create_subprocess_exec(
                *("ssh-add", "-q", "-"), stdin=asyncio.subprocess.PIPE, env=env
            )
            await adding.communicate(key.export_private_key("openssh"))
            assert adding.returncode == 0
        async with hosting(tmp_path) as rig:
            command = openssh(tmp_path, rig.port)
            command[command.index("IdentityAgent=none")] = "IdentityAgent=SSH_AUTH_SOCK"
            with Pty(command, env) as pty:
                await on_pty(pty, "hello anna")
                pty.press("q")
            # Chosen by hand, the tenth is just as good: it is another person.
            public = tmp_path / "tenth.pub"
            public.write_bytes(keys[9].export_public_key("openssh"))
            command += ["-o", "IdentitiesOnly=yes", "-i", str(public)]
            command.append(command.pop(command.index("anna@127.0.0.1")))
            with Pty(command, env) as pty:
                await on_pty(pty, "hello anna")
                pty.press("q")
            proved = [hello.proved for hello in rig.hellos]
    finally:
        agent.terminate()
        await agent.wait()
    assert [one and one.key for one in proved] == [
        keys[0].get_fingerprint(),
        keys[9].get_fingerprint(),
    ]


@pytest.mark.parametrize(
    ("user", "name"),
    [
        ("play", None),
        ("PLAY", None),
        ("root", None),
        ("anna", "anna"),
        ("Jörg-Peter", "Jörg-Peter"),
        ("a b", "a b"),
        ("bob\x1b]0;PWN\x07", "bob0PWN"),
        ("\x9b31mred", "31mred"),
        ("a\u202eb", "ab"),
        ("e" + "\u0301" * 400, "\u00e9"),
        ("漢字漢字漢字漢字", "漢字漢字漢字"),
        ("averyveryverylongname", "averyveryver"),
        ("[/red]", "red"),
        ("...", None),
        ("", None),
    ],
)
def test_the_user_name_is_a_wish(user: str, name: str | None) -> None:
    assert wished_name(user) == name


async def test_any_user_name_comes_in(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig:
        async with looking(rig.port, user="play") as client:
            await client.wait("hello None")
        async with looking(rig.port, user="漢字") as client:
            await client.wait(lambda text: "漢" in text)
        assert [hello.name for hello in rig.hellos] == [None, "漢字"]
