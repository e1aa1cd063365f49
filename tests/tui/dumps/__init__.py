"""Cell dumps: the text of every row and a letter for the look of every cell, kept as files.

A file has the dumps of one game, each under its name. `POKERTUI_DUMPS=write pytest tests/tui/…`
writes them anew, to be read as a difference.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from string import ascii_letters

from tui.canvas.cells import Row, Style
from tui.canvas.palette import Palette

PLACE = Path(__file__).parent
WRITES = os.environ.get("POKERTUI_DUMPS") == "write"
ROLES = ("text", "muted", "faint", "accent", "good", "bad", "info", "special")
SURFACES = ("back", "play", "head", "turn", "failed", "drawer", "field")


def dump(rows: tuple[Row, ...], colours: Palette) -> str:
    """The rows, below each the looks of its cells, and what the letters stand for."""
    letters: dict[str, str] = {}
    lines = []
    for row in rows:
        text, looks = "", ""
        for run in row:
            look = named(run.style, colours)
            if run.text.isspace():
                # On a blank only its surface is seen.
                look = look.partition(" on ")[2] or look
            plain = look in ("back", "text on back")
            letter = "." if plain else letters.setdefault(look, ascii_letters[len(letters)])
            text += run.text
            looks += letter * len(run.text)
        lines.append(f"|{text.rstrip()}")
        if looks.strip("."):
            lines.append(f"/{looks.rstrip('.')}")
    legend = [f"{letter} {look}" for look, letter in letters.items()]
    return "\n".join((*lines, *legend)) + "\n"


def named(style: Style, colours: Palette) -> str:
    """A look in the words of the palette's roles: `bold accent on head`."""
    said = [name for name in ("bold", "dim", "underline", "reverse") if getattr(style, name)]
    said.append(_ink(style.fg, colours))
    surface = _surface(style.bg, colours)
    return f"{' '.join(said)} on {surface}"


def _ink(colour: str | None, colours: Palette) -> str:
    roles = {getattr(colours, role).fg: role for role in reversed(ROLES)}
    suits = {ink.fg: f"suit {suit}" for suit, ink in colours.suits.items()}
    faces = {ink: f"face {suit}" for suit, ink in colours.face_suits.items()}
    names: dict[str | None, str] = faces | suits | roles
    return names.get(colour, str(colour))


def _surface(colour: str | None, colours: Palette) -> str:
    roles = {getattr(colours, role).bg: role for role in reversed(SURFACES)}
    faces = {face.bg: f"{state} card" for state, face in reversed(colours.faces.items())}
    buttons = {one.bg: f"{tone} button" for tone, one in reversed(colours.buttons.items())}
    names: dict[str | None, str] = faces | buttons | roles
    return names.get(colour, str(colour))


def kept(name: str) -> dict[str, str]:
    """The dumps of a file by their names."""
    path = PLACE / f"{name}.txt"
    if not path.exists():
        return {}
    parts = re.split(r"^== (.*)\n", path.read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def keep(name: str, dumps: Mapping[str, str]) -> None:
    """Write a file anew."""
    text = "".join(f"== {key}\n{value}" for key, value in dumps.items())
    (PLACE / f"{name}.txt").write_text(text, "utf-8")
