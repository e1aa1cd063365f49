"""What accounts prefer is kept with them, bounded, and told to nobody else."""

import asyncio

import pytest
from msgspec.structs import replace

from protocol.messages import (
    Account,
    Bye,
    Invite,
    Ok,
    Prefer,
    Preferred,
    Proved,
    Purse,
    Rename,
    Return,
    Unite,
)
from server.config import Config
from server.preferences import merged
from server.run import Server
from tests.server.client import Client, open_table, sit

LIKED: dict[str, Preferred] = {
    "deck": "two",
    "bell": False,
    "n": 7,
    "key.bet.fold": "x",
    'Ä " \\ \n': "ß",
}


def preferred(answer: Ok) -> object:
    """What an answer tells of the account."""
    assert answer.account is not None
    return answer.account.prefs


def account(client: Client) -> Account:
    """Who somebody was at the welcome."""
    assert client.welcome is not None
    return client.welcome.account


async def come(config: Config, key: str | None, code: str | None = None) -> Client:
    """Somebody whom an SSH host vouches for, or a guest."""
    assert config.host_socket is not None
    client = await Client.unix(config.host_socket)
    await client.hello("Anna", code, proved=Proved(key, "192.0.2.7"))
    return client


@pytest.mark.parametrize("key", [None, "SHA256:one"])
async def test_they_are_there_after_a_restart(config: Config, key: str | None) -> None:
    async with Server(config), await come(config, key) as anna:
        assert account(anna).prefs == {}
        code = account(anna).code
        assert preferred(await anna.ask(Prefer, prefs=LIKED)) == LIKED
        # The others stay, nil takes one away, and one that there is not is no trouble.
        changes: dict[str, Preferred | None] = {
            "deck": None,
            "n": 2**63,
            "new": True,
            "nothing": None,
        }
        await anna.ask(Prefer, prefs=changes)
    wanted = merged(LIKED, {"deck": None, "n": 2**63, "new": True})
    async with Server(config), await come(config, key, code) as again:
        assert account(again).prefs == wanted
        assert preferred(await again.ask(Purse)) == wanted
        assert preferred(await again.ask(Rename, name="Berta")) == wanted


async def test_another_session_of_the_account_goes_on_with_them(config: Config) -> None:
    async with Server(config), await come(config, "SHA256:one") as one:
        await one.ask(Prefer, prefs={"deck": "two"})
        async with await come(config, "SHA256:one") as two:
            assert await one.bye() == "replaced"
            assert account(two).prefs == {"deck": "two"}
            answers = await asyncio.gather(*(two.ask(Prefer, prefs={f"n{n}": n}) for n in range(5)))
            assert preferred(answers[-1]) == {"deck": "two"} | {f"n{n}": n for n in range(5)}


async def test_who_comes_back_to_an_account_finds_its_own(config: Config) -> None:
    async with Server(config), await come(config, None) as anna:
        await anna.ask(Prefer, prefs={"lang": "de"})
        async with await come(config, None) as other:
            await other.ask(Prefer, prefs={"lang": "en"})
            back = await other.ask(Return, code=account(anna).code)
            assert preferred(back) == {"lang": "de"}


async def test_of_two_accounts_that_become_one_the_surviving_ones_stay(config: Config) -> None:
    async with Server(config), await come(config, "SHA256:one") as one:
        await one.ask(Prefer, prefs={"deck": "two"})
        invitation = (await one.ask(Invite)).invitation
        assert invitation is not None
        async with await come(config, "SHA256:two") as two:
            await two.ask(Prefer, prefs={"deck": "four", "lang": "de"})
            united = await two.ask(Unite, code=invitation.code)
            assert preferred(united) == {"deck": "two"}
    async with Server(config), await come(config, "SHA256:two") as again:
        assert account(again).prefs == {"deck": "two"}


async def test_nobody_else_is_told(config: Config) -> None:
    async with (
        Server(config) as server,
        await Client.tcp(server.port) as anna,
        await Client.tcp(server.port) as ben,
    ):
        await anna.hello("Anna")
        await anna.ask(Prefer, prefs={"whisper": "secretly"})
        await ben.hello("Ben")
        table = await open_table(anna)
        await sit(ben, table)
        await ben.view(lambda view: len([one for one in view.chairs if one.name]) == 2)
        assert b"whisper" in anna.raw
        assert b"whisper" not in ben.raw
        assert b"secretly" not in ben.raw


async def test_an_account_has_so_many_preferences(config: Config) -> None:
    limits = replace(config.limits, preferences_each=2)
    async with Server(replace(config, limits=limits)), await come(config, None) as anna:
        await anna.ask(Prefer, prefs={"a": 1, "b": 2})
        answer = await anna.request(Prefer, prefs={"a": 3, "c": 3})
        assert not isinstance(answer, Ok)
        assert (answer.why.code, answer.why.facts) == ("too_many_preferences", {"most": 2})
        # One that goes makes room.
        both = await anna.ask(Prefer, prefs={"a": None, "c": 3})
        assert preferred(both) == {"b": 2, "c": 3}


async def test_nobody_prefers_something_else_without_end(config: Config) -> None:
    limits = replace(config.limits, keeps_burst=2, keeps_per_second=1e-6)
    async with Server(replace(config, limits=limits)), await come(config, None) as anna:
        for n in range(2):
            await anna.ask(Prefer, prefs={"n": n})
        assert await anna.refused(Prefer, prefs={"n": 9}) == "too_many_requests"
        assert preferred(await anna.ask(Purse)) == {"n": 1}


@pytest.mark.parametrize(
    "prefs", [{"x" * 49: 1}, {"x": "y" * 65}, {"x": 1.5}, {"x": [1]}, {"x": {"y": 1}}]
)
async def test_what_is_too_long_or_no_value_is_malformed(server: Server, prefs: object) -> None:
    async with await Client.tcp(server.port) as client:
        await client.hello("Anna")
        client.write(Prefer(1, prefs))  # type: ignore[arg-type]
        assert await client.bye() == "malformed"
        said = client.last(Bye)
        assert said is not None
        assert said.why.facts["code"] == "bad_field"
