"""Text for terminals that speak less than UTF-8 (cases E12)."""

import pytest
from rich.cells import cell_len

from tui.ssh.charset import ascii_cells, utf8


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("plain \x1b[1m", b"plain \x1b[1m"),
        ("Übergröße", b"Ubergrose"),
        ("┌──┐│╔", b"+--+|+"),
        ("A♠ K♥ Q♦ J♣", b"As Kh Qd Jc"),
        ("漢字", b"????"),
        ("–…", b"-."),
    ],
)
def test_every_cell_stays_one_cell(text: str, plain: bytes) -> None:
    assert ascii_cells(text) == plain
    if "\x1b" not in text:
        assert len(ascii_cells(text)) == cell_len(text)


def test_a_lone_surrogate_is_no_error() -> None:
    assert utf8("a\ud800b") == b"a?b"
