"""A real server for the screens."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.config import Config
from server.run import Server


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A running server whose bots do not dawdle."""
    config = Config(
        state=tmp_path / "state",
        listen="127.0.0.1:0",
        host_socket=tmp_path / "host.sock",
        bot_pause=0,
        lobby_pause=0,
    )
    async with Server(config) as running:
        yield running
