"""A session in lines without a server: what is said to views, and what typed words ask for."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.kit.rows import misplaced
from engine.values import actions, offers
from engine.values.cards import Hidden, cards
from engine.values.events import Acted
from engine.values.offers import Barred, Offers
from engine.values.view import Note, PotView, SeatView, View, Zone
from engine.values.why import Facts, Why
from protocol.messages import (
    VERSION,
    Account,
    Act,
    Ballot,
    Buy,
    CashInfo,
    ChairInfo,
    Chat,
    Clock,
    DealEvents,
    Here,
    Join,
    Keep,
    Leave,
    Lobby,
    No,
    Ok,
    Pause,
    Prefer,
    Request,
    Said,
    TableInfo,
    TableView,
    Vote,
    WatchLobby,
    Welcome,
)
from tui.lines.core import Session
from tui.lines.voice import Voice
from tui.lines.world import Then
from tui.locale import Lang, Words
from tui.room import Room

FOLD, CHECK = offers.Fold(), offers.Check()


class World:
    """Hears, and answers what is asked when it is told to."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.asked: list[Request] = []
        self.thens: list[Then] = []
        self.ended: int | None = None
        self.time = 100.0

    def say(self, line: str) -> None:
        self.said.append(line)

    def ask(self, request: Request, then: Then) -> None:
        self.asked.append(request)
        self.thens.append(then)

    def end(self, code: int) -> None:
        self.ended = code

    def now(self) -> float:
        return self.time

    def heard(self) -> list[str]:
        said, self.said = self.said, []
        return said

    def answer(self, answer: Ok | No | None = None) -> None:
        self.thens.pop(0)(answer or Ok(id=0))


def at(
    asked: Offers,
    lang: Lang = "en",
    held: str = "QdTs",
    stage: Any = "running",
    patient: bool = False,
    **more: Any,
) -> tuple[Session, World, TableView]:
    """A session at a table of hold'em where these offers stand; everything before was heard."""
    account = Account("me", "Anna", guest=True, code="secret")
    room = Room(Welcome(VERSION, "test", account, (), held=("t",)))
    world = World()
    session = Session(room, Voice(lang, ascii=True), world, patient=patient)
    session.begin()
    assert isinstance(world.asked.pop(), Join)
    world.answer(Ok(id=0, table="t"))
    view = View(
        phase="flop",
        to_act=(0,) if offers.real(asked) else (1,),
        zones=(
            Zone("board", "board", None, cards("Qc8h8s")),
            Zone("hand.0", "hand", 0, cards(held)),
            Zone("hand.1", "hand", 1, (Hidden(), Hidden())),
        ),
        seats=(SeatView(stack=980, bet=20), SeatView(stack=400, bet=400, markers=("dealer",))),
        pots=(PotView(450, (0, 1)),),
    )
    table = TableView(
        id="t",
        name="Kitchen",
        game="holdem",
        options={"structure": "no_limit", "bet": 20},
        seq=1,
        chairs=(
            ChairInfo("person", "Anna", cash=CashInfo(1000)),
            ChairInfo("person", "Ben", cash=CashInfo(800)),
        ),
        me=0,
        stage=stage,
        deal=1,
        number=1,
        ended=None,
        view=view,
        offers=asked,
        decision=3,
        chat="free",
        **more,
    )
    session.told(table)
    world.asked.clear()
    return session, world, table


TURN: Offers = (FOLD, offers.Call(380), offers.Raise(760, 1000))
BARRED: Offers = (Barred("fold", Why("not_your_turn")),)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Your turn: fold; call: costs 380; raise N: to 760 up to 1,000; all-in."),
        ("de", "Du bist dran: fold; call: kostet 380; raise N: auf 760 bis 1.000; all-in."),
    ],
)
def test_a_question_says_what_it_costs_and_what_can_be_typed(lang: Lang, said: str) -> None:
    session, world, _ = at(TURN, lang)
    told = world.heard()
    assert said in told
    about = told[told.index(said) + 1]
    # 450 lie in the middle, 420 in front of the two seats.
    assert "870" in about
    assert "Qc 8h 8s" in about or "Dc 8h 8s" in about
    # The same once more, whenever one likes.
    session.typed("")
    assert world.heard() == [said, about]


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("call", actions.Call(380)),
        ("C", actions.Call(380)),
        ("mitgehen", actions.Call(380)),
        ("2", actions.Call(380)),
        ("fold", actions.Fold()),
        ("raise 760", actions.Raise(760)),
        ("erhöhe auf 800", actions.Raise(800)),
        ("erhöhen auf 800", actions.Raise(800)),
        ("raise min", actions.Raise(760)),
        ("bet 900", actions.Raise(900)),
        ("3 900", actions.Raise(900)),
    ],
)
def test_typed_words_decide(line: str, action: actions.Action) -> None:
    session, world, _ = at(TURN)
    session.typed(line)
    sent = [one.action for one in world.asked if isinstance(one, Act)]
    assert sent == [action]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("raise", "To how much? 760 to 1,000, for example raise 760"),
        ("raise 100", "At least 760."),
        ("raise 5000", "At most 1,000."),
        ("check", "check is not possible now. Possible: fold, call, raise N, all-in."),
        ("dance", "dance: that means nothing here. help says what does."),
        ("9", "There are 4 choices."),
    ],
)
def test_what_cannot_be_is_answered_with_what_can(line: str, said: str) -> None:
    session, world, _ = at(TURN)
    world.heard()
    session.typed(line)
    assert world.heard()[0] == said
    assert not world.asked


