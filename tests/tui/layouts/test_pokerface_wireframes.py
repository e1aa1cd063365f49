"""Pokerface cell by cell: the wireframes of the design, and their colours.

The wireframes are copied. A light card's blank cell `░` and the cells around a button (there
drawn as brackets) are blanks here. What the design corrects is corrected: "Zwei Paare",
"q Verlassen" in place of "Weg"; keys that have nothing to act on yet (h, v, o) are not shown.
"""

import pytest
from msgspec.structs import replace

from tests.tui import scenes
from tests.tui.layouts.drawn import HEARTS, clocked, rows, style_at, text


def _expected(wireframe: str) -> list[str]:
    plain = wireframe.strip("\n").replace("░", " ")
    for bracketed in ("1–6 Marke nehmen", "← → Enter (5) aus der Mitte", "p Passen (behalte 4)"):
        plain = plain.replace(f"[{bracketed}]", f" {bracketed} ")
    for bracketed in ("Space bereit  3/6", "t Chat ist wieder frei", "← → Marken je Runde"):
        plain = plain.replace(f"[{bracketed}]", f" {bracketed} ")
    return [line.rstrip() for line in plain.split("\n")]


TURN_80 = """
 Pokerface   WG-Runde · Durchgang 4                       6/6 · 24 ms · ? Hilfe
 Erfolge ●●○  Fehlschläge ✗○○    Runde ♣ ♦ [♥] ♠ Turn  Umlauf 2/3 · gepasst 1/6
  Mitte                                 deine Hand
  ░D░░░ ░8░░░ ░8░░░ ░5░░░ ┌─ ─┐         ░D░░░ ░10░░  Zwei Paare
  ░░♣░░ ░░♥░░ ░░♠░░ ░░♦░░ │   │         ░░♦░░ ░░♠░░  Damen und Achten
  ░░░D░ ░░░8░ ░░░8░ ░░░5░ └─ ─┘         ░░░D░ ░░10░  Kicker 10

  ♥-Marken     (1)        (2)        (3)        (4)      ▸ (5)        (6)
              Carla      Ben        Frédéric   deine      Mitte      Eva

  Spieler         ♣ Hand  ♦ Flop  ♥ Turn  ♠ River   zuletzt
   Ben       G    3♣      5♦ ▲   (2) ▼    ·         nahm (2) aus der Mitte
   Carla          2♣      1♦ ▼   (1) =    ·         passt
   Dan            5♣      6♦ ▲    –       ·         ohne Marke, muss nehmen
   Eva            6♣      4♦ ▼   (6) ▲    ·         nahm Dan die (6) weg
   Frédéric       1♣      2♦ ▲   (3) ▲    ·         passt
  ▸Anna           4♣      3♦ ▼   (4) ▲    ·         nahm (4) aus der Mitte
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 ▸ Du bist dran  Nimm eine Marke, egal wo sie liegt, oder passe.

 [1–6 Marke nehmen]  [← → Enter (5) aus der Mitte]  [p Passen (behalte 4)] 41 s
 nimmst du (5), kommt deine (4) zurück in die Mitte

 ? Hilfe  t Sätze  l Protokoll  h Rückblick  : Befehle  q Verlassen
"""

