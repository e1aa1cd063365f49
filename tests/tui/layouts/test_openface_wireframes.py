"""Open-face and Pineapple cell by cell: the wireframes of the design, and their colours.

The wireframes are copied; a light card's blank cell `░` is a blank here. Everybody has as many
cards as they have by then, so that rows are a card longer or shorter. Cards held over a row have
the bars of the square's ghosts beside them (ux 3.1). What an open board may earn is what its next
card may bring. The footer has the keys that are there.
"""

from tests.tui import openface_tables as tables
from tests.tui.layouts.drawn import DE, style_at
from tui.canvas.cells import Row
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Scene
from tui.layouts import layout


def rows(scene: Scene, width: int = 80, height: int = 24, depth: Depth = "true") -> tuple[Row, ...]:
    return layout(scene.table.game).draw(scene, (width, height), palette(depth), DE)


def text(scene: Scene, width: int = 80, height: int = 24) -> list[str]:
    return ["".join(run.text for run in row).rstrip() for row in rows(scene, width, height)]


def expected(picture: str) -> list[str]:
    return [line.replace("░", " ").rstrip() for line in picture.splitlines()[1:]]


PICTURE_80 = """
 Open-Face Chinese   Runde 5/10 · Karte 9 von 13          4/4 · 24 ms · ? Hilfe
 Ben            8 Karten    Carla          8 Karten    Dan      Fantasyland FL
 ░D♠ ░D♦  ·          DD     ░K♣  ·   ·          K      ▓▓▓ ▓▓▓ ▓▓▓
 ░7♥ ░7♣  ·   ·   ·  77     ░9♦ ░9♠ ░5♣ ░5♦  ·  2P     ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓
 ░A♥ 10♥ ░9♥ ░4♥  ·  4♥     ░B♠ ░B♣ ░B♦  ·   ·  BBB    ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓
 vorne DD: Fantasyland      Prämie 0, möglich 12       verdeckt bis zum Ende

 1 Vorne    ░K░░░┃░K░░░┃┌─ ─┐              Paar Könige                 Neu
            ░░♠░░┃░░♥░░┃│   │              +8 Prämie · Fantasyland     ░K░░░
            ░░░K░┃░░░K░┃└─ ─┘                                          ░░♥░░
                                                                       ░░░K░
 2 Mitte    ░A░░░ ░A░░░ ░6░░░ ┌─ ─┐ ┌─ ─┐  Paar Asse                   → 1
            ░░♣░░ ░░♦░░ ░░♦░░ │   │ │   │  ✓ schlägt Vorne
            ░░░A░ ░░░A░ ░░░6░ └─ ─┘ └─ ─┘                              Noch 4

 3 Hinten   ░8░░░ ░8░░░ ░3░░░ ░2░░░ ┌─ ─┐  Paar Achten
            ░░♠░░ ░░♣░░ ░░♠░░ ░░♥░░ │   │  ! noch schwächer als Mitte
            ░░░8░ ░░░8░ ░░░3░ ░░░2░ └─ ─┘  1 Platz frei

 ▸ Lege K♥ in eine Reihe. Enter macht es fest – danach nie mehr verschiebbar.
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━   22 s
  1 2 3 Reihe    u zurücknehmen    Enter K♥ nach Vorne

 1 2 3 legen  u zurück  Enter fest  ? Hilfe  t Chat  l Protokoll  q Verlassen
"""

THREE_80 = """
 Pineapple   Runde 5/10 · Karten 8–9 von 13               3/3 · 24 ms · ? Hilfe
 Ben                          7 Karten    Carla                        7 Karten
 ░D♠ ░D♦  ·          Paar D               ░K♣  ·   ·          K hoch
 ░7♥ ░7♣  ·   ·   ·  Paar 7               ░9♦ ░9♠ ░5♣  ·   ·  Paar 9
 ░A♥ 10♥ ░9♥  ·   ·  drei Herz            ░B♠ ░B♣ ░B♦  ·   ·  Drilling B
 vorne Damen: Fantasyland möglich         sichere Prämie 0, mögliche 8

 1 Vorne    ░K░░░┃░K░░░┃┌─ ─┐              Paar Könige                  ░K░░░
            ░░♠░░┃░░♥░░┃│   │              +8 Prämie · Fantasyland   1← ░░♥░░
            ░░░K░┃░░░K░┃└─ ─┘                                           ░░░K░

 2 Mitte    ░A░░░ ░A░░░ ░6░░░ ┌─ ─┐ ┌─ ─┐  Paar Asse                    ░3░░░
            ░░♣░░ ░░♦░░ ░░♦░░ │   │ │   │  ✓ schlägt Vorne           3← ░░♠░░
            ░░░A░ ░░░A░ ░░░6░ └─ ─┘ └─ ─┘                               ░░░3░

 3 Hinten   ░8░░░ ░8░░░ ░4░░░┃░3░░░┃┌─ ─┐  Paar Achten                  ░B░░░
            ░░♠░░ ░░♣░░ ░░♦░░┃░░♠░░┃│   │  ! noch schwächer als Mitte ▸ ░░♥░░
            ░░░8░ ░░░8░ ░░░4░┃░░░3░┃└─ ─┘  1 Platz frei                 ░░░B░
                                                                        weg
 ▸ Lege zwei, eine geht weg:  K♥ → 1   3♠ → 3   B♥ weg (verdeckt)
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━   22 s
  1 2 3 Reihe    0 wegwerfen    u zurück    Enter bestätigen

 ← → Karte  1 2 3 legen  0 weg  u zurück  Enter fest  ? Hilfe  t Chat
"""


def test_the_ninth_card_at_80() -> None:
    assert text(tables.picture()) == expected(PICTURE_80)


def test_three_cards_of_pineapple_at_80() -> None:
    assert text(tables.picture_of_three()) == expected(THREE_80)


def test_the_colours_of_the_ninth_card() -> None:
    drawn = rows(tables.picture())
    colours = palette("true")
    at = {(y, x): style_at(drawn, y, x) for y, x in ((7, 12), (7, 18), (7, 17), (8, 72), (16, 43))}
    assert at[7, 12].bg == colours.faces["normal"].bg
    assert at[7, 18].bg == colours.faces["ghost"].bg
    assert at[7, 17].fg == colours.accent.fg
    assert at[8, 72].bg == colours.faces["chosen"].bg
    assert at[16, 43].fg == colours.bad.fg
    # Rows of small cards above each other alternate; a board in Fantasyland is violet and blue.
    assert style_at(drawn, 2, 2).bg == colours.faces["normal"].bg
    assert style_at(drawn, 3, 2).bg == colours.faces["alternate"].bg
    assert style_at(drawn, 1, 66).fg == colours.special.fg
    assert style_at(drawn, 2, 55).bg == colours.pattern.bg


def test_the_colours_of_three_cards() -> None:
    """The cursor's card is gold, those that have their place are pale."""
    drawn = rows(tables.picture_of_three())
    faces = palette("true").faces
    assert [style_at(drawn, y, 72).bg for y in (7, 11, 15)] == [
        faces["dead"].bg,
        faces["dead"].bg,
        faces["chosen"].bg,
    ]


def test_without_colours_every_state_has_its_sign() -> None:
    drawn = rows(tables.picture_of_three(), depth="mono")
    lines = ["".join(run.text for run in row) for row in drawn]
    assert lines[8][17] == lines[8][23] == "┃"
    assert "▸" in lines[16]
    assert "[Enter] bestätigen" in lines[21]
    assert "♡" in lines[16]
    assert "♥" not in lines[16]
