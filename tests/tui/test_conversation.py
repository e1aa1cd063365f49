"""What is asked over a line that breaks, and how another line takes its place."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from msgspec.structs import replace

from engine.values.actions import Pass
from engine.values.why import Why
from protocol.messages import (
    Account,
    Act,
    Bye,
    Chat,
    Fill,
    FromClient,
    FromServer,
    Hello,
    Join,
    Lobby,
    Next,
    No,
    Ok,
    Ping,
    Prove,
    Request,
    Return,
    Say,
    Watch,
    Welcome,
)
from tests.tui.test_link import HELLO, WELCOME, Answer, Peer, polite, until
from tui.conversation import Conversation, Outage, Unheard, repeatable
from tui.link import Link, LinkEnded

ANNA = WELCOME.account


def deaf(message: FromClient) -> list[FromServer | bytes]:
    """Welcomes, and answers nothing but how fast the line is."""
    if isinstance(message, Hello | Prove):
        return [WELCOME]
    return [Ok(message.id)] if isinstance(message, Ping) else []


class Way:
    """The way to a server: each new line finds the next peer there, or the error in its place."""

    def __init__(self, *there: Answer | Exception) -> None:
        self.there = list(there)
        self.peers: list[Peer] = []
        self.stack = AsyncExitStack()
        self.asked_as: list[Account] = []

    async def __call__(self, account: Account) -> Link:
        self.asked_as.append(account)
        return await self.line()

    async def line(self) -> Link:
        """A line to the next peer."""
        answer = self.there.pop(0)
        if isinstance(answer, Exception):
            raise answer
        peer = Peer(answer)
        self.peers.append(peer)
        server = await asyncio.start_server(peer.talk, "127.0.0.1", 0)
        self.stack.push_async_callback(_closed, server, peer)
        link = Link(*await asyncio.open_connection(*server.sockets[0].getsockname()))
        self.stack.push_async_callback(link.close)
        await link.hello(HELLO)
        return link


async def _closed(server: asyncio.Server, peer: Peer) -> None:
    for writer in peer.writers:
        writer.transport.abort()
    server.close()
    await server.wait_closed()


class Talk:
    """A conversation with whoever drives it: what an app does, without a screen."""

    def __init__(self, way: Way, link: Link) -> None:
        self.way = way
        self.line = Conversation(link, way)
        self.heard: list[FromServer] = []
        self.ends: list[Why] = []
        self.outages: list[Outage] = []
        self.resumed: list[Link] = []
        self.line.listen(self.heard.append, self.ends.append, lambda: None)

    def ask(self, message: Request) -> "asyncio.Task[Ok | No]":
        return asyncio.create_task(self.line.request(message))

    async def broken(self) -> None:
        """The first line breaks, and that is heard."""
        self.way.peers[-1].writers[0].transport.abort()
        await until(lambda: bool(self.ends))

    async def mend(self, resume: Callable[[Link], None] = lambda link: None) -> None:
        """Try at once, as often as it takes."""

        async def resumed(link: Link) -> None:
            self.resumed.append(link)
            resume(link)

        def changed() -> None:
            assert self.line.outage is not None
            self.outages.append(self.line.outage)
            asyncio.get_running_loop().call_soon(self.line.hurry)

        await self.line.mend(ANNA, resumed, changed)


@asynccontextmanager
async def talking(*there: Answer | Exception) -> AsyncIterator[Talk]:
    """A conversation whose first line stands, to the first of `there`."""
    way = Way(*there)
    async with way.stack:
        yield Talk(way, await way.line())


def heard(peer: Peer) -> list[FromClient]:
    """What the peer was told, apart from hello and pings."""
    return [m for m in peer.received if not isinstance(m, Hello | Ping)]


@pytest.mark.parametrize(
    "message",
    [
        Join(id=0, key="k" * 12, table="t"),
        Fill(id=0, key="k" * 12, table="t"),
        Act(id=0, table="t", deal=3, decision=7, action=Pass(), key="k" * 12),
        Next(id=0, table="t", deal=3),
        Watch(id=0, table="t"),
    ],
)
async def test_what_counts_once_is_sent_again_and_answered(message: Request) -> None:
    async with talking(deaf, polite) as talk:
        answer = talk.ask(message)
        await until(lambda: bool(heard(talk.way.peers[0])))
        await talk.broken()
        assert talk.line.asked == (message,)
        await talk.mend()
        assert isinstance(await answer, Ok)
        first, second = (heard(peer)[0] for peer in talk.way.peers)
        # The same in everything but the number that a line gives it.
        assert replace(first, id=0) == replace(second, id=0) == message
        assert not talk.line.asked


@pytest.mark.parametrize(
    "message",
    [
        Say(id=0, table="t", phrase="short_break"),
        Chat(id=0, table="t", text="hallo"),
        Act(id=0, table="t", deal=3, decision=7, action=Pass()),
    ],
)
async def test_what_might_be_done_twice_is_not_sent_again(message: Request) -> None:
    assert not repeatable(message)
    async with talking(deaf, polite) as talk:
        answer = talk.ask(message)
        await until(lambda: bool(heard(talk.way.peers[0])))
        await talk.broken()
        with pytest.raises(Unheard):
            await answer
        await talk.mend()
        await talk.line.request(Watch(id=0, table="t"))
        assert [type(one) for one in heard(talk.way.peers[1])] == [Watch]


async def test_it_is_tried_after_1_2_4_8_and_8_seconds() -> None:
    away = [ConnectionRefusedError(), TimeoutError(), OSError(), OSError()]
    async with talking(polite, *away, polite) as talk:
        await talk.broken()
        await talk.mend()
        waits = [one for one in talk.outages if one.due is not None]
        tries = [one for one in talk.outages if one.due is None]
        assert [one.pause for one in waits] == [1, 2, 4, 8, 8]
        assert [one.attempt for one in waits] == [one.attempt for one in tries] == [1, 2, 3, 4, 5]
        assert all(one.why.code == "lost" for one in talk.outages)
        assert talk.way.asked_as == [ANNA] * 5
        assert talk.line.outage is None


async def test_requests_go_on_only_when_the_session_is_where_it_was() -> None:
    async with talking(deaf, polite) as talk:
        answer = talk.ask(Next(id=0, table="t", deal=1))
        await talk.broken()

        def resume(link: Link) -> None:
            assert not heard(talk.way.peers[1])
            assert not answer.done()

        await talk.mend(resume)
        await answer
        assert talk.line.link is talk.resumed[0]


async def test_a_line_that_breaks_while_it_is_made_is_tried_again() -> None:
    async with talking(polite, polite, polite) as talk:
        await talk.broken()
        talk.line.attend(talk.line.link)
        ends = len(talk.ends)

        def resume(link: Link) -> None:
            talk.line.attend(link)
            if len(talk.resumed) == 1:
                raise LinkEnded(Why("silent"))

        await talk.mend(resume)
        assert len(talk.resumed) == 2
        assert talk.line.link.ended is None
        # Nobody is told of a line that nobody had.
        assert len(talk.ends) == ends


async def test_pushes_of_the_new_line_are_heard() -> None:
    async with talking(polite, polite) as talk:
        await talk.broken()
        await talk.mend(talk.line.attend)
        talk.way.peers[1].send(Lobby((), 7))
        await until(lambda: Lobby((), 7) in talk.heard)
        # And its end begins the next outage.
        talk.way.peers[1].writers[0].transport.abort()
        await until(lambda: len(talk.ends) == 2)


@pytest.mark.parametrize("code", ["stopping", "full", "timeout", "too_slow", "storage"])
async def test_a_server_that_can_not_now_is_asked_again(code: str) -> None:
    async with talking(polite, lambda message: [Bye(Why(code))], polite) as talk:
        await talk.broken()
        await talk.mend()
        assert len(talk.way.peers) == 3
        assert talk.line.over is None


@pytest.mark.parametrize("code", ["version", "replaced", "malformed", "fault"])
async def test_a_server_that_will_not_is_not_asked_again(code: str) -> None:
    async with talking(deaf, lambda message: [Bye(Why(code))], polite) as talk:
        answer = talk.ask(Watch(id=0, table="t"))
        await until(lambda: bool(heard(talk.way.peers[0])))
        await talk.broken()
        with pytest.raises(LinkEnded) as over:
            await talk.mend()
        assert over.value.why.code == code
        with pytest.raises(LinkEnded):
            await answer
        assert len(talk.way.peers) == 2
        assert talk.line.over == Why(code)


async def test_somebody_else_is_nobody_to_go_on_as() -> None:
    other = Welcome(1, "test", Account("b", "Anna", guest=True, code="other"), ())

    def stranger(message: FromClient) -> list[FromServer | bytes]:
        if isinstance(message, Hello | Prove):
            return [other]
        return [No(message.id, Why("wrong_code"))]

    async with talking(polite, stranger) as talk:
        await talk.broken()
        with pytest.raises(LinkEnded) as over:
            await talk.mend()
        assert over.value.why.code == "other_account"
        assert not talk.resumed


async def test_who_is_greeted_by_a_key_comes_back_to_the_guest_by_the_code() -> None:
    keyed = Welcome(1, "test", Account("k", "Schlüssel", guest=False), (), held=("x",))

    def by_key(message: FromClient) -> list[FromServer | bytes]:
        if isinstance(message, Hello | Prove):
            return [keyed]
        if isinstance(message, Return):
            assert message.code == ANNA.code
            return [Ok(message.id, account=ANNA, held=("t",))]
        return [Ok(message.id)]

    async with talking(polite, by_key) as talk:
        await talk.broken()
        await talk.mend()
        welcome = talk.line.link.welcome
        assert welcome is not None
        assert (welcome.account, welcome.held) == (ANNA, ("t",))


async def test_without_a_way_back_a_line_is_all_there_is() -> None:
    async with talking(deaf) as talk:
        alone = Conversation(talk.line.link)
        asked = asyncio.create_task(alone.request(Watch(id=0, table="t")))
        await until(lambda: bool(heard(talk.way.peers[0])))
        await talk.broken()
        assert not alone.mends(Why("lost"))
        with pytest.raises(LinkEnded):
            await asked
