"""What the screen says when a deal of Indian Poker is over, by the vectors of rules.md E (IP)."""

from itertools import cycle
from typing import Any, get_args

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engine.play import at_random, play
from engine.values.cards import Card
from protocol.messages import ChairInfo, FreezeoutInfo
from tests.engine.games.indian_cases import carried
from tests.engine.games.indian_table import Table
from tests.tui.layouts.drawn import DE, EN
from tests.tui.layouts.indian_results import NAMES, Diced, rows, scene, text, told
from tui.canvas import cards
from tui.canvas.palette import Depth
from tui.canvas.scene import Explain, GoOn
from tui.layouts.indian import after
from tui.layouts.indian.payout import explained
from tui.layouts.indian.result import title_parts
from tui.layouts.indian.reveal import revealing
from tui.layouts.indian.seen import see
from tui.locale import Words


def sentences(deal: Table, me: int | None = 0, words: Words = DE, **table: Any) -> list[str]:
    found = see(scene(deal, me, **table), words.at("indian"))
    assert found is not None
    return explained(found)


def amounts(deal: Table, me: int | None = None) -> list[str]:
    """The amounts under the names, seat by seat: the row below what seats did."""
    return text(scene(deal, me))[9].split()


# ── betting ──


def test_who_is_left_wins_and_nobody_looks() -> None:
    """IP-01: two come back, the pot is three; the winner's card is not shown to the winner."""
    deal = Table("Kd Qs 4c").play("2 f f")
    assert sentences(deal) == [
        "Anna gewinnt den Pot 3: Alle anderen sind ausgestiegen.",
        "2 zurück an Anna: Niemand ist mitgegangen.",
        "Niemand schaut seine Karte an.",
    ]
    drawn = text(scene(deal, 0))
    assert drawn[13].split() == ["?", "★", "Anna", "du", "52", "Chips", "+3"]
    assert not any(
        king in line for king in ("K♦", "K ", "König") for line in (*drawn, *told(scene(deal, 0)))
    )
    assert "K♦" in " ".join(told(scene(deal, 1)))


def test_each_pot_has_its_winner() -> None:
    """IP-03: the main pot of nine to the ace, the side pot of ten to the king."""
    deal = Table("Ac Kd Qh", (3, 50, 50)).play("2 7 c")
    assert sentences(deal, 1) == [
        "Hauptpot 9: Anna (Ass).",
        "Seitenpot 10 (ohne Anna): Ben (König).",
    ]
    assert amounts(deal) == ["+9", "+10"]
    assert told(scene(deal, 1))[-2:] == [
        "Anna gewinnt 9 · Hauptpot",
        "Ben gewinnt 10 · Seitenpot",
    ]


def test_the_lowest_card_wins() -> None:
    """IP-04: the two takes twelve."""
    deal = Table("Ac 2d Qh", antes=(4, 4, 4), wins="low").play("c c c")
    assert sentences(deal) == ["Pot 12: Ben (Zwei)."]
    assert text(scene(deal))[1].endswith("niedrigste Karte gewinnt")
    assert amounts(deal) == ["+12"]


def test_high_and_low_share() -> None:
    """IP-05: eight to the ace, seven to the two."""
    deal = Table("Ac 2d Qh", antes=(5, 5, 5), wins="high_low").play("c c c")
    assert sentences(deal) == [
        "Pot 15: Hoch 8 Anna (Ass); Tief 7 Ben (Zwei). Der ungerade Chip geht an Hoch."
    ]
    assert amounts(deal) == ["+8", "+7"]
    assert told(scene(deal))[-2:] == ["Anna gewinnt 8 · Hoch", "Ben gewinnt 7 · Tief"]


def test_equal_cards_share_once() -> None:
    """IP-07: five each."""
    deal = Table("7c 7d 7h", antes=(5, 5, 5), wins="high_low").play("c c c")
    assert sentences(deal) == ["Pot 15: Anna, Ben und Carla teilen, je 5 (Sieben)."]
    assert amounts(deal) == ["+5", "+5", "+5"]
    assert told(scene(deal))[-3:] == [f"{name} gewinnt 5" for name in ("Anna", "Ben", "Carla")]