SHOWDOWN_80 = """
 Pokerface   WG-Runde · Durchgang 4 · Showdown            6/6 · 24 ms · ? Hilfe
 Erfolge ●●○  Fehlschläge ✗✗○        aufgedeckt in der Reihenfolge der ♠-Marken
                         ░D░░░ ░8░░░ ░8░░░ ░5░░░ ░3░░░
                         ░░♣░░ ░░♥░░ ░░♠░░ ░░♦░░ ░░♣░░
                         ░░░D░ ░░░8░ ░░░8░ ░░░5░ ░░░3░

  (1) Carla     ░7♦ ░6♥   ░8♥ ░8♠ ░D♣ ░7♦ ░6♥  Paar Achten, D 7 6

  (2) Frédéric  ░A♠ ░B♦   ░8♥ ░8♠ ░A♠ ░D♣ ░B♦  Paar Achten, A D B   ✓ stärker

  (3) Ben       ░A♦ ░B♠   ░8♥ ░8♠ ░A♦ ░D♣ ░B♠  Paar Achten, A D B   ✓ gleich

  (4) Anna      ░D♦ 10♠   ░D♦ ░D♣ ░8♥ ░8♠ 10♠  Zwei Paare, D und 8  ✓ stärker

  (5) Dan       ░5♠ ░5♥   ░5♠ ░5♥ ░5♦ ░8♥ ░8♠  Full House, Fünfen   ✓ stärker

  (6) Eva       ░8♣ ░K♦   ░8♣ ░8♥ ░8♠ ░K♦ ░D♣  Drilling Achten      ✗ schwächer

 ╭────────────────────────────────────────────────────────────────────────────╮
 │ ✗ Fehlschlag  Eva (6) ist schwächer als Dan (5). Stand 2 : 2.              │
 ╰────────────────────────────────────────────────────────────────────────────╯
 [Space bereit  3/6]  [t Chat ist wieder frei]  [← → Marken je Runde]
 Marken-Weg Eva: 6♣ 4♦ 6♥ 6♠    Dan: 5♣ 6♦ 2♥ 5♠
 Space bereit  t Chat  l Protokoll  h Rückblick  ? Hilfe  q Verlassen
"""

# The design's picture breaks "Damen und Achten", which fits here in one line; the deal that is
# past says only that all were right, since its score tells no more; (5) "geht zur Mitte".
TURN_120 = """
 Pokerface   WG-Runde · Durchgang 4 von höchstens 5                           6 Spieler · 1 Zuschauer · 24 ms · ? Hilfe
                                                                                     ╭─ Protokoll ─────────────────────╮
 Erfolge ●●○  Fehlschläge ✗○○    Runde ♣ ♦ [♥] ♠ Turn  Umlauf 2/3 · gepasst 1/6      │ ── Turn 5♦ · Markenrunde ♥ ──   │
                                                                                     │ Carla nimmt (1)                 │
  Mitte                                         deine Hand                           │ Dan nimmt (6)                   │
  ░D♣░░░░ ░8♥░░░░ ░8♠░░░░ ░5♦░░░░ ┌─   ─┐       ░D♦░░░░ ░10♠░░░                      │ Eva nimmt (5)                   │
  ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ │     │       ░░░░░░░ ░░░░░░░   Zwei Paare         │ Frédéric nimmt (3)              │
  ░░░♣░░░ ░░░♥░░░ ░░░♠░░░ ░░░♦░░░               ░░░♦░░░ ░░░♠░░░   Damen und Achten   │ Anna nimmt (4)                  │
  ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ │     │       ░░░░░░░ ░░░░░░░   Kicker 10          │ Ben nimmt (2)                   │
  ░░░░♣D░ ░░░░♥8░ ░░░░♠8░ ░░░░♦5░ └─   ─┘       ░░░░♦D░ ░░░♠10░                      │ ── Umlauf 2 ──                  │
                                                                                     │ Carla passt                     │
                                                                                     │ Dan passt                       │
  ♥-Marken       (1)        (2)        (3)        (4)      ▸ (5)        (6)          │ Eva nimmt Dan die (6) weg       │
                Carla      Ben        Frédéric   deine      Mitte      Eva           │     die (5) geht zur Mitte      │
                                                                                     │ Frédéric passt                  │
                                                                                     │ ▸ Anna ist dran                 │
  Spieler         ♣ Hand  ♦ Flop  ♥ Turn  ♠ River   zuletzt                          │                                 │
   Ben       G    3♣      5♦ ▲   (2) ▼    ·         nahm (2) aus der Mitte           │                                 │
   Carla          2♣      1♦ ▼   (1) =    ·         passt                            │                                 │
   Dan            5♣      6♦ ▲    –       ·         ohne Marke, muss nehmen          │                                 │
   Eva            6♣      4♦ ▼   (6) ▲    ·         nahm Dan die (6) weg             │                                 │
   Frédéric       1♣      2♦ ▲   (3) ▲    ·         passt                            │                                 │
  ▸Anna           4♣      3♦ ▼   (4) ▲    ·         nahm (4) aus der Mitte           ╰─────────────────────────────────╯
                                                                                     ╭─ Bisherige Durchgänge ──────────╮
                                                                                     │ 1 ✓ Erfolg      alle 6 richtig  │
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ │ 2 ✗ Fehlschlag  (3) schlug (4)  │
                                                                                     │ 3 ✓ Erfolg      alle 6 richtig  │
 ▸ Du bist dran  Nimm eine Marke, egal wo sie liegt, oder passe.                     │                                 │
                                                                                     │ Chat ruht während des           │
 [1–6 Marke nehmen]  [← → Enter (5) aus der Mitte]  [p Passen (behalte 4)]     41 s  │ Durchgangs. t = Sätze           │
                                                                                     │                                 │
 nimmst du (5), kommt deine (4) zurück in die Mitte                                  │                                 │
                                                                                     │                                 │
                                                                                     │                                 │
                                                                                     ╰─────────────────────────────────╯
 ? Hilfe  t Sätze (Chat ruht)  l Protokoll  h Rückblick  o Optionen  : Befehle  q Verlassen
"""  # noqa: E501