def test_everything_is_bet_only_after_a_yes() -> None:
    for line in ("all-in", "raise 1000", "raise max"):
        session, world, _ = at(TURN)
        world.heard()
        session.typed(line)
        assert world.heard() == ["All-in with 980 chips? yes does it, anything else does not."]
        assert not world.asked
        session.typed("ja")
        assert [one.action for one in world.asked if isinstance(one, Act)] == [actions.Raise(1000)]


def test_any_other_word_is_no_yes_and_does_what_it_says() -> None:
    session, world, _ = at(TURN)
    session.typed("all-in")
    world.heard()
    session.typed("pot")
    assert world.heard() == ["Not done.", "Pot 870."]
    session.typed("yes")
    assert not world.asked


def test_a_yes_is_not_meant_for_another_question() -> None:
    session, world, table = at(TURN)
    session.typed("all-in")
    session.told(replace(table, seq=2, decision=5, offers=(FOLD, CHECK, offers.Raise(20, 1000))))
    world.heard()
    session.typed("yes")
    assert world.heard() == ["Too late: something has changed."]
    assert not world.asked


def test_folding_for_nothing_is_asked_about() -> None:
    session, world, _ = at((FOLD, CHECK))
    world.heard()
    session.typed("fold")
    assert world.heard() == [
        "Checking is free. Fold all the same? yes does it, anything else does not."
    ]
    session.typed("y")
    assert isinstance(world.asked[0], Act)


def test_nobody_decides_before_they_are_asked() -> None:
    session, world, _ = at(BARRED)
    assert world.heard()[-1] == "It is Ben's turn."
    session.typed("call")
    assert world.heard() == ["It is Ben's turn."]
    assert not world.asked


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


SET = offers.SetRows(cards("AcAdKhQcJsTc9c6h5c5s4d4h3c"))


def test_rows_are_arranged_and_kept_until_they_are_submitted() -> None:
    session, world, _ = at((SET,))
    world.heard()
    session.typed("front 4d 4h Js back 1 2 Kh Qc 10c")
    kept = [one.draft for one in world.asked if isinstance(one, Keep)]
    assert [row for draft in kept for row in draft.rows] == [
        cards("4d4hJs"),
        (),
        cards("AcAdKhQcTc"),
    ]
    assert world.heard() == [
        "front: 4d 4h Js. One pair, fours.",
        "middle: empty, 5 cards.",
        "back: Ac Ad Kh Qc 10c. One pair, aces.",
        "Left: 9c 6h 5c 5s 3c.",
    ]
    world.answer()
    # There is only one way to fill the last row, and no foul in it.
    session.typed("submit")
    sent = [one.action for one in world.asked if isinstance(one, Act)]
    assert sent == [actions.SetRows(cards("4d4hJs"), cards("9c6h5c5s3c"), cards("AcAdKhQcTc"))]


def test_a_foul_is_asked_about() -> None:
    session, world, _ = at((SET,))
    session.typed("set Ac Ad Kh / 4d 4h Qc Js 10c / 9c 6h 5c 5s 3c")
    assert world.said[-1].startswith("A foul: front beats middle.")
    assert not [one for one in world.asked if isinstance(one, Act)]


def test_cards_are_laid_one_after_the_other() -> None:
    lay = offers.Lay(cards("KsQd7h6s2d"), ("front", "middle", "back"))
    session, world, table = at((lay,))
    session.typed("front 6s middle Ks Qd")
    six, king, queen = cards("6sKsQd")
    laid = [
        actions.Lay(six, "front"),
        actions.Lay(king, "middle"),
        actions.Lay(queen, "middle"),
    ]
    for place in range(3):
        assert [one.action for one in world.asked if isinstance(one, Act)] == laid[: place + 1]
        gone = {one.card for one in laid[: place + 1]}
        rest = replace(lay, cards=tuple(one for one in lay.cards if one not in gone))
        world.answer()
        session.told(replace(table, seq=2 + place, decision=4 + place, offers=(rest,)))
    assert len(world.asked) == 3


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


def test_suggestions_are_made_where_the_table_has_them() -> None:
    session, world, table = at((SET,))
    world.heard()
    session.typed("suggest")
    assert world.heard() == [Words("en")("arranging.no_hints")]
    options = {"hints": True, "scoring": "scoop"}
    session.told(replace(table, seq=2, game="chinese", options=options))
    session.typed("suggest")
    rows = [row for one in world.asked if isinstance(one, Keep) for row in one.draft.rows]
    assert [len(row) for row in rows] == [3, 5, 5]
    assert not misplaced(rows)
    world.answer()
    session.typed("submit")
    assert [one.action for one in world.asked if isinstance(one, Act)] == [actions.SetRows(*rows)]


def test_what_others_do_meanwhile_does_not_repeat_ones_cards() -> None:
    """Where all act at once, every move of another makes it another question."""
    session, world, table = at(TURN)
    world.heard()
    session.told(replace(table, seq=2, decision=4))
    assert [line.partition(":")[0] for line in world.heard()] == ["Your turn"]
    session.typed("call")
    world.answer()
    session.told(replace(table, seq=3, decision=5))
    assert [line.partition(":")[0] for line in world.heard()] == ["Your turn", "Board"]


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
