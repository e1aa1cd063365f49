"""A betting round of Indian Poker told once more from rules.md E, as a queue of who has to act."""

from typing import Any

import pytest

from engine.values import offers
from engine.values.actions import Action, Call, Fold, Raise
from engine.values.events import Paid, Phase, Shown
from engine.values.offers import real
from engine.values.view import Counter
from tests.engine.games.indian_cases import carried
from tests.engine.games.suite import Case

# One bet and three raises, where raises are counted.
CAP = 4


class Round:
    """Who has what, who is still in, and who has to act, in their order."""

    def __init__(self, case: Case) -> None:
        self.options: Any = case.options
        self.n = case.players
        self.order = [(case.button + 1 + place) % self.n for place in range(self.n)]
        self.antes = [min(case.options.ante, chips) for chips in case.carry.stacks]
        self.stacks = [s - a for s, a in zip(case.carry.stacks, self.antes, strict=True)]
        self.matched = case.carry.ante_matched
        self.bets = [0] * self.n
        self.live = list(self.order)
        self.first = self.order[0]
        self.raises = 0
        self.queue = [seat for seat in self.order if self.stacks[seat]]

    @property
    def high(self) -> int:
        return max(self.bets)

    def turn(self) -> int | None:
        """Whose turn it is: nobody's who owes nothing and has nobody left to bet against."""
        while self.queue:
            seat = self.queue[0]
            others = [one for one in self.live if one != seat]
            if others and (self.bets[seat] < self.high or self.rivals(seat)):
                return seat
            self.queue.pop(0)
        return None

    def rivals(self, seat: int) -> list[int]:
        return [one for one in self.live if one != seat and self.stacks[one]]

    def offered(self, seat: int) -> dict[str, Any]:
        own, chips, high = self.bets[seat], self.stacks[seat], self.high
        found: dict[str, Any] = {"fold": True}
        price = min(high - own, chips)
        found["call" if price else "check"] = price
        capped = self.options.max_raises and self.raises == CAP
        if own + chips > high and self.rivals(seat) and not capped:
            most = own + chips
            found["raise"] = (min(high + 1, most), min(high + self.options.max_bet, most))
        return found

    def act(self, action: Action) -> None:
        seat = self.queue.pop(0)
        match action:
            case Fold():
                self.live.remove(seat)
            case Call(price):
                self.pay(seat, price)
            case Raise(to):
                self.pay(seat, to - self.bets[seat])
                self.first = seat
                self.raises += 1
                around = [(seat + place) % self.n for place in range(1, self.n)]
                self.queue = [one for one in around if one in self.rivals(seat)]

    def pay(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.bets[seat] += chips

    def returned(self) -> list[Paid]:
        """What nobody has matched, chips of those who have folded counting as matched."""
        put = list(self.bets)
        if self.matched:
            put = [bet + ante for bet, ante in zip(self.bets, self.antes, strict=True)]
        *_, second, most = sorted(put)
        return [] if most == second else [Paid(put.index(most), most - second, "uncalled")]

    def showing(self) -> list[int]:
        """Who shows, in order: whoever bet or raised last first, else from left of the dealer."""
        if len(self.live) == 1:
            return []
        around = [(self.first + place) % self.n for place in range(self.n)]
        return [seat for seat in around if seat in self.live]


def _offered(case: Case, state: Any, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for offer in real(case.game.offers(state, seat)):
        match offer:
            case offers.Fold():
                found["fold"] = True
            case offers.Check():
                found["check"] = 0
            case offers.Call(price):
                found["call"] = price
            case offers.Raise(lo, hi, step):
                assert step == 1
                found["raise"] = (lo, hi)
    return found


def check(case: Case) -> None:
    told = Round(case)
    dice = case.dice("round")
    state, events = case.game.new(case.options, case.setup, case.chance)
    while (seat := told.turn()) is not None:
        view = case.game.view(state)
        assert view.to_act == (seat,)
        assert [one.bet for one in view.seats] == told.bets
        assert [one.stack for one in view.seats] == told.stacks
        counted = (Counter("raises", told.raises, CAP),) if case.options.max_raises else ()
        assert view.counters == counted
        given = _offered(case, state, seat)
        assert given == told.offered(seat)
        # Raises and calls, so that it goes round more than once.
        able = [one for one in real(case.game.offers(state, seat)) if type(one) is not offers.Fold]
        action = dice.choice(able).sample(dice) if dice.below(6) else Fold()
        told.act(action)
        state, more = case.game.apply(state, seat, action)
        events += more
    assert case.game.view(state).to_act == ()
    assert [one for one in events if isinstance(one, Paid)][: len(told.returned())] == (
        told.returned()
    )
    shown = [one.seat for one in events if isinstance(one, Shown)]
    assert shown[: len(told.showing())] == told.showing()
    assert len(shown) == (case.players if case.options.reveal else len(told.showing()))
    assert (Phase("showdown") in events) == bool(told.showing())


def test_rounds_by_dice_go_as_the_rules_say() -> None:
    for case in carried(120, b"round"):
        if not case.options.match_pot:
            check(case)


@pytest.mark.soak
def test_many_rounds_by_dice_go_as_the_rules_say() -> None:
    for case in carried(8_000, b"many rounds"):
        if not case.options.match_pot:
            check(case)
