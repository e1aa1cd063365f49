"""What is sent again after a broken line counts once."""

import asyncio
import sqlite3

from msgspec.structs import replace

from engine.values.actions import Take
from engine.values.cards import Token
from engine.values.chance import Dice
from engine.values.offers import real
from protocol.messages import (
    Act,
    Arrange,
    Create,
    DealEvents,
    Join,
    Leave,
    Next,
    No,
    TableView,
    Watch,
)
from server.config import Config
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
