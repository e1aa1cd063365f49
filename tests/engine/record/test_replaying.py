"""Records played back: the format's example, the rules' vectors, faults, early stops."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.record import read, replay_text
from tests.engine.record.building import (
    BOARD,
    FULL,
    HANDS4,
    agreed,
    deal,
    failing,
    played,
    record,
    saved,
    whole,
)


def test_the_seeds_deal() -> None:
    told = replay_text(saved("seed"))
    assert told == {
        "variant": "pokerface",
        "complete": True,
        "net": [0, 0, 0, 0],
        "hands": [
            {"player": "p3", "name": "full_house", "cards": "5s5h5d8h8s"},
            {"player": "p2", "name": "two_pair", "cards": "QdQc8h8sTs"},
            {"player": "p1", "name": "pair", "cards": "8h8sAsQcJd"},
            {"player": "p4", "name": "pair", "cards": "8h8sQc7d6h"},
        ],
        "success": True,
        "tokens": {"c": [2, 3, 4, 1], "d": [3, 2, 4, 1], "h": [2, 3, 4, 1], "s": [2, 3, 4, 1]},
    }


@pytest.mark.parametrize(
    ("name", "success", "order"),
    [
        ("pf-02", False, ["p3", "p2", "p4", "p1"]),
        ("pf-11", True, ["p4", "p3", "p2", "p1"]),
        ("pf-14", True, ["p1", "p2", "p3"]),
        ("pf-15", True, ["p1", "p2", "p3"]),
        ("pf-16", True, ["p4", "p1", "p2", "p3"]),
        ("pf-22", True, ["p1", "p2", "p3"]),
        ("rising", True, ["p1", "p2", "p3"]),
    ],
)
def test_vectors(name: str, success: bool, order: list[str]) -> None:
    told = replay_text(saved(name))
    assert told["complete"]
    assert told["success"] is success
    assert [hand["player"] for hand in told["hands"]] == order


def test_the_brakes_last_token_is_not_written() -> None:
    told = replay_text(saved("pf-11"))
    assert told["tokens"]["c"] == [2, 1, 4, 3]


@pytest.mark.parametrize("tokens", tuple(permutations([1, 2, 3])))
def test_ties_lie_in_any_order(tokens: tuple[int, int, int]) -> None:
    # PF-14: X = Y (jack-high straight) > Z (nine-high straight).
    lines = whole(["JdTh", "JsTc", "6s5d"], ["9c8d7h", "2s", "2c"], [tokens] * 4)
    assert played(lines, 3)["success"] is (tokens[2] == 1)


def test_rising_stakes_drop_rounds() -> None:
    rules = "_rules = { rising_stakes = true }"
    hands, players = deal(HANDS4), [2, 3, 4, 1]
    flop, turn, river = (f"d db {street}" for street in BOARD)
    one = [*hands, flop, *agreed(players), turn, *agreed(players), river, *agreed(players)]
    assert list(played(one, 4, rules, "_successes = 1")["tokens"]) == ["d", "h", "s"]
    two = [*hands, flop, *agreed(players), turn, river, *agreed(players)]
    told = played(two, 4, rules, "_successes = 2", "_failures = 2")
    assert list(told["tokens"]) == ["d", "s"]
    assert told["complete"]
    assert played(FULL, 4, rules)["complete"]
    assert failing(record(FULL, 4, rules, "_successes = 1")) == (5, "deal_due")


def test_all_at_once_the_order_is_the_game() -> None:
    rules = "_rules = { all_at_once = true }"
    first = [*deal(HANDS4[:3]), "p3 take 3", "p1 take 1", "p1 ready", "p2 take 2", "p2 ready"]
    told = played([*first, "p1 ready", "p3 ready", "d db Qc8h8s"], 3, rules)
    assert told["tokens"] == {"c": [1, 2, 3], "d": [None, None, None]}
    again = [*first, "p2 ready"]
    assert failing(record(again, 3, rules)) == (len(again), "already_ready")
    moved = [*first, "p3 steal 1 p1", "p2 ready", "p1 take 3", "p2 ready"]
    assert played(moved, 3, rules)["tokens"]["c"] == [3, 2, 1]
    assert failing(record([*first, "p3 steal 1 p1", "p1 ready"], 3, rules)) == (10, "no_token")
    assert failing(record([*first, "p1 pass"], 3, rules)) == (9, "no_such_action")


# ── lines ────────────────────────────────────────────────────────────────────────────────────────


def test_comments_and_empty_lines_count_and_do_nothing() -> None:
    lines = ["", "# Anna deals", *deal(HANDS4), "p1  take 2   # the second", "  ", "p2 take 2"]
    assert failing(record(lines)) == (9, "token_moved")
    assert played(lines[:-1])["tokens"] == {"c": [2, None, None, None]}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("p1 dance", "bad_line"),
        ("p1", "bad_line"),
        ("p1 take", "bad_line"),
        ("p1 take 0", "bad_line"),
        ("p1 take -1", "bad_line"),
        ("p1 take ²", "bad_line"),
        ("p1 take 2 3", "bad_line"),
        ("p1 take 2.0", "bad_line"),
        ("p1 steal 2", "bad_line"),
        ("p1 pass 1", "bad_line"),
        ("p1 cbr 12.5", "bad_line"),
        ("p01 take 1", "bad_line"),
        ("q1 take 1", "bad_line"),
        ("p0 take 1", "bad_line"),
        ("take 1", "bad_line"),
        ("d", "bad_line"),
        ("d db", "bad_line"),
        ("d db 1c2c3c", "bad_line"),
        ("d db Qc8h8", "bad_line"),
        ("d dh AsKd", "bad_line"),
        ("p5 take 1", "no_such_player"),
        ("p99 take 1", "no_such_player"),
        ("d dh p5 9c9d", "no_such_player"),
        ("p1 steal 1 p9", "token_moved"),
        ("p2 take 1", "not_your_turn"),
        ("p1 take 5", "no_such_token"),
        ("p1 take 14", "no_such_token"),
        ("p1 steal 1 p2", "token_moved"),
        ("p1 pass", "no_token"),
        ("p1 ready", "no_such_action"),
        ("p1 f", "no_such_action"),
        ("p1 cc", "no_such_action"),
        ("p1 cbr 12.0", "no_such_action"),
        ("d db Qc8h8s", "no_deal_due"),
        ("d dh p1 9c9d", "no_deal_due"),
        ("p1 sm AsJd", "too_early"),
        ("p1 sm", "too_early"),
    ],
)
def test_lines_that_fail_in_the_first_round(line: str, code: str) -> None:
    assert failing(record([*deal(HANDS4), line])) == (5, code)
    assert failing(record([*deal(HANDS4), line, "p1 take 1"])) == (5, code)


@pytest.mark.parametrize(
    ("lines", "action", "code"),
    [
        (["p1 take 1"], 1, "deal_due"),
        (["d db Qc8h8s"], 1, "wrong_deal"),
        (["d dh p2 AsJd"], 1, "wrong_deal"),
        (["d dh p1 As"], 1, "wrong_deal"),
        (["d dh p1 AsJdQh"], 1, "wrong_deal"),
        (["d dh p1 AsAs"], 1, "card_twice"),
        (["d dh p1 AsJd", "d dh p1 QdTs"], 2, "wrong_deal"),
        (["d dh p1 AsJd", "d dh p2 QdAs"], 2, "card_twice"),
        ([*FULL[:12], "p1 take 1"], 13, "deal_due"),
        ([*FULL[:12], "d db Qc8h"], 13, "wrong_deal"),
        ([*FULL[:12], "d db Qc8h8s5d"], 13, "wrong_deal"),
        ([*FULL[:12], "d db QcAs8s"], 13, "card_twice"),
        ([*FULL[:12], "d dh p1 2c2d"], 13, "wrong_deal"),
        ([*FULL, "p1 pass"], len(FULL) + 1, "deal_over"),
        ([*FULL, "p1 take 1"], len(FULL) + 1, "deal_over"),
        ([*FULL, "d db 2c"], len(FULL) + 1, "no_deal_due"),
        ([*FULL, "p1 sm AsJh"], len(FULL) + 1, "other_cards"),
        ([*FULL, "p1 sm As"], len(FULL) + 1, "other_cards"),
        ([*FULL, "p1 sm"], len(FULL) + 1, "no_such_action"),
    ],
)
def test_lines_that_fail_elsewhere(lines: list[str], action: int, code: str) -> None:
    assert failing(record(lines)) == (action, code)


def test_a_line_that_is_no_string_fails_under_its_number() -> None:
    text = 'variant = "pokerface"\nplayers = ["", "", ""]\nactions = ["d dh p1 AsJd", 5]'
    assert failing(text) == (2, "bad_line")


def test_the_end_may_be_followed_by_shown_hands() -> None:
    after = ["p4 sm 7d6h", "p1 sm JdAs", "p3 sm -", "", "# fine", "p1 sm AsJd"]
    assert played([*FULL, *after]) == played(FULL)


# ── unknown cards ────────────────────────────────────────────────────────────────────────────────


def test_unknown_cards_leave_the_result_open() -> None:
    lines = whole(["AsJd", "????", "5s??", "7d6h"], BOARD, [[2, 3, 4, 1]] * 4)
    told = played(lines)
    assert told["complete"] is False
    assert told["success"] is None
    assert [hand["player"] for hand in told["hands"]] == ["p1", "p4"]
    assert told["tokens"]["s"] == [2, 3, 4, 1]
    assert failing(record([*lines, "p1 pass"])) == (len(lines) + 1, "deal_over")


def test_shown_cards_become_known() -> None:
    lines = whole(["AsJd", "????", "5s??", "7d6h"], BOARD, [[2, 3, 4, 1]] * 4)
    some = played([*lines, "p2 sm QdTs"])
    assert some["complete"] is False
    assert [hand["player"] for hand in some["hands"]] == ["p2", "p1", "p4"]
    assert played([*lines, "p2 sm QdTs", "p3 sm 5h5s"]) == played(FULL)
    number = len(lines) + 1
    assert failing(record([*lines, "p3 sm 6h5h"])) == (number, "other_cards")
    assert failing(record([*lines, "p3 sm 5sAs"])) == (number, "card_twice")
    assert failing(record([*lines, "p2 sm 2h2h"])) == (number, "card_twice")
    assert failing(record([*lines, "p2 sm 5h4h", "p3 sm 5h5s"])) == (number + 1, "card_twice")
    assert failing(record([*lines, "p2 sm QdTs", "p2 sm QdTh"])) == (number + 1, "other_cards")
    assert played([*lines, "p2 sm ????", "p3 sm 5s??"]) == played(lines)


def test_an_unknown_board_can_be_played() -> None:
    lines = whole(HANDS4, ["????8s", "5d", "??"], [[2, 3, 4, 1]] * 4)
    told = played(lines)
    assert (told["complete"], told["success"], told["hands"]) == (False, None, [])


# ── stopped anywhere ─────────────────────────────────────────────────────────────────────────────


def test_a_record_tells_only_what_its_lines_have_told() -> None:
    before = played(FULL[:12])  # the flop is due
    assert before["tokens"] == {"c": [2, 3, 4, 1]}
    assert before["hands"] == []
    assert played(FULL[:13])["tokens"] == {"c": [2, 3, 4, 1], "d": [None] * 4}
    assert played([])["tokens"] == {}
    assert played(FULL[:3])["tokens"] == {}
    assert played(FULL[:4])["tokens"] == {"c": [None] * 4}


def test_a_record_may_stop_after_every_line() -> None:
    lines = read(saved("pf-11")).lines
    full = played(lines)
    for end in range(len(lines)):
        told = played(lines[:end])
        assert told["complete"] is False
        assert told["success"] is None
        assert told["hands"] == []
        begun = list(full["tokens"])[: len(told["tokens"])]
        assert list(told["tokens"]) == begun
        for suit in begun[:-1]:
            assert told["tokens"][suit] == full["tokens"][suit]


# ── anything at all ───────────────────────────────────────────────────────────────────────────

ODD_LINES = [
    *FULL,
    "",
    "p1 sm AsJd",
    "p2 sm ????",
    "d dh p1 AsAs",
    "d db Qc8hAs",
    "d db ??",
    "p4 f",
]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_muddled_record_plays_back_or_fails_at_a_line(data: st.DataObject) -> None:
    lines = list(FULL)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(lines)))
        removed = data.draw(st.integers(0, 2))
        put = data.draw(st.lists(st.sampled_from(ODD_LINES), max_size=2))
        lines[place : place + removed] = put
    told = replay_text(record(lines))
    assert 1 <= told.get("error_action", 1) <= len(lines)
