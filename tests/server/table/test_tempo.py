"""The time reserve and the rest between deals: the machine alone (rules.md C.12)."""

import pytest
from msgspec.structs import replace

from engine.kit.shuffle import shuffle
from engine.values.why import Illegal
from protocol.errors import Refused
from server.table import tempo
from server.table.commands import Away, Begin, GetUp, Next, Reserve, Rest, Sit, Void
from server.table.state import Tempo
from tests.server.table.books import Book, empty
from tests.server.table.test_decide import running


def book(*people: str, deal: bool = True) -> Book:
    """People with 500 each at a table of six, the button with the first."""
    made = Book(empty())
    for who in people:
        made.does(Sit(None, 500), who)
    if deal:
        made.does(Begin(1, shuffle(bytes(32))))
    return made


def code(made: Book, command: Reserve) -> str:
    with pytest.raises((Illegal, Refused)) as refusal:
        made.does(command, command.account)
    assert isinstance(refusal.value, Illegal | Refused)
    return refusal.value.why.code


def number(made: Book, who: str) -> int:
    """The number of somebody's decision."""
    deal, seat = made.table.running, made.table.bound(who)
    assert deal is not None
    assert seat is not None
    return made.table.game.decision(deal.state, seat)


def test_a_portion_is_for_the_decision_that_stands() -> None:
    made = book("a", "b", "c")
    mine = Reserve("a", 1, number(made, "a"))
    assert code(made, Reserve("a", 2, mine.decision)) == "no_deal"
    assert code(made, Reserve("x", 1, mine.decision)) == "no_deal"
    assert code(made, Reserve("b", 1, number(made, "b"))) == "not_your_turn"
    assert code(made, Reserve("a", 1, mine.decision + 1)) == "stale"
    assert tempo.extra(made.table, "a", 1, mine.decision) == 0
    for portions in (1, 2):
        made.does(mine, "a")
        assert tempo.extra(made.table, "a", 1, mine.decision) == 30 * portions
        assert tempo.left(made.table, "a") == 2 - portions
    assert code(made, mine) == "no_reserve"
    assert tempo.extra(made.table, "a", 1, mine.decision + 1) == 0
    assert tempo.extra(made.table, "a", 2, mine.decision) == 0
    assert tempo.left(made.table, "b") == 2
    made.does(Void("fault"))
    assert code(made, mine) == "no_deal"


def test_where_nobody_is_hurried_there_is_no_reserve() -> None:
    assert tempo.left(running(), "a") == 0
    made = book("a", "b")
    assert tempo.left(replace(made.table, clock=None), "a") == 0


def test_every_twentieth_deal_gives_a_portion_back() -> None:
    table = replace(empty(), tempo=Tempo(spent=(("a", 2), ("b", 1)), eager=("a",)))
    assert tempo.begun(table, 19) == Tempo(spent=(("a", 2), ("b", 1)))
    assert tempo.begun(table, 20) == Tempo(spent=(("a", 1),))
    assert tempo.begun(replace(table, tempo=Tempo()), 40) == Tempo()


def test_whoever_has_left_begins_with_all_of_the_reserve() -> None:
    made = book("a", "b", "c")
    made.does(Reserve("a", 1, number(made, "a")), "a")
    made.does(Void("fault"))
    made.does(Next(1), "a")
    made.does(GetUp("A"), "a")
    assert made.table.tempo.spent == ()
    assert made.table.tempo.eager == ()
    made.does(Sit(None, 500), "a")
    assert tempo.left(made.table, "a") == 2


def test_the_first_deal_waits_for_no_more_where_every_chair_is_taken() -> None:
    made = book("a", "b", deal=False)
    assert not tempo.at_once(made.table, {"a", "b"})
    for who in ("c", "d", "e", "f"):
        made.does(Sit(None, 500), who)
    assert tempo.at_once(made.table, {"a"})


def test_those_who_are_here_and_play_can_go_on_at_once() -> None:
    made = book("a", "b", "c", "d")
    made.does(Void("fault"))
    here = {"a", "b", "c", "watcher"}
    assert not tempo.at_once(made.table, set())
    made.does(Next(1), "a")
    assert not tempo.at_once(made.table, here)
    made.does(Rest(True), "b")
    made.does(Next(1), "b")
    assert "b" not in made.table.tempo.eager, "who sits out has no say"
    made.does(Away(("c",)))
    assert tempo.at_once(made.table, here)
    made.does(Rest(False), "b")
    assert not tempo.at_once(made.table, here)
    made.does(Next(1), "b")
    made.does(Next(1), "b")
    assert list(made.table.tempo.eager) == ["a", "b"]
    assert tempo.at_once(made.table, here)
    assert tempo.at_once(running(), set()), "all of them are ready, or it would not be due"
