"""Every state that a running betting deal can be in, as words on the screen."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.games.betting.state import Options
from engine.values.actions import Action
from protocol.messages import ChairInfo, Said
from tests.tui.layouts.betting_deals import (
    ANNA,
    BEN,
    CHECK,
    DAN,
    EVA,
    FOLD,
    NAMES,
    call,
    deal,
    holdem10,
    more,
    omaha10,
    raise_to,
    rows,
    scene,
    text,
)
from tests.tui.layouts.drawn import DE, EN, style_at
from tests.tui.resting import absent, ballot
from tui.canvas.palette import palette
from tui.canvas.plans import planned
from tui.canvas.scene import Amount, Scene

BOARD = "2c7h9sTs3c"


def begun(
    players: int, *acts: Action, me: int | None = ANNA, game: str = "holdem", **options: Any
) -> Scene:
    dealt = deal(game, (1000,) * players, {ANNA: "AcAd"}, BOARD, acts, Options(**options))
    return scene(game, dealt, me)


# ── seats ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("size", [(80, 24), (80, 30), (120, 36), (110, 24)])
def test_everybody_has_a_place_and_nobody_sits_on_another(
    players: int, size: tuple[int, int]
) -> None:
    drawn = "\n".join(text(begun(players), *size))
    for name in NAMES[:players]:
        assert drawn.count(name) >= 1, name
    upper = text(begun(players), 80, 24)[:13]
    assert sum(line.count("▓▓ ▓▓") for line in upper) == players - 1


def test_clockwise_from_the_viewers_left() -> None:
    """Three others: at the left, in front, at the right."""
    drawn = text(begun(4))
    assert drawn[5].startswith(" Ben")
    assert drawn[1][33:].startswith("Carla")
    assert drawn[5][66:].startswith("Dan")
    as_ben = text(begun(4, me=BEN))
    assert as_ben[5].startswith(" Carla")
    assert as_ben[5][66:].startswith("Anna")


def test_whose_turn_it_is() -> None:
    drawn = rows(begun(4))  # blinds are Ben and Carla: Dan begins
    line = "".join(run.text for run in drawn[5])
    assert line[65:].startswith("▸Dan")
    assert style_at(drawn, 5, 66).bg == palette("true").turn.bg
    assert "denkt …" in "".join(run.text for run in drawn[7])
    assert text(begun(4))[15] == "     A     A   Dan ist dran."


def test_heads_up_the_button_posts_the_small_blind() -> None:
    drawn = text(begun(2))
    assert drawn[13].rstrip() == "   A     A     ▸ Anna  du  995   Einsatz 5   D·SB"
    assert drawn[1].rstrip().endswith("Ben        BB")


def test_a_seat_whose_player_is_missing_says_so() -> None:
    at = begun(3)
    chairs = (at.table.chairs[0], ChairInfo("person", "Ben", here=False), at.table.chairs[2])
    drawn = text(replace(at, table=replace(at.table, chairs=chairs)))
    assert any("nicht da" in line for line in drawn[:4])


@pytest.mark.parametrize(
    ("chips", "shown"),
    [
        (999_999, "999.999"),
        (9_999_999, "9.999.999"),
        (12_345_678, "12,3 M"),
        (10_000_000, "10,0 M"),
    ],
)
def test_large_stacks_are_shortened(chips: int, shown: str) -> None:
    dealt = deal("holdem", (1000, 1000, 1000, chips), {}, BOARD, [])
    assert f" {shown} " in text(scene("holdem", dealt, me=0))[6] + " "


def test_large_bets_stay_beside_the_word_that_made_them() -> None:
    dealt = deal("holdem", (4 * 10**6,) * 4, {}, BOARD, [raise_to(3_456_789)])
    assert text(scene("holdem", dealt))[7].rstrip().endswith(" Raise  ●3,4 M")


# ── pots and streets ───────────────────────────────────────────────────────────────────────────


def test_side_pots_are_listed_between_the_seats() -> None:
    """Three all-in for different amounts on the flop, two still playing."""
    acts = (*(call(10),) * 3, call(5), CHECK)
    bets = (raise_to(40), raise_to(90), raise_to(200), raise_to(400), call(400))
    stacks = (1000, 50, 100, 210, 1000)
    dealt = deal("holdem", stacks, {}, BOARD, (*acts, *bets))
    drawn = text(scene("holdem", dealt))
    assert "TURN  ·  5 von 5 dabei" in drawn[10]
    assert "Haupt 250 · Seite 200 · Seite 330 · Seite 400" in drawn[11]
    assert "Pot 1.180" in drawn[5]


def test_too_many_side_pots_are_summed_up() -> None:
    acts = (*(call(10),) * 4, call(5), CHECK)
    bets = (raise_to(1040), raise_to(2090), raise_to(3200), raise_to(4400), call(4400), FOLD)
    stacks = (10**6, 1050, 2100, 3210, 10**6, 10**6)
    dealt = deal("holdem", stacks, {}, BOARD, (*acts, *bets))
    line = text(scene("holdem", dealt))[11]
    assert "Haupt 5.260 · 3 Nebenpots" in line


def test_preflop_there_is_no_pot_but_bets() -> None:
    drawn = text(begun(3))
    assert "Pot 15" in drawn[5]
    assert "PREFLOP  ·  3 von 3 dabei" in drawn[10]
    assert "Hauptpot" not in drawn[11]


def test_the_count_of_bets_is_shown_where_it_has_an_end() -> None:
    drawn = text(begun(3, raise_to(20), structure="split"))
    assert "3 von 3 dabei  ·  Einsätze 2/4" in drawn[10]


@pytest.mark.parametrize(
    ("options", "game", "title"),
    [
        ({}, "holdem", "Hold'em NL 5/10"),
        ({"structure": "pot"}, "omaha", "Omaha PL 5/10"),
        ({"structure": "split", "bet": 5, "top": 10}, "omaha_hilo", "Omaha Hi/Lo Limit 5/10"),
        ({"structure": "spread", "bet": 10, "top": 50}, "holdem", "Hold'em Spread 10–50"),
        ({"bet": 1}, "holdem", "Hold'em NL 1/1"),
    ],
)
def test_the_title_says_what_is_played_for(options: Any, game: str, title: str) -> None:
    assert text(begun(3, game=game, **options))[0].startswith(f" {title}   Küche · Hand #1284")


# ── the viewer ─────────────────────────────────────────────────────────────────────────────────


def test_a_free_check() -> None:
    at = begun(2, call(5), me=BEN)
    drawn = text(at)
    assert drawn[15].strip().endswith("Check kostet nichts · Pot 20")
    assert drawn[19].startswith("  f Fold    c Check    r Raise …")


def test_a_short_call_counts_only_what_it_can_win() -> None:
    """Ben has 290 of the 490 that a call would cost: of Anna's 500 he can win 300."""
    dealt = deal("holdem", (1000, 300), {}, BOARD, [raise_to(500)])
    drawn = text(scene("holdem", dealt, BEN))
    assert "Call 290 bei Pot 310 · nötig 48 % Gewinnchance" in drawn[15]


