"""A deal of Indian Poker that a test plays on with short words; the last seat deals."""

from typing import Any

import pytest
from msgspec.structs import fields

from engine.game import Result, Setup
from engine.games.indian import GAMES
from engine.games.indian.options import Options
from engine.games.indian.state import Carry, State
from engine.values import offers
from engine.values.actions import Action, Call, Check, Fold, In, Out, Raise
from engine.values.cards import cards
from engine.values.chance import Chance
from engine.values.events import Events, Shown
from engine.values.offers import Barred, Offers, real
from engine.values.view import View
from engine.values.why import Illegal, Why

INDIAN = GAMES[0]


class Table:
    """A deal with these hands from seat 0 on, fifty chips each, unless `stacks` says otherwise.

    Other names are those of Options, or of Carry.
    """

    def __init__(
        self, hands: str, stacks: tuple[int, ...] = (), button: int | None = None, **given: Any
    ) -> None:
        dealt = [cards(hand) for hand in hands.split()]
        self.n = len(dealt)
        self.button = self.n - 1 if button is None else button
        named = {field.name for field in fields(Options)}
        chosen = {name: value for name, value in given.items() if name in named}
        brought = {name: value for name, value in given.items() if name not in named}
        self.options = Options(**{"cards": len(dealt[0]), **chosen})
        carry = Carry(stacks=stacks or (50,) * self.n, **brought)
        order = [(self.button + 1 + place) % self.n for place in range(self.n)]
        deck = tuple(card for seat in order for card in dealt[seat])
        self.setup = Setup(self.n, self.button, carry)
        self.state: State
        self.events: Events
        self.state, self.events = INDIAN.new(self.options, self.setup, Chance(deck, b""))

    # ── what stands ──

    @property
    def view(self) -> View:
        return INDIAN.view(self.state)

    @property
    def result(self) -> Result | None:
        return INDIAN.result(self.state)

    @property
    def net(self) -> tuple[int, ...]:
        """What everybody has won or lost; the deal is over."""
        result = self.result
        assert result is not None
        return result.net

    @property
    def left(self) -> int:
        """What the deal leaves for the next one."""
        result = self.result
        assert result is not None
        assert isinstance(result.carry, Carry)
        return result.carry.pot

    @property
    def turn(self) -> int | None:
        return self.state.turn

    @property
    def price(self) -> int:
        return next((one.price for one in self._offers() if isinstance(one, offers.Call)), 0)

    @property
    def raises(self) -> tuple[int, int] | None:
        found = [(one.lo, one.hi) for one in self._offers() if isinstance(one, offers.Raise)]
        return found[0] if found else None

    @property
    def barred(self) -> dict[str, str]:
        """Why what is barred to whoever is to act is."""
        assert self.turn is not None
        given = INDIAN.offers(self.state, self.turn)
        return {one.verb: one.why.code for one in given if isinstance(one, Barred)}

    @property
    def pots(self) -> list[tuple[int, dict[int, int]]]:
        return [(award.chips, dict(award.won)) for award in self.state.awards]

    @property
    def shown(self) -> set[int]:
        return {event.seat for event in self.events if isinstance(event, Shown)}

    def _offers(self) -> Offers:
        return () if self.turn is None else real(INDIAN.offers(self.state, self.turn))

    # ── what is done ──

    def play(self, words: str) -> "Table":
        """One word for each decision: `f` folds, `c` checks or calls, a number raises to it.

        Where all declare, from seat 0 on: `i` in, `o` out.
        """
        for seat, word in enumerate(words.split()):
            if word in {"i", "o"}:
                self.declare(seat, word)
                continue
            assert self.turn is not None, f"nobody decides {word}"
            call = Call(self.price) if self.price else Check()
            self.act(self.turn, {"f": Fold(), "c": call}.get(word) or Raise(int(word)))
        return self

    def declare(self, seat: int, word: str) -> None:
        price = next(
            one.price for one in INDIAN.offers(self.state, seat) if isinstance(one, offers.In)
        )
        self.act(seat, In(price) if word == "i" else Out())

    def act(self, seat: int, action: Action) -> Events:
        self.state, events = INDIAN.apply(self.state, seat, action)
        self.events += events
        return events

    def refused(self, seat: int, action: Action) -> Why:
        with pytest.raises(Illegal) as caught:
            INDIAN.apply(self.state, seat, action)
        return caught.value.why
