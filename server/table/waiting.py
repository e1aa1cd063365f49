"""Whom a table waits for, and for how long: absence, votes, clocks, held chairs."""

import operator
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from engine.match import Freezeout, Points
from engine.values.offers import real
from protocol.messages import Clock
from server.house import House
from server.table import absence, commands, drafts, tempo
from server.table.decide import due
from server.table.state import Deal, Table
from server.table.timers import Timers

if TYPE_CHECKING:
    from server.table.task import TableTask


# What the timers of decisions are called, where each is somebody's with that account behind it.
_CLOCK = "clock"


class _Question(Struct, frozen=True):
    """What one clock runs for: the deal, and whom it asks, with the numbers of their turns."""

    deal: int
    asked: tuple[tuple[str, int], ...]


class Waiting:
    """Looks at who is here and what is asked, and brings about what time brings about.

    `arrange` sets the timers to what the table's state needs; `due` are the commands that follow
    from who is here, which the table's task does when it comes to it.
    """

    def __init__(self, house: House, task: "TableTask", timers: Timers) -> None:
        self._house = house
        self._task = task
        self._timers = timers
        # What the timers were set for, compared by identity; None: one of them is over.
        self._set_for: tuple[Any, ...] | None = None
        # The questions of the clocks that run, by their names, and the seconds that each has got.
        self._clocks: dict[str, tuple[_Question, int]] = {}

    def revived(self) -> None:
        """Nobody counts as absent for a while after a restart: they can't have come back yet."""
        self._timers.set("amnesty", self._house.config.amnesty, self._task.publish)

    def back(self, here: frozenset[str]) -> commands.Back | None:
        """Who counted as absent and is here again."""
        known = self._task.table.absence.missing
        returned = tuple(one for one in known if one in here)
        return commands.Back(returned) if returned else None

    # ── timers ─────────────────────────────────────────────────────────────────────────────────

    def arrange(self, here: frozenset[str]) -> None:
        """Set every timer to what the table and who is here need."""
        table = self._task.table
        question = None if table.clock is None else table.deal
        set_for: tuple[Any, ...] = (
            *(table.chairs, table.match, table.absence, table.patience, table.tempo, question),
            table.promises,
            *(here, self._task.broken, self._task.at_work, "amnesty" in self._timers),
        )
        if self._set_for is not None and all(map(operator.is_, set_for, self._set_for)):
            return
        self._set_for = set_for
        if self._task.broken:
            self._rest(table)
        else:
            self._watch_people(table, here)
            self._watch_vote(table)
            self._watch_clocks(table, here)
            self._watch_next(table)
            self._watch_end(table)
        if here.isdisjoint(table.expected):
            self._timers.set("grace", self._house.config.grace, self._task.abandoned)
        else:
            self._timers.cancel("grace")

    @property
    def vote_in(self) -> int | None:
        """Milliseconds until those who are here are asked; None: nothing to ask."""
        return self._timers.left("vote")

    @property
    def clocks(self) -> dict[str, Clock]:
        """The clocks of the questions that stand, by account; none of those that rest."""
        found: dict[str, Clock] = {}
        for name, (question, total) in self._clocks.items():
            if (left := self._timers.left(name)) is not None:
                found |= {one: Clock(left, total * 1000) for one, _ in question.asked}
        return found

    @property
    def until_next(self) -> Clock | None:
        """The rest until the next deal begins by itself; None: it does not, or one runs."""
        left = self._timers.left("next")
        return None if left is None else Clock(left, round(self._rest_after() * 1000))

    @property
    def until_end(self) -> Clock | None:
        """The time until no deal begins any more; None: there is no such moment, or it was."""
        left, match = self._timers.left("end"), self._task.table.match
        if left is None or not isinstance(match, Points | Freezeout):
            return None
        return Clock(left, match.minutes * tempo.MINUTE)

    def _rest(self, table: Table) -> None:
        """At a table that stands still time brings nothing about any more, but its end."""
        for account in table.people:
            self._timers.cancel(f"blink {account}")
            self._timers.cancel(f"hold {account}")
        self._timers.cancel("vote")
        self._timers.cancel("end")
        for name in self._clocks:
            self._timers.cancel(name)
        self._clocks.clear()

    def _watch_people(self, table: Table, here: frozenset[str]) -> None:
        config = self._house.config
        for account in table.people:
            gone = account not in here and account not in table.absence.missing
            if gone and "amnesty" not in self._timers:
                self._timers.set(f"blink {account}", config.blink, partial(self._blinked, account))
            else:
                self._timers.cancel(f"blink {account}")
            if account in table.absence.missing and account in table.absence.out:
                self._timers.set(f"hold {account}", config.hold, partial(self._held, account))
            else:
                self._timers.cancel(f"hold {account}")

    def _watch_vote(self, table: Table) -> None:
        if absence.votable(table):
            # Whoever goes missing as well does not make the others wait any longer.
            mark = (table.absence.ballot, table.patience)
            self._timers.set("vote", table.patience, self._ask, mark)
        else:
            self._timers.cancel("vote")

    def _watch_clocks(self, table: Table, here: frozenset[str]) -> None:
        questions = self._questions(table) if self._task.at_work else {}
        if "amnesty" in self._timers:
            # Nobody's time runs out who can't have come back yet.
            questions = {
                name: one
                for name, one in questions.items()
                if here.issuperset(account for account, _ in one.asked)
            }
        for name in self._clocks.keys() - questions.keys():
            self._timers.cancel(name)
            del self._clocks[name]
        for name, question in questions.items():
            self._watch_clock(table, name, question)

    def _watch_clock(self, table: Table, name: str, question: _Question) -> None:
        more = self._more(table, question)
        given = (table.clock or 0) + more
        seconds: float = given
        known, had = self._clocks.get(name, (None, 0))
        if question == known and given > had:
            # More time for the same question: what has passed has passed, and be it all.
            seconds = (self._timers.left(name) or 0) / 1000 + given - had
        self._clocks[name] = (question, given)
        job = partial(self._time_up, name, question, more)
        self._timers.set(name, seconds, job, (question, more))

    def _watch_next(self, table: Table) -> None:
        # Where all are needed the next deal begins as soon as all want it.
        if due(table) and self._task.at_work and table.flows:
            mark = (table.deals, table.match.ended)
            self._timers.set("next", self._rest_after(), self._begin, mark)
        else:
            self._timers.cancel("next")

    def _rest_after(self) -> float:
        """Seconds between the last deal and the next one, if nobody hurries."""
        config, match = self._house.config, self._task.table.match
        if match.ended is not None or (isinstance(match, Points) and match.number):
            return config.counted
        return config.between

    def _watch_end(self, table: Table) -> None:
        at = tempo.over_at(table)
        if at is None or not self._task.at_work:
            self._timers.cancel("end")
        else:
            # What has passed while there was no server has passed.
            seconds = max(0, at - self._house.millis()) / 1000
            self._timers.set("end", seconds, self._over, at)

    def _questions(self, table: Table) -> dict[str, _Question]:
        """What the deal waits for people to decide against a clock, by the names of the clocks.

        Each has their own; where the table waits for people they all have one, which begins again
        with every answer.
        """
        deal = table.running
        if deal is None or table.clock is None or table.paused:
            return {}
        asked = self._asked(table, deal)
        if table.waits:
            return {_CLOCK: _Question(deal.id, asked)} if asked else {}
        return {f"{_CLOCK} {one[0]}": _Question(deal.id, (one,)) for one in asked}

    @staticmethod
    def _asked(table: Table, deal: Deal) -> tuple[tuple[str, int], ...]:
        """The people whose decision the deal waits for, with the numbers of their questions."""
        seats = [
            seat for seat in range(len(deal.binding)) if real(table.game.offers(deal.state, seat))
        ]
        if len(seats) > 1:
            # Whoever has agreed may still move, but nobody waits for that.
            waited_for = set(table.game.view(deal.state).to_act)
            seats = drafts.pressed(table, [seat for seat in seats if seat in waited_for])
        return tuple(
            (deal.binding[seat], drafts.turn(table, seat))
            for seat in seats
            if not table.plays(deal.binding[seat])
        )

    @staticmethod
    def _more(table: Table, question: _Question) -> int:
        """Seconds that a question has got besides the table's clock."""
        return max(tempo.extra(table, one, question.deal, which) for one, which in question.asked)

    # ── what comes due ─────────────────────────────────────────────────────────────────────────

    async def _blinked(self, account: str) -> None:
        self._set_for = None
        if account not in self._task.here and account in self._task.table.people:
            await self._task.bring_about(commands.Away((account,)))

    async def _begin(self) -> None:
        self._set_for = None
        await self._task.begin()

    async def _over(self) -> None:
        self._set_for = None
        if tempo.over_at(self._task.table) is not None:
            await self._task.bring_about(commands.Over())

    async def _held(self, account: str) -> None:
        self._set_for = None
        table = self._task.table
        company = not self._task.here.isdisjoint(table.people)
        # Where there are chips the chair is free as soon as they lie in no deal any more.
        playing = table.running is not None and table.bound(account) is not None
        if not (playing and not table.flows) and account in table.absence.out and company:
            kept = self._task.keeping.of(account)
            await self._task.bring_about(commands.Free(account, kept))

    async def _ask(self) -> None:
        self._set_for = None
        if absence.votable(self._task.table):
            await self._task.bring_about(commands.CallVote())

    async def _time_up(self, name: str, question: _Question, more: int) -> None:
        self._set_for = None
        table = self._task.table
        if self._questions(table).get(name) != question:
            return
        if self._more(table, question) != more:
            # Somebody took more time in the very last moment.
            return
        command = self._due(table, question)
        for account, decision in command.asked:
            if account in table.absence.missing and tempo.left(table, account) > 0:
                # Whose line is broken has not decided to let the time pass (design.md 3, grace).
                reserve = commands.Reserve(account, command.deal, decision)
                await self._task.bring_about(reserve)
                return
        await self._task.bring_about(command)

    def _due(self, table: Table, question: _Question) -> commands.TimeUp:
        """What follows once a question's time is up, for the decisions that stand then."""
        asked = tuple(
            (account, table.game.decision(deal.state, seat))
            for account, _ in question.asked
            if (deal := table.running) is not None and (seat := table.bound(account)) is not None
        )
        held = ((account, self._task.keeping.of(account)) for account, _ in asked)
        kept = tuple((account, one) for account, one in held if one is not None)
        return commands.TimeUp(question.deal, asked, kept)
