"""Somebody's line breaks in the middle of a deal: what the others see, decide and get."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from engine.values.chance import Dice
from engine.values.offers import real
from protocol.messages import (
    Act,
    Arrange,
    Fill,
    Join,
    Leave,
    Next,
    Ping,
    TableView,
    Vote,
    Watch,
)
from server.config import Config
from server.house import World
from server.run import Server
from tests.server.client import Client, play, sit
from tests.server.games import GAMES
from tests.server.hands import Hands
from tests.server.sitting import act, rests, sitting, whose

# ── the deal rests, and goes on ────────────────────────────────────────────────────────────────


async def test_a_line_that_comes_back_at_once_stops_nobody(config: Config) -> None:
    async with sitting(config) as house:
        anna, _, _ = house.people
        await house.people[1].close()
        await anna.view(lambda view: not view.chairs[1].here)
        house.hands.move(house.server.config.blink / 2)
        await house.comes(1)
        view = await anna.view(lambda view: view.chairs[1].here)
        house.hands.move(house.server.config.blink)
        await act(house.people[whose(house)])
        assert {one.pause for one in anna.all(TableView)} == {None}
        assert view.stage == "running"


async def test_the_deal_rests_and_the_one_who_comes_back_is_where_everybody_was(
    config: Config,
) -> None:
    async with sitting(config) as house:
        turn = whose(house)
        await act(house.people[turn])
        seen = house.people[1].table
        assert seen is not None
        await house.goes(1)
        pause = await rests(house.people[0])
        assert (pause.why.code, pause.seats, pause.ballot) == ("absent", (1,), None)
        assert pause.left == 60_000
        view = house.people[2].table
        assert view is not None
        assert not real(view.offers)
        ben = await house.comes(1)
        back = await ben.view(lambda view: view.pause is None)
        assert (back.view, back.deal, back.me) == (seen.view, seen.deal, 1)
        ends = await asyncio.gather(*(play(client) for client in house.people))
        assert {end.stage for end in ends} == {"over"}


async def test_an_action_while_the_deal_rests_is_answered_and_changes_nothing(
    config: Config,
) -> None:
    async with sitting(config) as house:
        turn = whose(house)
        before = house.people[turn].table
        assert before is not None
        gone = (turn + 1) % 3
        await house.goes(gone)
        await rests(house.people[turn])
        action = real(before.offers)[0].sample(Dice(bytes(32)))
        fields = {"table": house.table, "deal": before.deal, "decision": before.decision}
        assert await house.people[turn].refused(Act, **fields, action=action) == "paused"
        after = house.people[turn].table
        assert after is not None
        assert after.view == before.view


# ── the vote ───────────────────────────────────────────────────────────────────────────────────


async def test_after_the_table_s_patience_those_who_are_there_let_a_bot_play(
    config: Config,
) -> None:
    async with sitting(config, patience=20) as house:
        await house.goes(2)
        assert (await rests(house.people[0])).left == 20_000
        house.hands.move(20)
        await house.vote(0, "bot")
        view = await house.people[1].view(
            lambda view: bool(view.pause and view.pause.ballot and view.pause.ballot.votes)
        )
        assert view.pause is not None
        assert view.pause.ballot is not None
        assert [(one.seat, one.choice) for one in view.pause.ballot.votes] == [(0, "bot")]
        assert view.pause.ballot.asked == (0, 1)
        await house.vote(1, "bot")
        view = await house.people[0].view(lambda view: view.pause is None)
        assert [chair.stand_in for chair in view.chairs] == [False, False, True]
        # The bot plays whole deals, and is ready for the next ones.
        ends = await asyncio.gather(*(play(client) for client in house.people[:2]))
        assert {end.stage for end in ends} == {"over"}


async def test_who_comes_back_plays_instead_of_the_bot(config: Config) -> None:
    async with sitting(config, patience=10) as house:
        await house.goes(2)
        await rests(house.people[0])
        house.hands.move(10)
        await house.vote(0, "bot")
        await house.vote(1, "bot")
        await house.people[0].view(lambda view: view.chairs[2].stand_in)
        carla = await house.comes(2)
        view = await carla.view(lambda view: not view.chairs[2].stand_in)
        assert view.me == 2
        ends = await asyncio.gather(*(play(client) for client in house.people))
        assert {end.stage for end in ends} == {"over"}


async def test_the_majority_cancels_and_the_chair_is_still_held(config: Config) -> None:
    async with sitting(config, patience=10) as house:
        await house.goes(2)
        await rests(house.people[0])
        house.hands.move(10)
        await house.vote(0, "cancel")
        await house.vote(1, "cancel")
        view = await house.people[0].view(lambda view: view.stage == "between")
        assert view.cancelled is not None
        assert (view.cancelled.code, view.history) == ("voted", ())
        carla = await house.comes(2)
        for client in house.people:
            await client.ask(Next, table=house.table, deal=view.deal)
        again = await carla.view(lambda view: view.stage == "running")
        assert (again.deal, again.number, again.me) == (2, 1, 2)


async def test_waiting_once_more_asks_again_later(config: Config) -> None:
    async with sitting(config, patience=10) as house:
        await house.goes(2)
        await rests(house.people[0])
        house.hands.move(10)
        await house.vote(0, "wait")
        await house.vote(1, "wait")
        view = await house.people[0].view(lambda view: bool(view.pause and not view.pause.ballot))
        assert view.pause is not None
        assert view.pause.left == 10_000
        house.hands.move(10)
        view = await house.people[0].view(lambda view: bool(view.pause and view.pause.ballot))
        assert view.pause is not None
        assert view.pause.ballot is not None
        assert view.pause.ballot.number == 2
        assert (
            await house.people[0].refused(Vote, table=house.table, ballot=1, choice="cancel")
            == "no_vote"
        )


async def test_somebody_else_who_goes_makes_nobody_wait_longer(config: Config) -> None:
    async with sitting(config, people=4, patience=10) as house:
        await house.goes(2)
        await rests(house.people[0])
        house.hands.move(7)
        await house.goes(3)
        await house.people[0].view(lambda view: bool(view.pause and view.pause.seats == (2, 3)))
        house.hands.move(1)
        view = await house.people[0].view(lambda view: bool(view.pause and view.pause.ballot))
        assert view.pause is not None
        assert view.pause.ballot is not None
        assert view.pause.ballot.asked == (0, 1)


async def test_spectators_see_the_vote_and_have_none(config: Config) -> None:
    async with sitting(config, patience=10) as house, await Client.tcp(house.server.port) as max_:
        await max_.hello("Max")
        await max_.ask(Watch, table=house.table)
        await house.goes(2)
        await rests(max_)
        house.hands.move(10)
        view = await max_.view(lambda view: bool(view.pause and view.pause.ballot))
        assert view.pause is not None
        assert view.watchers == ("Max",)
        fields = {"table": house.table, "ballot": 1, "choice": "cancel"}
        assert await max_.refused(Vote, **fields) == "not_seated"
        assert await house.people[0].refused(Vote, **(fields | {"ballot": 2})) == "no_vote"


async def test_no_bot_is_chosen_where_the_game_has_none(config: Config) -> None:
    async with sitting(config, patience=10) as house:
        house.server.house.pool.plays = lambda game: False  # type: ignore[method-assign]
        await house.goes(2)
        await rests(house.people[0])
        house.hands.move(10)
        view = await house.people[0].view(lambda view: bool(view.pause and view.pause.ballot))
        assert view.pause is not None
        fields = {"table": house.table, "ballot": 1, "choice": "bot"}
        assert await house.people[0].refused(Vote, **fields) == "no_bots"


# ── everybody is gone, or some are for good ────────────────────────────────────────────────────


async def test_a_table_that_everybody_has_left_alone_waits_and_then_closes(
    config: Config,
) -> None:
    async with sitting(config) as house:
        for client in house.people:
            await client.close()
        task = house.server.house.tables[house.table]
        await house.hands.until(lambda: house.hands.due.count(house.server.config.blink) == 3)
        house.hands.move(house.server.config.blink)
        await house.hands.until(lambda: len(task.table.absence.missing) == 3)
        # Nobody is there to be asked, and nobody to lose a chair to.
        house.hands.move(house.server.config.hold)
        assert task.table.absence.ballot == 0
        house.hands.move(house.server.config.grace)
        await house.hands.until(lambda: house.table not in house.server.house.tables)
        assert task.table.closed is not None
        assert task.table.closed.code == "abandoned"


async def test_somebody_absent_loses_the_chair_between_deals(config: Config) -> None:
    async with sitting(config) as house:
        await asyncio.gather(*(play(client, deals=1) for client in house.people))
        await house.goes(2)
        pause = await rests(house.people[0])
        assert (pause.why.code, pause.seats) == ("absent", (2,))
        house.hands.move(60)
        view = await house.people[0].view(lambda view: bool(view.pause and view.pause.ballot))
        assert view.pause is not None
        assert view.pause.ballot is not None
        assert view.pause.ballot.choices == ("wait", "bot")
        house.hands.move(house.server.config.hold)
        view = await house.people[0].view(lambda view: view.chairs[2].kind == "empty")
        assert (view.stage, view.pause) == ("waiting", None)
        await house.people[0].ask(Fill, table=house.table)
        # Who comes too late sits down as anybody would: the bot gets up.
        carla = await Client.tcp(house.server.port)
        assert (await carla.hello(code=house.codes[2])).held == ()
        await carla.ask(Join, table=house.table)
        assert (await carla.view()).me == 2
        await carla.close()


async def test_the_owner_leaves_and_the_table_goes_on_as_another_s(config: Config) -> None:
    async with sitting(config) as house:
        anna, ben, carla = house.people
        view = await ben.view()
        assert [chair.owner for chair in view.chairs] == [True, False, False]
        assert await ben.refused(Arrange, table=house.table, patience=90) == "not_owner"
        await anna.ask(Leave, table=house.table)
        view = await ben.view(lambda view: view.chairs[0].kind == "empty")
        assert [chair.owner for chair in view.chairs] == [False, True, False]
        await ben.ask(Arrange, table=house.table, patience=90)
        view = await carla.view(lambda view: view.patience == 90)
        await ben.ask(Fill, table=house.table)
        await carla.view(lambda view: view.chairs[0].kind == "bot")


async def test_the_end_of_an_old_session_changes_nothing(config: Config) -> None:
    async with sitting(config) as house:
        old = house.people[1]
        ben = await Client.tcp(house.server.port)
        await ben.hello(code=house.codes[1])
        await sit(ben, house.table)
        assert await old.bye() == "replaced"
        await old.close()
        house.people[1] = ben
        house.hands.move(10 * house.server.config.blink)
        await act(house.people[whose(house)])
        view = await ben.view()
        assert (view.chairs[1].here, view.pause) == (True, None)


# ── after a restart ────────────────────────────────────────────────────────────────────────────


async def test_a_vote_is_where_it_was_after_a_restart_and_nobody_new_is_missing(
    config: Config,
) -> None:
    async with sitting(config, patience=10, clock=30) as house:
        await house.goes(2)
        await rests(house.people[0])
        house.hands.move(10)
        await house.vote(0, "bot")
        before = await house.people[1].view(
            lambda view: bool(view.pause and view.pause.ballot and view.pause.ballot.votes)
        )
        codes, table = house.codes, house.table
    hands = Hands()
    async with Server(config, GAMES, "tests.server.games:BOTS", World(clock=hands)) as server:
        task = server.house.tables[table]
        await hands.until(lambda: config.amnesty in hands.due)
        hands.move(config.amnesty - 1)
        assert task.table.absence.missing == (task.table.chairs[2],)
        async with await Client.tcp(server.port) as ben:
            await ben.hello(code=codes[1])
            await sit(ben, table)
            view = await ben.view()
            assert view.pause == before.pause
            assert (view.view, view.patience) == (before.view, before.patience)
            # Ben alone is no majority of two: Anna counts as there for the first minute.
            await ben.ask(Vote, table=table, ballot=1, choice="wait")
            view = await ben.view(
                lambda view: bool(
                    view.pause and view.pause.ballot and len(view.pause.ballot.votes) == 2
                )
            )
            hands.move(1)
            await hands.until(lambda: config.blink in hands.due)
            hands.move(config.blink)
            view = await ben.view(lambda view: bool(view.pause and not view.pause.ballot))
            assert view.pause is not None
            assert view.pause.seats == (0, 2)


async def test_the_clock_of_a_question_begins_anew_after_a_restart(config: Config) -> None:
    async with sitting(config, clock=30) as house:
        house.hands.move(29)
        turn, codes, table = whose(house), house.codes, house.table
    async with restarted(config) as (server, _), await Client.tcp(server.port) as back:
        await back.hello(code=codes[turn])
        await sit(back, table)
        view = await back.view(lambda view: view.clock is not None)
        assert view.clock is not None
        assert (view.clock.left, view.clock.total) == (30_000, 30_000)


async def test_no_time_runs_out_on_who_can_not_be_back_yet_after_a_restart(config: Config) -> None:
    async with sitting(config, clock=10) as house:
        turn, codes, table = whose(house), house.codes, house.table
    async with restarted(config) as (server, hands), await Client.tcp(server.port) as other:
        await other.hello(code=codes[(turn + 1) % 3])
        await sit(other, table)
        hands.move(config.amnesty - 1)
        await other.ask(Ping)
        await other.ask(Ping)
        view = await other.view()
        assert (view.stage, view.pause, view.clock) == ("running", None, None)
        async with await Client.tcp(server.port) as back:
            await back.hello(code=codes[turn])
            await sit(back, table)
            view = await other.view(lambda view: view.clock is not None)
            assert view.clock is not None
            assert view.clock.left == 10_000
        # A minute after the start whoever is not here is missing, as always.
        await other.view(lambda view: view.clock is None)
        hands.move(1)
        await hands.until(lambda: config.blink in hands.due)
        hands.move(config.blink)
        pause = await rests(other)
        assert pause.why.code == "absent"


@asynccontextmanager
async def restarted(config: Config) -> AsyncIterator[tuple[Server, Hands]]:
    """The server once more, its clock a test's again."""
    hands = Hands()
    async with Server(config, GAMES, "tests.server.games:BOTS", World(clock=hands)) as server:
        yield server, hands
