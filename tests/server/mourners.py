"""People who go on playing when their server is killed, and know what they had been promised."""

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from msgspec import Struct

from engine.values.actions import Action
from engine.values.chance import Dice
from engine.values.events import Acted
from engine.values.offers import Offer, Pass, Ready, real
from protocol.messages import (
    Act,
    Arrange,
    Buy,
    Choice,
    Create,
    Fill,
    Here,
    Join,
    Leave,
    Next,
    No,
    Ok,
    TableView,
    Vote,
)
from tests.server.client import Client

T = TypeVar("T")


class Gone(Exception):
    """The server has died."""


class Asked(Struct, frozen=True):
    """A request, complete but for its number, so that it can be sent again as it was."""

    kind: type[Any]
    fields: dict[str, Any]


class Guest:
    """A guest with a code: one connection after the other, and what they have in common.

    `open` is the request that nobody has answered; `answered` is told of every answer.
    """

    keys = itertools.count()

    def __init__(self, name: str, path: Path, rng: Random, answered: Callable[[], None]) -> None:
        self.name = name
        self.rng = rng
        self.code: str | None = None
        self.account = ""
        self.held: tuple[str, ...] = ()
        self.here = False
        self.open: Asked | None = None
        self.client: Client | None = None
        self._path = path
        self._answered = answered

    async def come(self) -> None:
        """Connect, as the one that one is."""
        try:
            client = self.client = await Client.unix(self._path)
        except OSError:
            raise Gone from None
        try:
            welcome = await self._heard(lambda: client.hello(self.name, self.code))
        except Gone:
            await client.close()
            raise
        if self.code is not None:
            assert welcome.account.id == self.account
        self.code, self.account = welcome.account.code, welcome.account.id
        self.held = welcome.held
        self.here = True

    async def go(self) -> None:
        """Hang up without a word."""
        self.here = False
        if self.client is not None:
            await self.client.close()

    async def heard_all(self) -> None:
        """Return when the dead server's last byte has been read."""
        await self._there.until(lambda: self._there.closed)

    async def ask(self, kind: type[Any], **fields: Any) -> Ok | No:
        """Request something; Gone if no answer came, and then the request stays open."""
        if kind in {Create, Join, Leave, Buy, Fill, Act}:
            fields["key"] = f"{self.name}-{next(self.keys):08}"
        self.open = Asked(kind, fields)
        return await self.again()

    async def again(self) -> Ok | No:
        """Send the open request once more, as it was."""
        assert self.open is not None
        asked, client = self.open, self._there
        answer = await self._heard(lambda: client.request(asked.kind, **asked.fields))
        self.answered(asked, answer)
        self.open = None
        self._answered()
        return answer

    def answered(self, asked: Asked, answer: Ok | No) -> None:
        """What follows from an answer, for what this guest may rely on."""

    async def wait(self, condition: Callable[[], bool]) -> None:
        """Return once `condition` holds; Gone if that is not to be."""
        await self._heard(lambda: self._there.until(condition))

    async def _heard(self, told: Callable[[], Awaitable[T]]) -> T:
        try:
            return await told()
        except AssertionError:
            if self._there.closed:
                raise Gone from None
            raise

    @property
    def _there(self) -> Client:
        assert self.client is not None
        return self.client


