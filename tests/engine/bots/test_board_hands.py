"""Sampled shares of the pot, by odds that are published everywhere or counted out here."""

from itertools import combinations
from typing import NamedTuple

import pytest

from engine.bots.betting_hands import Layer, Places, Rival
from engine.bots.board_hands import Board, BoardCards
from engine.kit.ranking import place, rank7
from engine.values.cards import DECK, cards

HOLDEM, OMAHA, HILO = Board(2), Board(4, omaha=True), Board(4, omaha=True, low=True)
WORK = 60_000


def places(text: str) -> Places:
    return tuple(place(card) for card in cards(text))


class Spot(NamedTuple):
    """A hand on a board, the rivals, and the chips by who can win them."""

    cards: BoardCards
    rivals: tuple[Rival, ...]
    layers: tuple[Layer, ...]

    def share(self, work: int, chance: bytes) -> float:
        return self.cards.share(self.rivals, self.layers, work, chance)


def known(kind: Board, mine: str, board: str) -> BoardCards:
    return BoardCards(kind, places(mine), places(board), {})


def spot(kind: Board, mine: str, board: str = "", *rivals: tuple[float, float]) -> Spot:
    """One pot; each rival by how often it has shown strength and how likely it stays in."""
    seats = tuple(Rival(seat, *rival) for seat, rival in enumerate(rivals or [(0.0, 1.0)], 1))
    pot = Layer(100, frozenset(rival.seat for rival in seats))
    return Spot(known(kind, mine, board), seats, (pot,))


def mean(one: Spot, times: int = 10) -> float:
    """Of several samples, so that chance is small: a standard error of about 0.008."""
    return sum(one.share(WORK, bytes([number])) for number in range(times)) / times


@pytest.mark.parametrize(
    ("mine", "expected"),
    # all-in against one random hand; long known, published everywhere
    [("AsAh", 0.852), ("KsKh", 0.824), ("AsKs", 0.670), ("Ts9s", 0.541), ("7s2h", 0.346)],
)
def test_before_the_flop_against_one_random_hand(mine: str, expected: float) -> None:
    assert mean(spot(HOLDEM, mine)) == pytest.approx(expected, abs=0.03)


@pytest.mark.parametrize(("others", "expected"), [(2, 0.734), (5, 0.493), (9, 0.311)])
def test_aces_against_more_random_hands(others: int, expected: float) -> None:
    rivals = [(0.0, 1.0)] * others
    assert mean(spot(HOLDEM, "AsAh", "", *rivals)) == pytest.approx(expected, abs=0.03)


def test_on_the_river_every_hand_of_the_other_is_as_likely() -> None:
    mine, board = cards("QdTs"), cards("Qc8h8s5d3c")
    own = rank7((*mine, *board))
    rest = [card for card in DECK if card not in (*mine, *board)]
    others = [rank7((*pair, *board)) for pair in combinations(rest, 2)]
    exact = sum(1 if own > other else 0.5 if own == other else 0 for other in others) / len(others)
    assert mean(spot(HOLDEM, "QdTs", "Qc8h8s5d3c")) == pytest.approx(exact, abs=0.03)


def test_who_shows_strength_has_the_better_hands() -> None:
    board = "Kc9h4s"
    shares = [mean(spot(HOLDEM, "KdQs", board, (claims, 1.0))) for claims in (0.0, 1.0, 2.0)]
    assert shares[0] > shares[1] + 0.03 > shares[2] + 0.05
    assert shares[2] > 0.5


def test_the_best_of_two_on_the_river_wins_as_often_as_both() -> None:
    # One beats both of two hands: the square of beating one, ties aside.
    one = mean(spot(HOLDEM, "QdTs", "Qc8h8s5d3c"))
    two = mean(spot(HOLDEM, "QdTs", "Qc8h8s5d3c", (1.0, 1.0)))
    assert two == pytest.approx(one**2, abs=0.04)


def test_who_folds_meets_nobody() -> None:
    assert mean(spot(HOLDEM, "7s2h", "", (0.0, 0.0))) == 1
    half = mean(spot(HOLDEM, "7s2h", "", (0.0, 0.5)))
    assert half == pytest.approx((1 + 0.346) / 2, abs=0.03)


def test_chips_are_won_against_those_who_can_win_them() -> None:
    # The first rival has three hands to choose from but cannot win the second pot.
    both, one = Layer(100, frozenset({1, 2})), Layer(100, frozenset({2}))
    rivals = (Rival(1, 2.0, 1.0), Rival(2, 0.0, 1.0))
    cards = known(HOLDEM, "QdTs", "Qc8h8s5d3c")
    shares = [mean(Spot(cards, rivals, layers)) for layers in ((both,), (one,), (both, one))]
    assert shares[1] > shares[0] + 0.1
    assert shares[2] == pytest.approx((shares[0] + shares[1]) / 2, abs=0.001)


def test_in_omaha_exactly_two_own_cards_play() -> None:
    # Four spades on the board: one in the hand is no flush, two are.
    assert mean(spot(OMAHA, "As5d5h4c", "QsTs8s6s2d")) < 0.4
    assert mean(spot(OMAHA, "As5s5h4c", "QsTs8s6s2d")) > 0.95


def test_a_low_shares_the_pot() -> None:
    # The best high and the best low, which others may have too: nearly all of it.
    assert 0.95 < mean(spot(HILO, "As2s6s7s", "3s4s5sQdJc")) < 1
    # The best high hand only: at least half.
    assert 0.5 < mean(spot(HILO, "9s9hKdQh", "9d9c2s3h7d")) < 0.9
    # The same without three low cards on the board: all of it.
    assert mean(spot(HILO, "9s9hKdQh", "9d9c2s3hTd")) == 1


def test_the_same_chance_gives_the_same_share() -> None:
    one = spot(HILO, "As2sKdKh", "3s4h9c", (1.5, 0.5), (0.0, 1.0))
    assert one.share(500, b"chance") == one.share(500, b"chance")
    assert one.share(500, b"chance") != one.share(500, b"another")


@pytest.mark.parametrize(("kind", "mine"), [(HOLDEM, "AsAh"), (OMAHA, "AsAhKsKh")])
def test_ten_players_who_all_choose_are_dealt(kind: Board, mine: str) -> None:
    rivals = [(2.0, 1.0)] * 9
    assert 0 < mean(spot(kind, mine, "", *rivals), 3) < 0.5
