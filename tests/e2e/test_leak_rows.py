"""Nobody's bytes depend on rows that somebody arranges unseen, nor on cards thrown away."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from engine.values.actions import Action, Lay, SetRows, Throw
from engine.values.cards import DECK, Card, cards
from engine.values.chance import Dice
from engine.values.draft import Draft
from engine.values.offers import Lay as Laying
from engine.values.offers import Throw as Throwing
from engine.values.offers import real
from protocol.messages import Act, Create, Join, Keep, Next, Ping, TableView, Watch
from server.config import Config
from server.run import Server
from tests.e2e.test_leak import NAMES, has_events, world
from tests.server.client import Client
from tests.server.points import TO_FANTASYLAND, held, planned

Streams = tuple[bytes, ...]


class Sitting:
    """Players in their chairs and somebody who looks on, at a server where all chance is given."""

    def __init__(self, server: Server, clients: list[Client], table: str) -> None:
        self.clients = clients
        self._server = server
        self._table = table

    async def told(self) -> None:
        """Everybody has been told all that there is."""
        deal = self._server.house.tables[self._table].table.deal
        for client in self.clients:
            if deal is not None:
                await has_events(client, len(deal.events))
            await client.ask(Ping)

    async def view(self, player: int) -> TableView:
        """What a player sees."""
        await self.told()
        return await self.clients[player].view()

    async def acts(self, player: int, action: Action) -> None:
        """A player decides."""
        await self.clients[player].ask(Act, **self._where(player), action=action)
        await self.told()

    async def keeps(self, player: int, draft: Draft) -> None:
        """A player has rows kept."""
        await self.clients[player].ask(Keep, **self._where(player), draft=draft)

    def _where(self, player: int) -> dict[str, str | int]:
        view = self.clients[player].table
        assert view is not None
        return {"table": view.id, "deal": view.deal, "decision": view.decision}

    async def again(self, player: int) -> None:
        """A player asks to be shown everything once more."""
        await self.clients[player].ask(Watch, table=self._table)
        await self.told()

    async def next(self) -> None:
        """All players want the next deal, and it begins."""
        deal = (await self.view(0)).deal
        for client in self.clients[:-1]:
            await client.ask(Next, table=self._table, deal=deal)
        for client in self.clients:
            await client.view(lambda view: view.deal > deal)
        await self.told()

    def streams(self) -> Streams:
        """All that each of them has received so far, the one who looks on last."""
        return tuple(bytes(client.raw) for client in self.clients)


@asynccontextmanager
async def sitting(
    state: Path, game: str, players: int, *decks: Sequence[Card]
) -> AsyncIterator[Sitting]:
    config = Config(state=state, listen="127.0.0.1:0", lobby_pause=0)
    async with Server(config, world=world(*decks)) as server:
        clients = [await Client.tcp(server.port) for _ in range(players + 1)]
        for client, name in zip(clients, (*NAMES[:players], "Zoe"), strict=True):
            await client.hello(name)
        made = await clients[0].ask(Create, key="create-1", game=game, name="Leck", seats=players)
        assert made.table is not None
        await clients[-1].ask(Watch, table=made.table)
        for number, client in enumerate(clients[1:-1], 1):
            await client.ask(Join, key=f"join-{number:04}", table=made.table)
        for client in clients:
            await client.view(lambda one: one.view is not None)
        yield Sitting(server, clients, made.table)
        for client in clients:
            await client.close()


def permuted(deck: Sequence[Card], places: Sequence[int]) -> list[Card]:
    """The deck with the cards at those places in another order."""
    moved = Dice(b"decks").shuffled(places)
    after = list(deck)
    for place, origin in zip(places, moved, strict=True):
        after[place] = deck[origin]
    assert after != list(deck)
    return after


# ── everybody arranges ─────────────────────────────────────────────────────────────────────────

SHUFFLED = Dice(b"decks").shuffled(DECK)
HAND = 13


async def closed(state: Path, deck: Sequence[Card], rearranged: int = 4) -> tuple[int, Streams]:
    """Who has the first cards, and the streams of a deal of three up to the last decision.

    Anna and Ben arrange their cards again and again, and submit; Carla does neither.
    """
    async with sitting(state, "chinese", 3, deck) as there:
        first = await there.view(0)
        assert first.view is not None
        dealer = next(s for s, seat in enumerate(first.view.seats) if "dealer" in seat.markers)
        for player in (0, 1):
            hand = held(await there.view(player))
            for turn in range(rearranged):
                shifted = hand[turn:] + hand[:turn]
                await there.keeps(player, Draft(shifted[:3], shifted[3:5], shifted[8:]))
        await there.again(0)
        # Nothing that anybody has kept is told when there is something to tell.
        for player in (0, 1):
            hand = held(await there.view(player))
            await there.acts(player, SetRows(hand[10:], hand[5:10], hand[:5]))
        return (dealer + 1) % 3, there.streams()


async def test_hidden_hands_and_their_rows_change_no_byte(tmp_path: Path) -> None:
    first, before = await closed(tmp_path / "0", SHUFFLED)
    for number, viewer in enumerate((0, 1, 2, None), 1):
        places = list(range(len(DECK)))
        if viewer is not None:
            start = HAND * ((viewer - first) % 3)
            del places[start : start + HAND]
        _, after = await closed(tmp_path / str(number), permuted(SHUFFLED, places))
        stream = 3 if viewer is None else viewer
        assert before[stream] == after[stream]
        assert any(one != other for one, other in zip(before, after, strict=True))


async def test_that_others_rearrange_changes_no_byte(tmp_path: Path) -> None:
    _, still = await closed(tmp_path / "0", SHUFFLED, rearranged=0)
    _, moved = await closed(tmp_path / "1", SHUFFLED)
    anna, ben, *others = (one == other for one, other in zip(still, moved, strict=True))
    # They heard that it is kept, and Anna what.
    assert not anna
    assert not ben
    assert others == [True, True]


# ── somebody in Fantasyland ────────────────────────────────────────────────────────────────────

# Of the second deal: Anna's first five cards, Ben's fourteen, and four times three of Anna's, the
# last of which she throws away.
FIVE, FOURTEEN = 5, 14
THROWN = [FIVE + FOURTEEN + 3 * turn + 2 for turn in range(4)]
STUB = list(range(FIVE + FOURTEEN + 12, len(DECK)))
INSIDE = list(range(FIVE, FIVE + FOURTEEN))


async def open_rows(state: Path, deck: Sequence[Card]) -> Streams:
    """The streams of a deal with Ben in Fantasyland, up to Anna's last decision."""
    async with sitting(state, "pineapple", 2, cards(TO_FANTASYLAND[1]), deck) as there:
        while (view := await there.view(0)).stage == "running":
            assert view.view is not None
            (player,) = view.view.to_act
            await there.acts(player, planned(real((await there.view(player)).offers)))
        await there.next()
        for turn in range(5):
            hand = held(await there.view(0))
            await there.keeps(0, Draft(back=hand[:2]))
            for _ in range(len(hand) if turn < 4 else 2):
                await there.acts(0, onwards(await there.view(0)))
            inside = held(await there.view(1))
            if turn < 2:
                await there.keeps(1, Draft(inside[turn:3], inside[3:8], inside[8:13]))
                await there.again(1)
            elif turn == 2:
                await there.acts(1, SetRows(inside[1:4], inside[4:9], inside[9:]))
        return there.streams()


def onwards(view: TableView) -> Action:
    """The first card into the first row with room, or away."""
    (offer,) = (one for one in real(view.offers) if isinstance(one, Laying | Throwing))
    return (
        Lay(offer.cards[0], offer.rows[0]) if isinstance(offer, Laying) else Throw(offer.cards[0])
    )


async def test_fantasyland_and_what_is_thrown_away_change_no_byte(tmp_path: Path) -> None:
    before = await open_rows(tmp_path / "0", SHUFFLED)
    unseen = (INSIDE + STUB, THROWN + STUB, INSIDE + THROWN + STUB)
    for viewer, places in enumerate(unseen):
        after = await open_rows(tmp_path / str(1 + viewer), permuted(SHUFFLED, places))
        assert before[viewer] == after[viewer]
        assert any(one != other for one, other in zip(before, after, strict=True))