class Player(Guest):
    """Somebody with a seat at one table. `acts` are the acknowledged decisions, by deal.

    `votes_for` is what is chosen from in a vote; nothing: whatever there is.
    """

    def __init__(self, name: str, path: Path, rng: Random, answered: Callable[[], None]) -> None:
        super().__init__(name, path, rng, answered)
        self.table = ""
        self.acts: dict[int, list[Action]] = defaultdict(list)
        self.owner = False
        self.votes_for: tuple[Choice, ...] = ()

    def answered(self, asked: Asked, answer: Ok | No) -> None:
        """A decision that was accepted is never forgotten, one that was refused never comes up."""
        if asked.kind is Act and isinstance(answer, Ok):
            self.acts[asked.fields["deal"]].append(asked.fields["action"])

    @property
    def sees(self) -> bool:
        """Whether there is a table to be seen."""
        return self.here and self._there.table is not None

    @property
    def view(self) -> TableView:
        """What was seen last."""
        assert self._there.table is not None
        return self._there.table

    @property
    def own_acts(self) -> list[Action]:
        """The own decisions among the events of the deal that was seen last."""
        return [
            event.action
            for event in self.events
            if isinstance(event, Acted) and event.seat == self.view.me
        ]

    @property
    def events(self) -> list[Any]:
        """What happened in the deal that is on the table."""
        return self._there.events

    async def sit(self) -> None:
        """Come to the seat, for the first time or again, and see the table."""
        client = self._there
        key = f"{self.name}-{next(self.keys):08}"
        await self._heard(lambda: client.ask(Join, key=key, table=self.table))
        await self.wait(lambda: client.table is not None)

    async def sit_again(self) -> None:
        """Come back to the table, and send again what was not answered."""
        await self.sit()
        if self.open is not None:
            await self.again()

    async def play(self, budget: int) -> None:
        """Do whatever is to be done, at once, so many times; then only look."""
        seen = 0
        while budget:
            view = self.view
            asked = self._next(view) if view.seq > seen else None
            if asked is None:
                seen = max(seen, view.seq)
                newest = seen
                await self.wait(lambda newest=newest: self.view.seq > newest)  # type: ignore[misc]
                continue
            if asked.kind is Act and view.clock is not None and self.rng.random() < 0.05:
                # Until the clock has run out, and the others are asked what is to be done.
                await self.wait(lambda: self.view.pause is not None or self.view.clock is None)
                continue
            answer = await self.ask(asked.kind, **asked.fields)
            budget -= 1
            if isinstance(answer, Ok):
                seen = max(seen, view.seq)

    def _next(self, view: TableView) -> Asked | None:
        """What to ask for; None: nothing before something has changed."""
        table = {"table": view.id}
        if self.owner and self.rng.random() < 0.1:
            return Asked(Arrange, table | {"patience": self.rng.choice((10, 11, 12))})
        pause, me = view.pause, view.me
        assert me is not None
        if pause is not None and pause.ballot is not None and me in pause.ballot.asked:
            choice = self.rng.choice(self.votes_for or pause.ballot.choices)
            return Asked(Vote, table | {"ballot": pause.ballot.number, "choice": choice})
        if view.chairs[me].stand_in or (pause is not None and me in pause.seats):
            return Asked(Here, table) if self.rng.random() < 0.5 else None
        if offer := self._chosen(view):
            action = offer.sample(Dice(self.rng.randbytes(32)))
            fields = {"deal": view.deal, "decision": view.decision, "action": action}
            return Asked(Act, table | fields)
        if view.stage in {"between", "over"} and not view.chairs[me].ready:
            return Asked(Next, table | {"deal": view.deal})
        return None

    def _chosen(self, view: TableView) -> Offer | None:
        offers = real(view.offers)
        quiet = [offer for offer in offers if isinstance(offer, Pass | Ready)]
        if quiet and self.rng.random() < 0.8:
            return quiet[0]
        if not offers or (self._agreed(view) and not quiet):
            return None
        return self.rng.choice(offers)

    @staticmethod
    def _agreed(view: TableView) -> bool:
        assert view.view is not None
        assert view.me is not None
        return "ready" in view.view.seats[view.me].markers


class Fickle(Player):
    """Somebody whose line breaks, in the middle of anything, and who comes back or does not.

    `friend` sits at the same table and is always there.
    """

    friend: Player

    async def come_and_go(self) -> None:
        """Play for a while, be missed for a while, and so on."""
        friend = self.friend
        while True:
            if not self.here:
                if self.rng.random() < 0.4:
                    return
                await self.come()
                await self.sit_again()
            playing = asyncio.create_task(self.play(1000))
            until = friend.view.seq + self.rng.randrange(1, 12)
            try:
                await friend.wait(lambda until=until: friend.view.seq > until)  # type: ignore[misc]
            finally:
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
            await self.go()
            await friend.wait(self._missed)

    def _missed(self) -> bool:
        view = self.friend.view
        asked = view.pause is not None and view.pause.ballot is not None
        return asked or any(chair.stand_in for chair in view.chairs) or view.stage == "over"


class Churner(Guest):
    """Somebody who opens tables, sits down at others', and leaves them all again.

    `seats` are the tables where the guest has a chair, as far as was promised.
    """

    def __init__(self, name: str, path: Path, rng: Random, answered: Callable[[], None]) -> None:
        super().__init__(name, path, rng, answered)
        self.seats: set[str] = set()
        self.open_house = ""

    def answered(self, asked: Asked, answer: Ok | No) -> None:
        """A chair more or less."""
        assert isinstance(answer, Ok), (asked, answer)
        if asked.kind in {Create, Join}:
            assert answer.table is not None
            self.seats.add(answer.table)
        elif asked.kind is Leave:
            self.seats.discard(asked.fields["table"])

    async def play(self, budget: int) -> None:
        """Come and go so many times."""
        for _ in range(budget):
            if self.open_house and self.open_house not in self.seats and self.rng.random() < 0.4:
                await self.ask(Join, table=self.open_house)
            elif len(self.seats) < 3:
                bots = self.rng.choice(("none", "now"))
                fields = {"game": "pokerface", "name": "brief", "seats": 3, "bots": bots}
                made = await self.ask(Create, **fields)
                assert isinstance(made, Ok)
                if bots == "none" and self.rng.random() < 0.5:
                    await self.ask(Fill, table=made.table)
            else:
                await self.ask(Leave, table=self.rng.choice(sorted(self.seats)))

    def agrees(self) -> str:
        """Check what the server says of the chairs; what became of the open request in a word."""
        held = set(self.held)
        asked = self.open
        if held == self.seats:
            return "not done" if asked is not None else "as promised"
        assert asked is not None, (held, self.seats)
        new, lost = held - self.seats, self.seats - held
        if asked.kind is Create:
            assert (len(new), lost) == (1, set()), (asked, new, lost)
        elif asked.kind is Join:
            assert (new, lost) == ({asked.fields["table"]}, set()), (asked, new, lost)
        else:
            assert asked.kind is Leave
            assert (new, lost) == (set(), {asked.fields["table"]}), (asked, new, lost)
        return "done"
