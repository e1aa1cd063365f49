"""The host's keys from the first start to the change of a key (cases F7)."""

import logging
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncssh
import pytest

from tests.e2e.terminal import Terminal as Pty
from tests.tui.ssh.rig import empty_home, hosting, needs_ssh, on_pty, openssh, until
from tui.locale import Words
from tui.ssh.errors import StartError
from tui.ssh.hostkeys import FIRST, load_host_keys

NOBODY = 65534


@contextmanager
def as_ordinary_user() -> Iterator[None]:
    """Root may read and write everything: be somebody else for a moment."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_key_is_made_once_and_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "pokertui.ssh")
    state = tmp_path / "new" / "state"
    (first,) = load_host_keys(state)
    assert first.get_algorithm() == "ssh-ed25519"
    assert mode(state / FIRST) == 0o600
    assert [path.name for path in state.iterdir()] == [FIRST]
    assert first.get_fingerprint() in caplog.text
    (second,) = load_host_keys(state)
    assert second.get_fingerprint() == first.get_fingerprint()


def test_a_key_that_others_can_read_is_repaired_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    load_host_keys(tmp_path)
    (tmp_path / FIRST).chmod(0o644)
    load_host_keys(tmp_path)
    assert mode(tmp_path / FIRST) == 0o600
    assert str(tmp_path / FIRST) in caplog.text
    assert "644" in caplog.text


def said(error: StartError) -> str:
    """The sentence for whoever starts the host."""
    return Words("en")(f"start.{error.code}", **error.facts)


def open_way_to(folder: Path) -> None:
    """Let an ordinary user enter a folder that pytest keeps to its own user."""
    for one in (folder, *folder.parents):
        if one.stat().st_mode & 0o005 != 0o005:
            one.chmod(0o755)


def test_an_unreadable_key_is_named_with_a_remedy(tmp_path: Path) -> None:
    load_host_keys(tmp_path)
    (tmp_path / FIRST).chmod(0o000)
    open_way_to(tmp_path)
    with as_ordinary_user(), pytest.raises(StartError) as refused:
        load_host_keys(tmp_path)
    assert str(tmp_path / FIRST) in said(refused.value)
    assert "mode 600" in said(refused.value)


def test_a_folder_that_cannot_be_written_is_named_with_a_remedy(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    state.chmod(0o555)
    open_way_to(tmp_path)
    with as_ordinary_user(), pytest.raises(StartError) as refused:
        load_host_keys(state)
    assert f"Make {state} writable" in said(refused.value)


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.write_text("not a folder")
    with pytest.raises(StartError) as refused:
        load_host_keys(state)
    assert "--state" in said(refused.value)


@pytest.mark.parametrize("text", [b"", b"not a key", b"\x00\xff"])
def test_a_broken_key_is_named_with_a_remedy(tmp_path: Path, text: bytes) -> None:
    (tmp_path / FIRST).write_bytes(text)
    (tmp_path / FIRST).chmod(0o600)
    with pytest.raises(StartError, match=FIRST):
        load_host_keys(tmp_path)


def test_a_key_with_a_passphrase_is_refused(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    (tmp_path / FIRST).write_bytes(key.export_private_key("pkcs8-pem", "secret"))
    (tmp_path / FIRST).chmod(0o600)
    with pytest.raises(StartError) as refused:
        load_host_keys(tmp_path)
    assert "passphrase" in said(refused.value)


@needs_ssh
async def test_old_and_new_key_overlap(tmp_path: Path) -> None:
    (old,) = load_host_keys(tmp_path / "state")
    new = asyncssh.generate_private_key("ssh-ed25519")
    (tmp_path / "state" / "ssh_host_new_key").write_bytes(new.export_private_key("openssh"))
    (tmp_path / "state" / "ssh_host_new_key").chmod(0o600)

    def public(key: asyncssh.SSHKey) -> str:
        return key.export_public_key("openssh").decode().split()[1]

    known = tmp_path / "known"
    async with hosting(tmp_path) as rig:
        known.write_text(f"[127.0.0.1]:{rig.port} ssh-ed25519 {public(old)}\n")
        command = openssh(tmp_path, rig.port, "-o", "UpdateHostKeys=yes", strict=True)
        with Pty(command, empty_home(tmp_path)) as pty:
            # Whoever knows the old key is let in as ever, and learns the new one.
            await on_pty(pty, "hello anna")
            await until(lambda: public(new) in known.read_text())
            pty.press("q")
