"""A cash table at fault, live or after a restart: all stakes go back, and nobody loses a chip."""

import pytest

from engine.values.actions import Raise
from protocol.messages import Act, Buy, Join, Leave, Rest, Watch
from server.config import Config
from server.ledger import REFILL
from tests.server.breaking import Moved
from tests.server.cash import MOST, Room, cash, dealt_in, opened
from tests.server.client import open_table
from tests.server.games import FALLING, RENEWED

FATAL = Raise(33)


async def beside(room: Room) -> None:
    """What people do while their deal runs.

    Anna, in chair 0, leaves after the deal; Ben buys chips of which not all will fit, gets up and
    thinks better of it; Carla is to act; Dora sits down and waits.
    """
    anna, ben = room.people[:2]
    await ben.ask(Buy, table=room.table, chips=300)
    await ben.ask(Leave, table=room.table)
    await ben.ask(Join, table=room.table)
    await room.plays(None)
    await anna.ask(Leave, table=room.table)
    dora = await room.comes("Dora")
    await dora.ask(Join, table=room.table, chips=600)
    await room.plays(None)
    room.sound()


def stakes_are_back(room: Room) -> None:
    """AssertionError unless everybody has what they had before the deal, and what they bought."""
    assert [chair.chips for chair in room.match.chairs] == [0, MOST, 500, 600, 0, 0]
    assert not room.match.running
    assert room.task.table.chairs[0] is None
    assert room.purse(0) == REFILL
    assert room.purse(1) == REFILL - 800 - 300 + 100
    room.sound()


async def everybody_leaves(room: Room, *people: int) -> None:
    """All chips go home, and the table with them."""
    for person in people:
        await room.people[person].ask(Leave, table=room.table)
        room.sound()
    await room.hands.until(lambda: not room.server.house.tables)
    assert [room.purse(person) for person in range(len(room.people))] == [REFILL] * len(room.people)
    assert room.held(f"table:{room.table}") == 0


