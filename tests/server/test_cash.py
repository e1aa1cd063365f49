"""Buying in and taking home: purses, bounds, the house's gift, and the ledger that sums to zero."""

import asyncio
import os

from engine.values.actions import Call, Raise
from protocol.errors import Refused
from protocol.messages import Buy, Create, Join, Leave, No, Post, Purse, Reserve, Rest
from server import ledger
from server.config import Config
from server.ledger import HOUSE, REFILL
from tests.server.breaking import Moved
from tests.server.cash import FOLD, LEAST, MOST, cash, dealt_in, opened
from tests.server.client import Client, open_table

# Blinds of 50 and 100, so one buys in for 4000 to 10000.
HIGH = {"bet": 100}
# Of two the button, or the other, has aces against kings; nobody is helped by the board.
ACES = "KcKd" + "AsAh" + "2c7d9h3s4c"
KINGS = "AsAh" + "KcKd" + "2c7d9h3s4c"


async def purse(client: Client, *, refill: bool = False) -> int:
    """What somebody is told that they have."""
    ok = await client.ask(Purse, refill=refill)
    assert ok.account is not None
    return ok.account.chips


async def refused(client: Client, kind: type, **fields: object) -> tuple[str, dict[str, object]]:
    """Why something is refused, with the facts."""
    answer = await client.request(kind, **fields)
    assert isinstance(answer, No), answer
    return answer.why.code, dict(answer.why.facts)


async def test_chips_are_bought_played_for_and_taken_home(config: Config) -> None:
    async with cash(config, 500, 800, 800) as room:
        assert room.held(HOUSE) == -3 * REFILL
        assert room.held(f"table:{room.table}") == 2100
        await room.to_the_end()
        room.sound()
        stack = room.chair(1).stack
        ok = await room.people[1].ask(Leave, table=room.table)
        assert ok.account is not None
        assert ok.account.chips == REFILL - 800 + stack == room.purse(1)
        room.sound()
        view = await room.next()
        assert view.chairs[1].kind == "empty"
        assert dealt_in(view) == [0, 2]


# ── how much ───────────────────────────────────────────────────────────────────────────────────


async def test_one_buys_in_for_as_much_as_the_table_allows_and_one_has(config: Config) -> None:
    async with cash(config, MOST) as room:
        ben = await room.comes("Ben")
        assert await purse(ben) == REFILL
        assert room.purse(1) == 0, "the first chips come with the first payment"
        high = await open_table(ben, "holdem", options=HIGH, chips=9_300)
        assert (await ben.view()).buy_in == (4_000, 10_000)
        ok = await ben.ask(Join, table=room.table)
        assert ok.account is not None
        assert ok.account.chips == 0
        assert room.chair(1).stack == 700
        # All that there is lies on tables, so the house gives nothing.
        other = await open_table(room.people[0], "omaha", chips=LEAST)
        found = await refused(ben, Join, table=other)
        assert found == ("too_few_chips", {"have": 0, "need": LEAST})
        await ben.ask(Leave, table=high)
        assert await purse(ben) == 9_300
        ok = await ben.ask(Join, table=other)
        assert ok.account is not None
        assert ok.account.chips == 9_300 - MOST
        room.sound()


async def test_what_is_too_little_too_much_or_not_there(config: Config) -> None:
    async with cash(config, MOST) as room:
        ben = await room.comes("Ben")
        table = {"table": room.table}
        assert await refused(ben, Join, **table, chips=LEAST - 1) == (
            "below_minimum",
            {"lo": LEAST},
        )
        for much in (MOST + 1, 2**40):
            assert await refused(ben, Join, **table, chips=much) == ("above_maximum", {"hi": MOST})
        assert await ben.refused(Buy, **table, chips=1) == "not_seated"
        assert room.held(HOUSE) == -REFILL, "nothing was given to who could not pay it in"
        asked = {"game": "holdem", "name": "x", "seats": 2}
        assert await ben.refused(Create, **asked, chips=LEAST - 1) == "below_minimum"
        assert await ben.refused(Join, **table, seat=6, chips=LEAST) == "no_such_seat"
        assert await ben.refused(Join, **table, seat=0, chips=LEAST) == "seat_taken"
        await ben.ask(Create, **asked, options=HIGH, chips=9_700)
        found = await refused(ben, Join, **table, chips=LEAST)
        assert found == ("too_few_chips", {"have": 300, "need": LEAST})
        assert len(room.server.house.tables) == 2
        room.sound()


