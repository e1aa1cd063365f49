"""Pokerface cell by cell: the wireframes of the design, and every state that it can be in.

The wireframes are copied. A light card's blank cell `░` and the cells around a button (there
drawn as brackets) are blanks here. What the design corrects is corrected: "Zwei Paare",
"q Verlassen" in place of "Weg"; keys that have nothing to act on yet (h, v, o) are not shown.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.values import actions
from engine.values.cards import card, cards
from engine.values.events import Acted, Dealt, Event, Moved, Phase, Scored, Shown
from engine.values.offers import Barred, Ready, Take
from engine.values.view import Counter, Note
from engine.values.why import Facts, Why
from protocol.messages import ChairInfo, Clock, Said
from tests.tui import scenes
from tests.tui.scenes import ANNA, BEN, CARLA, DAN, EVA, FREDERIC
from tui.canvas.cells import Row
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Scene, Ui
from tui.layouts.pokerface import Pokerface
from tui.locale import Words

DE, EN = Words("de"), Words("en")


def rows(
    scene: Scene, width: int = 80, height: int = 24, depth: Depth = "true", words: Words = DE
) -> tuple[Row, ...]:
    return Pokerface().draw(scene, (width, height), palette(depth), words)


def text(scene: Scene, width: int = 80, height: int = 24, words: Words = DE) -> list[str]:
    drawn = rows(scene, width, height, words=words)
    return ["".join(run.text for run in row).rstrip() for row in drawn]


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

 ? Hilfe  t Sätze  l Protokoll  : Befehle  q Verlassen
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
 Space bereit  t Chat  l Protokoll  ? Hilfe  : Befehle  q Verlassen
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
 ? Hilfe  t Sätze (Chat ruht)  l Protokoll  : Befehle  q Verlassen
"""  # noqa: E501

HEARTS: tuple[Event, ...] = (
    Dealt("board", None, cards("Qc8h8s")),
    Phase("tokens", {"suit": "d"}),
    Dealt("board", None, (card("5d"),)),
    Phase("tokens", {"suit": "h"}),
    Acted(CARLA, actions.Take(1, None)),
    Acted(DAN, actions.Take(6, None)),
    Acted(EVA, actions.Take(5, None)),
    Acted(FREDERIC, actions.Take(3, None)),
    Acted(ANNA, actions.Take(4, None)),
    Acted(BEN, actions.Take(2, None)),
    Acted(CARLA, actions.Pass()),
    Acted(DAN, actions.Pass()),
    Acted(EVA, actions.Take(6, DAN)),
    Moved(5, EVA, None),
    Acted(FREDERIC, actions.Pass()),
)


def clocked(scene: Scene) -> Scene:
    """The scene with 41 of 60 seconds left."""
    table = replace(scene.table, clock=Clock(41_000, 60_000), watching=1)
    return replace(scene, table=table, ui=replace(scene.ui, seconds=41))


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


def style_at(drawn: tuple[Row, ...], y: int, x: int) -> Any:
    for run in drawn[y]:
        if x < len(run.text):
            return run.style
        x -= len(run.text)
    raise IndexError


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


# ── states of a running deal ───────────────────────────────────────────────────────────────────


def changed(offers: tuple[Any, ...] = (), **changes: Any) -> Scene:
    """The picture with another view and other offers."""
    return Scene(scenes.table(scenes.turn_view(**changes), offers=offers), ui=Ui(latency=24))


def counters(lap: int = 2, passes: int = 1, failures: int = 1, of: int = 3) -> tuple[Counter, ...]:
    return (
        Counter("successes", 2, 3),
        Counter("failures", failures, of),
        Counter("lap", lap, 3),
        Counter("passes", passes, 6),
    )