def test_odd_chips_are_told() -> None:
    """IP-08: eleven for the high, six of them to seat 1; ten to the three."""
    deal = Table("Kc Kd 3h", button=0, antes=(7, 7, 7), wins="high_low").play("c c c")
    assert sentences(deal, words=EN) == [
        "Pot 21: high 11 Ben and Anna share, 5 each, the odd chip to Ben (king); "
        "low 10 Carla (three). The odd chip goes to the high."
    ]
    assert amounts(deal) == ["+5", "+6", "+10"]


def test_all_check() -> None:
    """IP-17: the antes are played for."""
    deal = Table("5c Jd Jh").play("c c c")
    assert sentences(deal) == [
        "Pot 3: Ben und Carla teilen, je 1, der ungerade Chip an Ben (Bube)."
    ]
    assert told(scene(deal))[:3] == [
        "── Spiel 12 ──",
        "Ante: 3 mal 1",
        "Du siehst Ben B♦ · Carla B♥",
    ]
    assert told(scene(deal))[3] == "Anna, Ben, Carla checken"


def test_cards_of_those_who_folded_stay_unseen_to_them() -> None:
    deal = Table("Kd Qs 4c").play("1 f c")
    assert sentences(deal, 1)[-1] == "Deine Karte bleibt dir verborgen."
    drawn = text(scene(deal, 1))
    assert not any("Dame" in line or "Q" in line for line in drawn)
    assert "?" in drawn[13]
    # The others see it all the same.
    assert "D" in text(scene(deal, 0))[3].split()


def test_all_is_opened_where_that_is_agreed() -> None:
    deal = Table("Kd Qs 4c", reveal=True).play("2 f f")
    assert "Niemand schaut seine Karte an." not in sentences(deal)
    drawn = text(scene(deal, 0))
    assert drawn[1].startswith(" Alle Karten liegen offen.")
    assert "König" in drawn[13]
    assert "Deine Karte war K♦ · König" in told(scene(deal, 0))


def test_who_has_lost_everything_is_named() -> None:
    deal = Table("Ac Kd Qh", (50, 3, 50)).play("c 2 c c")
    assert sentences(deal)[-1] == "Ben hat keine Chips mehr."


# ── match the pot ──


def test_losers_pay_a_new_pot() -> None:
    """IP-09: +4, −4, −4, 0; the new pot is eight."""
    deal = Table("Kd 9s 3c Ah", match_pot=True, pot=4).play("i i i o")
    assert sentences(deal) == [
        "Pot 4: Anna (König).",
        "Ben und Carla zahlen je 4 in den neuen Pot, 8 zusammen.",
    ]
    assert amounts(deal) == ["+4", "−4", "−4"]
    drawn = text(scene(deal, None))
    assert drawn[8].split() == ["drin", "drin", "drin", "draußen"]
    assert drawn[11].strip() == "Neuer Pot 8"
    assert told(scene(deal, 3))[4:7] == [
        "── Drin oder draußen ──",
        "Drin: Anna, Ben, Carla",
        "Draußen: Dan",
    ]


def test_nobody_in_leaves_the_pot() -> None:
    """IP-11."""
    deal = Table("Kd 9s 3c Ah", match_pot=True, pot=4).play("o o o o")
    assert sentences(deal) == [
        "Niemand ist drin. Der Pot 4 bleibt liegen, ohne neues Ante.",
        "Niemand schaut seine Karte an.",
    ]
    assert amounts(deal) == []
    assert told(scene(deal))[-1] == "Niemand ist drin, 4 bleiben im Pot."
    assert "Im Pot liegt noch etwas, darum gibt es kein Ante." in told(scene(deal))


