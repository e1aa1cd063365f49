"""SIGKILL at any instant, in the midst of everything: what was acknowledged is there.

Whatever was in flight may have happened as well, then whole; sent again it counts once.
"""

import asyncio
import contextlib
import json
import signal
import sqlite3
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest

from engine.values.events import Acted
from protocol.messages import Act, Arrange, ChairInfo, Create, Ok, TableView, Vote
from tests.server.gamblers import Casino, Gambler
from tests.server.mourners import Churner, Fickle, Gone, Guest, Player

KILLS = 14
# What is to have been under way, or there to be lost, at some of them.
RARE = ("ahead", "resent", "settled at the casino", "at the casino", "left", "rests", "paid")
SEED = 3
NAMES = [f"Mourner {number}" for number in range(1, 40)]

G = TypeVar("G", bound=Guest)


class Mortal:
    """The server's process, one after the other over one state directory."""

    def __init__(self, place: Path) -> None:
        self.path = place / "s"
        self.state = place / "state"
        self._complaints = place / "complaints"
        self._process: Process | None = None

    async def start(self) -> None:
        """A server that listens, its time standing still."""
        with self._complaints.open("ab") as complaints:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.server.mortal", str(self.state), str(self.path)),
                stdout=PIPE,
                stderr=complaints,
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(20):
            assert await self._process.stdout.readline() == b"listening\n", self.complaints

    def let_time_run(self) -> None:
        """From here on clocks run out and bots act."""
        assert self._process is not None
        self._process.send_signal(signal.SIGUSR1)

    async def kill(self) -> None:
        """End it, now."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    @property
    def complaints(self) -> str:
        """All that any of them had to say."""
        return self._complaints.read_text()


class Party:
    """One table and its people; `before` is the newest view that anybody had of it.

    `exact`: nobody but its own player ever acts for a seat.
    """

    def __init__(self, players: list[Player], exact: bool = True, **fields: Any) -> None:
        self.players = players
        self.exact = exact
        self.fields = fields
        self.before: TableView | None = None
        self.own: dict[str, tuple[TableView, list[Any]]] = {}

    @property
    def here(self) -> list[Player]:
        """Those who look at it."""
        return [player for player in self.players if player.sees]

    async def found(self) -> None:
        """Create the table, and sit down."""
        fields = {"game": "pokerface", "name": "long", "seats": len(self.players)} | self.fields
        made = await self.players[0].ask(Create, **fields)
        assert isinstance(made, Ok)
        assert made.table is not None
        self.players[0].owner = True
        for player in self.players:
            player.table = made.table
            await player.sit()

    def remember(self) -> None:
        """Keep what was seen last, now that nothing can come any more."""
        seq = max(player.view.seq for player in self.here)
        newest = [player for player in self.here if player.view.seq == seq]
        self.before = newest[0].view
        self.own = {player.name: (player.view, player.events) for player in newest}

    def settled(self, churners: list[Churner]) -> bool:
        """Whether nothing was under way: no request, no bot's turn, no clock, nobody away."""
        view = self.before
        assert view is not None
        away = [chair for chair in view.chairs if chair.kind == "person" and not chair.here]
        if view.clock is not None or any(one.open is not None for one in self.players):
            return False
        if view.pause is not None and view.pause.ballot is None:
            return False
        if any(not chair.stand_in for chair in away) or len(self.here) < len(self.players):
            # Time decides what becomes of them, unless those who are there are just being asked.
            return view.pause is not None
        if view.stage != "running" and all(chair.ready for chair in view.chairs):
            return False
        if view.stage == "running":
            assert view.view is not None
            return not any(_robot(view.chairs[seat]) for seat in view.view.to_act)
        names = {chair.name for chair in view.chairs}
        return all((one.name in names) == (view.id in one.seats) for one in churners) and not any(
            view.id in {one.open_house, *one.seats} and one.open is not None for one in churners
        )


def _robot(chair: ChairInfo) -> bool:
    return chair.kind == "bot" or chair.stand_in


