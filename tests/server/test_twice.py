"""What is sent again after a broken line counts once."""

import asyncio
import sqlite3

from msgspec.structs import replace

from engine.values.actions import Show, Take
from engine.values.cards import Token
from engine.values.chance import Dice
from engine.values.offers import real
from protocol.messages import (
    Act,
    Arrange,
    Buy,
    CashInfo,
    Create,
    DealEvents,
    Join,
    Leave,
    Next,
    No,
    Post,
    Purse,
    Reserve,
    Rest,
    TableView,
    Watch,
)
from server.config import Config
from server.ledger import REFILL, table_holder
from tests.server.cash import FOLD, cash
from tests.server.client import Client, play
from tests.server.sitting import sitting, whose


async def test_a_decision_sent_again_counts_once_and_gets_the_first_answer(
    config: Config,
) -> None:
    async with sitting(config) as house:
        turn = whose(house)
        client = house.people[turn]
        view = await client.view(lambda view: bool(real(view.offers)))
        action = real(view.offers)[0].sample(Dice(bytes(32)))
        again = {
            "table": view.id,
            "deal": view.deal,
            "decision": view.decision,
            "action": action,
            "key": "one-press",
        }
        await client.ask(Act, **again)
        events = client.events
        await client.ask(Act, **again)
        back = await house.comes(turn)
        await back.ask(Act, **again)
        assert back.events == events
        # Without the key it is a second press, for a question that stands no more.
        del again["key"]
        assert await back.refused(Act, **again) in {"stale", "not_your_turn"}


async def test_a_take_that_has_gone_round_is_not_taken_again(config: Config) -> None:
    """All at once the same offer may stand again: only the key tells a repeat from a new wish."""
    async with sitting(config, options={"all_at_once": True}) as house:
        anna, ben, _ = house.people

        async def take(client: Client, token: int, holder: int | None, key: str) -> None:
            view = await client.view()
            where = {"table": view.id, "deal": view.deal, "decision": view.decision}
            await client.ask(Act, **where, action=Take(token, holder), key=key)

        await take(anna, 3, None, "anna-0001")
        await take(ben, 3, 0, "ben-00001")
        await take(ben, 2, None, "ben-00002")
        # The three lies in the centre again, as when Anna took it.
        await take(anna, 3, None, "anna-0001")
        view = await ben.view()
        assert view.view is not None
        rack = view.view.zone("tokens.c")
        assert rack is not None
        holders = [token.holder for token in rack.cells if isinstance(token, Token)]
        assert holders == [None, 1, None]
        told = [event for part in ben.all(DealEvents) for event in part.events]
        assert sum(type(event).__name__ == "Acted" for event in told) == 3


async def test_ready_said_twice_counts_once(config: Config) -> None:
    async with sitting(config) as house:
        await asyncio.gather(*(play(client, deals=1) for client in house.people))
        await house.people[0].ask(Next, table=house.table, deal=1)
        await house.people[0].ask(Next, table=house.table, deal=1)
        view = await house.people[1].view(lambda view: view.chairs[0].ready)
        assert [chair.ready for chair in view.chairs] == [True, False, False]
        for client in house.people[1:]:
            await client.ask(Next, table=house.table, deal=1)
        await house.people[0].view(lambda view: view.deal == 2)
        answer = await house.people[0].refused(Next, table=house.table, deal=1)
        assert answer in {"deal_changed", "deal_running"}


async def test_the_table_is_told_of_by_who_created_it_twice(config: Config) -> None:
    async with sitting(config) as house:
        anna = house.people[0]
        first = await anna.ask(
            Create, key="create-01", game="pokerface", name="Zwei", seats=3, patience=30
        )
        again = await anna.ask(
            Create, key="create-01", game="pokerface", name="Zwei", seats=3, patience=30
        )
        assert first.table == again.table
        assert len(house.server.house.tables) == 2


async def test_nobody_is_sent_to_a_table_that_is_gone(config: Config) -> None:
    """Who sends it again after the table has ended does not wait for ever to see it."""
    async with sitting(config) as house:
        anna, ben, _ = house.people
        create = {"key": "create-01", "game": "pokerface", "name": "Zwei", "seats": 3}
        table = (await anna.ask(Create, **create)).table
        join = {"key": "join-0001", "table": table}
        await ben.ask(Join, **join)
        for client in (ben, anna):
            await client.ask(Leave, key="leave-0001", table=table)
        await house.hands.until(lambda: table not in house.server.house.tables)
        assert await anna.refused(Create, **create) == "table_closed"
        assert await ben.refused(Join, **join) == "table_closed"
        # That it was left stays true.
        assert (await ben.ask(Leave, key="leave-0001", table=table)).table == table
        assert len(house.server.house.tables) == 1


