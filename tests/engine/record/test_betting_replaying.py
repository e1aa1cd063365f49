"""Records of betting games played back: what they come to, who shows when, unknown cards."""

import pytest

from engine.record import read, replay
from engine.values.events import Acted, Dealt, Shown
from tests.engine.record.betting import (
    BOARD,
    DEALT3,
    FLOP,
    RIVER,
    TURN,
    refused,
    streets,
    text,
    told,
)

# ── what comes of it ─────────────────────────────────────────────────────────────────────────────

ALL_IN = [*DEALT3, "p3 cbr 1000", "p1 cc", "p2 cc"]
STACKS = {"starting_stacks": [100, 500, 1000]}


def test_a_side_pot_and_chips_that_nobody_called() -> None:
    lines = [*ALL_IN, "p3 sm QsQd", "p1 sm AsAd", "p2 sm KsKd", *BOARD]
    assert told("NT", lines, antes=[0, 0, 0], **STACKS) == {
        "variant": "NT",
        "complete": True,
        "net": [200, 300, -500],
        "finishing_stacks": [300, 800, 500],
        "pots": [
            {"amount": 300, "winners": {"p1": 300}},
            {"amount": 800, "winners": {"p2": 800}},
        ],
        "returned": {"p3": 500},
        "hands": [
            {"player": "p1", "name": "pair", "cards": "AsAdJc9d7h"},
            {"player": "p2", "name": "pair", "cards": "KsKdJc9d7h"},
            {"player": "p3", "name": "pair", "cards": "QsQdJc9d7h"},
        ],
    }


def test_a_tie_with_a_shorter_all_in() -> None:
    # Case B1.
    lines = ["d dh p1 2hJh", "d dh p2 TcAc", "d dh p3 Jc9d", "p3 cc", "p1 cc", "p2 cc"]
    checks = ["p1 cc", "p2 cc", "p3 cc"]
    lines += ["d db QsThKc", *checks, "d db 4h", *checks, "d db Ad"]
    lines += ["p1 cbr 10", "p2 cbr 30", "p3 cbr 88", "p1 cc", "p2 cc"]
    keys = {"starting_stacks": [200, 200, 90], "blinds_or_straddles": [1, 2, 0], "min_bet": 2}
    found = told("NT", lines, **keys)
    assert found["finishing_stacks"] == [245, 110, 135]
    assert found["pots"] == [{"amount": 270, "winners": {"p1": 135, "p3": 135}}]
    assert "returned" not in found
    assert [hand["player"] for hand in found["hands"]] == ["p1", "p3", "p2"]


@pytest.mark.parametrize(
    ("lines", "stacks", "finishing", "pot", "returned"),
    [
        # Case B3: p1 is the big blind, p2 the button.
        (["p2 cbr 98", "p1 cc", *BOARD], [102, 98], [4, 196], {"p2": 196}, None),
        (["p2 cbr 102", "p1 cc", *BOARD], [98, 102], [0, 200], {"p2": 196}, {"p2": 4}),
        (["p2 cbr 50", "p1 f"], [100, 100], [98, 102], {"p2": 4}, {"p2": 48}),
    ],
)
def test_uncalled_chips_are_in_no_pot(
    lines: list[str],
    stacks: list[int],
    finishing: list[int],
    pot: dict[str, int],
    returned: dict[str, int] | None,
) -> None:
    keys = {"starting_stacks": stacks, "blinds_or_straddles": [1, 2], "min_bet": 2}
    found = told("NT", ["d dh p1 KsKd", "d dh p2 AsAd", *lines], **keys)
    assert found["finishing_stacks"] == finishing
    assert found["pots"] == [{"amount": sum(pot.values()), "winners": pot}]
    assert found.get("returned") == returned


def test_an_odd_chip_goes_left_of_the_button() -> None:
    # Case B9 (a).
    lines = ["d dh p1 2c2d", "d dh p2 AsKd", "d dh p3 AdKs", "p3 cbr 12", "p1 f", "p2 cc"]
    lines += streets(["p2 cc", "p3 cc"], ["d db AhKh9c", "d db 7d", "d db 4s"])
    found = told("NT", lines, blinds_or_straddles=[1, 2, 0], min_bet=2)
    assert found["finishing_stacks"] == [99, 101, 100]
    assert found["pots"] == [{"amount": 25, "winners": {"p2": 13, "p3": 12}}]


