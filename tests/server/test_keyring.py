"""Several keys are one account: by a code, without anything being lost, and never by guessing."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.errors import Refused
from protocol.messages import (
    Account,
    Disown,
    Invite,
    Keys,
    Leave,
    Ok,
    Ping,
    Proved,
    Purse,
    Rename,
    Return,
    TableView,
    Unite,
)
from server import ledger, migrations, registry
from server.accounts import INVITED
from server.clock import SystemClock
from server.config import Config
from server.house import World
from server.log import Write
from server.run import Server
from tests.server.client import Client, open_table, play, sit, until

ONE, TWO, THREE = "SHA256:one", "SHA256:two", "SHA256:three"


@asynccontextmanager
async def come(
    server: Server, key: str | None, name: str = "Anna", code: str | None = None
) -> AsyncIterator[Client]:
    """Somebody whom an SSH host vouches for, or a guest."""
    assert server.config.host_socket is not None
    async with await Client.unix(server.config.host_socket) as client:
        await client.hello(name, code, proved=Proved(key, "192.0.2.7"))
        yield client


def account(client: Client) -> Account:
    """Who somebody was at the welcome."""
    assert client.welcome is not None
    return client.welcome.account


async def invited(client: Client) -> str:
    """A code for another key."""
    answer = await client.ask(Invite)
    assert answer.invitation is not None
    assert answer.invitation.seconds == INVITED
    return answer.invitation.code


async def keys(client: Client) -> list[tuple[str, bool]]:
    """One's keys, and by which one is here."""
    return [(one.key, one.here) for one in (await client.ask(Keys)).keys]


async def refused(client: Client, code: str) -> tuple[str, dict[str, object]]:
    """Why a code is not taken."""
    answer = await client.request(Unite, code=code)
    assert not isinstance(answer, Ok)
    return answer.why.code, dict(answer.why.facts)


