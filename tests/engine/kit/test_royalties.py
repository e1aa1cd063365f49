"""What rows earn, and who gets to Fantasyland (rules.md D: OF-04, OF-06)."""

import pytest

from engine.kit.ranking import place, rank3_ints, rank5
from engine.kit.rows import BACK, FRONT, MIDDLE, Board, board_ints
from engine.kit.royalties import HAWAIIAN, NONE, OPEN, USUAL, Kind, Royalties, closed, land
from engine.values.cards import cards
from tests.engine.kit.boards_of_three import made

FIVES = {
    "high_card": "2c4d6h8sTc",
    "pair": "2c2d6h8sTc",
    "two_pair": "2c2d6h6sTc",
    "three": "2c2d2h8sTc",
    "straight": "2c3d4h5s6c",
    "wheel": "Ac2d3h4s5c",
    "flush": "2c4c6c8cTc",
    "full_house": "2c2d2h8s8c",
    "four": "2c2d2h2sTc",
    "straight_flush": "2c3c4c5c6c",
    "royal": "TsJsQsKsAs",
}


def front(text: str) -> int:
    return rank3_ints(*map(place, cards(text)))


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("5c5dQh", 0),
        ("6c6dQh", 1),
        ("TcTdQh", 5),
        ("QcQd3h", 7),
        ("AcAd3h", 9),
        ("2c2d2h", 10),
        ("3c3d3h", 11),
        ("QcQdQh", 20),
        ("AcAdAh", 22),
        ("AcKcQc", 0),
    ],
)
def test_of_04_fronts(text: str, worth: int) -> None:
    assert OPEN.of(FRONT, front(text)) == worth


@pytest.mark.parametrize(
    ("hand", "middle", "back"),
    [
        *((one, 0, 0) for one in ("high_card", "pair", "two_pair")),
        ("three", 2, 0),
        ("straight", 4, 2),
        ("wheel", 4, 2),
        ("flush", 8, 4),
        ("full_house", 12, 6),
        ("four", 20, 10),
        ("straight_flush", 30, 15),
        ("royal", 50, 25),
    ],
)
def test_open_rows(hand: str, middle: int, back: int) -> None:
    strength = rank5(cards(FIVES[hand]))
    assert (OPEN.of(MIDDLE, strength), OPEN.of(BACK, strength)) == (middle, back)


@pytest.mark.parametrize(
    ("table", "values"),
    [(USUAL, (3, 2, 7, 9, 4, 5)), (HAWAIIAN, (3, 2, 8, 10, 4, 5)), (NONE, (0,) * 6)],
)
def test_closed_rows(table: Royalties, values: tuple[int, ...]) -> None:
    for each in (table, closed(*values)):
        assert each.of(FRONT, front("7c7d7h")) == values[0]
        assert each.of(FRONT, front("AcAd7h")) == 0
        for row, worth in ((MIDDLE, values[1:4]), (BACK, (0, *values[4:]))):
            found = [
                each.of(row, rank5(cards(FIVES[hand])))
                for hand in ("full_house", "four", "straight_flush")
            ]
            assert found == list(worth)
            assert each.of(row, rank5(cards(FIVES["royal"]))) == worth[2]
            assert each.of(row, rank5(cards(FIVES["flush"]))) == 0


# ── Fantasyland ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("three", "classic", "pineapple", "progressive"),
    [
        ("JcJd2h", 0, 0, 0),
        ("QcQd2h", 13, 14, 14),
        ("KcKd2h", 13, 14, 15),
        ("AcAd2h", 13, 14, 16),
        ("2c2d2h", 13, 14, 17),
        ("QcQdQh", 13, 14, 17),
        ("AcKcQc", 0, 0, 0),
    ],
)
def test_ways_in(three: str, classic: int, pineapple: int, progressive: int) -> None:
    board = made(f"{three} | 9c9d9h4s4d | TsTdTh8c8s")
    assert land(board, "openface", inside=False) == classic
    assert land(board, "pineapple", inside=False) == pineapple
    assert land(board, "pineapple", inside=False, progressive=True) == progressive


@pytest.mark.parametrize(
    ("text", "classic", "pineapple"),
    [
        # OF-06: kings in front, three of a kind in the middle and behind; a full house.
        ("KcKd2h | 9c9d9h4s5d | TsTdTh6c7s", 0, 0),
        ("KcKd2h | 9c9d9h4s4d | TsTdTh6c6s", 13, 0),
        ("2c2d2h | 9c9d9h4s5d | TsTdTh6c6s", 13, 14),
        ("KcQd2h | 9c9d8h4s5d | TsTdThTc6s", 13, 14),
        ("KcQd2h | 9c9d8h4d5d | 3s4s5s6s7s", 13, 14),
        ("KcQd2h | 9c9d8h4s5d | TsTdTh6c6s", 0, 0),
    ],
)
def test_of_06_ways_to_stay(text: str, classic: int, pineapple: int) -> None:
    assert land(made(text), "openface", inside=True) == classic
    assert land(made(text), "pineapple", inside=True) == pineapple


@pytest.mark.parametrize("kind", ["openface", "pineapple"])
@pytest.mark.parametrize("inside", [True, False])
def test_a_foul_leads_nowhere(kind: Kind, inside: bool) -> None:
    foul = made("AcAdAh | 9c9d5s6h7d | KcKdKs2s3s")
    assert land(foul, kind, inside=inside) == 0


def test_who_stays_by_the_back_gets_the_fewest_cards() -> None:
    stays = made("KcQd2h | 9c9d8h4s5d | TsTdThTc6s")
    assert land(stays, "pineapple", inside=True, progressive=True) == 14
    kings = made("KcKd2h | AcAd8h4s5d | TsTdThTc6s")
    assert land(kings, "pineapple", inside=True, progressive=True) == 15


def test_boards_are_made_of_places_too() -> None:
    hand = [place(one) for one in cards("2c3c4c5c6c7c8c9cTcJcQcKcAc")]
    assert isinstance(board_ints(hand[:3], hand[3:8], hand[8:]), Board)
