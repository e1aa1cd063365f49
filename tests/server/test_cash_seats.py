"""At a table with gaps all seats that are told are chairs, and nobody sees what is not theirs."""

from engine import record
from engine.games import BY_ID
from engine.games.betting.state import Carry
from engine.values import offers
from engine.values.actions import Raise, Show
from engine.values.cards import Card, Hidden
from engine.values.events import Acted, Dealt, Paid, Posted, Shown
from engine.values.offers import real
from protocol.messages import Act, Join, Leave, Record, TableView, Watch
from server.config import Config
from tests.server.cash import FOLD, Room, cash, dealt_in, marked, opened
from tests.server.client import Client

# Dealt from the left of the button in chair 0: Ben (chair 2), Carla (chair 5), Anna (chair 0).
HANDS = {2: ("Ks", "Kh"), 5: ("7c", "2d"), 0: ("As", "Ah")}
DECK = "KsKh" + "7c2d" + "AsAh" + "Td9c4s" + "Jd" + "3h"
GAPS = (0, 2, 5)
"""The chairs of Anna, Ben and Carla."""


async def gaps(room: Room, *, dora: bool = False) -> None:
    """Three people in chairs with gaps between them, in their first deal."""
    for name, seat in (("Ben", 2), ("Carla", 5)):
        client = await room.comes(name)
        await client.ask(Join, table=room.table, seat=seat, chips=500)
    if dora:
        await (await room.comes("Dora")).ask(Watch, table=room.table)
    await room.first()


def hands(view: TableView) -> dict[int, tuple[str, ...]]:
    """The cards that lie in chairs' hands, as far as they are to be seen."""
    assert view.view is not None
    return {
        zone.owner: tuple(cell.code for cell in zone.cells if isinstance(cell, Card))
        for zone in view.view.zones
        if zone.owner is not None and any(isinstance(cell, Card) for cell in zone.cells)
    }


def secret(client: Client, since: int, *codes: str) -> None:
    """AssertionError if any of these cards was ever sent to somebody, from some byte on."""
    for code in codes:
        assert b"\xa2" + code.encode() not in bytes(client.raw[since:]), code


async def test_seats_are_chairs_in_everything_that_is_told(config: Config) -> None:
    async with cash(config, 500, decks={1: DECK}) as room:
        await gaps(room)
        view = await room.seen()
        assert dealt_in(view) == [0, 2, 5]
        assert [marked(view, one) for one in ("dealer", "small_blind", "big_blind")] == [
            [0],
            [2],
            [5],
        ]
        assert view.view is not None
        assert view.view.to_act == (0,)
        owners = {zone.id: zone.owner for zone in view.view.zones}
        assert owners == {"board": None, "hand.0": 0, "hand.2": 2, "hand.5": 5}
        for client, seat in zip(room.people, GAPS, strict=True):
            own = await client.view()
            assert own.me == seat
            assert hands(own) == {seat: HANDS[seat]}
            told = [one for one in client.events if isinstance(one, Dealt)]
            assert [(one.zone, one.seat) for one in told] == [
                ("hand.2", 2),
                ("hand.5", 5),
                ("hand.0", 0),
            ]
            for event in told:
                shown = all(isinstance(cell, Card) for cell in event.cells)
                assert shown == (event.seat == seat)
                assert shown or all(isinstance(cell, Hidden) for cell in event.cells)
        # Carla is all-in with 500, Ben calls, Anna has folded.
        await room.plays(None, Raise(100), Raise(500), FOLD)
        view = await room.seen()
        assert view.view is not None
        assert view.view.to_act == (2,)
        await room.plays(None)
        view = await room.seen(lambda view: view.stage == "between")
        assert view.view is not None
        assert [seat.status for seat in view.view.seats] == [
            *("folded", "out", "in", "out", "out", "in"),
        ]
        assert [pot.seats for pot in view.view.pots] == [(2, 5)]
        assert [pot.chips for pot in view.view.pots] == [1010]
        notes = [(note.code, note.seat) for note in view.view.notes]
        assert notes == [("hand", 2), ("hand", 5), ("won", 2)]
        events = room.people[0].events
        assert {one.seat for one in events if isinstance(one, Acted)} == {0, 2, 5}
        assert [one.seat for one in events if isinstance(one, Posted)] == [2, 5]
        assert {one.seat for one in events if isinstance(one, Shown)} == {2, 5}
        assert [(one.seat, one.chips) for one in events if isinstance(one, Paid)] == [(2, 1010)]
        assert [chair.stack for chair in room.match.chairs] == [490, 0, 1010, 0, 0, 0]
        room.sound()


