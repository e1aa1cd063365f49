"""Who people are: guests with codes, keys that an SSH host has proved, names that differ."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator

import pytest

from protocol.messages import (
    VERSION,
    Hello,
    Join,
    Ping,
    Proved,
    Rename,
    Return,
    TableView,
    Welcome,
)
from server import registry
from server.log import Write
from server.run import Server
from tests.server.client import Client, open_table, sit, until
from tests.server.test_spectators import messages


async def hello(server: Server, name: str | None = None, code: str | None = None) -> Client:
    """A guest over TCP."""
    client = await Client.tcp(server.port)
    await client.hello(name, code)
    return client


async def by_key(server: Server, key: str | None, name: str | None = None) -> Client:
    """Somebody whom an SSH host vouches for."""
    assert server.config.host_socket is not None
    client = await Client.unix(server.config.host_socket)
    await client.hello(name, proved=Proved(key=key, address="192.0.2.7"))
    return client


def name_of(client: Client) -> str:
    """What a client's account is called."""
    assert client.welcome is not None
    return client.welcome.account.name


async def test_a_guest_gets_a_name_and_a_code(server: Server) -> None:
    async with await hello(server, "Anna") as anna, await hello(server) as nobody:
        assert anna.welcome is not None
        account = anna.welcome.account
        assert account.guest
        assert account.name == "Anna"
        assert account.code is not None
        assert len(account.code.replace("-", "")) == 16
        assert name_of(nobody)
        (game,) = [game for game in anna.welcome.games if game.id == "pokerface"]
        assert (game.lo, game.hi, game.bots) == (3, 6, True)
        assert {option.name for option in game.options} == {
            "all_at_once",
            "rising_stakes",
            "soft_landing",
        }


@pytest.mark.parametrize(
    ("lang", "name"),
    [("de", "Gast"), ("de_AT.UTF-8", "Gast"), ("DE", "Gast"), ("en", "Guest"), ("fr", "Guest")],
)
async def test_who_wishes_no_name_is_a_guest_in_their_language(
    server: Server, lang: str, name: str
) -> None:
    async with await Client.tcp(server.port) as client:
        client.write(Hello(VERSION, lang=lang))
        welcome = await client.wait_for(lambda one: isinstance(one, Welcome))
        assert isinstance(welcome, Welcome)
        assert welcome.account.name == name