def test_one_in_takes_the_pot_unseen() -> None:
    """IP-11: takes four."""
    deal = Table("Kd 9s 3c Ah", match_pot=True, pot=4).play("o o i o")
    assert sentences(deal, 2, EN) == [
        "Only Carla is in and takes the pot of 4.",
        "Nobody looks at their card.",
    ]
    drawn = text(scene(deal, 2))
    assert drawn[13].split()[:7] == ["?", "★", "Carla", "du", "54", "Chips", "+4"]
    assert told(scene(deal, 2))[-1] == "Niemand schaut seine Karten an."


def test_who_can_not_pay_pays_what_there_is() -> None:
    """IP-12: six of twenty; out; the match is the other's, and so is the new pot."""
    deal = Table("Kd 9s", (50, 6), match_pot=True, pot=20).play("i i")
    assert sentences(deal) == [
        "Pot 20: Anna (König).",
        "Ben zahlt 6 in den neuen Pot.",
        "Ben hat keine Chips mehr.",
    ]
    assert sentences(deal, ended="finished", stage="over", winners=(0,), pot=0)[2] == (
        "Der neue Pot geht auch an Anna: Sonst hat niemand mehr Chips."
    )
    three = Table("Kd 9s 8c", (50, 6, 50), match_pot=True, pot=20).play("i i i")
    assert sentences(three)[1] == "In den neuen Pot zahlen Ben 6 · Carla 20, 26 zusammen."


def test_a_pot_of_one_chip_is_not_halved() -> None:
    deal = Table("Kd 9s", match_pot=True, pot=1, wins="high_low").play("i i")
    assert sentences(deal)[0] == "Pot 1: Hoch 1 Anna (König)."


# ── several cards ──


@pytest.mark.parametrize(
    ("hands", "best", "named"),
    [
        ("5c5d5h 9hThJh", "Anna", "Drilling Fünfen"),  # IP-13, in this order
        ("9hThJh 9cTdJs", "Anna", "Straight Flush, B"),
        ("9cTdJs AhKhJh", "Anna", "Straße bis Bube"),
        ("AhKhJh AcAdKs", "Anna", "Flush, Ass hoch"),
        ("AcAdKs AhKcJd", "Anna", "Paar Asse, K"),
        ("2c2d AhKs", "Anna", "Paar Zweien"),  # IP-16
        ("AcQd AhKs", "Ben", "Ass hoch, K"),
    ],
)
def test_hands_have_names(hands: str, best: str, named: str) -> None:
    deal = Table(hands).play("c c")
    line = next(line for line in text(scene(deal)) if line.startswith("  ★"))
    assert line.split()[1] == best
    assert named in line
    assert line.endswith("Pot  +2")


def test_suits_mean_nothing() -> None:
    """IP-16: a tie."""
    deal = Table("AhKh AcKd").play("c c")
    assert [line[:6] for line in text(scene(deal))[4:8]].count("  ★ An") == 1
    assert sum("½ Pot  +1" in line for line in text(scene(deal))) == 2


def test_the_traditional_order() -> None:
    """IP-15: 333 beats AAA there."""
    deal = Table("3c3d3h AcAdAh", brag_order="traditional").play("c c")
    assert sentences(deal) == ["Pot 2: Anna (Drilling, Dreien)."]


def test_own_cards_unseen_are_backs_in_a_line() -> None:
    deal = Table("AhKhQhJhTh 9h9d9c2s3s 2c2d5c5d7h").play("3 c f")
    own = next(line for line in text(scene(deal, 2)) if "Carla" in line)
    assert own.split()[2:] == ["?"] * 5 + ["steigt", "aus"]
    other = next(line for line in text(scene(deal, 0)) if "Carla" in line)
    assert "5♦" in other
    backs = next(line for line in text(scene(deal, None)) if "Carla" in line)
    assert "▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓" in backs


# ── the end of the match, who is out ──


