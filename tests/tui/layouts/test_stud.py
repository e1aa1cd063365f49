"""Stud at the table: bring-in and completing, who begins, the log, the end of a deal."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from engine.values.actions import Action
from engine.values.cards import cards
from engine.values.events import Events
from engine.values.secret import Secret
from tests.engine.games.betting_table import BY_ID
from tests.tui.layouts.betting_deals import (
    ANNA,
    BEN,
    CARLA,
    CHECK,
    DAN,
    FOLD,
    GRETA,
    HANNES,
    call,
    more,
    raise_to,
    rows,
    scene,
    text,
)
from tests.tui.layouts.drawn import DE, EN, style_at
from tests.tui.layouts.stud_deals import EIGHT, HANDS, bring_in, stud, stud8
from tui.canvas.palette import palette
from tui.canvas.scene import Act, Amount, Button, Confirm, Explain, Fill, Press, Scene
from tui.layouts.betting import Betting
from tui.layouts.betting.kinds import begins_listed

LAYOUT = Betting()


def third(me: int | None, *acts: Action, game: str = "stud7", **options: Any) -> Scene:
    """The picture's deal at its beginning."""
    chosen = BY_ID[game].Options(**{"bet": 20, "top": 40, **options})
    return scene(game, stud(game, EIGHT, HANDS, acts, chosen, HANNES), me, listed=True)


def press(at: Scene, key: str) -> Press | None:
    return LAYOUT.press(at, key, DE)


def buttons(at: Scene) -> dict[str, Button]:
    return {button.id: button for button in LAYOUT.buttons(at, DE)}


def log(at: Scene) -> list[str]:
    told = LAYOUT.tell(at, palette("true"), DE)
    return ["".join(part for part, _ in line) for line in told]


def joined(at: Scene, width: int = 80, height: int = 24) -> str:
    return "\n".join(text(at, width, height))


# ── the bring-in ───────────────────────────────────────────────────────────────────────────────


def test_who_opens_brings_it_in_or_completes() -> None:
    at = third(CARLA)
    shown = buttons(at)
    assert (shown["bet.call"].keys, shown["bet.call"].label) == ("c", "Bring-in 10")
    assert (shown["bet.raise"].keys, shown["bet.raise"].label) == ("r", "Complete auf 20")
    assert press(at, "c") == Act(bring_in(10))
    assert press(at, "r") == press(at, "b") == Act(raise_to(20))
    assert not shown["bet.fold"].enabled
    why = "Du eröffnest: mit dem Bring-in oder einem vollen Einsatz."
    assert press(at, "f") == Explain(why)
    assert "Du eröffnest: Bring-in oder voller Einsatz." in text(at)[21]
    assert "niedrigste Karte, Bring-in" in text(at)[18]


def test_after_a_bring_in_a_raise_completes() -> None:
    at = third(DAN, bring_in(10))
    assert buttons(at)["bet.call"].label == "Call 10"
    assert buttons(at)["bet.raise"].label == "Complete auf 20"
    assert press(at, "r") == Act(raise_to(20))
    at = third(4, bring_in(10), raise_to(20))
    assert buttons(at)["bet.raise"].label == "Raise auf 40"
    assert buttons(third(4, bring_in(10), raise_to(20)))["bet.call"].label == "Call 20"


def test_a_bring_in_of_all_the_chips_is_said_to_be() -> None:
    low = BY_ID["stud7"].Options(bet=20, top=40)
    dealt = stud("stud7", (500, 6, 500), {BEN: "KhKd2c"}, (), low)
    at = scene("stud7", dealt, BEN, listed=True)
    assert buttons(at)["bet.call"].label == "Bring-in 4 All-in"
    assert press(at, "c") == Act(bring_in(4))
    all_in = press(at, "a")
    assert isinstance(all_in, Confirm)
    assert all_in.then == Act(bring_in(4))


