"""Somebody who runs a server, in tests: deeds over its admin.sock, answers from there."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec.structs import replace

from engine.game import AnyGame
from engine.games import BY_ID
from protocol.admin import Answer, Deed, Done, Inlet, Not, encode
from server.config import Config
from server.house import World
from server.run import Server
from tests.server.client import Client
from tests.server.hands import Hands


async def order(socket: Path, deed: Deed) -> Answer:
    """What the server behind a socket answers."""
    reader, writer = await asyncio.open_unix_connection(socket)
    try:
        writer.write(encode(deed))
        inlet = Inlet(server=False)
        async with asyncio.timeout(20):
            while data := await reader.read(65536):
                for answer in inlet.take(data):
                    assert isinstance(answer, Answer)
                    return answer
        raise AssertionError("the server hung up")
    finally:
        writer.close()
        await writer.wait_closed()


class Operated:
    """A server with an operator at it, on a clock that a test moves."""

    def __init__(self, server: Server, hands: Hands) -> None:
        self.server = server
        self.hands = hands

    @property
    def socket(self) -> Path:
        """Where operators are answered."""
        found = self.server.config.admin_socket
        assert found is not None
        return found

    async def ask(self, deed: Deed) -> Answer:
        """The answer to a deed."""
        return await order(self.socket, deed)

    async def done(self, deed: Deed) -> dict[str, object]:
        """The facts of a deed that was done; AssertionError if it was not."""
        answer = await self.ask(deed)
        assert isinstance(answer, Done), answer
        return dict(answer.what.facts)

    async def refused(self, deed: Deed) -> str:
        """The code that a deed is refused with; AssertionError if it is not."""
        answer = await self.ask(deed)
        assert isinstance(answer, Not), answer
        return answer.why.code

    async def visit(self) -> Client:
        """Somebody who has not said hello yet."""
        return await Client.tcp(self.server.port)


@asynccontextmanager
async def operated(
    config: Config, hands: Hands | None = None, games: Mapping[str, AnyGame] = BY_ID
) -> AsyncIterator[Operated]:
    """A server with an operator, in the state directory of `config`."""
    hands = hands or Hands()
    config = replace(config, admin_socket=config.state / "admin.sock")
    async with Server(config, games, world=World(clock=hands)) as server:
        yield Operated(server, hands)
