"""Headers: what is read, and what fails at action 0."""

import pytest

from engine.record import replay_text
from tests.engine.record.building import FULL, failing, played, record


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "missing_key"),
        ("nonsense", "not_toml"),
        ("a = " + "[" * 5000, "not_toml"),
        ("actions = []", "missing_key"),
        ('variant = 3\nactions = []\nplayers = ["", "", ""]', "bad_value"),
        ('variant = "holdem"\nactions = []', "unknown_variant"),
        ('variant = "FB"\nactions = []', "unknown_variant"),
        ('variant = "N7S"\nactions = []', "unknown_variant"),
        ('variant = "NT"\nactions = []', "missing_key"),
        ('variant = "PI"\nactions = []', "missing_key"),
        ('variant = "indian"\nactions = []', "missing_key"),
        ('variant = "NB"\nactions = []', "unknown_variant"),
        ('variant = "pokerface"\nactions = []', "missing_key"),
        ('variant = "pokerface"\nplayers = ["", "", ""]', "missing_key"),
        ('variant = "pokerface"\nplayers = 3\nactions = []', "bad_value"),
        ('variant = "pokerface"\nplayers = ["", "", 1]\nactions = []', "bad_value"),
        ('variant = "pokerface"\nplayers = ["", "", ""]\nactions = "p1 pass"', "bad_value"),
        (record([], 2), "player_count"),
        (record([], 7), "player_count"),
        (record([], 4, '_preset = "own"'), "bad_value"),
        (record([], 4, "_preset = 1"), "bad_value"),
        (record([], 4, "_successes = -1"), "bad_value"),
        (record([], 4, "_successes = 3"), "bad_value"),
        (record([], 4, "_failures = true"), "bad_value"),
        (record([], 4, "_failures = 1.5"), "bad_value"),
        (record([], 4, '_failures = "1"'), "bad_value"),
        (record([], 4, "_failures = 3"), "bad_value"),
        (record([], 4, "_rules = 1"), "bad_value"),
        (record([], 4, "_rules = { target = 60 }"), "unknown_rule"),
        (record([], 4, "_rules = { soft_landing = 1 }"), "bad_rule"),
        (record([], 4, '_rules = { soft_landing = "true" }'), "bad_rule"),
    ],
)
def test_headers_that_fail_at_action_0(text: str, code: str) -> None:
    assert failing(text) == (0, code)


@pytest.mark.parametrize(
    "key",
    [
        '_preset = "house"',
        '_preset = "tda"',
        "_rules = {}",
        "_rules = { soft_landing = false }",
        "_rules = { soft_landing = true }\n_failures = 3",
        "_failures = 2.0",
        '_unknown = "ignored"',
        'author = "somebody"\nyear = 2024',
        "antes = [1, 1, 1, 1]",
    ],
)
def test_headers_that_are_read(key: str) -> None:
    assert played(FULL, 4, key)["complete"]


def test_the_failing_summary_names_the_variant() -> None:
    assert replay_text('variant = "PX"\nactions = []') == {
        "variant": "PX",
        "complete": False,
        "error_action": 0,
        "error": "unknown_variant",
        "facts": {"variant": "PX"},
    }
    assert replay_text("[")["variant"] is None
