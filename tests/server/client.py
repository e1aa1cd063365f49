"""A small client for tests: typed messages over a real socket, waiting for what is to come."""

import asyncio
import itertools
import ssl
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from engine.values.chance import Dice
from engine.values.offers import Offer, real
from protocol.connection import ClientConnection
from protocol.messages import (
    VERSION,
    Act,
    Bye,
    Challenge,
    Create,
    DealEvents,
    FromClient,
    FromServer,
    Hello,
    Join,
    Next,
    No,
    Ok,
    Prove,
    Proved,
    TableView,
    Welcome,
)
from tests.server.keys import Pair, sha256

M = TypeVar("M")

# Far longer than anything takes; a condition that never comes ends a test instead of hanging it.
PATIENCE = 20.0


class Client:
    """One connection: `async with await Client.tcp(port) as client`.

    `pushes` are all messages that were no answers, oldest first; `raw` every byte received.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        certificate: str | None = None,
    ) -> None:
        """`certificate`: the fingerprint of what encrypts the line."""
        self.certificate = certificate
        self.pushes: list[FromServer] = []
        self.raw = bytearray()
        self.closed = False
        self.welcome: Welcome | None = None
        self._reader = reader
        self._writer = writer
        self._connection = ClientConnection()
        self._ids = itertools.count(1)
        self._answers: dict[int, Ok | No] = {}
        self._news = asyncio.Condition()
        self._task = asyncio.create_task(self._read())

    @classmethod
    async def tcp(cls, port: int) -> "Client":
        """Connected to a port of this machine."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    @classmethod
    async def tls(cls, port: int) -> "Client":
        """Connected to an encrypted port of this machine, whosever certificate it has."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
        certificate = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        return cls(reader, writer, sha256(certificate))

    @classmethod
    async def unix(cls, path: Path) -> "Client":
        """Connected to a Unix socket."""
        return cls(*await asyncio.open_unix_connection(path))

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        self._task.cancel()
        self._writer.transport.abort()
        await asyncio.gather(self._task, return_exceptions=True)

    # ── talking ────────────────────────────────────────────────────────────────────────────────

    async def hello(
        self,
        name: str | None = None,
        code: str | None = None,
        proved: Proved | None = None,
    ) -> Welcome:
        """Introduce oneself; AssertionError if one is not welcome."""
        self.write(Hello(VERSION, "test", "en", name, code, proved))
        message = await self.wait_for(lambda one: isinstance(one, Welcome | Bye))
        assert isinstance(message, Welcome), message
        self.welcome = message
        return message

    async def challenged(self, public_key: bytes, **more: Any) -> bytes:
        """Say who one will prove to be; the server's nonce."""
        self.write(Hello(VERSION, "test", public_key=public_key, **more))
        message = await self.wait_for(lambda one: isinstance(one, Challenge | Bye))
        assert isinstance(message, Challenge), message
        return message.nonce

    async def prove(self, signature: bytes) -> Welcome:
        """Answer the challenge."""
        self.write(Prove(signature))
        message = await self.wait_for(lambda one: isinstance(one, Welcome | Bye))
        assert isinstance(message, Welcome), message
        self.welcome = message
        return message

    async def login(self, pair: Pair) -> Welcome:
        """Introduce oneself by a key."""
        nonce = await self.challenged(pair.public)
        return await self.prove(await asyncio.to_thread(pair.sign, nonce, self.certificate))

    def write(self, message: FromClient) -> None:
        """Send a message and wait for nothing."""
        self.write_bytes(self._connection.send(message))

    def write_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._writer.write(data)

    async def request(self, kind: type[Any], **fields: Any) -> Ok | No:
        """Send a request, its id filled in, and return the answer."""
        number = next(self._ids)
        if kind.__struct_fields__[1:2] == ("key",):
            fields.setdefault("key", f"{id(self)}-{number}")
        self.write(kind(id=number, **fields))
        await self.until(lambda: number in self._answers)
        return self._answers.pop(number)

    async def ask(self, kind: type[Any], **fields: Any) -> Ok:
        """Send a request and return its Ok; AssertionError if it is refused."""
        answer = await self.request(kind, **fields)
        assert isinstance(answer, Ok), answer
        return answer

    async def refused(self, kind: type[Any], **fields: Any) -> str:
        """Send a request and return the code it is refused with; AssertionError if it is not."""
        answer = await self.request(kind, **fields)
        assert isinstance(answer, No), answer
        return answer.why.code

    # ── waiting ────────────────────────────────────────────────────────────────────────────────

    async def until(self, condition: Callable[[], bool]) -> None:
        """Return once `condition` holds; it is looked at whenever something has come."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: condition() or self.closed)
        assert condition(), "the connection ended first"

    async def wait_for(self, wanted: Callable[[FromServer], bool]) -> FromServer:
        """The first push, old or new, that is wanted."""
        found: list[FromServer] = []

        def look() -> bool:
            found[:] = [one for one in self.pushes if wanted(one)][:1]
            return bool(found)

        await self.until(look)
        return found[0]

    async def view(self, wanted: Callable[[TableView], bool] = lambda view: True) -> TableView:
        """The newest view of a table, once it is as wanted."""
        await self.until(lambda: self.table is not None and wanted(self.table))
        assert self.table is not None
        return self.table

    async def bye(self) -> str:
        """The code of the goodbye, once it has come and the connection has ended."""
        message = await self.wait_for(lambda one: isinstance(one, Bye))
        await self.until(lambda: self.closed)
        assert isinstance(message, Bye)
        return message.why.code

    @property
    def table(self) -> TableView | None:
        """The newest view of a table."""
        return self.last(TableView)

    def last(self, kind: type[M]) -> M | None:
        """The newest push of a kind."""
        return next((one for one in reversed(self.pushes) if isinstance(one, kind)), None)

    def all(self, kind: type[M]) -> list[M]:
        """All pushes of a kind, oldest first."""
        return [one for one in self.pushes if isinstance(one, kind)]

    @property
    def events(self) -> list[Any]:
        """The events of the newest deal, put together as the indices say."""
        told = self.all(DealEvents)
        whole: list[Any] = []
        for part in told:
            if part.deal == told[-1].deal:
                whole[part.first :] = part.events
        return whole

    async def _read(self) -> None:
        try:
            while data := await self._reader.read(65536):
                self.raw += data
                for message in self._connection.receive_data(data):
                    if isinstance(message, Ok | No):
                        self._answers[message.id] = message
                    else:
                        self.pushes.append(message)
                async with self._news:
                    self._news.notify_all()
        except OSError:
            pass
        finally:
            self.closed = True
            async with self._news:
                self._news.notify_all()


Choose = Callable[[TableView, tuple[Offer, ...]], Offer]


def cooperative(view: TableView, offers: tuple[Offer, ...]) -> Offer:
    """Pass or agree if that is possible, else the first offer: ends every round soon."""
    quiet = [offer for offer in offers if type(offer).__name__ in {"Pass", "Ready", "Check"}]
    return (quiet or list(offers))[0]


async def open_table(creator: Client, game: str = "pokerface", **fields: Any) -> str:
    """A table of the creator's; its id."""
    fields = {"name": "Küche", "seats": 3} | fields
    answer = await creator.ask(Create, game=game, **fields)
    assert answer.table is not None
    return answer.table


