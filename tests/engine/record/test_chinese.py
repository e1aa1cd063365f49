"""Records of Chinese poker: the format's example, faults, unknown cards, round trips."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Setup
from engine.games.chinese.closed import Chinese, Options
from engine.games.chinese.state import Carry
from engine.kit.shuffle import shuffle
from engine.play import at_random, play
from engine.record import read, replay, replay_text, summary, write
from engine.values.chance import Dice
from engine.values.events import Counted, Shown
from engine.values.secret import redact
from tests.engine.record.building import failing

GAME = Chinese()

HANDS = [
    "d dh p1 3s4c4d5h8d8h8s9c9hAcKdKsQd",
    "d dh p2 2h2s3h6d6h6s7c7dJhKcQcQsTh",
]
BEN = "p2 set 6s6dKc QsQc7d7c2s JhTh6h3h2h"
ANNA = "p1 set AcQd5h KsKd9c9h3s 8s8h8d4c4d"
# records.md, "Chinese, the second player was ready first".
EXAMPLE = [*HANDS, BEN, ANNA]


def record(lines: list[str], *more: str, players: str = '"Anna", "Ben"') -> str:
    quoted = ", ".join(f'"{line}"' for line in lines)
    keys = "\n".join(['variant = "chinese"', f"players = [{players}]", *more])
    return f"{keys}\nactions = [{quoted}]\n"


def told(lines: list[str], *more: str, players: str = '"Anna", "Ben"') -> dict[str, Any]:
    found = replay_text(record(lines, *more, players=players))
    assert "error" not in found, found
    return found


def test_the_formats_example() -> None:
    text = record(EXAMPLE, '_rules = { royalties = "usual" }')
    assert read(text).options == Options(royalties="usual")
    assert read(text).setup == Setup(2, 1, Carry())
    assert replay_text(text) == {
        "variant": "chinese",
        "complete": True,
        "net": [1, -1],
        "fouls": [False, False],
        "rows": {"p1-p2": {"front": -1, "middle": 1, "back": 1, "extra": 0}},
        "hands": [
            {"player": "p1", "front": "AcQd5h", "middle": "KsKd9c9h3s", "back": "8s8h8d4c4d"},
            {"player": "p2", "front": "6s6dKc", "middle": "QsQc7d7c2s", "back": "JhTh6h3h2h"},
        ],
    }


def test_the_order_of_arrival_is_free() -> None:
    assert told([*HANDS, ANNA, BEN]) == told(EXAMPLE)


def test_a_record_may_stop_anywhere() -> None:
    for count in range(len(EXAMPLE)):
        found = told(EXAMPLE[:count])
        assert not found["complete"]
        assert found["net"] == [0, 0]
        assert found["hands"] == []
        assert found["fouls"] == [False, False]
        assert found["rows"] == {"p1-p2": {"front": 0, "middle": 0, "back": 0, "extra": 0}}


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ('scoring = "2-4"', Options(scoring="2-4")),
        ('royalties = "hawaiian", surrender = 3', Options(royalties="hawaiian", surrender=3)),
        ('royalties = "none", special_hands = true', Options(special_hands=True)),
        ("surrender = 0", Options()),
        (
            "royalties = { front_three = 5, back_four = 6 }",
            Options("scoop", "own", 5, 0, 0, 0, 6, 0),
        ),
        (
            "royalties = { front_three = 1, middle_full_house = 2, middle_four = 3, "
            "middle_straight_flush = 4, back_four = 5, back_straight_flush = 6 }",
            Options("scoop", "own", 1, 2, 3, 4, 5, 6),
        ),
    ],
)
def test_rules_of_the_header(rules: str, options: Options) -> None:
    text = record(EXAMPLE, f"_rules = {{ {rules} }}")
    assert read(text).options == options
    written = write(GAME, options, read(text).setup, ["", ""], replay(read(text)).events)
    assert read(written).options == options


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ("_rules = { target = 60 }", "unknown_rule"),
        ("_rules = { front_three = 3 }", "unknown_rule"),
        ('_rules = { royalties = "own" }', "bad_rule"),
        ('_rules = { royalties = "pagat" }', "bad_rule"),
        ("_rules = { royalties = { front_pair = 3 } }", "bad_rule"),
        ("_rules = { royalties = { front_three = -1 } }", "bad_rule"),
        ('_rules = { royalties = { front_three = "3" } }', "bad_rule"),
        ("_rules = { royalties = { front_three = 3 }, cards = 13 }", "unknown_rule"),
        ("_rules = { surrender = true }", "bad_rule"),
        ('_rules = { scoring = "3-6" }', "bad_rule"),
        ("_rules = 60", "bad_value"),
    ],
)
def test_headers_that_are_refused(keys: str, code: str) -> None:
    assert failing(record(EXAMPLE, keys)) == (0, code)


@pytest.mark.parametrize("count", [1, 5])
def test_it_is_for_two_to_four(count: int) -> None:
    players = ", ".join(['"A"'] * count)
    assert failing(record(EXAMPLE, players=players)) == (0, "player_count")


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([HANDS[0], ANNA], (2, "deal_due")),
        ([HANDS[1]], (1, "wrong_deal")),
        ([HANDS[0][:-2]], (1, "wrong_deal")),
        ([HANDS[0], HANDS[1].replace("2h", "Ac")], (2, "card_twice")),
        ([*HANDS, BEN, BEN], (4, "already_set")),
        ([*EXAMPLE, ANNA], (5, "deal_over")),
        ([*HANDS, ANNA.replace("Ac", "2h")], (3, "not_your_cards")),
        ([*HANDS, ANNA.replace("Ac", "Qd")], (3, "wrong_rows")),
        ([*HANDS, "p1 set AcQd KsKd9c9h3s 8s8h8d4c4d"], (3, "wrong_rows")),
        ([*HANDS, "p1 set AcQd5h KsKd9c9h3s"], (3, "bad_line")),
        ([*HANDS, "p1 set AcQd5h KsKd9c9h3s 8s8h8d4c4x"], (3, "bad_line")),
        ([*HANDS, "p1 set ??Qd5h KsKd9c9h3s 8s8h8d4c4d"], (3, "not_your_cards")),
        ([*HANDS, "p1 surrender"], (3, "no_such_action")),
        ([*HANDS, "p1 surrender 3"], (3, "bad_line")),
        ([*HANDS, "p1 declare dragon"], (3, "no_such_action")),
        ([*HANDS, "p1 declare royal_flush"], (3, "bad_line")),
        ([*HANDS, "p1 place Ac front"], (3, "no_such_action")),
        ([*HANDS, "p1 discard Ac"], (3, "no_such_action")),
        ([*HANDS, "p3 surrender"], (3, "no_such_player")),
        ([*HANDS, "p1 sm AcQd5hKsKd9c9h3s8s8h8d4c4d"], (3, "too_early")),
    ],
)
def test_lines_that_are_refused(lines: list[str], fault: tuple[int, str]) -> None:
    assert failing(record(lines)) == fault


def test_a_foul_is_accepted_and_loses() -> None:
    foul = "p1 set KsKd9c AcQd5h3s4c 8s8h8d9h4d"
    found = told([*HANDS, BEN, foul])
    assert found["net"] == [-6, 6]
    assert found["fouls"] == [True, False]
    assert found["rows"] == {"p1-p2": {"front": -1, "middle": -1, "back": -1, "extra": -3}}


# ── surrender and special hands ────────────────────────────────────────────────────────────────

DRAGON = "2c3d4h5s6c7d8h9sTcJdQhKsAc"
PAIRS = "2d2h5c5d7h7s9c9dJcJhKcKdAh"
SPECIAL = '_rules = { special_hands = true, surrender = 3, royalties = "usual" }'
DEALT = [f"d dh p1 {DRAGON}", f"d dh p2 {PAIRS}"]


def test_special_hands() -> None:
    found = told([*DEALT, "p2 declare six_pairs", "p1 declare dragon"], SPECIAL)
    assert found["net"] == [13, -13]
    assert found["rows"] == {"p1-p2": {"front": 0, "middle": 0, "back": 0, "extra": 13}}
    assert found["hands"] == [
        {"player": "p1", "special": "dragon"},
        {"player": "p2", "special": "six_pairs"},
    ]


def test_a_surrender_pays_a_special_hand_its_value() -> None:
    found = told([*DEALT, "p2 surrender", "p1 declare dragon"], SPECIAL)
    assert found["net"] == [13, -13]
    assert found["hands"][1] == {"player": "p2", "surrender": True}


def test_a_surrender_among_three() -> None:
    lines = [*HANDS, "d dh p3 2c2d3c3d4h4s5c5d6c7h7s9dTc", ANNA, "p3 surrender", BEN]
    found = told(lines, "_rules = { surrender = 3 }", players='"A", "B", "C"')
    assert found["net"] == [4, 2, -6]
    assert found["rows"]["p1-p3"] == {"front": 0, "middle": 0, "back": 0, "extra": 3}


def test_false_claims_are_refused() -> None:
    assert failing(record([*DEALT, "p2 declare dragon"], SPECIAL)) == (3, "no_special_hand")
    late = [f"d dh p1 {'??' * 13}", DEALT[1], "p1 declare six_pairs", "p2 declare six_pairs"]
    assert failing(record([*late, f"p1 sm {DRAGON}"], SPECIAL)) == (3, "no_special_hand")


# ── unknown cards ──────────────────────────────────────────────────────────────────────────────

CLOSED = [f"d dh p1 {'??' * 13}", HANDS[1]]


def test_a_hand_becomes_known_when_it_is_set() -> None:
    assert told([*CLOSED, BEN, ANNA]) == told(EXAMPLE)
    assert failing(record([*CLOSED, BEN, ANNA.replace("Ac", "2h")])) == (4, "not_your_cards")


def test_a_claim_that_nobody_can_check_is_believed() -> None:
    lines = [f"d dh p1 {'??' * 13}", DEALT[1], "p1 declare dragon", "p2 declare six_pairs"]
    found = told(lines, SPECIAL)
    assert found["net"] == [13, -13]
    assert told([*lines, f"p1 sm {DRAGON}"], SPECIAL) == found


def test_what_is_given_up_stays_unknown() -> None:
    found = told([*CLOSED, "p1 surrender", BEN], "_rules = { surrender = 3 }")
    assert found["complete"]
    assert found["net"] == [-3, 3]


# ── round trips ────────────────────────────────────────────────────────────────────────────────

OPTIONS = st.sampled_from(
    [
        Options(),
        Options(royalties="usual", scoring="2-4"),
        Options(surrender=3, special_hands=True),
        Options(royalties="own", back_four=9, front_three=0),
    ]
)
SEEDS = st.binary(min_size=32, max_size=32)


@given(OPTIONS, SEEDS, st.integers(2, 4), st.integers(0, 1))
@settings(max_examples=60, deadline=None)
def test_what_is_written_reads_as_it_was(
    options: Options, seed: bytes, players: int, button: int
) -> None:
    setup = Setup(players, button, Carry())
    played = play(GAME, options, setup, shuffle(seed), at_random(Dice(seed)))
    names = [f"N{seat}" for seat in range(players)]
    text = write(GAME, options, setup, names, played.events)
    again = replay(read(text))
    assert played.result is not None
    net = [played.result.net[(button + p) % players] for p in range(1, players + 1)]
    assert summary(again)["net"] == net
    assert len(again.events) == len(played.events)
    assert write(GAME, options, read(text).setup, read(text).names, again.events) == text
    # As each of them could tell it, and somebody who looked on.
    for seat in (*range(players), None):
        told = [redact(event, seat) for event in played.events]
        found = replay_text(write(GAME, options, setup, names, told))
        expected = summary(again)
        if options.special_hands:
            # Hands that were given up are unknown, and nothing depends on them.
            assert found["net"] == expected["net"]
        else:
            assert found == expected


def test_it_is_told_in_the_order_of_the_record() -> None:
    events = replay(read(record(EXAMPLE))).events
    assert [event.seat for event in events if isinstance(event, Shown)] == [0, 1]
    assert [event.points for event in events if isinstance(event, Counted)] == [1, -1]
