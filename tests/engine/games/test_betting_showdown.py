"""Who gets what and who shows, in whole deals: SP, OM, HL and SD of rules.md, cases.md A and B."""

from typing import Any

import pytest

from engine.games.betting.showdown import strength
from engine.kit.ranking import name_of
from engine.values.actions import Muck, Show
from engine.values.cards import Card, Hidden
from engine.values.events import Acted, Paid, Phase, Posted, Scored, Shown
from engine.values.offers import Muck as MuckOffer
from engine.values.offers import Show as ShowOffer
from engine.values.secret import redact
from engine.values.view import Note
from tests.engine.games.betting_table import Table


def compared(game: str, board: str, *hands: str, pot: int = 100) -> Table:
    """Everybody all-in for the same, `pot` chips in all, seat 0 first after the button."""
    each = pot // len(hands)
    stacks = (each,) * len(hands)
    table = Table(game, stacks, hands=dict(enumerate(hands)), board=board, bet=2)
    return table.play(" ".join("a" * len(hands)))


# ── which hand wins ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("case", "board", "hands", "pot", "won"),
    [
        ("A1 (a)", "5h6d7s8c9h", ("AcKd", "2c3d"), 100, (50, 50)),
        ("A1 (b)", "AdJc3sQh3d", ("8h5c", "8s2d"), 100, (50, 50)),
        ("A1 (c)", "QsJd9c4h2s", ("AhKd", "AcKs", "Th3c"), 90, (45, 45, 0)),
        ("A2 (a)", "2c3d4hKsJd", ("Ac5s", "KdQc"), 100, (100, 0)),
        ("A2 (b)", "2c3d4hKsJd", ("Ac5s", "KdQc", "5c6d"), 90, (0, 0, 90)),
        ("A4 (a)", "6cQcAd6sAc", ("TdJs", "3s3d"), 100, (50, 50)),
        ("A4 (b)", "Kc9d7s4h2c", ("AsAh", "Kd9c"), 100, (0, 100)),
        ("A4 (c)", "9c7s5h5s3c", ("8hKs", "4dQs"), 100, (100, 0)),
        ("A4 (d)", "4d8s4h7d8c", ("Kc6d", "7c5h"), 100, (0, 100)),
        ("A5 (a)", "KsKh7c7d2s", ("Kd7h", "7s2d", "KcAd"), 90, (45, 0, 45)),
        ("A6 (a)", "9cThJhQhKd", ("2h3h", "Ac4s"), 100, (100, 0)),
    ],
    ids=lambda part: (
        part if isinstance(part, str) and part[0] == "A" and part[1:2].isdigit() else ""
    ),
)
def test_hold_em_hands(
    case: str, board: str, hands: tuple[str, ...], pot: int, won: tuple[int, ...]
) -> None:
    assert compared("holdem", board, *hands, pot=pot).stacks == won


@pytest.mark.parametrize(
    ("case", "board", "hands", "won"),
    [
        ("A7 (a)", "AsKsQsJs2d", ("Ts9h8c7d", "3s4s5h6h"), (0, 100)),
        ("A7 (b)", "2d5cQhJs9h", ("5dQsQc7d", "AdKdKhKs"), (100, 0)),
        ("OM-04", "KcQdJhTs9c", ("AcAd2h2s", "8d7d3c3h"), (0, 100)),
    ],
    ids=["A7 (a)", "A7 (b)", "OM-04"],
)
def test_omaha_hands(case: str, board: str, hands: tuple[str, ...], won: tuple[int, ...]) -> None:
    assert compared("omaha", board, *hands).stacks == won


@pytest.mark.parametrize(
    ("vector", "board", "hand", "name", "ranks"),
    [
        ("OM-01", "AcAdAhAsKh", "7c7d3h2s", "full_house", "A7"),
        ("OM-01, no pair", "AcAdAhAsKh", "KcQd9h2s", "three_of_a_kind", "AKQ"),
        ("OM-02", "Jh9h6h3h2c", "AhKcQd2s", "pair", "2AJ9"),
        ("OM-04", "KcQdJhTs9c", "AcAd2h2s", "pair", "AKQJ"),
        ("A7 (c)", "3s5hQsQd9h", "Ks8cJs5c", "two_pair", "Q5K"),
    ],
    ids=["OM-01", "OM-01, no pair", "OM-02", "OM-04", "A7 (c)"],
)
def test_omaha_takes_two_and_three(
    vector: str, board: str, hand: str, name: str, ranks: str
) -> None:
    table = Table("omaha", (50, 50), hands={0: hand}, board=board, bet=2).play("a a")
    named = name_of(strength(table.state, 0))
    assert (named.name, named.ranks) == (name, ranks)


