"""What a session knows, put together from what it is told."""

from msgspec.structs import replace

from engine.values.actions import Pass
from engine.values.events import Acted, Phase
from engine.values.why import Why
from protocol.messages import (
    VERSION,
    Account,
    ChairInfo,
    Closed,
    DealEvents,
    Lobby,
    Ok,
    Said,
    TableInfo,
    TableView,
    Welcome,
)
from tui.room import SAID_KEPT, Room


def room(held: tuple[str, ...] = ()) -> Room:
    return Room(Welcome(VERSION, "s", Account("a", "Anna", guest=True), (), held))


def view(seq: int, deal: int = 1, me: int | None = 0) -> TableView:
    return TableView(
        id="t",
        name="Küche",
        game="pokerface",
        options={},
        seq=seq,
        chairs=(),
        me=me,
        stage="running",
        deal=deal,
        number=1,
        ended=None,
        view=None,
        offers=(),
        decision=0,
        chat="phrases",
    )


def test_the_newest_view_wins() -> None:
    known = room()
    assert known.receive(view(2)) == "t"
    known.receive(view(1))
    assert known.tables["t"].view.seq == 2


def test_events_follow_on_each_other_and_begin_again_with_a_deal() -> None:
    known = room()
    first, second, third = Phase("tokens.c"), Acted(0, Pass()), Acted(1, Pass())
    known.receive(view(1))
    known.receive(DealEvents("t", 1, 0, (first,)))
    known.receive(DealEvents("t", 1, 1, (second, third)))
    assert known.tables["t"].events == (first, second, third)
    # All of the deal once more, after coming back.
    known.receive(DealEvents("t", 1, 0, (first, second, third)))
    assert known.tables["t"].events == (first, second, third)
    known.receive(DealEvents("t", 2, 0, (first,)))
    assert (known.tables["t"].deal, len(known.tables["t"].events)) == (2, 1)


def test_events_before_their_table_are_kept_for_it() -> None:
    known = room()
    known.receive(DealEvents("t", 1, 0, (Phase("tokens.c"),)))
    assert known.tables == {}
    known.receive(view(1))
    assert len(known.tables["t"].events) == 1


def test_a_deals_players_are_remembered_until_the_next() -> None:
    known = room()
    anna, ben, bot = (
        ChairInfo("person", "Anna"),
        ChairInfo("person", "Ben"),
        ChairInfo("bot", "Ada"),
    )
    known.receive(replace(view(1), chairs=(anna, ben)))
    known.receive(replace(view(2), chairs=(anna, ChairInfo("empty")), stage="waiting"))
    known.receive(replace(view(3), chairs=(anna, bot), stage="between"))
    assert known.tables["t"].players == ("Anna", "Ben")
    known.receive(replace(view(4, deal=2), chairs=(anna, bot)))
    assert known.tables["t"].players == ("Anna", "Ada")


def test_who_comes_after_a_deal_is_told_who_played_it() -> None:
    known = room()
    chairs = (ChairInfo("person", "Anna"), ChairInfo("person", "Ben"))
    came = replace(view(1), chairs=chairs, stage="between", players=("Anna", "Ada"))
    known.receive(came)
    assert known.tables["t"].players == ("Anna", "Ada")
    known.receive(replace(came, seq=2, stage="running", deal=2, players=()))
    assert known.tables["t"].players == ("Anna", "Ben")


def test_talk_is_kept_to_a_bound_and_counted_without_ones_own() -> None:
    known = room()
    known.receive(view(1, me=0))
    for number in range(SAID_KEPT + 20):
        known.receive(Said("t", "Ben", 1, text=str(number)))
    known.receive(Said("t", "Anna", 0, text="ich"))
    table = known.tables["t"]
    assert len(table.said) == SAID_KEPT
    assert table.said[-1].text == "ich"
    assert table.heard == SAID_KEPT + 20


def test_a_closed_table_is_gone_and_its_seat_too() -> None:
    known = room(held=("t", "u"))
    known.receive(view(1))
    assert known.receive(Closed("t", Why("table_closed"))) == "t"
    assert known.tables == {}
    assert known.held == ("u",)
    assert known.closed["t"].why.code == "table_closed"