def test_the_end_of_a_match() -> None:
    deal = Table("Kd 9s", (50, 6)).play("1 5 c")
    made = scene(deal, 1, ended="finished", stage="over", winners=(0,))
    drawn = text(made)
    assert drawn[1].startswith(" Match zu Ende: Anna gewinnt, sonst hat niemand mehr Chips.")
    assert drawn[19] == " Chips: ★ Anna 56 · Ben 0"
    assert "neues Match 0/2  8 s" in drawn[21]
    assert title_parts(made, DE) == ["Spiel 12", "Match zu Ende"]


def test_chairs_that_had_no_part_in_it() -> None:
    made = scene(Table("Kd 9s 4c").play("c c c"), 0)
    view = made.table.view
    assert view is not None
    out = replace(view.seats[2], status="out", stack=None, markers=())
    zones = tuple(zone for zone in view.zones if zone.owner != 2)
    notes = tuple(note for note in view.notes if note.seat != 2)
    view = replace(view, seats=(*view.seats[:2], out), zones=zones, notes=notes)
    chair = ChairInfo("person", "Carla", freezeout=FreezeoutInfo(0, playing=True))
    table = replace(made.table, view=view, chairs=(*made.table.chairs[:2], chair))
    drawn = text(replace(made, table=table))
    assert drawn[8].split() == ["raus"]
    # Who is out and looks on has no card either.
    own = text(replace(made, table=replace(table, me=2)))
    assert own[13].split()[:2] == ["Carla", "du"]
    assert own[19].strip() == "Du bist raus. Im nächsten Match bist du wieder dabei."
    answer = after.press(replace(made, table=replace(table, me=2)), "space", DE)
    assert answer == Explain("Du bist raus. Im nächsten Match bist du wieder dabei.")


def test_who_has_left_since_had_the_chips_of_the_deal() -> None:
    made = scene(Table("Kd 9s 4c").play("c c c"), 0, players=NAMES[:3])
    for chair in (
        ChairInfo("empty"),
        ChairInfo("person", "Zoe", freezeout=FreezeoutInfo(0)),
    ):
        table = replace(made.table, chairs=(*made.table.chairs[:2], chair))
        drawn = text(replace(made, table=table))
        assert drawn[6].split() == ["Ben", "Carla"]
        assert drawn[7].split() == ["49", "Chips", "49", "Chips"]


# ── keys ──


def test_keys_of_a_result() -> None:
    made = scene(Table("Kd 9s").play("c c"), 0)
    shown = {button.id: button.label for button in after.buttons(made, DE)}
    assert shown == {"table.next": "nächstes Spiel 0/2  8 s", "table.last": "Rückblick"}
    assert after.press(made, "space", DE) == GoOn()
    assert after.press(made, "f", DE) is None
    ready = replace(made.table.chairs[0], ready=True)
    waits = replace(made, table=replace(made.table, chairs=(ready, made.table.chairs[1])))
    assert after.press(waits, "space", DE) == Explain("Du bist bereit, noch nicht: Ben.")
    assert after.buttons(scene(Table("Kd 9s").play("c c"), None), DE) == ()


# ── any window ──

SIDE = Table("Ac Kd Qh", (3, 50, 50)).play("2 7 c")
EIGHT = Table("As Qd 4s 9c Kd Ts 2h Jc", button=5).play("c c c 3 f 6 c f c c f c")
FIVES = Table(
    "2c2d3h3s9c 4c4d5h5s9d 6c6d7h7s9h 8c8dThTs9s JcJdQhQsAc KcKdAdAh2h 3c5c7cTcAs 2s4s6s8sJs"
).play("c " * 8)


