"""The server is killed in the middle of a deal: the players come back by themselves and play on."""

import re
from pathlib import Path

import pytest

from tests.e2e.house import running
from tests.e2e.terminal import Terminal
from tests.e2e.test_story_match import SPACE, Player, shows

SWIFT = "bot_pause = 0.01\n"


def picture(terminal: Terminal) -> list[str]:
    """The table without its title, its time and what is printed of keys."""
    return terminal.lines[1:17]


def play_on(player: Player) -> None:
    """Take turns until the deal is over."""
    while True:
        player.terminal.wait(lambda text: player.may_act() or shows(text, SPACE))
        if shows(player.terminal.text, SPACE):
            return
        player.act(wild=False)


@pytest.mark.timeout(120)
def test_a_deal_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with running(tmp_path, SWIFT) as house, house.connect("Anna") as terminal:
        anna = Player("Anna", terminal)
        terminal.wait("Lobby")
        terminal.press("b", "enter")
        terminal.wait(lambda text: anna.may_act())
        anna.act(wild=False)
        terminal.wait(lambda text: anna.may_act())
        before = picture(terminal)

        house.kill()
        frozen = terminal.wait("eingefroren")
        assert re.search(r"Stand \d\d:\d\d:\d\d · eingefroren", frozen)
        terminal.wait("Versuch 2")
        text = terminal.wait("Dein Platz ist reserviert.")
        assert "Enter jetzt versuchen" in text
        assert "q zur Shell" in text
        # None of these means anything now, or later.
        terminal.press("p", "1", "2", "t", "esc", "l")
        # Enter does, and only while nobody is there: with the line back by itself it takes a token.
        terminal.press("enter")
        terminal.wait(lambda text: re.search(r"Versuch [3-9]", text) is not None)

        house.start_again()
        terminal.wait(lambda text: "Verbindung" not in text and anna.may_act())
        assert picture(terminal) == before
        play_on(anna)
        assert terminal.process.poll() is None
        house.stop()
        terminal.wait("Der Server wurde beendet")
        terminal.press("q")
        assert terminal.wait_end() == 1
        said = bytes(terminal.raw).rpartition(b"\x1b[?1049l")[2].decode()
        assert "Mit diesem Code kommst du an deinen Platz zurück:" in said
