"""The client's end of the wire over any stream: requests are answered, pushes are handed on."""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from time import monotonic, time

from msgspec.structs import replace

from engine.values.why import Why
from protocol.connection import ClientConnection
from protocol.errors import Malformed
from protocol.messages import (
    Bye,
    Challenge,
    FromServer,
    Hello,
    No,
    Ok,
    Ping,
    Prove,
    Request,
    Welcome,
)

PING_EVERY = 5.0  # seconds
SLOW = 5.0  # seconds without an answer until one is told that the line is slow (ux 5.16)
SILENCE = 50.0  # seconds without an answer until the line counts as dead (cases F1)
SILENCE_MENDED = 10.0  # the same where another line can take its place
AWAKE = 5.0
CHUNK = 65536


# Signs what it is given with a key of one's own; CannotSign if it can't.
Sign = Callable[[bytes], Awaitable[bytes]]


class CannotSign(Exception):
    """A key that was there is not any more, or may not be used; the message says why."""


class LinkEnded(Exception):
    """The line is over, and why: the server's goodbye, or a code of topic `link`."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


def new_key() -> str:
    """A fresh client key: with it a repeated request gets the first answer."""
    return secrets.token_urlsafe(12)


class Link:
    """One connection to a server, spoken by one session.

    `certificate`: the fingerprint of the server's, which encrypts the line, None if nothing does.
    `patience`: seconds without an answer until the line is over, at least SLOW + AWAKE. Pushes
    wait until somebody listens. `welcome` is the server's, once it has answered hello; `latency`
    the way there and back in ms, None until known; `slow` says that an answer is overdue; `heard`
    is when the server was heard last, in seconds since the epoch; `signing` says that a key is
    asked to sign and has not; `ended` why the line is over, None while it stands.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        patience: float = SILENCE,
        certificate: str | None = None,
    ) -> None:
        self.welcome: Welcome | None = None
        self.latency: int | None = None
        self.slow = False
        self.heard = time()
        self.ended: Why | None = None
        self._patience = patience
        self._early: list[FromServer] = []
        self._on_message: Callable[[FromServer], None] = self._early.append
        self._on_end: Callable[[Why], None] = lambda why: None
        self._on_slow: Callable[[], None] = lambda: None
        self._reader = reader
        self._writer = writer
        self._connection = ClientConnection(certificate)
        self._sign: Sign | None = None
        self.signing = False
        self._greeting: asyncio.Future[Welcome] | None = None
        self._waiting: dict[int, asyncio.Future[Ok | No]] = {}
        self._last_id = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def hello(self, hello: Hello, sign: Sign | None = None) -> Welcome:
        """Introduce the session; LinkEnded with the server's reason if it does not want it.

        `sign` signs for the public key in hello, if there is one; LinkEnded `not_signed` if it
        can't.
        """
        self._sign = sign
        self._greeting = asyncio.get_running_loop().create_future()
        self._tasks.append(asyncio.create_task(self._read(), name="link-read"))
        self._write(self._connection.send(hello))
        self.welcome = await self._greeting
        self._tasks.append(asyncio.create_task(self._ping(), name="link-ping"))
        return self.welcome

    async def request(self, message: Request) -> Ok | No:
        """Send a request under an id of its own and wait for the answer; LinkEnded without one."""
        if self.ended is not None:
            raise LinkEnded(self.ended)
        self._last_id += 1
        numbered = replace(message, id=self._last_id)
        answer: asyncio.Future[Ok | No] = asyncio.get_running_loop().create_future()
        self._waiting[self._last_id] = answer
        try:
            self._write(self._connection.send(numbered))
            return await answer
        finally:
            self._waiting.pop(numbered.id, None)

    def listen(
        self,
        on_message: Callable[[FromServer], None],
        on_end: Callable[[Why], None],
        on_slow: Callable[[], None] = lambda: None,
    ) -> None:
        """Hand on what has come so far and whatever comes from now on, then the end of the line.

        `on_slow` is called when `slow` has changed. All are called in the event loop and must not
        block.
        """
        self._on_message, self._on_end, self._on_slow = on_message, on_end, on_slow
        early, self._early = self._early, []
        for message in early:
            on_message(message)
        if self.ended is not None:
            on_end(self.ended)

    async def close(self) -> None:
        """Hang up; a second time does nothing."""
        self._end(Why("closed"), tell=False)
        current = asyncio.current_task()
        tasks = [task for task in self._tasks if task is not current]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    def _write(self, data: bytes) -> None:
        if self.ended is None:
            self._writer.write(data)

    async def _read(self) -> None:
        why = Why("lost")
        try:
            while data := await self._reader.read(CHUNK):
                self.heard = time()
                for message in self._connection.receive_data(data):
                    if isinstance(message, Bye):
                        why = message.why
                        return
                    self._take(message)
        except Malformed as fault:
            # The goodbye may have come whole before the nonsense.
            byes = [message for message in fault.before if isinstance(message, Bye)]
            why = byes[0].why if byes else Why("not_ours")
        except OSError:
            pass
        finally:
            self._end(why)

    def _take(self, message: FromServer) -> None:
        if isinstance(message, Welcome):
            if self._greeting is not None and not self._greeting.done():
                self._greeting.set_result(message)
        elif isinstance(message, Ok | No):
            answer = self._waiting.get(message.id)
            if answer is not None and not answer.done():
                answer.set_result(message)
        elif isinstance(message, Challenge):
            if self._sign is not None and self._connection.statement is not None:
                proving = self._prove(self._sign, self._connection.statement)
                self._tasks.append(asyncio.create_task(proving, name="link-prove"))
                self._sign = None
        else:
            self._on_message(message)

    async def _prove(self, sign: Sign, statement: bytes) -> None:
        self.signing = True
        try:
            signature = await sign(statement)
        except CannotSign as error:
            self._end(Why("not_signed", {"why": str(error)}))
        else:
            self.signing = False
            self._write(self._connection.send(Prove(signature)))

    async def _ping(self) -> None:
        ended = False
        while not ended:
            ended = not await self._answers()
            if not ended:
                await asyncio.sleep(PING_EVERY)

    async def _answers(self) -> bool:
        """Measure the way to the server and back; False when the line has ended."""
        sent = monotonic()
        ping = asyncio.ensure_future(self.request(Ping(id=0)))
        answered = False
        try:
            await asyncio.wait({ping}, timeout=SLOW)
            self._say_slow(not ping.done())
            # A program that was itself asleep gives the answer a moment more.
            for seconds in (self._patience - SLOW - AWAKE, AWAKE):
                await asyncio.wait({ping}, timeout=max(0.0, seconds))
            answered = ping.done()
        finally:
            # Also where the line is hung up meanwhile: nothing is left unheard.
            ping.cancel()
            await asyncio.gather(ping, return_exceptions=True)
        if not answered:
            self._end(Why("silent"))
            return False
        if ping.exception() is not None:
            return False
        self.latency = round((monotonic() - sent) * 1000)
        self._say_slow(False)
        return True

    def _say_slow(self, slow: bool) -> None:
        if slow != self.slow:
            self.slow = slow
            self._on_slow()

    def _end(self, why: Why, tell: bool = True) -> None:
        if self.ended is not None:
            return
        self.ended = why
        with contextlib.suppress(OSError, RuntimeError):
            self._writer.close()
        over = LinkEnded(why)
        waiting: list[asyncio.Future[Ok | No] | asyncio.Future[Welcome]] = [*self._waiting.values()]
        if self._greeting is not None:
            waiting.append(self._greeting)
        for future in waiting:
            if not future.done():
                future.set_exception(over)
                future.exception()  # someone who no longer waits need not hear of it
        if tell:
            self._on_end(why)
