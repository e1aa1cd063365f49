"""What the screens beside the table are painted with: keys are dropped whole."""

import pytest

from tui.canvas.palette import palette
from tui.canvas.scene import Button
from tui.locale import Words
from tui.screens.paint import Page

KEYS = (
    Button("a", "Enter", "ändern"),
    Button("b", "↑ ↓", "Zeile", rank=3),
    Button("c", "0", "alle wie sonst", rank=1),
    Button("d", "?", "Hilfe"),
)


@pytest.mark.parametrize("width", [80, 60, 40])
@pytest.mark.parametrize("name", ["Küche", "漢字漢字漢字漢字漢字漢字漢字漢字漢字", "T" * 40])
def test_what_is_said_at_the_right_cuts_no_key(width: int, name: str) -> None:
    page = Page((width, 3), palette("true"), Words("de"))
    page.keys(KEYS, f"● {name}: du bist dran")
    row = page.text()[-1]
    keys, _, _ = row.partition("●")
    left = keys
    for button in KEYS:
        left = left.replace(f"{button.keys} {button.label}", "")
    assert not left.strip(), row
    assert "? Hilfe" in keys