def test_nothing_is_chosen_beforehand_while_it_is_not_brought_in() -> None:
    at = third(DAN)
    assert not any(one.startswith("bet.plan") for one in buttons(at))
    assert press(at, "c") == Explain("Carla ist dran.")
    assert "bet.plan.c" in buttons(third(ANNA, bring_in(10)))


def test_who_brought_it_in_has_nothing_to_choose_until_it_costs_more() -> None:
    """rules.md C.5: a bring-in that everybody calls is the end of the round."""
    at = third(CARLA, bring_in(10), call(10))
    assert not any(one.startswith("bet.plan") for one in buttons(at))
    assert press(at, "c") == Explain("Eva ist dran.")
    assert "bet.plan.c" in buttons(third(CARLA, bring_in(10), raise_to(20)))


def test_a_choice_has_its_mark_in_an_open_drawer_too() -> None:
    at = more(third(ANNA, bring_in(10)), drawer="log")
    assert text(at)[22].startswith(" f [ ] Fold   c [ ] Call 10")


def test_pot_limit_is_opened_by_the_highest_card_and_raised_by_the_pot() -> None:
    """Ante 2 of eight and the bring-in of 10: a raise to 46 at most (rules.md C.6)."""
    at = third(ANNA, structure="pot")
    assert "höchste Karte, Bring-in" in text(at)[18]
    assert "Anna Bring-in 10 (A♦)" in log(third(ANNA, bring_in(10), structure="pot"))
    at = third(BEN, bring_in(10), structure="pot")
    assert press(at, "4") == Fill(Amount(46))
    assert text(at)[22].startswith(" Raise auf 1 Min 20  2 ½ Pot 28  3 ⅔ 34  4 Pot 46  5 All-in")
    field = text(more(at, amount=Amount(46)))
    assert field[20].startswith(" Raise auf  46 ▏  = Pot   legst 46 · bleiben 1.874 · 20–46")
    assert field[22].startswith("  Enter Raise auf 46    Esc zurück")


def test_who_opens_under_pot_limit_is_told_no_sum_of_the_pot() -> None:
    """rules.md C.8: the bring-in or a full bet, whatever lies in the middle."""
    at = third(ANNA, structure="pot")
    assert buttons(at)["bet.raise"].label == "Complete auf 20"
    assert press(at, "a") == Explain("Höchstens 20.")
    assert "Pot-Limit" not in joined(at)


def test_an_open_pair_leaves_the_choice_of_the_bet() -> None:
    """Ben's nines on fourth street, where that is played (rules.md D11)."""
    acts = (bring_in(10), call(10), call(10), FOLD, call(10), call(10), call(10), call(10))
    at = third(BEN, *acts, open_pair_big_bet=True)
    assert "Satz 20/40" in text(at)[1]
    assert press(at, "1") == Fill(Amount(20))
    assert press(at, "2") == Fill(Amount(40))


def test_after_the_last_raise_there_is_only_fold_or_call() -> None:
    acts = (bring_in(10), raise_to(20), raise_to(40), FOLD, raise_to(60), raise_to(80))
    at = third(ANNA, *acts)
    assert "Erhöhungen 3/3" in text(at)[1]
    assert press(at, "r") == Explain("Erhöhungen 3/3, nur Fold oder Call.")


def test_a_folded_hand_has_no_low_to_come() -> None:
    """Neither is one still open nor out of reach for cards that are dead."""
    assert "Low keines mehr" in joined(third(DAN, bring_in(10), game="stud7_hilo"))
    assert "Low " not in joined(third(DAN, bring_in(10), FOLD, game="stud7_hilo"))


@pytest.mark.parametrize("game", ["stud7", "stud5"])
def test_down_and_up_stand_apart_under_the_own_cards(game: str) -> None:
    at = scene(game, stud(game, (500, 500), {}, ()), ANNA, listed=True)
    for words, labels in ((DE, r" verdeckt (─+ )?offen "), (EN, r" down (─+ )?up ")):
        assert re.search(f"(?m)^{labels}", "\n".join(text(at, words=words)))


# ── who begins ─────────────────────────────────────────────────────────────────────────────────


