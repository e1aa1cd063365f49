"""Soko's ranking: four of a suit and four in a row beat a pair (rules.md C.9)."""

from collections import Counter
from itertools import combinations

import pytest

from engine.kit import ranking, soko
from engine.kit.ranking import CATEGORY_BITS
from engine.values.cards import DECK, cards


def strength(text: str) -> int:
    return soko.rank(cards(text))


def named(text: str) -> tuple[str, str]:
    name = soko.name_of(strength(text))
    return name.name, name.ranks


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4h5s6d7cKs", "AsAdKhQc9d"),  # SK-02
        ("2h5h9hJhKc", "JcQdKhAs2d"),  # SK-03
        ("3c3d2h2s4c", "AhKhQh9h3s"),  # SK-04
        ("9c8h7s6hAc", "9s8d7h6c6d"),  # SK-06
        ("KhQh3h2hAc", "KsJsTs9sAd"),  # four of a suit by all four ranks
        ("KhQh3h2hAc", "KsQs3s2s4d"),  # then by the fifth card
        ("2c3d4h5sKc", "Ac2d3h4sKd"),  # the ace low is the lowest four in a row
        ("JcQdKhAs2d", "TcJdQhKs2d"),
    ],
)
def test_the_better_hand_wins(better: str, worse: str) -> None:
    assert strength(better) > strength(worse)


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("4s5s6s7sKd", ("four_flush", "7654K")),  # SK-07: both at once
        ("Kc8c6c4c8d", ("four_flush", "K8648")),  # a pair inside counts for nothing
        ("9s8d7h6c6d", ("four_straight", "96")),
        ("Ac2d3h4sAd", ("four_straight", "4A")),
        ("JcQdKhAs2d", ("four_straight", "A2")),
        ("KcAd2h3s9d", ("high_card", "AK932")),  # SK-08
        ("AcKdQh2s3d", ("high_card", "AKQ32")),
        ("2c3d4h5s6d", ("straight", "6")),  # SK-10
        ("2h3h4h5h9h", ("flush", "95432")),
        ("AcAdKhQc9d", ("pair", "AKQ9")),
        ("AhKhQhJhTh", ("royal_flush", "A")),
        # four cards, as they lie open before the last bets
        ("4h5h9hKh", ("four_flush", "K954")),
        ("4h5s6d7c", ("four_straight", "7")),
        ("4h4s6d7c", ("pair", "476")),
    ],
)
def test_names(hand: str, name: tuple[str, str]) -> None:
    assert named(hand) == name


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ("Kc4s7s5s6s", "7s6s5s4sKc"),
        ("6d9s7h8d6c", "9s8d7h6d6c"),
        ("Ad2d3hAc4s", "4s3h2dAdAc"),
        ("3c4c3d2h2s", "3c3d2h2s4c"),
    ],
)
def test_hands_as_they_are_shown(hand: str, shown: str) -> None:
    assert soko.in_order(cards(hand)) == cards(shown)


def test_only_five_different_known_cards_are_ranked() -> None:
    for text in ("7h7h2c3d4s", "2c3d4h5s6d7c", "??3d4h5s6d"):
        with pytest.raises(ValueError, match=r"ranked|twice"):
            strength(text)


@pytest.mark.soak
def test_how_many_hands_there_are_of_each_kind() -> None:
    found: Counter[str] = Counter()
    for five in combinations(DECK, 5):
        found[soko.ORDER[soko.rank(five) >> CATEGORY_BITS]] += 1
    usual = {
        "straight_flush": 40,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three_of_a_kind": 54_912,
        "two_pair": 123_552,
    }
    assert found == usual | {
        "four_flush": 110_940,
        "four_straight": 92_208,
        "pair": 1_047_552,
        "high_card": 1_150_080,
    }


def test_other_hands_stand_as_ever() -> None:
    for five in (DECK[:5], DECK[::12][:5], DECK[::13] + DECK[1:2]):
        plain = ranking.rank(five)
        if plain >> CATEGORY_BITS > ranking.PAIR:
            assert soko.name_of(soko.rank(five)) == ranking.name_of(plain)


def test_places_are_ranked_as_the_cards_are() -> None:
    for hand in list(combinations(range(52), 5))[::1_009]:
        assert soko.rank_ints(*hand) == soko.rank(DECK[place] for place in hand)
