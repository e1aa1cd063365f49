"""The keys of the open games (ux 4.8): cards held over rows, taken back, thrown away, made fast."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.games.chinese.open_state import PineappleOptions
from engine.games.chinese.openface import Pineapple
from engine.kit.royalties import OPEN
from engine.kit.settling import Scoring
from engine.kit.splits import suggestions
from engine.values.actions import Lay, SetRows, Throw
from engine.values.cards import Card, card, cards
from engine.values.draft import Draft
from engine.values.view import SeatView
from protocol.messages import TableView
from tests.engine.games.chinese_table import Table
from tests.tui.layouts.drawn import DE
from tests.tui.openface_tables import (
    ANNA,
    BEN,
    BOARDS,
    BOARDS_OF_THREE,
    classic,
    pineapple,
    seen_by,
)
from tui.canvas.palette import palette
from tui.canvas.scene import Act, Confirm, Explain, Point, Press, Scene, Series, Sort
from tui.canvas.sorting import Sorting
from tui.layouts import layout

KING, THREE, JACK = cards("Kh3sJh")
# Kings in front, and a middle that one card more makes too weak for them.
DOOMED = ("KhKs2c | 5c5d7h8s | AcAd", "QsQd | 7c7s | Ah9h4hTh4c")
LAND = ("", "QsQd | 7h7c | AhTh9h", "Kc | 9d9s5c | JsJcJd")


def one(**changes: Any) -> Scene:
    """Anna has the king of hearts to lay."""
    return seen_by(classic(BOARDS[:3], "Kh"), **changes)


def three(**changes: Any) -> Scene:
    """Anna has three cards, of which one goes away."""
    return seen_by(pineapple(BOARDS_OF_THREE, "Kh3sJh"), **changes)


def press(scene: Scene, key: str) -> Press | None:
    return layout(scene.table.game).press(scene, key, DE)


def after(scene: Scene, keys: str) -> Scene:
    """The scene once keys have moved cards."""
    for key in keys.split():
        pressed = press(scene, key)
        assert isinstance(pressed, Sort), (key, pressed)
        scene = replace(scene, ui=replace(scene.ui, sorting=pressed.sorting))
    return scene


def held(scene: Scene) -> Draft:
    assert scene.ui.sorting is not None
    return scene.ui.sorting.draft


def answer(scene: Scene, key: str) -> str:
    pressed = press(scene, key)
    assert isinstance(pressed, Explain), pressed
    return pressed.text


def label(scene: Scene, id: str) -> str:
    buttons = {b.id: b for b in layout(scene.table.game).buttons(scene, DE)}
    return buttons[id].label if buttons[id].enabled else f"({buttons[id].label})"


# ── one card ───────────────────────────────────────────────────────────────────────────────────


def test_a_card_is_held_over_a_row_and_made_fast_by_enter() -> None:
    scene = one()
    assert answer(scene, "enter") == "Wohin mit K♥? 1 Vorne, 2 Mitte, 3 Hinten."
    assert (label(scene, "open.go"), label(scene, "open.undo")) == (
        "(festlegen)",
        "(zurücknehmen)",
    )
    scene = after(scene, "2")
    assert held(scene) == Draft(middle=(KING,))
    assert label(scene, "open.go") == "K♥ zur Mitte"
    assert press(scene, "enter") == Series((Lay(KING, "middle"),))
    scene = after(scene, "1")
    assert held(scene) == Draft(front=(KING,))
    assert label(scene, "open.go") == "K♥ nach Vorne"
    assert held(after(scene, "3")) == Draft(back=(KING,))


@pytest.mark.parametrize("key", ["u", "backspace", "0"])
def test_a_card_is_taken_back(key: str) -> None:
    assert held(after(one(), f"1 {key}")) == Draft()
    assert answer(one(), key) == "Es gibt nichts zurückzunehmen."
    # Kept from before the line broke: nobody knows any more what came when.
    assert held(after(one(held=Draft(front=(KING,))), key)) == Draft()


def test_undo_goes_back_step_by_step() -> None:
    scene = after(one(), "1 2 3")
    assert held(after(scene, "u")) == Draft(middle=(KING,))
    assert held(after(scene, "u u u")) == Draft()


def test_full_rows_take_nothing() -> None:
    table = classic(("KsKd2c | AcAd6d | 8s8c", "QsQd | 7h7c | AhTh9h4h"), "Kh")
    scene = seen_by(table)
    assert answer(scene, "1") == "Vorne ist voll."
    assert held(after(scene, "2")) == Draft(middle=(KING,))


def test_a_certain_foul_is_allowed_but_asked_twice() -> None:
    scene = after(seen_by(classic(DOOMED, "9c")), "2")
    warned = press(scene, "enter")
    assert isinstance(warned, Confirm)
    assert warned.heeded
    assert warned.then == Series((Lay(card("9c"), "middle"),))
    assert warned.text == "Verlegt: Vorne schlägt die Mitte. Trotzdem? Nochmal Enter."
    assert press(after(scene, "3"), "enter") == Series((Lay(card("9c"), "back"),))


def test_a_foul_that_was_certain_before_is_not_asked_about() -> None:
    boards = ("KhKs2c | 5c5d7h8s9c | Ac", "QsQd | 7c7s | Ah9h4hTh4c")
    scene = after(seen_by(classic(boards, "Ad")), "3")
    assert press(scene, "enter") == Series((Lay(card("Ad"), "back"),))


def test_a_foul_that_the_last_cards_leave_no_way_out_of_is_not_asked_about() -> None:
    boards = ("KcKdAs | 7c7s9s | ThTsJcJsQd", "QsQh7d | KsKh5s | AhAdAc9c9d")
    scene = seen_by(pineapple(boards, "6s5h4d"))
    drawn = layout("pineapple").draw(scene, (80, 24), palette("true"), DE)
    shown = "\n".join("".join(run.text for run in row) for row in drawn)
    assert "▸ Lege zwei, eine geht weg:" in shown
    assert "✗ schwächer als Vorne" in shown
    laid = tuple(Lay(one, "middle") for one in cards("6s5h"))
    assert press(after(scene, "2 2"), "enter") == Series((*laid, Throw(card("4d"))))


@pytest.mark.parametrize(
    ("board", "fresh", "more"),
    [
        ("", "AcKdQhJsTc", ["← →", "↑ ↓", "Space", "x", "0"]),
        ("Ks | AcAd6d | 8s8c4d", "Kh3sJh", ["← →"]),
    ],
)
def test_what_only_the_footer_prints_is_in_the_help_too(
    board: str, fresh: str, more: list[str]
) -> None:
    scene = seen_by(pineapple((board, board and "QsQd | 7h7c | AhTh9h"), fresh))
    listed = [button.keys for button in layout("pineapple").buttons(scene, DE)]
    assert listed[-len(more) :] == more
    assert len(set(listed)) == len(listed)


# ── three cards ────────────────────────────────────────────────────────────────────────────────


def test_two_are_laid_and_the_third_goes_away_by_itself() -> None:
    scene = after(three(), "1")
    assert held(scene) == Draft(front=(KING,))
    assert answer(scene, "enter") == "Eine Karte liegt noch nirgends."
    scene = after(scene, "3")
    assert held(scene) == Draft(front=(KING,), back=(THREE,))
    made = (Lay(KING, "front"), Lay(THREE, "back"), Throw(JACK))
    assert press(scene, "enter") == Series(made)


def test_a_card_is_chosen_and_moved_wherever_it_lies() -> None:
    scene = after(three(), "right right 2 left left 3")
    assert held(scene) == Draft(middle=(JACK,), back=(THREE,))
    # The arrows go round all three; the jack moves to the front.
    assert held(after(scene, "right right 1")) == Draft(front=(JACK,), back=(THREE,))


def test_zero_throws_away_and_takes_back() -> None:
    scene = after(three(), "0")
    assert scene.ui.sorting is not None
    assert scene.ui.sorting.marked == (KING,)
    scene = after(scene, "1 2")
    made = (Lay(THREE, "front"), Lay(JACK, "middle"), Throw(KING))
    assert press(scene, "enter") == Series(made)
    # What lay in a row goes away instead, and the other one is to be laid.
    scene = after(scene, "right 0")
    assert held(scene) == Draft(middle=(JACK,))
    scene = after(scene, "3")
    made = (Lay(JACK, "middle"), Lay(KING, "back"), Throw(THREE))
    assert press(scene, "enter") == Series(made)


def test_a_third_card_finds_no_place() -> None:
    scene = after(three(), "1 3")
    text = "Zwei liegen schon, diese geht weg. u oder 0 nimmt eine andere zurück."
    assert answer(scene, "2") == text
    assert held(after(scene, "u 2")) == Draft(front=(KING,), middle=(THREE,))


def test_undo_remembers_what_goes_away() -> None:
    scene = after(three(), "0 1 u")
    assert scene.ui.sorting is not None
    assert (held(scene), scene.ui.sorting.marked) == (Draft(), (KING,))
    scene = after(scene, "u")
    assert scene.ui.sorting is not None
    assert scene.ui.sorting.marked == ()


def test_what_is_left_of_a_turn_goes_on_from_there() -> None:
    """The line broke after the first card, or its clock ran out."""
    table = pineapple(BOARDS_OF_THREE, "Kh3sJh")
    table.act(ANNA, Lay(KING, "front"))
    scene = after(seen_by(table), "right 3")
    made = (Lay(JACK, "back"), Throw(THREE))
    assert press(scene, "enter") == Series(made)
    table.act(ANNA, Lay(JACK, "back"))
    scene = seen_by(table)
    assert label(scene, "open.go") == "3♠ wegwerfen"
    assert press(scene, "enter") == Act(Throw(THREE))
    assert press(scene, "1") == Explain("3♠ geht weg, verdeckt. Enter bestätigt.")


# ── five cards, and all of them ────────────────────────────────────────────────────────────────


def test_the_first_five_are_arranged_and_made_fast_together() -> None:
    scene = seen_by(classic(("", ""), "KsAcAd8s8c"))
    assert answer(scene, "enter") == "5 Karten liegen noch nirgends."
    # From the highest: aces behind, the king in front, eights in the middle.
    scene = after(scene, "3 3 1 2 2")
    made = tuple(
        Lay(card(code), row)  # type: ignore[arg-type]
        for code, row in (
            ("Ks", "front"),
            ("8c", "middle"),
            ("8s", "middle"),
            ("Ac", "back"),
            ("Ad", "back"),
        )
    )
    assert press(scene, "enter") == Series(made)
    assert held(after(scene, "u u")).middle == ()


def land(table: Table, rows: Draft) -> Scene:
    return seen_by(table, held=rows)


def test_rows_of_fantasyland_are_set_at_once() -> None:
    table = classic(LAND, at_once=(13, 0, 0))
    hand = table.state.hands[ANNA].value
    back, middle, front = hand[:5], hand[5:10], hand[10:]
    scene = land(table, Draft(front, middle))
    assert answer(scene, "enter") == "5 Karten liegen noch nirgends."
    rows = Draft(front, middle, back)
    pressed = press(land(table, rows), "enter")
    if isinstance(pressed, Confirm):
        assert pressed.heeded
        pressed = pressed.then
    assert pressed == Act(SetRows(front, middle, back))


def fantasy() -> tuple[Card, ...]:
    return cards("QhQcQd 2c3d4h5s6c KcKdKhKs2d 9c")


@pytest.mark.parametrize(
    ("front", "middle", "back", "foul"),
    [
        ("2c2d3d", "QhQcQd4h5s", "KcKdKhKs6c", ""),
        ("QhQcQd", "2c3d4h5s6c", "KcKdKhKs2d", ""),
        ("QhQcQd", "2c2d4h5s6c", "KcKdKhKs3d", "Vorne schlägt die Mitte"),
        ("2c2d3d", "KcKdKhKs6c", "QhQcQd4h5s", "Mitte schlägt Hinten"),
    ],
)
def test_a_foul_in_fantasyland_is_asked_twice(
    front: str, middle: str, back: str, foul: str
) -> None:
    scene = _fantasyland(fantasy(), Draft(cards(front), cards(middle), cards(back)))
    pressed, made = press(scene, "enter"), SetRows(cards(front), cards(middle), cards(back))
    if not foul:
        assert pressed == Act(made)
        return
    assert isinstance(pressed, Confirm)
    assert pressed.heeded
    assert pressed.then == Act(made)
    assert pressed.text == f"Verlegt: {foul}. Trotzdem? Nochmal Enter."


def _fantasyland(hand: tuple[Card, ...], rows: Draft) -> Scene:
    """Anna arranges these cards of Pineapple's Fantasyland."""
    code = "".join(one.code for one in hand)
    return seen_by(Table(Pineapple(), PineappleOptions(), 2, code, (14, 0)), held=rows)


