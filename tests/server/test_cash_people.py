"""People come and go at a cash table while deals run (cases.md D1 to D3; rules.md C.2)."""

import asyncio

import pytest

from engine.values.actions import Call, Raise
from engine.values.cards import Card
from engine.values.events import Dealt
from engine.values.offers import real
from protocol.messages import (
    Act,
    Buy,
    Closed,
    DealEvents,
    Join,
    Leave,
    No,
    Ok,
    Return,
    Watch,
)
from server.config import Config
from server.ledger import HOUSE, REFILL
from tests.server.cash import FOLD, LEAST, Room, cash, dealt_in, marked

# Of three, in the order of the deal: Ben has aces, Carla kings, Anna queens.
BEN_WINS = "AsAh" + "KcKd" + "QsQd" + "2c7d9h3s4c"


def own_cards(room: Room, person: int) -> list[Card]:
    """The cards that somebody has seen in the deal on the table, before any are shown."""
    told = (event for event in room.people[person].events if isinstance(event, Dealt))
    hands = (event for event in told if event.seat is not None)
    return [cell for event in hands for cell in event.cells if isinstance(cell, Card)]


# ── leaving in the middle of a deal ────────────────────────────────────────────────────────────


async def test_d1a_whoever_leaves_out_of_turn_is_folded_without_delay(config: Config) -> None:
    async with cash(config, 500, 800, 800) as room:
        anna = room.people[0]
        await room.plays(None, None, None)
        await room.plays(Raise(20))
        ok = await anna.ask(Leave, table=room.table)
        # What lies in the deal comes home after it.
        assert ok.account is not None
        assert ok.account.chips == REFILL - 500 == room.purse(0)
        view = await room.people[1].view(lambda view: view.chairs[0].cash is not None)
        assert view.chairs[0].cash is not None
        assert view.chairs[0].cash.wish == "leave"
        room.sound()
        await room.does(2)
        view = await room.people[1].view()
        assert view.view is not None
        assert (view.view.phase, view.view.to_act) == ("turn", (1,))
        assert view.view.seats[0].status == "folded"
        assert view.chairs[0].kind == "person"
        await room.plays(None, None, None, None)
        view = await room.people[1].view(lambda view: view.stage == "between")
        assert view.chairs[0].kind == "empty"
        assert room.purse(0) == REFILL - 10
        assert room.match.chairs[0].chips == 0
        room.sound()


async def test_a_leaver_checks_where_that_is_free(config: Config) -> None:
    async with cash(config, 500, 500, 500) as room:
        await room.plays(None, None, None)
        await room.people[2].ask(Leave, table=room.table)
        await room.does(1)
        view = await room.people[1].view()
        assert view.view is not None
        assert (view.view.seats[2].status, view.view.to_act) == ("in", (0,))
        room.sound()


async def test_whoever_leaves_in_turn_ends_a_deal_of_two(config: Config) -> None:
    async with cash(config, 500, 500) as room:
        ok = await room.people[0].ask(Leave, table=room.table)
        assert ok.account is not None
        assert ok.account.chips == REFILL - 5 == room.purse(0)
        view = await room.people[1].view(lambda view: view.stage == "waiting")
        assert view.chairs[0].kind == "empty"
        assert room.chair(1).stack == 505
        assert await room.people[0].refused(Buy, table=room.table, chips=1) == "not_seated"
        room.sound()


async def test_d1b_whoever_sits_down_after_the_flop_waits_for_a_deal(config: Config) -> None:
    async with cash(config, 500, 500, 500) as room:
        await room.plays(None, None, None)
        dora = await room.comes("Dora")
        await dora.ask(Join, table=room.table, chips=600)
        view = await dora.view()
        assert view.me == 3
        assert view.offers == ()
        assert dealt_in(view) == [0, 1, 2]
        assert view.chairs[3].cash is not None
        assert view.chairs[3].cash.owes
        assert own_cards(room, 3) == []
        await room.to_the_end()
        # The button comes to Ben; the big blind reaches Dora in the next seat but one.
        view = await room.next()
        assert marked(view, "big_blind") == [3]
        assert dealt_in(view) == [0, 1, 2, 3]
        assert len(own_cards(room, 3)) == 2
        room.sound()


