"""At home, on a server of one's own: hold'em with bots from the shell, and by the form."""

import re
from pathlib import Path

import pytest

from tests.e2e.chips import is_awake, puts_in, sees
from tests.e2e.form import chooses
from tests.e2e.house import POKERTUI, environment
from tests.e2e.terminal import Terminal

# After a hand: the next one is to come, or the last chip went.
ENDS = ("Nächste Hand", "Keine Chips mehr.")


async def test_a_hand_is_played_to_its_end_from_the_shell(tmp_path: Path) -> None:
    argv = [*POKERTUI, "play", "holdem", "--bots", "1"]
    with Terminal(argv, environment(tmp_path / "home")) as terminal:
        text = terminal.wait("▸ Gast  du  ")
        assert "Hold'em NL 5/10   Runde von Gast · Hand #" in text
        await plays_a_hand(terminal)
        terminal.press("q")
        terminal.wait("Enter verlassen")
        terminal.press("enter")
        assert terminal.wait_end() == 0
        assert b"\x1b[?1049l" in terminal.raw


@pytest.mark.soak
async def test_the_form_makes_a_table_of_it(tmp_path: Path) -> None:
    with Terminal(POKERTUI, environment(tmp_path / "home")) as terminal:
        terminal.wait("3 Lobby")
        terminal.press("3")
        terminal.wait("Noch kein Tisch.")
        terminal.press("+")
        terminal.wait("Neuer Tisch")
        terminal.press("tab")
        await chooses(terminal, "Hold'em")
        terminal.press("enter")
        terminal.wait("Einkauf 400–1.000   Guthaben 10.000")
        terminal.press("down")
        terminal.wait("Enter 400 kaufen")
        terminal.press("enter")
        text = terminal.wait("b mit Bots auffüllen")
        assert re.search(r"1 Gast +400  du", text)
        terminal.press("b")
        assert "Ada" in terminal.wait("▸ Gast  du  ")
        terminal.press("q")
        terminal.wait("Enter verlassen")
        terminal.press("enter")
        terminal.wait("Lobby ·")
        terminal.press("q")
        assert terminal.wait_end() == 0


async def plays_a_hand(terminal: Terminal) -> None:
    """Check or call whenever asked, hand after hand, until one has ended that one has acted in."""
    acted = False
    while True:
        text = await sees(terminal, lambda text: over(text) or is_awake(terminal, text))
        if not over(text):
            await puts_in(terminal)
            acted = True
        elif acted:
            return
        else:
            # The other one has folded before.
            terminal.press("space")
            await sees(terminal, lambda text: not over(text))


def over(text: str) -> bool:
    """Whether a hand has ended."""
    return any(end in text for end in ENDS)
