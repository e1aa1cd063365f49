"""The keys of Indian Poker: what each does on one's turn, before it, and where all declare."""

from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engine.games.indian.options import Options
from engine.values import actions
from engine.values.actions import In, Out, Raise
from tests.tui.layouts.drawn import DE
from tests.tui.layouts.indian_deals import (
    ANNA,
    BEN,
    CHECK,
    FOLD,
    HEADS,
    LAYOUT,
    call,
    deal,
    enter,
    indian8,
    more,
    raise_to,
    scene,
    text,
    with_cards,
)
from tui.canvas.plans import planned
from tui.canvas.scene import Act, Amount, Confirm, Explain, Fill, Plan, Scene, Turn
from tui.locale import LANGS, Lang, Words


def press(shown: Scene, key: str) -> Any:
    return LAYOUT.press(shown, key, DE)


def labels(shown: Scene) -> list[str]:
    return [f"{one.keys} {one.label}" for one in LAYOUT.buttons(shown, DE) if one.enabled]


def turn(*acts: Any, me: int = ANNA, stacks: tuple[int, ...] = (), **options: Any) -> Scene:
    """Three players, Anna the dealer: Ben is the first to act."""
    return scene(deal(HEADS[:3], acts, Options(**options), stacks), me)


# ── one's turn ─────────────────────────────────────────────────────────────────────────────────


def test_the_picture() -> None:
    shown = indian8()
    assert labels(shown) == [
        "f Aussteigen",
        "c Mitgehen 6",
        "r Erhöhen um 1–5",
        "1–5 direkt",
        "v Ansicht",
    ]
    assert press(shown, "f") == Act(FOLD)
    assert press(shown, "c") == Act(call(6))
    # A raise by three on top of the six.
    assert press(shown, "3") == Fill(Amount(3))
    assert press(shown, "r") == press(shown, "b") == Fill(Amount(1))
    assert press(shown, "v") == Turn(listed=True)
    assert press(shown, "s") is None


def test_nothing_to_pay() -> None:
    shown = turn(me=BEN)
    assert labels(shown)[:3] == ["f Aussteigen", "c Checken", "b Setzen 1–5"]
    assert press(shown, "c") == Act(CHECK)
    assert press(shown, "f") == Confirm(DE("indian.confirm.fold"), Act(FOLD), "f")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("topic", ["indian", "indian_holdem"])
def test_what_asks_once_more_is_never_cut_off(topic: str, lang: Lang) -> None:
    words = Words(lang)
    for key in ("fold", "call", "in") if topic == "indian" else ("fold", "call"):
        said = words(f"{topic}.confirm.{key}", price=words.number(1_000_000))
        assert cell_len(f" ! {said}") < 80, said


def test_half_of_all_chips_are_not_called_by_a_slip() -> None:
    shown = turn(raise_to(5), call(5), stacks=(11, 50, 50))
    answer = press(shown, "c")
    assert isinstance(answer, Confirm)
    assert answer.then == Act(call(5))
    assert answer.again == "c"
    assert press(turn(raise_to(4), call(4), stacks=(11, 50, 50)), "c") == Act(call(4))


def test_all_in_where_that_is_allowed() -> None:
    shown = turn(raise_to(2), FOLD, stacks=(7, 50, 50))
    assert "a All-in 6 …" in labels(shown)
    answer = press(shown, "a")
    assert isinstance(answer, Confirm)
    assert answer.then == Act(Raise(6))
    assert answer.again is None
    # Of a call that takes everything as well.
    shown = turn(raise_to(5), FOLD, stacks=(4, 50, 50))
    assert labels(shown)[1:] == ["c Mitgehen 3 All-in", "a All-in 3 …", "v Ansicht"]
    assert press(shown, "a").then == Act(call(3))


def test_all_in_where_a_bet_has_a_limit() -> None:
    shown = turn(me=BEN)
    assert not any("All-in" in label for label in labels(shown))
    assert press(shown, "a") == Explain("Mehr als 5 darf ein Einsatz hier nicht sein.")
    shown = turn(raise_to(1), FOLD)
    assert press(shown, "a") == Explain("Um mehr als 5 kannst du hier nicht erhöhen.")


def test_a_digit_beyond_the_limit_says_so() -> None:
    shown = turn(me=BEN, max_bet=3)
    assert "1–3 direkt" in labels(shown)
    assert press(shown, "3") == Fill(Amount(3))
    assert press(shown, "4") == Explain("Mehr als 3 darf ein Einsatz hier nicht sein.")


def test_where_there_is_one_amount_it_is_bet_at_once() -> None:
    shown = turn(me=BEN, max_bet=1)
    assert "b Setzen 1" in labels(shown)
    assert press(shown, "b") == press(shown, "1") == Act(Raise(1))


