"""Who is missing, who votes, and what comes of it: the machine alone (rules.md A, Leaving)."""

import pytest
from msgspec.structs import replace

from engine.match import Match
from engine.values.why import Why
from protocol.errors import Refused
from protocol.messages import Choice
from server.table import absence, saved, view
from server.table.commands import (
    Arrange,
    Away,
    Back,
    CallVote,
    Command,
    Free,
    GetUp,
    Next,
    SeatBots,
    Sit,
    StandIn,
    TimeUp,
    Vote,
)
from server.table.decide import decide
from server.table.state import Absence, Table
from tests.server.table.test_decide import (
    CLOCK,
    GAME,
    empty,
    played,
    running,
    step,
    to_the_end,
)


def refused(table: Table, command: Command, by: str) -> str:
    with pytest.raises(Refused) as refusal:
        decide(table, command, by)
    return refusal.value.why.code


def missing(*accounts: str) -> Table:
    """Three people in a deal, some of them gone."""
    return played(running(), (Away(accounts), CLOCK))


def asked(*gone: str) -> Table:
    """The same with a vote open."""
    return played(missing(*gone), (CallVote(), CLOCK))


def votes(table: Table, *given: tuple[str, Choice]) -> Table:
    return played(table, *((Vote(table.absence.ballot, choice), who) for who, choice in given))


def offered(table: Table, who: str) -> int:
    """How many offers somebody's view of the table has."""
    company = view.Company({}, {}, frozenset(), ())
    framed = view.frame(table, 1, company, (), view.Moment())
    me = table.chair_of(who)
    assert me is not None
    return len(view.own(table, framed, me, table.bound(who))["offers"])


# ── the deal rests ─────────────────────────────────────────────────────────────────────────────


def test_while_somebody_is_missing_nobody_moves() -> None:
    table = running()
    act, who = step(table)
    for gone in ("a", "b", "c"):
        rests = played(table, (Away((gone,)), CLOCK))
        assert rests.paused
        others = [one for one in ("a", "b", "c") if one != gone]
        assert [offered(rests, one) for one in others] == [0, 0]
        if gone != who:
            assert refused(rests, act, who) == "paused"


def test_the_deal_goes_on_as_it_was_once_all_are_back() -> None:
    table = running()
    left = played(table, (Away(("a", "c")), CLOCK), (Back(("a",)), CLOCK))
    assert left.paused
    back = played(left, (Back(("c",)), CLOCK))
    assert not back.paused
    assert (back.deal, back.match, back.chairs) == (table.deal, table.match, table.chairs)
    assert back.absence == table.absence
    act, who = step(back)
    assert decide(back, act, who).table.deal != back.deal


def test_an_answer_is_a_sign_of_life() -> None:
    table = running()
    act, who = step(table)
    rests = played(table, (Away((who,)), CLOCK))
    after = decide(rests, act, who).table
    assert not after.paused
    assert after.deal == decide(table, act, who).table.deal


def test_strangers_and_bots_are_never_missing() -> None:
    table = running()
    assert played(table, (Away(("x",)), CLOCK)) == table
    with_bots = played(empty(), (Sit(), "a"), (SeatBots(("Ada", "Bob")), CLOCK))
    assert decide(with_bots, Away(("bot:Ada", "a")), CLOCK).table.absence.missing == ("a",)


# ── the vote ───────────────────────────────────────────────────────────────────────────────────


def test_more_than_half_of_those_who_are_there_decide() -> None:
    table = asked("c")
    assert (table.absence.ballot, table.asked) == (1, ("a", "b"))
    one = votes(table, ("a", "bot"))
    assert one.absence.open
    assert one.paused
    split = votes(one, ("b", "cancel"))
    assert split.absence.open
    both = votes(split, ("b", "bot"))
    assert not both.absence.open
    assert not both.paused
    assert both.absence.stand_ins == ("c",)


def test_who_is_alone_decides_alone() -> None:
    table = votes(asked("b", "c"), ("a", "cancel"))
    assert table.running is None


def test_waiting_closes_the_vote_and_a_later_one_has_a_new_number() -> None:
    table = votes(asked("c"), ("a", "wait"), ("b", "wait"))
    assert table.paused
    assert not table.absence.open
    again = played(table, (CallVote(), CLOCK))
    assert (again.absence.ballot, again.absence.votes) == (2, ())
    # A vote sent twice does not count in the next one.
    assert refused(again, Vote(1, "cancel"), "a") == "no_vote"


