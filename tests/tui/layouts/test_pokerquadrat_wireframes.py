"""Pokerquadrat cell by cell: the wireframes of the design, and their colours.

The wireframes are copied. A light card's blank cell `░` is a blank here. What overlapped at the
right edge has its own place: the sums and the stock, the line's gain, the box in whole words; the
arrows stand beside the letters that they may replace, "q Verlassen" in place of "Weg".
"""

import pytest

from tests.tui import squares
from tests.tui.layouts.drawn import DE, style_at
from tui.canvas.cells import Row
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Scene
from tui.layouts import layout


def rows(scene: Scene, width: int = 80, height: int = 24, depth: Depth = "true") -> tuple[Row, ...]:
    return layout("pokerquadrat").draw(scene, (width, height), palette(depth), DE)


def text(scene: Scene, width: int = 80, height: int = 24) -> list[str]:
    return ["".join(run.text for run in row).rstrip() for row in rows(scene, width, height)]


def expected(picture: str) -> list[str]:
    return [line.replace("░", " ").rstrip() for line in picture.splitlines()[1:]]


PICTURE_80 = """
 Pokerquadrat   mit Ben · Ziel 60                               24 ms · ? Hilfe
      a     b     c     d     e                   Punkte 18 von 60   Zug 13/25
    ░K░░░ ░K░░░ ╭   ╮ ░K░░░ ╭   ╮                 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 1  ░░♠░░ ░░♥░░       ░░♣░░        Drilling    6  Reihen 13  Spalten 5
    ░░░K░ ░░░K░ ╰   ╯ ░░░K░ ╰   ╯
                                                  deine Hand          Vorrat 34
    ░5░░░┃░5░░░┃╭   ╮ ░5░░░ ╭   ╮                 ░5░░░   ░9░░░   ░7░░░
 2  ░░♠░░┃░░♥░░┃      ░░♣░░        Paar        1  ░░♥░░   ░░♣░░   ░░♦░░
    ░░░5░┃░░░5░┃╰   ╯ ░░░5░ ╰   ╯  → Drilling +5  ░░░5░   ░░░9░   ░░░7░
                                                   ▲1       2       3
    ░6░░░ ░6░░░ ╭   ╮ ░6░░░ ╭   ╮
 3  ░░♠░░ ░░♥░░       ░░♣░░        Drilling    6  Ben hält  ▓▓▓ ▓▓▓ ▓▓▓
    ░░░6░ ░░░6░ ╰   ╯ ░░░6░ ╰   ╯
                                                 ╭─ 5♥ auf b2 ─────────────────╮
    ░9░░░ ╭   ╮ ░8░░░ ╭   ╮ ╭   ╮                │ Reihe 2                  +5 │
 4  ░░♠░░       ░░♦░░              –           · │   Paar → Drilling           │
    ░░░9░ ╰   ╯ ░░░8░ ╰   ╯ ╰   ╯                │ Spalte b                 ±0 │
                                                 │   3 von 5 Herz              │
    ░2░░░ ╭   ╮ ░B░░░ ╭   ╮ ╭   ╮                │ Enter legt sie endgültig    │
 5  ░░♠░░       ░░♦░░              –           · ╰─────────────────────────────╯
    ░░░2░ ╰   ╯ ░░░B░ ╰   ╯ ╰   ╯                 Ben legte B♦ auf c5
    Flush   –     –     –     –                   Kein Wort über eure Karten
      5    ±0     ·     ·     ·                   ▸ Du bist dran kein Zeitlimit
 1–3 Karte  a–e 1–5 ← ↑ ↓ → Feld  Enter legen  ? Hilfe  t Sätze  q Verlassen
"""

