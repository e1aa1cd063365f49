"""The stud table cell by cell: the wireframes of ux 5.8, and the table as seats round the middle.

The wireframes are copied. A light card's blank cell `░` is a blank here. What the design corrects
is corrected: "Zwei Paare", "erhöht auf", "7. Karte", "Vorauswahl", which offers what the table
offers beforehand, the words of the footer. The bets add up to 596. Seats say where the dealer is.
"""

import pytest

from tests.tui.layouts.betting_deals import rows, text
from tests.tui.layouts.drawn import style_at
from tests.tui.layouts.stud_deals import stud8
from tui.canvas.palette import palette


def _expected(wireframe: str) -> list[str]:
    return [line.replace("░", " ").rstrip() for line in wireframe.strip("\n").split("\n")]


LIST_80 = """
 7 Card Stud Limit 20/40   Küche · Hand #77               8/8 · 24 ms · ? Hilfe
 6. STRASSE  Pot 596  ·  6 von 8 dabei  ·  Satz 40  ·  Erhöhungen 1/3
  Ben          1.840  ▓▓▓ ▓▓▓ ░9♠ ░9♥ ░4♦ ░K♣       Call            ●40
                              zeigt Paar Neunen
  Carla          905  Fold     2♥  7♠

  Dan          2.210  ▓▓▓ ▓▓▓ ░D♦ ░B♦ ░5♦ ░2♦       Call            ●40
                              zeigt vier Karo
  Eva          1.475  ▓▓▓ ▓▓▓ ░A♣ ░8♣ ░8♥ ░3♠       Raise           ●80
                              zeigt Paar Achten
  Frédéric     3.120  Fold     4♠

  Greta        1.270  ▓▓▓ ▓▓▓ 10♥ ░6♥ ░K♠ ░K♦       Call            ●80
                              zeigt Paar Könige     beste offene Hand
 ▸Hannes         980  ▓▓▓ ▓▓▓ ░3♦ ░B♥ ░7♣ ░7♥       denkt …         ●40
  D                           zeigt Paar Siebenen
 ░A░░░ ░K░░░ ░A░░░ ░9░░░ ░5░░░ ░5░░░ ┌─ ─┐   Anna  du  2.480  Einsatz 40
 ░░♥░░ ░░♥░░ ░░♦░░ ░░♣░░ ░░♣░░ ░░♠░░ │   │   Zwei Paare, Asse und Fünfen
 ░░░A░ ░░░K░ ░░░A░ ░░░9░ ░░░5░ ░░░5░ └─ ─┘   du zeigst Paar Fünfen
 verdeckt ── offen ────────────── 7. Karte   tot: 2♥ 7♠ 4♠
 Vorauswahl  [ ] f Fold  [ ] c Call 40
 Hannes ist dran  ───────────────────────────────────────────────────────  21 s
 Dan callt 40  ·  Eva erhöht auf 80  ·  Greta callt 40
 ? Hilfe  t Chat  l Protokoll  h Rückblick  v Tisch  : Befehle  q Verlassen
"""

