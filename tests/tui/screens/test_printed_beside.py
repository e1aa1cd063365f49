"""No key that a screen beside the table names does nothing; each is pressed on the real screen."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from protocol.messages import Leave
from server.run import Server
from tests.server.client import Client, open_table, play
from tests.tui.screens.printed_keys import printed_keys
from tests.tui.screens.visit import ENGLISH, GERMAN, Visit, guest, visit
from tui.start import Start
from tui.terminal import Terminal

# What is pressed in the lobby to get there, and where that is.
OPENINGS = {
    "lobby": "",
    "help": "question_mark",
    "rules": "i 2",
    "examples": "i 3",
    "create": "plus",
    "presets": "plus g",
    "save": "plus s",
    "quick": "b",
    "profile": "p",
    "past": "h",
    "replay": "h enter",
    "record": "h enter l",
    "scores": "s",
    "options": "o",
    "own keys": "o k",
    "commands": "colon",
    "code": "c",
    "filter": "slash",
}
OFTEN = ("lobby", "create", "options")


def cases() -> list[Any]:
    """A few screens in every run, the others in the soak, in one language and the other."""
    made = []
    for place, (name, opening) in enumerate(OPENINGS.items()):
        often = [] if name in OFTEN else [pytest.mark.soak]
        terminal = (GERMAN, ENGLISH)[place % 2]
        made.append(pytest.param(opening, terminal, id=name, marks=often))
    return made


@asynccontextmanager
async def in_the_lobby(server: Server, terminal: Terminal) -> AsyncIterator[Visit]:
    """Anna, who has played a deal, in the lobby, where Ben's table has room for her."""
    async with await Client.tcp(server.port) as anna, guest(server, "Ben") as ben:
        code = (await anna.hello("Anna")).account.code
        table = await open_table(anna, bots="now", name="Alt")
        await play(anna, deals=1)
        await anna.ask(Leave, table=table)
        await open_table(ben, name="Diele")
        async with visit(server, terminal, code=code, start=Start()) as visited:
            await visited.sees("Diele")
            yield visited


async def opened(visited: Visit, opening: str) -> None:
    """From wherever a key has led, back to the lobby and along the way again."""
    while not visited.at("lobby"):
        if visited.at("table"):
            await visited.until(lambda: visited.told)
            await visited.press("q")
            await visited.until(lambda: not visited.at("table"))
        if visited.at("ask"):
            await visited.press("enter")
            await visited.until(lambda: not visited.at("ask"))
        elif not visited.at("lobby"):
            await visited.press("escape")
    # Where a filter is typed or set, it goes.
    await visited.press("escape")
    await visited.sees("Diele")
    for key in opening.split():
        await visited.press(key)
        await visited.until(lambda: not visited.app.line.asked)


def named(visited: Visit) -> set[str]:
    """The keys that are to be read on the screen."""
    # What help lists are the keys of the screen below.
    last = slice(-1, None) if visited.at("help") else slice(None)
    rows = visited.screen.canvas.rows[last]
    keys = printed_keys(visited.lines[last], rows, visited.app.palette)
    assert keys
    return keys


def seen(visited: Visit) -> tuple[object, ...]:
    """All that a key can have changed."""
    shown = tuple(screen.NAME for screen in visited.shown)
    return visited.app.is_running, shown, visited.lines, visited.screen.canvas.rows


@pytest.mark.parametrize(("opening", "terminal"), cases())
async def test_every_named_key_does_something(
    server: Server, opening: str, terminal: Terminal
) -> None:
    async with in_the_lobby(server, terminal) as visited:
        quits: list[str] = []
        visited.app.quit = lambda: quits.append("quit")  # type: ignore[method-assign]
        visited.app.repaint = lambda: quits.append("repaint")  # type: ignore[method-assign]
        await opened(visited, opening)
        keys, mute = named(visited), set()
        for key in sorted(keys):
            before = seen(visited)
            await visited.press(key)
            if seen(visited) == before and not quits:
                mute.add(key)
                continue
            quits.clear()
            await opened(visited, opening)
        assert not without_ends(mute, keys), (mute, visited.text)


def without_ends(mute: set[str], keys: set[str]) -> set[str]:
    """The mute keys, without those that are where they lead to."""
    # Of two arrows one may be at its end; of several to choose among, one is chosen.
    digits = {key for key in keys if key.isdigit()}
    for some in ({"left", "right"}, {"up", "down"}, digits):
        if len(some) > 1 and some <= keys and len(mute & some) == 1:
            mute = mute - some
    return mute


NEW = Start(first=True)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("start", "opening", "at"),
    [(NEW, "", "firstrun"), (NEW, "question_mark", "help"), (Start(), "", "lobby")]
    + [(Start(), key, at) for key, at in (("h", "past"), ("plus", "create"), ("s", "scores"))],
)
async def test_every_key_does_something_where_nothing_has_been_yet(
    server: Server, start: Start, opening: str, at: str
) -> None:
    async def there(visited: Visit) -> None:
        await visited.press(*opening.split())
        await visited.goes_to(at)

    async with visit(server, start=start) as visited:
        await there(visited)
        keys = named(visited)
    mute = set()
    for key in sorted(keys):
        async with visit(server, start=start) as visited:
            await there(visited)
            before = seen(visited)
            await visited.press(key)
            if visited.app.is_running and seen(visited) == before:
                mute.add(key)
    assert not without_ends(mute, keys)
