"""Looking for a text in the rules: every place in its order, around the end, or none."""

from tui.canvas.palette import palette
from tui.locale import Words
from tui.locale.rules import Rules, Section, rules
from tui.screens.finding import Finder, places_of
from tui.screens.paint import Page

KNOWN = Rules(
    "Ein Spiel",
    (
        Section("Anfang", (), "Alle **Asse** sind hoch.\n\nDann geht es weiter."),
        Section("Asse", (), "Nichts davon."),
        Section("Ende", (), "Wer gewinnt, wer verliert,\nund wer ein AS hat."),
    ),
)


def finder(text: str) -> Finder:
    found = Finder()
    found.begin()
    for letter in text:
        assert not found.key(letter, letter)
    assert found.key("enter", None) == bool(text.strip())
    return found


def test_places_are_lines_in_their_order_whatever_the_letters_case() -> None:
    assert places_of(KNOWN, "asse", 60) == [(0, 2), (1, 0)]
    assert places_of(KNOWN, "Asse sind", 60) == [(0, 2)]
    # Broken over two lines it is found at the head of its section.
    assert places_of(KNOWN, "gewinnt, wer verliert", 16) == [(2, 0)]
    assert places_of(KNOWN, "  ", 60) == places_of(KNOWN, "Joker", 60) == []


def test_the_next_place_is_that_after_the_last_or_after_the_section_shown() -> None:
    found = finder("asse")
    assert found.next(KNOWN, 0, 60) == (0, 2)
    assert found.next(KNOWN, 0, 60) == (1, 0)
    assert found.next(KNOWN, 1, 60) == (0, 2)
    # Somebody has turned the page meanwhile.
    assert found.next(KNOWN, 1, 60) == (1, 0)


def test_every_word_of_real_rules_is_found_where_it_stands() -> None:
    known = rules("holdem", "de")
    assert known is not None
    sections = [known.sections[section].ids for section, _ in places_of(known, "Seitenpot", 53)]
    assert sections
    assert all("pots" in ids for ids in sections)


def test_what_is_typed_or_missing_is_shown_in_the_last_row() -> None:
    words = Words("de")

    def row(found: Finder) -> str:
        page = Page((60, 18), palette("true"), words)
        found.draw(page)
        return page.text()[16].strip()

    found = Finder()
    assert row(found) == ""
    found.begin()
    found.pasted("Jok\ner")
    assert row(found) == "Suchen: Joker"
    assert found.key("enter", None)
    assert found.next(KNOWN, 0, 56) is None
    assert row(found) == "„Joker“ steht nicht in diesen Regeln."
    found.hush()
    assert row(found) == ""
    found.begin()
    assert not found.key("escape", None)
    assert not found.typing
    assert not found.text