def test_turn_at_80() -> None:
    assert text(clocked(scenes.turn())) == _expected(TURN_80)


def test_showdown_at_80() -> None:
    assert text(scenes.showdown()) == _expected(SHOWDOWN_80)


def test_turn_at_120() -> None:
    drawn = text(replace(clocked(scenes.turn()), events=HEARTS), 120, 36)
    expected = _expected(TURN_120)
    assert [line[:85].rstrip() for line in drawn] == [line[:85].rstrip() for line in expected]
    # The design's panel begins where the round of hearts does, two headings later.
    panel = [line[85:] for line in drawn[1:23]]
    picture = [line[85:] for line in expected[1:23]]
    flop = [f"│ {heading:<31} │" for heading in ("── Flop D♣ 8♥ 8♠ ──", "── Markenrunde ♦ ──")]
    assert panel == [picture[0], *flop, *picture[1:-3], picture[-1]]
    assert [line[85:] for line in drawn[23:35]] == [line[85:] for line in expected[23:35]]


# ── colours of the cells that matter ───────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("y", "x", "true", "xterm"),
    [
        # where, then foreground and background in true colour and among the 256
        (0, 1, ("#f0bf4c", "#1d2b26"), ("#ffd75f", "#262626")),  # the game in the title
        (0, 13, ("#dfe6e2", "#1d2b26"), ("#e4e4e4", "#262626")),  # the table's name
        (0, 60, ("#9aaaa3", "#1d2b26"), ("#9e9e9e", "#262626")),  # the latency
        (1, 9, ("#5fd3bc", "#0f1513"), ("#5fd7af", "#121212")),  # a success
        (1, 26, ("#ff7a5c", "#0f1513"), ("#ff875f", "#121212")),  # a failure
        (1, 44, ("#ff8f73", "#0f1513"), ("#ff875f", "#121212")),  # the round's suit
        (3, 2, ("#00695c", "#f3efe4"), ("#005f5f", "#ffffd7")),  # a club's face
        (4, 10, ("#c43108", "#f3efe4"), ("#d70000", "#ffffd7")),  # a heart
        (4, 16, ("#15171c", "#f3efe4"), ("#000000", "#ffffd7")),  # a spade
        (4, 42, ("#0b57d0", "#f3efe4"), ("#005fd7", "#ffffd7")),  # a diamond
        (3, 26, ("#7b8b83", "#0f1513"), ("#767676", "#121212")),  # an empty place
        (3, 53, ("#dfe6e2", "#0f1513"), ("#e4e4e4", "#121212")),  # the own hand's name
        (7, 15, ("#10161a", "#ff8f73"), ("#121212", "#ff875f")),  # somebody's token
        (7, 48, ("#10161a", "#7b8b83"), ("#121212", "#9e9e9e")),  # the own token
        (7, 59, ("#10161a", "#f0bf4c"), ("#121212", "#ffd75f")),  # the chosen token
        (8, 58, ("#5fd3bc", "#3a3215"), ("#5fd7af", "#303030")),  # it lies in the centre
        (10, 2, ("#9aaaa3", "#1d2b26"), ("#9e9e9e", "#262626")),  # the matrix's head
        (11, 13, ("#10161a", "#e9edf0"), ("#121212", "#eeeeee")),  # the dealer's badge
        (11, 18, ("#5fd3bc", "#0f1513"), ("#5fd7af", "#121212")),  # a token of clubs
        (11, 26, ("#82b6ff", "#0f1513"), ("#87afff", "#121212")),  # a token of diamonds
        (13, 52, ("#ff7a5c", "#0f1513"), ("#ff875f", "#121212")),  # must take
        (16, 3, ("#f0bf4c", "#3a3215"), ("#ffd75f", "#303030")),  # whose turn it is
        (16, 52, ("#dfe6e2", "#3a3215"), ("#e4e4e4", "#303030")),
        (17, 0, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),  # time left
        (17, 79, ("#26352f", "#0f1513"), ("#303030", "#121212")),  # time gone
        (20, 2, ("#f0bf4c", "#27503d"), ("#ffd75f", "#005f00")),  # keys and buttons
        (20, 6, ("#dfe6e2", "#27503d"), ("#e4e4e4", "#005f00")),
        (20, 32, ("#dfe6e2", "#5a4715"), ("#e4e4e4", "#5f5f00")),
        (20, 55, ("#dfe6e2", "#2a3d35"), ("#e4e4e4", "#3a3a3a")),
        (23, 1, ("#f0bf4c", "#1d2b26"), ("#ffd75f", "#262626")),  # the footer
    ],
)
def test_colours(y: int, x: int, true: tuple[str, str], xterm: tuple[str, str]) -> None:
    scene = clocked(scenes.turn())
    for depth, expected in (("true", true), ("256", xterm)):
        style = style_at(rows(scene, depth=depth), y, x)  # type: ignore[arg-type]
        assert (style.fg, style.bg) == expected


