"""Who looks on: seen, named, heard by their like alone, and shown what lies open."""

import asyncio
from collections.abc import Iterator

import msgpack  # type: ignore[import-untyped]

from engine.values.cards import Token
from engine.values.events import Dealt
from engine.values.secret import opened_all
from protocol.messages import (
    Chat,
    Closed,
    Fill,
    Join,
    Leave,
    Lobby,
    Next,
    Ping,
    Rename,
    Said,
    Say,
    Watch,
    WatchLobby,
)
from server.run import Server
from tests.server.client import Client, open_table, play, sit

NAMES = ("Anna", "Ben", "Carla")


async def people(server: Server, *names: str) -> list[Client]:
    """Connected people of these names."""
    clients = [await Client.tcp(server.port) for _ in names]
    for client, name in zip(clients, names, strict=True):
        await client.hello(name)
    return clients


async def dealt(server: Server) -> tuple[list[Client], str]:
    """Three people in their first deal."""
    clients = await people(server, *NAMES)
    table = await open_table(clients[0])
    for client in clients[1:]:
        await sit(client, table)
    for client in clients:
        await client.view(lambda view: view.stage == "running")
    return clients, table


async def close(*clients: Client) -> None:
    """Hang up everywhere."""
    for client in clients:
        await client.close()


def hands(server: Server, table: str) -> list[set[str]]:
    """The hole cards of the deal on the table, seat by seat, as the server has them."""
    deal = server.house.tables[table].table.deal
    assert deal is not None
    held: list[set[str]] = [set() for _ in deal.binding]
    for event in deal.events:
        if isinstance(event, Dealt) and event.seat is not None:
            held[event.seat] |= {str(card) for card in opened_all(event.cells)}
    return held


def messages(stream: bytes | bytearray) -> Iterator[dict[str, object]]:
    """What a stream of bytes says, as a client of any kind reads it."""
    unpacker = msgpack.Unpacker()
    unpacker.feed(stream)
    yield from unpacker


def cards(value: object) -> set[str]:
    """Every card that is anywhere in a message."""
    if isinstance(value, dict):
        return set().union(*(cards(one) for one in value.values()))
    if isinstance(value, list):
        if value[:1] == ["card"]:
            return {str(value[1])}
        return set().union(*(cards(one) for one in value))
    return set()


def seen(client: Client, start: int = 0) -> set[str]:
    """Every card that a client was sent, from a byte on that begins a message."""
    return cards(list(messages(client.raw[start:])))


# ── what they see ──────────────────────────────────────────────────────────────────────────────


async def test_through_whole_deals_only_open_cards_are_in_the_stream(server: Server) -> None:
    (max_,) = await people(server, "Max")
    clients = await people(server, *NAMES)
    table = await open_table(clients[0])
    await max_.ask(Watch, table=table)
    for client in clients[1:]:
        await sit(client, table)
    await asyncio.gather(*(play(client, deals=2) for client in clients))
    await max_.view(lambda view: view.deal == 2 and view.stage == "between")
    board: set[str] = set()
    shown: list[int] = []
    orders: list[list[int]] = []
    for message in messages(max_.raw):
        if message["type"] == "events":
            if message["first"] == 0:
                board, shown = set(), []
            told = message["events"]
            assert isinstance(told, list)
            for event in told:
                if event["type"] == "dealt" and event["seat"] is None:
                    board |= cards(event)
                elif event["type"] == "shown":
                    shown.append(event["seat"])
                elif event["type"] == "scored":
                    orders.append(shown)
        if not shown:
            assert cards(message) <= board, "a card before it was turned or shown"
    # Weakest first: in the order of the last round's tokens.
    view = max_.table
    assert view is not None
    assert view.view is not None
    rack = view.view.zone("tokens.s")
    assert rack is not None
    holders = {cell.number: cell.holder for cell in rack.cells if isinstance(cell, Token)}
    assert orders[1] == [holders[number] for number in (1, 2, 3)]
    assert len(orders) == 2
    assert cards(list(messages(max_.raw))) >= set().union(*hands(server, table))
    await close(max_, *clients)


