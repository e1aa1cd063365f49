"""Chinese Poker cell by cell: the wireframes of the design, and their colours.

The wireframes are copied. A light card's blank cell `░` is a blank here. Beside large cards, too,
what makes a hand is said before what it could become; a suggestion fits "deinen Reihen", for which
there is room; the footer has q in place of a second u.
"""

import pytest
from msgspec.structs import replace

from engine.values.cards import cards
from tests.tui.layouts.arranging_deals import arranging, at_table, picture, pressed
from tests.tui.layouts.drawn import DE, style_at
from tui.canvas.cells import Row
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Scene
from tui.layouts import layout

IDEAS = (
    (cards("9c9h3s"), cards("KsKdQdAc5h"), cards("8s8h8d4c4d")),
    (cards("AcQd5h"), cards("KsKd9c9h3s"), cards("8s8h8d4c4d")),
    *((cards("AcKsKd"), cards("9c9h4c4d3s"), cards("8s8h8dQd5h")),) * 3,
)


def drawn(
    scene: Scene, width: int = 80, height: int = 24, depth: Depth = "true"
) -> tuple[Row, ...]:
    return layout("chinese").draw(scene, (width, height), palette(depth), DE)


def text(scene: Scene, width: int = 80, height: int = 24) -> list[str]:
    return ["".join(run.text for run in row).rstrip() for row in drawn(scene, width, height)]


def expected(wanted: str) -> list[str]:
    return [line.replace("░", " ").rstrip() for line in wanted.splitlines()[1:]]


def looked(scene: Scene | None = None) -> Scene:
    """The picture after a look at the second of five suggestions, and some keys that lead on."""
    shown = picture() if scene is None else scene
    now = shown.ui.sorting
    assert now is not None
    shown = replace(shown, ui=replace(shown.ui, sorting=replace(now, ideas=IDEAS)))
    return pressed(shown, "g", "g", "left", "right")


PICTURE_80 = """
 Chinese Poker   Runde 3/10 · mit Prämien                 4/4 · 24 ms · ? Hilfe
 Sortiere 13 Karten in drei Hände.   Vorne ≤ Mitte ≤ Hinten                1:24
 1 Vorne      ░A░░░ ░D░░░ ░5░░░               Höchste Karte       ╭─ Prüfung ──╮
   3 Karten   ░░♣░░ ░░♦░░ ░░♥░░               Ass, Dame, 5        │            │
              ░░░A░ ░░░D░ ░░░5░                                   │ ✓ V ≤ M    │
                                                                  │            │
 2 Mitte      ░K░░░ ░K░░░ ░9░░░ ░9░░░ ┌─ ─┐   Zwei Paare …        │ ✓ M ≤ H    │
   5 Karten   ░░♠░░ ░░♦░░ ░░♣░░ ░░♥░░ │   │   Könige und Neunen   │            │
              ░░░K░ ░░░K░ ░░░9░ ░░░9░ └─ ─┘                       │ noch 3     │
                                                                  │            │
 3 Hinten     ░8░░░ ░8░░░ ░8░░░ ┌─ ─┐ ┌─ ─┐   Drilling …          │ Prämien 0  │
   5 Karten   ░░♠░░ ░░♥░░ ░░♦░░ │   │ │   │   Achten              │            │
              ░░░8░ ░░░8░ ░░░8░ └─ ─┘ └─ ─┘   mit 4 4: Full House ╰────────────╯

── Noch zu legen (3) · sortiert nach Wert ──────────────────────────────────────
              ░4░░░ ░4░░░ ░3░░░
 Karte unter ▲░░♣░░ ░░♦░░ ░░♠░░               3 4♣ nach Hinten
              ░░░4░ ░░░4░ ░░░3░               2 4♣ zur Mitte
                ▲
 Ben fertig ✓   Carla sortiert …   Dan sortiert …
  1 2 3 legen    u zurück    g Vorschlag 2/5    y Wert/Farbe    Enter abgeben
 Vorschlag 2: Full House / Zwei Paare / Höchste Karte   passt zu deinen Reihen

 ← → Karte  ↑ ↓ Reihe  Space mehrere  x tauschen  ? Hilfe  t Chat  q Verlassen
"""