def test_suggestions_are_the_tables_to_offer() -> None:
    scene = _fantasyland(fantasy(), Draft())
    assert "Vorschläge gibt es an diesem Tisch nicht" in answer(scene, "g")
    offered = replace(scene.table, options={**scene.table.options, "hints": True})
    pressed = press(replace(scene, table=offered), "g")
    assert isinstance(pressed, Sort)
    assert isinstance(pressed.sorting, Sorting)
    # They are for royalties that come on top.
    ideas = pressed.sorting.ideas
    assert ideas == suggestions(fantasy(), scoring=Scoring(OPEN, on_top=True))
    assert ideas != suggestions(fantasy())


# ── nothing to decide ──────────────────────────────────────────────────────────────────────────


def test_who_waits_hears_for_whom() -> None:
    scene = seen_by(classic(BOARDS[:3], "Kh"), me=BEN)
    assert [answer(scene, key) for key in ("1", "0", "enter")] == ["Anna ist dran."] * 3
    assert press(scene, "left") is None
    assert layout("openface").buttons(scene, DE) == ()


def test_who_looks_on_follows_somebody() -> None:
    scene = seen_by(classic(BOARDS, "Kh", (0, 0, 0, 13)), me=None)
    assert answer(scene, "2") == "Du schaust nur zu."
    assert press(scene, "right") == Point(1)
    assert press(scene, "left") == Point(3)
    followed = replace(scene, ui=replace(scene.ui, cursor=3))
    assert press(followed, "right") == Point(0)
    assert label(followed, "open.follow") == "Spieler: Dan"
    # It is the chair, whoever is not dealt in, so that a result begins with the same player.
    view = scene.table.view
    assert view is not None
    seats = (SeatView(status="out"), *view.seats[1:])
    rest = replace(scene, table=replace(scene.table, view=replace(view, seats=seats)))
    assert press(rest, "right") == Point(2)
    followed = replace(rest, ui=replace(rest.ui, cursor=2))
    assert label(followed, "open.follow") == "Spieler: Carla"


def test_a_draft_at_the_server_is_held_over_the_rows() -> None:
    """Before the screen has taken it over, and to whoever draws a view alone."""
    scene = one()
    kept: TableView = replace(scene.table, draft=Draft(front=(KING,)))
    bare = replace(scene, table=kept, ui=replace(scene.ui, sorting=None))
    assert press(bare, "enter") == Series((Lay(KING, "front"),))
