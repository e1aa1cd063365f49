"""Time to decide: shown, over, and never used to move for somebody (rules.md A)."""

from msgspec.structs import replace

from engine.values.offers import real
from protocol.messages import (
    Here,
    TableView,
)
from server.config import Config
from tests.server.sitting import act, rests, sitting, whose


async def test_the_clock_is_shown_and_its_end_asks_the_others(config: Config) -> None:
    async with sitting(config, clock=30) as house:
        turn = whose(house)
        others = [seat for seat in range(3) if seat != turn]
        view = await house.people[0].view(lambda view: view.clock is not None)
        assert view.clock is not None
        assert (view.clock.left, view.clock.total) == (30_000, 30_000)
        before = await house.people[turn].view()
        house.hands.move(30)
        pause = await rests(house.people[others[0]])
        assert (pause.why.code, pause.seats) == ("late", (turn,))
        assert pause.ballot is not None
        assert pause.ballot.asked == tuple(others)
        view = await house.people[turn].view(lambda view: view.pause is not None)
        # Nothing was done for the one who is late, and nothing is in the way of doing it.
        assert view.view == before.view
        assert view.clock is None
        await act(house.people[turn])
        view = await house.people[others[0]].view(lambda view: view.pause is None)
        assert view.clock is not None


async def test_the_next_question_has_all_of_its_time(config: Config) -> None:
    async with sitting(config, clock=30) as house:
        turn = whose(house)
        house.hands.move(29)
        await act(house.people[turn])
        view = await house.people[turn].view(lambda view: not real(view.offers))
        assert view.clock is not None
        assert view.clock.left == 30_000
        house.hands.move(29)
        await act(house.people[whose(house)])
        assert {one.pause for one in house.people[0].all(TableView)} == {None}


async def test_a_bot_that_plays_for_somebody_late_gives_the_seat_back(config: Config) -> None:
    config = replace(config, bot_pause=5)
    async with sitting(config, clock=30) as house:
        turn = whose(house)
        others = [seat for seat in range(3) if seat != turn]
        house.hands.move(30)
        await rests(house.people[others[0]])
        for seat in others:
            await house.vote(seat, "bot")
        slow = house.people[turn]
        view = await slow.view(lambda view: view.chairs[turn].stand_in)
        assert not real(view.offers)
        await slow.ask(Here, table=house.table)
        view = await slow.view(lambda view: not view.chairs[turn].stand_in)
        assert real(view.offers)
        await act(slow)


async def test_a_game_that_plays_what_is_safe_is_never_stopped(config: Config) -> None:
    async with sitting(config, people=2, game="chips") as house:
        view = await house.people[0].view(lambda view: view.clock is not None)
        assert view.clock is not None
        # The game's usual time, since nobody said otherwise.
        assert view.clock.total == 30_000
        await house.goes(1)
        house.hands.move(30)
        seen = house.people[0]
        await seen.view(lambda view: view.stage != "running" or view.pause is not None)
        assert {one.pause for one in seen.all(TableView)} == {None}