PICTURE_120 = """
 Chinese Poker   Runde 3/10 · mit Prämien                                                   4 Spieler · 24 ms · ? Hilfe
                                                                                     ╭─ Prüfung ───────────────────────╮
 Sortiere 13 Karten in drei Hände.   Vorne ≤ Mitte ≤ Hinten                    1:24  │                                 │
                                                                                     │ ✓ Vorne ≤ Mitte                 │
              ░A♣░░░░ ░D♦░░░░ ░5♥░░░░                                                │ ✓ Mitte ≤ Hinten                │
 1 Vorne      ░░░░░░░ ░░░░░░░ ░░░░░░░                   Höchste Karte                │                                 │
   3 Karten   ░░░♣░░░ ░░░♦░░░ ░░░♥░░░                   Ass, Dame, 5                 │ noch 3 Karten                   │
              ░░░░░░░ ░░░░░░░ ░░░░░░░                                                │ Prämien bisher 0                │
              ░░░░♣A░ ░░░░♦D░ ░░░░♥5░                                                │                                 │
                                                                                     ╰─────────────────────────────────╯
              ░K♠░░░░ ░K♦░░░░ ░9♣░░░░ ░9♥░░░░ ┌─   ─┐                                ╭─ Tisch ─────────────────────────╮
 2 Mitte      ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ │     │   Zwei Paare …                 │ Ben    fertig ✓                 │
   5 Karten   ░░░♠░░░ ░░░♦░░░ ░░░♣░░░ ░░░♥░░░           Könige und Neunen            │ Carla  sortiert …               │
              ░░░░░░░ ░░░░░░░ ░░░░░░░ ░░░░░░░ │     │                                │ Dan    sortiert …               │
              ░░░░♠K░ ░░░░♦K░ ░░░░♣9░ ░░░░♥9░ └─   ─┘                                │                                 │
                                                                                     │                                 │
              ░8♠░░░░ ░8♥░░░░ ░8♦░░░░ ┌─   ─┐ ┌─   ─┐                                ╰─────────────────────────────────╯
 3 Hinten     ░░░░░░░ ░░░░░░░ ░░░░░░░ │     │ │     │   Drilling …                   ╭─ Prämien ───────────────────────╮
   5 Karten   ░░░♠░░░ ░░░♥░░░ ░░░♦░░░                   Achten                       │ Vorne Drilling               3  │
              ░░░░░░░ ░░░░░░░ ░░░░░░░ │     │ │     │   mit 4 4: Full House          │ Mitte Full House             2  │
              ░░░░♠8░ ░░░░♥8░ ░░░░♦8░ └─   ─┘ └─   ─┘                                │ Mitte Vierling               7  │
                                                                                     │ Mitte Straight Flush         9  │
── Noch zu legen (3) · sortiert nach Wert ────────────────────────────────────────── │ Hinten Vierling              4  │
              ░4♣░░░░ ░4♦░░░░ ░3♠░░░░                                                │ Hinten Straight Flush        5  │
              ░░░░░░░ ░░░░░░░ ░░░░░░░                   3 4♣ nach Hinten             │ Werte aus den Tischregeln       │
 Karte ▲      ░░░♣░░░ ░░░♦░░░ ░░░♠░░░                   2 4♣ zur Mitte               │                                 │
              ░░░░░░░ ░░░░░░░ ░░░░░░░                                                ╰─────────────────────────────────╯
              ░░░░♣4░ ░░░░♦4░ ░░░░♠3░                                                ╭─ Stand ─────────────────────────╮
                 ▲                                                                   │ Anna                         +8 │
                                                                                     │ Ben                          −7 │
  1 2 3 legen    u zurück    g Vorschlag 2/5    y Wert/Farbe    Enter abgeben        │ Carla                        +3 │
                                                                                     │ Dan                          −4 │
 Vorschlag 2: Full House / Zwei Paare / Höchste Karte   passt zu deinen Reihen       │                                 │
                                                                                     │ 2 von 10 Runden gespielt        │
                                                                                     ╰─────────────────────────────────╯
 ← → Karte  ↑ ↓ Reihe  Space mehrere  x tauschen  ? Hilfe  t Chat  l Protokoll  h Rückblick  : Befehle  q Verlassen
"""  # noqa: E501

PICTURE_60 = """
 Chinese Poker   Runde 3/10 · mit Prämien   24 ms · ? Hilfe
 Fenster 60×18: zu klein für den Tisch (80×24).
 Listenansicht, alles bleibt spielbar.

 1 Vorne   ░A♣ ░D♦ ░5♥          Höchste Karte  Ass, Dame, 5
 2 Mitte   ░K♠ ░K♦ ░9♣ ░9♥  ·   Zwei Paare …
 3 Hinten  ░8♠ ░8♥ ░8♦  ·   ·   Drilling …  Achten
 Noch zu legen (3) · sortiert nach Wert
 ▸░4♣ ░4♦ ░3♠
 3 4♣ nach Hinten   2 4♣ zur Mitte
 ✓ V ≤ M   ✓ M ≤ H   noch 3 Karten   Prämien bisher 0
 Ben fertig ✓   Carla sortiert …   Dan sortiert …
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 Sortiere 13 Karten in drei Hände.                     84 s
  1 2 3 legen    u zurück    g Vorschlag 2/5
  y Wert/Farbe    Enter abgeben
 Vorschlag 2: Full House / Zwei Paare / Höchste Karte   pa…
 ← → Karte  ↑ ↓ Reihe  Space mehrere  x tauschen  ? Hilfe
"""


