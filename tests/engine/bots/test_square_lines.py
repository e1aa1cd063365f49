"""How the learned bot sees a line: what makes two lines the same to it, and what does not."""

from itertools import permutations

import pytest

from engine.bots.square_lines import Left, Line, guess, key, points, shape
from engine.kit.ranking import place
from engine.kit.square import line as scored
from engine.values.cards import DECK, cards
from engine.values.chance import Dice


def line(text: str) -> Line:
    return tuple(map(place, cards(text)))


def number(text: str, gone: str = "", *, column: bool = False, placed: int = 12) -> int:
    lying = line(text)
    return key(shape(lying), column, placed, Left({*lying, *line(gone)}))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("9c 9d", "4h 4s"),
        ("5c 6d 7h 8s", "8c 9d Th Js"),
        ("2c 2d 2h", "Kc Kd Ks"),
        ("Ac 2c 3d", "Ah Kh Qd"),  # one straight each, at an end
    ],
)
def test_lines_that_are_worth_the_same_are_the_same(one: str, other: str) -> None:
    assert number(one) == number(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("9c 9d", ""), ("9c 9d", "9h")),  # a pair that lacks one of its cards
        (("5c 6d 7h 8s", ""), ("5c 6d 7h 9s", "")),  # two ways to a straight, one
        (("5c 6d 7h 8s", ""), ("5c 6d 7h 8s", "9c 9d 9h 9s")),
        (("5c 6c 7c 8c", ""), ("5c 6c 7c 8c", "9c 4c")),  # no straight flush any more
        (("2c 7c Jc Kc", ""), ("2c 7c Jc Kd", "")),
        (("2c 7c Jc Kc", ""), ("2c 7c Jc Kc", "3c 4c 5c 6c 8c 9c")),
        (("2c 2d 9h 9s", ""), ("2c 2d 9h 9s", "2h 9c")),
        (("2c 2d 2h 9s", ""), ("2c 2d 2h 9s", "2s")),
    ],
)
def test_what_is_gone_makes_a_difference(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert number(*one) != number(*other)


def test_rows_columns_and_stages_differ() -> None:
    assert (
        len({number("9c 9d", column=column, placed=n) for column in (False, True) for n in (3, 20)})
        == 4
    )
    assert number("", column=False) != number("", column=True)


def test_the_order_of_cards_does_not() -> None:
    for text in ("5c 6d 7h 8s", "2c 2d 9h", "2c 2d 9h 9s"):
        assert len({shape(order) for order in permutations(line(text))}) == 1


def test_full_lines_are_worth_their_points() -> None:
    dice = Dice(b"full lines")
    for _ in range(500):
        five = dice.shuffled(range(52))[:5]
        assert points(five) == scored([DECK[card] for card in five]).points


def test_keys_fit_into_four_bytes_and_everything_has_a_first_guess() -> None:
    dice = Dice(b"keys")
    for _ in range(2000):
        deck = dice.shuffled(range(52))
        count, gone = dice.below(5), dice.below(21)
        form = shape(deck[:count])
        assert 0 <= key(form, gone % 2 == 0, gone, Left(deck[: count + gone])) < 2**32
        assert 0 <= guess(form) <= 16


def test_a_card_can_be_taken_back() -> None:
    left, fresh = Left(), Left()
    left.take(17)
    assert not left.cards[17]
    assert (left.ranks[17 % 13], left.suits[17 // 13]) == (3, 12)
    left.give(17)
    assert (left.cards, left.ranks, left.suits) == (fresh.cards, fresh.ranks, fresh.suits)
