"""What rows are worth against a field, counted once more board by board; the boards learned."""

from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kit import field_training
from engine.kit.field import Field, learned, packed, unpacked
from engine.kit.ranking import FLUSH, HIGH_CARD, PAIR, STRAIGHT_FLUSH, THREE_OF_A_KIND, TWO_PAIR
from engine.kit.rows import ROWS, Board, arranged, board
from engine.kit.royalties import HAWAIIAN, OPEN, USUAL
from engine.kit.settling import Scoring, versus
from engine.values.cards import DECK, Card

SCORINGS = [
    pytest.param(Scoring(), id="scoop"),
    pytest.param(Scoring(two_four=True), id="2-4"),
    pytest.param(Scoring(USUAL), id="royalties"),
    pytest.param(Scoring(HAWAIIAN, two_four=True), id="2-4 with royalties"),
    pytest.param(Scoring(OPEN, on_top=True), id="royalties on top"),
]


def dealt(deck: list[Card]) -> list[Board]:
    """Sorted rows of four hands."""
    return [board(arranged(deck[at : at + 13])) for at in range(0, 52, 13)]


@pytest.mark.parametrize("scoring", SCORINGS)
@given(decks=st.lists(st.permutations(DECK), min_size=1, max_size=3))
@settings(max_examples=4, deadline=None)
def test_worth_is_the_mean_of_what_every_board_pays(
    scoring: Scoring, decks: list[list[Card]]
) -> None:
    boards = [one for deck in decks for one in dealt(deck)]
    field = Field(boards, scoring)
    # Each is in the field too, so that rows tie.
    for one in (*boards[:4], boards[0]._replace(front=max(boards).front)):
        if not one.fouled:
            paid = fmean(versus(one, other, scoring).points for other in boards)
            assert field.worth(*one) == pytest.approx(paid)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_stronger_row_is_worth_no_less(scoring: Scoring) -> None:
    field = Field(learned(), scoring)
    rows = [sorted({one[at] for one in learned()})[::50] for at in range(3)]
    middling = Board(*(row[len(row) // 2] for row in rows))
    for name, row in zip(ROWS, rows, strict=True):
        worths = [field.worth(*middling._replace(**{name: strength})) for strength in row]
        assert worths == sorted(worths)
        assert worths[0] < worths[-1]


def test_the_boards_that_were_learned_are_those_of_people_who_set_well() -> None:
    boards = learned()
    assert len(boards) == field_training.HANDS
    assert not any(one.fouled for one in boards)
    kinds = [[strength >> 20 for strength in row] for row in zip(*boards, strict=True)]
    assert {*kinds[0]} == {HIGH_CARD, PAIR, THREE_OF_A_KIND}
    assert max(kinds[1]) >= FLUSH
    assert max(kinds[2]) == STRAIGHT_FLUSH
    # "Ein Paar vorne ist wertvoll", and a back of two pairs is one of the weak ones.
    assert 0.4 < sum(kind >= PAIR for kind in kinds[0]) / len(boards) < 0.8
    assert sum(kind > TWO_PAIR for kind in kinds[2]) > 0.8 * len(boards)


def test_boards_are_read_as_they_were_written() -> None:
    boards = [Board(3, 2, 1), Board(1, 2, 3), Board(1, 2, 2)]
    assert unpacked(packed(boards)) == tuple(sorted(boards))


def test_training_gives_the_same_boards_every_time() -> None:
    first = field_training.train(4)
    assert first == field_training.train(4)
    assert not any(one.fouled for one in first)


@pytest.mark.soak
def test_the_file_is_what_training_makes() -> None:
    assert tuple(sorted(field_training.train(field_training.HANDS))) == learned()