def test_a_round_begins_with_all_tokens_in_the_centre() -> None:
    view = scenes.turn_view()
    zones = (*(z for z in view.zones if z.kind != "rack"), scenes.rack("c", (None,) * 6))
    offers = (*(Take(n, None) for n in range(1, 7)), Barred("pass", Why("no_token")))
    drawn = text(changed(offers, phase="tokens.c", zones=zones, notes=()))
    assert drawn[8].split() == ["Mitte"] * 6
    assert drawn[7].startswith("  ♣-Marken   ▸ (1) ")
    assert all(line.endswith("noch ohne Marke") for line in drawn[11:17])
    assert drawn[18] == " ▸ Du bist dran  Nimm eine Marke, egal wo sie liegt."
    assert drawn[20].endswith("p Passen")
    assert drawn[21] == " (1) liegt in der Mitte, danach gehört sie dir"


def test_somebody_elses_turn() -> None:
    not_yours = Why("not_your_turn")
    drawn = text(changed((Barred("take", not_yours), Barred("pass", not_yours)), to_act=(EVA,)))
    assert drawn[14].startswith("  ▸Eva")
    assert drawn[16].startswith("   Anna")
    assert drawn[18] == " Eva ist dran."
    assert drawn[20] == "  1–6 Marke nehmen    p Passen"
    assert "▸" not in drawn[7]


def test_robbing_says_what_it_leads_to() -> None:
    drawn = text(scenes.turn(cursor=6))
    assert "← → Enter (6) von Eva" in drawn[20]
    assert drawn[21] == " nimmst du Eva die (6), kommt deine (4) zurück in die Mitte"
    offers = (Take(6, EVA), Barred("pass", Why("no_token")))
    view = scenes.turn_view()
    zones = (
        *(z for z in view.zones if z.id != "tokens.h"),
        scenes.rack("h", (CARLA, BEN, FREDERIC, DAN, None, EVA)),
    )
    drawn = text(changed(offers, zones=zones))
    assert drawn[21] == " nimmst du Eva die (6), steht Eva ohne Marke da"


def test_lap_three_warns_of_the_brake() -> None:
    scene = changed(scenes.TURN_OFFERS, counters=counters(lap=3))
    drawn = rows(scene)
    line = "".join(run.text for run in drawn[1])
    assert "Umlauf 3/3, danach Notbremse" in line
    warned = next(run for run in drawn[1] if "Notbremse" in run.text)
    assert warned.style.fg == "#f0bf4c"


def test_the_brake_allows_the_centre_only() -> None:
    offers = (Take(5, None), Barred("pass", Why("not_your_turn")))
    drawn = text(changed(offers, phase="brake.h"))
    assert drawn[1].endswith("Turn  Notbremse")
    assert drawn[18] == " ▸ Du bist dran  Notbremse: nimm eine aus der Mitte."
    other = text(changed((), phase="brake.h", to_act=(DAN,)))
    assert other[18] == " Notbremse: Dan nimmt eine aus der Mitte."


def open_round(*ready: int, offers: tuple[Any, ...]) -> Scene:
    """All at once, with those who agreed."""
    waiting = tuple(seat for seat in range(6) if seat not in ready)
    return changed(
        offers,
        to_act=waiting,
        seats=scenes.seats(6, ready=ready),
        counters=(
            Counter("successes", 2, 3),
            Counter("failures", 1, 3),
            Counter("ready", len(ready), 6),
            Counter("moves", 9),
        ),
        notes=tuple(Note("ready", seat) for seat in ready),
    )


def test_all_at_once_has_no_turn_and_counts_who_agreed() -> None:
    takes = scenes.TURN_OFFERS[:-1]
    drawn = text(open_round(BEN, CARLA, EVA, FREDERIC, offers=(*takes, Ready(9))))
    assert drawn[1].endswith("Turn  einverstanden 4/6")
    assert not any(line.startswith("  ▸") for line in drawn[11:17])
    assert drawn[11].endswith("einverstanden")
    assert drawn[18].startswith(" Alle auf einmal  Nimm eine andere, oder sag mit p")
    assert drawn[20].endswith("p Einverstanden mit (4)")
    agreed = open_round(
        ANNA, BEN, CARLA, FREDERIC, offers=(*takes, Barred("ready", Why("already_ready")))
    )
    assert text(agreed)[18].endswith("Du bist einverstanden, noch nicht: Dan und Eva.")


