"""The result of a deal on the screen: the picture of ux 5.11, and what rules.md D says of others.

The wireframe is copied. A light card's blank cell `░` is a blank here. Words are those of ux 0
("Zwei Paare", `h Rückblick`, "Verlassen"); a foul has no names, but the reason; rows are in the
order in which they are read; the sentence says who pays whom, the button who is ready.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.values.actions import Declare, Surrender
from engine.values.cards import cards
from protocol.messages import ChairInfo, Clock, PointsInfo
from tests.engine.games.chinese_table import Table
from tests.tui.layouts.drawn import style_at
from tests.tui.layouts.rows_deals import (
    ANNA,
    BEN,
    CARLA,
    CP_ANNA,
    CP_BEN,
    DAN,
    PICTURE,
    closed,
    opened,
    picture,
    pineapple,
    scene,
)
from tests.tui.layouts.rows_drawn import DE, EN, drawn, figures, text
from tui.canvas.palette import palette
from tui.canvas.scene import Explain, GoOn, Point, Scene
from tui.layouts import rows
from tui.layouts.rows.seen import chosen

PICTURE_80 = """
 Chinese Poker   Runde 3/10 · Ergebnis                    4/4 · 24 ms · ? Hilfe
              1 Vorne          2 Mitte                  3 Hinten
 Anna         ░A♣ ░D♦ ░5♥      ░K♠ ░K♦ ░9♣ ░9♥ ░3♠      ░8♠ ░8♥ ░8♦ ░4♣ ░4♦
              A D 5            Zwei Paare K 9           Full House 8
 Ben          ░6♠ ░6♦ ░K♣      ░D♠ ░D♣ ░7♦ ░7♣ ░2♠      ░B♥ 10♥ ░6♥ ░3♥ ░2♥
              Paar 6           Zwei Paare D 7           Flush B
 Carla        ░K♥ ░B♠ ░9♦      ░A♥ ░A♠ ░B♦ 10♦ ░2♣      ░7♠ ░6♣ ░5♠ ░4♥ ░3♦
              K B 9            Paar A                   Straße 7
 Dan          10♠ 10♣ ░2♦      ░9♠ ░8♣ ░7♥ ░5♦ ░4♠      ░A♦ ░D♥ ░B♣ ░5♣ ░3♣
              ✗ verlegt  Vorne schlägt die Mitte

  gegen             Vorne     Mitte    Hinten     Scoop    Prämie     Summe
  Ben                  −1        +1        +1         ·         ·        +1
  Carla                +1        +1        +1        +3         ·        +6
  Dan  ✗ verlegt       +1        +1        +1        +3         ·        +6
 ──────────────────────────────────────────────────────────────────────────────
  Anna                                                                  +13

  Alle      Anna   +13       Ben    +11       Carla   −6       Dan    −18
            gesamt +21       gesamt  +4       gesamt  −3       gesamt −22

  Summe immer 0. Carla zahlt Anna 6: alle drei Reihen +3, Scoop +3.
  Space nächste Runde 0/4  8 s    ← → andere Spieler    h Rückblick
 Space weiter  ← → Sicht wechseln  t Chat  l Protokoll  ? Hilfe  q Verlassen
