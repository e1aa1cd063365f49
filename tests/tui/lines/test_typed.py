"""What is typed is understood in both languages, however it is written."""

import pytest

from engine.values.cards import card, cards
from tui.lines import typed
from tui.lines.chair import CHAIR
from tui.lines.deeds import DECIDES
from tui.lines.house import HOUSE
from tui.lines.lobby import LOBBY
from tui.lines.table import LOOKS
from tui.locale import LANGS, Words


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("dh", "Qh"),
        ("qh", "Qh"),
        ("d♥", "Qh"),
        ("10s", "Ts"),
        ("ts", "Ts"),
        ("bc", "Jc"),
        ("jc", "Jc"),
        ("ad", "Ad"),
        ("herz dame", "Qh"),
        ("queen of hearts", "Qh"),
        ("pik 10", "Ts"),
        ("sieben kreuz", "7c"),
    ],
)
def test_a_card_may_be_written_in_many_ways(said: str, code: str) -> None:
    words = typed.split(said)
    assert typed.next_card(words) == (card(code), len(words))


@pytest.mark.parametrize("said", ["", "xx", "1", "dame", "11h"])
def test_other_words_are_no_card(said: str) -> None:
    assert typed.next_card(typed.split(said)) == (None, 0)


def test_cards_are_chosen_by_name_or_by_place() -> None:
    held = cards("9d7c9h8c4c")
    assert typed.chosen(["2", "4c"], held) == ([card("7c"), card("4c")], [])
    assert typed.chosen(["9d", "b3"], held) == ([card("9d")], ["b3"])
    # Neither another's card, nor a place where none is, nor one of them twice.
    assert typed.chosen(["as"], held) == ([], ["as"])
    assert typed.chosen(["6"], held) == ([], ["6"])
    assert typed.chosen(["1", "9d"], held) == ([card("9d")], ["9d"])


def test_many_cards_are_counted_by_rank() -> None:
    held = cards("6hTc5cAd9c3c")
    assert typed.in_order(held) == cards("AdTc9c6h5c3c")
    assert typed.in_order(held[:5]) == held[:5]


def test_words_of_both_languages_and_their_beginnings_are_understood() -> None:
    both = {"fold", "call", "raise", "check"}
    for said in ("erhöhen", "ERHOEHEN", "raise"):
        assert typed.meant(*typed.split(said), both) == ("raise",)
    assert typed.meant("ra", both) == ("raise",)
    assert typed.meant("aus", both) == ("fold",)
    assert set(typed.meant("c", both)) == {"call", "check"}
    assert typed.meant("c", {"call"}, both) == ("call",)
    assert typed.meant("", both) == typed.meant("x", both) == ()


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("1.000", 1000),
        ("12", 12),
        ("-1", None),
        ("٣", None),
        ("9" * 12, 10**12 - 1),
        ("9" * 13, None),
    ],
)
def test_numbers(said: str, number: int | None) -> None:
    assert typed.number(said) == number


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_said_to_be_typed_means_just_that(lang: str) -> None:
    """The word that a language prints for a verb is no other verb's where both work."""
    words = Words("de" if lang == "de" else "en")
    # A card is laid into a row or on a cell, never both; a hand is shown as a deal is.
    for verbs in (HOUSE | LOBBY, (DECIDES - {"lay"}) | CHAIR | LOOKS):
        for verb in verbs:
            assert typed.whole(typed.folded(typed.shown(verb, words)), verbs) == (verb,)