def test_folded_cards_are_dead_and_all_in_is_said() -> None:
    colours = palette("true")
    folded = rows(holdem10(DAN))
    assert style_at(folded, 13, 3).bg == colours.faces["dead"].bg
    assert style_at(folded, 13, 40).bg == colours.back.bg
    drawn = text(holdem10(6))
    assert "Greta  du  0   Einsatz 440   All-in" in drawn[13]
    assert drawn[19] == " Du bist all-in."


@pytest.mark.parametrize(
    ("hand", "board", "high", "low"),
    [
        ("AhQd5d2c", "4c8h3s", "High Ass hoch, D 8 4 3", "Low 8 4 3 2 A  mit  A♥ 2♣"),
        ("AhQd4d2c", "Qc8h3s", "High Paar Damen, A 8 3", "Low noch offen"),
        ("KhKdJdTc", "4c8h3s", "High Paar Könige, 8 4 3", "Low keines mit zwei eigenen"),
        ("KhKdJdTc", "QcQh3s", "High Zwei Paare, K und D", "Low noch offen"),
        ("KhKdJdTc", "QcQh9s", "High Zwei Paare, K und D", "Low keines mehr möglich"),
    ],
)
def test_high_and_low_of_omaha(hand: str, board: str, high: str, low: str) -> None:
    """Two own cards and three of the board, for each half anew (rules.md C.10)."""
    dealt = deal("omaha_hilo", (500, 500), {ANNA: hand}, board + "2h2s", [call(5), CHECK, CHECK])
    drawn = text(scene("omaha_hilo", dealt))
    assert high in drawn[14]
    assert low in drawn[15]


