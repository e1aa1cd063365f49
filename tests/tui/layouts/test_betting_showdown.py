"""The end of a betting deal in words: who got what of each pot and why; and the deal's log."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.games.betting.state import Options
from engine.values.actions import Action
from engine.values.events import Posted
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
    raise_to,
    scene,
    showdown10,
    text,
)
from tests.tui.layouts.drawn import DE, EN
from tui.canvas.palette import palette
from tui.canvas.scene import Scene
from tui.layouts.betting import Betting
from tui.locale import Words
from tui.notices import Notice

BOARD = "AcKh7c5d2s"
# Dan, Eva and Frédéric all-in for 50, 100 and 200; Ben and Carla, with the same hand, for 500.
THREE = deal(
    "holdem",
    (1000, 500, 500, 50, 100, 200),
    {0: "2d3d", 1: "AhKs", 2: "AdKc", 3: "QsQh", 4: "JsJh", 5: "TsTh"},
    BOARD,
    (raise_to(50), raise_to(100), raise_to(200), raise_to(500), call(495), call(490)),
)


def ended(
    game: str,
    stacks: tuple[int, ...],
    hands: dict[int, str],
    board: str,
    *acts: Action,
    **options: Any,
) -> list[str]:
    """The screen after a deal."""
    dealt = deal(game, stacks, hands, board, acts, Options(**options))
    return text(scene(game, dealt))


def said(drawn: list[str]) -> str:
    """All of the screen in one line, rows joined as they are read."""
    return " ".join(" ".join(line.split()) for line in drawn)


def log(at: Scene, words: Words = DE) -> list[str]:
    told = Betting().tell(at, palette("true"), words)
    return ["".join(part for part, _ in line) for line in told]


# ── pots ───────────────────────────────────────────────────────────────────────────────────────


def test_three_all_ins_of_different_sizes_and_split_pots() -> None:
    drawn = text(scene("holdem", THREE))
    everything = said(drawn)
    assert "★ Ben A♥ K♠ A♥ A♣ K♠ K♥ 7♣ Zwei Paare, A und K +925" in everything
    assert "★ Carla A♦ K♣ A♦ A♣ K♣ K♥ 7♣ Zwei Paare, A und K +925" in everything
    for sentence in (
        "Hauptpot 300: Ben und Carla teilen, je 150 (Zwei Paare, Asse und Könige).",
        "Seitenpot 1 mit 250 (ohne Dan): Ben und Carla teilen, je 125 (Zwei Paare,",
        "Seitenpot 2 mit 400 (ohne Dan und Eva): Ben und Carla teilen, je 200 (Zwei",
        "Seitenpot 3 mit 900 (ohne Dan, Eva und Frédéric): Ben und Carla teilen, je 450 (",
    ):
        assert sentence in everything


def test_the_same_in_a_small_window_and_in_english() -> None:
    at = scene("holdem", THREE)
    small = said(text(at, 60, 24))
    assert "Hauptpot 300: Ben und Carla teilen, je 150" in small
    english = said(text(at, 120, 36, EN))
    assert "Main pot 300: Ben and Carla share, 150 each (Two pair, aces and kings)." in english
    assert "Side pot 2 of 400 (without Dan and Eva): Ben and Carla share, 200 each" in english


def test_all_ten_hands_at_80x24() -> None:
    acts = (raise_to(100), *(call(100),) * 7, call(95), call(90))
    hands = {1: "AhKs", 2: "AsKc", 7: "QsQh"}
    drawn = ended("holdem", (100,) * 10, hands, "AcAdKhKd7s", *acts)
    shown = [line[4:14].strip() for line in drawn[9:19]]
    assert sorted(shown) == sorted(NAMES)
    assert shown[:2] == ["Ben", "Carla"]
    assert drawn[19] == "  Pot 1.000: Ben und Carla teilen, je 500 (Full House, Asse über Könige)."


def test_chips_that_nobody_called_go_back() -> None:
    """SP-01: 100, 500 and 1000 all-in; the best hand has the least."""
    hands = {0: "AhAd", 1: "KdKs", 2: "QsQh"}
    acts = (raise_to(100), raise_to(500), call(490))
    everything = said(ended("holdem", (100, 500, 1000), hands, "Tc9h7c5d2s", *acts))
    assert "Hauptpot 300: Anna (Ein Paar, Asse)." in everything
    assert "Seitenpot 800 (ohne Anna): Ben (Ein Paar, Könige)." in everything
    more = (raise_to(100), call(95), raise_to(1000), call(400))
    everything = said(ended("holdem", (100, 500, 1000), hands, "Tc9h7c5d2s", *more))
    assert "500 zurück an Carla: Niemand ist mitgegangen." in everything


def test_a_side_pot_with_one_contender() -> None:
    """SP-03: what somebody folded lies in a side pot that only one can win."""
    hands = {0: "AhAd", 1: "KdKs", 2: "QsQh"}
    acts = (raise_to(25), call(20), raise_to(100), call(75), CHECK, raise_to(60), FOLD)
    # The third and fourth act on the flop are Ben's and Carla's: Anna is all-in.
    drawn = said(ended("holdem", (25, 500, 500), hands, "Tc9h7c5d2s", *acts))
    assert "sonst war niemand mehr darin." in drawn
    assert "Hauptpot 75: Anna (Ein Paar, Asse)." in drawn


def test_the_odd_chip_is_told() -> None:
    """SP-04: 7 each, seats 0 and 1 tie, button 0: the odd chip goes to seat 1."""
    hands = {0: "AhKs", 1: "AdKc", 2: "QsQh"}
    acts = (raise_to(7), call(6), call(5))
    drawn = said(ended("holdem", (7, 7, 7), hands, BOARD, *acts, bet=2))
    assert "Pot 21: Ben und Anna teilen, je 10, der ungerade Chip an Ben (Zwei Paare," in drawn


def test_everybody_else_folded() -> None:
    drawn = ended("holdem", (1000,) * 3, {0: "QdTs"}, BOARD, raise_to(50), FOLD, FOLD)
    everything = said(drawn)
    assert "Pot 25: an Anna, alle anderen haben gefoldet." in everything
    assert "40 zurück an Anna: Niemand ist mitgegangen." in everything
    assert "Deine Karten: D♦ 10♠" in everything
    assert "Ben, Carla: gefoldet" in everything
    assert "Showdown" not in drawn[0]


def test_who_has_come_since_has_no_hand_in_a_deal_that_is_over() -> None:
    """A chair that was a bot's is somebody's now, the result stays the bot's."""
    dealt = deal("holdem", (1000,) * 3, {0: "QdTs"}, BOARD, (raise_to(50), FOLD, FOLD), Options())
    at = scene("holdem", dealt)
    names = ("Robo", *(chair.name for chair in at.table.chairs[1:]))
    since = replace(at, table=replace(at.table, players=names), players=names)
    everything = said(text(since))
    assert "Pot 25: an Robo, alle anderen haben gefoldet." in everything
    assert "Deine Karten" not in everything


