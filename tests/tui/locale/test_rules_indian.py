"""The written rules of Indian Poker, held against those of the house (rules.md E)."""

import re
from itertools import pairwise

import pytest
from rich.cells import cell_len

from engine.games.indian.view import view
from engine.kit.brag import ORDER
from engine.values.cards import Card, cards
from tests.engine.games.indian_table import Table
from tui.locale import LANGS, Lang, Words
from tui.locale.rules import Rules, rules
from tui.screens.prose import prose
from tui.screens.rankings import THREES, TWOS, ranking_of

TABLE = {"waiting", "over", "between", "absence", "showdown", "sight", "pots", "house", "screen"}
VARIANTS = {"low", "high_low", "hands", "brag", "match_pot"}


def known(lang: Lang) -> Rules:
    found = rules("indian", lang)
    assert found is not None
    return found


def section(lang: Lang, phase: str) -> str:
    written = known(lang)
    found = [part for part in written.sections if phase in part.ids]
    assert len(found) == 1, phase
    return found[0].text


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\b\d+\b", text)]


def quote(lang: Lang, phase: str) -> list[int]:
    """The numbers of the example in a section."""
    (found,) = re.findall(r"^> .*$", section(lang, phase), re.MULTILINE)
    return numbers(found)


@pytest.mark.parametrize("lang", LANGS)
def test_every_phase_and_variant_has_a_section_that_fits(lang: Lang) -> None:
    written = known(lang)
    ids = {one for part in written.sections for one in part.ids}
    phases = {view(deal.state).phase for deal in (Table("Ks 4c"), Table("Ks 4c", match_pot=True))}
    assert TABLE | VARIANTS | phases | {"over"} <= ids
    assert written.index("waiting") == 0
    for part in written.sections:
        for width in (20, 52, 76):
            for line in prose(part.text, width):
                assert cell_len(line.text) <= width
                assert "**" not in line.text


def test_the_languages_tell_of_the_same_things() -> None:
    for ours, theirs in zip(known("de").sections, known("en").sections, strict=True):
        assert ours.ids == theirs.ids
        parts = [
            len(re.findall(r"^(?:- |\d+\.|> )", part.text, re.MULTILINE)) for part in (ours, theirs)
        ]
        assert parts[0] == parts[1], ours.title
        assert numbers(ours.text) == numbers(theirs.text), ours.title


@pytest.mark.parametrize("lang", LANGS)
def test_the_examples_are_those_of_the_rules_of_the_house(lang: Lang) -> None:
    # IP-03: all-in 3, the others 8: main pot 9, side pot 10.
    assert quote(lang, "pots") == [3, 8, 9, 10]
    # IP-01: two come back, and the pot is 3.
    assert quote(lang, "showdown") == [1, 2, 2, 3]
    # IP-08: 7 each; 11 for the high, 6 and 5, and 10 for the low.
    assert quote(lang, "high_low") == [7, 21, 11, 6, 5, 10]
    # IP-09: a pot of 4, two losers pay 4, and the new one is 8.
    assert quote(lang, "match_pot") == [4, 4, 4, 8]
    # The usual table: fifty chips, ante 1, bets and raises from 1 to 5.
    assert 50 in numbers(section(lang, "waiting"))
    assert {1, 5} <= set(numbers(section(lang, "bet")))


def test_german_uses_the_words_of_the_game() -> None:
    text = "".join(part.text for part in known("de").sections)
    for wrong in ("Fold", "Call", "Raise", "Bet ", "passen", "Passen", " As "):
        assert wrong not in text, wrong
    for right in ("Checken", "Setzen", "Mitgehen", "Erhöhen", "Aussteigen", "Geber"):
        assert right in text, right


REFUSED = ("no_such_seat", "deal_over", "no_such_action", "not_your_turn", "already_set")
DIMMED = ("cannot_check", "nothing_to_call", "capped", "short_stack", "nobody_to_call")
AMOUNTS = ("not_reopened", "price_changed", "below_minimum", "above_maximum")


@pytest.mark.parametrize("code", [*REFUSED, *DIMMED, *AMOUNTS])
def test_reasons_speak_of_neither_a_fold_nor_a_call(code: str) -> None:
    """Also where the server says them, which does not know whose words a table has."""
    said = re.findall(r"\w+", Words("de")(f"why.{code}", price=1, lo=1, hi=1, cap=4))
    assert not {"Fold", "Call", "Check", "Raise", "Bet"}.intersection(said)
    assert len(said) > 1


@pytest.mark.parametrize("lang", LANGS)
def test_hands_of_three_cards_stand_in_their_order(lang: Lang) -> None:
    """rules.md E: a straight above a flush; IP-13."""
    assert [name for name, _ in THREES] == list(reversed(ORDER))
    words = Words(lang)
    named = [words(f"cards.name.{name}") for name, _ in THREES]
    listed = re.findall(r"^\d\. \*\*(.+?)\*\*", section(lang, "hands"), re.MULTILINE)
    short = {"Ein Paar": "Paar", "One pair": "Pair"}
    assert [one.lower() for one in listed] == [short.get(one, one).lower() for one in named]


def apart(hand: str, other: str) -> str:
    """A hand in such suits that it has no card of another one."""
    taken = set(cards(other))
    suits = (str.maketrans("cdhs", turned) for turned in ("cdhs", "dhsc", "hscd", "scdh"))
    return next(made for made in map(hand.translate, suits) if not taken.intersection(cards(made)))


@pytest.mark.parametrize("size", [2, 3])
def test_the_examples_of_the_help_beat_those_below_them(size: int) -> None:
    """Each wins from the next one where it is dealt with those cards."""
    hands = [code.replace(" ", "") for _, code in (TWOS if size == 2 else THREES)]
    for better, worse in pairwise(hands):
        deal = Table(f"{apart(worse, better)} {better}", cards=size).play("c c")
        assert deal.net == (-1, 1), (better, worse)


@pytest.mark.parametrize("lang", LANGS)
def test_the_ranking_has_a_head_for_each_number_of_cards(lang: Lang) -> None:
    words = Words(lang)
    lines = ranking_of("indian", words).lines
    heads = [line.name for line in lines if line.place is None]
    assert heads == [words(f"indian.rank.head.{size}") for size in (1, 2, 3, 5)]
    assert [len(line.cards) for line in lines if line.place is not None] == [5, 2, 2, *[3] * 6] + (
        [5] * 10
    )
    for line in lines:
        # Nothing is cut off at 80 columns.
        assert cell_len(line.name) <= 17
        assert cell_len(line.said) <= 34
        assert all(isinstance(card, Card) for card in line.cards)
    # In the other games the ranking has no heads.
    assert all(line.place for line in ranking_of("holdem", words).lines)