PICTURE_120 = """
 Pokerquadrat   mit Ben · Ziel 60                                                                       24 ms · ? Hilfe

       a       b       c       d       e                    Punkte 18 von 60   Zug 13/25
    ░K♠░░░░ ░K♥░░░░ ╭     ╮ ░K♣░░░░ ╭     ╮                 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
    ░░░░░░░ ░░░░░░░         ░░░░░░░                         Reihen 13  Spalten 5                     Vorrat 34
 1  ░░░♠░░░ ░░░♥░░░         ░░░♣░░░          Drilling    6
    ░░░░░░░ ░░░░░░░         ░░░░░░░                         deine Hand                        Ben hält
    ░░░░♠K░ ░░░░♥K░ ╰     ╯ ░░░░♣K░ ╰     ╯                 ░5♥░░░░   ░9♣░░░░   ░7♦░░░░       ▓▓▓ ▓▓▓ ▓▓▓
                                                            ░░░░░░░   ░░░░░░░   ░░░░░░░
    ░5♠░░░░┃░5♥░░░░┃╭     ╮ ░5♣░░░░ ╭     ╮                 ░░░♥░░░   ░░░♣░░░   ░░░♦░░░
    ░░░░░░░┃░░░░░░░┃        ░░░░░░░                         ░░░░░░░   ░░░░░░░   ░░░░░░░
 2  ░░░♠░░░┃░░░♥░░░┃        ░░░♣░░░          Paar        1  ░░░░♥5░   ░░░░♣9░   ░░░░♦7░
    ░░░░░░░┃░░░░░░░┃        ░░░░░░░          → Drilling +5    ▲1         2         3
    ░░░░♠5░┃░░░░♥5░┃╰     ╯ ░░░░♣5░ ╰     ╯
                                                           ╭─ 5♥ auf b2 ──────────────────────────────────────╮
    ░6♠░░░░ ░6♥░░░░ ╭     ╮ ░6♣░░░░ ╭     ╮                │ Reihe 2    Paar → Drilling                    +5 │
    ░░░░░░░ ░░░░░░░         ░░░░░░░                        │ Spalte b   3 von 5 Herz, noch kein Flush      ±0 │
 3  ░░░♠░░░ ░░░♥░░░         ░░░♣░░░          Drilling    6 │                                                  │
    ░░░░░░░ ░░░░░░░         ░░░░░░░                        │ Enter legt sie endgültig                         │
    ░░░░♠6░ ░░░░♥6░ ╰     ╯ ░░░░♣6░ ╰     ╯                ╰──────────────────────────────────────────────────╯

    ░9♠░░░░ ╭     ╮ ░8♦░░░░ ╭     ╮ ╭     ╮                 Punkte je Hand
    ░░░░░░░         ░░░░░░░                                 Paar               1     Full House        10
 4  ░░░♠░░░         ░░░♦░░░                  –           ·  Zwei Paare         3     Straße            12
    ░░░░░░░         ░░░░░░░                                 Flush              5     Vierling          16
    ░░░░♠9░ ╰     ╯ ░░░░♦8░ ╰     ╯ ╰     ╯                 Drilling           6     Str. Flush        30

    ░2♠░░░░ ╭     ╮ ░B♦░░░░ ╭     ╮ ╭     ╮                 Züge
    ░░░░░░░         ░░░░░░░                                 12 Ben       B♦  c5
 5  ░░░♠░░░         ░░░♦░░░                  –           ·  11 Anna      6♣  d3  Drilling +5
    ░░░░░░░         ░░░░░░░                                 10 Ben       8♦  c4
    ░░░░♠2░ ╰     ╯ ░░░░♦B░ ╰     ╯ ╰     ╯                  9 Anna      2♠  a5  Flush +5
                                                             8 Ben       5♣  d2  Paar +1
     Flush     –       –       –       –                    Kein Wort über eure Karten
       5      ±0       ·       ·       ·                    ▸ Du bist dran                      kein Zeitlimit
 1–3 Karte  a–e 1–5 ← ↑ ↓ → Feld  Enter legen  ? Hilfe  t Sätze  l Protokoll  : Befehle  q Verlassen
"""  # noqa: E501

