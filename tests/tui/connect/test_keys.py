"""Which key one comes with, from a real agent and from files of real ssh-keygen."""

import base64
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from protocol.proof import statement, string
from server.proofs import judge
from tests.e2e.house import ROOT
from tests.e2e.terminal import Terminal
from tests.server.keys import Pair, keygen
from tests.server.test_proofs import KINDS
from tests.tui.connect.agents import forget, needs_agent, ssh_agent
from tui.connect.keys import Found, Key, Keys, NoKey
from tui.link import CannotSign
from tui.settings import Known

pytestmark = needs_agent


def no_terminal(file: Path) -> str | None:
    raise AssertionError(f"asked for the passphrase of {file}")


def keys(place: Path, agent: str | None = None) -> Keys:
    """Somebody's keys, whose home is `place`."""
    return Keys({} if agent is None else {"SSH_AUTH_SOCK": agent}, place, no_terminal)


async def signs(key: Key | None, pair: Pair) -> None:
    """Assert that it is that key, and that a server is convinced by it."""
    assert key is not None
    assert key.public_key == pair.public
    assert key.fingerprint == pair.fingerprint
    said = statement(bytes(32), pair.public, "SHA256:x")
    assert judge(pair.public, said, await key.sign(said)) is None


def folder(place: Path) -> Path:
    """Where people's keys are."""
    made = place / ".ssh"
    made.mkdir()
    return made


@pytest.mark.parametrize(("kind", "bits"), KINDS)
async def test_every_kind_signs_from_a_file_and_by_the_agent(
    tmp_path: Path, kind: str, bits: int | None
) -> None:
    pair = Pair(tmp_path, kind, bits)
    await signs(await keys(tmp_path).named(pair.file), pair)
    with ssh_agent(tmp_path, pair) as agent:
        for found in (
            await keys(tmp_path, agent).named(Path(f"{pair.file}.pub")),
            (await keys(tmp_path, agent).usual()).key,
        ):
            await signs(found, pair)
            assert found is not None
            assert (found.file, found.label) == (None, "anna@home")


async def test_the_agents_first_key_comes_before_files(tmp_path: Path) -> None:
    first, second = Pair(tmp_path), Pair(tmp_path, "ecdsa", 256)
    shutil.copy(second.file, folder(tmp_path) / "id_ed25519")
    with ssh_agent(tmp_path, first, second) as agent:
        await signs((await keys(tmp_path, agent).usual()).key, first)
    await signs((await keys(tmp_path, agent).usual()).key, second)


async def test_a_file_that_needs_no_passphrase_comes_before_one_that_does(tmp_path: Path) -> None:
    pair, place = Pair(tmp_path), folder(tmp_path)
    shutil.copy(pair.file, place / "id_rsa")
    keygen("-q", "-t", "ed25519", "-N", "secret", "-f", str(place / "id_ed25519"))
    found = await keys(tmp_path).usual()
    await signs(found.key, pair)
    (place / "id_rsa").write_bytes(b"no key")
    assert await keys(tmp_path).usual() == Found(None, place / "id_ed25519")


@pytest.mark.parametrize("passphrase", ["", "secret"])
async def test_a_key_that_is_damaged_is_none(tmp_path: Path, passphrase: str) -> None:
    place = folder(tmp_path)
    file = place / "id_rsa"
    keygen("-q", "-t", "rsa", "-b", "2048", "-N", passphrase, "-f", str(file))
    first, *lines, last = file.read_bytes().splitlines()
    data = base64.b64decode(b"".join(lines))
    # One bit of its modulus, and another kind than there is.
    for found, bit in ((data.index(b"ssh-rsa") + 100, 4), (data.index(b"ssh-rsa"), 128)):
        broken = bytearray(data)
        broken[found] ^= bit
        if not passphrase:
            # Both halves say the same.
            second = data.index(b"ssh-rsa", data.index(b"ssh-rsa") + 1)
            broken[second + 60] ^= 4
        file.write_bytes(b"\n".join((first, base64.encodebytes(broken).strip(), last, b"")))
        asked: list[Path] = []
        with pytest.raises(NoKey):
            await Keys({}, tmp_path, asked.append).named(file)
        assert (await keys(tmp_path).usual()).key is None


async def test_a_key_that_is_too_long_to_be_told_is_none(tmp_path: Path) -> None:
    public = string(b"ssh-rsa") + string(b"\1\0\1") + string(b"\1" * 2048)
    (tmp_path / "id.pub").write_bytes(b"ssh-rsa " + base64.b64encode(public) + b" anna@home\n")
    with pytest.raises(NoKey) as refused:
        await keys(tmp_path).named(tmp_path / "id.pub")
    assert refused.value.code == "key_kind"


