"""The keys of the betting games (ux 4.5, 4.10): offers, guards, amounts, choices beforehand."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game import Setup
from engine.games.betting.state import Carry, Options
from engine.values import actions
from engine.values.cards import DECK
from engine.values.chance import Chance
from engine.values.offers import admitted
from tests.tui.layouts.betting_deals import (
    BEN,
    BOARD,
    BY_ID,
    CHECK,
    DAN,
    EVA,
    FLOP,
    FOLD,
    GRETA,
    HANDS,
    HANNES,
    LAST_RAISE,
    PREFLOP,
    TEN,
    call,
    deal,
    holdem10,
    more,
    omaha10,
    raise_to,
    scene,
    showdown10,
    text,
)
from tests.tui.layouts.drawn import DE
from tui.canvas.plans import holds, planned
from tui.canvas.scene import (
    Act,
    Amount,
    Button,
    Confirm,
    Explain,
    Fill,
    GoOn,
    Plan,
    Press,
    Scene,
    Turn,
)
from tui.layouts.betting import Betting

TURN = holdem10()
LAYOUT = Betting()


def press(at: Scene, key: str) -> Press | None:
    return LAYOUT.press(at, key, DE)


def buttons(at: Scene) -> dict[str, Button]:
    return {button.id: button for button in LAYOUT.buttons(at, DE)}


def heads_up(
    *acts: Any, stacks: tuple[int, int] = (1000, 1000), me: int = 0, **options: Any
) -> Scene:
    """Two players, seat 0 the button and small blind; what `me` sees."""
    dealt = deal("holdem", stacks, {}, "2c7h9sTs3c", acts, Options(**options))
    return scene("holdem", dealt, me)


# ── one's turn ─────────────────────────────────────────────────────────────────────────────────


def test_what_each_key_does_where_there_is_something_to_pay() -> None:
    assert press(TURN, "f") == Act(FOLD)
    assert press(TURN, "c") == Act(call(380))
    assert press(TURN, "r") == press(TURN, "b") == Fill(Amount(700))
    assert press(TURN, "v") == Turn(True)
    assert press(more(TURN, listed=True), "v") == Turn(False)
    assert press(TURN, "x") is None


@pytest.mark.parametrize(
    ("digit", "total"), [("1", 700), ("2", 1065), ("3", 1273), ("4", 1690), ("5", 2540)]
)
def test_presets_open_the_field(digit: str, total: int) -> None:
    assert press(TURN, digit) == Fill(Amount(total))


def test_all_in_needs_another_key_than_its_own() -> None:
    asked = press(TURN, "a")
    assert asked == Confirm(
        "All-in mit 2.480: Enter setzt alles, jede andere Taste nicht.", Act(raise_to(2540))
    )


def test_folding_asks_where_checking_is_free() -> None:
    at = heads_up(call(5), me=1)
    asked = press(at, "f")
    assert isinstance(asked, Confirm)
    assert (asked.then, asked.again) == (Act(FOLD), "f")
    assert "Check kostet nichts" in asked.text
    assert press(at, "c") == Act(CHECK)
    assert press(at, "r") == Fill(Amount(20))


@pytest.mark.parametrize(("stack", "asks"), [(761, False), (760, True), (500, True)])
def test_a_call_of_half_the_stack_asks(stack: int, asks: bool) -> None:
    """The price is 380 of what is left."""
    at = heads_up(raise_to(390), stacks=(1000, stack + 10), me=1)
    answer = press(at, "c")
    if asks:
        assert isinstance(answer, Confirm)
        assert (answer.then, answer.again) == (Act(call(380)), "c")
    else:
        assert answer == Act(call(380))


def test_a_call_of_half_the_stack_can_do_without_asking() -> None:
    at = heads_up(raise_to(390), stacks=(1000, 510), me=1)
    sure = replace(at, ui=replace(at.ui, calls_at_once=True))
    assert press(sure, "c") == Act(call(380))
    # All-in asks all the same.
    assert isinstance(press(sure, "a"), Confirm)


def test_a_call_of_everything_is_called_so() -> None:
    at = heads_up(raise_to(500), stacks=(1000, 300), me=1)
    assert buttons(at)["bet.call"].label == "Call 290 All-in"
    assert press(at, "a") == Confirm(
        "All-in mit 290: Enter setzt alles, jede andere Taste nicht.", Act(call(290))
    )
    assert press(at, "r") == Explain("Zum Erhöhen fehlen dir die Chips.")


def test_limit_bets_are_fixed_and_act_at_once() -> None:
    at = heads_up(me=0, structure="split", bet=10, top=20)
    assert buttons(at)["bet.raise"].label == "Raise auf 20"
    assert press(at, "r") == Act(raise_to(20))
    assert not any(button.startswith("bet.preset") for button in buttons(at))
    assert press(at, "1") == Explain("Diese Stufe gibt es hier nicht.")
    assert press(at, "a") == Explain("Höchstens 20.")
    flop = heads_up(call(5), CHECK, me=1, structure="split", bet=10, top=20)
    assert buttons(flop)["bet.raise"] == Button("bet.raise", "b", "Bet 10", tone="gold", rank=3)


def test_the_cap_is_said() -> None:
    raises = [raise_to(20), raise_to(30), raise_to(40)]
    at = heads_up(*raises, me=1, structure="split", bet=10, top=20)
    assert press(at, "r") == Explain("Einsätze 4/4, nur Fold oder Call.")
    assert not buttons(at)["bet.raise"].enabled


def test_spread_has_presets_of_its_own() -> None:
    at = heads_up(me=0, structure="spread", bet=10, top=50)
    shown = [b.label for name, b in buttons(at).items() if name.startswith("bet.preset")]
    assert shown == ["Min 20", "Mitte 40", "Max 60"]
    assert press(at, "3") == Fill(Amount(60))


def test_pot_limit_dims_what_is_out_of_reach_and_says_the_sum() -> None:
    at = omaha10()
    assert not buttons(at)["bet.all_in"].enabled
    assert not buttons(at)["bet.preset.5"].enabled
    said = Explain("Pot-Limit: höchstens 1.690 = Pot 870 + Call 380 + bisher 440")
    assert press(at, "a") == press(at, "5") == said
    assert press(at, "4") == Fill(Amount(1690))


def test_presets_out_of_reach_are_dimmed() -> None:
    """The pot is 110 and 90 to call: a raise by all of it needs 300, 250 are there."""
    at = heads_up(raise_to(100), stacks=(1000, 250), me=1)
    labels = {b.label: b.enabled for n, b in buttons(at).items() if n.startswith("bet.preset")}
    assert labels == {
        "Min 110": True,
        "½ Pot 200": True,
        "⅔ 233": True,
        "Pot 300": False,
        "All-in": True,
    }
    assert press(at, "4") == Explain("Höchstens 250.")


def test_the_pot_of_pot_limit_counts_a_short_blind_in_full() -> None:
    """C.6: 5 and 3 of 10 are posted; 15 + 2 · 10 is the most, though 8 lie there."""
    options = Options(structure="pot")
    at = scene("holdem", deal("holdem", (1000, 1000, 3), {}, "2c7h9sTs3c", [], options))
    assert press(at, "4") == Fill(Amount(35))
    assert press(at, "a") == Explain("Pot-Limit: höchstens 35 bei Pot 8")


# ── the amount field ───────────────────────────────────────────────────────────────────────────


def typed(keys: str, amount: Amount, at: Scene = TURN) -> Press | None:
    """What the last of some keys leads to in the field."""
    answer: Press | None = Fill(amount)
    for key in keys.split():
        assert isinstance(answer, Fill)
        answer = press(more(at, amount=answer.amount), key)
    return answer


@pytest.mark.parametrize(
    ("keys", "amount"),
    [
        ("1", Amount(1, typed=True)),
        ("1 0 6 5", Amount(1065, typed=True)),
        ("1 full_stop 0 comma 6 5", Amount(1065, typed=True)),
        ("1 0 6 5 backspace backspace", Amount(10, typed=True)),
        ("1 backspace", Amount(None, typed=True)),
        ("up", Amount(1065)),
        ("up up down", Amount(1065)),
        ("down", Amount(700)),
        ("right", Amount(720)),
        ("plus plus minus", Amount(720)),
        ("left", Amount(700)),
        ("m", Amount(700)),
        ("h", Amount(1065)),
        ("d", Amount(1273)),
        ("p", Amount(1690)),
        ("a", Amount(2540)),
        ("f c r b", Amount(700)),
        ("9 9 9 9 plus", Amount(2540)),
    ],
)
def test_typing_an_amount(keys: str, amount: Amount) -> None:
    assert typed(keys, Amount(700)) == Fill(amount)


def test_enter_sets_what_is_offered_and_nothing_else() -> None:
    assert typed("p enter", Amount(700)) == Act(raise_to(1690))
    assert typed("8 0 0 enter", Amount(700)) == Act(raise_to(800))
    assert typed("6 9 9 enter", Amount(700)) == Explain("Mindestens 700.")
    assert typed("9 9 9 9 enter", Amount(700)) == Explain("Höchstens 2.540.")
    assert typed("1 backspace enter", Amount(700)) == Explain("Mindestens 700.")


def test_escape_leaves_the_field_and_other_keys_are_the_screens() -> None:
    assert typed("escape", Amount(700)) == typed("q", Amount(700)) == Fill(None)
    assert typed("question_mark", Amount(700)) is None
    assert list(buttons(more(TURN, amount=Amount(700)))) == ["bet.set", "bet.back"]


def test_an_amount_that_is_not_offered_says_so_in_the_field() -> None:
    drawn = text(more(TURN, amount=Amount(50, typed=True)))
    assert drawn[19] == " Raise auf  50 ▏  ! Mindestens 700."
    empty = text(more(TURN, amount=Amount(None, typed=True)))
    assert empty[19] == " Raise auf   ▏  ! Mindestens 700."
    pot = text(more(omaha10(), amount=Amount(1690)))
    assert pot[22] == " Pot-Limit: höchstens 1.690 = Pot 870 + Call 380 + bisher 440"


def test_a_field_without_an_offer_is_closed() -> None:
    at = more(holdem10(EVA), amount=Amount(700))
    assert press(at, "7") is None
    assert "Vorauswahl" in text(at)[19]


# ── before one's turn ──────────────────────────────────────────────────────────────────────────


def test_choices_before_the_turn_are_for_the_price_that_stands() -> None:
    eva = holdem10(EVA)
    chosen = press(eva, "c")
    assert chosen == Plan(planned(call(260), eva.table))
    assert press(eva, "f") == Plan(planned(FOLD, eva.table))
    assert isinstance(chosen, Plan)
    marked = more(eva, planned=chosen.planned)
    assert text(marked)[19] == " Vorauswahl  [ ] f Fold  [x] c Call 260"
    assert press(marked, "c") == Plan(None)
    assert press(marked, "f") == Plan(planned(FOLD, eva.table))
    assert press(marked, "escape") == Plan(None)
    assert press(eva, "escape") is None
    assert press(eva, "r") == Explain("Anna ist dran.")


def test_where_nothing_is_to_pay_only_a_check_can_be_chosen() -> None:
    """A bet would make it another question: there is nothing to fold to yet."""
    at = heads_up(call(5), CHECK, me=0)
    assert [b.label for n, b in buttons(at).items() if n.startswith("bet.plan")] == ["Check"]
    assert press(at, "f") == press(at, "c") == Plan(planned(CHECK, at.table))


def test_a_short_big_blind_asks_for_the_full_price() -> None:
    """The big blind posted 3 of 10; Ben, small blind, will have to call 10."""
    dealt = deal("holdem", (1000, 1000, 3), {}, "2c7h9sTs3c", [], Options(bet=10))
    at = scene("holdem", dealt, BEN)
    assert press(at, "c") == Plan(planned(call(5), at.table))


@pytest.mark.parametrize(
    "acts", [(call(380),), (raise_to(1000),), (FOLD,)], ids=["call", "raise", "fold"]
)
def test_a_choice_holds_until_the_price_changes(acts: tuple[Any, ...]) -> None:
    eva = holdem10(EVA)
    plan = planned(call(260), eva.table)
    later = scene("holdem", further(acts), EVA)
    assert holds(plan, later.table) == (acts != (raise_to(1000),))


def further(acts: tuple[Any, ...]) -> Any:
    """The picture's deal, some acts further."""
    return deal("holdem", TEN, HANDS, BOARD, (*PREFLOP, *FLOP, *acts), LAST_RAISE, HANNES)


