"""The showdown of Pokerface, the end of a match, and a table that waits."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.values.cards import cards
from engine.values.events import Phase, Scored, Shown
from engine.values.view import Counter, Note
from engine.values.why import Facts, Why
from protocol.messages import ChairInfo
from tests.tui import scenes
from tests.tui.layouts.drawn import text
from tests.tui.scenes import EVA, FREDERIC
from tui.canvas.scene import Scene

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


def test_who_leaves_after_the_showdown_takes_nobodys_hands_along() -> None:
    scene = scenes.showdown()
    chairs = list(scene.table.chairs)
    chairs[EVA] = ChairInfo("empty", here=False)
    table = replace(scene.table, stage="waiting", chairs=tuple(chairs))
    left = replace(scene, table=table, players=scenes.NAMES)
    drawn = text(left)
    assert drawn[16].startswith("  (6) Eva ")
    assert "Eva (6) ist schwächer als Dan (5)." in drawn[19]
    assert drawn[21].startswith("  Space bereit  2/6    b mit Bots")
    # A bot in Eva's chair has not played her hand.
    chairs[EVA] = ChairInfo("bot", "Ada", ready=True)
    filled = replace(left, table=replace(table, stage="between", chairs=tuple(chairs)))
    assert text(filled)[16].startswith("  (6) Eva ")
    # Whoever has said that they are ready sees whom the table waits for.
    chairs[0] = replace(chairs[0], ready=True)
    chairs[EVA] = ChairInfo("empty", here=False)
    ready = text(replace(left, table=replace(table, chairs=tuple(chairs))))
    assert not any("(6) Eva" in line for line in ready)
    assert any("frei" in line for line in ready)


def test_a_match_that_is_over_stays_to_be_seen_when_somebody_leaves() -> None:
    scene = scenes.showdown()
    chairs = (*scene.table.chairs[:-1], ChairInfo("empty", here=False))
    table = replace(scene.table, stage="waiting", ended="lost", chairs=chairs)
    drawn = text(replace(scene, table=table, players=scenes.NAMES))
    assert any("Verloren, 2 : 2" in line for line in drawn)
    assert drawn[21].startswith("  Space neues Spiel  3/6")


def test_where_the_names_are_long_the_row_of_marks_alone_tells_the_score() -> None:
    scene = scenes.showdown()
    chairs = tuple(replace(chair, name="W" * 12) for chair in scene.table.chairs)
    drawn = text(replace(scene, table=replace(scene.table, chairs=chairs)))
    long = "W" * 12
    assert drawn[19].rstrip("│ ") == f" │ ✗ Fehlschlag  {long} (6) ist schwächer als {long} (5)."
    small = "\n".join(text(scenes.showdown(), 60, 18))
    assert " ✗ Fehlschlag  Eva (6) ist schwächer als Dan (5).\n" in small
    assert "Stand 2 : 2" in "\n".join(text(scenes.showdown(), 70, 20))


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
    assert drawn[23].startswith(" Space neues Spiel  t Chat  l Protokoll")


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


def test_who_opens_a_table_with_a_code_is_told_what_others_need() -> None:
    scene = waiting()
    locked = replace(scene, table=replace(scene.table, code="k7mn-4qtz"))
    page = "\n".join(text(locked))
    assert "Herein kommt, wer in der Lobby c drückt und den Code k7mn-4qtz eingibt." in page
    assert "findet den Tisch" not in page
    assert "findet den Tisch" in "\n".join(text(scene))


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
        (
            Why("endless"),
            "Ein Durchgang ohne Ende zählt nicht: derselbe Geber noch einmal.",
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
    drawn = text(replace(scene, table=table))
    # The number is that of the last deal that counts: not of the one that was cancelled.
    assert "Durchgang" not in drawn[0]
    page = "\n".join(drawn)
    assert heading in page
    assert "Noch nicht bereit: Eva und Eva." in page


def test_a_broken_table() -> None:
    drawn = text(waiting("broken"))
    assert "gestört" in drawn[0]
    assert "✗ Dieser Tisch hat einen Fehler und ruht." in "\n".join(drawn)
    assert drawn[20] == ""
