"""Who comes to a table, what they buy in for, and how they go again."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from engine.match import Cash, within
from engine.values.why import Illegal
from protocol.errors import Refused
from protocol.journal import facts
from protocol.messages import Buy, Create, Fill, Join, Leave, Watch
from server import entrance, store
from server.bank import Payment
from server.bots import names
from server.house import House
from server.log import Write
from server.table import chairs, commands, money
from server.table.audience import Audience
from server.table.state import bot_name
from server.table.timers import Timers

if TYPE_CHECKING:
    from server.sessions import Session
    from server.table.task import Order, TableTask

log = logging.getLogger(__name__)

# How long, in seconds, until something that could not be written is tried again.
RETRY = 1.0

# By whom that is done which nobody asked for.
CLOCK = "clock"


class Reception:
    """Does a table's requests to come and go, in the table's own task; each is answered."""

    def __init__(self, house: House, task: "TableTask", audience: Audience, timers: Timers) -> None:
        self._house = house
        self._task = task
        self._audience = audience
        self._timers = timers

    async def found(
        self, session: "Session", account: str, request: Create, command: commands.Open
    ) -> None:
        """Open the table for good, its creator in the first chair; Refused if it can't be."""
        at, table = self._house.millis(), self._task.table.id
        extra = [
            store.open_table(table, at),
            store.log_row(table, self._task.seq, at, account, command),
            store.answer(account, request.key, table, at),
        ]
        try:
            async with self._paying(account, request.chips) as payment:
                orders: list[Order] = [(commands.Sit(0, payment.chips), account)]
                if request.bots == "now":
                    orders.append((self._bots(len(self._task.table.empty) - 1), CLOCK))
                await self._task.do(*orders, extra=(*payment.writes, *extra))
        except (Illegal, Refused):
            self._task.give_up()
            raise
        self._house.tables[self._task.table.id] = self._task
        game = self._task.table.game.id
        log.info(
            "table %s of %s opens", table, game, extra=facts("table_opened", table=table, game=game)
        )
        self.promise_bots()
        await self._done(session, account, request)
        await self.attach(session, account)

    async def join(self, session: "Session", account: str, request: Join) -> None:
        """Sit down, buying in where there are chips, or come back to the chair held.

        Where a bot has to end a deal first, its chair is promised and they look on until then.
        """
        held = self._task.table.chair_of(account)
        promise = self._task.table.promised(account)
        theirs = held if promise is None else promise.seat
        if theirs is not None and request.seat not in {None, theirs}:
            raise Refused("already_seated")
        if theirs is None:
            if self._task.broken:
                raise Refused("table_broken")
            entrance.let_in(self._house, session, self._task.table, request.code)
            self._house.waiters.let_pass(self._task, account)
            limits = self._house.config.limits
            if len(self._house.seats_of(account)) >= limits.tables_each:
                raise Refused("too_many_tables", most=limits.tables_each)
            async with self._paying(account, request.chips) as payment:
                seat = request.seat
                if seat is None:
                    seat = chairs.vacant(self._task.table)
                order = (commands.Sit(seat, payment.chips), account)
                answer = self._answer(account, request)
                await self._task.do(order, extra=(*payment.writes, answer))
        elif held is not None and self._task.table.match.leaving(held):
            # Who comes back before the deal is over stays.
            await self._task.do((commands.Rest(False), account))
        await self._done(session, account, request)
        await self.attach(session, account)

    async def buy(self, session: "Session", account: str, request: Buy) -> None:
        """Buy chips where one sits."""
        seat = self._task.table.chair_of(account)
        match = money.cash(self._task.table)
        if seat is None:
            raise Refused("not_seated")
        match.buy(seat, request.chips)
        bounds = match.room(seat) or match.bounds
        async with self._house.bank.paying(account, bounds, request.chips) as payment:
            extra = (*payment.writes, self._answer(account, request))
            await self._task.do((commands.Buy(payment.chips), account), extra=extra)
        await self._done(session, account, request)
        await self._task.publish()

    @asynccontextmanager
    async def _paying(self, account: str, wished: int | None) -> AsyncIterator[Payment]:
        """What somebody sits down with; nothing where nobody plays for chips."""
        if not isinstance(self._task.table.match, Cash):
            if wished is not None:
                raise Refused("no_chips")
            yield Payment(0)
            return
        bounds = self._task.table.match.bounds
        # What can't be bought at all is refused before anybody counts their chips.
        within(bounds, bounds[0] if wished is None else wished)
        async with self._house.bank.paying(account, bounds, wished) as payment:
            yield payment

    async def _done(
        self, session: "Session", account: str, request: Create | Join | Leave | Buy
    ) -> None:
        """Answer that it was done, and where chips were moved, what the account has now."""
        chips = None
        if self._task.table.cash:
            # It has happened, whether the purse can be read at this moment or not.
            with suppress(Refused):
                chips = await self._house.bank.chips(account)
        session.ok(request, self._task.table.id, chips)

    async def leave(self, session: "Session", account: str, request: Leave) -> None:
        """Get up for good, or look on no more."""
        table = self._task.table
        if account not in table.expected:
            if session not in self._audience:
                raise Refused("not_watching")
            session.ok(request, self._task.table.id)
            await self.detach(session)
            return
        name = self._house.people.names.get(account, "")
        later = table.flows and table.running is not None and table.chair_of(account) is not None
        later = later and table.bound(account) is not None
        kept = self._task.keeping.of(account)
        events, first = await self._task.do(
            (commands.GetUp(name, later, kept), account), extra=[self._answer(account, request)]
        )
        await self._done(session, account, request)
        # Whether this session has looked on or not: the others see who has gone.
        self._looks_away(session)
        await self._task.publish(events, first)

    async def fill(self, session: "Session", account: str, request: Fill) -> None:
        """Seat bots in the empty chairs, for whoever sits here."""
        if self._task.table.chair_of(account) is None:
            raise Refused("not_seated")
        if not self._house.pool.plays(self._task.table.game.id):
            raise Refused("no_bots")
        order = (self._bots(len(self._task.table.empty)), account)
        await self._task.do(order, extra=[self._answer(account, request)])
        session.ok(request, self._task.table.id)
        await self._task.publish()

    def promise_bots(self) -> None:
        """Bots that were asked for later come after a while."""
        if self._task.table.bots_later:
            self._timers.set("fill", self._house.config.fill_after, self._fill_late)

    async def _fill_late(self) -> None:
        resting = self._task.table.running is None or self._task.table.flows
        free = len(self._task.table.empty)
        if free and resting and not self._task.broken:
            try:
                await self._task.do((self._bots(free), CLOCK))
            except Refused:
                self._timers.set("fill", RETRY, self._fill_late)
                raise
            await self._task.publish()

    def _bots(self, count: int) -> commands.SeatBots:
        taken = [bot_name(bot) for bot in self._task.table.bots]
        return commands.SeatBots(names.fresh(count, taken, self._house.people.has))

    def _answer(self, account: str, request: Join | Leave | Buy | Fill) -> Write:
        return store.answer(account, request.key, self._task.table.id, self._house.millis())

    async def watch(self, session: "Session", account: str, request: Watch) -> None:
        """Look on from now on, or be shown all of the table once more."""
        if session in self._audience:
            self._show_again(session, account, request)
            return
        table = self._task.table
        if account not in table.expected:
            if not table.spectators:
                raise Refused("no_spectators")
            entrance.let_in(self._house, session, table, request.code)
        session.ok(request, table.id)
        await self.attach(session, account)

    async def attach(self, session: "Session", account: str) -> None:
        """Show the table to a session from now on, beginning with all of the deal on it."""
        if self._house.sessions.get(account) is not session:
            # It ended while its request was in line; there will be no goodbye to detach it.
            await self._task.publish()
            return
        session.tables[self._task] = None
        self._audience.come(session, account, self._task.table, whole=not self._task.broken)
        await self._task.publish()

    def _show_again(self, session: "Session", account: str, request: Watch) -> None:
        """Show all of the table once more to a session that looks at it, and to nobody else."""
        if not session.changes.take():
            raise Refused("too_many_requests")
        session.ok(request, self._task.table.id)
        self._audience.come(session, account, self._task.table, whole=not self._task.broken)
        self._audience.show(self._task.table, self._task.moment, only=session)

    async def detach(self, session: "Session") -> None:
        """A session looks on no more; the others see that."""
        if self._looks_away(session):
            await self._task.publish()

    def _looks_away(self, session: "Session") -> bool:
        """A session looks on no more; whether it did."""
        session.tables.pop(self._task, None)
        return self._audience.go(session, self._task.table)
