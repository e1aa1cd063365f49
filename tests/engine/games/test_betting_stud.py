"""Stud: antes, the bring-in, who begins, open cards, the common card (rules.md C.3, C.4, C.8)."""

from typing import Any

import pytest

from engine.games.betting.showdown import pots_of
from engine.kit.pots import Pot
from engine.values import offers
from engine.values.actions import BringIn, Call, Check, Fold, Raise
from engine.values.cards import Hidden, cards
from engine.values.events import Dealt, Phase, Posted
from engine.values.offers import Barred
from engine.values.secret import redact
from engine.values.view import Note
from engine.values.why import Why
from tests.engine.games.betting_table import TDA, Table

FOUR = (1000,) * 4


def stud(ups: str, stacks: tuple[int, ...] | None = None, later: str = "", **given: Any) -> Table:
    """A stud deal with these first open cards, from the left of the dealer; hidden ones by chance.

    `later` are the cards that come after, one by one.
    """
    game = given.pop("game", "stud7")
    shown = cards(ups)
    stacks = stacks or (1000,) * len(shown)
    down = 2 if game.startswith("stud7") else 1
    taken = {card.code for card in (*shown, *cards(later))}
    free = iter([rank + suit for rank in "TJ98765" for suit in "cdhs" if rank + suit not in taken])
    hands = {
        seat: "".join(next(free) for _ in range(down)) + str(card)
        for seat, card in enumerate(shown)
    }
    return Table(game, stacks, hands=hands, board=later, **{"structure": "split", **given})


# ── antes and the bring-in ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("structure", ["split", "spread", "pot"])
@pytest.mark.parametrize(
    ("bet", "ante", "bring_in"), [(10, 1, 5), (15, 2, 7), (1, 1, 1), (200, 20, 100), (24, 2, 12)]
)
def test_what_the_stake_makes_ante_and_bring_in(
    bet: int, ante: int, bring_in: int, structure: str
) -> None:
    table = stud("2cKhAs", bet=bet, top=2 * bet, structure=structure)
    assert [e for e in table.events if isinstance(e, Posted)] == [
        Posted(seat, ante, "ante") for seat in range(3)
    ]
    assert offers.BringIn(bring_in) in table.offers


def test_the_lowest_open_card_brings_it_in_or_bets() -> None:
    """ST-02: the ace is high; whoever opens can neither check nor fold."""
    table = stud("As3cKh")
    assert table.turn == 1
    assert table.offers == (offers.BringIn(5), offers.Raise(10, 10))
    assert table.refused(1, Fold()) == Why("must_open")
    assert table.refused(1, Check()) == Why("must_open")
    assert table.refused(1, Call(5)) == Why("nothing_to_call")
    assert table.refused(1, BringIn(4)) == Why("price_changed", {"price": 5})
    assert table.refused(0, BringIn(5)) == Why("not_your_turn")
    assert table.view.notes == (Note("opens", 1, {"why": "low_card"}),)
    assert table.game.default(table.state, 1, None) == BringIn(5)


def test_clubs_are_the_lowest_suit_and_spades_the_highest() -> None:
    assert stud("2s2c2h").turn == 1
    assert stud("2s2d2h").turn == 1
    assert stud("2s2h3c").turn == 1


def test_under_pot_limit_the_highest_opens() -> None:
    """ST-03: spades before diamonds; half the stake or all of it, nothing between or beyond."""
    table = stud("KdKs2c", structure="pot", bet=10)
    assert table.turn == 1
    assert table.offers == (offers.BringIn(5), offers.Raise(10, 10))
    assert table.view.notes == (Note("opens", 1, {"why": "high_card"}),)


@pytest.mark.parametrize(("opener", "turn"), [("low", 2), ("high", 1), ("structure", 1)])
def test_who_opens_can_be_agreed(opener: str, turn: int) -> None:
    assert stud("KdKs2c", structure="pot", stud_opener=opener).turn == turn


def test_all_may_call_the_bring_in_and_the_opener_is_not_asked_again() -> None:
    """LI-08."""
    table = stud("2c5h7sKd").play("b c c c")
    assert table.state.street == 1
    assert sum(table.state.put) == 4 * 6


def test_a_spread_limit_opens_with_any_bet() -> None:
    table = stud("2c5h7s", structure="spread", bet=10, top=50)
    assert table.offers == (offers.BringIn(5), offers.Raise(10, 50))
    table.play("b")
    assert table.raises == (10, 50)


