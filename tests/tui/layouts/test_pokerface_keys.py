"""The keys of Pokerface: what each does, and what it answers when it can't (ux 4.1, 4.6)."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.values import actions
from engine.values.offers import Barred, Pass, Ready, Take
from engine.values.view import Counter
from engine.values.why import Why
from protocol.messages import ChairInfo
from tests.tui import scenes
from tests.tui.scenes import ANNA, BEN, CARLA, EVA, FREDERIC
from tui.canvas.scene import Act, Explain, GoOn, Point, Press, Scene, Ui
from tui.layouts.pokerface import Pokerface
from tui.locale import Words

DE = Words("de")
TURN = scenes.turn()


def press(scene: Scene, key: str) -> Press | None:
    return Pokerface().press(scene, key, DE)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("1", Act(actions.Take(1, CARLA))),
        ("2", Act(actions.Take(2, BEN))),
        ("3", Act(actions.Take(3, FREDERIC))),
        ("4", Explain("(4) hast du schon.")),
        ("5", Act(actions.Take(5, None))),
        ("6", Act(actions.Take(6, EVA))),
        ("7", Explain("Hier gibt es nur (1) bis (6).")),
        ("9", Explain("Hier gibt es nur (1) bis (6).")),
        ("0", None),
        ("enter", Act(actions.Take(5, None))),  # the cursor begins in the centre
        ("right", Point(6)),
        ("left", Point(3)),  # not on one's own
        ("p", Act(actions.Pass())),
        ("space", None),
        ("t", None),
        ("x", None),
        ("f1", None),
        ("escape", None),
    ],
)
def test_ones_own_turn(key: str, expected: Press | None) -> None:
    assert press(TURN, key) == expected


def test_the_cursor_goes_round_and_enter_takes_what_it_says() -> None:
    chosen = scenes.turn(cursor=6)
    assert press(chosen, "enter") == Act(actions.Take(6, EVA))
    assert press(chosen, "right") == Point(1)
    # A cursor on what can't be taken any more is back in the centre.
    assert press(scenes.turn(cursor=4), "enter") == Act(actions.Take(5, None))


def view(offers: tuple[Any, ...], **changes: Any) -> Scene:
    return Scene(scenes.table(scenes.turn_view(**changes), offers=offers), ui=Ui())


def test_not_ones_turn_says_whose_it_is() -> None:
    why = Why("not_your_turn")
    scene = view((Barred("take", why), Barred("pass", why)), to_act=(EVA,))
    for key in ("1", "4", "5", "enter", "left", "p"):
        assert press(scene, key) == Explain("Eva ist dran."), key
    assert press(view((), to_act=(EVA,)), "p") == Explain("Eva ist dran.")


def test_passing_without_a_token_says_why() -> None:
    scene = view((Take(5, None), Barred("pass", Why("no_token"))))
    assert press(scene, "p") == Explain("Passen geht erst, wenn du eine Marke hast.")


def test_the_brake_takes_from_the_centre_only() -> None:
    scene = view((Take(5, None),), phase="brake.h")
    assert press(scene, "5") == Act(actions.Take(5, None))
    assert press(scene, "1") == Explain("Notbremse: nur aus der Mitte.")
    assert press(scene, "right") == Point(5)


def test_all_at_once_p_agrees() -> None:
    open_counters = (Counter("ready", 2, 6), Counter("moves", 12))
    takes = scenes.TURN_OFFERS[:-1]
    scene = view((*takes, Ready(12)), counters=open_counters, to_act=(ANNA, EVA))
    assert press(scene, "p") == Act(actions.Ready(12))
    agreed = view((*takes, Barred("ready", Why("already_ready"))), counters=open_counters)
    assert press(agreed, "p") == Explain("Du bist schon einverstanden.")
    tokenless = view((Take(5, None), Barred("ready", Why("no_token"))), counters=open_counters)
    assert press(tokenless, "p") == Explain(
        "Einverstanden sein geht erst, wenn du eine Marke hast."
    )


def test_a_spectator_only_looks() -> None:
    scene = Scene(scenes.table(scenes.turn_view(me=None), me=None))
    for key in ("1", "enter", "p"):
        assert press(scene, key) == Explain("Du schaust nur zu.")
    assert press(scene, "space") is None
    assert Pokerface().buttons(scene, DE) == ()


def test_space_shows_all_then_says_ready_then_waits() -> None:
    assert press(scenes.showdown(revealed=2), "space") == GoOn()
    scene = scenes.showdown()
    assert press(scene, "space") == GoOn()
    chairs = tuple(replace(c, ready=i in {ANNA, BEN}) for i, c in enumerate(scene.table.chairs))
    ready = replace(scene, table=replace(scene.table, chairs=chairs))
    assert press(ready, "space") == Explain(
        "Du bist bereit, noch nicht: Carla, Dan, Eva und Frédéric."
    )
    assert press(ready, "1") is None


def test_arrows_walk_through_the_tokens_of_a_showdown() -> None:
    assert press(scenes.showdown(), "right") == Point(0)  # from Eva, who failed, round to Carla
    assert press(scenes.showdown(), "left") == Point(4)
    assert press(scenes.showdown(cursor=2), "right") == Point(3)
    assert press(scenes.showdown(revealed=3), "right") is None


def test_a_waiting_table() -> None:
    people = (ChairInfo("person", "Anna", ready=True), *(ChairInfo("empty"),) * 2)
    scene = Scene(scenes.table(None, stage="waiting", people=people, number=0))
    assert [b.id for b in Pokerface().buttons(scene, DE)] == ["table.fill"]
    assert press(scene, "b") is None  # the screen asks the server
    assert press(scene, "space") is None
    unready = (replace(people[0], ready=False), *people[1:])
    again = Scene(scenes.table(None, stage="between", people=unready, number=2))
    assert [b.id for b in Pokerface().buttons(again, DE)] == ["table.next"]
    assert press(again, "space") == GoOn()
    broken = Scene(scenes.table(None, stage="broken", people=people))
    assert Pokerface().buttons(broken, DE) == ()
    assert press(broken, "space") is None


@pytest.mark.parametrize(
    ("scene", "expected"),
    [
        (TURN, [("1–6", True), ("← → Enter", True), ("p", True)]),
        (
            view((Take(5, None), Barred("pass", Why("no_token")))),
            [("1–6", True), ("← → Enter", True), ("p", False)],
        ),
        (view((), to_act=(EVA,)), [("1–6", False), ("← → Enter", False), ("p", False)]),
        (scenes.showdown(revealed=1), [("Space", True)]),
        (scenes.showdown(), [("Space", True), ("t", True), ("← →", True)]),
    ],
)
def test_buttons_and_their_reasons(scene: Scene, expected: list[tuple[str, bool]]) -> None:
    shown = Pokerface().buttons(scene, DE)
    assert [(button.keys, button.enabled) for button in shown] == expected
    assert all(button.reason for button in shown if not button.enabled)


def test_a_pass_is_only_what_is_offered() -> None:
    assert press(view((Pass(),)), "p") == Act(actions.Pass())
    assert press(view((Pass(),)), "5") == Explain("Du bist nicht dran.")
