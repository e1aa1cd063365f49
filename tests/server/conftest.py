"""A real server with a real log in a directory of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.config import Config, Limits
from server.run import Server


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A configuration for tests: any free port, bots that do not dawdle, nobody has to ping."""
    return Config(
        state=tmp_path / "state",
        listen="127.0.0.1:0",
        host_socket=tmp_path / "host.sock",
        bot_pause=0,
        lobby_pause=0,
        limits=Limits(silent_seconds=600),
    )


@pytest.fixture
async def server(config: Config) -> AsyncIterator[Server]:
    """A running server."""
    async with Server(config) as running:
        yield running
