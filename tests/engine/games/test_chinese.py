"""Chinese poker: thirteen cards set unseen, all at the same time (rules.md D)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Setup
from engine.games.chinese.closed import Chinese, Options
from engine.games.chinese.state import Carry, rows_of
from engine.kit.rows import board
from engine.kit.shuffle import shuffle
from engine.values import offers
from engine.values.actions import Declare, Pass, SetRows, Surrender
from engine.values.cards import DECK, UNKNOWN, Card, Empty, Hidden, cards
from engine.values.chance import Chance
from engine.values.draft import Draft
from engine.values.events import Acted, Chose, Counted, Dealt, Phase, Scored, Shown
from engine.values.offers import Barred
from engine.values.secret import opened_all, redact
from engine.values.view import Counter
from engine.values.why import Why
from tests.engine.games import chinese_oracle
from tests.engine.games.chinese_table import Table, hand, rows_set, shown

ANNA = "Ac Qd 5h | Ks Kd 9c 9h 3s | 8s 8h 8d 4c 4d"
BEN = "6s 6d Kc | Qs Qc 7d 7c 2s | Jh Th 6h 3h 2h"
FOUL = "Ks Kd 9c | Ac Qd 5h 3s 4c | 8s 8h 8d 9h 4d"
DRAGON = "2c3d4h5s6c7d8h9sTcJdQhKsAc"
PAIRS = "2d2h5c5d7h7s9c9dJcJhKcKdAh"
GAME = Chinese()


def two(options: Options | None = None) -> Table:
    return Table(GAME, options or Options(), 2, hand(ANNA) + hand(BEN))


def test_everybody_gets_thirteen_from_left_of_the_dealer() -> None:
    state, events = GAME.new(Options(), Setup(3, 0, Carry()), Chance(DECK, b""))
    assert isinstance(events[0], Phase)
    dealt = [event for event in events if isinstance(event, Dealt)]
    assert [event.seat for event in dealt] == [1, 2, 0]
    assert opened_all(dealt[0].cells) == DECK[:13]
    assert GAME.view(state).to_act == (0, 1, 2)


def test_whoever_sees_the_table_knows_how_it_is_counted() -> None:
    assert two().notes("counting") == [{"scoring": "scoop", "royalties": "none"}]
    (own,) = two(Options(scoring="2-4", royalties="own", middle_four=11)).notes("counting")
    assert own == {
        "scoring": "2-4",
        "royalties": "own",
        "front_three": 3,
        "middle_full_house": 2,
        "middle_four": 11,
        "middle_straight_flush": 9,
        "back_four": 4,
        "back_straight_flush": 5,
    }


def test_cp_01_as_a_deal() -> None:
    table = two()
    table.sets(1, BEN)
    events = table.sets(0, ANNA)
    assert table.result.net == (1, -1)
    assert table.result.ended is None
    assert events == (
        Chose(0),
        Phase("reveal"),
        Acted(1, rows_set(BEN)),
        Acted(0, rows_set(ANNA)),
        Shown(0, cards(hand(ANNA))),
        Shown(1, cards(hand(BEN))),
        Counted(0, 1),
        Counted(1, -1),
        Scored("counted"),
    )


def test_nothing_of_a_choice_is_seen_before_the_last() -> None:
    options = Options(surrender=3, special_hands=True)
    looks = set()
    for action in (rows_set(ANNA), rows_set(FOUL), Surrender(3)):
        table = two(options)
        assert table.act(0, action) == (Chose(0),)
        looks.add(str(redact(table.view, 1)))
        assert table.cells("front.0", 1) == (Hidden(),) * 3
        assert "ready" in table.view.seats[0].markers
        assert table.view.counters == (Counter("ready", 1, 2),)
        assert table.view.to_act == (1,)
    assert len(looks) == 1


def test_the_owner_sees_what_was_set() -> None:
    table = two()
    assert table.cells("back.0", 0) == (Empty(),) * 5
    table.sets(0, ANNA)
    assert shown(table.cells("front.0", 0)) == "AcQd5h"
    assert shown(table.cells("hand.0", 0)) == hand(ANNA)
    assert table.cells("hand.0", 1) == (Hidden(),) * 13


def test_rows_lie_open_at_the_end() -> None:
    table = two()
    table.sets(0, ANNA)
    table.sets(1, BEN)
    assert table.view.phase == "over"
    assert shown(table.cells("middle.1", None)) == "QsQc7d7c2s"
    assert table.cells("hand.1", None) == ()
    assert table.notes("row", 0) == [
        {"row": "front", "name": "high_card", "ranks": "AQ5", "royalty": 0},
        {"row": "middle", "name": "two_pair", "ranks": "K93", "royalty": 0},
        {"row": "back", "name": "full_house", "ranks": "84", "royalty": 0},
    ]
    pair = {"front": 1, "middle": -1, "back": -1, "extra": 0, "royalties": 0, "points": -1}
    assert table.notes("pair", 1) == [{"against": 0, **pair}]
    assert table.notes("points", 1) == [{"points": -1}]
    assert table.notes("fouled") == []


def test_a_foul_may_be_set_and_loses_all() -> None:
    table = two(Options(scoring="2-4"))
    table.sets(0, FOUL)
    table.sets(1, BEN)
    assert table.result.net == (-4, 4)
    assert [note.seat for note in table.view.notes if note.code == "fouled"] == [0]
    assert {fact["royalty"] for fact in table.notes("row", 0)} == {0}


def test_what_is_set_stays() -> None:
    table = two(Options(surrender=3, special_hands=True))
    table.sets(0, ANNA)
    for action in (rows_set(FOUL), Surrender(3), Declare("dragon")):
        assert table.refused(0, action) == Why("already_set")
    assert table.game.offers(table.state, 0) == tuple(
        Barred(verb, Why("already_set")) for verb in ("set", "surrender", "declare")
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (BEN, "not_your_cards"),
        ("Ac Qd 5h | Ks Kd 9c 9h 3s | 8s 8h 8d 4c 4c", "wrong_rows"),
        ("Ac Qd 5h 3s | Ks Kd 9c 9h | 8s 8h 8d 4c 4d", "wrong_rows"),
        ("?? Qd 5h | Ks Kd 9c 9h 3s | 8s 8h 8d 4c 4d", "not_your_cards"),
    ],
)
def test_rows_that_can_not_be_set(text: str, why: str) -> None:
    table = two()
    assert table.refused(0, rows_set(text)).code == why
    hidden = SetRows((Hidden(),) * 3, rows_set(ANNA).middle, rows_set(ANNA).back)
    assert table.refused(0, hidden) == Why("not_your_cards")


def test_what_else_is_refused() -> None:
    table = two()
    assert table.refused(0, Pass()) == Why("no_such_action")
    assert table.refused(0, Surrender(3)) == Why("no_such_action")
    assert table.refused(0, Declare("dragon")) == Why("no_such_action")
    assert table.refused(2, rows_set(ANNA)) == Why("no_such_seat")
    table.sets(0, ANNA)
    table.sets(1, BEN)
    assert table.refused(0, rows_set(ANNA)) == Why("deal_over")
    assert table.refused(0, Pass()) == Why("deal_over")
    table = two(Options(surrender=5))
    assert table.refused(0, Surrender(3)) == Why("price_changed", {"price": 5})


# ── surrender, special hands ───────────────────────────────────────────────────────────────────


def test_cp_21_a_surrender_stays_unseen() -> None:
    table = Table(GAME, Options(surrender=3), 4, "")
    table.act(0, Surrender(3))
    for seat in (1, 2, 3):
        table.act(seat, table.default(seat))
    assert [facts["points"] for facts in table.notes("pair", 0)] == [-3, -3, -3]
    assert table.result.net[0] == -9
    assert sum(table.result.net) == 0
    assert table.cells("hand.0", 1) == (Hidden(),) * 13
    assert table.cells("front.0", 1) == (Empty(),) * 3
    assert 0 not in [event.seat for event in table.events if isinstance(event, Shown)]
    assert [note.seat for note in table.view.notes if note.code == "surrendered"] == [0]


def test_cp_20_a_dragon_beats_six_pairs() -> None:
    table = Table(GAME, Options(special_hands=True), 2, DRAGON + PAIRS)
    assert table.game.offers(table.state, 0)[1:] == (offers.Declare(("dragon", "three_straights")),)
    assert table.game.offers(table.state, 1)[1:] == (offers.Declare(("six_pairs",)),)
    assert table.refused(1, Declare("dragon")) == Why("no_special_hand")
    table.act(1, Declare("six_pairs"))
    table.act(0, Declare("dragon"))
    assert table.result.net == (13, -13)
    assert table.notes("special") == [{"special": "dragon"}, {"special": "six_pairs"}]
    assert shown(table.cells("hand.0", 1)) == DRAGON


def test_a_hand_counts_as_the_most_that_it_is() -> None:
    table = Table(GAME, Options(special_hands=True), 2, DRAGON + PAIRS)
    table.act(0, Declare("three_straights"))
    table.act(1, table.default(1))
    assert table.result.net == (13, -13)
    assert table.notes("special") == [{"special": "dragon"}]


def test_a_special_hand_that_is_not_announced_is_played() -> None:
    table = Table(GAME, Options(special_hands=True), 2, DRAGON + PAIRS)
    table.act(0, table.default(0))
    table.act(1, table.default(1))
    assert table.notes("special") == []
    assert max(map(abs, table.result.net)) <= 6


def test_no_special_hand_is_told_to_its_owner_alone() -> None:
    table = two(Options(special_hands=True))
    assert Barred("declare", Why("no_special_hand")) in table.game.offers(table.state, 0)


# ── nobody there, and whole deals ──────────────────────────────────────────────────────────────


def test_a_timeout_plays_the_draft() -> None:
    table = two()
    draft = Draft(cards("AcQd5h"), cards("KsKd9c9h3s"), cards("8s8h8d4c4d"))
    assert table.default(0, draft) == rows_set(ANNA)
    assert table.default(0) == table.default(0, Draft(cards("2c")))
    foul = Draft(cards("KsKd9c"), cards("AcQd5h3s4c"), cards("8s8h8d9h4d"))
    made = table.default(0, foul)
    assert isinstance(made, SetRows)
    assert not chinese_oracle.fouled(rows_of(made))
    table.act(0, made)
    assert table.game.default(table.state, 0, draft) is None


def test_nobody_plays_for_unknown_cards() -> None:
    deck = (UNKNOWN,) * 13 + DECK[:13]
    state, _ = GAME.new(Options(), Setup(2, 1, Carry()), Chance(deck, b""))
    assert GAME.default(state, 0, None) is None


@given(st.binary(min_size=32, max_size=32), st.integers(2, 4))
@settings(max_examples=60, deadline=None)
def test_whole_deals_against_another_way_of_counting(seed: bytes, players: int) -> None:
    """Half of the rows are sorted, half as the cards came: most of those are fouls."""
    state, _ = GAME.new(Options(), Setup(players, 0, Carry()), shuffle(seed))
    boards = []
    for seat in range(players):
        dealt = state.hands[seat].value
        action = GAME.default(state, seat, None)
        if seat % 2 == seed[0] % 2:
            action = SetRows(dealt[:3], dealt[3:8], dealt[8:])
        assert isinstance(action, SetRows)
        rows = [
            [one for one in row if isinstance(one, Card)]
            for row in (action.front, action.middle, action.back)
        ]
        assert board(rows).fouled == chinese_oracle.fouled(rows)
        boards.append(rows)
        state, _ = GAME.apply(state, seat, action)
    result = GAME.result(state)
    assert result is not None
    assert list(result.net) == chinese_oracle.points(boards)


@pytest.mark.parametrize(
    ("options", "setup", "deck"),
    [
        (Options(), Setup(5, 0, Carry()), DECK),
        (Options(), Setup(1, 0, Carry()), DECK),
        (Options(), Setup(2, 2, Carry()), DECK),
        (Options(), Setup(2, 0, Carry((13, 0))), DECK),
        (Options(), Setup(2, 0, Carry((0, 0, 0))), DECK),
        (Options(), Setup(2, 0, Options()), DECK),
        (None, Setup(2, 0, Carry()), DECK),
        (Options(), Setup(2, 0, Carry()), (DECK[0], DECK[0])),
    ],
)
def test_deals_that_can_not_be(options: Options, setup: Setup, deck: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError):
        GAME.new(options, setup, Chance(deck, b""))


def test_an_own_table_of_royalties() -> None:
    own = Options(royalties="own", front_three=20, back_four=0)
    assert own.table.front != Options(royalties="usual").table.front
    assert Options(royalties="own").table == Options(royalties="usual").table
    assert Options(royalties="hawaiian").table != Options(royalties="usual").table