@pytest.mark.parametrize("leaves", [False, True])
async def test_d1c_whoever_is_all_in_and_goes_is_paid(config: Config, leaves: bool) -> None:
    async with cash(config, 500, LEAST, 500, decks={1: BEN_WINS}) as room:
        await room.plays(None, Raise(LEAST))
        if leaves:
            await room.people[1].ask(Leave, table=room.table)
        else:
            await room.goes(1)
        await room.plays(FOLD, Call(LEAST - 10))
        view = await room.people[0].view(lambda view: view.stage != "running")
        won = 2 * LEAST + 10
        if leaves:
            assert view.chairs[1].kind == "empty"
            assert room.purse(1) == REFILL - LEAST + won
        else:
            assert view.chairs[1].kind == "person"
            assert room.chair(1).stack == won
        assert room.chair(0).stack == 100
        room.sound()


async def test_whoever_comes_back_before_the_end_stays(config: Config) -> None:
    async with cash(config, 500, 500, 500) as room:
        anna = room.people[0]
        await room.plays(None, None, None)
        await anna.ask(Leave, table=room.table)
        assert await anna.refused(Join, table=room.table, seat=4) == "already_seated"
        await anna.ask(Join, table=room.table, chips=700)
        view = await anna.view()
        assert view.me == 0
        assert len(own_cards(room, 0)) == 2
        assert room.purse(0) == REFILL - 500, "the buy-in is taken once"
        await room.to_the_end()
        room.sound()
        assert room.chair(0).taken
        assert dealt_in(await room.next()) == [0, 1, 2]


async def test_whoever_leaves_without_looking_on_is_seen_to_go(config: Config) -> None:
    """The others went on waiting for the turn of somebody who had been folded."""
    async with cash(config, 500, 500, 500) as room:
        gone = await room.turn()
        client = await room.back(gone, sit=False)
        others = [one for one in range(3) if one != gone]
        told = [room.people[one].last(DealEvents) for one in others]
        await client.ask(Leave, table=room.table)
        for one, before in zip(others, told, strict=True):
            view = await room.people[one].view(
                lambda view: view.view is not None and view.view.to_act != (room.seat(gone),)
            )
            assert view.view is not None
            assert view.view.seats[room.seat(gone)].status == "folded"
            events = room.people[one].last(DealEvents)
            assert before is not None
            assert events is not None
            assert events.first == before.first + len(before.events)
        room.sound()


async def test_no_seat_is_held_for_whoever_is_leaving_it(config: Config) -> None:
    """A client that came back to it by itself took the leaving back."""
    async with cash(config, 500, 500, 500) as room:
        await room.plays(None, None, None)
        await room.people[0].ask(Leave, table=room.table)
        client = await room.back(0, sit=False)
        assert client.welcome is not None
        assert client.welcome.held == ()
        other = await room.comes("Dora")
        assert (await other.ask(Return, code=room.codes[0])).held == ()
        # It is theirs until the deal is over, and so is the choice.
        await other.ask(Join, table=room.table)
        again = await room.comes("Emil")
        assert (await again.ask(Return, code=room.codes[0])).held == (room.table,)
        room.sound()


async def test_the_last_person_leaves_bots_in_the_middle_of_a_deal(config: Config) -> None:
    async with cash(config, 500, seats=4, bots="now") as room:
        anna = room.people[0]
        await anna.view(lambda view: bool(real(view.offers)))
        house = room.server.house
        await anna.ask(Leave, table=room.table)
        await room.hands.until(lambda: not house.tables)
        assert room.held(f"table:{room.table}") == 0
        assert room.held(HOUSE) == -room.purse(0)
        assert room.purse(0) <= REFILL
        room.sound()
        assert await anna.refused(Watch, table=room.table) == "unknown_table"
        await room.hands.until(lambda: not house.seats_of(room.accounts[0]))
        names = {task.get_name() for task in asyncio.all_tasks()}
        assert not any(room.table in name for name in names)


