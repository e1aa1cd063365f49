"""The keys of Chinese Poker: what each does, and what it answers when it can't (ux 4.8, 4.10)."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.values.actions import Declare, SetRows, Surrender
from engine.values.cards import cards
from engine.values.why import Why
from protocol.messages import ChairInfo, Pause, PointsInfo
from tests.tui.layouts.arranging_deals import ALL, DIGITS, arranging, at_table, picture, pressed
from tests.tui.layouts.drawn import DE, EN
from tests.tui.layouts.rows_deals import picture as over
from tui.canvas.palette import palette
from tui.canvas.scene import Act, Button, Confirm, Explain, GoOn, Point, Press, Scene, Sort
from tui.layouts import layout

LAYOUT = layout("chinese")
SIX_PAIRS = "2c2d5c5d7c7d9h9sJcJdKhKsAc"
SET = SetRows(cards("AcQd5h"), cards("KsKd9c9h3s"), cards("8s8h8d4c4d"))


def press(scene: Scene, key: str, words: Any = DE) -> Press | None:
    return LAYOUT.press(scene, key, words)


def said(scene: Scene, key: str) -> str:
    answer = press(scene, key)
    assert isinstance(answer, Explain), answer
    return answer.text


def button(scene: Scene, id: str) -> Button | None:
    return next((one for one in LAYOUT.buttons(scene, DE) if one.id == id), None)


# ── thirteen digits and Enter ──────────────────────────────────────────────────────────────────


def test_thirteen_digits_and_enter_set_the_rows() -> None:
    scene = pressed(at_table(), *ALL)
    assert press(scene, "enter") == Act(SET)
    shown = button(scene, "rows.set")
    assert shown is not None
    assert (shown.enabled, shown.tone) == (True, "gold")


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [
        ((), "Es fehlen noch 13 Karten: Vorne 3, Mitte 5, Hinten 5."),
        (DIGITS, "Es fehlen noch 3 Karten: Mitte 1, Hinten 2."),
        ((*DIGITS, "3", "3"), "Es fehlt noch 1 Karte: Mitte 1."),
    ],
)
def test_enter_says_what_is_missing(keys: tuple[str, ...], wanted: str) -> None:
    scene = pressed(at_table(), *keys)
    assert said(scene, "enter") == wanted
    shown = button(scene, "rows.set")
    assert shown is not None
    assert (shown.enabled, shown.reason) == (False, wanted)


def test_a_foul_is_named_and_needs_enter_once_more() -> None:
    # Tens in front, nine high in the middle: Dan's rows of ux 5.11.
    hand = "TsTc2d|9s8c7h5d4s|QhJcAd5c3c"
    scene = at_table(arranging((hand, "AcKcQc|2h3h4h6h7s|2s3s4c6s7c"), ready=()))
    # A Q J 10 10 9 8 7 5 5 4 3 2 by rank.
    scene = pressed(scene, *"3331122232231")
    answer = press(scene, "enter")
    rows = SetRows(cards("TcTs2d"), cards("9s8c7h5d4s"), cards("AdQhJc5c3c"))
    assert answer == Confirm(
        "Verlegt: Vorne Paar 10 schlägt Mitte. Trotzdem abgeben? Dann Enter.",
        Act(rows),
        heeded=True,
    )
    english = press(scene, "enter", EN)
    assert isinstance(english, Confirm)
    assert english.text == "Foul: Front Pair 10 beats Middle. Submit all the same? Then Enter."


# ── arranging ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("keys", "key", "wanted"),
    [
        (DIGITS, "1", "Vorne ist voll. x tauscht zwei Karten."),
        ((), "0", "Diese Karte liegt noch in keiner Reihe. u nimmt den letzten Schritt zurück."),
        ((), "backspace", "Diese Karte liegt noch in keiner Reihe. "),
        ((), "u", "Es gibt nichts zurückzunehmen."),
        (("1", "up"), "1", "Die Karte liegt schon dort: Vorne."),
        (ALL, "2", "Hier liegt keine Karte. ↑ ↓ wählt eine andere Reihe."),
        (("x", "right"), "x", "Getauscht wird mit einer Karte aus einer Reihe: ↑ führt dorthin."),
        (
            (*DIGITS, "space", "right", "space", "right", "space"),
            "3",
            "3 Karten sind gewählt, Hinten hat nur noch Platz für 2.",
        ),
    ],
)
def test_a_key_that_changes_nothing_says_why(keys: tuple[str, ...], key: str, wanted: str) -> None:
    assert said(pressed(at_table(), *keys), key).startswith(wanted)


def test_escape_forgets_what_is_half_done() -> None:
    scene = pressed(picture(), "space", "escape")
    now = scene.ui.sorting
    assert now is not None
    assert now.marked == ()
    assert press(scene, "escape") is None


def test_suggestions_come_one_after_the_other_and_are_taken_by_a_digit_or_enter() -> None:
    scene = pressed(at_table(), "g")
    now = scene.ui.sorting
    assert now is not None
    assert now.shown is not None
    assert (now.idea, now.ghosts) == (0, True)
    assert len(now.ideas) > 1
    shown = button(scene, "rows.idea")
    assert shown is not None
    assert shown.label == f"Vorschlag 1/{len(now.ideas)}"
    for key in ("1", "3", "enter"):
        taken = press(scene, key)
        assert isinstance(taken, Sort)
        assert taken.sorting is not None
        assert taken.sorting.draft.rows == now.shown
        # Nothing is set before another Enter.
        ready = replace(scene, ui=replace(scene.ui, sorting=taken.sorting))
        assert isinstance(press(ready, "enter"), Act)
    second = pressed(scene, "g").ui.sorting
    assert second is not None
    assert second.idea == 1
    assert second.shown != now.shown


@pytest.mark.parametrize(("royalties", "front"), [("none", "KcKhTc"), ("usual", "8c8d8s")])
def test_suggestions_are_for_how_the_table_counts(royalties: str, front: str) -> None:
    hands = ("KcKhTc|AdJd9d4d3d|Kd8c8d8s4h", "2c3c5c|6c7c9c2h3h|5h6h7h9h2s")
    scene = pressed(at_table(arranging(hands, (), royalties=royalties)), "g")
    now = scene.ui.sorting
    assert now is not None
    assert now.shown is not None
    assert {*now.shown[0]} == {*cards(front)}


def test_a_table_without_hints_has_no_suggestions() -> None:
    scene = at_table(hints=False)
    assert said(scene, "g") == "Vorschläge gibt es an diesem Tisch nicht: Er spielt ohne Hilfen."
    assert button(scene, "rows.idea") is None
    # Nor does it say what the tray could make of a row.
    shown = LAYOUT.draw(picture(hints=False), (80, 24), palette("true"), DE)
    assert "Full House" not in "".join(run.text for row in shown for run in row)


# ── other choices ──────────────────────────────────────────────────────────────────────────────


def test_a_special_hand_is_announced_by_two_keys() -> None:
    table = arranging((SIX_PAIRS, "Ah Qd 5h|Kd Kc 9c 9d 3s|8s 8h 8d 4c 4d"), (), special_hands=True)
    scene = at_table(table)
    shown = button(scene, "rows.declare")
    assert shown is not None
    assert (shown.keys, shown.label, shown.enabled) == ("m", "Sechs Paare ansagen", True)
    answer = press(scene, "m")
    text = "Sechs Paare ansagen statt zu sortieren? Enter sagt es an."
    assert answer == Confirm(text, Act(Declare("six_pairs")), heeded=True)


def test_without_one_the_key_says_so() -> None:
    scene = at_table(arranging(special_hands=True))
    shown = button(scene, "rows.declare")
    assert shown is not None
    assert not shown.enabled
    assert said(scene, "m") == shown.reason
    assert said(at_table(), "m") == "Sonderhände zählen an diesem Tisch nicht."
    assert button(at_table(), "rows.declare") is None


def test_who_surrenders_is_told_the_price_first() -> None:
    scene = at_table(arranging(surrender=3))
    answer = press(scene, "a")
    text = "Aufgeben? Du zahlst jedem 3, zusammen 9. Enter gibt auf."
    assert answer == Confirm(text, Act(Surrender(3)), heeded=True)
    assert said(at_table(), "a") == "Aufgeben kann man an diesem Tisch nicht."
    assert button(at_table(), "rows.surrender") is None
    special = press(at_table(arranging(surrender=3, special_hands=True)), "a")
    assert isinstance(special, Confirm)
    assert "einer Sonderhand ihren Wert" in special.text


def test_while_nothing_can_be_written_cards_are_sorted_and_nothing_is_set() -> None:
    scene = at_table(arranging(surrender=3), ALL[:12])
    paused = replace(scene.table, offers=(), pause=Pause(Why("storage")))
    scene = replace(scene, table=paused)
    drawn = LAYOUT.draw(scene, (80, 24), palette("true"), DE)
    assert any("Noch zu legen (1)" in run.text for row in drawn for run in row)
    scene = pressed(scene, ALL[12])
    for key in ("enter", "a"):
        assert "kann gerade nicht speichern" in said(scene, key)


# ── who has nothing to arrange ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("key", ["1", "u", "g", "enter", "m", "a", "space", "left"])
def test_after_the_choice_keys_say_for_whom_everybody_waits(key: str) -> None:
    scene = at_table(arranging(ready=(0, 2)))
    wanted = "Deine Wahl steht schon fest. Noch nicht fertig: Ben und Dan."
    assert said(scene, key) == wanted
    assert LAYOUT.buttons(scene, DE) == ()


def test_who_only_looks_on_has_no_cards() -> None:
    scene = at_table(me=None)
    assert said(scene, "1") == "In dieser Runde hast du keine Karten."
    assert press(scene, "t") is None
    assert LAYOUT.buttons(scene, DE) == ()


def test_in_the_result_space_means_the_next_round() -> None:
    assert press(over(), "space") == GoOn()
    assert isinstance(press(over(), "right"), Point)
    assert press(over(), "1") is None


def test_the_result_has_its_keys_also_where_the_next_round_lacks_somebody() -> None:
    scene = over()
    chairs = (replace(scene.table.chairs[0], ready=True), *scene.table.chairs[1:3])
    table = replace(scene.table, stage="waiting", chairs=(*chairs, ChairInfo("empty")), next=None)
    scene = replace(scene, table=table)
    drawn = LAYOUT.draw(scene, (80, 24), palette("true"), DE)
    assert "Ergebnis" in "".join(run.text for run in drawn[0])
    assert button(scene, "rows.others") is not None
    assert isinstance(press(scene, "right"), Point)
    assert said(scene, "space").startswith("Es fehlt noch jemand.")


def test_at_a_table_that_waits_space_says_why() -> None:
    scene = at_table()
    chairs = (*scene.table.chairs[:1], *(ChairInfo("empty") for _ in range(3)))
    table = replace(scene.table, stage="waiting", view=None, offers=(), chairs=chairs)
    waits = replace(scene, table=table)
    assert said(waits, "space") == "Es fehlt noch jemand. b füllt mit Bots auf."
    assert [one.id for one in LAYOUT.buttons(waits, DE)] == ["table.fill"]
    resting = replace(chairs[0], points=PointsInfo(0, wish="rest"))
    waits = replace(scene, table=replace(table, chairs=(resting, *chairs[1:])))
    assert said(waits, "space") == "Du machst Pause. s bringt dich zurück."
    assert [one.id for one in LAYOUT.buttons(waits, DE)] == ["points.rest", "table.fill"]


def test_every_button_is_named_and_says_why_it_rests() -> None:
    every = arranging(special_hands=True, surrender=3)
    whole = pressed(at_table(), *ALL)
    for scene in (at_table(), at_table(every), picture(), whole, pressed(at_table(), "g")):
        for shown in LAYOUT.buttons(scene, DE):
            assert shown.label
            assert shown.enabled or shown.reason
