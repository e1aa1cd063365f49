"""Records of stud, Soko and draw: records.md's examples, headers, lines that fail."""

from typing import Any

import pytest

from engine.game import Setup
from engine.games.betting.options import StudOptions
from engine.games.betting.state import Carry
from engine.kit.shuffle import shuffle
from engine.play import Act, play
from engine.record import read, replay_text, write
from engine.values import actions, offers
from engine.values.chance import Dice
from engine.values.offers import real
from tests.engine.games.betting_table import BY_ID
from tests.engine.record.betting import refused, text, told

DICE = Dice(b"later")

STUD: dict[str, Any] = {
    "blinds_or_straddles": None,
    "antes": [1, 1, 1],
    "bring_in": 5,
    "starting_stacks": [300, 300, 300],
}
STUD_LINES = [
    "d dh p1 9c9dAs",
    "d dh p2 KdJs3c",
    "d dh p3 QcQhKh",
    "p2 pb",
    "p3 cbr 10",
    "p1 cc",
    "p2 f",
    "d dh p1 4h",
    "d dh p3 2s",
    "p1 cc",
    "p3 cbr 10",
    "p1 f",
]
DRAW_LINES = [
    "d dh p1 AsAd7c5h2d",
    "d dh p2 KsKdQc9h3d",
    "d dh p3 JhTh8d6s4c",
    "p3 f",
    "p1 cc",
    "p2 cc",
    "p1 sd 7c5h2d",
    "d dh p1 9c9dJs",
    "p2 sd",
    "p1 cbr 20",
    "p2 cc",
    "p1 sm AsAd9c9dJs",
    "p2 sm",
]


def test_opener_completion_folds() -> None:
    found = told("F7S", STUD_LINES, **STUD)
    assert found["finishing_stacks"] == [289, 294, 317]
    assert found["pots"] == [{"amount": 28, "winners": {"p3": 28}}]
    assert found["returned"] == {"p3": 10}
    assert found["hands"] == []


def test_the_exchange() -> None:
    found = told("P5D", DRAW_LINES, starting_stacks=[200, 200, 200])
    assert found["finishing_stacks"] == [230, 170, 200]
    assert found["hands"] == [{"player": "p1", "name": "two_pair", "cards": "AsAd9c9dJs"}]


def test_what_was_put_away_may_be_unknown() -> None:
    """A player's own export: neither the others' cards nor what they exchange."""
    lines = [
        DRAW_LINES[0],
        "d dh p2 ??????????",
        "d dh p3 ??????????",
        *DRAW_LINES[3:8],
        "p2 sd ????",
        "d dh p2 ????",
        "p1 cbr 20",
        "p2 f",
    ]
    assert told("P5D", lines, starting_stacks=[200] * 3)["finishing_stacks"] == [210, 190, 200]


@pytest.mark.parametrize("variant", [s + k for s in "PFS" for k in ("7S", "7S/8", "5S", "SK")])
def test_every_stud_variant(variant: str) -> None:
    record = read(text(variant, [], **STUD))
    assert isinstance(record.options, StudOptions)
    assert record.options.brings == 5
    written = write(_game(variant), record.options, record.setup, record.names, ())
    assert read(written).options == record.options


def _game(variant: str) -> Any:
    ids = {"7S": "stud7", "7S/8": "stud7_hilo", "5S": "stud5", "SK": "soko"}
    return BY_ID[ids[variant[1:]]]


@pytest.mark.parametrize("variant", ["N7S", "N7S/8", "N5S", "NSK", "FR", "F2L3D"])
def test_other_combinations_are_refused(variant: str) -> None:
    assert refused(variant, [], **STUD) == (0, "unknown_variant")


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"bring_in": None}, "missing_key"),
        ({"bring_in": 0}, "bad_value"),
        ({"bring_in": 11}, "bad_value"),
        ({"dead": [1, 0, 0]}, "bad_value"),
        ({"starting_stacks": [100] * 9, "antes": [1] * 9}, "player_count"),
        ({"rules": {"stud_opener": "structure"}}, "bad_rule"),
        ({"rules": {"stud_tie": "rank"}}, "bad_rule"),
        ({"rules": {"cap_counts_blind": True}}, "unknown_rule"),
        ({"rules": {"draw_bets": "small_big"}}, "unknown_rule"),
    ],
)
def test_headers_that_fail(keys: dict[str, Any], code: str) -> None:
    assert refused("F7S", [], **{**STUD, **keys}) == (0, code)


