"""Stud at the showdown: high and low, odd chips, Soko's hands (rules.md C.9, C.10, D13)."""

from typing import Any

import pytest

from engine.kit.low import low, ranks_of
from engine.kit.ranking import describe
from engine.values.cards import cards
from engine.values.view import Note
from tests.engine.games.betting_table import Table


def checked(game: str, hands: tuple[str, ...], ante: int = 1, **given: Any) -> Table:
    """A deal that is checked down from the bring-in on; whole hands by seat, as they are dealt."""
    first = 3 if game.startswith("stud7") else 2
    size = 7 if game.startswith("stud7") else 5
    rest = [hand[2 * place : 2 * place + 2] for place in range(first, size) for hand in hands]
    table = Table(
        game,
        given.pop("stacks", (100,) * len(hands)),
        hands={seat: hand[: 2 * first] for seat, hand in enumerate(hands)},
        board="".join(rest),
        ante=ante,
        **{"structure": "split", **given},
    )
    while table.turn is not None:
        table.play("b" if table.state.opening else "c")
    return table


@pytest.mark.parametrize(
    ("hand", "lowest", "name", "ranks"),
    [
        ("AsAd2h2c3s4dKh", None, "two_pair", "A2K"),  # A9a
        ("Ac2c3c4c5cKdKh", "5432A", "straight_flush", "5"),  # A9b
        ("8s7d6c5h4sKdQh", "87654", "straight", "8"),  # A9c
        ("8h7c6s3c2hAcAd", "7632A", "pair", "A876"),  # A9d
        ("As2s3s4d6sKcKs", "6432A", "flush", "AK632"),  # HL-13
    ],
)
def test_one_hand_is_high_and_low(hand: str, lowest: str | None, name: str, ranks: str) -> None:
    found = low(cards(hand))
    assert (None if found is None else ranks_of(found)) == lowest
    named = describe(cards(hand))
    assert (named.name, named.ranks) == (name, ranks)
    other = "9c9dTcTdJhJcQd" if "Tc" not in hand else ""
    table = checked("stud7_hilo", (hand, other))
    notes = table.view.notes
    assert Note("hand", 0, {"name": name, "ranks": ranks}) in notes
    assert [n.facts["ranks"] for n in notes if n.code == "low" and n.seat == 0] == (
        [] if lowest is None else [lowest]
    )


def test_high_and_low_share_the_pot() -> None:
    table = checked("stud7_hilo", ("KcKdKh2s9h9d4c", "Ac2d3h5s7dQcJh", "QdQh8d8hJdTs3c"))
    assert table.pots == [(18, {0: 9, 1: 9})]


def test_without_a_low_the_high_hand_has_all() -> None:
    table = checked("stud7_hilo", ("KcKdKh2s9h9d4c", "Ac2d3hTs9cQcJh"))
    assert table.pots == [(12, {0: 12})]


@pytest.mark.parametrize(
    ("game", "odd_chip", "hands", "won"),
    [
        ("stud5", "position", ("6h9hQcJdAh", "6s9sQdJhAs"), {0: 5, 1: 4}),
        ("stud5", "suit", ("6h9hQcJdAh", "6s9sQdJhAs"), {0: 4, 1: 5}),
        # The ace is the lowest card of a wheel, so the five decides.
        ("stud5", "suit", ("4h2h3c5sAh", "4s2s3d5hAs"), {0: 5, 1: 4}),
        ("soko", "suit", ("4h2h3c5sAh", "4s2s3d5hAs"), {0: 5, 1: 4}),
        # As it is of four in a row: the queen decides.
        ("soko", "suit", ("4h2h3cQsAh", "4s2s3dQhAs"), {0: 5, 1: 4}),
        ("soko", "suit", ("4h2hQc3sAh", "4s2sQd3hAs"), {0: 4, 1: 5}),
        # Ahead of four of a suit a higher fifth card.
        ("soko", "suit", ("9h2h5h7hQs", "9s2s5s7sQh"), {0: 5, 1: 4}),
    ],
)
def test_an_odd_chip_of_equal_hands(
    game: str, odd_chip: str, hands: tuple[str, str], won: dict[int, int]
) -> None:
    """D13: to the first from the left of the dealer, or to the highest card by suit."""
    table = Table(
        game,
        (100, 100, 100),
        hands={0: hands[0][:4], 1: hands[1][:4], 2: "KcKd"},
        board="".join(hand[4 + 2 * n : 6 + 2 * n] for n in range(3) for hand in hands),
        ante=1,
        bring_in=3,
        structure="split",
        odd_chip=odd_chip,
        button=2,
    )
    while table.turn is not None:
        table.play("b" if table.state.opening else "f" if table.turn == 2 else "c")
    assert table.pots == [(9, won)]


