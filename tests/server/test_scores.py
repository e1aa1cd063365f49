"""Who has scored what: kept with the end of the deal, once, by team and by variant."""

import asyncio
import sqlite3
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.values.chance import Dice
from engine.values.offers import real
from protocol.messages import (
    Act,
    Best,
    Here,
    Leave,
    Next,
    Proved,
    Score,
    ScoreList,
    Scores,
    TableView,
    Tally,
    Watch,
)
from server.config import Config, Limits
from server.house import World
from server.log import Write
from server.run import Server
from tests.server.client import Client, cooperative, open_table, play, sit
from tests.server.sitting import act, rests, sitting
from tests.server.test_kill import Mortal
from tests.server.test_pokerquadrat import GAME, begin, close, lay, of, pair
from tests.server.test_store import Ahead

ANNA, BEN = "Anna", "Ben"


async def game(clients: list[Client]) -> TableView:
    """One game to its end, as both see it."""
    ends = await asyncio.gather(*(play(client) for client in clients))
    assert ends[0].best == ends[1].best
    return ends[0]


async def again(clients: list[Client]) -> TableView:
    """The next game at the same table, to its end."""
    table = clients[0].table
    assert table is not None
    for client in clients:
        await client.ask(Next, table=table.id, deal=table.deal)
    for client in clients:
        await client.view(lambda view: view.deal > table.deal)
    return await game(clients)


async def listed(client: Client, **options: Any) -> ScoreList:
    answer = await client.ask(Scores, game=GAME, options=options)
    assert answer.scores is not None
    return answer.scores


def best_of(view: TableView) -> Best:
    assert view.best is not None
    return view.best


def tally_of(view: TableView) -> Tally:
    tally = best_of(view).tally
    assert tally is not None
    return tally


def _plays(table: str, view: TableView) -> bool:
    return view.id == table and view.stage == "running"


def rows(database: sqlite3.Connection) -> list[tuple[Any, ...]]:
    return database.execute("SELECT table_id, deal, points FROM scores ORDER BY at").fetchall()


# ── one team ───────────────────────────────────────────────────────────────────────────────────


async def test_a_team_is_told_its_best_and_finds_it_in_the_list(server: Server) -> None:
    clients, _ = await begin(server)
    for client in clients:
        assert client.table is not None
        assert client.table.best is None
    assert await listed(clients[0]) == ScoreList(
        {"target": 60, "open_hands": False, "hand_size": 3}, (), (), ()
    )
    end = await game(clients)
    points = of(end, "points")
    best = best_of(end)
    assert (best.points, best.fresh) == (points, True)
    assert best.tally == Tally(1, int(points >= 60), points)
    for client in clients:
        found = await listed(client)
        (score,) = found.best
        assert found.own == found.best
        assert score == Score(1, (ANNA, BEN), (), points, best.at, best.tally)
        assert found.variants == (found.options,)
    await close(*clients)


async def test_whoever_begins_and_whoever_opens_the_table_it_is_the_same_team(
    server: Server,
) -> None:
    clients, _ = await begin(server)
    ends = [await game(clients), await again(clients)]
    table = await open_table(clients[1], GAME, seats=2)
    await sit(clients[0], table)
    for client in clients:
        await client.view(lambda view: view.id == table and view.stage == "running")
    ends.append(await game(clients))
    points = [of(end, "points") for end in ends]
    (score,) = (await listed(clients[0])).best
    assert score.points == max(points)
    assert score.tally is not None
    assert (score.tally.played, score.tally.total) == (3, sum(points))
    for number, end in enumerate(ends, 1):
        best = best_of(end)
        so_far = points[:number]
        assert best.points == max(so_far)
        # As good as before is not better: the first time counts.
        assert best.fresh is (points[number - 1] > max([-1, *points[: number - 1]]))
        assert tally_of(end).played == number
    await close(*clients)


async def test_variants_have_lists_of_their_own(server: Server) -> None:
    clients, table = await begin(server, target=45)
    first = await game(clients)
    await clients[0].ask(Leave, table=table)
    await clients[1].ask(Leave, table=table)
    other = await open_table(clients[0], GAME, seats=2, options={"hand_size": 2, "target": 45})
    await sit(clients[1], other)
    await clients[1].view(lambda view: view.id == other and view.stage == "running")
    second = await game(clients)
    found = await listed(clients[0], target=45)
    (score,) = found.best
    assert score.points == of(first, "points")
    assert tally_of(second).played == 1
    (score,) = (await listed(clients[0], hand_size=2, target=45)).best
    assert score.points == of(second, "points")
    assert (await listed(clients[0])).best == ()
    assert {one["hand_size"] for one in found.variants} == {2, 3}
    assert len(found.variants) == 2
    await close(*clients)


