"""From a seed to a deck: complete, repeatable, even."""

import pytest

from engine.kit.shuffle import shuffle
from engine.values.cards import DECK
from engine.values.chance import Dice

# The 0.1 % bound of chi-square with 51² degrees of freedom (Wilson-Hilferty: n(1 − 2/9n +
# 3.0902 √(2/9n))³): the counts of 52 cards at 52 places have their row and column sums fixed.
DEGREES = 51 * 51
BOUND = DEGREES * (1 - 2 / (9 * DEGREES) + 3.0902 * (2 / (9 * DEGREES)) ** 0.5) ** 3


def chi_square(shuffles: int) -> float:
    """How far the places of the cards in that many shuffles are from even."""
    counts = [[0] * 52 for _ in range(52)]
    number = {card: i for i, card in enumerate(DECK)}
    for i in range(shuffles):
        for place, card in enumerate(shuffle(i.to_bytes(32, "big")).deck):
            counts[place][number[card]] += 1
    expected = shuffles / 52
    # 52/51: the cards of one shuffle exclude each other, a permutation matrix is no multinomial
    return sum((seen - expected) ** 2 for row in counts for seen in row) / expected * 51 / 52


def test_a_deck_is_all_cards_once() -> None:
    chance = shuffle(bytes(32))
    assert sorted(card.code for card in chance.deck) == sorted(card.code for card in DECK)
    assert len(chance.seed) == 32


def test_the_deck_is_the_dice_s_first_shuffle_and_the_seed_comes_after_it() -> None:
    dice = Dice(b"x" * 32)
    chance = shuffle(b"x" * 32)
    assert chance.deck == dice.shuffled(DECK)
    assert chance.seed == dice.seed()


def test_other_cards_can_be_shuffled() -> None:
    assert set(shuffle(bytes(32), DECK[:5]).deck) == set(DECK[:5])


def test_each_card_lies_at_each_place_about_a_hundred_times() -> None:
    assert chi_square(5_200) < BOUND


@pytest.mark.soak
def test_d7_each_card_lies_at_each_place_about_a_thousand_times() -> None:
    assert chi_square(52_000) < BOUND
