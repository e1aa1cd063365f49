"""Lines are plain: no frames, no signs of its own, in ASCII where the terminal has no more."""

import pytest

from engine.values.cards import Hidden, cards
from tui.lines.voice import Style, Voice


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("── Flop · Pot 57 ──", "Flop, Pot 57"),
        ("    die (1) geht zur Mitte", "die (1) geht zur Mitte"),
        ("✗ 3 von 60: verfehlt", "3 von 60: verfehlt"),
        ("Anna −6 · Ben +18", "Anna -6, Ben +18"),
        ("Carla zeigt D♦ 7♦ | K♠ 10♥", "Carla zeigt Dd 7d / Ks 10h"),
        ("Markenrunde ♣", "Markenrunde Kreuz"),
        ("Erhöhung", "Erhöhung"),
        ("von fremd\x1b[31m\x07er Hand", "von fremd?[31m?er Hand"),
    ],
)
def test_what_is_drawn_is_said(drawn: str, said: str) -> None:
    assert Voice("de", ascii=False).line(drawn) == said


@pytest.mark.parametrize(
    ("style", "ascii", "said"),
    [
        ("short", False, "Dh 10s ?"),
        ("words", False, "Herz Dame, Pik Zehn, ?"),
        ("signs", False, "D♥ 10♠ ?"),
        ("signs", True, "Dh 10s ?"),
    ],
)
def test_cards_have_three_names(style: Style, ascii: bool, said: str) -> None:
    voice = Voice("de", ascii=ascii, style=style)
    assert voice.cards((*cards("QhTs"), Hidden())) == said


def test_names_of_several_words_are_kept_apart() -> None:
    voice = Voice("de", ascii=False, style="words")
    assert voice.line("Flop D♥ 10♠ A♦ · Pot 5") == "Flop Herz Dame, Pik Zehn, Karo Ass, Pot 5"


def test_english_has_its_own_letters() -> None:
    voice = Voice("en", ascii=True)
    assert voice.cards(cards("QhJs")) == "Qh Js"
    voice.style = "words"
    assert voice.cards(cards("Qh")) == "queen of hearts"


def test_letters_on_cards_may_be_those_of_the_other_language() -> None:
    voice = Voice("de", ascii=True, letters="en")
    assert voice.cards(cards("QhJs")) == "Qh Js"
    voice.style = "words"
    assert voice.cards(cards("Qh")) == "Herz Dame"


def test_ascii_is_ascii() -> None:
    said = Voice("de", ascii=True).line("Erhöhung · Größe ½ → Ångström ♥ 日本 ✓…")
    assert said == "Erhoehung, Groesse 1/2 -> Angstroem Herz ?? +..."
