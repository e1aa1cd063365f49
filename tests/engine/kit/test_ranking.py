"""Ranking against the vectors of the rules, counting, and two independent evaluators."""

import itertools
import random
from collections import Counter

import phevaluator
import pokerkit
import pytest

from engine.kit import ranking
from engine.kit.ranking import HandName
from engine.values.cards import DECK, UNKNOWN, Card, cards

# rules.md F: combinations of five cards, and of seven by their best five.
FIVE_CARD_COUNTS = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}
SEVEN_CARD_COUNTS = {
    "royal_flush": 4_324,
    "straight_flush": 37_260,
    "four_of_a_kind": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
    "two_pair": 31_433_400,
    "pair": 58_627_800,
    "high_card": 23_294_460,
}


def rank(text: str) -> int:
    return ranking.rank(cards(text))


def name(text: str) -> HandName:
    return ranking.describe(cards(text))


def five(text: str) -> str:
    return "".join(map(str, ranking.best_five(cards(text))))


def deal(dice: random.Random, count: int) -> tuple[Card, ...]:
    return tuple(dice.sample(DECK, count))


# ── vectors of rules.md F ──────────────────────────────────────────────────────────────────────


def test_z01_all_five_card_hands_fall_into_the_known_counts() -> None:
    strengths = Counter(itertools.starmap(ranking.rank5_ints, itertools.combinations(range(52), 5)))
    names: Counter[str] = Counter()
    for strength, count in strengths.items():
        names[ranking.name_of(strength).name] += count
    assert names == FIVE_CARD_COUNTS
    assert len(strengths) == 7_462


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_all_seven_card_hands_fall_into_the_known_counts() -> None:
    strengths: Counter[int] = Counter()
    for first in itertools.combinations(range(52), 2):
        rest = itertools.combinations(range(first[1] + 1, 52), 5)
        strengths.update(ranking.rank7_ints(*first, *more) for more in rest)
    names: Counter[str] = Counter()
    for strength, count in strengths.items():
        names[ranking.name_of(strength).name] += count
    assert names == SEVEN_CARD_COUNTS


def test_z03_the_wheel_is_five_high_and_loses() -> None:
    assert name("Ac2d3h4s5c") == HandName("straight", "5")
    assert rank("Ac2d3h4s5c") < rank("2c3d4h5s6c")
    assert five("Ac2d3h4s5c") == "5c4s3h2dAc"


def test_z04_no_straight_goes_round_the_corner() -> None:
    assert name("QcKdAh2s3c") == HandName("high_card", "AKQ32")


def test_z05_the_steel_wheel() -> None:
    assert name("As2s3s4s5s") == HandName("straight_flush", "5")
    assert rank("As2s3s4s5s") > rank("AcAdAhAsKd")
    assert rank("As2s3s4s5s") < rank("2h3h4h5h6h")


def test_z07_the_three_decide_a_full_house() -> None:
    assert rank("3c3d3h2c2d") > rank("2c2d2hAcAd")


def test_z08_three_pairs() -> None:
    assert name("KcKdTdTc5s5hAs") == HandName("two_pair", "KTA")
    assert name("Ad2cTdTc5s5hAs") == HandName("two_pair", "AT5")
    assert rank("KcKdTdTc5s5hAs") < rank("Ad2cTdTc5s5hAs")


def test_z09_four_on_the_board() -> None:
    board = "9c9d9h9s2c"
    assert rank("AsKs" + board) == rank("Ah3d" + board) > rank("KhKc" + board)
    assert name("KhKc" + board) == HandName("four_of_a_kind", "9K")


def test_z11_two_threes_make_a_full_house() -> None:
    assert name("6h2c7d7c7s6d6s") == HandName("full_house", "76")
    assert five("6h2c7d7c7s6d6s") == "7d7c7s6h6d"


def test_z12_a_sixth_suited_card_does_not_count() -> None:
    assert name("AhKh9h8h4h3h2c") == HandName("flush", "AK984")


def test_z13_the_higher_straight_counts_not_the_wheel() -> None:
    assert name("5s6d2c3d4hAhKc") == HandName("straight", "6")


# ── faults that others shipped: cases.md A ─────────────────────────────────────────────────────


def test_a1_cards_that_do_not_play_break_no_tie() -> None:
    assert rank("AcKd" + "5h6d7s8c9h") == rank("2c3d" + "5h6d7s8c9h")
    assert name("AcKd" + "5h6d7s8c9h") == HandName("straight", "9")
    assert rank("8h5c" + "AdJc3sQh3d") == rank("8s2d" + "AdJc3sQh3d")
    assert name("8h5c" + "AdJc3sQh3d") == HandName("pair", "3AQJ")
    board = "QsJd9c4h2s"
    assert rank("AhKd" + board) == rank("AcKs" + board) > rank("Th3c" + board)


