"""Typing a line."""

from tui.screens.line import MARKS, given, line


def pressed(text: str, *keys: str) -> tuple[str, int]:
    held = line(text, 10)
    for key in keys:
        edited = held.pressed(key)
        held = held.typed(key) if edited is None else edited
    return held.text, held.at


def test_editing() -> None:
    assert pressed("abc", "left", "x") == ("abxc", 3)
    assert pressed("abc", "home", "delete", "end", "d") == ("bcd", 3)
    assert pressed("abc", "backspace", "backspace", "backspace", "backspace") == ("", 0)
    assert pressed("", "left", "right", "delete") == ("", 0)
    assert line("a").pressed("f1") is None


def test_only_what_can_be_printed_and_fits() -> None:
    assert line("a\x1b[31m\nb\t\u202ec").text == "a[31mbc"
    assert line("x" * 50, 10).text == "x" * 10
    # Marks without a cell of their own are let in, but not without end.
    assert line("a\u0308" * 10, 10).text == "a\u0308" * 10
    assert len(line("a" + "\u0308" * 500, 10).text) == 10 + MARKS
    # Wide characters count for two.
    assert line("漢字漢字漢字", 5).text == "漢字"


def test_what_is_typed_first_takes_the_place_of_a_proposal() -> None:
    assert given("Guest", 10).typed("A").typed("nn").text == "Ann"
    assert given("漢字漢字", 8).typed("字").text == "字"
    # Whoever moves or takes letters away wants to keep what there is.
    for key, text in (("backspace", "GuesX"), ("end", "GuestX"), ("home", "XGuest")):
        edited = given("Guest", 10).pressed(key)
        assert edited is not None
        assert edited.typed("X").text == text
    assert given("Guest", 10).typed("\x1b").text == "Guest"