async def sit(client: Client, table: str, seat: int | None = None) -> None:
    """Sit down."""
    await client.ask(Join, table=table, seat=seat)


async def play(client: Client, choose: Choose = cooperative, deals: int = 99) -> TableView:
    """Act whenever there is something to decide, and go on after each deal, until the match ends.

    Returns the last view: of the ended match, or of the end of deal `deals` of the table.
    """
    seen = 0
    while True:
        view = await client.view(partial(_calls, deals, seen))
        seen = view.seq
        if _over(view, deals):
            return view
        if view.stage == "between":
            await client.request(Next, table=view.id, deal=view.deal)
        else:
            action = choose(view, real(view.offers)).sample(Dice(bytes(32)))
            await client.request(
                Act, table=view.id, deal=view.deal, decision=view.decision, action=action
            )


async def until(condition: Callable[[], bool]) -> None:
    """Return once what nobody announces, a client's going for one, has happened at the server."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 — nothing announces it
            await asyncio.sleep(0)


def _over(view: TableView, deals: int) -> bool:
    return view.stage in {"over", "broken"} or (view.stage == "between" and view.deal >= deals)


def _calls(deals: int, seen: int, view: TableView) -> bool:
    """Whether a view newer than number `seen` wants something of its player."""
    if _over(view, deals):
        return True
    if view.seq <= seen or view.me is None:
        return False
    return bool(real(view.offers)) or (view.stage == "between" and not view.chairs[view.me].ready)
