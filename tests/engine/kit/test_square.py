"""The square's lines and what they are worth, by rules.md B and an evaluator of others."""

from itertools import permutations

import pytest
from phevaluator import evaluate_cards

from engine.kit import square
from engine.kit.ranking import HandName
from engine.kit.square import (
    LINES,
    NAMES,
    Line,
    cards_in,
    cell_called,
    cell_name,
    crossing,
    line,
    lines,
)
from engine.values.cards import DECK, UNKNOWN, Cell, Empty, cards
from engine.values.chance import Dice

# rules.md B, the worked example; its rows and columns as the seed adds them up.
EXAMPLE = "KsKh7hKc7d 5s5h8s5c5d 6s6hTh6c3d Qs4h9c9dQd AsQh6d4cAd"
# cases.md C7.
C7 = "TsJsQsKsAs 9hThJhQhKh Ac2d3h4s5c 2c2h2s7d7c 8d8c9d9c3d"


@pytest.mark.parametrize(
    ("text", "rows", "columns"),
    [
        (EXAMPLE, [10, 16, 6, 3, 1], [5, 5, 12, 0, 5]),
        (C7, [30, 30, 12, 10, 3], [0, 1, 0, 0, 0]),
    ],
    ids=["PQ-01", "C7"],
)
def test_whole_squares(text: str, rows: list[int], columns: list[int]) -> None:
    assert [one.points for one in lines(cards(text))] == rows + columns


def test_pq_03_flushes_below_full_houses() -> None:
    text = "KsKhKdAcAd 7s7h7d9c9d 2s2h2d2c4h 5s5h5d6cQd JsJhTdTc4d"
    worth = [one.points for one in lines(cards(text))]
    assert worth == [10, 10, 16, 6, 3, 5, 5, 5, 5, 1]
    assert sum(worth) == 66


def test_pq_08_the_order_within_a_line_is_nothing() -> None:
    row = cards("4h5d6c7s8h")
    assert line(row) == line(cards("8h4h6c5d7s")) == Line(HandName("straight", "8"), 12)
    assert {line(order).points for order in permutations(row)} == {12}


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("TsJsQsKsAs", 30),
        ("9hThJhQhKh", 30),
        ("Ac2d3h4s5c", 12),
        ("TcJdQhKsAc", 12),
        ("QhKdAs2c3h", 0),
        ("2c4c6c8cTc", 5),
        ("2c2h2s7d7c", 10),
        ("2c2h2s7d8c", 6),
        ("2c2h2s2d8c", 16),
        ("8d8c9d9c3d", 3),
        ("8d8c9dTc3d", 1),
        ("8d7c9dKc3d", 0),
    ],
)
def test_every_kind_of_five(text: str, points: int) -> None:
    assert line(cards(text)).points == points


@pytest.mark.parametrize(
    ("text", "points", "name"),
    [
        ("", 0, None),
        ("As", 0, "high_card"),
        ("AsAd", 1, "pair"),
        ("AsKd", 0, "high_card"),
        ("AsAdAc", 6, "three_of_a_kind"),
        ("AsAdKcKd", 3, "two_pair"),
        ("AsAdAcAh", 16, "four_of_a_kind"),
        ("AsKsQsJs", 0, "high_card"),
        ("2s3d4s5h", 0, "high_card"),
    ],
)
def test_fewer_are_worth_what_their_ranks_are(text: str, points: int, name: str | None) -> None:
    found = line(cards(text))
    assert found.points == points
    assert (found.name.name if found.name else None) == name


def test_points_against_another_evaluator() -> None:
    # The evaluator's rank of five, best first: where each category of hands begins.
    begins = [(1, 30), (11, 16), (167, 10), (323, 5), (1600, 12), (1610, 6), (2468, 3), (3326, 1)]
    dice = Dice(b"square")
    for _ in range(3000):
        five = dice.shuffled(list(DECK))[:5]
        place = evaluate_cards(*(str(card) for card in five))
        expected = (
            0 if place >= 6186 else [points for first, points in begins if place >= first][-1]
        )
        assert line(five).points == expected, five


def test_what_is_no_line() -> None:
    for strange in (DECK[:6], (UNKNOWN,), (DECK[0], DECK[0])):
        with pytest.raises(ValueError, match=r".+"):
            line(strange)


def test_cells_have_names_and_lie_in_two_lines_each() -> None:
    assert [cell_name(cell) for cell in (0, 4, 6, 20, 24)] == ["a1", "e1", "b2", "a5", "e5"]
    for cell in range(25):
        assert cell_called(cell_name(cell)) == cell
        through = [NAMES[place] for place in range(10) if cell in LINES[place]]
        assert through == [NAMES[place] for place in crossing(cell)]
        assert set(through) == set(cell_name(cell))
    for strange in ("", "a", "a6", "f1", "1a", "A1", "b22", "a0"):
        with pytest.raises(ValueError, match="is no cell"):
            cell_called(strange)


def test_gaps_are_gaps() -> None:
    cells: list[Cell] = [Empty()] * square.CELLS
    cells[5], cells[8] = cards("5s5c")
    assert cards_in(cells, NAMES.index("2")) == cards("5s5c")
    worth = lines(cells)
    assert [one.points for one in worth] == [0, 1, *[0] * 8]
    assert [one.name is None for one in worth] == [
        True, False, True, True, True, False, True, True, False, True,
    ]  # fmt: skip
