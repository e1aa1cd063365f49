"""One address can't take everybody's place, and goodbyes are noted without flooding the log."""

import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.messages import VERSION, Bye, Hello, Ping, Proved
from server.config import Config, Limits
from server.door import ELSEWHERE, LOCAL, Door, Turned, home_of
from server.run import Server
from tests.server.client import Client


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("127.0.0.1", LOCAL),
        ("::1", LOCAL),
        ("::ffff:127.0.0.1", LOCAL),
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2::3", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("?", ELSEWHERE),
        ("\x1b[2J", ELSEWHERE),
    ],
)
def test_an_address_counts_as_its_home(address: str, home: str) -> None:
    assert home_of(address) == home


def let_in(ask: Callable[[str], None], home: str) -> bool:
    """Whether nobody is turned away."""
    try:
        ask(home)
    except Turned:
        return False
    return True


def test_each_address_has_its_own_count() -> None:
    door = Door(Limits(connections_each=2, connections_local=3), lambda: 0.0)
    assert [let_in(door.enter, "203.0.113.9") for _ in range(3)] == [True, True, False]
    assert [let_in(door.enter, LOCAL) for _ in range(4)] == [True, True, True, False]
    door.enter("203.0.113.10")
    door.leave("203.0.113.9")
    door.leave("203.0.113.9")
    door.enter("203.0.113.9")


def test_newcomers_of_an_address_are_let_in_up_to_a_rate() -> None:
    now = 0.0
    door = Door(Limits(newcomers_each=2, newcomers_local=3, newcomers_seconds=60), lambda: now)
    assert [let_in(door.admit, "203.0.113.9") for _ in range(3)] == [True, True, False]
    assert [let_in(door.admit, LOCAL) for _ in range(4)] == [True, True, True, False]
    door.admit("203.0.113.10")
    now = 30.0
    assert [let_in(door.admit, "203.0.113.9") for _ in range(2)] == [True, False]


def test_an_address_that_nobody_new_comes_from_is_forgotten() -> None:
    now = 0.0
    door = Door(Limits(newcomers_each=2, newcomers_seconds=60), lambda: now)
    for number in range(10_000):
        # One a second: within a minute each is as if it had never been seen.
        now += 1
        door.admit(f"address {number}")
    assert len(door._newcomers) <= 61


def test_goodbyes_are_noted_up_to_a_rate_and_counted_beyond(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = 0.0
    door = Door(Limits(), lambda: now)
    with caplog.at_level(logging.INFO, "server.door"):
        for _ in range(1000):
            door.note("malformed", LOCAL)
        assert len(caplog.messages) == 20
        now = 1.0
        door.note("timeout", "203.0.113.9")
    assert caplog.messages[-2:] == [
        "980 goodbyes were not noted",
        "goodbye to 203.0.113.9: timeout",
    ]


async def test_the_last_connection_too_many_is_told_and_another_may_come_when_one_goes(
    config: Config,
) -> None:
    limits = replace(config.limits, connections_local=2)
    async with Server(replace(config, limits=limits)) as server:
        first, second = [await Client.tcp(server.port) for _ in range(2)]
        for client in (first, second):
            await client.hello()
        async with await Client.tcp(server.port) as third:
            assert await third.bye() == "full"
            goodbye = third.last(Bye)
            assert goodbye is not None
            assert goodbye.why.facts == {"most": 2}
        await first.ask(Ping)
        await first.close()
        while True:
            async with await Client.tcp(server.port) as later:
                later.write_bytes(b"\x01")
                # Until the server has seen that the first is gone, it is still full.
                if await later.bye() == "malformed":
                    break
        await second.close()


async def test_an_ssh_hosts_clients_are_counted_by_where_they_come_from(
    config: Config, tmp_path: Path
) -> None:
    limits = replace(config.limits, connections_each=1)
    async with Server(replace(config, limits=limits)):
        path = tmp_path / "host.sock"
        inside: list[Client] = []
        for address in ("2001:db8::1", "2001:db8:0:1::1", "203.0.113.9"):
            inside.append(await Client.unix(path))
            await inside[-1].hello(proved=Proved(None, address))
        async with await Client.unix(path) as neighbour:
            neighbour.write(Hello(VERSION, proved=Proved(None, "2001:db8::2")))
            assert await neighbour.bye() == "full"
        # Nobody is asked for an address who comes from no SSH host's client.
        for _ in range(3):
            inside.append(await Client.unix(path))
            await inside[-1].hello()
        for client in inside:
            await client.close()


async def test_one_address_makes_no_accounts_without_end(config: Config, tmp_path: Path) -> None:
    limits = replace(config.limits, newcomers_each=2, newcomers_seconds=1e9)
    async with Server(replace(config, limits=limits)) as server:
        path = tmp_path / "host.sock"
        here, there = "203.0.113.9", "203.0.113.10"
        codes: list[str | None] = []
        for proved in (Proved("SHA256:Anna", here), Proved(None, here), Proved(None, there)):
            async with await Client.unix(path) as client:
                codes.append((await client.hello(proved=proved)).account.code)
        rows = await _accounts(server)
        for proved in (Proved("SHA256:Ben", here), Proved(None, here)):
            async with await Client.unix(path) as stranger:
                stranger.write(Hello(VERSION, code="none-such", proved=proved))
                assert await stranger.bye() == "full"
                goodbye = stranger.last(Bye)
                assert goodbye is not None
                assert goodbye.why.facts == {"newcomers": 2}
        assert await _accounts(server) == rows == 3
        # Whoever is known is let in, by key or by code, from wherever they come.
        for proved, code in ((Proved("SHA256:Anna", here), None), (Proved(None, here), codes[2])):
            async with await Client.unix(path) as client:
                await client.hello(code=code, proved=proved)


async def _accounts(server: Server) -> int:
    def count(database: sqlite3.Connection) -> int:
        return int(database.execute("SELECT count(*) FROM accounts").fetchone()[0])

    return await server.house.log.read(count)


async def test_a_goodbye_is_noted_without_what_was_sent(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "server"):
        async with await Client.tcp(server.port) as stranger:
            stranger.write_bytes(b"GET /secret HTTP/1.1\r\n\r\n")
            assert await stranger.bye() == "malformed"
    assert caplog.messages == [f"goodbye to {LOCAL}: malformed"]
