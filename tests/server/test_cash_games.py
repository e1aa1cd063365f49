"""Every betting game at a real table with gaps between its chairs: cards, records, restarts."""

from typing import Any

import pytest

from engine import record
from engine.games import BY_ID
from engine.games.betting.state import Carry, State
from engine.values.actions import BringIn, Discard, Fold, Raise
from engine.values.cards import Card, Hidden
from engine.values.events import Acted, Dealt
from engine.values.offers import real
from protocol.messages import Join, Leave, Record, TableView, Watch
from server.config import Config
from tests.server.cash import FOLD, Room, cash, dealt_in, opened
from tests.server.client import Client

# The chairs of Anna, Ben and Carla.
GAPS = (0, 2, 5)
OWN_CARDS = ("stud7", "stud7_hilo", "stud5", "soko", "draw5")
FIXED: dict[str, Any] = {"structure": "split", "bet": 10, "top": 20}


async def gaps(room: Room) -> None:
    """Three people in chairs with gaps between them, in their first deal; Dora looks on."""
    for name, seat in (("Ben", 2), ("Carla", 5)):
        client = await room.comes(name)
        await client.ask(Join, table=room.table, seat=seat, chips=500)
    await (await room.comes("Dora")).ask(Watch, table=room.table)
    await room.first()


def state(room: Room) -> State:
    """The deal as only the server knows it."""
    deal = room.task.table.deal
    assert deal is not None
    assert isinstance(deal.state, State)
    return deal.state


