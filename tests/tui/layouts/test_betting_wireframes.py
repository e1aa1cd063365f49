"""The betting table cell by cell: the wireframes of ux 5.6, 5.7, 5.14, and their colours.

The wireframes are copied. A light card's blank cell `░` and the cells around a button (there
drawn as brackets) are blanks here. What the design corrects is corrected: "Zwei Paare", "erhöht
auf", the price without its ratio, "High" and "Low", the words of the footer. The time reserve and
sitting out are not the screen's yet. Under pot limit what is out of reach is dimmed.
"""

import re

import pytest

from tests.tui.layouts.betting_deals import holdem10, omaha10, rows, showdown10, text
from tests.tui.layouts.drawn import style_at
from tui.canvas.palette import palette
from tui.canvas.scene import Amount


def _expected(wireframe: str) -> list[str]:
    plain = wireframe.strip("\n").replace("░", " ")
    plain = re.sub(r"\[([\w–]+ [^\[\]]+)\]", r" \1 ", plain)
    return [line.rstrip() for line in plain.split("\n")]


SEATS = """
 Hold'em NL 10/20   Küche · Hand #1284                  10/10 · 24 ms · ? Hilfe
 Dan             Eva             Frédéric        Greta            Hannes      D
 2.210           1.475  ▓▓ ▓▓    3.120           0      ▓▓ ▓▓     980
 Fold            Raise    ●180   Fold            All-in   ●440    Fold

 Carla                              Pot 870                       Ines       SB
 905                     ░D░░░ ░8░░░ ░8░░░ ┌─ ─┐ ┌─ ─┐            1.655
 Fold                    ░░♣░░ ░░♥░░ ░░♠░░ │   │ │   │            Fold
                         ░░░D░ ░░░8░ ░░░8░ └─ ─┘ └─ ─┘
 Ben                                                              Jörg-Peter BB
 1.840  ▓▓ ▓▓               FLOP  ·  4 von 10 dabei               1.300
 Call      ●60            Hauptpot 130 + Einsätze 740             Fold

  ░D░░░ ░10░░  ▸ Anna  du  2.480   Einsatz 60
  ░░♦░░ ░░♠░░  Zwei Paare, Damen und Achten  Kicker 10                     16 s
  ░░░D░ ░░10░  Call 380 bei Pot 870 · nötig 30 % Gewinnchance
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 Ben callt 60  ·  Eva erhöht auf 180  ·  Greta geht all-in mit 440

"""

TURN_80 = (
    SEATS
    + """
 [f Fold]  [c Call 380]  [r Raise …]  [a All-in 2.480 …]

 Raise auf 1 Min 700  2 ½ Pot 1.065  3 ⅔ 1.273  4 Pot 1.690  5 All-in

 ? Hilfe  t Chat  l Protokoll  h Rückblick  v Ansicht  : Befehle  q Verlassen
""".lstrip("\n")
)

FIELD_80 = (
    SEATS
    + """
 Raise auf  1.065 ▏  = ½ Pot   legst 1.005 · bleiben 1.475 · 700–2.540
 m Min   h ½   d ⅔   p Pot   a All-in           0-9 tippen · ↑ ↓ Stufe · + − 20
 [Enter Raise auf 1.065]  [Esc zurück]

 0-9 Betrag  ↑ ↓ Stufen  Enter setzen  Esc zurück  ? Hilfe
""".lstrip("\n")
)