def test_hands_that_lie_open_are_named() -> None:
    """A2, A6: the value and its printed name agree."""
    table = compared("holdem", "9cThJhQhKd", "2h3h", "Ac4s")
    assert Note("hand", 0, {"name": "flush", "ranks": "QJT32"}) in table.view.notes
    assert Note("hand", 1, {"name": "straight", "ranks": "A"}) in table.view.notes
    wheel = compared("holdem", "2c3d4hKsJd", "Ac5s", "KdQc")
    assert Note("hand", 0, {"name": "straight", "ranks": "5"}) in wheel.view.notes


# ── pots ───────────────────────────────────────────────────────────────────────────────────────


def test_sp_01_three_all_ins_of_different_sizes() -> None:
    """Also the first example of records.md."""
    hands = {0: "AsAd", 1: "KsKd", 2: "QsQd"}
    table = Table(stacks=(100, 500, 1000), hands=hands, board="2c7h9d3sJc", bet=10)
    table.play("1000 c c")
    assert table.returned == [(2, 500)]
    assert table.pots == [(300, {0: 300}), (800, {1: 800})]
    assert table.stacks == (300, 800, 500)


def test_sp_03_a_side_pot_with_one_contender() -> None:
    hands = {0: "AsAd", 1: "7c2d", 2: "QsQd"}
    table = Table(stacks=(25, 200, 200), hands=hands, board="2c7h9d3sJc", bet=10)
    table.play("100 c c c 50 f")
    assert table.returned == [(2, 50)]
    assert table.pots == [(75, {0: 75}), (150, {2: 150})]
    assert table.stacks == (75, 100, 250)


def test_sp_04_the_odd_chip_goes_left_of_the_button() -> None:
    hands = {0: "AsKd", 1: "AdKs", 2: "7c2d"}
    table = Table(stacks=(7, 7, 7), hands=hands, board="AcKc9d3sJh", bet=2, button=0)
    table.play("a a a")
    assert table.pots == [(21, {1: 11, 0: 10})]


def test_sp_05_odd_chips_go_round_from_the_left_of_the_button() -> None:
    """Six put in 5 and seat 5 folds; seats 0 to 3 tie, and 30 by 4 leaves two chips over."""
    hands = {0: "As2d", 1: "Ad2h", 2: "Ac2s", 3: "Ah3d", 4: "7c2c"}
    table = Table(stacks=(50,) * 6, hands=hands, board="KcKdQh9sJc", bet=5, button=2)
    table.play("c c c c c c c c f c c c c c c c c c c c c c")
    assert table.pots == [(30, {3: 8, 0: 8, 1: 7, 2: 7})]


def test_sp_07_what_a_folded_player_has_put_in() -> None:
    """30 folded, 30 all-in and best, 100, 100: seat 3 bets 30, then two go on."""
    hands = {0: "AsAd", 1: "QsQd", 2: "JsJd", 3: "7c2d"}
    table = Table(stacks=(30, 500, 500, 500), hands=hands, board="2c7h9d3sKc", bet=10)
    table.play("c 30 a 100 c f")
    assert table.play("c c c c c c").pots == [(120, {0: 120}), (140, {1: 140})]


def test_b1_a_tie_with_a_shorter_all_in() -> None:
    table = Table(
        stacks=(200, 200, 90),
        hands={0: "2hJh", 1: "TcAc", 2: "Jc9d"},
        board="QsThKc4hAd",
        bet=2,
    )
    table.play("c c c c c c c c c 10 30 88 c c")
    assert table.pots == [(270, {0: 135, 2: 135})]
    assert table.stacks == (245, 110, 135)


@pytest.mark.parametrize(
    ("case", "stacks", "hands", "words", "ended", "back"),
    [
        ("(a), BTN wins", (102, 98), {1: "AsAd"}, "98 c", (4, 196), []),
        ("(a), BB wins", (102, 98), {0: "AsAd"}, "98 c", (200, 0), []),
        ("(b)", (98, 102), {0: "AsAd"}, "102 c", (196, 4), [(1, 4)]),
        ("(c)", (100, 100), {}, "50 f", (98, 102), [(1, 48)]),
    ],
    ids=lambda part: f"B3 {part}" if isinstance(part, str) and part[0] == "(" else "",
)
def test_b3_uncalled_chips_go_back(
    case: str,
    stacks: tuple[int, ...],
    hands: dict[int, str],
    words: str,
    ended: tuple[int, ...],
    back: list[tuple[int, int]],
) -> None:
    # Seat 0 is the big blind, seat 1 the button; whoever has no cards here has seven-two.
    given = {0: "7c2d", 1: "7d2h"} | hands
    table = Table(stacks=stacks, hands=given, board="3c8h9dJsQc", bet=2).play(words)
    assert (table.stacks, table.returned) == (ended, back)
    if case == "(c)":
        assert table.pots == [(4, {1: 4})]
        assert table.events[-3:] == (Paid(1, 48, "uncalled"), Paid(1, 4, "pot"), Scored("folded"))