def test_a2_the_wheel_is_seen_and_is_five_high() -> None:
    board = "2c3d4hKsJd"
    assert name("Ac5s" + board) == HandName("straight", "5")
    assert name("5c6d" + board) == HandName("straight", "6")
    assert rank("KdQc" + board) < rank("Ac5s" + board) < rank("5c6d" + board)


@pytest.mark.parametrize(
    ("board", "first", "second", "sign"),
    [
        ("6cQcAd6sAc", "TdJs", "3s3d", 0),
        ("Kc9d7s4h2c", "AsAh", "Kd9c", -1),
        ("9c7s5h5s3c", "8hKs", "4dQs", 1),
        ("4d8s4h7d8c", "Kc6d", "7c5h", -1),
    ],
)
def test_a4_kickers_and_third_pairs(board: str, first: str, second: str, sign: int) -> None:
    one, two = rank(first + board), rank(second + board)
    assert (one > two) - (one < two) == sign


def test_a4_names() -> None:
    assert name("TdJs6cQcAd6sAc") == HandName("two_pair", "A6Q")
    assert name("7c5h4d8s4h7d8c") == HandName("two_pair", "875")
    assert name("Kc6d4d8s4h7d8c") == HandName("two_pair", "84K")


def test_a5_two_threes_and_the_five_that_are_shown() -> None:
    board = "KsKh7c7d2s"
    assert rank("Kd7h" + board) == rank("KcAd" + board) > rank("7s2d" + board.replace("7d", "7h"))
    assert five("Kd7h" + board) == "KdKsKh7h7c"
    assert five("KcAd" + board) == "KcKsKh7c7d"
    assert name("KcAd" + board) == HandName("full_house", "K7")


def test_a6_a_flush_and_a_straight_are_no_straight_flush() -> None:
    board = "9cThJhQhKd"
    assert name("2h3h" + board) == HandName("flush", "QJT32")
    assert name("Ac4s" + board) == HandName("straight", "A")
    assert rank("2h3h" + board) > rank("Ac4s" + board)
    assert name("9hThJhQhKh") == HandName("straight_flush", "K")
    assert name("AhThJhQhKh") == HandName("royal_flush", "A")


@pytest.mark.parametrize(
    ("dealt", "problem"),
    [
        ("7h7hAsKsQs", "twice"),
        ("AsKsQsJsTs9s8s7s", "8 cards"),
        ("??KsQsJsTs", "ranked"),
        ("", "0 cards"),
    ],
)
def test_b13_wrong_input_is_an_error_never_a_rank(dealt: str, problem: str) -> None:
    for function in (ranking.rank, ranking.describe):
        with pytest.raises(ValueError, match=problem):
            function(cards(dealt))


def test_b13_the_number_of_cards_is_checked_everywhere() -> None:
    six = cards("AsKsQsJsTs9s")
    for function in (ranking.rank5, ranking.rank7):
        with pytest.raises(ValueError, match="6 cards"):
            function(six)
    with pytest.raises(ValueError, match="4 cards"):
        ranking.best_five(six[:4])
    with pytest.raises(ValueError, match="ranked"):
        ranking.place(UNKNOWN)


# ── names and the five that play ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("dealt", "shown", "named"),
    [
        # the showdown of ux.md 5.4, hole cards first
        ("7d6hQc8h8s5d3c", "8h8sQc7d6h", HandName("pair", "8Q76")),
        ("AsJdQc8h8s5d3c", "8h8sAsQcJd", HandName("pair", "8AQJ")),
        ("QdTsQc8h8s5d3c", "QdQc8h8sTs", HandName("two_pair", "Q8T")),
        ("5s5hQc8h8s5d3c", "5s5h5d8h8s", HandName("full_house", "58")),
        ("8cKdQc8h8s5d3c", "8c8h8sKdQc", HandName("three_of_a_kind", "8KQ")),
        ("KcKd2h2sKhKs9d", "KcKdKhKs9d", HandName("four_of_a_kind", "K9")),
        ("2c9h8h7h6h5hTd", "9h8h7h6h5h", HandName("straight_flush", "9")),
        ("As2s3s4s5sKdKc", "5s4s3s2sAs", HandName("straight_flush", "5")),
        ("2c3dAhKdQsJcTh", "AhKdQsJcTh", HandName("straight", "A")),
        ("9c7d5h3s2c", "9c7d5h3s2c", HandName("high_card", "97532")),
    ],
)
def test_what_is_shown_and_said(dealt: str, shown: str, named: HandName) -> None:
    assert five(dealt) == shown
    assert name(dealt) == named


@pytest.mark.parametrize(
    ("dealt", "named"),
    [
        ("8c8d", HandName("pair", "8")),
        ("TsQd", HandName("high_card", "QT")),
        ("As", HandName("high_card", "A")),
        ("5c5d5h", HandName("three_of_a_kind", "5")),
        ("AsKsQs", HandName("high_card", "AKQ")),
        ("2c2d9h9s", HandName("two_pair", "92")),
        ("2c3c4c5c", HandName("high_card", "5432")),
        ("7c7d7h7s", HandName("four_of_a_kind", "7")),
    ],
)
def test_fewer_than_five_cards_are_named_as_far_as_they_go(dealt: str, named: HandName) -> None:
    assert name(dealt) == named


