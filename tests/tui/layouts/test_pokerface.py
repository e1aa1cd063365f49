"""Every state that a running deal of Pokerface can be in, as words on the screen."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.values.offers import Barred, Ready, Take
from engine.values.options import Value
from engine.values.view import Counter, Note
from engine.values.why import Why
from protocol.messages import ChairInfo, Said
from tests.tui import scenes
from tests.tui.layouts.drawn import EN, HEARTS, changed, clocked, rows, style_at, text
from tests.tui.scenes import ANNA, BEN, CARLA, DAN, EVA, FREDERIC
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Scene, Ui

# ── states of a running deal ───────────────────────────────────────────────────────────────────


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
    # Every key stays, dimmed: the bar is the same bar before and after the turn comes.
    assert drawn[20] == "  1–6 Marke nehmen    ← → Enter wählen    p Passen"
    assert drawn[21] == ""
    assert "▸" not in drawn[7]


@pytest.mark.parametrize("depth", ["true", "256"])
def test_nothing_is_faint_on_the_band_of_whose_turn_it_is(depth: Depth) -> None:
    colours = palette(depth)
    zones = (*(z for z in scenes.turn_view().zones if z.kind != "rack"), scenes.rack("c", [None]))
    drawn = rows(changed(phase="tokens.c", zones=zones, notes=(), to_act=(EVA,)), depth=depth)
    band = [run for row in drawn for run in row if run.style.bg == colours.turn.bg]
    assert any("noch ohne Marke" in run.text for run in band)
    assert colours.faint.fg not in {run.style.fg for run in band if run.text.strip()}


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


def test_whose_line_has_just_gone_may_be_back_before_anybody_waits() -> None:
    people = tuple(ChairInfo("person", n, here=n != "Eva") for n in scenes.NAMES)
    table = scenes.table(scenes.turn_view(to_act=(EVA,)), people=people)
    drawn = text(Scene(table))
    assert drawn[14].endswith("nicht da")
    assert drawn[18] == " Eva ist dran."


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
    assert drawn[21] == " Die Handkarten siehst du beim Showdown."
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


# ── drawers ────────────────────────────────────────────────────────────────────────────────────


def test_the_log_says_what_was_missed() -> None:
    scene = replace(scenes.turn(drawer="log", scroll=1), events=HEARTS, missed=len(HEARTS) - 3)
    drawn = text(scene)
    assert drawn[17].startswith("── Verpasst · WG-Runde ──")
    assert [line.strip() for line in drawn[18:22]] == [
        "verpasst:",
        "Eva nimmt Dan die (6) weg",
        "die (5) geht zur Mitte",
        "Frédéric passt",
    ]
    panel = text(scene, 120, 36)
    assert any("│ verpasst:" in line for line in panel)
    assert "verpasst:" not in "".join(text(replace(scene, missed=None)))


def test_a_slow_line_is_told_in_place_of_the_time_it_takes() -> None:
    assert text(scenes.turn(slow=True))[0].endswith("6/6 · Verbindung hakt · ? Hilfe")
    assert "24 ms" not in text(scenes.turn(slow=True))[0]


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
    assert drawn[17].startswith("── Chat mit allen · WG-Runde ──")
    assert [line.strip() for line in drawn[18:22]] == [f"Eva [b]{n}[/b]" for n in range(5, 9)]
    assert drawn[22].startswith("  > nh▏")
    assert drawn[22].endswith("Enter senden")


def test_the_cursor_of_the_chat_is_seen_where_letters_go() -> None:
    drawn = text(scenes.showdown(drawer="chat", typed="nice hand", typed_at=4))
    assert drawn[22].startswith("  > nice▏ hand ")
    long = text(scenes.showdown(drawer="chat", typed="a" * 58 + "b" * 60, typed_at=58))
    assert long[22] == "  > " + "a" * 58 + "▏b… Enter senden"


def test_a_long_line_of_the_chat_is_read_whole() -> None:
    said = " ".join(["Marken"] * 20) + " " + "x" * 60
    scene = replace(scenes.showdown(drawer="chat"), said=(Said("t1", "Eva", EVA, text=said),))
    drawn = text(scene)
    assert drawn[18].startswith("  Eva Marken Marken")
    assert drawn[19].startswith("    Marken Marken")
    assert " ".join(line.strip() for line in drawn[18:22]).strip() == f"Eva {said}"


@pytest.mark.parametrize(
    ("scene", "row"),
    [
        (scenes.turn(drawer="log", message="Eva ist dran."), " ! Eva ist dran."),
        (scenes.turn(drawer="phrases", message="Eva ist dran."), " ! Eva ist dran."),
        (scenes.showdown(drawer="chat", message="Langsam."), "  > ▏".ljust(68) + "! Langsam."),
    ],
)
def test_an_open_drawer_does_not_hide_the_answer_to_a_key(scene: Scene, row: str) -> None:
    assert text(scene)[22] == row


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
        "  1–6 take a token    ← → Enter (5) from the centre    p pass (keep 4)".ljust(75) + "41 s"
    )


def test_the_info_tells_rules_people_and_watchers() -> None:
    scene = scenes.turn(drawer="info")
    people = list(scene.table.chairs)
    people[1] = replace(people[1], here=False)
    people[2] = ChairInfo("bot", "Ada")
    options: dict[str, Value] = {"rising_stakes": True, "soft_landing": True}
    table = replace(scene.table, chairs=tuple(people), options=options, watching=2)
    drawn = text(replace(scene, table=table))
    assert drawn[17].startswith("── Tisch-Info · WG-Runde ")
    assert drawn[18] == "  Regeln am Tisch: steigende Einsätze · weiche Landung"
    assert drawn[19] == "  Bedenkzeit: ohne · Geduld: 1:00"
    assert drawn[20].startswith("  Plätze: Anna (du), Ben (nicht da), Ada (Bot), Dan, Eva")
    assert "Zuschauer: 2" in drawn[21]
    assert drawn[22].startswith(" 1–6 Marke nehmen")
