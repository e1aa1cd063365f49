"""The keys of an exchange (ux 4.5, 4.10): marks come and go, and only Enter sends them."""

from itertools import permutations

import pytest
from msgspec.structs import replace

from engine.games.betting.options import DrawOptions
from engine.values import actions
from engine.values.cards import cards
from engine.values.offers import admitted
from tests.tui.layouts.betting_deals import (
    ANNA,
    BEN,
    CARLA,
    DRAW_HAND,
    DRAWN,
    call,
    deal,
    draw6,
    more,
    put,
    raise_to,
    scene,
)
from tests.tui.layouts.drawn import DE
from tui.canvas.scene import (
    Act,
    Button,
    Confirm,
    Explain,
    Mark,
    Marked,
    Point,
    Press,
    Scene,
    TakeBack,
    Turn,
)
from tui.layouts.betting import Betting
from tui.screens.foresight import own_side

TURN = draw6()
EARLY = draw6(*DRAWN[:2])
LAYOUT = Betting()


def press(at: Scene, key: str) -> Press | None:
    return LAYOUT.press(at, key, DE)


def after(keys: str, at: Scene = TURN) -> Scene:
    """The scene after some keys that send nothing."""
    for key in keys.split():
        answer = press(at, key)
        assert isinstance(answer, Mark | Point), (key, answer)
        at = replace(at, ui=own_side(at.ui, answer))
    return at


def chosen(keys: str, at: Scene = TURN) -> str | None:
    """The cards that are marked after some keys, as they would be sent; None: nothing is chosen."""
    marked = after(keys, at).ui.marked
    return None if marked is None else "".join(sorted(card.code for card in marked.cards))


def buttons(at: Scene) -> dict[str, Button]:
    return {button.id: button for button in LAYOUT.buttons(at, DE)}


@pytest.mark.parametrize(
    ("keys", "away"),
    [
        ("3", "9h"),
        ("3 3", ""),
        ("3 4", "5c9h"),
        ("4 3", "5c9h"),
        ("1 2 3 4 5", "2s5c9hQdQs"),
        ("1 2 3 0", ""),
        ("0", ""),
        ("0 5", "2s"),
        ("up", "Qd"),
        ("down", "Qd"),
        ("space space", ""),
        ("right right space", "9h"),
        ("right right left space", "Qs"),
        ("left space", "Qd"),
        ("right right right right right right space", "2s"),
        ("3 right right up", ""),
        ("3 escape", None),
    ],
)
def test_marks_come_and_go(keys: str, away: str | None) -> None:
    assert chosen(keys) == away


@pytest.mark.parametrize("order", list(permutations("2345")))
def test_the_order_of_the_marks_changes_nothing(order: tuple[str, ...]) -> None:
    at = after(" ".join(order))
    assert press(at, "enter") == Act(actions.Discard(cards("Qs9h5c2s")))
    assert press(after("2 3", at), "enter") == Act(actions.Discard(cards("5c2s")))


def test_enter_sends_what_is_marked_and_is_called_so() -> None:
    for count in range(1, 6):
        at = after(" ".join("12345"[:count]))
        assert press(at, "enter") == Act(actions.Discard(cards(DRAW_HAND)[:count]))
        assert buttons(at)["draw.go"].label == f"{count} tauschen"
        assert buttons(at)["draw.keep"].label == "alle halten"
        answer = press(at, "enter")
        assert isinstance(answer, Act)
        assert admitted(at.table.offers, answer.action)


def test_standing_pat_takes_two_keys() -> None:
    """What is final does (ux 4.10): `0`, then Enter; or Enter twice."""
    stand = Act(actions.Discard(()))
    assert press(after("0"), "enter") == stand
    assert press(after("3 3"), "enter") == stand
    asked = press(TURN, "enter")
    assert isinstance(asked, Confirm)
    assert (asked.then, asked.again) == (stand, None)
    assert asked.text == "Keine Karte gewählt: Enter hält alle fünf, jede andere Taste nicht."
    assert buttons(TURN)["draw.go"].label == "alle halten"
    assert "draw.keep" not in buttons(TURN)


def test_escape_sends_nothing_and_forgets_what_is_marked() -> None:
    assert press(after("3"), "escape") == Mark(None)
    assert press(TURN, "escape") is None


