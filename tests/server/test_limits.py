"""Every limit is crossed: whoever does is told, and nobody else notices."""

import asyncio
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest
from msgspec.structs import replace

from protocol.messages import (
    VERSION,
    Bye,
    Chat,
    Create,
    Hello,
    Invite,
    Ping,
    Proved,
    Rename,
    Return,
    Unite,
)
from server import caller, desk, listen
from server.config import Config, Limits
from server.door import Door, Turned
from server.run import Server
from tests.crossing import crosses
from tests.server.client import Client, open_table
from tui.connect.line import certificate_of
from tui.connect.place import Place
from tui.link import LinkEnded

HERE, THERE = "203.0.113.9", "203.0.113.10"
NEVER = 1e-6  # a minute or a second

# Where each is crossed, with its name in the test; a field of Limits without a line is a fault.
CROSSED = {
    "connections": "test_hostile.test_a_full_house_says_so",
    "connections_each": "test_door.test_an_ssh_hosts_clients_are_counted_by_where_they_come_from",
    "connections_local": "test_door.test_the_last_connection_too_many_is_told_and_another_may_come"
    "_when_one_goes",
    "arrivals_per_minute": "test_limits.test_who_connects_too_often_is_told_and_stays_nowhere",
    "arrivals_burst": "test_limits.test_who_connects_too_often_is_told_and_stays_nowhere",
    "arrivals_per_minute_each": "test_limits.test_an_address_that_connects_too_often_is_told",
    "arrivals_burst_each": "test_limits.test_an_address_that_connects_too_often_is_told",
    "handshakes": "test_tls.test_who_begins_too_much_is_hung_up_on",
    "handshakes_each": "test_tls.test_who_begins_too_much_is_hung_up_on",
    "strangers": "test_limits.test_who_does_not_say_who_they_are_leaves_room_for_others",
    "strangers_each": "test_limits.test_an_address_has_so_many_who_do_not_say_who_they_are",
    "logins_per_minute": "test_limits.test_who_logs_in_too_often_is_told",
    "logins_burst": "test_limits.test_who_logs_in_too_often_is_told",
    "logins_per_minute_each": "test_limits.test_an_address_that_logs_in_too_often_is_told",
    "logins_burst_each": "test_limits.test_an_address_that_logs_in_too_often_is_told",
    "tries_free": "test_limits.test_wrong_codes_from_an_address_wait_longer_each_time",
    "tries_delay": "test_limits.test_wrong_codes_from_an_address_wait_longer_each_time",
    "tries_delay_most": "test_limits.test_wrong_codes_from_an_address_wait_longer_each_time",
    "tries_forgotten": "test_limits.test_wrong_codes_from_an_address_wait_longer_each_time",
    "newcomers_each": "test_door.test_one_address_makes_no_accounts_without_end",
    "newcomers_local": "test_door.test_newcomers_of_an_address_are_let_in_up_to_a_rate",
    "newcomers_seconds": "test_door.test_newcomers_of_an_address_are_let_in_up_to_a_rate",
    "guesses_each": "test_limits.test_codes_for_another_key_are_not_guessed_for_long",
    "guesses_seconds": "test_limits.test_codes_for_another_key_are_not_guessed_for_long",
    "renames_each": "test_limits.test_nobody_is_called_otherwise_all_the_time",
    "renames_seconds": "test_limits.test_nobody_is_called_otherwise_all_the_time",
    "keys_each": "test_limits.test_an_account_has_so_many_keys",
    "preferences_each": "test_preferences.test_an_account_has_so_many_preferences",
    "tables": "test_limits.test_the_house_has_so_many_tables",
    "tables_each": "test_tables.test_one_account_has_a_limited_number_of_tables",
    "waits_each": "test_waiters.test_nobody_waits_everywhere",
    "templates_each": "test_templates.test_what_is_kept_is_bounded_and_clean",
    "template": "test_templates.test_what_is_kept_is_bounded_and_clean",
    "hello_seconds": "test_hostile.test_silence_ends_at_the_hello",
    "slow_seconds": "test_hostile.test_a_reader_that_stops_is_closed_and_delays_nobody",
    "silent_seconds": "test_limits.test_who_says_nothing_is_told_so",
    "backlog": "test_limits.test_who_reads_nothing_is_told_and_ended",
    "message": "test_limits.test_a_message_has_so_many_bytes",
    "waiting": "test_limits.test_requests_that_wait_are_read_no_further",
    "requests_per_second": "test_hostile.test_haste_is_refused_and_forgiven",
    "requests_burst": "test_hostile.test_haste_is_refused_and_forgiven",
    "requests_refused": "test_limits.test_who_does_not_heed_refusals_is_sent_away",
    "changes_per_second": "test_haste.test_tables_are_not_opened_by_the_dozen",
    "changes_burst": "test_haste.test_tables_are_not_opened_by_the_dozen",
    "keeps_per_second": "test_drafts.test_nobody_keeps_without_end",
    "keeps_burst": "test_drafts.test_nobody_keeps_without_end",
    "steps_per_second": "test_steps.test_nobody_looks_back_without_end",
    "steps_burst": "test_steps.test_nobody_looks_back_without_end",
    "says_per_second": "test_limits.test_nobody_talks_without_end",
    "says_burst": "test_limits.test_nobody_talks_without_end",
}


