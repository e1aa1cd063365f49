"""The keys of Pokerquadrat: what each does, and what it answers when it can't (ux 4.1, 4.7)."""

from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from engine.kit.square import cell_called
from engine.values import actions
from engine.values.cards import card
from engine.values.offers import Place
from engine.values.why import Why
from protocol.messages import Ballot, Clock, Pause
from tests.tui import squares
from tests.tui.layouts.drawn import DE, EN
from tests.tui.squares import ANNA, BEN, PICTURE, held, partners
from tui.canvas.scene import (
    Act,
    Explain,
    Ghost,
    GoOn,
    Hold,
    Press,
    Scene,
    TakeBack,
    Ui,
    Vote,
)
from tui.layouts import layout

LAYOUT = layout("pokerquadrat")
TURN = squares.scene()
THEIRS = squares.scene(PICTURE[:11], hands=("5h9c7d", "Ad3c4s"))
LAY = Act(actions.Place(card("5h"), cell_called("b2")))


def press(scene: Scene, key: str) -> Press | None:
    return LAYOUT.press(scene, key, DE)


def holding(ghost: Ghost | None, scene: Scene = TURN) -> Scene:
    return replace(scene, ui=replace(scene.ui, ghost=ghost))


def typed(scene: Scene, *keys: str) -> Scene:
    """The scene after keys that only move the ghost."""
    for key in keys:
        answer = press(scene, key)
        assert isinstance(answer, Hold), (key, answer)
        scene = holding(answer.ghost, scene)
    return scene


def pressed(*keys: str, scene: Scene = TURN) -> Press | None:
    """What the last of the keys does."""
    return press(typed(scene, *keys[:-1]), keys[-1])


def test_a_place_that_is_typed_lays_the_card_at_once_if_that_is_preferred() -> None:
    quick = replace(TURN, ui=Ui(at_once=True))
    assert pressed("1", "b", "2", scene=quick) == LAY
    # What is taken stays taken, and without a card there is nothing to lay.
    assert isinstance(pressed("1", "b", "1", scene=quick), Explain)
    assert pressed("b", "2", scene=quick) == Hold(held(at="b2"))
    # Arrows still try places out, and so does whoever is not to lay.
    assert isinstance(pressed("1", "left", scene=quick), Hold)
    theirs = replace(THEIRS, ui=Ui(at_once=True))
    assert isinstance(pressed("1", "e", "5", scene=theirs), Hold)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (("1",), Hold(held("5h"))),
        (("3",), Hold(held("7d"))),
        (("1", "2"), Hold(held("9c"))),
        (("b",), Hold(held(column="b"))),
        (("b", "2"), Hold(held(at="b2"))),
        (("1", "b"), Hold(held("5h", column="b"))),
        # A digit behind a letter is a row, any other one a card.
        (("1", "b", "2"), Hold(held("5h", "b2"))),
        (("b", "2", "1"), Hold(held("5h", "b2"))),
        (("1", "b", "2", "3"), Hold(held("7d", "b2"))),
        (("b", "e"), Hold(held(column="e"))),
        (("1", "b", "2", "e"), Hold(held("5h", "b2", "e"))),
        (("1", "b", "2", "e", "5"), Hold(held("5h", "e5"))),
        (("1", "b", "2", "enter"), LAY),
        (("b", "2", "1", "enter"), LAY),
        # Backspace and Esc take back what was chosen last.
        (("1", "b", "backspace"), Hold(held("5h"))),
        (("1", "b", "escape"), Hold(held("5h"))),
        (("1", "b", "2", "e", "escape"), Hold(held("5h", "b2"))),
        (("1", "b", "2", "escape"), Hold(held("5h"))),
        (("1", "escape"), Hold(None)),
        (("escape",), None),
        (("backspace",), None),
        (("0",), None),
        (("f",), None),
        (("space",), None),
        (("t",), None),
    ],
)
def test_ones_own_turn(keys: tuple[str, ...], expected: Press | None) -> None:
    assert pressed(*keys) == expected


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (("4",), "Du hältst nur 3 Karten."),
        (("9",), "Du hältst nur 3 Karten."),
        (("a",), "Spalte a ist voll."),
        (("b", "1"), "Auf b1 liegt schon K♥. Frei in b: 2, 4 und 5."),
        (("b", "6"), "Es gibt nur die Reihen 1 bis 5, frei in b: 2, 4 und 5."),
        (("b", "0"), "Es gibt nur die Reihen 1 bis 5, frei in b: 2, 4 und 5."),
        (("enter",), "Wähl eine Karte (1–3) und ein Feld (a–e, dann 1–5)."),
        (("1", "enter"), "Auf welches Feld? Erst a–e, dann 1–5."),
        (("b", "2", "enter"), "Welche Karte? 1–3"),
        (("1", "b", "enter"), "Zu b fehlt noch die Reihe: 1–5."),
        (("1", "b", "2", "e", "enter"), "Zu e fehlt noch die Reihe: 1–5."),
    ],
)
def test_what_does_not_go_says_why(keys: tuple[str, ...], said: str) -> None:
    assert pressed(*keys) == Explain(said)