@pytest.mark.parametrize("key", list("fcrba"))
def test_nothing_is_bet_meanwhile(key: str) -> None:
    said = Explain("Jetzt wird getauscht: 1–5 wählt Karten, Enter tauscht.")
    assert press(TURN, key) == press(EARLY, key) == said


def test_other_keys_are_not_the_exchanges() -> None:
    assert press(TURN, "v") == Turn(True)
    for key in ("6", "9", "k", "x", "plus", "question_mark", "l", "w"):
        assert press(TURN, key) is None


# ── before and after one's turn ────────────────────────────────────────────────────────────────


def test_cards_are_marked_before_the_turn_and_nothing_is_sent() -> None:
    at = after("3 4", EARLY)
    assert press(at, "enter") == Explain("Eva ist dran.")
    assert buttons(at)["draw.go"] == Button(
        "draw.go", "Enter", "2 tauschen", enabled=False, reason="Eva ist dran.", tone="gold"
    )
    # The turn has come.
    mine = replace(TURN, ui=replace(TURN.ui, marked=at.ui.marked))
    assert press(mine, "enter") == Act(actions.Discard(cards("9h5c")))


def test_whoever_has_exchanged_is_told_so() -> None:
    at = draw6(*DRAWN[:1], me=BEN)
    for key in ("0", "1", "5", "enter", "f", "c"):
        assert press(at, key) == Explain("Du hast 3 Karten getauscht.")
    assert press(at, "left") is None
    assert not any(name.startswith("draw.") for name in buttons(at))


def test_whoever_has_folded_or_looks_on_has_nothing_to_mark() -> None:
    assert press(draw6(*DRAWN[:1], me=CARLA), "3") == Explain("Du hast gefoldet.")
    assert press(draw6(*DRAWN[:1], me=None), "3") == Explain("Du schaust nur zu.")
    for me in (CARLA, None):
        assert press(draw6(*DRAWN[:1], me=me), "0") is None


def test_whoever_is_all_in_marks_and_exchanges() -> None:
    acts = (raise_to(300), call(295), call(290))
    dealt = deal("draw5", (300, 300, 300), {BEN: DRAW_HAND}, "", acts, DrawOptions())
    at = after("3 4 5", scene("draw5", dealt, BEN))
    assert press(at, "enter") == Act(actions.Discard(cards("9h5c2s")))


def test_nothing_is_planned_for_the_exchange() -> None:
    """There is no price: a check that was chosen would be dropped without need."""
    assert not any(name.startswith("bet.plan") for name in buttons(EARLY))


def test_a_seat_that_a_bot_plays_for_is_taken_back() -> None:
    chairs = list(TURN.table.chairs)
    chairs[ANNA] = replace(chairs[ANNA], stand_in=True)
    at = replace(TURN, table=replace(TURN.table, chairs=tuple(chairs), offers=()))
    assert press(at, "3") == TakeBack()
    assert not any(name.startswith("draw.") for name in buttons(at))


# ── marks are meant for one exchange ───────────────────────────────────────────────────────────


@pytest.mark.parametrize("change", [{"deal": 5}, {"decision": 99}])
def test_marks_are_not_seen_in_another_deal_or_decision(change: dict[str, int]) -> None:
    marked = after("3 4").ui.marked
    other = more(replace(TURN, table=replace(TURN.table, **change)), marked=marked)
    assert buttons(other)["draw.go"].label == "alle halten"
    assert isinstance(press(other, "enter"), Confirm)
    assert chosen("5", other) == "2s"


def test_marks_of_cards_that_are_not_there_are_none() -> None:
    marked = Marked(cards("AsKs9h"), TURN.table.deal, TURN.table.decision)
    assert press(more(TURN, marked=marked), "enter") == Act(actions.Discard(cards("9h")))


def test_marks_mean_nothing_after_the_exchange() -> None:
    at = more(draw6(*DRAWN, put("9h5c")), marked=after("3 4").ui.marked)
    assert not any(name.startswith("draw.") for name in buttons(at))
    assert isinstance(press(at, "1"), Explain)  # a preset of a bet, and Ben is to act


def test_marks_stay_as_they_were_sent_while_they_are_on_their_way() -> None:
    at = more(after("3 4"), pending=True)
    answer = press(at, "5")
    assert isinstance(answer, Mark)
    assert own_side(at.ui, answer) == at.ui
