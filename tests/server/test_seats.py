"""One person has one seat, whatever is sent at once; a seat left ends the deal for all (D1–D3)."""

import asyncio

import msgpack  # type: ignore[import-untyped]
import pytest

from engine.values.actions import Ready, Take
from engine.values.chance import Dice
from engine.values.offers import real
from protocol.messages import VERSION, Act, Join, Leave, Next, No, Ok, Ping, TableView, Welcome
from server.config import Config
from server.house import World
from server.run import Server
from tests.server.client import Client, cooperative, open_table, play, sit
from tests.server.hands import Hands

NAMES = ("Anna", "Ben", "Carla")


async def people(server: Server, *names: str) -> list[Client]:
    """Connected people of these names."""
    clients = [await Client.tcp(server.port) for _ in names]
    for client, name in zip(clients, names, strict=True):
        await client.hello(name)
    return clients


async def dealt(server: Server, **fields: object) -> tuple[list[Client], str]:
    """Three people in their first deal."""
    clients = await people(server, *NAMES)
    table = await open_table(clients[0], "pokerface", **fields)
    for client in clients[1:]:
        await sit(client, table)
    for client in clients:
        await client.view(lambda view: view.stage == "running")
    return clients, table


async def close(*clients: Client) -> None:
    """Hang up everywhere."""
    for client in clients:
        await client.close()


def code_of(client: Client) -> str:
    """What brings a guest back."""
    assert client.welcome is not None
    assert client.welcome.account.code is not None
    return client.welcome.account.code


def packed(*wanted: dict[str, object]) -> bytes:
    """Messages in one piece, as they may come in one read."""
    return b"".join(msgpack.packb(one) for one in wanted)


# ── leaving in the middle of a deal ────────────────────────────────────────────────────────────


@pytest.mark.parametrize("leaver", ["on turn", "next", "last"])
@pytest.mark.parametrize("options", [{}, {"all_at_once": True}])
async def test_nobody_waits_for_somebody_who_has_left(
    config: Config, leaver: str, options: dict[str, bool]
) -> None:
    # No hand of the clock moves: whatever happens, happens at once.
    async with Server(config, world=World(clock=Hands())) as server:
        clients, table = await dealt(server, options=options)
        view = await clients[0].view()
        assert view.view is not None
        seat = (view.view.to_act[0] + ["on turn", "next", "last"].index(leaver)) % 3
        others = [client for number, client in enumerate(clients) if number != seat]
        await clients[seat].ask(Leave, table=table)
        for client in others:
            view = await client.view(lambda view: view.stage == "waiting")
            assert view.cancelled is not None
            assert view.cancelled.code == "left"
            assert view.cancelled.facts == {"name": NAMES[seat], "seat": seat}
            # Without one of them there is no result, neither for nor against the team.
            assert (view.view, view.history, view.pause, view.offers) == (None, (), None, ())
        for client in others:
            await client.ask(Next, table=table, deal=1)
        (dora,) = await people(server, "Dora")
        await sit(dora, table)
        for client in (*others, dora):
            view = await client.view(lambda view: view.stage == "running")
            assert (view.deal, view.number) == (2, 1)
        await close(dora, *clients)


async def test_who_comes_in_the_middle_of_a_deal_is_not_in_it(server: Server) -> None:
    clients, table = await dealt(server)
    (dora,) = await people(server, "Dora")
    for seat in (None, 0, 2):
        assert await dora.refused(Join, table=table, seat=seat) in {"table_full", "seat_taken"}
    assert dora.table is None
    ends = await asyncio.gather(*(play(client, deals=1) for client in clients))
    assert {end.stage for end in ends} == {"between"}
    assert [chair.name for chair in ends[0].chairs] == list(NAMES)
    await close(dora, *clients)


async def test_who_drops_has_the_part_in_the_result_that_everybody_has(server: Server) -> None:
    clients, table = await dealt(server)
    code = code_of(clients[1])
    await clients[1].close()
    await clients[0].view(lambda view: not view.chairs[1].here)
    clients[1] = await Client.tcp(server.port)
    await clients[1].hello(code=code)
    await sit(clients[1], table)
    ends = await asyncio.gather(*(play(client, deals=1) for client in clients))
    assert ends[0].view is not None
    best = [zone.owner for zone in ends[0].view.zones if zone.id.startswith("best.")]
    assert sorted(owner for owner in best if owner is not None) == [0, 1, 2]
    assert len(ends[0].history) == 1
    await close(*clients)


# ── one seat ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("order", ["old first", "new first"])
async def test_two_windows_that_sit_down_at_once_get_one_seat(server: Server, order: str) -> None:
    anna, ben = await people(server, "Anna", "Ben")
    table = await open_table(ben, seats=6)
    old = packed({"type": "join", "id": 9, "key": "window-one", "table": table, "seat": 2})
    hello = {"type": "hello", "version": VERSION, "code": code_of(anna)}
    join = {"type": "join", "id": 9, "key": "window-two", "table": table, "seat": 5}
    async with await Client.tcp(server.port) as again:
        if order == "old first":
            anna.write_bytes(old)
            again.write_bytes(packed(hello, join))
        else:
            again.write_bytes(packed(hello, join))
            anna.write_bytes(old)
        await again.wait_for(lambda one: isinstance(one, Welcome))
        assert await anna.bye() == "replaced"
        await again.until(lambda: 9 in again._answers)
        answer = again._answers[9]
        view = await ben.view(lambda view: sum(chair.name == "Anna" for chair in view.chairs) > 0)
        (seat,) = (number for number, chair in enumerate(view.chairs) if chair.name == "Anna")
        if isinstance(answer, Ok):
            assert seat == 5
        else:
            assert (seat, answer.why.code) == (2, "already_seated")
        await again.ask(Join, table=table)
        assert (await again.view()).me == seat
        assert [chair.name for chair in (await ben.view()).chairs].count("Anna") == 1
    await close(anna, ben)


