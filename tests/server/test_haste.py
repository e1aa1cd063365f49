"""How often one person may do what makes something, or what may be a guess."""

from msgspec.structs import replace

from protocol.messages import Create, Leave, No, Rename, Return
from server.config import Config
from server.run import Server
from tests.server.client import Client


async def test_tables_are_not_opened_by_the_dozen(config: Config) -> None:
    limits = replace(config.limits, changes_per_second=0.001, changes_burst=4)
    async with (
        Server(replace(config, limits=limits)) as server,
        await Client.tcp(server.port) as anna,
    ):
        await anna.hello("Anna")
        for _ in range(2):
            made = await anna.ask(Create, game="pokerface", name="x", seats=3)
            await anna.ask(Leave, table=made.table)
        answer = await anna.request(Create, game="pokerface", name="x", seats=3)
        assert isinstance(answer, No)
        assert answer.why.code == "too_many_requests"


async def test_nobody_is_called_otherwise_or_tries_codes_without_end(config: Config) -> None:
    limits = replace(config.limits, changes_per_second=0.001, changes_burst=2)
    async with (
        Server(replace(config, limits=limits)) as server,
        await Client.tcp(server.port) as anna,
    ):
        await anna.hello("Anna")
        await anna.ask(Rename, name="Berta")
        assert await anna.refused(Return, code="a-guess") == "wrong_code"
        assert await anna.refused(Return, code="a-guess") == "too_many_requests"
        assert await anna.refused(Rename, name="Clara") == "too_many_requests"
        assert list(server.house.people.names.values()) == ["Berta"]
