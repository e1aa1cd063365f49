"""Time at a cash table: the clock, the reserve, restarts (rules.md C.12)."""

from typing import Any

from engine.values.actions import Call
from engine.values.offers import real
from protocol.messages import Act, Clock, No, Reserve, Rest, TableView
from server.config import Config
from server.table import tempo
from tests.server.cash import CHECK, CLOCK, FOLD, Room, cash, dealt_in, opened

EXTRA = 30


async def reserve(room: Room, person: int, **wrong: Any) -> str | None:
    """Somebody takes a portion for the decision that stands; how that is refused, if it is."""
    view = await room.people[person].view()
    own = None if view.me is None else view.chairs[view.me].cash
    left = 0 if own is None else own.reserve
    where = {"table": room.table, "deal": view.deal, "decision": view.decision, "left": left}
    answer = await room.people[person].request(Reserve, **(where | wrong))
    return answer.why.code if isinstance(answer, No) else None


async def left(room: Room, person: int, seconds: int, total: int) -> TableView:
    """What everybody sees once the clock says so."""
    clock = Clock(seconds * 1000, total * 1000)
    return await room.people[person].view(lambda view: view.clock == clock)


def reserves(room: Room) -> list[int]:
    """The portions that people have left."""
    return [tempo.left(room.task.table, account) for account in room.accounts]


# ── the clock runs out ─────────────────────────────────────────────────────────────────────────


async def test_time_up_checks_where_that_is_free_and_folds_else(config: Config) -> None:
    async with cash(config, 500, 500, 500) as room:
        view = await left(room, 1, CLOCK, CLOCK)
        assert view.limit == CLOCK
        await room.plays(None)
        # Ben owes half a blind: he is folded.
        await room.times_out(1)
        view = await room.people[0].view()
        assert view.view is not None
        assert [seat.status for seat in view.view.seats][:3] == ["in", "folded", "in"]
        # D4: the next one has all of the time.
        await left(room, 2, CLOCK, CLOCK)
        await room.times_out(2)
        view = await room.people[0].view()
        assert view.view is not None
        assert (view.view.phase, view.view.seats[2].status) == ("flop", "in")
        room.sound()


async def test_an_answer_in_the_last_moment_counts_and_one_after_it_does_not(
    config: Config,
) -> None:
    """D4 (b)."""
    async with cash(config, 500, 500) as room:
        room.hands.move(CLOCK - 0.01)
        await room.plays(None)
        view = await room.people[1].view(lambda view: bool(real(view.offers)))
        await room.times_out(1)
        late = {"table": view.id, "deal": view.deal, "decision": view.decision}
        view = await room.people[1].view(lambda new: new.seq > view.seq)
        assert await room.people[1].refused(Act, **late, action=CHECK) == "stale"
        assert view.view is not None
        assert view.view.phase == "flop"


async def test_two_in_a_row_sit_out_until_they_say_that_they_are_back(config: Config) -> None:
    async with cash(config, 500, 500, 500) as room:
        await room.plays(None, None, None)
        await room.times_out(1)
        assert (room.chair(1).late, room.chair(1).wish) == (1, "play")
        await room.plays(None, None)
        await room.times_out(1)
        assert room.chair(1).wish == "rest"
        await room.people[1].view(lambda view: bool((cash := view.chairs[1].cash) and cash.slow))
        await room.to_the_end()
        view = await room.next()
        assert dealt_in(view) == [0, 2]
        await room.people[1].ask(Rest, table=room.table, on=False)
        assert (room.chair(1).late, room.chair(1).wish) == (0, "play")
        room.sound()


async def test_an_answer_in_time_begins_the_count_anew(config: Config) -> None:
    async with cash(config, 500, 500, 500) as room:
        await room.plays(None, None, None)
        await room.times_out(1)
        await room.plays(None, None, None)
        assert room.chair(1).late == 0
        await room.plays(None, None)
        await room.times_out(1)
        assert (room.chair(1).late, room.chair(1).wish) == (1, "play")


# ── the reserve ────────────────────────────────────────────────────────────────────────────────


async def test_the_reserve_is_for_one_decision_and_used_up(config: Config) -> None:
    async with cash(config, 500, 500, 500) as room:
        assert await reserve(room, 1) == "not_your_turn"
        assert await reserve(room, 0, deal=2) == "no_deal"
        assert await reserve(room, 0, decision=99) == "stale"
        room.hands.move(10)
        assert await reserve(room, 0) is None
        view = await left(room, 1, CLOCK - 10 + EXTRA, CLOCK + EXTRA)
        assert view.chairs[0].cash is not None
        assert view.chairs[0].cash.reserve == 1
        # What the clock gave alone is over, and nothing has happened.
        room.hands.move(CLOCK)
        assert await reserve(room, 1) == "not_your_turn"
        assert await room.turn() == 0
        await room.plays(None)
        await left(room, 1, CLOCK, CLOCK)
        await room.plays(None, None)
        await room.plays(None, None)
        await left(room, 0, CLOCK, CLOCK)
        assert await reserve(room, 0) is None
        await left(room, 0, CLOCK + EXTRA, CLOCK + EXTRA)
        assert await reserve(room, 0) == "no_reserve"
        assert reserves(room) == [0, 2, 2]
        # With the reserve the decision has an end as well.
        room.hands.move(CLOCK + EXTRA)
        await room.people[0].view(lambda view: view.view is not None and view.view.phase == "turn")
        assert room.chair(0).late == 1


