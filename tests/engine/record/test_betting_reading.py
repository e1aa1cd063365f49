"""Headers of the betting games: what is read, what it means, and what fails at action 0."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.betting.state import Options
from engine.record import read, replay_text
from tests.engine.record.betting import BOARD, DEALT3, FLOP, refused, streets, text, told

FOLDS = [*DEALT3, "p3 f", "p1 f"]


@pytest.mark.parametrize(
    ("variant", "structure", "game"),
    [
        (letter + kind, structure, game)
        for letter, structure in zip("NPFS", ("no", "pot", "split", "spread"), strict=True)
        for kind, game in (("T", "holdem"), ("O", "omaha"), ("O/8", "omaha_hilo"))
    ],
)
def test_every_variant_under_every_structure(variant: str, structure: str, game: str) -> None:
    record = read(text(variant, []))
    assert isinstance(record.options, Options)
    assert record.options.structure == structure
    hand = "????" if game == "holdem" else "????????"
    lines = [*(f"d dh p{player} {hand}" for player in (1, 2, 3)), "p3 f", "p1 f"]
    assert told(variant, lines)["finishing_stacks"] == [95, 105, 100]


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"starting_stacks": None}, "missing_key"),
        ({"blinds_or_straddles": None}, "missing_key"),
        ({"min_bet": None}, "missing_key"),
        ({"min_bet": 0}, "bad_value"),
        ({"min_bet": 12.5}, "bad_value"),
        ({"min_bet": -10}, "bad_value"),
        ({"min_bet": "10"}, "bad_value"),
        ({"min_bet": True}, "bad_value"),
        ({"min_bet": [10]}, "bad_value"),
        ({"starting_stacks": 100}, "bad_value"),
        ({"starting_stacks": [100, 0, 100]}, "bad_value"),
        ({"starting_stacks": [100, -1, 100]}, "bad_value"),
        ({"starting_stacks": [100, 12.5, 100]}, "bad_value"),
        ({"starting_stacks": [100, 100, 10**15]}, "bad_value"),
        ({"starting_stacks": [100, 100, 100, 100]}, "bad_value"),
        ({"starting_stacks": [100]}, "player_count"),
        ({"starting_stacks": []}, "player_count"),
        ({"starting_stacks": [100] * 11, "blinds_or_straddles": [5, 10, *[0] * 9]}, "player_count"),
        ({"players": ["", ""]}, "bad_value"),
        ({"players": ["", "", 3]}, "bad_value"),
        ({"players": "Anna"}, "bad_value"),
        ({"antes": 1}, "bad_value"),
        ({"antes": [1, 1]}, "bad_value"),
        ({"antes": [1, 1, -1]}, "bad_value"),
        ({"antes": [1, 1, 0.5]}, "bad_value"),
        ({"blinds_or_straddles": [5, 10]}, "bad_value"),
        ({"blinds_or_straddles": [5, "10", 0]}, "bad_value"),
        ({"blinds_or_straddles": [0, 0, 0]}, "bad_value"),
        ({"ante_trimming_status": 1}, "bad_value"),
        ({"ante_trimming_status": "true"}, "bad_value"),
        ({"preset": "robert"}, "bad_value"),
        ({"preset": 1}, "bad_value"),
        ({"blinds": [5]}, "bad_value"),
        ({"blinds": [5, 10, 20]}, "bad_value"),
        ({"blinds": 5}, "bad_value"),
        ({"dead": [0, 0, 5]}, "bad_value"),
        ({"dead": [0, 5], "antes": [5, 5, 5]}, "bad_value"),
        ({"rules": 1}, "bad_value"),
        ({"rules": {"stud_tie": "suit"}}, "unknown_rule"),
        ({"rules": {"structure": "pot"}}, "unknown_rule"),
        ({"rules": {"bet": 20}}, "unknown_rule"),
        ({"rules": {"min_raise": "first"}}, "bad_rule"),
        ({"rules": {"cap_heads_up": 1}}, "bad_rule"),
    ],
)
def test_headers_that_fail_at_action_0(keys: dict[str, object], code: str) -> None:
    assert refused("NT", FOLDS, **keys) == (0, code)


@pytest.mark.parametrize(
    ("variant", "keys", "code"),
    [
        ("FT", {"big_bet": None}, "missing_key"),
        ("FT", {"small_bet": None, "min_bet": 10}, "missing_key"),
        ("FT", {"big_bet": 5}, "bad_value"),
        ("ST", {"max_bet": None}, "missing_key"),
        ("ST", {"max_bet": 9}, "bad_value"),
        ("ST", {"min_bet": None}, "missing_key"),
    ],
)
def test_each_structure_needs_its_own_keys(
    variant: str, keys: dict[str, object], code: str
) -> None:
    assert refused(variant, FOLDS, **keys) == (0, code)


@pytest.mark.parametrize(
    "variant", ["NS", "FR", "FB", "N2L1D", "F2L3D", "N7S", "N7S/8", "NT/8", "T", "XT", "NSK", "nt"]
)
def test_variants_that_nobody_plays_here(variant: str) -> None:
    lines = text("NT", []).replace('variant = "NT"', f'variant = "{variant}"')
    found = replay_text(lines)
    assert (found["error_action"], found["error"]) == (0, "unknown_variant")


@pytest.mark.parametrize(
    "keys",
    [
        {"antes": [0, 0, 0]},
        {"antes": [0.0, 0, 0.0], "min_bet": 10.0, "starting_stacks": [100.0, 100, 100]},
        {"players": ["Anna", "", "Carla"]},
        {"rules": {"min_raise": "blind", "cap_counts_blind": True}},
        {"unknown": "passed over"},
        {"event": "elsewhere", "finishing_stacks": [1, 2, 3], "seats": [3, 4, 5]},
        {"bring_in": 3},
    ],
)
def test_headers_that_mean_the_same(keys: dict[str, object]) -> None:
    assert told("NT", FOLDS, **keys) == told("NT", FOLDS)


# ── who posts what ───────────────────────────────────────────────────────────────────────────────


def test_without_a_line_the_forced_bets_are_paid() -> None:
    begun = told("NT", [], antes=[1, 1, 1])
    assert begun["complete"] is False
    assert begun["finishing_stacks"] == [94, 89, 99]
    assert begun["net"] == [-6, -11, -1]


def test_of_two_players_the_button_posts_the_small_blind() -> None:
    two = {"starting_stacks": [100, 100], "blinds_or_straddles": [5, 10]}
    assert told("NT", [], **two)["finishing_stacks"] == [90, 95]
    dealt = ["d dh p1 AsAd", "d dh p2 KsKd"]
    assert refused("NT", [*dealt, "p1 cc"], **two) == (3, "not_your_turn")
    assert told("NT", [*dealt, "p2 f"], **two)["net"] == [5, -5]
    later = [*dealt, "p2 cc", "p1 cc", FLOP]
    assert refused("NT", [*later, "p2 cc"], **two) == (6, "not_your_turn")
    # The ante of the big blind stands the other way round as well.
    assert told("NT", [], antes=[0, 4], **two)["finishing_stacks"] == [86, 95]


def test_a_dead_small_blind() -> None:
    dead = {"blinds_or_straddles": [10, 0, 0]}
    assert refused("NT", [*DEALT3, "p3 f"], **dead) == (4, "not_your_turn")
    assert told("NT", [*DEALT3, "p2 f", "p3 f"], **dead)["net"] == [0, 0, 0]


def test_the_pot_limit_counts_the_tables_blinds() -> None:
    def highest(limit: int, player: int = 3, **keys: object) -> None:
        assert told("PT", [*DEALT3, f"p{player} cbr {limit}"], **keys)["complete"] is False
        line = f"p{player} cbr {limit + 1}"
        assert refused("PT", [*DEALT3, line], **keys) == (4, "above_maximum")

    highest(35)
    highest(35, player=2, blinds_or_straddles=[10, 0, 0])
    highest(30, player=2, blinds_or_straddles=[10, 0, 0], blinds=[0, 10])
    # What is posted shows the blinds, whatever half a bet would be.
    highest(33, blinds_or_straddles=[3, 10, 0])
    highest(36, blinds_or_straddles=[6, 10, 0])


def test_a_straddle_acts_last() -> None:
    four = {"starting_stacks": [100] * 4}
    dealt = [*DEALT3, "d dh p4 JsJd"]
    straddled = {**four, "blinds_or_straddles": [5, 10, 20, 0]}
    lines = [*dealt, "p4 cc", "p1 cc", "p2 cc"]
    assert told("NT", [*lines, "p3 cbr 40"], **straddled)["finishing_stacks"] == [80, 80, 60, 80]
    assert refused("NT", [*dealt, "p3 cc"], **straddled) == (5, "not_your_turn")


def test_a_post_with_a_minus_is_no_straddle() -> None:
    # As pokerkit has it: whoever comes in posts, and the action begins left of the big blind.
    posted = {"starting_stacks": [100] * 4, "blinds_or_straddles": [5, 10, 0, -10]}
    dealt = [*DEALT3, "d dh p4 JsJd"]
    assert refused("NT", [*dealt, "p1 cc"], **posted) == (5, "not_your_turn")
    lines = [*dealt, "p3 f", "p4 cc", "p1 f", "p2 cc"]
    assert told("NT", lines, **posted)["finishing_stacks"] == [95, 90, 100, 90]


def test_a_short_ante_plays_for_all_antes_unless_they_are_trimmed() -> None:
    keys = {"antes": [2, 2, 2], "starting_stacks": [100, 100, 1]}
    lines = ["d dh p1 KsKd", "d dh p2 QsQd", "d dh p3 AsAd", "p1 cc", "p2 cc"]
    lines += streets(["p1 cc", "p2 cc"])
    # Case B8 (b): one chip from each of three, then one more from each of two.
    trimmed = told("NT", lines, ante_trimming_status=True, **keys)
    assert trimmed["pots"] == [
        {"amount": 3, "winners": {"p3": 3}},
        {"amount": 22, "winners": {"p1": 22}},
    ]
    assert trimmed["finishing_stacks"] == [110, 88, 3]
    untrimmed = told("NT", lines, ante_trimming_status=False, **keys)
    assert untrimmed["pots"] == [
        {"amount": 5, "winners": {"p3": 5}},
        {"amount": 20, "winners": {"p1": 20}},
    ]
    assert told("NT", lines, **keys) == untrimmed


def test_the_big_blinds_ante_is_nobody_elses_to_match() -> None:
    folded = [*DEALT3, "p3 f", "p1 f"]
    assert told("NT", folded, antes=[0, 4, 0])["finishing_stacks"] == [95, 105, 100]
    raised = [*DEALT3, "p3 cbr 30", "p1 f", "p2 f"]
    assert told("NT", raised, antes=[0, 4, 0])["net"] == [-5, -14, 19]
    # Trimmed, an ante that nobody matches is no ante.
    assert told("NT", raised, antes=[0, 4, 0], ante_trimming_status=True)["net"] == [-5, -10, 15]


def test_dead_chips_among_the_antes() -> None:
    # p3 owes a missed small blind: an ante that nobody has to match.
    lines = ["d dh p1 KsKd", "d dh p2 AsAd", "d dh p3 QsQd", "p3 cc", "p1 f", *BOARD]
    keys = {"antes": [2, 2, 7], "starting_stacks": [100, 1, 100]}
    # With all of them for everybody, p2's one chip plays for ten antes and dead chips.
    assert told("NT", lines, **keys)["pots"] == [
        {"amount": 10, "winners": {"p2": 10}},
        {"amount": 10, "winners": {"p3": 10}},
    ]
    # Told which are dead: one from each of three and the dead five; then one more from each of two.
    own = told("NT", lines, dead=[0, 0, 5], **keys)
    assert own["pots"] == [
        {"amount": 8, "winners": {"p2": 8}},
        {"amount": 12, "winners": {"p3": 12}},
    ]
    assert own["returned"] == {"p3": 5}
    assert own["finishing_stacks"] == [93, 8, 100]


# ── presets and rules ────────────────────────────────────────────────────────────────────────────


def reraise(to: int) -> list[str]:
    """p3 has raised from 10 to 50, p1 raises again: to 60 by the house's rules, to 90 by others."""
    return [*DEALT3, "p3 cbr 50", f"p1 cbr {to}"]


