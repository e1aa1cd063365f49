"""People come and go at a cash table while deals run (cases.md D1 to D3; rules.md C.2)."""

import asyncio

import pytest

from engine.values.actions import Call, Raise
from engine.values.cards import Card
from engine.values.events import Dealt, Posted
from engine.values.offers import real
from protocol.messages import (
    Act,
    Buy,
    Chat,
    Closed,
    DealEvents,
    Fill,
    Join,
    Leave,
    Next,
    No,
    Ok,
    Post,
    Rest,
    Return,
    Watch,
)
from server.config import Config
from server.ledger import HOUSE, REFILL
from tests.server.cash import FOLD, LEAST, MOST, Room, cash, dealt_in, marked

# Bots that never fold or raise.
CALLING = "tests.server.games:CALLING"
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


# ── sitting out, and the blinds that go by ─────────────────────────────────────────────────────


async def folded(room: Room) -> None:
    """Everybody folds to the big blind."""
    while (await room.seen()).stage == "running":
        await room.plays(FOLD)


def posted(room: Room, seat: int) -> list[tuple[int, str]]:
    """What a chair has posted in the deal on the table."""
    events = room.looking[0].events
    return [(one.chips, one.kind) for one in events if isinstance(one, Posted) and one.seat == seat]


async def missed(room: Room) -> None:
    """Ben sits out for two deals: big and small blind have gone by when he is back.

    The buttons of the deals are in the chairs 0, 2 and 3.
    """
    ben = room.people[1]
    await ben.ask(Rest, table=room.table, on=True)
    view = await ben.view(lambda view: view.chairs[1].cash is not None)
    assert dealt_in(view) == [0, 1, 2, 3], "who sits out plays the running deal"
    await folded(room)
    view = await room.next()
    assert (dealt_in(view), marked(view, "dealer")) == ([0, 2, 3], [2])
    assert view.chairs[1].cash is not None
    assert (view.chairs[1].cash.wish, view.chairs[1].cash.owes) == ("rest", False)
    await folded(room)
    view = await room.next()
    assert (dealt_in(view), marked(view, "big_blind")) == ([0, 2, 3], [2])
    await folded(room)
    await ben.ask(Rest, table=room.table, on=False)
    view = await ben.view(lambda view: view.chairs[1].cash is not None)
    assert room.chair(1).owes


async def test_whoever_sat_out_posts_what_was_missed_as_soon_as_that_can_be(
    config: Config,
) -> None:
    async with cash(config, 500, 500, 500, 500) as room:
        await missed(room)
        await room.people[1].ask(Post, table=room.table, now=True)
        # The button comes to chair 0 and the blinds to 2 and 3: nobody comes in between them.
        view = await room.next()
        assert (dealt_in(view), marked(view, "dealer")) == ([0, 2, 3], [0])
        await folded(room)
        view = await room.next()
        assert (dealt_in(view), marked(view, "dealer")) == ([0, 1, 2, 3], [2])
        # The big blind is a bet, the small one is the pot's (C.2).
        assert posted(room, 1) == [(5, "dead"), (10, "blind")]
        assert [seat.bet for seat in view.view.seats][:4] == [10, 10, 0, 5]  # type: ignore[union-attr]
        assert not room.chair(1).posting or room.match.running
        await folded(room)
        assert not room.chair(1).owes
        room.sound()


async def test_whoever_sat_out_may_wait_for_the_big_blind(config: Config) -> None:
    async with cash(config, 500, 500, 500, 500) as room:
        await missed(room)
        for button in (0, 2):
            view = await room.next()
            assert (dealt_in(view), marked(view, "dealer")) == ([0, 2, 3], [button])
            await folded(room)
        view = await room.next()
        assert (dealt_in(view), marked(view, "big_blind")) == ([0, 1, 2, 3], [1])
        assert posted(room, 1) == [(10, "blind")]
        room.sound()


