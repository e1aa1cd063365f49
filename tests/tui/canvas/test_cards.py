"""Cards cell by cell as the design draws them, their letters, and names of hands that fit."""

from itertools import combinations_with_replacement

import pytest
from rich.cells import cell_len

from engine.kit.ranking import NAMES, HandName
from engine.values.cards import RANKS, Card, Cell, Empty, Hidden, card
from tui.canvas import cards
from tui.canvas.palette import palette
from tui.canvas.pen import Pen
from tui.locale import LANGS, Lang, Words


def _drawn(cells: str, size: str, lang: Lang = "de", depth: str = "true") -> list[str]:
    pen = Pen(40, 5, palette("mono" if depth == "mono" else "true", depth == "ascii"), Words(lang))
    draw = {"inline": cards.inline, "small": cards.small, "large": cards.large}[size]
    step = {"inline": 4, "small": 6, "large": 8}[size]
    for place, code in enumerate(cells.split()):
        cell: Cell = {"??": Hidden(), "--": Empty()}.get(code) or card(code)  # type: ignore[assignment]
        draw(pen, place * step, 0, cell)
    return [line.rstrip() for line in pen.text()]


def test_inline() -> None:
    assert _drawn("As Kh Qd Jc Ts ??  --", "inline")[0] == " A♠  K♥  D♦  B♣ 10♠ ▓▓▓  ·"
    assert _drawn("As Qd Jc Ts", "inline", "en")[0] == " A♠  Q♦  J♣ 10♠"


def test_small() -> None:
    assert _drawn("Qc Ts ?? --", "small")[:3] == [
        " D     10   ▓▓▓▓▓ ┌─ ─┐",
        "  ♣     ♠   ▓▓▓▓▓ │   │",
        "   D    10  ▓▓▓▓▓ └─ ─┘",
    ]


def test_large() -> None:
    assert _drawn("Ks Ts ?? --", "large") == [
        " K♠      10♠    ▓▓▓▓▓▓▓ ┌─   ─┐",
        "                ▓▓▓▓▓▓▓ │     │",
        "   ♠       ♠    ▓▓▓▓▓▓▓",
        "                ▓▓▓▓▓▓▓ │     │",
        "    ♠K     ♠10  ▓▓▓▓▓▓▓ └─   ─┘",
    ]


def test_ones_own_hidden_card() -> None:
    pen = Pen(5, 3, palette("true"), Words("de"))
    cards.own_hidden(pen, 0, 0, cards.SMALL)
    assert pen.text() == (" ?   ", "  ?  ", "   ? ")


def test_ones_own_hidden_card_where_its_colour_would_not_show_it() -> None:
    for depth in ("16", "mono"):
        pen = Pen(5, 3, palette(depth), Words("de"))
        cards.own_hidden(pen, 0, 0, cards.SMALL)
        assert pen.text() == ("▓?▓▓▓", "▓▓?▓▓", "▓▓▓?▓")


def test_outlines_without_colours_and_letters_in_ascii() -> None:
    assert _drawn("Ah Qd Kc", "inline", depth="mono")[0] == " A♡  D♢  K♣"
    assert _drawn("Ah Qd Kc ??", "inline", depth="ascii")[0] == " Ah  Dd  Kc ###"
    assert _drawn("Qd --", "small", depth="ascii")[:3] == [
        " D    +- -+",
        "  d   |   |",
        "   D  +- -+",
    ]


def test_a_card_has_its_suits_colour_on_its_face() -> None:
    pen = Pen(5, 3, palette("256"), Words("de"))
    cards.small(pen, 0, 0, card("8h"))
    styles = {run.style for row in pen.rows() for run in row}
    assert {(style.fg, style.bg) for style in styles} == {("#d70000", "#ffffd7")}


def test_states_are_told_without_colour_too() -> None:
    colours = palette("true")
    assert colours.face("h", "wins").underline
    assert not colours.face("h", "dead").bold
    assert colours.face("h", "chosen").bg == "#ffd666"
    assert colours.face("h", "dead").bg == "#c9c5b7"


def test_cards_in_a_sentence_are_coloured() -> None:
    colours = palette("true")
    spans = cards.coloured("Turn 10♦ · Runde ♥", colours.muted, colours)
    assert spans == (
        ("Turn ", colours.muted),
        ("10♦", colours.suits["d"]),
        (" · Runde ", colours.muted),
        ("♥", colours.suits["h"]),
    )


@pytest.mark.parametrize(
    ("name", "ranks", "de", "en"),
    [
        ("high_card", "AKQ32", "Ass hoch, K D 3 2", "Ace high, K Q 3 2"),
        ("pair", "8Q76", "Paar Achten, D 7 6", "Two eights, Q 7 6"),
        ("two_pair", "Q8T", "Zwei Paare, D und 8", "Two pair, Q and 8"),
        ("three_of_a_kind", "8KQ", "Drilling Achten", "Three eights"),
        ("straight", "5", "Straße bis Fünf", "Straight to five"),
        ("flush", "AK984", "Flush, Ass hoch", "Flush, ace high"),
        ("full_house", "58", "Full House, Fünfen", "Full house, fives"),
        ("four_of_a_kind", "KA", "Vierling Könige", "Four kings"),
        ("straight_flush", "9", "Straight Flush, 9", "Straight flush to 9"),
        ("royal_flush", "A", "Royal Flush", "Royal flush"),
    ],
)
def test_short_names(name: str, ranks: str, de: str, en: str) -> None:
    hand = HandName(name, ranks)  # type: ignore[arg-type]
    assert cards.hand_short(hand, Words("de")) == de
    assert cards.hand_short(hand, Words("en")) == en


@pytest.mark.parametrize("lang", LANGS)
def test_every_short_name_fits(lang: Lang) -> None:
    words = Words(lang)
    for name in NAMES:
        for ranks in map("".join, combinations_with_replacement("TQ7K2", 5)):
            short = cards.hand_short(HandName(name, ranks), words)
            assert cell_len(short) <= 20, short
            assert "…" not in short


@pytest.mark.parametrize(
    ("name", "ranks", "expected"),
    [
        ("high_card", "QT", ("Höchste Karte", "Dame", "Kicker 10")),
        ("pair", "8", ("Ein Paar", "Achten", "")),
        ("two_pair", "Q8T", ("Zwei Paare", "Damen und Achten", "Kicker 10")),
        ("straight", "5", ("Straße", "bis Fünf", "")),
        ("flush", "AK984", ("Flush", "Ass hoch", "dann K 9 8 4")),
        ("full_house", "58", ("Full House", "Fünfen über Achten", "")),
        ("four_of_a_kind", "KA", ("Vierling", "Könige", "Kicker A")),
        ("royal_flush", "A", ("Royal Flush", "", "")),
    ],
)
def test_a_hand_in_three_lines(name: str, ranks: str, expected: tuple[str, ...]) -> None:
    hand = HandName(name, ranks)  # type: ignore[arg-type]
    assert cards.hand_lines(hand, Words("de")) == expected


@pytest.mark.parametrize("lang", LANGS)
def test_a_ten_is_never_a_t(lang: Lang) -> None:
    words = Words(lang)
    assert [cards.name(Card(rank + "d"), words) for rank in RANKS if rank == "T"] == ["10♦"]
    german = {rank: cards.letter(rank, words) for rank in "AKQJ"}
    letters = "AKDB" if lang == "de" else "AKQJ"
    assert "".join(german.values()) == letters
