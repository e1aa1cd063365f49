"""Settings of new tables, saved with the account."""

from protocol.messages import DropTemplate, KeepTemplate, Template, Templates
from server.config import Config
from server.run import Server
from tests.server.client import Client
from tests.server.test_limits import limited
from tests.server.test_spectators import people

FAST = Template("Schnell", "holdem", {"clock": 15, "bots": "now", "ante": 0})
CALM = Template("Ruhig", "pokerface", {"soft_landing": True})


async def test_they_come_back_with_the_account(config: Config) -> None:
    async with Server(config) as server:
        (anna,) = await people(server, "Anna")
        assert (await anna.ask(Templates)).templates == ()
        await anna.ask(KeepTemplate, template=CALM)
        assert (await anna.ask(KeepTemplate, template=FAST)).templates == (FAST, CALM)
        back = anna.welcome
        await anna.close()
    assert back is not None
    async with (
        Server(config) as server,
        await Client.tcp(server.port) as again,
        await Client.tcp(server.port) as ben,
    ):
        await again.hello(code=back.account.code)
        await ben.hello("Ben")
        assert (await again.ask(Templates)).templates == (FAST, CALM)
        assert (await ben.ask(Templates)).templates == ()


async def test_one_of_the_same_name_and_game_is_replaced_and_one_can_go(server: Server) -> None:
    async with await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        other = Template(FAST.name, "pokerface", {})
        for template in (FAST, other):
            await anna.ask(KeepTemplate, template=template)
        newer = Template(FAST.name, FAST.game, {"clock": 30})
        assert (await anna.ask(KeepTemplate, template=newer)).templates == (newer, other)
        answer = await anna.ask(DropTemplate, name=FAST.name, game="pokerface")
        assert answer.templates == (newer,)
        gone = await anna.refused(DropTemplate, name=FAST.name, game="pokerface")
        assert gone == "unknown_template"


async def test_what_is_kept_is_bounded_and_clean(config: Config) -> None:
    async with (
        Server(limited(config, templates_each=1, template=64)) as server,
        await Client.tcp(server.port) as anna,
    ):
        await anna.hello("Anna")
        long = Template("Lang", "holdem", {"text": "x" * 64})
        assert await anna.refused(KeepTemplate, template=long) == "long_template"
        unknown = Template("Schach", "chess")
        assert await anna.refused(KeepTemplate, template=unknown) == "unknown_game"
        empty = Template("\u202e", "holdem")
        assert await anna.refused(KeepTemplate, template=empty) == "empty_text"
        kept = await anna.ask(KeepTemplate, template=Template("A\x1b[2J\u202e", "holdem"))
        assert [one.name for one in kept.templates] == ["A[2J"]
        assert await anna.refused(KeepTemplate, template=CALM) == "too_many_templates"
        # One that is there already may change.
        await anna.ask(KeepTemplate, template=Template("A[2J", "holdem", {"clock": 15}))