@pytest.mark.parametrize(
    ("variant", "keys", "least"),
    [
        ("NT", {"preset": None}, 90),
        ("NT", {"preset": "tda"}, 90),
        ("NT", {"preset": "house"}, 60),
        ("NT", {"preset": "house", "rules": {"min_raise": "last"}}, 90),
        ("NT", {"preset": None, "rules": {"min_raise": "blind"}}, 60),
        ("ST", {"preset": None}, 60),
        ("ST", {"preset": "tda"}, 90),
        ("ST", {"preset": "house", "rules": {"spread_raise": "last"}}, 90),
        ("ST", {"preset": "tda", "rules": {"spread_raise": "low"}}, 60),
    ],
)
def test_the_least_raise(variant: str, keys: dict[str, object], least: int) -> None:
    assert told(variant, reraise(least), **keys)["complete"] is False
    assert refused(variant, reraise(least - 1), **keys) == (5, "below_minimum")


@pytest.mark.parametrize(("preset", "least"), [(None, 130), ("tda", 130), ("house", 110)])
def test_omaha_of_others_is_played_by_their_rules(preset: str | None, least: int) -> None:
    dealt = [f"d dh p{player} ????????" for player in (1, 2, 3)]
    keys = {"preset": preset, "starting_stacks": [900] * 3}
    raised = [*dealt, "p3 cbr 35", "p1 cbr 70"]
    # 35 was a raise by 25, 70 is one by 35.
    assert told("PO", raised, **keys)["complete"] is False
    three = [*raised, f"p2 cbr {105 if least == 130 else 80}"]
    assert told("PO", three, **keys)["complete"] is False
    less = [*raised, f"p2 cbr {104 if least == 130 else 79}"]
    assert refused("PO", less, **keys) == (6, "below_minimum")


