"""A table where a freeze-out is played, command by command, and what its log would hold."""

from typing import Any

from engine.games.indian import Indian
from engine.kit.shuffle import shuffle
from engine.match import Freezeout, typed
from engine.values.actions import Action, Call, Raise
from engine.values.cards import DECK, cards
from engine.values.chance import Chance
from engine.values.options import Value
from engine.values.why import Illegal
from protocol.errors import Refused
from protocol.messages import FreezeoutInfo, TableView
from server.table import recovery, saved, view
from server.table.commands import Act, Begin, Command, Open, Sit
from server.table.decide import decide, opened
from server.table.recovery import DealRow, LogRow
from server.table.state import Table
from server.table.step import Step

CLOCK = "clock"
GAME = Indian()
GAMES: dict[str, Any] = {GAME.id: GAME}
# As they are dealt: with the button in chair 0 the first is chair 1's.
KING_QUEEN_FOUR = "KdQs4c"


class Sitting:
    """A table, command by command, with its rows and the snapshot before its last deal."""

    def __init__(self, *people: str, seats: int = 4, button: int = 0, **values: Value) -> None:
        opening = Open("t", "Küche", GAME.id, seats, values, button, clock=25)
        self.table = opened(opening, GAME, *typed(GAME, values))
        self.rows = [LogRow(1, "a", saved.command_text(opening))]
        self.deal: DealRow | None = None
        for who in people:
            self.does(Sit(None, 0), who)

    def does(self, command: Command, by: str = CLOCK) -> Step:
        seq = len(self.rows) + 1
        step = decide(self.table, command, by)
        self.rows.append(LogRow(seq, by, saved.command_text(command)))
        if isinstance(command, Begin):
            deck = saved.deck_text(command.chance)
            before = saved.snapshot(self.table)
            seed = command.chance.seed
            self.deal = DealRow(command.deal, seq, GAME.rules, deck, seed, before, None, None)
        if step.over and self.deal is not None:
            old = self.deal
            kept = (old.deal, old.seq, old.rules, old.deck, old.seed, old.before)
            self.deal = DealRow(*kept, ended=seq, after=saved.snapshot(step.table))
        assert step.moves == ()
        self.table = step.table
        return step

    def begins(self, first: str = "") -> Step:
        """The next deal begins, its deck with these cards on top."""
        chance = shuffle(bytes(32))
        if first:
            top = cards(first)
            chance = Chance((*top, *(card for card in DECK if card not in top)), bytes(32))
        return self.does(Begin(self.table.deals + 1, chance, at=1_000_000))

    def question(self, who: str) -> int:
        deal, seat = self.table.deal, self.table.bound(who)
        assert deal is not None
        assert seat is not None
        return self.table.game.decision(deal.state, seat)

    def acts(self, who: str, action: Action) -> Step:
        return self.does(Act(self.table.deals, self.question(who), action), who)

    def restarted(self) -> Table:
        """The table as its log has it."""
        found = recovery.recover(self.rows, self.deal, GAMES)
        assert found.fault is None
        return found.table

    @property
    def match(self) -> Freezeout:
        assert isinstance(self.table.match, Freezeout)
        return self.table.match

    @property
    def stacks(self) -> list[int]:
        return [chair.stack for chair in self.match.chairs]


def refused(made: Sitting, command: Command, by: str) -> str:
    try:
        made.does(command, by)
    except (Illegal, Refused) as refusal:
        return refusal.why.code
    raise AssertionError("not refused")


def seen(made: Sitting) -> tuple[FreezeoutInfo | None, ...]:
    company = view.Company({}, {}, frozenset(), ())
    return tuple(chair.freezeout for chair in view.chairs(made.table, company))


def framed(made: Sitting) -> TableView:
    company = view.Company({}, {}, frozenset(), ())
    return view.frame(made.table, 1, company, view.chairs(made.table, company), view.Moment())


def all_in(made: Sitting, first: str, *others: str) -> Step:
    """The first puts in as much as the rules let them, and the others call, until it is over."""
    step = made.acts(first, Raise(5))
    for who in others:
        step = made.acts(who, Call(5))
    return step


def matched(made: Sitting, **choices: Action) -> Step:
    """All declare in a deal of match the pot, in that order."""
    step = Step(made.table)
    for who, action in choices.items():
        step = made.acts(who, action)
    return step