async def test_a_dead_button_and_no_small_blind_where_two_have_left(config: Config) -> None:
    """TB-02."""
    options = {"button": "dead"}
    async with cash(config, 500, 500, 500, 500, 500, 500, options=options) as room:
        await folded(room)
        for person in (1, 2):
            await room.people[person].ask(Leave, table=room.table)
        view = await room.next()
        assert dealt_in(view) == [0, 3, 4, 5]
        assert room.match.dealer == 1
        assert [posted(room, seat) for seat in (0, 3, 4, 5)] == [[], [(10, "blind")], [], []]
        assert view.view is not None
        assert view.view.to_act == (4,)
        room.sound()


async def test_from_three_to_two_and_back(config: Config) -> None:
    """B6 (b): nobody pays the big blind twice running."""
    async with cash(config, 500, 500, 500) as room:
        await folded(room)
        await room.people[0].ask(Leave, table=room.table)
        view = await room.next()
        assert (marked(view, "dealer"), marked(view, "big_blind")) == ([2], [1])
        assert (await room.turn(), posted(room, 2)) == (2, [(5, "blind")])
        # Somebody new takes the chair; the blinds come round to it in the next deal but one.
        dora = await room.comes("Dora")
        await dora.ask(Join, table=room.table, seat=0)
        await folded(room)
        view = await room.next()
        assert (marked(view, "dealer"), marked(view, "big_blind")) == ([1], [2])
        assert dealt_in(view) == [1, 2]
        await folded(room)
        view = await room.next()
        assert (marked(view, "dealer"), marked(view, "small_blind")) == ([1], [2])
        assert marked(view, "big_blind") == [0]
        assert posted(room, 0) == [(10, "blind")]
        room.sound()


# ── a line that breaks ─────────────────────────────────────────────────────────────────────────


async def test_who_is_not_there_is_not_dealt_in_and_plays_again_once_back(config: Config) -> None:
    async with cash(config, 500, 500, 500) as room:
        await folded(room)
        await room.goes(0)
        view = await room.next()
        assert dealt_in(view) == [1, 2]
        assert view.chairs[0].cash is not None
        assert view.chairs[0].cash.wish == "play"
        await folded(room)
        await room.back(0)
        await room.hands.until(lambda: not room.chair(0).away)
        # No word was needed; the blinds that went by are owed as ever.
        for _ in range(3):
            view = await room.next()
            if 0 in dealt_in(view):
                break
            await folded(room)
        assert dealt_in(view) == [0, 1, 2]
        room.sound()


async def test_a_chair_is_not_held_for_ever(config: Config) -> None:
    async with cash(config, 500, 500, 500) as room:
        await folded(room)
        await room.people[1].ask(Rest, table=room.table, on=True)
        await room.people[2].ask(Rest, table=room.table, on=True)
        await room.goes(0)
        await room.hands.until(lambda: config.hold in room.hands.due)
        room.hands.move(config.hold)
        view = await room.seen(lambda view: view.chairs[0].kind == "empty")
        assert view.stage == "waiting"
        assert room.purse(0) == REFILL
        room.sound()


async def test_a_chair_that_is_due_in_a_deal_is_free_after_it(config: Config) -> None:
    """It was held for as long once more if a deal ran at that moment that it was dealt in to."""
    async with cash(config, 500, LEAST, 500, decks={1: BEN_WINS}, clock=600) as room:
        await room.plays(None, Raise(LEAST))
        await room.goes(1)
        await room.hands.until(lambda: config.hold in room.hands.due)
        room.hands.move(config.hold)
        await room.seen(
            lambda view: view.chairs[1].cash is not None and view.chairs[1].cash.wish == "leave"
        )
        room.sound()
        await room.plays(FOLD, FOLD)
        await room.seen(lambda view: view.chairs[1].kind == "empty")
        assert room.purse(1) == REFILL + 20
        room.sound()


# ── between deals ──────────────────────────────────────────────────────────────────────────────