async def test_a_table_of_nobody_who_is_here_closes_and_the_chips_come_home(
    config: Config,
) -> None:
    async with cash(config, 500, 500) as room:
        carla = await room.comes("Carla")
        await carla.ask(Watch, table=room.table)
        for person in (0, 1):
            await room.people[person].close()
        await carla.view(lambda view: not any(chair.here for chair in view.chairs))
        await room.hands.until(lambda: config.grace in room.hands.due)
        await room.people[1].close()
        room.hands.move(config.grace)
        await carla.wait_for(lambda one: isinstance(one, Closed))
        assert not room.server.house.tables
        # Wherever the deal was: Anna had the small blind and was folded by her clock, or not yet.
        assert room.purse(0) + room.purse(1) == 2 * REFILL
        room.sound()


# ── one account, one chair ─────────────────────────────────────────────────────────────────────


async def test_d2_two_joins_in_one_tick_are_one_seat_and_one_buy_in(config: Config) -> None:
    async with cash(config, 500) as room:
        ben = await room.comes("Ben")
        ends = await asyncio.gather(
            ben.request(Join, table=room.table, seat=2, chips=500),
            ben.request(Join, table=room.table, seat=5, chips=500),
        )
        assert [type(end) for end in ends] == [Ok, No]
        assert isinstance(ends[1], No)
        assert ends[1].why.code == "already_seated"
        assert room.seat(1) == 2
        assert room.purse(1) == REFILL - 500
        room.sound()


async def test_d2_leaving_and_sitting_down_at_once_in_a_deal_is_one_seat(config: Config) -> None:
    async with cash(config, 500, 500, 500) as room:
        await room.plays(None)
        ben = room.people[1]
        ends = await asyncio.gather(
            ben.request(Leave, table=room.table),
            ben.request(Join, table=room.table, seat=4, chips=500),
            ben.request(Join, table=room.table, chips=500),
        )
        assert [type(end) for end in ends] == [Ok, No, Ok]
        chairs = room.task.table.chairs
        assert [seat for seat, one in enumerate(chairs) if one == room.accounts[1]] == [1]
        assert room.purse(1) == REFILL - 500
        room.sound()


# ── an answer to another question ──────────────────────────────────────────────────────────────


async def test_d3a_a_fold_for_the_last_deal_is_none_in_the_next(config: Config) -> None:
    async with cash(config, 500, 500) as room:
        anna, ben = room.people
        decision = (await ben.view()).decision
        await room.plays(FOLD)
        await room.next()
        assert await room.turn() == 1
        old = {"table": room.table, "deal": 1, "decision": decision}
        assert await ben.refused(Act, **old, action=FOLD) == "deal_changed"
        assert dealt_in(await anna.view()) == [0, 1]
        assert await room.turn() == 1


async def test_d3b_a_call_is_of_the_price_that_was_seen(config: Config) -> None:
    async with cash(config, 500, 500, 500) as room:
        ben = room.people[1]
        view = await ben.view()
        where = {"table": room.table, "deal": 1, "decision": view.decision}
        await room.plays(Raise(200))
        answer = await ben.request(Act, **where, action=Call(5))
        assert isinstance(answer, No)
        assert (answer.why.code, answer.why.facts) == ("price_changed", {"price": 195})
        view = await ben.view()
        assert view.view is not None
        assert view.view.to_act == (1,)
        assert view.view.seats[1].bet == 5
        # Only the player to act decides.
        carla = room.people[2]
        fields = {"table": room.table, "deal": 1, "decision": (await carla.view()).decision}
        assert await carla.refused(Act, **fields, action=FOLD) == "not_your_turn"


async def test_d3c_a_second_press_does_not_answer_the_next_question(config: Config) -> None:
    async with cash(config, 500, 500, 500) as room:
        ben = room.people[1]
        await room.plays(None)
        view = await ben.view(lambda view: bool(real(view.offers)))
        press = {"table": room.table, "deal": 1, "decision": view.decision, "action": Raise(40)}
        await ben.ask(Act, **press)
        assert await ben.refused(Act, **press) in {"not_your_turn", "stale"}
        await room.plays(Raise(100), FOLD)
        view = await ben.view(lambda view: bool(real(view.offers)))
        assert await ben.refused(Act, **press) == "stale"
        assert view.view is not None
        assert view.view.seats[1].bet == 40