class Later(SystemClock):
    """The machine's time, and more."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def now(self) -> float:
        """Unix time in seconds."""
        return super().now() + self.ahead


async def test_a_second_key_is_the_same_account(config: Config) -> None:
    async with Server(config) as server:
        async with come(server, ONE) as home:
            code = await invited(home)
            assert len(code.replace("-", "")) == 8
            async with come(server, TWO, "Berta") as away:
                answer = await away.ask(Unite, code=code.upper().replace("-", " "))
                assert answer.account == account(home)
                assert await home.bye() == "replaced"
                assert await keys(away) == [(ONE, False), (TWO, True)]
                given_up = account(away).id
        await until(lambda: len(server.house.people) == 0)
    # On the disk, and for good.
    async with Server(config) as server:
        for key in (TWO, ONE):
            async with come(server, key) as again:
                assert account(again) == replace(account(home), code=None)
        gone = await server.house.log.read(lambda db: registry.accounts_of_ids(db, [given_up]))
        assert gone == []
        # The name is free for others, and the one that stayed is not.
        async with come(server, THREE, "Berta") as berta, come(server, None, "anna") as anna:
            assert account(berta).name == "Berta"
            assert account(anna).name == "anna 2"


async def test_a_guest_becomes_a_keys_account_with_all_that_it_has(server: Server) -> None:
    async with come(server, None) as guest, come(server, None, "Ben") as ben:
        assert account(guest).guest
        table = await open_table(guest)
        await sit(ben, table)
        view = await ben.view(lambda view: view.chairs[0].guest)
        assert [chair.guest for chair in view.chairs] == [True, True, False]
        code = await invited(guest)
        async with come(server, TWO, "Berta") as keyed:
            answer = await keyed.ask(Unite, code=code)
            assert answer.held == (table,)
            assert answer.account is not None
            assert not answer.account.guest
            assert (answer.account.id, answer.account.name) == (account(guest).id, "Anna")
            assert answer.account.code is None
            await sit(keyed, table)
            view = await ben.view(lambda view: not view.chairs[0].guest and view.chairs[0].here)
            assert [chair.name for chair in view.chairs] == ["Anna", "Ben", ""]
            # What was a guest's code is nobody's.
            old = account(guest).code
            assert await ben.refused(Return, code=old) == "wrong_code"
    async with come(server, None, code=account(guest).code) as nobody:
        assert account(nobody).id != account(guest).id


async def test_in_a_quiet_deal_a_guest_stays_one_to_the_others(server: Server) -> None:
    async with AsyncExitStack() as stack:
        guest, ben, carla = [
            await stack.enter_async_context(come(server, None, name))
            for name in ("Anna", "Ben", "Carla")
        ]
        table = await open_table(guest)
        for client in (ben, carla):
            await sit(client, table)
        await ben.view(lambda view: view.stage == "running")
        code = await invited(guest)
        keyed = await stack.enter_async_context(come(server, TWO, "Dora"))
        await keyed.ask(Unite, code=code)
        await sit(keyed, table)
        view = await ben.view(lambda view: view.chairs[0].here and view.watching == 0)
        assert view.stage == "running"
        assert view.chairs[0].guest
        # A deal that ends tells what there is to be told.
        await carla.ask(Leave, table=table)
        view = await ben.view(lambda view: view.stage != "running" and not view.chairs[0].guest)
        assert view.chairs[1].guest


async def test_a_code_is_good_once_and_the_newest_only(server: Server) -> None:
    async with come(server, ONE) as home:
        first = await invited(home)
        second = await invited(home)
        assert first != second
        async with come(server, TWO) as away, come(server, THREE) as third:
            assert await refused(away, first) == ("wrong_code", {})
            assert await refused(home, second) == ("same_account", {})
            await away.ask(Unite, code=second)
            assert await refused(third, second) == ("wrong_code", {})


async def test_two_who_type_a_code_at_once(server: Server) -> None:
    async with come(server, ONE) as home, come(server, TWO) as away, come(server, THREE) as third:
        code = await invited(home)
        answers = await asyncio.gather(*(one.request(Unite, code=code) for one in (away, third)))
        assert sorted(isinstance(answer, Ok) for answer in answers) == [False, True]
    async with come(server, ONE) as home:
        assert len(await keys(home)) == 2


async def test_a_code_is_good_for_ten_minutes_and_over_a_restart(config: Config) -> None:
    clock = Later()
    world = World(clock=clock)
    async with Server(config, world=world) as server, come(server, ONE) as home:
        code = await invited(home)
    clock.ahead = 590
    async with Server(config, world=world) as server, come(server, TWO) as away:
        answer = await away.ask(Unite, code=code)
        assert answer.account is not None
        assert answer.account.id == account(home).id
        code = await invited(away)
        clock.ahead += 601
        async with come(server, THREE) as late:
            assert await refused(late, code) == ("wrong_code", {})


async def test_what_is_not_empty_does_not_give_way(server: Server) -> None:
    async with come(server, ONE) as home, come(server, TWO, "Ben") as away:
        code = await invited(home)
        table = await open_table(away, bots="now")
        assert await refused(away, code) == ("not_empty", {"what": "seats"})
        await play(away, deals=1)
        await away.ask(Leave, table=table)
        await away.wait_for(lambda one: isinstance(one, TableView) and one.stage == "between")
        while account(away).id in {
            one for task in server.house.tables.values() for one in task.table.expected
        }:
            await away.ask(Ping)
        assert await refused(away, code) == ("not_empty", {"what": "deals"})
        # With a second key of its own it is somebody.
        other = await invited(away)
        async with come(server, THREE) as third:
            await third.ask(Unite, code=other)
            assert (await refused(third, code))[1] == {"what": "keys"}
        # Whoever has no key brings none, and nothing has changed by all that.
        async with come(server, None) as guest:
            assert await refused(guest, code) == ("no_key", {})
        assert await keys(home) == [(ONE, True)]


async def test_chips_that_were_given_go_back_to_the_house(server: Server) -> None:
    async with come(server, ONE) as home, come(server, TWO, "Ben") as away:
        await away.ask(Purse, refill=True)
        code = await invited(home)
        await away.ask(Unite, code=code)
        balances = await server.house.log.read(
            lambda db: {
                holder: ledger.balance(db, holder) for holder in ("house", account(away).id)
            }
        )
        assert set(balances.values()) == {0}


async def test_codes_are_not_guessed(config: Config) -> None:
    limits = replace(config.limits, guesses_each=2, guesses_seconds=120)
    async with Server(replace(config, limits=limits)) as server, AsyncExitStack() as stack:
        home = await stack.enter_async_context(come(server, ONE))
        code = await invited(home)
        guesser = await stack.enter_async_context(come(server, TWO))
        for _ in range(2):
            assert await refused(guesser, "aaaa-bbbb") == ("wrong_code", {})
        # Another account of the same address does not help, nor does the right code.
        third = await stack.enter_async_context(come(server, THREE))
        assert await refused(third, code) == ("too_many_guesses", {"minutes": 1})
        assert server.config.host_socket is not None
        far = await stack.enter_async_context(await Client.unix(server.config.host_socket))
        await far.hello(proved=Proved("SHA256:four", "198.51.100.1"))
        await far.ask(Unite, code=code)


async def test_an_account_has_only_so_many_keys(config: Config) -> None:
    limits = replace(config.limits, keys_each=2)
    async with Server(replace(config, limits=limits)) as server, come(server, ONE) as home:
        code = await invited(home)
        async with come(server, TWO) as away, come(server, THREE) as third:
            await away.ask(Unite, code=code)
            code = await invited(away)
            assert await refused(third, code) == ("too_many_keys", {"most": 2})


async def test_a_key_is_removed_but_never_the_last(server: Server) -> None:
    async with come(server, ONE) as home:
        assert await home.refused(Disown, public_key=ONE) == "last_key"
        code = await invited(home)
        async with come(server, TWO) as away:
            await away.ask(Unite, code=code)
            assert await away.refused(Disown, public_key=THREE) == "unknown_key"
            answer = await away.ask(Disown, public_key=ONE)
            assert [one.key for one in answer.keys] == [TWO]
            assert await away.refused(Disown, public_key=TWO) == "last_key"
    async with come(server, ONE) as stranger, come(server, TWO) as owner:
        assert account(stranger).id != account(home).id
        assert account(owner).id == account(home).id


async def test_what_could_not_be_written_has_not_happened(server: Server) -> None:
    async with come(server, ONE) as home, come(server, TWO, "Ben") as away:
        code = await invited(home)
        trouble = (
            "CREATE TRIGGER trouble BEFORE DELETE ON accounts BEGIN SELECT RAISE(ABORT, 'x'); END"
        )
        await server.house.log.append([Write(trouble, ())])
        assert await refused(away, code) == ("storage", {})
        assert await keys(away) == [(TWO, True)]
        assert (await away.ask(Rename, name="Berta")).account is not None
        await server.house.log.append([Write("DROP TRIGGER trouble", ())])
        assert await keys(home) == [(ONE, True)]
        # The code is still good: it has not been used.
        answer = await away.ask(Unite, code=code)
        assert answer.account is not None
        assert answer.account.name == "Anna"


async def test_renaming_has_an_end(config: Config) -> None:
    limits = replace(config.limits, renames_each=2, renames_seconds=240)
    async with Server(replace(config, limits=limits)) as server, come(server, ONE) as anna:
        for name in ("Berta", "Clara"):
            await anna.ask(Rename, name=name)
        # What would be refused anyway is no change.
        assert await anna.refused(Rename, name="Dealer") == "name_reserved"
        assert await anna.refused(Rename, name="x" * 13) == "bad_name"
        answer = await anna.request(Rename, name="Dora")
        assert not isinstance(answer, Ok)
        assert (answer.why.code, answer.why.facts) == ("renamed_often", {"minutes": 2})
        # Nor does coming back help.
        async with come(server, ONE) as again:
            assert account(again).name == "Clara"
            assert await again.refused(Rename, name="Dora") == "renamed_often"


async def test_what_was_acknowledged_is_there_whenever_the_server_dies(
    config: Config, tmp_path: Path
) -> None:
    """The files as they are at the moment of the answer are all that a killed server leaves."""

    def killed(now: str) -> Config:
        shutil.copytree(config.state, tmp_path / now)
        return replace(config, state=tmp_path / now, host_socket=tmp_path / f"{now}.sock")

    async with Server(config) as server, come(server, ONE) as home:
        code = await invited(home)
        asked = killed("asked")
        async with come(server, TWO, "Ben") as away:
            await away.ask(Unite, code=code)
            united = killed("united")
            await away.ask(Rename, name="Berta")
            renamed = killed("renamed")
            await away.ask(Disown, public_key=ONE)
            disowned = killed("disowned")
    async with Server(asked) as server, come(server, TWO) as away:
        answer = await away.ask(Unite, code=code)
        assert answer.account == account(home)
    async with Server(united) as server, come(server, TWO) as away:
        assert account(away) == account(home)
        assert await keys(away) == [(ONE, False), (TWO, True)]
        assert await refused(away, code) == ("wrong_code", {})
    async with Server(renamed) as server, come(server, ONE) as again:
        assert account(again).name == "Berta"
    async with Server(disowned) as server, come(server, TWO) as again, come(server, ONE) as other:
        assert await keys(again) == [(TWO, True)]
        assert account(other).id != account(home).id


# ── files from before ──────────────────────────────────────────────────────────────────────────

# The shape of the file when an account had one key, and its name was compared in case only.
BEFORE = 8
OLD = (
    ("a", "Anna", "anna", ONE, None, 100),
    ("b", "Ada", "ada", TWO, None, 200),  # who is called as the first bot would be
    ("c", "Аda", "аda", THREE, None, 300),  # and somebody who looks like it, beginning in Cyrillic
    ("d", "漢字", "漢字", "SHA256:four", None, 400),
    ("e", "Gustl", "gustl", None, b"hash", 500),
)


@pytest.fixture
def old(config: Config) -> Config:
    """A server's log as it was before accounts had several keys."""
    config.state.mkdir()
    write_old(config.state / "log.sqlite3")
    return config


