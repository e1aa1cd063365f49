"""Freeze-outs at a real server: matches one after the other, by time, after restarts, clocks."""

import tomllib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.game import AnyGame
from engine.games import BY_ID
from engine.values.actions import Call, Fold, In, Out, Raise
from engine.values.cards import Hidden
from engine.values.why import Why
from protocol.messages import (
    Act,
    Buy,
    Chat,
    Clock,
    FreezeoutInfo,
    Join,
    Leave,
    Next,
    Past,
    Record,
    Rest,
    TableView,
)
from server.config import Config
from tests.server.cash import CHECK, Room, dealt_in, opened
from tests.server.client import Client, open_table, sit
from tests.server.games import FALLING
from tests.server.points import points
from tests.server.test_kill import Mortal

# Left of the dealer, who is in chair 0, sits Ben; he has the ace.
ACE = {1: "Ac2d"}
SHORT = {"stack": 6}
MINUTES = 30
TOTAL = MINUTES * 60_000


@asynccontextmanager
async def two_of_three(config: Config, games: Mapping[str, AnyGame] = BY_ID) -> AsyncIterator[Room]:
    """Anna and Ben, in the first deal at a table with a chair more."""
    room = Room(config)
    room.seats = 3
    room.decks = ACE
    async with opened(room, games):
        for name in ("Anna", "Ben"):
            await room.comes(name)
        room.table = await open_table(room.people[0], "indian", seats=3, options=SHORT)
        await room.people[1].ask(Join, table=room.table)
        await room.first()
        yield room


async def all_in(room: Room) -> TableView:
    """Ben bets all that he has, and Anna calls."""
    await room.plays(Raise(5), Call(5))
    return await room.seen(lambda view: view.stage != "running")


def stacks(view: TableView) -> list[int | None]:
    return [None if one.freezeout is None else one.freezeout.stack for one in view.chairs]


async def test_one_match_follows_the_other_by_itself(config: Config) -> None:
    async with points(config, game="indian", options=SHORT, decks=ACE) as room:
        view = await all_in(room)
        assert (view.stage, view.ended, view.winners) == ("over", "finished", (1,))
        assert stacks(view) == [0, 12]
        assert view.next == Clock(20_000, 20_000)
        await room.next()
        view = await room.seen()
        assert (view.number, view.ended, view.winners) == (1, None, ())
        assert stacks(view) == [6, 6]
        assert room.balances() == {}
        # Between two deals of a match less time is enough, and all can end it.
        await room.plays(CHECK, CHECK)
        view = await room.seen(lambda view: view.stage == "between")
        assert view.next == Clock(6000, 6000)
        await room.hurry(0, 1)
        assert (await room.seen(lambda view: view.stage == "running")).number == 2


async def test_nothing_can_be_bought_and_nobody_rests(config: Config) -> None:
    async with points(config, game="indian") as room:
        anna = room.people[0]
        assert await anna.refused(Buy, table=room.table, chips=100) == "no_chips"
        assert await anna.refused(Rest, table=room.table, on=True) == "no_rest"
        assert await anna.refused(Chat, table=room.table, text="König!") == "chat_rests"
        await room.comes("Carla")
        assert await room.people[2].refused(Join, table=room.table, chips=50) == "no_chips"
        assert await room.people[2].refused(Join, table=room.table) == "table_full"


async def test_who_comes_late_looks_on_until_the_next_match(config: Config) -> None:
    async with two_of_three(config) as room:
        carla = await room.comes("Carla")
        await carla.ask(Join, table=room.table)
        view = await carla.view()
        assert view.chairs[2].freezeout == FreezeoutInfo(0)
        assert (view.me, view.offers, dealt_in(view)) == (2, (), [0, 1])
        assert view.view is not None
        hands = [zone.cells for zone in view.view.zones]
        assert hands == [(Hidden(),), (Hidden(),)]
        await all_in(room)
        await room.hurry(0, 1, 2)
        view = await carla.view(lambda view: view.stage == "running")
        assert dealt_in(view) == [0, 1, 2]


async def test_people_take_over_from_bots(config: Config) -> None:
    async with points(config, 1, game="indian", seats=3, bots="now") as room:
        ben = await room.comes("Ben")
        await ben.ask(Join, table=room.table)
        view = await ben.view()
        assert (view.promised, view.me) == (2, None)
        while (view := await room.seen()).stage == "running":
            seq = view.seq
            if view.offers and view.view is not None and view.view.to_act == (0,):
                await room.does(0, Fold())
            else:
                await room.seen(lambda new, seq=seq: new.seq > seq)
        view = await ben.view(lambda view: view.me == 2)
        info = view.chairs[2].freezeout
        assert info is not None
        assert info.playing
        assert sum(stack or 0 for stack in stacks(view)) == 150