def test_hands_that_lost_unseen_are_named_apart() -> None:
    """Ben bets the river and shows first; Anna's worse hand is not shown."""
    hands = {0: "QsQh", 1: "AhKs"}
    acts = (call(5), CHECK, *(CHECK,) * 4, raise_to(20), call(20))
    drawn = said(ended("holdem", (1000, 1000), hands, BOARD, *acts))
    assert "Anna: nicht gezeigt" in drawn
    assert "Deine Karten: D♠ D♥" in drawn
    assert "Pot 60: Ben (Zwei Paare, Asse und Könige)." in drawn


# ── high and low ───────────────────────────────────────────────────────────────────────────────

LOW_BOARD = "3c4d8hTsQc"


def halves(
    hands: dict[int, str], stacks: tuple[int, ...] = (50, 50), board: str = LOW_BOARD
) -> str:
    acts: tuple[Action, ...] = (raise_to(50), call(40))
    if len(stacks) == 3:
        acts = (raise_to(50), call(45), call(40))
    return said(ended("omaha_hilo", stacks, hands, board, *acts))


def test_a_quarter() -> None:
    """HL-09: Anna has the high, both have the low."""
    drawn = halves({1: "Ah2s9d9s", 0: "Ac2dKhKs"})
    assert (
        "Pot 100: High 50 Anna (Ein Paar, Könige); Low 50 Ben und Anna teilen, je 25 (8-4-3-2-A)."
        in drawn
    )
    assert "+75" in drawn
    assert "High + ½ Low" in drawn


def test_the_odd_chip_of_a_half() -> None:
    drawn = halves({1: "Ah2s9d9s", 0: "Ac2dKhKs", 2: "JcJd7c7d"}, (50, 50, 50))
    assert "Low 75 Ben und Anna teilen, je 37, der ungerade Chip an Ben (8-4-3-2-A)." in drawn


def test_the_odd_chip_goes_to_the_high() -> None:
    hands = {0: "AhKsKhJd", 1: "Ac2dJhJs", 2: "Td9d9s7h"}
    acts = (raise_to(51), call(50), call(49))
    drawn = said(ended("omaha_hilo", (51, 51, 51), hands, LOW_BOARD, *acts, bet=2))
    assert "High 77 Anna (Ein Paar, Könige); Low 76 Ben (8-4-3-2-A)." in drawn
    assert "Der ungerade Chip geht zum High." in drawn


def test_both_halves_and_no_low() -> None:
    drawn = halves({0: "AcKd2hKs", 1: "9d9sTd7h"})
    assert "Pot 100: Anna (Ein Paar, Könige, Low 8-4-3-2-A: beide Hälften)." in drawn
    drawn = halves({0: "AcKd2hKs", 1: "9d9sTd7h"}, board="3cJdJhTsQc")
    assert "Kein Low." in drawn


