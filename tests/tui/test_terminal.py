"""What a terminal can show, read from its environment (ux 3.2, cases E12)."""

import pytest

from tui.terminal import is_dumb, terminal_of


@pytest.mark.parametrize(
    ("env", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "true"),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, "true"),
        ({"TERM": "xterm-direct"}, "true"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "screen-256color"}, "256"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "linux"}, "16"),
        ({"TERM": "vt100"}, "mono"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "mono"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
    ],
)
def test_depth(env: dict[str, str], depth: str) -> None:
    assert terminal_of(env).depth == depth


@pytest.mark.parametrize(
    ("env", "plain"),
    [
        ({}, False),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({"LANG": "de_DE.utf8"}, False),
        ({"LANG": "de_DE.UTF-8@euro"}, False),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "C"}, True),
        ({"LANG": "POSIX"}, True),
        ({"LANG": "de_DE.ISO-8859-1"}, True),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, True),
        ({"LANG": "de_DE.UTF-8", "LC_CTYPE": "de_DE.ISO-8859-15"}, True),
        # What an interpreter in a plain locale says of itself is not the terminal's word.
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LC_CTYPE": "C.UTF-8"}, False),
    ],
)
def test_terminals_that_are_not_unicode(env: dict[str, str], plain: bool) -> None:
    assert terminal_of({"TERM": "xterm", **env}).ascii is plain


@pytest.mark.parametrize(
    ("env", "asked", "lang"),
    [
        ({"LANG": "de_DE.UTF-8"}, None, "de"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, None, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "de_CH.UTF-8"}, None, "de"),
        ({"LANG": "fr_FR.UTF-8"}, None, "en"),
        ({}, None, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en", "en"),
    ],
)
def test_language(env: dict[str, str], asked: str | None, lang: str) -> None:
    assert terminal_of(env, asked).lang == lang


def test_no_colour_and_no_animations_mean_no_motion() -> None:
    assert terminal_of({"TERM": "xterm"}).motion
    assert not terminal_of({"TERM": "xterm", "NO_COLOR": "1"}).motion
    assert not terminal_of({"TERM": "xterm", "TEXTUAL_ANIMATIONS": "none"}).motion


def test_dumb_terminals() -> None:
    assert is_dumb({"TERM": "dumb"})
    assert is_dumb({})
    assert not is_dumb({"TERM": "xterm"})
