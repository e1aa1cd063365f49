"""People who play for points at a real server, whose clock, and cards, a test moves."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from engine.game import AnyGame
from engine.games import BY_ID, chinese
from engine.values.cards import Card
from engine.values.draft import Draft
from protocol.messages import Join, Keep, No, TableView
from server.config import Config
from tests.server.cash import NAMES, Room, opened
from tests.server.client import open_table

GAMES: Mapping[str, AnyGame] = BY_ID | {game.id: game for game in chinese.GAMES}


@asynccontextmanager
async def points(
    config: Config,
    people: int = 2,
    game: str = "chinese",
    decks: dict[int, str] | None = None,
    **fields: Any,
) -> AsyncIterator[Room]:
    """So many people in the first deal of a table with as many chairs, its button in chair 0."""
    room = Room(config)
    room.seats = people
    room.decks = {} if decks is None else decks
    async with opened(room, GAMES):
        for name in NAMES[:people]:
            await room.comes(name)
        room.table = await open_table(room.people[0], game, **({"seats": people} | fields))
        for client in room.people[1:]:
            await client.ask(Join, table=room.table)
        await room.first()
        yield room


def held(view: TableView) -> tuple[Card, ...]:
    """The cards of one's own hand."""
    assert view.view is not None
    zone = next(zone for zone in view.view.zones if zone.id == f"hand.{view.me}")
    return tuple(cell for cell in zone.cells if isinstance(cell, Card))


async def keep(room: Room, person: int, draft: Draft, **wrong: int) -> str | None:
    """Somebody has a draft kept for the question that they see; why not, None: it is."""
    client = room.people[person]
    view = await client.view()
    where = {"table": view.id, "deal": view.deal, "decision": view.decision} | wrong
    answer = await client.request(Keep, **where, draft=draft)
    return answer.why.code if isinstance(answer, No) else None


def drafted(hand: tuple[Card, ...], *sizes: int) -> Draft:
    """The first cards of a hand in rows of such lengths, front first."""
    front, middle, back = sizes
    return Draft(hand[:front], hand[front : front + middle], hand[front + middle :][:back])
