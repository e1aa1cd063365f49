"""The table machine alone: values in, values out."""

import itertools

import pytest
from msgspec.structs import replace

from engine.games import BY_ID
from engine.kit.shuffle import shuffle
from engine.match import typed
from engine.values.actions import Action, Take
from engine.values.chance import Dice
from engine.values.events import Events
from engine.values.offers import real
from engine.values.why import Illegal, Why
from protocol.codec import encode
from protocol.connection import ClientConnection
from protocol.errors import Refused
from protocol.messages import DealEvents
from protocol.sheet import Sheet
from server.table import saved, view
from server.table.commands import Act, Begin, Close, Command, GetUp, Next, Open, SeatBots, Sit, Void
from server.table.decide import decide, due, opened
from server.table.recovery import DealRow, LogRow, recover
from server.table.state import Table

GAME = BY_ID["pokerface"]
OPEN = Open("t", "Küche", "pokerface", 3, {}, 1)
CLOCK = "clock"


def empty() -> Table:
    """A table of three, nobody there."""
    return opened(OPEN, GAME, GAME.Options())


def played(table: Table, *orders: tuple[Command, str]) -> Table:
    """The table after some commands."""
    for command, by in orders:
        table = decide(table, command, by).table
    return table


def running() -> Table:
    """Three people in their first deal."""
    sat = [(Sit(), who) for who in ("a", "b", "c")]
    return played(empty(), *sat, (Begin(1, shuffle(bytes(32))), CLOCK))


def step(table: Table) -> tuple[Act, str]:
    """What whoever is asked does next: pass if possible."""
    deal = table.running
    assert deal is not None
    for seat, who in enumerate(deal.binding):
        offers = real(GAME.offers(deal.state, seat))
        if offers:
            quiet = [offer for offer in offers if type(offer).__name__ == "Pass"]
            action: Action = (quiet or list(offers))[0].sample(Dice(bytes(32)))
            return Act(deal.id, GAME.decision(deal.state, seat), action), who
    raise AssertionError("nobody is asked")


def to_the_end(table: Table) -> Table:
    """The table after its running deal."""
    while table.running is not None:
        command, by = step(table)
        table = decide(table, command, by).table
    return table


def test_sitting_down_counts_as_ready_for_the_first_deal() -> None:
    table = played(empty(), (Sit(), "a"), (Sit(2), "b"))
    assert table.chairs == ("a", None, "b")
    assert not due(table)
    assert due(played(table, (SeatBots(("Ada",)), CLOCK)))


def test_a_refusal_leaves_the_state_alone() -> None:
    table = running()
    wrong: list[tuple[Command, str, str]] = [
        (Sit(), "d", "table_full"),
        (Sit(), "a", "already_seated"),
        (SeatBots(()), CLOCK, "deal_running"),
        (GetUp("D"), "d", "not_seated"),
        (Next(1), "a", "deal_running"),
        (Next(0), "a", "deal_changed"),
        (Act(2, 0, step(table)[0].action), "a", "deal_changed"),
        (Act(1, 99, step(table)[0].action), "a", "stale"),
        (Act(1, 0, step(table)[0].action), "d", "not_seated"),
    ]
    for command, by, code in wrong:
        with pytest.raises((Illegal, Refused)) as refusal:
            decide(table, command, by)
        assert isinstance(refusal.value, Illegal | Refused)
        assert refusal.value.why.code == code


def test_the_dealer_moves_on_after_a_deal_and_not_after_a_cancelled_one() -> None:
    table = running()
    assert table.match.button == 1
    assert to_the_end(table).match.button == 2
    cancelled = decide(table, GetUp("Berta"), "b")
    assert cancelled.over
    assert cancelled.table.match.button == 1
    assert cancelled.table.chairs == ("a", None, "c")
    assert cancelled.table.match.number == 0
    assert decide(table, Void("rules"), CLOCK).table.chairs == table.chairs