async def test_there_are_no_chips_in_a_cooperative_game(config: Config) -> None:
    async with cash(config, MOST) as room:
        anna, ben = room.people[0], await room.comes("Ben")
        asked = {"game": "pokerface", "name": "x", "seats": 3}
        assert await ben.refused(Create, **asked, chips=500) == "no_chips"
        ok = await ben.ask(Create, **asked)
        assert ok.account is None
        assert (await ben.view()).buy_in is None
        table = {"table": ok.table}
        assert await anna.refused(Join, **table, chips=500) == "no_chips"
        assert await ben.refused(Buy, **table, chips=500) == "no_chips"
        assert await ben.refused(Rest, **table, on=True) == "no_chips"
        assert await ben.refused(Post, **table, now=True) == "no_chips"
        assert await ben.refused(Reserve, **table, deal=1, decision=0, left=2) == "no_deal"
        assert (await ben.view()).chairs[0].cash is None
        assert room.purse(1) == 0


# ── more of them ───────────────────────────────────────────────────────────────────────────────


async def test_a_top_up_counts_at_once_or_after_the_deal_and_the_rest_comes_back(
    config: Config,
) -> None:
    async with cash(config, 500, 800, 800) as room:
        anna, ben = room.people[:2]
        ok = await ben.ask(Buy, table=room.table, chips=500)
        assert ok.account is not None
        assert ok.account.chips == REFILL - 1_300
        # In the deal the whole range is open, as all may be lost, but no more than that.
        found = await refused(ben, Buy, table=room.table, chips=501)
        assert found == ("above_maximum", {"hi": 500})
        assert (await ben.view()).chairs[1].cash is not None
        assert (room.chair(1).stack, room.chair(1).coming) == (800, 500)
        room.sound()
        await room.plays(FOLD, FOLD)
        # Ben has lost the small blind, so that 205 fit.
        assert (room.chair(1).stack, room.chair(1).coming) == (MOST, 0)
        assert room.purse(1) == REFILL - 1_300 + 295
        room.sound()
        assert await refused(ben, Buy, table=room.table, chips=1) == ("above_maximum", {"hi": 0})
        await anna.ask(Buy, table=room.table, chips=1)
        assert room.chair(0).stack == 501
        room.sound()


async def test_who_has_lost_everything_buys_in_again_and_is_refilled_once_a_day(
    config: Config,
) -> None:
    async with cash(config, MOST, MOST, decks={1: ACES, 2: KINGS}) as room:
        anna, ben = room.people
        assert await ben.refused(Purse, refill=True) == "enough_chips"
        await room.plays(Raise(MOST), Call(MOST - 10))
        await ben.view(lambda view: view.stage == "waiting")
        # The first chips were no refill: whoever loses them goes on playing on the same day.
        assert await purse(ben, refill=True) == REFILL
        await ben.ask(Buy, table=room.table, chips=MOST)
        await room.next()
        await room.plays(Raise(MOST), Call(MOST - 10))
        await ben.view(lambda view: view.stage == "waiting")
        assert room.match.chairs[1].chips == 0
        assert await ben.refused(Purse, refill=True) == "refilled"
        found = await refused(ben, Buy, table=room.table, chips=LEAST - 1)
        assert found == ("below_minimum", {"lo": LEAST})
        await ben.ask(Buy, table=room.table, chips=LEAST)
        await ben.view(lambda view: view.stage == "between")
        room.sound()
        await ben.ask(Leave, table=room.table)
        await anna.ask(Leave, table=room.table)
        assert (await purse(anna), await purse(ben)) == (REFILL + 2 * MOST, REFILL - MOST)
        room.sound()
        # It is a quarter past ten in the evening (UTC).
        room.hands.move(3_600)
        assert await ben.refused(Purse, refill=True) == "refilled"
        room.hands.move(3_600)
        assert await anna.refused(Purse, refill=True) == "enough_chips"
        assert await purse(ben) == REFILL - MOST, "nobody asked for it"
        assert await purse(ben, refill=True) == REFILL
        assert await ben.refused(Purse, refill=True) == "enough_chips"
        assert room.held(HOUSE) == -2 * REFILL - 2 * MOST
        room.sound()


