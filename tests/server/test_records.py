"""What is left of a deal: its record, for those who played it, with what they could see."""

import asyncio
import sqlite3
import tomllib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from engine.game import Setup
from engine.record import replay_text
from engine.record.forms import BY_GAME
from engine.values.cards import Card
from engine.values.events import Counted, Dealt, Event, Shown
from engine.values.offers import Offer
from protocol.messages import (
    Join,
    Leave,
    Next,
    Past,
    PastDeal,
    Ping,
    PlayedDeal,
    Proved,
    Record,
    Rename,
    TableView,
)
from server.config import Config
from server.house import World
from server.log import Write
from server.migrations import MIGRATIONS
from server.run import Server
from tests.server.client import Client, open_table, play, sit
from tests.server.games import GAMES, Renewed
from tests.server.test_store import Ahead

NAMES = ("Anna", "Ben", "Carla")


Three = Callable[..., Awaitable[tuple[list[Client], str]]]


@pytest.fixture
async def three() -> AsyncIterator[Three]:
    """Brings three people to a server and to a table of theirs."""
    async with AsyncExitStack() as stack:

        async def come(server: Server, **fields: Any) -> tuple[list[Client], str]:
            clients = []
            for name in NAMES:
                client = await stack.enter_async_context(await Client.tcp(server.port))
                await client.hello(name)
                clients.append(client)
            table = await open_table(clients[0], **fields)
            for client in clients[1:]:
                await sit(client, table)
            return clients, table

        yield come


async def record(client: Client, table: str, deal: int) -> tuple[str, PlayedDeal]:
    """The record of a deal, both forms of it."""
    answer = await client.ask(Record, table=table, deal=deal)
    assert answer.record is not None
    assert answer.played is not None
    return answer.record, answer.played


async def past(client: Client, before: int | None = None) -> tuple[PastDeal, ...]:
    """The finished deals of a client."""
    return (await client.ask(Past, before=before)).deals


def known(events: Iterable[Event]) -> set[Card]:
    """The cards that events tell of."""
    return {
        cell
        for event in events
        if isinstance(event, Dealt | Shown)
        for cell in event.cells
        if isinstance(cell, Card)
    }


async def test_everybody_gets_the_record_of_the_deal_that_they_played(
    server: Server, three: Three
) -> None:
    clients, table = await three(server)
    ends = await asyncio.gather(*(play(client, deals=1) for client in clients))
    for seat, client in enumerate(clients):
        text, played = await record(client, table, 1)
        assert played.events == tuple(client.events)
        assert (played.seat, played.names) == (seat, NAMES)
        assert (played.past,) == await past(client)
        assert (played.past.table, played.past.deal) == (table, 1)
        assert (played.past.name, played.past.game, played.past.number) == ("Küche", "pokerface", 1)
        assert played.past.scored == ends[0].history[0].scored
        assert played.options == ends[0].options
        replayed = replay_text(text)
        assert replayed["complete"] is True
        assert replayed["success"] is (played.past.scored.code == "success")
        head = tomllib.loads(text)
        assert set(head["players"]) == set(NAMES)
        dealer = [event.seat for event in played.events if isinstance(event, Dealt)][2]
        assert head["players"][-1] == NAMES[dealer or 0]
        assert (head["table"], head["hand"], head["time_zone"]) == ("Küche", 1, "UTC")
        assert (head["year"], head["month"], head["day"]) >= (2024, 1, 1)
        assert "time" in head


async def test_nobody_else_gets_it_and_nobody_while_it_runs(server: Server, three: Three) -> None:
    clients, table = await three(server)
    await clients[0].view(lambda view: view.stage == "running")
    assert await clients[0].refused(Record, table=table, deal=1) == "no_record"
    assert await past(clients[0]) == ()
    await asyncio.gather(*(play(client, deals=1) for client in clients))
    async with await Client.tcp(server.port) as dan:
        await dan.hello("Dan")
        await clients[1].ask(Leave, table=table)
        await dan.ask(Join, table=table)
        assert await dan.refused(Record, table=table, deal=1) == "no_record"
        assert await past(dan) == ()
    # Who has left has still played it.
    await record(clients[1], table, 1)
    for wrong in ({"table": table, "deal": 2}, {"table": table, "deal": 0}, {"table": "x"}):
        assert await clients[0].refused(Record, **({"deal": 1} | wrong)) == "no_record"


