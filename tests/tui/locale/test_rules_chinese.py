"""The written rules of Chinese poker, open-face and Pineapple, held against those of the house."""

import re

import pytest
from rich.cells import cell_len

from tui.locale import LANGS, Lang
from tui.locale.rules import Rules, rules
from tui.screens.prose import prose

GAMES = ("chinese", "openface", "pineapple")
TABLE = ("waiting", "over", "between", "absence", "foul", "royalties", "end")
PHASES = {
    "chinese": {*TABLE, "arrange", "two_four", "surrender", "special"},
    "openface": {*TABLE, "lay", "set", "fantasyland"},
    "pineapple": {*TABLE, "lay", "set", "fantasyland"},
}

# rules.md D: what rows earn, in the order in which the rules tell it.
CLOSED = [3, 2, 7, 8, 9, 10, 4, 5]
PAIRS = list(range(1, 10))
OPEN = [[10, 22], [2], [4, 2], [8, 4], [12, 6], [20, 10], [30, 15], [50, 25]]


def known(game: str, lang: Lang) -> Rules:
    found = rules(game, lang)
    assert found is not None
    return found


def section(game: str, lang: Lang, phase: str) -> str:
    written = known(game, lang)
    return written.sections[written.index(phase)].text


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\b\d+\b", text)]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_phase_leads_to_a_section_that_fits(game: str, lang: Lang) -> None:
    written = known(game, lang)
    assert PHASES[game] <= {one for part in written.sections for one in part.ids}
    assert written.index("waiting") == 0
    for part in written.sections:
        assert cell_len(part.title) <= 20
        for width in (20, 52, 76):
            for line in prose(part.text, width):
                assert cell_len(line.text) <= width
                assert "**" not in line.text


@pytest.mark.parametrize("game", GAMES)
def test_the_languages_tell_of_the_same_things(game: str) -> None:
    german, english = known(game, "de"), known(game, "en")
    for ours, theirs in zip(german.sections, english.sections, strict=True):
        assert ours.ids == theirs.ids
        parts = [
            len(re.findall(r"^(?:- |\d+\.|> )", part.text, re.MULTILINE)) for part in (ours, theirs)
        ]
        assert parts[0] == parts[1], ours.title
        assert numbers(ours.text) == numbers(theirs.text), ours.title


@pytest.mark.parametrize("lang", LANGS)
def test_what_rows_earn_is_what_the_rules_of_the_house_say(lang: Lang) -> None:
    items = re.findall(r"^- .*$", section("chinese", lang, "royalties"), re.MULTILINE)
    assert [number for item in items for number in numbers(item)] == CLOSED
    for game in ("openface", "pineapple"):
        items = re.findall(r"^- .*$", section(game, lang, "royalties"), re.MULTILINE)
        assert [numbers(item) for item in items] == [PAIRS, *OPEN]


@pytest.mark.parametrize("lang", LANGS)
def test_who_comes_to_fantasyland_and_who_stays(lang: Lang) -> None:
    """rules.md D: a full house in the middle keeps one there in the classic game alone."""
    stays = {
        game: re.findall(r"^- .*$", section(game, lang, "fantasyland"), re.MULTILINE)
        for game in ("openface", "pineapple")
    }
    assert len(stays["openface"]) == 3
    assert any("Full House" in item or "full house" in item for item in stays["openface"])
    assert [numbers(item) for item in stays["pineapple"]] == [[], [], [14, 15, 16], [17], [14]]
    assert 13 in numbers(section("openface", lang, "fantasyland"))


@pytest.mark.parametrize("lang", LANGS)
def test_the_points_of_both_ways_to_count(lang: Lang) -> None:
    """rules.md D, CP-22."""
    items = re.findall(r"^- .*$", section("chinese", lang, "two_four"), re.MULTILINE)
    assert [numbers(item)[-1] for item in items] == [4, 3, 2, 1, 0]
    specials = re.findall(r"^- .*$", section("chinese", lang, "special"), re.MULTILINE)
    assert [numbers(item)[-1] for item in specials] == [13, 3, 3, 3]
