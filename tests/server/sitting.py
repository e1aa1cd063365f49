"""People in a deal at a real server, whose clock a test moves; some go, and come back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from engine.values.chance import Dice
from engine.values.offers import real
from protocol.messages import (
    Act,
    Pause,
    Vote,
)
from server.config import Config
from server.house import World
from server.run import Server
from tests.server.client import Client, cooperative, open_table, sit
from tests.server.games import GAMES
from tests.server.hands import Hands

NAMES = ("Anna", "Ben", "Carla", "Dora")


class Sitting:
    """A server whose clock a test moves, and people in a deal there, the first one the owner."""

    def __init__(self, server: Server, hands: Hands, people: list[Client], table: str) -> None:
        self.server = server
        self.hands = hands
        self.people = people
        self.table = table
        self.codes = [one.welcome.account.code for one in people if one.welcome is not None]

    async def goes(self, seat: int) -> None:
        """Somebody's line breaks, and stays so for longer than a blink."""
        await self.people[seat].close()
        other = next(one for one in self.people if not one.closed)
        await other.view(lambda view: not view.chairs[seat].here)
        self.hands.move(self.server.config.blink)

    async def comes(self, seat: int) -> Client:
        """Somebody logs in again and is in the seat held."""
        client = await Client.tcp(self.server.port)
        welcome = await client.hello(code=self.codes[seat])
        assert welcome.held == (self.table,)
        await sit(client, self.table)
        await self.people[seat].close()
        self.people[seat] = client
        return client

    async def vote(self, seat: int, choice: str) -> None:
        client = self.people[seat]
        view = await client.view(lambda view: bool(view.pause and view.pause.ballot))
        assert view.pause is not None
        assert view.pause.ballot is not None
        number = view.pause.ballot.number
        await client.ask(Vote, table=self.table, ballot=number, choice=choice)


@asynccontextmanager
async def sitting(config: Config, people: int = 3, **fields: Any) -> AsyncIterator[Sitting]:
    hands = Hands()
    async with Server(config, GAMES, "tests.server.games:BOTS", World(clock=hands)) as server:
        clients = [await Client.tcp(server.port) for _ in range(people)]
        for client, name in zip(clients, NAMES, strict=False):
            await client.hello(name)
        table = await open_table(clients[0], **({"seats": people} | fields))
        for client in clients[1:]:
            await sit(client, table)
        for client in clients:
            await client.view(lambda view: view.stage == "running")
        house = Sitting(server, hands, clients, table)
        yield house
        for client in house.people:
            await client.close()


async def rests(client: Client) -> Pause:
    """The pause that somebody sees."""
    view = await client.view(lambda view: view.pause is not None)
    assert view.pause is not None
    return view.pause


async def act(client: Client) -> None:
    """One decision of whoever has one."""
    view = await client.view(lambda view: bool(real(view.offers)))
    action = cooperative(view, real(view.offers)).sample(Dice(bytes(32)))
    where = {"table": view.id, "deal": view.deal, "decision": view.decision}
    await client.ask(Act, **where, action=action)


def whose(house: Sitting) -> int:
    """Whose turn it is."""
    view = house.people[0].table
    assert view is not None
    assert view.view is not None
    return view.view.to_act[0]
