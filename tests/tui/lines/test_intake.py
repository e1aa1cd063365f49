"""Whatever strangers send becomes short lines of harmless letters."""

from tui.lines.intake import LONGEST, Intake


def test_lines_end_however_terminals_end_them() -> None:
    intake = Intake()
    assert intake.put(b"one\ntwo\rthree\r") == ["one", "two", "three"]
    assert intake.put(b"\nfour\n") == ["four"]
    assert intake.put(b"\n\n") == ["", ""]


def test_a_line_may_come_in_pieces() -> None:
    intake = Intake()
    assert intake.put("größ".encode()[:4]) == []
    assert intake.put("größ".encode()[4:] + b"e\n") == ["größe"]
    assert intake.put(b"half") == []
    assert intake.end() == ["half"]
    assert intake.over


def test_keys_and_controls_are_no_text() -> None:
    intake = Intake()
    assert intake.put(b"ca\x1b[A\x1bOB\x07ll\x00 \xff\x9b\n") == ["call \ufffd\ufffd"]
    assert intake.put(b"fole\x7fd\n") == ["fold"]
    assert intake.put("a\u202eb\n".encode()) == ["ab"]


def test_a_long_line_is_cut() -> None:
    intake = Intake()
    assert intake.put(b"x" * 100_000) == []
    assert intake.put(b"\n") == ["x" * LONGEST]


def test_ctrl_c_leaves_and_ctrl_d_only_where_nothing_was_typed() -> None:
    intake = Intake()
    assert intake.put(b"a\x04b\n") == ["ab"]
    leaves, ends = Intake(), Intake()
    assert leaves.put(b"a\x03b\n") == ends.put(b"\x04") == []
    assert (intake.over, leaves.over, ends.over) == (False, True, True)


def test_a_terminal_is_shown_what_it_sent() -> None:
    intake = Intake()
    intake.put(b"ab\x7fc\r")
    assert intake.echo == "ab\b \bc\r\n"