async def test_a_cancelled_deal_is_none(server: Server, three: Three) -> None:
    clients, table = await three(server)
    await asyncio.gather(*(play(client, deals=1) for client in clients))
    for client in clients:
        await client.ask(Next, table=table, deal=1)
    await clients[0].view(lambda view: view.deal == 2 and view.stage == "running")
    await clients[2].ask(Leave, table=table)
    view = await clients[0].view(lambda view: view.cancelled is not None)
    for client in clients:
        assert await client.refused(Record, table=table, deal=view.deal) == "no_record"
        assert [one.deal for one in await past(client)] == [1]


class ChipsForm:
    """A record form for the tests' betting game, as far as writing goes."""

    shows = False

    def variant(self, options: Struct, setup: Setup) -> str:
        """Its name."""
        return "chips"

    def keys(self, options: Struct, setup: Setup) -> dict[str, object]:
        """None."""
        return {}

    @property
    def game(self) -> Any:
        """The game."""
        return GAMES["chips"]


def fearful(view: TableView, offers: tuple[Offer, ...]) -> Offer:
    """The player in chair 1 gives up at once, the others check or call and never raise."""
    kinds = {type(offer).__name__: offer for offer in offers}
    if view.me == 1 and "Fold" in kinds:
        return kinds["Fold"]
    return kinds.get("Check") or kinds.get("Call") or offers[0]


async def test_a_record_holds_the_cards_that_its_reader_saw_and_no_others(
    config: Config, three: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BY_GAME, "chips", ChipsForm())
    async with Server(config, games=GAMES) as server:
        clients, table = await three(server, game="chips")
        await asyncio.gather(*(play(client, fearful, deals=1) for client in clients))
        told = [client.events for client in clients]
        (folded,) = known(event for event in told[1] if isinstance(event, Dealt))
        assert not any(isinstance(event, Shown) and event.seat == 1 for event in told[0])
        for seat, client in enumerate(clients):
            text, played = await record(client, table, 1)
            assert list(played.events) == told[seat]
            assert (folded.code in text) is (seat == 1)
            lines = tomllib.loads(text)["actions"]
            written = "".join(line.split()[-1] for line in lines if line.startswith("d "))
            assert {written[at : at + 2] for at in range(0, len(written), 2)} - {"??"} == {
                card.code for card in known(told[seat])
            }


async def test_the_list_tells_everybody_what_a_deal_for_points_brought_them(
    server: Server, three: Three
) -> None:
    clients, table = await three(server, game="chinese", options={"rounds": 1})
    await asyncio.gather(*(play(client, offered, deals=1) for client in clients))
    told = [(await past(client))[0].points for client in clients]
    for seat, client in enumerate(clients):
        text, played = await record(client, table, 1)
        counted = {one.seat: one.points for one in played.events if isinstance(one, Counted)}
        assert [counted[chair] for chair in range(len(clients))] == told
        # A record has an order of its own, that of the deal.
        assert sorted(counted.values()) == sorted(replay_text(text)["net"])
        assert (played.seat, played.past.points) == (seat, None)
    # Whoever does not play for points reads none.
    clients, table = await three(server)
    await asyncio.gather(*(play(client, deals=1) for client in clients))
    assert [(await past(client))[0].points for client in clients] == [None] * 3


def offered(view: TableView, offers: tuple[Offer, ...]) -> Offer:
    """The first thing that may be done."""
    return offers[0]


async def test_a_game_without_a_record_form_says_so_and_is_listed(
    config: Config, three: Three
) -> None:
    async with Server(config, games=GAMES) as server:
        clients, table = await three(server, game="chips")
        await asyncio.gather(*(play(client, fearful, deals=1) for client in clients))
        assert [one.game for one in await past(clients[0])] == ["chips"]
        assert await clients[0].refused(Record, table=table, deal=1) == "no_record"
        await clients[0].ask(Ping)


