"""A finished deal step by step: the views that were really told, to their reader and no others."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from msgspec.structs import replace

from engine.game import AnyGame
from engine.games import GAMES
from engine.values.chance import Dice
from engine.values.offers import Offer, real
from protocol.messages import (
    Act,
    DealEvents,
    DealStep,
    Join,
    Leave,
    Ping,
    Record,
    Steps,
    TableView,
    Watch,
)
from server import steps as parts
from server.config import Config
from server.log import Write
from server.run import Server
from tests.server.client import Client, open_table, play, sit
from tests.server.games import Renewed

NAMES = ("Anna", "Ben", "Carla")

Company = Callable[..., Awaitable[tuple[list[Client], str]]]


@pytest.fixture
async def company() -> AsyncIterator[Company]:
    """Brings people to a server and to a table of theirs."""
    async with AsyncExitStack() as stack:

        async def come(server: Server, seats: int = 3, **fields: Any) -> tuple[list[Client], str]:
            clients = []
            for name in NAMES[:seats]:
                client = await stack.enter_async_context(await Client.tcp(server.port))
                await client.hello(name)
                clients.append(client)
            table = await open_table(clients[0], seats=seats, **fields)
            for client in clients[1:]:
                await sit(client, table)
            return clients, table

        yield come


async def looked_back(client: Client, table: str, deal: int = 1) -> list[DealStep]:
    """All steps of a deal, however many come at once."""
    found: list[DealStep] = []
    while True:
        answer = await client.ask(Steps, table=table, deal=deal, first=len(found))
        assert answer.steps is not None
        assert answer.steps.first == len(found)
        found += answer.steps.steps
        if len(found) == answer.steps.of:
            return found
        assert answer.steps.steps


def published(client: Client, table: str) -> dict[int, DealStep]:
    """The first deal as a client was told it, by how many of its events it had been told."""
    steps: dict[int, DealStep] = {}
    happened = 0
    for push in client.pushes:
        if isinstance(push, DealEvents) and (push.table, push.deal) == (table, 1):
            happened = push.first + len(push.events)
        elif isinstance(push, TableView) and (push.id, push.deal) == (table, 1) and push.view:
            steps[happened] = DealStep(happened, push.view, push.offers)
    return steps


def boldly(view: TableView, offers: tuple[Offer, ...]) -> Offer:
    """Something else with each question, never what gives up at once."""
    staying = [one for one in offers if type(one).__name__ not in ("Fold", "Out", "Surrender")]
    return (staying or offers)[view.seq % len(staying or offers)]


def timidly(view: TableView, offers: tuple[Offer, ...]) -> Offer:
    """Whoever sits in the second chair gives up as soon as that can be."""
    kinds = {type(one).__name__: one for one in offers}
    if view.me == 1 and (up := kinds.get("Fold") or kinds.get("Out")):
        return up
    return kinds.get("Check") or kinds.get("Call") or kinds.get("Ready") or boldly(view, offers)


async def first_deal(client: Client, choose: Callable[..., Offer]) -> None:
    """Play the first deal of a table to its end, whatever it leaves of one's chips."""
    seen = 0

    def calls(view: TableView) -> bool:
        over = view.deal == 1 and view.stage != "running"
        return over or (view.seq > seen and bool(real(view.offers)))

    while True:
        view = await client.view(calls)
        seen = view.seq
        if view.stage != "running":
            return
        action = choose(view, real(view.offers)).sample(Dice(bytes(32)))
        await client.request(
            Act, table=view.id, deal=view.deal, decision=view.decision, action=action
        )


LONG = ("openface", "pineapple")
# One of each family; how the others are dealt and bet is the same there.
SOME = ("pokerface", "pokerquadrat", "holdem", "stud7", "draw5", "chinese", "pineapple", "indian")


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=game.id, marks=() if game.id in SOME else pytest.mark.soak)
        for game in GAMES
    ],
)
async def test_the_steps_are_what_was_told_when_it_was_played(
    server: Server, company: Company, game: AnyGame
) -> None:
    seats = 2 if game.id in LONG else min(3, game.players[-1])
    clients, table = await company(server, seats, game=game.id)
    chosen = (boldly, timidly)[GAMES.index(game) % 2]
    await asyncio.gather(*(first_deal(client, chosen) for client in clients))
    for client in clients:
        steps = await looked_back(client, table)
        told = published(client, table)
        assert steps == list(told.values())
        record = await client.ask(Record, table=table, deal=1)
        assert record.played is not None
        assert steps[-1].happened == len(record.played.events)