async def test_many_of_one_name_are_not_gone_through_one_by_one(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, log = server.house.people, server.house.log
    names = ["Anna", *(f"Anna {number}" for number in range(2, 300))]
    made = (registry.new_account(f"a{name}", name, f"k{name}", None, 0) for name in names)
    await log.append(write for writes in made for write in writes)
    read, reads = log.read, []

    async def counted(question: Callable[[sqlite3.Connection], object]) -> object:
        reads.append(question)
        return await read(question)

    monkeypatch.setattr(log, "read", counted)
    anna = await people.guest("Anna", "en")
    assert anna.name.startswith("Anna ")
    assert anna.name not in names
    assert len(reads) < 40
    people.release(anna.id)


async def test_names_differ_in_more_than_case(server: Server) -> None:
    async with (
        await hello(server, "Anna") as one,
        await hello(server, "ANNA") as two,
        await hello(server, "anna") as three,
        await hello(server, "Abcdefghijklmnop") as long,
        await hello(server, "abcdefghijkl") as longer,
    ):
        assert [name_of(c) for c in (one, two, three)] == ["Anna", "ANNA 2", "anna 3"]
        assert name_of(long) == "Abcdefghijkl"
        assert name_of(longer) == "abcdefghij 2"
        assert await two.refused(Rename, name="aNNa") == "name_taken"
        answer = await two.ask(Rename, name=" Ben  ")
        assert answer.account is not None
        assert answer.account.name == "Ben"
    # Whoever has gone keeps no name from others.
    await until(lambda: not server.house.connected)
    async with await hello(server, "anna") as again:
        assert name_of(again) == "anna"


async def test_a_new_name_is_seen_at_the_table(server: Server) -> None:
    async with await hello(server, "Anna") as anna, await hello(server, "Ben") as ben:
        table = await open_table(anna)
        await sit(ben, table)
        await ben.ask(Rename, name="Bernd")
        await anna.view(lambda view: view.chairs[1].name == "Bernd")


async def test_a_code_brings_a_guest_back(server: Server) -> None:
    async with await hello(server, "Anna") as anna:
        assert anna.welcome is not None
        account = anna.welcome.account
    assert account.code is not None
    shouted = account.code.upper().replace("-", " ")
    async with await hello(server, "Someone", shouted) as again:
        assert again.welcome is not None
        assert again.welcome.account == account
    async with await hello(server, "Someone", "aaaa-bbbb-cccc-dddd") as other:
        assert other.welcome is not None
        assert other.welcome.account.id != account.id
        assert await other.refused(Return, code="aaaa-bbbb-cccc-dddd") == "wrong_code"
        answer = await other.ask(Return, code=account.code)
        assert answer.account == account


async def test_codes_are_not_in_the_log(server: Server) -> None:
    async with await hello(server, "Anna") as anna:
        assert anna.welcome is not None
        code = anna.welcome.account.code
    assert code is not None
    for path in server.config.state.glob("log.sqlite3*"):
        held = path.read_bytes()
        assert code.encode() not in held
        assert code.replace("-", "").encode() not in held


async def test_returning_goes_on_as_the_other_account(server: Server) -> None:
    async with await hello(server, "Anna") as anna:
        assert anna.welcome is not None
        code = anna.welcome.account.code
        table = await open_table(anna)
    async with await hello(server, "Ben") as ben:
        answer = await ben.ask(Return, code=code)
        assert answer.held == (table,)
        await sit(ben, table)
        assert (await ben.view()).me == 0
        assert len(server.house.people) == 1


async def test_a_proved_key_is_one_account_for_good(server: Server) -> None:
    async with await by_key(server, "SHA256:one", "Anna") as first:
        assert first.welcome is not None
        account = first.welcome.account
        assert (account.guest, account.code, account.name) == (False, None, "Anna")
    async with await by_key(server, "SHA256:one", "Berta") as again:
        assert again.welcome is not None
        assert again.welcome.account == account
    # A registered name is kept even while its owner is away.
    async with await hello(server, "anna") as guest, await by_key(server, None, "x") as keyless:
        assert name_of(guest) == "anna 2"
        assert keyless.welcome is not None
        assert keyless.welcome.account.guest


async def test_one_key_coming_twice_at_once_is_still_one_account(server: Server) -> None:
    clients = await asyncio.gather(*(by_key(server, "SHA256:two") for _ in range(5)))
    assert len({c.welcome.account.id for c in clients if c.welcome is not None}) == 1
    assert len(server.house.sessions) == 1
    for client in clients:
        await client.close()


async def test_nobody_proves_a_key_over_tcp(server: Server) -> None:
    async with await Client.tcp(server.port) as client:
        client.write(Hello(VERSION, proved=Proved(key="SHA256:one", address="x")))
        assert await client.bye() == "malformed"


async def test_the_newest_session_of_an_account_wins(server: Server) -> None:
    async with await hello(server, "Anna") as old, await hello(server, "Ben") as ben:
        assert old.welcome is not None
        table = await open_table(old)
        await sit(ben, table)
        async with await hello(server, code=old.welcome.account.code) as new:
            assert await old.bye() == "replaced"
            await sit(new, table)
            view = await ben.view(lambda view: view.chairs[0].here)
            assert [chair.name for chair in view.chairs] == ["Anna", "Ben", ""]
            assert (await new.view()).me == 0
            # The old one's end changes nothing.
            await old.close()
            await ben.ask(Join, table=table)
            assert (await ben.view()).chairs[0].here


def texts(value: object) -> Iterator[str]:
    """Every text that is anywhere in a message."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.items():
            yield from texts(list(one))
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)


@pytest.mark.parametrize(
    "name", ["bob \x1b]0;PWN\x07", "x\u009b31m", "a\u202eb", "e" + "\u0301" * 400]
)
async def test_names_obey_no_terminal(server: Server, name: str) -> None:
    async with await hello(server, name[:64]) as client, await hello(server, "Ben") as ben:
        table = await open_table(client, name=name[:64])
        await sit(ben, table)
        await ben.view()
        told = "".join(texts(list(messages(ben.raw))))
        assert "Ben" in told
        for forbidden in ("\x1b", "\x07", "\u009b", "\u202e", "\u0301\u0301\u0301"):
            assert forbidden not in told


async def test_a_name_that_could_not_be_written_was_never_anybodys(server: Server) -> None:
    async with await hello(server, "Anna") as anna, await hello(server, "Ben") as ben:
        table = await open_table(anna)
        await sit(ben, table)
        trouble = (
            "CREATE TRIGGER trouble BEFORE UPDATE OF name ON accounts"
            " BEGIN SELECT RAISE(ABORT, 'x'); END"
        )
        await server.house.log.append([Write(trouble, ())])
        assert await anna.refused(Rename, name="Berta") == "storage"
        assert await anna.refused(Rename, name="ANNA") == "storage"
        await server.house.log.append([Write("DROP TRIGGER trouble", ())])
        # It is free for others, and the old one still taken.
        assert await ben.refused(Rename, name="anna") == "name_taken"
        await ben.ask(Rename, name="Berta")
        await anna.view(lambda view: view.chairs[1].name == "Berta")
        for client in (anna, ben):
            assert {view.chairs[0].name for view in client.all(TableView)} == {"Anna"}


async def test_a_new_name_is_told_once_it_is_written(server: Server) -> None:
    async with await hello(server, "Anna") as anna, await hello(server, "Ben") as ben:
        assert anna.welcome is not None
        account = anna.welcome.account.id
        people = server.house.people
        person = server.house.sessions[account].person
        renaming = asyncio.ensure_future(people.rename(person, "Berta"))
        told = []
        while not renaming.done():
            told.append(people.names[account])
            await asyncio.sleep(0)
        (written,) = await server.house.log.read(lambda db: registry.accounts_of_ids(db, [account]))
        assert written.name == people.names[account] == "Berta"
        assert set(told) == {"Anna"}
        assert await ben.refused(Rename, name="Berta") == "name_taken"


async def test_who_has_hung_up_before_the_welcome_ends_nobodys_session(server: Server) -> None:
    async with await hello(server, "Anna") as anna:
        assert anna.welcome is not None
        slow = threading.Event()
        waiting = asyncio.ensure_future(server.house.log.read(lambda _: slow.wait(10)))
        (here,) = server.house.connected
        async with await Client.tcp(server.port) as gone:
            gone.write(Hello(VERSION, code=anna.welcome.account.code))
            await until(lambda: len(server.house.connected) == 2)
        (other,) = server.house.connected - {here}
        await other.lost.wait()
        slow.set()
        await waiting
        await until(lambda: server.house.connected == {here})
        await anna.ask(Ping)
        await anna.ask(Rename, name="Berta")
        assert len(server.house.people) == 1
