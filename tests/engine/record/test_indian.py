"""Records of Indian Poker: the examples of records.md, the vectors of rules.md E, round trips."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.game import Setup
from engine.games import BY_ID
from engine.games.betting.options import ForeheadOptions
from engine.games.betting.state import Carry as BettingCarry
from engine.games.indian.options import Options
from engine.games.indian.state import Carry
from engine.kit.shuffle import shuffle
from engine.play import at_random, play
from engine.record import read, replay, replay_text, summary, write
from engine.values.cards import Card, Hidden
from engine.values.chance import Dice
from engine.values.events import Dealt, Event, Events, Shown
from engine.values.secret import redact
from tests.engine.games.indian_cases import INDIAN, carried
from tests.engine.games.suite import Case


def text(lines: Sequence[str], variant: str = "indian", **keys: Any) -> str:
    """A record: fifty chips and an ante of one for all who are dealt cards, unless `keys` say so.

    `rules`, `pot` and `max_bet` lose their underscore, a key with None is left out.
    """
    players = len({line.split()[2] for line in lines if line.startswith("d dh")})
    header: dict[str, object] = {"variant": variant, "antes": [1] * players}
    header["starting_stacks"] = [50] * players
    own = {"rules", "pot", "max_bet", "preset"}
    header |= {f"_{key}" if key in own else key: value for key, value in keys.items()}
    rows = [f"{key} = {_toml(value)}" for key, value in header.items() if value is not None]
    return "\n".join([*rows, f"actions = {_toml(list(lines))}"]) + "\n"


def _toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return f"{{ {', '.join(f'{key} = {_toml(item)}' for key, item in value.items())} }}"
        case _:
            return str(value)


def dealt(*hands: str) -> list[str]:
    return [f"d dh p{player} {hand}" for player, hand in enumerate(hands, 1)]


def told(lines: Sequence[str], **keys: Any) -> dict[str, Any]:
    found = replay_text(text(lines, **keys))
    assert "error" not in found, found
    return found


def refused(lines: Sequence[str], **keys: Any) -> tuple[int, str]:
    found = replay_text(text(lines, **keys))
    assert "error" in found, found
    return found["error_action"], found["error"]


def names(found: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(hand["player"], hand["name"], hand["cards"]) for hand in found["hands"]]


# ── records.md ──


def test_the_example() -> None:
    found = told([*dealt("Kd", "Qs", "4c"), "p1 cbr 2", "p2 f", "p3 f"], max_bet=5)
    assert found == {
        "variant": "indian",
        "complete": True,
        "net": [2, -1, -1],
        "finishing_stacks": [52, 49, 49],
        "pots": [{"amount": 3, "winners": {"p1": 3}}],
        "returned": {"p1": 2},
        "hands": [],
    }


def test_the_example_of_a_matched_pot() -> None:
    hands = dealt("Kd", "9s", "3c", "Ah")
    lines = [*hands, "p4 out", "p1 in", "p3 in", "p2 in"]
    found = told(lines, rules={"match_pot": True}, pot=4)
    assert found["net"] == [4, -4, -4, 0]
    assert found["pots"] == [{"amount": 4, "winners": {"p1": 4}}]
    assert found["next_pot"] == 8
    assert [hand[0] for hand in names(found)] == ["p1", "p2", "p3"]


def test_any_order_will_do_and_each_choice_is_made_once() -> None:
    hands = dealt("Kd", "9s")
    keys = {"rules": {"match_pot": True}}
    one = told([*hands, "p1 in", "p2 in"], **keys)
    assert one == told([*hands, "p2 in", "p1 in"], **keys)
    assert (one["net"], one["next_pot"]) == ([1, -3], 2)
    assert refused([*hands, "p1 in", "p1 out"], **keys) == (4, "already_set")
    assert refused([*hands, "p1 cc"], **keys) == (3, "no_such_action")
    assert refused([*hands, "p1 in"]) == (3, "no_such_action")
    assert refused([*hands, "p1 in now"], **keys) == (3, "bad_line")


def test_a_pot_that_nobody_took() -> None:
    """IP-11."""
    found = told([*dealt("Kd", "9s"), "p1 out", "p2 out"], rules={"match_pot": True}, pot=4)
    assert (found["net"], found["pots"], found["next_pot"]) == ([0, 0], [], 4)
    assert found["hands"] == []
    found = told([*dealt("Kd", "9s"), "p1 out", "p2 in"], rules={"match_pot": True}, pot=4)
    assert (found["net"], found["next_pot"], found["hands"]) == ([0, 4], 0, [])


def test_side_pots_of_an_all_in() -> None:
    """IP-03."""
    lines = [*dealt("Ac", "Kd", "Qh"), "p1 cbr 2", "p2 cbr 7", "p3 cc"]
    found = told(lines, starting_stacks=[3, 50, 50])
    assert found["pots"] == [
        {"amount": 9, "winners": {"p1": 9}},
        {"amount": 10, "winners": {"p2": 10}},
    ]
    assert found["net"] == [6, 2, -8]


def test_two_players_antes_stand_the_other_way_round() -> None:
    """records.md, as PHH has it: the dealer's comes first."""
    assert told([*dealt("2c", "Kd"), "p1 f"], antes=[3, 5])["net"] == [-5, 5]
    found = told([*dealt("2c", "Kd", "Qh"), "p1 f", "p2 f"], antes=[3, 5, 5])
    assert found["net"] == [-3, -5, 8]