async def test_names_are_those_of_the_day_and_others_hear_no_tally(server: Server) -> None:
    clients, table = await begin(server)
    end = await game(clients)
    async with await Client.tcp(server.port) as guest:
        await guest.hello("Gast")
        await guest.ask(Watch, table=table)
        view = await guest.view()
        assert view.best == replace(best_of(end), tally=None)
        found = await listed(guest)
        assert [(one.rank, one.names, one.tally) for one in found.best] == [(1, (ANNA, BEN), None)]
        assert found.own == ()
    await close(*clients)


async def test_the_ten_best_are_listed_and_ones_own_have_their_rank(server: Server) -> None:
    async with await Client.tcp(server.port) as anna:
        account = (await anna.hello(ANNA)).account.id
        variant = '{"hand_size":3,"open_hands":false,"target":60}'
        for number in range(14):
            mine = number == 13
            team = f'["{account if mine else f"a{number}"}","b"]'
            # Two by two they are equal; the older one stands first.
            row = (f"t{number}", 1, number, GAME, variant, team, f'["N{number}"]', 90 - number // 2)
            writes = [
                Write("INSERT INTO scores VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)", row),
                Write("INSERT INTO teams VALUES (?, ?)", (account if mine else row[0], team)),
            ]
            await server.house.log.append(writes)
        found = await listed(anna)
        assert [one.names[0] for one in found.best] == [f"N{number}" for number in range(10)]
        assert [one.rank for one in found.best] == [1, 1, 3, 3, 5, 5, 7, 7, 9, 9]
        assert [(one.rank, one.names, one.points) for one in found.own] == [(13, ("N13",), 84)]


# ── what counts for nobody ─────────────────────────────────────────────────────────────────────


async def test_a_cancelled_game_scores_nothing(server: Server) -> None:
    clients, table = await begin(server)
    await lay(clients, 20)
    await clients[1].ask(Leave, table=table)
    view = await clients[0].view(lambda view: view.cancelled is not None)
    assert view.best is None
    assert (await listed(clients[0])).best == ()
    await close(*clients)


async def test_a_game_in_which_a_bot_stood_in_scores_nothing(config: Config) -> None:
    async with sitting(config, people=2, game=GAME, patience=10) as house:
        await lay(house.people, 4)
        await house.goes(1)
        await rests(house.people[0])
        house.hands.move(10)
        await house.vote(0, "bot")
        anna = house.people[0]
        before = of(await anna.view(lambda view: bool(real(view.offers))), "placed")
        await act(anna)
        await anna.view(lambda view: of(view, "placed") == before + 2)
        ben = await house.comes(1)
        await ben.ask(Here, table=house.table)
        end = await game([anna, ben])
        assert (end.stage, end.best) == ("over", None)
        assert (await listed(ben)).best == ()
        # The next one is theirs again.
        assert tally_of(await again([anna, ben])).played == 1


async def test_a_bot_is_a_partner_by_how_it_plays(config: Config) -> None:
    async with Server(config) as server, await Client.tcp(server.port) as anna:
        await anna.hello(ANNA)
        for level in ("easy", "normal", "easy"):
            table = await open_table(anna, GAME, seats=2, bots="now", level=level)
            await anna.view(partial(_plays, table))
            end = await play(anna)
            assert tally_of(end).played >= 1
            await anna.ask(Leave, table=table)
        found = await listed(anna)
        played = {one.bots: one.tally and one.tally.played for one in found.own}
        assert played == {("easy",): 2, ("normal",): 1}
        assert {one.names for one in found.own} == {(ANNA,)}


# ── durable, and once ──────────────────────────────────────────────────────────────────────────


async def test_after_a_restart_all_is_as_it_was(config: Config) -> None:
    async with Server(config) as server:
        clients, table = await begin(server)
        end = await game(clients)
        before = await listed(clients[0])
        codes = tuple(one.welcome.account.code for one in clients if one.welcome)
        await close(*clients)
    for _ in range(2):
        async with Server(config) as server:
            clients = await pair(server, codes)
            for client in clients:
                await sit(client, table)
                view = await client.view(lambda view: view.stage == "over")
                assert view.best == end.best
            assert await listed(clients[0]) == before
            assert len(await server.house.log.read(rows)) == 1
            await close(*clients)
    async with Server(config) as server:
        clients = await pair(server, codes)
        for client in clients:
            await sit(client, table)
            await client.view(lambda view: view.stage == "over")
        assert tally_of(await again(clients)).played == 2
        await close(*clients)


async def test_the_end_of_a_game_and_its_score_are_one(server: Server) -> None:
    clients, _ = await begin(server)
    await lay(clients, 24)
    trouble = "CREATE TRIGGER trouble BEFORE INSERT ON bests BEGIN SELECT RAISE(ABORT, 'x'); END"
    await server.house.log.append([Write(trouble, ())])
    playing = [asyncio.create_task(play(client)) for client in clients]
    await clients[0].view(lambda view: view.pause is not None)
    view = await clients[1].view(lambda view: view.pause is not None)
    assert (view.stage, view.best, of(view, "placed")) == ("running", None, 24)
    assert await server.house.log.read(rows) == []
    await server.house.log.append([Write("DROP TRIGGER trouble", ())])
    for client in clients:
        await client.view(lambda view: view.pause is None)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    assert tally_of(await game(clients)).played == 1
    assert len(await server.house.log.read(rows)) == 1
    await close(*clients)


async def test_killed_at_the_last_card_a_game_scores_once(tmp_path: Path) -> None:
    mortal = Mortal(tmp_path)
    try:
        for sent in range(3):
            await _killed_at_the_end(mortal, sent)
    finally:
        await mortal.kill()
    assert mortal.complaints == ""


async def _killed_at_the_end(mortal: Mortal, turns: int) -> None:
    """The last card is on its way for so many turns of the loop; it is sent once more after."""
    await mortal.start()
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(await Client.unix(mortal.path)) for _ in "ab"]
        codes = [(await client.hello()).account.code for client in clients]
        table = await open_table(clients[0], GAME, seats=2)
        await sit(clients[1], table)
        for client in clients:
            await client.view(lambda view: view.stage == "running")
        await lay(clients, 24)
        last = next(one for one in clients if one.table and real(one.table.offers))
        view = last.table
        assert view is not None
        action = cooperative(view, real(view.offers)).sample(Dice(bytes(32)))
        where = {"table": table, "deal": view.deal, "decision": view.decision}
        act: dict[str, Any] = {"action": action, "key": "the last card", **where}
        last.write(Act(id=999, **act))
        for _ in range(turns):
            await asyncio.sleep(0)
        await mortal.kill()
        code = codes[clients.index(last)]
    await mortal.start()
    async with await Client.unix(mortal.path) as back:
        await back.hello(code=code)
        await sit(back, table)
        await back.view(lambda view: view.view is not None)
        await back.request(Act, **act)
        over = await back.view(lambda view: view.stage == "over")
        assert tally_of(over).played == 1
        assert best_of(over).points == of(over, "points")
    await mortal.kill()
    with sqlite3.connect(mortal.state / "log.sqlite3") as database:
        ended = database.execute(
            "SELECT table_id, deal, json_extract(scored, '$.facts.points') FROM finished"
            " ORDER BY at"
        ).fetchall()
        assert rows(database) == ended
        (played,) = database.execute("SELECT sum(played) FROM bests").fetchone()
        assert played == len(ended)
    database.close()