def test_an_open_pair_is_a_rule_of_seven_stud_alone() -> None:
    rules = {"open_pair_big_bet": True}
    assert read(text("F7S", [], **STUD, rules=rules)).options.open_pair_big_bet  # type: ignore[attr-defined]
    for variant in ("F7S/8", "F5S", "FSK"):
        assert refused(variant, [], **STUD, rules=rules) == (0, "unknown_rule")


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["p1 pb"], "not_your_turn"),
        (["p2 cc"], "must_open"),
        (["p2 f"], "must_open"),
        (["p2 cbr 5"], "below_minimum"),
        (["p2 cbr 20"], "above_maximum"),
        (["p2 sd"], "no_such_action"),
        (["d dh p1 2c"], "no_deal_due"),
    ],
)
def test_lines_that_fail_at_the_bring_in(lines: list[str], code: str) -> None:
    assert refused("F7S", [*STUD_LINES[:3], *lines], **STUD) == (4, code)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("p1 sd Ks", "not_your_cards"),
        ("p1 sd 7c7c", "not_your_cards"),
        ("p1 sd 7c 5h", "bad_line"),
        ("p1 sd 7c5h2dAsAd9c", "bad_line"),
        ("p1 sd x", "bad_line"),
        ("p2 sd", "not_your_turn"),
        ("p1 cc", "no_such_action"),
    ],
)
def test_lines_that_fail_at_the_exchange(line: str, code: str) -> None:
    assert refused("P5D", [*DRAW_LINES[:6], line], starting_stacks=[200] * 3) == (7, code)


def test_a_card_comes_twice_only_where_it_was_shuffled_in() -> None:
    """Nobody gets back what he has put away, and nothing that others hold."""
    for card in ("7c", "Ks", "As", "Jh"):
        lines = [*DRAW_LINES[:7], f"d dh p1 9c9d{card}"]
        assert refused("P5D", lines, starting_stacks=[200] * 3) == (8, "card_twice")


def test_discards_come_again_once_the_stub_is_used_up() -> None:
    """Eight players exchange all five cards; the record of it ends in the same stacks."""
    game = BY_ID["draw5"]
    options = game.Options(structure="no")
    setup = Setup(8, 7, Carry(stacks=(200,) * 8))

    def all_five(rules: Any, state: Any) -> Any:
        if state.turn is None:
            return None
        for offer in real(rules.offers(state, state.turn)):
            if isinstance(offer, offers.Discard):
                return Act(state.turn, actions.Discard(offer.cards))
            if isinstance(offer, offers.Check | offers.Call):
                return Act(state.turn, offer.sample(DICE))
        raise AssertionError

    played = play(game, options, setup, shuffle(b"again" * 8), all_five)
    whole = write(game, options, setup, [""] * 8, played.events)
    found = replay_text(whole)
    assert found["finishing_stacks"] == list(played.state.stacks)
    assert found["complete"]
    # The third player's last three cards were somebody's before; a held one can't come.
    lines = read(whole).lines
    third = next(line for line in lines[16:] if line.startswith("d dh p3"))
    first = next(line for line in lines[16:] if line.startswith("d dh p1"))
    wrong = whole.replace(third, third[:-2] + first[-2:])
    assert replay_text(wrong)["error"] == "card_twice"


def test_the_common_card_is_dealt_to_the_board() -> None:
    game = BY_ID["stud7"]
    options = game.Options(structure="split")
    setup = Setup(8, 7, Carry(stacks=(200,) * 8))

    def calling(rules: Any, state: Any) -> Any:
        if state.turn is None:
            return None
        found = [
            offer
            for offer in real(rules.offers(state, state.turn))
            if isinstance(offer, offers.Check | offers.Call | offers.BringIn)
        ]
        return Act(state.turn, found[0].sample(DICE))

    played = play(game, options, setup, shuffle(bytes(32)), calling)
    whole = write(game, options, setup, [""] * 8, played.events)
    assert f"d db {played.state.board[0]}" in whole
    found = replay_text(whole)
    assert found["finishing_stacks"] == list(played.state.stacks)
    assert found["hands"]
