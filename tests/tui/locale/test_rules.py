"""The written rules: in both languages, section by section, and set in lines."""

import re

import pytest
from rich.cells import cell_len

from engine.game import AnyGame
from engine.games import GAMES
from engine.games.betting.state import Carry
from engine.values.options import specs
from tests.tui.deals import moments
from tui.canvas.palette import palette
from tui.locale import LANGS, Lang, Words
from tui.locale.rules import rules, written
from tui.screens.help import LIST
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


# How each option of a game is spoken of in its rules, German and English.
BETTING = {
    "structure": ("No-Limit|Pot-Limit", "no limit|pot limit"),
    "bet": ("Big Blind|kleinen Einsatz", "big blind|small bet"),
    "top": ("danach der große|ab der 5. der große|4. und 5. der große", "the big one|the big bet"),
    "ante": ("Ante", "ante"),
    "min_raise": ("Mindestraise|Mindesterhöhung", "Minimum raise"),
    "spread_raise": ("Spread-Raise|Bei Spread", "Spread raise|Under spread"),
    "cap_counts_blind": ("Big Blind zählt", "one bet of the round"),
    "cap_heads_up": ("Zu zweit", "Heads-up|two are left"),
    "bring_in": ("Bring-in", "bring-in"),
    "stud_tie": ("Gleiche Karten", "Equal cards"),
    "stud_opener": ("Eröffnung", "Opened by"),
    "odd_chip": ("Ungerade Chips", "Odd chips"),
    "open_pair_big_bet": ("Offenes Paar", "Open pair"),
    "draw_bets": ("Nach dem Tausch", "After the draw"),
    "reveal": ("alles aufgedeckt", "everything is (?:opened|turned up|revealed)"),
}
CHINESE = {
    "scoring": ("2-4-Wertung", "2-4"),
    "royalties": ("Prämien", "Royalties"),
    "front_three": ("Vorne Drilling", "Front.* three of a kind"),
    "middle_full_house": ("Mitte Full House", "Middle.* full house"),
    "middle_four": ("Mitte Vierling", "Middle.* four of a kind"),
    "middle_straight_flush": ("Mitte Straight Flush", "Middle.* straight flush"),
    "back_four": ("Hinten Vierling", "Back.* four of a kind"),
    "back_straight_flush": ("Hinten Straight Flush", "Back.* straight flush"),
    "surrender": ("Aufgeben", "Surrender"),
    "special_hands": ("Sonderhände", "Special hands"),
    "fantasyland": ("Fantasyland", "Fantasyland"),
    "progressive": ("Progressiv", "Progressive"),
}
OWN = {
    "all_at_once": ("Alle auf einmal", "All at once"),
    "rising_stakes": ("Steigende Einsätze", "Rising stakes"),
    "soft_landing": ("Weiche Landung", "Soft landing"),
    "target": ("Leicht 45", "Easy 45"),
    "open_hands": ("Offene Hände", "Open hands"),
    "hand_size": ("Nur zwei Karten", "Two cards only"),
    "max_bet": ("Höchstbetrag", "greatest bet"),
    "max_raises": ("höchstens drei", "three at most|at most three"),
    "cards": ("zwei, drei oder fünf Karten", "two, three or five cards"),
    "wins": ("Niedrig gewinnt", "Low wins|Lowest wins"),
    "brag_order": ("traditionelle", "traditional"),
    "match_pot": ("Pot nachzahlen", "Match the pot"),
    "match_limit": ("Grenze für das Nachzahlen", "limit"),
    "ante_carried": ("trotzdem fällig", "due"),
}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_every_option_of_every_game_is_spoken_of(game: AnyGame, lang: Lang) -> None:
    known = rules(game.id, lang)
    assert known is not None
    text = "\n".join(f"{one.title}\n{one.text}" for one in known.sections).replace("**", "")
    for spec in specs(game.Options):
        said = (BETTING | CHINESE | OWN)[spec.name][LANGS.index(lang)]
        assert re.search(said, text), spec.name


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_the_usual_choice_of_every_game_is_told(game: AnyGame, lang: Lang) -> None:
    known = rules(game.id, lang)
    assert known is not None
    (text,) = (one.text for one in known.sections if {"house", "variants"} & set(one.ids))
    usual = ("das Übliche hier|Wird nichts gewählt", "the usual here|If nothing is chosen")
    assert re.search(usual[LANGS.index(lang)], text)
    assert ("TDA" in text) == bool(game.presets)


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_whatever_a_deal_is_at_help_opens_at_a_section_about_it(game: AnyGame) -> None:
    """Phases as real deals have them, by dice: none opens the overview for want of a section."""
    known = rules(game.id, "en")
    assert known is not None
    ids = {one for section in known.sections for one in section.ids}
    options, players = game.Options(), game.players.start + 1
    players = players if players in game.players else game.players.start
    chips = game.match == "cash"
    carry = Carry(stacks=(200, 60, 30)[:players]) if chips else game.Carry()
    for seed in (b"one", b"two"):
        for state, _ in moments(game, options, players, carry, seed):
            assert game.view(state).phase.partition(".")[0] in ids


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_titles_of_sections_have_room_in_their_list(game: AnyGame, lang: Lang) -> None:
    known = rules(game.id, lang)
    assert known is not None
    assert all(cell_len(section.title) < LIST - 1 for section in known.sections)
