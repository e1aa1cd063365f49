"""People who play for chips at a real server, whose clock, and cards, a test moves."""

import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from typing import Any

import engine.match
from engine.game import AnyGame
from engine.games import BY_ID
from engine.match import CashChair
from engine.values.actions import Action, BringIn, Call, Check, Discard, Fold
from engine.values.cards import cards
from engine.values.chance import Chance, Dice
from engine.values.offers import BringIn as BringingIn
from engine.values.offers import Call as Calling
from engine.values.offers import Discard as Discarding
from engine.values.offers import Offer, real
from protocol.messages import Act, Join, Next, Ping, TableView
from server.config import Config
from server.house import World, random_chance
from server.ledger import HOUSE
from server.run import BOTS, Server
from server.table.task import TableTask
from tests.server.client import Client, open_table
from tests.server.hands import Hands

NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Frida")
# Blinds of 5 and 10, so one buys in for 400 to 1000.
LEAST, MOST = 400, 1000
# How long people have for a decision, in seconds.
CLOCK = 25

FOLD, CHECK = Fold(), Check()


class Room:
    """A server whose clock a test moves, a table there, and people, by their places in `people`.

    `decks` are the cards of deals by their numbers, two for each seat from the button's left, then
    the board; those of other deals are left to chance.
    """

    def __init__(self, config: Config) -> None:
        self.config = config
        self.hands = Hands()
        self.people: list[Client] = []
        self.codes: list[str] = []
        self.accounts: list[str] = []
        self.table = ""
        self.decks: dict[int, str] = {}
        self.button = 0
        self.seats = 6
        self.server: Server

    def chance(self, table: str, deal: int) -> Chance:
        """The luck of a deal; of one that has number 0, where the first button lies."""
        if deal == 0:
            seeds = (bytes([byte]) * 32 for byte in range(256))
            there = (seed for seed in seeds if Dice(seed).below(self.seats) == self.button)
            return Chance((), next(there))
        deck = self.decks.get(deal)
        return random_chance(table, deal) if deck is None else Chance(cards(deck), bytes(32))

    async def comes(self, name: str, *, code: str | None = None) -> Client:
        """Somebody new, not at any table."""
        client = await Client.tcp(self.server.port)
        account = (await client.hello(name, code)).account
        assert account.code is not None
        self.people.append(client)
        self.codes.append(account.code)
        self.accounts.append(account.id)
        return client

    async def back(self, person: int, *, sit: bool = True) -> Client:
        """Somebody logs in again, and comes to the table."""
        await self.people[person].close()
        client = await Client.tcp(self.server.port)
        await client.hello(code=self.codes[person])
        self.people[person] = client
        if sit:
            await client.ask(Join, table=self.table)
            await client.view()
        return client

    async def goes(self, person: int) -> None:
        """Somebody's line breaks, and stays so for longer than a blink."""
        chair = self.seat(person)
        await self.people[person].close()
        await self.seen(lambda view: not view.chairs[chair].here)
        self.hands.move(self.config.blink)
        await self.hands.until(lambda: self.accounts[person] in self.task.table.absence.missing)

    # ── what there is ──────────────────────────────────────────────────────────────────────────

    @property
    def task(self) -> TableTask:
        """The table at work."""
        return self.server.house.tables[self.table]

    @property
    def match(self) -> engine.match.Cash:
        """The table's match."""
        match = self.task.table.match
        assert isinstance(match, engine.match.Cash)
        return match

    def chair(self, person: int) -> CashChair:
        """What somebody has at the table."""
        return self.match.chairs[self.seat(person)]

    def seat(self, person: int) -> int:
        """The chair of somebody."""
        seat = self.task.table.chair_of(self.accounts[person])
        assert seat is not None
        return seat

    def person(self, seat: int) -> int:
        """Who sits in a chair."""
        occupant = self.task.table.chairs[seat]
        assert occupant is not None
        return self.accounts.index(occupant)

    def held(self, holder: str) -> int:
        """What the ledger's file says that somebody has."""
        return self.balances().get(holder, 0)

    def purse(self, person: int) -> int:
        """What the ledger's file says that somebody has besides what lies on tables."""
        return self.held(self.accounts[person])

    def balances(self) -> dict[str, int]:
        """What everybody has, by the moves in the ledger's file."""
        found: dict[str, int] = {}
        with closing(sqlite3.connect(self.config.state / "log.sqlite3")) as database:
            moves = database.execute("SELECT source, target, chips FROM moves").fetchall()
            for source, target, chips in moves:
                found[source] = found.get(source, 0) - chips
                found[target] = found.get(target, 0) + chips
            kept = dict(database.execute("SELECT holder, chips FROM balances").fetchall())
        assert {one: chips for one, chips in found.items() if chips} == {
            one: chips for one, chips in kept.items() if chips
        }
        return found

    def sound(self) -> None:
        """AssertionError unless every chip is somebody's, and lies where the ledger says."""
        balances = self.balances()
        assert sum(balances.values()) == 0
        assert all(chips >= 0 for holder, chips in balances.items() if holder != HOUSE)
        lying = {
            f"table:{table}": sum(chair.chips for chair in task.table.match.chairs)
            + sum(promise.chips for promise in task.table.promises)
            for table, task in self.server.house.tables.items()
            if isinstance(task.table.match, engine.match.Cash)
        }
        assert lying == {holder: balances.get(holder, 0) for holder in lying}
        tables = {one: chips for one, chips in balances.items() if one.startswith("table:")}
        assert sum(tables.values()) == sum(lying.values()), "chips lie at a table that is gone"

    # ── what they do ───────────────────────────────────────────────────────────────────────────

    @property
    def looking(self) -> list[Client]:
        """Those who look at the table."""
        here = self.task.here
        people = zip(self.accounts, self.people, strict=True)
        return [one for account, one in people if account in here and not one.closed]

    async def seen(self, wanted: Any = lambda view: True) -> TableView:
        """What somebody who looks at the table sees, once it is as wanted."""
        return await self.looking[0].view(wanted)

    async def turn(self) -> int:
        """Whose turn it is; AssertionError if that is nobody who is here."""
        view = await self.seen(lambda view: view.view is not None and bool(view.view.to_act))
        assert view.view is not None
        return self.person(view.view.to_act[0])

    async def does(self, person: int, action: Action | None = None) -> None:
        """Somebody decides, once it is their turn; None: checks or calls. All who look see it."""
        client = self.people[person]
        view = await client.view(lambda view: bool(real(view.offers)))
        chosen = quiet(real(view.offers)) if action is None else action
        where = {"table": view.id, "deal": view.deal, "decision": view.decision}
        looking = self.looking
        await client.ask(Act, **where, action=chosen)
        for one in looking:
            await one.view(lambda new: new.seq > view.seq)

    async def plays(self, *chosen: Action | None) -> None:
        """Whoever's turn it is decides, one after the other."""
        for action in chosen:
            await self.does(await self.turn(), action)

    async def to_the_end(self) -> TableView:
        """Everybody checks or calls until the deal is over; what is seen then."""
        while True:
            for one in self.looking:
                await one.ask(Ping)
            view = await self.seen()
            if view.stage != "running":
                return view
            assert view.view is not None
            seats = [seat for seat in view.view.to_act if view.chairs[seat].kind == "person"]
            if seats and not self.people[self.person(seats[0])].closed:
                await self.does(self.person(seats[0]))
            else:
                seq = view.seq
                await self.seen(lambda new, seq=seq: new.seq > seq)

    async def first(self) -> TableView:
        """The first deal begins, for all who look."""
        view = await self.seen(lambda view: view.stage == "running" or view.next is not None)
        if view.next is not None:
            self.hands.move(view.next.left / 1000)
        for one in self.looking:
            await one.view(lambda view: view.stage == "running")
        return await self.seen()

    async def next(self) -> TableView:
        """The rest between two deals is over; the next one as somebody sees it."""
        view = await self.seen(lambda view: view.next is not None)
        deal = view.deal
        assert view.next is not None
        self.hands.move(view.next.left / 1000)
        for one in self.looking:
            await one.view(lambda view: view.deal > deal)
        return await self.seen()

    async def hurry(self, *people: int) -> None:
        """These press Next."""
        for person in people:
            await self.people[person].ask(Next, table=self.table, deal=self.task.table.deals)

    async def times_out(self, person: int) -> None:
        """Somebody lets the clock run out."""
        view = await self.seen(
            lambda view: view.view is not None and self.seat(person) in view.view.to_act
        )
        assert view.clock is not None
        self.hands.move(view.clock.left / 1000)
        await self.seen(lambda new: new.seq > view.seq)


