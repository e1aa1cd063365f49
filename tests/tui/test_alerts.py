"""The bell, the line over the title, and what is written into the terminal's title (ux 6.2)."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tui.alerts import Alerts
from tui.app import PokerApp
from tui.preferences import Preferences
from tui.presence import Presence
from tui.ssh.driver import SshDriver

KEPT, BACK = "\x1b[22;2t", "\x1b[23;2t"


class Timer:
    """One that goes off when the test says so."""

    def __init__(self, run: Callable[[], None]) -> None:
        self.run = run
        self.stopped = False

    def stop(self) -> None:
        """It never goes off."""
        self.stopped = True


class House:
    """What an app is to its alerts; `away` is whether somebody may not be looking."""

    def __init__(self, preferences: Preferences, ascii: bool = False) -> None:
        self.preferences = preferences
        self.terminal = SimpleNamespace(ascii=ascii)
        self.tables = SimpleNamespace(due="")
        self.now = 100.0
        self.written: list[str] = []
        self.rung = 0
        self.timers: list[Timer] = []
        self._driver = SimpleNamespace(write=self.written.append, flush=lambda: None)
        self.presence = Presence(lambda: self.now)
        self.alerts = Alerts(cast("PokerApp", self), self.presence)

    def set_timer(self, seconds: float, run: Callable[[], None]) -> Timer:
        """A timer."""
        self.timers.append(Timer(run))
        return self.timers[-1]

    def go_off(self) -> None:
        """The timer that runs goes off."""
        running = [timer for timer in self.timers if not timer.stopped]
        running[-1].run()

    def redraw(self) -> None:
        """Nothing is drawn here."""

    def call_back(self) -> None:
        """The bell."""
        if self.presence.away() and self.preferences.bell != "off":
            self.rung += 1

    def look_away(self) -> None:
        """No key has been pressed for long."""
        self.now += 60

    @property
    def said(self) -> str:
        """All that was written to the terminal."""
        return "".join(self.written)


def house(ascii: bool = False, **liked: Any) -> House:
    return House(Preferences(**liked), ascii)


def test_a_line_stands_for_a_while_and_until_somebody_is_there() -> None:
    here = house()
    here.alerts.notice("Am Tisch Küche ist ein Platz frei")
    assert here.alerts.toast == "Am Tisch Küche ist ein Platz frei"
    here.go_off()
    assert here.alerts.toast == ""
    here.alerts.notice("eins")
    here.alerts.notice("zwei")
    here.look_away()
    here.go_off()
    assert here.alerts.toast == "zwei"
    here.presence.key()
    here.go_off()
    assert here.alerts.toast == ""


def test_who_is_looking_hears_no_bell() -> None:
    here = house()
    here.alerts.notice("eins")
    assert here.rung == 0
    here.look_away()
    here.alerts.notice("zwei", ring=False)
    assert here.rung == 0
    here.alerts.notice("drei")
    assert here.rung == 1


def test_what_is_due_stands_in_the_title_and_what_was_there_comes_back() -> None:
    here = house()
    here.alerts.entitle()
    here.tables.due = "Küche: du bist dran"
    here.alerts.entitle()
    here.alerts.entitle()
    assert here.said == f"{KEPT}\x1b]2;pokertui\x1b\\\x1b]2;● Küche: du bist dran\x1b\\"
    here.tables.due = ""
    here.alerts.entitle()
    here.alerts.give_back()
    assert here.said.endswith(f"\x1b]2;pokertui\x1b\\{BACK}")


def test_what_is_told_stands_in_the_title_until_a_key_is_pressed() -> None:
    here = house()
    here.look_away()
    here.alerts.notice("Küche: es geht los")
    assert here.said.endswith("\x1b]2;● Küche: es geht los\x1b\\")
    here.presence.key()
    here.alerts.touched()
    assert here.said.endswith("\x1b]2;pokertui\x1b\\")


def test_no_title_is_written_where_none_is_wanted() -> None:
    here = house(title=False)
    here.tables.due = "Küche: du bist dran"
    here.look_away()
    here.alerts.notice("Küche: es geht los")
    here.alerts.give_back()
    assert here.said == ""


def test_a_notice_of_the_desktop_only_if_it_is_wanted_and_nobody_looks() -> None:
    here = house(title=False, bell="notice")
    here.alerts.call("Küche: du bist dran")
    assert here.said == ""
    here.look_away()
    here.alerts.call("Küche; 4: du bist dran")
    said = "Küche, 4: du bist dran"
    assert here.said == f"\x1b]9;pokertui: {said}\x1b\\\x1b]777;notify;pokertui;{said}\x1b\\"
    assert here.rung == 1


@pytest.mark.parametrize(
    "name", ["K\x1b]0;x\x07üche", "K\x9büche", "K\x1b\\üche", "a\u202eb", "K\nüche", "x" * 500]
)
def test_a_name_ends_no_sequence_early(name: str) -> None:
    here = house(bell="notice")
    here.look_away()
    here.alerts.call(name)
    for part in here.said.split("\x1b\\")[:-1]:
        body = part.removeprefix(KEPT).removeprefix("\x1b]")
        assert body.isprintable()
        assert len(body) < 120
    assert "\u202e" not in here.said


def test_letters_alone_where_a_terminal_knows_no_more() -> None:
    here = house(ascii=True)
    here.tables.due = "Küche: du bist dran"
    here.alerts.entitle()
    assert here.said.isascii()
    assert "* K" in here.said


def test_an_ssh_session_gives_the_title_back_by_itself() -> None:
    here = house()
    here._driver.GIVES_TITLE_BACK = SshDriver.GIVES_TITLE_BACK
    here.tables.due = "Küche: du bist dran"
    here.alerts.entitle()
    here.alerts.give_back()
    assert here.said == "\x1b]2;● Küche: du bist dran\x1b\\"
