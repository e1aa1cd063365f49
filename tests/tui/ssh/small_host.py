"""A host process with the small app, for tests that end processes: FOLDER [LISTEN]."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tui.ssh import host
from tui.ssh.host import SshConfig


def main() -> int:
    """Run it; the exit code."""
    folder = Path(sys.argv[1])
    listen = sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1:0"
    config = SshConfig(host_sock=folder / "host.sock", state=folder / "state", listen=listen)

    @asynccontextmanager
    async def make(visit: Any) -> AsyncIterator[Any]:
        from tests.tui.ssh.rig import Small

        yield Small(visit)

    return host.main(config, make)


if __name__ == "__main__":
    sys.exit(main())
