"""Worked examples in the rules: every one says what its cards make, in both languages alike."""

import re
from itertools import pairwise

import pytest
from rich.cells import cell_len

from engine.games import GAMES
from engine.kit import brag, low, royalties, soko
from engine.kit.ranking import describe, name_of, rank, rank_two_and_three
from engine.kit.rows import board
from engine.kit.square import POINTS
from engine.values.cards import Card, cards
from tui.canvas.palette import Depth, palette
from tui.locale import LANGS, Lang, Words
from tui.locale.rules import rules, source
from tui.screens.examples import Line, is_example, lines_of
from tui.screens.paint import Page
from tui.screens.prose import plain, prose, styled
from tui.screens.writing import dealt, write

IDS = [game.id for game in GAMES]
ROWS = {"chinese", "openface", "pineapple"}
Example = tuple[Line, ...]


def examples(game: str, lang: Lang) -> list[Example]:
    written = source(game, lang)
    assert written is not None
    return [
        lines_of(block)
        for section in written.sections
        for block in re.split(r"\n\s*\n", section.text)
        if is_example(block)
    ]


def claim(line: Line) -> str | None:
    named = re.search(r"\{(\w+)\}", line.said)
    return named[1] if named else None


def strength(game: str, line: Line, shared: tuple[Card, ...]) -> int:
    """How strong the line's cards are by the rules of the game."""
    own = line.cards
    if shared and game.startswith("omaha"):
        return rank_two_and_three(own, shared)
    if game == "soko" and len(own) == 5:
        return soko.rank(own)
    return brag.rank(own) if game == "indian" and len(own) == 3 else rank((*own, *shared))


def name(game: str, line: Line, shared: tuple[Card, ...]) -> str:
    made = strength(game, line, shared)
    if game == "soko" and len(line.cards) == 5:
        return soko.name_of(made).name
    by_three = game == "indian" and len(line.cards) == 3
    return (brag.name_of if by_three else name_of)(made).name


@pytest.mark.parametrize("game", IDS)
def test_every_game_has_two_examples_that_are_the_same_in_both_languages(game: str) -> None:
    german, english = examples(game, "de"), examples(game, "en")
    assert len(german) >= 2

    def facts(found: list[Example]) -> list[object]:
        return [[(line.pieces, line.shared, claim(line)) for line in one] for one in found]

    assert facts(german) == facts(english)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", IDS)
def test_examples_say_what_their_cards_make(game: str, lang: Lang) -> None:
    words = Words(lang)
    for example in examples(game, lang):
        shared = tuple(card for line in example if line.shared for card in line.cards)
        everything = [card for line in example for card in line.cards]
        if "9c" not in map(str, everything) or game != "draw5":
            # A deck has every card once; what is kept in an exchange is there before and after.
            assert len(set(everything)) == len(everything)
        for line in example:
            if claim(line) is not None:
                assert claim(line) == name(game, line, shared), line
                assert words.has(f"cards.name.{claim(line)}")
        winners = [line for line in example if "★" in line.said]
        if winners:
            made = {line: strength(game, line, shared) for line in example if claim(line)}
            assert winners == [line for line in made if made[line] == max(made.values())]


@pytest.mark.parametrize("lang", LANGS)
def test_lows_are_those_of_the_cards(lang: Lang) -> None:
    """rules.md HL-04, HL-05 and HL-13."""
    said = []
    for game in ("omaha_hilo", "stud7_hilo"):
        for example in examples(game, lang):
            shared = tuple(card for line in example if line.shared for card in line.cards)
            for line in example:
                found = re.search(r"[Ll]ow ((?:[A2-8] ){4}[A2-8])", line.said)
                if re.search(r"\b[Ll]ow\b", line.said):
                    made = (
                        low.low_of_two_and_three(line.cards, shared)
                        if shared
                        else low.low(line.cards)
                    )
                    ranks = None if made is None else " ".join(low.ranks_of(made))
                    assert ranks == (found[1] if found else None)
                    said.append(ranks)
    assert said == ["8 4 3 2 A", None, "6 4 3 2 A"]


@pytest.mark.parametrize("lang", LANGS)
def test_the_order_of_tokens_is_right_or_wrong_as_it_is_said(lang: Lang) -> None:
    """rules.md PF-01 and PF-02."""
    marked = [example for example in examples("pokerface", lang) if "✓" in example[1].said]
    assert len(marked) == 2
    for shared, *players in marked:
        made = [strength("pokerface", line, shared.cards) for line in players]
        right = [True, *(before <= after for before, after in pairwise(made))]
        assert ["✓" in line.said for line in players] == right
        assert ["✗" in line.said for line in players] == [not one for one in right]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", sorted(ROWS))
