"""A cash table by itself, and what the log and the ledger would hold of it."""

from typing import Any

from engine.games import BY_ID
from engine.match import Cash, typed
from engine.values.why import Illegal
from protocol.errors import Refused
from server.ledger import Move, table_holder
from server.table import saved
from server.table.commands import Begin, Command, Open
from server.table.decide import decide, opened
from server.table.recovery import DealRow, LogRow
from server.table.state import Table
from server.table.step import Step

CLOCK = "clock"
# Blinds of 5 and 10: one buys in for 400 to 1000.
LEAST, MOST = 400, 1000
HOLDER = table_holder("t")


def empty(seats: int = 6, button: int = 0, game_id: str = "holdem", **values: Any) -> Table:
    """A table of that game, nobody there; the first button lies in the chair `button`."""
    game = BY_ID[game_id]
    command = Open("t", "Küche", game.id, seats, values, button, clock=25)
    return opened(command, game, *typed(game, values))


class Book:
    """A table, command by command, with its rows and the chips of everybody."""

    def __init__(self, table: Table) -> None:
        self.table = table
        opening = Open("t", "Küche", table.game.id, len(table.chairs), table.values, 0, clock=25)
        self.rows = [LogRow(1, "a", saved.command_text(opening))]
        self.deal: DealRow | None = None
        self.chips: dict[str, int] = {}

    @property
    def match(self) -> Cash:
        """The table's match."""
        assert isinstance(self.table.match, Cash)
        return self.table.match

    @property
    def stacks(self) -> list[int]:
        """What lies in the chairs, without what the running deal has changed."""
        return [chair.chips for chair in self.match.chairs]

    @property
    def awaiting(self) -> int:
        """The chips of those who sit down when the deal is over."""
        return sum(promise.chips for promise in self.table.promises)

    def does(self, command: Command, by: str = CLOCK) -> Step:
        """A command is done, and written; raises as `decide` does."""
        before, seq = self.table, len(self.rows) + 1
        step = decide(before, command, by)
        self.rows.append(LogRow(seq, by, saved.command_text(command)))
        if isinstance(command, Begin):
            deck = saved.deck_text(command.chance)
            now = saved.snapshot(before)
            rules = before.game.rules
            self.deal = DealRow(
                command.deal, seq, rules, deck, command.chance.seed, now, None, None
            )
        if step.over:
            self.over(seq, step.table)
        self.pays(step.moves)
        self.table = step.table
        self.sound()
        return step

    def over(self, seq: int, after: Table) -> None:
        """The deal is over with that row."""
        assert self.deal is not None
        old = self.deal
        self.deal = DealRow(
            *(old.deal, old.seq, old.rules, old.deck, old.seed, old.before),
            ended=seq,
            after=saved.snapshot(after),
        )

    def tries(self, command: Command, by: str = CLOCK) -> bool:
        """The same; whether it was not refused."""
        try:
            self.does(command, by)
        except (Illegal, Refused):
            return False
        return True

    def pays(self, moves: tuple[Move, ...]) -> None:
        """Chips go from one holder to another."""
        for move in moves:
            assert move.chips > 0
            self.chips[move.source] = self.chips.get(move.source, 0) - move.chips
            self.chips[move.target] = self.chips.get(move.target, 0) + move.chips

    def sound(self) -> None:
        """AssertionError unless the chairs hold what the table does, and no chip is lost."""
        lying = sum(self.stacks) + self.awaiting if self.table.closed is None else 0
        assert lying == self.chips.get(HOLDER, 0)
        assert sum(self.chips.values()) == 0
        assert min(self.stacks) >= 0

    @property
    def since(self) -> list[LogRow]:
        """The rows that a restart reads."""
        return self.rows if self.deal is None else self.rows[self.deal.seq - 1 :]
