"""A table's bots: whose turn it is among them, what they see, and what they come up with."""

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from engine.values.actions import Action
from engine.values.offers import real
from engine.values.secret import hook
from engine.values.why import Illegal
from protocol.errors import Refused
from server.bots.calls import Question
from server.bots.plain import plain
from server.bots.pool import BotFailed
from server.house import House
from server.table import commands
from server.table.state import Deal, is_bot

if TYPE_CHECKING:
    from server.table.task import TableTask

log = logging.getLogger(__name__)


class _Turn(Struct, eq=False):
    """One question to one bot: the deal and the state that it was asked about."""

    bot: str
    seat: int
    deal: int
    state: Any
    decision: int = 0


class Players:
    """Lets one bot of the table after the other think and act, with a pause for people to follow.

    One at a time and in seat order, so that what happens does not hang on how fast they think.
    """

    def __init__(self, house: House, task: "TableTask") -> None:
        self._house = house
        self._task = task
        self._thinking: asyncio.Task[None] | None = None
        self._turn: _Turn | None = None
        self._deal = 0
        self._last = -1
        self._memories: dict[str, bytes | None] = {}
        self._resting: dict[str, Any] = {}
        self._failed: set[str] = set()

    def wake(self) -> None:
        """Let the next bot think, if none does and one has something to decide."""
        deal = self._task.table.running
        if deal is None or self._task.table.paused:
            self.stop()
            return
        if deal.id != self._deal:
            self.stop()
            self._deal = deal.id
            self._last = -1
            self._memories.clear()
            self._resting.clear()
            self._failed.clear()
        if self._thinking is None and self._next(deal) is not None:
            self._thinking = self._house.spawn(self._think(), f"bots of {self._task.table.id}")

    def stop(self) -> None:
        """Whatever a bot is thinking is not wanted any more."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        self._turn = None

    def _next(self, deal: Deal) -> _Turn | None:
        count = len(deal.binding)
        for step in range(1, count + 1):
            seat = (self._last + step) % count
            bot = deal.binding[seat]
            if not self._task.table.plays(bot) or self._resting.get(bot) is deal.state:
                continue
            if real(self._task.table.game.offers(deal.state, seat)):
                return _Turn(bot, seat, deal.id, deal.state)
        return None

    async def _think(self) -> None:
        await self._house.world.clock.sleep(self._house.config.bot_pause)
        try:
            deal = self._task.table.running
            turn = None if deal is None else self._next(deal)
            if deal is None or turn is None:
                self._thinking = None
                return
            self._turn = turn
            action, memory = await self._asked(deal, turn)
        except Exception as fault:
            # The game's view or offers raised: that is for the table's own task to judge.
            self._task.post(partial(self._raise, fault))
            return
        self._task.post(partial(self._act, turn, action, memory))

    async def _raise(self, fault: Exception) -> None:
        raise fault

    async def _asked(self, deal: Deal, turn: _Turn) -> tuple[Any, bytes | None]:
        game = self._task.table.game
        offers = game.offers(deal.state, turn.seat)
        turn.decision = game.decision(deal.state, turn.seat)
        dice = self._house.world.random(32)
        if turn.bot in self._failed:
            return self._plainly(deal, turn, dice), None
        sees = msgspec.msgpack.Encoder(enc_hook=hook(turn.seat))
        question = Question(
            game=game.id,
            view=sees.encode(game.view(deal.state)),
            events=sees.encode(deal.events),
            offers=sees.encode(offers),
            memory=self._memories.get(turn.bot),
            chance=dice,
            level=self._task.table.level,
        )
        try:
            answer = await self._house.pool.ask(question)
        except BotFailed as failure:
            self._fail(turn, str(failure))
            return self._plainly(deal, turn, dice), None
        if answer.action is not None and not any(
            offer.admits(answer.action) for offer in real(offers)
        ):
            self._fail(turn, "an action that was not offered")
            return self._plainly(deal, turn, dice), None
        return answer.action, answer.memory

    def _plainly(self, deal: Deal, turn: _Turn, dice: bytes) -> Action:
        """What is safe for a seat whose bot has failed; where nothing is, what is harmless."""
        game = self._task.table.game
        safe = game.default(deal.state, turn.seat, None)
        return plain(game.offers(deal.state, turn.seat), dice) if safe is None else safe

    async def _act(self, turn: _Turn, action: Any, memory: bytes | None) -> None:
        if self._turn is not turn:
            return
        self._thinking = self._turn = None
        deal = self._task.table.running
        if deal is None or not self._task.at_work or not self._task.table.plays(turn.bot):
            return
        self._last = turn.seat
        self._memories[turn.bot] = memory
        if action is None:
            self._resting[turn.bot] = turn.state
            return
        command: commands.Act | commands.StandIn
        if is_bot(turn.bot):
            command = commands.Act(turn.deal, turn.decision, action)
        else:
            command = commands.StandIn(turn.bot, turn.deal, turn.decision, action)
        try:
            await self._task.play(turn.bot, command)
        except Illegal as refusal:
            # Somebody was faster, and it is asked again; unless nothing has changed.
            if deal.state is turn.state:
                raise RuntimeError("offered and refused by one state") from refusal
        except Refused as refusal:
            # Nothing was written; the table lets it think again once that is mended.
            log.warning("a bot at table %s waits: %s", self._task.table.id, refusal.why.code)

    def _fail(self, turn: _Turn, why: str) -> None:
        self._failed.add(turn.bot)
        log.error(
            "bot of seat %d at table %s, deal %d plays plainly from here on: %s",
            turn.seat,
            self._task.table.id,
            turn.deal,
            why,
        )
