"""The host's keys: made once, kept private, several at a time while one replaces another (F7)."""

import contextlib
import logging
import os
import secrets
import stat
from pathlib import Path

import asyncssh

from tui.ssh.errors import StartError

PATTERN = "ssh_host_*_key"
FIRST = "ssh_host_ed25519_key"

log = logging.getLogger("pokertui.ssh")


def load_host_keys(state: Path) -> list[asyncssh.SSHKey]:
    """The host's keys in `state`; makes an ed25519 key where there is none.

    Every file named ssh_host_*_key counts: ssh_host_ed25519_key, or else the first by name, is
    shown to newcomers, and all are announced to clients that know one of them already. A key that
    others could read is made private, with a warning. StartError, with the path and what helps, if
    a key can be neither read nor made.
    """
    try:
        state.mkdir(parents=True, exist_ok=True, mode=0o700)
        paths = sorted(state.glob(PATTERN), key=lambda path: (path.name != FIRST, path.name))
    except OSError as error:
        raise StartError("state", path=str(state), why=_why(error)) from error
    return [_load(path) for path in paths or [_make(state)]]


def _make(state: Path) -> Path:
    path = state / FIRST
    new = state / f".{FIRST}.{secrets.token_hex(8)}"
    key = asyncssh.generate_private_key("ssh-ed25519", comment="pokertui")
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123
            file.write(key.export_private_key("openssh"))
            file.flush()
            os.fsync(file.fileno())
        # Whole or not at all; of several processes that start together the first one's key stays.
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(new)
    except OSError as error:
        raise StartError(
            "key_unwritable", path=str(path), state=str(state), why=_why(error)
        ) from error
    finally:
        new.unlink(missing_ok=True)
    return path


def _load(path: Path) -> asyncssh.SSHKey:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            path.chmod(0o600)
            log.warning("Host key %s could be read by others (mode %o): now 600.", path, mode)
        key = asyncssh.import_private_key(path.read_bytes())
    except OSError as error:
        raise StartError("key_unreadable", path=str(path), why=_why(error)) from error
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        raise StartError("key_unusable", path=str(path), why=str(error)) from error
    log.info("Host key %s  %s", key.get_fingerprint(), path)
    return key


def _why(error: OSError) -> str:
    return error.strerror or str(error)
