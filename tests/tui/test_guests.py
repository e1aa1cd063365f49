"""Guests are marked wherever a name stands, and nobody else is."""

from msgspec.structs import replace

from protocol.messages import (
    VERSION,
    Account,
    ChairInfo,
    Lobby,
    Said,
    TableInfo,
    Welcome,
)
from tests.tui.test_room import view
from tui.guests import called, marked
from tui.room import Room

CHAIRS = (
    ChairInfo("person", "Anna", guest=True),
    ChairInfo("person", "Ben"),
    ChairInfo("bot", "Ada"),
    ChairInfo("empty"),
)


def test_at_a_table() -> None:
    seen = marked(replace(view(1), chairs=CHAIRS, watchers=("Max", "Mia"), guests=(1,)))
    assert [chair.name for chair in seen.chairs] == ["~Anna", "Ben", "Ada", ""]
    assert seen.watchers == ("Max", "~Mia")


def test_in_the_lobby() -> None:
    line = TableInfo("t", "K", "holdem", {}, 6, 2, 0, ("Ben", "Anna"), "running", guests=(1,))
    (seen,) = marked(Lobby((line,), 2)).tables
    assert seen.players == ("Ben", "~Anna")


def test_when_they_speak_and_are_spoken_to() -> None:
    chairs = marked(replace(view(1), chairs=CHAIRS)).chairs
    said = marked(Said("t", "Mia", None, text="hi", guest=True))
    assert (said.name, said.text) == ("~Mia", "hi")
    for to, shown in (("Anna", "~Anna"), ("Ben", "Ben")):
        assert marked(Said("t", "Ben", 1, phrase="your_turn", to=to), chairs).to == shown


def test_who_is_alone_with_bots_is_no_guest() -> None:
    account = Account("a", "Anna", guest=True)
    table = replace(view(1), chairs=CHAIRS)
    for alone, name in ((True, "Anna"), (False, "~Anna")):
        room = Room(Welcome(VERSION, "s", account, ()), alone=alone)
        room.receive(table)
        assert room.tables["t"].view.chairs[0].name == name
    assert called(account) == "~Anna"
    assert called(replace(account, guest=False)) == "Anna"