async def test_an_agents_key_may_be_called_anything(tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    keygen("-q", "-c", "-C", b"caf\xe9".decode("utf-8", "surrogateescape"), "-f", str(pair.file))
    with ssh_agent(tmp_path, pair) as agent:
        found = await keys(tmp_path, agent).usual()
        assert found.key is not None
        assert found.key.label == "caf\ufffd"


async def test_nobody_without_a_key_has_one(tmp_path: Path) -> None:
    assert await keys(tmp_path).usual() == Found(None)
    assert await keys(tmp_path, str(tmp_path / "no-agent")).usual() == Found(None)


def test_nothing_that_reads_keys_is_loaded_for_somebody_without_one(tmp_path: Path) -> None:
    program = (
        "import asyncio, sys, pathlib; from tui.connect.keys import Keys;"
        "print(asyncio.run(Keys({}, pathlib.Path('/none'), None).usual()));"
        "print({'asyncssh', 'cryptography'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "Found(key=None, locked=None)\nset()\n"


async def test_what_is_no_key_is_said(tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    authority = Pair(tmp_path, "ecdsa", 256)
    keygen("-q", "-s", str(authority.file), "-I", "a", "-n", "a", f"{pair.file}.pub")
    (tmp_path / "text").write_text("Dear diary")
    for name, code in (
        ("missing", "key_unreadable"),
        (".", "key_unreadable"),
        ("text", "key_none"),
        (f"{pair.file.name}.pub", "key_public"),
        (f"{pair.file.name}-cert.pub", "key_kind"),
    ):
        with pytest.raises(NoKey) as refused:
            await keys(tmp_path).named(tmp_path / name)
        assert refused.value.code == code
        assert refused.value.facts["file"] == str(tmp_path / name)


async def test_a_key_that_a_server_knows_is_found_wherever_it_is(tmp_path: Path) -> None:
    pair, other = Pair(tmp_path), Pair(tmp_path, "ecdsa", 256)
    by_agent = Known(pair.fingerprint)
    by_file = Known(pair.fingerprint, str(pair.file))
    with ssh_agent(tmp_path, other, pair) as agent:
        await signs(await keys(tmp_path, agent).known(by_agent), pair)
        key = await keys(tmp_path, agent).known(by_file)
        assert key.file is None
    await signs(await keys(tmp_path).known(by_file), pair)
    for gone in (by_agent, Known(pair.fingerprint, str(other.file)), Known("SHA256:x", "/none")):
        with pytest.raises(NoKey) as refused:
            await keys(tmp_path).known(gone)
        assert refused.value.code == "key_gone"


async def test_a_key_that_has_gone_signs_nothing(tmp_path: Path) -> None:
    with ssh_agent(tmp_path, Pair(tmp_path)) as agent:
        key = (await keys(tmp_path, agent).usual()).key
        assert key is not None
        forget(agent)
        with pytest.raises(CannotSign):
            await key.sign(b"data")
    with pytest.raises(CannotSign):
        await key.sign(b"data")


async def test_an_agent_saves_typing_the_passphrase(tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    with ssh_agent(tmp_path, pair) as agent:
        keygen("-q", "-p", "-P", "", "-N", "secret", "-f", str(pair.file))
        # Even the public half of it is said by the private one.
        pair.drop_public()
        key = await keys(tmp_path, agent).named(pair.file)
        assert (key.file, key.label) == (None, "anna@home")


UNLOCK = """
import asyncio, os, sys
from contextlib import ExitStack
from pathlib import Path
from tui.connect.agent import OwnAgent
from tui.connect.keys import Keys, NoKey
with ExitStack() as stack:
    def unlock(file):
        agent = stack.enter_context(OwnAgent())
        return agent.path if agent.open(file) else None
    keys = Keys({}, Path("/"), unlock)
    try:
        key = asyncio.run(keys.named(Path(sys.argv[1])))
    except NoKey as no:
        sys.exit(no.code)
    signature = asyncio.run(key.sign(b"data"))
    print("signed", key.fingerprint, len(signature) > 64, "in", key.file, flush=True)
"""


@pytest.mark.parametrize("form", ["RFC4716", "PEM", "PKCS8"])
async def test_a_key_that_is_not_opened_is_said(tmp_path: Path, form: str) -> None:
    pair = Pair(tmp_path, "ecdsa", 256)
    keygen("-q", "-p", "-m", form, "-P", "", "-N", "secret", "-f", str(pair.file))
    asked: list[Path] = []
    with pytest.raises(NoKey) as refused:
        await Keys({}, tmp_path, asked.append).named(pair.file)
    assert refused.value.code == "key_locked"
    assert asked == [pair.file]


def test_a_passphrase_is_asked_for_on_the_terminal(tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    known = pair.fingerprint
    keygen("-q", "-p", "-P", "", "-N", "secret", "-f", str(pair.file))
    pair.drop_public()
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    with Terminal([sys.executable, "-c", UNLOCK, str(pair.file)], env, (150, 24)) as terminal:
        terminal.wait("passphrase")
        terminal.press("wrong", "enter")
        terminal.wait("again")
        terminal.press("secret", "enter")
        terminal.wait(f"signed {known} True in {pair.file}")
        assert terminal.wait_end() == 0
    # The agent that had it is gone.
    assert not list(tmp_path.glob("pokertui-*"))