async def test_who_has_too_few_is_given_them_as_they_are_paid(config: Config) -> None:
    async with cash(config, MOST, MOST, decks={1: ACES}) as room:
        ben = room.people[1]
        await room.plays(Raise(MOST), Call(MOST - 10))
        await ben.ask(Leave, table=room.table)
        await ben.ask(Create, game="holdem", name="x", seats=2, options=HIGH, chips=8_700)
        # 300 at home and 8700 at the other table: 1000 are missing.
        ok = await ben.ask(Join, table=room.table)
        assert ok.account is not None
        assert (ok.account.chips, room.chair(1).stack) == (300, MOST)
        room.sound()


# ── all at once ────────────────────────────────────────────────────────────────────────────────


async def test_what_is_paid_at_two_tables_at_once_is_there_twice(config: Config) -> None:
    async with cash(config, MOST) as room:
        ben = await room.comes("Ben")
        bank, log = room.server.house.bank, room.server.house.log
        first = ledger.Move(HOUSE, room.accounts[1], REFILL - 1, "first")
        today = ledger.Move(HOUSE, room.accounts[1], 1, "refill")
        at = room.server.house.millis()
        await log.append([ledger.moved(move, at) for move in (first, today)])

        async def pay(table: str) -> int:
            async with bank.paying(room.accounts[1], (4_000, 10_000), 6_000) as payment:
                move = ledger.buy_in(room.accounts[1], table, payment.chips)
                await log.append((*payment.writes, ledger.moved(move, 0)))
                return payment.chips

        ends = await asyncio.gather(pay("t1"), pay("t2"), return_exceptions=True)
        failed = [end for end in ends if isinstance(end, Refused)]
        assert [end for end in ends if end not in failed] == [6_000]
        assert [end.why.facts for end in failed] == [{"have": 4_000, "need": 6_000}]
        assert room.purse(1) == 4_000
        assert await purse(ben) == 4_000


async def test_what_is_sent_twice_is_paid_once(config: Config) -> None:
    async with cash(config, MOST) as room:
        ben = await room.comes("Ben")
        for _ in range(2):
            ok = await ben.ask(Join, table=room.table, chips=600, key="the same key")
            assert ok.table == room.table
        assert room.purse(1) == REFILL - 600
        await room.first()
        for _ in range(2):
            await ben.ask(Buy, table=room.table, chips=100, key="another key")
        assert room.purse(1) == REFILL - 700
        for _ in range(2):
            await ben.ask(Leave, table=room.table, key="a third key")
        room.sound()


async def test_a_log_that_is_gone_is_said_and_costs_nothing(config: Config) -> None:
    async with cash(config, MOST, MOST) as room:
        await room.plays(FOLD)
        anna, ben = room.people
        carla = await room.comes("Carla")
        fault = Moved(config.state)
        fault.strike(os.getpid())
        try:
            assert await carla.refused(Join, table=room.table) == "storage"
            assert await anna.refused(Buy, table=room.table, chips=4) == "storage"
            assert await ben.refused(Leave, table=room.table) == "storage"
            asked = {"game": "holdem", "name": "x", "seats": 2}
            assert await carla.refused(Create, **asked) == "storage"
        finally:
            fault.mend(os.getpid())
        room.hands.move(1)
        await anna.view(lambda view: view.pause is None)
        assert list(room.server.house.tables) == [room.table]
        room.sound()
        await carla.ask(Join, table=room.table)
        await anna.ask(Buy, table=room.table, chips=5)
        await ben.ask(Leave, table=room.table)
        assert (room.purse(0), room.purse(1), room.purse(2)) == (8_995, REFILL + 5, 9_000)
        room.sound()


async def test_a_purse_lasts(config: Config) -> None:
    async with cash(config, MOST, MOST) as room:
        await room.plays(FOLD)
        await room.people[0].ask(Leave, table=room.table)
        before = room.balances()
    async with opened(room):
        anna = await room.back(0, sit=False)
        assert anna.welcome is not None
        assert anna.welcome.account.chips == await purse(anna) == REFILL - 5
        assert room.balances() == before
        room.sound()