def test_b8_b_a_short_ante_plays_for_as_much_only() -> None:
    """Antes of 2, stacks 1 and 100: main pot 3, side pot 2."""
    hands = {0: "AsAd", 1: "QsQd", 2: "7c2d"}
    antes: dict[str, Any] = {"bet": 2, "ante": 2, "hands": hands, "board": "3c8h9dJsKc"}
    table = Table(stacks=(1, 100, 100), **antes)
    assert [(pot.chips, pot.seats) for pot in table.view.pots] == [(3, (0, 1, 2)), (2, (1, 2))]
    table.play("c c c c c c c c")
    assert table.pots == [(3, {0: 3}), (6, {1: 6})]
    # Or, by the option of records.md, for all antes.
    whole = Table(stacks=(1, 100, 100), ante_matched=False, **antes).play("c c c c c c c c")
    assert whole.pots == [(5, {0: 5}), (4, {1: 4})]


def test_an_ante_that_nobody_can_match_goes_back() -> None:
    """C.11: any part of the largest contribution; it is in no pot."""
    hands = {0: "AsAd", 1: "7c2d"}
    table = Table(stacks=(1, 100), hands=hands, board="3c8h9dJsKc", bet=2, ante=5)
    assert table.returned == [(1, 4 + 1)]
    assert (table.pots, table.stacks) == ([(2, {0: 2})], (2, 99))


def test_dead_chips_are_everybody_s_and_never_go_back() -> None:
    hands = {0: "AsAd", 1: "QsQd", 2: "7c2d"}
    table = Table(
        stacks=(100, 100, 100),
        hands=hands,
        board="3c8h9dJsKc",
        bet=10,
        posts=(5, 10, 10),
        dead=(0, 0, 5),
        big=1,
    )
    table.play("c c c c c c c c c c c c")
    assert (table.pots, table.returned) == ([(35, {0: 35})], [])
    assert table.stacks == (125, 90, 85)


def test_b9_a_the_small_blind_s_chip() -> None:
    hands = {0: "7c2d", 1: "AsKd", 2: "AdKs"}
    table = Table(stacks=(100,) * 3, hands=hands, board="AcKc9d3sJh", bet=2)
    table.play("12 f c c c c c c c")
    assert table.pots == [(25, {1: 13, 2: 12})]
    assert table.stacks == (99, 101, 100)


def test_b9_b_slices_with_the_same_contenders_are_one_pot() -> None:
    hands = {2: "AsKd", 3: "AdKs", 4: "AhKh"}
    table = Table(stacks=(100,) * 5, hands=hands, board="AcKc9d3sJh", bet=2).play("a a a f f")
    assert table.pots == [(303, {2: 101, 3: 101, 4: 101})]


# ── high and low ───────────────────────────────────────────────────────────────────────────────

LOW_BOARD = "3c4d8hTsQc"


def test_hl_09_quartering() -> None:
    """Pot 100: A has the best high, both have 8-4-3-2-A."""
    table = compared("omaha_hilo", LOW_BOARD, "AhQd2sQh", "Ac2dKhKs")
    assert table.pots == [(100, {0: 75, 1: 25})]
    award = table.state.awards[0]
    assert (dict(award.high), dict(award.low)) == ({0: 50}, {0: 25, 1: 25})


def test_hl_10_the_low_half_is_shared() -> None:
    """Pot 201: 101 to the high, 50 each to the two equal lows."""
    hands = {0: "QdQhKcKd", 1: "AhJd2sJh", 2: "Ac2dThJs"}
    table = Table("omaha_hilo", (67,) * 3, hands=hands, board=LOW_BOARD, bet=2).play("a a a")
    assert table.pots == [(201, {0: 101, 1: 50, 2: 50})]


def test_hl_12_each_pot_by_itself() -> None:
    """20 all-in with both; of the side pot seat 1 has the high, seat 2 the low."""
    hands = {0: "Ac2cQdQh", 1: "JcTcKhKs", 2: "5s6dJsTh"}
    table = Table("omaha_hilo", (20, 100, 100), hands=hands, board="4c7c8hQsKc", bet=2)
    table.play("100 c c")
    assert table.pots == [(60, {0: 60}), (160, {1: 80, 2: 80})]


