"""Pokerquadrat's bots: plain and sound choices in squares made by hand, games that always end."""

import hashlib
from statistics import fmean

import pytest

from engine.bots import BOTS, Bot
from engine.bots.pokerquadrat import Move, Seen, greedy, learned, standing
from engine.bots.square_lines import Line
from engine.game import Setup
from engine.kit.ranking import place
from engine.kit.square import CELLS, cell_name
from engine.values import actions
from engine.values.cards import Cell, Empty, Hidden, cards
from engine.values.offers import Offers, Pass, Place
from engine.values.secret import redact
from engine.values.view import SeatView, View, Zone
from tests.engine.bots.deals import played
from tests.engine.bots.square_games import GAME, alone, scores

EASY, NORMAL = BOTS["pokerquadrat"]["easy"], BOTS["pokerquadrat"]["normal"]
BOTH = pytest.mark.parametrize("bot", [EASY, NORMAL], ids=["easy", "normal"])
DICE = bytes(32)


def line(text: str) -> Line:
    return tuple(sorted(map(place, cards(text))))


def view(square: str, mine: str, partner: str | None = None) -> tuple[View, Offers]:
    """A square row by row (`--` for a free cell) as seat 0 sees it, and its offer."""
    given = square.split()
    cells: list[Cell] = [Empty() if code == "--" else cards(code)[0] for code in given]
    cells += [Empty()] * (CELLS - len(given))
    free = tuple(at for at, cell in enumerate(cells) if isinstance(cell, Empty))
    other: tuple[Cell, ...] = (Hidden(),) * 3 if partner is None else cards(partner)
    zones = (
        Zone("grid", "grid", None, tuple(cells), columns=5),
        Zone("hand.0", "hand", 0, cards(mine)),
        Zone("hand.1", "hand", 1, other),
    )
    seen = View("place", (0,), zones, (SeatView(), SeatView()))
    return seen, (Place(cards(mine), free),)


def answer(bot: Bot, square: str, mine: str, partner: str | None = None) -> str:
    """Card and cell of the bot's answer, `5h b2`."""
    seen, offers = view(square, mine, partner)
    action, memory = bot(seen, (), offers, None, DICE)
    assert memory is None
    assert isinstance(action, actions.Place)
    assert offers[0] == Place(cards(mine), offers[0].cells) if isinstance(offers[0], Place) else 0
    return f"{action.card} {cell_name(action.cell)}"


# ── easy: the rule of bots.md, counted by hand ─────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("", 0.0),
        ("As", 0.0),
        ("2c 2d", 1.0),
        ("2c 9d", 0.0),  # neither suit nor straight
        ("2c 9c", 5 * 0.42**3),
        ("2c 6d", 12 * 0.42**3),
        ("2c 6c", 12 * 0.42**3),  # the straight is more
        ("Ac 5d", 12 * 0.42**3),  # the ace is low as well
        ("Ac 6d", 0.0),
        ("Qc Kd Ac", 12 * 0.42**2),
        ("Kc Ad 2c", 0.0),  # not round the corner
        ("2c 7c Jc", 5 * 0.42**2),
        ("2c 2d 2h", 6.0),
        ("2c 2d 9h", 1.0),
        ("2c 2d 9h 9s", 3.0),
        ("2c 2d 2h 9s", 6.0),
        ("2c 2d 2h 2s", 16.0),
        ("5c 6d 7h 9s", 12 * 0.42),
        ("5c 6c 7c Kc", 5 * 0.42),
        ("2c 2d 2h 9s 9c", 10.0),
        ("2c 7c Jc Kc Ac", 5.0),
        ("5c 6d 7h 8s 9c", 12.0),
        ("Ac 2c 3c 4c 5c", 30.0),
        ("Tc Jc Qc Kc Ac", 30.0),
        ("2c 4d 7h 9s Kc", 0.0),
    ],
)
def test_what_the_easy_bot_thinks_of_a_line(text: str, worth: float) -> None:
    assert standing(line(text)) == pytest.approx(worth)