def test_three_cards_compare_with_five_rank_by_rank() -> None:
    # rules.md D, vectors CP-06: an equalled front is no stronger than the middle with its kicker
    assert rank("6s6hAd") > rank("6c6dKc3s2h")
    assert rank("6s6hAd") < rank("6c6dAc3s2h")
    assert rank("QhKhAh") < rank("2c2d5h7s9c")


def test_the_five_that_play_are_worth_what_the_seven_are() -> None:
    dice = random.Random(5)
    for _ in range(3_000):
        dealt = deal(dice, dice.choice((5, 6, 7)))
        playing = ranking.best_five(dealt)
        assert set(playing) <= set(dealt)
        assert ranking.rank5(playing) == ranking.rank(dealt)


# ── oracles ────────────────────────────────────────────────────────────────────────────────────


def phe(dealt: tuple[Card, ...]) -> int:
    """phevaluator's rank, 1 the best of 7,462."""
    return int(phevaluator.evaluate_cards(*(card.code for card in dealt)))


def kit(dealt: tuple[Card, ...]) -> pokerkit.Hand:
    """pokerkit's best hand."""
    return pokerkit.StandardHighHand.from_game("".join(card.code for card in dealt))


def test_every_rank_pattern_stands_where_the_oracle_puts_it() -> None:
    # The n-th copy of a rank is of the n-th suit; a lone last suit keeps it from being a flush.
    patterns = []
    for heights in itertools.combinations_with_replacement(range(13), 5):
        if max(Counter(heights).values()) == 5:
            continue
        copies = [heights[:i].count(height) for i, height in enumerate(heights)]
        if not any(copies):
            copies[-1] = 3
        dealt = zip(heights, copies, strict=True)
        patterns.append(tuple(DECK[height + 13 * copy] for height, copy in dealt))
    suited = [
        tuple(DECK[height] for height in heights)
        for heights in itertools.combinations(range(13), 5)
    ]
    assert len(patterns) == 6_175
    assert len(suited) == 1_287
    ours = {ranking.rank5(dealt): phe(dealt) for dealt in (*patterns, *suited)}
    assert len(ours) == 7_462
    assert [ours[strength] for strength in sorted(ours)] == list(range(7_462, 0, -1))


@pytest.mark.parametrize("count", [5, 6, 7])
def test_random_hands_compare_as_phevaluator_compares_them(count: int) -> None:
    dice = random.Random(count)
    dealt = [deal(dice, count) for _ in range(5_000)]
    for one, two in itertools.pairwise(dealt):
        ours, theirs = ranking.rank(one) - ranking.rank(two), phe(two) - phe(one)
        assert (ours > 0, ours < 0) == (theirs > 0, theirs < 0)


@pytest.mark.parametrize("count", [5, 7])
def test_random_hands_compare_as_pokerkit_compares_them(count: int) -> None:
    dice = random.Random(count + 100)
    dealt = [deal(dice, count) for _ in range(400)]
    for one, two in itertools.pairwise(dealt):
        ours, theirs = ranking.rank(one), ranking.rank(two)
        assert (ours > theirs) == (kit(one) > kit(two))
        assert (ours == theirs) == (kit(one) == kit(two))


def test_pokerkit_names_them_alike() -> None:
    dice = random.Random(7)
    label = pokerkit.Label
    names = {
        label.HIGH_CARD: "high_card",
        label.ONE_PAIR: "pair",
        label.TWO_PAIR: "two_pair",
        label.THREE_OF_A_KIND: "three_of_a_kind",
        label.STRAIGHT: "straight",
        label.FLUSH: "flush",
        label.FULL_HOUSE: "full_house",
        label.FOUR_OF_A_KIND: "four_of_a_kind",
        label.STRAIGHT_FLUSH: "straight_flush",
    }
    for _ in range(400):
        dealt = deal(dice, 7)
        assert ranking.describe(dealt).name == names[kit(dealt).entry.label]


def test_all_ways_to_ask_agree() -> None:
    dice = random.Random(11)
    for _ in range(300):
        dealt = deal(dice, 7)
        places = [DECK.index(card) for card in dealt]
        assert ranking.rank7(dealt) == ranking.rank(dealt) == ranking.rank7_ints(*places)
        assert ranking.rank5(dealt[:5]) == ranking.rank5_ints(*places[:5])


def test_a_board_ranks_every_holding() -> None:
    dice = random.Random(13)
    for _ in range(3):
        board = dice.sample(range(52), 5)
        strengths = ranking.rank_holdings(board)
        assert len(strengths) == len(ranking.HOLDINGS) == 1_326
        for holding, strength in zip(ranking.HOLDINGS, strengths, strict=True):
            if set(holding) & set(board):
                assert strength == 0
            else:
                assert strength == ranking.rank7_ints(*holding, *board)