async def test_changed_rules_change_no_record(config: Config, three: Three) -> None:
    async with Server(config) as server:
        clients, table = await three(server)
        await asyncio.gather(*(play(client, deals=1) for client in clients))
        before = [await record(client, table, 1) for client in clients]
        codes = [client.welcome.account.code for client in clients if client.welcome]
    renewed = Renewed()
    renewed.new = lambda *_: pytest.fail("a record plays nothing again")  # type: ignore[method-assign]
    async with Server(config, games={"pokerface": renewed}) as server:
        for code, was in zip(codes, before, strict=True):
            async with await Client.tcp(server.port) as client:
                await client.hello(code=code)
                assert await record(client, table, 1) == was


async def test_the_events_of_another_time_are_refused_in_words(
    server: Server, three: Three
) -> None:
    clients, table = await three(server)
    await asyncio.gather(*(play(client, deals=1) for client in clients))
    for wrong in ('[{"type":"prophesied"}]', "[", '[{"type":"shown","seat":{}}]'):
        await server.house.log.append([Write("UPDATE deals SET events = ?", (wrong,))])
        assert await clients[0].refused(Record, table=table, deal=1) == "no_record"
    # A deal so long that no reader would take its record in one piece.
    passed = ",".join(['{"type":"acted","seat":0,"action":{"type":"pass"}}'] * 7000)
    await server.house.log.append([Write("UPDATE deals SET events = ?", (f"[{passed}]",))])
    assert await clients[0].refused(Record, table=table, deal=1) == "no_record"
    await server.house.log.append([Write("UPDATE deals SET events = '[]', before = '{}'", ())])
    assert await clients[0].refused(Record, table=table, deal=1) == "no_record"


async def test_names_stay_as_they_were_when_guests_are_forgotten(
    config: Config, three: Three
) -> None:
    me = Proved("SHA256:anna", "203.0.113.7")
    assert config.host_socket is not None
    async with Server(config) as server, await Client.unix(config.host_socket) as anna:
        await anna.hello("Anna", proved=me)
        (dan, *others), table = await three(server)
        await dan.ask(Leave, table=table)
        await anna.ask(Join, table=table)
        company = (anna, *others)
        await asyncio.gather(*(play(client, deals=2) for client in company))
        before = await record(anna, table, 2)
        for client in company:
            await client.ask(Leave, table=table)
    async with (
        Server(config, world=World(clock=Ahead(100))) as server,
        await Client.unix(config.host_socket) as anna,
    ):
        await anna.hello(proved=me)
        await anna.ask(Rename, name="Annette")
        assert await server.house.log.read(accounts) == {"players": 1, "accounts": 1}
        assert [one.table for one in await past(anna)] == [table]
        assert await record(anna, table, 2) == before
        assert before[1].names == NAMES


def accounts(database: sqlite3.Connection) -> dict[str, int]:
    """How many accounts there are, and how many have finished deals."""
    return {
        "players": _count(database, "SELECT count(DISTINCT account) FROM players"),
        "accounts": _count(database, "SELECT count(*) FROM accounts"),
    }


def _count(database: sqlite3.Connection, query: str) -> int:
    return int(database.execute(query).fetchone()[0])


