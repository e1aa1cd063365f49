"""Whoever comes to a table without an empty chair takes that of a bot, at a real server."""

import asyncio

import pytest
from msgspec.structs import replace

from engine.values.events import Acted, Shown
from engine.values.secret import opened_all
from protocol.messages import (
    Buy,
    Fill,
    Join,
    Leave,
    Lobby,
    Next,
    No,
    Ok,
    TableInfo,
    TableView,
    Watch,
    WatchLobby,
)
from server.config import Config
from server.ledger import HOUSE, REFILL
from server.run import Server
from tests.server.cash import FOLD, MOST, Room, cash, dealt_in, opened
from tests.server.client import Client, open_table, play, sit
from tests.server.games import RENEWED
from tests.server.test_spectators import close, hands, people, seen

# Bots that never fold or raise.
CALLING = "tests.server.games:CALLING"
KINDS = ["person", "bot", "bot", "bot"]


def kinds(view: TableView) -> list[str]:
    """Who sits in each chair: a person, a bot, nobody."""
    return [chair.kind for chair in view.chairs]


async def line(client: Client) -> TableInfo:
    """The only table's line in the lobby."""
    await client.until(lambda: bool((lobby := client.last(Lobby)) and lobby.tables))
    lobby = client.last(Lobby)
    assert lobby is not None
    return lobby.tables[0]


async def asked(room: Room) -> None:
    """Anna is in the first deal with three bots, and it waits for her."""
    await room.people[0].view(lambda view: view.stage == "running")
    assert kinds(await room.seen()) == KINDS
    await until_asked(room)


async def until_asked(room: Room) -> None:
    """Bots have decided, and the deal waits for a person."""
    while True:
        view = await room.seen(lambda view: view.view is not None and bool(view.view.to_act))
        assert view.view is not None
        if view.chairs[view.view.to_act[0]].kind == "person":
            return
        await room.seen(lambda new, seq=view.seq: new.seq > seq)


# ── for chips ──────────────────────────────────────────────────────────────────────────────────


async def test_two_people_and_six_bots_fill_a_table_of_eight(config: Config) -> None:
    async with cash(config, 500, 800, seats=8, players=CALLING) as room:
        await room.to_the_end()
        await room.people[0].ask(Fill, table=room.table)
        view = await room.people[1].view(lambda view: kinds(view).count("bot") == 6)
        assert "empty" not in kinds(view)
        assert await room.people[0].refused(Fill, table=room.table) == "nothing_to_fill"
        assert len(dealt_in(await room.next())) >= 2
        room.sound()


async def test_between_deals_a_bot_gets_up_at_once(config: Config) -> None:
    async with cash(config, 500, 800, seats=4, players=CALLING) as room:
        await room.to_the_end()
        await room.people[0].ask(Fill, table=room.table)
        carla = await room.comes("Carla")
        await carla.ask(Join, table=room.table, chips=700)
        view = await carla.view()
        assert (view.me, view.promised) == (3, None)
        assert kinds(view) == ["person", "person", "bot", "person"]
        assert room.chair(2).stack == 700
        assert (room.purse(2), room.held(HOUSE)) == (REFILL - 700, -3 * REFILL - MOST)
        room.sound()


