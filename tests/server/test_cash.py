"""Tables where people play for chips, at a real server: buying in, coming and going, the ledger."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import engine.match
from engine.values.chance import Dice
from engine.values.offers import real
from protocol.messages import Act, Create, Fill, Join, Leave, TableView
from server.config import Config
from server.house import World
from server.ledger import HOUSE, REFILL, balance
from server.run import Server
from tests.server.client import Client
from tests.server.hands import Hands

NAMES = ("Anna", "Ben", "Carla", "Dora")
# Blinds of 5 and 10, so one buys in for 400 to 1000.
LEAST, MOST = 400, 1000


class Cash:
    """A server whose clock a test moves, and people in a deal of hold'em there."""

    def __init__(self, server: Server, hands: Hands, people: list[Client], table: str) -> None:
        self.server = server
        self.hands = hands
        self.people = people
        self.table = table

    @property
    def chairs(self) -> list[int]:
        """The stacks of the chairs between deals."""
        match = self.server.house.tables[self.table].table.match
        assert isinstance(match, engine.match.Cash)
        return [chair.chips for chair in match.chairs]

    def held(self, holder: str) -> int:
        """What the ledger's file says that somebody has."""
        database = sqlite3.connect(self.server.house.log.path)
        try:
            return balance(database, holder)
        finally:
            database.close()

    def account(self, person: int) -> str:
        welcome = self.people[person].welcome
        assert welcome is not None
        return welcome.account.id

    async def play(self, *, until_deal_over: bool = True) -> None:
        """Check or call until the deal that runs is over."""
        while True:
            views = [await one.view() for one in self.people if not one.closed]
            if views[0].stage != "running":
                return
            deal = self.server.house.tables[self.table].table.deal
            assert deal is not None
            for client in self.people:
                view = client.table
                if view is None or view.stage != "running" or not real(view.offers):
                    continue
                seq = view.seq
                action = calling(view, real(view.offers)).sample(Dice(bytes(32)))
                where = {"table": view.id, "deal": view.deal, "decision": view.decision}
                await client.ask(Act, **where, action=action)
                await client.view(partial(newer, seq))
                break
            else:
                await self.people[0].view(partial(newer, views[0].seq))

    async def next(self) -> None:
        """The rest between two deals is over."""
        deal = (await self.people[0].view()).deal
        self.hands.move(self.server.config.between)
        await self.people[0].view(lambda view: view.deal > deal)


def newer(seq: int, view: TableView) -> bool:
    return view.seq > seq


def calling(view: Any, offers: Any) -> Any:
    quiet = [offer for offer in offers if type(offer).__name__ in {"Check", "Call"}]
    return (quiet or list(offers))[0]


@asynccontextmanager
async def cash(config: Config, people: int = 3, **fields: Any) -> AsyncIterator[Cash]:
    hands = Hands()
    async with Server(config, world=World(clock=hands)) as server:
        clients = [await Client.tcp(server.port) for _ in range(people)]
        for client, name in zip(clients, NAMES, strict=False):
            await client.hello(name)
        asked = {"game": "holdem", "name": "Küche", "seats": 6, "chips": 500} | fields
        answer = await clients[0].ask(Create, **asked)
        assert answer.table is not None
        assert answer.account is not None
        assert answer.account.chips == REFILL - 500
        for client in clients[1:]:
            await client.ask(Join, table=answer.table, chips=800)
        house = Cash(server, hands, clients, answer.table)
        hands.move(config.between)
        for client in clients:
            await client.view(lambda view: view.stage == "running")
        yield house
        for client in clients:
            await client.close()


async def test_chips_are_bought_played_for_and_taken_home(config: Config) -> None:
    async with cash(config) as house:
        assert house.held(HOUSE) == -3 * REFILL
        assert house.held(f"table:{house.table}") == 2100
        await house.play()
        assert sum(house.chairs) == 2100
        stacks = house.chairs
        ok = await house.people[1].ask(Leave, table=house.table)
        assert ok.account is not None
        assert ok.account.chips == REFILL - 800 + stacks[1]
        assert house.held(house.account(1)) == ok.account.chips
        assert house.held(f"table:{house.table}") == 2100 - stacks[1]
        await house.next()
        view = await house.people[0].view()
        assert view.chairs[1].kind == "empty"
        assert view.view is not None
        assert [seat.status for seat in view.view.seats][:3] == ["in", "out", "in"]


async def test_bots_leave_a_chair_free_and_one_makes_room_for_the_next(config: Config) -> None:
    """Whoever comes to a table that bots have filled up would have to go again."""
    async with cash(config, people=2, seats=4) as house:
        await house.play()
        await house.people[0].ask(Fill, table=house.table)
        view = await house.people[0].view(lambda view: view.chairs[2].kind == "bot")
        assert [chair.kind for chair in view.chairs] == ["person", "person", "bot", "empty"]
        assert await house.people[0].refused(Fill, table=house.table) == "nothing_to_fill"
        third = await Client.tcp(house.server.port)
        await third.hello("Carla")
        await third.ask(Join, table=house.table)
        await house.next()
        view = await house.people[0].view()
        assert [chair.kind for chair in view.chairs] == ["person", "person", "empty", "person"]
        assert house.held(HOUSE) == -3 * REFILL
        await third.close()
