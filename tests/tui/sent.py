"""What a terminal gets for rows of cells: the very bytes, and which codes are among them."""

import io
import re

from textual._ansi_theme import MONOKAI
from textual.color import Color

from tui.canvas.cells import Row
from tui.canvas.palette import Depth
from tui.canvas.strip import strip
from tui.colours import console, filters, keep_colours_apart

SGR = re.compile(r"\x1b\[([\d;:]*)m")
ESCAPE = re.compile(r"\x1b\[[\d;:?]*[A-Za-z]")
# Bold, dim, underlined, reversed, and what ends them: no colours.
PLAIN = {0, 1, 2, 4, 7, 22, 24, 27}
SIXTEEN = PLAIN | {*range(30, 38), *range(40, 48), *range(90, 98), *range(100, 108), 39, 49}


def sent(rows: tuple[Row, ...], depth: Depth) -> str:
    """The rows as an app writes them to a terminal of that depth."""
    keep_colours_apart()
    out = console(depth, io.StringIO())
    lines = []
    for row in rows:
        line = strip(row)
        for one in filters(depth, MONOKAI):
            line = line.apply_filter(one, Color(0, 0, 0))
        lines.append(line.render(out))
    return "\n".join(lines)


def codes(text: str) -> set[int]:
    """All codes of colours and looks in what was sent, those of other colours as 38 and 48."""
    found: set[int] = set()
    for sequence in SGR.findall(text):
        numbers = [int(number or 0) for number in re.split("[;:]", sequence)]
        while numbers:
            code = numbers.pop(0)
            found.add(code)
            if code in (38, 48):
                del numbers[: 4 if numbers[0] == 2 else 2]
    return found


def check(text: str, depth: Depth) -> None:
    """Only what a terminal of that depth understands: ux 3.2, 8."""
    found = codes(text)
    if depth == "mono":
        assert found <= PLAIN
    elif depth == "16":
        assert found <= SIXTEEN
    else:
        assert found <= PLAIN | {38, 48}
        assert ("8;2;" in text) <= (depth == "true")
    assert "\x1b" not in ESCAPE.sub("", text)
