"""Draw: what is exchanged, what others are given by what they drew, sound choices at the table."""

from collections import Counter

import pytest

from engine.bots.betting import DRAW5
from engine.bots.betting_hands import Layer, Rival
from engine.bots.draw_hands import Draw, kept
from engine.kit.ranking import place
from engine.values import actions, offers
from engine.values.actions import Action
from engine.values.cards import DECK, Card, cards
from engine.values.events import Acted, Events, Phase, Posted, Reshuffled
from engine.values.offers import Discard
from engine.values.view import View
from tests.engine.bots.betting_views import Chair, answers, draw, facing

KIND = Draw()
WORK = 60_000


def mean(table: View, claims: float = 0.0, events: Events = (), times: int = 10) -> float:
    """The share of one pot against all others, a standard error of about 0.008."""
    known = KIND.read(table, events, 0)
    rivals = [Rival(seat, claims, 1.0) for seat in range(1, len(table.seats))]
    pot = [Layer(100, frozenset(rival.seat for rival in rivals))]
    return sum(known.share(rivals, pot, WORK, bytes([n])) for n in range(times)) / times


def after(mine: str, *drew: int, before: str = "", **given: int) -> View:
    """After the exchange, the others having drawn so many."""
    return draw(mine, 100, Chair(drew=0), *[Chair(drew=one) for one in drew], phase="after_draw")


# ── what is kept by rule ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("9c9d9h9s2d", "9c9d9h9s2d"),
        ("9c9d9h2s2d", "9c9d9h2s2d"),
        ("9c7c4c3c2c", "9c7c4c3c2c"),
        ("Ac2d3h4s5d", "Ac2d3h4s5d"),
        ("9c9d9h4s2d", "9c9d9h"),
        ("9c9d4h4s2d", "9c9d4h4s"),
        ("9c9d4c3c2c", "9c9d"),
        ("Kc9c4c3c2d", "Kc9c4c3c"),
        ("9c8d7h6s2d", "9c8d7h6s"),
        ("Kc5d4h3s2d", "5d4h3s2d"),
        ("AcKdQhJs2d", "Ac"),
        ("9c8d6h5s2d", "9c"),
    ],
)
def test_what_anybody_keeps(hand: str, expected: str) -> None:
    keeps = kept([place(card) for card in cards(hand)])
    assert {DECK[place] for place in keeps} == {*cards(expected)}


# ── shares ─────────────────────────────────────────────────────────────────────────────────────


def test_the_number_drawn_says_what_somebody_has() -> None:
    # A small three of a kind against whoever drew one, two or three, and stood pat.
    shares = {drew: mean(after("4c4d4hKs9c", drew)) for drew in (0, 1, 2, 3)}
    assert min(shares[3], shares[1]) > shares[2] + 0.2 > shares[0] + 0.4
    assert shares[0] < 0.15
    assert shares[3] > 0.8
    # Two pair beat whoever drew three as often as three of a kind or better is rarer: 1 − 0.125
    # by the usual odds of drawing three to a pair, less the two pair that are higher.
    assert mean(after("AcAdKhKs9c", 3)) == pytest.approx(0.875, abs=0.03)


def test_a_pair_that_draws_three_improves_as_often_as_is_known() -> None:
    # Two pair or better: 0.287, of all pairs alike; aces and a bare ace lose to it alone.
    assert mean(after("AcAdQh9s5c", 3)) == pytest.approx(1 - 0.287, abs=0.03)


def test_who_bets_after_the_exchange_has_the_better_of_what_he_may_have() -> None:
    shares = [mean(after("AcAdKhKs9c", 1), claims) for claims in (0.0, 1.0, 2.0)]
    assert shares[0] > shares[1] + 0.03 > shares[2] + 0.05


def test_before_the_exchange_a_high_pair_is_good_against_one_hand() -> None:
    good, bad = (mean(draw(hand, 100, Chair(), Chair())) for hand in ("AcAd9h5s2c", "Jc9d7h4s2c"))
    assert good > 0.7
    assert bad < 0.4
    assert mean(draw("AcAd9h5s2c", 100, *[Chair()] * 8)) < 0.35


def test_what_was_put_away_comes_to_nobody() -> None:
    # Three aces put away: nobody has a pair of them, unless they were shuffled in again.
    away = Acted(0, actions.Discard(cards("AcAdAh")))
    table = after("KcKdQh9s5c", 3)
    known = KIND.read(table, (Phase("draw"), away), 0)
    assert known.put_away == tuple(place(card) for card in cards("AcAdAh"))
    assert KIND.read(table, (Phase("draw"), away, Reshuffled(9)), 0).put_away == ()
    assert mean(table, events=(away,)) > mean(table) + 0.01


# ── what is put away ───────────────────────────────────────────────────────────────────────────


def away(hand: str, *others: Chair) -> list[frozenset[Card]]:
    """The cards that are put away, by many chances."""
    table = draw(hand, 100, Chair(), *(others or [Chair()]), phase="draw")
    found: list[frozenset[Card]] = []
    for action in answers(DRAW5, table, (Discard(cards(hand)),)):
        assert isinstance(action, actions.Discard)
        found.append(frozenset(card for card in action.cards if isinstance(card, Card)))
    return found


@pytest.mark.parametrize(
    "hand", ["9c7c4c3c2c", "Ac2d3h4s5d", "9c9d9h2s2d", "TsJsQsKsAs", "QcQdQhKsKd"]
)
def test_made_hands_stand_pat(hand: str) -> None:
    assert {*away(hand)} == {frozenset()}