@pytest.mark.parametrize(("odd_chip", "odd"), [("position", 1), ("suit", 2)])
def test_the_low_half_s_odd_chip(odd_chip: str, odd: int) -> None:
    """D13: by the seven of the low, though the ace of the other is higher."""
    hands = ("KcKdKh9s9h9dTc", "As2d3h5s7dQcJh", "Ad2c3s5c7hQdJs")
    table = checked("stud7_hilo", hands, ante=2, bring_in=3, odd_chip=odd_chip)
    assert table.pots == [(15, {0: 8, 1: 3 + (odd == 1), 2: 3 + (odd == 2)})]


def test_four_in_a_row_beat_aces_at_soko() -> None:
    """SK-02."""
    table = checked("soko", ("4h5s6d7cKs", "AsAdKhQc9d"))
    assert table.pots == [(12, {0: 12})]
    assert Note("hand", 0, {"name": "four_straight", "ranks": "7K"}) in table.view.notes


def test_at_five_card_stud_they_do_not() -> None:
    assert checked("stud5", ("4h5s6d7cKs", "AsAdKhQc9d")).pots == [(12, {1: 12})]


def test_four_of_a_suit_begin_the_last_round_at_soko() -> None:
    """Open they rank as they will count; before the last round a pair is better."""
    hands = ("Kd4h9h5hJh", "As2cAdQc9d", "8s5c6d7c8d")
    table = Table(
        "soko",
        (100,) * 3,
        hands={seat: hand[:4] for seat, hand in enumerate(hands)},
        board="".join(hand[4 + 2 * n : 6 + 2 * n] for n in range(3) for hand in hands),
        structure="split",
    )
    table.play("b c c c c c c c c")
    assert table.state.street == 3
    assert table.turn == 0


@pytest.mark.parametrize(
    ("boards", "first"),
    [
        # The ace is the lowest of four in a row, and the suit of the four decides.
        (("4c3hAs2d", "4d3cAh2c"), 1),
        (("4c3hAs2d", "5h6c7d8c"), 1),
        # Elsewhere it is the highest card of none of a kind.
        (("4cAs3h9d", "4dKh3c9c"), 0),
        # Three of a kind and two pair are better than four of a suit, a pair is not.
        (("4c4d4h9d", "2sKsTs9s"), 0),
        (("4c4d9h9d", "2sKsTs7s"), 0),
        (("AcAd9hKd", "2s7s5s6s"), 1),
    ],
)
def test_who_begins_the_last_round_at_soko(boards: tuple[str, str], first: int) -> None:
    """C.3: four open cards rank as C.9 has them."""
    streets = ["".join(board[2 * place : 2 * place + 2] for board in boards) for place in range(4)]
    table = Table(
        "soko",
        (100,) * 2,
        hands={0: "8h" + streets[0][:2], 1: "Jd" + streets[0][2:]},
        board="".join(streets[1:]),
        structure="split",
    )
    table.play("b c c c c c")
    assert table.state.street == 3
    assert table.turn == first


def test_the_high_board_begins_at_high_and_low_too() -> None:
    hands = ("KcTdKh2s9h9d4c", "Ac2d3h5s7dQcJh")
    table = Table(
        "stud7_hilo",
        (100,) * 2,
        hands={seat: hand[:6] for seat, hand in enumerate(hands)},
        board="2sAd",
        structure="split",
    )
    assert table.turn == 1
    assert table.play("b c").turn == 1
