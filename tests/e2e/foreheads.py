"""People at a table of Indian Poker whose every byte is kept, over all connections they have."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.values.actions import Action, Call, Check, Fold, In, Out, Raise
from engine.values.cards import DECK, Card
from engine.values.offers import Call as Calling
from engine.values.offers import In as Being
from engine.values.offers import Raise as Raising
from engine.values.offers import real
from engine.values.options import Value
from engine.values.secret import opened_all
from protocol.messages import (
    Act,
    Chat,
    Create,
    Join,
    Leave,
    Next,
    Ok,
    Past,
    Ping,
    Record,
    Say,
    Steps,
    TableView,
    Watch,
)
from server.config import Config
from server.run import Server
from tests.e2e.test_leak import has_events, world
from tests.server.client import Client

PLAYERS = ("Anna", "Ben", "Carla")
# Who looks on hears as the last.
ZOE = len(PLAYERS)
SEATS = range(ZOE)

Streams = tuple[bytes, ...]
Kind = type[Check] | type[Call] | type[Raise] | type[Fold] | type[In] | type[Out]


class Dealt(Struct, frozen=True):
    """Where in the deck of a deal each seat's cards were, and those that all have seen."""

    hands: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]

    def unseen(self, seat: int | None) -> list[int]:
        """The places of the cards that a seat never sees; None: somebody who looks on."""
        seen = {place for one, hand in enumerate(self.hands) if one != seat for place in hand}
        return [
            place
            for place in range(len(DECK))
            if place not in self.board and (seat is None or place not in seen)
        ]


class Sitting:
    """Players in their chairs and somebody who looks on, each with all connections they have had.

    All that is chance is given, and everybody has been told everything before anything goes on.
    """

    def __init__(self, server: Server, table: str, ears: list[list[Client]]) -> None:
        self.ears = ears
        self.table = table
        self.deaf: set[int] = set()
        self._server = server

    @property
    def state(self) -> Any:
        """The table as its task holds it."""
        return self._server.house.tables[self.table].table

    def of(self, person: int) -> Client:
        """The connection that somebody has now."""
        return self.ears[person][-1]

    async def told(self) -> None:
        """Everybody who is there has been told all that there is."""
        deal = self.state.deal
        for person in range(ZOE + 1):
            if person not in self.deaf:
                await has_events(self.of(person), len(deal.events))
                await self.of(person).ask(Ping)

    async def view(self, person: int) -> TableView:
        """What somebody sees."""
        await self.told()
        return await self.of(person).view()

    @property
    def asked(self) -> tuple[int, ...]:
        """Whom the deal waits for."""
        to_act: tuple[int, ...] = self.state.game.view(self.state.deal.state).to_act
        return to_act

    async def acts(self, person: int, wanted: Kind) -> None:
        """Somebody does that, for the least that it costs."""
        view = await self.view(person)
        action = _least(view, wanted)
        await self.of(person).ask(Act, **self.where(view), action=action)
        await self.told()

    @staticmethod
    def where(view: TableView) -> dict[str, str | int]:
        """The question that a view asks."""
        return {"table": view.id, "deal": view.deal, "decision": view.decision}

    async def again(self, person: int) -> None:
        """A second session of the same account takes the place of the first."""
        welcome = self.of(person).welcome
        assert welcome is not None
        client = await Client.tcp(self._server.port)
        # From here on the newest is the one that is told things.
        self.ears[person].append(client)
        await client.hello(code=welcome.account.code)
        await client.ask(Join, key=f"again-{person:04}", table=self.table)
        await client.view()
        await self.told()

    async def drops(self, person: int) -> None:
        """Somebody's line breaks."""
        self.deaf.add(person)
        await self.of(person).close()
        for other in set(range(ZOE + 1)) - self.deaf:
            await self.of(other).view(lambda view: not view.chairs[person].here)
        await self.told()

    async def returns(self, person: int) -> None:
        """Whose line was broken is there again."""
        self.deaf.discard(person)
        await self.again(person)

    async def goes(self, person: int) -> None:
        """Somebody gets up in the middle of a deal, and stays to look on."""
        await self.of(person).ask(Leave, key=f"leave-{person:04}", table=self.table)
        await self.of(person).ask(Watch, table=self.table)
        await self.told()

    async def errs(self, person: int) -> None:
        """Somebody asks for what is refused, in all ways in which it can be."""
        view = await self.view(person)
        where, client = self.where(view), self.of(person)
        for action in (Raise(2**40), Call(2**40), In(2**40)):
            await client.refused(Act, **where, action=action)
        for wrong in ({"decision": view.decision + 7}, {"deal": view.deal + 7}):
            await client.refused(Act, **where | wrong, action=Fold())
        for kind in (Record, Steps):
            await client.refused(kind, table=self.table, deal=view.deal)
        await client.refused(Chat, table=self.table, text="?")
        await client.ask(Say, table=self.table, phrase="short_break")
        await client.ask(Watch, table=self.table)
        await self.told()

    async def looks_back(self, person: int) -> None:
        """Somebody asks for the deals that they have played, and for all kept of the last one."""
        answer = await self.of(person).ask(Past)
        deal = answer.deals[0].deal if answer.deals else 1
        for kind in (Record, Steps):
            kept = await self.of(person).request(kind, table=self.table, deal=deal)
            assert isinstance(kept, Ok) == (person != ZOE)

    async def next(self) -> None:
        """All players want the next deal, and it begins."""
        deal = self.state.deals
        for person in SEATS:
            await self.of(person).ask(Next, table=self.table, deal=deal)
        for person in range(ZOE + 1):
            await self.of(person).view(lambda view: view.deal > deal)
        await self.told()

    def dealt(self, deck: Sequence[Card]) -> Dealt:
        """Where the cards of the deal on the table were."""
        hands: list[tuple[int, ...]] = []
        board: tuple[int, ...] = ()
        for zone in self.state.game.view(self.state.deal.state).zones:
            cells = opened_all(zone.cells)
            places = tuple(deck.index(card) for card in cells if isinstance(card, Card))
            if zone.kind == "hand":
                hands.append(places)
            else:
                board = places
        return Dealt(tuple(hands), board)

    def streams(self) -> Streams:
        """All that each of them has received so far."""
        return tuple(b"".join(bytes(client.raw) for client in ear) for ear in self.ears)