def test_omaha_before_the_flop_and_without_low() -> None:
    dealt = deal("omaha", (500, 500), {ANNA: "AhAdAs2c"}, "Kc8h3s2h2s", [])
    drawn = text(scene("omaha", dealt))
    assert "Paar Asse" in drawn[14]  # two of the three aces can be played
    assert "Call 5 bei Pot 15 · nötig 25 % Gewinnchance" in drawn[15]


# ── what surrounds the table ───────────────────────────────────────────────────────────────────


def test_answers_and_what_is_on_its_way_stand_before_the_footer() -> None:
    at = holdem10()
    assert text(more(at, message="Erst die Karten."))[22] == " ! Erst die Karten."
    assert text(more(at, pending=True))[22] == " … ist unterwegs"
    said = replace(at, said=(Said("t1", "Ben", 1, text="uiui"),))
    assert text(said)[22] == " Ben uiui"


def test_a_pause_says_why_and_what_can_be_voted() -> None:
    at = holdem10(EVA)
    pause = absent(ANNA, vote=ballot(asked=(1, 2, 3, 4)))
    drawn = text(replace(at, table=replace(at.table, pause=pause, offers=())))
    assert drawn[17].startswith(" Anna ist weg")
    assert "w warten 0/4" in drawn[20]
    assert "Vorauswahl" not in "".join(drawn)


def test_waiting_and_broken_tables() -> None:
    at = holdem10()
    waiting = replace(at, table=replace(at.table, view=None, stage="waiting", number=0))
    drawn = text(waiting)
    assert "Dieser Tisch wartet auf Spieler" in drawn[2]
    assert drawn[14].startswith("  Regeln am Tisch: No-Limit · Big Blind 20 · oberer Einsatz 40")
    broken = replace(at, table=replace(at.table, stage="broken"))
    assert any("hat einen Fehler" in line for line in text(broken))


def test_the_log_in_a_drawer_leaves_the_keys_alone() -> None:
    drawn = text(more(holdem10(clock=16), drawer="log"))
    assert drawn[16].startswith("── Protokoll")
    assert "Greta geht all-in mit 440" in "\n".join(drawn[17:22])
    assert drawn[22].startswith(" f Fold   c Call 380   r Raise …   a All-in 2.480 …")
    assert drawn[22].endswith("16 s")


def test_spectators_see_the_table_without_hands() -> None:
    drawn = text(holdem10(None, clock=16))
    assert drawn[0].startswith(" ZUSCHAUER  Hold'em NL 10/20 · Küche · Hand #1284")
    assert drawn[13][32:].startswith("▸Anna")
    assert drawn[14][33:].rstrip() == "2.480  ▓▓ ▓▓"
    assert drawn[15][33:].rstrip() == "denkt …   ●60"
    assert drawn[19] == " Handkarten siehst du erst beim Showdown."


def test_english() -> None:
    drawn = text(holdem10(clock=16), words=EN)
    assert drawn[0].startswith(" Hold'em NL 10/20   Küche · Deal #1284")
    assert drawn[10].strip().endswith("1,300")
    assert "FLOP  ·  4 of 10 in" in drawn[10]
    assert "Two pair, queens and eights  kicker 10" in drawn[14]
    assert "Call 380 into pot 870 · needs 30% to win" in drawn[15]
    assert drawn[17] == " Ben calls 60  ·  Eva raises to 180  ·  Greta goes all-in with 440"
    field = text(holdem10(clock=16, amount=Amount(1065)), words=EN)
    assert field[19] == " Raise to  1,065 ▏  = ½ pot   adds 1,005 · leaves 1,475 · 700–2,540"