def test_three_cards_left_at_80() -> None:
    assert text(looked()) == expected(PICTURE_80)


def test_three_cards_left_at_120() -> None:
    assert text(looked(), 120, 36) == expected(PICTURE_120)


def test_three_cards_left_in_a_small_window() -> None:
    assert text(looked(), 60, 18) == expected(PICTURE_60)


GHOSTS_80 = """
 1 Vorne      ░A░░░ ░D░░░ ░5░░░               Höchste Karte       ╭─ Prüfung ──╮
   3 Karten   ░░♣░░ ░░♦░░ ░░♥░░               Ass, Dame, 5        │            │
              ░░░A░ ░░░D░ ░░░5░                                   │ ✓ V ≤ M    │
                                                                  │            │
 2 Mitte      ░K░░░ ░K░░░ ░9░░░ ░9░░░┃░3░░░┃  Zwei Paare          │ ✓ M ≤ H    │
   5 Karten   ░░♠░░ ░░♦░░ ░░♣░░ ░░♥░░┃░░♠░░┃  Könige und Neunen   │            │
              ░░░K░ ░░░K░ ░░░9░ ░░░9░┃░░░3░┃  Kicker 3            │ komplett   │
                                                                  │            │
 3 Hinten     ░8░░░ ░8░░░ ░8░░░┃░4░░░┃░4░░░┃  Full House          │ Prämien 0  │
   5 Karten   ░░♠░░ ░░♥░░ ░░♦░░┃░░♣░░┃░░♦░░┃  Achten über Vieren  │            │
              ░░░8░ ░░░8░ ░░░8░┃░░░4░┃░░░4░┃                      ╰────────────╯

── Noch zu legen (3) · sortiert nach Wert ──────────────────────────────────────
              ░4░░░ ░4░░░ ░3░░░
              ░░♣░░ ░░♦░░ ░░♠░░
              ░░░4░ ░░░4░ ░░░3░

 Ben fertig ✓   Carla sortiert …   Dan sortiert …
  1 2 3 Enter übernehmen    u zurück    g Vorschlag 2/5    y Wert/Farbe
 Vorschlag 2: Full House / Zwei Paare / Höchste Karte   passt zu deinen Reihen
"""

START_80 = """
── Noch zu legen (13) · sortiert nach Wert ─────────────────────────────────────
 ░A░░░ ░K░░░ ░K░░░ ░D░░░ ░9░░░ ░9░░░ ░8░░░ ░8░░░ ░8░░░ ░5░░░ ░4░░░ ░4░░░ ░3░░░
 ░░♣░░ ░░♠░░ ░░♦░░ ░░♦░░ ░░♣░░ ░░♥░░ ░░♠░░ ░░♥░░ ░░♦░░ ░░♥░░ ░░♣░░ ░░♦░░ ░░♠░░
 ░░░A░ ░░░K░ ░░░K░ ░░░D░ ░░░9░ ░░░9░ ░░░8░ ░░░8░ ░░░8░ ░░░5░ ░░░4░ ░░░4░ ░░░3░
   ▲
 Ben fertig ✓   Carla sortiert …   Dan sortiert …
  1 2 3 legen    u zurück    g Vorschlag    y Wert/Farbe    Enter abgeben
"""

READY_80 = """
 Chinese Poker   Runde 3/10 · mit Prämien                 4/4 · 24 ms · ? Hilfe
 ✓ Fertig.  Noch nicht fertig: Ben und Dan.                                1:24
 1 Vorne      ░A░░░ ░D░░░ ░5░░░               Höchste Karte       ╭─ Prüfung ──╮
   3 Karten   ░░♣░░ ░░♦░░ ░░♥░░               Ass, Dame, 5        │            │
              ░░░A░ ░░░D░ ░░░5░                                   │ ✓ V ≤ M    │
                                                                  │            │
 2 Mitte      ░K░░░ ░K░░░ ░9░░░ ░9░░░ ░3░░░   Zwei Paare          │ ✓ M ≤ H    │
   5 Karten   ░░♠░░ ░░♦░░ ░░♣░░ ░░♥░░ ░░♠░░   Könige und Neunen   │            │
              ░░░K░ ░░░K░ ░░░9░ ░░░9░ ░░░3░   Kicker 3            │ komplett   │
                                                                  │            │
 3 Hinten     ░8░░░ ░8░░░ ░8░░░ ░4░░░ ░4░░░   Full House          │ Prämien 0  │
   5 Karten   ░░♠░░ ░░♥░░ ░░♦░░ ░░♣░░ ░░♦░░   Achten über Vieren  │            │
              ░░░8░ ░░░8░ ░░░8░ ░░░4░ ░░░4░                       ╰────────────╯

── Deine Reihen liegen fest ────────────────────────────────────────────────────

              Noch nicht fertig: Ben und Dan.
              Aufgedeckt wird, sobald alle fertig sind.

 Ben sortiert …   Carla fertig ✓   Dan sortiert …



 ? Hilfe  t Chat  l Protokoll  h Rückblick  s Pause  : Befehle  q Verlassen
"""