async def test_a_game_that_raises_gives_all_stakes_back(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    async with cash(config, 500, 800, 500, games=FALLING) as room:
        await beside(room)
        carla = room.people[2]
        view = await carla.view()
        where = {"table": room.table, "deal": 1, "decision": view.decision}
        assert await carla.refused(Act, **where, action=FATAL) == "table_broken"
        for person in (1, 2, 3):
            view = await room.people[person].view(lambda view: view.stage == "broken")
            assert (view.view, view.offers, view.chairs[0].kind) == (None, (), "empty")
        stakes_are_back(room)
        assert await room.people[0].refused(Join, table=room.table) == "table_broken"
        assert await carla.refused(Buy, table=room.table, chips=1) == "table_broken"
        assert await carla.refused(Rest, table=room.table, on=True) == "table_broken"
        # Time brings nothing about there.
        room.hands.move(60)
        await everybody_leaves(room, 1, 2, 3)
    assert "Ah Kd" not in caplog.text


async def test_stakes_go_back_though_nothing_can_be_written_at_that_moment(
    config: Config,
) -> None:
    """The deal stayed open for good, and whoever left it never came home with the chips."""
    async with cash(config, 500, 800, 500, games=FALLING) as room:
        await beside(room)
        carla = room.people[2]
        view = await carla.view()
        where = {"table": room.table, "deal": 1, "decision": view.decision}
        fault = Moved(config.state)
        fault.strike(0)
        try:
            assert await carla.refused(Act, **where, action=FATAL) == "table_broken"
            await carla.view(lambda view: view.stage == "broken")
            await room.hands.until(lambda: 1 in room.hands.due)
        finally:
            fault.mend(0)
        room.hands.move(1)
        await room.hands.until(lambda: not room.match.running)
        stakes_are_back(room)
        await everybody_leaves(room, 1, 2, 3)


async def test_who_gets_up_as_the_fault_happens_comes_home_with_the_stakes(config: Config) -> None:
    async with cash(config, 500, 500, 500, games=FALLING) as room:
        anna, ben = room.people[:2]
        view = await anna.view()
        where = {"table": room.table, "deal": 1, "decision": view.decision}
        codes = [
            await anna.refused(Act, **where, action=FATAL),
            (await ben.ask(Leave, table=room.table)).table,
        ]
        assert codes == ["table_broken", room.table]
        assert room.purse(1) == REFILL
        room.sound()
        await everybody_leaves(room, 0, 2)


async def test_a_log_that_cannot_be_replayed_gives_all_stakes_back(config: Config) -> None:
    async with cash(config, 500, 800, 500) as room:
        await beside(room)
        await room.does(2, FATAL)
    for _ in range(2):  # once from the deal's row, once from the row that cancelled it
        async with opened(room, FALLING):
            for person in (1, 2, 3):
                await room.back(person)
            view = await room.people[1].view(lambda view: view.stage == "broken")
            assert (view.view, view.cancelled is not None) == (None, True)
            stakes_are_back(room)
    async with opened(room, FALLING):
        for person in (1, 2, 3):
            await room.back(person)
        await everybody_leaves(room, 1, 2, 3)
    async with opened(room):
        assert not room.server.house.tables


async def test_who_leaves_a_table_at_fault_has_left_it_after_a_restart(config: Config) -> None:
    async with cash(config, 500, 800, 500) as room:
        await beside(room)
        await room.does(2, FATAL)
    async with opened(room, FALLING):
        await room.back(1)
        await room.people[1].ask(Leave, table=room.table)
        assert room.purse(1) == REFILL
    async with opened(room, FALLING):
        await room.back(2)
        assert [chair.chips for chair in room.match.chairs] == [0, 0, 500, 600, 0, 0]
        room.sound()


async def test_a_deal_of_other_rules_gives_all_stakes_back_and_is_dealt_again(
    config: Config,
) -> None:
    async with cash(config, 500, 800, 500) as room:
        await beside(room)
        await room.does(2, FATAL)
    for _ in range(2):
        async with opened(room, RENEWED):
            for person in (1, 2, 3):
                await room.back(person)
            view = await room.people[1].view()
            assert view.cancelled is not None
            assert (view.stage, view.number, view.cancelled.code) == ("between", 0, "rules")
            stakes_are_back(room)
    async with opened(room, RENEWED):
        for person in (1, 2, 3):
            await room.back(person)
        view = await room.next()
        assert (view.deal, view.number, dealt_in(view)) == (2, 1, [1, 2, 3])
        room.sound()


async def test_one_of_two_has_left_a_deal_that_is_cancelled_at_the_restart(config: Config) -> None:
    """There was nobody left to begin the deal again with, and the table stayed closed for good."""
    async with cash(config, 500, 500) as room:
        await room.plays(Raise(500))
        await room.people[0].ask(Leave, table=room.table)
    async with opened(room, RENEWED):
        ben = await room.back(1)
        view = await ben.view()
        assert (view.stage, view.chairs[0].kind) == ("waiting", "empty")
        assert (room.purse(0), room.chair(1).stack) == (REFILL, 500)
        room.sound()


async def test_another_table_goes_on(config: Config) -> None:
    async with cash(config, 500, 500, games=FALLING) as room:
        carla, dora = await room.comes("Carla"), await room.comes("Dora")
        first = room.table
        room.table = await open_table(carla, "holdem", seats=2, chips=500)
        await dora.ask(Join, table=room.table, chips=500)
        await carla.view(lambda view: view.stage == "running")
        anna = room.people[0]
        view = await anna.view()
        fields = {"table": first, "deal": 1, "decision": view.decision}
        assert await anna.refused(Act, **fields, action=FATAL) == "table_broken"
        assert (await room.to_the_end()).stage == "between"
        await carla.ask(Watch, table=first)
        room.sound()