def test_cancelling_leaves_no_result_and_the_same_dealer() -> None:
    before = running()
    step = decide(votes(asked("c"), ("a", "cancel")), Vote(1, "cancel"), "b")
    assert step.over
    table = step.table
    assert table.running is None
    assert table.deal is None
    assert table.cancelled == Why("voted")
    assert isinstance(table.match, Match)
    assert isinstance(before.match, Match)
    assert (table.match.button, table.match.carry) == (before.match.button, before.match.carry)
    assert table.match.number == before.match.number - 1
    assert table.history == ()
    # The chair is still held, and who sits there still missing.
    assert (table.chair_of("c"), table.absence.missing) == (2, ("c",))


def test_who_is_voted_about_has_no_vote() -> None:
    table = asked("c")
    assert refused(table, Vote(1, "wait"), "c") == "not_asked"
    assert refused(table, Vote(1, "wait"), "x") == "not_seated"
    assert refused(missing("c"), Vote(0, "wait"), "a") == "no_vote"


def test_nothing_is_asked_while_nobody_is_missing_or_nobody_is_there() -> None:
    for table in (running(), missing("a", "b", "c"), asked("c")):
        assert refused(table, CallVote(), CLOCK) == "no_vote"


def test_who_goes_takes_the_vote_along_and_the_rest_decides() -> None:
    four = votes(asked("c"), ("a", "bot"))
    gone = played(four, (Away(("b",)), CLOCK))
    # a is the only one left, and had voted.
    assert gone.absence.stand_ins == ("c", "b")
    other = votes(asked("c"), ("b", "bot"))
    assert played(other, (Away(("b",)), CLOCK)).absence.votes == ()


def test_who_is_back_ends_the_vote_and_has_a_say_in_the_next() -> None:
    table = played(
        votes(
            asked("b", "c"),
        ),
        (Back(("b",)), CLOCK),
    )
    assert table.absence.open
    assert table.asked == ("a", "b")
    done = played(table, (Back(("c",)), CLOCK))
    assert not done.absence.open
    assert not done.paused


# ── a bot plays ────────────────────────────────────────────────────────────────────────────────


def stood_in() -> Table:
    return votes(asked("c"), ("a", "bot"), ("b", "bot"))


def test_a_bot_plays_only_where_it_was_let() -> None:
    table = stood_in()
    while step(table)[1] != "c":
        table = played(table, step(table))
    act, _ = step(table)
    bots = StandIn("c", act.deal, act.decision, act.action)
    assert decide(table, bots, CLOCK).table.deal != table.deal
    assert offered(table, "c") == 0
    assert refused(running(), bots, CLOCK) == "paused"


def test_who_is_back_plays_on_at_once() -> None:
    table = played(stood_in(), (Back(("c",)), CLOCK))
    assert table.absence.stand_ins == ()
    while step(table)[1] != "c":
        table = played(table, step(table))
    act, _ = step(table)
    assert refused(table, StandIn("c", act.deal, act.decision, act.action), CLOCK) == "paused"
    assert offered(table, "c") > 0
    assert decide(table, act, "c").table.deal != table.deal


def test_a_stand_in_is_ready_for_the_next_deal() -> None:
    table = stood_in()
    while table.running is not None:
        act, who = step(table)
        order: tuple[Command, str] = (act, who)
        if who == "c":
            order = (StandIn(who, act.deal, act.decision, act.action), CLOCK)
        table = played(table, order)
    assert [chair.ready for chair in table.match.chairs] == [False, False, True]
    assert table.absence.stand_ins == ("c",)


# ── between deals ──────────────────────────────────────────────────────────────────────────────


def between(*gone: str) -> Table:
    return played(to_the_end(running()), (Away(gone), CLOCK))


def test_between_deals_there_is_nothing_to_cancel() -> None:
    table = played(between("c"), (CallVote(), CLOCK))
    assert refused(table, Vote(1, "cancel"), "a") == "no_deal"
    table = votes(table, ("a", "bot"), ("b", "bot"))
    assert table.match.chairs[2].ready


def test_a_chair_is_freed_between_deals_only_and_of_nobody_who_is_there() -> None:
    assert refused(missing("c"), Free("c"), CLOCK) == "deal_running"
    assert refused(between("c"), Free("b"), CLOCK) == "not_seated"
    free = played(between("c"), (Free("c"), CLOCK))
    assert free.chairs == ("a", "b", None)
    assert free.absence == Absence()
    # Whoever sits down there next is not the one who was missing.
    assert played(free, (Sit(), "d")).absence == Absence()