LOOKING_80 = """
 ZUSCHAUER  Chinese Poker · Runde 3/10                    1 schaut zu · ? Hilfe
 Du schaust zu. Aufgedeckt wird, sobald alle fertig sind.                  1:24

              1 Vorne          2 Mitte                  3 Hinten

 Anna         ▓▓▓ ▓▓▓ ▓▓▓      ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓      ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓
 fertig ✓

 Ben           ·   ·   ·        ·   ·   ·   ·   ·        ·   ·   ·   ·   ·
 sortiert …

 Carla        ▓▓▓ ▓▓▓ ▓▓▓      ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓      ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓
 fertig ✓

 Dan           ·   ·   ·        ·   ·   ·   ·   ·        ·   ·   ·   ·   ·
 sortiert …
"""


def test_a_suggestion_is_held_over_the_rows() -> None:
    shown = looked()
    now = shown.ui.sorting
    assert now is not None
    shown = replace(shown, ui=replace(shown.ui, sorting=replace(now, ghosts=True)))
    assert text(shown)[2:22] == expected(GHOSTS_80)


def test_at_the_start_the_tray_is_one_row() -> None:
    assert text(at_table())[14:21] == expected(START_80)


def test_whoever_is_ready_waits_for_the_others() -> None:
    assert text(at_table(arranging(ready=(0, 2), royalties="usual"))) == expected(READY_80)


def test_others_see_rows_face_down() -> None:
    assert text(at_table(arranging(ready=(0, 2)), me=None))[:16] == expected(LOOKING_80)


@pytest.mark.parametrize(
    ("y", "x", "true", "xterm"),
    [
        # where, then foreground and background in true colour and among the 256
        (1, 75, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),  # the clock
        (2, 1, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),  # a row's digit
        (3, 16, ("#00695c", "#f3efe4"), ("#005f5f", "#ffffd7")),  # a card that lies
        (6, 38, ("#7b8b83", "#0f1513"), ("#767676", "#121212")),  # a free place
        (4, 68, ("#5fd3bc", "#0f1513"), ("#5fd7af", "#121212")),  # rows in order
        (8, 68, ("#9aaaa3", "#0f1513"), ("#9e9e9e", "#121212")),  # what is missing
        (16, 16, ("#00695c", "#ffd666"), ("#005f5f", "#ffd75f")),  # the card under the cursor
        (18, 16, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),  # the sign below it
        (16, 46, ("#f0bf4c", "#0f1513"), ("#ffd75f", "#121212")),  # a key that lays it
        (19, 5, ("#5fd3bc", "#0f1513"), ("#5fd7af", "#121212")),  # who is ready
        (20, 2, ("#f0bf4c", "#27503d"), ("#ffd75f", "#005f00")),  # laying
        (20, 28, ("#f0bf4c", "#5a4715"), ("#ffd75f", "#5f5f00")),  # suggestions
        (20, 64, ("#9aaaa3", "#1d2b26"), ("#9e9e9e", "#262626")),  # not yet
    ],
)
def test_colours(y: int, x: int, true: tuple[str, str], xterm: tuple[str, str]) -> None:
    for depth, wanted in (("true", true), ("256", xterm)):
        style = style_at(drawn(looked(), depth=depth), y, x)  # type: ignore[arg-type]
        assert (style.fg, style.bg) == wanted


def test_in_sixteen_colours_and_in_none_signs_say_the_same() -> None:
    sixteen = drawn(looked(), depth="16")
    assert style_at(sixteen, 16, 16).bg == "bright_yellow"
    assert style_at(sixteen, 3, 16).bg == "bright_white"
    mono = drawn(looked(), depth="mono")
    assert {run.style.fg for row in mono for run in row} == {None}
    lines = ["".join(run.text for run in row) for row in mono]
    assert lines[18][16] == "▲"
    assert lines[20].startswith(" [1 2 3] legen  [u] zurück  [g] Vorschlag 2/5")


def test_in_letters_only() -> None:
    shown = layout("chinese").draw(looked(), (80, 24), palette("mono", True), DE)
    lines = ["".join(run.text for run in row).rstrip() for row in shown]
    assert all(line.isascii() for line in lines)
    assert (
        lines[3]
        == "   3 Karten     c     d     h                 Ass, Dame, 5        |            |"
    )
    assert lines[18] == "                ^"
    assert lines[4].endswith("| + V <= M   |")
