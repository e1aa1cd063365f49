"""Chairs at a table with chips: who is not in the deal and why, and what its keys say (ux 5.6)."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.values import actions, offers
from engine.values.options import OptionSpec
from protocol.messages import CashInfo, ChairInfo
from tests.tui.layouts.betting_deals import (
    CHECK,
    FOLD,
    LAST_RAISE,
    call,
    deal,
    more,
    raise_to,
    rows,
    text,
)
from tests.tui.layouts.cash_tables import as_chair, cash_scene, people, sitting, without_deal
from tests.tui.layouts.drawn import DE, EN, style_at
from tui.canvas.palette import palette
from tui.canvas.scene import Act, Explain, GoOn, Scene
from tui.layouts import cash
from tui.layouts.betting import Betting

ANNA, BEN, EVA, GRETA, INES, JOERG = 0, 1, 4, 6, 8, 9
SEATS = (ANNA, BEN, EVA)
STACKS = (2560, 1920, 1675)
HANDS = {0: "QdTs", 1: "KdKc"}
BOARD = "Qc8h8s5d8d"
TO_FLOP = (call(20), call(10), CHECK)
FLOP = deal("holdem", STACKS, HANDS, BOARD, TO_FLOP, LAST_RAISE, 2)
TO_TURN = (*TO_FLOP, CHECK, raise_to(60), FOLD, call(60))
SHOWDOWN = deal(
    "holdem",
    STACKS,
    HANDS,
    BOARD,
    (*TO_TURN, CHECK, CHECK, raise_to(180), call(180)),
    LAST_RAISE,
    2,
)
ALL_IN = deal("holdem", STACKS, HANDS, BOARD, (*TO_FLOP, raise_to(2540)), LAST_RAISE, 2)
FOLDED = deal("holdem", STACKS, HANDS, BOARD, (*TO_TURN[:5], FOLD, FOLD), LAST_RAISE, 2)


def chairs(**anna: Any) -> tuple[ChairInfo, ...]:
    """Ten chairs of which four are free, two sit out and two have to wait."""
    found = list(people((2560, 1920, None, None, 1675, None, None, None, 980, 905)))
    found[ANNA] = sitting("Anna", 2560, **anna)
    found[GRETA] = replace(sitting("Greta", 1200), here=False)
    found[INES] = sitting("Ines", 980, owes=True)
    found[JOERG] = sitting("Jörg-Peter", 905, wish="rest")
    return tuple(found)


def turn(me: int | None = ANNA, *, anna: dict[str, Any] | None = None, **ui: Any) -> Scene:
    """Anna is to act on the flop."""
    return cash_scene(FLOP, SEATS, chairs(**(anna or {})), me, clock=16, **ui)


def between(dealt: Any = SHOWDOWN, me: int = ANNA, *, anna: Any = None, **how: Any) -> Scene:
    """The deal is over, the next one comes in four seconds."""
    return cash_scene(dealt, SEATS, chairs(**(anna or {})), me, **{"soon": 4, **how})


TURN = """
 Hold'em NL 10/20   Küche · Hand #1284                   6/10 · 24 ms · ? Hilfe
 · frei ·        Eva         D   · frei ·        Greta            · frei ·
                 1.655  ▓▓ ▓▓                    1.200
                                                 nicht da

 · frei ·                           Pot 60                        Ines
                          D     8     8    ┌─ ─┐ ┌─ ─┐            980
                           ♣     ♥     ♠   │   │ │   │            wartet auf BB
                            D     8     8  └─ ─┘ └─ ─┘
 Ben        BB                                                    Jörg-Peter
 1.900  ▓▓ ▓▓               FLOP  ·  3 von 3 dabei                905
                                                                  Pause

   D     10    ▸ Anna  du  2.540  +500 nach der Hand   SB      w  +30 s Reserve
    ♦     ♠    Zwei Paare, Damen und Achten  Kicker 10                     16 s
     D    10   Check kostet nichts · Pot 60
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━


  f Fold    c Check    b Bet …    a All-in 2.540 …

 Bet 1 Min 20  2 ½ Pot 30  3 ⅔ 40  4 Pot 60  5 All-in

 ? Hilfe  t Sätze  l Protokoll  h Rückblick  s Pause  : Befehle  q Verlassen
