"""Records of open-face Chinese poker and Pineapple: the format's example, faults, round trips."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import AnyGame, Setup
from engine.games.chinese.open_state import Options, PineappleOptions
from engine.games.chinese.openface import OpenFace, Pineapple
from engine.games.chinese.state import Carry
from engine.kit.shuffle import shuffle
from engine.play import at_random, play
from engine.record import read, replay, replay_text, summary, write
from engine.values.chance import Dice
from engine.values.events import Scored, Shown
from engine.values.secret import redact
from tests.engine.record.building import failing

# records.md, "Pineapple with p2 in Fantasyland, stopped early".
FIVE = [
    "d dh p1 QdJs9s9h5d",
    *("p1 place Qd front", "p1 place Js back", "p1 place 9s middle"),
    *("p1 place 9h middle", "p1 place 5d front"),
]
FOURTEEN = "d dh p2 AcAdAh2c3c4c5c6c7d7h7s8dTdJd"
SET = "p2 set AcAdAh 7d7h7s8dTd 2c3c4c5c6c"
THREE = ["d dh p1 Qh9dKs", "p1 place Qh front", "p1 place 9d middle", "p1 discard Ks"]
EXAMPLE = [*FIVE, FOURTEEN, SET, *THREE]
LAND = "_fantasyland = [0, 14]"


def record(lines: list[str], *more: str, variant: str = "pineapple", players: int = 2) -> str:
    quoted = ", ".join(f'"{line}"' for line in lines)
    names = ", ".join(['"N"'] * players)
    keys = "\n".join([f'variant = "{variant}"', f"players = [{names}]", *more])
    return f"{keys}\nactions = [{quoted}]\n"


def told(lines: list[str], *more: str, variant: str = "pineapple") -> dict[str, Any]:
    found = replay_text(record(lines, *more, variant=variant))
    assert "error" not in found, found
    return found


NOTHING = {
    "complete": False,
    "net": [0, 0],
    "hands": [],
    "rows": {"p1-p2": {"front": 0, "middle": 0, "back": 0, "extra": 0}},
    "fouls": [False, False],
    "royalties": [0, 0],
    "fantasyland": [0, 0],
}


def test_the_formats_example() -> None:
    text = record(EXAMPLE, LAND)
    assert read(text).options == PineappleOptions()
    assert read(text).setup == Setup(2, 1, Carry((0, 14)))
    assert replay_text(text) == {"variant": "pineapple", **NOTHING}


def test_a_record_may_stop_anywhere() -> None:
    for count in range(len(EXAMPLE) + 1):
        assert told(EXAMPLE[:count], LAND) == {"variant": "pineapple", **NOTHING}


def test_fantasyland_is_set_at_any_time_after_its_cards() -> None:
    for place in range(len(THREE) + 1):
        lines = [*FIVE, FOURTEEN, *THREE[:place], SET, *THREE[place:]]
        assert told(lines, LAND) == {"variant": "pineapple", **NOTHING}
    assert failing(record([*FIVE, SET], LAND)) == (7, "deal_due")
    assert failing(record([SET], LAND)) == (1, "deal_due")
    assert failing(record([FIVE[0], SET], LAND)) == (2, "not_your_turn")


def whole() -> list[str]:
    """The example to its end: p1 makes queens over three nines over four jacks."""
    return [
        *FIVE,
        FOURTEEN.replace("Jd", "Kd"),
        "p2 set 7d7h7s AcAdAh8dTd 2c3c4c5c6c",
        *THREE,
        *("d dh p1 JcJd2s", "p1 place Jc back", "p1 place Jd back", "p1 discard 2s"),
        *("d dh p1 JhTs2d", "p1 place Jh back", "p1 place Ts back", "p1 discard 2d"),
        *("d dh p1 8c8h2h", "p1 place 8c middle", "p1 place 8h middle", "p1 discard 2h"),
    ]


def test_a_whole_deal() -> None:
    """Queens are 7, the full house in the middle 12, four jacks behind 10: 29.

    Three sevens in front are 15, the aces 2, the straight flush behind 15: 32.
    """
    found = told(whole(), LAND)
    assert found == {
        "variant": "pineapple",
        "complete": True,
        "net": [29 - 32 - 1, 32 - 29 + 1],
        "hands": [
            {"player": "p1", "front": "Qd5dQh", "middle": "9s9h9d8c8h", "back": "JsJcJdJhTs"},
            {"player": "p2", "front": "7d7h7s", "middle": "AcAdAh8dTd", "back": "2c3c4c5c6c"},
        ],
        "rows": {"p1-p2": {"front": -1, "middle": 1, "back": -1, "extra": 0}},
        "fouls": [False, False],
        "royalties": [29, 32],
        "fantasyland": [14, 14],
    }


def test_the_whole_deal_by_other_royalties() -> None:
    none = told(whole(), LAND, '_rules = { royalties = "none" }')
    assert (none["net"], none["royalties"]) == ([-1, 1], [0, 0])
    replaced = told(whole(), LAND, '_rules = { royalties = "replace" }')
    assert replaced["rows"]["p1-p2"] == {"front": -15, "middle": 12, "back": -15, "extra": 0}
    assert (replaced["net"], replaced["royalties"]) == ([-18, 18], [0, 0])
    better = told(whole(), LAND, "_rules = { progressive = true }")
    assert better["fantasyland"] == [14, 17]


def test_classic_is_one_card_a_turn() -> None:
    lines = ["d dh p1 AcAdKcKd2c", *(f"p1 place {one} back" for one in ("Ac", "Ad", "Kc", "Kd"))]
    lines += ["p1 place 2c front", "d dh p2 3c3d4c4d5c"]
    lines += [f"p2 place {one} back" for one in ("3c", "3d", "4c", "4d", "5c")]
    lines += ["d dh p1 6c", "p1 place 6c front", "d dh p2 7c"]
    assert not told(lines, variant="openface")["complete"]
    assert failing(record([*lines, "p2 place 7c back"], variant="openface")) == (16, "row_full")


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ("_fantasyland = [0]", "bad_value"),
        ("_fantasyland = [13, 0]", "bad_value"),
        ("_fantasyland = [15, 0]", "bad_value"),
        ("_fantasyland = 14", "bad_value"),
        ("_fantasyland = [true, 0]", "bad_value"),
        ("_fantasyland = [14, 0]\n_rules = { fantasyland = false }", "bad_value"),
        ("_fantasyland = [18, 0]\n_rules = { progressive = true }", "bad_value"),
        ('_rules = { royalties = "hawaiian" }', "bad_rule"),
        ("_rules = { surrender = 3 }", "unknown_rule"),
    ],
)
def test_headers_that_are_refused(keys: str, code: str) -> None:
    assert failing(record(EXAMPLE, keys)) == (0, code)


def test_progressive_is_a_rule_of_pineapple_alone() -> None:
    rule = "_rules = { progressive = true }"
    assert failing(record([], rule, variant="openface")) == (0, "unknown_rule")
    assert told([], rule, "_fantasyland = [0, 16]")["complete"] is False


def test_of_07_pineapple_is_for_three_at_most() -> None:
    assert failing(record([], players=4)) == (0, "player_count")


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([*FIVE[:3], "p1 place Js middle"], (4, "not_your_cards")),
        ([FIVE[0], "p1 place 3c middle"], (2, "not_your_cards")),
        ([FIVE[0], "p1 place Qd top"], (2, "bad_line")),
        ([FIVE[0], "p1 place Qd a1"], (2, "no_such_action")),
        ([FIVE[0], "p1 discard Qd"], (2, "no_such_action")),
        ([FIVE[0], "p2 place Qd back"], (2, "no_such_action")),
        ([*FIVE, "d dh p1 Qh9dKs"], (7, "wrong_deal")),
        ([*FIVE, FOURTEEN[:-2]], (7, "wrong_deal")),
        ([*FIVE, FOURTEEN.replace("Ac", "Qd")], (7, "card_twice")),
        ([*FIVE, FOURTEEN, SET, SET], (9, "already_set")),
        ([*FIVE, FOURTEEN, SET.replace("8d", "Kc")], (8, "not_your_cards")),
        ([*FIVE, FOURTEEN, SET, THREE[0], "p1 discard Ks"], (10, "lay_first")),
        ([*FIVE, FOURTEEN, SET, *THREE[:3], "p1 place Ks back"], (12, "throw_first")),
        ([*FIVE, FOURTEEN, SET, *THREE[:3], "p1 discard Qh"], (12, "not_your_cards")),
        ([*FIVE, FOURTEEN, SET, *THREE[:3], "p1 discard KsQh"], (12, "bad_line")),
        ([*FIVE, FOURTEEN, SET, *THREE[:3], "d dh p1 2c"], (12, "no_deal_due")),
        ([*whole(), "p1 discard 2h"], (len(whole()) + 1, "deal_over")),
        ([*whole(), "d dh p1 2h"], (len(whole()) + 1, "no_deal_due")),
    ],
)
def test_lines_that_are_refused(lines: list[str], fault: tuple[int, str]) -> None:
    assert failing(record(lines, LAND)) == fault


def test_a_card_in_two_hands_is_refused() -> None:
    """cases.md C3: the same card with two players."""
    lines = [*FIVE, FOURTEEN, SET, "d dh p1 Qh9dAc"]
    assert failing(record(lines, LAND)) == (9, "card_twice")


# ── unknown cards ──────────────────────────────────────────────────────────────────────────────


def closed(lines: list[str]) -> list[str]:
    """The same where every dealt card is unknown, and what was thrown away stays so."""
    found = []
    for line in lines:
        if line.startswith("d dh"):
            head, cards = line.rsplit(" ", 1)
            found.append(f"{head} {'??' * (len(cards) // 2)}")
        else:
            found.append("p1 discard ??" if "discard" in line else line)
    return found


def test_cards_become_known_when_they_are_laid_or_set() -> None:
    assert told(closed(whole()), LAND) == told(whole(), LAND)


def test_boards_may_be_shown_at_the_end() -> None:
    shown = "p2 sm 7d7h7sAcAdAh8dTd2c3c4c5c6c"
    assert told([*whole(), shown], LAND) == told(whole(), LAND)
    other = shown.replace("Ac", "Kc")
    assert failing(record([*whole(), other], LAND)) == (len(whole()) + 1, "other_cards")
    assert failing(record([*EXAMPLE, shown], LAND)) == (len(EXAMPLE) + 1, "too_early")


# ── round trips ────────────────────────────────────────────────────────────────────────────────

CASES: list[tuple[AnyGame, Options, tuple[int, ...]]] = [
    (OpenFace(), Options(), (0, 0)),
    (OpenFace(), Options(royalties="replace"), (13, 0, 0, 13)),
    (OpenFace(), Options(royalties="none", fantasyland=False), (0, 0, 0)),
    (Pineapple(), PineappleOptions(), (0, 14)),
    (Pineapple(), PineappleOptions(progressive=True), (17, 0, 15)),
    (Pineapple(), PineappleOptions(), (14, 14, 14)),
]


@given(st.sampled_from(CASES), st.binary(min_size=32, max_size=32), st.integers(0, 1))
@settings(max_examples=80, deadline=None)
def test_what_is_written_reads_as_it_was(
    case: tuple[AnyGame, Options, tuple[int, ...]], seed: bytes, button: int
) -> None:
    game, options, at_once = case
    n = len(at_once)
    setup = Setup(n, button, Carry(at_once))
    played = play(game, options, setup, shuffle(seed), at_random(Dice(seed)))
    names = [f"N{seat}" for seat in range(n)]
    text = write(game, options, setup, names, played.events)
    again = replay(read(text))
    assert played.result is not None
    assert summary(again)["net"] == [played.result.net[(button + p) % n] for p in range(1, n + 1)]
    carry = played.result.carry
    assert isinstance(carry, Carry)
    lands = [carry.at_once[(button + p) % n] for p in range(1, n + 1)]
    assert summary(again)["fantasyland"] == lands
    assert write(game, options, read(text).setup, read(text).names, again.events) == text
    assert sorted(map(str, map(type, again.events))) == sorted(map(str, map(type, played.events)))
    for seat in (*range(n), None):
        told = [redact(event, seat) for event in played.events]
        assert replay_text(write(game, options, setup, names, told)) == summary(again)


def test_what_was_not_opened_yet_is_left_out() -> None:
    """Rows in Fantasyland that others have not seen are no line of theirs."""
    done = replay(read(record(EXAMPLE, LAND)))
    game, setup = Pineapple(), Setup(2, 1, Carry((0, 14)))
    for seat, lines in ((1, 1), (0, 0), (None, 0)):
        told = [redact(event, seat) for event in done.events]
        text = write(game, PineappleOptions(), setup, ["", ""], told)
        assert text.count("p2 set") == lines
        assert replay_text(text) == {"variant": "pineapple", **NOTHING}


def test_the_end_opens_rows_of_fantasyland() -> None:
    events = replay(read(record(whole(), LAND))).events
    assert [event.seat for event in events if isinstance(event, Shown)] == [1]
    assert isinstance(events[-1], Scored)
