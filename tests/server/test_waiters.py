"""Queues for full tables, and calls once enough people sit: what those are told who wait."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.values.actions import Take
from protocol.messages import (
    VERSION,
    Act,
    Called,
    Hello,
    Join,
    Leave,
    Lobby,
    Ping,
    Place,
    Queue,
    TableView,
    Unite,
    Waits,
    Wake,
    Wakeup,
    WatchLobby,
)
from server.accounts import Person
from server.config import Config
from server.run import Server
from server.sessions import Session
from tests.server.client import Client, open_table, play, sit, until
from tests.server.games import GAMES
from tests.server.test_faults import seated
from tests.server.test_keyring import ONE, TWO, come, invited
from tests.server.test_limits import limited
from tests.server.test_spectators import close, people


async def full(server: Server, *more: str, **fields: object) -> tuple[list[Client], str]:
    """Anna and Ben at a table for two, and others who are not there."""
    clients = await people(server, "Anna", "Ben", *more)
    fields = {"game": "pokerquadrat", "seats": 2} | fields
    table = await open_table(clients[0], **fields)  # type: ignore[arg-type]
    await sit(clients[1], table)
    return clients, table


async def waits(client: Client, *places: Place) -> Waits:
    """What a client waits for, once it has these places, whatever time is left of them."""

    def told() -> bool:
        newest = client.last(Waits)
        return newest is not None and tuple(
            replace(one, held=None) for one in newest.places
        ) == tuple(replace(one, held=None) for one in places)

    await client.until(told)
    newest = client.last(Waits)
    assert newest is not None
    return newest


def retained(server: Server) -> list[object]:
    """What the house keeps of all who wait, as far as it is anything."""
    waiters = server.house.waiters
    known = (*vars(waiters).values(), *vars(waiters._timers).values())
    return [one for one in known if isinstance(one, dict) and one]


def called(client: Client) -> list[str]:
    """Why a client was called, each time."""
    return [one.why.code for one in client.all(Called)]


async def test_who_waits_is_told_their_place_and_the_lobby_counts_them(server: Server) -> None:
    clients, table = await full(server, "Carla", "Dan")
    carla, dan = clients[2:]
    await carla.ask(WatchLobby)
    await carla.ask(Queue, table=table)
    await dan.ask(Queue, table=table)
    assert (await waits(dan, Place(table, 2))).places[0].held is None
    await waits(carla, Place(table, 1))
    await carla.until(lambda: (told := carla.last(Lobby)) is not None and told.tables[0].queue == 2)
    await carla.ask(Queue, table=table, on=False)
    await waits(carla)
    await waits(dan, Place(table, 1))
    await close(*clients)


async def test_a_chair_that_comes_free_is_held_for_the_first(server: Server) -> None:
    clients, table = await full(server, "Carla", "Dan")
    _, ben, carla, dan = clients
    await carla.ask(Queue, table=table)
    await dan.ask(Queue, table=table)
    await ben.ask(Leave, table=table)
    call = await carla.wait_for(lambda one: isinstance(one, Called))
    assert isinstance(call, Called)
    assert (call.table, call.name, call.why.code) == (table, "Küche", "chair_free")
    assert call.why.facts == {"seconds": 30}
    held = (await waits(carla, Place(table, 1))).places[0].held
    assert held is not None
    assert 0 < held.left <= held.total == 30_000
    # Neither who went nor the next in line is quicker.
    assert await ben.refused(Join, table=table) == "chair_held"
    assert await dan.refused(Join, table=table) == "chair_held"
    await carla.ask(Join, table=table)
    await waits(carla)
    await waits(dan, Place(table, 1))
    assert called(dan) == []
    await close(*clients)


async def test_who_does_not_come_makes_room_for_the_next(config: Config) -> None:
    async with Server(replace(config, chair_held=0.2)) as server:
        clients, table = await full(server, "Carla", "Dan")
        _, ben, carla, dan = clients
        await carla.ask(Queue, table=table)
        await dan.ask(Queue, table=table)
        await ben.ask(Leave, table=table)
        await carla.until(lambda: called(carla) == ["chair_free", "chair_passed"])
        await waits(carla)
        await dan.until(lambda: called(dan) == ["chair_free", "chair_passed"])
        # Then it is anybody's.
        await ben.ask(Join, table=table)
        await close(*clients)


async def test_nobody_waits_where_there_is_a_chair(server: Server) -> None:
    clients = await people(server, "Anna", "Ben")
    anna, ben = clients
    table = await open_table(anna, game="pokerquadrat", seats=2)
    assert await ben.refused(Queue, table=table) == "not_full"
    assert await anna.refused(Queue, table=table) == "already_seated"
    assert await ben.refused(Queue, table="none") == "unknown_table"
    bots = await open_table(anna, game="pokerquadrat", seats=2, bots="now")
    # A bot would get up.
    assert await ben.refused(Queue, table=bots) == "not_full"
    await close(*clients)


async def test_a_broken_line_keeps_its_place_for_a_while(server: Server) -> None:
    clients, table = await full(server, "Carla")
    carla = clients[2]
    await carla.ask(Queue, table=table)
    assert carla.welcome is not None
    code = carla.welcome.account.code
    await carla.close()
    async with await Client.tcp(server.port) as again:
        await again.hello(code=code)
        await waits(again, Place(table, 1))
    await close(*clients[:2])


async def test_who_stays_away_loses_the_place(config: Config) -> None:
    async with Server(replace(config, place_kept=0)) as server:
        clients, table = await full(server, "Carla", "Dan")
        await clients[2].ask(Queue, table=table)
        await clients[2].ask(Wake, table=await open_table(clients[1]), people=3)
        await clients[3].ask(Queue, table=table)
        await waits(clients[3], Place(table, 2))
        await clients[2].close()
        await waits(clients[3], Place(table, 1))
        await close(*clients)


async def test_who_waits_is_told_when_the_table_is_gone(server: Server) -> None:
    clients, table = await full(server, "Carla")
    carla = clients[2]
    await carla.ask(Queue, table=table)
    await server.house.tables[table].shut("enough")
    await carla.until(lambda: called(carla) == ["operator"])
    await waits(carla)
    await close(*clients)


async def test_somebody_is_called_once_enough_people_sit(server: Server) -> None:
    clients = await people(server, "Anna", "Ben", "Carla", "Dan")
    anna, ben, carla, dan = clients
    table = await open_table(anna, seats=4)
    await dan.ask(Wake, table=table, people=3)
    await waits(dan)
    assert dan.last(Waits) == Waits((), (Wakeup(table, 3),))
    await sit(ben, table)
    await sit(carla, table)
    call = await dan.wait_for(lambda one: isinstance(one, Called))
    assert isinstance(call, Called)
    assert (call.why.code, call.why.facts) == ("people_sit", {"people": 3})
    await dan.until(lambda: dan.last(Waits) == Waits())
    assert await dan.refused(Wake, table=table, people=3) == "enough_sit"
    assert await dan.refused(Wake, table=table, people=5) == "bad_seats"
    assert await anna.refused(Wake, table=table, people=4) == "already_seated"
    await dan.ask(Wake, table=table, people=4)
    await dan.ask(Wake, table=table, people=0)
    await sit(dan, table)
    assert called(dan) == ["people_sit"]
    await close(*clients)


async def test_bots_are_no_people(server: Server) -> None:
    clients = await people(server, "Anna", "Ben")
    anna, ben = clients
    table = await open_table(anna, seats=4, bots="now")
    await ben.ask(Wake, table=table, people=2)
    assert called(ben) == []
    await close(*clients)


async def test_a_table_at_fault_holds_no_chair(config: Config) -> None:
    """Nobody is called to where nobody may sit down; the table's end is told."""
    async with Server(config, games=GAMES) as server:
        clients, table = await seated(server, "crashing")
        (dan,) = await people(server, "Dan")
        await dan.ask(Queue, table=table)
        for client in clients:
            view = await client.view(lambda view: view.stage == "running")
            if view.view is not None and view.me in view.view.to_act:
                asked = {"table": table, "deal": 1, "decision": view.decision}
                assert await client.refused(Act, **asked, action=Take(3, None)) == "table_broken"
                break
        await clients[0].ask(Leave, table=table)
        assert called(dan) == []
        await waits(dan, Place(table, 1))
        for client in clients[1:]:
            await client.ask(Leave, table=table)
        await dan.until(lambda: called(dan) == ["empty"])
        await close(*clients, dan)


