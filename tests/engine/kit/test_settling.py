"""What two seats pay each other (rules.md D: CP-01 … CP-22, OF-02, OF-03; cases.md C3, C4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit import royalties
from engine.kit.rows import Board
from engine.kit.settling import Outcome, Pair, Scoring, net, settled, versus
from engine.values.actions import SpecialName
from tests.engine.kit.boards_of_three import ANNA, BEN, CARLA, FOULER, made

PLAIN = Scoring()
TWO_FOUR = Scoring(two_four=True)
USUAL = Scoring(royalties.USUAL)
OPEN = Scoring(royalties.OPEN, on_top=True)


def points(one: Outcome, other: Outcome, scoring: Scoring) -> int:
    found = versus(one, other, scoring)
    assert versus(other, one, scoring) == found.turned
    return found.points


def test_cp_01_two_rows_of_three() -> None:
    assert versus(ANNA, BEN, PLAIN) == Pair(front=-1, middle=1, back=1)
    assert points(ANNA, BEN, PLAIN) == 1
    assert points(ANNA, BEN, TWO_FOUR) == 2


def test_cp_02_a_scoop() -> None:
    assert versus(CARLA, BEN, PLAIN) == Pair(1, 1, 1, extra=3)


NINES = "2s 5c 7d | Qc Qd 5d 5h 3s | 9c 9d 9h 9s 2c"


def test_cp_12_a_foul_pays_the_royalties_of_all_rows() -> None:
    legal = made(NINES)
    assert FOULER.fouled
    assert points(legal, FOULER, USUAL) == 9
    assert points(legal, FOULER, PLAIN) == 6
    assert points(legal, FOULER, Scoring(royalties.USUAL, two_four=True)) == 7
    assert points(legal, FOULER, TWO_FOUR) == 4


def test_cp_13_two_fouls() -> None:
    other = made("4s 4h Ts | As Ks Js 8c 2h | Jc Jd 7c 6h 6s")
    assert other.fouled
    for scoring in (PLAIN, USUAL, TWO_FOUR, OPEN):
        assert versus(FOULER, other, scoring) == Pair()


def test_cp_14_only_the_higher_of_two_is_paid() -> None:
    one = made("5c 5d 5h | 6c 7d 8h 9s Tc | Ah Kh Jh 9h 2h")
    other = made("3c 3d 3h | 6s 7c 8d 9c Td | Ad Kd Jd 9d 2d")
    assert versus(one, other, USUAL) == Pair(front=3)


def test_cp_16_and_cp_17() -> None:
    one = made("2c 3d 4s | 5h 6h 7h 8h 9h | 9s Ts Js Qs Ks")
    other = made("2s 3h 5d | 6c 6d 6s 8s 8c | Kc Kd Kh Tc Td")
    assert versus(one, other, USUAL) == Pair(-1, 9, 5)
    assert points(one, other, Scoring(royalties.HAWAIIAN)) == 14
    one = made("Kd Qd 7d | As 2h 3c 4c 5c | Tc Td Th Ts 2s")
    other = made("2d 4d 9d | Ac Ad Ah 3s 5s | 6s 6h 6c 6d Kc")
    assert versus(one, other, USUAL) == Pair(1, 1, 4, extra=3)


@pytest.mark.parametrize(
    ("signs", "expected"),
    [((1, 1, 1), 4), ((1, 1, -1), 2), ((1, 1, 0), 3), ((1, 0, 0), 1), ((1, 0, -1), 0)],
)
def test_cp_22_two_four(signs: tuple[int, ...], expected: int) -> None:
    # Strengths that differ by their signs; both boards are right.
    one = Board(*(base + sign for base, sign in zip((10, 20, 30), signs, strict=True)))
    assert points(one, Board(10, 20, 30), TWO_FOUR) == expected


def test_cp_20_special_hands_against_each_other() -> None:
    assert points("dragon", "six_pairs", USUAL) == 13
    assert points("six_pairs", "three_flushes", USUAL) == 0
    assert points("dragon", "dragon", USUAL) == 0


@pytest.mark.parametrize("board", [ANNA, FOULER])
@pytest.mark.parametrize(
    ("special", "worth"),
    [("dragon", 13), ("three_straights", 3), ("three_flushes", 3), ("six_pairs", 3)],
)
def test_special_hands_against_rows(board: Board, special: SpecialName, worth: int) -> None:
    assert versus(special, board, USUAL) == Pair(extra=worth)
    # Whoever surrenders pays the hand its value, whatever the price.
    assert points(special, "surrender", Scoring(price=5)) == worth


def test_cp_21_a_surrender_among_four() -> None:
    pairs = settled(["surrender", ANNA, BEN, CARLA], Scoring(price=3))
    assert [pairs[0, other].points for other in (1, 2, 3)] == [-3, -3, -3]
    assert pairs[1, 2] == versus(ANNA, BEN, PLAIN)
    # Carla's front and middle beat Anna's, her back does too: she has three rows of both.
    assert net(pairs, 4) == (-9, 3 + 1 - 6, 3 - 1 - 6, 3 + 6 + 6)


def test_surrenders() -> None:
    scoring = Scoring(price=4)
    assert points("surrender", "surrender", scoring) == 0
    assert versus("surrender", FOULER, scoring) == Pair(extra=-4)


A = "6s 6h 2d | 9s 9h 9d 4c 4s | Ks Kh Kd 7c 7s"


def test_c3_royalties_on_top() -> None:
    one, other = made(A), made("Qd Qc 2h | Tc Td 4d 4h 5s | Jh Jd Jc Js 8h")
    assert (OPEN.royalties.total(one), OPEN.royalties.total(other)) == (19, 17)
    assert versus(one, other, OPEN) == Pair(-1, 1, -1, royalties=2)
    assert points(one, other, OPEN) == 1


def test_c4_fouls_among_three() -> None:
    outcomes = [
        made(A),
        made("Qs Qh Ad | Ac Kc Td 9c 3c | Tc Th Jc 2s 2c"),
        made("8s 7d 2h | 8h 8d 5c 4d 3h | Qd Jd 6d 5h 3s"),
    ]
    assert [one.fouled for one in outcomes] == [False, True, True]
    pairs = settled(outcomes, OPEN)
    assert pairs[0, 1].points == pairs[0, 2].points == 25
    assert pairs[1, 2] == Pair()
    assert net(pairs, 3) == (50, -25, -25)


SECOND = "6c 6d Qh | Tc Td Th 7c 2c | Jc Jd Jh Js 8c"


def test_of_02_royalties_are_netted() -> None:
    one = made("Kc Ks 2d | 9c 9d 9h 4s 3s | Ac Ad Ah 5c 5d")
    found = versus(one, made(SECOND), OPEN)
    assert found == Pair(1, -1, -1, royalties=16 - 13)
    assert found.points == 2


def test_of_03_a_foul_pays_royalties_and_keeps_none() -> None:
    foul = made("Ac Ad Ah | 9c 9d 5s 6h 7d | Kc Kd Ks 2s 3s")
    assert points(foul, made(SECOND), OPEN) == -19
    assert OPEN.royalties.total(foul) == 0


def test_royalties_in_place_of_the_unit() -> None:
    one, other = made(A), made("Qd Qc 2h | Tc Td 4d 4h 5s | Jh Jd Jc Js 8h")
    # Queens in front are 7, the full house in the middle 12, four jacks behind 10.
    assert versus(one, other, Scoring(royalties.OPEN)) == Pair(-7, 12, -10)


BOARDS = st.builds(Board, *(st.integers(1, 6) for _ in range(3)))
OUTCOMES = BOARDS | st.sampled_from(
    ["surrender", "dragon", "six_pairs", "three_flushes", "three_straights"]
)
SCORINGS = st.sampled_from([PLAIN, TWO_FOUR, USUAL, OPEN, Scoring(royalties.OPEN, price=3)])


@given(st.lists(OUTCOMES, min_size=2, max_size=4), SCORINGS)
def test_all_of_it_comes_to_nothing(outcomes: list[Outcome], scoring: Scoring) -> None:
    pairs = settled(outcomes, scoring)
    assert sum(net(pairs, len(outcomes))) == 0
    for (a, b), pair in pairs.items():
        assert versus(outcomes[b], outcomes[a], scoring) == pair.turned