def test_hands_opened_only_to_be_looked_at_are_not_compared() -> None:
    keys = {"rules": {"reveal": True}}
    assert told([*dealt("Kd", "Qs"), "p1 cbr 2", "p2 f"], **keys)["hands"] == []
    found = told([*dealt("Kd", "Qs", "4c"), "p1 f", "p2 cc", "p3 cc"], **keys)
    assert [hand[0] for hand in names(found)] == ["p2", "p3"]


def test_high_and_low() -> None:
    """IP-04, IP-05, IP-07, IP-08; who deals is last."""
    checks = ["p1 cc", "p2 cc", "p3 cc"]
    found = told([*dealt("Ac", "2d", "Qh"), *checks], antes=[4] * 3, rules={"wins": "low"})
    assert found["pots"] == [{"amount": 12, "winners": {"p2": 12}}]
    assert [hand[0] for hand in names(found)] == ["p2", "p3", "p1"]
    both = {"rules": {"wins": "high_low"}}
    found = told([*dealt("Ac", "2d", "Qh"), *checks], antes=[5] * 3, **both)
    assert found["pots"] == [
        {"amount": 15, "winners": {"p1": 8, "p2": 7}, "high": {"p1": 8}, "low": {"p2": 7}}
    ]
    found = told([*dealt("7c", "7d", "7h"), *checks], antes=[5] * 3, **both)
    assert found["pots"] == [{"amount": 15, "winners": {"p1": 5, "p2": 5, "p3": 5}}]
    found = told([*dealt("Kd", "3h", "Kc"), *checks], antes=[7] * 3, **both)
    assert found["pots"][0]["high"] == {"p1": 6, "p3": 5}
    assert found["pots"][0]["low"] == {"p2": 10}


def test_hands_of_more_cards_by_name() -> None:
    """IP-13, IP-15, IP-16."""
    checks = ["p1 cc", "p2 cc", "p3 cc"]
    found = told([*dealt("Ah2d3c", "9dAs9c", "JhThQh"), *checks], rules={"cards": 3})
    assert names(found) == [
        ("p3", "straight_flush", "QhJhTh"),
        ("p1", "straight", "3c2dAh"),
        ("p2", "pair", "9d9cAs"),
    ]
    three = {"cards": 3, "brag_order": "traditional"}
    found = told([*dealt("3h3d3c", "AdAsAc", "JhThQh"), *checks], rules=three)
    assert [hand[0] for hand in names(found)] == ["p1", "p2", "p3"]
    found = told([*dealt("2h2d", "AdKs", "KhAc"), *checks], rules={"cards": 2})
    assert names(found) == [
        ("p1", "pair", "2h2d"),
        ("p2", "high_card", "AdKs"),
        ("p3", "high_card", "AcKh"),
    ]
    found = told([*dealt("2h2d3s3c9d", "AdKdJd4d3d", "KhAc5c6c9c"), *checks], rules={"cards": 5})
    assert [hand[:2] for hand in names(found)] == [
        ("p2", "flush"),
        ("p1", "two_pair"),
        ("p3", "high_card"),
    ]
    assert found["net"] == [-1, 2, -1]


def test_a_record_may_stop_anywhere() -> None:
    found = told([*dealt("Kd", "Qs", "4c"), "p1 cbr 2", "p2 cc"])
    assert (found["complete"], found["net"]) == (False, [-3, -3, -1])
    assert "pots" not in found
    assert told(dealt("Kd", "Qs"))["finishing_stacks"] == [49, 49]


