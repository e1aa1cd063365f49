"""The fixed sentences as they can be sent, and what covers the footer while one types."""

from msgspec.structs import replace

from tests.tui import scenes
from tests.tui.scenes import ANNA, EVA
from tui.canvas.drawers import chat_footer, phrases
from tui.canvas.palette import palette
from tui.canvas.pen import Pen
from tui.canvas.scene import Scene, Ui
from tui.locale import Words

DE = Words("de")


def test_phrases_speak_to_whom_the_deal_waits_for() -> None:
    lines = phrases(Scene(scenes.table(scenes.turn_view(to_act=(ANNA, EVA)))), DE)
    assert [(line.digit, line.code, line.to, line.text, line.enabled) for line in lines] == [
        ("1", "your_turn", EVA, "Du bist dran, Eva.", True),
        ("2", "rules_question", None, "Ich habe eine Regelfrage.", True),
        ("3", "short_break", None, "Kurze Pause?", True),
    ]


def test_nobody_is_reminded_when_the_deal_waits_for_oneself_or_nobody() -> None:
    for scene in (scenes.turn(), scenes.showdown()):
        line = phrases(scene, DE)[0]
        assert (line.to, line.text, line.enabled) == (None, "Du bist dran, …", False)


def test_a_spectator_sends_none() -> None:
    table = scenes.table(scenes.turn_view(me=None, to_act=(EVA,)), me=None)
    assert [line.enabled for line in phrases(Scene(table), DE)] == [False, False, False]


def test_while_keys_go_to_the_chat_row_23_says_so_to_whom_it_matters() -> None:
    scene = scenes.turn(drawer="chat")
    pen = Pen(80, 1, palette("true"), DE)
    assert chat_footer(pen, 0, scene)
    assert pen.text()[0].startswith(" ▸ Du bist dran  Tasten gehen in den Chat.")
    assert not chat_footer(pen, 0, replace(scene, ui=Ui()))
    others = Scene(scenes.table(scenes.turn_view(to_act=(EVA,))), ui=Ui(drawer="chat"))
    assert not chat_footer(pen, 0, others)
