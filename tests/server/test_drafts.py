"""Half-made rows: kept for their owner, told to nobody else, played when time is up."""

import sqlite3
from contextlib import closing

import msgspec
import pytest
from msgspec.structs import replace

from engine.values.actions import Lay, SetRows
from engine.values.cards import cards
from engine.values.draft import Draft, Kept
from protocol.errors import Refused
from protocol.messages import Act, Keep, Ping, TableView
from server.config import Config
from server.log import Log
from tests.server.cash import Room, cash, opened
from tests.server.points import (
    FOURTEEN,
    RIGHT,
    TO_FANTASYLAND,
    acts,
    deck,
    drafted,
    held,
    in_fantasyland,
    keep,
    points,
    rows,
)


async def own(room: Room, person: int) -> Draft | None:
    """The draft that somebody finds who comes back to the table."""
    return (await (await room.back(person)).view()).draft


async def test_whoever_comes_back_finds_the_last_rows(config: Config) -> None:
    async with points(config) as room:
        view = await room.people[1].view()
        assert view.draft is None
        hand = held(view)
        assert await keep(room, 1, drafted(hand, 3, 5, 5)) is None
        assert await keep(room, 1, drafted(hand, 0, 2, 0)) is None
        assert await own(room, 1) == drafted(hand, 0, 2, 0)
        assert await own(room, 0) is None


async def test_nobody_is_told_anything(config: Config) -> None:
    async with points(config, 3) as room:
        for client in room.people:
            await client.ask(Ping)
        before = [(list(client.pushes), len(client.raw)) for client in room.people]
        hand = held(await room.people[0].view())
        for count in range(1, 6):
            assert await keep(room, 0, drafted(hand, 0, 0, count)) is None
        for client in room.people:
            await client.ask(Ping)
        assert [client.pushes for client in room.people] == [pushes for pushes, _ in before]
        owner, *others = (
            len(client.raw) - bytes_before
            for client, (_, bytes_before) in zip(room.people, before, strict=True)
        )
        # An answer to each, and nothing else.
        assert {6 * other for other in others} == {owner}


async def test_what_can_not_be_kept(config: Config) -> None:
    async with points(config) as room:
        view = await room.people[0].view()
        hand, other = held(view), held(await room.people[1].view())
        one = Draft(hand[:1])
        assert await keep(room, 0, one, deal=2) == "deal_changed"
        assert await keep(room, 0, one, decision=2) == "stale"
        assert await keep(room, 0, Draft(other[:1])) == "not_your_cards"
        assert await keep(room, 0, Draft(cards("??"))) == "not_your_cards"
        assert await keep(room, 0, Draft(hand[:1], hand[:1])) == "wrong_rows"
        looking = await room.comes("Zoe")
        where = {"table": room.table, "deal": 1, "decision": 1}
        assert await looking.refused(Keep, **where, draft=one) == "not_seated"
        assert await own(room, 0) is None


async def test_games_without_rows_keep_none(config: Config) -> None:
    async with cash(config, 400, 400) as room:
        assert await keep(room, 0, Draft()) == "no_drafts"


async def test_cards_of_one_turn_are_arranged_together(config: Config) -> None:
    async with points(config, game="openface") as room:
        hand = held(await room.people[1].view())
        assert await keep(room, 0, Draft()) == "not_your_turn"
        assert await keep(room, 1, drafted(hand, 1, 2, 2)) is None
        where = {"table": room.table, "deal": 1, "decision": 1}
        await room.people[1].ask(Act, **where, action=Lay(hand[1], "middle"))
        assert await own(room, 1) == Draft(hand[:1], hand[2:3], hand[3:])


def written(room: Room) -> list[tuple[object, ...]]:
    """What is kept on the disk."""
    with closing(sqlite3.connect(room.config.state / "log.sqlite3")) as database:
        return database.execute("SELECT account, deal, decision, kept FROM drafts").fetchall()