def test_whoever_has_no_chips_left_is_opened_for() -> None:
    """Carla has the lowest card and paid all of it as her ante: Dan opens, or folds."""
    stacks = (500, 500, 2, 500)
    hands = {CARLA: "KsKd2c", DAN: "9h8h7d", ANNA: "AhKhAd", BEN: "QhQd9s"}
    dealt = stud("stud7", stacks, hands, (), BY_ID["stud7"].Options(bet=20, top=40))
    at = scene("stud7", dealt, ANNA, listed=True)
    shown = joined(at)
    assert "niedrigste Karte, Bring-in" in shown
    assert "eröffnet für Carla" in shown
    assert "Carla ist all-in: Dan eröffnet" in joined(more(at, listed=False))
    assert "Carla ist all-in: Dan eröffnet" in joined(at, 60, 18)
    mine = scene("stud7", dealt, DAN, listed=True)
    assert buttons(mine)["bet.fold"].enabled
    assert "eröffnet für Carla" in joined(mine)


def test_the_viewers_own_best_hand_is_said() -> None:
    acts = (*(call(40),) * 4,)
    at = stud8(GRETA, *acts)
    assert "beste offene Hand: Paar Könige" in text(at)[18]
    low = stud8(GRETA, *acts, game="stud7_hilo")
    assert text(low)[18].endswith("Low keines mehr möglich")
    assert "beste offene Hand" in text(low)[19]


@pytest.mark.parametrize(
    ("up", "shown"),
    [
        ("9h9s", "Paar Neunen"),
        ("KhQs", "König hoch"),
        ("2d5dJd", "drei Karo"),
        ("2d3c4d", "drei in Folge bis Vier"),
        ("Ah2c3d4s", "vier in Folge bis Vier"),
        ("JhQcKdAs", "vier in Folge bis Ass"),
        ("2d5dJdQd", "vier Karo"),
        ("8c8d5h5s", "zwei Paare, 8 und 5"),
        ("8c8d8h5s", "Drilling Achten"),
    ],
)
def test_what_open_cards_come_to(up: str, shown: str) -> None:
    assert f"zeigt {shown}" in joined(five("stud5", up))


def five(game: str, up: str) -> Scene:
    """Ben's open cards as soon as they lie there, at a table of two."""
    hands = {ANNA: "7h2h9d6cTs", BEN: "3s" + up}
    if up.startswith("2"):
        hands[ANNA] = "7h2s9d6cTs"
    state, events = stud(game, (500, 500), hands, (), BY_ID[game].Options(bet=20, top=40))
    while len(state.ups[BEN]) < len(up) // 2:
        offered = BY_ID[game].offers(state, state.turn or 0)
        action: Action = CHECK
        if state.opening:
            action = bring_in(10)
        elif state.round.bets[1 - (state.turn or 0)] == 10:
            action = call(10)
        assert offered
        state, events = _played(game, state, events, action, hands)
    return scene(game, (state, events), ANNA, listed=True)


