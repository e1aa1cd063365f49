"""Three rows: strengths, fouls, rows that are made for somebody (rules.md D; cases.md C1, C5)."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from engine.kit.ranking import name_of, rank3_ints
from engine.kit.rows import (
    Board,
    arranged,
    board,
    completed,
    kept,
    laid_well,
    misplaced,
    three_rows,
)
from engine.values.cards import DECK, RANKS, Card, cards
from engine.values.draft import Draft, Kept
from tests.engine.kit.boards_of_three import made, rows

DECKS = st.permutations(DECK)


@pytest.mark.parametrize(
    ("text", "fouled"),
    [
        pytest.param("Ac Kd 7h | As Kc 6d 5s 2c | Qd Qh 7s 4c 3d", True, id="CP-04"),
        pytest.param("Ac Kd 7h | As Kc 7d 5s 2c | Qd Qh 9s 4c 3d", False, id="CP-05"),
        pytest.param("6s 6h Ad | 6c 6d Kc 3s 2h | Tc Td Th 5c 5d", True, id="CP-06 foul"),
        pytest.param("6s 6h Ad | 6c 6d Ac 3s 2h | Tc Td Th 5c 5d", False, id="CP-06 legal"),
        pytest.param("Qh Kh Ah | 2c 2d 5h 7s 9c | Tc Td Th 5c 5d", False, id="CP-08"),
        pytest.param("2c 5h 7d | Kc Kd Kh 3s 4d | Jc Jd Jh As Qd", True, id="CP-09"),
        pytest.param("2c 5h 8d | Kc Kd Ah 7s 4c | Ks Kh Ad 7d 4h", False, id="CP-10"),
        pytest.param("As 4s 5d | Kc Kd Qh 3c 2h | 8s 8d 7c 7h 2c", False, id="C1"),
        pytest.param("8h 7d 5s | 9s 9h 4c 3d 2h | Qh Kd As 2c 3h", True, id="C5 no wrap-around"),
    ],
)
def test_fouls(text: str, fouled: bool) -> None:
    assert made(text).fouled == fouled
    assert bool(misplaced(rows(text))) == fouled


@pytest.mark.parametrize(
    ("text", "name", "ranks"),
    [
        ("As4s5d", "high_card", "A54"),
        ("KsQsJs", "high_card", "KQJ"),
        ("2h3h4h", "high_card", "432"),
        ("6s6hAd", "pair", "6A"),
        ("2c2d2h", "three_of_a_kind", "2"),
    ],
)
def test_c1_a_front_is_heights_a_pair_or_three_of_a_kind(text: str, name: str, ranks: str) -> None:
    front = made(f"{text} | 7c7d9c9dKh | TcTdThJcJd").front
    assert (name_of(front).name, name_of(front).ranks) == (name, ranks)


def test_c1_suits_do_not_count_in_front() -> None:
    rest = " | 7c7d9c9dKh | TcTdThJcJd"
    assert made("Ad2dKc" + rest).front == made("As2cKs" + rest).front


def test_c5_straights_go_by_their_top_card() -> None:
    front = "JcJdQc | KcKdKhQdQh | "
    wheel, six = made(front + "As2c3d4h5s").back, made(front + "2c3d4h5s6c").back
    assert wheel < six
    assert made(front + "6c7hTd8h9s").back == made(front + "6h7sTs8s9c").back


def test_every_front_is_ranked_like_a_brute_force() -> None:
    def slow(front: tuple[Card, ...]) -> tuple[tuple[int, int], ...]:
        heights = [RANKS.index(one.rank) for one in front]
        return tuple(sorted(((heights.count(h), h) for h in heights), reverse=True))

    ranked: dict[int, set[tuple[tuple[int, int], ...]]] = {}
    for three in combinations(range(52), 3):
        key = slow(tuple(DECK[at] for at in three))
        ranked.setdefault(rank3_ints(*three), set()).add(key)
    assert all(len(keys) == 1 for keys in ranked.values())
    order = [keys.pop() for _, keys in sorted(ranked.items())]
    assert order == sorted(order)
    assert len(order) == 13 + 13 * 12 + 286


@given(DECKS)
@settings(max_examples=200, deadline=None)
def test_rows_of_five_compare_as_elsewhere(deck: list[Card]) -> None:
    one = board((deck[:3], deck[3:8], deck[8:13]))
    theirs = [evaluate_cards(*map(str, deck[at : at + 5])) for at in (3, 8)]
    assert (one.middle > one.back) == (theirs[0] < theirs[1])
    assert (one.middle == one.back) == (theirs[0] == theirs[1])


@given(DECKS)
@settings(max_examples=200, deadline=None)
def test_the_front_against_the_middle_by_its_kinds_of_ranks(deck: list[Card]) -> None:
    """As rules.md D describes it: category, then ranks in order, and a front that ends is less."""
    front, middle = deck[:3], deck[3:8]
    one = board((front, middle, deck[8:13]))

    def kinds(row: list[Card]) -> list[tuple[int, int]]:
        heights = [RANKS.index(each.rank) for each in row]
        return sorted({(heights.count(h), h) for h in heights}, reverse=True)

    counts = [[count for count, _ in kinds(row)] for row in (front, middle)]
    straight_or_flush = name_of(one.middle).name in {"straight", "flush", "straight_flush"}
    if straight_or_flush or counts[1][:2] in ([2, 2], [3, 2]) or counts[0][0] != counts[1][0]:
        weaker = straight_or_flush or counts[0] < counts[1][:2]
        assert (one.front > one.middle) != weaker
    else:
        assert (one.front > one.middle) == (kinds(front) > kinds(middle))


@pytest.mark.parametrize(
    "text", ["AcKd | AsKc7d5s2c | QdQh9s4c3d", "AcKdAc | AsKc7d5s2c | QdQh9s4c3d"]
)
def test_what_is_no_board(text: str) -> None:
    with pytest.raises(ValueError):
        made(text)


def test_rows_are_checked_while_they_are_set() -> None:
    front, middle, back = rows("AcAd2h | KcKdQs3h4d | 5c7d8h9sJc")
    assert misplaced((front, middle, ())) == ("front",)
    assert misplaced((front, middle, back)) == ("front", "middle")
    assert misplaced((front, middle[:4], back)) == ()
    assert misplaced(((), (), ())) == ()


# ── rows that nobody sets ──────────────────────────────────────────────────────────────────────


@given(DECKS, st.integers(13, 17))
@settings(max_examples=60, deadline=None)
def test_sorted_rows_are_never_a_foul(deck: list[Card], count: int) -> None:
    hand = deck[:count]
    found = arranged(hand)
    made_of = [one for row in found for one in row]
    assert len(set(made_of)) == 13
    assert set(made_of) <= set(hand)
    strengths = board(found)
    assert not strengths.fouled
    # No five of the hand are stronger than its back.
    best = min(evaluate_cards(*map(str, five)) for five in combinations(hand[:13], 5))
    if count == 13:
        assert evaluate_cards(*map(str, found[2])) == best


HAND = cards("AcAdAhKsKd9c9h3s8s8h4c4d5h")


def test_a_draft_that_is_complete_and_right_is_taken_as_it_is() -> None:
    draft = Draft(*rows("9c9h5h | KsKd4c4d3s | AcAdAh8s8h"))
    assert arranged(HAND, draft) == draft.rows
    assert arranged(HAND, Kept(draft)) == draft.rows


def test_a_draft_that_is_not_finished_keeps_what_lies() -> None:
    draft = Draft(front=cards("5h3s"), middle=cards("KsKd"), back=cards("9c9h"))
    found = arranged(HAND, draft)
    assert not board(found).fouled
    for lying, row in zip(draft.rows, found, strict=True):
        assert set(lying) <= set(row)


def test_the_last_that_was_right_comes_before_what_is_half_undone() -> None:
    right = Draft(*rows("9c9h5h | KsKd4c4d3s | AcAdAh8s8h"))
    before = kept(None, right)
    undone = kept(before, Draft(front=cards("9c9h"), middle=cards("KsKd"), back=cards("AcAd")))
    assert undone == Kept(undone.now, right)
    assert arranged(HAND, undone) == right.rows
    foul = kept(undone, Draft(*rows("AcAd5h | KsKd4c4d3s | Ah8s8h9c9h")))
    assert board(foul.now.rows).fouled
    assert arranged(HAND, foul) == right.rows


@pytest.mark.parametrize(
    "draft",
    [
        # A foul, one that can't be completed, a card of somebody else, nothing that is a draft.
        Draft(*rows("AcAd5h | KsKd4c4d3s | Ah8s8h9c9h")),
        Draft(front=cards("AcAdAh")),
        Draft(front=cards("2c")),
        "draft",
        None,
    ],
)
def test_what_can_not_be_used_is_sorted(draft: object) -> None:
    assert arranged(HAND, draft) == arranged(HAND)
    assert not board(arranged(HAND)).fouled


def test_a_front_that_no_rows_can_follow() -> None:
    assert completed(HAND, Draft(front=cards("AcAdAh"))) is None


@pytest.mark.parametrize("text", ["AcAd", "Ac" * 13])
def test_what_can_not_be_arranged(text: str) -> None:
    with pytest.raises(ValueError):
        arranged(cards(text))


def test_drafts_are_of_ones_own_cards() -> None:
    assert Draft(front=cards("AcAd")).within(HAND)
    assert not Draft(front=cards("AcAc")).within(HAND)
    assert not Draft(front=cards("Ac"), back=cards("Ac")).within(HAND)
    assert not Draft(front=cards("2c")).within(HAND)
    assert not Draft(front=cards("AcAdAhKs")).within(HAND)
    assert Draft(*three_rows(HAND)).complete


@given(DECKS)
@settings(max_examples=60, deadline=None)
def test_cards_are_laid_where_there_is_room(deck: list[Card]) -> None:
    lying: list[list[Card]] = [[], [], []]
    for at in range(13):
        laid, row = laid_well(lying, deck[at : at + 1])
        assert laid == deck[at]
        lying[("front", "middle", "back").index(row)].append(laid)
    assert [len(row) for row in lying] == [3, 5, 5]


def test_a_board_of_equal_rows_is_right() -> None:
    assert not Board(5, 5, 5).fouled
    assert Board(6, 5, 7).fouled
    assert Board(5, 7, 6).fouled
