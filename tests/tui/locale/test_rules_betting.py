"""The written rules of the betting games: alike in both languages, a section for every phase."""

import re

import pytest
from rich.cells import cell_len

from engine.games.betting import GAMES, Betting
from engine.values.options import Value, specs
from tui.layouts.waiting import option_list
from tui.locale import LANGS, Lang, Words
from tui.locale.rules import Rules, rules
from tui.screens.prose import prose
from tui.screens.speech import option_value

IDS = [game.id for game in GAMES]
ALWAYS = ("waiting", "showdown", "over", "between", "absence")


def phases(game: Betting) -> set[str]:
    """What a table of the game can be at."""
    streets = {street.name for street in game.row.streets}
    return {*ALWAYS, *streets, *(("draw",) if game.row.draws else ())}


def known(game: str, lang: Lang) -> Rules:
    found = rules(game, lang)
    assert found is not None
    return found


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_phase_leads_to_a_section_that_fits(game: Betting, lang: Lang) -> None:
    written = known(game.id, lang)
    ids = {one for section in written.sections for one in section.ids}
    assert phases(game) <= ids
    assert ("low" in ids) == game.row.low
    for width in (20, 52, 76):
        for section in written.sections:
            assert section.title
            assert section.text
            for line in prose(section.text, width):
                assert cell_len(line.text) <= width
                assert "**" not in line.text


@pytest.mark.parametrize("game", IDS)
def test_the_languages_tell_of_the_same_things(game: str) -> None:
    german, english = known(game, "de"), known(game, "en")
    assert german.title == english.title
    for ours, theirs in zip(german.sections, english.sections, strict=True):
        assert ours.ids == theirs.ids
        parts = [
            len(re.findall(r"^(?:- |\d+\.|> )", section.text, re.MULTILINE))
            for section in (ours, theirs)
        ]
        assert parts[0] == parts[1], ours.title


@pytest.mark.parametrize(("lang", "added"), [("de", "zählen zusammen"), ("en", "are added up")])
@pytest.mark.parametrize("game", IDS)
def test_b4_short_all_ins_are_said_to_be_added_up(game: str, lang: Lang, added: str) -> None:
    """Case B4 (c): whoever may raise again, three short all-ins later, can read why."""
    (section,) = [one for one in known(game, lang).sections if "betting" in one.ids]
    assert added in section.text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_option_has_words_for_its_form_and_for_the_table(game: Betting, lang: Lang) -> None:
    words = Words(lang)
    assert words.has(f"{game.id}.name")
    for spec in specs(game.Options):
        values: tuple[Value, ...] = spec.choices
        if spec.kind == "switch":
            values = (False, True)
        assert words.has(f"{game.id}.option.{spec.name}")
        for value in values:
            code = value if isinstance(value, str) else ("off", "on")[bool(value)]
            key = f"{game.id}.option.{spec.name}.{code}"
            assert option_value(words, game.id, spec.name, value) == words(key)
            assert "{" not in option_list({spec.name: value}, game.id, words)
            assert option_list({spec.name: value}, game.id, words) != words("common.no_options")
        if spec.kind == "number":
            assert "1" in option_list({spec.name: 1}, game.id, words)


def test_a_table_reads_its_rules_back() -> None:
    options: dict[str, Value] = {
        "structure": "pot",
        "bet": 1200,
        "ante": 0,
        "min_raise": "last",
        "cap_counts_blind": False,
    }
    assert option_list(options, "omaha", Words("de")) == (
        "Pot-Limit · Big Blind 1.200 · ohne Ante · Raise mindestens wie der letzte"
        " · Big Blind zählt nicht als Einsatz"
    )
