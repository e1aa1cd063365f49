"""What is asked for in the shell, before anything is started."""

import pytest

from engine.values.options import Value
from tui.locale import Words
from tui.programs import wish
from tui.shell import Usage

ENGLISH = Words("en")


@pytest.mark.parametrize(
    ("said", "name", "value"),
    [
        ("soft-landing", "soft_landing", True),
        ("soft_landing=on", "soft_landing", True),
        ("all_at_once=No", "all_at_once", False),
        ("successes=3", "successes", 3),
        ("successes=-3", "successes", -3),
        ("challenge=blind", "challenge", "blind"),
    ],
)
def test_options_are_switches_numbers_or_words(said: str, name: str, value: Value) -> None:
    assert wish("pokerface", 3, [said], ENGLISH).options == {name: value}


@pytest.mark.parametrize("said", ["", "=on", "successes="])
def test_half_an_option_is_none(said: str) -> None:
    with pytest.raises(Usage, match=said or "option"):
        wish("pokerface", 3, [said], ENGLISH)


@pytest.mark.parametrize("bots", [0, -1, 23])
def test_nobody_plays_alone_or_with_more_than_a_deck_serves(bots: int) -> None:
    with pytest.raises(Usage, match="--bots") as refused:
        wish("pokerface", bots, [], ENGLISH)
    assert refused.value.code == 2