HILO_BOARD = ["d db 3c4d8h", "d db Ts", "d db Qc"]
HILO = ["p3 cc", "p1 f", "p2 cc", *streets(["p2 cc", "p3 cc"], HILO_BOARD)]


def test_a_pot_that_is_halved() -> None:
    # Cases B9 (c) and HL-04: the odd chip to the high half, the low is 8-4-3-2-A.
    dealt = ["d dh p1 2c2h2s9c", "d dh p2 Ac2dKhKd", "d dh p3 QdQhKsJd"]
    found = told("FO/8", [*dealt, *HILO])
    assert found["finishing_stacks"] == [95, 102, 103]
    assert found["pots"] == [
        {"amount": 25, "winners": {"p2": 12, "p3": 13}, "high": {"p3": 13}, "low": {"p2": 12}}
    ]
    assert found["hands"] == [
        {"player": "p3", "name": "three_of_a_kind", "cards": "QdQhQcTs8h"},
        {"player": "p2", "name": "pair", "cards": "KhKdQcTs8h"},
    ]
    assert found["lows"] == [{"player": "p2", "ranks": "8432A"}]


def test_a_pot_that_the_same_players_win_twice_is_split_once() -> None:
    # HL-14.
    dealt = ["d dh p1 5c5h9s9c", "d dh p2 Ac2dKhKd", "d dh p3 Ad2hKsKc"]
    found = told("FO/8", [*dealt, *HILO])
    assert found["pots"] == [{"amount": 25, "winners": {"p2": 13, "p3": 12}}]
    assert [low["player"] for low in found["lows"]] == ["p2", "p3"]


def test_no_low_and_no_showdown() -> None:
    dealt = ["d dh p1 5c5h9s9c", "d dh p2 AcKdKhKs", "d dh p3 QdQhJsJd"]
    high = told("SO/8", [*dealt, *HILO])
    assert high["lows"] == []
    assert "high" not in high["pots"][0]
    folded = told("NO/8", [*dealt, "p3 f", "p1 f"])
    assert folded["hands"] == []
    assert "lows" not in folded
    assert "lows" not in told("NO/8", [*dealt, *HILO][:-1])
    assert "lows" not in told("PO", [*dealt, *HILO])


def test_omaha_plays_two_and_three() -> None:
    # OM-02: one heart in the hand makes no flush of four on the board.
    board = ["d db Jh9h6h", "d db 3h", "d db 2c"]
    dealt = ["d dh p1 7c7d4h8s", "d dh p2 AhKcQd2s", "d dh p3 AsKsKdQs"]
    lines = [*dealt, "p3 cc", "p1 f", "p2 cc", *streets(["p2 cc", "p3 cc"], board)]
    assert told("PO", lines)["hands"] == [
        {"player": "p3", "name": "pair", "cards": "KsKdJh9h6h"},
        {"player": "p2", "name": "pair", "cards": "2s2cAhJh9h"},
    ]


def test_a_deal_that_has_not_ended() -> None:
    lines = [*DEALT3, "p3 cbr 30", "p1 cc", "p2 cc", FLOP, "p1 cc", "p2 cbr 20"]
    assert told("NT", lines) == {
        "variant": "NT",
        "complete": False,
        "net": [-30, -50, -30],
        "finishing_stacks": [70, 50, 70],
        "hands": [],
    }


# ── lines ────────────────────────────────────────────────────────────────────────────────────────


def test_amounts_are_whole_however_they_are_written() -> None:
    assert told("NT", [*DEALT3, "p3 cbr 25.0"]) == told("NT", [*DEALT3, "p3 cbr 25"])
    assert refused("NT", [*DEALT3, "p3 cbr 12.5"]) == (4, "bad_line")
    assert refused("NT", [*DEALT3, "p3 cbr 25.50"]) == (4, "bad_line")