# ── accounts go, strangers ask ─────────────────────────────────────────────────────────────────


async def test_scores_go_with_the_guests_account(config: Config) -> None:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(Server(config))
        assert config.host_socket is not None
        keyed = []
        for name in ("Dora", "Emil"):
            client = await stack.enter_async_context(await Client.unix(config.host_socket))
            await client.hello(name, proved=Proved(f"key of {name}", "192.0.2.1"))
            keyed.append(client)
        guest = await stack.enter_async_context(await Client.tcp(server.port))
        await guest.hello("Gast")
        for people in (keyed, [keyed[0], guest]):
            table = await open_table(people[0], GAME, seats=2)
            await sit(people[1], table)
            for client in people:
                await client.view(partial(_plays, table))
            await game(people)
            for client in people:
                await client.ask(Leave, table=table)
        assert len((await listed(keyed[0])).own) == 2
    async with Server(config, world=World(clock=Ahead(91))) as server:
        async with await Client.unix(config.host_socket) as dora:
            await dora.hello(proved=Proved("key of Dora", "192.0.2.1"))
            found = await listed(dora)
            assert [one.names for one in found.own] == [("Dora", "Emil")]
            assert found.own == found.best
        counts = await server.house.log.read(
            lambda database: [
                database.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
                for name in ("scores", "bests", "teams")
            ]
        )
        assert counts == [1, 1, 2]


async def test_what_there_is_no_list_of_is_refused(server: Server) -> None:
    async with await Client.tcp(server.port) as anna:
        await anna.hello(ANNA)
        assert await anna.refused(Scores, game="whist") == "unknown_game"
        assert await anna.refused(Scores, game=GAME, options={"target": 0}) == "bad_option"
        assert await anna.refused(Scores, game=GAME, options={"joker": True}) == "unknown_option"
        # A game without points has an empty one.
        answer = await anna.ask(Scores, game="pokerface")
        assert answer.scores is not None
        assert (answer.scores.best, answer.scores.variants) == ((), ())
        assert [info.id for info in anna.welcome.games if info.scores] == [GAME]  # type: ignore[union-attr]


async def test_nobody_asks_without_end(config: Config) -> None:
    config = replace(config, limits=Limits(changes_per_second=0.001, changes_burst=3))
    async with Server(config) as server, await Client.tcp(server.port) as anna:
        await anna.hello(ANNA)
        for _ in range(3):
            await listed(anna)
        assert await anna.refused(Scores, game=GAME) == "too_many_requests"