def quiet(offers: tuple[Offer, ...]) -> Action:
    """Check where that is free, else call; bring it in, exchange the first two cards."""
    for offer in offers:
        match offer:
            case Discarding():
                return Discard(offer.cards[:2])
            case BringingIn():
                return BringIn(offer.price)
            case Calling():
                return Call(offer.price)
            case _:
                pass
    return CHECK


def dealt_in(view: TableView) -> list[int]:
    """The chairs that play the deal on the table."""
    assert view.view is not None
    return [seat for seat, one in enumerate(view.view.seats) if one.status != "out"]


def marked(view: TableView, marker: str) -> list[int]:
    """The chairs with a marker."""
    assert view.view is not None
    return [seat for seat, one in enumerate(view.view.seats) if marker in one.markers]


@asynccontextmanager
async def opened(
    room: Room,
    games: Mapping[str, AnyGame] = BY_ID,
    bots: str = BOTS,
) -> AsyncIterator[Room]:
    """The room's server runs, again or for the first time."""
    world = World(clock=room.hands, chance=room.chance)
    async with Server(room.config, games, bots, world) as server:
        room.server = server
        yield room
        for client in room.people:
            await client.close()


@asynccontextmanager
async def cash(
    config: Config,
    *chips: int,
    games: Mapping[str, AnyGame] = BY_ID,
    players: str = BOTS,
    decks: dict[int, str] | None = None,
    **fields: Any,
) -> AsyncIterator[Room]:
    """People with so many chips each, in the first deal of a table of six; one: the table alone.

    The first deal's button lies in chair 0.
    """
    room = Room(config)
    room.seats = fields.get("seats", 6)
    room.decks = {} if decks is None else decks
    async with opened(room, games, players):
        for name in NAMES[: len(chips)]:
            await room.comes(name)
        asked: dict[str, Any] = {"game": "holdem", "seats": 6, "chips": chips[0]} | fields
        room.table = await open_table(room.people[0], **asked)
        for client, bought in zip(room.people[1:], chips[1:], strict=True):
            await client.ask(Join, table=room.table, chips=bought)
        if len(chips) > 1:
            await room.first()
        yield room