def test_comments_and_empty_lines_count() -> None:
    lines = ["", *DEALT3, "# he thinks", "p3 cbr 30 # at last", "p1 f"]
    assert told("NT", lines)["finishing_stacks"] == [95, 90, 70]
    assert refused("NT", [*lines, "p2 cbr 31"]) == (8, "below_minimum")


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["p3 cbr 19"], "below_minimum"),
        (["p3 cbr 101"], "above_maximum"),
        (["p3 cbr 0"], "below_minimum"),
        (["p3 cbr"], "bad_line"),
        (["p3 cbr ten"], "bad_line"),
        (["p3 cbr 1,000"], "bad_line"),
        (["p3 cbr -20"], "bad_line"),
        (["p3 f 1"], "bad_line"),
        (["p3 pb"], "no_such_action"),
        (["p3 sd"], "no_such_action"),
        (["p3 take 1"], "no_such_action"),
        (["p3 pass"], "no_such_action"),
        (["p1 cc"], "not_your_turn"),
        (["p4 cc"], "no_such_player"),
        (["d db 2c7h9d"], "no_deal_due"),
        (["d dh p1 2c7h"], "no_deal_due"),
        (["p3 sm QsQd"], "too_early"),
        (["p3 sm"], "too_early"),
        (["p3 f", "p1 cc", "p2 cc", "p1 cc"], "deal_due"),
        (["p3 f", "p1 cc", "p2 cc", "d db 2c7h"], "wrong_deal"),
        (["p3 f", "p1 cc", "p2 cc", "d db 2c7hAs"], "card_twice"),
        (["p3 f", "p1 cc", "p2 cc", "d db 2c7hQs"], "card_twice"),
        (["p3 f", "p1 f", "p2 cc"], "deal_over"),
        (["p3 f", "p1 f", "d db 2c7h9d"], "no_deal_due"),
    ],
)
def test_lines_that_fail(lines: list[str], code: str) -> None:
    assert refused("NT", [*DEALT3, *lines]) == (3 + len(lines), code)


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["d dh p2 KsKd"], "wrong_deal"),
        (["d dh p1 As"], "wrong_deal"),
        (["d dh p1 AsAdAh"], "wrong_deal"),
        (["d dh p1 AsAs"], "card_twice"),
        (["p3 f"], "deal_due"),
    ],
)
def test_first_lines_that_fail(lines: list[str], code: str) -> None:
    assert refused("NT", lines) == (1, code)


# ── showing ──────────────────────────────────────────────────────────────────────────────────────

LIMPED = [*DEALT3, "p3 cc", "p1 cc", "p2 cc", *streets(["p1 cc", "p2 cc", "p3 cc"])]
BET = [*LIMPED[:-2], "p2 cbr 20", "p3 cc", "p1 cc"]


def net(lines: list[str], **keys: object) -> list[int]:
    found = told("NT", lines, **keys)
    assert found["complete"]
    net: list[int] = found["net"]
    return net


def test_nobody_has_to_be_mentioned() -> None:
    shown = [*BET, "p2 sm KsKd", "p3 sm QsQd", "p1 sm AsAd"]
    assert told("NT", BET) == told("NT", shown)
    assert net(BET) == [60, -30, -30]


def test_a_muck_gives_up_the_hand() -> None:
    assert net([*BET, "p2 sm KsKd", "p3 sm", "p1 sm"]) == [-30, 60, -30]
    found = told("NT", [*BET, "p2 sm KsKd", "p3 sm", "p1 sm AsAd"])
    assert [hand["player"] for hand in found["hands"]] == ["p1", "p2"]
    # All others have given up: what is left need not be shown, and is not given up.
    assert net([*BET, "p2 sm", "p3 sm"]) == [60, -30, -30]
    assert refused("NT", [*BET, "p2 sm", "p3 sm", "p1 sm"]) == (len(BET) + 3, "no_such_action")
    assert net([*BET, "p2 sm", "p3 sm", "p1 sm AsAd"]) == [60, -30, -30]
    assert refused("NT", [*BET, "p2 sm", "p2 sm KsKd"]) == (len(BET) + 2, "no_such_action")


def test_pots_of_a_hand_that_was_given_up_are_won_by_others() -> None:
    lines = [*ALL_IN, *BOARD, "p3 sm QsQd", "p1 sm", "p2 sm KsKd"]
    found = told("NT", lines, **STACKS)
    assert found["pots"] == [{"amount": 1100, "winners": {"p2": 1100}}]
    assert found["finishing_stacks"] == [0, 1100, 500]


