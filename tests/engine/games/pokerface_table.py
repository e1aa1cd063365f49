"""A Pokerface deal that a test plays on step by step, and the deals of its seed."""

from typing import Any

import pytest

from engine.game import Result, Setup
from engine.games.pokerface import Options, Pokerface, Score
from engine.kit.shuffle import shuffle
from engine.values import offers
from engine.values.actions import Action, Pass, Ready, Take
from engine.values.cards import Token, cards
from engine.values.chance import Chance
from engine.values.events import Events
from engine.values.view import Counter, Note, View
from engine.values.why import Illegal, Why

GAME = Pokerface()
SEED = bytes(32)


class Table:
    """A deal that a test plays on, step by step."""

    def __init__(
        self,
        n: int,
        dealer: int,
        deck: str | None = None,
        score: Score = Score(),  # noqa: B008
        **options: bool,
    ) -> None:
        chance = shuffle(SEED) if deck is None else Chance(cards(deck), SEED)
        self.n = n
        self.state, self.events = GAME.new(Options(**options), Setup(n, dealer, score), chance)

    def act(self, seat: int, action: Action) -> Events:
        self.state, events = GAME.apply(self.state, seat, action)
        self.events += events
        return events

    def take(self, seat: int, token: int) -> Events:
        """Take a token from wherever it lies."""
        return self.act(seat, Take(token, self.rack()[token - 1]))

    def pass_(self, *seats: int) -> None:
        for seat in seats:
            self.act(seat, Pass())

    def ready(self, *seats: int) -> None:
        for seat in seats:
            self.act(seat, Ready(self.state.moves))

    def refused(self, seat: int, action: Action) -> Why:
        before = self.state
        with pytest.raises(Illegal) as caught:
            GAME.apply(self.state, seat, action)
        assert self.state is before
        return caught.value.why

    def offers(self, seat: int) -> offers.Offers:
        return GAME.offers(self.state, seat)

    @property
    def view(self) -> View:
        return GAME.view(self.state)

    def to_act(self) -> tuple[int, ...]:
        return self.view.to_act

    def rack(self, suit: str | None = None) -> tuple[int | None, ...]:
        """The holder of each token, of the running round or of a suit."""
        name = suit or self.view.phase.partition(".")[2]
        zone = self.view.zone(f"tokens.{name}")
        assert zone is not None
        held = []
        for number, cell in enumerate(zone.cells, 1):
            assert isinstance(cell, Token)
            assert (cell.suit, cell.number) == (name, number)
            held.append(cell.holder)
        return tuple(held)

    def counter(self, name: str) -> Counter | None:
        return self.view.counter(name)

    def notes(self, code: str) -> list[Note]:
        return [note for note in self.view.notes if note.code == code]

    def note(self, seat: int) -> Note | None:
        return next((note for note in self.view.notes if note.seat == seat), None)

    def quick_round(self, tokens: dict[int, int]) -> None:
        """A round in turns in which each seat takes its token and everybody passes."""
        order = [(self.state.dealer + 1 + place) % self.n for place in range(self.n)]
        for seat in order:
            self.take(seat, tokens[seat])
        self.pass_(*order)

    def to_the_end(self, tokens: dict[int, int]) -> "Table":
        while self.view.phase != "showdown":
            self.quick_round(tokens)
        return self

    @property
    def result(self) -> Result | None:
        return GAME.result(self.state)


def deal(hands: dict[int, str], board: str, dealer: int) -> str:
    """A deck in the order of records.md: p1 sits left of the dealer; then the board."""
    n = len(hands)
    return "".join(hands[(dealer + 1 + place) % n] for place in range(n)) + board


def score_of(result: Result | None) -> Any:
    assert result is not None
    return result.carry


SUCCESS = Score(successes=1)
FAILURE = Score(failures=1)

SEED_BOARD = "Qc8h8s5d3c"
# Anna sits at 0, then Ben, Carla, Dan; Anna deals, so Ben is p1 and she is the last.
SEED_HANDS = {0: "7d6h", 1: "AsJd", 2: "QdTs", 3: "5s5h"}
SEED_DECK = deal(SEED_HANDS, SEED_BOARD, dealer=0)


def pf_03() -> Table:
    """The seed's example of a round: Anna 0 deals for Ben 1, Carla 2, Dan 3."""
    table = Table(4, 0)
    table.take(1, 4)
    table.take(2, 2)
    table.take(3, 4)
    return table