def test_hl_14_equal_claims_are_one_even_split() -> None:
    """Pot 10: 5 and 5, and nothing is told half by half."""
    table = compared("omaha_hilo", LOW_BOARD, "Ah2sKdKc", "Ac2dKhKs", pot=10)
    assert table.pots == [(10, {0: 5, 1: 5})]
    assert table.state.awards[0].high == ()


def test_hl_08_a_wheel_takes_both_halves() -> None:
    """A-2 with 3-4-5: the straight is the best high and the best low."""
    table = compared("omaha_hilo", "3c4d5hTsQc", "QdQhKcKd", "Ac2dKhKs")
    assert table.pots == [(100, {1: 100})]
    assert Note("hand", 1, {"name": "straight", "ranks": "5"}) in table.view.notes
    assert Note("low", 1, {"ranks": "5432A"}) in table.view.notes


def test_without_a_low_the_high_takes_all() -> None:
    table = compared("omaha_hilo", "9c4d8hTsQc", "Ah2sQdQh", "Ac2dKhKs")
    assert table.pots == [(100, {0: 100})]


def test_b9_c_the_odd_chip_is_the_high_half_s() -> None:
    hands = {1: "AhJd2sJh", 2: "QdQhKcKd"}
    table = Table("omaha_hilo", (100, 12, 12), hands=hands, board=LOW_BOARD, bet=2).play("a f a")
    assert table.pots == [(25, {1: 12, 2: 13})]


@pytest.mark.parametrize(("button", "won"), [(2, {0: 2 + 3, 1: 1}), (0, {1: 2, 0: 1 + 3})])
def test_b9_d_the_low_half_s_odd_chip_goes_left_of_the_button(
    button: int, won: dict[int, int]
) -> None:
    """Pot 6: seat 0 has the high and ties for the low with seat 1."""
    hands = {0: "Ah2sQdQh", 1: "Ac2dKhKs", 2: "7d7s9h9s"}
    given: dict[str, Any] = {"hands": hands, "board": LOW_BOARD, "button": button}
    table = Table("omaha_hilo", (2,) * 3, bet=2, **given)
    while table.turn is not None:
        table.play("a")
    assert table.pots == [(6, won)]


# ── who shows ──────────────────────────────────────────────────────────────────────────────────

# Seat 0 loses to seat 1, seat 1 to seat 2.
RISING: dict[str, Any] = {
    "hands": {0: "JcJd", 1: "QcQd", 2: "KcKd"},
    "board": "2c7h9d3s4h",
    "bet": 2,
}


def test_sd_01_the_last_to_raise_shows_first() -> None:
    table = Table(**RISING).play("c c c c c c c c c 10 30 f c")
    assert (table.shown, table.mucked) == ([1], [0])
    table = Table(**RISING).play("c c c c c c c c c c c 10 c c")
    # Seat 2 bet; seats 0 and 1 can win nothing any more.
    assert (table.shown, table.mucked) == ([2], [0, 1])


def test_without_a_bet_the_first_to_act_shows_first() -> None:
    table = Table(**RISING).play("c c c c c c c c c c c c")
    assert (table.shown, table.mucked) == ([0, 1, 2], [])
    # A bet on an earlier street does not matter, and who folded is passed over.
    table = Table(**RISING).play("c c c c c 10 f c c c c c")
    assert (table.shown, table.mucked) == ([1, 2], [])


def test_equal_hands_are_shown() -> None:
    table = Table(hands={0: "AcKd", 1: "AdKc", 2: "QcQd"}, board="AhKh9d3s4h", bet=2)
    table.play("c c c c c c c c c c c c")
    assert (table.shown, table.mucked) == ([0, 1], [2])


def test_a_low_that_wins_is_shown() -> None:
    hands = {0: "QdQhKcKd", 1: "AhJd2sJh", 2: "7d7s9h9s"}
    table = Table("omaha_hilo", hands=hands, board=LOW_BOARD, bet=2)
    table.play("c c c c c c c c c c c c")
    assert (table.shown, table.mucked) == ([0, 1], [2])


def test_all_in_everything_is_opened_before_the_board_runs_out() -> None:
    table = Table(**RISING, stacks=(100, 60, 100)).play("a a c")
    codes = [event for event in table.events if isinstance(event, Phase | Shown)]
    assert [type(event).__name__ for event in codes[-7:]] == [
        "Shown",
        "Shown",
        "Shown",
        "Phase",
        "Phase",
        "Phase",
        "Phase",
    ]
    assert (table.shown, table.mucked) == ([0, 1, 2], [])