def test_bots_are_ready_by_themselves() -> None:
    bots = (SeatBots(("Ada", "Bruno")), CLOCK)
    table = played(empty(), (Sit(), "a"), bots, (Begin(1, shuffle(bytes(32))), CLOCK))
    assert table.bots == ("bot:Ada", "bot:Bruno")
    table = to_the_end(table)
    assert [chair.ready for chair in table.match.chairs] == [False, True, True]
    assert due(played(table, (Next(1), "a")))


def test_who_takes_a_chair_later_sees_nothing_of_the_deal() -> None:
    table = running()
    company = view.Company({}, {}, frozenset(), ())
    later = replace(table, chairs=("a", "newcomer", "c"))
    framed = view.frame(later, 1, company, view.chairs(later, company), view.Moment())
    me, seat = later.chair_of("newcomer"), later.bound("newcomer")
    assert (me, seat) == (1, None)
    seen = Sheet(framed, view.OWN).to(seat, **view.own(later, framed, 1, seat))
    assert seen == encode(replace(framed, me=1, offers=(), decision=0, chat="phrases"))
    # Whoever left the chair is still who the deal belongs to.
    assert (later.bound("b"), later.reads("b")) == (1, None)


def test_a_snapshot_is_the_table_without_its_deal() -> None:
    table = played(to_the_end(running()), (Next(1), "a"))
    again = saved.from_snapshot(saved.snapshot(table), BY_ID)
    assert again == replace(table, deal=None)
    with pytest.raises(saved.Unreadable):
        saved.from_snapshot(saved.snapshot(table), {})


def test_a_log_read_back_is_the_table_that_wrote_it() -> None:
    orders: list[tuple[Command, str]] = [(Sit(), who) for who in ("a", "b", "c")]
    before = played(empty(), *orders)
    chance = shuffle(bytes(32))
    orders.append((Begin(1, chance), CLOCK))
    table = played(before, orders[-1])
    for _ in range(11):
        orders.append(step(table))
        table = played(table, orders[-1])
    rows = [LogRow(1, "a", saved.command_text(OPEN))]
    rows += [
        LogRow(number, by, saved.command_text(command))
        for number, (command, by) in enumerate(orders, 2)
    ]
    assert "deck" not in "".join(row.command for row in rows)
    row = DealRow(
        deal=1,
        seq=5,
        rules=GAME.rules,
        deck=saved.deck_text(chance),
        seed=chance.seed,
        before=saved.snapshot(before),
        ended=None,
        after=None,
    )
    found = recover(rows[4:], row, BY_ID)
    assert found.table == table
    assert (found.seq, found.cancelled, found.fault) == (rows[-1].seq, False, None)
    assert recover(rows[:4], None, BY_ID).table == before


def test_a_closed_table_says_why() -> None:
    closed = decide(empty(), Close("empty"), CLOCK).table.closed
    assert closed is not None
    assert closed.code == "empty"
    with pytest.raises(ValueError, match="once"):
        decide(empty(), OPEN, "a")


def test_a_deal_that_would_never_end_is_cancelled_while_all_of_it_can_still_be_told() -> None:
    """All at once nothing but agreement ends a round, and one alone can move without end."""
    options = {"all_at_once": True}
    table = opened(OPEN, GAME, *typed(GAME, options))
    sat = [(Sit(), who) for who in ("a", "b", "c")]
    table = played(table, *sat, (Begin(1, shuffle(bytes(32))), CLOCK))
    moves = itertools.cycle((1, 2))
    told: Events = ()
    while table.running is not None:
        assert table.deal is not None
        told = table.deal.events
        number = GAME.decision(table.deal.state, 0)
        after = decide(table, Act(1, number, Take(next(moves), None)), "a")
        table = after.table
    assert after.over
    assert (table.cancelled, table.match.number, table.history) == (Why("endless"), 0, ())
    assert len(told) > 3000
    message = encode(DealEvents(table.id, 1, 0, told), 0)
    assert len(ClientConnection().receive_data(message)) == 1
