"""What a table of the open games shows: boards, prompts, Fantasyland, dead rows, spectators."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.games.chinese.open_state import Options
from engine.games.chinese.openface import OpenFace
from engine.values.actions import Lay, SetRows
from engine.values.cards import Card, cards
from engine.values.draft import Draft
from engine.values.secret import Secret
from engine.values.view import SeatView
from engine.values.why import Why
from protocol.messages import Pause
from tests.engine.games.chinese_table import Table
from tests.tui.layouts.drawn import DE, EN
from tests.tui.openface_tables import (
    ANNA,
    BEN,
    BOARDS,
    BOARDS_OF_THREE,
    CARLA,
    classic,
    pineapple,
    seen_by,
)
from tui.canvas.palette import palette
from tui.canvas.scene import Scene
from tui.layouts import layout
from tui.layouts.openface.names import brief, code, full
from tui.locale import Words

KING = cards("Kh")
LAND = ("", "QsQd | 7h7c | AhTh9h", "Kc | 9d9s5c | JsJcJd")


def text(scene: Scene, size: tuple[int, int] = (80, 24), words: Words = DE, **how: Any) -> str:
    drawn = layout(scene.table.game).draw(scene, size, palette("true", **how), words)
    return "\n".join("".join(run.text for run in row).rstrip() for row in drawn)


def lines(scene: Scene, size: tuple[int, int] = (80, 24)) -> list[str]:
    return text(scene, size).split("\n")


# ── rows in words ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("row", "at", "short", "few"),
    [
        ("QsQd", 0, "DD", "Paar D"),
        ("TsTd", 0, "1010", "Paar 10"),
        ("TsTdTh", 0, "3×10", "Drilling 10"),
        ("Kc", 0, "K", "K hoch"),
        ("2h5h9h", 0, "9", "9 hoch"),
        ("2h5h9h", 1, "3♥", "drei Herz"),
        ("Ah9h4h2h", 2, "4♥", "vier Herz"),
        ("9d9s5c5d", 1, "2P", "Zwei Paare"),
        ("JsJcJdJh", 2, "BBBB", "Vierling B"),
        ("5h6h7h8h9h", 2, "SF", "Straight Flush"),
        ("5h6h7h8h9c", 2, "Str", "Straße bis 9"),
        ("AhKhQhJhTh", 2, "RF", "Royal Flush"),
        ("2h4h7h8h9h", 2, "Fl", "Flush 9"),
        ("KcKdKh2s2d", 1, "FH", "Full House K"),
        ("", 1, "", ""),
    ],
)
def test_a_row_in_few_cells(row: str, at: int, short: str, few: str) -> None:
    assert (code(cards(row), at, DE), brief(cards(row), at, DE)) == (short, few)
    assert len(short) <= 4


def test_a_row_by_its_whole_name() -> None:
    assert full(cards("AcAd6d"), 1, DE, 26) == "Paar Asse"
    assert full(cards("AcAd6d5s4c"), 1, DE, 26) == "Paar Asse, 6 5 4"
    assert full(cards("Ah9h4h2h"), 2, DE, 26) == "Ass hoch · vier Herz"
    assert full(cards("Ah9h4h2h"), 2, DE, 12) == "Ass hoch"


# ── boards ─────────────────────────────────────────────────────────────────────────────────────


def test_others_stand_in_the_order_in_which_they_play() -> None:
    table = classic(BOARDS, "Kh", (0, 0, 0, 13))
    assert lines(seen_by(table, me=CARLA))[1].split() == [
        "Dan",
        "Fantasyland",
        "FL",
        "▸Anna",
        "8",
        "Karten",
        "Ben",
        "8",
        "Karten",
    ]


def test_two_have_room_for_whole_names() -> None:
    shown = lines(seen_by(classic(BOARDS[:2], "Kh")))
    assert "Paar Damen" in shown[2]
    assert shown[2].endswith("+7 Prämie · Fantasyland")
    assert "Ass hoch · vier Herz" in shown[4]


def test_who_is_not_dealt_in_has_no_board() -> None:
    scene = seen_by(classic(BOARDS[:3], "Kh"))
    assert scene.table.view is not None
    seats = (*scene.table.view.seats[:2], SeatView(status="out"))
    away = replace(scene, table=replace(scene.table, view=replace(scene.table.view, seats=seats)))
    shown = text(away)
    assert "Carla" not in shown
    assert "Ben" in shown
    out = (SeatView(status="out"), *scene.table.view.seats[1:])
    view = replace(scene.table.view, seats=out, to_act=(BEN,))
    resting = replace(scene, table=replace(scene.table, view=view, offers=()))
    shown = text(resting)
    assert "In der nächsten Runde bist du dabei. Ben ist dran." in shown
    assert "← → Spieler: Ben" in shown


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 18)])
def test_a_dead_row_is_warned_of(size: tuple[int, int]) -> None:
    boards = ("KhKs2c | 5c5d7h8s | AcAd", "QsQd | 7c7s | Ah9h4hTh4c")
    table = classic(boards, "9c")
    before = text(seen_by(table), size)
    assert "schwächer" in before or "! Paar Fünfen" in before
    assert "✗" not in before.replace("✗ sicher verlegt", "").replace("✗ verlegt", "")
    shown = text(seen_by(table, held=Draft(middle=cards("9c"))), size)
    assert "✗ Sicher verlegt: Vorne wird stärker als die Mitte." in shown
    assert "✗ schwächer als Vorne" in shown or "✗ Paar Fünfen" in shown
    # Ben's pair of sevens can still become more than his fours, but his back is full.
    assert "verlegt" in before


def test_an_arrow_does_not_stick_to_what_a_row_is() -> None:
    table = pineapple(("QsQd | 7h | Jc9s", "KsKd | 8h8c | Ah"), "Jd5d3s")
    assert "! noch schwächer als Vorne    " in text(seen_by(table))
    shown = text(seen_by(table, held=Draft((), cards("5d"), cards("3s"))))
    assert "! schwächer als Vorne     2←" in shown


def test_royalties_and_fantasyland_where_they_are_played() -> None:
    shown = text(seen_by(classic(BOARDS[:3], "Kh"), held=Draft(front=KING)), (120, 36))
    assert "+8 Prämie · Fantasyland" in shown
    for words in (DE, EN):
        shown = text(seen_by(classic(BOARDS[:3], "Kh"), held=Draft(front=KING)), (120, 36), words)
        assert "2–A: 10–22" in shown
    table = classic(BOARDS[:3], "Kh", royalties="none", fantasyland=False)
    shown = text(seen_by(table, held=Draft(front=KING)), (120, 36))
    assert "Prämie" not in shown
    assert "Fantasyland" not in shown
    assert "5 Plätze frei" in shown


# ── Fantasyland ────────────────────────────────────────────────────────────────────────────────


def hand_of(table: Table, seat: int) -> tuple[Card, ...]:
    held: tuple[Card, ...] = table.state.hands[seat].value
    return held


def test_somebody_in_fantasyland_is_face_down_and_then_ready() -> None:
    table = classic(LAND, at_once=(13, 0, 0))
    shown = lines(seen_by(table, me=BEN))
    # Others go on: nobody waits for her yet.
    assert shown[1].split() == ["Carla", "7", "Karten", "Anna", "Fantasyland", "FL"]
    assert "▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓" in shown[3]
    assert "verdeckt bis zum Ende" in shown[5]
    hand = hand_of(table, ANNA)
    table.act(ANNA, SetRows(hand[10:], hand[5:10], hand[:5]))
    shown = lines(seen_by(table, me=BEN))
    assert "✓ fertig, verdeckt bis zum Ende" in shown[5]
    assert "▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓" in shown[3]
    own = text(seen_by(table))
    assert "▓" not in own
    assert "Du bist fertig. Ben ist dran." in own


def test_fantasyland_is_arranged_in_the_tray() -> None:
    scene = seen_by(classic(LAND, at_once=(13, 0, 0)))
    shown = lines(scene)
    assert shown[0].startswith(" Open-Face Chinese   Runde 5/10 · Fantasyland")
    assert " ".join(shown[1].split()) == "▸ Ben D♠ D♦ / 7♥ 7♣ / A♥ 10♥ 9♥ 7 Karten"
    assert shown[15].startswith("── Noch zu legen (13) · sortiert nach Wert ──")
    assert "Fantasyland: Ordne 13 Karten in drei Reihen." in shown[20]


def test_rows_of_fantasyland_can_be_changed_until_they_are_set() -> None:
    table = pineapple(LAND, at_once=(14, 0, 0))
    hand = cards("AcAdKhKs9d8c7d6h5h4s3s3d2s2d")
    table.state = replace(table.state, hands=(Secret(hand, (0,)), *table.state.hands[1:]))
    fouled = Draft(cards("AcAd9d"), cards("KhKs8c7d6h"), cards("5h4s3s3d2s"))
    shown = text(seen_by(table, held=fouled))
    assert "✗ So ist es verlegt: Vorne schlägt die Mitte." in shown
    assert "Sicher" not in shown


def test_a_suggestion_is_named_while_it_is_looked_at() -> None:
    scene = seen_by(classic(LAND, at_once=(13, 0, 0)))
    assert scene.ui.sorting is not None
    hand = cards("KcKd2c AcAd7h5h4c QhQs9d9h3s")
    looked_at = replace(
        scene.ui.sorting, ideas=((hand[:3], hand[3:8], hand[8:]),), idea=0, ghosts=True
    )
    shown = text(replace(scene, ui=replace(scene.ui, sorting=looked_at)))
    assert "Paar Könige" in shown
    assert "Zwei Paare" in shown
    assert "Plätze frei" not in shown


def test_what_is_left_over_is_said_before_it_goes() -> None:
    table = pineapple(LAND, at_once=(14, 0, 0))
    hand = hand_of(table, ANNA)
    scene = seen_by(table)
    assert "Ordne 13 von 14 Karten. Was übrig bleibt, geht weg." in text(scene)
    whole = Draft(hand[10:13], hand[5:10], hand[:5])
    assert "Enter gibt ab. Weg gehen, verdeckt: " in text(seen_by(table, held=whole))


def test_who_waits_for_the_cards_of_fantasyland_knows_it() -> None:
    table = Table(OpenFace(), Options(), 2, "", (0, 13))
    shown = text(seen_by(table, me=BEN))
    assert "Fantasyland: 13 Karten auf einmal, wenn du dran bist. Anna ist dran." in shown
    assert "Fantasyland: 13 cards at once on your turn. It is Anna's turn." in text(
        seen_by(table, me=BEN), words=EN
    )
    assert "▓" not in shown


def test_nobody_in_fantasyland_is_hurried_while_others_lay() -> None:
    going_on = classic(LAND, at_once=(13, 0, 0))
    done = classic(("", "KsKd2c | AcAd6d6h5s | 8s8c8h4s4d"), at_once=(13, 0))
    for size in ((80, 24), (60, 18)):
        shown = text(seen_by(going_on, seconds=4), size)
        assert " 4 s" in shown
        assert "! 4 s" not in shown
        assert "! 4 s" in text(seen_by(done, seconds=4), size)


# ── around the table ───────────────────────────────────────────────────────────────────────────


def test_whoever_looks_on_sees_whose_board_is_large() -> None:
    table = classic(BOARDS, "Kh", (0, 0, 0, 13))
    shown = lines(seen_by(table, me=None))
    assert shown[0].startswith(" ZUSCHAUER  Open-Face Chinese")
    assert shown[6] == "▸Anna"
    assert "Du schaust zu. Anna ist dran." in shown[19]
    assert lines(seen_by(table, me=None, cursor=1))[6] == " Ben"
    # Nobody's new card is anywhere.
    assert "K♥" not in "".join(shown)
    assert "Neu" not in "".join(shown)
    followed = lines(seen_by(table, me=None, cursor=3))
    assert followed[6] == " Dan"
    assert "▓▓▓▓▓ ▓▓▓▓▓" in followed[7]


def test_somebody_is_missing() -> None:
    scene = seen_by(classic(BOARDS[:3], "Kh"), me=BEN)
    pause = Pause(Why("storage"))
    shown = text(replace(scene, table=replace(scene.table, pause=pause)))
    assert "Der Server kann gerade nicht speichern" in shown


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 18), (40, 12)])
def test_drawers_and_answers(size: tuple[int, int]) -> None:
    table = classic(BOARDS[:3], "Kh")
    shown = text(seen_by(table, drawer="chat", typed="hallo"), size)
    assert "> hallo" in shown
    assert "▸ Anna ist dran." in text(seen_by(table, drawer="log"), size)
    assert "Plätze: Anna" in text(seen_by(table, drawer="info", scroll=0), (size[0], 24))
    assert "! so nicht" in text(seen_by(table, message="so nicht"), size)
    assert "… ist unterwegs" in text(seen_by(table, pending=True), size)


def test_a_table_without_a_deal_says_who_sits_there() -> None:
    scene = seen_by(classic(BOARDS[:3], "Kh"))
    waiting = replace(scene.table, stage="waiting", view=None, offers=(), number=0)
    shown = text(replace(scene, table=waiting))
    assert "Anna" in shown
    assert "Carla" in shown
    assert "1 Vorne" not in shown


def test_the_first_five_are_one_turn_while_they_become_fast() -> None:
    table = classic(("", ""), "AcKdQhJsTc")
    for one in cards("AcKdQhJs"):
        table.act(ANNA, Lay(one, "back"))
    shown = text(seen_by(table, held=Draft(middle=cards("Tc")), pending=True))
    assert "── Alle Karten liegen ──" in shown
    assert "Neu" not in shown


def test_the_last_card_finds_one_place() -> None:
    boards = ("KsKd2c | AcAd6d6h5s | 8s8c3s4s", "QsQd2d | 7h7c3c3d2h | AhTh9h4h")
    shown = text(seen_by(classic(boards, "8h")))
    assert "Karte 13 von 13" in shown
    assert "Noch 0" in shown
    # Eights alone never beat aces and sixes, three of them do.
    assert "! noch schwächer als Mitte" in shown
    held = Draft(back=cards("8h"))
    assert "✓ schlägt Mitte" in text(seen_by(classic(boards, "8h"), held=held))


def test_in_english_and_in_ascii() -> None:
    scene = seen_by(pineapple(BOARDS_OF_THREE, "Kh3sJh"), held=Draft(front=KING))
    shown = text(scene, words=EN)
    assert "Lay two, one goes away:  K♥ → 1" in shown
    assert "pair Q" in shown
    assert "three hearts" in shown.lower()
    assert text(scene, ascii=True).isascii()
