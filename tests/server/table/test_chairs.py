"""A bot gets up for whoever comes to a table without an empty chair: the machine alone."""

import pytest
from msgspec.structs import replace

from engine.kit.shuffle import shuffle
from engine.values.why import Illegal, Why
from protocol.errors import Refused
from server.ledger import HOUSE, Move
from server.table.chairs import vacant, yielding
from server.table.commands import Away, Begin, Close, Free, GetUp, Rest, SeatBots, Sit, Void
from server.table.decide import decide
from server.table.recovery import recover
from tests.server.games import RENEWED
from tests.server.table import test_decide as cooperative
from tests.server.table.books import HOLDER, LEAST, MOST, Book, empty


def crowded(*people: str, seats: int = 4) -> Book:
    """People with 500 each, and bots in all other chairs."""
    made = Book(empty(seats))
    for who in people:
        made.does(Sit(None, 500), who)
    made.does(SeatBots(("Ada", "Bob", "Cid")[: seats - len(people)]))
    return made


def begun(made: Book) -> Book:
    """The next deal of it."""
    made.does(Begin(made.table.deals + 1, shuffle(bytes(32))))
    return made


def test_an_empty_chair_comes_before_that_of_a_bot() -> None:
    made = Book(empty(4))
    made.does(Sit(1, 500), "a")
    assert (vacant(made.table), yielding(made.table)) == (0, ())
    made.does(SeatBots(("Ada", "Bob")))
    assert (vacant(made.table), yielding(made.table)) == (3, ())
    with pytest.raises(Illegal, match="seat_taken"):
        made.does(Sit(0, 500), "b")
    made.does(Sit(3, 500), "b")
    assert (vacant(made.table), yielding(made.table)) == (2, (0, 2))
    with pytest.raises(Illegal, match="seat_taken"):
        made.does(Sit(1, 500), "c")


def test_between_deals_a_bot_gets_up_at_once() -> None:
    made = crowded("a", "b")
    step = made.does(Sit(vacant(made.table), 700), "c")
    assert step.moves == (Move(HOLDER, HOUSE, MOST, "home"), Move("c", HOLDER, 700, "buy_in"))
    assert made.table.chairs == ("a", "b", "bot:Ada", "c")
    assert made.stacks == [500, 500, MOST, 700]
    assert made.match.chairs[3].new, "who comes waits for the blinds as anybody does"
    assert made.table.promises == ()


def test_a_bot_that_is_dealt_in_plays_on_and_its_chair_is_promised() -> None:
    made = begun(crowded("a", "b"))
    deal = made.table.running
    step = made.does(Sit(vacant(made.table), 700), "c")
    assert step.moves == (Move("c", HOLDER, 700, "buy_in"),)
    assert made.table.running is deal
    assert made.table.chairs == ("a", "b", "bot:Ada", "bot:Bob")
    assert (made.table.chair_of("c"), made.table.bound("c")) == (None, None)
    assert made.table.expected == ("a", "b", "c")
    step = made.does(Void("fault"))
    assert step.moves == (Move(HOLDER, HOUSE, MOST, "home"),)
    assert made.table.chairs == ("a", "b", "bot:Ada", "c")
    assert made.stacks == [500, 500, MOST, 700]
    assert made.table.promises == ()
    assert made.chips["c"] == -700


def test_a_bot_that_is_not_dealt_in_goes_first_and_at_once() -> None:
    made = Book(empty(4))
    for who in ("a", "b"):
        made.does(Sit(None, 500), who)
    made.does(SeatBots(("Ada",)))
    made.does(Rest(True), "bot:Ada")
    begun(made)
    made.does(SeatBots(("Bob",)))
    begin = made.table.running
    assert begin is not None
    assert begin.seats == (0, 1)
    made.does(Rest(False), "bot:Ada")
    made.does(Sit(vacant(made.table), 700), "c")
    assert made.table.chairs == ("a", "b", "bot:Ada", "c")
    assert made.table.running is begin
    assert made.table.promises == ()


def test_the_last_bot_is_promised_once() -> None:
    made = begun(crowded("a", "b", seats=3))
    made.does(Sit(2, 700), "c")
    assert vacant(made.table) is None
    assert yielding(made.table) == ()
    with pytest.raises(Refused, match="table_full"):
        made.does(Sit(vacant(made.table), 700), "d")
    with pytest.raises(Illegal, match="seat_taken"):
        made.does(Sit(2, 700), "d")
    for seat in (None, 2):
        with pytest.raises(Refused, match="already_seated"):
            made.does(Sit(seat, 700), "c")


def test_each_of_several_is_promised_another_chair() -> None:
    made = begun(crowded("a"))
    for who, seat in (("b", 3), ("c", 2), ("d", 1)):
        assert vacant(made.table) == seat
        made.does(Sit(seat, 500), who)
    with pytest.raises(Refused, match="table_full"):
        made.does(Sit(vacant(made.table), 500), "e")
    made.does(Void("fault"))
    assert made.table.chairs == ("a", "d", "c", "b")
    assert made.chips == {"a": -500, "b": -500, "c": -500, "d": -500, HOUSE: 0, HOLDER: 2_000}