def test_a_spread_limit_may_be_opened_higher_where_the_lower_limit_is_the_bring_in() -> None:
    table = stud("2c5h7s", structure="spread", bet=1, top=5)
    assert table.offers == (offers.BringIn(1), offers.Raise(1, 5))
    assert table.play("4").raises == (5, 9)
    # Where there is only one bet the bring-in is it.
    assert stud("2c5h7s", structure="spread", bet=1, top=1).offers == (offers.BringIn(1),)


def test_completing_is_the_bet_of_the_cap() -> None:
    """LI-03: 15, 30, 45, 60, then only calling is left."""
    table = stud("2c5h7s", bet=15, top=30, bring_in=5, ante=1)
    for turn, total in ((0, None), (1, 15), (2, 30), (0, 45), (1, 60)):
        assert table.turn == turn
        if total is None:
            table.play("b")
        else:
            assert table.raises == (total, total)
            table.play(str(total))
    assert Barred("raise", Why("capped", {"cap": 4})) in table.game.offers(table.state, 2)


def test_four_eight_with_a_bring_in_of_two() -> None:
    """B11d."""
    table = stud("2c5h7s", bet=4, top=8, bring_in=2).play("b 4 8 12 16")
    assert table.raises is None
    table.play("c c")
    assert table.state.street == 1


def test_the_opener_raises_whoever_completed() -> None:
    table = stud("2c5h7s").play("b 10 c")
    assert table.turn == 0
    assert table.raises == (20, 20)


def test_pot_limit_counts_antes_and_the_bring_in() -> None:
    """PL-07: at most 1250, after 650 at most 2900; at least the stake, then as much more."""
    ups = "As2c3d4h5s6c7d8h"
    table = stud(ups, (9000,) * 8, structure="pot", bet=300, bring_in=150, ante=100).play("b")
    assert table.raises == (300, 1250)
    table.play("650")
    assert table.raises == (950, 2900)


def test_in_pot_limit_whoever_called_the_bring_in_may_raise_a_completion() -> None:
    """The step from a bring-in of 5 to the stake of 10 is a whole bet."""
    table = stud("As3h7s", structure="pot", bet=10).play("b c 10")
    assert table.turn == 0
    assert table.raises == (20, 10 + 5 + 3 + 10 + 10)
    table.play("c")
    assert table.turn == 1
    assert table.raises is not None


def test_an_all_in_below_the_stake_completes_nothing_in_pot_limit() -> None:
    table = stud("As3h7s", (500, 500, 8), structure="pot", bet=10, ante=1).play("b c a")
    assert table.state.round.high == 7
    assert table.turn == 0
    assert table.refused(0, Raise(17)) == Why("not_reopened")


def test_a_bring_in_may_be_short() -> None:
    """Others owe all of it, and win of the short stack only what it has put in."""
    table = stud("2c5h7s", (4, 500, 500), ante=1)
    assert table.offers == (offers.BringIn(3),)
    assert table.refused(0, Raise(10)) == Why("short_stack")
    table.play("b")
    assert table.price == 5
    assert table.raises == (10, 10)
    table.play("c c")
    assert pots_of(table.state) == (Pot(12, (0, 1, 2)), Pot(4, (1, 2)))


def test_an_all_in_over_the_bring_in_is_a_bet_from_half_of_one_on() -> None:
    """C.5: less than half of 20 is completed to 20, half and more is raised by 20."""
    table = stud("2c5h7s", (500, 9, 500), bet=20, top=40, bring_in=5, ante=1).play("b a")
    assert (table.price, table.raises) == (8, (20, 20))
    table.play("c")
    assert table.turn == 0
    table = stud("2c5h7s", (500, 13, 500), bet=20, top=40, bring_in=5, ante=1).play("b a")
    assert (table.price, table.raises) == (12, (32, 32))


def test_whom_nobody_calls_the_bring_in_has_the_antes() -> None:
    table = stud("2c5h7s", (100,) * 3, ante=1).play("b f f")
    assert table.stacks == (102, 99, 99)
    assert table.returned == [(0, 5)]


def test_under_pot_limit_too_the_bring_in_passes_on_from_who_is_all_in() -> None:
    """C.8: to the left of the highest card's seat."""
    table = stud("5hKs2cAd", (500, 500, 500, 1), structure="pot", ante=1)
    assert table.turn == 0
    assert table.view.notes == (Note("opens", 3, {"why": "high_card"}), Note("passed_on", 0))
    assert table.offers == (offers.Fold(), offers.BringIn(5), offers.Raise(10, 10))