def test_a_wrong_row_leaves_the_letter_so_that_another_digit_is_a_row_again() -> None:
    assert pressed("1", "b", "4") == Hold(held("5h", "b4"))
    scene = typed(TURN, "1", "b")
    assert isinstance(press(scene, "1"), Explain)
    assert press(scene, "4") == Hold(held("5h", "b4"))


@pytest.mark.parametrize("parts", tuple(permutations((("2",), ("e", "3"), ("d", "5")))))
def test_every_order_ends_with_the_card_and_the_place_chosen_last(
    parts: tuple[tuple[str, ...], ...],
) -> None:
    keys = [key for part in parts for key in part]
    last = [part for part in parts if len(part) == 2][-1]
    place = cell_called("".join(last))
    assert pressed(*keys, "enter") == Act(actions.Place(card("9c"), place))


@pytest.mark.parametrize(
    ("start", "key", "there"),
    [
        (None, "right", "c3"),  # the free place nearest to the centre
        (None, "up", "c3"),
        ("b2", "right", "c2"),
        ("c2", "right", "e2"),  # over the five of clubs
        ("e2", "right", "c3"),  # on in the next row
        ("e5", "right", "c1"),  # round to the first
        ("c1", "left", "e5"),
        ("b4", "left", "e3"),
        ("b2", "down", "b4"),  # over the six
        ("b5", "down", "c1"),
        ("c3", "up", "c2"),
        ("c1", "up", "b5"),
        ("b2", "up", "e5"),
    ],
)
def test_arrows_skip_what_is_taken(start: str | None, key: str, there: str) -> None:
    scene = TURN if start is None else holding(held("5h", start))
    card_code = None if start is None else "5h"
    assert press(scene, key) == Hold(held(card_code, there))


@pytest.mark.parametrize("key", ["left", "right", "up", "down"])
def test_arrows_reach_every_free_place(key: str) -> None:
    scene, seen = TURN, set()
    for _ in range(13):
        scene = typed(scene, key)
        assert scene.ui.ghost is not None
        seen.add(scene.ui.ghost.cell)
    offer = next(o for o in TURN.table.offers if isinstance(o, Place))
    assert seen == set(offer.cells)


def test_an_arrow_behind_a_letter_goes_into_that_column() -> None:
    assert pressed("e", "down") == Hold(held(at="e3"))
    assert pressed("1", "b", "right") == Hold(held("5h", "b2"))


def test_in_anothers_turn_one_may_think_but_not_lay() -> None:
    for keys in (("1",), ("b", "2"), ("1", "c", "5"), ("right",)):
        assert isinstance(pressed(*keys, scene=THEIRS), Hold)
    for more in (("enter",), ("1", "enter"), ("1", "b", "2", "enter")):
        assert pressed(*more, scene=THEIRS) == Explain("Ben ist dran.")


def test_two_cards_have_two_digits() -> None:
    options = squares.GAME.Options(hand_size=2)
    scene = squares.scene(hands=("5h9c", "Ad3c"), options=options)  # type: ignore[arg-type]
    assert press(scene, "2") == Hold(held("9c"))
    assert press(scene, "3") == Explain("Du hältst nur 2 Karten.")
    assert LAYOUT.buttons(scene, DE)[0].keys == "1–2"


def test_a_ghost_that_the_table_has_overtaken_lays_nothing() -> None:
    assert press(holding(held("As", "b2")), "enter") == Explain(
        "Wähl eine Karte (1–3) und ein Feld (a–e, dann 1–5)."
    )
    assert press(holding(held("5h", "a1")), "enter") == Explain(
        "Auf welches Feld? Erst a–e, dann 1–5."
    )
    old = replace(held("5h", "b2"), deal=0)
    assert isinstance(press(holding(old), "enter"), Explain)


def test_a_spectator_only_looks() -> None:
    scene = squares.scene(me=None)
    for key in ("1", "b", "enter", "left"):
        assert press(scene, key) == Explain("Du schaust nur zu.")
    assert press(scene, "escape") is None
    assert press(scene, "space") is None
    assert LAYOUT.buttons(scene, DE) == ()