def test_leaving_forgets() -> None:
    known = room(held=("t",))
    known.receive(view(1))
    known.forget("t")
    assert (known.tables, known.held) == ({}, ())


def test_the_lobby_and_the_account_follow_the_server() -> None:
    known = room()
    assert known.receive(Lobby((), 7)) is None
    assert known.lobby == Lobby((), 7)
    known.answered(Ok(1, account=Account("b", "Ben", guest=True), held=("t",)))
    assert (known.account.name, known.held) == ("Ben", ("t",))
    known.answered(Ok(2))
    assert known.account.name == "Ben"


def test_seats_are_the_accounts() -> None:
    known = room(held=("t",))
    known.answered(Ok(1, account=Account("a", "Anne", guest=True)))
    assert (known.account.name, known.held) == ("Anne", ("t",))
    # Another account that holds none: the seat was the other one's.
    known.answered(Ok(2, account=Account("b", "Ben", guest=True)))
    assert known.held == ()


WELCOME = Welcome(VERSION, "s", Account("a", "Anna", guest=True), (), ("t",))


def test_another_line_counts_its_views_anew() -> None:
    known = room()
    known.receive(view(70))
    known.renew(WELCOME)
    assert known.held == ("t",)
    assert known.tables["t"].view.seq == 70  # until it is told anew
    known.receive(view(1))
    known.receive(view(3))
    known.receive(view(2))
    assert known.tables["t"].view.seq == 3


def missed(known: Room) -> int | None:
    return known.tables["t"].missed


def test_what_happened_without_a_line_was_missed() -> None:
    known = room()
    events = (Phase("tokens.c"), Acted(0, Pass()), Acted(1, Pass()))
    known.receive(view(1))
    known.receive(DealEvents("t", 1, 0, events[:1]))
    assert missed(known) is None
    known.renew(WELCOME)
    known.receive(DealEvents("t", 1, 0, events))
    known.receive(view(1))
    assert missed(known) == 1
    # What comes now is seen as it comes.
    known.receive(DealEvents("t", 1, 3, (Acted(2, Pass()),)))
    assert missed(known) == 1
    known.caught_up("t")
    assert missed(known) is None
    known.caught_up("unknown")


def test_nothing_new_was_not_missed() -> None:
    known = room()
    events = (Phase("tokens.c"), Acted(0, Pass()))
    known.receive(view(1))
    known.receive(DealEvents("t", 1, 0, events))
    known.renew(WELCOME)
    known.receive(DealEvents("t", 1, 0, events))
    known.receive(view(1))
    assert missed(known) is None


def test_of_another_deal_everything_was_missed() -> None:
    known = room()
    known.receive(view(1))
    known.receive(DealEvents("t", 1, 0, (Phase("tokens.c"), Acted(0, Pass()))))
    known.renew(WELCOME)
    known.receive(DealEvents("t", 2, 0, (Phase("tokens.c"),)))
    known.receive(view(1, deal=2))
    assert missed(known) == 0
    # The next one begins before one's eyes.
    known.receive(DealEvents("t", 3, 0, (Phase("tokens.c"),)))
    assert missed(known) is None


def test_a_line_that_breaks_before_it_told_anything_forgets_nothing() -> None:
    known = room()
    events = (Phase("tokens.c"), Acted(0, Pass()))
    known.receive(view(5))
    known.receive(DealEvents("t", 1, 0, events[:1]))
    known.renew(WELCOME)
    known.receive(DealEvents("t", 1, 0, events))
    known.renew(WELCOME)
    known.receive(DealEvents("t", 1, 0, events))
    known.receive(view(1))
    assert missed(known) == 1


def test_chips_of_a_deal_that_was_left_are_back_once_the_lobby_names_one_no_more() -> None:
    known = room()
    known.left = {"t"}
    line = TableInfo("t", "Küche", "holdem", {}, 6, 2, 0, ("Ben", "Anna"), "running")
    known.receive(Lobby((line,), 2))
    assert not known.came_home()
    known.receive(Lobby((replace(line, players=("Ben",)),), 2))
    assert known.came_home()
    assert not known.came_home()