def test_four_aces_are_kept() -> None:
    assert all(put <= {*cards("7d")} for put in away("AcAdAhAs7d"))


@pytest.mark.parametrize(
    ("hand", "keeps"),
    [("9c9d9h4s2d", "9c9d9h"), ("9c9d4h4s2d", "9c9d4h4s"), ("JcJd8h4s2d", "JcJd")],
)
def test_what_is_there_twice_is_never_broken(hand: str, keeps: str) -> None:
    assert not any(put & {*cards(keeps)} for put in away(hand, Chair(drew=3), Chair()))


def test_a_hand_that_wins_anyway_is_exchanged_as_ever() -> None:
    # Against five new cards aces full lose as seldom as three aces: nothing is broken for it.
    assert {*away("AcAdAhKsKd", Chair(drew=5))} == {frozenset()}
    assert all(put and put <= {*cards("4s2d")} for put in away("AcAdAh4s2d", Chair(drew=5)))


def test_a_pair_draws_three_as_a_rule() -> None:
    numbers = Counter(map(len, away("JcJd8h4s2d", Chair(drew=3))))
    assert numbers.most_common(1)[0][0] == 3
    assert {*numbers} <= {2, 3}


def test_two_pair_draw_one_and_four_to_a_flush_too() -> None:
    assert {*away("9c9d4h4s2d", Chair(drew=1))} == {frozenset(cards("2d"))}
    assert {*away("Kc9c4c3c2d", Chair(drew=1))} == {frozenset(cards("2d"))}


def test_who_stands_pat_is_not_beaten_by_a_pair() -> None:
    # Kings are broken for the straight against a hand that is made, not against three cards drawn.
    pat = away("KcKdQhJsTd", Chair(drew=0))
    assert all(put in ({*cards("Kc")}, {*cards("Kd")}) for put in pat)
    assert all(not put & {*cards("KcKd")} for put in away("KcKdQhJsTd", Chair(drew=3)))


# ── choices ────────────────────────────────────────────────────────────────────────────────────


def bets(*chips: int) -> Events:
    """Seat 1 has raised so often before the exchange."""
    posted = (Posted(0, 5, "blind"), Posted(1, 10, "blind"))
    return (*posted, *(Acted(1, actions.Raise(one)) for one in chips))


def test_good_hands_raise_and_bad_ones_fold() -> None:
    chairs = (Chair(), Chair(), Chair(bet=5), Chair(bet=10))
    possible = facing(10, 20, 1_000)
    good = answers(DRAW5, draw("AcAdAh5s2c", 0, *chairs), possible)
    assert all(isinstance(action, actions.Raise) for action in good)
    bad = answers(DRAW5, draw("Jc9d7h4s2c", 0, *chairs), possible)
    assert set(bad) == {actions.Fold()}


def test_nothing_is_folded_that_costs_nothing() -> None:
    table = draw("Jc9d7h4s2c", 40, Chair(drew=4), Chair(drew=0), phase="after_draw")
    assert actions.Fold() not in answers(DRAW5, table, facing(0, 10, 1_000))


def test_no_straight_is_drawn_for_at_bad_odds() -> None:
    # Every sixth time it comes; a third of the pot has to be paid for it, or a tenth.
    dear = draw("9c8d7h6s2d", 20, Chair(), Chair(bet=200, stack=0, status="all_in"))
    cheap = draw("9c8d7h6s2d", 400, Chair(), Chair(bet=20, stack=0, status="all_in"))
    assert set(answers(DRAW5, dear, facing(200), bets(200))) == {actions.Fold()}
    assert actions.Fold() not in answers(DRAW5, cheap, facing(20), bets(20))


def test_two_pair_are_not_enough_against_who_stood_pat_and_bets() -> None:
    events = (*bets(20), Phase("draw"), Phase("after_draw"), Acted(1, actions.Raise(100)))

    def against(drew: int) -> list[Action | None]:
        chairs = (Chair(drew=1), Chair(drew=drew, bet=100))
        table = draw("KcKd7h7s2d", 60, *chairs, phase="after_draw")
        return answers(DRAW5, table, facing(100), events)

    assert set(against(0)) == {actions.Fold()}
    assert actions.Fold() not in against(3)


def test_the_nuts_are_never_folded() -> None:
    chairs = (Chair(drew=0), Chair(drew=0, bet=100, stack=100))
    table = draw("TsJsQsKsAs", 60, *chairs, phase="after_draw")
    assert set(answers(DRAW5, table, facing(100, 200), bets(20, 40))) == {actions.Raise(200)}


@pytest.mark.parametrize(
    ("other", "expected"),
    [("9s9d2h5c7d", actions.Muck()), ("7s7d2h5c9d", actions.Show()), ("", actions.Show())],
)
def test_hands_are_shown_that_may_win(other: str, expected: Action) -> None:
    table = draw("8s8d2c5h7c", 200, Chair(), Chair(down=other), phase="showdown")
    assert answers(DRAW5, table, (offers.Show(), offers.Muck()))[0] == expected


def test_views_of_others_are_refused() -> None:
    with pytest.raises(ValueError, match="player to act"):
        answers(DRAW5, draw("", 100, Chair(), Chair()), facing(0, 10))
    with pytest.raises(ValueError, match="player to act"):
        answers(DRAW5, draw("8s8d2c5h", 100, Chair(), Chair()), facing(0, 10))