# ── clocks ─────────────────────────────────────────────────────────────────────────────────────


def late() -> tuple[Table, str]:
    """A deal in which the clock ran out, and for whom."""
    table = running()
    act, who = step(table)
    return played(table, (TimeUp(act.deal, ((who, act.decision),)), CLOCK)), who


def test_time_never_moves_for_anybody_it_only_asks_the_others() -> None:
    before = running()
    table, who = late()
    assert table.deal == before.deal
    assert table.absence.late == (who,)
    assert table.absence.open
    assert who not in table.asked


def test_who_is_late_may_still_answer() -> None:
    table, who = late()
    assert offered(table, who) > 0
    assert [offered(table, one) for one in ("a", "b", "c") if one != who] == [0, 0]
    act, _ = step(table)
    after = decide(table, act, who).table
    assert not after.paused
    assert after.absence.late == ()
    assert not after.absence.open


def test_waiting_for_somebody_late_gives_the_time_once_more() -> None:
    table, who = late()
    others = [one for one in ("a", "b", "c") if one != who]
    table = votes(table, *((one, "wait") for one in others))
    assert not table.paused
    assert table.absence.late == ()


def test_time_that_ran_out_for_another_question_does_nothing() -> None:
    table = running()
    act, who = step(table)
    moved = played(table, (act, who))
    assert decide(moved, TimeUp(act.deal, ((who, act.decision),)), CLOCK).table == moved
    assert refused(to_the_end(table), TimeUp(act.deal, ((who, 1),)), CLOCK) == "deal_changed"


# ── owner, patience, keys ──────────────────────────────────────────────────────────────────────


def test_the_table_belongs_to_the_next_person_once_its_owner_has_left() -> None:
    assert running().owner == "a"
    table = played(running(), (GetUp("A"), "a"))
    assert table.owner == "b"
    # One who is there comes before one who is not.
    gone = played(running(), (Away(("b",)), CLOCK), (GetUp("A"), "a"))
    assert gone.owner == "c"
    assert gone.cancelled == Why("left", {"name": "A", "seat": 0})
    assert played(gone, (GetUp("C"), "c")).owner == "b"


def test_no_bot_owns_a_table() -> None:
    table = played(empty(), (Sit(), "a"), (SeatBots(("Ada", "Bob")), CLOCK), (GetUp("A"), "a"))
    assert table.owner is None
    assert played(table, (Sit(), "b")).owner == "b"


def test_only_the_owner_arranges() -> None:
    table = running()
    assert refused(table, Arrange(30), "b") == "not_owner"
    # So many seconds could mean so much: nothing is said in numbers during a deal.
    assert refused(table, Arrange(30), "a") == "deal_running"
    table = to_the_end(table)
    assert refused(table, Arrange(30), "b") == "not_owner"
    assert played(table, (Arrange(30), "a")).patience == 30


def test_decisions_are_known_by_their_keys() -> None:
    table = running()
    act, who = step(table)
    after = played(table, (replace(act, key="key-0001"), who))
    assert after.keys == ((who, "key-0001"),)
    # As many as anybody can have on the way, and no more: a log is not a dustbin.
    for number in range(2, 40):
        act, who = step(after)
        after = played(after, (replace(act, key=f"key-{number:04}"), who))
    assert len(after.keys) == 3 * 8
    assert after.keys[-1] == (who, "key-0039")


# ── kept ───────────────────────────────────────────────────────────────────────────────────────


def test_all_of_it_is_in_a_snapshot() -> None:
    table = played(
        between("c"),
        (CallVote(), CLOCK),
        (Vote(1, "wait"), "a"),
        (Arrange(45), "a"),
        (Next(1), "b"),
    )
    table = replace(table, clock=20, level="easy", keys=(("a", "key-0001"),))
    back = saved.from_snapshot(saved.snapshot(table), {"pokerface": GAME})
    assert back == replace(table, deal=None)
    assert absence.votable(replace(back, absence=replace(back.absence, open=False)))


def test_a_snapshot_from_before_there_was_any_of_it_is_read() -> None:
    text = saved.snapshot(running())
    for field in ("owner", "clock", "patience", "level", "absence", "keys"):
        assert f'"{field}"' in text
    cut = text[: text.index(',"owner"')] + "}"
    old = saved.from_snapshot(cut, {"pokerface": GAME})
    assert (old.owner, old.level, old.absence) == ("a", "normal", Absence())
