"""The time for a decision: what counts just before its end, just after, and whose it is (D4)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec import Struct
from msgspec.structs import replace

from engine.values.actions import Action, Check, Raise
from engine.values.chance import Dice
from engine.values.events import Acted
from engine.values.offers import real
from protocol.messages import Act, No, Ok, Ping, TableView
from server.config import Config
from server.house import World
from server.run import Server
from tests.server.client import Client, cooperative, open_table, sit
from tests.server.games import GAMES
from tests.server.hands import Hands

NAMES = ("Anna", "Ben", "Carla")
TIME = 30


class Sitting(Struct):
    """A server whose clock a test moves, and three people in a deal there, with a clock."""

    server: Server
    hands: Hands
    people: list[Client]
    table: str

    @property
    def view(self) -> TableView:
        """The newest view of who looks at the table longest."""
        view = self.people[0].table
        assert view is not None
        return view

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        assert self.view.view is not None
        (seat,) = self.view.view.to_act
        return seat

    async def settled(self) -> None:
        """Return when everybody has been told everything."""
        for client in self.people:
            await client.ask(Ping)
            await client.ask(Ping)

    async def question(self) -> dict[str, object]:
        """What whoever's turn it is answers with, but for the action."""
        view = await self.people[self.turn].view(lambda view: bool(real(view.offers)))
        return {"table": self.table, "deal": view.deal, "decision": view.decision}

    def acts(self) -> list[Acted]:
        """The decisions of the deal so far."""
        return [event for event in self.people[0].events if isinstance(event, Acted)]


@asynccontextmanager
async def sitting(
    config: Config, game: str = "pokerface", **fields: object
) -> AsyncIterator[Sitting]:
    """Everybody in the first deal; the time for a decision is TIME."""
    hands = Hands()
    async with Server(config, GAMES, "tests.server.games:BOTS", World(clock=hands)) as server:
        people = [await Client.tcp(server.port) for _ in NAMES]
        for client, name in zip(people, NAMES, strict=True):
            await client.hello(name)
        if game == "chips":
            fields["options"] = {"choose": False}
        table = await open_table(people[0], game, clock=TIME, **fields)
        for client in people[1:]:
            await sit(client, table)
        for client in people:
            await client.view(lambda view: view.stage == "running" and view.clock is not None)
        house = Sitting(server, hands, people, table)
        yield house
        for client in house.people:
            await client.close()


def some(view: TableView) -> Action:
    """An action that is offered."""
    return cooperative(view, real(view.offers)).sample(Dice(bytes(32)))


# ── a game in which time plays what is safe ────────────────────────────────────────────────────


async def test_who_lets_time_run_out_checks_where_that_is_free_and_folds_else(
    config: Config,
) -> None:
    async with sitting(config, "chips") as house:
        first = house.turn
        house.hands.move(TIME)
        await house.people[0].until(lambda: len(house.acts()) == 1)
        assert house.acts() == [Acted(first, Check())]
        await house.settled()
        view = await house.people[house.turn].view(lambda view: bool(real(view.offers)))
        lo = next(offer.lo for offer in real(view.offers) if type(offer).__name__ == "Raise")  # type: ignore[union-attr]
        await house.people[house.turn].ask(Act, **await house.question(), action=Raise(lo))
        await house.people[0].until(lambda: len(house.acts()) == 2)
        await house.settled()
        third = house.turn
        house.hands.move(TIME)
        await house.people[0].until(lambda: len(house.acts()) == 3)
        assert house.acts()[2].seat == third
        assert type(house.acts()[2].action).__name__ == "Fold"


async def test_people_who_all_let_time_run_out_wait_no_longer_than_their_times(
    config: Config,
) -> None:
    async with sitting(config, "chips") as house:
        for number in range(1, 4):
            # All of a time for each, and not a moment more.
            clock = house.view.clock
            assert clock is not None
            assert (clock.left, clock.total) == (TIME * 1000, TIME * 1000)
            house.hands.move(TIME - 0.5)
            await house.settled()
            assert len(house.acts()) == number - 1
            house.hands.move(0.5)
            await house.people[0].until(lambda number=number: len(house.acts()) == number)  # type: ignore[misc]
            await house.settled()
        assert [act.action for act in house.acts()] == [Check()] * 3
        assert house.view.stage == "between"


async def test_a_moment_after_the_end_the_automatic_action_stands(config: Config) -> None:
    async with sitting(config, "chips") as house:
        late = house.people[house.turn]
        question = await house.question()
        house.hands.move(TIME)
        await late.until(lambda: len(house.acts()) == 1)
        assert await late.refused(Act, **question, action=Check()) in {"stale", "not_your_turn"}
        await house.settled()
        assert len(house.acts()) == 1