"""


def expected(text: str) -> list[str]:
    return [line.replace("░", " ").rstrip() for line in text.splitlines()[1:]]


def test_the_picture() -> None:
    assert text(picture()) == expected(PICTURE_80)


def test_gains_and_losses_have_colours_and_the_viewer_has_gold() -> None:
    made, colours = drawn(picture()), palette("true")
    assert style_at(made, 2, 1).fg == colours.accent.fg
    assert style_at(made, 2, 1).bg == colours.turn.bg
    assert style_at(made, 12, 23).fg == colours.bad.fg  # −1
    assert style_at(made, 12, 33).fg == colours.good.fg  # +1
    assert style_at(made, 14, 2).fg == colours.bad.fg  # Dan


def test_another_player_s_side() -> None:
    lines = text(picture(cursor=BEN))
    assert lines[4].startswith("▸Ben")
    assert figures(lines, "Anna") == ["+1", "−1", "−1", "·", "·", "−1"]
    assert figures(lines, "Carla") == ["+1", "+1", "+1", "+3", "·", "+6"]
    assert lines[16].split() == ["Ben", "+11"]
    assert lines[21].endswith("Carla zahlt Ben 6: alle drei Reihen +3, Scoop +3.")


def test_the_wide_table_has_bigger_cards_the_standing_and_the_log() -> None:
    lines = text(picture(), (120, 36))
    assert sum("│ Anna " in line and "+21 │" in line for line in lines) == 1
    assert any("3 von 10 Runden gespielt" in line for line in lines)
    assert any("Carla zahlt Ben 6" in line for line in lines)
    assert lines[3].startswith("   A     D     5       K     K     9     9     3")
    assert figures([line[:84] for line in lines], "Dan")[-1] == "+6"


def test_the_list_for_small_windows_says_the_same() -> None:
    lines = text(picture(), (60, 18))
    shown = "\n".join(lines)
    for line in (
        "▸Anna          +13  A D 5 / Zwei Paare K 9 / Full House 8",
        "  Dan           −18  ✗ verlegt",
        "gegen Ben +1: Vorne −1, Mitte +1, Hinten +1",
        "gegen Dan +6: Vorne +1, Mitte +1, Hinten +1, Scoop +3",
        "gesamt: Anna +21 · Ben +4 · Carla −3 · Dan −22",
        "Carla zahlt Anna 6: alle drei Reihen +3, Scoop +3.",
        "Space nächste Runde 0/4  8 s",
    ):
        assert line in shown


# ── the vectors of rules.md D ──────────────────────────────────────────────────────────────────

FOUL = "3c 3d Qs | Ac Kd Jh 8s 2c | Td Th 7s 6c 4d"
DRAGON = "2c 3d 4h 5s 6c 7s 8h 9s Td Jd Qh Ks Ac"
PAIRS = "2d 2h 5c 5d 7c 7d 9c 9d Jc Jh Kc Kd Ad"
FLUSHES = "2s 3s 4s 6h 7h 8h Th Ah 3c 4c 8c Tc Qc"

VECTORS = [
    # id, rows, options, what the first has of the second, the sentence's reasons
    ("CP-01", (CP_ANNA, CP_BEN), {}, "−1 +1 +1 · · +1", "Vorne −1, Mitte +1, Hinten +1"),
    (
        "CP-01 2-4",
        (CP_ANNA, CP_BEN),
        {"scoring": "2-4"},
        "−1 +1 +1 +1 · +2",
        "Vorne −1, Mitte +1, Hinten +1, 2-4 +1",
    ),
    (
        "CP-02",
        (
            "Ah As 3d | Jc Js Jd 5s 8c | 9s 9d Ts Td Tc",
            "6s 6d Kc | Qs Qc 7d 7c 2s | Jh Th 6h 3h 2h",
        ),
        {},
        "+1 +1 +1 +3 · +6",
        "alle drei Reihen +3, Scoop +3",
    ),
    (
        "CP-12",
        ("2s 5c 7d | Qc Qd 5d 5h 3s | 9c 9d 9h 9s 2d", FOUL),
        {"royalties": "usual"},
        "+1 +1 +4 +3 inkl. +9",
        "verlegt, Vorne +1, Mitte +1, Hinten +4 (Vierling), Scoop +3",
    ),
    (
        "CP-12 without",
        ("2s 5c 7d | Qc Qd 5d 5h 3s | 9c 9d 9h 9s 2d", FOUL),
        {},
        "+1 +1 +1 +3 · +6",
        "verlegt, alle drei Reihen +3, Scoop +3",
    ),
    (
        "CP-12 2-4",
        ("2s 5c 7d | Qc Qd 5d 5h 3s | 9c 9d 9h 9s 2d", FOUL),
        {"royalties": "usual", "scoring": "2-4"},
        "+1 +1 +4 +1 inkl. +7",
        "verlegt, Vorne +1, Mitte +1, Hinten +4 (Vierling), 2-4 +1",
    ),
    (
        "CP-13",
        (FOUL, "4s 4h Ts | As Ks Js 8c 2h | Jc Jd 7c 6h 6s"),
        {"royalties": "usual"},
        "· · · · · ·",
        "beide haben verlegt",
    ),
    (
        "CP-14",
        (
            "5c 5d 5h | 6c 7d 8h 9s Tc | Ah Kh Jh 9h 2h",
            "3c 3d 3h | 6s 7c 8d 9c Td | Ad Kd Jd 9d 2d",
        ),
        {"royalties": "usual"},
        "+3 · · · inkl. +3",
        "Vorne +3 (Drilling)",
    ),
    (
        "CP-16",
        (
            "2c 3d 4s | 5h 6h 7h 8h 9h | 9s Ts Js Qs Ks",
            "2s 3h 5d | 6c 6d 6s 8s 8c | Kc Kd Kh Tc Td",
        ),
        {"royalties": "usual"},
        "−1 +9 +5 · inkl. +13",
        "Vorne −1, Mitte +9 (Straight Flush), Hinten +5 (Straight Flush)",
    ),
    (
        "CP-17",
        (
            "Kd Qd 7d | As 2h 3c 4c 5c | Tc Td Th Ts 2s",
            "2d 4d 9d | Ac Ad Ah 3s 5s | 6s 6h 6c 6d Kc",
        ),
        {"royalties": "usual"},
        "+1 +1 +4 +3 inkl. +9",
        "Vorne +1, Mitte +1, Hinten +4 (Vierling), Scoop +3",
    ),
]


def said(table: Table, me: int = ANNA) -> tuple[list[str], str]:
    """The figures against Ben (or Anna), and all sentences in one line."""
    lines = text(scene(table, me))
    return figures(lines, "Ben" if me == ANNA else "Anna"), " ".join(" ".join(lines).split())


@pytest.mark.parametrize(
    ("boards", "options", "points", "why"), [pytest.param(*v[1:], id=v[0]) for v in VECTORS]
)
def test_closed_vectors(boards: Any, options: Any, points: str, why: str) -> None:
    found, sentences = said(closed(boards, **options))
    assert found == points.split()
    total = points.rsplit(maxsplit=1)[-1]
    if total == "·":
        assert f"Anna und Ben zahlen einander nichts: {why}." in sentences
    else:
        assert f"Ben zahlt Anna {total[1:]}: {why}." in sentences
    turned, _ = said(closed(boards, **options), BEN)
    sign = {"+": "−", "−": "+"}
    assert turned == [sign.get(one[0], one[0]) + one[1:] for one in found]


EIGHTS, NINES = "8c 8d 7s 5s 3s", "9h 9s 7s 5s 2s"


@pytest.mark.parametrize(
    ("front", "middle", "points"),
    [
        # CP-22: 3–0, 2–1, 2–0–1, 1–0–2, 1–1–1
        ("Js 9h 3d", EIGHTS, "+1 +1 +1 +1 · +4"),
        ("As 9h 3d", EIGHTS, "−1 +1 +1 +1 · +2"),
        ("Kd Qs 2c", EIGHTS, "· +1 +1 +1 · +3"),
        ("Kd Qs 2c", NINES, "· · +1 · · +1"),
        ("As Js 3d", NINES, "−1 · +1 · · ·"),
    ],
)
def test_cp_22_two_four_scoring(front: str, middle: str, points: str) -> None:
    one = "Kc Qc 2d | 9c 9d 7h 5h 2h | Tc Td Th 6s 4s"
    found, _ = said(closed((one, f"{front} | {middle} | Qd Qh 6d 4d 3h"), scoring="2-4"))
    assert found == points.split()


def test_cp_20_special_hands() -> None:
    table = closed(
        (Declare("dragon"), Declare("six_pairs")), {ANNA: DRAGON, BEN: PAIRS}, special_hands=True
    )
    found, sentences = said(table)
    assert found == ["·", "·", "·", "+13", "·", "+13"]
    assert "Ben zahlt Anna 13: Sonderhand Drache." in sentences
    assert "★ Drache 13 von jedem" in sentences
    assert "Extra" in sentences
    table = closed(
        (Declare("three_flushes"), Declare("six_pairs")),
        {ANNA: FLUSHES, BEN: PAIRS},
        special_hands=True,
    )
    found, sentences = said(table)
    assert found[-1] == "·"
    assert "Anna und Ben zahlen einander nichts: beide haben eine Sonderhand." in sentences


def test_what_special_hands_and_giving_up_cost_against_each_other() -> None:
    dragons = {
        ANNA: "AcKcQcJcTs9d8d7c6c5c4c3c2h",
        BEN: "AdKdQdJdTd9c8c7d6d5d4d3d2d",
    }
    choices = (Declare("dragon"), Declare("dragon"), Surrender(3))
    table = closed(choices, dragons, special_hands=True, surrender=3)
    lines = [" ".join(line.split()) for line in text(scene(table))]
    assert "Anna und Ben zahlen einander nichts: beide haben eine Sonderhand." in lines
    # Neither of them has 13 of everybody, and to them it was not the price that was paid.
    assert lines.count("★ Drache zählt 13") == 2
    assert "✗ aufgegeben Preis 3" in lines


def test_cp_21_who_surrenders_pays_everybody() -> None:
    table = closed((Surrender(3), *PICTURE[1:]), surrender=3)
    lines = text(scene(table))
    for name in ("Ben", "Carla", "Dan"):
        assert figures(lines, name) == ["·", "·", "·", "−3", "·", "−3"]
    assert lines[16].split() == ["Anna", "✗", "aufgegeben", "−9"]
    assert "✗ aufgegeben  zahlt jedem 3" in lines[3]
    others = text(scene(table, BEN))
    assert figures(others, "Anna")[-1] == "+3"
    assert figures(others, "Carla") == ["+1", "+1", "+1", "+3", "·", "+6"]
    # Nobody learns what was given up, but its owner.
    assert "♣" in lines[2]
    mine = next(line for line in others if line.startswith(" Anna"))
    assert mine.split() == ["Anna", *["▓▓▓"] * 13]


def test_at_a_full_table_a_long_sentence_has_a_second_line() -> None:
    boards = (
        "2s 5c 7d | Qc Qd 5d 5h 3s | 9c 9d 9h 9s 2h",
        "3c 3d Qs | Ac Kd Jh 8s 2c | Td Th 7s 6c 4d",
    )
    legal = "Kh Ks Qh | Ad As 8d 6d 4c | Jc Jd Js 7h 3h"
    table = closed((*boards, Surrender(3), legal), surrender=3, royalties="usual")
    lines = text(scene(table, BEN))
    said = "Ben zahlt Anna 9: verlegt, Vorne +1, Mitte +1, Hinten +4 (Vierling), Scoop"
    assert lines[20:22] == [f"  {said}", "  +3."]
    assert lines[22].startswith("  Space nächste Runde")


OF_02 = (
    "Kc Ks 2d | 9c 9d 9h 4s 3s | Ac Ad As 5s 5h",
    "6c 6d Qh | Tc Td Th 7s 2c | Jc Jd Jh Js 8h",
)


def test_of_02_royalties_come_on_top() -> None:
    found, sentences = said(opened(OF_02))
    assert found == ["+1", "−1", "−1", "·", "+3", "+2"]
    assert "Ben zahlt Anna 2: Vorne +1, Mitte −1, Hinten −1, Prämien +3 (16 gegen 13)." in sentences
    assert "Prämie 16" in sentences
    assert "Nächste Runde im Fantasyland: Anna (13 Karten)." in sentences


def test_of_03_a_foul_pays_the_other_s_royalties() -> None:
    foul = "Ac Ad Ah | 9c 9d 5s 6h 7d | Kc Kd Ks 2s 3s"
    found, sentences = said(opened((foul, OF_02[1])))
    assert found == ["−1", "−1", "−1", "−3", "−13", "−19"]
    assert (
        "Anna zahlt Ben 19: verlegt, alle drei Reihen +3, Scoop +3, "
        "Prämien +13 (Vorne 1, Mitte 2, Hinten 10)." in sentences
    )
    assert "Fantasyland" not in sentences


def test_fantasyland_is_marked_with_the_cards_of_the_next_one() -> None:
    lines = text(scene(opened(OF_02, (13, 0)), BEN))
    assert "FL Prämie 16" in lines[6]
    # Kings in front lead in but do not keep in.
    assert not any("Nächste Runde" in line for line in lines)
    table = pineapple(OF_02, ("2h3h4h7h", "2s3c4c4d"))
    assert any("Anna (14 Karten)" in line for line in text(scene(table, None)))


C3 = (
    "6s 6h 2d | 9s 9h 9d 4c 4s | Ks Kh Kd 7c 7s",
    "Qd Qc 2h | Tc Td 4d 4h 5s | Jh Jd Jc Js 8h",
)
C4 = (
    C3[0],
    "Qs Qh Ad | Ac Kc Td 9c 3c | Tc Th Jc 2s 2c",
    "8s 7d 2h | 8h 8d 5c 4d 3h | Qd Jd 6d 5h 3s",
)


def test_c3_and_c4_of_the_cases() -> None:
    found, _ = said(opened(C3))
    assert found == ["−1", "+1", "−1", "·", "+2", "+1"]
    lines = text(scene(opened(C4)))
    assert figures(lines, "Ben")[-1] == figures(lines, "Carla")[-1] == "+25"
    assert next(line for line in lines if "Alle" in line).split()[1:] == [
        *("Anna", "+50", "Ben", "−25", "Carla", "−25")
    ]


# ── words and places ───────────────────────────────────────────────────────────────────────────


def test_it_is_said_in_english_too() -> None:
    lines = text(picture(), words=EN)
    assert lines[0].startswith(" Chinese Poker   Deal 3/10 · Result")
    assert lines[5].endswith(" Flush J")
    assert lines[9].strip() == "✗ fouled  front beats the middle"
    assert "Carla pays Anna 6: all three rows +3, scoop +3." in lines[21]


@pytest.mark.parametrize(
    ("totals", "line"),
    [
        ((21, 4, -3, -22), "Match zu Ende: Anna gewinnt mit +21, 17 Punkte vor Ben."),
        ((5, 4, -3, -6), "Match zu Ende: Anna gewinnt mit +5, 1 Punkt vor Ben."),
        ((9, -3, -3, -3), "Match zu Ende: Anna gewinnt mit +9, 12 Punkte vor Ben, Carla und Dan."),
        ((4, 4, -3, -5), "Match zu Ende: Anna und Ben gewinnen gemeinsam mit +4."),
        ((0, 0, 0, 0), "Match zu Ende: unentschieden, alle bei 0."),
    ],
)
def test_the_end_of_a_match(totals: tuple[int, ...], line: str) -> None:
    shown = scene(closed(PICTURE), totals=totals, stage="over", number=10)
    lines = text(shown)
    assert lines[0].startswith(" Chinese Poker   Runde 10/10 · Match zu Ende")
    assert lines[20].strip() == line
    assert lines[22].strip().startswith("Space neues Match 0/4  8 s")
    assert any(line[:56] in one for one in text(shown, (60, 18)))


def test_somebody_who_took_a_chair_since_has_no_part_in_the_result() -> None:
    shown = picture()
    chairs = shown.table.chairs
    table = replace(shown.table, chairs=(*chairs[:3], ChairInfo("person", "Eva")))
    lines = text(replace(shown, table=table))
    assert lines[8].startswith(" Dan")
    assert lines[19].count("gesamt") == 3


def test_who_was_not_dealt_in_sees_the_others() -> None:
    """Dan's chair sits out: the seats of the deal are the first three chairs."""
    table = closed(PICTURE[:3])
    shown = scene(table, None, names=("Anna", "Ben", "Carla"))
    chairs = (*shown.table.chairs, ChairInfo("person", "Dan"))
    shown = replace(shown, table=replace(shown.table, me=DAN, chairs=chairs))
    lines = text(shown)
    assert lines[2].startswith("▸Anna")
    assert not any(line.startswith(" Dan") for line in lines)


