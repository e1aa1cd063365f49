"""The common checks over every game of the house, and over one that differs from them."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.games import GAMES, betting, indian
from engine.games.indian.state import State as IndianState
from engine.values import offers
from engine.values.events import Dealt, Events
from engine.values.offers import Offers
from engine.values.secret import opened_all, sealed
from engine.values.view import Note, View
from tests.engine.games import chips
from tests.engine.games.betting_cases import carried as betting_carried
from tests.engine.games.chinese_cases import carried as chinese_carried
from tests.engine.games.indian_cases import carried as indian_carried
from tests.engine.games.suite import (
    CHECKS,
    SAMPLED,
    Case,
    cases,
    check_hands,
    check_leaks,
    check_retold,
    check_sealed_choices,
)

PLAYED = (*GAMES, chips.Chips())
# Where everybody sees all cards but their own: so many of their combinations.
TURNED = {"indian": 16, "indian_holdem": 10}

ALL = [
    case
    for game in PLAYED
    for case in cases(game, sampled=TURNED.get(game.id, SAMPLED), turned=game.id in TURNED)
]

# Short stacks, a seat that is out, a pot from the deal before, posts, hands shown by choice.
CARRIED = [
    Case(chips.Chips(), chips.Options(ante=4), 4, 1, chips.Carry((3, 0, 40, 9), 7), bytes([n]) * 32)
    for n in range(6)
] + [case for game in betting.GAMES for case in betting_carried(game, 5)]

# Seats that arrange all cards at once while others lay theirs.
CARRIED += chinese_carried()
CARRIED += indian_carried(10)


@pytest.mark.parametrize("case", ALL + CARRIED, ids=str)
def test_contract(case: Case) -> None:
    """All checks in one test: thousands of tests of their own take longer than what they check."""
    # The tests' own game tells of a choice by a card that comes to lie there.
    told = () if isinstance(case.game, chips.Chips) else (check_retold,)
    for check in (*CHECKS, *told):
        try:
            check(case)
        except AssertionError as fault:
            fault.add_note(check.__name__)
            raise


# ── the checks catch what they are there for ───────────────────────────────────────────────────


class OpenHand(chips.Chips):
    """Shows the hands in its view."""

    def view(self, state: chips.State) -> View:
        view = super().view(state)
        return replace(
            view,
            zones=tuple(replace(zone, cells=opened_all(zone.cells)) for zone in view.zones),
        )


class OpenDeal(chips.Chips):
    """Deals open in its events."""

    def new(self, options: Any, setup: Any, chance: Any) -> tuple[chips.State, Events]:
        state, events = super().new(options, setup, chance)
        return state, tuple(
            replace(event, cells=opened_all(event.cells)) if isinstance(event, Dealt) else event
            for event in events
        )


class Hint(chips.Chips):
    """Says who has a high card."""

    def view(self, state: chips.State) -> View:
        notes = tuple(
            Note("high", seat)
            for seat, hand in enumerate(state.hands)
            if hand and hand.value.rank in "TJQKA"
        )
        return replace(super().view(state), notes=notes)


class Telling(chips.Chips):
    """Offers that depend on the first seat's card."""

    def offers(self, state: chips.State, seat: int) -> Offers:
        given = super().offers(state, seat)
        hand = state.hands[0]
        red = hand is not None and hand.value.suit in "dh"
        return tuple(o for o in given if not (red and isinstance(o, offers.Raise)))


class OpenChoice(chips.Chips):
    """Lets everybody see a choice at once."""

    def view(self, state: chips.State) -> View:
        view = super().view(state)
        return replace(
            view,
            zones=tuple(
                replace(zone, cells=opened_all(zone.cells)) if "choice" in zone.id else zone
                for zone in view.zones
            ),
        )


class OpenForehead(indian.Indian):
    """Shows everybody their own card."""

    def view(self, state: IndianState) -> View:
        view = super().view(state)
        return replace(
            view,
            zones=tuple(
                replace(zone, cells=tuple(sealed(cell, (seat,)) for cell in opened_all(zone.cells)))
                for seat, zone in enumerate(view.zones)
            ),
        )


class Mirror(indian.Indian):
    """Offers that depend on one's own card."""

    def offers(self, state: IndianState, seat: int) -> Offers:
        given = super().offers(state, seat)
        red = seat < len(state.hands) and state.hands[seat].value[0].suit in "dh"
        return tuple(o for o in given if not (red and isinstance(o, offers.Raise)))


LEAKS = [
    (OpenHand(), check_hands),
    (OpenDeal(), check_hands),
    (Hint(), check_leaks),
    (Telling(), check_leaks),
]


@pytest.mark.parametrize(("game", "check"), LEAKS, ids=lambda part: type(part).__name__)
def test_a_game_that_leaks_is_caught(game: chips.Chips, check: Callable[[Case], None]) -> None:
    case = Case(game, chips.Options(choose=False), 4, 1)
    with pytest.raises(AssertionError):
        check(case)


@pytest.mark.parametrize(
    ("game", "check"),
    [(OpenForehead(), check_hands), (Mirror(), check_leaks)],
    ids=lambda part: type(part).__name__,
)
def test_a_game_that_shows_people_their_own_card_is_caught(
    game: indian.Indian, check: Callable[[Case], None]
) -> None:
    check(Case(indian.Indian(), game.Options(), 4, 1, turned=True))
    with pytest.raises(AssertionError):
        check(Case(game, game.Options(), 4, 1, turned=True))


def test_a_choice_that_is_not_sealed_is_caught() -> None:
    case = Case(OpenChoice(), chips.Options(), 4, 1)
    with pytest.raises(AssertionError, match="a sealed choice shows"):
        check_sealed_choices(case)
