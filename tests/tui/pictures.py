"""Renders a table's rows to SVG, to be looked at: `python -m tests.tui.pictures DIR [DEPTH]`.

Without DIR it draws the README's pictures anew.
"""

import io
import re
import sys
from pathlib import Path
from typing import cast, get_args

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

from tests.tui import openface_tables, scenes, squares
from tests.tui.layouts.betting_deals import draw6, holdem10
from tests.tui.layouts.indian_deals import indian8, with_cards
from tests.tui.layouts.stud_deals import stud8
from tui.canvas.cells import Row
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Scene
from tui.canvas.strip import rich_style
from tui.layouts import layout
from tui.locale import Words

SCENES: dict[str, tuple[Scene, tuple[int, int]]] = {
    "turn_80": (scenes.turn(), (80, 24)),
    "turn_120": (scenes.turn(), (120, 36)),
    "turn_60": (scenes.turn(), (60, 18)),
    "showdown_80": (scenes.showdown(), (80, 24)),
    "holdem_80": (holdem10(), (80, 24)),
    "stud_80": (stud8(clock=21), (80, 24)),
    "stud_table_80": (stud8(clock=21, listed=False), (80, 24)),
    "stud_120": (stud8(clock=21), (120, 36)),
    "draw_80": (draw6(), (80, 24)),
    "indian_80": (indian8(), (80, 24)),
    "indian_120": (indian8(), (120, 36)),
    "indian_list_80": (with_cards(5, clock=18), (80, 24)),
    "openface_80": (openface_tables.picture(), (80, 24)),
    "openface_120": (openface_tables.picture(), (120, 36)),
    "pineapple_80": (openface_tables.picture_of_three(), (80, 24)),
    "quadrat_80": (squares.picture(), (80, 24)),
    "quadrat_120": (squares.picture(), (120, 36)),
    "quadrat_won_80": (squares.won(), (80, 24)),
}

# The README's pictures, by their names in tui/pictures: the tables of the wireframes.
README = {"pokerface": scenes.turn(), "holdem": holdem10()}
PLACE = Path(__file__).parents[2] / "tui" / "pictures"

# Whatever monospaced font there is: a picture fetches nothing from elsewhere.
FORMAT = re.sub(
    r"\s*(@font-face \{\{.*?\}\}|<!--.*?-->)\n", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL
)


def readme(name: str) -> tuple[Row, ...]:
    """What a picture of the README shows, in English and true colour."""
    scene = README[name]
    return layout(scene.table.game).draw(scene, (80, 24), palette("true"), Words("en"))


def svg(rows: tuple[Row, ...], heading: str = "") -> str:
    """The rows as an SVG picture."""
    width = sum(len(run.text) for run in rows[0])
    console = Console(
        width=width, record=True, file=io.StringIO(), color_system="truecolor", force_terminal=True
    )
    for row in rows:
        line = Text(no_wrap=True, end="\n")
        for run in row:
            line.append(run.text, rich_style(run.style))
        console.print(line, soft_wrap=True)
    return console.export_svg(title=heading, code_format=FORMAT)


def main(folder: str, depth: str = "true") -> None:
    """Write every picture into a folder."""
    if depth not in get_args(Depth):
        raise SystemExit(f"no such depth: {depth}")
    colours, words = palette(cast(Depth, depth)), Words("de")
    for name, (scene, size) in SCENES.items():
        rows = layout(scene.table.game).draw(scene, size, colours, words)
        Path(folder, f"{name}_{depth}.svg").write_text(svg(rows, name), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:]:
        main(*sys.argv[1:])
    else:
        for name in README:
            (PLACE / f"{name}.svg").write_text(svg(readme(name), "pokertui"), encoding="utf-8")