PICTURE_60 = """
 Pokerquadrat   mit Ben · Ziel 60           24 ms · ? Hilfe
 Fenster 60×18: zu klein für den Tisch (80×24).
 Listenansicht, alles bleibt spielbar.
     a   b   c   d   e    Punkte 18 von 60   Zug 13/25
 1  ░K♠ ░K♥  ·  ░K♣  ·    Drilling 6
 2  ░5♠┃░5♥┃ ·  ░5♣  ·    Paar 1  → Drilling +5
 3  ░6♠ ░6♥  ·  ░6♣  ·    Drilling 6
 4  ░9♠  ·  ░8♦  ·   ·    –
 5  ░2♠  ·  ░B♦  ·   ·    –
     Fl  –   –   –   –    Vorrat 34
     5   ±0  ·   ·   ·
 ▲1░5♥ 2░9♣ 3░7♦   Ben hält  ▓▓▓ ▓▓▓ ▓▓▓
────────────────────────────────────────────────────────────
 ▸ Du bist dran  5♥ auf b2
  1–3 Karte    a–e 1–5 ← ↑ ↓ → Feld    Enter legen

 Reihe 2 Paar → Drilling +5 · Spalte b 3 von 5 Herz ±0
 ? Hilfe  t Sätze  l Protokoll  : Befehle  q Verlassen
"""

WON_80 = """
 Pokerquadrat   mit Ben · Ziel 60                               24 ms · ? Hilfe
      a     b     c     d     e                   ✓ 63 von 60: geschafft
    ░K░░░ ░K░░░ ░7░░░ ░K░░░ ░7░░░                 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 1  ░░♠░░ ░░♥░░ ░░♥░░ ░░♣░░ ░░♦░░  Full House 10
    ░░░K░ ░░░K░ ░░░7░ ░░░K░ ░░░7░                 Reihen                     36
                                                  1  Full House, Könige      10
    ░5░░░ ░5░░░ ░8░░░ ░5░░░ ░5░░░                 2  Vierling Fünfen         16
 2  ░░♠░░ ░░♥░░ ░░♠░░ ░░♣░░ ░░♦░░  Vierling   16  3  Drilling Sechsen         6
    ░░░5░ ░░░5░ ░░░8░ ░░░5░ ░░░5░                 4  Zwei Paare, D und 9      3
                                                  5  Paar Asse, D 6 4         1
    ░6░░░ ░6░░░ ░10░░ ░6░░░ ░3░░░                 Spalten                    27
 3  ░░♠░░ ░░♥░░ ░░♥░░ ░░♣░░ ░░♦░░  Drilling    6  a  Flush, Ass hoch          5
    ░░░6░ ░░░6░ ░░10░ ░░░6░ ░░░3░                 b  Flush, König hoch        5
                                                  c  Straße bis Zehn         12
    ░D░░░ ░4░░░ ░9░░░ ░9░░░ ░D░░░                 d  nichts                   0
 4  ░░♠░░ ░░♥░░ ░░♣░░ ░░♦░░ ░░♦░░  Zwei Paare  3  e  Flush, Ass hoch          5
    ░░░D░ ░░░4░ ░░░9░ ░░░9░ ░░░D░                 zusammen                   63

    ░A░░░ ░D░░░ ░6░░░ ░4░░░ ░A░░░                 Space neues Spiel  0/2
 5  ░░♠░░ ░░♥░░ ░░♦░░ ░░♣░░ ░░♦░░  Paar        1  t Chat ist wieder frei
    ░░░A░ ░░░D░ ░░░6░ ░░░4░ ░░░A░
    Flush Flush Str.    –   Flush
      5     5    12     ·     5
 Space neues Spiel  t Chat  l Protokoll  h Rückblick  ? Hilfe  q Verlassen
"""


