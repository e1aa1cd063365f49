"""How often something may be done."""

from msgspec.structs import replace

from protocol.messages import Create, Leave, No, Rename, Return
from protocol.rates import Bucket
from server.config import Config
from server.run import Server
from tests.server.client import Client


def test_a_bucket_fills_with_time_up_to_its_brim() -> None:
    now = [0.0]
    bucket = Bucket(rate=2, burst=3, now=lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    assert not bucket.is_full()
    now[0] = 100.0
    assert bucket.is_full()
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


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
