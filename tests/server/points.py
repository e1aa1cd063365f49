"""People who play for points at a real server, whose clock, and cards, a test moves."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from engine.values.actions import Action, Lay, RowName, SetRows, Throw
from engine.values.cards import DECK, Card, cards
from engine.values.chance import Dice
from engine.values.draft import Draft
from engine.values.offers import Lay as Laying
from engine.values.offers import SetRows as Setting
from engine.values.offers import Throw as Throwing
from engine.values.offers import real
from protocol.messages import Join, Keep, No, TableView
from server.config import Config
from tests.server.cash import NAMES, Room, opened
from tests.server.client import open_table


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
    async with opened(room):
        for name in NAMES[:people]:
            await room.comes(name)
        room.table = await open_table(room.people[0], game, **({"seats": people} | fields))
        for client in room.people[1:]:
            await client.ask(Join, table=room.table)
        for client in room.people:
            # All chairs are taken, so that nobody waits for the first deal.
            await client.view(lambda view: view.stage == "running")
        yield room


def held(view: TableView) -> tuple[Card, ...]:
    """The cards of one's own hand."""
    assert view.view is not None
    zone = next(zone for zone in view.view.zones if zone.id == f"hand.{view.me}")
    return tuple(cell for cell in zone.cells if isinstance(cell, Card))


def rows(view: TableView, chair: int) -> Draft:
    """What lies open in the rows of a chair."""
    assert view.view is not None
    zones = {zone.id: zone.cells for zone in view.view.zones}
    names = ("front", "middle", "back")
    lying = (zones[f"{name}.{chair}"] for name in names)
    return Draft(*(tuple(cell for cell in row if isinstance(cell, Card)) for row in lying))


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


# Two play Pineapple, and whoever is left of the dealer gets these cards, three after the first
# five. What has no place is thrown away: queens in front are enough for Fantasyland.
_ROWS: dict[RowName, str] = {
    "front": "QcQd8s",
    "middle": "KcKdKh5d7h",
    "back": "AcAdAhAs4c",
}
_TURNS = ("AcAdAhAsQc", "QdKc2c", "KdKh3c", "4c5d6d", "7h8s9c")
# The same for the other one, whose rows are a foul.
_FOUL: dict[RowName, str] = {
    "front": "2d2h2s",
    "middle": "3d3h5c5hTc",
    "back": "4d4h6c7c9d",
}
_TURNS_TOO = ("2d2h3d4d4h", "2s3hTd", "5c6cTh", "5h7cTs", "Tc9dJc")
PLACES = {
    card: name for rows in (_ROWS, _FOUL) for name, row in rows.items() for card in cards(row)
}
_FIRST = "".join(ours + theirs for ours, theirs in zip(_TURNS, _TURNS_TOO, strict=True))

# Fourteen cards, whether they come first or after five others, and rows of them that nobody would
# come upon by sorting.
FOURTEEN = "2c3c4d5h6h7s8s9dTcJcQdKdAh2s"
RIGHT = Draft(cards("4dTcJc"), cards("2c3cQdKdAh"), cards("5h6h7s8s9d"))


def deck(first: str) -> str:
    """A whole deck that begins with these cards."""
    begun = cards(first)
    return first + "".join(card.code for card in DECK if card not in begun)


TO_FANTASYLAND = {1: _FIRST, 2: deck("2d3d4s5c6c" + FOURTEEN)}


def planned(offers: tuple[Any, ...]) -> Action:
    """What is done with cards that have a place; rows that are set take them as they come."""
    offer = next(one for one in offers if isinstance(one, Laying | Throwing | Setting))
    match offer:
        case Laying():
            card = next(one for one in offer.cards if PLACES.get(one) in offer.rows)
            return Lay(card, PLACES[card])
        case Throwing():
            return Throw(offer.cards[0])
        case _:
            return SetRows(offer.cards[:3], offer.cards[3:8], offer.cards[8:13])


async def acts(room: Room, person: int) -> None:
    """Somebody does anything that is offered, once something is."""
    view = await room.people[person].view(lambda view: bool(real(view.offers)))
    await room.does(person, real(view.offers)[0].sample(Dice(bytes(32))))


async def in_fantasyland(room: Room) -> TableView:
    """The first deal is played, and in the second one Ben has got fourteen cards; his view of it.

    Anna has laid her first five. The room has the decks for it.
    """
    for _ in range(2 * (5 + 4 * 3)):
        person = await room.turn()
        await room.does(person, planned(real((await room.people[person].view()).offers)))
    await room.next()
    for _ in range(5):
        await acts(room, 0)
    return await room.people[1].view(lambda view: len(held(view)) == 14)
