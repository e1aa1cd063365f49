"""What three rows are while they grow: names, order, royalties; how their cards are drawn."""

import pytest

from engine.kit.royalties import NONE, OPEN, USUAL
from engine.values.cards import Card, cards
from engine.values.draft import Draft
from tests.tui.layouts.drawn import DE, EN
from tui.canvas.palette import palette
from tui.canvas.pen import Pen
from tui.canvas.sorting import Sorting, lay, mark, suggest
from tui.layouts.arranging.keys import idea_line
from tui.layouts.arranging.looks import draw_looks, look_spans, row_looks, stride, tray_looks
from tui.layouts.arranging.rows import checks, earned, name_lines, outlook
from tui.layouts.arranging.tray import draw_tray, hint_line

HAND = cards("AcQd5hKsKd9c9h3s8s8h8d4c4d")


def rows(text: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(cards(row) for row in text.split("|"))


def drafted(text: str) -> Sorting:
    front, middle, back = rows(text)
    return Sorting(1, 1, HAND, draft=Draft(front, middle, back))


# ── in order ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("||", (None, None)),
        ("Ac||8s", (None, None)),
        # As they lie, until the row behind is full.
        ("AcQd5h|KsKd9c9h|8s8h8d", (True, True)),
        ("KsKd|Ac|8s", (None, None)),
        ("Ac|KsKd|8s8h", (True, None)),
        # What is stronger than a full row stays so, full or not.
        ("KsKd|Ac9c8s5h3s|", (False, None)),
        ("|KsKd9c9h|AcQd8s5h3s", (None, False)),
        # CP-04 and CP-05 of rules.md: the third card decides, and equal ones are right.
        ("AcKd7h|AsKc6d5s2c|QdQh7s4c3d", (False, True)),
        ("AcKd7h|AsKc7d5s2c|QdQh9s4c3d", (True, True)),
        # CP-06, CP-08, CP-09, CP-10.
        ("6s6hAd|6c6dKc3s2h|9c9dTh4s3h", (False, True)),
        ("6s6hAd|6c6dAc3s2h|9c9dTh4s3h", (True, True)),
        ("QhKhAh|2c2d5h7s9c|3c3d4h8sTc", (True, True)),
        ("2c3d5s|KcKdKh3h4s|JcJdJhAcQd", (True, False)),
        ("2c3d5s|KcKdAh7s4c|KsKhAd7d4h", (True, True)),
    ],
)
def test_rows_are_in_order_so_far(text: str, wanted: tuple[bool | None, bool | None]) -> None:
    assert tuple(check.right for check in checks(rows(text))) == wanted


@pytest.mark.parametrize(
    ("text", "usual", "opened"),
    [
        # Of both tables of rules.md D: 3; and 13 + 4 + 4.
        ("5c5d5h|6c7d8h9sTc|AhKhJh9h2h", 3, 21),
        ("2c3d|9c9d9h4s4c|", 2, 12),
        ("||8s8h8d4c4d", 0, 6),
        ("6s6h2c||", 0, 1),
        ("6s6h||", 0, 0),
    ],
)
def test_royalties_of_full_rows(text: str, usual: int, opened: int) -> None:
    assert earned(rows(text), USUAL) == usual
    assert earned(rows(text), OPEN) == opened
    assert earned(rows(text), NONE) == 0


def test_a_foul_earns_nothing() -> None:
    assert earned(rows("5c5d5h|6c7d8h9sKc|AhKhJh9h2h"), USUAL) == 0


# ── in words ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("row", "place", "wanted"),
    [
        ("", 0, ("", "", "")),
        ("AcQd5h", 0, ("Höchste Karte", "Ass, Dame, 5", "")),
        ("AcQd", 0, ("Höchste Karte …", "Ass, Dame", "")),
        ("KsKd9c9h", 1, ("Zwei Paare …", "Könige und Neunen", "")),
        ("8s8h8d", 2, ("Drilling …", "Achten", "")),
        ("8s8h8d4c4d", 2, ("Full House", "Achten über Vieren", "")),
        ("KsKd9c5h3s", 1, ("Ein Paar", "Könige", "Kicker 9 5 3")),
        # Too long for the room: in letters.
        ("KsQdJh9c7s", 1, ("Höchste Karte", "K D B 9 7", "")),
        # Three of a suit or in a row are nothing in front.
        ("QhKhAh", 0, ("Höchste Karte", "Ass, König, Dame", "")),
    ],
)
def test_a_row_is_named_while_it_grows(row: str, place: int, wanted: tuple[str, ...]) -> None:
    assert name_lines(cards(row), place, 19, DE) == wanted


@pytest.mark.parametrize(
    ("row", "place", "tray", "wanted"),
    [
        ("8s8h8d", 2, "4c4d3s", "mit 4 4: Full House"),
        ("KsKd9c9h", 1, "4c4d3s", ""),
        ("KsKd9c9h", 1, "Kc3s", "mit K: Full House"),
        ("Ah9h6h", 2, "5h2h3s", "mit 5♥ 2♥: Flush"),
        ("9hTcJd", 2, "8sQd2c", "mit 8 D: Straße"),
        # A pair is seen at a glance; three of a kind in front is rare enough to be said.
        ("Ac", 0, "AdKs", ""),
        ("KsKd", 0, "Kc3s", "mit K: Drilling"),
        # Too many cards are missing, too few are there, or there is nothing yet.
        ("8s8h", 2, "4c4d3s", ""),
        ("8s8h8d", 2, "4c", ""),
        ("", 2, "4c4d", ""),
        ("Js9s8s", 2, "TsQs", "→ Straight Flush"),
    ],
)
def test_what_the_tray_could_make_of_a_row(row: str, place: int, tray: str, wanted: str) -> None:
    assert outlook(cards(row), place, cards(tray), 19, DE) == wanted