@pytest.mark.parametrize("game", ["chips", "pokerface"])
@pytest.mark.parametrize("first", ["action", "clock"])
async def test_in_one_moment_it_is_the_one_or_the_other_and_never_both(
    config: Config, game: str, first: str
) -> None:
    async with sitting(config, game) as house:
        turn = house.turn
        actor = house.people[turn]
        view = await actor.view(lambda view: bool(real(view.offers)))
        question = await house.question()
        if first == "action":
            asking = asyncio.create_task(actor.request(Act, **question, action=some(view)))
            await asyncio.sleep(0)
            house.hands.move(TIME)
        else:
            house.hands.move(TIME)
            asking = asyncio.create_task(actor.request(Act, **question, action=some(view)))
        answer = await asking
        await house.people[0].until(lambda: len(house.acts()) >= 1)
        await house.settled()
        # What came too late was refused; what was in time was not played a second time.
        assert [act.seat for act in house.acts()] == [turn]
        if game == "pokerface":
            # Nobody may play for somebody else there: an answer counts even then.
            assert isinstance(answer, Ok)
            assert house.view.pause is None
        elif isinstance(answer, No):
            assert answer.why.code in {"stale", "not_your_turn"}
        clock = house.view.clock
        assert clock is not None
        assert clock.left == TIME * 1000


# ── any game ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ["chips", "pokerface"])
async def test_an_action_just_in_time_counts_and_stops_the_clock(config: Config, game: str) -> None:
    async with sitting(config, game) as house:
        actor = house.people[house.turn]
        view = await actor.view(lambda view: bool(real(view.offers)))
        house.hands.move(TIME - 0.01)
        await actor.ask(Act, **await house.question(), action=some(view))
        await house.people[0].until(lambda: len(house.acts()) == 1)
        await house.settled()
        # The end of the old time is nobody's: the next has all of a new one.
        house.hands.move(0.01)
        await house.settled()
        assert len(house.acts()) == 1
        assert house.view.pause is None
        clock = house.view.clock
        assert clock is not None
        assert clock.left == TIME * 1000


async def test_who_drops_and_is_back_in_no_time_has_the_time_that_was_left(
    config: Config,
) -> None:
    async with sitting(replace(config, blink=2)) as house:
        turn = house.turn
        code = house.people[turn].welcome
        assert code is not None
        house.hands.move(TIME - 5)
        await house.people[turn].close()
        other = house.people[(turn + 1) % 3]
        await other.view(lambda view: not view.chairs[turn].here)
        house.hands.move(1)
        again = await Client.tcp(house.server.port)
        await again.hello(code=code.account.code)
        await sit(again, house.table)
        house.people[turn] = again
        view = await again.view(lambda view: bool(real(view.offers)))
        assert view.clock is not None
        assert (view.clock.left, view.clock.total) == (4000, TIME * 1000)
        view = await other.view(lambda view: view.chairs[turn].here)
        assert view.pause is None
        house.hands.move(4)
        view = await other.view(lambda view: view.pause is not None)
        assert view.pause is not None
        assert (view.pause.why.code, view.pause.seats) == ("late", (turn,))


async def test_the_clock_rests_with_the_deal_and_comes_back_with_it(config: Config) -> None:
    async with sitting(replace(config, blink=2)) as house:
        turn = house.turn
        gone = (turn + 1) % 3
        code = house.people[gone].welcome
        assert code is not None
        house.hands.move(TIME - 5)
        await house.people[gone].close()
        actor = house.people[turn]
        await actor.view(lambda view: not view.chairs[gone].here)
        house.hands.move(2)
        view = await actor.view(lambda view: view.pause is not None)
        assert view.clock is None
        # However long it takes, the time of whoever's turn it is does not run out meanwhile.
        house.hands.move(TIME)
        again = await Client.tcp(house.server.port)
        await again.hello(code=code.account.code)
        await sit(again, house.table)
        house.people[gone] = again
        view = await actor.view(lambda view: view.pause is None)
        assert view.clock is not None
        assert view.clock.left == TIME * 1000
        assert real(view.offers)


async def test_where_all_act_at_once_the_time_is_the_rounds(config: Config) -> None:
    async with sitting(config, options={"all_at_once": True}) as house:
        anna, ben, _ = house.people
        house.hands.move(10)
        view = await anna.view()
        await anna.ask(Act, table=house.table, deal=1, decision=view.decision, action=some(view))
        view = await ben.view(lambda view: view.seq > 0 and bool(real(view.offers)))
        await house.settled()
        clock = house.view.clock
        assert clock is not None
        assert clock.left == (TIME - 10) * 1000
        house.hands.move(TIME - 10)
        view = await ben.view(lambda view: view.pause is not None)
        assert view.pause is not None
        assert view.pause.why.code == "late"


async def test_a_table_without_a_clock_waits_for_ever(config: Config) -> None:
    async with sitting(config) as house:
        table = await open_table(house.people[0], seats=3)
        for client in house.people[1:]:
            await sit(client, table)
        await house.people[1].view(lambda view: view.id == table and view.stage == "running")
        task = house.server.house.tables[table]
        before = task.table
        house.hands.move(10 * 24 * 3600)
        for client in house.people:
            await client.ask(Ping)
        assert task.table is before
