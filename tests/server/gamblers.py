"""People who play for chips when their server is killed, and know what they have paid and taken."""

import sqlite3
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any

from engine.values.actions import Action, Muck
from engine.values.chance import Dice
from engine.values.events import Acted
from engine.values.offers import Offer, Raise, real
from protocol.messages import (
    Act,
    Buy,
    Create,
    Join,
    Leave,
    Next,
    No,
    Ok,
    Post,
    Rest,
    TableView,
    Watch,
)
from tests.server.mourners import Asked, Guest

LEAST, MOST = 400, 1000
# Seconds for a decision: longer than a server lives, so that nothing happens by itself in a deal.
SLOW = 600


class Gambler(Guest):
    """Somebody at one cash table, who may leave it and come again.

    `paid` are the acknowledged purchases, `acts` the acknowledged decisions by deal, `acted_in` the
    chairs that they were made in, `left` says whether the last acknowledged thing was to leave,
    `rests` whether it was to sit out; `stays`: never leaves, so that the table is there for ever.
    """

    def __init__(self, *args: Any, **fields: Any) -> None:
        super().__init__(*args, **fields)
        self.table = ""
        self.stays = False
        self.paid: list[int] = []
        self.acts: dict[int, list[Action]] = defaultdict(list)
        self.acted_in: dict[int, int | None] = {}
        self.left = True
        self.rests = False
        self.gone_in: set[int] = set()

    def answered(self, asked: Asked, answer: Ok | No) -> None:
        """What was acknowledged is never lost and never doubled; what was refused never was."""
        if isinstance(answer, No):
            return
        if asked.kind in {Create, Join, Buy}:
            self.paid.append(asked.fields["chips"])
        if asked.kind in {Create, Join}:
            self.left = self.rests = False
        elif asked.kind is Leave:
            self.left = True
        elif asked.kind is Rest:
            self.rests = asked.fields["on"]
        elif asked.kind is Act:
            self.acts[asked.fields["deal"]].append(asked.fields["action"])
            self.acted_in.setdefault(asked.fields["deal"], self.view.me)

    async def look(self) -> None:
        """See the table, from a chair or not, and change nothing by it."""
        client = self._there
        before = -1 if client.table is None else client.table.seq
        await self._heard(lambda: client.ask(Watch, table=self.table))
        await self.wait(lambda: client.table is not None and client.table.seq > before)

    @property
    def view(self) -> TableView:
        """What was seen last."""
        assert self._there.table is not None
        return self._there.table

    @property
    def sees(self) -> bool:
        """Whether there is a table to be seen."""
        return self.here and self._there.table is not None

    @property
    def events(self) -> list[Any]:
        """What happened in the deal that is on the table."""
        return self._there.events

    @property
    def own_acts(self) -> list[Action]:
        """The own decisions among the events of the deal that was seen last.

        A hand that can win nothing is mucked without anybody's being asked.
        """
        told = (event for event in self.events if isinstance(event, Acted))
        own = (event.action for event in told if event.seat == self.view.me)
        return [action for action in own if not isinstance(action, Muck)]

    @property
    def chips(self) -> int:
        """What the server said at the door that is at home."""
        assert self._there.welcome is not None
        return self._there.welcome.account.chips

    async def play(self, budget: int) -> None:
        """Do whatever comes to mind, so many times; then only look."""
        seen = 0
        while budget:
            view = self.view
            asked = self._next(view) if view.seq > seen else None
            if asked is None:
                seen = newest = max(seen, view.seq)
                await self.wait(lambda newest=newest: self.view.seq > newest)  # type: ignore[misc]
                continue
            if asked.kind is Leave:
                self.gone_in |= {view.deal, view.deal + 1}
            answer = await self.ask(asked.kind, **asked.fields)
            budget -= 1
            if isinstance(answer, Ok) and asked.kind in {Leave, Join}:
                await self.look()
            seen = max(seen, view.seq)

    def _next(self, view: TableView) -> Asked | None:
        """What to ask for; None: nothing before something has changed."""
        table, chance = {"table": view.id}, self.rng.random()
        if view.promised is not None:
            # The chair of a bot is theirs when the deal is over.
            return Asked(Leave, table) if chance < 0.1 and not self.stays else None
        if view.me is None:
            return Asked(Join, table | {"chips": self.rng.randrange(LEAST, MOST + 1)})
        cash = view.chairs[view.me].cash
        assert cash is not None
        if cash.wish == "leave":
            return None
        if offers := real(view.offers):
            action = self._chosen(offers).sample(Dice(self.rng.randbytes(32)))
            fields = {"deal": view.deal, "decision": view.decision, "action": action}
            return Asked(Act, table | fields)
        if chance < 0.04 and not self.stays:
            return Asked(Leave, table)
        if cash.buy is not None and (chance < 0.1 or not cash.stack):
            lo, hi = cash.buy
            return Asked(Buy, table | {"chips": self.rng.randrange(lo, min(hi, lo + 300) + 1)})
        if chance < 0.14 or (cash.wish == "rest" and chance < 0.5):
            return Asked(Rest, table | {"on": cash.wish == "play"})
        if cash.owes and chance < 0.5:
            return Asked(Post, table | {"now": not cash.posting})
        if view.stage == "between" and not view.chairs[view.me].ready:
            return Asked(Next, table | {"deal": view.deal})
        return None

    def _chosen(self, offers: tuple[Offer, ...]) -> Offer:
        if self.rng.random() < 0.85:
            offers = tuple(one for one in offers if not isinstance(one, Raise))
        return self.rng.choice(offers)