# ── somebody is missing ────────────────────────────────────────────────────────────────────────


def resting(pause: Pause, scene: Scene = THEIRS, **changes: Any) -> Scene:
    missing = pause.seats if pause.why.code == "absent" else ()
    table = replace(scene.table, chairs=partners(*missing), pause=pause, **changes)
    return replace(scene, table=table)


def test_while_the_partner_is_away_one_may_think_and_vote() -> None:
    ballot = Ballot(3, ("wait", "bot", "cancel"), (ANNA,), ())
    scene = resting(Pause(Why("absent"), (BEN,), None, ballot))
    assert press(scene, "enter") == Explain("Ben ist weg, der Durchgang ruht.")
    assert press(scene, "w") == Vote(3, "wait")
    assert press(scene, "m") == Vote(3, "bot")
    # No letter of the vote is one of the square's.
    assert press(scene, "b") == Hold(held(column="b"))
    assert press(scene, "1") == Hold(held("5h"))
    assert [b.id for b in LAYOUT.buttons(scene, DE)][:3] == ["vote.wait", "vote.bot", "vote.cancel"]


def test_whoever_is_late_lays_the_card_as_ever() -> None:
    scene = holding(held("5h", "b2"), resting(Pause(Why("late"), (ANNA,), None), squares.scene()))
    assert press(scene, "enter") == LAY


@pytest.mark.parametrize("key", ["enter", "1", "b", "left"])
def test_any_key_of_the_game_takes_a_seat_back_from_a_bot(key: str) -> None:
    table = replace(THEIRS.table, chairs=partners(bots=(ANNA,)))
    assert press(replace(THEIRS, table=table), key) == TakeBack()
    missed = resting(Pause(Why("late"), (ANNA,), None), squares.scene(), offers=())
    assert press(missed, key) == TakeBack()


# ── afterwards, and between ────────────────────────────────────────────────────────────────────


def test_after_the_last_card_space_begins_anew() -> None:
    scene = squares.won()
    assert press(scene, "space") == GoOn()
    for key in ("1", "b", "enter", "left", "escape"):
        assert press(scene, key) is None
    assert [(b.keys, b.enabled) for b in LAYOUT.buttons(scene, DE)] == [
        ("Space", True),
        ("t", True),
    ]
    chairs = tuple(replace(c, ready=i == ANNA) for i, c in enumerate(scene.table.chairs))
    ready = replace(scene, table=replace(scene.table, chairs=chairs))
    assert press(ready, "space") == Explain("Du bist bereit, noch nicht: Ben.")
    assert press(squares.scene(squares.whole(squares.WON), None, ("", "")), "space") is None


def test_a_waiting_table() -> None:
    table = replace(TURN.table, view=None, stage="waiting", offers=())
    chairs = (replace(table.chairs[0], ready=True), replace(table.chairs[1], kind="empty", name=""))
    scene = Scene(replace(table, chairs=chairs), ui=Ui())
    assert [b.id for b in LAYOUT.buttons(scene, DE)] == ["table.fill"]
    assert press(scene, "b") is None  # the screen asks the server
    broken = replace(scene, table=replace(scene.table, stage="broken"))
    assert LAYOUT.buttons(broken, DE) == ()


@pytest.mark.parametrize(
    ("scene", "enabled", "reason"),
    [
        (squares.picture(), True, ""),
        (TURN, False, "Wähl eine Karte (1–3) und ein Feld (a–e, dann 1–5)."),
        (THEIRS, False, "Ben ist dran."),
    ],
)
def test_the_button_that_lays_says_why_it_does_not(
    scene: Scene, enabled: bool, reason: str
) -> None:
    cards, cell, lay = LAYOUT.buttons(scene, DE)
    assert (cards.enabled, cell.enabled) == (True, True)
    assert (lay.enabled, lay.reason) == (enabled, reason)


def test_in_english() -> None:
    assert LAYOUT.press(typed(TURN, "b"), "1", EN) == Explain(
        "K♥ lies on b1 already. Free in b: 2, 4 and 5."
    )
    assert [(b.keys, b.label) for b in LAYOUT.buttons(TURN, EN)] == [
        ("1–3", "card"),
        ("a–e 1–5 ← ↑ ↓ →", "cell"),
        ("Enter", "lay it"),
    ]


def test_no_clock_places_for_anybody() -> None:
    scene = replace(TURN, table=replace(TURN.table, clock=Clock(0, 60_000)))
    assert press(scene, "enter") == press(TURN, "enter")
