"""Boards as the bots of the open games see and lay them."""

from math import comb

import pytest

from engine.bots.openface_play import FIRST, Lying, Player, lying_of, strengths, ways
from engine.bots.openface_rows import five, long, short, three
from engine.bots.openface_training import train
from engine.bots.openface_values import apart, keys, packed, unpacked, values
from engine.kit.ranking import place, rank
from engine.kit.rows import board_ints
from engine.kit.royalties import Kind
from engine.values.cards import DECK, cards
from engine.values.chance import Dice

KINDS: tuple[Kind, ...] = ("openface", "pineapple")


def places(text: str) -> list[int]:
    return [place(card) for card in cards(text)]


def lying(text: str) -> Lying:
    return lying_of([places(row) for row in text.split("|")])


def no_foul(front: int, middle: int, back: int) -> float:
    return float(front <= middle <= back)


def test_a_row_is_as_strong_as_the_rules_say() -> None:
    dice = Dice(b"rows")
    for _ in range(300):
        deck = dice.shuffled(range(52))
        for count in range(1, 6):
            row = sum(lying_of([deck[:0], deck[:count], deck[:0]]).sums)
            found = five(long(row))
            assert found.strength == rank(DECK[card] for card in deck[:count])
            assert found.full == (count == 5)
        front = three(short(lying_of([deck[:3], (), ()]).sums[0]))
        assert front.strength == rank(DECK[card] for card in deck[:3])
        assert front.full
    suited = five(long(lying("|2c 5c 9c Jc Kc|").sums[1]))
    assert suited.strength == rank(cards("2c5c9cJcKc"))
    royal = five(long(lying("|Ts Js Qs Ks As|").sums[1]))
    assert royal.strength == rank(cards("TsJsQsKsAs"))


def test_rows_that_differ_in_what_can_come_of_them_differ() -> None:
    drawing = [five(long(lying(f"|{row}|").sums[1])).key for row in ("2c 5c 9c", "2c 5d 9c")]
    assert len({*drawing}) == 2
    straight = [five(long(lying(f"|{row}|").sums[1])).key for row in ("5c 6d 7h 9s", "4c 6d 7h 9s")]
    assert len({*straight}) == 2
    pairs = [three(short(lying(f"{row}||").sums[0])).key for row in ("Qc Qd", "Kc Kd", "Kc Qd")]
    assert len({*pairs}) == 3
    # Which suits they are matters to nobody.
    assert five(long(lying("|2c 5c 9c|").sums[1])) == five(long(lying("|2h 5h 9h|").sums[1]))


def test_all_ways_to_lay_are_there_once() -> None:
    # Three to the power of five, less four or five of them in front.
    first = ways(5, 5, (3, 5, 5))
    assert len(first) == len({*first}) == 3**5 - comb(5, 4) * 2 - 1
    assert {*ways(1, 1, (0, 2, 1))} == {(0, 1, 0), (0, 0, 1)}
    two = ways(3, 2, (1, 1, 0))
    assert {*two} == {(1 << a, 1 << b, 0) for a in range(3) for b in range(3) if a != b}


def test_cards_come_to_lie_where_the_way_says() -> None:
    board = lying("2c|3c 4c|").after(places("Ah Kh Qh"), (0b001, 0b100, 0b000))
    assert board == lying("2c Ah|3c 4c Qh|")
    assert board.room == (1, 2, 5)


@pytest.mark.parametrize("kind", KINDS)
def test_a_board_is_laid_to_its_end_with_the_cards_that_come(kind: Kind) -> None:
    player, dice = Player(kind, values(kind)), Dice(b"to the end")
    fouls = 0
    for _ in range(40):
        deck = dice.shuffled(range(52))
        fouls += player.filled(Lying(), deck[:17], no_foul).fouled
    # By lot four of five are fouls.
    assert fouls < 20
    full = [deck[:3], deck[3:8], deck[8:13]]
    assert player.filled(lying_of(full), (), no_foul) == board_ints(*full)
    assert strengths(lying_of(full)) == board_ints(*full)


def test_last_cards_are_laid_at_their_best() -> None:
    player = Player("pineapple", {})
    board = lying("Qc 4d 2s|Kc Kh 9s 5d|As Ad Jh Jc")
    done = player.finish(board, places("Ks Ac 3d"), no_foul)
    # The third king would beat two pair: the aces fill up, then it is right.
    assert done == board_ints(places("Qc4d2s"), places("KcKh9s5dKs"), places("AsAdJhJcAc"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_board_from_the_midst_of_a_turn_is_filled(kind: Kind) -> None:
    player = Player(kind, values(kind))
    dice = Dice(b"midst")
    for count in range(14):
        deck = dice.shuffled(range(52))
        rows = deck[: min(count, 5)], deck[5 : max(count, 5)][:5], deck[10 : max(count, 10)][:3]
        board = lying_of([rows[2], rows[1], rows[0]])
        done = player.filled(board, deck[13:30], no_foul)
        assert all(strength > 0 for strength in done)


def test_what_is_packed_comes_out_again() -> None:
    some = {0: 0.0, 7: 3.14, 2**24 - 1: -30.0}
    assert unpacked(packed(some)) == pytest.approx(some, abs=0.005)


@pytest.mark.parametrize("kind", KINDS)
def test_the_file_is_there(kind: Kind) -> None:
    known = values(kind)
    assert len(known) > 3000
    assert all(-60 < worth < 60 for worth in known.values())
    stages = apart(known)
    assert sum(len(part) for stage in stages for part in stage) == len(known)
    assert all(part for stage in stages[1:] for part in stage)


def test_the_parts_of_a_board_are_told_apart() -> None:
    board = lying("Qc 4d 2s|Kc Kh 9s 5d|As Ad Jh Jc")
    rows = three(short(board.sums[0])), five(long(board.sums[1])), five(long(board.sums[2]))
    found = {key for room in (1, 3) for key in keys(room, *rows)}
    assert len(found) == 10
    known = dict.fromkeys(found, 1.0)
    counts = [[len(part) for part in stage] for stage in apart(known)]
    assert counts == [[0] * 5, [1] * 5, [1] * 5, [0] * 5, [0] * 5]
    # Two cards to come are a stage.
    assert keys(1, *rows) == keys(2, *rows)


def test_learning_is_the_same_every_time() -> None:
    one, other = train("pineapple", 20), train("pineapple", 20)
    assert one.worth == other.worth
    assert one.seen == other.seen


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_learning_gets_somewhere(kind: Kind) -> None:
    player, dice = Player(kind, train(kind, 4000).worth), Dice(b"learned")
    hands = [dice.shuffled(range(52))[: FIRST + 12] for _ in range(200)]
    fouls = sum(player.filled(Lying(), hand, no_foul).fouled for hand in hands)
    assert fouls < 0.5 * len(hands)
