"""What arrives at a terminal is what is kept of the picture: every cell, its colours too."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.e2e.house import environment
from tests.e2e.terminal import Terminal
from tests.tui.states import STATES
from tui.app import words_of
from tui.canvas.cells import Row, Style
from tui.canvas.palette import Depth, palette
from tui.layouts import layout

SHOWN = (sys.executable, "-m", "tests.e2e.shown")
SOAK = pytest.mark.soak
# What a terminal says of itself, and what it gets.
TERMS = (
    pytest.param("screen-256color", {}, "256", False, id="256"),
    pytest.param("xterm", {}, "16", False, id="16", marks=SOAK),
    pytest.param("xterm-256color", {"NO_COLOR": "1"}, "mono", False, id="mono", marks=SOAK),
    pytest.param("xterm-256color", {"LANG": "C"}, "256", True, id="ascii", marks=SOAK),
)


def kept(game: str, depth: Depth, ascii: bool) -> tuple[Row, ...]:
    """The picture, which a dump of its own keeps cell by cell."""
    scene = next(iter(STATES[game].values()))()
    words = words_of("en" if ascii else "de", ascii)
    return layout(scene.table.game).draw(scene, (80, 24), palette(depth, ascii), words)


def cells(rows: tuple[Row, ...]) -> list[list[tuple[str, Style]]]:
    """A sign and a look for each cell; the pictures have no wide letters."""
    return [[(sign, run.style) for run in row for sign in run.text] for row in rows]


@pytest.mark.parametrize(("term", "env", "depth", "ascii"), TERMS)
def test_every_cell_arrives(
    tmp_path: Path, term: str, env: dict[str, str], depth: Depth, ascii: bool
) -> None:
    wanted = cells(kept("holdem", depth, ascii))
    last = "".join(sign for sign, _ in wanted[-1]).rstrip()
    with Terminal([*SHOWN, "holdem"], environment(tmp_path) | {"TERM": term} | env) as terminal:
        terminal.wait(last)
        with terminal.looking() as screen:
            for y, row in enumerate(wanted):
                for x, (sign, style) in enumerate(row):
                    cell = screen.buffer[y][x]
                    assert cell.data == sign, (y, x)
                    assert cell.bold == style.bold, (y, x, sign)
                    if depth == "256":
                        assert f"#{cell.bg}" == style.bg, (y, x, sign)
                        assert sign == " " or f"#{cell.fg}" == style.fg, (y, x, sign)
                    elif depth == "mono":
                        assert (cell.fg, cell.bg) == ("default", "default")
                        assert cell.reverse == style.reverse, (y, x, sign)
        terminal.press("q")
        assert terminal.wait_end() == 0


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("tmux") is None, reason="the same without tmux is above")
@pytest.mark.parametrize("game", STATES)
def test_every_cell_arrives_in_tmux(tmp_path: Path, game: str) -> None:
    """One picture of each game at 80×24 in a real tmux, `TERM=screen-256color` inside."""
    wanted = ["".join(sign for sign, _ in row).rstrip() for row in cells(kept(game, "256", False))]
    tmux = ("tmux", "-f", "/dev/null", "-S", str(tmp_path / "tmux"))
    env = environment(tmp_path / "home")

    def ask(*what: str) -> str:
        done = subprocess.run(
            [*tmux, *what], env=env, capture_output=True, text=True, check=True, timeout=20
        )
        return done.stdout

    ask("new-session", "-d", "-x", "80", "-y", "24", "-s", "looks", "sleep 60")
    ask("set-option", "-g", "status", "off")
    ask("set-option", "-g", "default-terminal", "screen-256color")
    try:
        ask("respawn-window", "-k", "-t", "looks", " ".join((*SHOWN, game)))
        shown: list[str] = []
        deadline = time.monotonic() + 30
        while shown != wanted and time.monotonic() < deadline:
            shown = [line.rstrip() for line in ask("capture-pane", "-p", "-t", "looks").split("\n")]
            shown = shown[:24]
            os.sched_yield()
        assert shown == wanted
    finally:
        ask("kill-server")