# ── keys ───────────────────────────────────────────────────────────────────────────────────────


def test_arrows_go_around() -> None:
    shown = picture()
    for key, order in (("right", (BEN, CARLA, DAN, ANNA)), ("left", (DAN, CARLA, BEN, ANNA))):
        at = shown
        for seat in order:
            press = rows.press(at, key, DE)
            assert press == Point(seat)
            at = replace(at, ui=replace(at.ui, cursor=seat))
            found = rows.see(at)
            assert found is not None
            assert chosen(at, found) == seat


def test_space_wants_the_next_deal_once() -> None:
    shown = picture()
    assert rows.press(shown, "space", DE) == GoOn()
    ready = tuple(replace(c, ready=c.name == "Anna") for c in shown.table.chairs)
    after = replace(shown, table=replace(shown.table, chairs=ready))
    assert rows.press(after, "space", DE) == Explain(
        "Du bist bereit, noch nicht: Ben, Carla und Dan."
    )
    space = rows.buttons(after, DE)[0]
    assert not space.enabled
    assert space.label == "nächste Runde 1/4  8 s"


def test_against_bots_nobody_is_counted() -> None:
    shown = picture()
    chairs = tuple(
        chair if seat == ANNA else replace(chair, kind="bot")
        for seat, chair in enumerate(shown.table.chairs)
    )
    table = replace(shown.table, chairs=chairs, next=Clock(5000, 10_000))
    assert rows.buttons(replace(shown, table=table), DE)[0].label == "nächste Runde  5 s"


