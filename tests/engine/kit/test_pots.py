"""Pots, uncalled chips and shares by the vectors of rules.md (SP-01 … SP-07, HL-09 … HL-14)."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.pots import Pot, clockwise, halves, pots, shares, uncalled


def returned(put: Sequence[int]) -> tuple[list[int], int, int]:
    """What is left after the uncalled chips have gone back, to whom, and how many they were."""
    seat, chips = uncalled(put)
    left = list(put)
    left[seat] -= chips
    return left, seat, chips


def test_three_all_ins_of_different_sizes() -> None:
    put, seat, chips = returned([100, 500, 1000])
    assert (seat, chips) == (2, 500)
    assert pots(put, [0, 1, 2]) == (Pot(300, (0, 1, 2)), Pot(800, (1, 2)))


def test_a_side_pot_with_one_contender_is_that_one_s() -> None:
    assert pots([25, 100, 100], [0, 2]) == (Pot(75, (0, 2)), Pot(150, (2,)))


def test_folded_chips_stay_in_the_pots_that_they_reached() -> None:
    assert pots([30, 30, 100, 100], [1, 2, 3]) == (Pot(120, (1, 2, 3)), Pot(140, (2, 3)))


def test_slices_with_the_same_contenders_are_one_pot() -> None:
    # cases.md B9 (b)
    assert pots([100, 1, 100, 2, 100], [0, 2, 4]) == (Pot(303, (0, 2, 4)),)


def test_short_antes() -> None:
    # cases.md B8 (b)
    assert pots([2, 1, 2], [0, 1, 2]) == (Pot(3, (0, 1, 2)), Pot(2, (0, 2)))


def test_a_carried_pot_lies_in_the_main_pot() -> None:
    assert pots([1, 2, 2], [0, 1, 2], 10) == (Pot(13, (0, 1, 2)), Pot(2, (1, 2)))
    assert pots([0, 0], [0, 1], 7) == (Pot(7, (0, 1)),)
    assert pots([0, 0], [0, 1]) == ()


def test_odd_chips_go_clockwise_from_the_left_of_the_button() -> None:
    assert shares(21, clockwise([0, 1], 0, 3)) == {1: 11, 0: 10}
    assert shares(30, clockwise([0, 1, 2, 3], 2, 6)) == {3: 8, 0: 8, 1: 7, 2: 7}


@pytest.mark.parametrize(("pot", "expected"), [(201, (101, 100)), (25, (13, 12)), (10, (5, 5))])
def test_the_odd_chip_of_a_split_pot_is_the_high_s(pot: int, expected: tuple[int, int]) -> None:
    assert halves(pot) == expected


def test_who_folded_is_matched_too() -> None:
    # Raise to 50, the blind of 2 folds: 48 go back (cases.md B3 (c)).
    assert uncalled([50, 2]) == (0, 48)
    assert uncalled([10, 10, 4]) in {(0, 0), (1, 0)}


@given(
    st.lists(st.tuples(st.integers(0, 300), st.booleans()), min_size=2, max_size=10).filter(
        lambda seats: any(stays for _, stays in seats)
    )
)
def test_no_chip_is_made_or_lost(seats: list[tuple[int, bool]]) -> None:
    put = [chips for chips, _ in seats]
    live = [seat for seat, (_, stays) in enumerate(seats) if stays]
    made = pots(put, live)
    assert sum(pot.chips for pot in made) == sum(put)
    for lower, upper in pairwise(made):
        assert set(upper.seats) < set(lower.seats)
    for pot in made:
        assert sum(shares(pot.chips, pot.seats).values()) == pot.chips
