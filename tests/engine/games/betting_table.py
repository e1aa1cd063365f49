"""A deal of a betting game that a test plays on with short words; seats from the small blind on."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import fields

from engine.game import Result, Setup
from engine.games.betting import GAMES, Betting
from engine.games.betting.state import Carry, State
from engine.values import offers
from engine.values.actions import Action, BringIn, Call, Check, Discard, Fold, Muck, Raise, Show
from engine.values.cards import DECK, Card, cards
from engine.values.chance import Chance
from engine.values.events import Acted, Event, Events, Paid, Shown
from engine.values.offers import Offer, real
from engine.values.view import View
from engine.values.why import Illegal, Why

BY_ID: dict[str, Betting] = {game.id: game for game in GAMES}
# Games with common cards, and those with own cards alone.
BOARD_GAMES = tuple(game for game in GAMES if game.id in ("holdem", "omaha", "omaha_hilo"))
OWN_CARD_GAMES = tuple(
    game for game in GAMES if not any(street.board for street in game.row.streets)
)
HOUSE = "house"
TDA = "tda"


class Table:
    """A deal, the last seat its dealer, unless told otherwise; what is not given is left to chance.

    `hands` by seat (in stud the first cards, down ones first) and `board` (whatever comes next) are
    the cards that matter, the rest comes from the deck as it lies. Other names are those of
    Options, or of Carry.
    """

    def __init__(
        self,
        game: str = "holdem",
        stacks: tuple[int, ...] = (1000,) * 3,
        *,
        hands: Mapping[int, str] | None = None,
        board: str = "",
        button: int | None = None,
        preset: str = HOUSE,
        **given: Any,
    ) -> None:
        self.game = BY_ID[game]
        self.n = len(stacks)
        named = {field.name for field in fields(self.game.Options)}
        chosen = {name: value for name, value in given.items() if name in named}
        brought = {name: value for name, value in given.items() if name not in named}
        if preset == TDA:
            chosen = {**self.game.presets[TDA]} | chosen
        self.options: Any = self.game.Options(**chosen)
        self.setup = Setup(
            self.n, self.n - 1 if button is None else button, Carry(stacks=stacks, **brought)
        )
        chance = Chance(self._deck(hands or {}, cards(board)), b"")
        self.state: State
        self.events: Events
        self.state, self.events = self.game.new(self.options, self.setup, chance)

    def _deck(self, hands: Mapping[int, str], board: tuple[Card, ...]) -> tuple[Card, ...]:
        given = {seat: cards(hand) for seat, hand in hands.items()}
        taken = {card for hand in (*given.values(), board) for card in hand}
        rest = iter([card for card in DECK if card not in taken])
        size = self.game.row.streets[0].down + self.game.row.streets[0].up
        deck: list[Card] = []
        for place in range(self.n):
            seat = (self.setup.button + 1 + place) % self.n
            deck += given[seat] if seat in given else [next(rest) for _ in range(size)]
        return (*deck, *board, *rest)

    # ── what stands ──

    @property
    def turn(self) -> int | None:
        return self.state.turn

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What whoever is to act may do."""
        return () if self.turn is None else real(self.game.offers(self.state, self.turn))

    @property
    def price(self) -> int:
        """What a call costs; 0 where checking is free."""
        return next((one.price for one in self.offers if isinstance(one, offers.Call)), 0)

    @property
    def raises(self) -> tuple[int, int] | None:
        """The least and the most that may be raised to."""
        found = [(one.lo, one.hi) for one in self.offers if isinstance(one, offers.Raise)]
        return found[0] if found else None

    @property
    def view(self) -> View:
        return self.game.view(self.state)

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)

    @property
    def stacks(self) -> tuple[int, ...]:
        return self.state.stacks

    @property
    def shown(self) -> list[int]:
        """Who has shown, in that order."""
        return [event.seat for event in self.events if isinstance(event, Shown)]

    @property
    def mucked(self) -> list[int]:
        """Who has mucked, in that order."""
        return [one.seat for one in self.events if one == Acted(self._seat(one), Muck())]

    @property
    def pots(self) -> list[tuple[int, dict[int, int]]]:
        """Every pot that was paid: its chips, and who got how many of them."""
        return [(award.chips, dict(award.won)) for award in self.state.awards]

    @property
    def returned(self) -> list[tuple[int, int]]:
        """Chips that went back because nobody matched them, and to whom."""
        paid = [event for event in self.events if isinstance(event, Paid)]
        return [(event.seat, event.chips) for event in paid if event.source == "uncalled"]

    @staticmethod
    def _seat(event: Event) -> int:
        return event.seat if isinstance(event, Acted) else -1

    # ── what is done ──

    def play(self, words: str) -> "Table":
        """One word for each decision, whoever has it.

        `f` folds, `c` checks or calls, a number raises to it, `a` puts in everything, `b` brings it
        in, `d` with cards puts them away, `s` shows, `m` mucks.
        """
        for word in words.split():
            assert self.turn is not None, f"nobody decides {word}"
            self.act(self.turn, self._action(word))
        return self

    def _action(self, word: str) -> Action:
        if word == "c":
            return Call(self.price) if self.price else Check()
        if word == "a":
            assert self.turn is not None
            everything = self.stacks[self.turn] + self.state.round.bets[self.turn]
            whole = self.raises is not None and self.raises[1] == everything
            return Raise(everything) if whole else Call(self.price)
        if word == "b":
            found = [one for one in self.offers if isinstance(one, offers.BringIn)]
            return BringIn(found[0].price)
        if word[0] == "d":
            return Discard(cards(word[1:]))
        spoken: dict[str, Action] = {"f": Fold(), "s": Show(), "m": Muck()}
        return spoken[word] if word in spoken else Raise(int(word))

    def act(self, seat: int, action: Action) -> Events:
        self.state, events = self.game.apply(self.state, seat, action)
        self.events += events
        return events

    def refused(self, seat: int, action: Action) -> Why:
        before = self.state
        with pytest.raises(Illegal) as caught:
            self.game.apply(self.state, seat, action)
        assert self.state is before
        return caught.value.why
