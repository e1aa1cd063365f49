"""Stud's sampled shares by odds counted out here, and sound choices on tables made by hand."""

from itertools import combinations

import pytest

from engine.bots.betting import SOKO, STUD5, STUD7, STUD7_HILO
from engine.bots.betting_hands import Layer, Rival
from engine.bots.stud_hands import Stud, StudCards
from engine.kit import soko
from engine.kit.ranking import place, rank7
from engine.values import actions, offers
from engine.values.actions import Action
from engine.values.cards import DECK, cards
from engine.values.events import Acted, Events, Phase, Posted
from engine.values.offers import BringIn, Fold
from engine.values.view import View
from tests.engine.bots.betting_views import Chair, answers, facing, stud

SEVEN, HILO = Stud(), Stud(low=True)
FIVE, FOURS = Stud(down=1, whole=5), Stud(down=1, whole=5, soko=True)
WORK = 60_000


def mean(table: View, kind: Stud = SEVEN, claims: float = 0.0, times: int = 10) -> float:
    """The share of one pot against all who are in, a standard error of about 0.008."""
    known = kind.read(table, (), 0)
    live = [seat for seat, its in enumerate(table.seats) if seat and its.status != "folded"]
    rivals = [Rival(seat, claims, 1.0) for seat in live]
    pot = [Layer(100, frozenset(live))]
    return sum(known.share(rivals, pot, WORK, bytes([n])) for n in range(times)) / times


# ── shares ─────────────────────────────────────────────────────────────────────────────────────


def test_on_seventh_street_every_hand_of_the_other_is_as_likely() -> None:
    down, own, up = "QdTs3c", "Qc8h8s5d", "Kh9h4s2c"
    mine = rank7(cards(down + own))
    rest = [card for card in DECK if card not in cards(down + own + up)]
    others = [rank7((*three, *cards(up))) for three in list(combinations(rest, 3))[::7]]
    exact = sum(1 if mine > other else 0.5 if mine == other else 0 for other in others)
    table = stud(down, 100, Chair(own), Chair(up), phase="street_7")
    assert mean(table) == pytest.approx(exact / len(others), abs=0.03)


def test_dead_cards_make_a_draw_worth_less() -> None:
    # Nine hearts of 42 unseen cards, and two of 42.
    down, up = "Ah9h", "6h2hKc"
    live = stud(down, 100, Chair(up), Chair("JsJd8c"), Chair("4s5s7c", status="folded"))
    dead = stud(down, 100, Chair(up), Chair("JsJd8c"), Chair("3h4h5h", status="folded"))
    assert mean(live) > mean(dead) + 0.08


def test_folded_cards_that_are_hidden_stay_unknown() -> None:
    table = stud("QdTs3c", 100, Chair("Qc8h8s5d"), Chair("Kh9h4s2c"), Chair("7c", status="folded"))
    assert SEVEN.read(table, (), 0).stub == 52 - 7 - 7 - 4


def test_a_card_for_all_is_everybody_s_seventh() -> None:
    # Four to a flush without the common card, and with it.
    ups = ["KhKdQc9s", "7c8c2d3d", "4s5sTsJc", "QhJdTd9d", "5d6c7d8d", "2s3s6s7s", "2c3cTh4h"]
    chairs = [Chair("6h9h8h5c"), *map(Chair, ups)]
    table = stud("AcJh", 100, *chairs, phase="street_7", board="Ah")
    assert mean(table, times=3) > 0.75
    assert mean(stud("AcJh", 100, *chairs, phase="street_7", board="As"), times=3) < 0.25
    known = SEVEN.read(table, (), 0)
    assert known.last
    assert not known.first


def test_eight_who_all_stay_are_dealt_to_the_end() -> None:
    ups = ["Kh", "7c", "4s", "Qh", "5d", "2s", "2c"]
    table = stud("AhAd", 100, Chair("Ac"), *map(Chair, ups))
    assert 0.3 < mean(table, claims=1.0, times=2) < 0.8
    # On sixth street four cards are left for eight: the last one is common.
    ups = ["KhKdQc9s", "7c8c2d3d", "4s5sTsJc", "QhJdTd9d", "5d6c7d8d", "2s3s6s7s", "2c3cTh4h"]
    table = stud("AhAd", 100, Chair("AcAs9c5c"), *map(Chair, ups), phase="street_6")
    assert mean(table, times=2) > 0.8


