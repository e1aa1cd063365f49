"""Somebody has just got the program and types the first command."""

import subprocess
from pathlib import Path

import pytest

from tests.e2e.house import POKERTUI, environment
from tests.e2e.terminal import Terminal


@pytest.mark.parametrize(
    ("lang", "turn", "leave"),
    [
        ("de_DE.UTF-8", "▸ Du bist dran", "Enter verlassen"),
        ("en_GB.UTF-8", "▸ Your turn", "Enter leave"),
    ],
)
def test_play_leads_to_a_table_where_it_is_ones_turn(
    tmp_path: Path, lang: str, turn: str, leave: str
) -> None:
    env = environment(tmp_path / "home", lang)
    with Terminal([*POKERTUI, "play"], env) as terminal:
        terminal.wait(turn)
        lines = terminal.lines
        assert len(lines) == 24
        assert "Pokerface" in lines[0]
        terminal.press("q")
        terminal.wait(leave)
        terminal.press("enter")
        assert terminal.wait_end() == 0
        assert b"\x1b[?1049l" in terminal.raw


def test_without_a_terminal_it_says_so(tmp_path: Path) -> None:
    done = subprocess.run(
        [*POKERTUI, "play"],
        env=environment(tmp_path / "home", "en_GB.UTF-8"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert "terminal" in done.stderr
    assert "Traceback" not in done.stderr