def _played(
    game: str, state: Any, events: Events, action: Action, hands: dict[int, str]
) -> tuple[Any, Events]:
    """The deal after an action, everybody getting the cards that they are to have."""
    number = len(state.ups[BEN]) + 1
    order = [(state.button + step) % 2 for step in (1, 2)]
    wanted = [cards(hands[seat])[number] for seat in order if number < len(hands[seat]) // 2]
    left = tuple(card for card in state.deck.value if card not in wanted)
    state = replace(state, deck=Secret((*wanted, *left), ()))
    state, fresh = BY_ID[game].apply(state, state.turn, action)
    return state, (*events, *fresh)


def test_soko_counts_four_of_a_suit_and_four_in_a_row_among_open_cards() -> None:
    assert "zeigt Vierer-Flush, Dame hoch" in joined(five("soko", "2d5dJdQd"))
    assert "zeigt Vierer-Straße bis Vier" in joined(five("soko", "Ah2c3d4s"))


def test_a_table_of_stud_begins_as_a_list() -> None:
    assert begins_listed("stud7")
    assert begins_listed("soko")
    assert not begins_listed("holdem")
    assert not begins_listed("draw5")


# ── log ────────────────────────────────────────────────────────────────────────────────────────


def test_the_log_tells_every_open_card_in_few_lines() -> None:
    assert log(stud8())[:14] == [
        "── Hand #77 ──",
        "8 mal Ante 2",
        "Deine Karten A♥ K♥",
        "Anna A♦ · Ben 9♠ · Carla 2♥",
        "Dan D♦ · Eva A♣ · Frédéric 4♠",
        "Greta 10♥ · Hannes 3♦",
        "Carla Bring-in 10 (2♥)",
        "Dan erhöht auf 20",
        "Eva callt 20",
        "Frédéric foldet",
        "Greta, Hannes, Anna und Ben callen 20",
        "Carla callt 10",
        "── 4. Straße · Pot 156 ──",
        "Anna 9♣ · Ben 9♥ · Carla 7♠",
    ]
    assert "Deine Karte 2♣" in log(stud8(ANNA, *(call(40),) * 4))
    assert not any("A♥" in line for line in log(stud8(None)))


# ── the end ────────────────────────────────────────────────────────────────────────────────────

RUN_OUT = {
    ANNA: "AhKhAd9c5c5s2c",
    BEN: "7d6d9s9h4dKc2s",
    CARLA: "3s4s2h7s3h8d9d",
    DAN: "TdTcQdJd5d2d3h",
}


def all_in(game: str = "stud7_hilo", me: int | None = DAN) -> Scene:
    """Everybody but Dan is all-in on the first street; he has a flush, Carla the only low."""
    raises = (raise_to(20), raise_to(40), raise_to(60), raise_to(80))
    acts: tuple[Action, ...] = (bring_in(10), *raises, call(60), call(20))
    options = BY_ID[game].Options(bet=20, top=40)
    dealt = stud(game, (62, 62, 82, 500), RUN_OUT, acts, options, 3)
    return scene(game, dealt, me, listed=True)


def test_the_showdown_marks_the_cards_that_play() -> None:
    drawn = rows(all_in())
    shown = text(all_in())
    faces = palette("true").faces
    dan, carla = 5, 8
    assert shown[dan].startswith("  ★ Dan         10♦ 10♣  D♦  B♦  5♦  2♦  3♥  Flush, Dame hoch")
    assert shown[dan].endswith("+144")
    assert style_at(drawn, dan, 16).bg == faces["wins"].bg
    assert style_at(drawn, dan, 20).bg == faces["dead"].bg
    assert style_at(drawn, dan, 40).bg == faces["dead"].bg
    # Carla wins with her low: eight, seven, four, three, two.
    low = [style_at(drawn, carla, 16 + 4 * place).bg == faces["wins"].bg for place in range(7)]
    assert low == [True, True, True, True, False, True, False]
    assert "Low 8 7 4 3 2" in shown[carla + 1]
    assert "  Hauptpot 248: High 124 Dan (Flush, Dame hoch); Low 124 Carla (8-7-4-3-2)." in shown


def test_cards_after_the_last_bet_come_street_by_street() -> None:
    at = all_in()
    assert LAYOUT.steps(at) == 5
    for step, name in enumerate(("3.", "4.", "5.", "6."), 1):
        drawn = joined(more(at, revealed=step))
        assert f"{name} STRASSE" in drawn
        # Hands lie open from the first step on; what is still to come does not.
        assert "A♥  K♥  A♦" in drawn
        streets = ["9♣", "5♣", "5♠", "2♣"]
        for later, card in enumerate(streets, 1):
            for size in ((80, 24), (60, 18), (120, 36)):
                for ui in ({}, {"listed": False}, {"drawer": "log"}):
                    seen = joined(more(at, revealed=step, **ui), *size)
                    assert card not in seen or later < step, (step, card, size, ui)
            assert card in drawn or later >= step
        assert "gewinnt" not in drawn
    assert "Showdown" in text(more(at, revealed=5))[0]


def test_the_log_names_hands_when_they_are_whole() -> None:
    told = log(all_in())
    assert "Anna zeigt A♥ K♥ A♦" in told
    assert "Anna 2♣ · Ben 2♠ · Carla 9♦" in told
    at = told.index("Carla zeigt 3♠ 4♠ 2♥ 7♠ 3♥ 8♦")
    assert told[at + 1 : at + 3] == ["  9♦ · Ein Paar, Dreien", "  Low 8 7 4 3 2"]


def test_who_did_not_show_has_not_shown_open_cards_either() -> None:
    """All call to the end: hands that win nothing are not opened, and nobody says they were."""
    acts = (*(call(40),) * 4, raise_to(40), *(call(40),) * 5)
    shown = joined(stud8(CARLA, *acts))
    assert "Ben, Eva, Hannes: nicht gezeigt" in shown
    assert "Ben zeigt" not in shown


def test_soko_names_its_hands_and_orders_them() -> None:
    """Four in a row beats a pair of aces (rules.md SK-02)."""
    hands = {ANNA: "As" + "AdKhQc9d", BEN: "4h" + "5s6d7cKs"}
    options = BY_ID["soko"].Options(bet=20, top=40)
    state, events = stud("soko", (22, 22), hands, (bring_in(10), raise_to(20), call(10)), options)
    shown = text(scene("soko", (state, events), ANNA, listed=True))
    assert shown[5].startswith("  ★ Ben          4♥  5♠  6♦  7♣  K♠  Vierer-Straße, bis Sieben")
    assert shown[8].startswith("    Anna         A♠  A♦  K♥  D♣  9♦  Ein Paar, Asse")


def common(me: int | None = ANNA) -> Scene:
    """All eight stay in: there are four cards for the seventh street (rules.md ST-09)."""
    options = BY_ID["stud7"].Options(bet=20, top=40)
    acts = (bring_in(10), *(call(10),) * 7, *(CHECK,) * 24)
    dealt = stud("stud7", (600,) * 8, {}, acts, options, HANNES, common="Qh")
    return scene("stud7", dealt, me, listed=True)


def test_a_common_card_is_everybodys_last_one() -> None:
    at = common()
    shown = text(at)
    assert "Gemeinschaftskarte  D♥" in shown[1]
    assert sum(line.count("+ D♥") for line in shown) == 7
    assert shown[19].rstrip().endswith("Gemeinschaftskarte")
    assert "Gemeinschaftskarte  D♥" in joined(more(at, listed=False))
    assert "Gemeinschaftskarte  D♥" in joined(at, 60, 18)
    assert "Gemeinschaftskarte D♥" in log(at)
    assert "Common card" in "\n".join(text(at, words=EN))


# ── drawers, absence, lookers-on ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("drawer", ["log", "chat", "info"])
@pytest.mark.parametrize("size", [(80, 24), (80, 25), (120, 36)])
def test_a_drawer_leaves_the_own_cards_their_row(drawer: Any, size: tuple[int, int]) -> None:
    drawn = text(more(stud8(), drawer=drawer), *size)
    row = {24: 16, 25: 16, 36: 25}[size[1]]
    own = "  A♥  K♥  A♦  9♣  5♣  5♠  Anna  du  Zwei Paare, Asse und Fünfen"
    assert drawn[row].startswith(own)
    assert "Hannes" in drawn[row - 3] + drawn[row - 2]


def test_lookers_on_see_all_eight_in_rows() -> None:
    drawn = text(stud8(None))
    assert [line[2:8].strip() for line in drawn[2:18:2]] == [
        "Anna",
        "Ben",
        "Carla",
        "Dan",
        "Eva",
        "Frédér",
        "Greta",
        "Hannes",
    ]
    assert "A♥" not in "\n".join(drawn)
    assert press(stud8(None), "c") == Explain("Du schaust nur zu.")