async def test_what_was_answered_is_on_the_disk_and_outlives_a_restart(config: Config) -> None:
    async with points(config, decks={1: deck(FOURTEEN)}) as room:
        for draft in (RIGHT, Draft(back=RIGHT.back)):
            assert await keep(room, 1, draft) is None
            ((account, deal, decision, kept),) = written(room)
            assert (account, deal, decision) == (room.accounts[1], 1, 1)
            assert msgspec.json.decode(str(kept), type=Kept) == Kept(draft, RIGHT)
    async with opened(room):
        assert await own(room, 1) == Draft(back=RIGHT.back)
        assert await own(room, 0) is None
        room.hands.move(90)
        assert rows(await room.seen(lambda view: view.stage != "running"), 1) == RIGHT
        assert not written(room)
        assert await own(room, 1) is None
    async with opened(room):
        # What was played of it is in the log.
        assert rows(await (await room.back(0)).view(), 1) == RIGHT


async def test_what_can_not_be_written_is_not_kept(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(log: Log, writes: object) -> None:
        raise Refused("storage")

    async with points(config) as room:
        hand = held(await room.people[0].view())
        assert await keep(room, 0, drafted(hand, 1, 0, 0)) is None
        with monkeypatch.context() as broken:
            broken.setattr(Log, "append", full)
            assert await keep(room, 0, drafted(hand, 2, 0, 0)) == "storage"
            # The table goes on, and nobody is shown anything.
            assert {view.pause for view in room.people[1].all(TableView)} == {None}
        assert await own(room, 0) == drafted(hand, 1, 0, 0)


async def test_nobody_keeps_without_end(config: Config) -> None:
    config = replace(config, limits=replace(config.limits, keeps_burst=2, keeps_per_second=1e-6))
    async with points(config) as room:
        hand = held(await room.people[0].view())
        assert await keep(room, 0, drafted(hand, 1, 0, 0)) is None
        assert await keep(room, 0, drafted(hand, 2, 0, 0)) is None
        assert await keep(room, 0, drafted(hand, 2, 0, 0)) is None
        assert await keep(room, 0, drafted(hand, 3, 0, 0)) == "too_many_requests"


async def test_a_submitted_hand_is_kept_no_more(config: Config) -> None:
    async with points(config) as room:
        hand = held(await room.people[0].view())
        assert await keep(room, 0, drafted(hand, 3, 5, 5)) is None
        await room.does(0, SetRows(hand[:3], hand[3:8], hand[8:]))
        assert not written(room)
        assert await keep(room, 0, drafted(hand, 3, 5, 5)) == "already_set"


async def test_each_question_has_its_own_time(config: Config) -> None:
    async with points(config, 3) as room:
        room.hands.move(60)
        hand = held(await room.people[0].view())
        await room.does(0, SetRows(hand[:3], hand[3:8], hand[8:]))
        for client in room.people:
            clock = (await client.view()).clock
            assert clock is not None
            assert (clock.left, clock.total) == (30_000, 90_000)
        # Who comes back finds the time that is left.
        room.hands.move(10)
        clock = (await (await room.back(1)).view()).clock
        assert clock is not None
        assert clock.left == 20_000
        room.hands.move(20)
        await room.seen(lambda view: view.stage != "running")


async def test_cards_of_one_turn_have_one_time(config: Config) -> None:
    async with points(config, game="openface", clock=40) as room:
        hand = held(await room.people[1].view())
        room.hands.move(30)
        await room.does(1, Lay(hand[0], "front"))
        clock = (await room.people[0].view()).clock
        assert clock is not None
        assert clock.left == 10_000
        room.hands.move(10)
        view = await room.seen(lambda view: view.view is not None and view.view.to_act == (0,))
        assert view.clock is not None
        assert view.clock.left == 40_000


async def test_in_fantasyland_time_runs_when_the_others_have_laid_all(config: Config) -> None:
    async with points(config, game="pineapple", decks=TO_FANTASYLAND, clock=40) as room:
        await in_fantasyland(room)
        assert await keep(room, 1, RIGHT) is None
        for _ in range(4):
            room.hands.move(39)
            await acts(room, 0)
            for client in room.people:
                clock = (await client.view()).clock
                assert clock is not None
                assert clock.left == 1000
            await acts(room, 0)
            await acts(room, 0)
            assert (await room.people[1].view()).draft == RIGHT
        view = await room.people[1].view(
            lambda view: view.view is not None and view.view.phase == "set"
        )
        assert view.clock is not None
        assert view.clock.left == 40_000
        room.hands.move(40)
        assert rows(await room.seen(lambda view: view.stage != "running"), 1) == RIGHT
