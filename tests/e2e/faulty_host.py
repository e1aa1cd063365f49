"""An SSH host whose apps are the card room's own, but for one: HOST_SOCK STATE LISTEN NAME.

The app of whoever comes as NAME goes wrong at the first key.
"""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tui.ssh import host
from tui.ssh.host import SshConfig


def main() -> int:
    """Run it; the exit code."""
    host_sock, state, listen, unlucky = sys.argv[1:]

    @asynccontextmanager
    async def make(visit: Any) -> AsyncIterator[Any]:
        from tui.ssh.apps import poker_app

        async with poker_app(visit) as app:
            if visit.hello.name == unlucky:
                setattr(app, "touched", goes_wrong)  # noqa: B010 — a method, to mypy
            yield app

    return host.main(SshConfig(Path(host_sock), Path(state), listen), make)


def goes_wrong() -> None:
    """A fault of ours."""
    raise RuntimeError("broken")


if __name__ == "__main__":
    sys.exit(main())