def test_whoever_does_without_the_promise_has_the_chips_back() -> None:
    made = begun(crowded("a", "b"))
    made.does(Sit(3, 700), "c")
    step = made.does(GetUp("C"), "c")
    assert step.moves == (Move(HOLDER, "c", 700, "home"),)
    assert made.table.expected == ("a", "b")
    assert vacant(made.table) == 3
    with pytest.raises(Refused, match="not_seated"):
        made.does(GetUp("C"), "c")
    made.does(Void("fault"))
    assert made.table.chairs == ("a", "b", "bot:Ada", "bot:Bob")


@pytest.mark.parametrize("chips", [LEAST - 1, MOST + 1, 0])
def test_a_promise_is_bought_within_the_same_bounds(chips: int) -> None:
    for made in (crowded("a", "b"), begun(crowded("a", "b"))):
        with pytest.raises(Illegal, match="imum"):
            made.does(Sit(3, chips), "c")


def test_a_chair_that_is_held_for_somebody_is_nobody_elses() -> None:
    made = crowded("a", "b", seats=3)
    made.does(Away(("b",)))
    assert yielding(made.table) == (2,)
    made.does(Sit(2, 500), "c")
    assert vacant(made.table) is None
    with pytest.raises(Illegal, match="seat_taken"):
        made.does(Sit(1, 500), "d")
    made.does(Free("b"))
    assert vacant(made.table) == 1


def test_a_table_that_closes_sends_the_chips_of_a_promise_home() -> None:
    made = begun(crowded("a", "b"))
    made.does(Sit(3, 700), "c")
    made.does(Close("abandoned"))
    assert set(made.chips.values()) == {0}


def test_the_last_who_leave_make_room_for_whoever_was_promised_a_chair() -> None:
    made = begun(crowded("a", seats=2))
    made.does(Sit(1, 700), "c")
    made.does(GetUp("A", later=True), "a")
    if made.table.running is not None:
        made.does(Void("fault"))
    assert made.table.chairs == (None, "c")
    assert made.table.owner == "c"


def test_a_restart_with_other_rules_keeps_the_promise() -> None:
    made = begun(crowded("a", "b"))
    made.does(Sit(3, 700), "c")
    recovered = recover(made.since, made.deal, RENEWED)
    assert recovered.cancelled
    assert recovered.table.chairs == ("a", "b", "bot:Ada", "c")
    assert recovered.moves == (Move(HOLDER, HOUSE, MOST, "home"),)
    made.pays(recovered.moves)
    after = Book(recovered.table)
    after.chips = made.chips
    after.sound()


def test_rows_without_a_chair_mean_what_they_did() -> None:
    """A log of before bots got up: nobody took a bot's chair without naming it."""
    made = crowded("a", "b")
    with pytest.raises(Refused, match="table_full"):
        made.does(Sit(None, 500), "c")


# ── where every chair is needed ────────────────────────────────────────────────────────────────


def test_a_cooperative_deal_is_played_to_its_end_by_those_who_began_it() -> None:
    bots = (SeatBots(("Ada", "Bob")), "clock")
    table = cooperative.played(
        cooperative.empty(), (Sit(), "a"), bots, (Begin(1, shuffle(bytes(32))), "clock")
    )
    binding = ("a", "bot:Ada", "bot:Bob")
    promised = decide(table, Sit(vacant(table)), "b").table
    assert promised.running == table.running
    assert promised.chairs == binding
    after = cooperative.to_the_end(promised)
    assert after.deal is not None
    assert (after.deal.binding, after.chairs) == (binding, ("a", "bot:Ada", "b"))
    assert after.reads("b") is None
    assert [chair.ready for chair in after.match.chairs] == [False, True, True]


def test_between_cooperative_deals_a_bot_gets_up_at_once() -> None:
    table = cooperative.played(cooperative.empty(), (Sit(), "a"), (SeatBots(("Ada", "Bob")), "x"))
    after = decide(table, Sit(2), "b")
    assert after.table.chairs == ("a", "bot:Ada", "b")
    assert after.moves == ()


def test_whoever_leaves_a_cooperative_deal_leaves_the_promise_alone() -> None:
    table = cooperative.played(
        cooperative.empty(),
        *((Sit(), "a"), (Sit(), "b"), (SeatBots(("Ada",)), "x")),
        *((Begin(1, shuffle(bytes(32))), "x"), (Sit(2), "c"), (GetUp("B"), "b")),
    )
    assert table.cancelled == Why("left", {"name": "B", "seat": 1})
    assert table.chairs == ("a", None, "c")
    assert replace(table, promises=()) == table
