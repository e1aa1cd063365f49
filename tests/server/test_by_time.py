"""A match by time: told while it runs, ended by the last deal that began in it (rules.md D)."""

from msgspec.structs import replace

from protocol.messages import Clock, TableView
from server.config import Config
from tests.server.cash import Room, opened
from tests.server.points import acts, points

MINUTES = {"minutes": 30, "rounds": 0}
TOTAL = 30 * 60_000


async def plays(room: Room) -> TableView:
    """Both set their rows; what is seen then."""
    for person in (0, 1):
        await acts(room, person)
    return await room.seen(lambda view: view.stage != "running")


async def test_the_running_deal_is_the_last(config: Config) -> None:
    async with points(config, options=MINUTES, clock=600) as room:
        view = await room.seen()
        assert (view.ends, view.last) == (Clock(TOTAL, TOTAL), False)
        room.hands.move(300)
        view = await plays(room)
        assert (view.ends, view.stage) == (Clock(TOTAL - 300_000, TOTAL), "between")
        await room.next()
        for _ in range(2):
            room.hands.move(550)
            await acts(room, 0)
            await acts(room, 1)
            view = await room.next()
        assert view.ends is not None
        room.hands.move(view.ends.left / 1000)
        view = await room.seen(lambda view: view.last)
        assert (view.stage, view.ends, view.number) == ("running", None, 4)
        view = await plays(room)
        assert (view.stage, view.ended, view.last) == ("over", "finished", False)
        # The next match has all of its time.
        view = await room.next()
        assert (view.number, view.ends, view.last) == (1, Clock(TOTAL, TOTAL), False)


async def test_between_two_deals_the_match_is_over_at_once(config: Config) -> None:
    config = replace(config, counted=2000)
    async with points(config, options=MINUTES) as room:
        await plays(room)
        room.hands.move(1790)
        assert (await room.back(0)).table is not None
        room.hands.move(10)
        view = await room.seen(lambda view: view.stage == "over")
        assert (view.ended, view.number, view.ends) == ("finished", 1, None)
        # There is as much time to look at the result as after any deal.
        assert view.next == Clock(2_000_000, 2_000_000)


async def test_time_goes_on_while_there_is_no_server(config: Config) -> None:
    async with points(config, options=MINUTES) as room:
        await plays(room)
        await room.next()
        room.hands.move(60)
    async with opened(room):
        view = await (await room.back(0)).view()
        assert view.ends is not None
        assert (view.ends.left, view.last) == (TOTAL - 80_000, False)
    room.hands.move(1800)
    async with opened(room):
        view = await (await room.back(0)).view(lambda view: view.last)
        assert (view.stage, view.number) == ("running", 2)
        await room.back(1)
    async with opened(room):
        # Its log says so, and says it once.
        view = await (await room.back(0)).view()
        assert (view.last, view.ends) == (True, None)
        await room.back(1)
        assert (await plays(room)).ended == "finished"


async def test_the_last_of_an_agreed_number_is_told_too(config: Config) -> None:
    async with points(config, options={"rounds": 2}) as room:
        assert not (await room.seen()).last
        await plays(room)
        view = await room.next()
        assert (view.last, view.ends) == (True, None)