def test_unknown_cards_count_where_they_are_compared() -> None:
    hands = dealt("??", "Qs", "4c")
    assert told([*hands, "p1 cbr 2", "p2 f", "p3 f"])["complete"]
    assert told([*hands, "p1 f", "p2 cc", "p3 cc"])["net"] == [-1, 2, -1]
    lines = [*hands, "p1 cc", "p2 cc", "p3 cc"]
    found = told(lines)
    assert (found["complete"], found["net"]) == (False, [-1, -1, -1])
    found = told([*lines, "p1 sm Kd"])
    assert (found["complete"], found["net"]) == (True, [2, -1, -1])
    assert refused([*lines, "p1 sm Qs"])[0] == 7
    assert refused([*lines[:-1], "p1 sm Kd"]) == (6, "too_early")


def test_lines_that_are_refused() -> None:
    hands = dealt("Kd", "Qs", "4c")
    assert refused([*hands, "p2 cc"]) == (4, "not_your_turn")
    assert refused([*hands, "p1 cbr 6"], max_bet=5) == (4, "above_maximum")
    assert refused([*hands, "p1 cc", "p1 sm"]) == (5, "too_early")
    assert refused([*hands[:2], "p1 cc"], starting_stacks=[50] * 3, antes=[1] * 3)[0] == 3
    assert refused([*dealt("Kd", "Qs"), "d dh p3 Kd"]) == (3, "card_twice")
    assert refused([*dealt("KdQs", "4c5c"), "p1 cc"]) == (1, "wrong_deal")
    assert refused([*hands, "p1 f", "p2 f", "p3 cc"]) == (6, "deal_over")
    assert refused([*hands, "d db 2c"]) == (4, "no_deal_due")


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"starting_stacks": None}, "missing_key"),
        ({"starting_stacks": [50] * 9, "antes": [1] * 9}, "player_count"),
        ({"starting_stacks": [50, 0]}, "bad_value"),
        ({"antes": [1]}, "bad_value"),
        ({"max_bet": 0}, "bad_value"),
        ({"pot": -1}, "bad_value"),
        ({"players": ["Anna"]}, "bad_value"),
        ({"rules": {"cards": 4}}, "bad_rule"),
        ({"rules": {"max_raises": 2}}, "bad_rule"),
        ({"rules": {"wins": "low", "cards": 2}}, "bad_rule"),
        ({"rules": {"max_bet": 3}}, "unknown_rule"),
        ({"rules": {"ante": 3}}, "unknown_rule"),
        ({"ante_trimming_status": 1}, "bad_value"),
    ],
    ids=str,
)
def test_headers_that_are_refused(keys: dict[str, Any], code: str) -> None:
    assert refused(dealt("Kd", "Qs"), **keys) == (0, code)


def test_what_a_header_may_leave_out() -> None:
    record = read(text(dealt("Kd", "Qs"), antes=None))
    assert record.setup.carry == Carry(stacks=(50, 50), antes=(0, 0))
    assert record.options == Options()
    short = {"starting_stacks": [3, 50, 50], "antes": [5] * 3}
    lines = [*dealt("Ac", "Kd", "Qh"), "p2 cc", "p3 cc"]
    assert told(lines, **short)["pots"][0] == {"amount": 9, "winners": {"p1": 9}}
    # As PHH means it, where a record says so.
    found = told(lines, **short, ante_trimming_status=False)
    assert found["pots"] == [{"amount": 13, "winners": {"p1": 13}}]


# ── written and read ──


def written(case: Case, events: Events) -> str:
    return write(case.game, case.options, case.setup, [""] * case.players, events)


def test_what_is_written_plays_back_the_same() -> None:
    for case in carried(24, b"records"):
        played = play(
            case.game, case.options, case.setup, case.chance, at_random(case.dice("record"), calm=2)
        )
        record = written(case, played.events)
        found = replay(read(record))
        assert found.complete
        net = summary(found)["net"]
        assert played.result is not None
        order = [(case.button + 1 + place) % case.players for place in range(case.players)]
        assert net == [played.result.net[seat] for seat in order]
        assert summary(found).get("next_pot", 0) == played.state.left
        # Read and written again it is the same text, but for cards that were never opened.
        again = write(
            case.game, found.record.options, found.record.setup, found.record.names, found.events
        )
        assert again == record
        for seat in range(case.players):
            _only_what_was_seen(case, played.events, seat, order.index(seat) + 1)


