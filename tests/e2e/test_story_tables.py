"""One person at two tables: there and back by keys, and the terminal's title."""

from pathlib import Path

from tests.e2e.house import POKERTUI, environment
from tests.e2e.terminal import Terminal


def test_two_tables_in_one_terminal(tmp_path: Path) -> None:
    env = environment(tmp_path / "home", "de_DE.UTF-8")
    with Terminal([*POKERTUI], env, new=False) as terminal:
        terminal.wait("Noch kein Tisch")
        terminal.press("b", "enter")
        terminal.wait("▸ Du bist dran")
        terminal.press(",")
        terminal.wait("dein Platz")
        assert terminal.lines[0].startswith(" Lobby  1 Runde von ")
        assert terminal.screen.title.endswith(": du bist dran")
        terminal.press("b", "down", "down", "enter")
        terminal.wait("2 Hold'em ▸ ")
        assert terminal.lines[0].startswith(" 1 Pokerface ●  2 Hold'em ▸ ")
        terminal.press("n")
        terminal.wait("1 Pokerface ▸")
        terminal.press(".")
        terminal.wait("2 Hold'em ▸ ")
        terminal.press("n")
        terminal.wait("1 Pokerface ▸")
        terminal.press(",")
        terminal.wait("dein Platz")
        terminal.press("q")
        terminal.wait("Enter")
        terminal.press("enter")
        assert terminal.wait_end() == 0
        assert b"\x1b[22;2t" in terminal.raw
        assert b"\x1b[23;2t" in terminal.raw