def _least(view: TableView, wanted: Kind) -> Action:
    """What is offered of that kind; what it costs is on the offer."""
    for offer in real(view.offers):
        if isinstance(offer, Raising) and wanted is Raise:
            return Raise(offer.lo)
        if isinstance(offer, Calling) and wanted is Call:
            return Call(offer.price)
        if isinstance(offer, Being) and wanted is In:
            return In(offer.price)
    free: dict[type[Struct], Action] = {Check: Check(), Fold: Fold(), Out: Out()}
    return free[wanted]


@asynccontextmanager
async def sitting(
    state: Path, decks: Sequence[Sequence[Card]], game: str, options: Mapping[str, Value]
) -> AsyncIterator[Sitting]:
    config = Config(state=state, listen="127.0.0.1:0", lobby_pause=0, blink=600, between=600)
    async with Server(config, world=world(*decks)) as server:
        clients = [await Client.tcp(server.port) for _ in (*SEATS, ZOE)]
        for client, name in zip(clients, (*PLAYERS, "Zoe"), strict=True):
            await client.hello(name)
        made = await clients[0].ask(
            Create, key="create-1", game=game, name="Leck", seats=len(SEATS), options=options
        )
        assert made.table is not None
        await clients[ZOE].ask(Watch, table=made.table)
        for person in SEATS[1:]:
            await clients[person].ask(Join, key=f"join-{person:04}", table=made.table)
        for client in clients:
            await client.view(lambda one: one.view is not None)
        there = Sitting(server, made.table, [[client] for client in clients])
        await there.told()
        try:
            yield there
        finally:
            for ear in there.ears:
                for client in ear:
                    await client.close()
