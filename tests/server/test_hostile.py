"""Nonsense, haste and silence end or slow down only whoever they come from."""

import asyncio
import socket

import msgpack  # type: ignore[import-untyped]
import pytest
from msgspec.structs import replace

from engine.values.actions import Pass
from protocol.codec import FROM_SERVER, Reader
from protocol.messages import (
    OLDEST,
    VERSION,
    Act,
    Bye,
    Create,
    Next,
    No,
    Ping,
    Watch,
    WatchLobby,
    Welcome,
)
from server.config import Config
from server.run import Server
from tests.server.client import Client, open_table, play, sit

HELLO = {"type": "hello", "version": VERSION}

NONSENSE = {
    "http": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "oversize": msgpack.packb(HELLO | {"name": "x" * 70_000}),
    "endless": b"\xc6\x7f\xff\xff\xff" + bytes(100_000),
    "deep": b"\x81\xa4type" + b"\x91" * 5000,
    "not a map": msgpack.packb([1, 2, 3]),
    "no type": msgpack.packb({"version": 1}),
    "unknown": msgpack.packb({"type": "dance"}),
    "request first": msgpack.packb({"type": "ping", "id": 1}),
    "wrong type": msgpack.packb(HELLO | {"version": "1"}),
    "bool as number": msgpack.packb(HELLO | {"version": True}),
    "unknown field": msgpack.packb(HELLO | {"admin": True}),
    "twice": msgpack.packb(HELLO) * 2,
    "negative id": msgpack.packb(HELLO) + msgpack.packb({"type": "ping", "id": -1}),
    "huge id": msgpack.packb(HELLO) + msgpack.packb({"type": "ping", "id": 2**63}),
    "bad action": msgpack.packb(HELLO)
    + msgpack.packb(
        {
            "type": "act",
            "id": 1,
            "table": "t",
            "deal": 1,
            "decision": 1,
            "action": {"type": "take", "token": "ace", "holder": None},
        }
    ),
}


async def test_nonsense_leaves_another_table_running_to_its_end(server: Server) -> None:
    async with await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        table = await open_table(anna, bots="now")
        match = asyncio.create_task(play(anna))
        for nonsense in NONSENSE.values():
            async with await Client.tcp(server.port) as stranger:
                stranger.write_bytes(nonsense)
                assert await stranger.bye() == "malformed"
        # Well-formed, but about what is none of one's business.
        async with await Client.tcp(server.port) as stranger:
            await stranger.hello("Mallory")
            for deal in range(3):
                fields = {"table": table, "deal": deal, "decision": 7}
                assert await stranger.refused(Act, **fields, action=Pass()) in {
                    "not_seated",
                    "deal_changed",
                    "no_deal",
                }
        assert (await match).stage == "over"


async def test_a_reader_that_stops_is_closed_and_delays_nobody(config: Config) -> None:
    limits = replace(config.limits, slow_seconds=0.2)
    async with (
        Server(replace(config, limits=limits)) as server,
        await Client.tcp(server.port) as anna,
    ):
        await anna.hello("Anna")
        table = await open_table(anna, bots="now")
        stuck = socket.socket()
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stuck.connect(("127.0.0.1", server.port))
        stuck.sendall(msgpack.packb(HELLO | {"name": "Stuck"}))
        stuck.sendall(msgpack.packb({"type": "watch", "id": 1, "table": table}))
        await anna.view(lambda view: view.watching == 1)
        # It reads nothing of all that it is shown.
        while (end := await play(anna)).watching:
            assert end.stage == "over"
            await anna.ask(Next, table=table, deal=end.deal)
            await anna.view(lambda view: view.stage == "running" or not view.watching)
        await _alone(server)
        stuck.close()


async def _alone(server: Server) -> None:
    async with asyncio.timeout(10):
        while len(server.house.connected) > 1:  # noqa: ASYNC110 — nothing announces it
            await asyncio.sleep(0)


@pytest.mark.parametrize("yours", [OLDEST - 2, OLDEST - 1, VERSION + 1, None])
@pytest.mark.parametrize("host", [False, True])
async def test_another_protocol_version_is_told_both_numbers(
    server: Server, yours: int | None, host: bool
) -> None:
    # An SSH host may be of another time, too: it goes on while the server is renewed.
    path = server.config.host_socket
    assert path is not None
    hello = {"type": "hello", "news": 1} | ({} if yours is None else {"version": yours})
    async with await (Client.unix(path) if host else Client.tcp(server.port)) as client:
        client.write_bytes(msgpack.packb(hello))
        assert await client.bye() == "version"
        goodbye = client.last(Bye)
        assert goodbye is not None
        assert goodbye.why.facts == {"mine": VERSION, "yours": yours or 0}