# The left side of the picture, and what of the right one the deal's events tell.
LIST_120 = """
 7 Card Stud Limit 20/40   Küche · Hand #77                                   8 Spieler · 2 Zuschauer · 24 ms · ? Hilfe
                                                                                     ╭─ Protokoll ─────────────────────╮
 6. STRASSE   Pot 596   6 von 8 dabei   Satz 40   Erhöhungen 1/3                     │ Eva setzt 20                    │
                                                                                     │ Greta, Hannes, Anna und Ben     │
  Ben           1.840   ▓▓▓ ▓▓▓   ░9♠ ░9♥ ░4♦ ░K♣       Call              ●40        │   callen 20                     │
                                  zeigt Paar Neunen                                  │ Carla foldet                    │
                                                                                     │ Dan callt 20                    │
  Carla           905   Fold       2♥  7♠                                            │ ── 5. Straße · Pot 276 ──       │
                                                                                     │ Anna 5♣ · Ben 4♦ · Dan 5♦       │
                                                                                     │ Eva 8♥ · Greta K♠ · Hannes 7♣   │
  Dan           2.210   ▓▓▓ ▓▓▓   ░D♦ ░B♦ ░5♦ ░2♦       Call              ●40        │ Ben, Dan, Eva, Greta, Hannes    │
                                  zeigt vier Karo                                    │   und Anna checken              │
                                                                                     │ ── 6. Straße · Pot 276 ──       │
  Eva           1.475   ▓▓▓ ▓▓▓   ░A♣ ░8♣ ░8♥ ░3♠       Raise             ●80        │ Anna 5♠ · Ben K♣ · Dan 2♦       │
                                  zeigt Paar Achten                                  │ Eva 3♠ · Greta K♦ · Hannes 7♥   │
                                                                                     │ Greta setzt 40                  │
  Frédéric      3.120   Fold       4♠                                                │ Hannes, Anna, Ben und Dan       │
                                                                                     │   callen 40                     │
                                                                                     │ Eva erhöht auf 80               │
  Greta         1.270   ▓▓▓ ▓▓▓   10♥ ░6♥ ░K♠ ░K♦       Call              ●80        │ Greta callt 40                  │
                                  zeigt Paar Könige     beste offene Hand            │ ▸ Hannes ist dran               │
                                                                                     ╰─────────────────────────────────╯
 ▸Hannes          980   ▓▓▓ ▓▓▓   ░3♦ ░B♥ ░7♣ ░7♥       denkt …           ●40        ╭─ Chat ────────────────────── t ─╮
  D                               zeigt Paar Siebenen                                │                                 │
                                                                                     │                                 │
 ░A♥░░░░ ░K♥░░░░  ░A♦░░░░ ░9♣░░░░ ░5♣░░░░ ░5♠░░░░  ┌─   ─┐  Anna  du                 │                                 │
 ░░░░░░░ ░░░░░░░  ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░  │     │  2.480  Einsatz 40        │                                 │
 ░░░♥░░░ ░░░♥░░░  ░░░♦░░░ ░░░♣░░░ ░░░♣░░░ ░░░♠░░░           Zwei Paare, A und 5      │                                 │
 ░░░░░░░ ░░░░░░░  ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░  │     │  du zeigst Paar Fünfen    │                                 │
 ░░░░♥A░ ░░░░♥K░  ░░░░♦A░ ░░░░♣9░ ░░░░♣5░ ░░░░♠5░  └─   ─┘  tot: 2♥ 7♠ 4♠            │                                 │
 verdeckt ─────── offen ───────────────────────── 7. Karte                           │                                 │
                                                                                     │                                 │
 Vorauswahl  [ ] f Fold  [ ] c Call 40                                               │                                 │
 Hannes ist dran  ───────────────────────────────────────────────────────────  21 s  │ t  schreiben …                  │
                                                                                     ╰─────────────────────────────────╯
 ? Hilfe  t Chat  l Protokoll  h Rückblick  v Tisch  o Optionen  : Befehle  q Verlassen
"""  # noqa: E501

TABLE_80 = """
 7 Card Stud Limit 20/40   Küche · Hand #77               8/8 · 24 ms · ? Hilfe
 Carla           Dan             Eva             Frédéric         Greta
 905             2.210     ●40   1.475     ●80   3.120            1.270     ●80
                ▓▓▓ ▓▓▓         ▓▓▓ ▓▓▓                          ▓▓▓ ▓▓▓
 2♥  7♠         ░D♦ ░B♦ ░5♦ ░2♦ ░A♣ ░8♣ ░8♥ ░3♠  4♠              10♥ ░6♥ ░K♠ ░K♦
 Fold            Call            Raise           Fold             Call

 Ben                                Pot 596                      ▸Hannes      D
 1.840     ●40           6. STRASSE  ·  6 von 8 dabei             980       ●40
▓▓▓ ▓▓▓                   Satz 40  ·  Erhöhungen 1/3             ▓▓▓ ▓▓▓
░9♠ ░9♥ ░4♦ ░K♣        Greta beginnt: beste offene Hand          ░3♦ ░B♥ ░7♣ ░7♥
 Call                     Hauptpot 276 + Einsätze 320             denkt …

 ░A░░░ ░K░░░ ░A░░░ ░9░░░ ░5░░░ ░5░░░ ┌─ ─┐   Anna  du  2.480  Einsatz 40
 ░░♥░░ ░░♥░░ ░░♦░░ ░░♣░░ ░░♣░░ ░░♠░░ │   │   Zwei Paare, Asse und Fünfen
 ░░░A░ ░░░K░ ░░░A░ ░░░9░ ░░░5░ ░░░5░ └─ ─┘   du zeigst Paar Fünfen
 verdeckt ── offen ────────────── 7. Karte   tot: 2♥ 7♠ 4♠
 Hannes ist dran  ───────────────────────────────────────────────────────  21 s
 Dan callt 40  ·  Eva erhöht auf 80  ·  Greta callt 40
 Vorauswahl  [ ] f Fold  [ ] c Call 40

 gilt nur für genau diesen Betrag, niemand sieht sie

 ? Hilfe  t Chat  l Protokoll  h Rückblick  v Ansicht  : Befehle  q Verlassen
"""