def test_rising_stakes_name_what_is_dropped() -> None:
    view = scenes.turn_view()
    zones = tuple(z for z in view.zones if z.id not in {"tokens.c", "tokens.h"})
    notes = (Note("skipped", None, {"suit": "c"}), Note("skipped", None, {"suit": "h"}))
    drawn = text(changed((), phase="tokens.d", zones=zones, notes=notes))
    assert drawn[10].startswith("  Spieler        entfällt ♦ Flop entfällt ♠ River")
    assert "Runde – [♦] – ♠ Flop" in drawn[1]


def test_the_soft_landing_has_four_marks() -> None:
    drawn = text(changed((), counters=counters(failures=3, of=4)))
    assert drawn[1].startswith(" Erfolge ●●○  Fehlschläge ✗✗✗○")


def test_who_is_not_there_holds_up_the_deal() -> None:
    people = tuple(ChairInfo("person", n, here=n != "Eva") for n in scenes.NAMES)
    table = scenes.table(scenes.turn_view(to_act=(EVA,)), people=people)
    drawn = text(Scene(table))
    assert drawn[14].endswith("nicht da")
    assert drawn[18] == " Eva ist nicht da, der Durchgang wartet."


def test_a_spectator_sees_no_cards_and_no_actions() -> None:
    view = scenes.turn_view(me=None)
    table = scenes.table(view, me=None, watching=3)
    drawn = text(Scene(table))
    assert drawn[0] == (
        " ZUSCHAUER  Pokerface · WG-Runde · Durchgang 4".ljust(57) + "3 schauen zu · ? Hilfe"
    )
    assert "deine Hand" not in "".join(drawn)
    assert drawn[11].startswith("  ▸Anna")  # fixed seat order, from the first seat on
    assert drawn[16].startswith("   Frédéric")
    assert drawn[20] == ""
    title = rows(Scene(table))[0][0]
    assert title.style.fg == "#c8a2ff"


def test_three_players() -> None:
    view = scenes.turn_view()
    zones = (
        scenes.board(""),
        scenes.hand(0, "QdTs"),
        scenes.hand(1, None),
        scenes.hand(2, None),
        scenes.rack("c", (None, 2, None)),
    )
    view = replace(
        view, phase="tokens.c", zones=zones, seats=scenes.seats(3), notes=(), to_act=(0,)
    )
    table = scenes.table(view, people=scenes.chairs(scenes.NAMES[:3]), offers=(Take(1, None),))
    drawn = text(Scene(table))
    assert drawn[7].split() == ["♣-Marken", "▸", "(1)", "(2)", "(3)"]
    assert [line.split()[0] for line in drawn[11:14]] == ["Ben", "Carla", "▸Anna"]
    assert drawn[14] == ""
    assert drawn[3].endswith("Höchste Karte")
    assert "1–3 Marke nehmen" in drawn[20]


def test_answers_and_waiting_take_the_hint_row() -> None:
    assert text(scenes.turn(message="Das geht nicht."))[21] == " ! Das geht nicht."
    assert text(scenes.turn(pending=True))[21] == " … ist unterwegs"


def test_guarded_buttons_are_dimmed() -> None:
    drawn = rows(scenes.turn(guarded=True))
    disabled = palette("true").disabled
    assert style_at(drawn, 20, 3) == disabled


def test_the_last_thing_said_stands_above_the_footer() -> None:
    said = (Said("t1", "Eva", EVA, "short_break"), Said("t1", "Ben", BEN, "your_turn", "Anna"))
    assert text(replace(scenes.turn(), said=said))[22] == " Ben Du bist dran, Anna."


# ── showdown ───────────────────────────────────────────────────────────────────────────────────