HANDS = {"p1": "AsAd", "p2": "KsKd", "p3": "QsQd"}


@pytest.mark.parametrize("order", [["p2", "p3", "p1"], ["p2", "p1"], ["p3", "p1"], ["p1"], ["p3"]])
def test_the_order_of_showing(order: list[str]) -> None:
    # SD-01: whoever bet last on the river begins, then clockwise; who is not mentioned shows.
    assert told("NT", [*BET, *(f"{who} sm {HANDS[who]}" for who in order)]) == told("NT", BET)


@pytest.mark.parametrize("order", [["p1", "p2", "p3"], ["p3", "p2"], ["p2", "p1", "p3"]])
def test_another_order_is_refused(order: list[str]) -> None:
    lines = [*BET, *(f"{who} sm {HANDS[who]}" for who in order)]
    first = len(BET) + 1 if order[0] != "p2" else len(BET) + 2
    assert refused("NT", lines) == (first, "not_your_turn")


def test_without_a_bet_the_first_to_act_shows_first() -> None:
    assert told("NT", [*LIMPED, "p1 sm AsAd", "p2 sm", "p3 sm"])["complete"]
    lines = [*LIMPED, "p2 sm KsKd", "p1 sm AsAd"]
    assert refused("NT", lines) == (len(LIMPED) + 1, "not_your_turn")


@pytest.mark.parametrize("before", [0, 1, 2, 3])
def test_with_somebody_all_in_any_order_goes(before: int) -> None:
    shows = ["p2 sm KsKd", "p3 sm QsQd", "p1 sm AsAd"]
    lines = [*ALL_IN, *shows[:before], *BOARD, *shows[before:]]
    assert net(lines, **STACKS) == [200, 300, -500]
    mixed = [*ALL_IN, shows[0], FLOP, shows[1], TURN, "p1 sm -", RIVER, *shows]
    assert told("NT", mixed, **STACKS) == told("NT", lines, **STACKS)
    assert refused("NT", [*ALL_IN, shows[0], "p2 sm"], **STACKS) == (8, "no_such_action")


def test_hands_lie_open_from_their_line_on() -> None:
    lines = [*ALL_IN, "p3 sm QsQd", FLOP, "p1 sm -", TURN, RIVER]
    replayed = replay(read(text("NT", lines, **STACKS)))
    story = [
        (step.action, event.seat)
        for step in replayed.steps
        for event in step.events
        if isinstance(event, Shown)
    ]
    # p2, whom no line mentions, shows at the end.
    assert story == [(7, 2), (9, 0), (11, 1)]


def test_a_hand_given_up_before_the_board() -> None:
    lines = [*ALL_IN, "p2 sm", *BOARD]
    assert net(lines, **STACKS) == [200, -500, 300]
    # Whoever is left needs no board.
    last = [*ALL_IN, "p1 sm", "p2 sm"]
    found = told("NT", last, **STACKS)
    assert found["complete"]
    assert found["net"] == [-100, -500, 600]
    assert found["hands"] == []
    assert refused("NT", [*last, FLOP], **STACKS) == (9, "no_deal_due")
    assert refused("NT", [*last, "p3 sm"], **STACKS) == (9, "no_such_action")
    assert net([*last, "p3 sm QsQd"], **STACKS) == [-100, -500, 600]
    events = replay(read(text("NT", last, **STACKS))).events
    assert not any(isinstance(event, Dealt) and event.seat is None for event in events)
    assert sum(isinstance(event, Acted) and event.seat == 1 for event in events) == 2


def test_after_folds_the_winner_may_show() -> None:
    folded = [*DEALT3, "p3 f", "p1 f"]
    for line in ("p2 sm KsKd", "p2 sm -", "p2 sm KdKs"):
        assert told("NT", [*folded, line]) == told("NT", folded)
    shown = replay(read(text("NT", [*folded, "p2 sm KsKd", "p2 sm KsKd"])))
    assert [event.seat for event in shown.events if isinstance(event, Shown)] == [1]
    for line in ("p2 sm", "p1 sm AsAd", "p3 sm"):
        assert refused("NT", [*folded, line]) == (6, "no_such_action")
    assert refused("NT", [*folded, "p2 sm KsKh"]) == (6, "other_cards")


