"""The specification's client, taken as it stands there, plays a match on a real server."""

import asyncio
import re
import sys
from pathlib import Path

import protocol
from server.config import Config
from server.run import Server

README = Path(protocol.__file__).with_name("README.md").read_text("utf-8")


async def test_the_client_of_the_specification_plays_a_match(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert found is not None
    script = tmp_path / "client.py"
    script.write_text(found[1], "utf-8")
    config = Config(state=tmp_path / "state", listen="127.0.0.1:0", bot_pause=0)
    async with Server(config) as server:
        client = await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",
            str(script),
            "127.0.0.1",
            str(server.port),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await client.communicate()
    assert err == b""
    assert client.returncode == 0
    ended, *scores = out.decode().split()
    assert scores.count("success") == 3 if ended == "won" else scores.count("failure") == 3
    assert ended in {"won", "lost"}
    assert 3 <= len(scores) <= 5