def write_old(path: Path) -> None:
    """A file made by the steps up to then."""
    database = sqlite3.connect(path)
    for step in migrations.MIGRATIONS[:BEFORE]:
        database.executescript(step)
    database.execute(f"PRAGMA user_version = {BEFORE}")
    database.executemany("INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?)", OLD)
    database.commit()
    database.close()


async def test_accounts_from_before_have_their_keys_and_names(old: Config) -> None:
    async with Server(old, world=World(clock=At(1000))) as server:
        names = {}
        for key in (THREE, TWO, ONE, "SHA256:four"):
            async with come(server, key) as client:
                names[account(client).id] = account(client).name
                assert await keys(client) == [(key, True)]
        # Of two that look alike the older keeps the name, whoever comes first.
        assert names == {"a": "Anna", "b": "Ada", "c": "Аda 2", "d": "漢字"}
        async with come(server, None, "ANNA") as guest:
            assert account(guest).name == "ANNA 2"
            await open_table(guest, "pokerface", seats=6, bots="now")
            view = await guest.view(lambda view: all(one.name for one in view.chairs))
            assert {"Bruno", "Clio"} < {chair.name for chair in view.chairs}
            assert "Ada" not in {chair.name for chair in view.chairs}
        found = await server.house.log.read(lambda db: registry.keys_of(db, "b"))
        assert found == (registry.KeyRow(TWO, 200),)


