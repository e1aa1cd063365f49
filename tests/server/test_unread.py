"""A file that can't be read for a moment: what has been done is not refused, what is has not."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from msgspec.structs import replace

from protocol.errors import Refused
from protocol.messages import Buy, Create, Join, Leave, Ok, Purse, Rename, Return
from server.config import Config
from server.ledger import REFILL
from server.run import Server
from tests.server.client import Client


@contextmanager
def unread(server: Server) -> Iterator[None]:
    """Nobody can read what accounts have."""

    async def refused(account: str) -> int:
        raise Refused("storage")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server.house.bank, "chips", refused)
        yield


async def test_what_moves_chips_is_done_though_nobody_can_tell_what_is_left(
    config: Config,
) -> None:
    """It was answered with a refusal, as if nothing had happened, and nobody saw the table."""
    # No deal is to begin meanwhile.
    config = replace(config, between=600)
    async with Server(config) as server, await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        with unread(server):
            made = await anna.ask(Create, game="holdem", name="x", seats=3, chips=500)
            assert made.table is not None
            assert made.account is None
            await anna.view(lambda view: view.me == 0)
            bought = await anna.ask(Buy, table=made.table, chips=100)
            assert bought.account is None
        seen = await anna.view(lambda view: view.chairs[0].cash is not None)
        assert seen.chairs[0].cash is not None
        assert seen.chairs[0].cash.stack == 600
        async with await Client.tcp(server.port) as ben:
            await ben.hello("Ben")
            with unread(server):
                assert (await ben.ask(Join, table=made.table, chips=400)).account is None
                await ben.view(lambda view: view.me == 1)
        with unread(server):
            assert (await anna.ask(Leave, table=made.table)).account is None
        left = (await anna.ask(Purse)).account
        assert left is not None
        assert left.chips == REFILL


async def test_what_can_not_be_answered_is_not_done(config: Config) -> None:
    async with Server(config) as server, await Client.tcp(server.port) as anna:
        code = (await anna.hello("Anna")).account.code
        async with await Client.tcp(server.port) as other:
            account = (await other.hello("Ben")).account
            with unread(server):
                assert await other.refused(Rename, name="Benno") == "storage"
                assert await other.refused(Return, code=code) == "storage"
                assert await other.refused(Purse) == "storage"
            assert not anna.closed
            answer = await other.request(Purse)
            assert isinstance(answer, Ok)
            assert answer.account == account