async def test_silence_ends_at_the_hello(config: Config) -> None:
    limits = replace(config.limits, hello_seconds=0.05)
    async with (
        Server(replace(config, limits=limits)) as server,
        await Client.tcp(server.port) as client,
    ):
        assert await client.bye() == "timeout"


async def test_a_full_house_says_so(config: Config) -> None:
    limits = replace(config.limits, connections=1)
    async with (
        Server(replace(config, limits=limits)) as server,
        await Client.tcp(server.port) as first,
        await Client.tcp(server.port) as second,
    ):
        await first.hello("Anna")
        assert await second.bye() == "full"
        await first.ask(Ping)


async def test_haste_is_refused_and_forgiven(config: Config) -> None:
    limits = replace(config.limits, requests_per_second=50, requests_burst=20)
    async with (
        Server(replace(config, limits=limits)) as server,
        await Client.tcp(server.port) as client,
    ):
        await client.hello("Anna")
        answers = await asyncio.gather(*(client.request(Ping) for _ in range(200)))
        refused = [answer for answer in answers if isinstance(answer, No)]
        assert {answer.why.code for answer in refused} == {"too_many_requests"}
        while isinstance(await client.request(Ping), No):
            pass


async def test_requests_sent_before_the_answers_are_done_in_order(server: Server) -> None:
    async with await Client.tcp(server.port) as client:
        await client.hello("Anna")
        created, pinged = await asyncio.gather(
            client.request(Create, game="pokerface", name="x", seats=3), client.request(Ping)
        )
        messages = Reader(FROM_SERVER).feed(bytes(client.raw))
        assert [one["id"] for one in messages if one["type"] == "ok"] == [created.id, pinged.id]
        await client.ask(WatchLobby)
        assert await client.refused(Watch, table="none") == "unknown_table"


async def test_hundreds_of_requests_in_one_piece_are_answered_in_order(server: Server) -> None:
    # Some are for a table, some for the desk, some are refused before they get to either.
    async with await Client.tcp(server.port) as client, await Client.tcp(server.port) as other:
        await client.hello("Anna")
        await other.hello("Ben")
        table = await open_table(client, seats=3)
        kinds = (
            {"type": "watch", "table": table},
            {"type": "watch", "table": "none"},
            {"type": "ping"},
            {"type": "next", "table": table, "deal": 0},
            {"type": "next", "table": table, "deal": 9},
            {"type": "say", "table": "none", "phrase": "short_break"},
        )
        before = len(client.raw)
        numbers = list(range(1000, 1600))
        client.write_bytes(
            b"".join(msgpack.packb({"id": n} | kinds[n % len(kinds)]) for n in numbers)
        )

        await client.until(lambda: numbers[-1] in client._answers)
        messages = Reader(FROM_SERVER).feed(bytes(client.raw[before:]))
        assert [one["id"] for one in messages if one["type"] in {"ok", "no"}] == numbers
        await other.ask(Ping)


@pytest.mark.parametrize("split", [1, 3])
async def test_bytes_may_come_in_any_pieces(server: Server, split: int) -> None:
    async with await Client.tcp(server.port) as client:
        data = msgpack.packb(HELLO | {"name": "Anna"})
        for start in range(0, len(data), split):
            client.write_bytes(data[start : start + split])
            await asyncio.sleep(0)
        welcome = await client.wait_for(lambda one: isinstance(one, Welcome))
        assert isinstance(welcome, Welcome)
        assert welcome.account.name == "Anna"


async def test_a_connection_lost_in_the_middle_of_a_request(server: Server) -> None:
    async with await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        table = await open_table(anna, seats=3)
        ben = await Client.tcp(server.port)
        await ben.hello("Ben")
        joining = asyncio.create_task(sit(ben, table))
        await asyncio.sleep(0)
        await ben.close()
        await asyncio.gather(joining, return_exceptions=True)
        # Whether he sat down or not, the table knows that he is not here.
        await anna.view(lambda view: not any(chair.here for chair in view.chairs[1:]))
        await anna.ask(Ping)
