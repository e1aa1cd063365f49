"""What is printed is whole: no label of the bottom row is cut, on any screen, size or language."""

import re

import pytest

from server.run import Server
from tests.tui.screens.visit import ENGLISH, GERMAN, Visit, visit
from tui.locale import LANGS, Lang
from tui.screens.help import TABS

SIZES = ((80, 24), (60, 18))
# How screens are come to from the lobby.
SCREENS = {
    "lobby": (),
    "create": ("plus",),
    "options": ("o",),
    "profile": ("p",),
    "help": ("question_mark",),
}


def whole(visited: Visit) -> None:
    """The bottom row is made of whole keys with their labels, what stands at its end aside."""
    row = visited.lines[-1]
    shown = [entry.button for entry in visited.screen.commands() if entry.button.label]
    found = 0
    for button in shown:
        item = f"{button.keys} {button.label}"
        if re.search(rf"(?:^| ){re.escape(item)}(?:  |$)", row):
            row = row.replace(item, "", 1)
            found += 1
    assert found
    for button in shown:
        # No label has lost its key, and none was cut at the edge.
        assert f" {button.label} " not in f" {row.strip()} ", (button, visited.lines[-1])
    assert "…" not in row


@pytest.mark.parametrize("lang", LANGS)
async def test_the_bottom_row_has_whole_keys_only(server: Server, lang: Lang) -> None:
    async with visit(server, GERMAN if lang == "de" else ENGLISH) as visited:
        await visited.goes_to("lobby")
        for size in SIZES:
            await visited.resize(*size)
            for name, keys in SCREENS.items():
                await visited.press(*keys)
                await visited.goes_to(name)
                whole(visited)
                if name == "help":
                    for number in range(1, len(TABS) + 1):
                        await visited.press(str(number))
                        whole(visited)
                if keys:
                    await visited.press("escape")
                    await visited.goes_to("lobby")
