"""The end of the time for a decision: what counts just before it, just after, and for whom (D4)."""

import asyncio
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from msgspec.structs import replace

from engine.values import offers
from engine.values.actions import Action, Check, Fold, Raise
from engine.values.chance import Dice
from engine.values.events import Acted
from engine.values.offers import real
from protocol.messages import Act, No, Ok, Ping, TableView
from server.config import Config
from tests.server.client import cooperative, open_table, sit
from tests.server.sitting import Sitting, sitting, whose

TIME = 30


async def settled(house: Sitting) -> TableView:
    """The table as it is when everybody has been told everything."""
    for client in house.people:
        await client.ask(Ping)
        await client.ask(Ping)
    view = house.people[0].table
    assert view is not None
    return view


async def question(house: Sitting) -> dict[str, object]:
    """What whoever's turn it is answers with, but for the action."""
    view = await house.people[whose(house)].view(lambda view: bool(real(view.offers)))
    return {"table": house.table, "deal": view.deal, "decision": view.decision}


def acts(house: Sitting) -> list[Acted]:
    """The decisions of the deal so far."""
    return [event for event in house.people[0].events if isinstance(event, Acted)]


def timed(config: Config, game: str, **fields: Any) -> AbstractAsyncContextManager[Sitting]:
    """Three people in the first deal of a game; the time for a decision is TIME."""
    if game == "chips":
        # In turns from the beginning.
        fields["options"] = {"choose": False}
    return sitting(config, game=game, clock=TIME, **fields)


def some(view: TableView) -> Action:
    """An action that is offered."""
    return cooperative(view, real(view.offers)).sample(Dice(bytes(32)))


# ── a game in which time plays what is safe ────────────────────────────────────────────────────


async def test_who_lets_time_run_out_checks_where_that_is_free_and_folds_else(
    config: Config,
) -> None:
    async with timed(config, "chips") as house:
        first = whose(house)
        house.hands.move(TIME)
        await house.people[0].until(lambda: len(acts(house)) == 1)
        assert acts(house) == [Acted(first, Check())]
        await settled(house)
        view = await house.people[whose(house)].view(lambda view: bool(real(view.offers)))
        (lo,) = (offer.lo for offer in real(view.offers) if isinstance(offer, offers.Raise))
        await house.people[whose(house)].ask(Act, **await question(house), action=Raise(lo))
        await house.people[0].until(lambda: len(acts(house)) == 2)
        await settled(house)
        third = whose(house)
        house.hands.move(TIME)
        await house.people[0].until(lambda: len(acts(house)) == 3)
        assert acts(house)[2] == Acted(third, Fold())


async def test_people_who_all_let_time_run_out_wait_no_longer_than_their_times(
    config: Config,
) -> None:
    async with timed(config, "chips") as house:
        for number in range(1, 4):
            # All of a time for each, and not a moment more.
            clock = (await settled(house)).clock
            assert clock is not None
            assert (clock.left, clock.total) == (TIME * 1000, TIME * 1000)
            house.hands.move(TIME - 0.5)
            await settled(house)
            assert len(acts(house)) == number - 1
            house.hands.move(0.5)
            await house.people[0].until(lambda number=number: len(acts(house)) == number)  # type: ignore[misc]
            await settled(house)
        assert [act.action for act in acts(house)] == [Check()] * 3
        assert (await settled(house)).stage == "between"


async def test_a_moment_after_the_end_the_automatic_action_stands(config: Config) -> None:
    async with timed(config, "chips") as house:
        late = house.people[whose(house)]
        where = await question(house)
        house.hands.move(TIME)
        await late.until(lambda: len(acts(house)) == 1)
        assert await late.refused(Act, **where, action=Check()) in {"stale", "not_your_turn"}
        await settled(house)
        assert len(acts(house)) == 1


