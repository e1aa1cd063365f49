"""The card room's own app for a session, once the server has said welcome."""

import asyncio
import pkgutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

from msgspec.structs import replace
from textual.app import App

import tui.canvas
import tui.layouts
import tui.lines
import tui.screens
from protocol.messages import Account, Hello
from tui.app import LOST, REFUSED_VERSION, PokerApp, words_of
from tui.lines.driver import Talk
from tui.link import SILENCE_MENDED, Link, LinkEnded
from tui.locale import LANGS, Lang
from tui.preferences import read
from tui.screens.speech import ended
from tui.ssh.session import NotWelcome, Plainly, ServerAway, Streams, Visit
from tui.start import Start

WELCOME_TIME = 10.0  # seconds

# Why a line may end that says nothing about this session: the server restarts.
_PASSING = frozenset({"lost", "silent", "stopping"})


def preload() -> None:
    """Import everything that an app may import later, and read the words.

    A host runs for months: a screen that is first opened after an update on disk would be a
    newer one than its app. And what is there before the first session is there once for all.
    """
    for package in (tui.canvas, tui.layouts, tui.lines, tui.screens):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    for lang in LANGS:
        words_of(lang)


@asynccontextmanager
async def poker_app(visit: Visit) -> AsyncIterator[App[Any]]:
    """Introduce the session to the server and make its app; NotWelcome, Plainly or ServerAway."""
    link = await _welcomed(visit)
    if link.welcome is not None and read(link.welcome.account.prefs).plain:
        await link.close()
        raise Plainly

    async def again(account: Account) -> Link:
        return await _again(visit, account, app.terminal.lang)

    app = PokerApp(link, visit.terminal, Start(first=True), connect=again)
    try:
        yield app
    finally:
        await app.line.close()


@asynccontextmanager
async def poker_talk(visit: Visit, out: Callable[[str], None]) -> AsyncIterator[Talk]:
    """The same for a session in lines, which says them to `out`."""
    link = await _welcomed(visit)

    async def again(account: Account) -> Link:
        return await _again(visit, account, talk.lang)

    talk = Talk(link, visit.terminal, out, connect=again)
    try:
        yield talk
    finally:
        await talk.line.close()


async def _welcomed(visit: Visit) -> Link:
    """The visit's line, welcome at the server; NotWelcome or ServerAway."""
    try:
        return await _greeted((visit.reader, visit.writer), visit.hello)
    except TimeoutError as error:
        raise ServerAway from error
    except LinkEnded as over:
        if over.why.code in _PASSING:
            raise ServerAway from over
        code = REFUSED_VERSION if over.why.code == "version" else LOST
        raise NotWelcome(ended(words_of(visit.terminal.lang), over.why), code) from over


async def _again(visit: Visit, account: Account, lang: Lang) -> Link:
    """Another line for that account."""
    # A proved key is the same account; a guest is known by the code alone.
    hello = replace(visit.hello, lang=lang, name=account.name, code=account.code)
    try:
        return await _greeted(await visit.again(), hello)
    except ServerAway as away:
        raise ConnectionError from away


async def _greeted(streams: Streams, hello: Hello) -> Link:
    """A line that has said hello; TimeoutError or LinkEnded, hung up then."""
    link = Link(*streams, SILENCE_MENDED)
    try:
        async with asyncio.timeout(WELCOME_TIME):
            await link.hello(hello)
    except BaseException:
        await link.close()
        raise
    return link