def public(view: TableView) -> tuple[object, ...]:
    """What everybody sees, but who is connected, and what only time changes."""
    pause = view.pause
    return (
        (view.name, view.game, view.options, view.patience),
        (view.stage, view.deal, view.number, view.ended, view.history, view.cancelled),
        view.view and (view.view.phase, view.view.to_act, view.view.counters, view.view.notes),
        view.view and [zone for zone in view.view.zones if zone.kind not in {"hand", "row"}],
        [(one.kind, one.name, one.ready, one.stand_in, one.owner) for one in view.chairs],
        pause and (pause.why, pause.seats, pause.ballot),
        view.clock and view.clock.total,
    )


def private(view: TableView) -> tuple[object, ...]:
    """What one of them sees of their own."""
    return (view.me, view.view, view.offers, view.decision, view.chat)


async def together(people: Sequence[Player | Gambler]) -> None:
    """Return once all these have been shown the same: who comes back can end a pause."""

    def shown(player: Player | Gambler, seq: int) -> Callable[[], bool]:
        return lambda: player.view.seq >= seq

    while len({player.view.seq for player in people}) > 1:
        last = max(player.view.seq for player in people)
        for player in people:
            await player.wait(shown(player, last))


def compare(party: Party, churners: list[Churner], seen: Counter[str]) -> None:
    """AssertionError unless everything is there that anybody had been promised."""
    before = party.before
    assert before is not None
    newest = max((player.view for player in party.here), key=lambda view: view.seq)
    for player in party.here:
        # Coming back changes nothing but who is here.
        assert public(player.view) == public(newest)
        once(party, player)
    missed = () if before.pause is None else before.pause.seats
    # Whoever was on the way back as the server was killed has ended the pause by coming.
    resumed = newest.pause is None and any(newest.chairs[seat].here for seat in missed)
    if party.settled(churners) and not resumed:
        seen["settled"] += 1
        assert public(newest) == public(before)
        if newest.pause is not None and newest.pause.ballot is not None:
            seen["votes"] += len(newest.pause.ballot.votes)
        for player in party.here:
            if player.name in party.own:
                view, events = party.own[player.name]
                assert private(player.view) == private(view)
                assert newest.view is None or player.events == events
        return
    seen["moving"] += 1
    keeps(party, newest, {one.name for one in churners}, seen)
    if newest.deal == before.deal and newest.cancelled is None and newest.view is not None:
        goes_on(party, seen)


def once(party: Party, player: Player) -> None:
    """Of this deal each own decision is there that was acknowledged, in order, and no other.

    One that nobody has answered may be there too.
    """
    deal = player.view.deal
    if player.view.view is None or deal == 0:
        return
    wanted = player.acts.get(deal, [])
    if not party.exact:
        rest = iter(player.own_acts)
        assert all(act in rest for act in wanted), (wanted, player.own_acts)
        return
    asked = player.open
    hoped = [*wanted, asked.fields["action"]] if asked is not None and asked.kind is Act else wanted
    assert player.own_acts in (wanted, hoped), (player.name, wanted, player.own_acts)


def keeps(party: Party, newest: TableView, restless: set[str], seen: Counter[str]) -> None:
    """What nothing in flight can have taken away."""
    before = party.before
    assert before is not None
    assert before.deal <= newest.deal <= before.deal + 1
    assert newest.history[: len(before.history)] == before.history or newest.number <= 1
    assert (newest.name, newest.game, newest.options) == (before.name, before.game, before.options)
    for old, new in zip(before.chairs, newest.chairs, strict=True):
        if {old.name, new.name} & restless:
            continue
        assert (old.kind, old.name, old.owner) == (new.kind, new.name, new.owner)
    wished = {
        player.open.fields["patience"]
        for player in party.players
        if player.open is not None and player.open.kind is Arrange
    }
    assert newest.patience in {before.patience, *wished}
    voting = {
        player.view.me
        for player in party.players
        if player.open is not None and player.open.kind is Vote
    }
    old_vote = before.pause and before.pause.ballot
    new_vote = newest.pause and newest.pause.ballot
    if old_vote and new_vote and old_vote.number == new_vote.number:
        seen["votes"] += len(old_vote.votes)
        votes = [vote for vote in old_vote.votes if vote.seat not in voting]
        assert votes == [vote for vote in new_vote.votes if vote.seat not in voting]
        assert old_vote.asked == new_vote.asked