async def test_two_portions_for_one_decision(config: Config) -> None:
    async with cash(config, 500, 500) as room:
        for portions in (1, 2):
            assert await reserve(room, 0) is None
            total = CLOCK + portions * EXTRA
            await left(room, 1, total, total)
        assert await reserve(room, 0) == "no_reserve"
        room.hands.move(CLOCK + 2 * EXTRA - 1)
        await room.plays(None)


async def test_a_portion_in_the_very_last_moment_is_not_taken_for_nothing(config: Config) -> None:
    """The clock had run out, the request was in line before that: it was done, and folded."""
    async with cash(config, 500, 500, 500) as room:
        view = await room.people[0].view()
        task, house = room.task, room.server.house
        (session,) = (one for one in house.connected if one.account == room.accounts[0])
        request = Reserve(99, room.table, view.deal, view.decision, 2)
        done: list[None] = []
        room.hands.move(CLOCK)
        # Before whatever is due gets into line.
        task.put(session, request, lambda: done.append(None))
        await room.hands.until(lambda: bool(done))
        await left(room, 0, EXTRA, CLOCK + EXTRA)
        assert await room.turn() == 0
        assert reserves(room) == [1, 2, 2]
        room.hands.move(EXTRA)
        await room.people[0].view(lambda view: view.view is not None and view.view.to_act == (1,))


async def test_a_portion_is_back_after_twenty_deals(config: Config) -> None:
    async with cash(config, 500, 500) as room:
        for _ in range(2):
            assert await reserve(room, 0) is None
        for _ in range(18):
            await room.plays(FOLD)
            await room.next()
        assert (room.task.table.deals, reserves(room)) == (19, [0, 2])
        await room.plays(FOLD)
        await room.next()
        assert (room.task.table.deals, reserves(room)) == (20, [1, 2])
        room.sound()


async def test_a_broken_line_takes_the_reserve_by_itself(config: Config) -> None:
    """It had the whole clock once more besides, every time."""
    async with cash(config, 500, 500, 500) as room:
        await room.goes(0)
        room.hands.move(CLOCK - config.blink)
        view = await left(room, 1, EXTRA, CLOCK + EXTRA)
        assert view.view is not None
        assert (view.view.to_act, reserves(room)) == ((0,), [1, 2, 2])
        room.hands.move(EXTRA)
        await left(room, 1, EXTRA, CLOCK + 2 * EXTRA)
        room.hands.move(EXTRA)
        view = await room.people[1].view(lambda view: view.view is not None)
        view = await left(room, 1, CLOCK, CLOCK)
        assert view.view is not None
        assert view.view.to_act == (1,)
        assert view.view.seats[0].status == "folded"
        # Whoever was not there has not let the time pass.
        assert (room.chair(0).late, room.chair(0).wish) == (0, "play")


async def test_there_is_no_clock_for_who_is_asked_nothing(config: Config) -> None:
    async with cash(config, 500, 500) as room:
        await room.plays(FOLD)
        view = await room.people[0].view(lambda view: view.stage == "between")
        assert view.clock is None
        assert await reserve(room, 0) == "no_deal"


# ── after a restart ────────────────────────────────────────────────────────────────────────────


async def test_a_decision_has_after_a_restart_what_it_had_when_it_was_offered(
    config: Config,
) -> None:
    async with cash(config, 500, 500, 500) as room:
        await room.plays(None)
        assert await reserve(room, 1) is None
        room.hands.move(CLOCK)
    async with opened(room):
        for person in (0, 2):
            await room.back(person)
        view = await room.people[0].view()
        assert view.view is not None
        assert (view.view.to_act, view.clock) == ((1,), None), "Ben can't have come back yet"
        await room.back(1)
        await left(room, 1, CLOCK + EXTRA, CLOCK + EXTRA)
        assert reserves(room) == [2, 1, 2]
        await room.plays(Call(5))
        await left(room, 1, CLOCK, CLOCK)
        room.sound()


async def test_nobody_is_folded_who_cannot_have_come_back_yet(config: Config) -> None:
    async with cash(config, 500, 500, 500) as room:
        await room.plays(None)
    async with opened(room):
        await room.back(0)
        room.hands.move(config.amnesty - 1)
        assert await room.people[0].refused(
            Reserve, table=room.table, deal=1, decision=0, left=2
        ) in {
            "not_your_turn",
            "stale",
        }
        view = await room.people[0].view()
        assert (view.clock, view.chairs[1].here) == (None, False)
        room.hands.move(1)
        await left(room, 0, CLOCK, CLOCK)


async def test_who_was_away_before_a_restart_is_dealt_in_once_back(config: Config) -> None:
    async with cash(config, 500, 500, 500) as room:
        await room.goes(1)
    async with opened(room):
        for person in (0, 2):
            await room.back(person)
        assert room.chair(1).away
        await room.back(1)
        await room.hands.until(lambda: not room.chair(1).away)
        room.sound()