LIST_80 = """
 Hold'em NL 10/20   Küche · Hand #1284 · Listenansicht  10/10 · 24 ms · ? Hilfe
 FLOP   Pot 870   Board      ░D♣ ░8♥ ░8♠  ·   ·
  Platz Spieler        Stack  Einsatz  Aktion        Karten
    1   Anna           2.480       60  ▸ am Zug      ░D♦ 10♠
    2   Ben            1.840       60  Call          ▓▓▓ ▓▓▓
    3   Carla            905        –  Fold
    4   Dan            2.210        –  Fold
    5   Eva            1.475      180  Raise         ▓▓▓ ▓▓▓
    6   Frédéric       3.120        –  Fold
    7   Greta              0      440  All-in        ▓▓▓ ▓▓▓
    8   Hannes     D     980        –  Fold
    9   Ines       SB  1.655        –  Fold
   10   Jörg-Peter BB  1.300        –  Fold
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 Du: Zwei Paare, Damen und Achten                                          16 s
 Call 380 bei Pot 870 · nötig 30 % Gewinnchance
 Ben callt 60  ·  Eva erhöht auf 180  ·  Greta geht all-in mit 440


 [f Fold]  [c Call 380]  [r Raise …]  [a All-in 2.480 …]

 Raise auf 1 Min 700  2 ½ Pot 1.065  3 ⅔ 1.273  4 Pot 1.690  5 All-in

 ? Hilfe  t Chat  l Protokoll  h Rückblick  v Tisch  : Befehle  q Verlassen
"""

OMAHA_80 = """
 Omaha Hi/Lo PL 10/20   Küche · Hand #311               10/10 · 24 ms · ? Hilfe
 Dan             Eva             Frédéric        Greta            Hannes      D
 2.210           1.475   ▓▓▓▓    3.120           0       ▓▓▓▓     980
 Fold            Raise    ●180   Fold            All-in   ●440    Fold

 Carla                              Pot 870                       Ines       SB
 905                     ░D░░░ ░8░░░ ░3░░░ ░5░░░ ┌─ ─┐            1.655
 Fold                    ░░♣░░ ░░♥░░ ░░♠░░ ░░♦░░ │   │            Fold
                         ░░░D░ ░░░8░ ░░░3░ ░░░5░ └─ ─┘
 Ben                                                              Jörg-Peter BB
 1.840   ▓▓▓▓       TURN  ·  4 von 10 dabei  ·  Low möglich       1.300
 Call      ●60            Hauptpot 130 + Einsätze 740             Fold

  ░A░░░ ░D░░░ ░4░░░ ░2░░░  ▸ Anna  du  2.480   Einsatz 60                  16 s
  ░░♥░░ ░░♦░░ ░░♦░░ ░░♣░░  High Paar Damen, A 8 5         2 Hand + 3 Tisch
  ░░░A░ ░░░D░ ░░░4░ ░░░2░  Low 8 5 3 2 A  mit  A♥ 2♣
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 Ben callt 60  ·  Eva erhöht auf 180  ·  Greta geht all-in mit 440
 Call 380 bei Pot 870 · nötig 30 % Gewinnchance
 [f Fold]  [c Call 380]  [r Raise …]  [a All-in 2.480 …]

 Raise auf 1 Min 700  2 ½ Pot 1.065  3 ⅔ 1.273  4 Pot 1.690  5 All-in
 Pot-Limit: höchstens 1.690 = Pot 870 + Call 380 + bisher 440
 ? Hilfe  t Chat  l Protokoll  h Rückblick  v Ansicht  : Befehle  q Verlassen
"""

# The picture's hands, closer together, so that the pots can be told in sentences below them.
SHOWDOWN_80 = """
 Hold'em NL 10/20   Küche · Hand #1284 · Showdown       10/10 · 24 ms · ? Hilfe

                                   Pot 1.870
                         ░D░░░ ░8░░░ ░8░░░ ░5░░░ ░8░░░
                         ░░♣░░ ░░♥░░ ░░♠░░ ░░♦░░ ░░♦░░
                         ░░░D░ ░░░8░ ░░░8░ ░░░5░ ░░░8░


  Spieler       Karten     beste Hand                                   gewinnt
  ★ Greta       ░K♦ ░K♣    ░8♥ ░8♠ ░8♦ ░K♦ ░K♣                           +1.510
                           Full House, Achten über Könige              Hauptpot
    Anna        ░D♦ 10♠    ░8♥ ░8♠ ░8♦ ░D♦ ░D♣                             +180
                           Full House, Achten über Damen            ½ Seitenpot
    Eva         ░A♥ ░D♥    ░8♥ ░8♠ ░8♦ ░D♥ ░D♣                             +180
                           Full House, Achten über Damen            ½ Seitenpot

  Hauptpot 1.510: Greta (Full House, Achten über Könige).
  Seitenpot 360 (ohne Greta): Anna und Eva teilen, je 180 (Full House, Achten
  über Damen).
  Ben, Carla, Dan, Frédéric, Hannes, Ines, Jörg-Peter: gefoldet
────────────────────────────────────────────────────────────────────────────────
 [Space bereit  0/10]

 Space bereit  t Chat  l Protokoll  h Rückblick  ? Hilfe  q Verlassen
"""