async def test_the_time_is_told_and_goes_on_without_a_server(config: Config) -> None:
    options = {"minutes": MINUTES}
    async with points(config, game="indian", options=options, decks=ACE, clock=600) as room:
        view = await room.seen()
        assert (view.ends, view.last) == (Clock(TOTAL, TOTAL), False)
        room.hands.move(60)
    async with opened(room):
        view = await (await room.back(0)).view()
        assert (view.ends, view.last) == (Clock(TOTAL - 60_000, TOTAL), False)
        room.hands.move(TOTAL / 1000)
        view = await (await room.back(0)).view(lambda view: view.last)
        assert (view.stage, view.ends) == ("running", None)
        await room.back(1)
    async with opened(room):
        await room.back(0)
        await room.back(1)
        assert (await room.seen()).last
        view = await all_in(room)
        assert (view.ended, view.winners, stacks(view)) == ("finished", (1,), [44, 56])


async def test_a_pot_that_is_left_lies_there_after_a_restart(config: Config) -> None:
    config = replace(config, between=5000)
    async with points(config, game="indian", options={"match_pot": True}, decks=ACE) as room:
        assert (await room.seen()).pot == 0
        for person in (0, 1):
            await room.does(person, Out())
        assert (await room.seen(lambda view: view.stage == "between")).pot == 2
    async with opened(room):
        view = await (await room.back(0)).view()
        assert (view.pot, stacks(view)) == (2, [49, 49])
        await room.back(1)
        await room.hurry(0, 1)
        view = await room.seen(lambda view: view.stage == "running")
        assert view.view is not None
        assert [pot.chips for pot in view.view.pots] == [2]
        assert view.pot == 0


async def test_everybody_has_a_clock_of_their_own_to_declare(config: Config) -> None:
    async with points(config, 3, game="indian", options={"match_pot": True}) as room:
        room.hands.move(10)
        await room.does(0, In(3))
        view = await room.people[0].view()
        assert view.view is not None
        assert view.view.to_act == (1, 2)
        room.hands.move(14)
        await room.does(1, In(3))
        room.hands.move(1)
        view = await room.seen(lambda view: view.stage == "between")
        # Time has made Carla be out; the others compare.
        assert view.view is not None
        assert view.view.seats[2].status == "folded"
        assert view.history[-1].scored.code == "showdown"


async def test_nobody_waits_for_who_is_not_there_when_a_deal_begins(config: Config) -> None:
    async with points(config, 3, game="indian") as room:
        await room.goes(2)
        assert (await room.seen()).stage == "running"
        await room.plays(Raise(1))
        # In this deal Carla has the time that everybody has.
        await room.times_out(2)
        await room.plays(Fold())
        await room.seen(lambda view: view.stage == "between")
        # Now Ben deals, and Carla would be the first to act.
        view = await room.next()
        assert dealt_in(view) == [0, 1, 2]
        assert view.view is not None
        assert view.view.to_act == (0,)
        await room.plays(Raise(1))
        await room.back(2)
        await room.plays(Fold(), Fold())
        await room.seen(lambda view: view.stage == "between")


async def test_a_list_tells_the_chips_and_a_record_not_ones_own_card(config: Config) -> None:
    async with points(config, game="indian", decks={1: "KdQs"}) as room:
        await room.plays(Raise(2), Fold())
        await room.seen(lambda view: view.stage == "between")
        for person, won, unseen in ((0, -1, "Qs"), (1, 1, "Kd")):
            (deal,) = (await room.people[person].ask(Past)).deals
            assert (deal.points, deal.scored.code) == (won, "folded")
            answer = await room.people[person].ask(Record, table=room.table, deal=1)
            assert answer.record is not None
            lines = tomllib.loads(answer.record)["actions"]
            dealt = [line.split()[-1] for line in lines if line.startswith("d ")]
            assert unseen not in answer.record
            assert sorted(dealt) == sorted(["??", "Kd" if unseen == "Qs" else "Qs"])