async def test_the_rest_between_deals_is_told_and_all_can_end_it(config: Config) -> None:
    async with cash(config, 500, 500, 500, 500) as room:
        anna, ben = room.people[:2]
        await folded(room)
        await room.people[3].ask(Rest, table=room.table, on=True)
        view = await anna.view(lambda view: view.next is not None)
        assert view.next is not None
        assert (view.next.left, view.next.total) == (6_000, 6_000)
        room.hands.move(2)
        await room.goes(2)
        await anna.view(lambda view: view.next is not None and view.next.left == 2_000)
        assert await ben.refused(Next, table=room.table, deal=0) == "deal_changed"
        await room.hurry(1)
        view = await anna.view(lambda view: view.chairs[1].ready)
        assert view.stage == "between"
        # Carla is not there and Dora sits out: two are all who play.
        await room.hurry(0)
        view = await anna.view(lambda view: view.deal == 2)
        assert dealt_in(view) == [0, 1]
        assert not any(chair.ready for chair in view.chairs)
        assert await ben.refused(Next, table=room.table, deal=2) == "deal_running"


async def test_bots_do_not_play_among_themselves(config: Config) -> None:
    async with cash(config, 500, seats=4, bots="now", players=CALLING) as room:
        anna = room.people[0]
        await anna.view(lambda view: view.stage == "running")
        await anna.ask(Rest, table=room.table, on=True)
        view = await room.to_the_end()
        assert (view.stage, view.next) == ("waiting", None)
        room.hands.move(60)
        await anna.ask(Chat, table=room.table, text="x")
        assert (await anna.view()).deal == 1
        await anna.ask(Rest, table=room.table, on=False)
        await anna.view(lambda view: view.stage == "between")
        await room.next()
        room.sound()


async def test_a_bot_that_has_lost_everything_is_bought_in_again(config: Config) -> None:
    """It sat there without any, and one against one nobody played on."""
    # Dealt to the button's left first: of two, to the bot.
    decks = {1: "KcKd" + "AsAh" + "2c7d9h3s4c"}
    async with cash(config, MOST, seats=2, players=CALLING, decks=decks) as room:
        anna = room.people[0]
        await anna.ask(Fill, table=room.table)
        await anna.view(lambda view: view.stage == "running")
        await room.does(0, Raise(MOST))
        view = await anna.view(lambda view: view.stage != "running")
        assert view.stage == "between"
        assert [chair.chips for chair in room.match.chairs] == [2 * MOST, 0]
        room.sound()
        view = await room.next()
        assert [chair.stack for chair in room.match.chairs] == [2 * MOST, MOST]
        assert room.held(HOUSE) == -REFILL - 2 * MOST
        room.sound()


async def test_bots_leave_a_chair_free_and_one_makes_room_for_the_next(config: Config) -> None:
    """Whoever comes to a table that bots have filled up would have to go again."""
    async with cash(config, 500, 800, seats=4) as room:
        await room.to_the_end()
        await room.people[0].ask(Fill, table=room.table)
        view = await room.people[0].view(lambda view: view.chairs[2].kind == "bot")
        assert [chair.kind for chair in view.chairs] == ["person", "person", "bot", "empty"]
        assert await room.people[0].refused(Fill, table=room.table) == "nothing_to_fill"
        await room.comes("Carla")
        await room.people[2].ask(Join, table=room.table)
        view = await room.next()
        assert [chair.kind for chair in view.chairs] == ["person", "person", "empty", "person"]
        room.sound()


async def test_a_bot_stays_where_somebody_would_have_nobody_else_to_play_with(
    config: Config,
) -> None:
    """It got up before the deal that was to begin, which could not begin then, again and again."""
    async with cash(config, 500, 500, seats=4) as room:
        anna, ben = room.people
        await room.plays(FOLD)
        await ben.ask(Rest, table=room.table, on=True)
        await anna.ask(Fill, table=room.table)
        view = await anna.view(lambda view: view.next is not None)
        assert [chair.kind for chair in view.chairs] == ["person", "person", "bot", "empty"]
        view = await room.next()
        assert dealt_in(view) == [0, 2]
        room.sound()
