"""What a session switches on in a terminal is switched off, whatever becomes of it (cases E3)."""

import re

from tui.ssh.escapes import ENTER, RESTORE


def test_every_mode_that_is_switched_on_is_switched_off() -> None:
    on = re.findall(r"\x1b\[\?(\d+)h", ENTER)
    assert on
    for mode in on:
        assert f"\x1b[?{mode}l" in RESTORE
    for mode in re.findall(r"\x1b\[\?(\d+)l", ENTER):
        assert f"\x1b[?{mode}h" in RESTORE


def test_what_is_kept_is_given_back_once() -> None:
    # The title of the window, and the keyboard's ways.
    assert (ENTER.count("\x1b[22;2t"), RESTORE.count("\x1b[23;2t")) == (1, 1)
    assert (ENTER.count("\x1b[>1u"), RESTORE.count("\x1b[<u")) == (1, 1)