def goes_on(party: Party, seen: Counter[str]) -> None:
    """The same deal: what happened in it has happened, and no more than was under way."""
    before = party.before
    assert before is not None
    moved: set[int] = set()
    for player in party.here:
        if player.name in party.own:
            view, events = party.own[player.name]
            assert player.events[: len(events)] == events
            more = player.events[len(events) :]
            moved |= {event.seat for event in more if isinstance(event, Acted)}
            assert view.view is not None
            assert player.view.view is not None
            hand = f"hand.{player.view.me}"
            assert player.view.view.zone(hand) == view.view.zone(hand)
    asking = {one.name for one in party.players if one.open is not None and one.open.kind is Act}
    for seat in moved:
        chair = before.chairs[seat]
        assert chair.name in asking or _robot(chair) or not chair.here
    seen["ahead"] += bool(moved)


@pytest.mark.parametrize("kills", [KILLS, pytest.param(100, marks=pytest.mark.soak)])
async def test_it_is_killed_again_and_again(tmp_path: Path, kills: int) -> None:
    story = Story(tmp_path, kills)
    try:
        await story.told()
    except BaseException as error:
        error.add_note(f"kill {story.kills} of seed {SEED}; {story.seen}")
        raise
    finally:
        await story.end()
    assert story.mortal.complaints == ""
    # Every kind of thing has been there to be lost.
    assert min(story.seen[what] for what in ("settled", "moving", "votes")) > story.kills
    assert min(story.seen[what] for what in ("decisions", *RARE)) > 0