"""

LISTED = """
    1   Anna       SB  2.540        –  ▸ am Zug       D♦ 10♠
    2   Ben        BB  1.900        –                ▓▓▓ ▓▓▓
    3   · frei ·
    4   · frei ·
    5   Eva        D   1.655        –                ▓▓▓ ▓▓▓
    6   · frei ·
    7   Greta          1.200        –  nicht da
    8   · frei ·
    9   Ines             980        –  wartet auf BB
   10   Jörg-Peter       905        –  Pause
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 Du: Zwei Paare, Damen und Achten · +500 nach der Hand  w  +30 s Reserve   16 s
"""

RESULT = """
  Pot 540: Ben (Full House, Achten über Könige).
  Eva: gefoldet

  Stacks: Anna 2.560 · Ben 1.920 · Eva 1.675 · Greta 1.200 (nicht da) · Ines
  980 (wartet auf BB) · Jörg-Peter 905 (Pause) · 4 frei
────────────────────────────────────────────────────────────────────────────────
  b mit Bots auffüllen    Space weiter  0/4
 Nächste Hand in 4 s
 Space weiter  t Chat  l Protokoll  h Rückblick  ? Hilfe  s Pause  q Verlassen
"""

WAITING = """
  Es fehlt noch jemand. b füllt mit Bots auf.

   1 Anna              2.000  du
   2 frei
   3 frei

  Noch 2 Plätze sind frei. Zwei Spieler genügen.
  Regeln am Tisch: No-Limit · Big Blind 20 · oberer Einsatz 40 · ohne Ante ·
  Raise mindestens um den Big Blind
