"""Whoever proves a key is its account, on every way in; whoever only knows it is nobody."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.messages import VERSION, Account, Hello, Ping, Proved, Welcome
from server.config import Config
from server.run import Server
from tests.server.client import Client
from tests.server.keys import Pair, needs_keygen

pytestmark = needs_keygen


def known(welcome: Welcome) -> Account:
    """Who somebody is whose key has counted."""
    assert welcome.unproved is None
    assert not welcome.account.guest
    assert welcome.account.code is None
    return welcome.account


def unknown(welcome: Welcome, why: str) -> Account:
    """Who somebody is whose key has not."""
    assert welcome.unproved is not None
    assert welcome.unproved.code == why
    assert welcome.account.guest
    return welcome.account


async def by_ssh(server: Server, key: str) -> Client:
    """Somebody whom an SSH host vouches for."""
    assert server.config.host_socket is not None
    client = await Client.unix(server.config.host_socket)
    await client.hello(proved=Proved(key, "192.0.2.7"))
    return client


async def test_one_key_is_one_account_on_both_ways_in(server: Server, tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    async with await by_ssh(server, pair.fingerprint) as ssh:
        assert ssh.welcome is not None
        there = ssh.welcome.account
        async with await Client.tcp(server.port) as client:
            assert known(await client.login(pair)).id == there.id
            # The newest session wins, whichever way it came.
            assert await ssh.bye() == "replaced"
            async with await by_ssh(server, pair.fingerprint):
                assert await client.bye() == "replaced"
    async with await Client.tcp(server.port) as client:
        assert known(await client.login(pair)).id == there.id


async def test_a_public_key_alone_makes_a_guest(server: Server, tmp_path: Path) -> None:
    anna, mallory = Pair(tmp_path, "ecdsa", 256), Pair(tmp_path)
    async with await Client.tcp(server.port) as client:
        account = known(await client.login(anna))
        async with await Client.tcp(server.port) as thief:
            nonce = await thief.challenged(anna.public)
            unknown(await thief.prove(mallory.sign(nonce, None)), "wrong_signature")
        async with await Client.tcp(server.port) as thief:
            await thief.challenged(anna.public)
            assert unknown(await thief.prove(b""), "wrong_signature").id != account.id
        # Nobody's session has ended by it.
        await client.ask(Ping)


async def test_a_signature_counts_once(server: Server, tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    async with await Client.tcp(server.port) as client:
        nonce = await client.challenged(pair.public)
        signature = pair.sign(nonce, None)
        known(await client.prove(signature))
    async with await Client.tcp(server.port) as replay:
        assert await replay.challenged(pair.public) != nonce
        unknown(await replay.prove(signature), "wrong_signature")


async def test_a_key_that_does_not_count_leaves_the_code(server: Server, tmp_path: Path) -> None:
    async with await Client.tcp(server.port) as guest:
        account = (await guest.hello("Gast")).account
    async with await Client.tcp(server.port) as client:
        await client.challenged(b"no key", code=account.code)
        assert unknown(await client.prove(b""), "no_key").id == account.id


async def test_no_guest_of_before_is_in_the_way_of_a_key(server: Server, tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    async with await Client.tcp(server.port) as guest:
        account = (await guest.hello("Gast")).account
    async with await Client.tcp(server.port) as client:
        nonce = await client.challenged(pair.public, code=account.code)
        assert known(await client.prove(pair.sign(nonce, None))).id != account.id


async def test_who_does_not_go_on_is_sent_away(server: Server) -> None:
    async with await Client.tcp(server.port) as client:
        await client.challenged(b"key")
        client.write(Ping(1))
        assert await client.bye() == "malformed"


@pytest.mark.parametrize("code", [None, "none-such"])
async def test_an_older_client_is_a_guest_as_before(server: Server, code: str | None) -> None:
    async with await Client.tcp(server.port) as client:
        client.write(Hello(VERSION - 1, "old", code=code))
        welcome = await client.wait_for(lambda one: isinstance(one, Welcome))
        assert isinstance(welcome, Welcome)
        assert (welcome.account.guest, welcome.unproved) == (True, None)


async def test_who_never_proves_it_is_sent_away(config: Config) -> None:
    limits = replace(config.limits, hello_seconds=0.05)
    async with (
        Server(replace(config, limits=limits)) as server,
        await Client.tcp(server.port) as client,
    ):
        await client.challenged(b"key")
        assert await client.bye() == "timeout"
