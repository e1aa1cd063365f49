"""What full boards are worth to the bots of the open games, held against the rules' counting."""

import pytest

from engine.bots.openface_worth import LAND, Others, Terms
from engine.kit.rows import Board, board_ints
from engine.kit.royalties import NONE, OPEN
from engine.kit.settling import Scoring, versus
from engine.values.chance import Dice

COUNTINGS = {
    "usual": Scoring(OPEN, on_top=True),
    "none": Scoring(NONE, on_top=True),
    "replace": Scoring(OPEN),
}


def boards(dice: Dice, count: int) -> list[Board]:
    """Boards by lot, as often sorted by strength as they come, so that many are no foul."""
    found = []
    for number in range(count):
        deck = dice.shuffled(range(52))
        fives = [deck[3:8], deck[8:13]]
        one, other = (board_ints(deck[:3], *pair) for pair in (fives, fives[::-1]))
        found.append(one if number % 3 == 0 or one.middle < one.back else other)
    return found


@pytest.mark.parametrize("royalties", COUNTINGS)
def test_a_board_brings_what_the_rules_count_on_the_mean(royalties: str) -> None:
    dice = Dice(royalties.encode())
    counting = COUNTINGS[royalties]
    others = boards(dice, 40)
    against = Others(others, Terms("openface", royalties, cards=0))
    fouls = 0
    for mine in boards(dice, 60):
        fouls += mine.fouled
        counted = 0
        for other in others:
            pair = versus(mine, other, counting)
            # Their royalties on top have to be paid in any case.
            counted += pair.points + (counting.royalties.total(other) if counting.on_top else 0)
        assert against.worth(*mine) == pytest.approx(counted / len(others))
    assert 0 < fouls < 60


def test_the_next_deal_is_worth_something() -> None:
    queens = board_ints([10, 23, 0], [11, 24, 1, 15, 16], [12, 25, 14, 2, 4])
    for terms, more in (
        (Terms("openface", "none", 13), LAND["openface"][13]),
        (Terms("openface", "none", 0), 0.0),
        (Terms("pineapple", "none", 14), LAND["pineapple"][14]),
    ):
        plain = Others([queens], Terms(terms.kind, "none", 0))
        assert Others([queens], terms).worth(*queens) == plain.worth(*queens) + more
    # Queens again are not enough to stay.
    inside = Others([queens], Terms("openface", "none", 13), inside=True)
    assert inside.worth(*queens) == 0


def test_more_cards_are_worth_more() -> None:
    land = LAND["pineapple"]
    assert [*land] == [14, 15, 16, 17]
    assert sorted(land.values()) == [*land.values()]


def test_stronger_rows_are_never_worth_less() -> None:
    dice = Dice(b"stronger")
    against = Others(boards(dice, 30), Terms("pineapple", progressive=True, cards=14), inside=True)
    some = sorted({strength for board in boards(dice, 30) for strength in board})
    for front, *behind in (dice.shuffled(some)[:3] for _ in range(200)):
        middle, back = sorted(behind)
        worth = against.legal(front, middle, back)
        assert against.legal(max(front, middle), middle, back) >= worth
        assert against.legal(front, back, back) >= worth
        assert against.legal(front, middle, max(some)) >= worth