# ── the log ────────────────────────────────────────────────────────────────────────────────────


def test_the_log_of_a_deal() -> None:
    assert log(showdown10()) == [
        "── Hand #1284 ──",
        "Ines SB 10 · Jörg-Peter BB 20",
        "Deine Karten D♦ 10♠",
        "Anna, Ben und Carla callen 20",
        "Dan foldet",
        "Eva callt 20",
        "Frédéric foldet",
        "Greta callt 20",
        "Hannes und Ines folden",
        "Jörg-Peter checkt",
        "── Flop · Pot 130 ──",
        "D♣ 8♥ 8♠",
        "Jörg-Peter checkt",
        "Anna setzt 60",
        "Ben callt 60",
        "Carla foldet",
        "Eva erhöht auf 180",
        "Greta geht all-in mit 440",
        "Jörg-Peter foldet",
        "Anna callt 380",
        "Ben foldet",
        "Eva callt 260",
        "── Turn · Pot 1.510 ──",
        "5♦",
        "Anna und Eva checken",
        "── River · Pot 1.510 ──",
        "8♦",
        "Anna setzt 180",
        "Eva callt 180",
        "── Showdown ──",
        "Anna zeigt D♦ 10♠ · Full House, Achten über Damen",
        "Eva zeigt A♥ D♥ · Full House, Achten über Damen",
        "Greta zeigt K♦ K♣ · Full House, Achten über Könige",
        "Greta gewinnt 1.510 · Hauptpot",
        "Anna gewinnt 180 · Seitenpot",
        "Eva gewinnt 180 · Seitenpot",
        "── Ende der Hand ──",
    ]


def test_hands_opened_before_the_board_is_whole_get_their_names_at_the_end() -> None:
    lines = log(scene("holdem", THREE))
    at = lines.index("── Showdown ──")
    assert "Ben zeigt A♥ K♠" in lines[:at]
    assert lines[at + 1] == "Ben: Zwei Paare, Asse und Könige"
    assert "Ben callt 495 und ist all-in" in lines
    assert lines[-1] == "── Ende der Hand ──"


def test_a_deal_looked_back_on_needs_no_table() -> None:
    """A record brings names and events, and neither stacks nor pots."""
    at = showdown10()
    bare = replace(at, table=replace(at.table, view=None, me=EVA))
    lines = log(bare)
    assert "Greta erhöht auf 440" in lines
    assert "Ines Blind 10 · Jörg-Peter Blind 20" in lines
    assert "Greta gewinnt 1.510" in lines
    assert "── River · Pot 1.510 ──" in lines


def test_low_hands_and_returned_chips_in_the_log() -> None:
    acts = (raise_to(50), call(40))
    hands = {1: "Ah2s9d9s", 0: "Ac2dKhKs"}
    dealt = deal("omaha_hilo", (70, 50), hands, LOW_BOARD, acts)
    lines = log(scene("omaha_hilo", dealt, BEN))
    assert "Anna: Ein Paar, Könige · Low 8 4 3 2 A" in lines
    folded = deal("holdem", (1000,) * 3, {}, BOARD, (raise_to(50), FOLD, FOLD))
    assert log(scene("holdem", folded))[-4:] == [
        "Ben und Carla folden",
        "40 zurück an Anna",
        "Anna gewinnt 25",
        "── Ende: alle anderen gefoldet ──",
    ]


def test_antes_of_all_share_a_line() -> None:
    dealt = deal("holdem", (1000,) * 4, {}, BOARD, (), Options(ante=2))
    assert log(scene("holdem", dealt))[1:3] == ["4 mal Ante 2", "Ben SB 5 · Carla BB 10"]
    few = deal("holdem", (1000, 1), {}, BOARD, (), Options(ante=2))
    lines = log(scene("holdem", few))
    assert lines[1] == "Ben Ante 1 · Anna Ante 2"
    assert any(isinstance(event, Posted) for event in few[1])


def test_whose_turn_it_is_ends_the_log() -> None:
    drawn = text(holdem10(), 120, 36)
    assert any("▸ Anna ist dran" in line for line in drawn)


def test_notices_and_what_was_missed_break_groups() -> None:
    at = holdem10()
    calls = [i for i, e in enumerate(at.events) if type(e).__name__ == "Acted"]
    missed = replace(at, missed=calls[1], notices=(Notice("away", DAN, "Dan", at=calls[2]),))
    lines = log(missed)
    start = lines.index("Anna callt 20")
    assert lines[start + 1] == DE("link.missed")
    assert lines[start + 2] == "Ben callt 20"
    assert lines[start + 4] == "Carla callt 20"


@pytest.mark.parametrize("me", [ANNA, BEN, None])
def test_the_log_tells_own_cards_only(me: int | None) -> None:
    lines = log(holdem10(me))
    assert ("Deine Karten D♦ 10♠" in lines) == (me == ANNA)
    assert not any("K♦" in line for line in lines)
