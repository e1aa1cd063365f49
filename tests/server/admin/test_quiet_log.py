"""What a log at its usual level never holds: cards, keys, codes, and what people say."""

import logging
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.messages import VERSION, Chat, Hello, Proved
from server.config import Config, Limits
from server.run import Server
from tests.server.client import Client, open_table, play

KEY = "SHA256:" + "secretkey" * 4
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


async def test_a_deal_talk_logins_and_refusals_leave_no_secret_in_the_log(
    config: Config, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.INFO)
    config = replace(config, limits=Limits(silent_seconds=600, connections_each=2))
    host = config.host_socket
    assert host is not None
    async with Server(config) as server:
        async with await Client.tcp(server.port) as anna, await Client.unix(host) as kim:
            code = (await anna.hello("Anna")).account.code
            await kim.hello("Kim", proved=Proved(KEY, "203.0.113.7"))
            table = await open_table(anna, bots="now")
            await play(anna, deals=1)
            await anna.ask(Chat, table=table, text="Geheimnis unter uns")
            assert await anna.refused(Chat, table=table, text="") == "empty_text"
        async with await Client.tcp(server.port) as again:
            await again.hello(code=code)
        async with await Client.tcp(server.port) as wrong:
            wrong.write(Hello(0, code="verratener-code"))
            assert await wrong.bye() == "version"
        async with await Client.tcp(server.port) as wrong:
            wrong.write_bytes(b"\x81\xa4type\xa9Geheimnis")
            assert await wrong.bye() == "malformed"
        for _ in range(3):
            async with await Client.unix(host) as one:
                one.write(Hello(VERSION, proved=Proved(KEY, "203.0.113.7")))
    text = caplog.text
    # Something is noted, or nothing would be shown by what is not.
    for noted in ("welcome to", "goodbye to", "opens", "started with"):
        assert noted in text
    assert not CARD.search(text)
    for secret in (KEY, KEY[7:], code or "", "verraten", "Geheimnis"):
        assert secret not in text
    assert len(text.splitlines()) == len(caplog.records)