SMALL_60 = """
 7 Card Stud Limit 20/40   Küche · Hand #77         ? Hilfe
 Fenster 60×18: zu klein für den Tisch (80×24).
 Listenansicht, alles bleibt spielbar.
 ░A♥ ░K♥ ░A♦ ░9♣ ░5♣ ░5♠  Zwei Paare, Asse und Fünfen
 Anna 2.480 ●40
 6. Straße  Pot 596
 Greta beginnt: beste offene Hand
  Ben          1.840 ░9♠ ░9♥ ░4♦ ░K♣  ●40 Call
  Dan          2.210 ░D♦ ░B♦ ░5♦ ░2♦  ●40 Call
  Eva          1.475 ░A♣ ░8♣ ░8♥ ░3♠  ●80 Raise
  Greta        1.270 10♥ ░6♥ ░K♠ ░K♦  ●80 Call  beginnt
 ▸Hannes         980 ░3♦ ░B♥ ░7♣ ░7♥  ●40 denkt …
────────────────────────────────────────────────────────────
 Hannes ist dran.
  f [ ] Fold    c [ ] Call 40

 Dan callt 40  ·  Eva erhöht auf 80  ·  Greta callt 40
 ? Hilfe  t Chat  l Protokoll  : Befehle  q Verlassen
"""


def test_the_list_at_80() -> None:
    assert text(stud8(clock=21)) == _expected(LIST_80)


def test_the_list_at_120() -> None:
    assert text(stud8(clock=21, watching=2), 120, 36) == _expected(LIST_120)


def test_the_table_at_80() -> None:
    assert text(stud8(clock=21, listed=False)) == _expected(TABLE_80)


def test_a_small_window() -> None:
    assert text(stud8(), 60, 18) == _expected(SMALL_60)


# ── colours ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("depth", ["true", "256", "16"])
def test_colours_of_the_list(depth: str) -> None:
    colours = palette(depth)  # type: ignore[arg-type]
    drawn = rows(stud8(clock=21), depth=depth)  # type: ignore[arg-type]
    assert {style_at(drawn, y, 60).bg for y in (14, 15)} == {colours.turn.bg}  # Hannes is to act
    assert {style_at(drawn, y, 76).bg for y in range(16, 20)} == {colours.play.bg}
    assert style_at(drawn, 2, 30).bg == colours.faces["normal"].bg
    assert style_at(drawn, 2, 22) == colours.pattern
    assert style_at(drawn, 4, 31).bg == colours.back.bg  # dead cards are no cards any more
    assert style_at(drawn, 4, 31).fg == colours.faint.fg
    assert style_at(drawn, 13, 30).fg == style_at(drawn, 13, 52).fg == colours.info.fg
    assert style_at(drawn, 3, 30).fg == colours.muted.fg
    assert style_at(drawn, 2, 52).fg == colours.info.fg  # Call
    assert style_at(drawn, 8, 52).fg == colours.accent.fg  # Raise
    # Nothing is faint on the band.
    band = [run for row in drawn[14:16] for run in row if run.style.bg == colours.turn.bg]
    assert colours.faint.fg not in {run.style.fg for run in band if run.text.strip()}


@pytest.mark.parametrize("listed", [True, False])
def test_letters_in_place_of_symbols(listed: bool) -> None:
    drawn = text(stud8(listed=listed), ascii=True)
    assert all(line.isascii() for line in drawn)
    assert any("10h  6h  Ks  Kd" in line for line in drawn)
    assert any("### ###" in line for line in drawn)
