"""Tables of any game, played by dice from the first chair on, as everybody there sees them."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from engine.game import AnyGame
from engine.kit.shuffle import shuffle
from engine.match import Cash, specs_of, typed
from engine.play import at_random
from engine.values.chance import Dice
from engine.values.options import Value
from engine.values.secret import redact
from engine.values.why import Illegal
from protocol.errors import Refused
from protocol.messages import Clock, GameInfo
from server.table import seating, view
from server.table.commands import (
    Act,
    Away,
    Back,
    Begin,
    CallVote,
    Command,
    Next,
    Open,
    Rest,
    SeatBots,
    Sit,
)
from server.table.decide import decide, due, opened
from server.table.state import Table
from tui.canvas.scene import Scene, Ui

# Accounts with their names; bots are called by theirs.
PEOPLE = {"a": "Anna", "b": "Ben", "c": "Carla"}
BOTS = ("Dan", "Eva", "Flo")
ONLOOKER = "z"
CLOCK = "clock"


def info_of(game: AnyGame) -> GameInfo:
    """What a server says of a game that its bots can play."""
    return GameInfo(
        id=game.id,
        lo=game.players.start,
        hi=game.players.stop - 1,
        options=specs_of(game),
        manners=game.manners,
        bots=True,
        match=game.match,
        scores=game.scores,
    )


class Played:
    """One table: whose turn it is decides the dice."""

    def __init__(self, game: AnyGame, players: int, seed: bytes, **values: Value) -> None:
        self.game = game
        self._seed = seed
        self._choose = at_random(Dice(seed + b"choices"), calm=1)
        self.names = PEOPLE | {ONLOOKER: "Zoe"}
        seats = players if game.match == "cooperative" else min(players + 1, game.players[-1])
        opening = Open("t", "Küche", game.id, seats, values, 0, owner="a", clock=25)
        self.table: Table = opened(opening, game, *typed(game, values))
        self.players = players
        self.vote_in: int | None = None
        self._seq = 0

    def does(self, command: Command, by: str = CLOCK) -> None:
        """A command that the table takes."""
        self.table = decide(self.table, command, by).table
        self._seq += 1

    def tries(self, command: Command, by: str = CLOCK) -> bool:
        """A command that it may decline; whether it was taken."""
        try:
            self.does(command, by)
        except (Illegal, Refused):
            return False
        return True

    def scene(self, who: str, ui: Ui | None = None) -> Scene:
        """The table as the server tells it to an account, the question's clock running."""
        company = view.Company(
            self.names, self.names, frozenset(PEOPLE), (ONLOOKER,), frozenset(), frozenset()
        )
        clocks = {one: Clock(18_000, 25_000) for one in PEOPLE} if self._running else {}
        moment = view.Moment(clocks=clocks, vote_in=self.vote_in)
        chairs = view.chairs(self.table, company)
        framed = view.frame(self.table, self._seq, company, chairs, moment)
        chair, seat = self.table.chair_of(who), self.table.reads(who)
        if chair is None:
            shown = redact(view.from_outside(self.table, framed, company), None)
        else:
            own = view.own(self.table, framed, chair, seat, clocks.get(who))
            shown = redact(replace(framed, **own), seat)
        deal = self.table.deal
        events = () if deal is None else seating.events(deal.events, deal, len(chairs))
        told = tuple(redact(event, seat) for event in events)
        return Scene(shown, told, ui=ui or Ui(latency=24), specs=specs_of(self.game))

    @property
    def _running(self) -> bool:
        deal = self.table.deal
        return deal is not None and self.game.result(deal.state) is None

    def sit(self) -> None:
        """People sit down, and bots in the chairs beside them."""
        for who in tuple(PEOPLE)[: self.players]:
            if self.table.chair_of(who) is None:
                self.does(Sit(None, self._chips), who)
        bots = self.players - len(PEOPLE)
        if bots > 0:
            self.does(SeatBots(BOTS[:bots]))

    @property
    def _chips(self) -> int:
        return self.table.match.bounds[0] if isinstance(self.table.match, Cash) else 0

    def begin(self) -> None:
        """The next deal, everybody ready for it."""
        for who in PEOPLE:
            self.tries(Next(self.table.deals), who)
        assert due(self.table)
        number = self.table.deals + 1
        self.does(Begin(number, shuffle(self._seed + bytes([number])), at=1_000_000))

    def act(self) -> bool:
        """The next action; False: the deal is over."""
        deal = self.table.deal
        entry: Any = None if deal is None else self._choose(self.game, deal.state)
        if deal is None or entry is None or not self._running:
            return False
        decision = self.game.decision(deal.state, entry.seat)
        self.does(Act(deal.id, decision, entry.action), deal.binding[entry.seat])
        return True


def moments(
    game: AnyGame, players: int, seed: bytes, deals: int = 1, **values: Value
) -> Iterator[Played]:
    """A table at every step of its way: alone, before, in and between deals, somebody missing."""
    played = Played(game, players, seed, **values)
    played.does(Sit(None, played._chips), "a")
    yield played
    played.sit()
    yield played
    for number in range(deals):
        played.begin()
        yield played
        step = 0
        while played.act():
            step += 1
            yield played
            if step == 3 + number:
                yield from _without(played, "b")
        yield played
        if played.tries(Rest(True), "a"):
            yield played
            played.does(Rest(False), "a")


def _without(played: Played, who: str) -> Iterator[Played]:
    """Somebody is away, is voted about, and comes back."""
    if not played.table.waits:
        return
    played.does(Away((who,)))
    played.vote_in = 42_000
    yield played
    played.vote_in = None
    if played.tries(CallVote()):
        yield played
    played.does(Back((who,)))
