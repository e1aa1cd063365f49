"""Three cards by themselves (rules.md E, D16): counts of every hand, order, names."""

from collections import Counter
from itertools import combinations

import pytest

from engine.kit import brag
from engine.values.cards import DECK, cards

HANDS = tuple(combinations(DECK, 3))
# rules.md E.
COUNTS = {
    "three_of_a_kind": 52,
    "straight_flush": 48,
    "straight": 720,
    "flush": 1096,
    "pair": 3744,
    "high_card": 16440,
}


def ranked(text: str, *, traditional: bool = False) -> int:
    return brag.rank(cards(text), traditional=traditional)


def test_every_hand_is_of_the_kind_that_it_should_be() -> None:
    strengths = Counter(map(brag.rank, HANDS))
    counts: Counter[str] = Counter()
    for strength, times in strengths.items():
        counts[brag.name_of(strength).name] += times
    assert counts == COUNTS
    # The best kind first, and no two kinds overlap.
    by_strength = [brag.name_of(one).name for one in sorted(strengths, reverse=True)]
    assert list(dict.fromkeys(by_strength)) == list(COUNTS)
    # 13 triples, 12 runs twice, 286 − 12 sets of ranks twice, 13 · 12 pairs.
    assert len(strengths) == 13 + 12 + 12 + 274 + 156 + 274


def test_the_order_of_the_vector() -> None:
    """IP-13."""
    hands = ["5c5d5h", "9hThJh", "9hTsJd", "AdKdJd", "AcAdKh", "AcKdJh"]
    strengths = [ranked(hand) for hand in hands]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("QcKdAh", "JcQdKh"),
        ("2c3d4h", "Ac2d3h"),
        ("AcAdAh", "KcKdKh"),
        ("3c3d3h", "2c2d2h"),
        ("8c8d3h", "7c7dAh"),
        ("8c8d4h", "8h8s3d"),
        ("Ac9d3h", "Ad9h2c"),
        ("AcKdTh", "AdQhJc"),
        ("Qc8c3c", "Qd8d2d"),
    ],
)
def test_inside_a_kind_natural_order(better: str, worse: str) -> None:
    assert ranked(better) > ranked(worse)


def test_round_the_corner_is_no_run() -> None:
    assert brag.name_of(ranked("KcAd2h")).name == "high_card"
    assert brag.name_of(ranked("KcAc2c")).name == "flush"
    assert brag.name_of(ranked("KcAd2h", traditional=True)).name == "high_card"


def test_the_traditional_order() -> None:
    """IP-15: A-2-3 is the best run and 333 the best triple, all else as ever."""
    for low, top in (("Ac2d3h", "QcKdAh"), ("Ac2c3c", "QcKcAc"), ("3c3d3h", "AcAdAh")):
        assert ranked(low, traditional=True) > ranked(top, traditional=True)
        assert brag.name_of(ranked(low, traditional=True)) == brag.name_of(ranked(low))
    assert ranked("2c3d4h", traditional=True) < ranked("3c4d5h", traditional=True)
    assert ranked("2c2d2h", traditional=True) < ranked("4c4d4h", traditional=True)
    assert ranked("Ac2c3c", traditional=True) < ranked("2c2d2h", traditional=True)


def test_suits_do_not_count() -> None:
    assert ranked("AcKdJh") == ranked("AhKsJd")
    assert ranked("AcKcJc") == ranked("AhKhJh")


def test_names_and_the_order_of_the_cards() -> None:
    found = brag.name_of(ranked("8cKd8h"))
    assert (found.name, found.ranks) == ("pair", "8K")
    assert brag.name_of(ranked("Ac2d3h")).ranks == "3"
    assert brag.name_of(ranked("3c3d3h", traditional=True)).ranks == "3"
    assert brag.name_of(ranked("Tc2d9h")).ranks == "T92"
    assert "".join(map(str, brag.in_order(cards("8cKd8h")))) == "8c8hKd"
    assert "".join(map(str, brag.in_order(cards("Ac2d3h")))) == "3h2dAc"
    assert "".join(map(str, brag.in_order(cards("2cAd9h")))) == "Ad9h2c"


@pytest.mark.parametrize("text", ["", "AcKd", "AcKdQhJs", "AcKd??", "AcAcKd"])
def test_what_is_no_hand_of_three(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        ranked(text)