async def test_nobody_is_sent_what_is_not_theirs(config: Config) -> None:
    async with cash(config, 500, decks={1: DECK}) as room:
        await gaps(room, dora=True)
        await room.plays(None, None, None)
        # Anna goes; whoever sits down meanwhile sees no more than before.
        await room.people[0].ask(Leave, table=room.table)
        await room.people[3].ask(Join, table=room.table, seat=1)
        view = await room.people[3].view(lambda view: view.me == 1)
        assert hands(view) == {}
        assert real(view.offers) == ()
        await room.plays(None, None)
        await room.plays(Raise(10), FOLD)
        view = await room.people[1].view(lambda view: view.stage == "between")
        assert view.chairs[0].kind == "empty"
        # Now Emil takes the chair whose cards were aces.
        emil = await room.comes("Emil")
        await emil.ask(Join, table=room.table, seat=0)
        view = await emil.view(lambda view: view.me == 0)
        assert hands(view) == {}
        assert view.offers == ()
        cards = {one: HANDS[seat] for one, seat in zip(range(3), GAPS, strict=True)}
        for person, client in enumerate(room.people):
            for owner, codes in cards.items():
                if owner != person:
                    secret(client, 0, *codes)
        # And what was one's own was there, so that this would have been found.
        for person in range(3):
            assert b"\xa2" + cards[person][0].encode() in bytes(room.people[person].raw)
        assert await emil.refused(Record, table=room.table, deal=1) == "no_record"
        room.sound()


async def test_a_record_of_chairs_with_gaps_plays_again_to_the_same_stacks(config: Config) -> None:
    async with cash(config, 500, decks={1: DECK}) as room:
        await gaps(room)
        await room.plays(None, Raise(100), Raise(500), FOLD, None)
        await room.seen(lambda view: view.stage == "between")
        for person, seat in enumerate(GAPS):
            ok = await room.people[person].ask(Record, table=room.table, deal=1)
            assert ok.record is not None
            assert ok.played is not None
            # A record counts the seats of the deal.
            assert ok.played.seat == GAPS.index(seat)
            assert ok.played.names == ("Anna", "Ben", "Carla")
            played = record.replay(record.read(ok.record))
            assert played.complete
            result = BY_ID["holdem"].result(played.state)
            assert result is not None
            assert isinstance(result.carry, Carry)
            # It counts its players from the left of the button, which Anna has.
            assert result.carry.stacks == (1010, 0, 490)


# ── shown once it is over ──────────────────────────────────────────────────────────────────────


async def test_a_hand_that_won_by_folds_may_be_shown_to_all(config: Config) -> None:
    async with cash(config, 500, decks={1: DECK}) as room:
        await gaps(room, dora=True)
        ben, carla = room.people[1:3]
        await room.plays(FOLD, Raise(40), FOLD)
        view = await ben.view(lambda view: view.stage == "between")
        assert real(view.offers) == (offers.Show(),)
        other = await carla.view(lambda view: view.stage == "between")
        assert (hands(other), real(other.offers)) == ({5: HANDS[5]}, ())
        before = (room.match.chairs, room.balances())
        show = {"table": room.table, "deal": 1, "action": Show()}
        assert await ben.refused(Act, **show, decision=view.decision + 1) == "stale"
        assert await carla.refused(Act, **show, decision=other.decision) == "deal_changed"
        await ben.ask(Act, **show, decision=view.decision)
        for client in room.people:
            seen = await client.view(lambda view: 2 in hands(view))
            assert hands(seen)[2] == HANDS[2]
            assert [one.seat for one in client.events if isinstance(one, Shown)] == [2]
        # Whoever comes later is told the same.
        emil = await room.comes("Emil")
        await emil.ask(Watch, table=room.table)
        assert hands(await emil.view()) == {2: HANDS[2]}
        assert (room.match.chairs, room.balances()) == before
        view = await ben.view()
        assert real(view.offers) == ()
        assert await ben.refused(Act, **show, decision=view.decision) == "deal_changed"
        for client in room.people[:3]:
            ok = await client.ask(Record, table=room.table, deal=1)
            assert ok.record is not None
            assert "KsKh" in ok.record
        # Anna's are nobody's business.
        for client in (ben, carla, emil):
            secret(client, 0, *HANDS[0])
        await room.next()
        assert await ben.refused(Act, **show, decision=view.decision) == "deal_changed"
        room.sound()


async def test_what_was_shown_is_there_after_a_restart(config: Config) -> None:
    async with cash(config, 500, decks={1: DECK}) as room:
        await gaps(room)
        await room.plays(FOLD, Raise(40), FOLD)
        view = await room.people[1].view(lambda view: view.stage == "between")
        where = {"table": room.table, "deal": 1, "decision": view.decision}
        await room.people[1].ask(Act, **where, action=Show())
        chairs = room.match.chairs
    async with opened(room):
        anna = await room.back(0)
        assert hands(await anna.view()) == {0: HANDS[0], 2: HANDS[2]}
        assert room.match.chairs == chairs
        room.sound()