async def test_the_past_comes_in_parts_that_leave_nothing_out(server: Server, three: Three) -> None:
    async with await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        me = anna.welcome.account.id if anna.welcome else ""
        # At some moments several deals ended, at one of them just where a part is full.
        moments = sorted([number // 3 * 1000 for number in range(130)], reverse=True)
        writes = []
        for deal, at in enumerate(moments, 1):
            row = ("t", deal, at, "Küche", "pokerface", 1, '{"code":"success"}', "[]")
            writes.append(Write("INSERT INTO finished VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row))
            writes.append(Write("INSERT INTO players VALUES (?, ?, 't', ?, NULL)", (me, at, deal)))
        await server.house.log.append(writes)
        got: list[PastDeal] = []
        parts = 0
        while part := await past(anna, got[-1].at if got else None):
            assert len(part) in {50, 51, 52} or not await past(anna, part[-1].at)
            got += part
            parts += 1
        assert parts == 3
        assert [one.at for one in got] == moments
        assert {one.deal for one in got} == set(range(1, 131))
        assert await past(anna, 0) == ()


async def test_who_asks_without_end_is_refused(config: Config, three: Three) -> None:
    limits = replace(config.limits, changes_per_second=0.001, changes_burst=6)
    async with (
        Server(replace(config, limits=limits)) as server,
        await Client.tcp(server.port) as anna,
    ):
        await anna.hello("Anna")
        table = await open_table(anna)
        for _ in range(2):
            await anna.ask(Past)
            assert await anna.refused(Record, table=table, deal=1) == "no_record"
        await anna.ask(Past)
        assert await anna.refused(Past) == "too_many_requests"
        assert await anna.refused(Record, table=table, deal=1) == "too_many_requests"
        await anna.ask(Ping)


def aged(file: Path) -> None:
    """Give the log's file the shape that it had after two steps, with what was in it then."""
    newer = file.with_name("newer")
    file.rename(newer)
    with closing(sqlite3.connect(file)) as database:
        for step in MIGRATIONS[:2]:
            database.executescript(step)
        database.execute("ATTACH ? AS newer", (str(newer),))
        database.execute(
            "INSERT INTO accounts SELECT id, name, lower(name),"
            " (SELECT key FROM newer.keys WHERE account = id), code, seen FROM newer.accounts"
        )
        for name in ("tables", "log", "deals", "answers", "probe"):
            database.execute(f"INSERT INTO {name} SELECT * FROM newer.{name}")
        database.execute("PRAGMA user_version = 2")
        database.commit()


async def test_an_older_file_gets_the_list_of_what_is_in_it(config: Config, three: Three) -> None:
    async with Server(config) as server:
        clients, table = await three(server)
        await asyncio.gather(*(play(client, deals=2) for client in clients))
        for client in clients:
            await client.request(Next, table=table, deal=clients[0].table.deal)  # type: ignore[union-attr]
        await clients[0].view(lambda view: view.stage == "running" and view.deal > 1)
        await clients[2].ask(Leave, table=table)
        bots = await open_table(clients[0], bots="now")
        await play(clients[0], deals=1)
        await clients[0].ask(Leave, table=bots)
        while bots in server.house.tables:
            await clients[0].ask(Ping)
        before = [(await past(c), await everything(c)) for c in clients]
        codes = [client.welcome.account.code for client in clients if client.welcome]
    assert [len(deals) for deals, _ in before] == [3, 2, 2]
    aged(config.state / "log.sqlite3")
    with sqlite3.connect(config.state / "log.sqlite3") as database:
        (closed,) = database.execute("SELECT closed FROM tables WHERE id = ?", (bots,)).fetchone()
        database.execute("DELETE FROM log WHERE table_id = ?", (bots,))
    database.close()
    assert len(MIGRATIONS) >= 3
    async with Server(config) as server:
        for code, (deals, records) in zip(codes, before, strict=True):
            async with await Client.tcp(server.port) as client:
                await client.hello(code=code)
                after = await past(client)
                assert [at_its_end(one, bots, closed) for one in deals] == list(after)
                for (text, played), (was, known) in zip(
                    await everything(client), records, strict=True
                ):
                    assert played == replace(known, past=at_its_end(known.past, bots, closed))
                    assert tomllib.loads(text)["actions"] == tomllib.loads(was)["actions"]


def at_its_end(deal: PastDeal, table: str, closed: int) -> PastDeal:
    """The deal of a table of which only its closing is remembered."""
    return replace(deal, at=closed) if deal.table == table else deal


async def everything(client: Client) -> list[tuple[str, PlayedDeal]]:
    """All records of a client, the newest first."""
    return [await record(client, one.table, one.deal) for one in await past(client)]


async def test_the_end_of_a_deal_and_its_place_in_the_list_are_one(
    server: Server, three: Three
) -> None:
    clients, _ = await three(server)
    trouble = "CREATE TRIGGER trouble BEFORE INSERT ON players BEGIN SELECT RAISE(ABORT, 'x'); END"
    await server.house.log.append([Write(trouble, ())])
    playing = [asyncio.create_task(play(client, deals=1)) for client in clients]
    await clients[0].view(lambda view: view.pause is not None)
    assert await past(clients[0]) == ()
    assert clients[0].table is not None
    assert clients[0].table.stage == "running"
    await server.house.log.append([Write("DROP TRIGGER trouble", ())])
    for client in clients:
        await client.view(lambda view: view.pause is None)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.gather(*(play(client, deals=1) for client in clients))
    for client in clients:
        assert len(await past(client)) == 1