@pytest.mark.parametrize(
    ("y", "x", "true", "xterm"),
    [
        (6, 2, ("#10161a", "#e9edf0"), ("#121212", "#eeeeee")),  # a token of spades
        (8, 68, ("#5fd3bc", "#0f1513"), ("#5fd7af", "#121212")),  # stronger
        (12, 6, ("#f0bf4c", "#3a3215"), ("#ffd75f", "#303030")),  # the viewer
        (16, 68, ("#ff7a5c", "#3a1c1c"), ("#ff875f", "#5f0000")),  # weaker
        (18, 1, ("#ff7a5c", "#0f1513"), ("#ff875f", "#121212")),  # the box
        (19, 3, ("#ff7a5c", "#0f1513"), ("#ff875f", "#121212")),
    ],
)
def test_showdown_colours(y: int, x: int, true: tuple[str, str], xterm: tuple[str, str]) -> None:
    for depth, expected in (("true", true), ("256", xterm)):
        style = style_at(rows(scenes.showdown(), depth=depth), y, x)  # type: ignore[arg-type]
        assert (style.fg, style.bg) == expected


def test_tokens_in_sixteen_colours_are_the_terminals_own() -> None:
    drawn = rows(scenes.turn(), depth="16")
    assert style_at(drawn, 7, 15).bg == "bright_red"
    assert style_at(drawn, 7, 59).bg == "bright_yellow"
    assert style_at(drawn, 16, 3)[:2] == ("bright_yellow", "blue")


def test_without_colours_the_turn_is_a_sign_and_bold() -> None:
    drawn = rows(scenes.turn(), depth="mono")
    assert "".join(run.text for run in drawn[16]).startswith("  ▸Anna")
    assert all(run.style.bold for run in drawn[16] if run.text.strip())
    assert {run.style.fg for row in drawn for run in row} == {None}