async def test_a_players_other_account_is_another_person_who_looks_on(server: Server) -> None:
    clients, table = await dealt(server)
    (other,) = await people(server, "Anna")
    await other.ask(Watch, table=table)
    view = await other.view()
    assert (view.me, view.offers, view.watchers) == (None, (), ("Anna 2",))
    assert not seen(other) & set().union(*hands(server, table))
    await close(other, *clients)


async def test_the_same_account_again_sees_no_more_than_its_seat(server: Server) -> None:
    clients, table = await dealt(server)
    anna, ben, carla = clients
    assert ben.welcome is not None
    own = hands(server, table)
    for rejoin in (Watch, Join):
        again = await Client.tcp(server.port)
        await again.hello(code=ben.welcome.account.code)
        assert await ben.bye() == "replaced"
        # Neither between login and table, nor as somebody who looks on, nor in the seat.
        assert not seen(again)
        await again.ask(rejoin, table=table)
        view = await again.view()
        assert (view.me, view.watching) == (1, 0)
        assert seen(again) == seen(ben) == own[1]
        await ben.close()
        ben = again
    await close(anna, ben, carla)


async def test_who_sits_down_keeps_and_gets_nothing_of_a_deal(server: Server) -> None:
    clients, table = await dealt(server)
    (max_,) = await people(server, "Max")
    await max_.ask(Watch, table=table)
    assert await max_.refused(Join, table=table) == "table_full"
    # Whoever leaves takes the deal along, and sees what a spectator sees from then on.
    await clients[1].ask(Leave, table=table)
    start = len(clients[1].raw)
    await clients[1].ask(Watch, table=table)
    await max_.ask(Join, table=table)
    view = await max_.view(lambda view: view.me == 1)
    assert (view.stage, view.view, view.watching) == ("between", None, 1)
    await clients[0].ask(Next, table=table, deal=1)
    await clients[2].ask(Next, table=table, deal=1)
    view = await max_.view(lambda view: view.stage == "running")
    await clients[1].view(lambda view: view.stage == "running")
    assert seen(max_) == hands(server, table)[1]
    assert not seen(clients[1], start)
    await close(max_, *clients)


async def test_who_takes_a_chair_after_a_deal_sees_it_as_everybody_does(server: Server) -> None:
    clients, table = await dealt(server)
    await asyncio.gather(*(play(client, deals=1) for client in clients))
    (max_,) = await people(server, "Max")
    await max_.ask(Watch, table=table)
    before = await max_.view()
    await clients[1].ask(Leave, table=table)
    await max_.ask(Join, table=table)
    after = await max_.view(lambda view: view.me == 1)
    assert (after.view, after.offers) == (before.view, ())
    await close(max_, *clients)


# ── how they are seen ──────────────────────────────────────────────────────────────────────────


async def test_they_are_counted_and_named_in_the_order_of_their_coming(server: Server) -> None:
    clients = await people(server, *NAMES)
    table = await open_table(clients[0])
    watchers = await people(server, *(f"W{number}" for number in range(22)))
    await clients[1].ask(WatchLobby)
    for watcher in watchers:
        await watcher.ask(Watch, table=table)
    view = await clients[0].view(lambda view: view.watching == 22)
    assert view.watchers == tuple(f"W{number}" for number in range(20))
    lobby = await clients[1].wait_for(
        lambda one: isinstance(one, Lobby) and one.tables[0].watching == 22
    )
    assert isinstance(lobby, Lobby)
    assert lobby.tables[0].players == ("Anna",)
    await watchers[0].close()
    await watchers[2].ask(Leave, table=table)
    view = await clients[0].view(lambda view: view.watching == 20)
    assert view.watchers[:2] == ("W1", "W3")
    await clients[0].ask(Leave, table=table)
    closed = await watchers[1].wait_for(lambda one: isinstance(one, Closed))
    assert isinstance(closed, Closed)
    await close(*watchers, *clients)


# ── whom they can talk to ──────────────────────────────────────────────────────────────────────


