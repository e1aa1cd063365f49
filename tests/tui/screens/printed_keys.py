"""Which keys a screen prints, read off it as a person would, whatever the program says it has."""

import re
from collections.abc import Sequence

from tui.canvas.cells import Row
from tui.canvas.palette import Palette

NAMED = {
    "Enter": "enter",
    "Space": "space",
    "Esc": "escape",
    "Tab": "tab",
    "Bild": "pageup",
    "Page": "pageup",
    "←": "left",
    "→": "right",
    "↑": "up",
    "↓": "down",
    "<-": "left",
    "->": "right",
    "^": "up",
    "+": "plus",
    "-": "minus",
    "?": "question_mark",
    ":": "colon",
    ",": "comma",
    ".": "full_stop",
    "/": "slash",
}
RANGE = re.compile(r"([a-e]|\d)\s?[–-]\s?([a-e]|\d)$")
# A plan's key stands behind its mark.
PLAN = re.compile(r"\[[ x]\] (\S+) ")
MOST = 4  # keys on one button; more are a word with blanks between its letters
OTHERWISE = {*"0123456789", "left", "right", "up", "down"}
WORD = re.compile(r"\b(Enter|Esc|Space)\b")


def key_of(printed: str) -> tuple[str, ...]:
    """The keys that a word names; none where it is a word."""
    if printed in NAMED:
        return (NAMED[printed],)
    if ends := RANGE.match(printed):
        lo, hi = map(ord, ends.groups())
        return tuple(map(chr, range(lo, hi + 1)))
    return (printed,) if re.fullmatch(r"[a-z0-9]", printed) else ()


def leading(item: str) -> tuple[str, ...]:
    """The keys that an item of a footer begins with: `← → Karte`."""
    keys: list[str] = []
    for word in item.split():
        found = key_of(word)
        if not found:
            break
        keys += found
    return tuple(keys)


def in_brackets(line: str) -> set[str]:
    """The keys of buttons as palettes without colours print them: `[f] Fold`."""
    found: set[str] = set()
    for inside in re.findall(r"\[([^\[\]]+)\]", PLAN.sub("", line)):
        keys = [key_of(word) for word in inside.split()] if not key_of(inside) else [key_of(inside)]
        if all(keys):
            found.update(key for some in keys for key in some)
    return found


def printed_keys(lines: Sequence[str], rows: Sequence[Row], colours: Palette) -> set[str]:
    """The keys on a screen: `lines` as a palette without colours has it, `rows` with colours."""
    found = {key for item in re.split(r"\s{2,}", lines[-1].strip()) for key in leading(item)}
    for line in lines[:-1]:
        found |= in_brackets(line)
        found.update(key for printed in PLAN.findall(line) for key in key_of(printed))
        found.update(NAMED[word] for word in WORD.findall(line))
    for row in rows:
        for text, style in row:
            if style.bold and style.fg == colours.accent.fg:
                keys = [key_of(word) for word in text.split()]
                if all(keys) and len(keys) <= MOST:
                    # Digits may be chips, and arrows point: as keys they stand in brackets too.
                    found.update(key for some in keys for key in some if key not in OTHERWISE)
    return found