async def test_what_changes_nothing_is_written_nowhere(config: Config) -> None:
    async with sitting(config) as house:
        await asyncio.gather(*(play(client, deals=1) for client in house.people))
        anna = house.people[0]
        await anna.ask(Next, table=house.table, deal=1)
        await anna.ask(Arrange, table=house.table, patience=90)

        def rows(database: sqlite3.Connection) -> int:
            return int(database.execute("SELECT count(*) FROM log").fetchone()[0])

        written = await house.server.house.log.read(rows)
        for _ in range(20):
            await anna.ask(Next, table=house.table, deal=1)
            await anna.ask(Arrange, table=house.table, patience=90)
        assert await house.server.house.log.read(rows) == written


async def test_one_s_mind_can_be_changed_only_so_often(config: Config) -> None:
    limits = replace(config.limits, changes_burst=4, changes_per_second=0.001)
    async with sitting(replace(config, limits=limits)) as house:
        await asyncio.gather(*(play(client, deals=1) for client in house.people))
        answers = [
            await house.people[0].request(Arrange, table=house.table, patience=patience)
            for patience in (20, 30, 40, 50, 60, 70)
        ]
        assert any(isinstance(one, No) and one.why.code == "too_many_requests" for one in answers)


async def test_looking_again_costs_nobody_else_anything(config: Config) -> None:
    limits = replace(config.limits, changes_burst=5, changes_per_second=0.001)
    async with sitting(replace(config, limits=limits)) as house:
        anna, ben, _ = house.people
        seen = len(ben.all(TableView))
        answers = [await anna.request(Watch, table=house.table) for _ in range(6)]
        assert [one for one in answers if isinstance(one, No)]
        told = anna.all(DealEvents)
        assert told[-1].first == 0
        assert len(ben.all(TableView)) == seen


# ── where there are chips ──────────────────────────────────────────────────────────────────────


async def test_a_table_opened_twice_is_paid_once(config: Config) -> None:
    async with cash(config, 500) as room:
        again = {"key": "create-01", "game": "holdem", "name": "Zwei", "seats": 4, "chips": 700}
        made = await room.people[0].ask(Create, **again)
        assert made.account is not None
        assert made.account.chips == REFILL - 500 - 700
        client = await room.back(0)
        answer = await client.ask(Create, **again)
        assert (answer.table, answer.account) == (made.table, None)
        await client.view(lambda view: view.id == made.table and view.me == 0)
        assert made.table is not None
        assert room.held(table_holder(made.table)) == 700
        assert room.purse(0) == REFILL - 500 - 700
        room.sound()


async def test_who_sits_down_twice_has_paid_once(config: Config) -> None:
    async with cash(config, 500) as room:
        await room.comes("Ben")
        again = {"key": "join-0001", "table": room.table, "chips": 800}
        await room.people[1].ask(Join, **again)
        client = await room.back(1, sit=False)
        await client.ask(Join, **again)
        view = await client.view()
        assert [chair.kind for chair in view.chairs].count("person") == 2
        # With another key it is a wish of its own, and still nothing to pay for a chair held.
        await client.ask(Join, table=room.table, chips=800)
        assert room.purse(1) == REFILL - 800
        assert room.held(table_holder(room.table)) == 500 + 800
        room.sound()


async def test_chips_bought_twice_with_one_key_are_bought_once(config: Config) -> None:
    async with cash(config, 500) as room:
        again = {"key": "buy-00001", "table": room.table, "chips": 100}
        bought = await room.people[0].ask(Buy, **again)
        assert bought.account is not None
        assert bought.account.chips == REFILL - 600
        client = await room.back(0)
        assert (await client.ask(Buy, **again)).account is None
        assert room.chair(0).stack == 600
        assert room.purse(0) == REFILL - 600
        # Another key is another hundred.
        await client.ask(Buy, **(again | {"key": "buy-00002"}))
        assert room.chair(0).stack == 700
        room.sound()


async def test_a_purchase_in_a_deal_sent_again_is_one(config: Config) -> None:
    async with cash(config, 500, 800) as room:
        again = {"key": "buy-00001", "table": room.table, "chips": 300}
        await room.people[0].ask(Buy, **again)
        client = await room.back(0)
        await client.ask(Buy, **again)
        assert room.chair(0).coming == 300
        assert room.purse(0) == REFILL - 800
        room.sound()


async def test_two_purchases_of_one_key_at_the_same_moment_are_one(config: Config) -> None:
    async with cash(config, 500) as room:
        client = room.people[0]
        again = {"key": "buy-00001", "table": room.table, "chips": 100}
        await asyncio.gather(*(client.ask(Buy, **again) for _ in range(5)))
        assert room.chair(0).stack == 600
        room.sound()