"""


def block(picture: str) -> list[str]:
    """The lines of a picture."""
    return picture.strip("\n").split("\n")


def test_three_of_ten_chairs_play_at_80() -> None:
    shown = turn(anna={"reserve": 2, "coming": 500})
    assert text(shown) == block(TURN)


def test_the_same_as_a_list() -> None:
    lines = text(turn(anna={"reserve": 2, "coming": 500}, listed=True))
    assert lines[3:15] == block(LISTED)


def test_the_same_at_120_and_for_a_spectator() -> None:
    for me in (ANNA, None):
        drawn = "\n".join(text(turn(me), 120, 36))
        assert drawn.count("· frei ·") == 4
        assert "3 von 3 dabei" in drawn
        assert all(word in drawn for word in ("nicht da", "wartet auf BB", "Pause"))


def test_heads_up_at_a_table_of_ten_in_a_small_window() -> None:
    dealt = deal("holdem", (1920, 1675), {0: "QdTs"}, BOARD, (call(10),), LAST_RAISE, 0)
    found = people((None, 1920, None, None, None, None, None, None, None, 1675))
    lines = text(cash_scene(dealt, (1, 9), found, 1, clock=20), 60, 18)
    # Only who plays is worth a line there.
    assert "▸Jörg-Peter BB     1.655  ●20  denkt …" in "\n".join(lines)
    assert not any("frei" in line for line in lines)
    # The other one sits where ten would put them.
    drawn = text(cash_scene(dealt, (1, 9), found, 1, clock=20))
    assert "2 von 2 dabei" in "\n".join(drawn)
    assert drawn[5].rstrip().endswith("▸Jörg-Peter BB")


# ── one's own chair, out of the deal ───────────────────────────────────────────────────────────


def test_who_sits_out_is_told_how_to_come_back() -> None:
    lines = text(turn(JOERG))
    assert lines[13].strip() == "Jörg-Peter  du  905   Pause"
    assert lines[14].strip().startswith("Du machst Pause. s bringt dich zurück.")
    assert lines[19].strip() == "s weiterspielen"
    assert text(turn(JOERG), words=EN)[14].strip().startswith("You are sitting out.")


def test_who_sits_out_for_the_clock_is_told_so() -> None:
    seen = as_chair(between(), ANNA, wish="rest", slow=True)
    assert "Zweimal war die Zeit um: Du machst Pause." in "\n".join(text(seen))
    assert "Time ran out twice: you are sitting out." in "\n".join(text(seen, words=EN))


def test_who_pauses_is_not_told_that_somebody_is_missing() -> None:
    for words, asked in (
        (DE, "Du machst Pause. s bringt dich zurück."),
        (EN, "You are sitting out. s brings you back."),
    ):
        seen = as_chair(between(soon=None), ANNA, wish="rest")
        waiting = replace(seen, table=replace(seen.table, stage="waiting"))
        drawn = [line.strip() for line in text(waiting, words=words)]
        assert asked in drawn
        assert any("mit Bots" in line or "with bots" in line for line in drawn)


def test_who_waits_for_the_big_blind_can_post_it() -> None:
    lines = text(turn(INES))
    assert "Du wartest auf den Big Blind, g setzt ihn gleich." in lines[14]
    assert lines[19].strip() == "g Blinds gleich setzen"
    posting = as_chair(turn(INES), INES, posting=True)
    lines = text(posting)
    assert "Du setzt gleich, was du schuldest, g wartet doch." in lines[14]
    assert lines[19].strip() == "g auf den Big Blind warten"


def test_before_the_first_deal_nobody_owes_anything() -> None:
    scene = without_deal((sitting("Anna", 2000, owes=True), sitting("Ben", 900, owes=True)), 0)
    assert cash.state(scene.table, 0) == "in"
    assert "cash.post" not in {button.id for button in cash.buttons(scene, DE)}


def test_no_chips_left() -> None:
    broke = {"stack": 0, "buy": (800, 2000)}
    for scene in (
        as_chair(between(purse=8_000), ANNA, **broke),
        as_chair(turn(GRETA, purse=8_000), GRETA, **broke),
    ):
        drawn = "\n".join(text(scene))
        assert "Keine Chips mehr. Enter kauft 2.000 nach, s Pause, q verlassen." in drawn
        assert "Enter 2.000 nachkaufen" in drawn
    # What one has is all that can be bought, and less than the least is nothing.
    some = as_chair(between(purse=1_234), ANNA, **broke)
    assert cash.again(some) == 1_234
    none = as_chair(between(purse=300), ANNA, **broke)
    assert cash.again(none) == 0
    assert "Keine Chips, Guthaben 300. Auffüllen: p in der Lobby." in "\n".join(text(none))
    assert "cash.again" not in {button.id for button in cash.buttons(none, DE)}


def test_who_sits_out_without_chips_is_not_told_that_s_sits_out() -> None:
    broke = {"stack": 0, "buy": (800, 2000), "wish": "rest"}
    drawn = "\n".join(text(as_chair(between(purse=8_000), ANNA, **broke)))
    assert "Pause, keine Chips mehr. Enter kauft 2.000 nach, q verlassen." in drawn
    assert "s Pause" not in drawn
    assert "s weiterspielen" in drawn


def test_all_in_is_not_broke() -> None:
    # The chair keeps the stack that the deal began with until its end.
    assert not cash.broke(turn().table)
    coming = as_chair(between(), ANNA, stack=0, coming=400)
    assert not cash.broke(coming.table)


def test_a_pause_after_the_hand_is_said_beside_the_hand() -> None:
    scene = turn(anna={"wish": "rest"})
    assert "danach Pause" in text(scene)[13]
    assert "danach Pause" in text(more(scene, listed=True))[14]
    # Who has folded, and goes or sits out, is gone as far as the others can tell.
    folded = cash_scene(
        deal("holdem", STACKS, HANDS, BOARD, TO_TURN, LAST_RAISE, 2), SEATS, chairs(), ANNA
    )
    assert text(folded)[3].split()[0] == "Fold"
    assert text(as_chair(folded, EVA, wish="leave"))[3].split()[0] == "geht"


# ── the time reserve ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("reserve", "me", "offered"), [(2, ANNA, True), (0, ANNA, False), (2, BEN, False)]
)
def test_more_time_is_offered_on_ones_turn(reserve: int, me: int, *, offered: bool) -> None:
    scene = as_chair(turn(me), me, reserve=reserve)
    assert (cash.reserve_button(scene, DE) is not None) == offered
    unhurried = replace(scene, table=replace(scene.table, clock=None))
    assert cash.reserve_button(unhurried, DE) is None


# ── between two deals ──────────────────────────────────────────────────────────────────────────


def test_after_a_deal_everybodys_chips_and_the_next_one() -> None:
    lines = text(between())
    assert lines[15:] == block(RESULT)
    # The bar runs down to the next deal.
    colours = palette("true")
    bar = [style_at(rows(between()), 20, x).fg for x in range(80)]
    assert bar.count(colours.muted.fg) == round(80 * 4 / 6)


def test_space_makes_it_sooner_for_whoever_plays() -> None:
    assert Betting().press(between(), "space", DE) == GoOn()
    said = Betting().press(between(me=JOERG), "space", DE)
    assert said == Explain("Du machst Pause. s bringt dich zurück.")
    waiting = between(stage="waiting", soon=None)
    missing = Explain("Es fehlt noch jemand. b füllt mit Bots auf.")
    assert Betting().press(waiting, "space", DE) == missing
    # The result stays where it is while somebody is missing.
    assert "beste Hand" in "\n".join(text(waiting))
    assert "b mit Bots auffüllen" in "\n".join(text(waiting))


def test_a_won_hand_may_be_shown_after_the_deal() -> None:
    scene = between(FOLDED, BEN, offers=(offers.Show(),))
    assert Betting().press(scene, "k", DE) == Act(actions.Show())
    assert "k zeigen" in "\n".join(text(scene))
    assert Betting().press(between(FOLDED, BEN), "k", DE) is None


def test_a_shown_hand_is_seen_by_the_others() -> None:
    scene = between(FOLDED, ANNA)
    assert scene.table.view is not None
    own = between(FOLDED, BEN).table.view
    assert own is not None
    zone = own.zone(f"hand.{BEN}")
    zones = tuple(
        zone if one.id == f"hand.{BEN}" and zone else one for one in scene.table.view.zones
    )
    shown = replace(scene, table=replace(scene.table, view=replace(scene.table.view, zones=zones)))
    assert "Ben zeigt" not in "\n".join(text(scene))
    assert "Ben zeigt K♦ K♣" in "\n".join(text(shown))


def test_waiting_for_a_second_player() -> None:
    scene = without_deal(people((2000, None, None)), ANNA)
    assert text(scene)[2:11] == block(WAITING)
    assert text(scene, words=EN)[2].strip().startswith("Somebody is still missing.")
    watched = without_deal(people((2000, None, None)), None)
    assert text(watched)[2].strip() == "Es fehlt noch jemand."


def test_a_newcomer_is_called_by_name_in_a_chair_that_was_free_in_the_deal() -> None:
    scene = turn()
    players = tuple(chair.name for chair in scene.table.chairs)
    newcomer = (*scene.table.chairs[:2], sitting("Zoë", 900), *scene.table.chairs[3:])
    later = replace(scene, players=players, table=replace(scene.table, chairs=newcomer))
    assert "Zoë" in "\n".join(text(later))


# ── leaving, and the table's own page ──────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        (turn, "cash.leave.hand"),
        # All-in one is not folded, whatever the dialog said.
        (lambda: cash_scene(ALL_IN, SEATS, chairs(), ANNA), "cash.leave.all_in"),
        (lambda: turn(JOERG), "cash.leave.between"),
        (between, "cash.leave.between"),
        (lambda: as_chair(between(), ANNA, stack=0), "cash.leave.nothing"),
    ],
)
def test_what_becomes_of_chips_by_leaving(scene: Callable[[], Scene], said: str) -> None:
    table = scene().table
    assert table.me is not None
    facts = {"chips": DE.number(cash.stack(table, table.me) or 0)}
    assert cash.leaving(table, DE) == DE(said, **facts)


def test_the_info_page_tells_stacks_and_only_rules_that_matter() -> None:
    specs = (OptionSpec("top", "number", 20, lo=1, only={"structure": ("split", "spread")}),)
    scene = replace(turn(anna={"coming": 500}, drawer="info"), specs=specs)
    pages = (text(more(scene, scroll=scroll))[17:22] for scroll in range(9))
    lines = "\n".join(line for page in pages for line in page)
    assert "Obergrenze" not in lines
    assert "Einkauf: 800–2.000" in lines
    assert "Anna (2.540, du, +500 nach der Hand)" in lines
    assert "Jörg-Peter (905, Pause)" in lines
    # Nobody is waited for there.
    assert "Geduld" not in lines


def test_chairs_without_chips_are_no_cash_table() -> None:
    assert not cash.is_cash(replace(turn().table, buy_in=None, chairs=(ChairInfo("person", "A"),)))
    assert cash.own(turn(None).table) is None
    assert cash.own(turn().table) == CashInfo(2560)
