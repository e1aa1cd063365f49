"""A session in lines without a server: what is said to views, and what typed words ask for."""

from msgspec.structs import replace

from engine.values import actions
from engine.values.events import Acted
from engine.values.view import Note
from engine.values.why import Facts, Why
from protocol.messages import (
    VERSION,
    Account,
    Act,
    Ballot,
    Buy,
    CashInfo,
    Chat,
    Clock,
    DealEvents,
    Here,
    Join,
    Leave,
    Lobby,
    Ok,
    Pause,
    Prefer,
    Said,
    TableInfo,
    Vote,
    WatchLobby,
    Welcome,
)
from tests.tui.lines.tables import BARRED, TURN, World, at
from tui.lines.core import Session
from tui.lines.voice import Voice
from tui.room import Room


def test_lines_wait_for_what_the_last_one_comes_to() -> None:
    session, world, table = at(TURN)
    session.typed("call")
    session.typed("pot")
    world.heard()
    world.answer()
    # The table has not shown it yet.
    assert world.heard() == []
    session.told(replace(table, seq=2, decision=4, offers=BARRED))
    assert "Pot 870." in world.heard()


def test_a_script_waits_until_it_is_asked() -> None:
    session, world, table = at(BARRED, patient=True)
    session.typed("call")
    session.hang_up()
    assert not world.asked
    session.told(replace(table, seq=2, offers=TURN))
    assert isinstance(world.asked[0], Act)
    world.answer()
    session.told(replace(table, seq=3, decision=4, offers=BARRED))
    assert world.ended is None
    session.told(replace(table, seq=4, decision=5, offers=TURN))
    assert world.ended == 0


def test_the_time_is_told_three_times_and_never_repainted() -> None:
    session, world, _ = at(TURN, clock=Clock(25_000, 25_000))
    world.heard()
    told = []
    while session.due is not None:
        world.time = session.due
        session.tick()
        session.tick()
        told.append((round(125 - world.time), *world.heard()))
    assert told == [
        (20, "20 seconds left."),
        (10, "10 seconds left."),
        (5, "5 seconds left."),
    ]


def test_the_time_of_others_is_not_told() -> None:
    session, _, _ = at(BARRED, clock=Clock(25_000, 25_000))
    assert session.due is None


def test_each_thing_that_happens_is_told_once() -> None:
    session, world, table = at(BARRED)
    world.heard()
    ben = DealEvents("t", 1, 0, (Acted(1, actions.Fold()),))
    session.told(ben)
    session.told(replace(table, seq=2))
    assert world.heard() == ["Ben folds"]
    session.told(replace(table, seq=3))
    assert world.heard() == []


def test_talk_is_heard_and_said() -> None:
    session, world, _ = at(TURN)
    world.heard()
    session.told(Said("t", "Ben", 1, text="nice\x1b[2J hand"))
    assert world.heard() == ["Ben: nice?[2J hand"]
    session.typed("chat Thank You")
    assert [one.text for one in world.asked if isinstance(one, Chat)] == ["Thank You"]


def test_who_looks_on_may_sit_down() -> None:
    session, world, table = at(BARRED)
    session.told(replace(table, seq=2, me=None, offers=(), buy_in=(400, 2000)))
    session.typed("setzen")
    # As much as there is, for nobody has said how much.
    assert [one.chips for one in world.asked if isinstance(one, Join)] == [1]


def test_leaving_is_asked_about() -> None:
    session, world, _ = at(TURN)
    session.typed("leave")
    assert not world.asked
    session.typed("yes")
    assert isinstance(world.asked[0], Leave)


def test_everything_on_the_table_is_told() -> None:
    session, world, _ = at(TURN)
    world.heard()
    session.typed("look")
    assert world.heard()[:-1] == [
        "Hold'em, table Kitchen, deal 1, Flop.",
        "Board: Qc 8h 8s.",
        "Pot 870.",
        "Your cards: Qd 10s. Two pair, queens and eights.",
        "Anna: you, to act, bet 20, 980 chips.",
        "Ben: dealer, bet 400, 400 chips.",
    ]


def test_another_language_is_spoken_at_once_and_kept() -> None:
    session, world, _ = at(TURN)
    world.heard()
    session.typed("lang de")
    assert world.heard()[0] == "Ab jetzt Deutsch."
    assert [one.prefs for one in world.asked if isinstance(one, Prefer)] == [{"lang": "de"}]


def test_cards_are_called_as_one_likes() -> None:
    session, world, _ = at(TURN)
    world.heard()
    session.typed("cards words")
    session.typed("cards")
    assert world.heard() == [
        "Cards are called like this now: queen of hearts, ten of spades.",
        "Your cards: queen of diamonds, ten of spades. Two pair, queens and eights.",
    ]
    session.typed("cards signs")
    assert world.heard() == ["This terminal does not have the signs."]


