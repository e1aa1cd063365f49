"""Nobody's bytes depend on the card on their own forehead, before the rules show it, or ever."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from engine.values.actions import Action, Call, Check, Fold, In, Out, Raise
from engine.values.cards import DECK, Card
from engine.values.chance import Dice
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

DECKS = (Dice(b"the first deal").shuffled(DECK), Dice(b"the second deal").shuffled(DECK))

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


class Heard(Struct, frozen=True):
    """What each has received in the end, and before the last decision of the second deal.

    `away` is the seat of whoever leaves in the second deal, or is not in at its showdown.
    """

    whole: Streams
    before: Streams
    dealt: tuple[Dealt, ...]
    away: int
    logged: tuple[str, ...]


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
        await client.refused(Record, table=self.table, deal=view.deal)
        await client.refused(Chat, table=self.table, text="?")
        await client.ask(Say, table=self.table, phrase="short_break")
        await client.ask(Watch, table=self.table)
        await self.told()

    async def looks_back(self, person: int) -> None:
        """Somebody asks for the deals that they have played, and for the record of the last."""
        answer = await self.of(person).ask(Past)
        kept = await self.of(person).request(
            Record, table=self.table, deal=answer.deals[0].deal if answer.deals else 1
        )
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


async def troubled(there: Sitting) -> None:
    """Sessions come and go in the middle of a deal, and everybody asks for what is refused."""
    first, second, third = _around(there)
    for person in (first, second, third):
        await there.errs(person)
    await there.again(first)
    await there.drops(second)
    await there.returns(second)
    await there.again(third)


def _around(there: Sitting) -> tuple[int, int, int]:
    """All seats, from whoever is asked first."""
    first = there.asked[0]
    return first, (first + 1) % 3, (first + 2) % 3


async def bets(there: Sitting, decks: Sequence[Sequence[Card]]) -> tuple[Streams, list[Dealt], int]:
    """In one deal two fold, and nobody looks; in the next one leaves, and two come to the end."""
    await troubled(there)
    first, second, third = _around(there)
    await there.acts(first, Raise)
    await there.acts(second, Fold)
    await there.acts(third, Fold)
    dealt = [there.dealt(decks[0])]
    for person in (*SEATS, ZOE):
        await there.looks_back(person)
    await there.next()
    first, second, third = _around(there)
    await there.acts(first, Raise)
    await there.goes(second)
    while not _last(there):
        (person,) = there.asked
        await there.acts(person, Check if _free(await there.view(person)) else Call)
    before = there.streams()
    (person,) = there.asked
    await there.acts(person, Check if _free(await there.view(person)) else Call)
    dealt.append(there.dealt(decks[1]))
    return before, dealt, second


async def declares(
    there: Sitting, decks: Sequence[Sequence[Card]], sealed: type[In | Out] = In
) -> tuple[Streams, list[Dealt], int]:
    """In one deal nobody is in; in the next two are, and pay for it. The first choice is given."""
    await troubled(there)
    for person in SEATS:
        await there.acts(person, Out)
    dealt = [there.dealt(decks[0])]
    for person in (*SEATS, ZOE):
        await there.looks_back(person)
    await there.next()
    await there.acts(0, sealed)
    await there.acts(2, Out)
    await there.again(1)
    await there.again(2)
    before = there.streams()
    await there.acts(1, In)
    dealt.append(there.dealt(decks[1]))
    return before, dealt, 2


def _free(view: TableView) -> bool:
    return not any(isinstance(offer, Calling) for offer in real(view.offers))


def _last(there: Sitting) -> bool:
    """Whether the deal is over with the next call or check."""
    deal, game = there.state.deal, there.state.game
    (seat,) = there.asked
    for action in (Check(), Call(0)):
        for offer in real(game.offers(deal.state, seat)):
            done = Call(offer.price) if isinstance(offer, Calling) else action
            if offer.admits(done):
                after, _ = game.apply(deal.state, seat, done)
                return game.result(after) is not None
    raise AssertionError("neither check nor call")


async def story(
    state: Path,
    decks: Sequence[Sequence[Card]],
    caplog: pytest.LogCaptureFixture,
    game: str,
    options: Mapping[str, Value],
    **given: type[In | Out],
) -> Heard:
    """Two deals by one variant, as everybody has heard them."""
    caplog.clear()
    caplog.set_level("INFO")
    async with sitting(state, decks, game, options) as there:
        if options.get("match_pot"):
            before, dealt, away = await declares(there, decks, **given)
        else:
            before, dealt, away = await bets(there, decks)
        for person in (*SEATS, ZOE):
            await there.looks_back(person)
        await there.told()
        return Heard(there.streams(), before, tuple(dealt), away, tuple(caplog.messages))


def permuted(deck: Sequence[Card], places: Sequence[int]) -> list[Card]:
    """The deck with the cards at those places in another order, each of them another one."""
    after = list(deck)
    for place, origin in zip(places, (*places[1:], places[0]), strict=True):
        after[place] = deck[origin]
    return after


VARIANTS: dict[str, tuple[str, dict[str, Value]]] = {
    "one card": ("indian", {}),
    "three cards": ("indian", {"cards": 3}),
    "high and low": ("indian", {"wins": "high_low"}),
    "match the pot": ("indian", {"match_pot": True}),
    "hold'em": ("indian_holdem", {}),
}


@pytest.mark.parametrize("variant", VARIANTS)
async def test_ones_own_cards_change_no_byte(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, variant: str
) -> None:
    game, options = VARIANTS[variant]
    plain = await story(tmp_path / "plain", DECKS, caplog, game, options)
    for person in (*SEATS, ZOE):
        seat = None if person == ZOE else person
        decks = [
            permuted(deck, dealt.unseen(seat))
            for deck, dealt in zip(DECKS, plain.dealt, strict=True)
        ]
        other = await story(tmp_path / str(person), decks, caplog, game, options)
        assert other.before[person] == plain.before[person]
        # What was told of the first deal is told: nobody has looked there, and nobody ever will.
        assert len(plain.before[person]) > 1000
        if person == plain.away:
            # Whoever is not in at the end never learns it, nor does anybody who looks on.
            assert other.whole[person] == plain.whole[person]
            assert other.whole[ZOE] == plain.whole[ZOE]
        if person == ZOE:
            assert other.logged == plain.logged
        else:
            assert all(other.before[one] != plain.before[one] for one in SEATS if one != person)


async def test_a_sealed_declaration_changes_no_byte(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    heard = [
        await story(tmp_path / name, DECKS, caplog, *VARIANTS["match the pot"], sealed=choice)
        for name, choice in (("in", In), ("out", Out))
    ]
    ours, theirs = (one.before for one in heard)
    assert ours[1:] == theirs[1:]
    assert heard[0].whole[1:] != heard[1].whole[1:]


async def test_what_the_option_opens_is_opened(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    plain = await story(tmp_path / "plain", DECKS, caplog, "indian", {"reveal": True})
    decks = [DECKS[0], permuted(DECKS[1], plain.dealt[1].unseen(plain.away))]
    other = await story(tmp_path / "other", decks, caplog, "indian", {"reveal": True})
    assert other.before[plain.away] == plain.before[plain.away]
    assert other.whole[plain.away] != plain.whole[plain.away]