async def test_who_leaves_twice_takes_the_chips_home_once(config: Config) -> None:
    async with cash(config, 500) as room:
        await room.comes("Ben")
        await room.people[1].ask(Join, table=room.table, chips=800)
        again = {"key": "leave-001", "table": room.table}
        left = await room.people[1].ask(Leave, **again)
        assert left.account is not None
        assert left.account.chips == REFILL
        client = await room.back(1, sit=False)
        assert (await client.ask(Leave, **again)).account is None
        account = (await client.ask(Purse)).account
        assert account is not None
        assert account.chips == room.purse(1) == REFILL
        room.sound()


async def test_who_came_back_is_not_sent_away_by_a_leave_of_before(config: Config) -> None:
    async with cash(config, 500) as room:
        await room.comes("Ben")
        await room.people[1].ask(Join, table=room.table, chips=800)
        again = {"key": "leave-001", "table": room.table}
        await room.people[1].ask(Leave, **again)
        await room.people[1].ask(Join, table=room.table, chips=600)
        client = await room.back(1)
        await client.ask(Leave, **again)
        assert room.chair(1).stack == 600
        assert room.purse(1) == REFILL - 600
        room.sound()


async def test_who_leaves_a_deal_twice_loses_nothing_by_it(config: Config) -> None:
    async with cash(config, 500, 800, 900) as room:
        gone = await room.turn()
        bought = (500, 800, 900)[gone]
        again = {"key": "leave-001", "table": room.table}
        await room.people[gone].ask(Leave, **again)
        await room.people[gone].ask(Leave, **again)
        await room.people[gone].ask(Leave, **(again | {"key": "leave-002"}))
        client = await room.back(gone, sit=False)
        await client.ask(Leave, **again)
        await room.plays(FOLD)
        await room.seen(lambda view: view.stage != "running")
        # First to act, and in no blind: whoever leaves then has paid nothing.
        assert room.purse(gone) == REFILL
        assert bought not in {chair.chips for chair in room.match.chairs}
        room.sound()


async def test_what_is_wished_twice_is_written_once(config: Config) -> None:
    async with cash(config, 500, 800) as room:
        client = room.people[0]

        async def own(**wanted: object) -> CashInfo:
            view = await client.view(
                lambda view: all(getattr(view.chairs[0].cash, k) == v for k, v in wanted.items())
            )
            info = view.chairs[0].cash
            assert info is not None
            return info

        await client.ask(Rest, table=room.table, on=True)
        await client.ask(Post, table=room.table, now=True)
        written, first = room.task.seq, await own(wish="rest", posting=True)
        for _ in range(3):
            await client.ask(Rest, table=room.table, on=True)
            await client.ask(Post, table=room.table, now=True)
        assert room.task.seq == written
        assert await own() == first
        await client.ask(Rest, table=room.table, on=False)
        await client.ask(Rest, table=room.table, on=False)
        await own(wish="play")
        assert room.task.seq == written + 1


async def test_time_taken_again_is_a_second_portion_only_for_who_knows_of_the_first(
    config: Config,
) -> None:
    async with cash(config, 500, 800) as room:
        client = room.people[await room.turn()]
        view = await client.view(lambda view: bool(real(view.offers)))
        assert view.clock is not None
        where = {"table": view.id, "deal": view.deal, "decision": view.decision}
        for left in (2, 2, 2, 1, 2, 1):
            await client.ask(Reserve, **where, left=left)
        assert await client.refused(Reserve, **where, left=0) == "no_reserve"
        view = await client.view(lambda view: view.clock is not None and view.clock.total > 55_000)
        assert view.clock is not None
        assert view.clock.total == (25 + 2 * 30) * 1000
        await room.plays(None)
        # What was taken for one decision is not taken from another one.
        assert await client.refused(Reserve, **where, left=0) in {"not_your_turn", "stale"}
        await client.ask(Reserve, **where, left=2)


async def test_a_hand_shown_twice_is_seen_once(config: Config) -> None:
    async with cash(config, 500, 800) as room:
        folds = await room.turn()
        await room.plays(FOLD)
        winner = room.people[1 - folds]
        view = await winner.view(lambda view: view.stage == "between" and bool(real(view.offers)))
        stacks = [chair.chips for chair in room.match.chairs]
        again = {"table": view.id, "deal": view.deal, "decision": view.decision, "action": Show()}
        await winner.ask(Act, **again, key="one-press")
        await winner.ask(Act, **again, key="one-press")
        assert await winner.refused(Act, **again) == "deal_changed"
        for client in room.people:
            await client.view(lambda view: not real(view.offers))
            assert sum(type(event).__name__ == "Shown" for event in client.events) == 1
        assert [chair.chips for chair in room.match.chairs] == stacks
        room.sound()