def test_alone_there_is_nobody_to_go_on_with() -> None:
    shown = picture()
    chairs = (*shown.table.chairs[:1], *(ChairInfo("empty"),) * 3)
    alone = replace(shown, table=replace(shown.table, stage="waiting", next=None, chairs=chairs))
    missing = "Es fehlt noch jemand. b füllt mit Bots auf."
    assert rows.press(alone, "space", DE) == Explain(missing)
    lines = text(alone)
    assert lines[21].strip() == missing
    assert "b mit Bots auffüllen" in lines[22]
    # Who comes to the table then has no part in it.
    newcomer = replace(alone, table=replace(alone.table, me=5, chairs=(*chairs, *chairs[:1] * 2)))
    assert rows.see(newcomer) is None
    assert any(button.id == "table.fill" for button in rows.buttons(newcomer, DE))
    assert rows.press(newcomer, "space", DE) == Explain(missing)


def test_whoever_sits_out_is_told_so_and_how_to_come_back() -> None:
    shown = picture()
    chairs = (
        replace(shown.table.chairs[0], points=PointsInfo(21, "rest")),
        *shown.table.chairs[1:],
    )
    resting = replace(shown, table=replace(shown.table, chairs=chairs))
    told = "Du machst Pause. s bringt dich zurück."
    lines = text(resting)
    assert lines[21].strip() == told
    assert lines[22].strip().startswith("s weiterspielen    Space nächste Runde 0/3  8 s")
    assert rows.press(resting, "space", DE) == Explain(told)


def test_a_spectator_looks_at_everybody_and_has_nothing_to_want() -> None:
    shown = picture(None, watching=1)
    assert [button.id for button in rows.buttons(shown, DE)] == ["rows.others"]
    assert rows.press(shown, "space", DE) is None
    assert text(shown)[2].startswith("▸Anna")


def test_before_the_end_there_is_no_result() -> None:
    table = Table(closed(PICTURE).game, closed(PICTURE).state.options, 2, "")
    shown: Scene = scene(table)
    assert rows.see(shown) is None
    assert not rows.is_over(shown)
    assert len(cards(DRAGON)) == len(cards(PAIRS)) == len(cards(FLUSHES)) == 13
