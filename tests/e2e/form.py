"""The form of a new table, filled in by keys as somebody who reads it would."""

import re
from collections.abc import Callable
from functools import partial

from tests.e2e.chips import sees
from tests.e2e.terminal import Terminal


def chosen(text: str) -> str:
    """The game that is marked in the form; empty while the form is being drawn."""
    found = re.search(r"│ ▸ (\S+( \S+)*?) +[│↑↓]", text)
    return found[1] if found else ""


async def chooses(terminal: Terminal, game: str) -> None:
    """Go down the list of games to that one."""
    left = ""
    while True:
        now = chosen(await sees(terminal, partial(another, chosen, left)))
        if now == game:
            return
        terminal.press("down")
        left = now


async def sets(terminal: Terminal, label: str, key: str, said: str) -> None:
    """On the line of that label, press a key until the sentence below says so."""
    await goes_to(terminal, label)
    while said not in (before := sentence(terminal.text)):
        terminal.press(key)
        await sees(terminal, partial(another, sentence, before))


def sentence(text: str) -> str:
    """What the form says of the whole table, above its lower edge, from the game's name on."""
    lines = text.splitlines()
    edge = next((row for row, line in enumerate(lines) if line.startswith(" ╰")), 0)
    said = " ".join(line[3:77].strip() for line in lines[max(0, edge - 3) : edge])
    game = chosen(text)
    return said[said.index(game) :] if game and game in said else said


async def goes_to(terminal: Terminal, label: str) -> None:
    """Down to the line of that label."""
    await sees(terminal, lambda text: marked(text) != "")
    while not (before := marked(terminal.text)).startswith(f"{label} "):
        terminal.press("down")
        await sees(terminal, partial(another, marked, before))


def another(read: Callable[[str], str], before: str, text: str) -> bool:
    """Whether what is read off the screen is there, and not what it was before."""
    return read(text) not in ("", before)


def marked(text: str) -> str:
    """The line of the form that keys are about; empty while it is being drawn."""
    found = [line.partition("│▸")[2] for line in text.splitlines() if "│▸" in line]
    return found[0] if len(found) == 1 else ""