def test_hands_are_revealed_one_after_the_other() -> None:
    drawn = text(scenes.showdown(revealed=2))
    assert drawn[8].startswith("  (2) Frédéric")
    assert drawn[10] == drawn[16] == drawn[18] == ""
    assert drawn[1].startswith(" Erfolge ●●○  Fehlschläge ✗○○")  # not told before it is seen
    assert drawn[21].strip() == "Space alles zeigen"
    assert drawn[23].startswith(" Space alles zeigen  t Chat")


def test_the_log_does_not_run_ahead_of_the_reveal() -> None:
    shown = tuple(Shown(seat, cards(own)) for seat, own, *_ in scenes.SHOWDOWN_HANDS)
    facts: Facts = {"successes": 2, "failures": 2}
    events = (Phase("showdown"), *shown, Scored("failure", facts))
    panel = "\n".join(text(replace(scenes.showdown(revealed=2), events=events), 120, 36))
    assert "Frédéric zeigt A♠ B♦" in panel
    assert "Ben zeigt" not in panel
    assert "Stand 2 : 2" not in panel
    assert "4 ✗ Fehlschlag" not in panel
    panel = "\n".join(text(replace(scenes.showdown(), events=events), 120, 36))
    assert "Eva zeigt 8♣ K♦" in panel
    assert "✗ Fehlschlag, Stand 2 : 2" in panel


def test_the_box_comes_with_the_first_weaker_hand() -> None:
    view = scenes.showdown_view()
    notes = tuple(
        replace(n, facts={**n.facts, "compare": "weaker"}) if n.seat == FREDERIC else n
        for n in view.notes
    )
    scene = scenes.showdown(revealed=2)
    drawn = text(replace(scene, table=replace(scene.table, view=replace(view, notes=notes))))
    assert drawn[8].endswith("✗ schwächer")
    assert drawn[19].startswith(" │ ✗ Fehlschlag")
    assert drawn[10] == ""


def success(ended: str | None = None) -> Scene:
    """A showdown in which everything was right."""
    view = scenes.showdown_view()
    notes = tuple(
        replace(n, facts={**n.facts, "compare": "stronger"}) if n.seat == EVA else n
        for n in view.notes[:-1]
    )
    view = replace(
        view,
        notes=(*notes, Note("success")),
        counters=(Counter("successes", 3, 3), Counter("failures", 1, 3)),
    )
    history = (*scenes.PAST, scenes.scored(4, "success", successes=3, failures=1))
    table = scenes.table(view, stage="over" if ended else "between", ended=ended, history=history)
    return Scene(table)


def test_a_success() -> None:
    drawn = text(success())
    assert drawn[16].endswith("✓ stärker")
    assert drawn[19].startswith(" │ ✓ Erfolg  Alle 6 Hände liegen in der richtigen Reihenfolge.")
    assert "Stand 3 : 1." in drawn[19]
    assert drawn[22].startswith(" Marken-Weg Anna: 4♣ 3♦ 4♥ 4♠")


def test_the_end_of_a_match_lists_all_its_deals() -> None:
    drawn = text(success("won"))
    order = ("Carla", "Frédéric", "Ben", "Anna", "Dan", "Eva")
    expected = [f"  ({n}) {name}" for n, name in enumerate(order, 1)]
    assert [line[:16].rstrip() for line in drawn[6:12]] == expected
    assert drawn[13] == "  1 ✓ Erfolg      alle 6 richtig"
    assert drawn[14] == "  2 ✗ Fehlschlag  (3) schlug (4)"
    assert drawn[16] == "  4 ✓ Erfolg      alle 6 richtig"
    assert drawn[19].startswith(" │ ✓ Gewonnen, 3 : 1  ")
    assert "Space neues Spiel  0/6" in drawn[21]


def test_six_deals_of_six_players_fit_above_the_end() -> None:
    scene = scenes.showdown()
    history = tuple(scenes.scored(n, "failure", token=4, below_token=3) for n in range(1, 7))
    table = replace(scene.table, stage="over", ended="lost", history=history)
    drawn = text(replace(scene, table=table))
    assert drawn[12].startswith("  1 ✗ Fehlschlag")
    assert drawn[17].startswith("  6 ✗ Fehlschlag")
    assert drawn[18].startswith(" ╭──")
    assert drawn[19].startswith(" │ ✗ Verloren, 2 : 2")


