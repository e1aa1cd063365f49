"""The card room's own app for a session, once the server has said welcome."""

import asyncio
import pkgutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

from textual.app import App

import tui.canvas
import tui.layouts
import tui.screens
from tui.app import LOST, REFUSED_VERSION, PokerApp, words_of
from tui.link import Link, LinkEnded
from tui.locale import LANGS
from tui.screens.speech import ended
from tui.ssh.session import NotWelcome, ServerAway, Visit
from tui.start import Start

WELCOME_TIME = 10.0  # seconds

# Why a line may end that says nothing about this session: the server restarts.
_PASSING = frozenset({"lost", "silent", "stopping"})


def preload() -> None:
    """Import everything that an app may import later, and read the words.

    A host runs for months: a screen that is first opened after an update on disk would be a
    newer one than its app. And what is there before the first session is there once for all.
    """
    for package in (tui.canvas, tui.layouts, tui.screens):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    for lang in LANGS:
        words_of(lang)


@asynccontextmanager
async def poker_app(visit: Visit) -> AsyncIterator[App[Any]]:
    """Introduce the session to the server and make its app; NotWelcome or ServerAway."""
    link = Link(visit.reader, visit.writer)
    try:
        try:
            async with asyncio.timeout(WELCOME_TIME):
                await link.hello(visit.hello)
        except TimeoutError as error:
            raise ServerAway from error
        except LinkEnded as over:
            if over.why.code in _PASSING:
                raise ServerAway from over
            code = REFUSED_VERSION if over.why.code == "version" else LOST
            raise NotWelcome(ended(words_of(visit.terminal.lang), over.why), code) from over
        yield PokerApp(link, visit.terminal, Start())
    finally:
        await link.close()