async def test_in_a_deal_the_chair_is_promised_and_the_bot_plays_on(config: Config) -> None:
    async with cash(config, 500, seats=4, bots="now", players=CALLING) as room:
        await asked(room)
        anna = room.people[0]
        carla, max_ = await room.comes("Carla"), await room.comes("Max")
        await max_.ask(Watch, table=room.table)
        await max_.ask(WatchLobby, on=True)
        assert ((await line(max_)).taken, (await line(max_)).bots) == (4, 3)
        bots = room.task.table.bots
        before = await anna.view()
        ok = await carla.ask(Join, table=room.table, chips=700)
        assert ok.account is not None
        assert ok.account.chips == room.purse(1) == REFILL - 700
        view = await carla.view(lambda view: view.promised is not None)
        assert (view.me, view.promised, view.offers, view.chat) == (None, 3, (), "watchers")
        # For everybody else nothing has changed, but that one more looks on.
        by_anna = await anna.view(lambda view: view.watching == 2)
        assert replace(by_anna, seq=0, watching=1) == replace(before, seq=0, watching=1)
        by_max = await max_.view(lambda view: view.watching == 2)
        assert (by_max.me, by_max.promised) == (None, None)
        await max_.until(lambda: (max_.last(Lobby) or Lobby((), 0)).tables[0].promised == 1)
        room.sound()
        # Once more, and again from another line, it is the same promise.
        await carla.ask(Join, table=room.table, chips=900)
        assert await carla.refused(Join, table=room.table, seat=2) == "already_seated"
        assert await carla.refused(Buy, table=room.table, chips=100) == "not_seated"
        await room.to_the_end()
        view = await carla.view(lambda view: view.me == 3)
        assert (view.promised, kinds(view)) == (None, [*KINDS[:3], "person"])
        # The deal that lies there yet was the bot's.
        assert view.players == tuple(chair.name for chair in before.chairs)
        ended = room.task.table.deal
        assert ended is not None
        # The bot has played its hand, by itself.
        assert set(bots) <= set(ended.binding)
        acted = [one for one in ended.events if isinstance(one, Acted)]
        assert FOLD not in [one.action for one in acted]
        assert {one.seat for one in acted} == set(range(4))
        assert room.chair(1).chips == 700
        room.sound()
        # Who played, and only that, is told to whoever sits there now.
        assert room.task.table.reads(room.accounts[1]) is None
        view = await room.next()
        assert kinds(view) == [*KINDS[:3], "person"]
        assert view.players == ()


async def test_whoever_waits_for_a_chair_sees_nobodys_cards(config: Config) -> None:
    async with cash(config, 500, seats=4, bots="now", players=CALLING) as room:
        await asked(room)
        carla = await room.comes("Carla")
        await carla.ask(Join, table=room.table)
        await carla.view(lambda view: view.promised is not None)
        held = hands(room.server, room.table)
        await room.plays(None)
        await until_asked(room)
        assert not seen(carla) & set().union(*held)
        await room.to_the_end()
        await carla.view(lambda view: view.me == 3)
        deal = room.task.table.deal
        assert deal is not None
        # The chair was a bot's in this deal: what it held is not the newcomer's now.
        shown = {
            str(card)
            for one in deal.events
            if isinstance(one, Shown)
            for card in opened_all(one.cells)
        }
        assert seen(carla) & set().union(*held) <= shown


async def test_two_at_once_for_the_last_bot(config: Config) -> None:
    async with cash(config, 500, 800, seats=3, players=CALLING) as room:
        await room.to_the_end()
        await room.people[0].ask(Fill, table=room.table)
        await room.next()
        await until_asked(room)
        both = [await room.comes("Carla"), await room.comes("Dora")]
        answers = await asyncio.gather(*(one.request(Join, table=room.table) for one in both))
        codes = sorted("ok" if isinstance(one, Ok) else one.why.code for one in answers)
        assert codes == ["ok", "table_full"]
        loser = next(i for i, one in enumerate(answers) if isinstance(one, No))
        assert room.purse(2 + loser) in {0, REFILL}
        room.sound()
        # Whoever thinks better of it makes room for the other.
        await both[1 - loser].ask(Leave, table=room.table)
        assert room.purse(3 - loser) == REFILL
        await both[loser].ask(Join, table=room.table)
        room.sound()
        await room.to_the_end()
        await both[loser].view(lambda view: view.me == 2)
        room.sound()


@pytest.mark.parametrize("renewed", [False, True])
async def test_a_promise_outlasts_the_server(config: Config, renewed: bool) -> None:
    async with cash(config, 500, seats=4, bots="now", players=CALLING) as room:
        await asked(room)
        carla = await room.comes("Carla")
        assert carla.welcome is not None
        await carla.ask(Join, table=room.table, chips=700)
        room.sound()
    async with opened(room, **({"games": RENEWED} if renewed else {}), bots=CALLING):
        room.sound()
        for person in (0, 1):
            await room.back(person)
        carla = room.people[1]
        assert carla.welcome is not None
        assert carla.welcome.held == (room.table,)
        if not renewed:
            view = await carla.view()
            assert (view.me, view.promised) == (None, 3)
            await room.to_the_end()
        view = await carla.view(lambda view: view.me == 3)
        assert room.chair(1).stack == 700
        room.sound()


