"""The link over a real socket, against a peer that the test plays with protocol bytes."""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgpack  # type: ignore[import-untyped]
import pytest

from engine.values.why import Why
from protocol.connection import ServerConnection
from protocol.messages import (
    VERSION,
    Account,
    Bye,
    FromClient,
    FromServer,
    Hello,
    Lobby,
    No,
    Ok,
    Ping,
    Prove,
    Rename,
    Welcome,
)
from server.config import Limits
from tui import link as module
from tui.link import PING_EVERY, SILENCE, Link, LinkEnded, new_key

WELCOME = Welcome(VERSION, "test", Account("a", "Anna", guest=True, code="abcd"), ())
HELLO = Hello(VERSION, "test", "de")
Answer = Callable[[FromClient], list[FromServer | bytes]]


class Peer:
    """The other end: answers each message as the test says; an empty answer to None hangs up."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.received: list[FromClient] = []
        self.writers: list[asyncio.StreamWriter] = []
        self.connection = ServerConnection()

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.append(writer)
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                for message in self.connection.receive_data(data):
                    self.received.append(message)
                    for answer in self.answer(message):
                        raw = answer if isinstance(answer, bytes) else self.connection.send(answer)
                        writer.write(raw)

    def send(self, message: FromServer) -> None:
        self.writers[0].write(self.connection.send(message))


@asynccontextmanager
async def linked(answer: Answer, patience: float = SILENCE) -> AsyncIterator[tuple[Link, Peer]]:
    """A link to a peer, not yet introduced."""
    peer = Peer(answer)
    server = await asyncio.start_server(peer.talk, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    link = Link(*await asyncio.open_connection("127.0.0.1", port), patience)
    try:
        yield link, peer
    finally:
        await link.close()
        for writer in peer.writers:
            writer.transport.abort()
        server.close()
        await server.wait_closed()


def polite(message: FromClient) -> list[FromServer | bytes]:
    """Welcomes and agrees to everything."""
    return [WELCOME] if isinstance(message, Hello | Prove) else [Ok(message.id)]


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 — what comes over a socket has no event
            await asyncio.sleep(0)


async def test_hello_is_answered_with_welcome() -> None:
    async with linked(polite) as (link, peer):
        assert await link.hello(HELLO) == WELCOME
        assert link.welcome == WELCOME
        assert peer.received[0] == HELLO


@pytest.mark.parametrize("code", ["version", "full", "malformed"])
async def test_not_being_welcome_says_why(code: str) -> None:
    why = Why(code, {"mine": 9, "yours": 1})
    async with linked(lambda message: [Bye(why)]) as (link, _):
        with pytest.raises(LinkEnded) as over:
            await link.hello(HELLO)
        assert over.value.why == why
        with pytest.raises(LinkEnded):
            await link.request(Ping(id=0))


async def test_what_speaks_something_else_is_no_server() -> None:
    async with linked(lambda message: [b"HTTP/1.1 400 Bad Request\r\n\r\n"]) as (link, _):
        with pytest.raises(LinkEnded) as over:
            await link.hello(HELLO)
        assert over.value.why.code == "not_ours"


async def test_answers_find_their_requests_in_any_order() -> None:
    kept: list[int] = []

    def late(message: FromClient) -> list[FromServer | bytes]:
        if isinstance(message, Hello | Prove):
            return [WELCOME]
        if isinstance(message, Ping):
            return [Ok(message.id)]
        kept.append(message.id)
        if len(kept) < 2:
            return []
        return [No(kept[1], Why("bad_name")), Ok(kept[0])]

    async with linked(late) as (link, _):
        await link.hello(HELLO)
        first = asyncio.create_task(link.request(Rename(id=0, name="a")))
        second = asyncio.create_task(link.request(Rename(id=0, name="b")))
        assert isinstance(await first, Ok)
        answer = await second
        assert isinstance(answer, No)
        assert answer.why.code == "bad_name"


async def test_pushes_wait_for_a_listener_and_come_in_order() -> None:
    early, late = Lobby((), 1), Lobby((), 2)

    def pushing(message: FromClient) -> list[FromServer | bytes]:
        return [WELCOME, early] if isinstance(message, Hello | Prove) else [Ok(message.id)]

    heard: list[FromServer] = []
    async with linked(pushing) as (link, peer):
        await link.hello(HELLO)
        await link.request(Rename(id=0, name="x"))
        link.listen(heard.append, lambda why: None)
        peer.send(late)
        await until(lambda: len(heard) == 2)
    assert heard == [early, late]


async def test_the_way_is_measured() -> None:
    async with linked(polite) as (link, _):
        await link.hello(HELLO)
        await until(lambda: link.latency is not None)
        assert link.latency is not None
        assert link.latency >= 0


async def test_a_broken_line_ends_requests_and_is_told_once() -> None:
    ends: list[Why] = []

    def silent(message: FromClient) -> list[FromServer | bytes]:
        return [WELCOME] if isinstance(message, Hello | Prove) else []

    async with linked(silent) as (link, peer):
        await link.hello(HELLO)
        link.listen(lambda message: None, ends.append)
        waiting = asyncio.create_task(link.request(Rename(id=0, name="x")))
        await until(lambda: len(peer.received) >= 2)
        peer.writers[0].transport.abort()
        with pytest.raises(LinkEnded):
            await waiting
        assert [why.code for why in ends] == ["lost"]
        await link.close()
    assert [why.code for why in ends] == ["lost"]


async def test_a_line_that_ended_before_anybody_listened_is_told() -> None:
    ends: list[Why] = []

    def leaving(message: FromClient) -> list[FromServer | bytes]:
        return [WELCOME, Bye(Why("stopping"))]

    async with linked(leaving) as (link, _):
        await link.hello(HELLO)
        await until(lambda: link.ended is not None)
        link.listen(lambda message: None, ends.append)
    assert [why.code for why in ends] == ["stopping"]


async def test_a_server_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SLOW", 0.01)
    monkeypatch.setattr(module, "AWAKE", 0.01)

    def silent(message: FromClient) -> list[FromServer | bytes]:
        return [WELCOME] if isinstance(message, Hello | Prove) else []

    async with linked(silent, patience=0.03) as (link, _):
        await link.hello(HELLO)
        await until(lambda: link.ended is not None)
        assert link.ended is not None
        assert link.ended.code == "silent"


async def test_a_line_is_slow_while_an_answer_is_overdue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SLOW", 0.01)
    pings: list[int] = []

    def late(message: FromClient) -> list[FromServer | bytes]:
        if isinstance(message, Ping):
            pings.append(message.id)
            return []
        return [WELCOME]

    told: list[bool] = []
    async with linked(late) as (link, peer):
        await link.hello(HELLO)
        link.listen(lambda message: None, lambda why: None, lambda: told.append(link.slow))
        await until(lambda: told == [True])
        assert link.ended is None
        peer.send(Ok(pings[0]))
        await until(lambda: told == [True, False])


async def test_a_line_knows_when_the_server_was_heard_last() -> None:
    async with linked(polite) as (link, peer):
        await link.hello(HELLO)
        await until(lambda: link.latency is not None)
        before = link.heard
        peer.send(Lobby((), 1))
        await until(lambda: link.heard > before)


async def test_hanging_up_is_not_told_to_oneself() -> None:
    ends: list[Why] = []
    async with linked(polite) as (link, _):
        await link.hello(HELLO)
        link.listen(lambda message: None, ends.append)
        await link.close()
        await link.close()
    assert ends == []


def test_keys_are_fresh_and_long_enough() -> None:
    keys = {new_key() for _ in range(1000)}
    assert len(keys) == 1000
    assert all(8 <= len(key) <= 64 for key in keys)


async def test_hanging_up_while_the_server_is_asked_leaves_nothing_unheard() -> None:
    complaints: list[dict[str, object]] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: complaints.append(context))

    def silent(message: FromClient) -> list[FromServer | bytes]:
        return [WELCOME] if isinstance(message, Hello | Prove) else []

    async with linked(silent) as (link, peer):
        await link.hello(HELLO)
        async with asyncio.timeout(10):
            while not any(isinstance(one, Ping) for one in peer.received):  # noqa: ASYNC110
                await asyncio.sleep(0)
        await link.close()
    del link, peer
    await asyncio.sleep(0)
    gc.collect()
    assert not complaints


async def test_what_a_newer_server_says_more_is_passed_over() -> None:
    news = {"since": 2, "weather": ["rain", {"degrees": 7}]}

    def newer(message: FromClient) -> list[FromServer | bytes]:
        told = WELCOME if isinstance(message, Hello | Prove) else Ok(message.id)
        raw = msgpack.unpackb(ServerConnection().send(told))
        return [
            msgpack.packb({"type": "fireworks", "table": "t1"} | news),
            msgpack.packb(raw | news),
        ]

    heard: list[FromServer] = []
    async with linked(newer) as (link, peer):
        assert await link.hello(HELLO) == WELCOME
        link.listen(heard.append, lambda why: None)
        assert isinstance(await link.request(Rename(id=0, name="x")), Ok)
        peer.writers[0].write(msgpack.packb({"type": "drum"} | news))
        peer.send(Lobby((), 2))
        await until(lambda: bool(heard))
        assert heard == [Lobby((), 2)]
        assert link.ended is None


def test_a_line_is_heard_from_long_before_a_server_takes_it_for_dead() -> None:
    # Three quarters of the time may pass without a word; a ping late or lost changes nothing.
    assert Limits().silent_seconds * 3 / 4 > 3 * PING_EVERY
    assert Limits().silent_seconds <= 60
