"""The instrument of the stories works."""

import sys

import pytest

from tests.e2e.terminal import Terminal

ENV = {"TERM": "xterm-256color", "PATH": "/usr/bin:/bin"}


def test_it_shows_what_is_printed_and_passes_keys_on() -> None:
    program = "print('ready'); print('got', input())"
    with Terminal([sys.executable, "-c", program], ENV) as terminal:
        terminal.wait("ready")
        terminal.press("cards", "enter")
        terminal.wait("got cards")
        assert terminal.wait_end() == 0


def test_it_tells_the_size_and_says_what_was_on_screen() -> None:
    program = "import os; print(*os.get_terminal_size()); input()"
    with Terminal([sys.executable, "-c", program], ENV, size=(100, 30)) as terminal:
        terminal.wait("100 30")
        with pytest.raises(AssertionError, match="100 30"):
            terminal.wait("never", seconds=0.1)