async def test_who_is_somebody_else_now_is_in_nobodys_way(server: Server) -> None:
    """An account that has given way to another keeps no chair from those behind it."""
    clients, table = await full(server, "Dan")
    _, ben, dan = clients
    async with come(server, ONE, "Carla") as carla, come(server, TWO, "Eva") as eva:
        await eva.ask(Queue, table=table)
        await dan.ask(Queue, table=table)
        await waits(dan, Place(table, 2))
        await eva.ask(Unite, code=await invited(carla))
        await waits(dan, Place(table, 1))
        await ben.ask(Leave, table=table)
        await dan.until(lambda: called(dan) == ["chair_free"])
    await close(*clients)


async def test_only_those_are_told_who_move_up(server: Server) -> None:
    """A long queue is not told of everybody who comes and goes at its end."""
    clients, table = await full(server, "Carla", "Dan", "Eva")
    carla, dan, eva = clients[2:]
    for client in (carla, dan, eva):
        await client.ask(Queue, table=table)
    for _ in range(5):
        await dan.ask(Queue, table=table, on=False)
        await dan.ask(Queue, table=table)
    for client in (carla, dan, eva):
        await client.ask(Ping)
    assert [one.places[0].place for one in carla.all(Waits)] == [1]
    assert [one.places[0].place for one in eva.all(Waits)] == [3, 2]
    await close(*clients)


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 20))]
)
async def test_whatever_happens_places_are_counted_right(config: Config, seed: int) -> None:
    """People who wait, sit down, leave and hang up as it comes: each knows their place."""
    dice = random.Random(seed)
    async with Server(replace(config, chair_held=1000)) as server:
        hosts = await people(server, "Anna", "Ben")
        tables = [await open_table(hosts[0], game="pokerquadrat", seats=2) for _ in range(2)]
        for table in tables:
            await sit(hosts[1], table)
        guests = dict(enumerate(await people(server, *"CDEFGH")))
        asked: dict[type[Any], Callable[[], dict[str, Any]]] = {
            Queue: lambda: {"on": dice.random() < 0.8},
            Wake: lambda: {"people": dice.randint(0, 2)},
            Join: dict,
            Leave: dict,
        }
        for _ in range(60):
            one = dice.choice(sorted(guests))
            kind = dice.choice(list(asked))
            await guests[one].request(kind, table=dice.choice(tables), **asked[kind]())
            if dice.random() < 0.1:
                await hosts[1].request(Leave, table=dice.choice(tables))
            if dice.random() < 0.1:
                welcome = guests[one].welcome
                await guests[one].close()
                guests[one] = await Client.tcp(server.port)
                await guests[one].hello(code=welcome.account.code if welcome else None)
        waiters = server.house.waiters
        for client in guests.values():
            # A table's news have come before the next answer.
            await client.ask(Ping)
            account = client.welcome.account.id if client.welcome else ""
            stand = {
                table: known.accounts.index(account) + 1
                for table, known in waiters._queues.items()
                if account in known.accounts
            }
            told = client.last(Waits) or Waits()
            assert {one.table: one.place for one in told.places} == stand
            held = {table for table in stand if account in waiters._queues[table].held}
            assert {one.table for one in told.places if one.held is not None} == held
            assert not any(account in server.house.tables[one].table.expected for one in stand)
        await close(*hosts, *guests.values())