def told(client: Client) -> set[str]:
    """Every card that was ever sent to somebody, as a card or in a text."""
    raw = bytes(client.raw)
    codes = (rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
    return {code for code in codes if b"\xa2" + code.encode() in raw}


def down(room: Room, person: int) -> set[str]:
    """Somebody's own cards that lie face down, as the server knows them."""
    deal = room.task.table.deal
    assert deal is not None
    hand = state(room).hands[deal.seats.index(GAPS[person])].value
    return {card.code for card in hand}


def open_cards(room: Room) -> set[str]:
    """The cards that lie open for all."""
    return {card.code for card in (*state(room).board, *(c for up in state(room).ups for c in up))}


def zones(view: TableView) -> dict[str, int | None]:
    """The owners of the zones on the table."""
    assert view.view is not None
    return {zone.id: zone.owner for zone in view.view.zones}


@pytest.mark.parametrize("game", OWN_CARDS)
async def test_a_deal_is_played_to_its_end_and_its_record_plays_again(
    config: Config, game: str
) -> None:
    async with cash(config, 500, game=game, options=FIXED) as room:
        await gaps(room)
        view = await room.seen()
        assert dealt_in(view) == [0, 2, 5]
        owners = {owner for zone, owner in zones(view).items() if zone.startswith("hand.")}
        assert owners == {0, 2, 5}
        view = await room.to_the_end()
        assert view.stage == "between"
        room.sound()
        stacks = [room.match.chairs[seat].stack for seat in GAPS]
        assert sum(stacks) == 1500
        for person in range(3):
            ok = await room.people[person].ask(Record, table=room.table, deal=1)
            assert ok.record is not None
            played = record.replay(record.read(ok.record))
            assert played.complete
            result = BY_ID[game].result(played.state)
            assert result is not None
            assert isinstance(result.carry, Carry)
            # A record counts its players from the left of the button, which Anna has.
            assert list(result.carry.stacks) == [*stacks[1:], stacks[0]]
        assert await room.people[3].refused(Record, table=room.table, deal=1) == "no_record"
        await room.next()
        assert dealt_in(await room.seen()) == [0, 2, 5]


@pytest.mark.parametrize("game", OWN_CARDS)
async def test_nobody_is_sent_a_card_that_is_not_theirs_to_see(config: Config, game: str) -> None:
    """rules.md C.12: down cards, what is put away and the stub are nobody else's."""
    async with cash(config, 500, game=game, options=FIXED) as room:
        await gaps(room)
        while True:
            view = await room.seen(lambda view: bool(view.view and view.view.to_act))
            assert view.view is not None
            if view.view.phase in ("street_7", "street_5", "after_draw"):
                break
            await room.plays(None)
        seats = state(room)
        public, own = open_cards(room), [down(room, person) for person in range(3)]
        away = [{card.code for card in cards} for cards in seats.away.value] or [set[str]()] * 3
        deal = room.task.table.deal
        assert deal is not None
        for person in range(3):
            seen = told(room.people[person])
            gone = away[deal.seats.index(GAPS[person])]
            assert seen == public | own[person] | gone
        assert told(room.people[3]) == public
        # Nor does a seat whose cards are folded tell them, nor one who comes in their place.
        await room.plays(FOLD, FOLD)
        await room.seen(lambda view: view.stage == "between")
        emil = await room.comes("Emil")
        await emil.ask(Watch, table=room.table)
        await emil.view()
        assert told(emil) <= public
        for person in range(3):
            assert told(room.people[person]) <= public | own[person] | away[person]


@pytest.mark.parametrize("game", OWN_CARDS)
async def test_a_deal_goes_on_after_a_restart_where_it_was(config: Config, game: str) -> None:
    async with cash(config, 500, game=game, options=FIXED) as room:
        await gaps(room)
        # Into the exchange, where there is one; else into the second street.
        await room.plays(None, None, None, None)
        before, shown = state(room), await room.people[0].view()
        stacks = room.match.chairs
    async with opened(room):
        for person in range(3):
            await room.back(person)
        assert state(room) == before
        assert room.match.chairs == stacks
        view = await room.people[0].view()
        assert view.view == shown.view
        assert real(view.offers) == real(shown.offers)
        await room.to_the_end()
        assert sum(room.match.chairs[seat].stack for seat in GAPS) == 1500
        room.sound()


async def test_time_up_brings_in_and_stands_pat(config: Config) -> None:
    async with cash(config, 500, game="stud5", options=FIXED) as room:
        await gaps(room)
        opener = await room.turn()
        await room.times_out(opener)
        acts = [one for one in room.people[0].events if isinstance(one, Acted)]
        assert [(one.seat, one.action) for one in acts] == [(GAPS[opener], BringIn(5))]
    async with cash(config, 500, game="draw5", options=FIXED) as room:
        await gaps(room)
        await room.plays(None, None, None)
        await room.times_out(await room.turn())
        acts = [one for one in room.people[0].events if isinstance(one, Acted)]
        assert (acts[-1].seat, acts[-1].action) == (2, Discard(()))


async def test_what_is_exchanged_is_told_by_its_number_to_all_others(config: Config) -> None:
    async with cash(config, 500, game="draw5", options=FIXED) as room:
        await gaps(room)
        await room.plays(None, None, None)
        hand = state(room).hands[1].value
        await room.plays(Discard(hand[:3]))
        for person, client in enumerate(room.people):
            (acted,) = [
                one
                for one in client.events
                if isinstance(one, Acted) and isinstance(one.action, Discard)
            ]
            assert isinstance(acted.action, Discard)
            kind = Card if person == 1 else Hidden
            assert len(acted.action.cards) == 3
            assert all(isinstance(card, kind) for card in acted.action.cards)
            dealt = [one for one in client.events if isinstance(one, Dealt)][-1]
            assert (dealt.zone, len(dealt.cells)) == ("hand.2", 3)
            assert all(isinstance(cell, kind) for cell in dealt.cells)


@pytest.mark.parametrize("game", ["stud7", "draw5"])
async def test_whoever_leaves_in_the_middle_is_played_for_and_paid_out(
    config: Config, game: str
) -> None:
    async with cash(config, 500, game=game, options=FIXED) as room:
        await gaps(room)
        await room.plays(None, None, None, None)
        carla = room.people[2]
        await carla.ask(Leave, table=room.table)
        # Whoever bets ends it for somebody who is played for.
        while True:
            view = await room.seen(lambda view: view.view is not None)
            assert view.view is not None
            if view.stage != "running" or view.view.seats[5].status == "folded":
                break
            person = await room.turn()
            offers = real((await room.people[person].view(lambda v: bool(real(v.offers)))).offers)
            raises = [one for one in offers if type(one).__name__ == "Raise"]
            await room.plays(Raise(raises[0].lo) if raises else None)  # type: ignore[union-attr]
        await room.to_the_end()
        view = await room.seen(lambda view: view.stage == "between")
        assert view.chairs[5].kind == "empty"
        assert room.match.chairs[5].chips == 0
        room.sound()


async def test_whoever_comes_to_a_game_without_blinds_is_dealt_in_at_once(config: Config) -> None:
    async with cash(config, 500, game="soko", options=FIXED) as room:
        await gaps(room)
        await room.plays(None, Fold(), Fold())
        await room.seen(lambda view: view.stage == "between")
        dora = room.people[3]
        await dora.ask(Join, table=room.table, seat=3, chips=500)
        await room.next()
        view = await room.seen()
        assert dealt_in(view) == [0, 2, 3, 5]
        assert room.match.chairs[3].stack == 500