class Story:
    """Everybody, and the server that they outlive."""

    def __init__(self, place: Path, wanted: int) -> None:
        """It is killed so often, and again while something has not been there to be lost."""
        self.rng = Random(SEED)
        self.mortal = Mortal(place)
        self.seen: Counter[str] = Counter()
        self.kills = 0
        self._wanted = wanted
        self._names = iter(NAMES)
        self._answers = 0
        self._enough = asyncio.Event()
        self.churners = [self._new(Churner) for _ in range(2)]
        fickle = self._new(Fickle)
        fickle.friend = self._new(Player)
        self._torn = self._people(3)
        self._torn[0].votes_for, self._torn[1].votes_for = ("wait", "bot"), ("cancel",)
        self.parties = [
            Party(self._people(1), seats=6),
            Party(self._torn, exact=False, patience=10),
            Party(self._people(3)),
            Party(self._people(4), options={"all_at_once": True}),
            Party(self._people(1), seats=4, bots="now"),
            Party(self._people(3), exact=False, clock=10),
            Party([fickle.friend, self._new(Player), fickle], exact=False, patience=10),
        ]
        self.casinos = [
            Casino([self._new(Gambler) for _ in range(4)], slow=True),
            Casino([self._new(Gambler) for _ in range(3)], slow=False, seats=5, bots="now"),
        ]
        self.everybody: list[Guest] = [*self.churners]
        for party in self.parties:
            self.everybody += party.players
        for casino in self.casinos:
            self.everybody += casino.people

    def _new(self, kind: type[G]) -> G:
        rng = Random(self.rng.random())
        return kind(next(self._names), self.mortal.path, rng, self._answered)

    def _people(self, count: int) -> list[Player]:
        return [self._new(Player) for _ in range(count)]

    def _answered(self) -> None:
        self._answers -= 1
        if self._answers < 0:
            self._enough.set()

    async def told(self) -> None:
        """Founded, killed many times, and looked at once more in the end."""
        await self.mortal.start()
        for guest in self.everybody:
            await guest.come()
        for party in self.parties:
            await party.found()
        for casino in self.casinos:
            await casino.found()
        for churner in self.churners:
            churner.open_house = self.parties[0].players[0].table
        await self._part()
        while self.kills < self._wanted or (
            self.kills < 3 * self._wanted and min(self.seen[what] for what in RARE) == 0
        ):
            await self.live()
            await self.mortal.start()
            await self.look()
        self.look_into_the_log()

    async def _part(self) -> None:
        """One of three leaves the two others with a vote that never comes to an end."""
        self.mortal.let_time_run()
        torn = self._torn[0]
        await self._torn[2].go()
        await torn.wait(lambda: torn.view.pause is not None and torn.view.pause.ballot is not None)

    async def live(self) -> None:
        """Everybody plays at once, until the server is killed."""
        self.mortal.let_time_run()
        self._answers = self.rng.randrange(150)
        self._enough.clear()
        playing = [asyncio.create_task(one.play(self.rng.randrange(8))) for one in self.churners]
        for party in self.parties:
            budget = self.rng.choice((0, 3, 20, 1000))
            for player in party.players:
                if player is self._torn[2]:
                    continue
                if isinstance(player, Fickle):
                    playing.append(asyncio.create_task(player.come_and_go()))
                else:
                    playing.append(asyncio.create_task(player.play(budget)))
        for casino in self.casinos:
            budget = self.rng.choice((0, 3, 20, 1000))
            playing += [asyncio.create_task(one.play(budget)) for one in casino.people]
        # So many answers later, or when time is up: some tables come to rest before.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.rng.uniform(0.02, 0.3)):
                await self._enough.wait()
        for _ in range(self.rng.randrange(20)):
            await asyncio.sleep(0)
        self.kills += 1
        await self.mortal.kill()
        for guest in self.everybody:
            if guest.here:
                await guest.heard_all()
        for end in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(end, BaseException) and not isinstance(end, Gone):
                raise end
        for party in self.parties:
            party.remember()
        for casino in self.casinos:
            casino.remember()

    async def look(self) -> None:
        """Everybody comes back and compares; then what was in flight is sent again."""
        back = [guest for guest in self.everybody if guest.here]
        for guest in back:
            await guest.go()
        await asyncio.gather(*(guest.come() for guest in back))
        for churner in self.churners:
            self.seen[churner.agrees()] += 1
        await asyncio.gather(*(guest.sit() for guest in back if isinstance(guest, Player)))
        for party in self.parties:
            await together(party.here)
            compare(party, self.churners, self.seen)
        for casino in self.casinos:
            await asyncio.gather(*(one.look() for one in casino.people))
            await together(casino.people)
            casino.at_the_door(self.mortal.state)
            casino.compare(self.seen)
            casino.audit(self.mortal.state, self.seen)
        waiting = [guest for guest in back if guest.open is not None]
        self.seen["resent"] += len(waiting)
        self.rng.shuffle(waiting)
        await asyncio.gather(*(guest.again() for guest in waiting))
        for party in self.parties:
            for player in party.here:
                once(party, player)
        for casino in self.casinos:
            await asyncio.gather(*(one.look() for one in casino.people))
            casino.audit(self.mortal.state, self.seen)

    def look_into_the_log(self) -> None:
        """Of every deal that was ever finished, the same."""
        with closing(sqlite3.connect(self.mortal.state / "log.sqlite3")) as log:
            for party in self.parties:
                table = party.players[0].table
                rows = log.execute(
                    "SELECT deal, events FROM deals WHERE table_id = ? AND ended IS NOT NULL",
                    (table,),
                )
                for deal, text in rows.fetchall():
                    self._deal(party, deal, json.loads(text))

    def _deal(self, party: Party, deal: int, events: list[dict[str, Any]]) -> None:
        acted = [event for event in events if event["type"] == "acted"]
        for seat, player in enumerate(party.players):
            wanted = [msgspec.to_builtins(action) for action in player.acts.get(deal, [])]
            found = [event["action"] for event in acted if event["seat"] == seat]
            self.seen["decisions"] += len(wanted)
            if party.exact:
                assert found == wanted
            else:
                rest = iter(found)
                assert all(action in rest for action in wanted)

    async def end(self) -> None:
        """Leave nothing behind, however it went."""
        for guest in self.everybody:
            await guest.go()
        await self.mortal.kill()