async def test_leaving_and_sitting_down_in_one_breath_is_one_seat(server: Server) -> None:
    clients, table = await dealt(server)
    ben = clients[1]
    # First the other way round: whoever sits there must get up before sitting down elsewhere.
    ben.write_bytes(
        packed(
            {"type": "join", "id": 101, "key": "sit-else-1", "table": table, "seat": 0},
            {"type": "leave", "id": 102, "key": "get-up-001", "table": table},
            {"type": "join", "id": 103, "key": "sit-again1", "table": table},
            {"type": "join", "id": 104, "key": "sit-again2", "table": table, "seat": 0},
        )
    )
    await ben.until(lambda: 104 in ben._answers)
    answers = [ben._answers[number] for number in (101, 102, 103, 104)]
    codes = [one.why.code if isinstance(one, No) else "ok" for one in answers]
    assert codes == ["already_seated", "ok", "ok", "already_seated"]
    for client in clients:
        view = await client.view(lambda view: view.stage == "between")
        assert [chair.name for chair in view.chairs] == list(NAMES)
        assert view.cancelled is not None
        # In the seat, and yet with nothing of the deal that was left.
        assert (view.view, view.offers) == (None, ())
    await close(*clients)


async def test_a_seat_that_is_taken_and_left_all_the_time_costs_the_others_one_deal(
    server: Server,
) -> None:
    anna, ben, carla = await people(server, *NAMES)
    table = await open_table(anna)
    await sit(ben, table)
    for _ in range(20):
        await carla.ask(Join, table=table)
        await carla.ask(Leave, table=table)
    view = await anna.view(lambda view: view.stage == "waiting" and view.deal == 1)
    assert [chair.ready for chair in view.chairs] == [False, False, False]
    # Who just sits down hurries nobody: the others say when they want to play again.
    await sit(carla, table)
    view = await anna.view(lambda view: view.stage == "between")
    assert [chair.ready for chair in view.chairs] == [False, False, True]
    for client in (anna, ben):
        await client.ask(Next, table=table, deal=1)
    view = await anna.view(lambda view: view.stage == "running")
    assert view.deal == 2
    await close(anna, ben, carla)


# ── an action that answers another question than the one shown ─────────────────────────────────


async def test_an_action_kept_from_the_last_deal_is_not_played_in_the_next(server: Server) -> None:
    clients, table = await dealt(server)
    views = [await client.view() for client in clients]
    turn = next(seat for seat, view in enumerate(views) if real(view.offers))
    kept = {
        "table": table,
        "deal": views[turn].deal,
        "decision": views[turn].decision,
        "action": cooperative(views[turn], real(views[turn].offers)).sample(Dice(bytes(32))),
    }
    await asyncio.gather(*(play(client, deals=1) for client in clients))
    assert await clients[turn].refused(Act, **kept) == "deal_changed"
    for client in clients:
        await client.ask(Next, table=table, deal=1)
    before = await clients[turn].view(lambda view: view.deal == 2)
    assert await clients[turn].refused(Act, **kept) == "deal_changed"
    await clients[turn].ask(Ping)
    assert clients[turn].table is before
    await close(*clients)


async def test_what_was_shown_and_has_changed_meanwhile_is_refused(server: Server) -> None:
    clients, table = await dealt(server, options={"all_at_once": True})
    anna, ben, carla = clients
    where = {"table": table, "deal": 1, "decision": (await anna.view()).decision}
    # A doubled press: the second finds the token in one's own hand, or in another's.
    first, second = await asyncio.gather(
        anna.request(Act, **where, action=Take(3, None)),
        anna.request(Act, **where, action=Take(3, None)),
    )
    assert isinstance(first, Ok)
    assert isinstance(second, No)
    assert (second.why.code, second.why.facts) == ("own_token", {"token": 3})
    await ben.ask(Act, **where, action=Take(3, 0))
    answer = await anna.request(Act, **where, action=Take(3, None))
    assert isinstance(answer, No)
    assert (answer.why.code, answer.why.facts) == ("token_moved", {"token": 3, "holder": 1})
    await anna.ask(Act, **where, action=Take(1, None))
    await carla.ask(Act, **where, action=Take(2, None))
    # Agreement is with the tokens as they lay when one looked.
    view = await ben.view(lambda view: any(isinstance(one, Ready) for one in offered(view)))
    (ready,) = (one for one in offered(view) if isinstance(one, Ready))
    await carla.ask(Act, **where, action=Take(1, 0))
    assert await ben.refused(Act, **where, action=ready) == "stale"
    view = await ben.view()
    assert view.view is not None
    assert all("ready" not in seat.markers for seat in view.view.seats)
    await close(*clients)


def offered(view: TableView) -> list[object]:
    """The actions that take the offers up."""
    return [offer.sample(Dice(bytes(32))) for offer in real(view.offers)]
