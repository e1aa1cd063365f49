"""The conversation with a server, longer than any one line to it: what broke off is taken up again.

No screen and no Textual: the app shows what happens here, and drives `mend`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from time import monotonic

from msgspec import Struct
from msgspec.structs import replace

from engine.values.why import Why
from protocol.messages import (
    Account,
    Act,
    Chat,
    FromServer,
    No,
    Ok,
    Request,
    Return,
    Say,
)
from tui.link import Link, LinkEnded

PAUSES = (1, 2, 4, 8)  # seconds before each try, the last one repeated (ux 5.16)

# Why a line may end that says nothing about this session: another one can take its place.
PASSING = frozenset(
    {"lost", "silent", "stopping", "timeout", "too_slow", "full", "hasty", "turned", "storage"}
)

# Makes a line that has said hello as that account; OSError, TimeoutError or LinkEnded if it can't.
Connect = Callable[[Account], Awaitable[Link]]


class Outage(Struct, frozen=True):
    """A time without a line. `why` the last one ended; the state known is as of `since`.

    `since` is in seconds since the epoch. `attempt` counts the tries from 1, this one included;
    `due` is when it begins, on the clock of `time.monotonic`, `pause` the seconds waited for it.
    `due` is None while it is being tried.
    """

    why: Why
    since: float
    attempt: int
    pause: int
    due: float | None


class Unheard(Exception):
    """The line broke before the answer, and the request must not be sent twice."""


class Conversation:
    """One session's requests and pushes, over one line after the other.

    `link` is the newest line that has said hello. `connect` makes another; None: the first one is
    all there is. `outage` is set while there is no line, `over` once the conversation has ended
    for good.
    """

    def __init__(self, link: Link, connect: Connect | None = None) -> None:
        self.link = link
        self.outage: Outage | None = None
        self.over: Why | None = None
        self._connect = connect
        self._news = asyncio.Event()
        self._hurry = asyncio.Event()
        self._asked: list[Request] = []
        self._on_message: Callable[[FromServer], None] = lambda message: None
        self._on_end: Callable[[Why], None] = lambda why: None
        self._on_slow: Callable[[], None] = lambda: None

    def listen(
        self,
        on_message: Callable[[FromServer], None],
        on_end: Callable[[Why], None],
        on_slow: Callable[[], None],
    ) -> None:
        """Hand on what the server tells, the end of each line, and that a line is slow or no more.

        All are called in the event loop and must not block.
        """
        self._on_message, self._on_end, self._on_slow = on_message, on_end, on_slow
        self.attend(self.link)

    def attend(self, link: Link) -> None:
        """Hand on what comes over that line, too."""
        link.listen(self._on_message, lambda why: self._ended(link, why), self._on_slow)

    def _ended(self, link: Link, why: Why) -> None:
        # A line that breaks while it is being made is the attempt's affair.
        if link is self.link:
            self._on_end(why)

    def mends(self, why: Why) -> bool:
        """Whether a line that ended so is replaced by another."""
        return self._connect is not None and self.over is None and why.code in PASSING

    async def request(self, message: Request) -> Ok | No:
        """The server's answer, over whatever line it comes.

        A request that counts once however often it is sent is sent again over the next line.
        Unheard if it is none of these and its line broke; LinkEnded when there will be no answer.
        """
        self._asked.append(message)
        try:
            while True:
                link = self.link
                try:
                    return await link.request(message)
                except LinkEnded as ended:
                    if not self.mends(ended.why):
                        raise
                    if not repeatable(message):
                        raise Unheard(ended.why) from ended
                await self._next_after(link)
        finally:
            self._asked.remove(message)

    @property
    def asked(self) -> tuple[Request, ...]:
        """The requests that wait for their answers."""
        return tuple(self._asked)

    async def _next_after(self, link: Link) -> None:
        while self.link is link:
            if self.over is not None:
                raise LinkEnded(self.over)
            await self._news.wait()

    def _tell_news(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def mend(
        self,
        account: Account,
        resume: Callable[[Link], Awaitable[None]],
        changed: Callable[[], None],
    ) -> None:
        """Try until there is a line again, on which `resume` could do all that it had to.

        Only then requests go on. `changed` is called with every change of `outage`. LinkEnded
        when there is no use in trying any more: the server's reason, or `other_account`.
        """
        assert self._connect is not None
        why = self.link.ended or Why("lost")
        for attempt in count(1):
            pause = PAUSES[min(attempt, len(PAUSES)) - 1]
            due = monotonic() + pause
            self.outage = Outage(why, self.link.heard, attempt, pause, due)
            changed()
            await self._wait(pause)
            self.outage = replace(self.outage, due=None)
            changed()
            try:
                link = await self._try(self._connect, account, resume)
            except (OSError, TimeoutError):
                continue
            except LinkEnded as ended:
                if ended.why.code in PASSING:
                    continue
                self.over = ended.why
                self._tell_news()
                raise
            old, self.link = self.link, link
            self.outage = None
            self._tell_news()
            await old.close()
            return

    async def _try(
        self, connect: Connect, account: Account, resume: Callable[[Link], Awaitable[None]]
    ) -> Link:
        link = await connect(account)
        try:
            await _be(account, link)
            await resume(link)
            if link.ended is not None:
                raise LinkEnded(link.ended)
        except BaseException:
            await link.close()
            raise
        return link

    async def _wait(self, seconds: float) -> None:
        self._hurry.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._hurry.wait()
        except TimeoutError:
            pass

    def hurry(self) -> None:
        """Try now instead of when it is due."""
        self._hurry.set()

    async def close(self) -> None:
        """Hang up for good; a second time does nothing."""
        await self.link.close()


def repeatable(message: Request) -> bool:
    """Whether sending it a second time does no more than the first."""
    if isinstance(message, Act):
        return message.key is not None
    return not isinstance(message, Say | Chat)


async def _be(account: Account, link: Link) -> None:
    """Be that account on a new line; LinkEnded `other_account` if that can't be."""
    welcome = link.welcome
    assert welcome is not None
    if welcome.account.id != account.id and account.code:
        # Whoever has a key and came back to a guest's account is greeted by the key.
        answer = await link.request(Return(id=0, code=account.code))
        if isinstance(answer, Ok) and answer.account is not None:
            welcome = replace(welcome, account=answer.account, held=answer.held)
            link.welcome = welcome
    if welcome.account.id != account.id:
        raise LinkEnded(Why("other_account"))
