"""Open-face Chinese poker and Pineapple: laying, throwing away, Fantasyland (rules.md D)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import AnyGame, Setup
from engine.games.chinese.open_state import Options, PineappleOptions
from engine.games.chinese.openface import OpenFace, Pineapple
from engine.games.chinese.state import Carry
from engine.kit.rows import ROWS, board
from engine.kit.shuffle import shuffle
from engine.play import Act, play
from engine.values import offers
from engine.values.actions import Lay, Pass, SetRows, Throw
from engine.values.cards import DECK, UNKNOWN, Card, Empty, Hidden, card, cards
from engine.values.chance import Chance
from engine.values.draft import Draft
from engine.values.events import Acted, Counted, Dealt, Phase, Scored, Shown
from engine.values.offers import Barred
from engine.values.secret import opened_all, redact
from engine.values.view import Counter
from engine.values.why import Why
from tests.engine.games import chinese_oracle
from tests.engine.games.chinese_table import Table, hand, rows_set, shown

CLASSIC, PINEAPPLE = OpenFace(), Pineapple()


def classic(dealt: str = "", players: int = 2, at_once: tuple[int, ...] = ()) -> Table:
    return Table(CLASSIC, Options(), players, dealt, at_once)


def dealt_to(events: tuple[object, ...]) -> list[tuple[int | None, int]]:
    return [(event.seat, len(event.cells)) for event in events if isinstance(event, Dealt)]


# ── laying ─────────────────────────────────────────────────────────────────────────────────────


def test_five_cards_then_one_by_one_in_turn() -> None:
    table = classic("AcAdKcKd2c 3c3d4c4d5c 6c 7c 8c")
    assert dealt_to(table.events) == [(0, 5)]
    assert table.view.to_act == (0,)
    assert table.view.counters == (Counter("round", 1, 9),)
    events = table.lays(0, "Ac back Ad back Kc middle Kd middle 2c front")
    assert dealt_to(events) == [(1, 5)]
    assert dealt_to(table.lays(1, "3c back 3d back 4c middle 4d middle 5c front")) == [(0, 1)]
    assert table.view.counters == (Counter("round", 2, 9),)
    assert shown(table.cells("hand.0", 0)) == "6c"
    assert table.cells("hand.0", 1) == (Hidden(),)
    assert table.lays(0, "6c front")[0] == Acted(0, Lay(card("6c"), "front"))
    assert shown(table.cells("front.0", 1)) == "2c6c"
    assert table.cells("front.0", None)[2] == Empty()
    assert table.view.to_act == (1,)


def test_how_it_is_counted_is_said_from_the_start() -> None:
    assert classic().notes("counting") == [
        {"royalties": "usual", "cards": 13, "progressive": False}
    ]
    plain = Table(CLASSIC, Options(royalties="replace", fantasyland=False), 2, "")
    assert plain.notes("counting") == [{"royalties": "replace", "cards": 0, "progressive": False}]
    more = Table(PINEAPPLE, PineappleOptions(progressive=True), 3, "")
    assert more.notes("counting") == [{"royalties": "usual", "cards": 14, "progressive": True}]


def test_what_is_offered() -> None:
    table = classic("AcAdKcKd2c")
    given = table.game.offers(table.state, 0)
    assert given == (offers.Lay(cards("AcAdKcKd2c"), ROWS),)
    assert table.game.offers(table.state, 1) == (Barred("lay", Why("not_your_turn")),)
    table.lays(0, "Ac front Ad front Kc front")
    given = table.game.offers(table.state, 0)
    assert given == (offers.Lay(cards("Kd2c"), ("middle", "back")),)
    assert table.refused(0, Lay(card("Kd"), "front")) == Why("row_full", {"row": "front"})


@pytest.mark.parametrize(
    ("seat", "action", "why"),
    [
        (1, Lay(card("Ac"), "back"), "not_your_turn"),
        (0, Lay(card("3c"), "back"), "not_your_cards"),
        (0, Lay(UNKNOWN, "back"), "not_your_cards"),
        (0, Throw(card("Ac")), "no_such_action"),
        (0, Pass(), "no_such_action"),
        (0, rows_set("AcAdKc | KdAhAs2c3c | 4c5c6c7c8c"), "no_such_action"),
        (2, Lay(card("Ac"), "back"), "no_such_seat"),
    ],
)
def test_what_is_refused(seat: int, action: Lay, why: str) -> None:
    assert classic("AcAdKcKd2c").refused(seat, action).code == why


def test_a_card_that_is_laid_lies_for_good() -> None:
    table = classic("AcAdKcKd2c")
    table.lays(0, "Ac back")
    assert table.refused(0, Lay(card("Ac"), "front")) == Why("not_your_cards")


def test_a_decision_rises_with_every_card() -> None:
    table = classic("AcAdKcKd2c")
    before = table.game.decision(table.state, 0), table.game.decision(table.state, 1)
    table.lays(0, "Ac back")
    after = table.game.decision(table.state, 0), table.game.decision(table.state, 1)
    assert after == (before[0] + 1, before[1])


# ── Pineapple ──────────────────────────────────────────────────────────────────────────────────


def pineapple(dealt: str, players: int = 2, at_once: tuple[int, ...] = ()) -> Table:
    return Table(PINEAPPLE, PineappleOptions(), players, dealt, at_once)


def test_of_07_pineapple_is_for_three_at_most() -> None:
    with pytest.raises(ValueError):
        pineapple("", players=4)


def test_two_of_three_are_laid_and_one_is_thrown_away_unseen() -> None:
    table = pineapple("AcAdKcKd2c 3c3d4c4d5c QcQdJs")
    table.lays(0, "Ac back Ad back Kc middle Kd middle 2c front")
    table.lays(1, "3c back 3d back 4c middle 4d middle 5c front")
    assert table.view.counters == (Counter("round", 2, 5),)
    assert Barred("throw", Why("lay_first")) in table.game.offers(table.state, 0)
    assert table.refused(0, Throw(card("Js"))) == Why("lay_first")
    table.lays(0, "Qc front Qd front")
    assert table.game.offers(table.state, 0) == (
        Barred("lay", Why("throw_first")),
        offers.Throw(cards("Js")),
    )
    assert table.refused(0, Lay(card("Js"), "back")) == Why("throw_first")
    assert table.refused(0, Throw(card("Qc"))) == Why("not_your_cards")
    events = table.throws(0, "Js")
    assert redact(events[0], 1) == Acted(0, Throw(Hidden()))
    assert redact(events[0], 0) == Acted(0, Throw(card("Js")))
    assert dealt_to(events) == [(1, 3)]
    assert table.cells("away.0", 0) == cards("Js")
    assert table.cells("away.0", 1) == (Hidden(),)


def played(game: AnyGame, options: Options, players: int, carry: Carry, seed: bytes) -> Table:
    """A deal that nobody plays: every seat as its timeout would have it."""

    def choose(game: AnyGame, state: object) -> Act | None:
        seats = game.view(state).to_act
        if not seats:
            return None
        action = game.default(state, seats[-1], None)
        assert action is not None
        return Act(seats[-1], action)

    table = Table(game, options, players, "", carry.at_once)
    setup = Setup(players, players - 1, carry)
    done = play(game, options, setup, shuffle(seed), choose)
    table.state, table.events = done.state, done.events
    return table


def boards(table: Table) -> list[list[list[Card]]]:
    found = []
    for seat in range(len(table.view.seats)):
        rows = [table.cells(f"{row}.{seat}", None) for row in ("front", "middle", "back")]
        found.append([[one for one in row if isinstance(one, Card)] for row in rows])
    return found


@given(st.binary(min_size=32, max_size=32), st.sampled_from([(2, 0), (3, 0), (4, 0), (3, 13)]))
@settings(max_examples=40, deadline=None)
def test_deals_without_royalties_against_another_way_of_counting(
    seed: bytes, case: tuple[int, int]
) -> None:
    players, at_once = case
    carry = Carry((at_once,) * players)
    table = played(CLASSIC, Options(royalties="none"), players, carry, seed)
    rows = boards(table)
    assert len({one for each in rows for row in each for one in row}) == 13 * players
    assert list(table.result.net) == chinese_oracle.points(rows)


def test_whoever_never_acts_mostly_keeps_the_order() -> None:
    fouls = 0
    for number in range(40):
        table = played(CLASSIC, Options(), 2, Carry(), bytes([number]) * 32)
        fouls += sum(board(rows).fouled for rows in boards(table))
    assert fouls < 40


def test_what_was_thrown_away_stays_unseen_after_the_end() -> None:
    table = played(PINEAPPLE, PineappleOptions(), 3, Carry((0, 14, 0)), bytes(32))
    assert table.view.phase == "over"
    for seat, count in ((0, 4), (1, 1), (2, 4)):
        assert table.cells(f"away.{seat}", (seat + 1) % 3) == (Hidden(),) * count
        assert len(shown(table.cells(f"away.{seat}", seat))) == 2 * count


# ── Fantasyland ────────────────────────────────────────────────────────────────────────────────

LAND = "QcQd2h | 9c9d9h4s4d | TsTdTh6c6s"


def test_who_is_in_fantasyland_gets_all_in_turn_and_others_go_on() -> None:
    dealt = "AcAdKcKd2c" + hand(LAND)
    table = classic(dealt, at_once=(0, 13))
    assert table.game.offers(table.state, 1) == (Barred("set", Why("not_your_turn")),)
    assert table.refused(1, rows_set(LAND)) == Why("not_your_turn")
    events = table.lays(0, "Ac back Ad back Kc middle Kd middle 2c front")
    assert dealt_to(events) == [(1, 13), (0, 1)]
    assert table.view.to_act == (0, 1)
    assert table.notes("in_fantasyland") == [{"cards": 13}]
    assert table.refused(1, Lay(card("Qc"), "front")) == Why("no_such_action")
    (acted,) = table.sets(1, LAND)
    hidden = SetRows((Hidden(),) * 3, (Hidden(),) * 5, (Hidden(),) * 5)
    assert redact(acted, 0) == Acted(1, hidden)
    assert redact(acted, 1) == Acted(1, rows_set(LAND))
    assert table.cells("front.1", 0) == (Hidden(),) * 3
    assert shown(table.cells("front.1", 1)) == "QcQd2h"
    assert "ready" in table.view.seats[1].markers
    assert [*table.view.to_act] == [0]
    assert table.refused(1, rows_set(LAND)) == Why("already_set")


def test_rows_of_fantasyland_are_opened_at_the_end() -> None:
    table = classic("AcAdKcKd2c" + hand(LAND), at_once=(0, 13))
    while 0 in table.view.to_act:
        table.act(0, table.default(0))
    assert table.view.phase == "set"
    assert table.game.offers(table.state, 0) == (Barred("lay", Why("not_your_turn")),)
    events = table.sets(1, LAND)
    assert events[1] == Phase("reveal")
    assert events[2] == Shown(1, cards(hand(LAND)))
    assert all(isinstance(event, Counted) for event in events[3:-1])
    assert events[-1] == Scored("counted")
    assert shown(table.cells("middle.1", 0)) == "9c9d9h4s4d"
    # Queens again would not do, but the full house in the middle stays (OF-06).
    assert table.next_at_once[1] == 13
    assert {"cards": 13} in table.notes("fantasyland", 1)


def test_all_may_be_there_at_once() -> None:
    table = classic(at_once=(13, 13), dealt="")
    assert dealt_to(table.events) == [(0, 13), (1, 13)]
    assert table.view.to_act == (0, 1)
    table.act(1, table.default(1))
    table.act(0, table.default(0))
    assert sum(table.result.net) == 0


def test_fourteen_cards_of_which_one_is_thrown_away() -> None:
    table = pineapple(hand(LAND) + "7h", at_once=(14, 0))
    table.sets(0, LAND)
    assert table.cells("away.0", 0) == cards("7h")
    assert table.cells("away.0", 1) == (Hidden(),)
    assert table.cells("hand.0", 0) == ()


def ends(game: AnyGame, options: Options, board: str, at_once: int) -> tuple[int, ...]:
    """What a board of Fantasyland leads to in the next deal."""
    dealt = hand(board) + "".join(str(one) for one in DECK if str(one) not in hand(board))
    dealt = dealt[: 2 * at_once] + dealt[2 * at_once :]
    table = Table(game, options, 2, dealt, (at_once, 0))
    table.sets(0, board)
    while table.view.to_act:
        table.act(1, table.default(1))
    return table.next_at_once


def test_of_06_kings_again_drop_out() -> None:
    trips = "KcKd2h | 9c9d9h4s5d | TsTdTh6c7s"
    full = "KcKd2h | 9c9d9h4s4d | TsTdTh6c6s"
    assert ends(CLASSIC, Options(), trips, 13)[0] == 0
    assert ends(CLASSIC, Options(), full, 13)[0] == 13
    assert ends(PINEAPPLE, PineappleOptions(), full, 14)[0] == 0
    assert ends(PINEAPPLE, PineappleOptions(), "2c2d2h | 9c9d9h4s5d | TsTdTh6c6s", 14)[0] == 14


@pytest.mark.parametrize(
    ("front", "count"), [("QcQd2h", 14), ("KcKd2h", 15), ("AcAd2h", 16), ("2c2d2h", 17)]
)
def test_progressive_fronts(front: str, count: int) -> None:
    turns = [f"{front}TsTd", "ThTc5s", "9c9d5h", "9h8s5d", "7s6s8d"]
    others = ["3c5c7c8cJs", "3d4dJc", "3h4hJd", "3s4sJh", "6c6d7h"]
    dealt = "".join(mine + theirs for mine, theirs in zip(turns, others, strict=True))
    table = Table(PINEAPPLE, PineappleOptions(progressive=True), 2, dealt)
    three = f"{front[:2]} front {front[2:4]} front {front[4:]} front"
    for laid, thrown in (
        (f"{three} Ts back Td back", ""),
        ("Th back Tc back", "5s"),
        ("9c middle 9d middle", "5h"),
        ("9h middle 8s middle", "5d"),
        ("7s middle 6s back", "8d"),
    ):
        table.lays(0, laid)
        if thrown:
            table.throws(0, thrown)
        while table.view.to_act == (1,):
            table.act(1, table.default(1))
    assert table.next_at_once[0] == count


def test_of_03_a_foul_leads_nowhere() -> None:
    foul = "AcAdAh | 9c9d5s6h7d | KcKdKs2s3s"
    assert ends(CLASSIC, Options(), foul, 13)[0] == 0


def test_without_fantasyland_nobody_gets_there() -> None:
    options = Options(fantasyland=False)
    for number in range(20):
        table = played(CLASSIC, options, 2, Carry(), bytes([number]) * 32)
        assert table.result.carry == Carry((0, 0))


@pytest.mark.parametrize(
    ("game", "options", "at_once"),
    [
        (CLASSIC, Options(), (14, 0)),
        (CLASSIC, Options(), (0, 13, 0)),
        (CLASSIC, Options(fantasyland=False), (13, 0)),
        (PINEAPPLE, PineappleOptions(), (13, 0)),
        (PINEAPPLE, PineappleOptions(), (15, 0)),
        (PINEAPPLE, PineappleOptions(progressive=True), (18, 0)),
        (PINEAPPLE, Options(), (0, 0)),
    ],
)
def test_deals_that_can_not_be(game: AnyGame, options: Options, at_once: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        game.new(options, Setup(2, 0, Carry(at_once)), Chance(DECK, b""))


# ── nobody there ───────────────────────────────────────────────────────────────────────────────


def test_a_timeout_lays_what_the_draft_says() -> None:
    table = classic("AcAdKcKd2c")
    draft = Draft(front=cards("2c"), back=cards("AcAd"))
    for expected in ("2c front", "Ac back", "Ad back"):
        code, row = expected.split()
        action = table.default(0, draft)
        assert isinstance(action, Lay)
        assert (str(action.card), action.row) == (code, row)
        table.act(0, action)
    # The draft says nothing of the kings: they go together.
    while table.view.to_act == (0,):
        table.act(0, table.default(0, draft))
    kings = [shown(table.cells(f"{row}.0", 0)).count("K") for row in ("front", "middle", "back")]
    assert max(kings) == 2


def test_others_cards_in_a_draft_are_left_out() -> None:
    table = classic("AcAdKcKd2c")
    assert table.default(0, Draft(back=cards("3c"))) == table.default(0)
    assert table.game.default(table.state, 1, None) is None


def test_a_timeout_throws_the_third_card_away() -> None:
    table = pineapple("AcAdKcKd2c 3c3d4c4d5c QcQdJs")
    table.lays(0, "Ac back Ad back Kc middle Kd middle 2c front")
    table.lays(1, "3c back 3d back 4c middle 4d middle 5c front")
    table.lays(0, "Qc front Js back")
    assert table.default(0) == Throw(card("Qd"))


def test_nobody_lays_unknown_cards() -> None:
    state, events = CLASSIC.new(Options(), Setup(2, 1, Carry()), Chance((), b""))
    assert CLASSIC.default(state, 0, None) is None
    assert all(one == UNKNOWN for one in opened_all(events[1].cells))  # type: ignore[union-attr]
