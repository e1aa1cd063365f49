"""What operators do about people: send them away, keep them out, keep them from writing."""

import logging
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.admin import (
    About,
    Announce,
    Ban,
    Bans,
    Kick,
    Mute,
    PlayerLine,
    Players,
    Rekey,
    ResetName,
    TheAccount,
    TheBans,
    ThePlayers,
    Unban,
    Unmute,
)
from protocol.messages import (
    VERSION,
    Announced,
    Bye,
    Chat,
    FromServer,
    Hello,
    No,
    Prove,
    Proved,
    Rename,
    Renamed,
    Return,
    Said,
    Say,
)
from server.accounts import Person
from server.config import Config
from tests.server.admin.operator import Operated, operated
from tests.server.client import Client, open_table
from tests.server.keys import Pair, needs_keygen

KEY = "SHA256:" + "k" * 43
OTHER = "SHA256:" + "o" * 43
HOUR = 3600


async def by_ssh(house: Operated, key: str | None, address: str = "203.0.113.7") -> Client:
    """Somebody for whom an SSH host speaks, who has not said hello yet."""
    assert house.server.config.host_socket is not None
    client = await Client.unix(house.server.config.host_socket)
    client.write(Hello(VERSION, "test", "en", "Kim", proved=Proved(key, address)))
    return client


async def goodbye(client: Client) -> Bye:
    """What somebody is told at the end."""
    assert await client.bye()
    found = client.last(Bye)
    assert found is not None
    return found


def is_welcome(message: FromServer) -> bool:
    return type(message).__name__ == "Welcome"


async def test_who_is_here_and_how_they_came(config: Config) -> None:
    async with operated(config) as house:
        assert await house.ask(Players()) == ThePlayers(())
        async with await house.visit() as anna, await by_ssh(house, KEY, "2001:db8::7") as kim:
            await anna.hello("Anna")
            await kim.wait_for(is_welcome)
            table = await open_table(anna)
            answer = await house.ask(Players())
    assert isinstance(answer, ThePlayers)
    first, second = answer.players
    assert anna.welcome is not None
    account = anna.welcome.account.id
    assert first == PlayerLine(
        account, "Anna", True, None, "connect", "127.0.0.1", (table,), first.idle
    )
    assert (second.name, second.guest, second.key) == ("Kim", False, KEY)
    assert (second.way, second.address, second.seats) == ("ssh", "2001:db8::7", ())


async def test_whoever_is_kicked_keeps_the_seat_and_may_come_back(config: Config) -> None:
    async with operated(config) as house, await house.visit() as anna:
        code = (await anna.hello("Anna")).account.code
        table = await open_table(anna)
        assert await house.refused(Kick("nobody here")) == "nobody"
        assert await house.done(Kick("anna", "langsam \x1b[2J bitte")) == {"name": "Anna"}
        told = (await goodbye(anna)).why
        assert (told.code, told.facts) == ("kicked", {"reason": "langsam [2J bitte"})
        assert await house.refused(Kick("Anna")) == "not_here"
        async with await house.visit() as again:
            assert (await again.hello(code=code)).held == (table,)


async def test_a_banned_key_comes_in_by_no_way(config: Config) -> None:
    async with operated(config) as house:
        async with await by_ssh(house, KEY) as kim:
            await kim.wait_for(is_welcome)
            facts = await house.done(Ban(KEY, HOUR, "spam"))
            until = int(house.hands.now()) + HOUR
            assert facts == {"whom": KEY, "gone": 1, "until": until}
            assert (await goodbye(kim)).why.facts == {"reason": "spam", "until": until}
        async with await by_ssh(house, KEY, "198.51.100.1") as kim:
            told = (await goodbye(kim)).why
            assert (told.code, told.facts) == ("banned", {"reason": "spam", "until": until})
        async with await by_ssh(house, OTHER) as other:
            await other.wait_for(is_welcome)
    # It holds after a restart, until its time is over.
    async with operated(config, house.hands) as house:
        async with await by_ssh(house, KEY) as kim:
            assert (await goodbye(kim)).why.code == "banned"
        house.hands.move(HOUR)
        async with await by_ssh(house, KEY) as kim:
            await kim.wait_for(is_welcome)
        assert await house.ask(Bans()) == TheBans(())
        assert await house.refused(Unban(KEY)) == "not_banned"


