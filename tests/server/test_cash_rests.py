"""Sitting out, broken lines, and the time between two deals of a cash table (rules.md C.2)."""

from engine.values.actions import Raise
from engine.values.events import Posted
from protocol.messages import (
    Chat,
    Fill,
    Join,
    Leave,
    Next,
    Post,
    Rest,
)
from server.config import Config
from server.ledger import HOUSE, REFILL
from tests.server.cash import FOLD, LEAST, MOST, Room, cash, dealt_in, marked
from tests.server.test_cash_people import BEN_WINS

# Bots that never fold or raise.
CALLING = "tests.server.games:CALLING"


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
