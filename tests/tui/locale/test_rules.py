"""The written rules: in both languages, section by section, and set in lines."""

import re

import pytest
from rich.cells import cell_len

from tui.canvas.palette import palette
from tui.locale import LANGS, Lang, Words
from tui.locale.rules import rules, written
from tui.screens.prose import plain, prose, styled
from tui.screens.writing import dealt

# The sections of the game's rules, and the phases of a table that lead to them.
SECTIONS = 12
PHASES = {
    "waiting": 0,
    "tokens": 5,
    "brake": 5,
    "showdown": 6,
    "between": 7,
    "over": 8,
    "absence": 9,
    "": 0,
}


@pytest.mark.parametrize("lang", LANGS)
def test_pokerface_is_written_in_every_language(lang: Lang) -> None:
    known = rules("pokerface", lang)
    assert known is not None
    assert known.title == "Pokerface"
    assert len(known.sections) == SECTIONS
    assert all(section.text and section.title for section in known.sections)
    assert {phase: known.index(phase) for phase in PHASES} == PHASES


@pytest.mark.parametrize("lang", LANGS)
def test_pokerquadrat_has_a_section_for_every_phase(lang: Lang) -> None:
    known = rules("pokerquadrat", lang)
    assert known is not None
    assert known.title == "Pokerquadrat"
    phases = ("waiting", "place", "over", "between", "absence", "")
    assert [known.index(phase) for phase in phases] == [0, 3, 5, 7, 8, 0]
    assert all(section.text and section.title for section in known.sections)


@pytest.mark.parametrize("lang", LANGS)
def test_pokerquadrats_table_of_points_is_that_of_the_game(lang: Lang) -> None:
    known = rules("pokerquadrat", lang)
    assert known is not None
    text = known.sections[known.index("points")].text
    said = {int(number) for number in re.findall(r"^- \*\*(\d+)\*\*", text, re.MULTILINE)}
    assert said == {1, 3, 5, 6, 10, 12, 16, 30}


def test_the_written_rules_are_listed() -> None:
    assert {"pokerface", "pokerquadrat", "holdem"} <= set(written("de"))
    assert written("de") == written("en")


@pytest.mark.parametrize("game", ["pokerface", "pokerquadrat"])
def test_the_languages_tell_of_the_same_things(game: str) -> None:
    german, english = rules(game, "de"), rules(game, "en")
    assert german is not None
    assert english is not None
    for ours, theirs in zip(german.sections, english.sections, strict=True):
        assert ours.ids == theirs.ids
        assert len(re.findall(r"^(?:- |\d+\.|> )", ours.text, re.MULTILINE)) == len(
            re.findall(r"^(?:- |\d+\.|> )", theirs.text, re.MULTILINE)
        )


@pytest.mark.parametrize("game", ["nothing", "../secret", "", "POKERFACE"])
def test_unknown_games_have_none(game: str) -> None:
    assert rules(game, "de") is None


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", [20, 40, 52, 76])
@pytest.mark.parametrize("game", ["pokerface", "pokerquadrat"])
def test_lines_fit(game: str, lang: Lang, width: int) -> None:
    known = rules(game, lang)
    assert known is not None
    for section in known.sections:
        for line in prose(section.text, width):
            assert cell_len(line.text) <= width
            assert "**" not in line.text


def test_prose_keeps_bold_words_items_and_quotes() -> None:
    lines = prose("Eins **zwei** drei\n\n- **Nimm.** Dann geht es weiter\n- b\n\n> c **d**", 14)
    assert [(line.kind, line.text) for line in lines] == [
        ("text", "Eins zwei drei"),
        ("blank", ""),
        ("text", "• Nimm. Dann"),
        ("text", "  geht es"),
        ("text", "  weiter"),
        ("text", "• b"),
        ("blank", ""),
        ("quote", "c d"),
    ]
    assert lines[0].spans == (("Eins ", False), ("zwei", True), (" drei", False))


def test_a_word_that_is_bold_in_part_stays_one_word() -> None:
    (line,) = prose("das **G**: danach", 40)
    assert line.text == "das G: danach"


def test_for_the_shell_plain_or_in_bold() -> None:
    known = rules("pokerface", "en")
    assert known is not None
    text = plain(known, 78, Words("en"))
    assert "\x1b" not in text
    assert text.startswith("Pokerface\n")
    assert all(cell_len(line) <= 78 for line in text.splitlines())
    styles = styled(known, 78, Words("en"), dealt(palette("16")))
    assert "\x1b[1mShowdown\x1b[0m" in styles