# The left side of the picture, and what of the right one the deal's events tell.
TURN_120 = """
 Hold'em NL 10/20   Küche · Hand #1284                                       10 Spieler · 2 Zuschauer · 24 ms · ? Hilfe
                                                                                     ╭─ Protokoll ─────────────────────╮
 Dan              Eva              Frédéric         Greta            Hannes       D  │ Ines SB 10 · Jörg-Peter BB 20   │
 2.210            1.475   ▓▓ ▓▓    3.120            0       ▓▓ ▓▓    980             │ Deine Karten D♦ 10♠             │
 Fold             Raise     ●180   Fold             All-in    ●440   Fold            │ Anna, Ben und Carla callen 20   │
                                                                                     │ Dan foldet                      │
                                      Pot 870                                        │ Eva callt 20                    │
 Carla                                                               Ines        SB  │ Frédéric foldet                 │
 905                  ░D♣░░░░ ░8♥░░░░ ░8♠░░░░ ┌─   ─┐ ┌─   ─┐        1.655           │ Greta callt 20                  │
 Fold                 ░░░░░░░ ░░░░░░░ ░░░░░░░ │     │ │     │        Fold            │ Hannes und Ines folden          │
                      ░░░♣░░░ ░░░♥░░░ ░░░♠░░░                                        │ Jörg-Peter checkt               │
                      ░░░░░░░ ░░░░░░░ ░░░░░░░ │     │ │     │                        │ ── Flop · Pot 130 ──            │
                      ░░░░♣D░ ░░░░♥8░ ░░░░♠8░ └─   ─┘ └─   ─┘                        │ D♣ 8♥ 8♠                        │
 Ben                                                                 Jörg-Peter  BB  │ Jörg-Peter checkt               │
 1.840   ▓▓ ▓▓                FLOP  ·  4 von 10 dabei                1.300           │ Anna setzt 60                   │
 Call       ●60             Hauptpot 130 + Einsätze 740              Fold            │ Ben callt 60                    │
                                                                                     │ Carla foldet                    │
                                                                                     │ Eva erhöht auf 180              │
                                                                                     │ Greta geht all-in mit 440       │
                                                                                     │ Jörg-Peter foldet               │
  ░D♦░░░░ ░10♠░░░   ▸ Anna  du  2.480   Einsatz 60                                   │ ▸ Anna ist dran                 │
  ░░░░░░░ ░░░░░░░   Zwei Paare, Damen und Achten  Kicker 10                    16 s  ╰─────────────────────────────────╯
  ░░░♦░░░ ░░░♠░░░                                                                    ╭─ Chat ────────────────────── t ─╮
  ░░░░░░░ ░░░░░░░   ░D♦ ░D♣ ░8♥ ░8♠ 10♠                                              │                                 │
  ░░░░♦D░ ░░░♠10░   Call 380 bei Pot 870 · nötig 30 % Gewinnchance                   │                                 │
                                                                                     │                                 │
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ │                                 │
                                                                                     │                                 │
 [f Fold]  [c Call 380]  [r Raise …]  [a All-in 2.480 …]                             │                                 │
                                                                                     │                                 │
 Raise auf 1 Min 700  2 ½ Pot 1.065  3 ⅔ 1.273  4 Pot 1.690  5 All-in                │                                 │
                                                                                     │                                 │
                                                                                     │                                 │
                                                                                     │ t  schreiben …                  │
                                                                                     ╰─────────────────────────────────╯
 ? Hilfe  t Chat  l Protokoll  h Rückblick  v Ansicht  o Optionen  : Befehle  q Verlassen
"""  # noqa: E501