def test_the_cap_and_what_it_counts() -> None:
    lines = [*DEALT3, "p3 cbr 20", "p1 cbr 30", "p2 cbr 40"]
    assert told("FT", lines)["finishing_stacks"] == [70, 60, 80]
    assert refused("FT", [*lines, "p3 cbr 50"]) == (7, "capped")
    rules = {"cap_counts_blind": False}
    assert told("FT", [*lines, "p3 cbr 50"], rules=rules)["finishing_stacks"] == [70, 60, 50]
    # LI-09: with two players left before the cap was reached it may be lifted.
    two = [*DEALT3, "p3 f", "p1 cbr 20", "p2 cbr 30", "p1 cbr 40"]
    assert refused("FT", [*two, "p2 cbr 50"]) == (8, "capped")
    assert told("FT", [*two, "p2 cbr 50"], rules={"cap_heads_up": False})["complete"] is False


KEYS = ("antes", "blinds_or_straddles", "starting_stacks", "min_bet", "ante_trimming_status")
OWN_KEYS = ("preset", "rules", "blinds", "dead", "max_bet")
numbers = st.one_of(st.integers(-3, 30), st.integers(), st.sampled_from([1.0, 2.5, 10**15 - 1]))
values = st.one_of(
    st.none(),
    numbers,
    st.booleans(),
    st.text("ab[]", max_size=3),
    st.lists(numbers, min_size=2, max_size=4),
    st.lists(st.integers(0, 30), min_size=3, max_size=3),
    st.dictionaries(st.sampled_from(["min_raise", "cap_heads_up"]), st.booleans()),
)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["NT", "PO", "FO/8", "ST"]),
    st.dictionaries(st.sampled_from(KEYS + OWN_KEYS), values, min_size=1, max_size=4),
)
def test_no_header_is_too_strange(variant: str, keys: dict[str, object]) -> None:
    found = replay_text(text(variant, ["d dh p1 ????", "p3 f"], **keys))
    assert found["complete"] is False
    assert found.get("error_action", 1) in (0, 1, 2)
