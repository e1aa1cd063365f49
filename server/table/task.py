"""The one task with one queue that owns a table: decide, append, swap, publish."""

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, assert_never

from engine.values.events import Events
from engine.values.why import Fact, Why
from protocol import journal
from protocol.errors import Refused
from protocol.messages import (
    Act,
    Arrange,
    Buy,
    Chat,
    Closed,
    Create,
    Fill,
    Here,
    Join,
    Keep,
    Leave,
    Next,
    Post,
    Reserve,
    Rest,
    Say,
    Stage,
    Vote,
    Watch,
)
from server import ledger, scores, store
from server.faults import report
from server.house import House
from server.log import Write
from server.table import commands, saved, talk, tempo
from server.table.audience import Audience
from server.table.bests import Bests
from server.table.commands import Command
from server.table.decide import decide, due
from server.table.drafts import Entry
from server.table.keeping import Keeping
from server.table.line import Job, Line
from server.table.money import broke
from server.table.players import Players
from server.table.reception import CLOCK, RETRY, Reception
from server.table.state import Table, bot_name, is_bot
from server.table.timers import Timers
from server.table.view import Moment, stage
from server.table.waiting import Waiting

if TYPE_CHECKING:
    from server.sessions import Session

log = logging.getLogger(__name__)

TableRequest = (
    Join
    | Watch
    | Leave
    | Buy
    | Fill
    | Act
    | Keep
    | Next
    | Vote
    | Here
    | Arrange
    | Rest
    | Post
    | Reserve
    | Say
    | Chat
)
Order = tuple[Command, str]