def test_a_suggestion_in_words() -> None:
    now = drafted("AcQd5h|KsKd|8s8h8d")
    idea = (cards("AcQd5h"), cards("9c9h4c4d3s"), cards("8s8h8dKsKd"))
    shown = suggest(now, (idea,))
    assert isinstance(shown, Sorting)
    names = "Full House / Zwei Paare / Höchste Karte"
    assert idea_line(shown, DE) == ("Vorschlag 1:", names, "2 Karten lägen anders")
    fits = suggest(drafted("Ac||8sKd"), (idea,))
    assert isinstance(fits, Sorting)
    assert idea_line(fits, DE) == ("Vorschlag 1:", names, "passt zu deinen Reihen")
    assert idea_line(now, DE) is None


# ── as cards ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("count", "width", "large", "wanted"),
    [
        (13, 78, False, 6),
        (14, 78, False, 5),
        (17, 78, False, 4),
        (13, 82, True, 6),
        (17, 82, True, 4),
        (1, 78, True, 8),
        (3, 82, True, 8),
    ],
)
def test_many_cards_move_together(count: int, width: int, large: bool, wanted: int) -> None:
    assert stride(count, width, large=large) == wanted


def test_every_card_of_seventeen_shows_rank_and_suit() -> None:
    pen = Pen(80, 6, palette("true"), DE)
    hand = cards("AcKcQcJcTc9c8c7c6c5c4c3c2cAhKhQhJh")
    draw_tray(pen, 0, Sorting(1, 1, hand, rest=4), columns=(1, 14, 46), width=80)
    text = pen.text()
    assert text[0].startswith("── Noch zu legen (13) · sortiert nach Wert ──")
    assert text[1].split() == [
        "A",
        "A",
        "K",
        "K",
        "D",
        "D",
        "B",
        "B",
        "10",
        "9",
        "8",
        "7",
        "6",
        "5",
        "4",
        "3",
        "2",
    ]
    assert sum(character in "♣♥" for character in text[2]) == 17
    assert text[4].index("▲") == 2


def test_signs_stand_under_the_cards() -> None:
    now = drafted("AcQd5h|KsKd|")
    for _ in range(2):
        marked = mark(now)
        assert isinstance(marked, Sorting)
        now = Sorting(1, 1, HAND, draft=now.draft, marked=marked.marked, place=1)
    pen = Pen(80, 5, palette("mono"), DE)
    draw_looks(pen, 1, 0, tray_looks(now))
    assert pen.text()[3].startswith("   •     ▲•")
    spans = look_spans(tray_looks(now), palette("mono"), DE)
    assert "".join(text for text, _ in spans).startswith("• 9♣▸ 9♥")


def test_a_suggestion_is_drawn_as_ghosts_where_cards_would_come() -> None:
    idea = (cards("AcQd5h"), cards("KsKd9c9h3s"), cards("8s8h8d4c4d"))
    shown = suggest(drafted("AcQd5h|KsKd9c9h|8s8h8d"), (idea,))
    assert isinstance(shown, Sorting)
    middle = row_looks(shown, 1)
    assert [look.ghost for look in middle] == [False] * 4 + [True]
    assert middle[-1].cell == Card("3s")
    assert all(look.face == "dead" for look in tray_looks(shown))
    # What lies elsewhere than suggested is shown where it would lie.
    moved = suggest(drafted("Kd||"), (idea,))
    assert isinstance(moved, Sorting)
    assert [look.cell for look in row_looks(moved, 0)] == list(idea[0])


def test_the_rows_that_take_a_card_are_named() -> None:
    pen = Pen(80, 5, palette("true"), DE)
    now = drafted("AcQd5h|KsKd9c9h|8s8h8d")

    def said(room: int = 60) -> str:
        return "".join(text for text, _ in hint_line(now, pen, room))

    assert said() == "3 4♣ nach Hinten   2 4♣ zur Mitte"
    assert said(20) == "3 4♣ nach Hinten"
    for code in ("4c", "4d"):
        now = Sorting(1, 1, HAND, draft=now.draft, marked=(*now.marked, Card(code)))
    assert said() == "3 2 Karten nach Hinten"
    full = lay(now, 2)
    assert isinstance(full, Sorting)
    now = full
    assert said() == "2 3♠ zur Mitte"


def test_english_speaks_of_rows_too() -> None:
    pen = Pen(80, 6, palette("true"), EN)
    draw_tray(pen, 0, drafted("AcQd5h|KsKd9c9h|8s8h8d"), columns=(1, 14, 46), width=80)
    assert pen.text()[0].startswith("── To be laid (3) · sorted by rank ──")
    assert "3 4♣ to the back" in pen.text()[2]
