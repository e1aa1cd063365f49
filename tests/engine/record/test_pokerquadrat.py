"""Records of Pokerquadrat: the format's example, faults, unknown cards, round trips."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Setup
from engine.games.pokerquadrat import Carry, Options, Pokerquadrat
from engine.kit.shuffle import shuffle
from engine.play import at_random, play
from engine.record import read, replay, replay_text, summary, write
from engine.values.chance import Dice
from engine.values.events import Acted, Dealt, Scored
from engine.values.secret import opened_all, redact
from tests.engine.record.building import failing

GAME = Pokerquadrat()

HANDS = ["d dh p1 KsKh7h", "d dh p2 5s5h8s"]
# records.md, "squares, stopped early".
EXAMPLE = [
    *HANDS,
    *("p1 place Ks a1", "d dh p1 7d", "p2 place 5s a2", "d dh p2 Kc"),
    *("p1 place Kh b1", "d dh p1 Th", "p2 place Kc d1", "d dh p2 5c"),
    *("p1 place 7h c1", "d dh p1 9c", "p2 place 8s c2", "d dh p2 2d"),
    *("p1 place 7d e1", "d dh p1 6s"),
]


def record(lines: list[str], *more: str, players: str = '"Anna", "Ben"') -> str:
    quoted = ", ".join(f'"{line}"' for line in lines)
    keys = "\n".join(['variant = "pokerquadrat"', f"players = [{players}]", *more])
    return f"{keys}\nactions = [{quoted}]\n"


def told(lines: list[str], *more: str) -> dict[str, Any]:
    found = replay_text(record(lines, *more))
    assert "error" not in found, found
    return found


def test_the_formats_example() -> None:
    text = record(EXAMPLE, "_rules = { target = 75 }")
    assert read(text).options == Options(target=75)
    assert read(text).setup == Setup(2, 1, Carry())
    assert replay_text(text) == {
        "variant": "pokerquadrat",
        "complete": False,
        "net": [0, 0],
        "rows": [10, 0, 0, 0, 0],
        "columns": [0, 0, 0, 0, 0],
        "total": 10,
        "won": None,
    }


def test_a_record_may_stop_anywhere() -> None:
    for count in range(len(EXAMPLE) + 1):
        found = told(EXAMPLE[:count])
        assert not found["complete"]
        assert found["won"] is None
        assert found["total"] == (10 if count >= 15 else 0)


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("open_hands = true", Options(open_hands=True)),
        ("target = 60, hand_size = 3", Options()),
        ("target = 45, open_hands = false", Options(target=45)),
    ],
)
def test_rules_of_the_header(rules: str, options: Options) -> None:
    assert read(record(EXAMPLE, f"_rules = {{ {rules} }}")).options == options
    assert told(EXAMPLE, f"_rules = {{ {rules} }}")["total"] == 10


def test_hands_of_two() -> None:
    lines = ["d dh p1 KsKh", "d dh p2 5s5h", "p1 place Ks e5", "d dh p1 7d"]
    assert told(lines, "_rules = { hand_size = 2 }")["total"] == 0
    assert failing(record(lines)) == (1, "wrong_deal")


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        (("_rules = { goal = 60 }",), "unknown_rule"),
        (("_rules = { target = 0 }",), "bad_rule"),
        (("_rules = { target = 60.5 }",), "bad_rule"),
        (("_rules = { hand_size = 4 }",), "bad_rule"),
        (("_rules = { open_hands = 1 }",), "bad_rule"),
        (("_rules = 60",), "bad_value"),
    ],
)
def test_headers_that_are_refused(keys: tuple[str, ...], code: str) -> None:
    assert failing(record(EXAMPLE, *keys)) == (0, code)


@pytest.mark.parametrize("players", ['"Anna"', '"Anna", "Ben", "Carla"'])
def test_it_is_for_two(players: str) -> None:
    assert failing(record(EXAMPLE, players=players)) == (0, "player_count")


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([*HANDS, "p2 place 5s a1"], (3, "not_your_turn")),
        ([*HANDS, "p1 place 5s a1"], (3, "not_your_cards")),
        ([*HANDS, "p1 pass"], (3, "no_such_action")),
        ([*HANDS, "p3 place Ks a1"], (3, "no_such_player")),
        ([*HANDS, "p1 place Ks a1", "p2 place 5s a2"], (4, "deal_due")),
        ([*HANDS, "p1 place Ks a1", "d dh p2 7d"], (4, "wrong_deal")),
        ([*HANDS, "p1 place Ks a1", "d dh p1 7d7c"], (4, "wrong_deal")),
        ([*HANDS, "p1 place Ks a1", "d dh p1 Ks"], (4, "card_twice")),
        ([*HANDS, "p1 place Ks a1", "d dh p1 5s"], (4, "card_twice")),
        ([*EXAMPLE[:4], "p2 place 5s a1"], (5, "cell_taken")),
        ([*EXAMPLE[:6], "p1 place Ks b1"], (7, "not_your_cards")),
        ([HANDS[0], "d dh p2 5s5hKs"], (2, "card_twice")),
        ([HANDS[1]], (1, "wrong_deal")),
        ([*HANDS, "d dh p1 7d"], (3, "no_deal_due")),
        ([*HANDS, "p1 sm KsKh7h"], (3, "too_early")),
        ([*HANDS, "p1 place Ks"], (3, "bad_line")),
        ([*HANDS, "p1 place Ks a1 b1"], (3, "bad_line")),
        ([*HANDS, "p1 place Ks 1a"], (3, "bad_line")),
        ([*HANDS, "p1 place Ks a6"], (3, "bad_line")),
        ([*HANDS, "p1 place Ks A1"], (3, "bad_line")),
        ([*HANDS, "p1 place KsKh a1"], (3, "bad_line")),
        ([*HANDS, "p1 place ?? a1"], (3, "bad_line")),
    ],
)
def test_faults(lines: list[str], fault: tuple[int, str]) -> None:
    assert failing(record(lines)) == fault


# ── unknown cards ──────────────────────────────────────────────────────────────────────────────

OWN = [
    *("d dh p1 KsKh7h", "d dh p2 ??????"),
    *("p1 place Ks a1", "d dh p1 7d", "p2 place 5s a2", "d dh p2 ??"),
    *("p1 place Kh b1", "d dh p1 Th", "p2 place Kc d1", "d dh p2 ??"),
    *("p1 place 7h c1", "d dh p1 9c", "p2 place 8s c2", "d dh p2 ??"),
    *("p1 place 7d e1", "d dh p1 6s"),
]


def test_a_partners_cards_become_known_where_they_are_placed() -> None:
    assert told(OWN) == told(EXAMPLE)


def test_an_unknown_card_is_none_that_lies_elsewhere() -> None:
    twice = [line.replace("place 5s", "place 7h") for line in OWN[:6]]
    assert failing(record(twice)) == (5, "not_your_cards")
    again = [line.replace("d dh p1 Th", "d dh p1 5s") for line in OWN]
    assert failing(record(again)) == (8, "card_twice")


def test_more_cannot_be_placed_than_is_unknown() -> None:
    # The first three of the partner's are known, so the fourth can't be another.
    lines = [*EXAMPLE[:5], "d dh p2 ??", "p1 place Kh b1", "d dh p1 Th", "p2 place Kc d1"]
    assert told(lines)["total"] == 0
    lines = [*lines, "d dh p2 6h", "p1 place 7h c1", "d dh p1 9c", "p2 place 2c e5"]
    assert failing(record(lines)) == (13, "not_your_cards")


# ── round trips ────────────────────────────────────────────────────────────────────────────────

deals = st.builds(
    lambda *values: values,
    st.integers(1, 500),
    st.booleans(),
    st.sampled_from([2, 3]),
    st.integers(0, 1),
    st.binary(min_size=32, max_size=32),
)


@settings(max_examples=40, deadline=None)
@given(deals, st.integers(0, 100))
def test_what_is_written_plays_back_the_same(values: tuple[Any, ...], cut: int) -> None:
    target, open_hands, size, button, seed = values
    options = Options(target=target, open_hands=open_hands, hand_size=size)
    setup = Setup(2, button, Carry())
    played = play(GAME, options, setup, shuffle(seed), at_random(Dice(seed)))
    text = write(GAME, options, setup, ["Anna", "Ben"], played.events)
    got = read(text)
    assert got.options == options
    # p1 begins: whoever sits left of the dealer.
    assert got.names == (("Ben", "Anna") if button == 0 else ("Anna", "Ben"))
    again = replay(got)
    found = summary(again)
    scored = played.events[-1]
    assert isinstance(scored, Scored)
    assert found["complete"]
    assert found["won"] is (scored.code == "success")
    assert (found["total"], sum(found["rows"])) == (scored.facts["points"], scored.facts["rows"])
    assert sum(found["columns"]) == scored.facts["columns"]
    assert again.events[-1] == scored
    assert [event.action for event in again.events if isinstance(event, Acted)] == [
        event.action for event in played.events if isinstance(event, Acted)
    ]
    assert _dealt(again.events) == _dealt(played.events)
    rewritten = write(GAME, options, got.setup, got.names, again.events)
    assert rewritten == text
    # What each of them may read says the same of the square.
    for seat in (0, 1):
        seen = [redact(event, seat) for event in played.events]
        own = write(GAME, options, setup, ["Anna", "Ben"], seen)
        assert ("?" in own) is not open_hands
        assert replay_text(own) == found
    # Cut off before the last card, it is a record still.
    events = played.events[: cut % (len(played.events) - 1)]
    part = replay_text(write(GAME, options, setup, ["Anna", "Ben"], events))
    assert "error" not in part
    assert not part["complete"]


def _dealt(events: Any) -> list[Any]:
    return [opened_all(event.cells) for event in events if isinstance(event, Dealt)]