def test_after_the_end_a_mucked_hand_may_still_be_shown() -> None:
    mucked = [*BET, "p2 sm KsKd", "p3 sm", "p1 sm"]
    for line in ("p1 sm AsAd", "p1 sm -"):
        found = told("NT", [*mucked, line, "p3 sm QsQd"])
        # The pot stays where it went; what lies open is told.
        assert found["net"] == [-30, 60, -30]
        assert [hand["player"] for hand in found["hands"]] == ["p1", "p2", "p3"]
    assert [hand["player"] for hand in told("NT", mucked)["hands"]] == ["p2"]
    # Not before the others have decided; no other hand; and nobody gives up anything any more.
    early = [*BET, "p2 sm KsKd", "p3 sm", "p3 sm QsQd"]
    assert refused("NT", early) == (len(early), "no_such_action")
    assert refused("NT", [*mucked, "p1 sm AsAh"]) == (len(mucked) + 1, "other_cards")
    assert refused("NT", [*mucked, "p1 sm"]) == (len(mucked) + 1, "no_such_action")


def test_after_the_end_hands_may_be_shown_again() -> None:
    shown = [*BET, "p2 sm KsKd", "p3 sm QsQd", "p1 sm AsAd"]
    assert told("NT", [*shown, "p1 sm AdAs", "p2 sm -"]) == told("NT", BET)
    assert refused("NT", [*shown, "p1 sm"]) == (len(shown) + 1, "no_such_action")
    assert refused("NT", [*shown, "p1 cc"]) == (len(shown) + 1, "deal_over")


# ── unknown cards ────────────────────────────────────────────────────────────────────────────────

HIDDEN = ["d dh p1 ????", "d dh p2 KsKd", "d dh p3 ????", *BET[3:]]


def test_unknown_hands_become_known_where_they_are_shown() -> None:
    shown = [*HIDDEN, "p2 sm KsKd", "p3 sm QsQd", "p1 sm AsAd"]
    assert told("NT", shown) == told("NT", BET)
    # Who does not show, and is not known, leaves it open who has won.
    some = told("NT", [*HIDDEN, "p2 sm KsKd", "p1 sm AsAd"])
    assert some["complete"] is False
    assert "pots" not in some
    assert some["finishing_stacks"] == [70, 70, 70]
    assert [hand["player"] for hand in some["hands"]] == ["p1", "p2"]
    assert told("NT", [*HIDDEN, "p2 sm KsKd", "p3 sm", "p1 sm AsAd"])["net"] == [60, -30, -30]
    assert told("NT", [*HIDDEN, "p2 sm KsKd", "p3 sm", "p1 sm"])["net"] == [-30, 60, -30]
    number = len(HIDDEN) + 2
    assert refused("NT", [*HIDDEN, "p2 sm KsKd", "p3 sm QsKd"]) == (number, "card_twice")
    assert refused("NT", [*HIDDEN, "p2 sm KsKd", "p3 sm Qs2c"]) == (number, "card_twice")
    assert refused("NT", [*HIDDEN, "p2 sm KsKd", "p3 sm Qs"]) == (number, "other_cards")


def test_unknown_hands_may_fold_or_win_unseen() -> None:
    unseen = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]
    assert told("NT", [*unseen, "p3 f", "p1 f"])["net"] == [-5, 5, 0]
    found = told("NT", [*unseen, "p3 f", "p1 f", "p2 sm KsKd"])
    assert found["net"] == [-5, 5, 0]
    assert found["hands"] == []


def test_all_in_hands_that_become_known_during_the_board() -> None:
    lines = ["d dh p1 As??", "d dh p2 ????", *ALL_IN[2:], "p1 sm AsAd", FLOP]
    lines += ["p2 sm KsKd", TURN, RIVER]
    assert net(lines, **STACKS) == [200, 300, -500]


def test_an_unknown_board_can_be_dealt() -> None:
    lines = [*ALL_IN, "d db 2c??9d", "d db ??", RIVER]
    found = told("NT", lines, **STACKS)
    assert found["complete"] is False
    assert found["hands"] == []
    assert found["finishing_stacks"] == [0, 0, 500]
