"""ssh-agents: the one that the person has, and one of our own for a key with a passphrase."""

import asyncio
import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from msgspec import Struct

from protocol.messages import BLOB
from protocol.proof import KINDS, kind_of
from tui.link import CannotSign

if TYPE_CHECKING:
    from asyncssh import SSHAgentClient

PATIENCE = 5.0  # seconds for an agent to say which keys it has, or to begin

# An agent signs with an RSA key by what these flags of its protocol name.
_SHA2_512 = 4


class AgentKey(Struct, frozen=True):
    """A key that an agent has: its public half as SSH writes it, and what it is called there."""

    public_key: bytes
    comment: str


async def keys_of(path: str) -> tuple[AgentKey, ...]:
    """The keys that the agent there can prove with, in its order; none if nobody answers."""
    from asyncssh import SSHAgentClient

    agent = SSHAgentClient(path)
    try:
        async with asyncio.timeout(PATIENCE):
            found = await agent.get_keys()
    except (OSError, ValueError, TimeoutError):
        return ()
    finally:
        await _part(agent)
    return tuple(
        AgentKey(key.public_data, key.get_comment(errors="replace") or "")
        for key in found
        if _kind(key.public_data) in KINDS and len(key.public_data) <= BLOB
    )


async def sign(path: str, public_key: bytes, data: bytes) -> bytes:
    """The signature of `data` by a key of the agent there; CannotSign."""
    from asyncssh import SSHAgentClient

    agent = SSHAgentClient(path)
    try:
        return await agent.sign(public_key, data, _SHA2_512)
    except (OSError, ValueError) as error:
        raise CannotSign(str(error)) from error
    finally:
        await _part(agent)


async def _part(agent: "SSHAgentClient") -> None:
    agent.close()
    # It may have ended before us.
    with contextlib.suppress(OSError):
        await agent.wait_closed()


def _kind(public_key: bytes) -> str:
    try:
        return kind_of(public_key)
    except ValueError:
        return ""


class OwnAgent:
    """An agent that has one key as long as this program runs: `with OwnAgent() as agent`.

    OpenSSH's own, since it can open every key that OpenSSH has made, and asks for the passphrase
    itself. It ends with us, however we end.
    """

    def __init__(self) -> None:
        self._place = Path(tempfile.mkdtemp(prefix="pokertui-"))
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def path(self) -> str:
        """Where it answers."""
        return str(self._place / "agent")

    def __enter__(self) -> "OwnAgent":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._child is not None:
            with contextlib.suppress(OSError, subprocess.SubprocessError):
                self._add("-D", quiet=True)
            assert self._child.stdin is not None
            self._child.stdin.close()
            self._child.wait()
        shutil.rmtree(self._place, ignore_errors=True)

    def open(self, file: Path) -> bool:
        """Take a key in, asking for its passphrase on the terminal; whether that went well."""
        try:
            self._begin()
            return self._add(str(file)) == 0
        except (OSError, subprocess.SubprocessError):
            return False

    def _begin(self) -> None:
        # An agent with a command ends after it, and `cat` ends when nobody can write to it.
        self._child = subprocess.Popen(
            ["ssh-agent", "-a", self.path, "cat"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Keys that the terminal makes into signals are not meant for it.
            start_new_session=True,
        )
        until = time.monotonic() + PATIENCE
        while not os.path.lexists(self.path):
            if self._child.poll() is not None or time.monotonic() > until:
                raise OSError("no agent")
            time.sleep(0.01)

    def _add(self, *arguments: str, quiet: bool = False) -> int:
        # On the terminal, not in a window that might be elsewhere.
        env = {**os.environ, "SSH_AUTH_SOCK": self.path, "SSH_ASKPASS_REQUIRE": "never"}
        return subprocess.run(
            ["ssh-add", "-q", *arguments],
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL if quiet else None,
            check=False,
        ).returncode
