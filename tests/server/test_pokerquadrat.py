"""Pokerquadrat at a real server: two people, silence, pauses, a restart, records, leaks."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from engine.record import replay_text
from engine.values.actions import Place
from engine.values.cards import DECK, Card, Hidden
from engine.values.chance import Dice
from engine.values.events import Acted, Dealt
from engine.values.offers import Place as PlaceOffer
from engine.values.offers import real
from protocol.messages import (
    Act,
    Chat,
    Next,
    Said,
    Say,
    TableView,
    Watch,
)
from server.config import Config
from server.run import Server
from tests.server.client import Client, open_table, play, sit
from tests.server.sitting import act, rests, sitting, whose
from tests.server.test_records import past, record

GAME = "pokerquadrat"


async def pair(server: Server, codes: Sequence[str | None] = (None, None)) -> list[Client]:
    """Anna and Ben, new or back by their codes."""
    clients = []
    for name, code in zip(("Anna", "Ben"), codes, strict=True):
        client = await Client.tcp(server.port)
        await client.hello(name, code)
        clients.append(client)
    return clients


async def begin(server: Server, **options: Any) -> tuple[list[Client], str]:
    """Two people in their first game."""
    clients = await pair(server)
    table = await open_table(clients[0], GAME, seats=2, options=options)
    await sit(clients[1], table)
    for client in clients:
        await client.view(lambda view: view.stage == "running")
    return clients, table


async def lay(clients: list[Client], times: int) -> None:
    """That many cards, each by whoever is to act."""
    for _ in range(times):
        seat = to_act(clients[0])
        await act(clients[seat])
        placed = count(clients[seat])
        for client in clients:
            await client.view(partial(_has, placed))


def _has(placed: int, view: TableView) -> bool:
    return of(view, "placed") >= placed


def to_act(client: Client) -> int:
    assert client.table is not None
    assert client.table.view is not None
    return client.table.view.to_act[0]


def of(view: TableView, counter: str) -> int:
    assert view.view is not None
    found = view.view.counter(counter)
    assert found is not None
    return found.value


def count(client: Client) -> int:
    assert client.table is not None
    return of(client.table, "placed")


async def close(*clients: Client) -> None:
    for client in clients:
        await client.close()


# ── a game, and the next ───────────────────────────────────────────────────────────────────────


async def test_two_people_play_a_game_and_the_other_one_begins_the_next(server: Server) -> None:
    clients, table = await begin(server, target=1)
    first = to_act(clients[0])
    ends = await asyncio.gather(*(play(client) for client in clients))
    for end in ends:
        assert (end.stage, end.ended) == ("over", "won")
        assert end.view is not None
        assert end.view.phase == "over"
        (score,) = end.history
        assert score.scored.code == "success"
        assert score.scored.facts["target"] == 1
        assert score.scored.facts["points"] == of(end, "points")
        assert of(end, "placed") == 25
    for client in clients:
        await client.ask(Next, table=table, deal=ends[0].deal)
    for client in clients:
        view = await client.view(lambda view: view.stage == "running" and view.deal > ends[0].deal)
        assert view.history == ()
        assert of(view, "placed") == 0
    assert to_act(clients[0]) == 1 - first
    await close(*clients)


async def test_a_game_that_misses_its_target_is_lost_and_told(server: Server) -> None:
    clients, _ = await begin(server, target=500)
    ends = await asyncio.gather(*(play(client) for client in clients))
    assert {end.ended for end in ends} == {"lost"}
    scored = ends[0].history[0].scored
    assert (scored.code, scored.facts["target"]) == ("failure", 500)
    await close(*clients)


async def test_what_the_rules_refuse_is_refused(server: Server) -> None:
    clients, table = await begin(server)
    seat = to_act(clients[0])
    view = clients[seat].table
    assert view is not None
    (offer,) = real(view.offers)
    assert isinstance(offer, PlaceOffer)
    where = {"table": table, "deal": view.deal, "decision": view.decision}
    theirs = next(card for card in DECK if card not in offer.cards)
    refused = await clients[seat].refused(Act, **where, action=Place(theirs, 0))
    assert refused == "not_your_cards"
    other = clients[1 - seat].table
    assert other is not None
    where = {"table": table, "deal": other.deal, "decision": other.decision}
    refused = await clients[1 - seat].refused(Act, **where, action=Place(theirs, 0))
    assert refused == "not_your_turn"
    assert count(clients[0]) == 0
    await close(*clients)


# ── silence ────────────────────────────────────────────────────────────────────────────────────


async def test_during_a_game_only_fixed_sentences(server: Server) -> None:
    (anna, ben), table = await begin(server)
    async with await Client.tcp(server.port) as guest:
        await guest.hello("Gast")
        await guest.ask(Watch, table=table)
        assert await anna.refused(Chat, table=table, text="ich hab Könige") == "chat_rests"
        assert await guest.refused(Say, table=table, phrase="short_break") == "not_seated"
        await ben.ask(Say, table=table, phrase="short_break")
        said = await anna.wait_for(lambda one: isinstance(one, Said) and one.phrase is not None)
        assert said == Said(table, "Ben", 1, phrase="short_break", guest=True)
        await asyncio.gather(play(anna), play(ben))
        assert (await anna.view()).chat == "free"
        await anna.ask(Chat, table=table, text="schöne Reihe")
        await ben.wait_for(lambda one: isinstance(one, Said) and one.text == "schöne Reihe")
    await close(anna, ben)


# ── nobody sees what is not theirs ─────────────────────────────────────────────────────────────


async def test_nobody_is_sent_a_card_that_is_not_theirs_before_it_lies(config: Config) -> None:
    async with Server(config) as server:
        clients, table = await begin(server)
        guest = await Client.tcp(server.port)
        await guest.hello("Gast")
        await guest.ask(Watch, table=table)
        everybody = [*clients, guest]
        deal = server.house.tables[table].table.deal
        assert deal is not None
        deck = deal.chance.deck
        for _ in range(25):
            held = server.house.tables[table].table.deal
            assert held is not None
            hands = [set(hand.value) for hand in held.state.hands]
            hidden = set(held.state.stock.value)
            for seat, client in enumerate(everybody):
                secret = hidden.union(*(hands[at] for at in (0, 1) if at != seat))
                sent = set(cards_in(client.pushes))
                assert not sent & secret
            await lay(everybody, 1)
        for client in everybody:
            await client.view(lambda view: view.stage == "over")
        # What is left over stays where it is.
        left = set(deck[30:])
        assert all(not set(cards_in(client.pushes)) & left for client in everybody)
        await close(*everybody)


async def test_open_hands_are_seen_by_both_and_not_by_who_looks_on(server: Server) -> None:
    clients, table = await begin(server, open_hands=True, hand_size=2)
    guest = await Client.tcp(server.port)
    await guest.hello("Gast")
    await guest.ask(Watch, table=table)
    await guest.view(lambda view: view.view is not None)
    for client in (*clients, guest):
        assert client.table is not None
        assert client.table.view is not None
        cells = [c for z in client.table.view.zones if z.kind == "hand" for c in z.cells]
        assert len(cells) == 4
        assert all(isinstance(c, Hidden if client is guest else Card) for c in cells)
    await close(*clients, guest)


def cards_in(value: Any) -> list[Card]:
    """Every card in a message."""
    if isinstance(value, Card):
        return [value]
    if isinstance(value, Struct):
        return [c for name in value.__struct_fields__ for c in cards_in(getattr(value, name))]
    if isinstance(value, list | tuple):
        return [card for item in value for card in cards_in(item)]
    return []


# ── somebody is missing ────────────────────────────────────────────────────────────────────────


async def test_a_game_rests_until_whoever_is_missing_is_back(config: Config) -> None:
    async with sitting(config, people=2, game=GAME) as house:
        await lay(house.people, 3)
        seen = house.people[1].table
        assert seen is not None
        await house.goes(1)
        pause = await rests(house.people[0])
        assert (pause.why.code, pause.seats) == ("absent", (1,))
        view = house.people[0].table
        assert view is not None
        assert not real(view.offers)
        ben = await house.comes(1)
        back = await ben.view(lambda view: view.pause is None)
        assert (back.view, back.deal, back.decision) == (seen.view, seen.deal, seen.decision)
        ends = await asyncio.gather(*(play(client) for client in house.people))
        assert {end.stage for end in ends} == {"over"}


async def test_whoever_is_left_may_call_the_game_off_and_the_same_one_begins_again(
    config: Config,
) -> None:
    async with sitting(config, people=2, game=GAME, patience=10) as house:
        first = whose(house)
        await lay(house.people, 4)
        await house.goes(1)
        await rests(house.people[0])
        house.hands.move(10)
        await house.vote(0, "cancel")
        view = await house.people[0].view(lambda view: view.stage == "between")
        assert view.history == ()
        ben = await house.comes(1)
        for client in (house.people[0], ben):
            await client.ask(Next, table=house.table, deal=view.deal)
        for client in (house.people[0], ben):
            await client.view(lambda view: view.stage == "running")
        assert whose(house) == first
        assert count(ben) == 0


async def test_when_the_time_is_up_nobody_places_for_anybody(config: Config) -> None:
    async with sitting(config, people=2, game=GAME, clock=15) as house:
        seat = whose(house)
        house.hands.move(15)
        pause = await rests(house.people[1 - seat])
        assert (pause.why.code, pause.seats) == ("late", (seat,))
        assert count(house.people[1 - seat]) == 0
        # Whoever is only late may still place.
        view = await house.people[seat].view(lambda view: bool(real(view.offers)))
        action = real(view.offers)[0].sample(Dice(bytes(32)))
        where = {"table": house.table, "deal": view.deal, "decision": view.decision}
        await house.people[seat].ask(Act, **where, action=action)
        after = await house.people[1 - seat].view(lambda view: view.pause is None)
        assert of(after, "placed") == 1


# ── what is kept ───────────────────────────────────────────────────────────────────────────────


async def test_after_a_restart_the_square_lies_as_it_lay(config: Config) -> None:
    async with Server(config) as server:
        clients, table = await begin(server, target=75, hand_size=2)
        await lay(clients, 11)
        codes = tuple(one.welcome.account.code if one.welcome else None for one in clients)
        before = [client.table for client in clients]
        await close(*clients)
    async with Server(config) as server:
        clients = await pair(server, codes)
        for client, old in zip(clients, before, strict=True):
            await sit(client, table)
            view = await client.view(lambda view: view.view is not None and view.pause is None)
            assert old is not None
            assert (view.view, view.options, view.me) == (old.view, old.options, old.me)
        for client in clients:
            await client.view(lambda view: view.pause is None)
        await lay(clients, 14)
        ends = [await client.view(lambda view: view.stage == "over") for client in clients]
        assert {end.history[0].scored.facts["target"] for end in ends} == {75}
        await close(*clients)


async def test_the_record_of_a_game_has_ones_own_cards_and_all_that_were_laid(
    config: Config,
) -> None:
    async with Server(config) as server:
        clients, table = await begin(server, target=45)
        ends = await asyncio.gather(*(play(client) for client in clients))
        points = of(ends[0], "points")
        found = []
        for seat, client in enumerate(clients):
            (deal,) = await past(client)
            assert (deal.game, deal.scored.facts["points"]) == (GAME, points)
            text, played = await record(client, table, deal.deal)
            assert played.events == tuple(client.events)
            assert "??" in text
            assert "target = 45" in text
            told = replay_text(text)
            assert told["complete"]
            assert told["total"] == points
            assert told["won"] is (points >= 45)
            found.append(told)
            dealt = [one for one in played.events if isinstance(one, Dealt) and one.seat != seat]
            assert {cell for one in dealt for cell in one.cells} == {Hidden()}
            assert len([one for one in played.events if isinstance(one, Acted)]) == 25
        assert found[0] == found[1]
        await close(*clients)
