"""A real ssh-agent, as people have one."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.keys import Pair

needs_agent = pytest.mark.skipif(
    shutil.which("ssh-agent") is None or shutil.which("ssh-keygen") is None,
    reason="needs ssh-agent and ssh-keygen",
)


@contextmanager
def ssh_agent(place: Path, *pairs: Pair) -> Iterator[str]:
    """An agent with these keys: the path of its socket."""
    path = str(place / "agent")
    started = subprocess.run(
        ["ssh-agent", "-s", "-a", path], capture_output=True, text=True, check=True
    )
    number = int(started.stdout.partition("SSH_AGENT_PID=")[2].partition(";")[0])
    env = {**os.environ, "SSH_AUTH_SOCK": path}
    try:
        for pair in pairs:
            subprocess.run(["ssh-add", "-q", str(pair.file)], env=env, check=True)
        yield path
    finally:
        subprocess.run(
            ["ssh-agent", "-k"],
            env={**env, "SSH_AGENT_PID": str(number)},
            capture_output=True,
            check=True,
        )


def forget(agent: str) -> None:
    """Take all its keys from an agent."""
    env = {**os.environ, "SSH_AUTH_SOCK": agent}
    subprocess.run(["ssh-add", "-q", "-D"], env=env, check=True)
