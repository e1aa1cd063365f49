"""A turn of several actions: each is sent for its own question, none behind one that fails."""

from typing import Any

from msgspec.structs import replace

from engine.values.actions import Action, Lay, Throw
from engine.values.cards import cards
from protocol.messages import TableView
from tests.tui.openface_tables import ANNA, BOARDS_OF_THREE, pineapple, seen_by
from tui.canvas.scene import Ui
from tui.locale import Words
from tui.screens.series import OneByOne

KING, THREE, JACK = cards("Kh3sJh")
TURN: tuple[Action, ...] = (Lay(KING, "front"), Lay(THREE, "back"), Throw(JACK))


class Screen:
    """What a table's screen does with actions."""

    def __init__(self) -> None:
        self.words = Words("de")
        self.ui = Ui()
        self.sent: list[tuple[int, Action]] = []
        self.said = ""

    def act(self, action: Action, view: TableView) -> None:
        self.sent.append((view.decision, action))
        self.ui = replace(self.ui, pending=True)

    def explain(self, text: str) -> None:
        self.said = text


def views() -> list[TableView]:
    """The table before each of the turn's actions, and after them."""
    table = pineapple(BOARDS_OF_THREE, "Kh3sJh")
    found = [seen_by(table).table]
    for action in TURN:
        table.act(ANNA, action)
        found.append(seen_by(table).table)
    return found


def begun() -> tuple[Screen, Any, list[TableView]]:
    screen, told = Screen(), views()
    turn = OneByOne(screen)  # type: ignore[arg-type]
    turn.begin(TURN, told[0])
    return screen, turn, told


def test_each_is_sent_for_the_question_that_the_table_asks_by_then() -> None:
    screen, turn, told = begun()
    first = told[0].decision
    assert screen.sent == [(first, TURN[0])]
    # News of something else: the question is the one that was answered.
    turn.go_on(replace(told[0], seq=2, watching=1))
    assert len(screen.sent) == 1
    assert turn.answers(told[1])
    turn.go_on(told[1])
    assert turn.unfinished
    turn.go_on(told[2])
    assert screen.sent == [(first + place, action) for place, action in enumerate(TURN)]
    assert not turn.unfinished
    assert not turn.answers(told[3])
    turn.go_on(told[3])
    assert (len(screen.sent), screen.said) == (3, "")


def test_nothing_follows_a_refusal() -> None:
    screen, turn, told = begun()
    turn.stop()
    turn.go_on(told[1])
    assert len(screen.sent) == 1
    assert not turn.answers(told[1])


def test_what_the_table_no_longer_asks_for_is_not_sent() -> None:
    """The clock ran out, and the server laid the cards."""
    screen, turn, told = begun()
    assert not turn.answers(told[3])
    turn.go_on(told[3])
    assert len(screen.sent) == 1
    assert screen.said == "Zu spät: Am Tisch hat sich etwas geändert."
    assert not screen.ui.pending
    turn.go_on(told[1])
    assert len(screen.sent) == 1


def test_another_deal_is_another_turn() -> None:
    screen, turn, told = begun()
    turn.go_on(replace(told[1], deal=2))
    assert len(screen.sent) == 1
    assert screen.said