class Casino:
    """A cash table and its people; `before` is the newest view that anybody had of it.

    `slow`: no clock ever runs out.
    """

    def __init__(self, people: list[Gambler], slow: bool, **fields: Any) -> None:
        self.people = people
        self.slow = slow
        self.fields = {"seats": 6, "clock": SLOW if slow else 10} | fields
        self.before: TableView | None = None
        self.own: dict[str, tuple[TableView, list[Any]]] = {}

    async def found(self) -> None:
        """Create the table, and let everybody look at it."""
        first = self.people[0]
        first.stays = True
        asked = {"game": "holdem", "name": "chips", "chips": MOST}
        made = await first.ask(Create, **(asked | self.fields))
        assert isinstance(made, Ok)
        assert made.table is not None
        for one in self.people:
            one.table = made.table
            await one.look()

    def remember(self) -> None:
        """Keep what was seen last, now that nothing can come any more."""
        seeing = [one for one in self.people if one.sees]
        seq = max(one.view.seq for one in seeing)
        newest = [one for one in seeing if one.view.seq == seq]
        self.before = newest[0].view
        self.own = {one.name: (one.view, one.events) for one in newest}

    def settled(self) -> bool:
        """Whether the deal waited for somebody who had all the time, and nothing was under way."""
        view = self.before
        assert view is not None
        waits = self.slow and view.stage == "running" and view.clock is not None
        quiet = all(one.open is None and one.sees for one in self.people)
        here = all(chair.here for chair in view.chairs if chair.kind == "person")
        robots = [chair.kind == "bot" for chair in view.chairs]
        asked = view.view is not None and any(robots[seat] for seat in view.view.to_act)
        return waits and quiet and here and not asked and len(self.own) == len(self.people)

    def compare(self, seen: Counter[str]) -> None:
        """AssertionError unless everything is there that anybody had been promised."""
        before, newest = self.before, max((one.view for one in self.people), key=_seq)
        assert before is not None
        assert before.deal <= newest.deal <= before.deal + 1
        for one in self.people:
            self._promised(one, seen)
        if not self.settled():
            seen["at the casino"] += 1
            return
        seen["settled at the casino"] += 1
        assert _public(newest) == _public(before)
        for one in self.people:
            view, events = self.own[one.name]
            now = one.view
            assert (now.me, now.view, now.decision) == (view.me, view.view, view.decision)
            assert now.offers == view.offers
            assert one.events == events

    def _promised(self, one: Gambler, seen: Counter[str]) -> None:
        kind = None if one.open is None else one.open.kind
        view = one.view
        cash = None if view.me is None else view.chairs[view.me].cash
        awaits = view.promised is not None
        # A chair that is being left is held for nobody.
        assert (one.table in one.held) == (awaits or (cash is not None and cash.wish != "leave"))
        if one.left and kind is not Join:
            # Whoever has left is gone, or will be once the deal is over that the chips lie in.
            assert not awaits
            assert cash is None or (cash.wish == "leave" and view.stage == "running")
            seen["left"] += 1
        if not one.left and kind is not Leave and awaits:
            assert view.stage == "running"
            seen["awaits"] += 1
        elif not one.left and kind is not Leave:
            assert cash is not None
            assert cash.wish != "leave"
            if one.rests and kind is not Rest:
                assert cash.wish == "rest"
                seen["rests"] += 1
        wanted = one.acts.get(view.deal, [])
        if view.view is None or view.me is None or view.me != one.acted_in.get(view.deal):
            # Whose chair it was before may have played this deal.
            return
        if not self.slow or view.deal in one.gone_in:
            # What a clock or an empty chair does comes between them.
            told = iter(one.own_acts)
            assert all(action in told for action in wanted), (wanted, one.own_acts)
            return
        hoped = [*wanted, one.open.fields["action"]] if one.open and kind is Act else wanted
        assert one.own_acts in (wanted, hoped), (one.name, wanted, one.own_acts)

    def audit(self, state: Path, seen: Counter[str]) -> None:
        """AssertionError unless the ledger says the same as the table, and as what was paid."""
        newest = max((one.view for one in self.people), key=_seq)
        with closing(sqlite3.connect(state / "log.sqlite3")) as log:
            balances = dict(log.execute("SELECT holder, chips FROM balances").fetchall())
            moves = log.execute("SELECT source, target, chips, why FROM moves").fetchall()
        assert sum(balances.values()) == 0
        holder = f"table:{newest.id}"
        chairs = [chair.cash for chair in newest.chairs if chair.cash is not None]
        lying = sum(cash.stack + cash.coming for cash in chairs)
        for one in self.people:
            if one.view.promised is not None:
                # Paid already, and in no chair yet.
                lying += next(move[2] for move in reversed(moves) if move[0] == one.account)
        assert balances[holder] == lying
        sums: Counter[str] = Counter()
        for source, target, chips, _ in moves:
            sums[source] -= chips
            sums[target] += chips
        assert all(sums[one] == chips for one, chips in balances.items())
        for one in self.people:
            buys = [
                chips
                for source, target, chips, why in moves
                if (source, target, why) == (one.account, holder, "buy_in")
            ]
            fresh = one.open is not None and one.open.kind in {Join, Buy}
            hoped = [*one.paid, one.open.fields["chips"]] if one.open and fresh else one.paid
            assert buys in (one.paid, hoped), (one.name, buys, one.paid)
            seen["paid"] = max(seen["paid"], len(moves))

    def at_the_door(self, state: Path) -> None:
        """AssertionError unless everybody was told at the door what the ledger says."""
        with closing(sqlite3.connect(state / "log.sqlite3")) as log:
            balances = dict(log.execute("SELECT holder, chips FROM balances").fetchall())
        for one in self.people:
            if one.paid:
                assert one.chips == balances[one.account]


def _seq(view: TableView) -> int:
    return view.seq


def _public(view: TableView) -> tuple[object, ...]:
    """What everybody sees of a cash table, but what time changes."""
    assert view.view is not None
    shown = view.view
    return (
        (view.name, view.game, view.options, view.limit, view.buy_in),
        (view.stage, view.deal, view.number, view.history, view.cancelled),
        (shown.phase, shown.to_act, shown.seats, shown.pots, shown.counters, shown.notes),
        [zone for zone in shown.zones if zone.kind != "hand"],
        [(one.kind, one.name, one.here, one.ready, one.owner, one.cash) for one in view.chairs],
        view.clock and view.clock.total,
    )