def test_a_choice_does_not_outlive_its_street_or_deal() -> None:
    eva = holdem10(EVA)
    plan = planned(FOLD, eva.table)
    assert holds(plan, eva.table)
    assert not holds(plan, replace(eva.table, deal=5))
    assert eva.table.view is not None
    turn = replace(eva.table, view=replace(eva.table.view, phase="turn"))
    assert not holds(plan, turn)
    assert not holds(plan, replace(eva.table, stage="between"))


def test_who_has_nothing_more_to_decide_is_told_why() -> None:
    assert press(holdem10(GRETA), "c") == Explain("Du bist all-in.")
    assert press(holdem10(DAN), "f") == Explain("Du hast gefoldet.")
    assert text(holdem10(DAN))[19] == " Du hast gefoldet."
    assert press(holdem10(None), "f") == Explain("Du schaust nur zu.")
    assert press(holdem10(None), "left") is None


# ── after the deal ─────────────────────────────────────────────────────────────────────────────


def test_after_the_deal_space_goes_on() -> None:
    at = showdown10()
    assert press(at, "space") == GoOn()
    assert press(at, "c") is None
    assert list(buttons(at)) == ["table.next"]


def test_who_is_asked_at_the_showdown_shows_or_mucks() -> None:
    game = BY_ID["holdem"]
    setup = Setup(2, button=0, carry=Carry(stacks=(100, 100), ask=True))
    state, events = game.new(Options(), setup, Chance(DECK, b""))
    for action in (call(5), *(CHECK,) * 7):
        assert state.turn is not None
        state, happened = game.apply(state, state.turn, action)
        events += happened
    assert state.turn is not None
    at = scene("holdem", (state, events), state.turn)
    assert press(at, "k") == Act(actions.Show())
    assert press(at, "m") == Act(actions.Muck())
    assert [b.label for b in buttons(at).values()] == ["zeigen", "nicht zeigen", "Ansicht"]


def test_every_act_is_offered() -> None:
    for at in (TURN, omaha10(), heads_up(call(5), me=1)):
        for key in "fcrba12345":
            answer = press(at, key)
            then = answer.then if isinstance(answer, Confirm) else answer
            if isinstance(then, Act):
                assert admitted(at.table.offers, then.action)


def test_buttons_say_why_they_rest() -> None:
    for at in (TURN, omaha10(), holdem10(EVA), holdem10(None), showdown10()):
        assert all(b.enabled or b.reason for b in LAYOUT.buttons(at, DE))