class TableTask:
    """A table at work. Everything that touches its state runs in its one task, in order.

    `table` is its state as it is in the log, `seq` the number of the row that made it; both may be
    read by anybody at any time.
    """

    def __init__(
        self,
        house: House,
        table: Table,
        seq: int,
        broken: bool = False,
        kept: Iterable[Entry] = (),
    ) -> None:
        """`broken`: the table is quarantined. `kept` are the drafts from before a restart."""
        self.table = table
        self.seq = seq
        self.broken = broken
        self._house = house
        self._audience = Audience(house.people.names, house.people.guests, house.lobby)
        self._line = Line(table.id, self._onwards, self._quarantine)
        self._timers = Timers(house, self.post, table.id)
        self._waiting = Waiting(house, self, self._timers)
        self._players = Players(house, self)
        self.keeping = Keeping(house, self, kept)
        self._bests = Bests(house)
        self._reception = Reception(house, self, self._audience, self._timers)
        # Nothing can be written: what nobody could rely on is not done at all.
        self._stalled = False

    # ── from outside ───────────────────────────────────────────────────────────────────────────

    def start(self) -> None:
        """Begin to work; the server owns the task."""
        self._house.spawn(self._line.run(), f"table {self.table.id}")

    def revive(self) -> None:
        """Go on with a table from the log: nobody is here yet, but the lobby shows it."""
        self._house.tables[self.table.id] = self
        self._reception.promise_bots()
        self._waiting.revived()
        self.post(self.publish)

    async def found(self, session: "Session", request: Create, command: commands.Open) -> None:
        """Open the table for good, its creator in the first chair; Refused if it can't be."""
        account = session.account
        work = partial(self._reception.found, session, account, request, command)
        await self._line.ask(session, request, work)

    async def ask(self, session: "Session", request: TableRequest) -> None:
        """Put a session's request in line, and return when it has been answered."""
        account = session.account
        await self._line.ask(session, request, partial(self._serve, session, account, request))

    def put(self, session: "Session", request: TableRequest, answered: Callable[[], None]) -> None:
        """Put a session's request in line; `answered` is called when it has been.

        Refused table_closed if nothing is done here any more.
        """
        work = partial(self._serve, session, session.account, request)
        self._line.put(session, request, work, answered)

    def lose(self, session: "Session") -> None:
        """A session has ended or gone on as somebody else; it looks on no more."""
        session.tables.pop(self, None)
        self.post(lambda: self._reception.detach(session))

    def renamed(self) -> None:
        """Somebody who sits here is called otherwise now."""
        self._audience.renamed()
        self.post(self.publish)

    def post(self, job: Job) -> None:
        """Put a job in line; after the table's end nothing is done any more."""
        self._line.post(job)

    # ── the task ───────────────────────────────────────────────────────────────────────────────

    async def _serve(self, session: "Session", account: str, request: TableRequest) -> None:
        if self.broken and not isinstance(request, Join | Watch | Leave):
            raise Refused("table_broken")
        match request:
            case Join():
                await self._reception.join(session, account, request)
            case Watch():
                await self._reception.watch(session, account, request)
            case Leave():
                await self._reception.leave(session, account, request)
            case Buy():
                await self._reception.buy(session, account, request)
            case Fill():
                await self._reception.fill(session, account, request)
            case Act():
                await self._act(session, account, request)
            case Keep():
                if self._stalled:
                    raise Refused("storage")
                await self.keeping.keep(session, account, request)
            case Next():
                await self._change(session, account, request, commands.Next(request.deal))
            case Vote():
                if request.choice == "bot" and not self._house.pool.plays(self.table.game.id):
                    raise Refused("no_bots")
                command = commands.Vote(request.ballot, request.choice)
                await self._change(session, account, request, command)
            case Here():
                await self._take_back(session, account, request)
            case Arrange():
                await self._change(session, account, request, commands.Arrange(request.patience))
            case Rest():
                await self._change(session, account, request, commands.Rest(request.on))
            case Post():
                await self._change(session, account, request, commands.Post(request.now))
            case Reserve():
                await self._reserve(session, account, request)
            case Say() | Chat():
                if session not in self._audience:
                    raise Refused("not_watching")
                if isinstance(request, Chat):
                    self._house.penalties.let_write(account)
                company = self._audience.company(self.table, self.broken)
                said = talk.said(self.table, request, account, company)
                if not session.says.take():
                    raise Refused("too_many_requests")
                session.ok(request)
                self._audience.spread(said, self.table)
            case _:
                assert_never(request)

    async def _act(self, session: "Session", account: str, request: Act) -> None:
        if request.key is not None and (account, request.key) in self.table.keys:
            # Sent once more by somebody who did not hear the answer.
            session.ok(request)
            await self.publish()
            return
        command = commands.Act(request.deal, request.decision, request.action, request.key)
        events, first = await self.do((command, account))
        session.ok(request)
        await self.publish(events, first)

    async def _change(
        self,
        session: "Session",
        account: str,
        request: Next | Vote | Here | Arrange | Rest | Post,
        command: Command,
    ) -> None:
        if decide(self.table, command, account).table == self.table:
            # Said once more: there is nothing to write, and nothing new to show.
            session.ok(request)
            return
        if isinstance(request, Vote | Arrange | Rest | Post) and not session.changes.take():
            raise Refused("too_many_requests")
        await self.do((command, account))
        session.ok(request)
        await self.publish()

    async def _reserve(self, session: "Session", account: str, request: Reserve) -> None:
        taken = tempo.extra(self.table, account, request.deal, request.decision) > 0
        if taken and request.left > tempo.left(self.table, account):
            # Sent once more by somebody who did not hear that it was taken.
            session.ok(request)
            await self.publish()
            return
        wanted = commands.Reserve(account, request.deal, request.decision)
        await self.do((wanted, account))
        session.ok(request)
        await self.publish()

    async def _take_back(self, session: "Session", account: str, request: Here) -> None:
        if self.table.chair_of(account) is None:
            raise Refused("not_seated")
        absence = self.table.absence
        if account in absence.missing + absence.late + absence.stand_ins:
            await self._change(session, account, request, commands.Back((account,)))
        else:
            # The seat is its owner's already: there is nothing to write.
            session.ok(request)

    async def bring_about(self, command: Command) -> None:
        """Do what time, or who is here, brings about; raises as `decide` does.

        Nothing at a table at fault: what was in line before the fault may come after it.
        """
        if self.broken:
            return
        events, first = await self.do((command, CLOCK))
        await self.publish(events, first)

    async def do(self, *orders: Order, extra: Sequence[Write] = ()) -> tuple[Events, int]:
        """Decide, append, swap; the new events and the index of the first, for publishing.

        Raises Illegal and Refused as `decide` does, and Refused storage; nothing has changed then.
        """
        if self._stalled:
            raise Refused("storage")
        table, seq = self.table, self.seq
        writes = list(extra)
        events: Events = ()
        first = 0 if table.deal is None else len(table.deal.events)
        at = self._house.millis()
        for command, by in orders:
            step = decide(table, command, by)
            seq += 1
            writes.append(store.log_row(table.id, seq, at, by, command))
            if isinstance(command, commands.Begin) and step.table.deal is not None:
                writes.append(store.deal_row(table, step.table.deal, seq))
                first = 0
            if step.over:
                deal = step.table.deal or table.deal
                told = "[]" if deal is None else saved.events_text(deal.events)
                writes.append(store.deal_over(step.table, step.table.deals, seq, told))
                if deal is not None and step.table.cancelled is None:
                    called = self._names_of(deal.binding)
                    writes.extend(store.deal_finished(step.table, deal, at, called))
                    writes.extend(scores.kept(step.table, deal, at, called))
            elif step.told and step.table.deal is not None:
                told = saved.events_text(step.table.deal.events)
                writes.append(store.deal_over(step.table, step.table.deals, seq, told))
            writes.extend(ledger.moved(move, at) for move in step.moves)
            if step.table.closed is not None:
                writes.append(store.close_table(table.id, at))
            events = step.events or events
            table = step.table
        standing = self.keeping.standing(table)
        writes.extend(self.keeping.forgotten(standing))
        try:
            await self._house.log.append(writes)
        except Refused:
            self._stall()
            raise
        for command, _ in orders:
            self._count(command)
        if table.expected != self.table.expected:
            self._seen(self.table, table)
        self.table, self.seq = table, seq
        self.keeping.onwards(standing)
        return events, first

    def _count(self, command: Command) -> None:
        metrics, game = self._house.metrics, self.table.game.id
        if isinstance(command, commands.Act | commands.StandIn):
            metrics.actions[game] += 1
        elif isinstance(command, commands.Begin):
            metrics.deals[game] += 1

    def _names_of(self, occupants: Sequence[str]) -> tuple[str, ...]:
        """What they are called; nobody is "", as whoever has left and gone."""
        people = self._house.people.names
        return tuple(bot_name(one) if is_bot(one) else people.get(one, "") for one in occupants)

    # ── what can't be written ──────────────────────────────────────────────────────────────────

    def _stall(self) -> None:
        """Rest, and say so, until the log can be written again."""
        if self.table.id not in self._house.tables:
            return
        self._stalled = True
        self._players.stop()
        self._timers.set("mend", RETRY, self._mend)
        self.post(self.publish)

    async def _mend(self) -> None:
        try:
            await self._house.log.probe()
        except Refused:
            self._timers.set("mend", RETRY, self._mend)
            return
        self._stalled = False
        await self.publish()

    def _seen(self, before: Table, after: Table) -> None:
        # A name stays somebody's for as long as its owner has a seat.
        for account in set(after.expected) - set(before.expected):
            self._house.people.hold(account)
        for account in set(before.expected) - set(after.expected):
            self._house.people.release(account)

    async def _onwards(self) -> None:
        """Whatever follows by itself: who is back, the next deal, bots, an empty table's end."""
        if self._stalled:
            return
        if not self.table.expected:
            await self._close("empty")
            return
        if self.broken:
            if self.table.running is not None and self.table.flows:
                # All stakes go back, for good, before anybody does anything else, and whoever
                # leaves has left.
                await self.do((commands.Void("fault"), CLOCK))
                await self.publish()
            self._waiting.arrange(self.here)
            return
        if (returned := self._waiting.back(self.here)) is not None:
            await self.bring_about(returned)
        if due(self.table) and tempo.at_once(self.table, self.here):
            await self.begin()
        self._waiting.arrange(self.here)
        self._players.wake()

    async def begin(self) -> None:
        """The next deal begins, if it still can."""
        if not (due(self.table) and self.at_work):
            return
        number = self.table.deals + 1
        chance = self._house.world.chance(self.table.id, number)
        orders: list[Order] = [(commands.Buy(chips), one) for one, chips in broke(self.table)]
        events, first = await self.do(
            *orders, (commands.Begin(number, chance, self._house.millis()), CLOCK)
        )
        await self.publish(events, first)

    @property
    def here(self) -> frozenset[str]:
        """The accounts that look at the table now."""
        return self._audience.here

    @property
    def stage(self) -> Stage:
        """How the table stands, as everybody is told."""
        return stage(self.table, self.broken)

    @property
    def at_work(self) -> bool:
        """Whether the table goes on by itself: no fault, and what it does can be written."""
        return not (self.broken or self._stalled)

    # ── the end ──────────────────────────────────────────────────────────────────────────────────

    async def shut(self, reason: str) -> None:
        """Close the table because an operator wants it, told with a reason; Refused if it can't be.

        All that is staked goes back.
        """
        await self._line.order(partial(self._close, "operator", reason=reason))

    async def _close(self, why: str, **facts: Fact) -> None:
        await self.do((commands.Close(why), CLOCK))
        farewell = Closed(self.table.id, Why(why, facts))
        told = self._audience.close(farewell, self.table)
        for session in told:
            session.tables.pop(self, None)
        for account in self.table.expected:
            # Whoever sits here and looks elsewhere has a seat less as well.
            theirs = self._house.sessions.get(account)
            if theirs is not None and theirs not in told:
                theirs.tell(farewell)
        log.info(
            "table %s closes: %s",
            self.table.id,
            why,
            extra=journal.facts("table_closed", table=self.table.id, why=why),
        )
        self._timers.stop()
        self._players.stop()
        for account in self.table.expected:
            self._house.people.release(account)
        self._house.tables.pop(self.table.id, None)
        self._house.lobby.remove(self.table.id)
        self._house.waiters.closed(self.table, farewell.why)
        self._line.ended = True

    def give_up(self) -> None:
        """The table could not be opened: nothing is done here any more."""
        self._line.ended = True

    async def abandoned(self) -> None:
        """Nobody of those whose table it is has been here for long: the table closes."""
        if self.here.isdisjoint(self.table.expected):
            await self._close("abandoned")

    # ── what is shown ──────────────────────────────────────────────────────────────────────────

    async def publish(self, events: Events = (), first: int = 0) -> None:
        """Show everybody here the table, each their own, and the events that led to it."""
        if self._line.ended:
            return
        self._waiting.arrange(self.here)
        await self._bests.look(self.table)
        self._audience.show(self.table, self.moment, events, first)

    @property
    def moment(self) -> Moment:
        waiting = self._waiting
        return Moment(
            broken=self.broken,
            stalled=self._stalled,
            vote_in=waiting.vote_in,
            clocks=waiting.clocks,
            next=waiting.until_next,
            ends=waiting.until_end,
            best=self._bests.best,
            drafts={} if self.broken else self.keeping.told(),
        )

    def _quarantine(self, fault: Exception) -> None:
        """A fault of our own: this table stands still, all others go on."""
        deal = self.table.deals
        report(log, f"table {self.table.id} of {self.table.game.id}, deal {deal} is broken", fault)
        if self.broken:
            return
        self.broken = True
        self._players.stop()
        self.post(self.publish)

    # ── bots ───────────────────────────────────────────────────────────────────────────────────

    async def play(self, bot: str, command: commands.Act | commands.StandIn) -> None:
        """A bot's decision, from the table's own task; raises as `decide` does."""
        by = bot if isinstance(command, commands.Act) else CLOCK
        events, first = await self.do((command, by))
        await self.publish(events, first)