def test_a_bring_in_as_high_as_the_stake_is_the_bet() -> None:
    table = stud("2c5h7s", bet=10, bring_in=50)
    assert table.offers == (offers.BringIn(10),)
    assert table.refused(0, Raise(10)) == Why("must_open")
    table.play("b")
    assert table.raises == (20, 20)
    table.play("20 30 40")
    assert table.raises is None


def test_whoever_is_all_in_by_the_ante_is_not_asked() -> None:
    """B8d: the bring-in passes on to the left, where it may be folded too."""
    table = stud("5h2cKs9d", (500, 1, 500, 500), ante=1)
    assert table.turn == 2
    assert table.offers == (offers.Fold(), offers.BringIn(5), offers.Raise(10, 10))
    assert table.view.notes == (Note("opens", 1, {"why": "low_card"}), Note("passed_on", 2))
    table.play("f")
    assert table.turn == 3
    table.play("b c")
    assert table.state.street == 1
    assert table.game.default(table.state, 0, None) in {None, Check()}


def test_with_one_player_left_who_could_bet_nobody_brings_it_in() -> None:
    table = stud("5h2cKs", (1, 1, 500), ante=1)
    assert table.result is not None
    assert sum(table.stacks) == 502
    assert table.stacks[2] >= 499


def test_short_antes_make_a_side_pot() -> None:
    """B8b: 3 for all, 2 for the two others."""
    table = stud("5h2cKs", (100, 1, 100), ante=2)
    assert pots_of(table.state) == (Pot(3, (0, 1, 2)), Pot(2, (0, 2)))


# ── later streets ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("boards", "preset", "first"),
    [
        (("2c2d", "AsKs"), "house", 0),  # ST-04
        (("9s9d", "9h9c"), "house", 0),  # ST-06
        (("9h9c", "9s9d"), "house", 1),
        (("9h9c", "9s9d"), TDA, 0),
        (("Kh5s", "Kd5h"), "house", 0),
        (("Kd5s", "Kh5h"), TDA, 0),
    ],
)
def test_the_best_open_hand_begins(boards: tuple[str, str], preset: str, first: int) -> None:
    ups, later = "".join(board[:2] for board in boards), "".join(board[2:] for board in boards)
    table = stud(ups, later=later, preset=preset, structure="split").play("b c")
    assert table.turn == first
    assert Note("opens", first, {"why": "best_board"}) in table.view.notes


@pytest.mark.parametrize(
    ("boards", "first"),
    [
        (("2c3c4c5c", "Ad9h7s3d"), 1),  # ST-07: straights and flushes count for nothing
        (("8c8d5h5s", "AcAdKhQs"), 0),  # ST-08
        (("8c8d5h5s", "3c3d3h2s"), 1),
    ],
)
def test_the_best_of_four_open_cards(boards: tuple[str, str], first: int) -> None:
    streets = ["".join(board[2 * place : 2 * place + 2] for board in boards) for place in range(4)]
    table = stud(streets[0], later="".join(streets[1:]))
    table.play("b c" + " c c" * 2)
    assert table.state.street == 3
    assert table.turn == first


def test_suits_open_but_do_not_begin_by_the_tournament_directors() -> None:
    """B8c: the deuce of clubs; then the first king from the left of the dealer."""
    assert stud("Kh2d2c", preset=TDA).turn == 2
    table = stud("KhKd2c", later="5s5h3c", preset=TDA)
    table.play("b c c")
    assert table.turn == 0


def test_the_one_to_the_left_acts_for_a_best_hand_that_is_all_in() -> None:
    table = stud("2cKh7s", (500, 6, 500), later="3dKc8h", ante=1).play("b c c")
    assert table.turn == 2
    assert table.view.notes[:2] == (Note("opens", 1, {"why": "best_board"}), Note("passed_on", 2))


def test_bets_double_on_fifth_street() -> None:
    table = stud("2cKh", later="3dKc" + "4h4s").play("b c")
    assert table.raises == (10, 10)
    table.play("c c")
    assert table.raises == (20, 20)


def test_in_five_card_stud_they_double_on_the_third_round() -> None:
    table = stud("2cKh", game="stud5", later="3dKc" + "4h4s").play("b c c c")
    assert table.raises == (20, 20)


def test_an_open_pair_allows_the_big_bet() -> None:
    """D11: 10 or 20, after 20 only 20 more."""
    table = stud("2cKh", later="3dKc", open_pair_big_bet=True).play("b c")
    assert table.turn == 1
    assert offers.Raise(10, 20, 10) in table.offers
    assert table.refused(1, Raise(15)) == Why("off_step", {"step": 10})
    table.play("10")
    assert offers.Raise(20, 30, 10) in table.offers
    table.play("30")
    assert table.raises == (50, 50)