def test_who_shows_strength_has_what_fits_his_open_cards() -> None:
    table = stud("JsJd", 100, Chair("4c"), Chair("Kh"))
    shares = [mean(table, claims=claims) for claims in (0.0, 1.0, 2.0)]
    assert shares[0] > shares[1] + 0.03 > shares[2] + 0.05


def test_five_cards_are_all_that_there_are() -> None:
    # Kings lie open; only three aces of 44 unseen cards make a better pair below an open ace.
    table = stud("Kd", 100, Chair("KhQc9s2d"), Chair("AcTd6s3h"), phase="street_5")
    assert mean(table, FIVE) == pytest.approx(1 - 3 / 43, abs=0.01)


def test_four_of_a_suit_beat_a_pair_at_soko() -> None:
    table = stud("2h", 100, Chair("5h9hJhKc"), Chair("JcQdKhAs"), phase="street_5")
    down = [card for card in DECK if card not in cards("2h5h9hJhKcJcQdKhAs")]
    mine = soko.rank(cards("2h5h9hJhKc"))
    lost = sum(soko.rank((card, *cards("JcQdKhAs"))) > mine for card in down)
    assert mean(table, FOURS) == pytest.approx(1 - lost / len(down), abs=0.02)
    assert mean(table, FIVE) < 0.1


def test_a_low_shares_the_pot() -> None:
    # A wheel against an open three of a kind that can have no low: half, nearly always.
    table = stud("Ac2dKs", 100, Chair("3h4s5cKd"), Chair("JcJdJsQh"), phase="street_7")
    assert mean(table, HILO) > 0.5
    # Without a low there is the high hand alone.
    table = stud("AcAdKs", 100, Chair("KhQsTc9d"), Chair("JcJdJsQh"), phase="street_7")
    assert mean(table, HILO) == 0
    assert mean(table, HILO) == mean(table, SEVEN)


def test_a_low_that_comes_is_seen_in_a_bet() -> None:
    # Who has shown strength with an open five at high/low has low cards more often.
    table = stud("7s6h", 100, Chair("8c"), Chair("5h"))
    assert mean(table, HILO) > mean(table, HILO, claims=2.0) + 0.05


# ── choices ────────────────────────────────────────────────────────────────────────────────────


def raised(*streets: int) -> Events:
    """Seat 1 has bet that much on each street."""
    events: list[Posted | Acted | Phase] = [Posted(seat, 1, "ante") for seat in (0, 1)]
    for chips in streets:
        events += [Phase("street"), Acted(1, actions.Raise(chips)), Acted(0, actions.Call(chips))]
    return tuple(events)


def test_rolled_up_threes_complete() -> None:
    chairs = (Chair("9c"), Chair("Kh"), Chair("2c", bet=5), Chair("Jd"))
    found = answers(STUD7, stud("9s9d", 4, *chairs), facing(5, 10))
    assert set(found) == {actions.Raise(10)}


def test_junk_is_folded_to_a_bet_and_not_for_nothing() -> None:
    table = stud("8s3d", 8, Chair("Jc"), Chair("Kh", bet=20), Chair("Ad", bet=20), Chair("Qs"))
    claims = (Acted(1, actions.Raise(10)), Acted(2, actions.Raise(20)))
    assert set(answers(STUD7, table, facing(20, 30), claims)) == {actions.Fold()}
    free = stud("8s3d", 8, Chair("Jc4h"), Chair("KhQc"), Chair("Ad7s"), phase="street_4")
    assert actions.Fold() not in answers(STUD7, free, facing(0, 10))


def test_the_nuts_are_never_folded() -> None:
    table = stud("AsKs2d", 300, Chair("QsJsTs4h"), Chair("9c9d9h4c", bet=100), phase="street_7")
    found = answers(STUD7, table, facing(100, 200), raised(10, 10, 20, 20, 20))
    assert set(found) == {actions.Raise(200)}


@pytest.mark.parametrize(
    ("pot", "price", "folds"),
    # A flush draw with one card to come against an open pair of aces: about every fifth time.
    [(400, 20, False), (40, 200, True)],
)
def test_pot_odds_decide(pot: int, price: int, folds: bool) -> None:
    chairs = (Chair("6h2hTc4d"), Chair("AsAd7c7s", bet=price, stack=0, status="all_in"))
    found = answers(STUD7, stud("Kh9h", pot, *chairs, phase="street_6"), facing(price))
    assert set(found) == {actions.Fold() if folds else actions.Call(price)}


