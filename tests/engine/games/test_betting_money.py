"""Every chip is accounted for by the events alone, one after the other."""

from collections.abc import Iterable
from itertools import pairwise

import pytest

from engine.games.betting import GAMES, Betting
from engine.values.actions import BringIn, Call, Raise
from engine.values.events import Acted, Event, Paid, Phase, Posted, Scored
from tests.engine.games.betting_cases import carried
from tests.engine.games.suite import Case, cases


class Purse:
    """Stacks, this street's bets and what lies in the middle, told from events."""

    def __init__(self, stacks: Iterable[int]) -> None:
        self.stacks = list(stacks)
        self.bets = [0] * len(self.stacks)
        self.middle = 0
        self.total = sum(self.stacks)

    def tell(self, event: Event) -> None:
        if isinstance(event, Phase):
            self.bets = [0] * len(self.stacks)
        elif isinstance(event, Posted):
            self._pay(event.seat, event.chips, live=event.kind == "blind")
        elif isinstance(event, Acted) and isinstance(event.action, Call | BringIn):
            self._pay(event.seat, event.action.price, live=True)
        elif isinstance(event, Acted) and isinstance(event.action, Raise):
            self._pay(event.seat, event.action.to - self.bets[event.seat], live=True)
        elif isinstance(event, Paid):
            self._pay(event.seat, -event.chips, live=False)
        assert sum(self.stacks) + self.middle == self.total
        assert min(*self.stacks, self.middle) >= 0
        if isinstance(event, Scored):
            assert self.middle == 0, "the deal is over and not all is paid"

    def _pay(self, seat: int, chips: int, live: bool) -> None:
        self.stacks[seat] -= chips
        self.middle += chips
        self.bets[seat] += chips if live else 0


def dealt(game: Betting) -> list[Case]:
    return [*cases(game), *carried(game, 60)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_events_tell_every_chip(game: Betting) -> None:
    for case in dealt(game):
        first, *moments = case.moments()
        purse = Purse(first.state.began)
        for moment in (first, *moments):
            for event in moment.events:
                purse.tell(event)
            view = game.view(moment.state)
            assert purse.stacks == [seat.stack for seat in view.seats]
            if view.to_act:
                held = sum(pot.chips for pot in view.pots) + sum(s.bet or 0 for s in view.seats)
                assert purse.middle == held
        result = game.result(moments[-1].state if moments else first.state)
        assert result is not None
        assert sum(result.net) == 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_pots_have_fewer_and_fewer_contenders(game: Betting) -> None:
    """C.11: neighbouring pots with the same contenders are one, and nobody wins what others put
    in beyond their own chips."""
    for case in dealt(game):
        state = case.moments()[-1].state
        began, n = state.began, case.players
        for lower, upper in pairwise(state.awards):
            assert set(upper.seats) < set(lower.seats)
        for award in state.awards:
            assert sum(chips for _, chips in award.won) == award.chips
            assert {seat for seat, _ in award.won} <= set(award.seats)
        extra = sum(state.carry.dead) + sum(state.carry.antes)
        for seat in range(n):
            gained = state.stacks[seat] - began[seat]
            assert gained <= began[seat] * (n - 1) + extra