ASCII_80 = """
 Hold'em NL 10/20   Kueche - Hand #1284                 10/10 - 24 ms - ? Hilfe
 Dan             Eva             Frederic        Greta            Hannes      D
 2.210           1.475  ## ##    3.120           0      ## ##     980
 Fold            Raise    *180   Fold            All-in   *440    Fold

 Carla                              Pot 870                       Ines       SB
 905                      D     8     8    +- -+ +- -+            1.655
 Fold                      c     h     s   |   | |   |            Fold
                            D     8     8  +- -+ +- -+
 Ben                                                              Joerg-Pet~ BB
 1.840  ## ##               FLOP  -  4 von 10 dabei               1.300
 Call      *60           Hauptpot 130 + Einsaetze 740             Fold

   D     10    > Anna  du  2.480   Einsatz 60
    d     s    Zwei Paare, Damen und Achten  Kicker 10                     16 s
     D    10   Call 380 bei Pot 870 - noetig 30 % Gewinnchance
================================================================================
 Ben callt 60  -  Eva erhoeht auf 180  -  Greta geht all-in mit 440

 [f] Fold  [c] Call 380  [r] Raise ~  [a] All-in 2.480 ~

 Raise auf 1 Min 700  2 h Pot 1.065  3 t 1.273  4 Pot 1.690  5 All-in

 ? Hilfe  t Chat  l Protokoll  h Rueckblick  v Ansicht  : Befehle  q Verlassen
"""


def test_turn_at_80() -> None:
    assert text(holdem10(clock=16)) == _expected(TURN_80)


def test_the_amount_field_at_80() -> None:
    assert text(holdem10(clock=16, amount=Amount(1065))) == _expected(FIELD_80)


def test_turn_at_120() -> None:
    assert text(holdem10(clock=16, watching=2), 120, 36) == _expected(TURN_120)


def test_the_list_at_80() -> None:
    assert text(holdem10(clock=16, listed=True)) == _expected(LIST_80)


def test_omaha_hilo_at_80() -> None:
    assert text(omaha10(clock=16)) == _expected(OMAHA_80)


def test_showdown_at_80() -> None:
    assert text(showdown10()) == _expected(SHOWDOWN_80)


def test_ascii_at_80() -> None:
    assert text(holdem10(clock=16), ascii=True) == _expected(ASCII_80)


# ── colours ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("depth", ["true", "256", "16"])
def test_colours_of_the_turn(depth: str) -> None:
    colours = palette(depth)  # type: ignore[arg-type]
    drawn = rows(holdem10(clock=16), depth=depth)  # type: ignore[arg-type]
    # Who is in has a panel; who has folded lost it. The viewer's turn is a band.
    assert style_at(drawn, 1, 17).bg == colours.play.bg
    assert style_at(drawn, 1, 1).bg == colours.back.bg
    assert {style_at(drawn, y, 40).bg for y in (13, 14, 15)} == {colours.turn.bg}
    assert style_at(drawn, 3, 17).fg == colours.accent.fg  # Raise
    assert style_at(drawn, 3, 49).fg == colours.bad.fg  # All-in
    assert style_at(drawn, 11, 1).fg == colours.info.fg  # Call
    assert style_at(drawn, 3, 1).fg == colours.faint.fg  # Fold
    assert style_at(drawn, 1, 78) == colours.badge
    # Nothing is faint on the band.
    band = [run for row in drawn[13:16] for run in row if run.style.bg == colours.turn.bg]
    assert colours.faint.fg not in {run.style.fg for run in band if run.text.strip()}


def test_the_board_shows_what_the_winner_plays() -> None:
    colours = palette("true")
    drawn = rows(showdown10())
    faces = [style_at(drawn, 3, 25 + 6 * column).bg for column in range(5)]
    wins, dead = colours.faces["wins"].bg, colours.faces["dead"].bg
    assert faces == [dead, wins, wins, dead, wins]