async def test_during_a_deal_they_talk_among_themselves(server: Server) -> None:
    clients, table = await dealt(server)
    max_, mia = await people(server, "Max", "Mia")
    for one in (max_, mia):
        await one.ask(Watch, table=table)
        assert (await one.view()).chat == "watchers"
    await max_.ask(Chat, table=table, text="Ben blufft")
    said = await mia.wait_for(lambda one: isinstance(one, Said))
    assert said == Said(table, "Max", None, text="Ben blufft", among="watchers", guest=True)
    for phrase, to in (("short_break", None), ("rules_question", None), ("your_turn", 0)):
        assert await mia.refused(Say, table=table, phrase=phrase, to=to) == "not_seated"
    for client in clients:
        await client.ask(Ping)
        assert not client.all(Said)
        assert b"blufft" not in client.raw
    # Between deals everybody hears everybody.
    await asyncio.gather(*(play(client, deals=1) for client in clients))
    await mia.view(lambda view: view.chat == "free")
    await mia.ask(Chat, table=table, text="gut gespielt")
    said = await clients[0].wait_for(lambda one: isinstance(one, Said))
    assert said == Said(table, "Mia", None, text="gut gespielt", guest=True)
    assert b"blufft" not in clients[0].raw
    await close(max_, mia, *clients)


async def test_a_name_given_during_a_deal_is_no_word_to_the_players(server: Server) -> None:
    clients, table = await dealt(server)
    early, lobby = await people(server, "Max", "Lob")
    await asyncio.gather(*(play(client, deals=1) for client in clients))
    await early.ask(Watch, table=table)
    await clients[0].view(lambda view: view.watching == 1)
    for client in clients:
        await client.ask(Next, table=table, deal=1)
    await clients[0].view(lambda view: view.deal == 2)
    starts = [len(client.raw) for client in (*clients, lobby)]
    # Somebody comes under a telling name, somebody who is there takes one, so does a player.
    (late,) = await people(server, "Ben hat AA")
    await late.ask(Watch, table=table)
    await early.ask(Rename, name="hab zwei Kö")
    await clients[1].ask(Rename, name="hab nix")
    await lobby.ask(WatchLobby)
    view = await clients[0].view(lambda view: view.watching == 2)
    assert view.watchers == ("Max",)
    await clients[1].ask(Say, table=table, phrase="short_break")
    said = await clients[0].wait_for(lambda one: isinstance(one, Said))
    assert said == Said(table, "Ben", 1, phrase="short_break", guest=True)
    told = await lobby.wait_for(lambda one: isinstance(one, Lobby))
    assert isinstance(told, Lobby)
    assert told.tables[0].players == NAMES
    # Those who look on know each other, and hear who speaks.
    view = await early.view(lambda view: view.watching == 2)
    assert view.watchers == ("hab zwei Kö", "Ben hat AA")
    assert [chair.name for chair in view.chairs] == list(NAMES)
    await late.ask(Chat, table=table, text="hallo")
    said = await early.wait_for(lambda one: isinstance(one, Said) and one.among == "watchers")
    assert said == Said(table, "Ben hat AA", None, text="hallo", among="watchers", guest=True)
    for client, start in zip((*clients, lobby), starts, strict=True):
        await client.ask(Ping)
        # What one is called oneself is one's own to know.
        theirs = [one for one in messages(client.raw[start:]) if one["type"] != "ok"]
        for word in ("AA", "zwei", "nix", "hallo"):
            assert word not in str(theirs)
    # When the deal is over all is as everybody wants to be called.
    await asyncio.gather(*(play(client, deals=2) for client in clients))
    view = await clients[0].view(lambda view: view.stage != "running")
    assert [chair.name for chair in view.chairs] == ["Anna", "hab nix", "Carla"]
    assert view.watchers == ("hab zwei Kö", "Ben hat AA")
    await close(early, late, lobby, *clients)


async def test_at_a_table_where_talk_is_free_a_name_is_told_at_once(server: Server) -> None:
    clients = await people(server, *NAMES)
    table = await open_table(clients[0], seats=4)
    for client in clients[1:]:
        await sit(client, table)
    await clients[1].ask(Rename, name="Bernd")
    await clients[0].view(lambda view: view.chairs[1].name == "Bernd")
    # So it is called when the deal begins.
    await clients[0].ask(Fill, table=table)
    view = await clients[2].view(lambda view: view.stage == "running")
    assert [chair.name for chair in view.chairs][:3] == ["Anna", "Bernd", "Carla"]
    await close(*clients)