def test_the_lobby_is_listed_by_number() -> None:
    account = Account("me", "Anna", guest=True)
    world = World()
    session = Session(Room(Welcome(VERSION, "test", account, ())), Voice("en", ascii=True), world)
    session.begin()
    world.answer()
    tables = [
        TableInfo(name, name, "pokerface", {}, 4, taken, 0, ("Ben",), "waiting")
        for name, taken in (("Attic", 1), ("Bar", 2))
    ]
    session.told(Lobby(tuple(tables), people=3))
    assert "Lobby: 2 tables, 3 people here." in world.heard()
    session.typed("list")
    listed = world.heard()
    assert [line.partition(",")[0] for line in listed] == ["1: Attic", "2: Bar"]
    # The numbers are those that were said, whatever has come since.
    session.told(Lobby((tables[1],), people=3))
    session.typed("sit 2")
    assert [one.table for one in world.asked if isinstance(one, Join)] == ["Bar"]


def test_a_guest_who_goes_with_a_seat_is_told_the_code() -> None:
    session, world, _ = at(TURN)
    session.hang_up()
    assert world.ended == 0
    assert any("secret" in line for line in world.heard())


def test_a_vote_is_given_by_a_word() -> None:
    ballot = Ballot(7, ("wait", "bot", "cancel"), asked=(0,))
    pause = Pause(Why("absent"), seats=(1,), ballot=ballot)
    session, world, _ = at((), pause=pause)
    told = world.heard()
    assert any(line.startswith("Vote: ") and "vote wait" in line for line in told)
    session.typed("vote bot")
    session.typed("vote nothing")
    votes = [one for one in world.asked if isinstance(one, Vote)]
    assert [(one.ballot, one.choice) for one in votes] == [(7, "bot")]


def test_whoever_was_missed_takes_the_seat_back() -> None:
    session, world, table = at(())
    chairs = (replace(table.chairs[0], stand_in=True), table.chairs[1])
    session.told(replace(table, seq=2, chairs=chairs))
    assert world.heard()[-1] == "here: you play for yourself again."
    session.typed("hier")
    assert isinstance(world.asked[0], Here)


def test_whoever_has_no_chips_left_is_told_how_to_buy() -> None:
    session, world, table = at((), stage="between")
    cash = CashInfo(0, buy=(400, 2000))
    chairs = (replace(table.chairs[0], cash=cash), table.chairs[1])
    session.room.account = replace(session.room.account, chips=5000)
    session.told(replace(table, seq=2, chairs=chairs))
    assert world.heard()[-1] == "You have no chips left. buy: buy 2000 again."
    for typed, chips in (("buy", 2000), ("kaufen 500", 500)):
        world.asked.clear()
        session.typed(typed)
        world.answer()
        assert [one.chips for one in world.asked if isinstance(one, Buy)] == [chips]


def test_a_turn_at_a_table_that_one_has_stepped_out_of_is_told() -> None:
    session, world, table = at(BARRED)
    session.typed("list")
    assert world.said[-1] == "That is for the lobby. lobby takes you there and keeps your seat."
    session.typed("lobby")
    assert [type(one) for one in world.asked] == [WatchLobby]
    world.answer()
    session.told(Lobby((TableInfo("t", "Kitchen", "holdem", {}, 2, 2, 0, (), "running"),), 2))
    world.heard()
    session.told(replace(table, seq=2, decision=4, offers=TURN))
    session.told(replace(table, seq=3, decision=4, offers=TURN))
    assert world.heard() == ["At the table Kitchen it is your turn. sit leads there."]
    session.typed("sit")
    world.answer(Ok(id=0, table="t"))
    assert any(line.startswith("Your turn: fold") for line in world.heard())


def test_a_table_that_is_shown_before_one_is_there_is_told_once_one_is() -> None:
    _, _, table = at(TURN)
    account = Account("me", "Anna", guest=False)
    world = World()
    room = Room(Welcome(VERSION, "test", account, (), held=("t",)))
    session = Session(room, Voice("en", ascii=True), world)
    session.begin()
    session.told(table)
    world.answer(Ok(id=0, table="t"))
    told = world.heard()
    assert not any("it is your turn" in line for line in told)
    assert sum(line.startswith("Your turn: fold") for line in told) == 1


def test_a_showdown_of_pokerface_says_which_hands_they_were_and_what_failed() -> None:
    session, world, table = at(BARRED)
    assert table.view is not None
    hands = (("two_pair", "AT9", 1, 2), ("pair", "AKQ", 0, 1))
    notes = [
        Note("hand", seat, {"name": name, "ranks": ranks, "order": order})
        for name, ranks, seat, order in hands
    ]
    failed: Facts = {"seat": 0, "token": 2, "below_seat": 1, "below_token": 1}
    view = replace(table.view, phase="showdown", notes=(Note("failure", None, failed), *notes))
    world.heard()
    over = replace(table, game="pokerface", stage="between", seq=2, view=view)
    session.told(over)
    session.told(replace(over, seq=3))
    assert [line for line in world.heard() if "(" in line or line[:1].isdigit()] == [
        "1: Anna, One pair, aces.",
        "2: Ben, Two pair, aces and tens.",
        "Anna (2) is weaker than Ben (1).",
    ]