def _only_what_was_seen(case: Case, events: Events, seat: int, player: int) -> None:
    """A player's record has every card but their own, unless it was opened (cases.md C11)."""
    own = [redact(event, seat) for event in events]
    shown = _cards_shown(events, seat)
    text = written(case, tuple(own))
    (line,) = [line for line in _lines(text) if line.startswith(f"d dh p{player} ")]
    hand = line.split()[3]
    assert hand == (shown or "??" * case.options.cards)
    others = [e for e in events if isinstance(e, Dealt) and e.seat != seat]
    assert len(others) == case.players - 1
    assert text.count("??") == (0 if shown else case.options.cards)
    found = replay_text(text)
    assert found["complete"]
    assert found["net"] == replay_text(written(case, events))["net"]


def _cards_shown(events: Sequence[Event], seat: int) -> str:
    for event in events:
        if isinstance(event, Shown) and event.seat == seat:
            return "".join(str(cell) for cell in event.cells if isinstance(cell, Card))
    return ""


def _lines(record: str) -> list[str]:
    return list(read(record).lines)


def test_the_header_says_what_is_not_usual_and_no_more() -> None:
    case = Case(INDIAN, Options(match_pot=True, cards=3), 3, 2, Carry(stacks=(5, 6, 7), pot=9))
    _, events = INDIAN.new(case.options, case.setup, case.chance)
    head = written(case, events).splitlines()
    assert 'variant = "indian"' in head
    assert "antes = [1, 1, 1]" in head
    assert "starting_stacks = [5, 6, 7]" in head
    assert "_pot = 9" in head
    assert "_rules = { cards = 3, match_pot = true }" in head
    assert not any("p1 sm" in line for line in head)


# ── Indian Hold'em ──

HOLDEM = BY_ID["indian_holdem"]


def holdem(lines: Sequence[str], letter: str = "F", **keys: object) -> dict[str, Any]:
    stakes: dict[str, object] = {"small_bet": 10, "big_bet": 20}
    if letter in "NP":
        stakes = {"min_bet": 10}
    stacks = {"starting_stacks": [100] * 3, "antes": None, "blinds_or_straddles": [5, 10, 0]}
    return told(lines, variant=f"{letter}I", **{**stacks, **stakes, **keys})


STREETS = [
    line
    for street in ("d db 2c7h9d", "d db 3s", "d db Jc")
    for line in (street, "p1 cc", "p2 cc", "p3 cc")
]


def test_holdem_is_read_under_every_structure() -> None:
    hands = dealt("AsAd", "KsKd", "QsQd")
    for letter in "FNP":
        found = holdem([*hands, "p3 cc", "p1 cc", "p2 cc", *STREETS], letter)
        assert found["net"] == [20, -10, -10]
        assert [hand[0] for hand in names(found)] == ["p1", "p2", "p3"]


def test_holdem_opens_by_itself() -> None:
    hands = ["d dh p1 AsAd", "d dh p2 ????", "d dh p3 QsQd"]
    lines = [*hands, "p3 cc", "p1 cc", "p2 cc", *STREETS]
    assert not holdem(lines)["complete"]
    assert holdem([*lines, "p2 sm KsKd"])["net"] == [20, -10, -10]
    assert (
        refused(
            [*lines, "p2 sm"],
            variant="FI",
            starting_stacks=[100] * 3,
            antes=None,
            blinds_or_straddles=[5, 10, 0],
            small_bet=10,
            big_bet=20,
        )[0]
        == 19
    )


@pytest.mark.parametrize("seed", range(6))
def test_holdem_written_and_read(seed: int) -> None:
    dice = Dice(bytes([seed]))
    n = 2 + dice.below(5)
    options = ForeheadOptions(
        structure=dice.choice(("split", "spread", "no", "pot")), reveal=bool(seed % 2)
    )
    setup = Setup(n, dice.below(n), BettingCarry(stacks=(60, 400, 30, 90, 200, 15)[:n]))
    played = play(HOLDEM, options, setup, shuffle(dice.seed()), at_random(dice, calm=2))
    assert played.result is not None
    record = write(HOLDEM, options, setup, [""] * n, played.events)
    assert " sm" not in record
    assert ("reveal" in record) == options.reveal
    found = replay_text(record)
    order = [(setup.button + 1 + place) % n for place in range(n)]
    assert found["net"] == [played.result.net[seat] for seat in order]
    for seat in range(n):
        own = tuple(redact(event, seat) for event in played.events)
        seen = write(HOLDEM, options, setup, [""] * n, own)
        assert replay_text(seen)["net"] == found["net"]
        hidden = any(
            isinstance(cell, Hidden)
            for event in own
            if isinstance(event, Dealt)
            for cell in event.cells
        )
        assert hidden