@pytest.mark.parametrize("limit", Limits.__struct_fields__)
def test_every_limit_is_crossed_by_a_test(limit: str) -> None:
    module, _, name = CROSSED[limit].partition(".")
    assert crosses(Path(__file__).with_name(f"{module}.py"), name, limit)


def limited(config: Config, **limits: Any) -> Config:
    """The configuration with these limits."""
    return replace(config, limits=replace(config.limits, **limits))


async def turned(client: Client, hello: Hello | None = None) -> tuple[str, set[str]]:
    """The code with which a client is sent away, and what is told with it."""
    async with client:
        if hello is not None:
            client.write(hello)
        code = await client.bye()
        said = client.last(Bye)
        assert said is not None
        return code, set(said.why.facts)


def come_from(address: str, code: str | None = None) -> Hello:
    """What an SSH host says for a guest of its."""
    return Hello(VERSION, code=code, proved=Proved(None, address))


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine's connections count as another's."""
    monkeypatch.setattr(caller, "home_of", lambda address: HERE)


async def test_who_connects_too_often_is_told_and_stays_nowhere(config: Config) -> None:
    limits = {"arrivals_burst": 2, "arrivals_per_minute": NEVER}
    async with (
        Server(limited(config, **limits)) as server,
        await Client.tcp(server.port) as first,
        await Client.tcp(server.port) as second,
    ):
        await first.hello("Anna")
        for _ in range(2):
            assert await turned(await Client.tcp(server.port)) == ("hasty", {"seconds"})
        await second.hello("Ben")
        await first.ask(Ping)


async def test_an_address_that_connects_too_often_is_told(config: Config, elsewhere: None) -> None:
    limits = {"arrivals_burst_each": 1, "arrivals_per_minute_each": NEVER}
    async with (
        Server(limited(config, **limits)) as server,
        await Client.tcp(server.port) as first,
    ):
        await first.hello("Anna")
        assert await turned(await Client.tcp(server.port)) == ("hasty", {"seconds"})
        await first.ask(Ping)


async def test_nothing_is_encrypted_for_who_connects_too_often(
    config: Config, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(listen, "is_private", lambda where: False)
    limits = {"arrivals_burst": 1, "arrivals_per_minute": NEVER}
    async with (
        Server(limited(config, **limits)) as server,
        await Client.tls(server.port) as first,
    ):
        await first.hello("Anna")
        with caplog.at_level("INFO", "server"), pytest.raises(ssl.SSLError, match=r"(?i)denied"):
            await Client.tls(server.port)
        assert caplog.messages == ["goodbye to this machine: hasty"]
        # The program that people have says what that means.
        with pytest.raises(LinkEnded) as ended:
            await certificate_of(Place("127.0.0.1", server.port))
        assert ended.value.why.code == "turned"
        await first.ask(Ping)


async def test_who_does_not_say_who_they_are_leaves_room_for_others(config: Config) -> None:
    async with (
        Server(limited(config, strangers=2)) as server,
        await Client.tcp(server.port) as first,
        await Client.tcp(server.port),
    ):
        assert await turned(await Client.tcp(server.port)) == ("full", {"strangers"})
        # Whoever has said it is no stranger.
        await first.hello("Anna")
        async with await Client.tcp(server.port) as third:
            await third.hello("Ben")


async def test_an_address_has_so_many_who_do_not_say_who_they_are(
    config: Config, elsewhere: None
) -> None:
    async with (
        Server(limited(config, strangers_each=1)) as server,
        await Client.tcp(server.port) as first,
    ):
        assert await turned(await Client.tcp(server.port)) == ("full", {"strangers"})
        await first.hello("Anna")
        async with await Client.tcp(server.port) as second:
            await second.hello("Ben")


async def test_who_logs_in_too_often_is_told(config: Config) -> None:
    limits = {"logins_burst": 1, "logins_per_minute": NEVER}
    async with (
        Server(limited(config, **limits)) as server,
        await Client.tcp(server.port) as first,
    ):
        await first.hello("Anna")
        hello = Hello(VERSION)
        assert await turned(await Client.tcp(server.port), hello) == ("hasty", {"seconds"})
        await first.ask(Ping)


async def test_an_address_that_logs_in_too_often_is_told(config: Config, tmp_path: Path) -> None:
    limits = {"logins_burst_each": 1, "logins_per_minute_each": NEVER}
    path = tmp_path / "host.sock"
    async with Server(limited(config, **limits)), await Client.unix(path) as first:
        await first.hello(proved=Proved(None, HERE))
        assert await turned(await Client.unix(path), come_from(HERE)) == ("hasty", {"seconds"})
        async with await Client.unix(path) as other:
            await other.hello(proved=Proved(None, THERE))
        await first.ask(Ping)


def test_wrong_codes_from_an_address_wait_longer_each_time() -> None:
    now = 0.0
    limits = Limits(
        tries_free=2, tries_delay=1, tries_delay_most=3, tries_forgotten=1e3, hello_seconds=100
    )
    door = Door(limits, lambda: now)
    waits = []
    for _ in range(6):
        waits.append(door.guess(HERE))
        now += waits[-1]
    assert [round(wait) for wait in waits] == [0, 0, 1, 2, 3, 3]
    assert door.guess(THERE) == 0
    now += 6e3
    assert door.guess(HERE) == 0


async def test_who_guesses_on_is_sent_away_and_others_come_back(
    config: Config, tmp_path: Path
) -> None:
    limits = {"tries_free": 2, "tries_delay": 1e3, "tries_delay_most": 1e3}
    path = tmp_path / "host.sock"
    async with Server(limited(config, **limits)):
        async with await Client.unix(path) as client:
            code = (await client.hello(proved=Proved(None, HERE))).account.code
            # What is right is no guess, however often.
            for _ in range(3):
                await client.ask(Return, code=code)
            assert await client.refused(Return, code="a-guess") == "wrong_code"
        async with await Client.unix(path) as client:
            await client.hello(code="another", proved=Proved(None, HERE))
            assert await client.refused(Return, code="a third") == "too_many_requests"
        wrong = come_from(HERE, "a fourth")
        assert await turned(await Client.unix(path), wrong) == ("hasty", {"seconds"})
        # Without a code there is nothing to guess, and elsewhere nobody has.
        async with await Client.unix(path) as client:
            await client.hello(proved=Proved(None, HERE))
        async with await Client.unix(path) as client:
            welcome = await client.hello(code=code, proved=Proved(None, THERE))
            assert welcome.account.code == code


async def test_codes_for_another_key_are_not_guessed_for_long(
    config: Config, tmp_path: Path
) -> None:
    path = tmp_path / "host.sock"
    async with (
        Server(limited(config, guesses_each=2, guesses_seconds=1e6)),
        await Client.unix(path) as here,
        await Client.unix(path) as there,
    ):
        await here.hello("Anna", proved=Proved("SHA256:Anna", HERE))
        await there.hello("Ben", proved=Proved("SHA256:Ben", THERE))
        for code in ("one", "two"):
            assert await here.refused(Unite, code=code) == "wrong_code"
        assert await here.refused(Unite, code="three") == "too_many_guesses"
        assert await there.refused(Unite, code="four") == "wrong_code"


async def test_nobody_is_called_otherwise_all_the_time(config: Config) -> None:
    async with (
        Server(limited(config, renames_each=1, renames_seconds=1e6)) as server,
        await Client.tcp(server.port) as anna,
        await Client.tcp(server.port) as ben,
    ):
        await anna.hello("Anna")
        await ben.hello("Ben")
        await anna.ask(Rename, name="Berta")
        assert await anna.refused(Rename, name="Clara") == "renamed_often"
        await ben.ask(Rename, name="Emil")


async def test_an_account_has_so_many_keys(config: Config, tmp_path: Path) -> None:
    path = tmp_path / "host.sock"
    async with (
        Server(limited(config, keys_each=1)),
        await Client.unix(path) as first,
        await Client.unix(path) as second,
    ):
        await first.hello("Anna", proved=Proved("SHA256:Anna", HERE))
        await second.hello("Anna", proved=Proved("SHA256:Ben", HERE))
        invitation = (await first.ask(Invite)).invitation
        assert invitation is not None
        assert await second.refused(Unite, code=invitation.code) == "too_many_keys"


async def test_the_house_has_so_many_tables(config: Config) -> None:
    async with (
        Server(limited(config, tables=1)) as server,
        await Client.tcp(server.port) as anna,
        await Client.tcp(server.port) as ben,
    ):
        await anna.hello("Anna")
        await ben.hello("Ben")
        table = await open_table(anna)
        assert await ben.refused(Create, game="pokerface", name="", seats=3) == "too_many_tables"
        await anna.ask(Chat, table=table, text="still here")


async def test_who_says_nothing_is_told_so(config: Config) -> None:
    async with (
        Server(limited(config, silent_seconds=0.2)) as server,
        await Client.tcp(server.port) as client,
    ):
        await client.hello("Anna")
        assert await client.bye() == "timeout"


async def test_who_reads_nothing_is_told_and_ended(config: Config) -> None:
    async with (
        Server(limited(config, backlog=10)) as server,
        await Client.tcp(server.port) as client,
        await Client.tcp(server.port) as other,
    ):
        await client.hello("Anna")
        await other.hello("Ben")
        (session,) = (one for one in server.house.connected if one.person.name == "Anna")
        # As if the system took no more.
        session.pause_writing()
        client.write(Ping(7))
        assert await client.bye() == "too_slow"
        await other.ask(Ping)


async def test_a_message_has_so_many_bytes(config: Config) -> None:
    async with Server(limited(config, message=4096)) as server:
        async with await Client.tcp(server.port) as client:
            await client.hello("Anna")
            client.write_bytes(msgpack.packb({"type": "ping", "id": 1, "x": [b"x" * 1000] * 5}))
            assert await client.bye() == "malformed"
            said = client.last(Bye)
            assert said is not None
            assert said.why.facts["code"] == "too_large"
        async with await Client.tcp(server.port) as client:
            await client.hello("Anna")
            await client.ask(Ping)


async def test_requests_that_wait_are_read_no_further(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = asyncio.Event()
    serve: Callable[..., Any] = desk.serve

    async def slow(house: Any, session: Any, request: Any) -> None:
        if session.person.name == "Anna":
            await go_on.wait()
        await serve(house, session, request)

    monkeypatch.setattr(desk, "serve", slow)
    async with (
        Server(limited(config, waiting=4)) as server,
        await Client.tcp(server.port) as anna,
        await Client.tcp(server.port) as ben,
    ):
        await anna.hello("Anna")
        await ben.hello("Ben")
        (session,) = (one for one in server.house.connected if one.person.name == "Anna")
        pings = [asyncio.create_task(anna.request(Ping)) for _ in range(4)]
        await ben.ask(Ping)
        assert session._transport is not None
        assert session._transport.is_reading()
        pings += [asyncio.create_task(anna.request(Ping)) for _ in range(20)]
        while session._transport.is_reading():
            await ben.ask(Ping)
        go_on.set()
        await asyncio.gather(*pings)
        assert session._transport.is_reading()


async def test_who_does_not_heed_refusals_is_sent_away(config: Config) -> None:
    limits = {"requests_burst": 1, "requests_per_second": NEVER, "requests_refused": 3}
    async with (
        Server(limited(config, **limits)) as server,
        await Client.tcp(server.port) as client,
    ):
        await client.hello("Anna")
        await client.ask(Ping)
        for _ in range(3):
            assert await client.refused(Ping) == "too_many_requests"
        client.write(Ping(99))
        assert await client.bye() == "too_slow"


async def test_nobody_talks_without_end(config: Config) -> None:
    limits = {"says_burst": 2, "says_per_second": NEVER}
    async with (
        Server(limited(config, **limits)) as server,
        await Client.tcp(server.port) as client,
    ):
        await client.hello("Anna")
        table = await open_table(client)
        for text in ("one", "two"):
            await client.ask(Chat, table=table, text=text)
        assert await client.refused(Chat, table=table, text="three") == "too_many_requests"


def test_what_everybody_may_do_is_not_used_up_by_one() -> None:
    door = Door(Limits(arrivals_burst=3, arrivals_burst_each=2), lambda: 0.0)
    for _ in range(2):
        door.arrive(HERE)
    for _ in range(5):
        with pytest.raises(Turned):
            door.arrive(HERE)
    door.arrive(THERE)