def test_rows_are_right_or_a_foul_as_it_is_said(game: str, lang: Lang) -> None:
    for example in examples(game, lang):
        made = board([line.cards for line in example])
        assert made.fouled == any("✗" in line.said for line in example)
        for row, line in enumerate(example):
            points = re.search(r"\+(\d+)", line.said)
            if points:
                assert royalties.OPEN.of(row, made[row]) == int(points[1])


@pytest.mark.parametrize("lang", LANGS)
def test_a_square_counts_what_its_lines_are_worth(lang: Lang) -> None:
    """rules.md PQ-01 and PQ-08."""
    (one,), square = examples("pokerquadrat", lang)
    assert one.said == "{straight} 12"
    rows = [line.cards for line in square[1:6]]
    worth = [POINTS[describe(row).name] for row in rows]
    assert [int(line.said.split()[-1]) for line in square[1:6]] == worth == [10, 16, 6, 3, 1]
    columns = [POINTS[describe(column).name] for column in zip(*rows, strict=True)]
    assert list(map(str, columns)) == list(square[6].pieces) == ["5", "5", "12", "0", "5"]
    assert square[6].said == f"{sum(worth)} + {sum(columns)} = **{sum(worth) + sum(columns)}**"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", IDS)
def test_examples_fit_whatever_the_width(game: str, lang: Lang) -> None:
    written = rules(game, lang)
    assert written is not None
    for section in written.sections:
        assert "{" not in section.text
        for width in (20, 38, 53, 76):
            for line in prose(section.text, width):
                assert cell_len(line.text) <= width
                sizes = (3 if placed.row is None else 5 for placed in line.cards)
                ends = (placed.x + size for placed, size in zip(line.cards, sizes, strict=True))
                # Cards lie on blanks only.
                assert all(end <= cell_len(line.text) for end in ends)
                for placed in line.cards:
                    assert line.text[placed.x : placed.x + 3].isspace()


TEXT = ":= Mitte | Td 5h |\n:: Anna | Kc ?? __ (2)h / 12 | **Paar** ✓"
HIGH = "::: Du | Jd Th | gut"


def drawn(text: str, depth: Depth, *, ascii: bool = False, width: int = 40) -> Page:
    page = Page((width, 12), palette(depth, ascii), Words("de"))
    for y, line in enumerate(prose(text, width)):
        write(page, 0, y, line)
    return page


def test_cards_are_drawn_in_columns_with_what_is_said_beside_them() -> None:
    page = drawn(TEXT, "true")
    assert [line.rstrip() for line in page.text()[:2]] == [
        "Mitte  10♦  5♥",
        "Anna    K♣ ▓▓▓  ·  (2)    12  Paar ✓",
    ]
    cards_ = {run.text: run.style for row in page.rows() for run in row}
    assert cards_["10♦"].bg == palette("true").face("d").bg


def test_a_terminal_of_letters_is_given_letters() -> None:
    for line in drawn(TEXT, "16", ascii=True).text():
        assert line.isascii()


def test_high_cards_take_three_rows_where_they_fit() -> None:
    high = drawn(HIGH, "mono").text()
    assert [line.rstrip() for line in high[:3]] == [
        "     B     10",
        "Du    ♢     ♡    gut",
        "       B    10",
    ]
    narrow = drawn(HIGH, "mono", width=12).text()
    assert [line.rstrip() for line in narrow[:3]] == ["Du", "   B♢ 10♡", "  gut"]


def test_a_shell_gets_cards_as_text_and_in_the_colours_that_it_has() -> None:
    written = rules("holdem", "de")
    assert written is not None
    text = plain(written, 78, Words("de"))
    assert "Anna    K♣  K♦" in text
    assert "Du      B♦ 10♥" in text
    for depth, codes in (("true", "38;2"), ("256", "38;5"), ("16", "\x1b[1;3")):
        look = dealt(palette("true" if depth == "true" else "256" if depth == "256" else "16"))
        assert codes in styled(written, 78, Words("de"), look)
    mono = styled(written, 78, Words("de"), dealt(palette("mono")))
    assert not re.search(r"\x1b\[[0-9;]*[34][0-9]", mono)


def test_what_is_no_example_is_left_alone() -> None:
    assert not is_example("Ein Satz :: mehr nicht")
    assert not is_example(":: a | As |\nweiter")
    with pytest.raises(ValueError, match="values to unpack"):
        lines_of(":: a | As")
    assert lines_of(":: a | As Xx |")[0].cards == cards("As")