async def test_once_nobody_but_bots_has_chips_the_match_is_over(config: Config) -> None:
    room = Room(config)
    room.seats = 3
    room.decks = {1: "AcAd2h"}
    async with opened(room, bots="tests.server.games:CALLING"):
        anna = await room.comes("Anna")
        fields = {"seats": 3, "bots": "now", "options": SHORT}
        room.table = await open_table(anna, "indian", **fields)
        # Both have checked, and call.
        await room.does(0, Raise(5))
        view = await anna.view(lambda view: view.stage == "over")
        assert (view.winners, stacks(view)) == ((1, 2), [0, 9, 9])
        assert view.next == Clock(20_000, 20_000)
        await room.hurry(0)
        view = await anna.view(lambda view: view.stage == "running")
        assert stacks(view) == [6, 6, 6]


async def test_a_deal_at_fault_gives_the_chips_back_and_holds_nobody(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    async with two_of_three(config, FALLING) as room:
        anna, ben = room.people
        view = await ben.view()
        where = {"table": room.table, "deal": 1, "decision": view.decision}
        assert await ben.refused(Act, **where, action=Raise(4)) == "table_broken"
        view = await anna.view(lambda view: view.stage == "broken")
        assert (view.view, stacks(view)) == (None, [6, 6, None])
        await room.hands.until(lambda: not room.task.table.match.running)
        await ben.ask(Leave, table=room.table)
        await anna.view(lambda view: view.chairs[1].kind == "empty")
    async with opened(room, FALLING):
        view = await (await room.back(0)).view()
        assert (view.stage, view.chairs[1].kind) == ("waiting", "empty")
        await room.people[0].ask(Leave, table=room.table)
        await room.hands.until(lambda: not room.server.house.tables)
    assert "Ah Kd" not in caplog.text


async def test_a_log_that_cannot_be_replayed_gives_the_chips_back(config: Config) -> None:
    async with two_of_three(config) as room:
        await room.does(1, Raise(4))
    for _ in range(2):
        async with opened(room, FALLING):
            view = await (await room.back(0)).view()
            assert (view.stage, view.cancelled) == ("broken", Why("fault"))
            assert stacks(view) == [6, 6, None]
            await room.back(1)
    async with opened(room, FALLING):
        await room.back(0)
        await room.people[0].ask(Leave, table=room.table)
        await room.back(1)
        await room.people[1].ask(Leave, table=room.table)
        await room.hands.until(lambda: not room.server.house.tables)


async def comes(mortal: Mortal, name: str, code: str | None = None) -> Client:
    client = await Client.unix(mortal.path)
    await client.hello(name, code)
    return client


async def test_a_killed_server_has_what_it_acknowledged(tmp_path: Path) -> None:
    mortal = Mortal(tmp_path)
    await mortal.start()
    clients = [await comes(mortal, name) for name in ("Anna", "Ben")]
    codes = [one.welcome.account.code for one in clients if one.welcome is not None]
    table = await open_table(clients[0], "indian", seats=2, options={"match_pot": True})
    await sit(clients[1], table)
    before = None
    for actions in ((Out(), Out()), (In(2),)):
        for client, action in zip(clients, actions, strict=False):
            view = await client.view(lambda view: view.stage == "running" and bool(view.offers))
            where = {"table": table, "deal": view.deal, "decision": view.decision}
            await client.ask(Act, **where, action=action)
        if len(actions) > 1:
            between = await clients[0].view(lambda view: view.stage == "between")
            assert between.pot == 2
            for client in clients:
                await client.ask(Next, table=table, deal=1)
        else:
            before = await clients[0].view(lambda view: "ready" in _markers(view, 0))
    await mortal.kill()
    for client in clients:
        await client.close()
    await mortal.start()
    clients = [
        await comes(mortal, name, code) for name, code in zip(("Anna", "Ben"), codes, strict=True)
    ]
    for client in clients:
        await sit(client, table)
    after = await clients[0].view()
    assert before is not None
    assert after.view == before.view
    assert [chair.freezeout for chair in after.chairs] == [
        FreezeoutInfo(49, playing=True) for _ in range(2)
    ]
    # Ben declares, and it goes on from there.
    view = await clients[1].view(lambda view: bool(view.offers))
    where = {"table": table, "deal": view.deal, "decision": view.decision}
    await clients[1].ask(Act, **where, action=Out())
    view = await clients[0].view(lambda view: view.stage == "between")
    assert (stacks(view), view.pot) == ([51, 49], 0)
    for client in clients:
        await client.close()
    await mortal.kill()
    assert mortal.complaints == ""


def _markers(view: TableView, seat: int) -> tuple[str, ...]:
    assert view.view is not None
    return view.view.seats[seat].markers