def test_with_somebody_all_in_everybody_shows_at_the_end() -> None:
    """C.11: also those who have gone on betting for a side pot."""
    table = Table(**RISING, stacks=(1000, 1000, 60)).play("60 c c c c c c 100 c")
    assert table.shown == [0, 1, 2]
    assert table.mucked == []
    # So does a call of the last chips on the river.
    table = Table(**RISING, stacks=(1000, 100, 1000)).play("c f c c c c c c c")
    assert table.mucked == []


def test_who_wins_by_folds_shows_nothing() -> None:
    table = Table(**RISING).play("c c c 10 f f")
    assert (table.shown, table.mucked) == ([], [])
    assert table.events[-1] == Scored("folded")
    assert all(
        isinstance(cell, Hidden)
        for zone in redact(table.view, None).zones
        if zone.kind == "hand"
        for cell in zone.cells
    )


def test_a_showdown_is_one_though_all_losers_muck() -> None:
    """It was told as if all others had folded, with the winner's hand lying open."""
    table = Table(**RISING).play("c c c c c c c c c c c 10 c c")
    assert (table.shown, table.mucked) == ([2], [0, 1])
    assert table.events[-1] == Scored("showdown")


def test_a_mucked_hand_stays_secret() -> None:
    table = Table(**RISING).play("c c c c c c c c c c c 10 c c")
    assert [seat.status for seat in table.view.seats] == ["folded", "folded", "in"]
    for seat in (0, 1, None):
        view = redact(table.view, seat)
        for owner in (0, 1):
            zone = view.zone(f"hand.{owner}")
            assert zone is not None
            kinds = {type(cell) for cell in zone.cells}
            assert kinds == ({Card} if seat == owner else {Hidden})


def test_by_choice_everybody_is_asked_in_turn() -> None:
    table = Table(**RISING, ask=True).play("c c c c c c c c c c c c")
    assert (table.view.phase, table.turn) == ("showdown", 0)
    assert table.offers == (ShowOffer(), MuckOffer())
    assert table.game.offers(table.state, 1) == ()
    assert table.game.default(table.state, 0, None) == Muck()
    table.act(0, Show())
    assert table.events[-2:] == (Acted(0, Show()), Shown(0, table.state.hands[0].value))
    table.play("s m")
    # Seat 2 had the best hand, and gave it up.
    assert (table.shown, table.mucked) == ([0, 1], [2])
    assert table.pots == [(6, {1: 6})]


def test_by_choice_the_last_hand_needs_no_showing() -> None:
    table = Table(**RISING, ask=True).play("c c c c c c c c c c c c m m")
    assert (table.shown, table.pots) == ([], [(6, {2: 6})])
    assert table.events[-1] == Scored("folded")


def test_a_muck_gives_up_no_more_than_one_has_put_in() -> None:
    """Two muck a side pot, the all-in hand shows: it wins the main pot, the later muck the side."""
    table = Table(**RISING, ask=True, stacks=(1000, 1000, 60)).play("60 c c c c c c 100 c m m")
    assert table.pots == [(180, {2: 180}), (200, {1: 200})]


def test_a_decision_number_rises_at_the_showdown() -> None:
    table = Table(**RISING, ask=True).play("c c c c c c c c c c c")
    before = table.game.decision(table.state, 2)
    table.play("c")
    assert table.turn == 0
    assert table.game.decision(table.state, 2) > before + 1


# ── what a deal can't be made of ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "wrong",
    [
        {"stacks": (100,)},
        {"stacks": (100,) * 11},
        {"stacks": (100, 0, 100)},
        {"posts": (5, 10)},
        {"posts": (0, 0, 0)},
        {"antes": (1, 1)},
        {"dead": (0, -1, 0)},
        {"big": 3},
        {"button": 3},
        {"hands": {0: "AsAd", 1: "AsKd"}},
    ],
)
def test_what_is_no_deal(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        Table(**wrong)


def test_cards_that_are_unknown_leave_the_deal_unpaid() -> None:
    table = Table(hands={0: "????"}, board="2c7h9d3s4h", bet=2)
    table.play("c c c c c c c c c c c c")
    assert (table.result, table.turn, table.shown) == (None, None, [0, 1, 2])
    assert sum(table.state.put) == 6
    # Where everybody else folds, nobody's cards are needed.
    assert Table(hands={2: "????"}, bet=2).play("c f f").result is not None


def test_posts_are_told_with_what_was_paid() -> None:
    table = Table(stacks=(7, 1000, 1000), bet=10, ante=3, posts=(5, 10, 0))
    assert [e.chips for e in table.events if isinstance(e, Posted)] == [3, 3, 3, 4, 10]