def test_no_more_raises_than_agreed() -> None:
    shown = turn(*(raise_to(chips) for chips in (1, 2, 3, 4)), me=2, max_raises=3)
    assert press(shown, "r") == Explain("Einsätze 4/4, nur noch Mitgehen oder Aussteigen.")
    dimmed = [one for one in LAYOUT.buttons(shown, DE) if not one.enabled]
    assert [(one.keys, one.label) for one in dimmed] == [("r", "Erhöhen")]
    assert any("Einsätze 4/4" in line for line in text(shown))


# ── the amount ─────────────────────────────────────────────────────────────────────────────────


def test_the_field() -> None:
    shown = indian8(amount=Amount(1))
    assert press(shown, "4") == Fill(Amount(4, typed=True))
    assert press(shown, "up") == press(shown, "plus") == Fill(Amount(2))
    assert press(shown, "down") == Fill(Amount(1))
    assert press(shown, "p") == Fill(Amount(5))
    assert press(shown, "escape") == Fill(None)
    assert press(shown, "enter") == Act(Raise(7))
    assert press(shown, "f") == Fill(Amount(1))
    typed = more(shown, amount=Amount(9, typed=True))
    assert press(typed, "enter") == Explain(DE("why.above_maximum", hi="5"))
    assert "! " + DE("why.above_maximum", hi="5") in "\n".join(text(typed))


def test_the_field_names_all_in_where_it_goes_that_far() -> None:
    shown = more(turn(raise_to(2), FOLD, stacks=(7, 50, 50)), amount=Amount(1))
    assert press(shown, "a") == Fill(Amount(4))
    assert "a All-in" in "\n".join(text(shown))


# ── before one's turn ──────────────────────────────────────────────────────────────────────────


def test_choices_for_exactly_this_price() -> None:
    shown = turn(raise_to(2))
    assert labels(shown) == ["f Aussteigen", "c Mitgehen 2", "v Ansicht"]
    assert press(shown, "c") == Plan(planned(call(2), shown.table))
    chosen = more(shown, planned=planned(call(2), shown.table))
    assert press(chosen, "c") == Plan(None)
    assert "[x] c Mitgehen 2" in "\n".join(text(chosen))
    assert isinstance(press(shown, "r"), Explain)


def test_whoever_can_only_check_chooses_that() -> None:
    shown = turn()
    assert press(shown, "c") == press(shown, "f") == Plan(planned(CHECK, shown.table))


def test_folded_and_all_in() -> None:
    shown = turn(raise_to(2), raise_to(4), FOLD)
    assert press(shown, "c") == Explain("Du bist ausgestiegen.")
    assert labels(shown) == ["v Ansicht"]


# ── declaring ──────────────────────────────────────────────────────────────────────────────────


def declaring(*acts: Any, me: int | None = ANNA, stacks: tuple[int, ...] = ()) -> Scene:
    return scene(deal(HEADS[:3], acts, Options(match_pot=True), stacks), me)


def test_in_or_out() -> None:
    shown = declaring()
    assert labels(shown) == ["c drin (zahlt 3, wenn du verlierst)", "f draußen", "v Ansicht"]
    assert press(shown, "c") == Act(In(3))
    assert press(shown, "f") == Act(Out())
    assert press(shown, "r") == Explain("Hier wird nicht gesetzt: c ist drin, f ist draußen.")


def test_half_of_all_chips_are_not_risked_by_a_slip() -> None:
    answer = press(declaring(stacks=(6, 50, 50)), "c")
    assert isinstance(answer, Confirm)
    assert answer.then == Act(In(3))
    assert answer.again == "c"


@pytest.mark.parametrize("said", [enter(3), actions.Out()])
def test_a_declaration_is_final(said: Any) -> None:
    shown = declaring((ANNA, said))
    assert labels(shown) == ["v Ansicht"]
    for key in "cf":
        assert press(shown, key) == Explain(DE("indian.already"))


# ── others ─────────────────────────────────────────────────────────────────────────────────────


def test_five_cards_have_no_table() -> None:
    shown = with_cards(5)
    assert not any(label.startswith("v ") for label in labels(shown))
    assert press(shown, "v") == Explain("Mit fünf Karten gibt es nur die Liste.")
    assert text(shown) == text(more(shown, listed=True))


def test_whoever_looks_on_has_no_keys() -> None:
    shown = indian8(me=None)
    assert labels(shown) == ["v Ansicht"]
    assert press(shown, "c") == Explain(DE("betting.only_looking"))


def test_whoever_is_out_is_told_so() -> None:
    shown = turn(raise_to(2), me=2)
    table, view = shown.table, shown.table.view
    assert view is not None
    seats = (*view.seats[:2], replace(view.seats[2], status="out"))
    chairs = (
        *table.chairs[:2],
        replace(table.chairs[2], freezeout=replace(table.chairs[2].freezeout, stack=0)),  # type: ignore[type-var]
    )
    table = replace(table, view=replace(view, seats=seats), chairs=chairs, offers=())
    shown = replace(shown, table=table)
    assert press(shown, "c") == Explain(DE("freezeout.you.out"))
    assert DE("freezeout.you.out") in "\n".join(text(shown))
