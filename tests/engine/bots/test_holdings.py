"""What holdings are worth: by exhaustive comparison on the river, by known odds before it."""

from itertools import combinations

import pytest

from engine.bots.holdings import duels, percentiles, standing
from engine.kit.ranking import HOLDINGS, place, rank7
from engine.values.cards import DECK, cards

RIVER = tuple(place(card) for card in cards("Qc8h8s5d3c"))


def holding(text: str) -> tuple[int, int]:
    low, high = sorted(place(card) for card in cards(text))
    return low, high


def test_duels_on_the_river_count_every_hand_of_the_other() -> None:
    mine = cards("QdTs")
    board = cards("Qc8h8s5d3c")
    own = rank7((*mine, *board))
    possible, wins = duels(RIVER, holding("QdTs"))
    rest = [card for card in DECK if card not in (*mine, *board)]
    assert sum(possible) == 45 * 44 / 2
    for pair in combinations(rest, 2):
        other = rank7((*pair, *board))
        index = HOLDINGS.index(holding("".join(map(str, pair))))
        assert possible[index] == 1
        assert wins[index] == (1 if own > other else 0.5 if own == other else 0)


def test_a_card_in_the_own_hand_is_in_no_other() -> None:
    possible, wins = duels((), holding("AsAh"))
    assert sum(possible) == 50 * 49 / 2
    assert all(win == 0 for win, can in zip(wins, possible, strict=True) if not can)


def test_percentiles_on_the_river_are_places_among_all_holdings() -> None:
    shares = percentiles(RIVER)
    able = [share for share, pair in zip(shares, HOLDINGS, strict=True) if not {*pair} & {*RIVER}]
    assert len(able) == 47 * 46 / 2
    assert sum(able) / len(able) == pytest.approx(0.5)
    best = max(able)
    assert shares[HOLDINGS.index(holding("8c8d"))] == best
    assert shares[HOLDINGS.index(holding("Qd8c"))] > shares[HOLDINGS.index(holding("AcAd"))]


def test_percentiles_before_the_flop_know_what_everybody_knows() -> None:
    shares = percentiles(())
    worth = {
        text: shares[HOLDINGS.index(holding(text))]
        for text in ("AsAh", "KsKh", "AsKs", "AsKh", "Ts9s", "7s2h", "3s2h")
    }
    assert worth["AsAh"] == max(shares)
    assert worth["AsAh"] > worth["KsKh"] > worth["AsKs"] > worth["AsKh"] > worth["Ts9s"]
    assert worth["7s2h"] < 0.1
    assert worth["3s2h"] < 0.05


def test_standings_are_the_binomial_chance() -> None:
    shares = percentiles(RIVER)
    four = [standing(((RIVER, k),), 4) for k in range(4)]
    for index in (0, 500, 1_325):
        u = shares[index]
        assert four[3][index] == pytest.approx(u**3)
        assert four[1][index] == pytest.approx(3 * u * (1 - u) ** 2)
        assert sum(place[index] for place in four) == pytest.approx(1)


def test_claims_multiply() -> None:
    one, two = ((), 2), (RIVER, 0)
    both = standing((one, two), 3)
    assert both[77] == pytest.approx(standing((one,), 3)[77] * standing((two,), 3)[77])
    assert set(standing((), 3)) == {1.0}
