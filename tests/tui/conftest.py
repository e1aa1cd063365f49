"""What tests of the client start a server of their own with."""

from pathlib import Path

import pytest

from server.config import Config


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A server for these tests."""
    return Config(state=tmp_path / "state", listen="127.0.0.1:0", bot_pause=0, lobby_pause=0)