async def test_those_who_come_and_go_leave_nothing_behind(config: Config) -> None:
    async with Server(replace(config, place_kept=0)) as server:
        clients, table = await full(server)
        other = await open_table(clients[0])
        for name in ("Carla", "Dan", "Eva"):
            (guest,) = await people(server, name)
            await guest.ask(Queue, table=table)
            await guest.ask(Wake, table=other, people=3)
            assert retained(server)
            await guest.close()
        await until(lambda: not retained(server))
        await close(*clients)


async def test_nobody_waits_everywhere(config: Config) -> None:
    async with Server(limited(config, waits_each=1)) as server:
        clients, table = await full(server, "Carla")
        carla = clients[2]
        other = await open_table(clients[0])
        await carla.ask(Wake, table=other, people=3)
        assert await carla.refused(Queue, table=table) == "too_many_waits"
        # Another number is no further call.
        await carla.ask(Wake, table=other, people=2)
        await carla.ask(Wake, table=other, people=0)
        await carla.ask(Queue, table=table)
        await close(*clients)


async def test_a_server_that_stops_leaves_nobody_waiting(config: Config) -> None:
    async with Server(config) as server:
        clients, table = await full(server, "Carla")
        await clients[2].ask(Queue, table=table)
        house = server.house
    await close(*clients)
    assert not house.waiters.waits(table, "")
    await until(lambda: all(client.closed for client in clients))


async def test_chips_are_paid_by_whoever_takes_the_chair(server: Server) -> None:
    clients, table = await full(server, "Carla", game="holdem")
    anna, ben, carla = clients
    await carla.ask(Queue, table=table)
    await ben.ask(Leave, table=table)
    # Ben's chips lie in a deal: the chair is free once it is over.
    async with asyncio.TaskGroup() as group:
        playing = group.create_task(play(anna))
        await carla.wait_for(lambda one: isinstance(one, Called))
        playing.cancel()
    await carla.ask(Join, table=table, chips=400)
    view = await carla.view(lambda view: view.me is not None)
    assert isinstance(view, TableView)
    await close(*clients)


async def test_who_has_hung_up_while_they_are_let_in_leaves_no_fault(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever is gone before their account was read becomes nobody."""
    become = Session.become

    def gone(self: Session, person: Person) -> bool:
        self._closing = True
        return become(self, person)

    monkeypatch.setattr(Session, "become", gone)
    told: list[str] = []
    came = server.house.waiters.came

    def coming(session: Session, account: str) -> None:
        came(session, account)
        told.append(account)

    monkeypatch.setattr(server.house.waiters, "came", coming)
    async with await Client.tcp(server.port) as anna:
        anna.write(Hello(VERSION, "test", "en", "Anna"))
        await until(lambda: bool(told) or "RuntimeError" in caplog.text)
    assert not server.house.sessions
    assert "RuntimeError" not in caplog.text
