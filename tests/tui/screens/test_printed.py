"""Every printed key that stands for one key can be pressed by its name."""

import pytest

from tui.screens.printed import keys_of


@pytest.mark.parametrize(
    ("printed", "keys"),
    [
        ("p", ("p",)),
        ("Space", ("space",)),
        ("Esc", ("escape",)),
        ("+", ("plus",)),
        # The one that acts comes first, whatever chooses stands before it.
        ("← → Enter", ("enter", "right", "left")),
        ("<- -> Enter", ("enter", "right", "left")),
        # A range is no key, in either alphabet.
        ("1–6", ()),
        ("1 - 6", ()),
        # Nor are several digits, unless a key that acts stands behind them.
        ("1 2 3", ()),
        ("1 2 3 Enter", ("enter", "3", "2", "1")),
    ],
)
def test_printed_keys(printed: str, keys: tuple[str, ...]) -> None:
    assert keys_of(printed) == keys