def test_the_greatest_gain_of_row_and_column_counts() -> None:
    square = "Ks Kh -- Kc -- 5s -- -- 5c --"
    seen, offers = view(square, "Kd 5d 2s")
    # A fourth king is worth 16 − 6; nothing else comes near.
    assert answer(EASY, square, "Kd 5d 2s") in {"Kd c1", "Kd e1"}
    lines = tuple(
        line(text) for text in ("KsKhKc", "5s5c", "", "", "", "Ks5s", "Kh", "", "Kc5c", "")
    )
    free = offers[0].cells if isinstance(offers[0], Place) else ()
    worths = {
        (m.card, cell_name(m.cell)): m.worth for m in greedy(Seen(lines, free, line("Kd5d2s")))
    }
    (king,), (five,), (two,) = line("Kd"), line("5d"), line("2s")
    assert worths[king, "c1"] == pytest.approx(10)
    assert worths[five, "b2"] == pytest.approx(6 - 1)
    assert worths[two, "a3"] == pytest.approx(5 * 0.42**2 - 5 * 0.42**3)
    # A row's loss counts as well: three kings and a queen are three kings, a column begins anew.
    assert worths[two, "e1"] == pytest.approx(0)
    assert len(worths) == 3 * len(free)
    assert seen.zone("grid") is not None


def test_equal_gains_are_decided_by_lot() -> None:
    seen, offers = view("", "2c 7d Qh")
    chosen = set()
    for number in range(300):
        action, _ = EASY(seen, (), offers, None, hashlib.sha256(bytes([number % 256, 1])).digest())
        assert isinstance(action, actions.Place)
        chosen.add((action.card, action.cell))
    # On an empty square a card is as good as any other, wherever it goes.
    assert len(chosen) > 70


# ── normal ─────────────────────────────────────────────────────────────────────────────────────


def test_what_can_be_had_at_once_is_taken() -> None:
    last = "Ks Kh 7h Kc 7d 5s 5h 8s 5c -- 6s 6h Th 6c 3d Qs 4h 9c 9d Qd As Qh 6d 4c Ad"
    # The square of the rules with its last free cell: the fourth five, a pair of aces below it.
    assert answer(NORMAL, last, "5d 2c 3c") == "5d e2"
    assert answer(EASY, last, "5d 2c 3c") == "5d e2"


def test_the_place_of_a_straight_is_not_given_away() -> None:
    # Four to a straight that is open at both ends, and two kings that would like to be a pair.
    assert not answer(NORMAL, "5c 6d 7h 8s --", "Kc Kd 2h").endswith("e1")


def test_a_place_is_kept_for_what_the_partner_is_seen_to_hold() -> None:
    square = "Ks Kh -- Kc 2d 5s 5h 8s 5c -- 6s 6h Th 6c 3d Qs 4h 9c 9d Qd As Qh 4d 4c Ad"
    # Two cells are left, for this card and the partner's last: his is the king, or the five.
    assert answer(NORMAL, square, "2c 3c 7c", "Kd 8c 8h").endswith("e2")
    assert answer(NORMAL, square, "2c 3c 7c", "5d 8c 8h").endswith("c1")


# ── whole games ────────────────────────────────────────────────────────────────────────────────


@BOTH
def test_the_same_chance_gives_the_same_game(bot: Bot) -> None:
    for hand_size in (3, 2):
        options = GAME.Options(hand_size=hand_size)
        setup = Setup(2, 0, GAME.Carry())
        one, two = (played(GAME, bot, setup, b"once", options) for _ in range(2))
        assert one[0] == two[0]
        assert redact(one[1], None) == redact(two[1], None)


@BOTH
@pytest.mark.parametrize("open_hands", [False, True])
@pytest.mark.parametrize("hand_size", [3, 2])
def test_every_variant_is_played_to_its_end(bot: Bot, hand_size: int, open_hands: bool) -> None:
    assert len([*scores(bot, 3, hand_size=hand_size, open_hands=open_hands)]) == 3


def test_the_easy_bot_reaches_what_the_simulation_of_the_rules_did() -> None:
    # Means of 55 and 43 (rules.md B); 11 points of spread, so that 60 games are within 5.
    assert fmean(scores(EASY, 60)) == pytest.approx(55, abs=5)
    assert fmean(alone(greedy, 60)) == pytest.approx(43, abs=5)


def test_the_normal_bot_is_better() -> None:
    assert fmean(scores(NORMAL, 20)) > 60


@BOTH
def test_a_view_that_is_no_players_is_refused(bot: Bot) -> None:
    seen, offers = view("", "2c 7d Qh")
    with pytest.raises(ValueError, match="to place"):
        bot(seen, (), (Pass(),), None, DICE)
    with pytest.raises(ValueError, match="to place"):
        bot(View("place", (0,), (), ()), (), offers, None, DICE)


def test_moves_are_all_there() -> None:
    seen = Seen(((),) * 10, tuple(range(25)), line("2c7dQh"))
    for moves in (greedy(seen), learned(seen)):
        assert {(m.card, m.cell) for m in moves} == {(c, at) for c in seen.hand for at in seen.free}
        assert all(isinstance(move, Move) for move in moves)
