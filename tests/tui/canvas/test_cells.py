"""Rows stay exactly as wide as the canvas, whatever is written over what."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tui.canvas.cells import Grid, Run, Style, cut, padded, tail, wrapped
from tui.canvas.pen import folded

ONE, TWO = Style(fg="#111111"), Style(fg="#222222", bold=True)
TEXT = st.text(st.sampled_from("ab♠王한é·e\u0301\x07"), max_size=9)
WRITES = st.lists(st.tuples(st.integers(-3, 14), st.integers(-1, 3), TEXT), max_size=12)


@given(WRITES)
def test_every_row_keeps_its_width(writes: list[tuple[int, int, str]]) -> None:
    grid = Grid(12, 2)
    for x, y, text in writes:
        assert grid.put(x, y, text, ONE) == x + cell_len(text)
    assert [sum(cell_len(run.text) for run in row) for row in grid.rows()] == [12, 12]
    assert [cell_len(text) for text in grid.text()] == [12, 12]


NARROW = st.tuples(
    st.integers(-3, 9), st.integers(-1, 3), st.text("ab ♠", max_size=9), st.sampled_from([ONE, TWO])
)


@given(st.lists(NARROW, max_size=12))
def test_the_last_writing_on_a_cell_is_what_stands_there(
    writes: list[tuple[int, int, str, Style]],
) -> None:
    grid = Grid(8, 3, TWO)
    cells = [[(" ", TWO)] * 8 for _ in range(3)]
    for x, y, text, style in writes:
        grid.put(x, y, text, style)
        for column, sign in enumerate(text, x):
            if 0 <= column < 8 and 0 <= y < 3:
                cells[y][column] = sign, style
    rows = grid.rows()
    assert [[(sign, run.style) for run in row for sign in run.text] for row in rows] == cells
    for row in rows:
        assert all(one.style != other.style for one, other in pairwise(row))


def test_half_a_wide_character_leaves_a_blank() -> None:
    grid = Grid(6, 1)
    grid.put(0, 0, "王王王", ONE)
    grid.put(1, 0, "a", ONE)
    grid.put(4, 0, "b", ONE)
    assert grid.text() == (" a王b ",)


def test_neighbours_of_one_style_are_one_run() -> None:
    grid = Grid(4, 1, ONE)
    grid.put(1, 0, "xy", TWO)
    assert grid.rows() == ((Run(" ", ONE), Run("xy", TWO), Run(" ", ONE)),)


def test_writing_outside_is_cut_off() -> None:
    grid = Grid(3, 1)
    grid.put(-1, 0, "abcdef", ONE)
    grid.put(0, 5, "z", ONE)
    assert grid.text() == ("bcd",)


def test_texts_are_cut_by_cells() -> None:
    assert cut("Frédéric", 8) == "Frédéric"
    assert cut("Frédérique", 8) == "Frédéri…"
    assert cell_len(cut("王王王王", 5)) <= 5
    assert cut("王王王王", 0) == ""
    assert padded("Ben", 5) == "Ben  "
    assert cell_len(padded("王王王王", 5)) == 5
    assert tail("abc王", 3) == "c王"
    assert tail("abc王", 1) == ""
    assert tail("abc", 9) == "abc"


@pytest.mark.parametrize(
    ("text", "width", "first", "lines"),
    [
        ("", 9, 0, []),
        ("eins zwei drei", 9, 0, ["eins zwei", "drei"]),
        ("eins zwei drei", 9, 5, ["eins", "zwei drei"]),
        ("eins", 9, 8, ["", "eins"]),
        ("x" * 10, 4, 0, ["xxxx", "xxxx", "xx"]),
        ("ab " + "x" * 6, 4, 0, ["ab", "xxxx", "xx"]),
        ("漢字漢字", 5, 0, ["漢字", "漢字"]),
    ],
)
def test_text_in_lines(text: str, width: int, first: int, lines: list[str]) -> None:
    assert wrapped(text, width, first) == lines


def test_spans_are_folded_at_blanks() -> None:
    line = (("Anna ", ONE), ("+13", TWO), (" · ", ONE), ("Ben ", ONE), ("+11", TWO))
    assert folded(line, 20) == [line]
    rows = folded(line, 12)
    assert ["".join(text for text, _ in row) for row in rows] == ["Anna +13 ·", "  Ben +11"]
    assert rows[1] == (("  ", ONE), ("Ben", ONE), (" ", ONE), ("+11", TWO))
    # What is too long for any row is left to be cut.
    rows = folded((("abcdefghij kl", ONE),), 5)
    assert rows == [(("abcdefghij", ONE),), (("  ", ONE), ("kl", ONE))]
    assert folded((), 5) == [()]
