"""Hands shown after the deal (rules.md C.11, HR-6), and options that are out of force."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict, replace

from engine.games.betting import GAMES, Betting
from engine.games.betting.state import Options
from engine.values.actions import Check, Fold, Muck, Show
from engine.values.cards import Card
from engine.values.chance import Dice
from engine.values.events import Acted, Shown
from engine.values.offers import Show as ShowOffer
from engine.values.options import OptionSpec, specs
from engine.values.secret import redact
from engine.values.why import Why
from tests.engine.games.betting_table import Table
from tests.engine.games.suite import Case

# Each seat's hand is better than the one before it.
RISING: dict[str, Any] = {
    "hands": {0: "JsJh", 1: "QsQh", 2: "KsKh"},
    "board": "2c7d9h3s4c",
    "bet": 2,
}


def offered(table: Table) -> list[int]:
    """Who may show now that the deal is over."""
    found = [table.game.offers(table.state, seat) for seat in range(table.n)]
    assert all(one in ((), (ShowOffer(),)) for one in found)
    return [seat for seat, one in enumerate(found) if one]


def opened(table: Table, seat: int) -> bool:
    zone = redact(table.view, None).zone(f"hand.{seat}")
    assert zone is not None
    return all(isinstance(cell, Card) for cell in zone.cells)


def test_who_wins_by_folds_may_show_once_and_nobody_else() -> None:
    table = Table(**RISING).play("c c c 10 f f")
    before, result, number = table.state, table.result, table.game.decision(table.state, 0)
    assert result is not None
    assert offered(table) == [0]
    assert not opened(table, 0)
    assert table.view.to_act == ()
    assert [table.game.default(table.state, seat, None) for seat in range(3)] == [None] * 3
    for seat, action in ((1, Show()), (2, Show()), (0, Muck()), (0, Check()), (0, Fold())):
        assert table.refused(seat, action) == Why("deal_over")
    told = table.act(0, Show())
    assert told == (Acted(0, Show()), Shown(0, before.hands[0].value))
    assert opened(table, 0)
    assert (table.result, table.stacks, table.state.awards) == (
        result,
        before.stacks,
        before.awards,
    )
    assert (table.view.to_act, table.view.pots) == ((), table.game.view(before).pots)
    assert table.game.decision(table.state, 0) > number
    assert offered(table) == []
    assert table.refused(0, Show()) == Why("deal_over")


@pytest.mark.parametrize("ask", [False, True])
def test_a_mucked_hand_may_be_shown_after_the_deal(ask: bool) -> None:
    table = Table(**RISING, ask=ask).play("c c c c c c c c c c c 10 c c")
    if ask:
        table.play("s m m")
    assert table.mucked == [0, 1]
    assert table.shown == [2]
    assert offered(table) == [0, 1]
    result, pots = table.result, table.pots
    table.act(1, Show())
    assert (opened(table, 0), opened(table, 1)) == (False, True)
    assert offered(table) == [0]
    # It was given up all the same.
    assert [seat.status for seat in table.view.seats] == ["folded", "folded", "in"]
    assert (table.result, table.pots) == (result, pots)


def test_a_better_hand_that_was_given_up_wins_nothing_by_being_shown() -> None:
    table = Table(**RISING, ask=True).play("c c c c c c c c c c c c s s m")
    assert table.pots == [(6, {1: 6})]
    table.act(2, Show())
    assert table.pots == [(6, {1: 6})]
    assert ("hand", 2) in [(note.code, note.seat) for note in table.view.notes]


def test_the_last_hand_that_nobody_has_seen_may_be_shown() -> None:
    table = Table(**RISING, ask=True).play("c c c c c c c c c c c c m m")
    assert offered(table) == [0, 1, 2]


def test_nobody_shows_while_the_deal_runs_or_is_unpaid() -> None:
    table = Table(**RISING).play("c f")
    assert table.refused(0, Show()) == Why("no_such_action")
    unknown = Table(hands={0: "????"}, board="2c7h9d3s4h", bet=2, ask=True)
    unknown.play("c c c c c c c c c c c c s s m")
    assert unknown.result is None
    assert offered(unknown) == []


# ── options out of force ───────────────────────────────────────────────────────────────────────


def values(spec: OptionSpec) -> tuple[Any, ...]:
    """Values of an option that are as different as can be."""
    if spec.kind == "switch":
        return (False, True)
    return spec.choices or (spec.lo, spec.default, 7, spec.hi)


BOUND = [spec for spec in specs(Options) if spec.only]


def test_which_options_are_bound_to_structures() -> None:
    """rules.md 0: D6 and D7 for limit and spread, D8 for no and pot limit, D9 for spread."""
    limited = ("split", "spread")
    assert {spec.name: spec.only for spec in BOUND} == {
        "top": {"structure": limited},
        "min_raise": {"structure": ("no", "pot")},
        "spread_raise": {"structure": ("spread",)},
        "cap_counts_blind": {"structure": limited},
        "cap_heads_up": {"structure": limited},
    }


@settings(max_examples=60, deadline=None)
@given(seed=st.binary(min_size=32, max_size=32))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_an_option_out_of_force_changes_nothing(game: Betting, seed: bytes) -> None:
    dice = Dice(seed)
    options = game.Options(
        structure=dice.choice(game.row.structures),
        bet=dice.choice((2, 10)),
        min_raise=dice.choice(("blind", "last")),
    )
    idle = [spec for spec in specs(game.Options) if not spec.in_force(asdict(options))]
    assert idle
    spec = dice.choice(idle)
    players = dice.choice(game.players)
    cases = [
        Case(game, replace(options, **{spec.name: value}), players, seed=seed)
        for value in values(spec)
    ]
    deals = [
        [
            (
                moment.entry,
                moment.events,
                game.view(moment.state),
                game.result(moment.state),
                [game.offers(moment.state, seat) for seat in range(players)],
            )
            for moment in case.moments()
        ]
        for case in cases
    ]
    for one, other in pairwise(deals):
        assert one == other