async def test_a_line_that_breaks_costs_nobody_the_promise(config: Config) -> None:
    async with cash(config, 500, seats=4, bots="now", players=CALLING) as room:
        await asked(room)
        carla = await room.comes("Carla")
        await carla.ask(Join, table=room.table, chips=700)
        await carla.close()
        await room.to_the_end()
        await room.seen(lambda view: kinds(view) == [*KINDS[:3], "person"])
        room.hands.move(config.blink)
        await room.hands.until(lambda: room.accounts[1] in room.task.table.absence.missing)
        carla = await room.back(1)
        assert (await carla.view()).me == 3
        room.sound()


async def test_the_chair_of_somebody_away_is_not_given_to_anybody(config: Config) -> None:
    async with cash(config, 500, 800, seats=3, players=CALLING) as room:
        await room.to_the_end()
        await room.people[0].ask(Fill, table=room.table)
        await room.goes(1)
        carla, dora = await room.comes("Carla"), await room.comes("Dora")
        await carla.ask(Join, table=room.table)
        assert await dora.refused(Join, table=room.table) == "table_full"
        assert await dora.refused(Join, table=room.table, seat=1) == "seat_taken"
        await room.back(1)
        assert room.seat(1) == 1
        room.sound()


# ── where every chair is needed ────────────────────────────────────────────────────────────────


async def test_bots_make_room_in_a_quiet_game(server: Server) -> None:
    anna, ben, max_ = await people(server, "Anna", "Ben", "Max")
    table = await open_table(anna, bots="now")
    before = await anna.view(lambda view: view.stage == "running")
    binding = server.house.tables[table].table.running
    assert binding is not None
    await max_.ask(Watch, table=table)
    await ben.ask(Join, table=table)
    view = await ben.view(lambda view: view.promised is not None)
    assert (view.me, view.promised) == (None, 2)
    # Those who play hear nothing of it, and nothing about the deal is another.
    assert (await anna.view()).watchers == ()
    assert kinds(await anna.view()) == kinds(before) == ["person", "bot", "bot"]
    held = hands(server, table)
    assert not seen(ben) & set().union(*held)
    await play(anna, deals=1)
    view = await ben.view(lambda view: view.me == 2)
    assert (view.stage, view.deal, view.chairs[2].ready) == ("between", 1, True)
    await anna.ask(Next, table=table, deal=1)
    view = await ben.view(lambda view: view.deal == 2 and view.stage == "running")
    assert seen(ben) & hands(server, table)[2]
    await close(anna, ben, max_)


async def test_between_quiet_deals_a_bot_gets_up_at_once(server: Server) -> None:
    anna, ben = await people(server, "Anna", "Ben")
    table = await open_table(anna, bots="now")
    await play(anna, deals=1)
    await sit(ben, table)
    assert (await ben.view()).me == 2
    assert (await anna.view(lambda view: view.chairs[2].kind == "person")).chairs[2].name == "Ben"
    await close(anna, ben)


async def test_who_waits_for_a_chair_does_without_it(server: Server) -> None:
    anna, ben = await people(server, "Anna", "Ben")
    table = await open_table(anna, bots="now")
    await anna.view(lambda view: view.stage == "running")
    await ben.ask(Join, table=table)
    assert await ben.refused(Next, table=table, deal=1) in {"not_seated", "deal_running"}
    await ben.ask(Leave, table=table)
    await play(anna, deals=1)
    assert kinds(await anna.view()) == ["person", "bot", "bot"]
    assert server.house.seats_of(ben.welcome.account.id) == ()  # type: ignore[union-attr]
    await close(anna, ben)