@pytest.mark.parametrize("game", ["chips", "pokerface"])
@pytest.mark.parametrize("first", ["action", "clock"])
async def test_in_one_moment_it_is_the_one_or_the_other_and_never_both(
    config: Config, game: str, first: str
) -> None:
    async with timed(config, game) as house:
        turn = whose(house)
        actor = house.people[turn]
        view = await actor.view(lambda view: bool(real(view.offers)))
        where = await question(house)
        if first == "action":
            asking = asyncio.create_task(actor.request(Act, **where, action=some(view)))
            await asyncio.sleep(0)
            house.hands.move(TIME)
        else:
            house.hands.move(TIME)
            asking = asyncio.create_task(actor.request(Act, **where, action=some(view)))
        answer = await asking
        await house.people[0].until(lambda: len(acts(house)) >= 1)
        await settled(house)
        # What came too late was refused; what was in time was not played a second time.
        assert [act.seat for act in acts(house)] == [turn]
        if game == "pokerface":
            # Nobody may play for somebody else there: an answer counts even then.
            assert isinstance(answer, Ok)
            assert (await settled(house)).pause is None
        elif isinstance(answer, No):
            assert answer.why.code in {"stale", "not_your_turn"}
        clock = (await settled(house)).clock
        assert clock is not None
        assert clock.left == TIME * 1000


# ── any game ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ["chips", "pokerface"])
async def test_an_action_just_in_time_counts_and_stops_the_clock(config: Config, game: str) -> None:
    async with timed(config, game) as house:
        actor = house.people[whose(house)]
        view = await actor.view(lambda view: bool(real(view.offers)))
        house.hands.move(TIME - 0.01)
        await actor.ask(Act, **await question(house), action=some(view))
        await house.people[0].until(lambda: len(acts(house)) == 1)
        await settled(house)
        # The end of the old time is nobody's: the next has all of a new one.
        house.hands.move(0.01)
        view = await settled(house)
        assert len(acts(house)) == 1
        assert view.pause is None
        clock = view.clock
        assert clock is not None
        assert clock.left == TIME * 1000


async def test_who_drops_and_is_back_in_no_time_has_the_time_that_was_left(
    config: Config,
) -> None:
    async with timed(replace(config, blink=2), "pokerface") as house:
        turn = whose(house)
        house.hands.move(TIME - 5)
        await house.people[turn].close()
        other = house.people[(turn + 1) % 3]
        await other.view(lambda view: not view.chairs[turn].here)
        house.hands.move(1)
        again = await house.comes(turn)
        view = await again.view(lambda view: bool(real(view.offers)))
        assert view.clock is not None
        assert (view.clock.left, view.clock.total) == (4000, TIME * 1000)
        view = await other.view(lambda view: view.chairs[turn].here)
        assert view.pause is None
        house.hands.move(4)
        view = await other.view(lambda view: view.pause is not None)
        assert view.pause is not None
        assert (view.pause.why.code, view.pause.seats) == ("late", (turn,))


async def test_the_clock_rests_with_the_deal_and_comes_back_with_it(config: Config) -> None:
    async with timed(replace(config, blink=2), "pokerface") as house:
        turn = whose(house)
        gone = (turn + 1) % 3
        house.hands.move(TIME - 5)
        await house.people[gone].close()
        actor = house.people[turn]
        await actor.view(lambda view: not view.chairs[gone].here)
        house.hands.move(2)
        view = await actor.view(lambda view: view.pause is not None)
        assert view.clock is None
        # However long it takes, the time of whoever's turn it is does not run out meanwhile.
        house.hands.move(TIME)
        await house.comes(gone)
        view = await actor.view(lambda view: view.pause is None)
        assert view.clock is not None
        assert view.clock.left == TIME * 1000
        assert real(view.offers)


async def test_where_all_act_at_once_the_time_is_the_rounds(config: Config) -> None:
    async with timed(config, "pokerface", options={"all_at_once": True}) as house:
        anna, ben, _ = house.people
        house.hands.move(10)
        view = await anna.view()
        await anna.ask(Act, table=house.table, deal=1, decision=view.decision, action=some(view))
        view = await ben.view(lambda view: view.seq > 0 and bool(real(view.offers)))
        await settled(house)
        clock = (await settled(house)).clock
        assert clock is not None
        assert clock.left == (TIME - 10) * 1000
        house.hands.move(TIME - 10)
        view = await ben.view(lambda view: view.pause is not None)
        assert view.pause is not None
        assert view.pause.why.code == "late"


async def test_a_table_without_a_clock_waits_for_ever(config: Config) -> None:
    async with timed(config, "pokerface") as house:
        table = await open_table(house.people[0], seats=3)
        for client in house.people[1:]:
            await sit(client, table)
        await house.people[1].view(lambda view: view.id == table and view.stage == "running")
        task = house.server.house.tables[table]
        before = task.table
        house.hands.move(10 * 24 * 3600)
        for client in house.people:
            await client.ask(Ping)
        assert task.table is before