# ── small windows ──────────────────────────────────────────────────────────────────────────────


def test_the_list_of_a_small_window() -> None:
    drawn = text(holdem10(clock=16), 60, 18)
    assert drawn[4] == "  D♦ 10♠  Zwei Paare, Damen und Achten"
    assert drawn[6] == " Flop   D♣  8♥  8♠   Pot 870"
    assert [line.split() for line in drawn[7:10]] == [
        ["Ben", "1.840", "●60", "Call"],
        ["Eva", "1.475", "●180", "Raise"],
        ["Greta", "0", "●440", "All-in"],
    ]
    assert drawn[13] == " Call 380 bei Pot 870 · nötig 30 % Gewinnchance        16 s"
    assert drawn[14] == "  f Fold    c Call 380    r Raise …    a All-in 2.480 …"


def test_choices_before_the_turn_have_their_marks_in_a_small_window() -> None:
    """Without them a choice looked like an action, and nothing but a colour said it was made."""
    seen = begun(3, me=BEN)
    plan = planned(call(5), seen.table)
    assert text(seen, 60, 18)[14] == "  f [ ] Fold    c [ ] Call 5"
    assert text(more(seen, planned=plan), 60, 18)[14] == "  f [ ] Fold    c [x] Call 5"


def test_a_question_of_two_rows_in_a_small_window_says_which_key_is_meant() -> None:
    asked = DE("betting.confirm.call", price="1.980")
    drawn = text(holdem10(clock=16, message=asked), 60, 18)
    assert drawn[13] == " ! Call 1.980 ist mindestens dein halber Stack: noch   16 s"
    assert drawn[16] == "   einmal c oder Enter."


def test_open_cards_are_seen_in_a_small_window() -> None:
    acts = (raise_to(1000), call(995), FOLD)
    dealt = deal("holdem", (1000,) * 3, {ANNA: "AcAd", BEN: "KdKc"}, BOARD, acts)
    drawn = "\n".join(text(scene("holdem", dealt, ANNA, revealed=1), 60, 18))
    assert "All-in   K♦  K♣" in drawn


def test_badge_and_stack_stay_apart_heads_up() -> None:
    """The button that posts a blind is marked with both, left of a stack of five cells."""
    dealt = deal("holdem", (8000, 2000), {ANNA: "AcAd"}, BOARD, ())
    listed = text(scene("holdem", dealt, BEN, listed=True))
    assert listed[2] == "  Platz Spieler            Stack  Einsatz  Aktion        Karten"
    assert listed[3] == "    1   Anna       D·SB    7.995        5  ▸ am Zug      ▓▓▓ ▓▓▓"
    small = text(scene("holdem", dealt, BEN), 60, 18)
    assert small[7] == " ▸Anna       D·SB   7.995  ●5  denkt …"


def test_ten_players_in_a_small_window() -> None:
    drawn = text(begun(10), 60, 18)
    everything = " ".join(drawn)
    assert all(name in everything for name in NAMES)


def test_omaha_in_a_small_window() -> None:
    drawn = text(omaha10(clock=16), 60, 18)
    assert drawn[4].startswith("  A♥  D♦  4♦  2♣  Ein Paar, Damen · Low 8 5 3 2 A")


def test_a_window_too_small_for_the_list_keeps_turn_and_keys() -> None:
    drawn = text(holdem10(clock=16), 40, 10)
    assert "Fenster zu klein" in drawn[0]
    assert "Call 380" in drawn[1]
    assert "f Fold" in drawn[2]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 30), (110, 33), (120, 36)])
def test_nothing_of_the_list_stands_among_the_buttons(width: int, height: int) -> None:
    """What happened last has a row of its own, whatever there is room for."""
    lines = [line[:80].rstrip() for line in text(holdem10(listed=True), width, height)]
    said = " Ben callt 60  ·  Eva erhöht auf 180  ·  Greta geht all-in mit 440"
    at = lines.index(said)
    assert lines[at - 1].startswith(" Call 380 bei Pot 870")
    assert "  f Fold    c Call 380    r Raise …    a All-in 2.480 …" in lines[at + 1 :]