async def test_they_come_in_parts(
    server: Server, company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients, table = await company(server)
    await asyncio.gather(*(play(client, deals=1) for client in clients))
    whole = await looked_back(clients[0], table)
    two = await clients[0].ask(Steps, table=table, deal=1, first=3, count=2)
    assert two.steps is not None
    assert (two.steps.first, two.steps.of) == (3, len(whole))
    assert list(two.steps.steps) == whole[3:5]
    beyond = await clients[0].ask(Steps, table=table, deal=1, first=9999)
    assert beyond.steps is not None
    assert (beyond.steps.of, beyond.steps.steps) == (len(whole), ())
    # However little room there is, there is always a next one.
    monkeypatch.setattr(parts, "_PART", 1)
    one = await clients[0].ask(Steps, table=table, deal=1)
    assert one.steps is not None
    assert list(one.steps.steps) == whole[:1]


async def test_nobody_else_gets_them(server: Server, company: Company) -> None:
    clients, table = await company(server)
    await clients[0].view(lambda view: view.stage == "running")
    assert await clients[0].refused(Steps, table=table, deal=1) == "no_record"
    async with await Client.tcp(server.port) as dan:
        await dan.hello("Dan")
        await dan.ask(Watch, table=table)
        await asyncio.gather(*(play(client, deals=1) for client in clients))
        assert await dan.refused(Steps, table=table, deal=1) == "no_record"
        await clients[1].ask(Leave, table=table)
        await dan.ask(Join, table=table)
        assert await dan.refused(Steps, table=table, deal=1) == "no_record"
    # Who has left has still played it.
    assert await looked_back(clients[1], table)
    for wrong in ({"deal": 2}, {"table": "x"}):
        asked = {"table": table, "deal": 1} | wrong
        assert await clients[0].refused(Steps, **asked) == "no_record"


async def test_what_can_not_be_played_again_has_none(config: Config, company: Company) -> None:
    async with Server(config) as server:
        clients, table = await company(server)
        await asyncio.gather(*(play(client, deals=1) for client in clients))
        append = server.house.log.append
        long = ",".join(['{"type":"acted","seat":0,"action":{"type":"pass"}}'] * 2001)
        for wrong in ("[]", "[", '[{"type":"phase","code":"deal"}]', f"[{long}]"):
            await append([Write("UPDATE deals SET events = ?", (wrong,))])
            assert await clients[0].refused(Steps, table=table, deal=1) == "no_steps"
        code = clients[0].welcome.account.code if clients[0].welcome else None
    # Other rules than those that it was played by.
    async with (
        Server(config, games={"pokerface": Renewed()}) as server,
        await Client.tcp(server.port) as anna,
    ):
        await anna.hello(code=code)
        assert await anna.refused(Steps, table=table, deal=1) == "no_steps"


async def test_what_went_wrong_is_noted_without_a_card(
    server: Server,
    company: Company,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    clients, table = await company(server)
    await asyncio.gather(*(play(client, deals=1) for client in clients))

    def wrong(*_: Any) -> None:
        raise ValueError("As is not in the hand")

    monkeypatch.setattr(parts, "retold", wrong)
    assert await clients[0].refused(Steps, table=table, deal=1) == "no_steps"
    assert f"table {table}, deal 1 has no steps: ValueError at" in caplog.text
    assert "in the hand" not in caplog.text


async def test_deals_are_played_again_one_after_the_other(
    server: Server, company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many look back at once, the tables have their share of the processor."""
    clients, table = await company(server)
    await asyncio.gather(*(play(client, deals=1) for client in clients))
    answer, under_way = parts._answer, [0]
    most: list[int] = []

    def counted(*args: Any) -> bytes | None:
        under_way[0] += 1
        most.append(under_way[0])
        found = answer(*args)
        under_way[0] -= 1
        return found

    monkeypatch.setattr(parts, "_answer", counted)
    asked = [client.ask(Steps, table=table, deal=1) for client in clients]
    await asyncio.gather(*asked)
    assert most == [1, 1, 1]


async def test_nobody_looks_back_without_end(config: Config, company: Company) -> None:
    limits = replace(config.limits, steps_per_second=1e-6, steps_burst=2)
    async with Server(replace(config, limits=limits)) as server:
        (anna, *_), table = await company(server)
        for _ in range(2):
            assert await anna.refused(Steps, table=table, deal=1) == "no_record"
        assert await anna.refused(Steps, table=table, deal=1) == "too_many_requests"
        await anna.ask(Ping)
