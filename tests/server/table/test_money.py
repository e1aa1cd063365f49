"""Whose chips they are, and where they go: the machine alone."""

import pytest
from msgspec.structs import replace

from engine.kit.shuffle import shuffle
from engine.match import CashChair
from protocol.errors import Refused
from server.ledger import HOUSE, Move
from server.table import money
from server.table.commands import Away, Back, Begin, Buy, Close, GetUp, Rest, SeatBots, Sit, Void
from server.table.decide import decide, due
from tests.server.table import test_decide as cooperative
from tests.server.table.books import HOLDER, LEAST, MOST, Book, empty


def book(*people: str, seats: int = 6) -> Book:
    """People with 500 each, between deals."""
    made = Book(empty(seats))
    for who in people:
        made.does(Sit(None, 500), who)
    return made


def begun(made: Book) -> Book:
    """The next deal of it."""
    made.does(Begin(made.table.deals + 1, shuffle(bytes(32))))
    return made


def test_chips_of_people_come_from_them_and_those_of_bots_from_the_house() -> None:
    made = book("a", seats=3)
    made.does(SeatBots(("Ada", "Bob")))
    assert made.chips == {"a": -500, HOUSE: -2 * MOST, HOLDER: 500 + 2 * MOST}
    assert made.stacks == [500, MOST, MOST]
    step = made.does(GetUp("A"), "a")
    assert step.moves == (Move(HOLDER, "a", 500, "home"),)
    step = made.does(Close("empty"))
    assert step.moves == (Move(HOLDER, HOUSE, MOST, "home"),) * 2
    assert made.chips[HOLDER] == 0


def test_chips_in_a_deal_come_home_after_it() -> None:
    made = begun(book("a", "b", "c"))
    step = made.does(GetUp("B", later=True), "b")
    assert step.moves == ()
    assert made.table.match.leaving(1)
    assert made.table.chair_of("b") == 1
    step = made.does(Void("fault"))
    assert step.moves == (Move(HOLDER, "b", 500, "home"),)
    assert made.table.chairs[:3] == ("a", None, "c")


def test_what_is_bought_and_left_behind_comes_home_together() -> None:
    made = begun(book("a", "b", "c"))
    made.does(Buy(300), "b")
    made.does(GetUp("B", later=True), "b")
    step = made.does(Void("fault"))
    assert step.moves == (Move(HOLDER, "b", 800, "home"),)


def test_a_table_closes_with_a_deal_on_it() -> None:
    made = begun(book("a", "b", "c"))
    made.does(Buy(700), "c")
    step = made.does(Close("abandoned"))
    assert step.over
    homes: dict[str, int] = {}
    for move in step.moves:
        homes[move.target] = homes.get(move.target, 0) + move.chips
    assert homes == {"a": 500, "b": 500, "c": 1_200}


def test_bots_are_bought_in_again_for_people_alone() -> None:
    made = book("a", seats=2)
    made.does(SeatBots(("Ada",)))
    assert money.broke(made.table) == ()
    # All that the bot had is a's now.
    chairs = (CashChair(taken=True, stack=500 + MOST), CashChair(taken=True))
    made.table = replace(made.table, match=replace(made.match, chairs=chairs))
    made.sound()
    assert not made.match.startable
    assert money.broke(made.table) == (("bot:Ada", MOST),)
    assert due(made.table)
    assert made.stacks == [500 + MOST, 0]
    made.does(Buy(MOST), "bot:Ada")
    begun(made)
    made.does(Void("fault"))
    made.does(Rest(True), "a")
    assert not due(made.table)


def test_nobody_is_dealt_in_who_is_missing() -> None:
    made = book("a", "b", "c")
    made.does(Away(("b",)))
    begun(made)
    assert made.table.deal is not None
    assert made.table.deal.seats == (0, 2)
    made.does(Back(("b",)))
    assert made.match.chairs[1].ready
    made.does(Void("fault"))
    begun(made)
    assert made.table.deal.binding == ("a", "b", "c")


def test_a_cooperative_table_has_no_chips() -> None:
    table = cooperative.running()
    assert (money.broke(table), money.closed(table), table.match.leaving(0)) == ((), (), False)
    assert money.stocked(table) is table
    assert money.present(table) is table
    with pytest.raises(Refused) as refusal:
        decide(table, Buy(LEAST), "a")
    assert refusal.value.why.code == "no_chips"