@needs_keygen
async def test_a_banned_key_does_not_come_by_connect_either(config: Config, tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    async with operated(config) as house:
        async with await house.visit() as anna:
            assert not (await anna.login(pair)).account.guest
            assert (await house.done(Ban(pair.fingerprint, reason="x")))["gone"] == 1
            assert (await goodbye(anna)).why.code == "banned"
        async with await house.visit() as anna:
            nonce = await anna.challenged(pair.public)
            anna.write(Prove(pair.sign(nonce, None)))
            told = (await goodbye(anna)).why
            assert (told.code, told.facts) == ("banned", {"reason": "x"})


@pytest.mark.parametrize(
    ("banned", "inside", "outside"),
    [
        ("203.0.113.7", "203.0.113.7", "203.0.113.8"),
        ("203.0.113.7", "::ffff:203.0.113.7", "::ffff:203.0.113.8"),
        ("2001:db8:0:1::5", "2001:db8:0:1:ffff::1", "2001:db8:0:2::5"),
        ("2001:db8:0:1::/64", "2001:db8:0:1::9", "2001:db8::9"),
    ],
)
async def test_a_banned_address_is_a_home(
    config: Config, banned: str, inside: str, outside: str
) -> None:
    async with operated(config) as house:
        assert (await house.done(Ban(banned)))["gone"] == 0
        for key in (None, KEY):
            async with await by_ssh(house, key, inside) as kim:
                told = (await goodbye(kim)).why
                assert (told.code, told.facts) == ("banned", {"reason": ""})
        async with await by_ssh(house, None, outside) as kim:
            await kim.wait_for(is_welcome)
        # Nobody who was turned away got an account.
        accounts = await house.server.house.log.read(
            lambda database: database.execute("SELECT count(*) FROM accounts").fetchone()
        )
        assert accounts == (1,)
        answer = await house.ask(Bans())
        assert isinstance(answer, TheBans)
        (line,) = answer.penalties
        await house.done(Unban(line.subject))
        async with await by_ssh(house, None, inside) as kim:
            await kim.wait_for(is_welcome)


async def test_this_machine_itself_is_not_banned(config: Config) -> None:
    async with operated(config) as house:
        assert await house.refused(Ban("127.0.0.1")) == "local_address"
        assert await house.refused(Ban("::1")) == "local_address"


async def test_no_less_is_banned_than_was_asked_for(config: Config) -> None:
    async with operated(config) as house:
        for network in ("203.0.113.0/24", "2001:db8::/32", "203.0.113.7/x"):
            assert await house.refused(Ban(network)) == "wide_network"
        for key in (KEY[:-1], KEY + "k"):
            assert await house.refused(Ban(key)) == "no_fingerprint"
        for home in ("203.0.113.7/32", "2001:db8::1/64"):
            await house.done(Ban(home))


@pytest.mark.parametrize("whom", [KEY, "203.0.113.7"])
async def test_who_is_being_let_in_while_they_are_banned_is_not(
    config: Config, whom: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with operated(config) as house:
        people = house.server.house.people
        of_key = people.of_key

        async def banned_meanwhile(*said: Any) -> Person:
            person = await of_key(*said)
            assert await house.done(Ban(whom)) == {"whom": whom, "gone": 0}
            return person

        monkeypatch.setattr(people, "of_key", banned_meanwhile)
        async with await by_ssh(house, KEY) as kim:
            assert (await goodbye(kim)).why.code == "banned"
        assert len(people) == 0


async def test_a_banned_account_stays_out_by_key_and_by_code(config: Config) -> None:
    async with operated(config) as house:
        async with await by_ssh(house, KEY) as kim:
            await kim.wait_for(is_welcome)
            assert (await house.done(Ban("kim", reason="x")))["gone"] == 1
            await goodbye(kim)
        async with await by_ssh(house, KEY) as kim:
            assert (await goodbye(kim)).why.code == "banned"
        async with await house.visit() as anna:
            code = (await anna.hello("Anna")).account.code
            facts = await house.done(Ban("Anna"))
            # A guest: the address is all that there is to hold on to.
            assert facts == {"whom": "Anna", "gone": 1, "address": "127.0.0.1"}
        async with await house.visit() as anna:
            anna.write(Hello(VERSION, code=code))
            assert (await goodbye(anna)).why.code == "banned"
        async with await house.visit() as ben:
            await ben.hello("Ben")
            ben.write(Return(id=1, code=code or ""))
            assert (await goodbye(ben)).why.code == "banned"
        answer = await house.ask(Bans())
        assert isinstance(answer, TheBans)
        assert [one.name for one in answer.penalties] == ["Kim", "Anna"]
        assert {one.by for one in answer.penalties} == {await me()}
        assert await house.done(Unban("Anna")) == {"whom": "Anna"}
        async with await house.visit() as anna:
            assert (await anna.hello(code=code)).account.name == "Anna"


async def me() -> str:
    """Who runs these tests."""
    import getpass

    return getpass.getuser()


async def test_whoever_is_muted_may_still_say_the_fixed_sentences(config: Config) -> None:
    async with operated(config) as house, await house.visit() as anna, await house.visit() as ben:
        await anna.hello("Anna")
        await ben.hello("Ben")
        table = await open_table(anna)
        await ben.request(Say, table=table, phrase="short_break")
        until = int(house.hands.now()) + 60
        await house.done(Mute("Anna", 60, "Ton"))
        answer = await anna.request(Chat, table=table, text="hallo")
        assert isinstance(answer, No)
        assert (answer.why.code, answer.why.facts) == ("muted", {"reason": "Ton", "until": until})
        await anna.ask(Say, table=table, phrase="short_break")
        house.hands.move(60)
        await anna.ask(Chat, table=table, text="hallo")
        await house.done(Mute("Anna"))
        assert await anna.refused(Chat, table=table, text="hallo") == "muted"
        # Names are read as well.
        assert await anna.refused(Rename, name="Benistdoof") == "muted"
        other = await open_table(anna, name="Ben ist doof")
        assert house.server.house.tables[other].table.name == "Anna"
        assert await house.done(Unmute("Anna")) == {"name": "Anna"}
        assert await house.refused(Unmute("Anna")) == "not_muted"
        await anna.ask(Chat, table=table, text="da")
        assert [one.text for one in anna.all(Said)] == [None, "hallo", "da"]


async def test_what_is_announced_reaches_everybody(config: Config) -> None:
    async with operated(config) as house, await house.visit() as anna, await house.visit() as ben:
        await anna.hello("Anna")
        await ben.hello("Ben")
        assert await house.refused(Announce(" \u200b ")) == "empty"
        facts = await house.done(Announce("Um zehn \x1b]0;x\x07 wird neu gestartet."))
        assert facts["people"] == 2
        for one in (anna, ben):
            told = await one.wait_for(lambda message: isinstance(message, Announced))
            assert told == Announced("Um zehn ]0;x wird neu gestartet.")


async def test_a_name_that_is_taken_away(config: Config) -> None:
    async with operated(config) as house:
        async with await by_ssh(house, KEY) as kim:
            await kim.wait_for(is_welcome)
            facts = await house.done(ResetName("Kim"))
            assert facts["before"] == "Kim"
            told = await kim.wait_for(lambda message: isinstance(message, Renamed))
            assert isinstance(told, Renamed)
            assert told.account.name == facts["name"] != "Kim"
        # Of somebody who is not here as well; and it lasts.
        async with await by_ssh(house, OTHER) as other:
            await other.wait_for(is_welcome)
        await house.done(ResetName("kim"))
    async with operated(config, house.hands) as house:
        for key in (KEY, OTHER):
            async with await by_ssh(house, key) as kim:
                welcome = await kim.wait_for(is_welcome)
                assert "Kim" not in str(welcome)


async def test_an_account_whose_keys_are_forgotten_is_found_by_its_code(config: Config) -> None:
    async with operated(config) as house:
        async with await by_ssh(house, KEY) as kim:
            welcome = await kim.wait_for(is_welcome)
            facts = await house.done(Rekey("Kim"))
            assert (await goodbye(kim)).why.code == "kicked"
        async with await by_ssh(house, KEY) as thief:
            assert await thief.wait_for(is_welcome) != welcome
        async with await house.visit() as kim:
            code = facts["code"]
            assert isinstance(code, str)
            account = (await kim.hello(code=code)).account
            assert account.id in str(welcome)
            # Once more, for the account is somebody's who has no key.
            answer = await house.ask(About(account.id))
            assert isinstance(answer, TheAccount)
            assert (answer.name, answer.keys, answer.here) == ("Kim", (), True)
            assert answer.chips == 10_000


async def test_several_of_one_name_are_told_apart_by_their_ids(config: Config) -> None:
    async with operated(config) as house:
        ids = []
        for _ in range(2):
            async with await house.visit() as anna:
                ids.append((await anna.hello("Anna")).account.id)
            await house.hands.until(lambda: not house.server.house.sessions)
        assert await house.refused(Mute("Anna")) == "several"
        assert await house.done(Mute(ids[0])) == {"name": "Anna"}
        answer = await house.ask(About(ids[0]))
        assert isinstance(answer, TheAccount)
        assert [(one.kind, one.subject) for one in answer.penalties] == [("mute", ids[0])]


async def test_what_can_not_be_written_does_not_hold(config: Config, tmp_path: Path) -> None:
    async with operated(config) as house, await by_ssh(house, KEY) as kim:
        await kim.wait_for(is_welcome)
        (config.state / "log.sqlite3").rename(tmp_path / "elsewhere")
        assert await house.refused(Ban(KEY)) == "storage"
        assert await house.refused(Mute("Kim")) == "storage"
        assert await house.ask(Bans()) == TheBans(())
        assert not kim.closed
        (tmp_path / "elsewhere").rename(config.state / "log.sqlite3")


async def test_deeds_are_noted_and_keys_and_codes_are_not(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with operated(config) as house, await by_ssh(house, KEY) as kim:
        await kim.wait_for(is_welcome)
        code = (await house.done(Rekey("Kim")))["code"]
        await house.done(Ban(KEY, HOUR, "geheimer Grund"))
        await house.done(Ban("203.0.113.9"))
        await house.done(Announce("Durchsage an alle"))
    said = [one for one in caplog.messages if one.startswith(f"operator {await me()}: ")]
    assert [one.split()[2] for one in said] == ["rekey", "ban", "ban", "announce"]
    assert "address 203.0.113.9" in said[2]
    for secret in (KEY, str(code), "geheimer", "Durchsage"):
        assert secret not in caplog.text


async def test_the_socket_belongs_to_one_user_and_goes_with_the_server(config: Config) -> None:
    async with operated(replace(config, listen=None)) as house:
        mode = house.socket.stat().st_mode
        assert mode & 0o777 == 0o600
        assert house.socket != config.host_socket
    assert not house.socket.exists()
