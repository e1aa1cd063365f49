"""How long it takes until something can begin, in processes of their own."""

import subprocess
import sys
from collections.abc import Iterable, Sequence
from os import times
from pathlib import Path

from tests.bench import Line

RUNS = 5


def bench() -> Iterable[Line]:
    """CPU of importing the games beyond msgspec, and of the help text."""
    base = _cpu([sys.executable, "-c", "import msgspec"])
    games = _cpu([sys.executable, "-c", "import msgspec, engine.games"]) - base
    yield Line(
        "import engine.games, CPU beyond msgspec",
        f"{games * 1e3:.0f} ms",
        "≤ 100 ms",
        games <= 0.1,
    )
    # what the console script does, installed or not
    shown = _cpu([sys.executable, "-c", "from tui.cli import main; main()", "--help"])
    yield Line("pokertui --help, CPU", f"{shown * 1e3:.0f} ms", "≤ 300 ms", shown <= 0.3)


def _cpu(command: Sequence[str]) -> float:
    """The least CPU seconds that the command takes in some runs."""
    root = Path(__file__).parents[2]
    best = float("inf")
    for _ in range(RUNS):
        before = times()
        subprocess.run(command, check=True, capture_output=True, cwd=root)
        after = times()
        spent = after.children_user - before.children_user
        best = min(best, spent + after.children_system - before.children_system)
    return best
