"""What one's own machine remembers."""

import asyncio
import os
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from tui.settings import Known, Settings, change, load


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "settings.json"
    assert load(file) is None
    change(file, lambda _: Settings(lang="de", name="Jörg", code="abcd"))
    assert load(file) == Settings(lang="de", name="Jörg", code="abcd")
    # The code opens an account: nobody else reads it.
    assert file.stat().st_mode & 0o077 == 0


def test_what_cannot_be_read_is_asked_again(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"lang": "xx"}')
    assert load(file) is None
    file.write_bytes(b"\xff\x00")
    assert load(file) is None


def test_what_cannot_be_saved_disturbs_nobody(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    change(blocked / "settings.json", lambda _: Settings(name="Jörg"))


async def test_what_several_programs_keep_at_once_is_all_there(tmp_path: Path) -> None:
    file, servers = tmp_path / "settings.json", [f"{number}.example:7000" for number in range(20)]

    def knowing(server: str, settings: Settings) -> Settings:
        return replace(settings, keys={**settings.keys, server: Known("SHA256:x")})

    async with asyncio.TaskGroup() as group:
        for server in servers:
            group.create_task(asyncio.to_thread(change, file, partial(knowing, server)))
    settings = load(file)
    assert settings is not None
    assert set(settings.keys) == set(servers)
    assert os.listdir(tmp_path) == [file.name]  # noqa: PTH208