def test_nobody_is_left_out_in_a_small_window() -> None:
    """Where there are more than lines, everybody is named with what the deal brought."""
    hands = "AhAdAsAcKh QhQsQcQd2c 4s2d3d5d6h 9c8c7c6c5c KdTd2s8h9h TsJs9s8s7s 2h7h7d3h3s "
    stacks = (50, 3, 3, 20, 20, 20, 7, 9)
    deal = Table(hands + "JcKcKs4h5h", stacks, cards=5, match_pot=True).play("i i i i i i i i")
    lines = text(scene(deal, 0), 60, 18)[3:12]
    for name, chips in zip(NAMES, (-8, -2, -2, -8, -8, 8, -6, -8), strict=True):
        (row, *_) = [line for line in lines if name in line]
        assert DE.signed(chips) in row[row.index(name) :]
    # And who had folded, though there is not a line for each of them.
    deal = Table(hands + "JcKcKs4h5h", cards=5).play("5 f f f f f f f")
    small = "\n".join(text(scene(deal, 0), 60, 18))
    assert all(name in small for name in NAMES)
    # As long as there is room for their cards, those are seen.
    assert small.count("steigt aus") == 4


def test_the_dealers_mark_covers_no_name() -> None:
    deal = Table("AhAd KhKd", cards=2).play("c c")
    made = scene(deal, 1)
    chairs = tuple(replace(chair, name="ABCDEFGHIJKL") for chair in made.table.chairs)
    lines = text(replace(made, table=replace(made.table, chairs=chairs)))
    dealer = next(line for line in lines[4:12] if " G " in line)
    assert "ABCDEFGH…" in dealer


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (110, 30), (60, 18), (44, 12)])
@pytest.mark.parametrize("deal", [EIGHT, FIVES, SIDE])
def test_every_window_and_palette(deal: Table, size: tuple[int, int]) -> None:
    for depth in get_args(Depth):
        for me, words, ascii in ((0, DE, False), (None, EN, True)):
            drawn = rows(scene(deal, me), *size, depth, words, ascii=ascii)
            assert len(drawn) == size[1]
            text = ["".join(run.text for run in row) for row in drawn]
            assert all(len(line) == size[0] for line in text)
            if ascii:
                assert "".join(text).isascii()


@pytest.mark.parametrize("me", [0, 4])
def test_small_windows_say_who_won(me: int) -> None:
    drawn = text(scene(EIGHT, me), 60, 18)
    # Greta and Hannes check, Ben bets, Dan raises; the antes and six of each of five.
    assert any("Pot 38: Eva (König)." in line for line in drawn)
    assert any("★ Eva" in line and "+38" in line for line in drawn)


def test_no_card_is_drawn_that_is_not_told() -> None:
    made = scene(EIGHT, 0)
    assert made.table.view is not None
    own = made.table.view.zone("hand.0")
    assert own is not None
    assert not any(isinstance(cell, Card) for cell in own.cells)


def test_deals_by_dice_are_shown_to_everybody() -> None:
    """Rows fill the window; everybody's chips are there; no card is that its owner never saw."""
    sizes, depths = cycle(((80, 24), (120, 36), (60, 18))), cycle(get_args(Depth))
    for number, case in enumerate(carried(36, b"shown")):
        random = at_random(case.dice("shown"), calm=2)
        played = play(case.game, case.options, case.setup, case.chance, random)
        assert played.result is not None
        deal = Diced(case.options, played.state, played.events)
        me = None if number % 5 == 4 else number % case.players
        words, size = (DE, EN)[number % 2], next(sizes)
        made = scene(deal, me)
        if number % 3 == 0:
            made = replace(made, ui=replace(made.ui, revealed=1))
        drawn = rows(made, *size, next(depths), words)
        assert len(drawn) == size[1]
        lines = ["".join(run.text for run in row) for row in drawn]
        assert all(cell_len(line) == size[0] for line in lines)
        shown = " ".join((*lines, *told(made, words)))
        unseen = [
            card
            for seat, hand in enumerate(played.state.hands)
            for card in hand.value
            if seat not in played.state.opened and me in (None, seat)
        ]
        hidden = played.state.hands[me].value if me is not None and revealing(made) else ()
        for card in (*unseen, *hidden):
            assert f" {cards.name(card, words)}" not in shown
        if size == (80, 24) and not revealing(made):
            assert all(words.number(chips) in shown for chips in played.state.stacks)
