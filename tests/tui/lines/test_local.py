"""`--plain` on standard input and output: pipes, files, closed ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.house import ROOT

PLAY = (sys.executable, "-m", "tui.cli", "play", "pokerquadrat", "--plain")


def ran(
    home: Path, typed: str, *command: str, lang: str = "C"
) -> subprocess.CompletedProcess[bytes]:
    """A program that is given that to read."""
    env = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": lang, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, input=typed.encode(), env=env, capture_output=True, timeout=60, check=False
    )


def test_a_script_is_played_through_a_pipe(tmp_path: Path) -> None:
    done = ran(tmp_path, "place 1 c3\nboard\nlang de\n\nende\nnothing more", *PLAY)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode("ascii")
    assert all(line.isprintable() for line in text.split("\n"))
    lines = text.splitlines()
    assert lines[0].startswith("Hello ")
    # The first of the cards lies where it was put, and the next question was waited for.
    assert any(line.startswith("Row 3: ") and "c3 " in line for line in lines)
    assert any(line.startswith("Du bist dran: lege KARTE FELD") for line in lines)
    assert lines[-1] == "Bis bald!"


@pytest.mark.soak
def test_the_end_of_a_file_ends_it(tmp_path: Path) -> None:
    done = ran(tmp_path, "", *PLAY, lang="de_DE.UTF-8")
    assert done.returncode == 0
    assert done.stdout.decode().splitlines()[-1] == "Bis bald!"