def test_the_thirteenth_card_at_80() -> None:
    assert text(squares.picture()) == expected(PICTURE_80)


def test_the_thirteenth_card_at_120() -> None:
    assert text(squares.picture(), 120, 36) == expected(PICTURE_120)


def test_the_thirteenth_card_in_a_small_window() -> None:
    assert text(squares.picture(), 60, 18) == expected(PICTURE_60)


def test_the_worked_example_explains_its_63_points() -> None:
    assert text(squares.won()) == expected(WON_80)


@pytest.mark.parametrize(
    ("y", "x", "true", "xterm"),
    [
        # where, then foreground and background in true colour and among the 256
        (1, 12, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),  # the ghost's column
        (1, 18, ("#9aaaa3", "#0f1513"), ("#9e9e9e", "#121212")),  # another one
        (7, 1, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),  # the ghost's row
        (2, 16, ("#7b8b83", "#0f1513"), ("#767676", "#121212")),  # a free place
        (3, 6, ("#15171c", "#f3efe4"), ("#000000", "#ffffd7")),  # a spade that lies
        (7, 12, ("#c43108", "#cfdcd3"), ("#d70000", "#d0d0d0")),  # the ghost
        (7, 9, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),  # its marks
        (7, 15, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),
        (3, 47, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),  # points of a row
        (8, 37, ("#5fd3bc", "#0f1513"), ("#5fd7af", "#121212")),  # what it would become
        (1, 57, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),  # points so far
        (2, 50, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),  # the bar as far as they go
        (2, 78, ("#26352f", "#0f1513"), ("#303030", "#121212")),  # and what is missing
        (7, 52, ("#c43108", "#ffd666"), ("#d70000", "#ffd75f")),  # the chosen card
        (7, 60, ("#00695c", "#f3efe4"), ("#005f5f", "#ffffd7")),  # one that is not
        (9, 51, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),  # the sign under it
        (11, 60, ("#6f86c4", "#34487f"), ("#8787d7", "#5f5faf")),  # a card of the partner's
        (13, 49, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),  # the box of the decision
        (20, 60, ("#82b6ff", "#0f1513"), ("#87afff", "#121212")),  # a card in words
        (22, 52, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),  # whose turn it is
        (23, 1, ("#f0bf4c", "#1d2b26"), ("#ffd75f", "#262626")),  # the footer
    ],
)
def test_colours(y: int, x: int, true: tuple[str, str], xterm: tuple[str, str]) -> None:
    for depth, wanted in (("true", true), ("256", xterm)):
        style = style_at(rows(squares.picture(), depth=depth), y, x)  # type: ignore[arg-type]
        assert (style.fg, style.bg) == wanted


def test_in_sixteen_colours_and_in_none_signs_say_the_same() -> None:
    sixteen = rows(squares.picture(), depth="16")
    assert style_at(sixteen, 7, 52).bg == "bright_yellow"
    assert style_at(sixteen, 7, 12).bg == "white"
    assert style_at(sixteen, 6, 6).bg == "bright_white"
    mono = rows(squares.picture(), depth="mono")
    assert {run.style.fg for row in mono for run in row} == {None}
    lines = ["".join(run.text for run in row) for row in mono]
    assert lines[7][9] == lines[7][15] == "┃"
    assert lines[9][51:53] == "▲1"
    assert style_at(mono, 1, 12).bold
    assert not style_at(mono, 1, 18).bold


def test_in_letters_only() -> None:
    drawn = layout("pokerquadrat").draw(squares.picture(), (80, 24), palette("mono", True), DE)
    lines = ["".join(run.text for run in row).rstrip() for row in drawn]
    assert all(line.isascii() for line in lines)
    assert lines[7] == " 2    s  |  h  |        c          Paar        1    h       c       d"
    assert lines[8].endswith("> Drilling +5     5       9       7")
    assert "5h auf b2" in lines[13]