def test_the_tokens_of_a_chosen_player() -> None:
    assert text(scenes.showdown(cursor=2))[22] == (
        " Marken-Weg Ben: 3♣ 5♦ 5♥ 3♠    Frédéric: 1♣ 2♦ 3♥ 2♠"
    )
    assert text(scenes.showdown(cursor=0))[22] == " Marken-Weg Carla: 2♣ 1♦ 1♥ 1♠"


# ── before and between ─────────────────────────────────────────────────────────────────────────


def waiting(stage: scenes.Stage = "waiting", number: int = 0, me: int | None = 0) -> Scene:
    people = (
        ChairInfo("person", "Anna", ready=True),
        ChairInfo("bot", "Robo", ready=True),
        ChairInfo("empty"),
        ChairInfo("empty"),
    )
    options: dict[str, Any] = {"all_at_once": True, "soft_landing": True, "rising_stakes": False}
    return Scene(
        scenes.table(
            None, me=me, stage=stage, people=people, number=number, history=(), options=options
        )
    )


def test_a_table_that_waits() -> None:
    drawn = text(waiting())
    assert drawn[0].startswith(" Pokerface   WG-Runde  ")
    page = "\n".join(drawn)
    assert "Dieser Tisch wartet auf Spieler" in page
    assert "  1 Anna  du · bereit" in page
    assert "  2 Robo  Bot · bereit" in page
    assert "  4 frei" in page
    assert "Noch 2 Plätze sind frei." in page
    assert "b füllt die freien Plätze mit Bots auf." in page
    assert "Regeln am Tisch: alle auf einmal · weiche Landung" in page
    assert drawn[20].strip() == "b mit Bots auffüllen"
    watcher = "\n".join(text(waiting(me=None)))
    assert "Bots auf." not in watcher


@pytest.mark.parametrize(
    ("why", "heading"),
    [
        (
            Why("left", {"name": "Eva\x1b", "seat": 4}),
            "Eva? ist gegangen. Der Durchgang zählt nicht: derselbe Geber noch einmal.",
        ),
        (Why("rules"), "Das Programm hat neue Regeln bekommen. Der Durchgang zählt nicht."),
        (Why("fault"), "Bei diesem Durchgang ging etwas schief. Er zählt nicht."),
        (Why("new_code"), "Der Durchgang ist abgebrochen: kein Ergebnis, derselbe Geber."),
    ],
)
def test_a_cancelled_deal(why: Why, heading: str) -> None:
    scene = waiting("between", number=2)
    people = tuple(replace(c, kind="person", name=c.name or "Eva") for c in scene.table.chairs)
    table = replace(scene.table, chairs=people, cancelled=why)
    page = "\n".join(text(replace(scene, table=table)))
    assert heading in page
    assert "Noch nicht bereit: Eva und Eva." in page


def test_a_broken_table() -> None:
    drawn = text(waiting("broken"))
    assert "gestört" in drawn[0]
    assert "✗ Dieser Tisch hat einen Fehler und ruht." in "\n".join(drawn)
    assert drawn[20] == ""


# ── drawers ────────────────────────────────────────────────────────────────────────────────────


def test_the_log_drawer_keeps_the_action_keys() -> None:
    drawn = text(replace(scenes.turn(drawer="log"), events=HEARTS))
    assert drawn[16].startswith("  ▸Anna")  # nothing of the table is covered
    assert drawn[17].startswith("── Protokoll · WG-Runde ──")
    assert drawn[17].endswith(" ↑ ↓ blättern · l oder Esc: zurück ──")
    assert drawn[21] == "  ▸ Anna ist dran"
    assert drawn[22] == (" 1–6 Marke nehmen   ← → Enter (5) aus der Mitte   p Passen (behalte 4)")
    back = text(replace(scenes.turn(drawer="log", scroll=3), events=HEARTS))
    assert back[21] == "  Eva nimmt Dan die (6) weg"
    far = text(replace(scenes.turn(drawer="log", scroll=999), events=HEARTS))
    assert far[18] == "  ── Flop D♣ 8♥ 8♠ ──"


