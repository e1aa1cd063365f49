"""The bot of Chinese poker: what it sets, declares and gives up by the table's own counting."""

from collections.abc import Sequence
from itertools import chain
from statistics import fmean
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.bots.chinese import decide
from engine.game import Setup
from engine.games.chinese.closed import Options
from engine.games.chinese.state import Carry, rows_of
from engine.kit.field import learned
from engine.kit.ranking import PAIR, THREE_OF_A_KIND
from engine.kit.rows import Board, board
from engine.kit.settling import versus
from engine.values.actions import Action, Declare, SetRows, Surrender
from engine.values.cards import DECK, Card, cards
from engine.values.chance import Chance
from engine.values.offers import Offers, admitted
from engine.values.secret import redact
from engine.values.view import View
from tests.engine.bots.chinese_deals import BOT, GAME, Opponent, deals

DRAGON = "2c3d4h5s6c7d8h9sTcJdQhKsAc"
PAIRS = "2d2h3c3d4h4s5c5d7h7s8c8dJh"
TWO_STRAIGHT_FLUSHES = "2s3s4s5s6s7h8h9hThJhQcKcAc"
THREES = "KcKhKdTcAdJd9d3d8c8d8s4d4h"
NOTHING = "2c2d3h4s5c7d8h9sTcJdQh3d8c"

OPTIONS = [
    Options(),
    Options(scoring="2-4", royalties="usual"),
    Options(royalties="hawaiian", surrender=3, special_hands=True),
    Options(royalties="own", front_three=100, middle_four=0, surrender=1, special_hands=True),
]


def seen(hand: Sequence[Card], options: Options, others: int = 0) -> tuple[View, Offers]:
    """What seat 0 of two sees; `others` turns the cards that it does not."""
    rest = [card for card in DECK if card not in hand]
    rest = [*rest[others:], *rest[:others]]
    state, _ = GAME.new(options, Setup(2, 1, Carry()), Chance((*hand, *rest), b""))
    return redact(GAME.view(state), 0), GAME.offers(state, 0)


def answer(hand: Sequence[Card] | str, options: Options | None = None) -> Action:
    view, offers = seen(cards(hand) if isinstance(hand, str) else hand, options or Options())
    action, memory = BOT(view, (), offers, None, bytes(32))
    assert memory is None
    assert action is not None
    assert admitted(offers, action)
    return action


def rows(action: Action) -> Board:
    assert isinstance(action, SetRows)
    return board(rows_of(action))


@given(st.permutations(DECK), st.sampled_from(OPTIONS))
@settings(max_examples=8, deadline=None)
def test_the_answer_is_always_offered_and_never_a_foul(deck: list[Card], options: Options) -> None:
    action = answer(deck[:13], options)
    if isinstance(action, SetRows):
        assert not rows(action).fouled
        assert {*chain(*rows_of(action))} == {*deck[:13]}


@given(st.permutations(DECK), st.integers(1, 38))
@settings(max_examples=2, deadline=None)
def test_what_it_does_not_see_changes_nothing(deck: list[Card], others: int) -> None:
    hand = deck[:13]
    view, offers = seen(hand, Options(), others)
    for chance in (bytes(32), bytes([255]) * 32):
        assert BOT(view, (), offers, None, chance)[0] == answer(hand)


# ── options ────────────────────────────────────────────────────────────────────────────────────


def test_what_the_front_earns_decides_what_lies_in_front() -> None:
    plain = rows(answer(THREES))
    usual = answer(THREES, Options(royalties="usual"))
    assert plain.front >> 20 == PAIR
    assert rows(usual).front >> 20 == THREE_OF_A_KIND
    # An own table begins with the usual values; without its three points the front is plain again.
    assert answer(THREES, Options(royalties="own")) == usual
    none = Options(royalties="own", front_three=0, middle_full_house=0, middle_four=0)
    assert rows(answer(THREES, none)) == plain


@pytest.mark.parametrize("options", OPTIONS[:2])
def test_no_other_counting_would_have_set_better_rows_for_this_one(options: Options) -> None:
    """By what `versus` says of every board that was learned."""
    counting = options.counting

    def mean(one: Board) -> float:
        return fmean(versus(one, other, counting).points for other in learned())

    only_rows = [replace(one, surrender=0, special_hands=False) for one in OPTIONS]
    for hand in (THREES, NOTHING):
        mine = mean(rows(answer(hand, replace(options, surrender=0, special_hands=False))))
        assert all(mean(rows(answer(hand, other))) <= mine + 1e-9 for other in only_rows)


def test_a_special_hand_is_declared_where_it_is_played_and_worth_more() -> None:
    played = Options(special_hands=True)
    assert answer(DRAGON, played) == Declare("dragon")
    assert answer(PAIRS, played) == Declare("six_pairs")
    assert isinstance(answer(DRAGON), SetRows)
    # Two straight flushes earn 9 and 5, three flushes 3.
    rich = answer(TWO_STRAIGHT_FLUSHES, Options(special_hands=True, royalties="usual"))
    assert isinstance(rich, SetRows)


def test_a_special_hand_is_not_given_up_where_rows_would_lose_much() -> None:
    # Whatever rows of these cards lose, to give them up would only cost.
    dear = Options(royalties="own", front_three=100, middle_full_house=60, middle_four=100)
    options = replace(dear, surrender=1, special_hands=True)
    assert answer(DRAGON, options) == Declare("dragon")
    assert answer(PAIRS, options) == Declare("six_pairs")


def test_it_surrenders_where_that_costs_clearly_less_than_playing() -> None:
    assert answer(NOTHING, Options(surrender=1)) == Surrender(1)
    assert isinstance(answer(NOTHING, Options(surrender=6)), SetRows)
    assert isinstance(answer(THREES, Options(surrender=1)), SetRows)
    assert isinstance(answer(NOTHING), SetRows)


def test_no_view_of_somebody_who_is_to_set() -> None:
    view, offers = seen(DECK[:13], Options())
    with pytest.raises(ValueError, match="to set rows"):
        decide(view, (), (), None, bytes(32))
    with pytest.raises(ValueError, match="to set rows"):
        decide(replace(view, notes=()), (), offers, None, bytes(32))


# ── play ───────────────────────────────────────────────────────────────────────────────────────


def test_it_wins_from_rows_set_at_random() -> None:
    tally = deals("random", 20)
    assert tally.mean > 1.96 * tally.error


@pytest.mark.soak
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("against", get_args(Opponent))
def test_it_wins_from_simple_players(against: Opponent, options: Options) -> None:
    tally = deals(against, 400, options)
    assert tally.mean > 1.96 * tally.error