@pytest.mark.parametrize(
    ("game", "later", "given"),
    [
        ("stud7", "3dKc", {}),
        ("stud7", "3d4c", {"open_pair_big_bet": True}),
        ("stud7_hilo", "3dKc", {}),
    ],
)
def test_else_fourth_street_has_the_small_bet(game: str, later: str, given: Any) -> None:
    table = stud("2cKh", game=game, later=later, **given).play("b c")
    assert table.raises == (10, 10)


# ── cards ──────────────────────────────────────────────────────────────────────────────────────


def test_open_cards_are_seen_by_all_and_hidden_ones_by_their_owner() -> None:
    table = stud("2cKhAs").play("b f")
    for audience in (None, 0, 1, 2):
        seen = redact(table.view, audience)
        for seat, up in enumerate(("2c", "Kh", "As")):
            opened, hidden = seen.zone(f"up.{seat}"), seen.zone(f"hand.{seat}")
            assert opened is not None
            assert hidden is not None
            # The folded player's too.
            assert opened.cells == cards(up)
            assert (hidden.cells == (Hidden(), Hidden())) == (audience != seat)
    assert table.view.seats[1].status == "folded"


def test_cards_come_from_the_left_of_the_dealer() -> None:
    table = stud("2cKhAs")
    dealt = [event for event in table.events if isinstance(event, Dealt)]
    assert [event.zone for event in dealt] == [
        f"{kind}.{seat}" for seat in range(3) for kind in ("hand", "up")
    ]


def all_the_way(players: int, folds: dict[int, int]) -> Table:
    """Everybody calls to the last street; by street how many fold before its bets are made."""
    table = Table("stud7", (1000,) * players, structure="split")
    while table.state.street < 4 and table.turn is not None:
        left = folds.get(table.state.street, 0)
        if left and not table.state.opening:
            folds[table.state.street] = left - 1
            table.play("f")
        else:
            table.play("b" if table.state.opening else "c")
    return table


@pytest.mark.parametrize(
    ("folds", "common"),
    [
        ({}, True),  # ST-09, B13c: eight are in, four cards are left
        ({3: 1}, True),  # ST-10
        ({3: 3}, True),
        ({3: 4}, False),
        ({0: 1}, False),  # ST-11: seven cards for seven
        ({1: 1}, True),  # ST-12: six for seven
    ],
)
def test_a_common_last_card_where_the_stub_is_too_short(
    folds: dict[int, int], common: bool
) -> None:
    table = all_the_way(8, dict(folds))
    assert table.state.street == 4
    live = table.state.live
    assert len(table.state.board) == common
    assert all(len(table.state.held(seat)) == 7 - common for seat in live)
    table.play("c " * len(live))
    assert table.result is not None
    assert sum(table.result.net) == 0


def test_seven_players_keep_to_their_own_cards() -> None:
    table = all_the_way(7, {})
    assert table.state.board == ()
    assert len(table.state.deck.value) == 3


def test_hands_lie_open_once_nobody_can_bet() -> None:
    """Cards that come later lie open as well; all have seven at the end."""
    table = stud("2cKh", (11, 11)).play("b a c")
    assert table.result is not None
    kinds = [type(event).__name__ for event in table.events]
    later = table.events[kinds.index("Shown") :]
    sevenths = [e for e in later if isinstance(e, Dealt) and e.zone.startswith("hand")]
    assert [len(redact(event, None).cells) for event in sevenths] == [1, 1]
    assert Hidden() not in [cell for e in sevenths for cell in redact(e, None).cells]
    assert [note.seat for note in table.view.notes if note.code == "hand"] == [0, 1]
    assert Phase("street_7") in table.events


# ── what can't be ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("brought", [{"posts": (5, 10, 0)}, {"dead": (5, 0, 0)}, {"big": 1}])
def test_there_are_no_blinds(brought: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no blinds"):
        stud("2cKhAs", **brought)


@pytest.mark.parametrize(
    ("game", "most"), [(game, 8) for game in ("stud7", "stud7_hilo", "stud5", "soko", "draw5")]
)
def test_no_more_than_eight_play(game: str, most: int) -> None:
    Table(game, (100,) * most)
    with pytest.raises(ValueError, match="no deal for 9"):
        Table(game, (100,) * (most + 1))
