"""Input from strangers: safe, small, and still what a person typed."""

from hypothesis import given, settings
from hypothesis import strategies as st
from textual import events
from textual.message import Message

from tui.ssh.intake import PASTE_CAP, Intake


def feed(intake: Intake, *chunks: bytes) -> list[Message]:
    for chunk in chunks:
        intake.put(chunk)
    taken: list[Message] = []
    while intake.waiting:
        taken += intake.take(50)
    return taken


def keys(messages: list[Message]) -> list[str]:
    return [message.key for message in messages if isinstance(message, events.Key)]


def pasted(messages: list[Message]) -> list[str]:
    return [message.text for message in messages if isinstance(message, events.Paste)]


def test_old_style_mouse_bytes_are_dropped_and_the_next_key_works() -> None:
    assert keys(feed(Intake(), b"\x1b[M\x23\x84\x28", b"c")) == ["c"]


def test_old_style_mouse_bytes_that_make_up_one_character_take_no_key_along() -> None:
    assert keys(feed(Intake(), b"\x1b[M\x20\xc3\xa9c")) == ["c"]


def test_old_style_mouse_bytes_may_come_one_by_one() -> None:
    chunks = [bytes([byte]) for byte in b"a\x1b[M\x23\x84\x28c"]
    assert keys(feed(Intake(), *chunks)) == ["a", "c"]


def test_half_an_old_style_mouse_report_does_not_swallow_the_next_key() -> None:
    intake = Intake()
    assert keys(feed(intake, b"\x1b[M\x23")) == []
    assert keys(intake.rest()) == []
    assert keys(feed(intake, b"c")) == ["c"]


def test_mouse_reports_in_numbers_are_clicks() -> None:
    messages = feed(Intake(), b"\x1b[<0;10;5M\x1b[<0;10;5m")
    assert [type(message) for message in messages] == [events.MouseDown, events.MouseUp]
    assert isinstance(messages[0], events.MouseDown)
    assert (messages[0].x, messages[0].y) == (9, 4)


def test_characters_split_between_packets_stay_whole() -> None:
    assert keys(feed(Intake(), "ä".encode()[:1], "ä".encode()[1:])) == ["ä"]


def test_bytes_that_are_no_utf8_do_not_end_the_session() -> None:
    assert keys(feed(Intake(), b"\xff\xfe\x80", b"c"))[-1] == "c"


def test_a_lone_escape_is_a_key_once_input_rests() -> None:
    intake = Intake()
    assert keys(feed(intake, b"\x1b")) == []
    # The parser measures its own time, so this waits for its clock and not for ours.
    found: list[str] = []
    while not found:
        found = keys(intake.rest())
    assert found == ["escape"]


def test_key_numbers_that_are_no_characters_only_lose_themselves() -> None:
    intake = Intake()
    feed(intake, b"\x1b[99999999999;1u")
    assert keys(feed(intake, b"c")) == ["c"]


def test_a_paste_is_one_message() -> None:
    messages = feed(Intake(), b"\x1b[200~two\nlin", b"es\x1b[20", b"1~c")
    assert pasted(messages) == ["two\nlines"]
    assert keys(messages) == ["c"]


def test_a_paste_carries_no_control_characters() -> None:
    text = "a\x1b[2Jb\x07c\x9b31md\u202ee".encode()
    messages = feed(Intake(), b"\x1b[200~" + text + b"\x1b[201~")
    assert pasted(messages) == ["a[2Jbc31mde"]


def test_a_paste_is_cut() -> None:
    messages = feed(Intake(), b"\x1b[200~" + b"p" * (PASTE_CAP * 3) + b"\x1b[201~c")
    assert pasted(messages) == ["p" * PASTE_CAP]
    assert keys(messages) == ["c"]


def test_five_megabytes_without_an_end_keep_next_to_nothing() -> None:
    intake = Intake()
    intake.put(b"\x1b[200~")
    for _ in range(5 * 64):
        intake.put(b"p" * 16384)
        intake.take(50)
    assert intake.pasting
    intake.end_paste()
    assert [len(text) for text in pasted(feed(intake))] == [PASTE_CAP]
    assert keys(feed(intake, b"c")) == ["c"]


def test_no_more_is_taken_than_asked_for() -> None:
    intake = Intake()
    intake.put(b"a" * 1000)
    assert len(intake.take(10)) < 100
    assert intake.waiting


@given(st.lists(st.binary(max_size=40), max_size=20))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_survived(chunks: list[bytes]) -> None:
    intake = Intake()
    feed(intake, *chunks)
    intake.end_paste()
    intake.rest()
    feed(intake, b"    ")  # whatever sequence was open is over now
    intake.put(b"\x1b[201~")
    feed(intake)
    intake.close()


def test_an_ended_parser_is_closed_twice_without_harm() -> None:
    intake = Intake()
    feed(intake, b"abc")
    intake.close()
    intake.close()
