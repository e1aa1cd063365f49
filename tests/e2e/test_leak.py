"""Nobody's bytes depend on a card that they may not see: the recorded streams tell."""

import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.values.cards import DECK, Card
from engine.values.chance import Chance, Dice
from engine.values.offers import Take, real
from protocol.messages import Act, Create, Join, Ping, Watch
from server.clock import SystemClock
from server.config import Config
from server.house import World
from server.run import Server
from tests.server.client import Client

NAMES = ("Anna", "Ben", "Carla", "Dan")
SEATS = len(NAMES)
HAND, BOARD = 2, 5


class FrozenClock(SystemClock):
    """It is always the same moment."""

    def now(self) -> float:
        """Unix time in seconds."""
        return 1_800_000_000.0


def world(*decks: Sequence[Card]) -> World:
    """Time stands still, and all chance is scripted: the decks of one deal after the other."""
    numbers = itertools.count()
    return World(
        clock=FrozenClock(),
        ids=lambda: f"id-{next(numbers):08}",
        random=lambda count: bytes(next(numbers) % 256 for _ in range(count)),
        chance=lambda table, deal: Chance(tuple(decks[max(deal, 1) - 1]), b"\0" * 32),
    )


async def streams(
    state: Path, deck: Sequence[Card], options: dict[str, bool]
) -> tuple[int, tuple[bytes, ...]]:
    """The dealer of a deal, and what each player and a spectator received up to the showdown."""
    config = Config(state=state, listen="127.0.0.1:0", lobby_pause=0)
    async with Server(config, world=world(deck)) as server:
        clients = [await Client.tcp(server.port) for _ in range(SEATS + 1)]
        for client, name in zip(clients, (*NAMES, "Zoe"), strict=True):
            await client.hello(name)
        made = await clients[0].ask(
            Create, key="create-1", game="pokerface", name="Leck", seats=SEATS, options=options
        )
        table = made.table
        assert table is not None
        await clients[-1].ask(Watch, table=table)
        for number, client in enumerate(clients[1:-1], 1):
            await client.ask(Join, key=f"join-{number:04}", table=table)
        task = server.house.tables[table]
        dice = Dice(b"the same choices every time")
        seen: list[bytes] = []
        await clients[-1].view(lambda one: one.view is not None)
        while True:
            deal = task.table.deal
            for client in clients:
                if deal is not None:
                    await has_events(client, len(deal.events))
                await client.ask(Ping)
            view = clients[-1].table
            assert view is not None
            assert view.view is not None
            if view.view.phase == "showdown":
                break
            seen = [bytes(client.raw) for client in clients]
            seat = dice.choice(view.view.to_act)
            mine = await clients[seat].view(lambda one: bool(real(one.offers)))
            choices = real(mine.offers)
            # Robbers would hardly ever agree, so they mostly take from the centre, or end.
            calm = [
                one for one in choices if not (isinstance(one, Take) and one.holder is not None)
            ]
            offer = dice.choice(calm if dice.below(4) else choices)
            await clients[seat].ask(
                Act,
                table=table,
                deal=mine.deal,
                decision=mine.decision,
                action=offer.sample(dice),
            )
        markers = [seat.markers for seat in view.view.seats]
        for client in clients:
            await client.close()
        return next(s for s, held in enumerate(markers) if "dealer" in held), tuple(seen)


async def has_events(client: Client, count: int) -> None:
    """Return once the client has been told that many events of the deal."""
    await client.until(lambda: len(client.events) == count)


def unseen(dealer: int, viewer: int | None) -> list[int]:
    """The places in the deck of the cards that a viewer never sees before the showdown."""
    places = list(range(HAND * SEATS)) + list(range(HAND * SEATS + BOARD, len(DECK)))
    if viewer is not None:
        order = (viewer - dealer - 1) % SEATS
        for place in range(HAND * order, HAND * order + HAND):
            places.remove(place)
    return places


@pytest.mark.parametrize("options", [{}, {"all_at_once": True}, {"rising_stakes": True}])
async def test_permuting_hidden_cards_changes_no_byte(
    tmp_path: Path, options: dict[str, bool]
) -> None:
    dice = Dice(b"decks")
    deck = dice.shuffled(DECK)
    dealer, before = await streams(tmp_path / "0", deck, options)
    for number, viewer in enumerate((*range(SEATS), None), 1):
        places = unseen(dealer, viewer)
        permuted = list(deck)
        moved = dice.shuffled(places)
        for place, origin in zip(places, moved, strict=True):
            permuted[place] = deck[origin]
        assert permuted != list(deck)
        _, after = await streams(tmp_path / str(number), permuted, options)
        stream = SEATS if viewer is None else viewer
        assert before[stream]
        assert after[stream] == before[stream]
        others = [one for one in range(SEATS) if one != stream]
        assert any(after[one] != before[one] for one in others)