def test_the_phrases_drawer() -> None:
    scene = changed((), to_act=(EVA,))
    drawn = text(replace(scene, ui=Ui(drawer="phrases")))
    assert drawn[17].startswith("── Sätze · WG-Runde ──")
    assert [line.strip() for line in drawn[18:21]] == [
        "1  Du bist dran, Eva.",
        "2  Ich habe eine Regelfrage.",
        "3  Kurze Pause?",
    ]


def test_the_chat_drawer() -> None:
    said = tuple(Said("t1", "Eva", EVA, text=f"[b]{n}[/b]") for n in range(9))
    drawn = text(replace(scenes.showdown(drawer="chat", typed="nh"), said=said))
    assert drawn[17].startswith("── Chat · WG-Runde ──")
    assert [line.strip() for line in drawn[18:22]] == [f"Eva [b]{n}[/b]" for n in range(5, 9)]
    assert drawn[22].startswith("  > nh▏")
    assert drawn[22].endswith("Enter senden")


# ── small windows ──────────────────────────────────────────────────────────────────────────────


def test_the_list_below_80_by_24() -> None:
    drawn = text(scenes.turn(), 60, 18)
    assert drawn[1:13] == [
        " Fenster 60×18: zu klein für den Tisch (80×24).",
        " Listenansicht, alles bleibt spielbar.",
        "  D♦ 10♠  Zwei Paare, Damen und Achten",
        " Mitte   D♣  8♥  8♠  5♦  (5)",
        " Erfolge ●●○  Fehlschläge ✗○○  Umlauf 2/3",
        "  Ben          G 3♣  5♦  (2)  nahm (2) aus der Mitte",
        "  Carla          2♣  1♦  (1)  passt",
        "  Dan            5♣  6♦   –   ohne Marke, muss nehmen",
        "  Eva            6♣  4♦  (6)  nahm Dan die (6) weg",
        "  Frédéric       1♣  2♦  (3)  passt",
        " ▸Anna           4♣  3♦  (4)  nahm (4) aus der Mitte",
        "─" * 60,
    ]
    assert drawn[13].startswith(" ▸ Du bist dran")
    assert drawn[14] == "  1–6 Marke nehmen    ← → Enter (5) aus der Mitte"
    assert drawn[15] == "  p Passen (behalte 4)"
    assert drawn[17] == " ? Hilfe  t Sätze  l Protokoll  : Befehle  q Verlassen"


def test_below_the_list_there_is_the_notice_the_turn_and_the_keys() -> None:
    drawn = text(scenes.turn(), 40, 8)
    assert drawn[0].startswith(" Fenster zu klein")
    assert drawn[1].startswith(" ▸ Du bist dran")
    assert drawn[2].strip() == "1–6 Marke nehmen"
    assert drawn[7].startswith(" ? Hilfe")
    assert text(scenes.turn(), 20, 2)[1].startswith(" ▸ Du bist dran")


# ── English ────────────────────────────────────────────────────────────────────────────────────


def test_english() -> None:
    drawn = text(clocked(scenes.turn()), words=EN)
    assert drawn[0].startswith(" Pokerface   WG-Runde · Deal 4")
    assert drawn[1].endswith("Round ♣ ♦ [♥] ♠ Turn  Lap 2/3 · passed 1/6")
    assert drawn[3].startswith("   Q     8     8     5 ")
    assert drawn[11].startswith("   Ben       D    3♣")
    assert drawn[14].endswith("took (6) from Dan")
    assert drawn[20] == (
        "  1–6 take a token    ← → Enter (5) from centre    p pass (keep 4)".ljust(75) + "41 s"
    )