class At(SystemClock):
    """A time that stands."""

    def __init__(self, now: float) -> None:
        self._now = now

    def now(self) -> float:
        """Unix time in seconds."""
        return self._now


async def test_who_is_being_let_in_while_the_keys_are_forgotten_is_somebody_else(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with come(server, ONE) as home:
        before = account(home).id
    people, log = server.house.people, server.house.log
    append = log.append
    forgotten: list[str] = []

    async def meanwhile(writes: Iterable[Write]) -> None:
        if not forgotten:
            forgotten.append(before)
            await people.rekey(before)
        await append(writes)

    # The key's account was found, and that it came is being written.
    monkeypatch.setattr(log, "append", meanwhile)
    async with come(server, ONE) as thief:
        assert forgotten
        assert account(thief).id != before
        assert len(people) == 1


async def test_no_key_joins_an_account_while_its_keys_are_forgotten(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, log = server.house.people, server.house.log
    append = log.append
    forgetting: list[asyncio.Task[str]] = []

    async def meanwhile(writes: Iterable[Write]) -> None:
        if not forgetting:
            forgetting.append(asyncio.create_task(people.rekey(person.id)))
            # Time enough for whoever does not wait.
            for _ in range(3):
                await append([])
        await append(writes)

    async with come(server, ONE) as home, come(server, TWO, "Berta") as thief:
        person = server.house.sessions[account(home).id].person
        code = await invited(home)
        monkeypatch.setattr(log, "append", meanwhile)
        await thief.ask(Unite, code=code)
        await forgetting[0]
        assert await people.keys(person) == ()
        with pytest.raises(Refused, match="no_key"):
            await people.invite(person)
