"""Opening, sitting down, leaving, coming back: what a table does and what it refuses."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.values.actions import Pass, Take
from engine.values.offers import real
from protocol.messages import (
    Act,
    Closed,
    Create,
    Fill,
    Join,
    Leave,
    Lobby,
    Next,
    No,
    Ok,
    Ping,
    TableView,
    Watch,
    WatchLobby,
)
from server.config import Config
from server.run import Server
from tests.server.client import Client, open_table, play, sit


async def three(server: Server) -> tuple[list[Client], str]:
    """Three people at a table of three, their first deal running."""
    clients = [await Client.tcp(server.port) for _ in range(3)]
    for client, name in zip(clients, ("Anna", "Ben", "Carla"), strict=True):
        await client.hello(name)
    table = await open_table(clients[0])
    for client in clients[1:]:
        await sit(client, table)
    for client in clients:
        await client.view(lambda view: view.stage == "running")
    return clients, table


def on_turn(clients: list[Client]) -> Client:
    """Whoever has something to decide."""
    return next(one for one in clients if one.table is not None and real(one.table.offers))


async def close(clients: list[Client]) -> None:
    """Hang up everywhere."""
    for client in clients:
        await client.close()


# ── opening ────────────────────────────────────────────────────────────────────────────────────


async def test_a_table_is_opened_with_every_option(server: Server) -> None:
    async with await Client.tcp(server.port) as client:
        await client.hello("Anna")
        await open_table(client, name="Küche", options={"soft_landing": True})
        view = await client.view()
    assert view.name == "Küche"
    assert view.options == {"all_at_once": False, "rising_stakes": False, "soft_landing": True}
    assert view.me == 0
    assert [chair.kind for chair in view.chairs] == ["person", "empty", "empty"]
    assert (view.stage, view.deal, view.number, view.view) == ("waiting", 0, 0, None)


@pytest.mark.parametrize(
    ("fields", "code", "facts"),
    [
        ({"game": "canasta"}, "unknown_game", {}),
        ({"seats": 2}, "bad_seats", {"lo": 3, "hi": 6}),
        ({"seats": 7}, "bad_seats", {"lo": 3, "hi": 6}),
        ({"options": {"speed": 3}}, "unknown_option", {"name": "speed"}),
        (
            {"options": {"soft_landing": 1}},
            "bad_option",
            {"name": "soft_landing", "known": "on, off"},
        ),
        # rules.md C.1: stud is played at a limit or for the pot, and has no blinds to go without.
        (
            {"game": "stud7", "options": {"structure": "no"}},
            "bad_option",
            {"name": "structure", "known": "split, spread, pot"},
        ),
        (
            {"game": "soko", "options": {"bring_in": -1}},
            "bad_option",
            {"name": "bring_in", "known": "0–1000000"},
        ),
        ({"game": "stud5", "options": {"button": "dead"}}, "unknown_option", {"name": "button"}),
        ({"game": "stud7_hilo", "seats": 9}, "bad_seats", {"lo": 2, "hi": 8}),
        ({"game": "draw5", "seats": 9}, "bad_seats", {"lo": 2, "hi": 8}),
        ({"level": "strong"}, "bad_level", {}),
    ],
)
async def test_a_wrong_table_is_refused(
    server: Server, fields: dict[str, object], code: str, facts: dict[str, object]
) -> None:
    async with await Client.tcp(server.port) as client:
        await client.hello("Anna")
        right: dict[str, object] = {"game": "pokerface", "name": "x", "seats": 4}
        answer = await client.request(Create, **(right | fields))
        assert isinstance(answer, No)
        assert (answer.why.code, answer.why.facts) == (code, facts)
    assert not server.house.tables


async def test_one_account_has_a_limited_number_of_tables(config: Config) -> None:
    limits = replace(config.limits, tables_each=2)
    async with (
        Server(replace(config, limits=limits)) as server,
        await Client.tcp(server.port) as client,
        await Client.tcp(server.port) as other,
    ):
        await client.hello("Anna")
        await other.hello("Ben")
        table = await open_table(other)
        for _ in range(2):
            await open_table(client)
        assert await client.refused(Create, game="pokerface", name="", seats=3) == "too_many_tables"
        assert await client.refused(Join, table=table) == "too_many_tables"


async def test_a_repeated_request_gets_the_first_answer(server: Server) -> None:
    async with await Client.tcp(server.port) as client:
        await client.hello("Anna")
        wish = {"key": "once-only", "game": "pokerface", "name": "x", "seats": 3}
        first = await client.ask(Create, **wish)
        assert await client.ask(Create, **wish) == replace(first, id=2)
        assert len(server.house.tables) == 1
        fill = {"key": "fill-once", "table": first.table}
        await client.ask(Fill, **fill)
        await client.ask(Fill, **fill)
        assert await client.refused(Fill, table=first.table) in {"deal_running", "nothing_to_fill"}


async def test_a_repeat_survives_a_new_connection(server: Server) -> None:
    wish = {"key": "once-only", "game": "pokerface", "name": "x", "seats": 3}
    async with await Client.tcp(server.port) as client:
        code = (await client.hello("Anna")).account.code
        first = await client.ask(Create, **wish)
    async with await Client.tcp(server.port) as again:
        welcome = await again.hello(code=code)
        assert welcome.held == (first.table,)
        assert (await again.ask(Create, **wish)).table == first.table
        assert (await again.view()).me == 0
    assert len(server.house.tables) == 1


# ── sitting down ───────────────────────────────────────────────────────────────────────────────


async def test_seats_are_chosen_or_given(server: Server) -> None:
    clients = [await Client.tcp(server.port) for _ in range(4)]
    for client in clients:
        await client.hello("Ann")
    table = await open_table(clients[0], seats=4)
    await sit(clients[1], table, seat=3)
    assert await clients[2].refused(Join, table=table, seat=3) == "seat_taken"
    assert await clients[2].refused(Join, table=table, seat=4) == "no_such_seat"
    await sit(clients[2], table)
    assert (await clients[2].view()).me == 1
    assert [chair.kind for chair in (await clients[0].view()).chairs].count("person") >= 2
    assert await clients[3].refused(Join, table="nowhere") == "unknown_table"
    await sit(clients[3], table)
    fifth = await Client.tcp(server.port)
    await fifth.hello("Late")
    assert await fifth.refused(Join, table=table) == "table_full"
    await close([*clients, fifth])


async def test_an_account_sits_only_once(server: Server) -> None:
    async with await Client.tcp(server.port) as client, await Client.tcp(server.port) as ben:
        await client.hello("Anna")
        await ben.hello("Ben")
        table = await open_table(client)
        first, second = await asyncio.gather(
            ben.request(Join, table=table, seat=1), ben.request(Join, table=table, seat=2)
        )
        assert isinstance(first, Ok)
        assert isinstance(second, No)
        assert second.why.code == "already_seated"
        view = await ben.view()
        assert [chair.name for chair in view.chairs].count("Ben") == 1
        assert view.me == 1
        # Out and in again, while the answers are still on their way.
        await asyncio.gather(
            ben.ask(Leave, table=table), ben.ask(Join, table=table, seat=2), ben.ask(Ping)
        )
        view = await ben.view(lambda view: view.me == 2)
        assert [chair.name for chair in view.chairs] == ["Anna", "", "Ben"]


async def test_bots_fill_the_empty_chairs(server: Server) -> None:
    async with await Client.tcp(server.port) as client, await Client.tcp(server.port) as ben:
        await client.hello("Anna")
        await ben.hello("Ben")
        table = await open_table(client, seats=4)
        assert await ben.refused(Fill, table=table) == "not_seated"
        await client.ask(Fill, table=table)
        view = await client.view(lambda view: view.stage == "running")
        assert [chair.kind for chair in view.chairs] == ["person", "bot", "bot", "bot"]
        assert len({chair.name for chair in view.chairs}) == 4


async def test_bots_that_come_later_come_on_the_servers_clock(config: Config) -> None:
    async with (
        Server(replace(config, fill_after=0.01)) as server,
        await Client.tcp(server.port) as client,
    ):
        await client.hello("Anna")
        await open_table(client, bots="later")
        view = await client.view(lambda view: view.stage == "running")
        assert [chair.kind for chair in view.chairs] == ["person", "bot", "bot"]


# ── deciding ───────────────────────────────────────────────────────────────────────────────────


async def test_foreign_stale_and_illegal_decisions_are_refused(server: Server) -> None:
    clients, table = await three(server)
    actor = on_turn(clients)
    view = actor.table
    assert view is not None
    right = {"table": table, "deal": view.deal, "decision": view.decision}
    waiting = next(one for one in clients if one is not actor)
    assert waiting.table is not None
    assert waiting.table.offers == () or not real(waiting.table.offers)
    theirs = right | {"decision": waiting.table.decision}
    assert await waiting.refused(Act, **theirs, action=Take(1, None)) == "not_your_turn"
    assert await actor.refused(Act, **right, action=Pass()) == "no_token"
    assert await actor.refused(Act, **right, action=Take(1, 2)) == "token_moved"
    wrong = right | {"deal": view.deal + 1}
    assert await actor.refused(Act, **wrong, action=Take(1, None)) == "deal_changed"
    wrong = right | {"decision": view.decision + 1}
    assert await actor.refused(Act, **wrong, action=Take(1, None)) == "stale"
    assert await actor.refused(Act, **(right | {"table": "x"}), action=Pass()) == "unknown_table"
    # The second of two quick presses never answers the next question.
    first, second = await asyncio.gather(
        actor.request(Act, **right, action=Take(1, None)),
        actor.request(Act, **right, action=Take(1, None)),
    )
    assert isinstance(first, Ok)
    assert isinstance(second, No)
    assert second.why.code == "stale"
    await close(clients)


async def test_where_all_act_at_once_the_offer_decides(server: Server) -> None:
    clients = [await Client.tcp(server.port) for _ in range(3)]
    for client in clients:
        await client.hello("Ann")
    table = await open_table(clients[0], options={"all_at_once": True})
    for client in clients[1:]:
        await sit(client, table)
    views = [await client.view(lambda view: view.stage == "running") for client in clients]
    # Two take the same token from the centre: one gets it, the other learns where it is.
    answers = await asyncio.gather(
        *(
            client.request(Act, table=table, deal=1, decision=view.decision, action=Take(3, None))
            for client, view in zip(clients, views, strict=True)
        )
    )
    won = [seat for seat, answer in enumerate(answers) if isinstance(answer, Ok)]
    assert len(won) == 1
    for answer in answers:
        if isinstance(answer, No):
            assert answer.why.code == "token_moved"
            assert answer.why.facts["holder"] == won[0]
    # Another token is untouched by that: the view from before is still good for it.
    other = clients[(won[0] + 1) % 3]
    view = views[(won[0] + 1) % 3]
    await other.ask(Act, table=table, deal=1, decision=view.decision, action=Take(2, None))
    await close(clients)


async def test_a_spectator_sees_no_cards_and_does_nothing(server: Server) -> None:
    clients, table = await three(server)
    async with await Client.tcp(server.port) as guest:
        await guest.hello("Gast")
        await guest.ask(Watch, table=table)
        view = await guest.view()
        assert (view.me, view.offers, view.watching) == (None, (), 1)
        assert b"hidden" in guest.raw
        assert guest.events
        fields = {"table": table, "deal": view.deal, "decision": 0}
        assert await guest.refused(Act, **fields, action=Pass()) == "not_seated"
        assert await guest.refused(Next, table=table, deal=0) == "not_seated"
        await guest.ask(Leave, table=table)
        assert await guest.refused(Leave, table=table) == "not_watching"
        await clients[0].view(lambda view: view.watching == 0)
    await close(clients)


async def test_the_next_deal_waits_for_everybody(server: Server) -> None:
    clients, table = await three(server)
    assert await clients[0].refused(Next, table=table, deal=1) == "deal_running"
    await asyncio.gather(*(play(client, deals=1) for client in clients))
    assert await clients[0].refused(Next, table=table, deal=0) == "deal_changed"
    for client in clients[:2]:
        await client.ask(Next, table=table, deal=1)
    view = await clients[0].view(lambda view: sum(chair.ready for chair in view.chairs) == 2)
    assert view.stage == "between"
    assert view.view is not None, "the last deal stays on the table"
    await clients[2].ask(Next, table=table, deal=1)
    view = await clients[0].view(lambda view: view.stage == "running")
    assert (view.deal, view.number) == (2, 2)
    assert len(view.history) == 1
    await close(clients)


async def test_after_the_match_everybody_can_begin_another(server: Server) -> None:
    async with await Client.tcp(server.port) as client:
        await client.hello("Anna")
        table = await open_table(client, bots="now")
        end = await play(client)
        await client.ask(Next, table=table, deal=end.deal)
        view = await client.view(lambda view: view.stage == "running")
    assert (view.deal, view.number, view.ended, view.history) == (end.deal + 1, 1, None, ())
    assert view.view is not None
    counters = {counter.id: counter.value for counter in view.view.counters}
    assert (counters["successes"], counters["failures"]) == (0, 0)


# ── leaving and coming back ────────────────────────────────────────────────────────────────────


async def test_leaving_for_good_cancels_the_deal(server: Server) -> None:
    clients, table = await three(server)
    dealer = [seat for seat, seen in _seats(clients[0]) if "dealer" in seen]
    await clients[1].ask(Leave, table=table)
    view = await clients[0].view(lambda view: view.stage == "waiting")
    assert view.cancelled is not None
    assert (view.cancelled.code, view.cancelled.facts["name"]) == ("left", "Ben")
    assert (view.view, view.history, view.number) == (None, (), 0)
    late = await Client.tcp(server.port)
    await late.hello("Dora")
    await sit(late, table)
    for client in (clients[0], clients[2]):
        await client.ask(Next, table=table, deal=view.deal)
    view = await clients[0].view(lambda view: view.stage == "running")
    assert (view.deal, view.number, view.cancelled) == (2, 1, None)
    assert [seat for seat, seen in _seats(clients[0]) if "dealer" in seen] == dealer
    await close([*clients, late])


def _seats(client: Client) -> list[tuple[int, tuple[str, ...]]]:
    assert client.table is not None
    assert client.table.view is not None
    return [(seat, one.markers) for seat, one in enumerate(client.table.view.seats)]


async def test_a_dropped_connection_keeps_the_seat(server: Server) -> None:
    clients, table = await three(server)
    before = clients[1].table
    events = clients[1].events
    welcome = clients[1].welcome
    assert before is not None
    assert welcome is not None
    await clients[1].close()
    view = await clients[0].view(lambda view: not view.chairs[1].here)
    assert view.stage == "running"
    async with await Client.tcp(server.port) as back:
        again = await back.hello(code=welcome.account.code)
        assert again.account.id == welcome.account.id
        assert again.held == (table,)
        await sit(back, table)
        view = await back.view()
        assert view.me == 1
        assert (view.view, view.offers, view.decision) == (
            before.view,
            before.offers,
            before.decision,
        )
        assert back.events == events
        await clients[0].view(lambda view: view.chairs[1].here)
    await close(clients)


async def test_the_last_one_to_leave_closes_the_table(server: Server) -> None:
    async with await Client.tcp(server.port) as client, await Client.tcp(server.port) as guest:
        await client.hello("Anna")
        await guest.hello("Gast")
        table = await open_table(client, bots="now")
        await guest.ask(Watch, table=table)
        await client.ask(Leave, table=table)
        closed = await guest.wait_for(lambda one: isinstance(one, Closed))
        assert isinstance(closed, Closed)
        assert closed.table == table
        assert await guest.refused(Watch, table=table) == "unknown_table"
    assert not server.house.tables


async def test_a_table_that_everybody_dropped_closes_after_a_grace(config: Config) -> None:
    async with (
        Server(replace(config, grace=0.05)) as server,
        await Client.tcp(server.port) as guest,
    ):
        await guest.hello("Gast")
        await guest.ask(WatchLobby)
        async with await Client.tcp(server.port) as client:
            await client.hello("Anna")
            table = await open_table(client, bots="now")
            await guest.ask(Watch, table=table)
        closed = await guest.wait_for(lambda one: isinstance(one, Closed))
        assert isinstance(closed, Closed)
        assert closed.why.code == "abandoned"
        await guest.wait_for(lambda one: isinstance(one, Lobby) and not one.tables)


async def test_coming_and_going_leaves_nothing_behind(server: Server) -> None:
    quiet = len(asyncio.all_tasks())
    async with await Client.tcp(server.port) as guest:
        await guest.hello("Gast")
        await guest.ask(WatchLobby)
        for turn in range(20):
            async with await Client.tcp(server.port) as client:
                await client.hello("Anna")
                table = await open_table(client, bots="now" if turn % 4 == 0 else "none")
                await client.view()
                await client.ask(Leave, table=table)
        await guest.until(
            lambda: (
                (lobby := guest.last(Lobby)) is not None and (lobby.people, lobby.tables) == (1, ())
            )
        )
    await _until(lambda: not server.house.connected)
    await _until(lambda: len(asyncio.all_tasks()) == quiet)
    assert not server.house.tables
    assert not server.house.sessions
    assert not server.house.repeats
    assert len(server.house.people) == 0


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 — nothing announces it
            await asyncio.sleep(0)


# ── the lobby ──────────────────────────────────────────────────────────────────────────────────


async def test_the_lobby_follows_the_tables(server: Server) -> None:
    async with await Client.tcp(server.port) as guest, await Client.tcp(server.port) as anna:
        await guest.hello("Gast")
        await guest.ask(WatchLobby)
        await anna.hello("Anna")
        table = await open_table(anna, name="Küche", options={"rising_stakes": True})
        lobby = await guest.wait_for(lambda one: isinstance(one, Lobby) and len(one.tables) == 1)
        assert isinstance(lobby, Lobby)
        assert lobby.people == 2
        (line,) = lobby.tables
        assert (line.id, line.name, line.game, line.seats) == (table, "Küche", "pokerface", 3)
        assert (line.taken, line.bots, line.players, line.status) == (1, 0, ("Anna",), "waiting")
        assert line.options["rising_stakes"] is True
        await anna.ask(Fill, table=table)
        lobby = await guest.wait_for(
            lambda one: isinstance(one, Lobby) and bool(one.tables) and one.tables[0].bots == 2
        )
        await guest.ask(WatchLobby, on=False)
        await guest.ask(Watch, table=table)
        assert isinstance(await guest.view(), TableView)


def test_the_state_directory_belongs_to_its_owner(tmp_path: Path) -> None:
    async def run() -> None:
        config = Config(state=tmp_path / "s", listen=None, host_socket=tmp_path / "h.sock")
        async with Server(config):
            assert (tmp_path / "s").stat().st_mode & 0o777 == 0o700
            assert (tmp_path / "s/log.sqlite3").stat().st_mode & 0o777 == 0o600
            assert (tmp_path / "h.sock").stat().st_mode & 0o777 == 0o600

    asyncio.run(run())
