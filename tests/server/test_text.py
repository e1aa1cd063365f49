"""Text from people can't obey terminals, climb over lines or run out of its place (cases.md D8)."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.text import clean, width


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Maria ", "Anna Maria"),
        ("bob \x1b]0;PWN\x07", "bob ]0;PWN"),
        ("x\x1b[2J", "x[2J"),
        ("x\u009b31m", "x31m"),
        ("a\rb\nc", "a b c"),
        ("a\u202eb\u2066c\u200f", "abc"),
        ("e\u0301", "é"),
        ("漢字漢字漢字漢", "漢字漢字漢字"),
        ("\u0301\u0302", ""),
        ("♥\ufe0f", "♥"),
        ("[/red]", "[/red]"),
        ("\ud800", ""),
        ("\u2028\u200b", ""),
        ("\u3164\u115f\u1160\uffa0", ""),
        ("\u2800", ""),
        ("An\u034fna\u2800", "Anna"),
    ],
)
def test_clean(text: str, cleaned: str) -> None:
    assert clean(text, 12) == cleaned


def test_marks_do_not_pile_up() -> None:
    assert len(clean("o" + "\u0307\u0323" * 400, 12)) <= 3


@given(st.text(max_size=200), st.integers(1, 40))
def test_what_is_left_is_harmless_and_fits(text: str, cells: int) -> None:
    left = clean(text, cells)
    assert width(left) <= cells
    assert clean(left, cells) == left
    for letter in left:
        assert unicodedata.category(letter)[0] != "C"