def test_dead_cards_turn_a_call_into_a_fold() -> None:
    # Five hearts lie with folded seats in place of five other cards.
    def table(first: str, second: str) -> View:
        return stud(
            "Kh9h",
            120,
            Chair("6h2hTc4d"),
            Chair("AsAd7c7s", bet=20, stack=0, status="all_in"),
            Chair(first, status="folded"),
            Chair(second, status="folded"),
            phase="street_6",
        )

    assert actions.Fold() not in answers(STUD7, table("3c4c5c", "8c9c2c"), facing(20))
    dead = answers(STUD7, table("3h4h5h", "8hJhQh"), facing(20))
    assert set(dead) == {actions.Fold()}


def test_an_open_hand_that_is_better_is_believed() -> None:
    table = stud("8s", 20, Chair("8cTd4h"), Chair("KsKc2d", bet=20), phase="street_4")
    for bot in (STUD5, SOKO):
        assert set(answers(bot, table, facing(20, 40), raised(10, 10))) == {actions.Fold()}


def test_a_sure_hand_of_five_raises() -> None:
    # Nothing that can lie below these cards beats a pair of aces.
    table = stud("As", 60, Chair("Ad9c7h4s"), Chair("KsTc6d2h", bet=20), phase="street_5")
    for bot in (STUD5, SOKO):
        assert set(answers(bot, table, facing(20, 40))) == {actions.Raise(40)}


def test_the_opener_brings_in_or_bets() -> None:
    chairs = (Chair("2c"), Chair("Kh"), Chair("Qd"), Chair("Js"))
    possible = (BringIn(5), offers.Raise(10, 10))
    bad = answers(STUD7, stud("8s7d", 4, *chairs), possible)
    good = answers(STUD7, stud("2s2d", 4, *chairs), possible)
    assert actions.BringIn(5) in bad
    assert set(good) == {actions.Raise(10)}


def test_who_opens_for_another_may_fold() -> None:
    chairs = (
        Chair("8c"),
        Chair("2h", bet=0, stack=0, status="all_in"),
        *(Chair("Ah"), Chair("Kd")),
    )
    possible = (Fold(), BringIn(50), offers.Raise(100, 100))
    assert actions.Fold() in answers(STUD7, stud("7s2d", 4, *chairs), possible)
    assert actions.Fold() not in answers(STUD7, stud("8s8d", 4, *chairs), possible)


def test_half_a_pot_is_called_for_at_high_low() -> None:
    table = stud("Ac2dKs", 300, Chair("3h4s6cKd"), Chair("JcJdTs9h", bet=40), phase="street_7")
    assert set(answers(STUD7, table, facing(40), raised(20, 20))) == {actions.Fold()}
    assert actions.Fold() not in answers(STUD7_HILO, table, facing(40), raised(20, 20))


# ── the showdown, and views that are none ──────────────────────────────────────────────────────

ASKED = (offers.Show(), offers.Muck())


@pytest.mark.parametrize(
    ("down", "expected"),
    [("9s9d2h", actions.Muck()), ("7s7d2h", actions.Show()), ("", actions.Show())],
)
def test_hands_are_shown_that_may_win(down: str, expected: Action) -> None:
    chairs = (Chair("KcTd4s5h"), Chair("QcJd3s6h", down=down))
    table = stud("8s8d2c", 200, *chairs, phase="showdown")
    assert answers(STUD7, table, ASKED)[0] == expected


def test_the_common_card_counts_at_the_showdown() -> None:
    chairs = (Chair("KcTd4s5h"), Chair("QcJd3s6h", down="9s9d"))
    table = stud("8s8d", 200, *chairs, phase="showdown", board="8h")
    assert answers(STUD7, table, ASKED)[0] == actions.Show()


def test_views_of_others_are_refused() -> None:
    table = stud("", 100, Chair("4c"), Chair("Kh"))
    hidden = stud("8s8d", 100, Chair("4c"), Chair("Kh"))
    with pytest.raises(ValueError, match="player to act"):
        answers(STUD7, table, facing(0, 10))
    with pytest.raises(ValueError, match="player to act"):
        answers(STUD5, stud("8s8d5c", 100, Chair("4c"), Chair("Kh")), facing(0, 10))
    assert answers(STUD7, hidden, facing(0, 10)) == answers(STUD7, hidden, facing(0, 10))


def test_the_first_street_is_known_by_its_cards() -> None:
    first = SEVEN.read(stud("8s8d", 100, Chair("4c"), Chair("Kh")), (), 0)
    assert isinstance(first, StudCards)
    assert first.first
    assert not first.last
    assert first.mine == tuple(place(card) for card in cards("8s8d4c"))
